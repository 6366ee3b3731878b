//! Where `git push` pushes to: `HEAD:main`, `+main`, every branch, or the one
//! that is checked out.

use super::options::Around;
use super::subcommands::Head;
use crate::shell::cd::Cd;
use crate::shell::data::sifted::{KEEP_BRANCH, MAKE_NO_LINKS};
use crate::shell::scene::Scene;
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};

/// How many branches of one push are looked at.
const BRANCHES: usize = 16;

/// Options of `git push` that take the word behind them.
const TAKES: &[&str] =
    &["--exec", "--push-option", "--receive-pack", "--repo"];

/// Options that push every branch there is.
const EVERY: &[&str] = &["--all", "--branches", "--mirror"];

/// Where branches and tags are kept.
const KEPT: &[&str] = &["refs/heads/", "refs/tags/", "heads/", "tags/"];

/// The names of the branch that is checked out.
const CURRENT: &[&str] = &["@", "HEAD"];

/// Where a push goes that does not say it.
const REMOTE: &str = "origin";

/// What a push does: a word of it, and its options.
#[derive(Clone, Copy, Default)]
struct Push<'a> {
    /// The branch that it changes; empty for any.
    branch: &'a str,
    deletes: bool,
    forces: bool,
}

impl<'a> Push<'a> {
    /// What `HEAD:main`, `:main`, `+main` and the like do.
    fn of(refspec: &'a str) -> Push<'a> {
        let (forces, rest) = match refspec.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, refspec),
        };
        let (source, target) = rest.split_once(':').unwrap_or((rest, rest));
        let short = KEPT.iter().find_map(|kept| target.strip_prefix(kept));
        let branch = short.unwrap_or(target);
        let deletes = source.is_empty() && !branch.is_empty();
        Push { branch, deletes, forces }
    }

    /// What options do to any branch.
    fn by_options<'w>(words: impl Iterator<Item = &'w str>) -> Push<'a> {
        let mut all = Push::default();
        for text in words {
            let short = match text.strip_prefix('-') {
                Some(letters) if !letters.starts_with('-') => letters,
                _ => "",
            };
            all.forces |= short.contains('f') || starts(text, &["--force"]);
            all.deletes |= short.contains('d') || starts(text, &["--delete"]);
        }
        all
    }

    /// How guards may write that, none first.
    fn options(self) -> impl Iterator<Item = &'static str> {
        let delete: &[_] =
            if self.deletes { &["--delete", "-d"] } else { &[] };
        let force: &[_] = if self.forces { &["--force", "-f"] } else { &[] };
        [""].iter().chain(delete).chain(force).copied()
    }
}

/// Where a push goes: a command of git up to its subcommand, and the remote
/// if there is one.
#[derive(Clone, Copy)]
struct To<'v> {
    around: Around<'v>,
    head: Head,
    remote: Option<usize>,
}

