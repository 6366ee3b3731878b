//! `hookset diff`: what a change of the rules changes.

mod print;

use std::collections::{BTreeMap, HashMap};

use hookset::analyze::{Change, Differ, HookName};
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
use crate::terminal::{self, Look, Stream};

use crate::ready::{self, STRICT};

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
            if fails { Exit::Findings } else { Exit::Clean }
        }
        Err(faults) => ready::refuse(args.format == DiffFormat::Json, faults),
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
    /// How many events were made up and answered by both.
    examples: usize,
    changes: Vec<Decision>,
    hooks: Vec<HookChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<Log>,
}

/// A decision that differs, shown by one event.
#[derive(Debug, Serialize)]
struct Decision {
    example: String,
    event: Box<serde_json::value::RawValue>,
    old: Verdict,
    new: Verdict,
    widens: bool,
    /// How many examples show the same.
    count: usize,
    /// Where the event stands in the log, if it comes from there.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
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
    example: String,
    widens: bool,
    count: usize,
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
    let (old, new) = (read_under(&args.old)?, read_under(&args.new)?);
    let named = args.dialect.as_deref();
    let both = [old.as_slice(), new.as_slice()].concat();
    let dialect = config::of_inputs(named, &both, STRICT)?;
    let old = engine::policy(old, &dialect).map_err(|f| vec![f])?;
    let new = engine::policy(new, &dialect).map_err(|f| vec![f])?;
    let mut differ = Differ::new(old, new).map_err(|error| {
        let message = format!("a policy cannot be compiled: {error}");
        vec![Fault::new(Code::POLICY_TOO_LARGE, "policy", message)]
    })?;
    let mut collected = Collected::default();
    let samples = differ.samples();
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
    let proven = collected.is_empty() && differ.is_proven_same();
    let (changes, hooks) = collected.into_lists();
    let widens = changes.iter().any(|change| change.widens)
        || hooks.iter().any(|hook| hook.widens);
    Ok(Report {
        schema: "hookset.diff/1",
        old: args.old.clone(),
        new: args.new.clone(),
        differs: !changes.is_empty() || !hooks.is_empty(),
        widens,
        proven,
        examples: samples.len(),
        changes,
        hooks,
        log,
    })
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

/// Differences, each kind once with its plainest example.
#[derive(Default)]
struct Collected {
    decisions: BTreeMap<(Verdict, Verdict), Decision>,
    hooks: HashMap<(HookName, &'static str), HookChange>,
}

impl Collected {
    fn is_empty(&self) -> bool {
        self.decisions.is_empty() && self.hooks.is_empty()
    }

    fn add(
        &mut self,
        shown: &str,
        event: &str,
        line: Option<usize>,
        change: &Change,
    ) {
        if change.decides() {
            self.decision(shown, event, line, change);
        }
        let lists = [(&change.starts, "starts"), (&change.stops, "stops")];
        for (hooks, fires) in lists {
            for hook in hooks {
                let key = (hook.clone(), fires);
                let known = self.hooks.entry(key).or_insert(HookChange {
                    hook: hook.runs.clone(),
                    event: hook.event.clone(),
                    fires,
                    example: shown.to_owned(),
                    widens: fires == "stops" && hook.stops,
                    count: 0,
                });
                known.count += 1;
            }
        }
    }

    fn decision(
        &mut self,
        shown: &str,
        event: &str,
        line: Option<usize>,
        change: &Change,
    ) {
        let side = |side: &hookset::analyze::Side| Verdict {
            behavior: side.behavior.as_str(),
            rule: side.rule.clone(),
            source: side.place.clone(),
        };
        let key = (side(&change.old), side(&change.new));
        let raw = serde_json::value::RawValue::from_string(event.to_owned());
        let Ok(event) = raw else { return };
        let found = Decision {
            example: shown.to_owned(),
            event,
            old: key.0.clone(),
            new: key.1.clone(),
            widens: change.widens(),
            count: 0,
            line,
        };
        let known = self.decisions.entry(key).or_insert(found);
        known.count += 1;
    }

    /// The lists: what lets more happen comes first.
    fn into_lists(self) -> (Vec<Decision>, Vec<HookChange>) {
        let mut changes: Vec<_> = self.decisions.into_values().collect();
        changes.sort_by_key(|each| {
            (!each.widens, each.new.behavior, each.old.behavior)
        });
        let mut hooks: Vec<_> = self.hooks.into_values().collect();
        hooks.sort_by(|a, b| {
            let key = |h: &HookChange| {
                (!h.widens, h.fires, h.event.clone(), h.hook.clone())
            };
            key(a).cmp(&key(b))
        });
        (changes, hooks)
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
