//! Files in places that are known only when a line runs, of which guards are
//! about none: their names are written out, or a tool says where its things
//! lie.

use crate::shell::cd::Cd;
use crate::shell::data::prints::{
    PLACES, PROGRAMS, Place, searched, without_noise,
};
use crate::shell::scene::Scene;
use crate::shell::split::{Word, WordFlags};
use crate::shell::{Access, Shell};

impl Scene<'_> {
    /// Whether the last name of a path is written out behind what is known
    /// only when the line runs, `"$D/package.json"`, and guards are about
    /// files of other names alone, or about none where a tool says that its
    /// things lie.
    pub(super) fn is_other_file(
        &self,
        access: Access,
        word: Word,
        text: &str,
    ) -> bool {
        const QUOTED: u16 =
            WordFlags::PARAMETER | WordFlags::SUBSTITUTION | WordFlags::QUOTED;
        // What a tool prints is one path, whether that is quoted or not.
        const PLACED: u16 = WordFlags::SUBSTITUTION
            | WordFlags::QUOTED
            | WordFlags::UNQUOTED_EXPANSION;
        let flags = word.flags;
        let place = self.printed_place(text).filter(|_| !flags.any(!PLACED));
        if place.is_none() && flags.any(!QUOTED) || !self.no_links_are_made() {
            return false;
        }
        if let Some((place, rest)) = place {
            return self.is_none_below(access, place, rest);
        }
        let last = text.rsplit_once('/');
        last.is_some_and(|(_, name)| self.is_other_name(access, name))
    }

    /// Whether a name is written out, and guards are about files of other
    /// names alone.
    pub(crate) fn is_other_name(&self, access: Access, name: &str) -> bool {
        let guarded = self.places.guarded.filter(|_| self.is_plain_name(name));
        guarded.is_some_and(|guarded| guarded.are_other_files(access, name))
    }

    /// Whether a name is plain, and no link that is known is called so.
    fn is_plain_name(&self, name: &str) -> bool {
        let plain = |c: char| c.is_ascii_alphanumeric() || "._@-".contains(c);
        let mut links = self.all_links();
        let named = |link: &str| {
            let link = link.rsplit('/').next().unwrap_or("");
            link.eq_ignore_ascii_case(name)
        };
        name.chars().all(plain)
            && name.contains(|c: char| c.is_ascii_alphanumeric())
            && self.shell != Shell::PowerShell
            && !links.any(|(link, _)| named(link))
    }

    /// Whether no guard is about a file that lies in directories of these
    /// names, in the home, or where the line looks from.
    fn is_none_below(&self, access: Access, place: &str, rest: &str) -> bool {
        let (guarded, cwd) = (self.places.guarded, self.places.cwd);
        let (Some(guarded), Some(cwd)) = (guarded, cwd) else { return false };
        let names = || str::split(rest, '/').filter(|name| !name.is_empty());
        let home = self.places.home.unwrap_or("");
        let all = [cwd, home, place].into_iter();
        let parts = all.flat_map(|path| path.split('/'));
        names().all(|name| self.is_plain_name(name))
            && !guarded.may_be(access, parts.chain(names()))
    }

    /// The directories of the place that the command at the start of a word
    /// prints, and what stands behind it: `$(go env GOPATH)/bin`.
    pub(crate) fn printed_place<'t>(
        &self,
        text: &'t str,
    ) -> Option<(&'static str, &'t str)> {
        let (command, rest) = text.strip_prefix("$(")?.split_once(')')?;
        let command = without_noise(command);
        if self.cd != Cd::Here || self.defines_programs() {
            return None;
        }
        if let Some(name) = searched(command) {
            return rest.is_empty().then_some((PROGRAMS, name));
        }
        let row = PLACES.iter().find(|row| row.command == command)?;
        let starts = rest.is_empty() || rest.starts_with('/');
        (starts && !self.says_otherwise(row)).then_some((row.names, rest))
    }

    /// Whether the line may tell a tool that its things lie elsewhere: by a
    /// variable that it sets to anything but what the tool prints, or by what
    /// the tool keeps.
    fn says_otherwise(&self, row: &Place) -> bool {
        let text = self.outermost;
        let mut sets = text.match_indices(row.variables);
        let other = |(at, _): (usize, &str)| {
            let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let rest = text.get(at..).unwrap_or("").trim_start_matches(name);
            let value = rest.strip_prefix('=');
            let value = value.map(|v| v.strip_prefix('"').unwrap_or(v));
            value.is_some_and(|value| {
                let printed = value.strip_prefix("$(");
                !printed.is_some_and(|inner| inner.starts_with(row.command))
            })
        };
        sets.any(other) || row.kept.iter().any(|word| text.contains(word))
    }
}
