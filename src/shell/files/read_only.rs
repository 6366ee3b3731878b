//! Commands that the documented runner runs without a rule (spec 2.8).

use crate::shell::cd::Cd;
use crate::shell::data::read_only::{
    EXCEPTIONS, Exception, GIT, GIT_LISTING, GIT_LISTS, GIT_VALUED,
    GIT_WRITES, NO_GLOB,
};
use crate::shell::paths::is_within;
use crate::shell::scene::Scene;
use crate::shell::split::{Simple, WordFlags};
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{About, Effects, Reason};

/// Whether a command of this name goes to another directory, or may.
fn goes(name: &str) -> bool {
    matches!(name, "cd" | "pushd" | "popd" | "chdir" | "eval")
}

impl Scene<'_> {
    /// Whether the documented runner runs the command without a rule.
    pub(crate) fn only_reads(
        &mut self,
        words: Words,
        program: Program<'_>,
    ) -> bool {
        let name = program.name;
        let rest = words.from(words.start + 1);
        let has = |flags: u16| {
            rest.iter()
                .any(|at| self.word(at).is_some_and(|w| w.flags.any(flags)))
        };
        if has(WordFlags::SUBSTITUTION) {
            return false;
        }
        if NO_GLOB.contains(&name) && has(WordFlags::GLOB) {
            return false;
        }
        let row = EXCEPTIONS.iter().find(|row| row.program == name);
        let excepted = rest.iter().any(|at| {
            let text = self.text_at(at);
            // A share of Windows may be asked of a server.
            let share = text.starts_with("//") || text.starts_with('\\');
            share || row.is_some_and(|row| row.has(text))
        });
        if excepted {
            return false;
        }
        match name {
            "cd" => self.stays_inside(rest),
            "git" => {
                self.cd == Cd::Here && !self.from.far && self.git_reads(rest)
            }
            _ => program.known.only_reads(),
        }
    }

    /// No allow rule is for git behind `cd` in another directory (spec 2.8):
    /// a repository there may have hooks. In strict reading one below the
    /// current directory is none, nor is one of the same repository.
    pub(crate) fn git_elsewhere(&mut self, words: Words, name: &str) {
        if name != "git" {
            return;
        }
        let again = self.profile.strict && self.comes_again();
        if self.cd == Cd::Here && !self.from.far && !again {
            return;
        }
        let strict = self.profile.strict;
        // `git -C` says so to rules.
        let moved = !self.job.guard_only && !self.is_at(words.start + 1, "-C");
        let far = self.from.far && !self.is_surely_back() || again;
        if !strict || moved && (far || !self.is_in_repository()) {
            let span = self.span_of(words);
            let (allow, about) =
                (self.looked(Effects::ALLOW), About::Commands);
            self.raise(Reason::StateChange, span, allow, about);
        }
    }

    /// Whether the command may run once more, behind a `cd` of the same loop
    /// that stands further on: `while x; do git log; cd ..; done`.
    fn comes_again(&self) -> bool {
        const LOOKED_AT: usize = 64;
        let depth = self.own.depth;
        if depth == 0 || !self.goes_round() {
            return false;
        }
        let rest = self.line.simples.get(self.simple + 1..).unwrap_or(&[]);
        let rest = rest.iter().take_while(|one| one.depth > 0);
        rest.enumerate().any(|(at, one)| {
            let name = cooked_at(self.line, Words::of(one).start);
            at == LOOKED_AT || one.depth <= depth && goes(name)
        })
    }

    /// Whether the directory where the line is, if that is known, is the
    /// current one, in it, or in the same repository.
    fn is_in_repository(&mut self) -> bool {
        let Cd::To(directory) = self.cd else { return true };
        let Some(cwd) = self.places.cwd else {
            let path = directory.of(&self.out.text);
            return !path.starts_with(['/', '~']) && !path.contains("..");
        };
        if self.is_far() {
            return false;
        }
        self.absolute_of(".", false);
        let own = [Some(cwd), self.places.repository];
        let mut own = own.into_iter().flatten();
        own.any(|at| is_within(self.path, at.trim_end_matches('/')))
    }

    /// Whether a command that went elsewhere went nowhere but to the top of
    /// the repository, and below: `cd "$(git rev-parse --show-toplevel)"`.
    pub(crate) fn stays_in_repository(&mut self, simple: &Simple) -> bool {
        if self.cd != Cd::Unknown {
            return self.is_in_repository();
        }
        const TOP: &str = "$(git rev-parse --show-toplevel)";
        let all = Words::of(simple);
        let mut names = all.iter();
        // also behind `time` and `command`
        let name = names.find(|&at| goes(cooked_at(self.line, at)));
        let Some(name) = name else { return true };
        // Where `popd` goes, and what `eval` does, is not looked for.
        let known = !matches!(cooked_at(self.line, name), "popd" | "eval");
        let target = self.word(name + 1);
        let target = target.filter(|_| known && name + 2 == all.end);
        let Some(target) = target else { return false };
        let target = target.span.of(self.text).trim_matches('"');
        let rest = target.strip_prefix(TOP);
        let plain = rest.unwrap_or(target);
        !plain.contains(['$', '`', '*', '?', '~'])
            && !plain.contains("..")
            && !plain.starts_with(['-', '+'])
            // `CDPATH=/x cd y`
            && simple.assignments == 0
    }

    /// Whether a git command only reads.
    fn git_reads(&self, words: Words) -> bool {
        let first = words.iter().find(|&at| {
            !matches!(self.text_at(at), "--no-pager" | "-P" | "-p")
        });
        let Some(at) = first else { return false };
        let sub = self.text_at(at);
        let rest = words.from(at + 1);
        // `ext::sh -c x` is run.
        if rest.iter().any(|at| self.text_at(at).starts_with("ext::")) {
            return false;
        }
        if GIT.contains(&sub) {
            return true;
        }
        GIT_LISTING.iter().any(|(name, words)| {
            *name == sub
                && match rest.iter().next() {
                    None => !matches!(sub, "stash" | "config" | "worktree"),
                    Some(at) => {
                        words.contains(&self.text_at(at))
                            && self.only_lists(sub, rest)
                    }
                }
        })
    }

    /// Whether words behind the first do not make it write.
    fn only_lists(&self, sub: &str, rest: Words) -> bool {
        let texts = || rest.iter().map(|at| self.text_at(at));
        if sub == "remote" {
            let mut others = texts().filter(|text| !text.starts_with('-'));
            let first = others.next();
            return first
                .is_none_or(|text| matches!(text, "show" | "get-url"));
        }
        let row = GIT_WRITES.iter().find(|row| row.0 == sub);
        let Some((_, letters, long)) = row else { return true };
        let lists = texts().any(|text| GIT_LISTS.contains(&text));
        let mut taken = false;
        texts().all(|text| {
            if std::mem::take(&mut taken) {
                return true;
            }
            if let Some(name) = text.strip_prefix("--") {
                let name = name.split('=').next().unwrap_or("");
                taken = GIT_VALUED.contains(&text);
                return name.is_empty()
                    || !long.iter().any(|long| long.starts_with(name));
            }
            match text.strip_prefix('-') {
                Some(given) => !given.contains(|c| letters.contains(c)),
                None => lists,
            }
        })
    }

    /// Whether `cd` stays inside the current directory.
    fn stays_inside(&mut self, words: Words) -> bool {
        let Some(at) = words.iter().next() else { return false };
        if words.iter().len() > 1 || !self.literal_at(at) {
            return false;
        }
        if self.text_at(at) == "-" {
            return false;
        }
        self.absolute(at);
        let (Some(cwd), path) = (self.places.cwd, self.path.as_str()) else {
            return !self.text_at(at).starts_with(['/', '~'])
                && !self.text_at(at).contains("..");
        };
        let cwd = cwd.trim_end_matches('/');
        path.strip_prefix(cwd)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

impl Exception {
    /// Whether a word takes the program out of the list.
    fn has(&self, text: &str) -> bool {
        let name = text.split('=').next().unwrap_or("");
        if self.words.contains(&name) {
            return true;
        }
        if name.len() > 2 && name.starts_with("--") {
            return self.long.iter().any(|long| long.starts_with(name));
        }
        let letters = text.strip_prefix('-').unwrap_or("");
        letters.contains(|c| self.letters.contains(c))
            || letters.starts_with(|c| self.first.contains(c))
    }
}
