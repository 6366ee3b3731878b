//! Where else the line may be: a `cd` may fail, or not be come to. `cd a ||
//! cd b; touch x` writes `b/x`, and so does `cd a; cd b; touch x` where
//! there is no `a`. Guards look at what follows from there, too.

use super::cd::Cd;
use super::scene::Scene;
use super::split::{RedirectKind, Simple};
use super::texts::Job;
use super::words::Words;
use super::{About, Effects, Reason, Shell};
use crate::source::Span;

use smallvec::SmallVec;

/// From how many places parts of a line are read once more.
const MOST: usize = 16;

/// How many commands behind `&&` are passed over.
pub(super) const FOLLOWED: usize = 64;

/// Where the line is.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    cd: Cd,
    far: bool,
}

/// A substitution that is looked at.
struct Outside {
    /// Where it was come from.
    place: Place,
    /// Where the command ends that it stands in, if it is one's own.
    end: Option<usize>,
    /// How many subshells are around it.
    groups: usize,
}

/// From where a line came to the command at hand.
#[derive(Default)]
pub(super) struct CameFrom {
    /// Where the command before ran.
    pub(super) last: Place,
    /// Where the subshells were come from that are known to be around.
    groups: SmallVec<[Place; 2]>,
    /// The same of substitutions.
    outside: SmallVec<[Outside; 2]>,
    /// Whether no subshell is looked for any more.
    flat: bool,
    /// Whether it has gone where nobody knows that it is the repository.
    pub(super) far: bool,
}

impl CameFrom {
    /// At the start of a text that is looked at from there.
    pub(super) fn start(cd: Cd, far: bool) -> CameFrom {
        let far = far || cd == Cd::Unknown;
        CameFrom { last: Place { cd, far }, far, ..CameFrom::default() }
    }

    /// Of the subshells around nothing is known any more.
    fn forget(&mut self) {
        self.groups.clear();
        for outside in &mut self.outside {
            outside.groups = 0;
        }
    }
}

