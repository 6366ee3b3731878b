//! What stands before words that are known only when the line runs, in each
//! view of a command: `rm -rf -- "$x"` is `rm -rf` and something, `ssh -J b
//! "$x"` is `ssh` and something.

use super::options::Around;
use super::subcommands::Head;
use super::writing::Style;
use crate::shell::data::alike::Alike;
use crate::shell::data::programs::Known;
use crate::shell::scene::{Level, More, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::{Words, base_name, cooked_at};
use crate::shell::{Effects, Reason, Shell, View};
use crate::source::Span;

/// How many such words are looked for in a view.
const MOST: usize = 8;

/// How many words a subcommand has at most.
const DEPTH: usize = 4;

/// How many texts are compared, so that each is looked at once.
const ONCE: usize = 16;

/// Signs that a word which is not known has.
const SIGNS: [char; 5] = ['$', '`', '{', '*', '('];

/// The words of a command, some of which are known only when the line runs.
#[derive(Clone, Copy)]
pub(crate) struct OpenWords {
    /// Those behind the program.
    pub(super) words: Words,
    /// Whether those that are options are no more than that.
    pub(super) options: bool,
    /// Whether more may follow.
    pub(super) goes_on: bool,
    /// The guards that look at what stands before them.
    pub(super) effects: Effects,
}

impl Scene<'_> {
    /// The words before the first one that is known only when it runs, for
    /// guards that could match what follows. Says from where on such words
    /// stand, options of which only the value is not known among them.
    pub(crate) fn open_views(
        &mut self,
        level: Level,
        (base, renamed, subcommand): (Span, bool, usize),
    ) -> Option<OpenWords> {
        let Level { words, more, .. } = level;
        if self.own.flags.literal() && more != More::Words {
            return None;
        }
        let place = (base, renamed, subcommand);
        self.told_views(words, place, level.guard);
        let goes_on = more == More::Words;
        let behind = goes_on.then_some(words.end);
        // None is unknown where the whole command is known.
        let open = !self.own.flags.literal();
        let rest = words.from(words.start + 1);
        // Of other programs a value may be what guards name as a word.
        let options = Known::of(base.of(&self.line.text)).globals().is_some();
        let is_open = |at| self.is_open(at) && self.may_be_found(words, at);
        let mut others = rest.iter().filter(|&at| open && is_open(at));
        let unknown = others.find(|&at| !options || !self.is_sure_option(at));
        let Some(end) = unknown.or(behind) else {
            let mut others = rest.iter();
            others.find(|&at| self.is_sure_option(at))?;
            let (goes_on, effects) = (false, Effects::OPEN);
            let words = rest;
            return Some(OpenWords { words, options, goes_on, effects });
        };
        let before = Words { end, ..words };
        let first = self.out.views.len();
        if words.from(end).iter().all(|at| self.may_vanish(at)) {
            // `npm publish $X` is `npm publish` where `$X` is empty.
            let effects = Effects::OPEN;
            self.known_words(before, base, renamed, subcommand, effects);
            let span = self.span_of(words);
            self.unsure(first, span, Reason::DynamicArgument);
        }
        // A number completes no text without one.
        let numbers = open && behind.is_none() && self.only_numbers(words);
        let plain = self.only_prints(base) || numbers;
        let effects = match plain {
            true => Effects::FOUND,
            false => Effects::OPEN,
        };
        self.known_words(before, base, renamed, subcommand, effects);
        Some(OpenWords { words: rest, options, goes_on, effects })
    }

    /// Whether a word that is not known may be one that a guard names: a glob
    /// may not that says how other names end.
    fn may_be_found(&self, words: Words, at: usize) -> bool {
        let program = self.text_at(words.start);
        let names = [program, base_name(program)];
        !self.is_any_name(at)
            || self.text_at(at).starts_with('-')
            || self.drops_globs()
            || self.places.options.is_none_or(|all| all.has_words_of_any())
            || names.iter().any(|name| self.may_find(name, at))
    }

    /// `--name="$x"`: whether a word is an option, whatever its value is.
    pub(super) fn is_sure_option(&self, at: usize) -> bool {
        const OTHER: u16 =
            WordFlags::UNQUOTED_EXPANSION | WordFlags::BRACE | WordFlags::GLOB;
        let text = self.text_at(at);
        let Some((name, value)) = text.split_once('=') else { return false };
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '-';
        name.len() > 2
            && name.starts_with('-')
            && name.chars().all(letters)
            // It says where files are.
            && name != "--work-tree"
            && !value.contains('@')
            && self.shell != Shell::PowerShell
            && self.word(at).is_some_and(|word| {
                !word.flags.literal() && !word.flags.any(OTHER)
            })
    }

    /// Whether a word behind a program is known only when the line runs.
    pub(crate) fn is_open(&self, at: usize) -> bool {
        self.unknown_at(at) && !self.is_told_whole(at)
    }

    /// The words before the first unknown one, under each of their names.
    fn known_words(
        &mut self,
        words: Words,
        base: Span,
        renamed: bool,
        subcommand: usize,
        effects: Effects,
    ) {
        self.view(words, effects, false, Style::Cooked, "");
        if renamed {
            let rest = words.from(words.start + 1);
            self.named_view(base, rest, effects);
        }
        if subcommand > words.start + 1 && subcommand < words.end {
            self.named_view(base, words.from(subcommand), effects);
        }
    }

    /// Whether a word may become no word at all: `$X`, `"$@"`, `{,}`.
    fn may_vanish(&self, index: usize) -> bool {
        /// A longer word may hold thousands of others, and is not read for
        /// each of them.
        const SHORT: usize = 256;
        const GOES: u16 = WordFlags::UNQUOTED_EXPANSION | WordFlags::BRACE;
        self.word(index).is_some_and(|word| {
            let text = self.cooked(word);
            let whole = text.starts_with(['$', '`', '{']);
            let goes = || text.len() > SHORT || text.contains('@');
            whole && (word.flags.any(GOES) || goes())
        })
    }

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
        let alike = Alike::of(name, "", "");
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
