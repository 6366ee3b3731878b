//! Whether guards are about files below the current directory, or below
//! others that a line names.

use smallvec::SmallVec;

use super::{is_below, is_odd};
use crate::shell::Access;
use crate::shell::cd::Cd;
use crate::shell::data::sifted::{RUN_HERE, STAY_HERE};
use crate::shell::guards::anchored::holds;
use crate::shell::guards::needed::Needed;
use crate::shell::scene::{Places, Scene};

/// How long a directory and how many links are looked at for each search.
const LONG: usize = 512;
const MOST: usize = 16;

impl Scene<'_> {
    /// Whether a guard may be about a file of one of these names that lies
    /// below one of these directories, without any the current one, and not in
    /// a directory of the other name. What is done `elsewhere` may be done in
    /// any.
    pub(super) fn may_be_below<'s>(
        &'s self,
        access: Access,
        names: (&[&str], &str),
        starts: impl Iterator<Item = &'s str> + Clone,
        elsewhere: bool,
    ) -> bool {
        let Some(guarded) = self.places.guarded else { return true };
        let guarded = self.guarded_there(access, guarded);
        let Some(cwd) = self.places.cwd else { return true };
        let moved = match self.cd {
            Cd::Here => "",
            // The root is kept without its slash.
            Cd::To(directory) if directory.is_empty() => "/",
            Cd::To(directory) if directory.len() > LONG => return true,
            Cd::To(directory) => directory.of(&self.out.text),
            Cd::Unknown => return true,
        };
        if self.all_links().nth(MOST).is_some() {
            return true;
        }
        let around =
            |home: &str| is_odd(cwd) || is_odd(home) || holds(cwd, home);
        let home = self.places.home.is_none_or(around)
            || !is_below(cwd, moved) && !self.is_apart(moved)
            || starts.clone().any(|start| !is_below(cwd, start))
            || self.all_links().any(|(_, to)| !is_below(cwd, to))
            || elsewhere
            || self.goes_round()
            || self.sources_files()
            || !(starts.clone().all(|start| start == ".")
                || self.no_links_are_made());
        let ways = self.places.ways.iter();
        let ways = ways.flat_map(|(link, place)| [&**link, place]);
        let links = self.all_links().flat_map(|(link, to)| [link, to]);
        let start_here = guarded.start_in_project(access);
        let places = starts.clone().filter(|_| start_here);
        let places = places.map(|start| self.place_of("", start));
        let places: SmallVec<[_; 8]> = places.collect();
        let parts = [cwd, moved].into_iter().chain(starts).chain(ways);
        let parts = parts.chain(links).chain(self.twins_of(moved));
        let parts = parts.flat_map(|part| part.split('/'));
        let stays = !elsewhere
            && !self.sources_files()
            && self.all_links().next().is_none()
            && !places.is_empty();
        let there = |one: &Needed| {
            let mut places = places.iter();
            !stays || !places.all(|at| self.is_elsewhere(one, at.as_ref()))
        };
        guarded.may_be_found(access, parts, names, (home, there))
    }

    /// Whether a directory that the line goes to is sure to be another than
    /// the home and those above it.
    fn is_apart(&self, directory: &str) -> bool {
        const OTHER_NAMES: &[&str] =
            &["/System", "/cygdrive", "/dev", "/mnt", "/private", "/proc"];
        let home = self.places.home.unwrap_or("");
        let mut ways = self.places.ways.iter();
        let mut parts = directory.split('/').skip(1);
        directory.starts_with('/')
            && directory.is_ascii()
            && !directory.contains(['\\', ':'])
            && parts.all(|part| !matches!(part, "" | "." | ".."))
            && !OTHER_NAMES.iter().any(|name| holds(name, directory))
            && !holds(directory, home)
            && !ways.any(|(_, place)| holds(directory, place))
            && self.no_links_are_made()
    }

    /// Names that a directory may have in systems like this one, where what
    /// lies at the root is a link.
    fn twins_of<'s>(
        &'s self,
        directory: &'s str,
    ) -> impl Iterator<Item = &'s str> + Clone {
        let first = |path: &'s str| path.split('/').nth(1).unwrap_or("");
        let there = first(directory);
        let moved = self.places.moved.iter();
        let near = moved.filter(move |(one, other)| {
            let mut names = [first(one), first(other)].into_iter();
            names.any(|name| name.eq_ignore_ascii_case(there))
        });
        near.flat_map(|&(one, other)| [one, other])
    }

    /// The same of one directory, for the program at `first`.
    pub(crate) fn may_be_found_below(
        &mut self,
        access: Access,
        names: (&[&str], &str),
        start: &str,
        first: usize,
    ) -> bool {
        self.may_link(start);
        let elsewhere = self.job.at.is_some() || !self.runs_here(first);
        self.may_be_below(access, names, std::iter::once(start), elsewhere)
    }

    /// Whether nothing before a program in its command may have it run in
    /// another directory: `timeout 5 grep`, not `env -C x grep`.
    pub(super) fn runs_here(&self, at: usize) -> bool {
        let start = self.own.words.0 as usize;
        let number =
            |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let runs = |options: bool, known: &[&str]| {
            (start..at).map(|at| self.text_at(at)).all(|text| {
                known.contains(&text)
                    || STAY_HERE.contains(&text)
                    || number(text)
                    || options && text.starts_with('-')
            })
        };
        // What a pipe hands on comes from the command before.
        at < start || runs(true, &[]) || runs(false, RUN_HERE)
    }

    /// Whether no guard on reading is about what may lie, now or later, in
    /// the directory of the program at a word, however deep.
    pub(crate) fn is_free_here(&self, at: usize) -> bool {
        let (any, elsewhere) = ((&["*"][..], ""), !self.runs_here(at));
        let here = std::iter::once(".");
        !self.may_be_below(Access::Read, any, here, elsewhere)
    }

    /// Whether no guard on files that are written is about one of the git
    /// repository around the current directory, where the line stays there
    /// and that is no link.
    pub(crate) fn is_repository_free(&mut self) -> bool {
        self.may_link(".");
        let Places { repository, guarded, cwd, home, .. } = *self.places;
        let all = (repository, guarded, cwd, home);
        let (Some(repository), Some(guarded), Some(cwd), Some(home)) = all
        else {
            return false;
        };
        let stays = match self.cd {
            Cd::Here => true,
            Cd::To(directory) => is_below(cwd, directory.of(&self.out.text)),
            Cd::Unknown => false,
        };
        let parts = [repository, cwd].into_iter();
        let parts = parts.flat_map(|part| part.split('/'));
        stays
            && self.may_sift()
            && ![repository, cwd, home].into_iter().any(is_odd)
            && holds(repository, cwd)
            && !holds(repository, home)
            && !self.goes_round()
            && !self.sources_files()
            && self.all_links().next().is_none()
            && !guarded.may_be_found(
                Access::Write,
                parts,
                (&["*"], ""),
                (false, |_: &Needed| true),
            )
    }
}
