//! Whether a line does nothing but look: what was not there before it runs
//! is not there for it.

use crate::shell::cd::Cd;
use crate::shell::data::sifted::{ONLY_LOOK, RUN_GIVEN};
use crate::shell::guards::guarded::Guarded;
use crate::shell::scene::Scene;
use crate::shell::split::{Redirect, RedirectKind, Simple, WordFlags};
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Access, Shell};

impl Scene<'_> {
    /// What guards look for where files are found: not what is known to be
    /// absent, in a line that makes none.
    pub(in crate::shell::doubts) fn guarded_there<'g>(
        &'g self,
        access: Access,
        guarded: &'g Guarded,
    ) -> &'g Guarded {
        let there = self.places.there.filter(|_| access == Access::Read);
        there.filter(|_| self.makes_no_files()).unwrap_or(guarded)
    }

    /// Whether no command of the line makes files, or runs what may.
    fn makes_no_files(&self) -> bool {
        self.first_to_make_files() == usize::MAX
    }

    /// The first command of the line that may make files, or run what does;
    /// any may where the line says so.
    fn first_to_make_files(&self) -> usize {
        let line = self.line;
        *self.asked.makes_files.get_or_init(|| {
            let known = self.job.at.is_none()
                && self.shell != Shell::PowerShell
                && line.marks.is_empty()
                // Programs may be others then, whoever sets it.
                && !self.text.contains("PATH")
                && line.redirects.iter().all(|to| self.writes_nowhere(to));
            let mut all = line.simples.iter();
            match known {
                true => all.position(|one| !self.looks_alone(one)),
                false => Some(0),
            }
            .unwrap_or(usize::MAX)
        })
    }

    /// Whether no file below these directories, without any the current one,
    /// has a name with blanks, as far as is known: `xargs` makes other names
    /// of it.
    pub(crate) fn has_no_blanks(&mut self, starts: &[usize]) -> bool {
        let line = self.line;
        let plain = |at: &usize| {
            let blank = |c: char| c.is_whitespace() || "'\"\\".contains(c);
            self.literal_at(*at) && !cooked_at(line, *at).contains(blank)
        };
        let known = !self.places.unseen
            && self.goes_through_what_is_there()
            && starts.iter().all(plain);
        let here = starts.is_empty().then_some(".");
        let mut all = starts.iter().map(|&at| cooked_at(line, at)).chain(here);
        known && all.all(|start| self.searches(start, None))
    }

    /// Whether a command that goes through directories finds there what was
    /// there before the line ran, and where that is is known.
    pub(super) fn goes_through_what_is_there(&self) -> bool {
        self.profile.strict
            && self.own.assignments == 0
            && !matches!(self.cd, Cd::Unknown)
            && self.may_sift()
            && !self.goes_round()
            && self.first_to_make_files() > 0
            && self.first_to_make_files() >= self.simple
    }

    fn writes_nowhere(&self, redirect: &Redirect) -> bool {
        let target = redirect.target;
        match redirect.kind {
            RedirectKind::Write | RedirectKind::ReadWrite => {
                target.flags.literal()
                    && target.cooked.of(&self.line.text) == "/dev/null"
            }
            _ => true,
        }
    }

    /// Whether a command only looks. What it sets may say otherwise.
    fn looks_alone(&self, simple: &Simple) -> bool {
        const OPEN: u16 = WordFlags::PARAMETER
            | WordFlags::SUBSTITUTION
            | WordFlags::GLOB
            | WordFlags::BRACE;
        let words = Words::of(simple);
        let program = self.program(words, false);
        let rest = words.from(words.start + 1);
        let open = |at| self.word(at).is_none_or(|word| word.flags.any(OPEN));
        let texts = || rest.iter().map(|at| cooked_at(self.line, at));
        let is_known = |name: &str| ONLY_LOOK.contains(&name);
        if simple.assignments > 0 || program.renamed {
            return false;
        }
        match program.name {
            // `sort -o x`, `sort --out x`
            "sort" => !rest.iter().any(open) && !texts().any(has_output),
            // `rg --pre ./x y`
            "rg" => {
                let mut rows = self.rows_of(program.known, rest);
                !rest.iter().any(open)
                    && rows.all(|row| self.hits(row, program, rest).is_empty())
            }
            "git" => self.git_looks(rest),
            "uniq" => {
                let option = |text: &str| text.starts_with('-');
                !rest.iter().any(open) && texts().all(option)
            }
            "find" => {
                let mut all = texts().peekable();
                let mut looks = !rest.iter().any(open);
                while let Some(text) = all.next() {
                    looks &= match text.starts_with("-exec")
                        || text.starts_with("-ok")
                    {
                        true => all.peek().is_some_and(|next| is_known(next)),
                        false => !text.starts_with("-f"),
                    };
                }
                looks
            }
            "xargs" => {
                let own = |text: &&str| {
                    text.starts_with('-')
                        || RUN_GIVEN.contains(text)
                        || text.bytes().all(|b| b.is_ascii_digit())
                };
                let run = texts().find(|text| !own(text));
                !rest.iter().any(open) && run.is_some_and(is_known)
            }
            name => is_known(name),
        }
    }

    /// Whether git is only asked about what there is.
    fn git_looks(&self, rest: Words) -> bool {
        const ASKS: [&str; 3] = ["grep", "ls-files", "rev-parse"];
        if self.is_at(rest.start, "diff") {
            return self.listed_by_diff(rest.from(rest.start + 1)).is_some();
        }
        let asks = ASKS.iter().any(|sub| self.is_at(rest.start, sub));
        asks && !rest.iter().any(|at| {
            let text = self.text_at(at);
            text.starts_with("--op")
                || text.starts_with('-') && text.contains('O')
        })
    }
}

/// Whether a word of `sort` may name where it writes, or what it runs.
fn has_output(text: &str) -> bool {
    text.starts_with('-') && text.contains('o')
}
