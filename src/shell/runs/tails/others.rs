//! Words that may be run, as guards may write them: `mytool git push -u x y`
//! is what a guard on `git push x y` means.

use super::{GUARDS, MOST};
use crate::shell::Reason;
use crate::shell::analyze::{Allow, Level, More, Scene};
use crate::shell::words::Words;

impl Scene<'_> {
    /// The same words as guards may write them, where something is known
    /// about the program.
    pub(super) fn other_tails(&mut self, words: Words) {
        let program = self.program(words, false);
        let name = program.name;
        let named = self.places.options;
        let is_named = named.is_some_and(|named| named.has_sorted(name));
        let known = program.known.globals().is_some() || is_named;
        let few = self.tails.len() < MOST / 2;
        if !known || !few || !words.iter().all(|at| self.literal_at(at)) {
            return;
        }
        let first = self.out.views.len();
        let (allow, guard, more) = (Allow::No, GUARDS, More::Nothing);
        self.subcommand_views(program, Level { words, allow, guard, more });
        let span = self.span_of(words);
        self.unsure(first, span, Reason::ProgramWord);
    }
}
