//! What commands read before they answer: policies, a context, events; and
//! how they say that they cannot.

use hookset::diagnostic::Severity;
use hookset::event::Context;
use hookset::source::SourceId;
use serde_json::Value;

use crate::Exit;
use crate::answer::{Answer, Finding};
use crate::args::AskedArgs;
use crate::config;
use crate::context;
use crate::discover;
use crate::engine::{self, Engine, Input};
use crate::events::Events;
use crate::fault::Fault;
use crate::image::{self, Check};
use crate::input::{self, POLICY_LIMIT};
use crate::report;
use crate::terminal::{self, Look, Stream};

/// How policies are read that nobody says anything about, to answer by.
pub(crate) const STRICT: &str = "hookset";

/// What is to be read, as it was named on the command line.
pub(crate) struct Given<'a> {
    pub(crate) policy: &'a [String],
    pub(crate) image: Option<&'a str>,
    pub(crate) event: &'a str,
    pub(crate) context: Option<&'a str>,
    pub(crate) dialect: Option<&'a str>,
}

impl<'a> From<&'a AskedArgs> for Given<'a> {
    fn from(args: &'a AskedArgs) -> Given<'a> {
        Given {
            policy: &args.policy,
            image: None,
            event: &args.event,
            context: args.context.as_deref(),
            dialect: args.dialect.as_deref(),
        }
    }
}

/// Everything that must be in order before the first event is looked at.
pub(crate) struct Ready {
    pub(crate) engine: Engine,
    pub(crate) context: Context,
    pub(crate) findings: Vec<Finding>,
    pub(crate) events: Events,
}

/// An event, and why it cannot be read if so.
pub(crate) struct Read {
    pub(crate) number: usize,
    pub(crate) text: String,
    pub(crate) fault: Option<Fault>,
}

impl Ready {
    /// The next event.
    pub(crate) fn next(&mut self) -> Option<Read> {
        let (number, line) = self.events.next()?;
        let name = self.events.name();
        Some(match line {
            Ok(text) => {
                let fault = engine::unreadable_event(name, number, &text);
                Read { number, text, fault }
            }
            Err(fault) => {
                Read { number, text: String::new(), fault: Some(fault) }
            }
        })
    }

    /// The next event that can be read, with its number; of the others it
    /// is told why not.
    pub(crate) fn readable(
        &mut self,
        json: bool,
        exit: &mut Exit,
    ) -> Option<(usize, String)> {
        loop {
            let read = self.next()?;
            let Some(fault) = read.fault else {
                return Some((read.number, read.text));
            };
            *exit = refuse(json, vec![fault]);
        }
    }
}

pub(crate) fn prepare(given: &Given<'_>) -> Result<Ready, Vec<Fault>> {
    let mut faults = Vec::new();
    let dialect = config::dialect(given.dialect, given.policy, STRICT);
    let dialect = dialect.map_err(|all| faults.extend(all));
    let mut keep = |fault| faults.push(fault);
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
pub(crate) fn loaded(path: &str) -> Result<Engine, Fault> {
    let engine = image::load(path, Check::Usual)?;
    print(image::stale(path, &engine, Check::Usual));
    Ok(Engine::of(engine))
}

/// The texts of the files under some paths, or all that is wrong with them.
pub(crate) fn read_under(paths: &[String]) -> Result<Vec<Input>, Vec<Fault>> {
    let (places, mut faults) = discover::files(paths);
    if places.is_empty() && faults.is_empty() {
        faults.push(discover::nothing(paths));
    }
    let mut inputs = Vec::new();
    for place in places {
        match input::read_text(&place.path, POLICY_LIMIT) {
            Ok(text) => inputs.push(Input { place, text }),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(inputs) } else { Err(faults) }
}

/// The texts of policies, or all that is wrong with them.
pub(crate) fn read_policy(paths: &[String]) -> Result<Vec<Input>, Vec<Fault>> {
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
pub(crate) fn context(
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
pub(crate) fn print_errors(engine: &Engine) {
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

/// Says why nothing can be answered: for programs one object, for people a
/// picture on standard error.
pub(crate) fn refuse(json: bool, faults: Vec<Fault>) -> Exit {
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

pub(crate) fn finding(fault: Fault) -> Finding {
    Finding {
        code: fault.code.name(),
        severity: fault.code.severity().as_str(),
        message: fault.message,
        source: Some(fault.name),
    }
}

pub(crate) fn print(faults: impl IntoIterator<Item = Fault>) {
    let mut look = None;
    for fault in faults {
        let look = *look.get_or_insert_with(|| Look::of(Stream::Err));
        let (source, found) = fault.into_finding(SourceId(0));
        let text = report::draw(&[found], &[source], look);
        terminal::write(Stream::Err, &text);
    }
}
