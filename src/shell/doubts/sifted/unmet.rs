//! Searches of which somebody saw that they meet nothing that guards are about.

use smallvec::SmallVec;

use super::Sieve;
use crate::shell::cd::Cd;
use crate::shell::data::files::{Handler, Role};
use crate::shell::data::sifters::{GIT_GREP, SIFTERS, Sifter};
use crate::shell::scene::{Level, More, Scene};
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Access, Among};

/// Directories with names of files that are looked for there.
type Ways<'s> = SmallVec<[(&'s str, &'s str); 8]>;

impl<'a> Scene<'a> {
    /// Whether somebody went through what a sieve does, and no guard is about
    /// what there is.
    pub(super) fn meets_none(
        &mut self,
        access: Access,
        sieve: &Sieve<'a>,
    ) -> bool {
        if !self.is_gone_through(sieve) {
            return false;
        }
        let mut all = true;
        for (start, name) in self.ways_of(sieve) {
            let files = (access == Access::Write, sieve.among);
            all &= self.is_known_of((start, name), files, false);
        }
        all
    }

    /// Asks where somebody saw that a search meets a file that a guard is
    /// about which may start anywhere (`**/.env`), in a directory that the
    /// line names: of such a guard deeper files are not looked for without.
    pub(super) fn asks_of_met(
        &mut self,
        level: Level,
        program: Program<'_>,
        row: &Handler,
        words: Words,
    ) {
        let looks = self.places.searches || !self.places.met.is_empty();
        let reads = row.role == Role::Reads && level.more == More::Nothing;
        // What the line makes before only adds to what is there.
        if !looks || !reads || matches!(self.cd, Cd::Unknown) {
            return;
        }
        let Some(sieve) = self.chosen_by(program, words) else { return };
        let line = self.line;
        let here = |at: &usize| cooked_at(line, *at) == ".";
        let mut starts = sieve.starts.all().iter();
        if starts.any(|at| here(at) || !self.literal_at(*at)) {
            return;
        }
        let mut some = false;
        for (start, name) in self.ways_of(&sieve) {
            if start != "." {
                let files = (false, sieve.among);
                some |= self.is_known_of((start, name), files, true);
            }
        }
        if some {
            self.any_file(row.role, self.span_of(words));
        }
    }

    /// The names that a program of the table is told to look at.
    pub(super) fn chosen_by(
        &self,
        program: Program<'_>,
        words: Words,
    ) -> Option<Sieve<'a>> {
        let mut all = SIFTERS.iter();
        let sifter = all.find(|sifter| sifter.name == program.name)?;
        self.chosen(sifter, words)
    }

    /// Where a sieve looks, and for which names there.
    fn ways_of<'s>(&self, sieve: &'s Sieve<'a>) -> Ways<'s>
    where
        'a: 's,
    {
        let line = self.line;
        let starts = sieve.starts.all().iter().map(|&at| cooked_at(line, at));
        let here = (sieve.starts.len == 0).then_some(".");
        let more = sieve.more.iter().map(|name| name.as_str());
        let names = sieve.names.all().iter().copied().chain(more);
        let all = starts.chain(here);
        all.flat_map(|start| names.clone().map(move |name| (start, name)))
            .collect()
    }

    /// Whether it is known where a sieve looks, and what is there.
    fn is_gone_through(&self, sieve: &Sieve<'_>) -> bool {
        let mut starts = sieve.starts.all().iter();
        !sieve.elsewhere
            && self.goes_through_what_is_there()
            && !self.sources_files()
            && self.all_links().next().is_none()
            && starts.all(|&at| self.literal_at(at))
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
