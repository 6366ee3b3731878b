//! A part of the path of every file that a guard is about.

use super::held::{ends, goes_on, holds, is_wild, says_of, starts};
use crate::shell::data::sifted::{is_file_name, is_file_of_etc};
use crate::shell::is_directory;

/// A segment that the path of a guarded file holds: one that starts and ends
/// so, or is `start` where `whole`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Needed {
    /// How it starts, in ASCII.
    pub start: String,
    /// How it ends, in ASCII.
    pub end: String,
    /// What it holds somewhere, in ASCII, where neither is known.
    pub inner: String,
    /// Whether it is `start`.
    pub whole: bool,
    /// Whether it is the last one that a pattern names: what lies below it
    /// is guarded only where it is a directory.
    pub last: bool,
    /// The directory of the home or of the root that holds all of these
    /// files; empty where they may lie elsewhere.
    pub under: String,
    /// The first directory or file below where the guard starts, if that is
    /// in the project and this is written out.
    pub first: String,
    /// The directories above, as far as they are known.
    pub above: Vec<Needed>,
}

impl Needed {
    /// Whether some of the files may lie below directories with these names,
    /// where the home and the root do not.
    pub(crate) fn may_lie_in<'s>(
        &self,
        mut directories: impl Iterator<Item = &'s str>,
    ) -> bool {
        let there = |name: &str| {
            !name.is_empty() && name.eq_ignore_ascii_case(&self.under)
        };
        self.under.is_empty() || directories.any(there)
    }

    /// Whether these are files right in a directory that is called otherwise
    /// than this one, whose path is without links.
    pub(crate) fn lies_in_another(&self, directory: &str) -> bool {
        let name = directory.rsplit('/').next().unwrap_or("");
        let other =
            |own: &Needed| own.whole && !own.start.eq_ignore_ascii_case(name);
        self.last && name.is_ascii() && self.above.last().is_some_and(other)
    }

    /// Whether a path of these segments may be of the directories right
    /// above, one after the other.
    pub(super) fn may_be_below<'s>(
        &self,
        parts: impl Iterator<Item = &'s str> + Clone,
    ) -> bool {
        let count = parts.clone().count();
        let mut found = self.above.windows(count.max(1));
        found.any(|above| {
            above.iter().zip(parts.clone()).all(|(one, part)| one.meets(part))
        })
    }

    /// The same of one part of a glob, behind these.
    pub(super) fn may_lie_behind(
        &self,
        before: &[&str],
        part: &str,
        last: bool,
        any: bool,
    ) -> bool {
        // A star alone is any directory, but no deeper one than is named.
        let any = any && before.len() <= self.above.len();
        let says = |part: &str| any || !part.chars().all(is_wild);
        let above = self.above.iter().rev();
        let mut both = before.iter().rev().zip(above);
        let there = both.all(|(part, one)| one.meets(part));
        let named = match last {
            // It may be the directory.
            true if any && !self.is_file() => true,
            true => {
                !self.above.is_empty()
                    && before.last().is_some_and(|part| says(part))
            }
            false => !self.is_file() && says(part),
        };
        named && there && self.meets(part)
    }

    /// Whether a path of these segments may be of the directories above, from
    /// the first one on.
    pub(super) fn may_start_in<'s>(
        &self,
        parts: impl Iterator<Item = &'s str>,
    ) -> bool {
        let mut above = self.above.iter();
        let mut some = false;
        let mut all = parts.inspect(|_| some = true);
        let there =
            all.all(|part| above.next().is_some_and(|one| one.meets(part)));
        there && some
    }

    /// Whether the other is meant wherever this one is: by the same name, in
    /// as many places.
    pub(super) fn is_within(&self, other: &Needed) -> bool {
        self.whole == other.whole
            && self.start == other.start
            && self.end == other.end
            && self.inner == other.inner
            && (self.is_file() || !other.is_file())
            && (other.under.is_empty() || other.under == self.under)
            && (other.first.is_empty() || other.first == self.first)
            && other.above == self.above
    }

    /// Whether a glob has a part in common with the names that are meant.
    pub(super) fn is_named_by(&self, segment: &str) -> bool {
        let before = segment.split(is_wild).next().unwrap_or("");
        let after = segment.rsplit(is_wild).next().unwrap_or("");
        let within =
            |part: &str| !part.is_empty() && self.start.contains(part);
        let shares = self.whole && segment.split(is_wild).any(within)
            || !self.inner.is_empty() && says_of(segment, &self.inner)
            || !self.whole
                && [&self.start, &self.end]
                    .iter()
                    .any(|t| goes_on(segment, t))
            || !before.is_empty() && !self.start.is_empty()
            || !after.is_empty() && !self.end.is_empty();
        shares && self.meets(segment)
    }

    /// Whether names that are meant may be as long as those that a glob
    /// finds in which each sign stands for one: `??`, `.[dev]`.
    pub(super) fn may_be_long(&self, segment: &str) -> bool {
        let Some(count) = length(segment) else { return true };
        match self.whole {
            true => count == self.start.len(),
            false => {
                let least = self.start.len().max(self.end.len());
                count >= least.max(self.inner.len())
            }
        }
    }

    /// Whether names that are meant start with a dot, and a glob starts with
    /// a star that does not tell them: it says nothing of a whole name but
    /// as the last, and of part of a name no more than how it ends.
    pub(super) fn is_hidden(&self, segment: &str, last: bool) -> bool {
        let alone = segment.chars().all(is_wild);
        let tells = match self.whole {
            true => last || !alone,
            false => last && alone,
        };
        self.start.starts_with('.')
            && segment.starts_with(['*', '?'])
            && !tells
    }

    pub(crate) fn meets_any<'s>(
        &self,
        mut all: impl Iterator<Item = &'s str>,
    ) -> bool {
        all.any(|segment| self.meets(segment))
    }

    /// Whether these are names of files, not of directories with others.
    pub(crate) fn is_file(&self) -> bool {
        let known = match self.whole {
            true => {
                is_file_name(&self.start)
                    || self.under == "etc" && is_file_of_etc(&self.start)
            }
            false => {
                self.start.get(1..).is_some_and(|s| s.contains('.'))
                    || self.end.contains('.')
            }
        };
        self.last && known
    }

    /// Whether a directory of a glob for files of some name says nothing,
    /// and these are names of files: `*.pem` beside `*/x.go`.
    pub(super) fn is_beside(&self, directory: &str, name: &str) -> bool {
        let wild = |c: char| matches!(c, '*' | '?');
        self.is_file()
            && directory.chars().all(wild)
            && !is_directory(name)
            && !name.ends_with('/')
    }

    /// Whether a segment may be one of those that are meant.
    pub(super) fn meets(&self, segment: &str) -> bool {
        let Some(first) = segment.find(is_wild) else {
            return match self.whole {
                true => segment.eq_ignore_ascii_case(&self.start),
                false => {
                    starts(segment, &self.start)
                        && ends(segment, &self.end)
                        && holds(segment, &self.inner)
                }
            };
        };
        if !self.may_be_long(segment) {
            return false;
        }
        let last = segment.rfind(is_wild).unwrap_or(first);
        let before = segment.get(..first).unwrap_or("");
        let after = segment.get(last + 1..).unwrap_or("");
        if self.whole {
            return starts(&self.start, before)
                && ends(&self.start, after)
                && (segment.contains(['[', ']'])
                    || finds(segment, &self.start));
        }
        let start = starts(&self.start, before) || starts(before, &self.start);
        let end = ends(&self.end, after) || ends(after, &self.end);
        start && end
    }
}