impl<'a> Scene<'a> {
    /// What `git push` does: `git push origin HEAD:main` pushes to `main`,
    /// `:main` deletes it, `+main` and `-f` overwrite it.
    pub(super) fn pushed(
        &mut self,
        around: Around<'_>,
        head: Head,
        rest: Words,
    ) {
        let Head::Path(path) = head else { return };
        let push = path.len == 1
            && path.words().iter().all(|&at| self.is_at(at, "push"));
        if !push {
            return;
        }
        let options = Push::<'static>::by_options(
            rest.iter().map(|at| self.text_at(at)),
        );
        let whole = rest.iter().any(|at| Push::of(self.text_at(at)).forces);
        if options.forces || whole {
            for option in ["--force", "-f"] {
                let start = self.out.text.len();
                self.head(around.name, head);
                self.part(option);
                self.cooked_words(rest.iter());
                self.push_view(start, around.guard);
            }
        }
        let mut operands = rest.iter().filter(|&at| self.is_pushed(rest, at));
        let remote = operands.next();
        let some = operands.next().is_some();
        let several = operands.next().is_some();
        let to = To { around, head, remote };
        let every = |at| starts(self.text_at(at), EVERY);
        if rest.iter().any(every) {
            return self.branch(to, options, Effects::FOUND);
        }
        let tags = |at| starts(self.text_at(at), &["--tags"]);
        if !some && !options.deletes && !rest.iter().any(tags) {
            return self.current_branch(to, options);
        }
        self.branches(to, rest, several, options);
    }

    /// The same of each branch that it names.
    fn branches(
        &mut self,
        to: To<'_>,
        rest: Words,
        several: bool,
        options: Push<'_>,
    ) {
        let behind = to.remote.map_or(rest.end, |at| at + 1);
        let mut count = 0;
        for at in rest.from(behind).iter() {
            let line = self.line;
            let Some(word) = line.words.get(at) else { return };
            let text = word.cooked.of(&line.text);
            let own = Push::of(text);
            let plain = own.branch == text
                && !CURRENT.contains(&text)
                && !several
                && !options.deletes
                && !options.forces;
            if plain || !self.is_pushed(rest, at) {
                continue;
            }
            count += 1;
            let full = count > BRANCHES || self.out.text.len() > self.room(64);
            let known = !full && !self.unknown_at(at) && !text.contains('*');
            let push = Push {
                branch: if known { own.branch } else { "" },
                deletes: own.deletes || options.deletes,
                forces: own.forces || options.forces,
            };
            if CURRENT.contains(&own.branch) {
                self.current_branch(to, push);
            } else {
                self.branch(to, push, Effects::OPEN);
            }
            if full {
                return;
            }
        }
    }

    /// Whether a word behind `git push` is no option and no option's.
    fn is_pushed(&self, words: Words, at: usize) -> bool {
        let option = match at > words.start {
            true => self.text_at(at - 1),
            false => "",
        };
        let taken = option == "-o" || starts(option, TAKES);
        !taken && self.first_byte(at) != b'-'
    }

    /// Views of a push to the branch that is checked out: they ask, for
    /// settings of git may name another.
    fn current_branch(&mut self, to: To<'_>, push: Push<'_>) {
        if self.places.options.is_some_and(|named| !named.has_pushes()) {
            return;
        }
        let (reason, span) = (Reason::CurrentBranch, self.own.span);
        match self.branch_here(to.around) {
            Some(branch) => {
                let first = self.out.views.len();
                self.branch(to, Push { branch, ..push }, Effects::GUARD);
                self.unsure(first, span, reason);
            }
            None => {
                self.branch(to, Push { branch: "", ..push }, Effects::FOUND);
                self.doubt(reason, span, Effects::OPEN);
            }
        }
    }

    /// The branch that is checked out where a command of git runs, if that
    /// is known and nothing in the line may check out another.
    fn branch_here(&self, around: Around<'_>) -> Option<&'a str> {
        let here = self.cd == Cd::Here
            && !self.from.far
            && self.job.at.is_none()
            && around.before.is_empty()
            && !self.may_move_tree(Words::default());
        let branch = self.places.branch.filter(|_| here)?;
        let keeps = || {
            self.line.simples.iter().all(|simple| {
                let words = Words::of(simple);
                let program = self.program(words, false);
                let sub = self.text_at(words.start + 1);
                !program.renamed
                    && simple.assignments == 0
                    && match program.name {
                        "git" => KEEP_BRANCH.contains(&sub),
                        name => MAKE_NO_LINKS.contains(&name),
                    }
            })
        };
        self.asked.keeps_branch.get_or_init(keeps).then_some(branch)
    }

    /// Views of a push to one branch, or to any, under the options that say
    /// what it does, before the remote and behind it.
    fn branch(&mut self, to: To<'_>, push: Push<'_>, unknown: Effects) {
        let To { around, head, remote } = to;
        let remote = remote.map_or(0..0, |at| at..at + 1);
        for option in push.options() {
            for places in [[option, ""], ["", option]] {
                let start = self.out.text.len();
                self.head(around.name, head);
                self.part(places[0]);
                self.cooked_words(remote.clone());
                if remote.is_empty() && !push.branch.is_empty() {
                    self.part(REMOTE);
                }
                self.part(places[1]);
                self.part(push.branch);
                let effects = match push.branch.is_empty() {
                    true => unknown,
                    false => around.guard,
                };
                self.push_view(start, effects);
                if option.is_empty() {
                    break;
                }
            }
        }
    }
}

/// Whether a word is one of these options, or one cut short.
fn starts(text: &str, options: &[&str]) -> bool {
    let long = text.starts_with("--") && text.len() > 3;
    long && options.iter().any(|option| option.starts_with(text))
}
