//! Links that were made before: which names may be such, for who looks for
//! them, and what those that are known lead to.

use crate::shell::cd::Cd;
use crate::shell::data::files::Role;
use crate::shell::files::reads::append;
use crate::shell::guards::needed::may_be_called;
use crate::shell::paths::MAX_WORD;
use crate::shell::scene::{Places, Scene};
use crate::shell::split::{Word, WordFlags};
use crate::shell::{Access, Among, Search, Sought, braces};
use crate::source::Span;

/// How many names are listed.
const MOST: usize = 1 << 13;

/// How many links are followed to a directory that is gone through.
const HOPS: usize = 8;

impl Scene<'_> {
    /// Lists a path that only matters where a link stands on the way.
    pub(super) fn may_link(&mut self, path: &str) {
        if !self.places.seeks || path.is_empty() || path.len() > MAX_WORD {
            return;
        }
        match self.path_from_here(path) {
            Some(path) => self.out.names.push(path),
            None => self.any_file(Role::Edits, self.own.span),
        }
    }

    /// Lists a search below a directory, if anybody looks there next: for
    /// links of a name, or for names with blanks. Whether it fits.
    pub(crate) fn searches(
        &mut self,
        below: &str,
        links: Option<&str>,
    ) -> bool {
        if !self.places.searches {
            return true;
        }
        let Some(below) = self.directory_from_here(below) else {
            return false;
        };
        let name = links.map(|name| self.spell_out(name));
        let sought = name.map_or(Sought::Blanks, Sought::Links);
        self.out.searches.push(Search { below, sought });
        true
    }

    /// Whether somebody saw that a search below a directory, for files of a
    /// name, meets nothing that guards are about; or, where it is about what
    /// lies `deep`, that it meets something. Lists it for who looks next.
    pub(super) fn is_known_of(
        &mut self,
        (below, name): (&str, &str),
        (writes, among): (bool, Among),
        deep: bool,
    ) -> bool {
        let Places { searches, unmet, met, .. } = *self.places;
        let known = if deep { met } else { unmet };
        if !searches && known.is_empty() {
            return false;
        }
        let Some(below) = self.directory_from_here(below) else {
            return false;
        };
        if searches {
            let name = self.spell_out(name);
            let sought = Sought::Guarded { name, writes, among, deep };
            self.out.searches.push(Search { below, sought });
        }
        known.iter().any(|one| {
            one.below == below.of(&self.out.text)
                && one.name == name
                && (one.writes, one.among) == (writes, among)
        })
    }

    fn spell_out(&mut self, text: &str) -> Span {
        let start = self.out.text.len();
        self.out.text.push_str(text);
        Span::new(start, self.out.text.len())
    }

    fn directory_from_here(&mut self, below: &str) -> Option<Span> {
        let below = if below.is_empty() { "." } else { below };
        self.path_from_here(below)
    }

    /// Writes a path as from where the event happens, unless too many are
    /// listed.
    fn path_from_here(&mut self, path: &str) -> Option<Span> {
        let listed = self.out.names.len() + self.out.searches.len();
        if self.out.text.len() >= self.room(64) || listed >= MOST {
            self.out.unlisted = true;
            return None;
        }
        let start = self.out.text.len();
        if let Cd::To(directory) = self.cd
            && !path.starts_with(['/', '~'])
            && self.roomy(directory)
        {
            self.out.text.extend_from_within(directory.range());
            self.out.text.push('/');
        }
        self.out.text.push_str(path);
        Some(Span::new(start, self.out.text.len()))
    }

    /// The same of a word that is no plain text.
    pub(crate) fn word_may_link(&mut self, word: Word, text: &str) {
        if !self.places.seeks {
            return;
        }
        match word.flags.any(WordFlags::BRACE).then(|| braces(text)) {
            Some(Some(ways)) => ways.iter().for_each(|way| self.may_link(way)),
            _ => self.may_link(text),
        }
    }

    /// Where the path in the scratch leads if it is a link, or a link to
    /// one.
    pub(crate) fn behind_link(&self) -> Option<String> {
        let mut path = None;
        for _ in 0..HOPS {
            let at = path.as_ref().unwrap_or(self.path);
            let mut links = self.places.links.iter();
            let Some(link) = links.find(|link| link.at() == at) else {
                break;
            };
            let to = link.to();
            let end = match to.starts_with('/') {
                true => 0,
                false => at.rfind('/').unwrap_or(0),
            };
            let mut next = at.get(..end).unwrap_or("").to_owned();
            append(&mut next, to.split('/'));
            path = Some(next);
        }
        path
    }

    /// The paths of the links that are known or that the line makes, and what
    /// they say, if a glob may find one of them in the directory `into`.
    pub(crate) fn led<'s>(
        &'s self,
        into: &str,
        glob: &str,
    ) -> impl Iterator<Item = &'s str> + Clone {
        let found = self.finds_link(into, glob);
        let all = self.all_links().flat_map(|(link, to)| [link, to]);
        all.take(if found { usize::MAX } else { 0 })
    }

    pub(crate) fn all_links(
        &self,
    ) -> impl Iterator<Item = (&str, &str)> + Clone {
        let text = &self.out.text;
        let known = self.places.links.iter();
        let known = known.map(|link| (link.at(), link.to()));
        let made = self.out.links.iter();
        known.chain(made.map(|made| (made.name.of(text), made.to.of(text))))
    }

    /// Whether one of these links has a name on the way to what a glob finds.
    fn finds_link(&self, into: &str, glob: &str) -> bool {
        let moved = match self.cd {
            Cd::To(directory) => directory.of(&self.out.text),
            Cd::Here | Cd::Unknown => "",
        };
        let parts = [moved, into, glob].into_iter();
        let parts = parts.flat_map(|part| part.split('/'));
        self.all_links().any(|(link, _)| {
            let name = link.rsplit('/').next().unwrap_or("");
            parts.clone().any(|part| may_be_called(part, name))
        })
    }

    /// Whether a glob may find a link, or go through one, that leads to a
    /// file which is guarded where it is read.
    pub(super) fn may_lead(&self, glob: &str) -> bool {
        let mut parts = self.led("", glob).flat_map(|part| part.split('/'));
        let guarded = self.places.guarded;
        match guarded {
            Some(guarded) => guarded.may_be(Access::Read, parts),
            None => parts.next().is_some(),
        }
    }
}

impl Places<'_> {
    /// Whether a link that is known has this name.
    pub(super) fn is_link(&self, word: &str) -> bool {
        let mut links = self.links.iter();
        links.any(|link| {
            let name = link.at().rsplit('/').next().unwrap_or("");
            !name.is_empty() && name.eq_ignore_ascii_case(word)
        })
    }
}
