//! Searches of which somebody saw that they meet nothing that guards are about.

use super::Sieve;
use crate::shell::data::sifters::{GIT_GREP, Sifter};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Access, Among};

impl Scene<'_> {
    /// Whether somebody went through what a sieve does, and no guard is about
    /// what there is.
    pub(super) fn meets_none(
        &mut self,
        access: Access,
        sieve: &Sieve<'_>,
    ) -> bool {
        let mut starts = sieve.starts.all().iter();
        if sieve.elsewhere
            || !self.goes_through_what_is_there()
            || self.sources_files()
            || self.all_links().next().is_some()
            || !starts.all(|&at| self.literal_at(at))
        {
            return false;
        }
        let (line, writes) = (self.line, access == Access::Write);
        let starts = sieve.starts.all().iter().map(|&at| cooked_at(line, at));
        let here = (sieve.starts.len == 0).then_some(".");
        let more = sieve.more.iter().map(|name| name.as_str());
        let names = sieve.names.all().iter().copied().chain(more);
        let mut all = true;
        for start in starts.chain(here) {
            for name in names.clone() {
                all &= self.is_unmet(start, name, writes, sieve.among);
            }
        }
        all
    }

    /// Whether `git grep` looks through all that git tracks here, and somebody
    /// saw that no guard is about any of it.
    pub(crate) fn greps_none(&mut self, command: usize, rest: Words) -> bool {
        let sifted = self.may_sift().then(|| self.chosen(&GIT_GREP, rest));
        let Some(sieve) = sifted.flatten() else { return false };
        let elsewhere = !self.runs_here(command) || sieve.starts.len > 0;
        let among = Among::Tracked;
        let sieve = Sieve { among, elsewhere, ..sieve };
        self.meets_none(Access::Read, &sieve)
    }

    /// Whether a program passes over what is hidden or ignored, and is not
    /// told otherwise.
    pub(super) fn passes_over(&self, sifter: &Sifter, words: Words) -> bool {
        let Some((short, long)) = sifter.shows else { return false };
        !words.iter().any(|at| {
            let text = cooked_at(self.line, at);
            let letters = text.strip_prefix('-').unwrap_or("");
            long.contains(&text)
                || !letters.starts_with('-')
                    && letters.contains(|c| short.contains(c))
        })
    }
}
