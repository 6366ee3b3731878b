//! `hookset plan`: what would be done about events.

mod draw;
mod json;

use hookset::diagnostic::Code;
use hookset::json::Tape;
use hookset::plan::answers::Verdict;
use hookset::plan::{Plan, State};

use crate::Exit;
use crate::answer::Finding;
use crate::args::{Format, PlanArgs};
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
use crate::terminal::{self, Look, Stream};

use crate::ready::{self, Given, Ready};

pub(crate) fn run(args: &PlanArgs) -> Exit {
    let given =
        Given { state: args.state.as_deref(), ..Given::from(&args.asked) };
    let ready = ready::prepare(&given);
    let all = ready.and_then(|ready| {
        let state = given.state.map(state).transpose();
        let state = state.map_err(|fault| vec![fault])?;
        Ok((ready, state.unwrap_or_default()))
    });
    match all {
        Ok((ready, state)) => plan(args, ready, state),
        Err(faults) => ready::cannot(args.format == Format::Json, faults),
    }
}

/// The state in a file; one that is not understood fully is not used: what
/// is missing could be what keeps a hook from running.
fn state(path: &str) -> Result<State, Fault> {
    let text = input::read_text(path, POLICY_LIMIT)?;
    let tape = Tape::of(&text);
    let fault = |message: &str| {
        let message = format!("the state cannot be read: {message}");
        Fault::new(Code::INVALID_CONTEXT, path, message)
            .help("`hookset help plan` shows what a state looks like")
    };
    let root = tape.root(&text).filter(|_| tape.problems().is_empty());
    let Some(root) = root else {
        return Err(fault("it is not plain JSON"));
    };
    State::read(root).map_err(|faults| {
        let all = faults.iter().map(|fault| fault.message.as_str());
        fault(&all.collect::<Vec<_>>().join("; "))
    })
}

/// Everything that is said about one event.
struct Told<'a> {
    number: usize,
    event: &'a str,
    plan: &'a Plan,
    verdict: &'a Verdict,
    next: &'a State,
    findings: Vec<&'a Finding>,
}

fn plan(args: &PlanArgs, mut ready: Ready, mut state: State) -> Exit {
    let look = Look::of(Stream::Out);
    let mut exit = Exit::Clean;
    if args.format == Format::Text {
        ready.print_settings();
        ready::print_errors(&ready.engine);
    }
    let json = args.format == Format::Json;
    while let Some((number, event)) = ready.readable(json, &mut exit) {
        let made = ready.engine.plan(&event, &ready.context, &state);
        let (plan, verdict) = made;
        let next = state.after(&plan);
        let told = Told {
            number,
            event: &event,
            plan: &plan,
            verdict: &verdict,
            next: &next,
            findings: ready
                .engine
                .findings()
                .iter()
                .chain(&ready.findings)
                .collect(),
        };
        let text = match args.format {
            Format::Json => json::line(&told),
            Format::Text => draw::text(&told, args.explain, look),
        };
        state = next;
        if !terminal::write_line(&text) {
            break;
        }
    }
    exit
}
