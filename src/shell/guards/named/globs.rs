//! The words behind a program that guards name, for globs which may find
//! them: by how they start and how they end.

use super::patterns::{first_words, is_option};
use super::{ANY, Behind, Hashes, NamedOptions, START, add, named, start_of};

/// A program whose words globs may find, and those below a home directory.
const GLOB: &str = "\u{4}";
/// The same of programs whose names start so.
const STARTS: &str = "\u{7}";
const BELOW: &str = "\u{5}";

/// Words of which the start is not known, without a slash and with one.
const NAMES: usize = 0x10;
const PATHS: usize = 0x11;

/// What a glob does not write out.
const MARKS: [char; 6] = ['*', '?', '[', ']', '(', ')'];

/// A word that may be an address and goes on, and how many of its first
/// characters are looked at otherwise.
const ADDRESS: &str = "\u{6}";
const LONG: usize = 24;
const LENGTHS: [usize; 4] = [8, 12, 16, LONG];

/// How home directories are written.
const HOMES: [&str; 6] =
    ["~", "$HOME", "${HOME}", "/home/", "/Users/", "/root"];

impl NamedOptions<'_> {
    /// Whether a guard on a program may name a word that a glob may find.
    pub(crate) fn has_globbed(&self, program: &str, glob: &str) -> bool {
        let start = glob.split(MARKS).next().unwrap_or("");
        // `!(x)`: the sign in front of a group is none of a name.
        let group =
            glob.get(start.len()..).is_some_and(|g| g.starts_with('('));
        let start = match group {
            true => start.trim_end_matches(['!', '+', '@']),
            false => start,
        };
        let end = glob.rsplit(MARKS).next().unwrap_or("");
        let has = |hash| self.has_hash(hash);
        let starts = start_of(program, START);
        let all = [(program, GLOB), (starts, STARTS), (ANY, STARTS)];
        let all = all.map(|(program, sign)| Behind::new(program, sign));
        if start.is_empty() {
            let paths = glob.contains('/').then_some(PATHS);
            // `**/x` is `x`, too.
            let names = !glob.contains('/') || glob.starts_with("**/");
            let mut kinds = paths.into_iter().chain(names.then_some(NAMES));
            // Of so little every word may be found.
            return end_of(end).is_empty()
                || kinds.any(|kind| {
                    all.iter().any(|behind| behind.found(kind, end).any(has))
                });
        }
        if let Some(start) = address_of(start) {
            // What it finds starts so, too.
            return all.iter().any(|behind| {
                let short = behind.short_globs(start, end);
                short.chain(behind.addresses(start)).any(has)
            });
        }
        all.iter().any(|behind| behind.globs(start, end).any(has))
            || is_home(start) && self.has_below(program, start, end)
    }

    /// Whether a guard names words behind no program: `*.env*`.
    pub(crate) fn has_words_of_any(&self) -> bool {
        self.has_hash(Behind::new(ANY, GLOB).0)
    }

    /// The same of words below a home directory, whatever that is called.
    fn has_below(&self, program: &str, start: &str, end: &str) -> bool {
        let below = Behind::new(program, BELOW);
        match below_home(start).filter(|rest| !rest.is_empty()) {
            Some(rest) => {
                below.globs(rest, end).any(|hash| self.has_hash(hash))
                    || self.has_hash(below.somewhere())
            }
            None => self.has_hash(below.any()),
        }
    }
}

