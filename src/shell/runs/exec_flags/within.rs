//! Tools that the runner of a project starts, with the words that harm.

use crate::shell::data::respell::{self, Spelling, TASKS};
use crate::shell::scene::Scene;
use crate::shell::words::{Program, Words};
use crate::shell::{Effects, Reason};

/// How many runners within each other are looked through.
const MOST: usize = 3;

impl Scene<'_> {
    /// `npx eslint --rulesdir x`: no allow rule for what `npx` runs is about
    /// a word that none for `eslint` is about.
    pub(super) fn flagged_within(
        &mut self,
        program: Program<'_>,
        words: Words,
    ) -> bool {
        let (mut program, mut words) = (program, words);
        for _ in 0..MOST {
            let Some(at) = self.tool_at(program, words) else { return false };
            words = words.from(at);
            program = self.program(words, false);
            let rest = words.from(at + 1);
            if self.is_led_elsewhere(program, rest) {
                return true;
            }
            let hits = |row| self.hits(row, program, rest);
            let found = self
                .rows_of(program.known, rest)
                .find_map(|row| hits(row).first().copied());
            if let Some((at, _)) = found {
                let span = self.span_of(Words { start: at, end: at + 1 });
                self.doubt(Reason::ExecFlag, span, Effects::default());
                return true;
            }
        }
        false
    }

    /// Where the tool of a project stands that a program runs.
    pub(crate) fn tool_at(
        &self,
        program: Program<'_>,
        words: Words,
    ) -> Option<usize> {
        if !program.known.is_tooled() {
            return None;
        }
        let tasks =
            respell::of(program.name, program.known) == Some(Spelling::Tasks);
        self.wrapped_at(program, words).or_else(|| {
            // `yarn eslint x`, `pnpm run eslint x`
            let mut operands = words.from(words.start + 1).iter();
            let mut next = || operands.find(|&at| self.first_byte(at) != b'-');
            let first = next().filter(|_| tasks)?;
            match self.text_at(first) {
                "run" => next(),
                task if TASKS.contains(&task) => None,
                _ => Some(first),
            }
        })
    }
}
