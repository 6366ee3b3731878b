//! Where else the line may be: a `cd` may fail, or not be come to. `cd a ||
//! cd b; touch x` writes `b/x`, and so does `cd a; cd b; touch x` where
//! there is no `a`. Guards look at what follows from there, too.

use super::cd::Cd;
use super::scene::Scene;
use super::split::{RedirectKind, Simple};
use super::texts::Job;
use super::{About, Effects, Reason, Shell};
use crate::source::Span;

/// From how many places parts of a line are read once more.
const MOST: usize = 16;

/// How many commands behind `&&` are passed over.
const FOLLOWED: usize = 64;

/// What may stand between commands beside the signs of subshells.
const JOINTS: &[&str] = &["", ";", "&", "&&", "|", "||"];

/// From where a line came to the command at hand.
#[derive(Default)]
pub(super) struct CameFrom {
    /// Where the command before ran.
    pub(super) last: Cd,
    /// Where the subshell at hand was come from, if it is known to be one.
    inside: Option<Cd>,
    /// The same of a substitution.
    outside: Option<Cd>,
    /// Whether no subshell is looked for any more.
    flat: bool,
    /// Whether it has gone where nobody knows that it is the repository.
    pub(super) lost: bool,
}

impl CameFrom {
    /// At the start of a text that is looked at from there.
    pub(super) fn start(cd: Cd) -> CameFrom {
        CameFrom { last: cd, lost: cd == Cd::Unknown, ..CameFrom::default() }
    }
}

impl Scene<'_> {
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
        match (last.is_some_and(|last| last.substituted), own.substituted) {
            (false, true) => {
                self.from.outside = Some(self.cd);
                // What is in a command runs before it.
                let within = |last: &Simple| {
                    own.span.start >= last.span.start
                        && own.span.end <= last.span.end
                };
                if last.is_some_and(within) {
                    self.cd = self.from.last;
                }
            }
            (true, false) => {
                let before = self.from.outside.take();
                let before = before.filter(|_| !self.keeps_shell());
                self.cd = before.unwrap_or(self.cd);
            }
            _ => {}
        }
        if !self.from.flat {
            self.follow_groups(own, last);
        }
    }

    /// Whether a substitution may run in the line's own shell: `${ cd x; }`.
    fn keeps_shell(&self) -> bool {
        const SIGNS: &[&str] = &["${ ", "${\t", "${\n", "${|"];
        let says = || SIGNS.iter().any(|sign| self.outermost.contains(sign));
        *self.whole.keeps_shell.get_or_init(says)
    }

    /// Follows `(` and `)` where no more stands between the commands; what
    /// here-documents hold may look like such signs.
    fn follow_groups(&mut self, own: &Simple, last: Option<&Simple>) {
        let line = self.line;
        let start = last.map_or(0, |last| last.span.end as usize);
        let between = self.text.get(start..own.span.start as usize);
        let here = last.is_some_and(|last| {
            let all = line.redirects_of(last);
            all.iter().any(|one| one.kind == RedirectKind::HereDocument)
        });
        let Some(between) = between.filter(|_| !here) else {
            // A command within a word ends with such a sign, too.
            (self.from.inside, self.from.flat) = (None, here);
            return;
        };
        let between = between.trim();
        let rest = between.strip_prefix(';').unwrap_or(between);
        let closed = rest.trim_start().strip_prefix(')');
        let rest = closed.unwrap_or(between).trim();
        let opened = rest.strip_suffix('(').map(str::trim_end);
        if !JOINTS.contains(&opened.unwrap_or(rest)) {
            self.from.inside = None;
            return;
        }
        if closed.is_some()
            && let Some(before) = self.from.inside.take()
        {
            self.cd = before;
        }
        if opened.is_some() {
            self.from.inside = Some(self.cd);
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

    /// Whether the command at hand runs only if all do from one before it on.
    fn is_sure(&self, first: usize) -> bool {
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