/// How the words start and end that a pattern names behind its program.
pub(super) fn words_of(parts: &[String], boundary: bool, found: &mut Hashes) {
    let start = parts.first().map_or("", String::as_str);
    let mut words = first_words(parts);
    let Some(program) = words.next() else {
        return found.push(Behind::new(ANY, GLOB).0);
    };
    // Whether a word goes on at the first star, or starts there.
    let texts = parts.len().saturating_sub(usize::from(boundary));
    let goes_on = texts > 1;
    let starts = goes_on && start.ends_with(char::is_whitespace);
    // It ends as the text between that star and the end does.
    let end = match parts.get(1) {
        Some(text) if texts == 2 && !text.contains(char::is_whitespace) => {
            text
        }
        _ => "",
    };
    let mut words = words.peekable();
    if goes_on && !starts && words.peek().is_none() {
        // The star stands in the program's name: `mkfs*`.
        let any = match start_of(program, START) {
            start if start.len() < program.len() && is_name(program) => start,
            _ => ANY,
        };
        let any = Behind::new(any, STARTS);
        found.extend(any.globbed("", end));
        return found.extend(any.anywhere("", end, true));
    }
    let behind = Behind::new(program, GLOB);
    while let Some(word) = words.next() {
        let open = goes_on && !starts && words.peek().is_none();
        if !is_option(word) {
            let word = match word.starts_with('.') {
                true => word.trim_start_matches("./"),
                false => word,
            };
            let end = if open { end } else { word };
            if !word.starts_with('~') {
                found.extend(behind.globbed(word, end));
                found.extend(behind.anywhere(word, end, open));
            }
            if word.get(..2).is_some_and(|s| s.eq_ignore_ascii_case("ht")) {
                found.extend(behind.as_address(word, open));
            }
            if is_home(word) {
                below_of(program, word, end, found);
            }
        }
    }
    let rest = parts.get(1..texts).unwrap_or(&[]);
    let needs_more = words_behind(behind, program, rest, found);
    if starts && !needs_more {
        found.extend(behind.globbed("", end));
        found.extend(behind.anywhere("", end, true));
    }
}

/// The words that a pattern names behind its first star. A match that a glob
/// brings about has one of these among what it finds, where some are written
/// out and no two stars are kept apart by blanks alone: of any other the glob
/// itself would stand in the place.
fn words_behind(
    behind: Behind,
    program: &str,
    rest: &[String],
    found: &mut Hashes,
) -> bool {
    let blank = |part: &String| !part.is_empty() && part.trim().is_empty();
    let mut some = false;
    for (at, part) in rest.iter().enumerate() {
        let starts = part.starts_with(char::is_whitespace);
        let ends = at + 1 == rest.len() || part.ends_with(char::is_whitespace);
        let mut words = part.split_ascii_whitespace().peekable();
        let mut first = true;
        while let Some(word) = words.next() {
            let starts = starts || !std::mem::take(&mut first);
            let ends = ends || words.peek().is_some();
            some = true;
            if starts && is_option(word) {
                continue;
            }
            let own = word.trim_start_matches("./");
            let (start, end) = (if starts { own } else { "" }, word);
            let end = if ends { end } else { "" };
            found.extend(behind.globbed(start, end));
            found.extend(behind.anywhere(start, end, !(starts && ends)));
            if starts
                && own.get(..2).is_some_and(|s| s.eq_ignore_ascii_case("ht"))
            {
                found.extend(behind.as_address(own, !ends));
            }
            if starts && is_home(own) {
                below_of(program, own, end, found);
            }
        }
    }
    some && !rest.iter().any(blank)
}

/// Whether a word is the name of a program, without a place.
fn is_name(program: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    program.chars().all(plain)
}

/// A word below a home directory.
fn below_of(program: &str, word: &str, end: &str, found: &mut Hashes) {
    let below = Behind::new(program, BELOW);
    found.push(below.any());
    match below_home(word) {
        Some(rest) => found.extend(below.globbed(rest, end)),
        None => found.push(below.somewhere()),
    }
}

/// The start of a word that is an address, where more of it is known than
/// its scheme.
fn address_of(start: &str) -> Option<&str> {
    let web = start.get(..4)?.eq_ignore_ascii_case("http");
    let long = start.chars().nth(LENGTHS[0] - 1).is_some();
    (web && long && start.contains("://")).then_some(start)
}

fn is_home(path: &str) -> bool {
    HOMES.iter().any(|home| path.starts_with(home))
}

/// What stands behind a home directory, if that is all there.
fn below_home(path: &str) -> Option<&str> {
    let named = |home: &&str| path.strip_prefix(*home)?.strip_prefix('/');
    let users = |home: &&str| {
        let rest = path.strip_prefix(*home)?;
        rest.split_once('/').map(|(_, rest)| rest)
    };
    let mut whole = ["~", "$HOME", "${HOME}", "/root"].iter();
    let mut parts = ["/home/", "/Users/"].iter();
    whole.find_map(named).or_else(|| parts.find_map(users))
}

