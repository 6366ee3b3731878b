//! What may be run behind some words of a program that is known: dashes, and
//! words that are known only when the line runs.

use super::{MOST, WHOLE};
use crate::shell::scene::Scene;
use crate::shell::words::{Program, Words};

impl Scene<'_> {
    /// `cargo run -- rm x`: what stands behind the dashes of a program that
    /// is known may still be for another one.
    pub(super) fn behind_dashes(
        &mut self,
        words: Words,
        program: Program<'_>,
    ) {
        let known = program.known;
        let operands = known.handler().is_some()
            || known.touches_none()
            || known.only_reads()
            || matches!(program.name, "git" | "hg" | "jj" | "svn");
        if operands {
            return;
        }
        let mut found = 0;
        for at in words.iter() {
            let more = at + 1 < words.end && self.literal_at(at + 1);
            if more && self.is_at(at, "--") && self.tails.len() < MOST {
                found += 1;
                self.tail(words.from(at + 1), found > WHOLE);
            }
        }
    }

    /// `pyenv "$x" rm y`: behind a word that may be a subcommand or an option
    /// may stand what a program runs that runs others.
    pub(super) fn behind_unknown(
        &mut self,
        words: Words,
        program: Program<'_>,
    ) {
        let known = program.known;
        let runs = || {
            let subcommands = known.globals().is_some();
            known.wrappers().next().is_some()
                || known.has_exec_flags() && subcommands
        };
        if self.own.flags.literal() || !runs() {
            return;
        }
        let mut others = words.from(words.start + 1).iter();
        let subcommand =
            |at: &usize| self.first_byte(*at) != b'-' && self.is_open(*at);
        if let Some(at) = others.find(subcommand) {
            self.words_may_be_run(words.from(at + 1));
        }
    }
}
