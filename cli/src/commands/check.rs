//! `hookset check`.

mod findings;
mod mend;

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use hookset::diagnostic::{Code, Diagnostic};
use hookset::dialect::Dialect;
use hookset::lint;
use hookset::source::{Source, SourceId};

use crate::Exit;
use crate::args::CheckArgs;
use crate::discover::{self, Place};
use crate::engine::{self, Input};
use crate::fault::Fault;
use crate::image::{self, Check};
use crate::input::{self, POLICY_LIMIT};
use crate::text::count;

use findings::{Findings, UNUSABLE};
use mend::{Mode, Summary};

pub(crate) fn run(args: &CheckArgs) -> Exit {
    let mut findings = Findings::default();
    let dialect = match args.dialect.as_deref().map(engine::dialect) {
        Some(Ok(dialect)) => Some(dialect),
        None => None,
        Some(Err(fault)) => {
            findings.fault(fault);
            findings.print(args);
            return Exit::Unusable;
        }
    };
    let paths = discover::paths_or_project(&args.paths);
    let (places, faults) = discover::files(&paths);
    for fault in faults {
        findings.fault(fault);
    }
    if places.is_empty() && !findings.unusable {
        findings.fault(discover::nothing(&paths));
    }
    let mode = Mode::of(args);
    let mended = mend::run(&places, dialect.as_ref(), mode);
    let bypasses = args.bypasses;
    check(&places, dialect.as_ref(), bypasses, &mut findings);
    let Summary { files, applied, faults } = mended;
    for fault in faults {
        findings.fault(fault);
    }
    match mode {
        Mode::Show(_) => show(&findings, args, files),
        _ => {
            if applied > 0 {
                let fixes = count(applied, "fix").replace("fixs", "fixes");
                let files = count(files, "file");
                let note = format!("applied {fixes} in {files}");
                findings.notes.push(note);
            }
            findings.print(args);
            findings.exit(args)
        }
    }
}

/// With `--diff` the difference is the answer; of the findings only what
/// kept a file from being read is told.
fn show(findings: &Findings, args: &CheckArgs, changed: usize) -> Exit {
    findings.print_faults();
    match findings.exit(args) {
        Exit::Unusable => Exit::Unusable,
        _ if changed > 0 => Exit::Findings,
        _ => Exit::Clean,
    }
}

fn check(
    places: &[Place],
    dialect: Option<&Dialect>,
    bypasses: bool,
    findings: &mut Findings,
) {
    for each in in_parallel(places, |place| one(place, dialect, bypasses)) {
        match each {
            Ok((source, found)) => findings.add(source, found),
            Err(fault) => findings.fault(fault),
        }
    }
}

fn one(
    place: &Place,
    dialect: Option<&Dialect>,
    bypasses: bool,
) -> Result<(Source, Vec<Diagnostic>), Fault> {
    if image::is_image(&place.path) {
        return whole(&place.path);
    }
    let text = input::read_text(&place.path, POLICY_LIMIT)?;
    // Front matter says what its place does not.
    let is_definition =
        place.home == discover::Home::Definition && text.starts_with("---");
    if !place.is_known && !is_definition {
        let name = &place.path;
        let message = format!(
            "`{name}` is not a kind of file that hookset reads: nothing in \
             it was checked"
        );
        let help = "settings and hooks are read from JSON and YAML, agents, \
                    skills and commands from Markdown that starts with `---`";
        let fault = Fault::new(Code::UNKNOWN_FILE_KIND, name, message);
        let found = fault.help(help).into_finding(SourceId(0));
        return Ok((found.0, vec![found.1]));
    }
    look_at(place, text, dialect, bypasses)
}

/// What there is to say about a compiled policy: every byte of it is looked
/// at, and its sources.
fn whole(path: &str) -> Result<(Source, Vec<Diagnostic>), Fault> {
    let engine = image::load(path, Check::Whole)?;
    let stale = image::stale(path, &engine);
    let stale = stale.map(|fault| fault.into_finding(SourceId(0)));
    Ok(match stale {
        Some((source, found)) => (source, vec![found]),
        None => (Source::new(path, ""), Vec::new()),
    })
}

/// What there is to say about the text of a file.
fn look_at(
    place: &Place,
    text: String,
    dialect: Option<&Dialect>,
    bypasses: bool,
) -> Result<(Source, Vec<Diagnostic>), Fault> {
    let input = Input { place: place.clone(), text };
    let policy = engine::read(input, dialect)?;
    let mut found = lint::check(&policy);
    if bypasses {
        found.extend(lint::stepped_over(&policy));
    }
    let source = policy.sources().first().cloned();
    let source = source.unwrap_or_else(|| Source::new("", ""));
    // Of a file that was not read as a whole, only that is to be said.
    if found.iter().any(|found| UNUSABLE.contains(&found.code)) {
        found.retain(|found| UNUSABLE.contains(&found.code));
    }
    Ok((source, found))
}

/// Calls `work` on every item with a few threads; results in order.
fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    let result = work(item);
                    if let Ok(mut done) = done.lock() {
                        done.push((at, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
