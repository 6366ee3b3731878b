//! What is not looked at, because there is more of it than a limit lets
//! through: to guards it may be anything, as far as its text leaves open.

use crate::shell::Access;
use crate::shell::asked::LastUses;
use crate::shell::cd::Cd;
use crate::shell::data::files::Role;
use crate::shell::guards::guarded::Guarded;
use crate::shell::runs::filled::splits;
use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::values::{NEAR, WORDS};
use crate::shell::words::LONG;
use crate::shell::words::Words;
use crate::shell::words::{assigned_name, cooked_at};
use crate::source::Span;

/// A longer directory is taken for one that may be guarded.
const SHORT: usize = 256;

impl Scene<'_> {
    /// A text that is not looked at as closely as others: a guarded file
    /// that it names may be used.
    pub(crate) fn unseen_names(&mut self, text: &str, span: Span) {
        if self.may_name(text) {
            self.any_file(Role::Edits, span);
        }
    }

    /// Whether a text may name a file that a guard is about. Linear in it;
    /// in a line that is nested too deeply, and in doubt for that, words hold
    /// thousands of others: there it may.
    pub(crate) fn may_name(&self, text: &str) -> bool {
        if self.deep {
            return true;
        }
        let Some(guarded) = self.places.guarded else { return true };
        let moved = match self.cd {
            Cd::Here | Cd::Unknown => "",
            Cd::To(directory) if directory.len() > SHORT => return true,
            Cd::To(directory) => directory.of(&self.out.text),
        };
        let odd = || guarded.has_odd_names();
        *self.whole.odd_names.get_or_init(odd)
            || guarded.is_named_in(text)
            || guarded.is_named_in(moved)
            || *self.asked.near.get_or_init(|| self.is_near(guarded))
    }

    /// The same of any of some words. All of the line are looked at once,
    /// for each of many commands may have all that stand behind it.
    pub(crate) fn may_name_any(&self, words: Words) -> bool {
        if words.is_empty() || self.may_name("") {
            return !words.is_empty();
        }
        let named = self.asked.named.get_or_init(|| self.named_words());
        let next = named.partition_point(|at| *at < words.start);
        named.get(next).is_some_and(|at| *at < words.end)
    }

    /// The words of the line that name what guards do.
    fn named_words(&self) -> Vec<usize> {
        let Some(guarded) = self.places.guarded else { return Vec::new() };
        let all = 0..self.line.words.len();
        all.filter(|at| guarded.is_named_in(cooked_at(self.line, *at)))
            .collect()
    }

    /// Whether a variable is not followed to where it becomes several words,
    /// because that is too far away or too much.
    pub(super) fn is_beyond(&self, at: usize, text: &str) -> bool {
        let (name, value) = text.split_once('=').unwrap_or_default();
        let added = name.ends_with(['+', ']']);
        let last = self.asked.last_uses.get_or_init(|| self.last_uses());
        let name_of = |&(name, _): &(Span, usize)| name.of(&self.line.text);
        let found =
            last.partition_point(|one| name_of(one) <= assigned_name(text));
        let last = found.checked_sub(1).and_then(|at| last.get(at));
        let last = last.filter(|one| name_of(one) == assigned_name(text));
        last.is_some_and(|&(_, last)| {
            let near = if added { 0 } else { self.simple };
            value.len() > LONG
                || at >= self.own.words.0 as usize + WORDS
                || last > near + NEAR
        })
    }

    /// The variables that may become several words, by their names, each
    /// with the simple commands in which it does.
    fn last_uses(&self) -> LastUses {
        let line = self.line;
        let mut all = LastUses::new();
        for (number, simple) in line.simples.iter().enumerate() {
            for at in Words::of(simple).iter() {
                let Some(word) = line.words.get(at) else { continue };
                let cooked = word.cooked.of(&line.text);
                let open = word.flags.any(WordFlags::PARAMETER);
                if !open || !splits(word.flags, cooked) {
                    continue;
                }
                for (at, _) in cooked.match_indices('$') {
                    let part = cooked.get(at + 1..).unwrap_or("");
                    let part = part.trim_start_matches('{');
                    let start = word.cooked.end as usize - part.len();
                    let end = start + assigned_name(part).len();
                    all.push((Span::new(start, end), number));
                }
            }
        }
        let key = |one: &(Span, usize)| (one.0.of(&line.text), one.1);
        all.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
        all
    }

    /// Whether the directories that paths start at may be guarded.
    fn is_near(&self, guarded: &Guarded) -> bool {
        let Some(cwd) = self.places.cwd else { return true };
        let home = self.places.home.unwrap_or("");
        let ways = self.places.ways.iter();
        let ways = ways.flat_map(|(link, place)| [&**link, place]);
        let links = self.places.links.iter();
        let ways = ways.chain(links.flat_map(|link| [link.at(), link.to()]));
        let mut places = [cwd, home].into_iter().chain(ways);
        places.any(|place| guarded.is_named_in(place))
    }

    /// Whether a guard may be about a file of this path, in which a star
    /// stands for what is not known.
    pub(crate) fn may_match(&self, path: &str) -> bool {
        if self.deep {
            return true;
        }
        let Some(guarded) = self.places.guarded else { return true };
        let parts = [path].into_iter().chain(self.led("", path));
        let parts = parts.flat_map(|part| part.split('/'));
        guarded.may_be(Access::Read, parts.clone())
            || guarded.may_be(Access::Write, parts)
    }
}

impl Guarded {
    /// Whether some name in a text may be the one of a guarded file.
    fn is_named_in(&self, text: &str) -> bool {
        let mut names = text.split(ends).filter(|name| !name.is_empty());
        names.any(|name| self.is_name(name))
    }

    /// Whether some name that is meant would be cut in two.
    fn has_odd_names(&self) -> bool {
        let lists = self.reads.iter().chain(&self.writes);
        let mut all = lists.flatten();
        all.any(|needed| {
            let parts = [&needed.start, &needed.end, &needed.inner];
            parts.iter().any(|part| part.contains(ends))
        })
    }

    fn is_name(&self, name: &str) -> bool {
        let one = std::iter::once(name);
        let glob = name.contains(['*', '?']);
        [Access::Read, Access::Write].into_iter().any(|access| match glob {
            true => self.is_named_by(access, name),
            false => self.may_be(access, one.clone()),
        })
    }
}

/// Whether a character ends a name in a text.
fn ends(c: char) -> bool {
    let part = c.is_alphanumeric() || !c.is_ascii();
    !part && !matches!(c, '.' | '_' | '-' | '~' | '*' | '?')
}
