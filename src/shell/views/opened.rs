//! What stands before words that are known only when the line runs, in each
//! view of a command: `rm -rf -- "$x"` is `rm -rf` and something, `ssh -J b
//! "$x"` is `ssh` and something.

use super::make::OpenWords;
use super::options::Around;
use super::subcommands::Head;
use crate::shell::data::alike::Alike;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, base_name, cooked_at};
use crate::shell::{Effects, Reason, View};
use crate::source::Span;

/// How many such words are looked for in a view.
const MOST: usize = 8;

/// How many words a subcommand has at most.
const DEPTH: usize = 4;

/// How many texts are compared, so that each is looked at once.
const ONCE: usize = 16;

/// Signs that a word which is not known has.
const SIGNS: [char; 5] = ['$', '`', '{', '*', '('];

impl Scene<'_> {
    /// Views of what stands before the first unknown word in those that were
    /// written since there were so many of them, and so many tails.
    pub(crate) fn before_open(
        &mut self,
        (views, tails): (usize, usize),
        open: OpenWords,
    ) {
        let line = self.line;
        let mut texts = [("", false); MOST];
        // What a glob may find is looked at elsewhere.
        let is_unknown =
            |&at: &usize| self.is_open(at) && !self.is_any_name(at);
        let mut unknown = open.words.iter().filter(is_unknown);
        for (place, at) in texts.iter_mut().zip(unknown.by_ref()) {
            let option = open.options && self.is_sure_option(at);
            *place = (cooked_at(line, at), option);
        }
        let many = unknown.next().is_some();
        let cut = Cut { texts, many, goes_on: open.goes_on };
        let mut once = Once::default();
        for view in self.out.views.get(views..).unwrap_or(&[]) {
            if view.effects.meets(OPEN) {
                once.is_new(view.text, &self.out.text);
            }
        }
        for n in views..self.out.views.len() {
            let Some(&View { text, effects, .. }) = self.out.views.get(n)
            else {
                break;
            };
            if !effects.meets(Effects::GUARD) {
                continue;
            }
            let (unit, exact_only) = (self.unit, false);
            for (text, option) in cut.before(&self.out.text, text) {
                let effects =
                    if option { Effects::OPEN } else { open.effects };
                if once.is_new(text, &self.out.text) {
                    let view = View { unit, effects, text, exact_only };
                    self.out.views.push(view);
                }
            }
        }
        // `chmod -R 755 $x`: no option takes the mode.
        let name = base_name(self.text_at(open.words.start - 1));
        let alike = Alike::of(name, "");
        let takes = alike.is_none_or(|alike| alike.valued);
        for n in tails..self.tails.len() {
            let Some(&tail) = self.tails.get(n) else { break };
            let taken = tail.reason == Reason::OptionValue;
            if !tail.effects.meets(Effects::GUARD) || taken && !takes {
                continue;
            }
            for (text, option) in cut.before(&self.out.text, tail.text) {
                let effects =
                    if option { Effects::OPEN } else { open.effects };
                self.also_tail(tail, text, effects);
            }
        }
    }

    /// `docker container "$x" c`: the other names of the subcommands that
    /// these words may be.
    pub(super) fn maybe_named(&mut self, around: Around<'_>, words: Words) {
        if self.own.flags.literal() {
            return;
        }
        let line = self.line;
        let plain = |&at: &usize| self.first_byte(at) != b'-';
        let mut path = [""; DEPTH];
        let mut open = None;
        let mut count = 0;
        for at in words.iter().filter(plain).take(DEPTH) {
            if self.is_open(at) {
                open = Some(at);
                break;
            }
            if let Some(place) = path.get_mut(count) {
                (*place, count) = (cooked_at(line, at), count + 1);
            }
        }
        let known = path.get(..count).unwrap_or(&[]);
        let (Some(at), false) = (open, known.is_empty()) else { return };
        let starts = |name: &str| {
            let mut parts = name.split(' ');
            let same = known.iter().all(|one| parts.next() == Some(*one));
            same && parts.next().is_some_and(|next| !next.starts_with('-'))
        };
        let first = self.out.views.len();
        for same in
            around.row.same.iter().filter(|s| s.iter().any(|n| starts(n)))
        {
            for name in same.iter().filter(|name| !starts(name)) {
                let head = Head::Name(name);
                self.headed(
                    around.name,
                    head,
                    words.from(at + 1),
                    around.guard,
                );
            }
        }
        self.unsure(first, self.span_of(words), Reason::DynamicArgument);
    }
}

/// Views of this kind are there already.
const OPEN: Effects = Effects::OPEN.and(Effects::FOUND);

/// Texts that were looked at.
#[derive(Default)]
struct Once {
    known: [Span; ONCE],
    count: usize,
}

impl Once {
    /// Whether a text is none of these, which it then is.
    fn is_new(&mut self, text: Span, all: &str) -> bool {
        let mut known = self.known.iter().take(self.count);
        let new = known.all(|one| one.of(all) != text.of(all));
        if new && let Some(place) = self.known.get_mut(self.count) {
            (*place, self.count) = (text, self.count + 1);
        }
        new
    }
}

/// Where views are cut off.
struct Cut<'l> {
    /// The first unknown words of the command, and which are options.
    texts: [(&'l str, bool); MOST],
    /// Whether there are more.
    many: bool,
    /// Whether other words follow.
    goes_on: bool,
}

impl Cut<'_> {
    /// What stands in a view before the first of the words; all of it, where
    /// more words follow and it has none of these. And what stands before the
    /// name of the first of the options, with its dash.
    fn before(
        &self,
        all: &str,
        view: Span,
    ) -> impl Iterator<Item = (Span, bool)> + use<> {
        let text = view.of(all);
        let first = |option: bool| {
            let words = self
                .texts
                .iter()
                .filter(|(word, which)| !word.is_empty() && *which == option);
            words.filter_map(|(word, _)| place_of(text, word)).min()
        };
        let sign = || {
            let at = text.find(SIGNS)?;
            text.get(..at)?.rfind(' ')
        };
        let other = if self.many { sign() } else { None };
        let word = first(false).into_iter().chain(other).min();
        let word = word.or(self.goes_on.then_some(text.len()));
        let option = first(true).map(|at| (at + " -".len(), true));
        let start = view.range().start;
        let found = [word.map(|at| (at, false)), option].into_iter().flatten();
        found
            .filter(|&(at, _)| at > 0)
            .map(move |(at, option)| (Span::new(start, start + at), option))
    }
}

/// Where the blank before a word stands.
fn place_of(text: &str, word: &str) -> Option<usize> {
    let mut places = text.match_indices(word);
    let whole = |&(at, _): &(usize, &str)| {
        let behind = text.as_bytes().get(at + word.len());
        let before = at.checked_sub(1).and_then(|at| text.as_bytes().get(at));
        before == Some(&b' ') && matches!(behind, None | Some(b' '))
    };
    places.find(whole).and_then(|(at, _)| at.checked_sub(1))
}

#[cfg(test)]
mod tests {
    use super::place_of;

    #[test]
    fn words_are_found_whole() {
        for (text, word, place) in [
            ("rm $x", "$x", Some(2)),
            ("rm -rf $x", "$x", Some(6)),
            ("rm $xy $x", "$x", Some(6)),
            ("rm a$x $x b", "$x", Some(6)),
            ("rm a$x", "$x", None),
            ("$x", "$x", None),
            ("rm $(a b) c", "$(a b)", Some(2)),
        ] {
            assert_eq!(place_of(text, word), place, "{text}");
        }
    }
}
