//! `hookset diff`: what a change of the rules changes.

mod collected;
mod print;

use hookset::analyze::Differ;
use hookset::diagnostic::Code;
use hookset::event::{Context, Event};
use hookset::json::Tape;
use hookset::plan::Behavior;
use serde::Serialize;

use crate::Exit;
use crate::args::{DiffArgs, DiffFormat};
use crate::config;
use crate::engine::{self, Input};
use crate::events::Events;
use crate::fault::Fault;
use crate::input;
use crate::terminal::{self, Look, Stream};

use crate::ready::{self, STRICT};

use collected::Collected;

pub(crate) fn run(args: &DiffArgs) -> Exit {
    match compare(args) {
        Ok(report) => {
            let text = match args.format {
                DiffFormat::Text => {
                    print::text(&report, Look::of(Stream::Out))
                }
                DiffFormat::Markdown => print::markdown(&report),
                DiffFormat::Json => print::json(&report),
            };
            terminal::write(Stream::Out, &text);
            let fails = match args.deny_widening {
                true => report.widens,
                false => report.differs,
            };
            let log = report.log.as_ref();
            match log.is_some_and(|log| log.unreadable > 0) {
                true => Exit::Unusable,
                false if fails => Exit::Findings,
                false => Exit::Clean,
            }
        }
        Err(faults) => ready::cannot(args.format == DiffFormat::Json, faults),
    }
}

/// Everything that differs.
#[derive(Debug, Serialize)]
struct Report {
    schema: &'static str,
    old: String,
    new: String,
    differs: bool,
    widens: bool,
    /// Whether it is proven that the rules decide the same.
    proven: bool,
    /// Whether it is proven that no event is decided less strictly.
    #[serde(skip)]
    tighter: bool,
    /// How many events were made up and answered by both.
    examples: usize,
    changes: Vec<Decision>,
    hooks: Vec<HookChange>,
    settings: Vec<Setting>,
    /// Rules that only one policy has and of which it is not known what they
    /// change.
    unexplored: Vec<Unexplored>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<Log>,
}

