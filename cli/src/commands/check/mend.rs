//! `check --fix` and `check --diff`.

use hookset::diagnostic::fix::{Mended, Which, mend};
use hookset::diagnostic::{Code, Diagnostic, Severity};

use super::baseline::Baseline;
use super::findings::UNUSABLE;
use super::{Job, look_at};
use crate::args::CheckArgs;
use crate::diff;
use crate::discover::{Home, Place};
use crate::fault::Fault;
use crate::save;
use crate::terminal::{self, Look, Stream};

/// What is to be done about fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// They are only named.
    Leave,
    /// They are applied to the files.
    Write(Which),
    /// They are shown.
    Show(Which),
}

impl Mode {
    pub(super) fn of(args: &CheckArgs) -> Mode {
        let which = match args.unsafe_fixes {
            true => Which::All,
            false => Which::Safe,
        };
        match (args.diff, args.fix || args.unsafe_fixes) {
            (true, _) => Mode::Show(which),
            (_, true) => Mode::Write(which),
            _ => Mode::Leave,
        }
    }
}

/// What became of the fixes of all files.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) applied: usize,
    pub(super) files: usize,
    pub(super) faults: Vec<Fault>,
    /// Where the findings are told: beside a text that was mended, which
    /// standard output is for.
    pub(super) out: Stream,
}

/// Mends the files, or shows how they would be mended. What came in on
/// standard input is held mended from then on, and printed as it is then,
/// whether anything was mended or not. What the baseline `known` knows is
/// left as it is.
pub(super) fn run(
    jobs: &mut [Job],
    mode: Mode,
    known: Option<&str>,
) -> Summary {
    let (applied, files, faults) = (0, 0, Vec::new());
    let mut summary = Summary { applied, files, faults, out: Stream::Out };
    let (Mode::Write(which) | Mode::Show(which)) = mode else {
        return summary;
    };
    // One that cannot be read is told of by the check.
    let known =
        known.and_then(|path| Some((path, Baseline::read(path).ok()?)));
    for job in jobs {
        // What cannot be read is told by the check itself.
        let Ok(text) = job.text() else { continue };
        let mended = match takes_fixes(&job.place, &text) {
            true => mended(job, &text, which, known.as_ref()),
            false => None,
        };
        let mended = mended.filter(|mended| mended.text != text);
        if let (Mode::Write(_), Some(held)) = (mode, &mut job.held) {
            if let Some(mended) = &mended {
                held.clone_from(&mended.text);
            }
            terminal::write(Stream::Out, held);
            summary.out = Stream::Err;
        }
        let Some(mended) = mended else { continue };
        let place = &job.place;
        let done = match mode {
            Mode::Show(_) => {
                let look = Look::of(Stream::Out);
                let name = &place.path;
                let diff = diff::unified(name, &text, &mended.text, look);
                terminal::write(Stream::Out, &diff);
                Ok(())
            }
            _ if job.held.is_some() => Ok(()),
            _ => save::replace(&place.file, &text, &mended.text),
        };
        match done {
            Ok(()) => {
                summary.files += 1;
                summary.applied += mended.applied.len();
            }
            Err(fault) => summary.faults.push(fault),
        }
    }
    summary
}

/// The text after all fixes; `None` for one that is not read as a whole even
/// then.
fn mended(
    job: &Job,
    text: &str,
    which: Which,
    known: Option<&(&str, Baseline)>,
) -> Option<Mended> {
    let check = |text: &str| match look_at(job, text.to_owned()) {
        Ok((source, mut found)) if found.iter().all(is_usable) => {
            if let Some((path, known)) = known {
                let mut known = known.clone();
                found.retain(|found| !known.takes(path, found, &source));
            }
            found
        }
        _ => Vec::new(),
    };
    let mended = mend(text, which, check);
    // Where the file is refused still, what was guessed of it may be wrong.
    let found = look_at(job, mended.text.clone());
    let refused =
        found.map_or(true, |(_, found)| found.iter().any(is_refusal));
    (!refused).then_some(mended)
}

/// Whether fixes can be written into a file.
fn takes_fixes(place: &Place, text: &str) -> bool {
    let front = place.home == Home::Definition && text.starts_with("---");
    place.is_known || front
}

fn is_usable(found: &Diagnostic) -> bool {
    !UNUSABLE.contains(&found.code)
}

fn is_refusal(found: &Diagnostic) -> bool {
    let broken = matches!(
        found.code,
        Code::INVALID_JSON | Code::INVALID_TOML | Code::INVALID_YAML
    );
    broken && found.severity == Severity::Error
}