/// Whether a segment, which may be a glob, may stand for a name: it starts
/// and ends so.
pub(crate) fn may_be_called(segment: &str, name: &str) -> bool {
    match segment.find(is_wild).zip(segment.rfind(is_wild)) {
        None => segment.eq_ignore_ascii_case(name),
        Some((first, last)) => {
            starts(name, segment.get(..first).unwrap_or(""))
                && ends(name, segment.get(last + 1..).unwrap_or(""))
        }
    }
}

/// How long the names are that a glob finds; `None` where they may be of any
/// length, or it is more than signs that stand for one.
fn length(glob: &str) -> Option<usize> {
    let mut count = 0;
    let mut rest = glob;
    while let Some(sign) = rest.chars().next() {
        rest = rest.get(sign.len_utf8()..).unwrap_or("");
        count += 1;
        match sign {
            '*' | ']' => return None,
            '[' => {
                let (inner, behind) = rest.split_once(']')?;
                let plain = |c: char| c.is_ascii_alphanumeric();
                let one = !inner.is_empty() && inner.chars().all(plain);
                rest = one.then_some(behind)?;
            }
            _ => {}
        }
    }
    Some(count)
}

/// Whether a glob of stars and question marks finds a name. The length of one
/// times that of the other.
fn finds(glob: &str, name: &str) -> bool {
    let is = |piece: &[u8], text: &[u8]| {
        let mut both = piece.iter().zip(text);
        piece.len() == text.len()
            && both.all(|(p, t)| *p == b'?' || p.eq_ignore_ascii_case(t))
    };
    let mut rest = name.as_bytes();
    let mut pieces = glob.split('*').map(str::as_bytes);
    let first = pieces.next().unwrap_or(b"");
    let Some((head, behind)) = rest.split_at_checked(first.len()) else {
        return false;
    };
    let Some(last) = pieces.next_back() else { return is(first, rest) };
    rest = behind;
    let middle = pieces.all(|piece| {
        let mut places = 0..=rest.len().saturating_sub(piece.len());
        let found = places.find_map(|at| {
            let (found, behind) =
                rest.get(at..)?.split_at_checked(piece.len())?;
            is(piece, found).then_some(behind)
        });
        rest = found.unwrap_or(b"");
        found.is_some()
    });
    let tail = rest.len().checked_sub(last.len());
    let tail = tail.and_then(|at| rest.get(at..));
    is(first, head) && middle && tail.is_some_and(|tail| is(last, tail))
}

