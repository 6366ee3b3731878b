//! What was found in all files, and how it is printed.

use hookset::diagnostic::{Code, Diagnostic, Severity, render};
use hookset::source::{Source, SourceId};

use super::baseline::{self, Baseline};
use crate::Exit;
use crate::args::{CheckArgs, CheckFormat, Deny};
use crate::fault::Fault;
use crate::report;
use crate::terminal::{self, Look, Paint, Stream};
use crate::text::count;

/// Nobody looks at more pictures than this.
const MAX_DRAWN: usize = 500;

/// Everything that was found, in the order of the files.
#[derive(Default)]
pub(super) struct Findings {
    sources: Vec<Source>,
    /// How many of these are no files that were looked at: what could not be
    /// read, and once more what could not be written.
    others: usize,
    diagnostics: Vec<Diagnostic>,
    /// Whether some input could not be used at all.
    pub(super) unusable: bool,
    /// More to say at the end, in a few words each.
    pub(super) notes: Vec<String>,
}

/// A file with one of these was not read as a whole.
pub(super) const UNUSABLE: &[Code] = &[
    Code::EMPTY_FILE,
    Code::FILE_TOO_LARGE,
    Code::INVALID_UTF8,
    Code::NESTED_TOO_DEEP,
    Code::NO_RULE_FILES,
    Code::UNKNOWN_DIALECT,
    Code::UNREADABLE_FILE,
    Code::UNUSABLE_IMAGE,
    Code::UNWRITABLE_FILE,
];

/// Of a rule that does not count, one reason is enough.
pub(super) const DEAD: &[Code] = &[
    Code::DUPLICATE_RULE,
    Code::NEVER_MATCHES,
    Code::REDUNDANT_RULE,
    Code::SHADOWED_RULE,
];

impl Findings {
    /// The number of the file that is added next.
    pub(super) fn next(&self) -> SourceId {
        SourceId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX))
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        self.others += 1;
        let (source, found) = fault.into_finding(SourceId(0));
        self.add(source, vec![found]);
    }

    /// Adds one file's findings, which know it as source 0.
    pub(super) fn add(&mut self, source: Source, found: Vec<Diagnostic>) {
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

    /// Adds a finding about several files behind those of the first of them,
    /// unless that one says as much by itself.
    pub(super) fn beside(&mut self, found: Diagnostic) {
        let Some(at) = found.primary() else { return };
        let same = |other: &Diagnostic| {
            let own = other.primary().filter(|one| one.source == at.source);
            own.is_some_and(|own| match other.code {
                code if UNUSABLE.contains(&code) => true,
                Code::NOT_DECIDED => found.code == Code::NOT_DECIDED,
                _ => own.span == at.span && DEAD.contains(&other.code),
            })
        };
        if self.diagnostics.iter().any(same) {
            return;
        }
        let behind = self.diagnostics.iter().rposition(|other| {
            other.primary().is_some_and(|one| one.source <= at.source)
        });
        let place = behind.map_or(0, |last| last + 1);
        self.diagnostics.insert(place, found);
    }

    /// Takes out what the baseline knows, or writes it anew.
    pub(super) fn settle(&mut self, path: &str, write: bool) {
        let sources = &self.sources;
        let source = |found: &Diagnostic| {
            let label = found.primary()?;
            sources.get(label.source.0 as usize)
        };
        if write {
            let all = self.diagnostics.iter();
            let all = all.filter_map(|f| Some((f, source(f)?)));
            match baseline::write(path, all) {
                Err(fault) => return self.fault(fault),
                Ok(number) => {
                    let number = count(number, "finding");
                    let note = format!("wrote {number} to {path}");
                    self.notes.push(note);
                }
            }
        }
        let mut known = match Baseline::read(path) {
            Ok(known) => known,
            Err(fault) => return self.fault(fault),
        };
        let before = self.diagnostics.len();
        let sources = &self.sources;
        self.diagnostics.retain(|found| {
            let label = found.primary();
            let at = label.map(|label| label.source.0 as usize);
            let source = at.and_then(|at| sources.get(at));
            !source.is_some_and(|source| known.takes(path, found, source))
        });
        let hidden = before - self.diagnostics.len();
        if hidden > 0 && !write {
            let hidden = count(hidden, "known finding");
            self.notes.push(format!("{hidden} not shown"));
        }
        if known.gone() > 0 {
            let gone = count(known.gone(), "known finding");
            let again = "--write-baseline";
            self.notes.push(format!("{gone} gone; `{again}` forgets them"));
        }
    }

    fn number(&self, severity: Severity) -> usize {
        let all = self.diagnostics.iter();
        all.filter(|found| found.severity == severity).count()
    }

    pub(super) fn exit(&self, args: &CheckArgs) -> Exit {
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

    /// Prints to `out`, which is not standard output where that holds a text
    /// that was mended.
    pub(super) fn print(&self, args: &CheckArgs, out: Stream) {
        let (found, sources) = (&self.diagnostics, &self.sources);
        let text = match args.format {
            CheckFormat::Text => return self.print_text(args.quiet, out),
            CheckFormat::Json => render::json(found, sources),
            CheckFormat::Sarif => render::sarif(found, sources),
            CheckFormat::Github => render::github(found, sources),
            CheckFormat::Concise => render::concise(found, sources),
        };
        terminal::write(out, &text);
    }

    /// What is wrong with files goes to `out`, what keeps files from being
    /// read to standard error.
    fn print_text(&self, quiet: bool, out: Stream) {
        let found = self.diagnostics.iter();
        let found = found.filter(|found| !UNUSABLE.contains(&found.code));
        let found: Vec<_> = found.cloned().collect();
        let look = Look::of(out);
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
        terminal::write(out, &text);
        self.print_faults();
    }

    /// What kept files from being read.
    pub(super) fn print_faults(&self) {
        let faults = self.diagnostics.iter();
        let faults = faults.filter(|found| UNUSABLE.contains(&found.code));
        let faults: Vec<_> = faults.cloned().collect();
        let look = Look::of(Stream::Err);
        let text = report::draw(&faults, &self.sources, look);
        terminal::write(Stream::Err, &text);
    }

    fn closing(&self, look: Look) -> String {
        let files = self.sources.len().saturating_sub(self.others);
        let files = count(files, "file");
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
        let told = if parts.is_empty() {
            look.paint(Paint::Green, "nothing found")
        } else {
            parts.join(", ")
        };
        let mut out = format!("checked {files}: {told}\n");
        for note in &self.notes {
            out.push_str(note);
            out.push('\n');
        }
        out
    }
}
