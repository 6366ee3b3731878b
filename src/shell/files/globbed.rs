//! Globs among words that may be files: what they find may be what guards on
//! files are about.

use super::uses::FILES;
use crate::shell::braces::without_groups;
use crate::shell::paths::is_path;
use crate::shell::scene::Scene;
use crate::shell::split::{Word, WordBytes, WordFlags};
use crate::shell::words::{Program, Words};
use crate::shell::{About, Access, Reason, braces};

impl Scene<'_> {
    /// Globs among the words of a program that may change what they find:
    /// `prettier --write src/*.ts`.
    pub(super) fn changed_globs(&mut self, program: Program<'_>, rest: Words) {
        let (line, guarded) = (self.line, self.places.guarded);
        let wild = |at: &usize| {
            line.words.get(*at).is_some_and(|word| {
                let signs = !word.flags.literal()
                    || word.bytes.any(WordBytes::SPECIAL);
                signs
                    && word
                        .cooked
                        .of(&line.text)
                        .contains(['*', '?', '[', '('])
            })
        };
        let Some(guarded) = guarded.filter(|_| rest.iter().any(|a| wild(&a)))
        else {
            return;
        };
        let changes = self.formats(program, rest);
        let looks = self.only_looks(program.name, rest);
        let reads = self.reads_of(program, rest);
        for at in self.may_change(program, rest).iter().filter(wild) {
            let Some(word) = self.word(at) else { return };
            if self.is_read(&reads, rest, at) {
                continue;
            }
            let text = word.cooked.of(&line.text);
            let groups = match word.flags.literal() {
                true => None,
                false => without_groups(text),
            };
            let text = groups.as_ref().map_or(text, |g| g.as_str());
            // In quotes it may be an expression.
            let says = |part: &&str| {
                !word.flags.literal()
                    || is_path(text)
                        && part.split(['*', '?']).any(|one| one.len() > 1)
            };
            let named = |text: &str| {
                let mut parts = text.split('/').filter(says);
                parts.any(|part| guarded.is_named_by(Access::Write, part))
            };
            let ways = text.contains('{').then(|| braces::ways(text));
            let named = match ways {
                _ if text.starts_with('-') => false,
                None => named(text),
                Some(Some(ways)) => ways.iter().any(|way| named(way)),
                Some(None) => named(&braces::starred(text)),
            };
            let found =
                !looks && self.finds_guarded(Access::Write, word, changes);
            if named || found {
                self.doubt_about(
                    Reason::Glob,
                    word.span,
                    FILES,
                    About::Writes,
                );
            }
        }
    }

    /// `black src/*.py`: whether what a glob finds may be in a directory that
    /// guards name; with `any` one that it does not.
    pub(super) fn finds_guarded(
        &self,
        access: Access,
        word: Word,
        any: bool,
    ) -> bool {
        const GLOBS: u16 = WordFlags::GLOB
            | WordFlags::BRACE
            | WordFlags::QUOTED
            | WordFlags::TILDE;
        const WILD: u16 = WordFlags::GLOB | WordFlags::BRACE;
        let text = self.cooked(word);
        if !word.flags.any(WILD)
            || word.flags.any(!GLOBS)
            || text.starts_with('-')
        {
            return false;
        }
        let groups = without_groups(text);
        let text = groups.as_ref().map_or(text, |g| g.as_str());
        // Nobody says what guards are about.
        let Some(guarded) = self.places.guarded else { return true };
        let found = |glob: &str| guarded.may_lie_behind(access, glob, any);
        match word.flags.any(WordFlags::BRACE) {
            true => {
                let ways = braces::ways(text);
                ways.is_none_or(|ways| ways.iter().any(|way| found(way)))
            }
            false => found(text),
        }
    }
}