#[cfg(test)]
mod tests {
    use super::{Needed, finds};

    #[test]
    fn a_glob_finds_the_names_that_it_says() {
        for (glob, name, found) in [
            ("*.log*", "a.LOG", true),
            ("*.log*", "src", false),
            ("*", "src", true),
            ("**", "", true),
            ("s*c", "sc", true),
            ("s*c", "c", false),
            ("s?c", "src", true),
            ("?rc", "rc", false),
            ("*a*b*c", "xaxbxc", true),
            ("*a*b*c", "xaxcxb", false),
            ("*a*a", "a", false),
            ("ab*ba", "aba", false),
            ("src", "src", true),
            ("src", "srcs", false),
        ] {
            assert_eq!(finds(glob, name), found, "{glob} {name}");
        }
    }

    #[test]
    fn stars_tell_names_with_a_dot_or_not() {
        let needed = |start: &str, whole| Needed {
            start: start.to_owned(),
            whole,
            ..Needed::default()
        };
        let (whole, part) = (needed(".env", true), needed(".env.", false));
        for (needed, segment, last, hidden) in [
            (&whole, "*", true, false),
            (&whole, "*", false, true),
            (&whole, "**", false, true),
            (&whole, "*nv", true, false),
            (&whole, "*nv", false, false),
            (&whole, ".*", false, false),
            (&part, "*", true, false),
            (&part, "*", false, true),
            (&part, "*.go", true, true),
            (&part, ".*.go", true, false),
            (&part, "[.]env.go", true, false),
            (&needed("env", true), "*", false, false),
        ] {
            let found = needed.is_hidden(segment, last);
            assert_eq!(found, hidden, "{needed:?} {segment} {last}");
        }
    }

    #[test]
    fn segments_that_cannot_be_meant_are_known() {
        let whole = |start: &str| Needed {
            start: start.to_owned(),
            whole: true,
            ..Needed::default()
        };
        let part = |start: &str, end: &str| Needed {
            start: start.to_owned(),
            end: end.to_owned(),
            ..Needed::default()
        };
        for (needed, segment, meets) in [
            (whole(".env"), "*.ts", false),
            (whole(".env"), "*", true),
            (whole(".env"), ".e*", true),
            (whole(".env"), ".[a-z]nv", true),
            (whole(".env"), "?env", true),
            (whole(".env"), "????", true),
            (whole(".env"), "??", false),
            (whole(".env"), "?????", false),
            (whole(".env"), "?*", true),
            (whole(".env"), ".[dev]", false),
            (whole(".env"), ".[e]nv", true),
            (whole(".env"), ".[e]n[v]", true),
            (whole(".env"), ".[a-e]", true),
            (whole(".env"), ".[]e]", true),
            (whole(".env"), ".[d]*", true),
            (part("", ".pem"), "[a].pem", true),
            (part("", ".pem"), "[a]", false),
            (part("", ".pem"), "???", false),
            (part("", ".pem"), "?????", true),
            (whole(".env"), ".ENV", true),
            (whole("a.ts"), "*.ts", true),
            (whole("a.ts"), "b*.ts", false),
            (part("", ".pem"), "*.ts", false),
            (part("", ".pem"), "*", true),
            (part("", ".pem"), "a*", true),
            (part("", ".pem"), "key.pem", true),
            (part("", ".pem"), "*m", true),
            (part(".env.", ""), "*.md", true),
            (part(".env.", ""), "a*.md", false),
            (part(".env.", ""), ".env.x", true),
        ] {
            assert_eq!(needed.meets(segment), meets, "{needed:?} {segment}");
        }
    }
}
