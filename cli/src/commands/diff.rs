//! `hookset diff`: what a change of the rules changes.

mod collected;
mod groups;
mod log;
mod print;
mod report;
mod unknown;

use hookset::analyze::Differ;
use hookset::diagnostic::Code;
use hookset::dialect::Dialect;
use hookset::event::Context;
use hookset::json::Tape;
use serde_json::Value;

use crate::Exit;
use crate::args::{DiffArgs, DiffFormat};
use crate::config;
use crate::engine::{self, Input};
use crate::fault::Fault;
use crate::input;
use crate::ready::{self, STRICT};
use crate::terminal::{self, Look, Stream};
use crate::text::visible;

use collected::Collected;
use groups::{groups, keys};
use report::{Report, Setting, Unexplored};
use unknown::Unknown;

pub(crate) fn run(args: &DiffArgs) -> Exit {
    match compare(args) {
        Ok(reports) => {
            let mut exit = Exit::Clean;
            for report in &reports {
                tell(args, report);
                exit = worse(exit, outcome(args, report));
            }
            exit
        }
        Err(faults) => ready::cannot(args.format == DiffFormat::Json, faults),
    }
}

fn tell(args: &DiffArgs, report: &Report) {
    let text = match args.format {
        DiffFormat::Text => print::text(report, Look::of(Stream::Out)),
        DiffFormat::Markdown => print::markdown(report),
        DiffFormat::Json => print::json(report),
    };
    terminal::write(Stream::Out, &text);
}

fn outcome(args: &DiffArgs, report: &Report) -> Exit {
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

fn worse(one: Exit, other: Exit) -> Exit {
    match (one, other) {
        (Exit::Unusable, _) | (_, Exit::Unusable) => Exit::Unusable,
        (Exit::Findings, _) | (_, Exit::Findings) => Exit::Findings,
        _ => other,
    }
}

fn compare(args: &DiffArgs) -> Result<Vec<Report>, Vec<Fault>> {
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
    let (old, new) = (read_under(&args.old)?, read_what_is_left(&args.new)?);
    // Before a dialect is named, which counts more than where files stand.
    let keys = [keys(&args.old, &old), keys(&args.new, &new)];
    let named = args.dialect.as_deref();
    let (number, both) = (old.len(), [old, new].concat());
    let (mut old, dialect) = config::read_in(both, named, STRICT)?;
    let new = old.split_off(number);
    let groups = groups([old, new], keys);
    if groups.len() > 1 && args.events.as_deref() == Some("-") {
        let message = "the events of standard input can be answered by one \
                       policy on each side, and here are several";
        let fault = Fault::new(Code::UNREADABLE_FILE, "<stdin>", message);
        return Err(vec![fault.help("write the events to a file")]);
    }
    let reports = groups.into_iter().zip(0..).map(|(group, at)| {
        let report = pair(args, group.sides, (&dialect, at == 0))?;
        Ok(Report { group: group.name, ..report })
    });
    reports.collect()
}

/// Compares two policies. What is wrong with the log is told with the first.
fn pair(
    args: &DiffArgs,
    [old, new]: [Vec<Input>; 2],
    (dialect, is_first): (&Dialect, bool),
) -> Result<Report, Vec<Fault>> {
    let old = engine::policy(old, dialect).map_err(|f| vec![f])?;
    let new = engine::policy(new, dialect).map_err(|f| vec![f])?;
    let unknown = [Unknown::of(&old), Unknown::of(&new)];
    unknown.iter().for_each(Unknown::print_errors);
    let mut differ = Differ::new(old, new).map_err(|error| {
        let message = format!("a policy cannot be compiled: {error}");
        vec![Fault::new(Code::POLICY_TOO_LARGE, "policy", message)]
    })?;
    let mut collected = Collected::default();
    let explored = differ.explored();
    let samples = explored.samples;
    let context = hookset::analyze::sample_context();
    for sample in &samples {
        let event = placed(sample.json(), &context);
        if let Some(change) = differ.compare(&event, &context) {
            collected.add(sample.shown(), &event, None, &change);
        }
    }
    let log = match &args.events {
        None => None,
        Some(path) => Some(log::over(
            (path, is_first),
            args,
            &mut differ,
            &mut collected,
        )?),
    };
    let settings = settings(&differ);
    let mut unexplored = unexplored(explored.unexplored);
    let is_known = unknown::add(&unknown, &mut unexplored);
    let nothing = collected.is_empty() && settings.is_empty();
    let (changes, hooks) = collected.into_lists();
    let widens = changes.iter().any(|change| change.widens)
        || hooks.iter().any(|hook| hook.widens)
        || settings.iter().any(|setting| setting.widens)
        || unexplored.iter().any(|rule| rule.widens);
    Ok(Report {
        schema: "hookset.diff/1",
        old: args.old.clone(),
        new: args.new.clone(),
        group: None,
        differs: !nothing || !unexplored.is_empty(),
        widens,
        proven: nothing && is_known && differ.is_proven_same(),
        tighter: hooks.is_empty() && is_known && differ.is_proven_tighter(),
        examples: samples.len(),
        changes,
        hooks,
        settings,
        unexplored,
        log,
        diagnostics: unknown.iter().flat_map(Unknown::findings).collect(),
    })
}

/// An event that was made up, with the directory that it was answered in.
fn placed(event: &str, context: &Context) -> String {
    let tape = Tape::of(event);
    let known = tape.root(event).and_then(|root| root.get("cwd"));
    match (&context.cwd, event.strip_suffix('}')) {
        (Some(cwd), Some(start)) if known.is_none() => {
            format!("{start},\"cwd\":{}}}", Value::from(cwd.as_str()))
        }
        _ => event.to_owned(),
    }
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
    ready::read_under(&[path.to_owned()]).map_err(|mut faults| {
        for fault in &mut faults {
            if fault.code == Code::NO_RULE_FILES {
                fault.help = Some(BEFORE_ANY.to_owned());
            }
        }
        faults
    })
}

/// Where OLD has no rule files. A wrong directory there must not look like
/// rules that are all new.
const BEFORE_ANY: &str = "to compare with no rules at all, name a settings \
                          file that holds `{}` as OLD";

/// The same as it is now: where a change took the last rule file away, no
/// rule is in force.
fn read_what_is_left(path: &str) -> Result<Vec<Input>, Vec<Fault>> {
    let read = ready::read_under(&[path.to_owned()]);
    let gone = |faults: &[Fault]| match faults {
        [fault] => fault.code == Code::NO_RULE_FILES,
        _ => false,
    };
    match read {
        Err(faults) if gone(&faults) => {
            let path = visible(path);
            let note = format!(
                "note: no rule files found under `{path}`: compared with no \
                 rules at all\n"
            );
            terminal::write(Stream::Err, &note);
            Ok(Vec::new())
        }
        read => read,
    }
}
