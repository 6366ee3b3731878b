//! Where that lies which guards name behind programs that change files: what
//! `find` hands to these, or removes itself, may be it.

use super::patterns::{first_words, is_option};
use super::{ANY, Behind, Hashes, NamedOptions, start_of};
use crate::shell::data::changers::changer;

/// A program whose words may be anything, the directories above them, and how
/// paths start before a star.
const FOUND: &str = "\u{9}";
const STARTED: &str = "\u{b}";
/// How the names of files start, and how they end, or may end.
const CALLED: &str = "\u{a}";
const ENDED: &str = "\u{c}";
const ENDING: &str = "\u{e}";

/// How many characters of a start or an end are looked for.
const LONGEST: usize = 4;

impl NamedOptions<'_> {
    /// Whether a guard on a program may name a directory, without a slash at
    /// its end, or what lies in it, however deep; `.` is the current one.
    pub(crate) fn has_found(&self, program: &str, directory: &str) -> bool {
        [program, ANY].into_iter().any(|program| {
            let behind = Behind::new(program, FOUND);
            self.has_hash(behind.0)
                || self.has_hash(behind.place(Some(&[directory])))
                || self.has_hash(behind.place(Some(&[directory, "/"])))
                || self.has_start(behind, STARTED, directory)
        })
    }

    /// Whether one may name a file that `find` looks for by this name, which
    /// may be a glob, wherever it lies.
    pub(crate) fn has_called(&self, program: &str, name: &str) -> bool {
        const SIGNS: [char; 7] = ['*', '?', '[', ']', '$', '`', '\\'];
        let start = name.find(SIGNS).and_then(|at| name.get(..at));
        let end = name.rfind(SIGNS).and_then(|at| name.get(at + 1..));
        let open = start.is_some_and(is_short);
        let (start, end) = (start.unwrap_or(name), end.unwrap_or(name));
        let end = end_of(end, LONGEST);
        [program, ANY].into_iter().any(|program| {
            let behind = Behind::new(program, FOUND);
            let called = open || self.has_start(behind, CALLED, start);
            let short = is_short(end) && end.len() < name.len();
            let whole = || {
                (0..=LONGEST).any(|length| {
                    let end = [ENDED, end_of(end, length)];
                    self.has_hash(behind.place(Some(&end)))
                })
            };
            let part = || self.has_hash(behind.place(Some(&[ENDING, end])));
            called && (whole() || short && part())
        })
    }

    /// Whether some start of a text is there.
    fn has_start(&self, behind: Behind, kind: &str, text: &str) -> bool {
        (0..=LONGEST).any(|length| {
            let start = [kind, start_of(text, length)];
            self.has_hash(behind.place(Some(&start)))
        })
    }
}

fn is_short(text: &str) -> bool {
    text.chars().count() < LONGEST
}

/// So many characters from the end of a text.
fn end_of(text: &str, length: usize) -> &str {
    let start = text.char_indices().rev().nth(length.saturating_sub(1));
    match (length, start) {
        (0, _) => "",
        (_, Some((at, _))) => text.get(at..).unwrap_or(text),
        (_, None) => text,
    }
}

/// How a pattern ends: no text does otherwise that it matches.
fn ends_of(
    parts: &[String],
    boundary: bool,
    behind: Behind,
    found: &mut Hashes,
) {
    let last = parts.last().filter(|_| !boundary);
    let last = last.and_then(|part| part.split_whitespace().next_back());
    // What is found may stand in front of an option.
    let last = last.filter(|word| !is_option(word)).unwrap_or("");
    let name = last.trim_end_matches('/').rsplit('/').next();
    let end = end_of(name.unwrap_or(""), LONGEST);
    found.push(behind.place(Some(&[ENDED, end])));
    for length in 0..LONGEST {
        let end = [ENDING, end_of(end, length)];
        found.push(behind.place(Some(&end)));
    }
}

/// The words of a pattern on such a program, each with all directories above
/// it.
pub(super) fn found_of(parts: &[String], boundary: bool, found: &mut Hashes) {
    let start = parts.first().map_or("", String::as_str);
    let mut words = first_words(parts);
    // The first word is a program where it does not go on at a star.
    let whole = parts.len() < 2 + usize::from(boundary)
        || start.trim_start().contains(' ');
    let Some(program) = words.next().filter(|_| whole) else {
        return anything(parts, boundary, Behind::new(ANY, FOUND), found);
    };
    let Some(row) = changer(program) else { return };
    let behind = Behind::new(program, FOUND);
    let blank = start.ends_with(char::is_whitespace);
    let glued = !blank && parts.len() > 1 + usize::from(boundary);
    let alone = boundary || blank;
    let options = row.valued && words.clone().any(is_option);
    let loose = parts.len() > 1 && (row.modes && alone || options);
    let mut operands = 0;
    let mut words = words.filter(|word| !is_option(word)).peekable();
    while let Some(word) = words.next() {
        operands += 1;
        let (lead, rest) = by_usual_name(word);
        let near = lead.is_empty() && !rest.starts_with('/');
        if near {
            found.push(behind.place(Some(&["./"])));
        }
        for (at, _) in rest.match_indices('/').filter(|(at, _)| *at > 0) {
            let above = rest.get(..=at).unwrap_or(rest);
            found.push(behind.place(Some(&[lead, above])));
        }
        if !lead.is_empty() {
            found.push(behind.place(Some(&[lead, "/"])));
        }
        let whole = rest.trim_end_matches('/');
        found.push(behind.place(Some(&[lead, whole])));
        // A star stands for directories, too.
        let open = glued && words.peek().is_none();
        let name = whole.rsplit('/').next().filter(|_| !open);
        if open {
            let path = [lead, rest].concat();
            let start = [STARTED, start_of(&path, LONGEST)];
            found.push(behind.place(Some(&start)));
        }
        let called = [CALLED, start_of(name.unwrap_or(""), LONGEST)];
        found.push(behind.place(Some(&called)));
    }
    if operands == 0 && parts.len() > 1 || loose {
        anything(parts, boundary, behind, found);
    }
    match row.last {
        true => ends_of(parts, boundary, behind, found),
        false => found.push(behind.place(Some(&[ENDED, ""]))),
    }
}

/// Notes that a pattern may be about any file, but for its end.
fn anything(
    parts: &[String],
    boundary: bool,
    behind: Behind,
    found: &mut Hashes,
) {
    found.push(behind.0);
    found.push(behind.place(Some(&[CALLED, ""])));
    ends_of(parts, boundary, behind, found);
}

/// A path with `~` for the home in front, and without what does not count.
fn by_usual_name(word: &str) -> (&str, &str) {
    let word = word.trim_matches(['\'', '"']);
    let homes = ["~", "$HOME", "${HOME}"].into_iter();
    let mut below = homes.filter_map(|home| word.strip_prefix(home));
    let below = below.find(|rest| rest.is_empty() || rest.starts_with('/'));
    match below {
        Some(rest) => ("~", rest),
        None => ("", word.strip_prefix("./").unwrap_or(word)),
    }
}