impl Scene<'_> {
    /// Where the line is.
    pub(super) fn here(&self) -> Place {
        Place { cd: self.cd, far: self.from.far }
    }

    /// Goes back there.
    fn back_to(&mut self, place: Place) {
        (self.cd, self.from.far) = (place.cd, place.far);
    }

    /// Goes back to where the line was before a subshell or a substitution,
    /// behind it: `(cd a && b); c`.
    pub(super) fn follow_subshells(&mut self) {
        let line = self.line;
        let Some(own) = line.simples.get(self.simple) else { return };
        // Text within the line may be of a shell that is not known.
        let known = self.shell != Shell::PowerShell && self.job.at.is_none();
        if !self.profile.strict || !known {
            return;
        }
        let last = self.simple.checked_sub(1);
        let last = last.and_then(|at| line.simples.get(at));
        let mut from = last.map_or(0, |last| last.span.end as usize);
        let depth = last.map_or(0, |last| last.substitutions);
        if own.substitutions > depth {
            let end = last.filter(|last| {
                own.span.start >= last.span.start
                    && own.span.end <= last.span.end
            });
            let end = end.map(|last| last.span.end as usize);
            let groups = self.from.groups.len();
            for _ in depth..own.substitutions {
                let place = self.here();
                self.from.outside.push(Outside { place, end, groups });
            }
            if end.is_some() {
                // What is in a command runs before it.
                self.back_to(self.from.last);
                return;
            }
        }
        for _ in own.substitutions..depth {
            let Some(outside) = self.from.outside.pop() else { break };
            if !self.keeps_shell() {
                self.back_to(outside.place);
            }
            self.from.groups.truncate(outside.groups);
            from = outside.end.unwrap_or(usize::MAX);
        }
        if !self.from.flat {
            self.follow_groups(from, own, last);
        }
    }

    /// Whether a substitution may run in the line's own shell: `${ cd x; }`.
    fn keeps_shell(&self) -> bool {
        const SIGNS: &[&str] = &["${ ", "${\t", "${\n", "${|"];
        let says = || SIGNS.iter().any(|sign| self.outermost.contains(sign));
        *self.whole.keeps_shell.get_or_init(says)
    }

    /// Follows `(` and `)` where nothing unknown stands between the commands;
    /// what here-documents hold may look like such signs.
    fn follow_groups(
        &mut self,
        from: usize,
        own: &Simple,
        last: Option<&Simple>,
    ) {
        let line = self.line;
        let here = last.is_some_and(|last| {
            let all = line.redirects_of(last);
            all.iter().any(|one| one.kind == RedirectKind::HereDocument)
        });
        let between = self.text.get(from..own.span.start as usize);
        let Some(mut rest) = between.filter(|_| !here) else {
            self.from.forget();
            self.from.flat = here;
            return;
        };
        // A command within a word ends with such a sign, too.
        let least = self.from.outside.last().map_or(0, |last| last.groups);
        while let Some((sign, behind)) = sign(rest) {
            match sign {
                "(" => {
                    let place = self.here();
                    self.from.groups.push(place);
                }
                ")" if self.from.groups.len() > least => {
                    let place = self.from.groups.pop();
                    self.back_to(place.unwrap_or(self.here()));
                }
                _ => {}
            }
            rest = behind;
        }
        if !rest.trim().is_empty() {
            self.from.forget();
        }
    }

    /// Notes where else the line may be behind the command at hand, which
    /// went from one directory to where it is now.
    pub(super) fn may_be_elsewhere(&mut self, before: Cd) {
        let before_it = self.went.replace(self.simple);
        if !self.profile.strict {
            return;
        }
        let skipped = self.may_be_skipped(self.simple);
        if before == Cd::Unknown && skipped {
            self.cd = Cd::Unknown;
        }
        // `cd "$X"; cd /tmp`: what has a root does not depend on the first.
        let next_to = before_it.filter(|at| at + 1 == self.simple);
        let at_once = next_to.is_some_and(|at| {
            before == Cd::Unknown && matches!(self.behind(at), "" | ";")
        });
        if before == Cd::Here || before == self.cd || at_once {
            return;
        }
        let sure = before_it
            .is_some_and(|at| self.is_sure(at) && !self.may_be_skipped(at));
        if let (Cd::To(from), Cd::To(to)) = (before, self.cd)
            && !sure
        {
            let base = from.of(&self.out.text);
            let rest = to.of(&self.out.text).strip_prefix(base);
            if let Some(rest) = rest.and_then(|rest| rest.strip_prefix('/')) {
                let start = to.end - rest.len() as u32;
                let alone = Cd::To(Span { start, ..to });
                self.look_from(self.simple + 1, alone);
            }
        }
        // What stands behind `&&` is not come to where this fails.
        let mut next = self.simple + 1;
        let last = next + FOLLOWED;
        while !skipped && next < last && self.joins(next - 1) {
            next += 1;
        }
        if skipped || !self.leaves(self.simple) {
            self.look_from(next, before);
        }
    }

    /// Notes whether the line may have left the repository by the command at
    /// hand, which went from there to where it is now.
    pub(super) fn may_be_far(&mut self, before: Cd) {
        let moved = self.cd != before || before == Cd::Unknown;
        if !moved || !self.profile.strict {
            return;
        }
        self.from.far = match self.cd {
            // The current directory is there.
            Cd::Here => self.from.far && !self.is_come_to(),
            _ => self.from.far || !self.stays_in_repository(self.own),
        };
    }

    /// Whether the command at hand is sure to be run by the line's own shell.
    pub(super) fn is_come_to(&self) -> bool {
        let before = self.simple.checked_sub(1).map(|at| self.behind(at));
        let alone = self.own.depth == 0
            && !self.own.compound
            && matches!(before, None | Some("" | ";"))
            && self.behind(self.simple) != "|";
        // `cd x && y &` stays here.
        let mut ends = self.simple;
        let last = ends + FOLLOWED;
        while ends < last && matches!(self.behind(ends), "&&" | "||" | "|") {
            ends += 1;
        }
        alone && matches!(self.behind(ends), "" | ";")
    }

    /// Whether the line is where it went by a path that has a root, in the
    /// command at hand at least: `cd /tmp; cd /repo && git log`.
    pub(super) fn is_surely_back(&self) -> bool {
        let Some(at) = self.went else { return false };
        let simple = self.line.simples.get(at);
        let target = simple.and_then(|one| Words::of(one).iter().last());
        target.is_some_and(|at| self.text_at(at).starts_with(['/', '~']))
            && self.cd != Cd::Unknown
            && self.simple - at <= FOLLOWED
            && self.is_sure(at)
    }

    /// Whether the command at hand runs only if all do from one before it on.
    pub(super) fn is_sure(&self, first: usize) -> bool {
        let mut at = first;
        while at < self.simple {
            at += match () {
                () if self.joins(at) => 1,
                () if self.leaves(at) => 2,
                () => return false,
            };
        }
        true
    }

    /// `cd x || exit 1;`, where that ends no subshell alone.
    fn leaves(&self, at: usize) -> bool {
        let Some(simple) = self.line.simples.get(at + 1) else { return false };
        self.behind(at) == "||"
            && simple.depth == 0
            && self.is_at(simple.words.0 as usize, "exit")
            && matches!(self.behind(at + 1), ";" | "")
            && !self.may_stay()
    }

    /// Whether the line may give `exit` another meaning.
    fn may_stay(&self) -> bool {
        const TOLD: &[&str] = &["function", "alias", "enable", "eval"];
        let line = self.outermost;
        let defines = |rest: &str| rest.trim_start().starts_with('(');
        let told = || {
            TOLD.iter().any(|sign| line.contains(sign))
                || line.split("exit").skip(1).any(defines)
        };
        *self.whole.stays.get_or_init(told)
    }

    /// Whether the next command runs only if this one succeeds, and nothing
    /// stands between them.
    fn joins(&self, at: usize) -> bool {
        self.behind(at) == "&&"
    }

    /// Whether what follows a command may be come to without it:
    /// `a || cd x && b`.
    fn may_be_skipped(&self, at: usize) -> bool {
        let simple = |at: usize| self.line.simples.get(at);
        let last = at.checked_sub(1).and_then(simple);
        let (Some(last), Some(own)) = (last, simple(at)) else { return false };
        let (start, end) = (last.span.end as usize, own.span.start as usize);
        self.text.get(start..end).is_none_or(|text| text.contains("||"))
    }

    /// What stands between a command and the next one.
    fn behind(&self, at: usize) -> &str {
        let simple = |at: usize| self.line.simples.get(at);
        let (Some(one), Some(next)) = (simple(at), simple(at + 1)) else {
            return "";
        };
        let (start, end) = (one.span.end as usize, next.span.start as usize);
        self.text.get(start..end).unwrap_or("").trim()
    }

    /// Has guards look at the line from one of its commands on, run in some
    /// directory.
    fn look_from(&mut self, first: usize, cd: Cd) {
        if first >= self.line.simples.len() {
            return;
        }
        let path = |span: Span| span.of(&self.out.text);
        let listed = self.jobs.iter().any(|job| {
            let same = match (job.cd, cd) {
                (Cd::To(one), Cd::To(other)) => path(one) == path(other),
                (one, other) => one == other,
            };
            same && (job.text, job.first) == (self.job.text, first)
        });
        if listed {
            return;
        }
        let count = self.whole.detours.get();
        if count == MOST || !self.may_read(self.text.len()) {
            let guards = Effects::DENY.and(Effects::ASK);
            for about in [About::Reads, About::Writes] {
                let span = self.own.span;
                self.doubt_about(Reason::StateChange, span, guards, about);
            }
            return;
        }
        self.whole.detours.set(count + 1);
        let tried = &self.whole.tried;
        tried.set(tried.get() + self.text.len());
        self.jobs.push(Job { first, cd, guard_only: true, ..self.job });
    }
}

