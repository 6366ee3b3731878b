//! Words that may be run, as guards may write them: `mytool git push -u x y`
//! is what a guard on `git push x y` means; and what these run in turn.

use super::MOST;
use crate::shell::guards::named::Behind;
use crate::shell::scene::{Allow, Level, More, Scene};
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};

impl Scene<'_> {
    /// The same words as guards may write them, where something is known
    /// about the program.
    pub(super) fn other_tails(&mut self, words: Words) {
        let program = self.program(words, false);
        let name = program.name;
        let named = self.places.options;
        let is_named = named.is_none_or(|named| {
            let words = Behind::new(name, "");
            named.has_sorted_of(name) || named.has_words(words)
        });
        let known = program.known.globals().is_some() || is_named;
        let few = self.tails.len() < MOST / 2;
        if !known || !few || !words.iter().all(|at| self.literal_at(at)) {
            return;
        }
        let first = self.out.views.len();
        let (allow, guard, more) = (Allow::No, Effects::GUARD, More::Nothing);
        self.subcommand_views(program, Level { words, allow, guard, more });
        let span = self.span_of(words);
        self.unsure(first, span, Reason::ProgramWord);
    }

    /// `mytool python -c …`: code behind a program that is not known.
    pub(super) fn tail_code(&mut self, words: Words) {
        let known = self.program(words, false).known;
        let letters = match known.interpreter() {
            Some(row) => row.code,
            None if known.is_shell() => "c",
            None => return,
        };
        let rest = words.from(words.start + 1).iter();
        let mut options = rest.take_while(|&at| self.first_byte(at) == b'-');
        let code = options.any(|at| {
            let text = self.text_at(at);
            !text.starts_with("--") && text.contains(|c| letters.contains(c))
        });
        if code {
            let (allow, guard) = (Allow::No, Effects::GUARD);
            self.levels.push(Level {
                words,
                allow,
                guard,
                more: More::Nothing,
            });
        }
    }

    /// `mytool awk '…'`: what the words of a program that is known run,
    /// behind one that is not.
    pub(super) fn tail_runs(&mut self, words: Words) {
        let program = self.program(words, false);
        let rest = words.from(words.start + 1);
        if program.known.is_awk() {
            self.awk(rest);
        } else if matches!(program.name, "sed" | "gsed") {
            self.sed(rest);
        }
        self.exec_flags(program, words);
    }
}