/// A decision that differs, shown by one event.
#[derive(Clone, Debug, Serialize)]
struct Decision {
    example: String,
    event: Box<serde_json::value::RawValue>,
    old: Verdict,
    new: Verdict,
    widens: bool,
    /// Whether the rules alone say the same.
    #[serde(skip)]
    by_runner: bool,
    /// How many examples and events show the same.
    count: usize,
    /// The first event of the log that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// How many events of the log show it.
    #[serde(skip_serializing_if = "is_zero")]
    events: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Verdict {
    behavior: &'static str,
    rule: Option<String>,
    source: Option<String>,
}

/// A hook that fires for more or for less.
#[derive(Debug, Serialize)]
struct HookChange {
    hook: String,
    event: String,
    fires: &'static str,
    /// Whether its answer can stop the call.
    stops: bool,
    /// Whether its answer can let a call run.
    approves: bool,
    example: String,
    widens: bool,
    count: usize,
    /// How many events of the log show it.
    #[serde(skip_serializing_if = "is_zero")]
    events: usize,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks with a reference"
)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A setting besides rules and hooks.
#[derive(Debug, Serialize)]
struct Setting {
    name: &'static str,
    old: String,
    new: String,
    widens: bool,
}

/// A rule of which it is not known what it changes.
#[derive(Debug, Serialize)]
struct Unexplored {
    rule: String,
    source: String,
    policy: &'static str,
    widens: bool,
}

/// What differs over a log of events.
#[derive(Debug, Serialize)]
struct Log {
    name: String,
    events: usize,
    changed: usize,
    unreadable: usize,
}

fn compare(args: &DiffArgs) -> Result<Report, Vec<Fault>> {
    if args.context.is_some() && args.events.is_none() {
        let message = "`--context` is about events of a log, and none is \
                       named";
        let fault = Fault::new(Code::INVALID_CONTEXT, "--context", message);
        return Err(vec![fault.help(
            "name the log with `--events`; the events that are made up from \
             rules have a place of their own",
        )]);
    }
    once(args).map_err(|fault| vec![fault])?;
    let (old, new) = (read_under(&args.old)?, read_under(&args.new)?);
    let named = args.dialect.as_deref();
    let (number, both) = (old.len(), [old, new].concat());
    let (mut old, dialect) = config::read_in(both, named, STRICT)?;
    let new = old.split_off(number);
    let old = engine::policy(old, &dialect).map_err(|f| vec![f])?;
    let new = engine::policy(new, &dialect).map_err(|f| vec![f])?;
    let mut differ = Differ::new(old, new).map_err(|error| {
        let message = format!("a policy cannot be compiled: {error}");
        vec![Fault::new(Code::POLICY_TOO_LARGE, "policy", message)]
    })?;
    let mut collected = Collected::default();
    let explored = differ.explored();
    let samples = explored.samples;
    let context = hookset::analyze::sample_context();
    for sample in &samples {
        let change = differ.compare(sample.json(), &context);
        if let Some(change) = change {
            collected.add(sample.shown(), sample.json(), None, &change);
        }
    }
    let log = match &args.events {
        None => None,
        Some(path) => Some(over(path, args, &mut differ, &mut collected)?),
    };
    let settings = settings(&differ);
    let unexplored = unexplored(explored.unexplored);
    let nothing = collected.is_empty() && settings.is_empty();
    let proven = nothing && differ.is_proven_same();
    let (changes, hooks) = collected.into_lists();
    let tighter = hooks.is_empty() && differ.is_proven_tighter();
    let widens = changes.iter().any(|change| change.widens)
        || hooks.iter().any(|hook| hook.widens)
        || settings.iter().any(|setting| setting.widens)
        || unexplored.iter().any(|rule| rule.widens);
    Ok(Report {
        schema: "hookset.diff/1",
        old: args.old.clone(),
        new: args.new.clone(),
        differs: !nothing || !unexplored.is_empty(),
        widens,
        proven,
        tighter,
        examples: samples.len(),
        changes,
        hooks,
        settings,
        unexplored,
        log,
    })
}

fn once(args: &DiffArgs) -> Result<(), Fault> {
    let events = args.events.as_deref().map(|path| ("--events", path));
    let context = args.context.as_deref().map(|path| ("--context", path));
    let both = [("OLD", &*args.old), ("NEW", &*args.new)];
    input::once(both.into_iter().chain(events).chain(context))
}

fn settings(differ: &Differ) -> Vec<Setting> {
    let all = differ.settings().into_iter().map(|change| Setting {
        name: change.name,
        old: change.old,
        new: change.new,
        widens: change.widens,
    });
    all.collect()
}

fn unexplored(rules: Vec<hookset::analyze::Unexplored>) -> Vec<Unexplored> {
    let all = rules.into_iter().map(|rule| Unexplored {
        rule: rule.rule,
        source: rule.place,
        policy: if rule.is_new { "new" } else { "old" },
        widens: rule.may_widen,
    });
    all.collect()
}

/// The file, or the rule files of a directory.
fn read_under(path: &str) -> Result<Vec<Input>, Vec<Fault>> {
    ready::read_under(&[path.to_owned()])
}

/// Compares the answers to the events of a log.
fn over(
    path: &str,
    args: &DiffArgs,
    differ: &mut Differ,
    collected: &mut Collected,
) -> Result<Log, Vec<Fault>> {
    let context = ready::context(args.context.as_deref());
    let (context, _): (Context, _) = context.map_err(|fault| vec![fault])?;
    let mut events = Events::open(path).map_err(|fault| vec![fault])?;
    let name = events.name().to_owned();
    let mut log = Log { name, events: 0, changed: 0, unreadable: 0 };
    while let Some((number, line)) = events.next() {
        log.events += 1;
        let name = &log.name;
        let event = line.ok().filter(|event| {
            engine::unreadable_event(name, number, event).is_none()
        });
        let Some(event) = event else {
            log.unreadable += 1;
            continue;
        };
        if let Some(change) = differ.compare(&event, &context) {
            log.changed += 1;
            let shown = shown(&event);
            collected.add(&shown, &event, Some(number), &change);
        }
    }
    Ok(log)
}

/// An event of a log, in words.
fn shown(text: &str) -> String {
    let mut tape = Tape::new();
    let event = Event::read(text, &mut tape);
    let tool = event.tool_name.or(event.name).unwrap_or("event");
    let keys = ["command", "file_path", "notebook_path", "path", "url"];
    let main = keys.iter().find_map(|key| event.input(key)?.str());
    match main {
        Some(command) if tool == "Bash" => format!("`{command}`"),
        Some(text) => format!("`{tool}` of `{text}`"),
        None => format!("`{tool}`"),
    }
}

/// What a decision comes down to, as a heading.
fn heading(behavior: &str) -> &'static str {
    if behavior == Behavior::Allow.as_str() {
        "newly allowed"
    } else if behavior == Behavior::Ask.as_str() {
        "newly asked"
    } else if behavior == Behavior::Deny.as_str() {
        "newly denied"
    } else {
        "no longer decided"
    }
}
