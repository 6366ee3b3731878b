//! `check --fix` and `check --diff`.

use hookset::diagnostic::fix::{Mended, Which, mend};
use hookset::diagnostic::{Code, Diagnostic, Severity};

use super::findings::UNUSABLE;
use super::{Job, look_at};
use crate::args::CheckArgs;
use crate::diff;
use crate::discover::{Home, Place};
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
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
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) applied: usize,
    pub(super) files: usize,
    pub(super) faults: Vec<Fault>,
}

/// Mends the files, or shows how they would be mended.
pub(super) fn run(jobs: &[Job], mode: Mode) -> Summary {
    let mut summary = Summary::default();
    let (Mode::Write(which) | Mode::Show(which)) = mode else {
        return summary;
    };
    for job in jobs {
        let place = &job.place;
        // What cannot be read is told by the check itself.
        let text = match input::read_text(&place.file, POLICY_LIMIT) {
            Ok(text) if takes_fixes(place, &text) => text,
            _ => continue,
        };
        let Some(mended) = mended(job, &text, which) else {
            continue;
        };
        if mended.text == text {
            continue;
        }
        let done = match mode {
            Mode::Show(_) => {
                let look = Look::of(Stream::Out);
                let name = &place.path;
                let diff = diff::unified(name, &text, &mended.text, look);
                terminal::write(Stream::Out, &diff);
                Ok(())
            }
            _ if place.path == "-" => Err(no_file()),
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
fn mended(job: &Job, text: &str, which: Which) -> Option<Mended> {
    let check = |text: &str| match look_at(job, text.to_owned()) {
        Ok((_, found)) if found.iter().all(is_usable) => found,
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

fn no_file() -> Fault {
    let message = "standard input cannot be written to".to_owned();
    Fault::new(Code::UNREADABLE_FILE, "<stdin>", message)
        .help("`--diff` prints what would be changed")
}
