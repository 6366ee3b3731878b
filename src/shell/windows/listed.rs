//! Files that come through the pipe from a listing whose words say which:
//! `gci src -Recurse -Filter *.ts | sls x`.

use super::shells::is_option;
use crate::shell::data::cmdlets::cmdlet;
use crate::shell::data::files::Role;
use crate::shell::files::operands::accesses;
use crate::shell::files::uses::{FILES, about};
use crate::shell::paths::{found_by, is_directory};
use crate::shell::scene::Scene;
use crate::shell::split::{Word, WordFlags};
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Access, Reason};
use crate::source::Span;

/// How many words of a listing are looked at.
const MOST: usize = 16;

/// How many commands that only choose may stand behind it.
const NEAR: usize = 3;

/// What a listing is told.
#[derive(Default)]
struct Listing {
    /// The command.
    at: usize,
    directories: Vec<usize>,
    names: Vec<usize>,
    recurses: bool,
}

impl Scene<'_> {
    /// Whether guards see all that a listing gives to the command at hand.
    pub(super) fn are_listed(&mut self, role: Role, span: Span) -> bool {
        let Some(listing) = self.listing() else { return false };
        let line = self.line;
        let Listing { at, directories, names, recurses } = listing;
        let name_of =
            |&at: &usize| (at, found_by(cooked_at(line, at)).into_owned());
        let names: Vec<(usize, String)> = names.iter().map(name_of).collect();
        let texts: Vec<&str> = names.iter().map(|name| &*name.1).collect();
        let usual = |at: &usize| {
            self.usual_spelling(cooked_at(line, *at)).into_owned()
        };
        let mut places: Vec<String> = directories.iter().map(usual).collect();
        if places.is_empty() {
            places.push(".".to_owned());
        }
        let (reads, writes) = accesses(role);
        let here = |place: &str| place == ".";
        for place in &places {
            if !here(place) && self.holds_places(place) {
                return false;
            }
            if recurses && !here(place) {
                self.all_below(role, place, span);
            }
            for access in reads.into_iter().chain(writes) {
                let below = recurses && here(place);
                if below
                    && self.may_be_found_below(access, (&texts, ""), place, at)
                {
                    self.doubt_about(Reason::Glob, span, FILES, about(access));
                }
                for (at, name) in &names {
                    let path = format!("{place}/{name}");
                    self.listed_file(access, *at, &path);
                }
            }
        }
        true
    }

    fn listed_file(&mut self, access: Access, at: usize, path: &str) {
        let Some(word) = self.word(at) else { return };
        let flags = WordFlags(WordFlags::GLOB);
        let glob = Word { flags, ..word };
        if is_directory(path) || self.may_be_guarded(access, glob, "", path) {
            let reason = Reason::Glob;
            self.doubt_about(reason, word.span, FILES, about(access));
        }
    }

    /// The listing before the pipe of the command at hand, if its words say
    /// all: where, and by which names.
    fn listing(&self) -> Option<Listing> {
        let mut at = self.piped_from(self.simple)?;
        for _ in 0..NEAR {
            let words = Words::of(self.line.simples.get(at)?);
            let name = cmdlet(self.text_at(words.start));
            let is = |other: &str| name.eq_ignore_ascii_case(other);
            if is("get-childitem") {
                return self.listing_of(words);
            }
            if !(is("where-object") || is("sort-object")) {
                return None;
            }
            at = self.piped_from(at)?;
        }
        None
    }

    fn listing_of(&self, words: Words) -> Option<Listing> {
        const OPEN: u16 = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;
        let rest = words.from(words.start + 1);
        let mut listing = Listing { at: words.start, ..Listing::default() };
        let mut option = "";
        if rest.len() > MOST {
            return None;
        }
        for at in rest.iter() {
            let text = self.text_at(at);
            let word = self.word(at)?;
            let odd = [',', ':', '$', '(', '@', '{', '`'];
            if word.flags.any(OPEN) || text.contains(odd) {
                return None;
            }
            let named = std::mem::take(&mut option);
            let whole = |text: &str, name: &str| {
                text.len() > 4 && is_option(text, name)
            };
            if named.is_empty() && text.starts_with('-') {
                let alone = ["file", "force", "directory", "hidden"];
                if is_option(text, "recurse") {
                    listing.recurses = true;
                } else if !alone.iter().any(|name| whole(text, name)) {
                    option = text;
                }
            } else if whole(named, "filter") || whole(named, "include") {
                listing.names.push(at);
            } else if text.contains(['*', '?', '[']) {
                return None;
            } else if named.is_empty() || whole(named, "path") {
                listing.directories.push(at);
            } else {
                return None;
            }
        }
        let known = !listing.names.is_empty() && option.is_empty();
        known.then_some(listing)
    }
}
