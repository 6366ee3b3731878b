//! Options that are known only when the line runs: `grep $x y src`,
//! `sed -"$x" s/a/b/ y`. Such a one may say that directories are gone
//! through, or that files are changed.

use super::walk::{COMES, Passed, Walk};
use crate::shell::data::files::{EDITS, Handler, Role};
use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::words::{Words, cooked_at};

impl Scene<'_> {
    /// Whether a word of a program may become an option that says more of
    /// its files than is known.
    pub(super) fn any_option(&self, row: &Handler, words: Words) -> bool {
        let says = !matches!(row.tree, "" | "*") || EDITS.contains(&row.name);
        if !says
            || !self.profile.strict
            || !self.places.guesses
            || words.iter().all(|at| self.literal_at(at))
        {
            return false;
        }
        let (mut count, mut several) = (0, false);
        let mut walk = Walk::new(row, words);
        while let Some(found) = walk.next(self, row, words) {
            if let Passed::Operand(at) = found {
                count += 1;
                several |= self.becomes_options(at);
            }
        }
        // `grep x $y` has no file besides; nor has `grep "$x" y` a pattern.
        let told = |at: usize| {
            self.becomes_options(at) || count > 1 && self.may_be_any_option(at)
        };
        walk.any || several && count > 1 || walk.told.is_some_and(told)
    }

    /// An operand beside such an option.
    pub(super) fn beside_any_option(
        &mut self,
        row: &Handler,
        role: Role,
        at: usize,
    ) {
        let Some(word) = self.word(at) else { return };
        let text = cooked_at(self.line, at);
        if EDITS.contains(&row.name) {
            self.guess(word, text, true);
        }
        if matches!(row.tree, "" | "*") {
            return;
        }
        if !self.literal_at(at) {
            self.tree(role, at);
        } else if self.is_around(at) {
            self.any_file(role, word.span);
        } else {
            self.all_below(role, text, word.span);
        }
    }

    /// The same of a program that only reads what it is given, unless an
    /// option says otherwise: `prettier $x src`. Of `prettier $x` all words
    /// may be files.
    pub(in crate::shell::files) fn any_option_beside_files(
        &self,
        words: Words,
    ) -> bool {
        let may_be = |at: usize| {
            let text = self.text_at(at);
            let name = match text.starts_with("--") {
                true => text.split('=').next().unwrap_or(""),
                false => text,
            };
            let option = name.starts_with('-') && name.contains(COMES);
            option && !self.literal_at(at) || self.becomes_options(at)
        };
        let is_file =
            |at: usize| self.first_byte(at) != b'-' && self.literal_at(at);
        words.iter().any(may_be) && words.iter().any(is_file)
    }

    /// Whether a word may become an option.
    fn may_be_any_option(&self, at: usize) -> bool {
        let word = Words { start: at, end: at + 1 };
        self.may_be_options(word, false, false)
    }

    /// Whether a word may become several, options among them.
    fn becomes_options(&self, at: usize) -> bool {
        const SPLITS: u16 = WordFlags::UNQUOTED_EXPANSION;
        self.word(at).is_some_and(|word| word.flags.any(SPLITS))
            && self.may_be_any_option(at)
    }
}
