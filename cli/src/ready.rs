//! What commands read before they answer: policies, a context, events; and
//! how they say that they cannot.

mod calls;
mod mistaken;
mod sent;

pub(crate) use calls::told_apart;

use std::collections::VecDeque;

use hookset::diagnostic::{Code, Diagnostic, Severity, render};
use hookset::event::Context;
use hookset::source::SourceId;
use serde_json::Value;

use crate::Exit;
use crate::answer::{Answer, Finding};
use crate::args::{AskedArgs, HostName};
use crate::config;
use crate::context;
use crate::discover::{self, Found, Home, Place};
use crate::engine::{self, Engine, Input};
use crate::events::Events;
use crate::fault::Fault;
use crate::here;
use crate::image::{self, Check};
use crate::input::{self, POLICY_LIMIT};
use crate::report;
use crate::terminal::{self, Look, Stream};
use crate::text::visible;

/// How policies are read that nobody says anything about, to answer by.
pub(crate) const STRICT: &str = "hookset";

/// What is to be read, as it was named on the command line.
pub(crate) struct Given<'a> {
    pub(crate) policy: Vec<String>,
    pub(crate) image: Option<&'a str>,
    pub(crate) calls: Vec<String>,
    pub(crate) event: Option<&'a str>,
    pub(crate) context: Option<&'a str>,
    pub(crate) dialect: Option<&'a str>,
    pub(crate) state: Option<&'a str>,
    pub(crate) host: Option<HostName>,
}

impl Given<'_> {
    /// Standard input is where events come from that nobody names.
    fn once(&self) -> Result<(), Fault> {
        let policy = self.policy.iter().map(|path| ("--policy", &**path));
        let usual = self.calls.is_empty().then_some("-");
        let event = self.event.or(usual).map(|path| ("--event", path));
        let context = self.context.map(|path| ("--context", path));
        let state = self.state.map(|path| ("--state", path));
        input::once(policy.chain(event).chain(context).chain(state))
    }
}

impl<'a> From<&'a AskedArgs> for Given<'a> {
    fn from(args: &'a AskedArgs) -> Given<'a> {
        let (policy, calls) = told_apart(&args.policy, &args.calls);
        Given {
            policy,
            image: None,
            calls,
            event: args.event.as_deref(),
            context: args.context.as_deref(),
            dialect: args.dialect.as_deref(),
            state: None,
            host: args.host,
        }
    }
}

/// Everything that must be in order before the first event is looked at.
pub(crate) struct Ready {
    pub(crate) engine: Engine,
    pub(crate) context: Context,
    pub(crate) findings: Vec<Finding>,
    pub(crate) events: Events,
    /// The policies, where nobody named any.
    settings: Vec<String>,
    /// Whose events are read, where somebody said.
    host: Option<HostName>,
    /// What the last event stands for besides what was told of it.
    more: VecDeque<String>,
    /// Its number.
    number: usize,
}

/// An event, and why it cannot be read if so.
pub(crate) struct Read {
    pub(crate) number: usize,
    pub(crate) text: String,
    pub(crate) fault: Option<Fault>,
}

impl Ready {
    /// Names the policies that nobody named.
    pub(crate) fn print_settings(&self) {
        print_in_force(&self.settings);
    }
}

/// Names settings that nobody named.
pub(crate) fn print_in_force(settings: &[String]) {
    if !settings.is_empty() {
        let files = settings.join("`, `");
        let files = visible(&files);
        let text = format!("in force here: `{files}`\n");
        terminal::write(Stream::Err, &text);
    }
}

pub(crate) fn prepare(given: &Given<'_>) -> Result<Ready, Vec<Fault>> {
    given.once().map_err(|fault| vec![fault])?;
    // Before anybody waits for events, which these may be.
    mistaken::look(&given.policy)?;
    let mut faults = Vec::new();
    let mut keep = |fault| faults.push(fault);
    let context = context(given.context).map_err(&mut keep);
    let events = calls::events(given).map_err(&mut keep);
    let named = !given.policy.is_empty() || given.image.is_some();
    if !named && events.is_err() && calls::name_policy(given) {
        return Err(faults);
    }
    let mut keep = |fault| faults.push(fault);
    let settings = match named {
        true => Ok(Vec::new()),
        false => here::settings().map_err(&mut keep),
    };
    let source = context.as_ref().ok();
    let source = source.and_then(|(told, _)| told.settings_source.as_deref());
    let engine = match (given.image, &settings) {
        (Some(path), _) => loaded(path)
            .and_then(|engine| of_source(path, engine, source))
            .map_err(|fault| vec![fault]),
        (None, _) if named => engine(given, &given.policy, source),
        (None, Ok(settings)) => engine(given, settings, source),
        (None, Err(_)) => Err(Vec::new()),
    };
    match (engine, context, events, settings) {
        (Ok(engine), Ok((context, findings)), Ok(events), Ok(settings)) => {
            let mut ready = Ready {
                engine,
                context,
                findings,
                events,
                settings,
                host: given.host,
                more: VecDeque::new(),
                number: 0,
            };
            let files = ready.engine.files();
            here::stand_in_project(&mut ready.context, files);
            if !given.calls.is_empty() {
                let is_given = given.context.is_some();
                ready.stand_here(is_given).map_err(|fault| vec![fault])?;
            }
            Ok(ready)
        }
        (engine, ..) => {
            faults.extend(engine.err().unwrap_or_default());
            Err(faults)
        }
    }
}

