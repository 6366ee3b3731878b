//! Files that a command in a word lists: `wc -l $(git ls-files '*.go')`,
//! `for f in $(find . -name '*.md'); do cat "$f"; done`; and what is read of
//! such a list: `find . -name '*.md' | while read -r f; do cat "$f"; done`.

use std::ops::RangeInclusive;

use smallvec::SmallVec;

use super::find::Links;
use crate::shell::Access;
use crate::shell::cd::Cd;
use crate::shell::doubts::looped::is_free;
use crate::shell::scene::Scene;
use crate::shell::split::{RedirectKind, Simple, Word, WordFlags};
use crate::shell::words::Words;
use crate::source::Spare;

/// How many words of a line are looked at.
const LOOKS: u8 = 16;

impl Scene<'_> {
    /// Whether a word that is a file is what a command lists, and no guard is
    /// about any of that. Where the word stands `before`, the line may be in
    /// another directory by now.
    pub(crate) fn is_printed(
        &mut self,
        access: Access,
        word: Word,
        before: bool,
    ) -> bool {
        // Each look goes through the whole line.
        self.looped = self.looped.saturating_add(1);
        if self.looped > LOOKS || !self.may_sift() {
            return false;
        }
        let Some(pipe) = self.pipe_in(word) else { return false };
        let cut = word.flags.any(WordFlags::UNQUOTED_EXPANSION);
        let moved = before && !matches!(self.cd, Cd::Here);
        self.lists_none(access, &pipe, cut, moved)
    }

    /// Whether no guard is about what a pipe lists. It may be `cut` at
    /// blanks, and used `elsewhere`.
    fn lists_none(
        &mut self,
        access: Access,
        pipe: &RangeInclusive<usize>,
        cut: bool,
        elsewhere: bool,
    ) -> bool {
        let found = self.listed_by_pipe(pipe);
        let Some((mut sieve, links)) = found else { return false };
        let starts: SmallVec<[usize; 8]> =
            sieve.starts.all().iter().copied().collect();
        // Where it is cut says `IFS`.
        if cut && (self.text.contains("IFS") || !self.has_no_blanks(&starts)) {
            return false;
        }
        sieve.elsewhere |= elsewhere;
        sieve.follows = links == Links::Some;
        let known = match links {
            Links::None => true,
            Links::Some => !self.places.unseen,
            Links::All => false,
        };
        known && self.lets_through(access, &sieve)
    }

    /// Whether a word is what a loop reads of such a list.
    pub(in crate::shell::doubts) fn is_read_in_loop(
        &mut self,
        access: Access,
        word: Word,
        cooked: &str,
    ) -> bool {
        let Some(pipe) = self.pipe_read_by(word, cooked) else { return false };
        let cut = word.flags.any(WordFlags::UNQUOTED_EXPANSION);
        let moved = !matches!(self.cd, Cd::Here);
        self.may_sift() && self.lists_none(access, &pipe, cut, moved)
    }

    /// The pipe of which a loop reads the variable that a word is:
    /// `… | while IFS= read -r f; do`.
    fn pipe_read_by(
        &self,
        word: Word,
        cooked: &str,
    ) -> Option<RangeInclusive<usize>> {
        let line = self.line;
        let name = cooked.strip_prefix('$')?;
        let name = name
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'))
            .unwrap_or(name);
        if !is_free(name) || !self.is_as_written(word, cooked) {
            return None;
        }
        let before = line.simples.get(..self.simple)?;
        let reads = |one: &Simple| self.is_at(self.first_of(one), "read");
        let at = before.iter().rposition(reads)?;
        let read = before.get(at)?;
        let words = Words::of(read);
        let mut rest = words.from(self.first_of(read) + 1).iter();
        let last = rest.next_back()?;
        let sets = read.assignments == 0
            || read.assignments == 1 && self.is_at(words.start, "IFS=");
        let plain =
            self.is_at(last, name) && rest.all(|at| self.is_at(at, "-r"));
        // Of a loop it is the first command, which gets what a pipe hands on.
        let last = at.checked_sub(1)?;
        let first = line.simples.get(last)?.depth + 1 == read.depth;
        let own = read.span.range();
        let lead = self.text.get(..own.start)?.trim_end();
        let body = self.text.get(own.end..word.span.range().start)?;
        let body = body.trim_start_matches([' ', '\t', '\n', ';']);
        let loops = lead.ends_with("while")
            && body.starts_with("do")
            && !body.contains("done");
        let open = word.flags.any(WordFlags::UNQUOTED_EXPANSION);
        let (only, more) = (RedirectKind::Write, RedirectKind::Duplicate);
        let mut to = line.redirects.iter();
        let fed = to.any(|to| to.kind != only && to.kind != more);
        let once = loops && first && read.piped && sets && plain && !fed;
        once.then_some(())?;
        // This is the one command that may set it.
        let rest = self.text.get(own.end..)?;
        let text = Spare::of(&[lead, " true ", rest]);
        if self.may_be_set(&text, name, open) {
            return None;
        }
        Some(self.lister_from(last)?..=last)
    }

    /// The word of a command behind what it sets.
    fn first_of(&self, simple: &Simple) -> usize {
        Words::of(simple).start + simple.assignments as usize
    }

    /// The commands of a word that is one substitution of one pipe.
    fn pipe_in(&self, word: Word) -> Option<RangeInclusive<usize>> {
        let line = self.line;
        let whole = word.span.range();
        let is_in = |at: &usize| {
            line.simples.get(*at).is_some_and(|simple| {
                let own = simple.span.range();
                whole.start < own.start && own.end < whole.end
            })
        };
        let mut all = 0..line.simples.len();
        let first = all.find(is_in)?;
        let last = (first..line.simples.len()).take_while(is_in).last()?;
        let pipe = line.simples.get(first..=last)?;
        let (head, rest) = pipe.split_first()?;
        let joined = rest.iter().all(|one| one.piped);
        let even = pipe
            .iter()
            .all(|one| one.depth == head.depth && one.substitutions > 0);
        let end = pipe.last()?.span.range().end;
        let lead = self.text.get(whole.start..head.span.range().start)?;
        let tail = self.text.get(end..whole.end)?;
        let alone = matches!(lead.trim_end(), "$(" | "\"$(")
            && matches!(tail.trim_start(), ")" | ")\"");
        (alone && joined && !head.piped && even).then_some(first..=last)
    }
}
