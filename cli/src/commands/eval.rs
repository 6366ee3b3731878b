//! `hookset eval`: what policies decide about events.

use serde_json::Value;

use crate::Exit;
use crate::args::{EvalArgs, Format};
use crate::ready::{self, Given, Ready};
use crate::terminal::{self, Look, Stream};

use super::{batch, verdict};

pub(crate) fn run(args: &EvalArgs) -> Exit {
    if let Some(path) = &args.batch {
        return batch::run(args, path);
    }
    let (policy, calls) = ready::told_apart(&args.policy, &args.calls);
    let given = Given {
        policy,
        image: args.image.as_deref(),
        calls,
        event: args.event.as_deref(),
        context: args.context.as_deref(),
        dialect: args.dialect.as_deref(),
        state: None,
        host: args.host,
    };
    match ready::prepare(&given) {
        Ok(ready) => answer(args, ready),
        Err(faults) => ready::refuse(args.format == Format::Json, faults),
    }
}

fn answer(args: &EvalArgs, mut ready: Ready) -> Exit {
    let look = Look::of(Stream::Out);
    if args.format == Format::Text {
        ready.print_settings();
        ready::print_errors(&ready.engine);
    }
    let mut exit = Exit::Clean;
    while let Some(read) = ready.next() {
        let (number, event, fault) = (read.number, read.text, read.fault);
        let id = Value::from(number.to_string());
        if fault.is_some() {
            exit = Exit::Unusable;
            if args.format == Format::Text {
                ready::print(fault);
                continue;
            }
        }
        let mut answer = ready.engine.answer(id, &event, &ready.context);
        answer.diagnostics.extend(ready.findings.iter().cloned());
        if args.format == Format::Json {
            let found = ready.engine.findings().iter().cloned();
            answer.diagnostics.extend(found);
        }
        if let Some(fault) = fault {
            answer.fail(fault);
        }
        let text = match args.format {
            Format::Json => answer.line(),
            Format::Text => verdict::text(number, &event, &answer, look),
        };
        if !terminal::write_line(&text) {
            break;
        }
    }
    exit
}
