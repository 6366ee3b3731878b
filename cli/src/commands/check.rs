//! `hookset check`.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use hookset::diagnostic::{Code, Diagnostic, Severity, render};
use hookset::dialect::Dialect;
use hookset::lint;
use hookset::source::{Source, SourceId};

use crate::Exit;
use crate::args::{CheckArgs, CheckFormat, Deny};
use crate::discover::{self, Place};
use crate::engine::{self, Input};
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
use crate::report;
use crate::terminal::{self, Look, Paint, Stream};
use crate::text::count;

pub(crate) fn run(args: &CheckArgs) -> Exit {
    let mut findings = Findings::default();
    match args.dialect.as_deref().map(engine::dialect).transpose() {
        Ok(dialect) => check(args, dialect.as_ref(), &mut findings),
        Err(fault) => findings.fault(fault),
    }
    findings.print(args);
    findings.exit(args)
}

fn check(
    args: &CheckArgs,
    dialect: Option<&Dialect>,
    findings: &mut Findings,
) {
    let paths = discover::paths_or_project(&args.paths);
    let (places, faults) = discover::files(&paths);
    for fault in faults {
        findings.fault(fault);
    }
    if places.is_empty() && !findings.unusable {
        findings.fault(discover::nothing(&paths));
    }
    for each in in_parallel(&places, |place| one(place, dialect)) {
        match each {
            Ok((source, found)) => findings.add(source, found),
            Err(fault) => findings.fault(fault),
        }
    }
}

fn one(
    place: &Place,
    dialect: Option<&Dialect>,
) -> Result<(Source, Vec<Diagnostic>), Fault> {
    let text = input::read_text(&place.path, POLICY_LIMIT)?;
    if !place.is_known {
        let name = &place.path;
        let message = format!(
            "`{name}` is not a kind of file that hookset reads: nothing in \
             it was checked"
        );
        let help = "settings and hooks are read from JSON files";
        let fault = Fault::new(Code::UNKNOWN_FILE_KIND, name, message);
        let found = fault.help(help).into_finding(SourceId(0));
        return Ok((found.0, vec![found.1]));
    }
    let input = Input { place: place.clone(), text };
    let policy = engine::read(input, dialect)?;
    let mut found = lint::check(&policy);
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

/// Nobody looks at more pictures than this.
const MAX_DRAWN: usize = 500;

/// Everything that was found, in the order of the files.
#[derive(Default)]
struct Findings {
    sources: Vec<Source>,
    diagnostics: Vec<Diagnostic>,
    /// Whether some input could not be used at all.
    unusable: bool,
}

/// A file with one of these was not read as a whole.
const UNUSABLE: &[Code] = &[
    Code::EMPTY_FILE,
    Code::FILE_TOO_LARGE,
    Code::INVALID_UTF8,
    Code::NESTED_TOO_DEEP,
    Code::NO_RULE_FILES,
    Code::UNKNOWN_DIALECT,
    Code::UNREADABLE_FILE,
];

impl Findings {
    fn next(&self) -> SourceId {
        SourceId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX))
    }

    fn fault(&mut self, fault: Fault) {
        let (source, found) = fault.into_finding(SourceId(0));
        self.add(source, vec![found]);
    }

    /// Adds one file's findings, which know it as source 0.
    fn add(&mut self, source: Source, found: Vec<Diagnostic>) {
        let id = self.next();
        for mut found in found {
            for label in &mut found.labels {
                label.source = id;
            }
            let edits = found.fix.iter_mut().flat_map(|fix| &mut fix.edits);
            for edit in edits {
                edit.source = id;
            }
            self.unusable |= UNUSABLE.contains(&found.code);
            self.diagnostics.push(found);
        }
        self.sources.push(source);
    }

    fn number(&self, severity: Severity) -> usize {
        let all = self.diagnostics.iter();
        all.filter(|found| found.severity == severity).count()
    }

    fn exit(&self, args: &CheckArgs) -> Exit {
        let warnings = args.deny == Some(Deny::Warnings)
            && self.number(Severity::Warning) > 0;
        if self.unusable {
            Exit::Unusable
        } else if warnings || self.number(Severity::Error) > 0 {
            Exit::Findings
        } else {
            Exit::Clean
        }
    }

    fn print(&self, args: &CheckArgs) {
        let (found, sources) = (&self.diagnostics, &self.sources);
        let text = match args.format {
            CheckFormat::Text => return self.print_text(args.quiet),
            CheckFormat::Json => render::json(found, sources),
            CheckFormat::Sarif => render::sarif(found, sources),
            CheckFormat::Github => render::github(found, sources),
            CheckFormat::Concise => render::concise(found, sources),
        };
        terminal::write(Stream::Out, &text);
    }

    /// What is wrong with files goes to standard output, what keeps files
    /// from being read to standard error.
    fn print_text(&self, quiet: bool) {
        let (faults, found): (Vec<_>, Vec<_>) = self
            .diagnostics
            .iter()
            .cloned()
            .partition(|found| UNUSABLE.contains(&found.code));
        let look = Look::of(Stream::Out);
        let drawn = found.get(..MAX_DRAWN).unwrap_or(&found);
        let mut text = report::draw(drawn, &self.sources, look);
        if found.len() > drawn.len() {
            let more = found.len() - drawn.len();
            text.push_str(&format!(
                "{more} more are not drawn; `--format concise` prints all\n\n"
            ));
        }
        let silent = self.unusable && found.is_empty();
        if !quiet && !silent {
            text.push_str(&self.closing(look));
        }
        terminal::write(Stream::Out, &text);
        let look = Look::of(Stream::Err);
        let text = report::draw(&faults, &self.sources, look);
        terminal::write(Stream::Err, &text);
    }

    fn closing(&self, look: Look) -> String {
        let files = count(self.sources.len(), "file");
        let number = |severity, noun| {
            let number = self.number(severity);
            (number > 0).then(|| count(number, noun))
        };
        let parts: Vec<_> = [
            number(Severity::Error, "error"),
            number(Severity::Warning, "warning"),
            number(Severity::Info, "note"),
        ]
        .into_iter()
        .flatten()
        .collect();
        if parts.is_empty() {
            let good = look.paint(Paint::Green, "nothing found");
            return format!("checked {files}: {good}\n");
        }
        format!("checked {files}: {}\n", parts.join(", "))
    }
}