/// The sign or word of the shell in front of what stands between two
/// commands, if it is one that leaves subshells as they are or is one's own.
fn sign(text: &str) -> Option<(&'static str, &str)> {
    const SIGNS: &[&str] =
        &["(", ")", "&&", "&", "||", "|", ";", "{", "}", "!"];
    const WORDS: &[&str] = &[
        "if", "then", "elif", "else", "fi", "while", "until", "do", "done",
        "time",
    ];
    let text = text.trim_start();
    // the branches of `case`
    if text.starts_with(";;") || text.starts_with(";&") {
        return None;
    }
    let first = text.as_bytes().first();
    let cut = |sign: &&'static str| {
        let own = sign.as_bytes().first() == first;
        let behind = own.then(|| text.strip_prefix(sign)).flatten();
        behind.map(|behind| (*sign, behind))
    };
    let ends = |behind: &str| {
        let next = behind.chars().next();
        next.is_none_or(|c| c.is_ascii_whitespace() || ";&|()".contains(c))
    };
    let word = || WORDS.iter().find_map(cut).filter(|found| ends(found.1));
    SIGNS.iter().find_map(cut).or_else(word).or_else(|| head(text))
}

/// The same of the head of a loop that holds no more than plain words.
fn head(text: &str) -> Option<(&'static str, &str)> {
    let rest = text.strip_prefix("for ")?;
    let at = rest.find([';', '\n'])?;
    let (words, behind) = rest.split_at(at);
    let plain = |c: char| c.is_ascii_alphanumeric() || " _-./*".contains(c);
    words.chars().all(plain).then_some(("for", behind))
}
