//! Lines that stand in a word and may be run: `make X='rm -r -f x'`,
//! `mytool --command='git push -f'`. Guards look at them in every spelling of
//! a command, as they do at what is sure to be run.

use crate::shell::data::programs::Known;
use crate::shell::guards::named::Behind;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, base_name, is_assignment};
use crate::shell::{Reason, Shell};
use crate::source::Span;

/// How many variables are set before a program.
const SOME: usize = 8;

impl Scene<'_> {
    /// Looks at a text that may be a line, if it starts as a command does
    /// that guards may name. What in it is unclear is no doubt of its own.
    pub(in crate::shell::runs) fn line_may_be_run(
        &mut self,
        text: &str,
        span: Span,
    ) {
        let text = text.trim();
        let power = self.shell == Shell::PowerShell;
        if self.profile.strict && !power && self.starts_line(text) {
            self.maybe(Reason::ProgramWord, |scene| {
                scene.code([text], span, true);
            });
        }
    }

    /// Words of which the first is the path of a program, as they stand.
    pub(super) fn path_may_be_run(&mut self, words: Words) {
        if self.text_at(words.start).contains('/')
            && self.shell != Shell::PowerShell
            && self.may_be_named_by_path()
        {
            self.maybe(Reason::ProgramWord, |scene| scene.as_written(words));
        }
    }

    /// Whether a text starts with the name of a program that is known, or
    /// that a guard names.
    fn starts_line(&self, text: &str) -> bool {
        let mut words = text.split_ascii_whitespace().take(SOME);
        let Some(first) = words.find(|word| !is_assignment(word)) else {
            return false;
        };
        let name = base_name(first);
        let named = || {
            self.places.options.is_none_or(|named| {
                named.has_sorted_of(name)
                    || named.has_words(Behind::new(name, ""))
            })
        };
        let by_path = first.contains('/') && self.may_be_named_by_path();
        Known::of(name).is_known() || by_path || named()
    }
}
