//! Words that the shell replaces with names of files: `cat .e*` is what a
//! guard on `cat .env` means, if there is such a file.

use super::options::Around;
use super::subcommands::Head;
use crate::shell::Effects;
use crate::shell::data::alike::Alike;
use crate::shell::scene::Scene;
use crate::shell::split::{Word, WordFlags};
use crate::shell::words::Words;

/// How many of the words are looked at.
const MOST: usize = 16;

impl Scene<'_> {
    /// Views of what stands before globs which may find what guards name
    /// there: the words, and the command alone, or with the given spellings
    /// of its options.
    pub(super) fn names_found(
        &mut self,
        around: Around<'_>,
        head: Head,
        spellings: &[&'static str],
        words: Words,
    ) {
        if self.own.flags.literal() || around.guard == Effects::default() {
            return;
        }
        let globs = words.iter().filter(|&at| self.may_find(around.name, at));
        let (mut found, mut count) = ([0; MOST], 0);
        for at in globs {
            let Some(place) = found.get_mut(count) else {
                let none = Words::default();
                return self.headed(around.name, head, none, Effects::OPEN);
            };
            *place = at;
            count += 1;
        }
        for &at in found.get(..count).unwrap_or(&[]) {
            if at > words.start && spellings.is_empty() {
                let before = Words { end: at, ..words };
                self.headed(around.name, head, before, Effects::FOUND);
            }
        }
        // `chmod 644 *`: the mode goes with each.
        let (program, sub) = self.named_by(around.name, head);
        let alike = Alike::of(program, sub, self.second_of(around, head));
        let lead = alike.map_or(0, |alike| alike.before);
        let alone = spellings.is_empty().then_some(head);
        let others = spellings.iter().map(|other| Head::Name(other));
        for head in alone.into_iter().chain(others).filter(|_| count > 0) {
            let start = self.out.text.len();
            self.head(around.name, head);
            self.cooked_operands(words, lead);
            self.push_view(start, Effects::FOUND);
        }
    }

    /// Whether a word is a glob which may find what a guard names.
    pub(super) fn may_find(&self, program: &str, at: usize) -> bool {
        let is_glob = |word: Word| word.flags.any(WordFlags::GLOB);
        if !self.word(at).is_some_and(is_glob) || !self.is_any_name(at) {
            return false;
        }
        let text = self.text_at(at).trim_start_matches("./");
        let named = self.places.options;
        named.is_none_or(|named| named.has_globbed(program, text))
    }
}
