//! `hookset eval`: what policies decide about events.

use hookset::diagnostic::Severity;
use hookset::event::Context;
use hookset::source::SourceId;
use serde_json::Value;

use crate::Exit;
use crate::answer::{Answer, Finding};
use crate::args::{EvalArgs, EvalFormat};
use crate::context;
use crate::discover;
use crate::engine::{self, Engine, Input};
use crate::events::Events;
use crate::fault::Fault;
use crate::image::{self, Check};
use crate::input::{self, POLICY_LIMIT};
use crate::report;
use crate::terminal::{self, Look, Stream};

use super::{batch, verdict};

pub(crate) fn run(args: &EvalArgs) -> Exit {
    if let Some(path) = &args.batch {
        return batch::run(args, path);
    }
    let given = Given {
        policy: &args.policy,
        image: args.image.as_deref(),
        event: &args.event,
        context: args.context.as_deref(),
        dialect: &args.dialect,
    };
    match prepare(&given) {
        Ok(ready) => answer(args, ready),
        Err(faults) => refuse(args.format == EvalFormat::Json, faults),
    }
}

/// What is to be read, as it was named on the command line.
pub(super) struct Given<'a> {
    pub(super) policy: &'a [String],
    pub(super) image: Option<&'a str>,
    pub(super) event: &'a str,
    pub(super) context: Option<&'a str>,
    pub(super) dialect: &'a str,
}

/// Everything that must be in order before the first event is looked at.
pub(super) struct Ready {
    pub(super) engine: Engine,
    pub(super) context: Context,
    pub(super) findings: Vec<Finding>,
    pub(super) events: Events,
}

pub(super) fn prepare(given: &Given<'_>) -> Result<Ready, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut keep = |fault| faults.push(fault);
    let dialect = engine::dialect(given.dialect).map_err(&mut keep);
    let context = context(given.context).map_err(&mut keep);
    let events = Events::open(given.event).map_err(&mut keep);
    let engine = match (given.image, dialect) {
        (Some(path), Ok(_)) => loaded(path).map_err(|fault| vec![fault]),
        (None, Ok(dialect)) => read_policy(given.policy).and_then(|inputs| {
            Engine::new(inputs, &dialect).map_err(|fault| vec![fault])
        }),
        (_, Err(())) => Err(Vec::new()),
    };
    match (engine, context, events) {
        (Ok(engine), Ok((context, findings)), Ok(events)) => {
            Ok(Ready { engine, context, findings, events })
        }
        (engine, _, _) => {
            faults.extend(engine.err().unwrap_or_default());
            Err(faults)
        }
    }
}

/// The engine of an image. One that is stale is used, and said to be.
pub(super) fn loaded(path: &str) -> Result<Engine, Fault> {
    let engine = image::load(path, Check::Usual)?;
    print(image::stale(path, &engine));
    Ok(Engine::of(engine))
}

/// The texts of policies, or all that is wrong with them.
pub(super) fn read_policy(paths: &[String]) -> Result<Vec<Input>, Vec<Fault>> {
    let (mut inputs, mut faults) = (Vec::new(), Vec::new());
    for path in paths {
        match input::read_text(path, POLICY_LIMIT) {
            Ok(text) => {
                let place = discover::place(path);
                inputs.push(Input { place, text });
            }
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(inputs) } else { Err(faults) }
}

/// The context given, with this person's home directory where it names
/// none.
pub(super) fn context(
    path: Option<&str>,
) -> Result<(Context, Vec<Finding>), Fault> {
    let (mut context, findings) = match path {
        None => (Context::default(), Vec::new()),
        Some(path) => {
            let text = input::read_text(path, POLICY_LIMIT)?;
            context::read(path, &text)?
        }
    };
    if context.home.is_none() {
        let home = std::env::home_dir();
        context.home =
            home.and_then(|home| home.into_os_string().into_string().ok());
    }
    Ok((context, findings))
}

/// Draws the errors of the policy.
pub(super) fn print_errors(engine: &Engine) {
    let look = Look::of(Stream::Err);
    let (found, sources) = engine.found();
    if sources.is_empty() {
        print(engine.errors());
        return;
    }
    let bad: Vec<_> = found
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .cloned()
        .collect();
    terminal::write(Stream::Err, &report::draw(&bad, sources, look));
}

fn answer(args: &EvalArgs, mut ready: Ready) -> Exit {
    let look = Look::of(Stream::Out);
    if args.format == EvalFormat::Text {
        print_errors(&ready.engine);
    }
    let mut exit = Exit::Clean;
    while let Some((number, line)) = ready.events.next() {
        let id = Value::from(number.to_string());
        let name = ready.events.name();
        let (event, fault) = match line {
            Ok(event) => {
                let fault = engine::unreadable_event(name, number, &event);
                (event, fault)
            }
            Err(fault) => (String::new(), Some(fault)),
        };
        if fault.is_some() {
            exit = Exit::Unusable;
            if args.format == EvalFormat::Text {
                print(fault);
                continue;
            }
        }
        let mut answer = ready.engine.answer(id, &event, &ready.context);
        answer.diagnostics.extend(ready.findings.iter().cloned());
        if args.format == EvalFormat::Json {
            let found = ready.engine.findings().iter().cloned();
            answer.diagnostics.extend(found);
        }
        if let Some(fault) = fault {
            answer.fail(fault);
        }
        let text = match args.format {
            EvalFormat::Json => answer.line(),
            EvalFormat::Text => verdict::text(number, &event, &answer, look),
        };
        if !terminal::write_line(&text) {
            break;
        }
    }
    exit
}

/// Says why nothing can be answered: for programs one object, for people a
/// picture on standard error.
pub(super) fn refuse(json: bool, faults: Vec<Fault>) -> Exit {
    if !json {
        print(faults);
        return Exit::Unusable;
    }
    let mut faults = faults.into_iter();
    if let Some(first) = faults.next() {
        let mut answer = Answer::failed(Value::Null, first);
        answer.diagnostics = faults.map(finding).collect();
        terminal::write(Stream::Out, &answer.line());
    }
    Exit::Unusable
}

pub(super) fn finding(fault: Fault) -> Finding {
    Finding {
        code: fault.code.name(),
        severity: fault.code.severity().as_str(),
        message: fault.message,
        source: Some(fault.name),
    }
}

pub(super) fn print(faults: impl IntoIterator<Item = Fault>) {
    let look = Look::of(Stream::Err);
    for fault in faults {
        let (source, found) = fault.into_finding(SourceId(0));
        let text = report::draw(&[found], &[source], look);
        terminal::write(Stream::Err, &text);
    }
}