impl Behind {
    /// A word below a home directory, and one of which nobody knows where.
    fn any(self) -> u64 {
        self.ends(0, "", ANY)
    }

    fn somewhere(self) -> u64 {
        self.ends(0, "", "")
    }

    /// The hashes of a word that starts and ends so: one of them is among
    /// those of every glob that may find it.
    fn globbed(self, start: &str, end: &str) -> impl Iterator<Item = u64> {
        let ends = [ANY, end_of(end)];
        // `/` is none of the words that start with `/v`.
        let short = !start.is_empty() && start.len() < START && start == end;
        let lengths = if short { [1; 2] } else { [1, START] };
        lengths.into_iter().flat_map(move |length| {
            let start = start_of(start, length);
            ends.map(|end| self.ends(length, start, end))
        })
    }

    /// The hashes of the words of which a glob may find one.
    fn globs(self, start: &str, end: &str) -> impl Iterator<Item = u64> {
        let [one, two] = [1, START].map(|length| start_of(start, length));
        let length = if two.len() > one.len() { START } else { 1 };
        self.starting([two, one, ""], length, end)
    }

    /// The hashes of a word for globs of which the start is not known; with
    /// `open` it goes on.
    fn anywhere(
        self,
        word: &str,
        end: &str,
        open: bool,
    ) -> impl Iterator<Item = u64> {
        let slash = word.contains('/');
        let paths = (slash || open).then_some(PATHS);
        let names = (!slash).then_some(NAMES);
        let kinds = paths.into_iter().chain(names);
        kinds.map(move |kind| self.ends(kind, "", end_of(end)))
    }

    /// Those of the words of one kind of which such a glob may find one.
    fn found(self, kind: usize, end: &str) -> impl Iterator<Item = u64> {
        [end_of(end), ""].into_iter().map(move |e| self.ends(kind, "", e))
    }

    /// Those of words of which less is known than how addresses start.
    fn short_globs(self, start: &str, end: &str) -> impl Iterator<Item = u64> {
        let one = start_of(start, 1);
        self.starting([one, one, ""], START, end)
    }

    fn starting(
        self,
        starts: [&str; 3],
        length: usize,
        end: &str,
    ) -> impl Iterator<Item = u64> {
        let end = end_of(end);
        let ends = if end.is_empty() { [ANY; 2] } else { [end, ""] };
        starts.into_iter().flat_map(move |start| {
            ends.map(|end| self.ends(length, start, end))
        })
    }

    /// The hashes of a word that may be an address: of its start, and of all
    /// that is known of it where it goes on.
    fn as_address(self, word: &str, open: bool) -> impl Iterator<Item = u64> {
        let is_there = move |n: &usize| word.chars().nth(n - 1).is_some();
        let starts = LENGTHS.into_iter().filter(is_there);
        let all = open.then(|| self.ends(0, word, ADDRESS));
        starts.map(move |n| self.ends(n, start_of(word, n), "")).chain(all)
    }

    /// The hashes of the words that start like this, which is long enough.
    fn addresses(self, start: &str) -> impl Iterator<Item = u64> {
        let is_there = move |n: &usize| start.chars().nth(n - 1).is_some();
        let length = LENGTHS.into_iter().rev().find(is_there).unwrap_or(0);
        let shorter = (START..=LONG)
            .map(move |n| self.ends(0, start_of(start, n), ADDRESS));
        let same = self.ends(length, start_of(start, length), "");
        std::iter::once(same).chain(shorter)
    }

    fn ends(self, length: usize, start: &str, end: &str) -> u64 {
        named(named(add(self.0, length as u8), start), end)
    }
}

/// The last characters of a text; none, if it has fewer.
fn end_of(text: &str) -> &str {
    let start = text.char_indices().nth_back(START - 1);
    start.map_or("", |(start, _)| text.get(start..).unwrap_or(""))
}
