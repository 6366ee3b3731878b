//! The walk over a program's words: its options, and what is left.

use crate::shell::analyze::Scene;
use crate::shell::data::files::{Handler, Role, leaves_out};
use crate::shell::strip::short_takes;
use crate::shell::words::Words;

/// Where the value of `-Cdir` starts: of programs that unpack, whose
/// output may stand in the word of its option.
fn attached(row: &Handler, text: &str) -> Option<usize> {
    let letter = text.strip_prefix('-')?.chars().next()?;
    let takes = row.role == Role::Unpacks && row.output.contains(letter);
    (takes && text.len() > 2).then_some(2)
}

/// What the walk over a program's words finds.
pub(super) enum Found {
    Operand(usize),
    /// The file of `-f`.
    File(usize),
    /// The directory an option names, and where in the word it starts.
    Output(usize, usize),
}

/// A walk over a program's words.
pub(super) struct Walk {
    at: usize,
    skip: u8,
    ended: bool,
}

impl Walk {
    pub(super) fn new(row: &Handler, words: Words) -> Walk {
        Walk { at: words.start, skip: row.skip, ended: false }
    }

    pub(super) fn next(
        &mut self,
        scene: &Scene<'_>,
        row: &Handler,
        words: Words,
    ) -> Option<Found> {
        while self.at < words.end {
            let at = self.at;
            self.at += 1;
            let option = scene.first_byte(at) == b'-';
            if self.ended || !option || scene.is_at(at, "-") {
                if self.skip > 0 {
                    self.skip -= 1;
                } else if !scene.is_at(at, "-") {
                    return Some(Found::Operand(at));
                }
                continue;
            }
            let text = scene.text_at(at);
            if text == "--" {
                self.ended = true;
            } else if text.starts_with("--target-directory=") {
                let cut = "--target-directory=".len();
                return Some(Found::Output(at, cut));
            } else if text == "--target-directory" {
                self.at += 1;
                return Some(Found::Output(at + 1, 0));
            } else if leaves_out(text) {
                self.at += usize::from(!text.contains('='));
            } else if text.starts_with("--regexp=")
                || text.starts_with("--expression=")
            {
                self.skip = 0;
            } else if short_takes(text, row.pattern) {
                self.skip = 0;
                self.at += 1;
                if text.ends_with('f') {
                    return Some(Found::File(at + 1));
                }
            } else if !row.pattern.is_empty()
                && !text.starts_with("--")
                && text.contains(|c| row.pattern.contains(c))
            {
                // `-ePATTERN`
                self.skip = 0;
            } else if short_takes(text, row.output) {
                self.at += 1;
                return Some(Found::Output(at + 1, 0));
            } else if let Some(cut) = attached(row, text) {
                return Some(Found::Output(at, cut));
            } else if short_takes(text, row.valued) {
                self.at += 1;
            }
        }
        None
    }
}