/// The engine of some files; what the place of one does not say about where
/// its settings come from, the context does.
fn engine(
    given: &Given<'_>,
    policy: &[String],
    source: Option<&str>,
) -> Result<Engine, Vec<Fault>> {
    let said = config::said(given.dialect, policy);
    match (said, read_policy(policy)) {
        (Ok(said), Ok(mut inputs)) => {
            if let Some(scope) = source.and_then(engine::scope) {
                let places = inputs.iter_mut().map(|input| &mut input.place);
                let open = places.filter(|at| at.home == Home::Elsewhere);
                open.for_each(|place| place.scope = scope);
            }
            let inputs = engine::told(inputs, said.as_ref());
            let dialect = said.map_or_else(|| engine::dialect(STRICT), Ok);
            let engine = dialect.and_then(|at| Engine::new(inputs, &at));
            engine.map_err(|fault| vec![fault])
        }
        (said, inputs) => {
            let mut faults = said.err().unwrap_or_default();
            faults.extend(inputs.err().unwrap_or_default());
            Err(faults)
        }
    }
}

/// An image, unless the context says otherwise than it where its settings
/// come from: that was settled when it was compiled.
fn of_source(
    path: &str,
    engine: Engine,
    source: Option<&str>,
) -> Result<Engine, Fault> {
    let Some(scope) = source.and_then(engine::scope) else {
        return Ok(engine);
    };
    let mut places = engine.files().iter().map(|file| discover::place(file));
    let open = |at: Place| at.home == Home::Elsewhere && at.scope != scope;
    if !places.any(open) {
        return Ok(engine);
    }
    let message = "an image was compiled with settings of a project, and the \
                   context names another `settings_source`";
    let fault = Fault::new(Code::INVALID_CONTEXT, path, message);
    Err(fault.help("name the files with `--policy` instead of the image"))
}

/// The engine of an image. One that is stale is used, and said to be.
pub(crate) fn loaded(path: &str) -> Result<Engine, Fault> {
    let engine = image::load(path, Check::Usual)?;
    print(image::stale(path, &engine, Check::Usual));
    Ok(Engine::of(engine))
}

/// The texts of the files under some paths, or all that is wrong with them.
pub(crate) fn read_under(paths: &[String]) -> Result<Vec<Input>, Vec<Fault>> {
    let Found { places, mut faults, unread } = discover::files(paths);
    discover::tell_unread(&unread);
    if places.is_empty() && faults.is_empty() {
        faults.push(discover::nothing(paths));
    }
    read_places(places, faults)
}

/// The texts of files, or all that is wrong with them, with `faults`.
pub(crate) fn read_places(
    places: impl IntoIterator<Item = Place>,
    mut faults: Vec<Fault>,
) -> Result<Vec<Input>, Vec<Fault>> {
    let mut inputs = Vec::new();
    for place in places {
        match input::read_text(&place.file, POLICY_LIMIT) {
            Ok(text) => inputs.push(Input { place, text }),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(inputs) } else { Err(faults) }
}

/// The texts of policies, or all that is wrong with them.
pub(crate) fn read_policy(paths: &[String]) -> Result<Vec<Input>, Vec<Fault>> {
    let places = paths.iter().map(|path| discover::place(path));
    let mut seen = std::collections::HashSet::new();
    let places = places.flat_map(discover::with_named);
    let places = places.filter(|place| seen.insert(place.file.clone()));
    read_places(places, Vec::new())
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

/// Draws the errors of the policy, and what of it counts otherwise than it is
/// written.
pub(crate) fn print_errors(engine: &Engine) {
    draw(engine, |found| found.severity == Severity::Error || is_lossy(found));
    if engine.found().1.is_empty() {
        print(engine.errors());
    }
}

/// Draws what of the policy counts otherwise than it is written: a guard may
/// stop more, an allow rule may be missing.
pub(crate) fn print_lossy(engine: &Engine) {
    draw(engine, is_lossy);
}

fn is_lossy(found: &Diagnostic) -> bool {
    found.code == Code::LOSSY_CONVERSION && found.severity > Severity::Info
}

fn draw(engine: &Engine, is_told: impl Fn(&Diagnostic) -> bool) {
    let look = Look::of(Stream::Err);
    let (mut found, sources) = engine.found();
    found.retain(is_told);
    terminal::write(Stream::Err, &report::draw(&found, sources, look));
}

/// Says why a command other than `eval` cannot answer: for programs as
/// `check` does, since no answer of `eval` is asked for.
pub(crate) fn cannot(json: bool, faults: Vec<Fault>) -> Exit {
    if !json {
        print(faults);
        return Exit::Unusable;
    }
    let (mut sources, mut found) = (Vec::new(), Vec::new());
    for (fault, number) in faults.into_iter().zip(0..) {
        let (source, one) = fault.into_finding(SourceId(number));
        sources.push(source);
        found.push(one);
    }
    terminal::write(Stream::Out, &render::json(&found, &sources));
    Exit::Unusable
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
        severity: fault.severity().as_str(),
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
