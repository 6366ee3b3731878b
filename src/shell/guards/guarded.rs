//! What every file that a guard matches has in its path: a glob that cannot
//! name such a file is no doubt.

use smallvec::SmallVec;

use super::held::is_wild;
use super::needed::Needed;
use crate::shell::Access;

/// What the guards on files look for; `None` where that may be any file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guarded {
    /// The guards on files that are read.
    pub reads: Option<Vec<Needed>>,
    /// The guards on files that are written.
    pub writes: Option<Vec<Needed>>,
}

impl Guarded {
    /// Whether the other takes all of these files for guarded, too.
    pub(crate) fn is_within(&self, other: &Guarded) -> bool {
        let within = |one: &Option<Vec<Needed>>, two: &Option<Vec<Needed>>| {
            let Some(two) = two else { return true };
            // A wider name is no more: of it a glob says another part.
            let has = |n: &Needed| two.iter().any(|other| n.is_within(other));
            let all = |one: &Vec<Needed>| one.iter().all(has);
            one.as_ref().is_some_and(all)
        };
        within(&self.reads, &other.reads)
            && within(&self.writes, &other.writes)
    }

    /// Whether a guard may match a file of these segments, each of which may
    /// be a glob. Takes more files for guarded ones than there are: letter
    /// case does not count, and a star stands for names with a dot.
    pub(crate) fn may_be<'s>(
        &self,
        access: Access,
        segments: impl Iterator<Item = &'s str> + Clone,
    ) -> bool {
        let Some(list) = self.list(access) else { return true };
        let mut list = list.iter();
        list.any(|needed| segments.clone().any(|part| needed.meets(part)))
    }

    /// The same of the segments of a glob whose stars stand for no name with
    /// a dot unless a person has set that for all lines. `there` says which
    /// of these files may lie where the glob looks.
    pub(crate) fn may_be_shown(
        &self,
        access: Access,
        glob: &str,
        there: impl Fn(&Needed) -> bool,
    ) -> bool {
        let Some(list) = self.list(access) else { return true };
        let (directories, name) = glob.rsplit_once('/').unwrap_or(("", glob));
        let may = |part: &str, last| {
            let mut all = list.iter().filter(|one| there(one));
            all.any(|one| {
                one.meets(part)
                    && !one.is_hidden(part, last)
                    && (last || !one.is_beside(part, name))
            })
        };
        may(name, true) || directories.split('/').any(|part| may(part, false))
    }

    /// The same of the segments of a glob, whatever its stars stand for.
    pub(crate) fn may_be_globbed(
        &self,
        access: Access,
        glob: &str,
        there: impl Fn(&Needed) -> bool,
    ) -> bool {
        let Some(list) = self.list(access) else { return true };
        let (directories, name) = glob.rsplit_once('/').unwrap_or(("", glob));
        list.iter().filter(|one| there(one)).any(|one| {
            let mut parts = directories.split('/');
            one.meets(name)
                || parts
                    .any(|part| one.meets(part) && !one.is_beside(part, name))
        })
    }

    /// Whether no guard on files that are written is about more than what
    /// lies in directories of this name.
    pub(crate) fn only_writes_in(&self, name: &str) -> bool {
        let only = |needed: &Needed| {
            needed.whole && needed.start.eq_ignore_ascii_case(name)
        };
        self.writes.as_ref().is_some_and(|list| list.iter().all(only))
    }

    /// The same of the segments of directories from which on files are found
    /// by one of these names, however deep, but not in those called `apart`,
    /// for a dot alone in those whose names start with one.
    /// `home` says whether what lies in the home may be among them, `there`
    /// which of the guarded files may.
    pub(crate) fn may_be_found<'s>(
        &self,
        access: Access,
        directories: impl Iterator<Item = &'s str> + Clone,
        (names, apart): (&[&str], &str),
        (home, there): (bool, impl Fn(&Needed) -> bool),
    ) -> bool {
        let Some(list) = self.list(access) else { return true };
        let is_apart = |needed: &Needed| {
            let above = needed.above.iter().chain([needed]);
            let mut whole = above.filter(|one| one.whole);
            whole.any(|one| match apart {
                "." => one.start.starts_with('.') && !one.is_file(),
                _ => one.start.eq_ignore_ascii_case(apart),
            })
        };
        list.iter().filter(|needed| there(needed)).any(|needed| {
            let within = (home || needed.may_lie_in(directories.clone()))
                && !is_apart(needed);
            needed.meets_any(directories.clone())
                || within
                    && (!needed.is_file()
                        || needed.meets_any(names.iter().copied()))
        })
    }

    /// Whether a directory that a glob finds may be one above such files.
    pub(crate) fn may_be_in(&self, access: Access, glob: &str) -> bool {
        let Some(list) = self.list(access) else { return true };
        let parts = glob.split('/').filter(|part| !part.is_empty());
        let parts = parts.filter(|part| *part != ".");
        list.iter().any(|needed| needed.may_be_below(parts.clone()))
    }

    /// The same of a glob that starts where guards do.
    pub(crate) fn may_start_in(&self, access: Access, glob: &str) -> bool {
        let Some(list) = self.list(access) else { return true };
        let parts = glob.split('/').filter(|part| !part.is_empty());
        let parts = parts.filter(|part| *part != ".");
        list.iter().any(|needed| needed.may_start_in(parts.clone()))
    }

    /// Whether what a glob finds may lie in a directory that guards name, or
    /// be a file in one: `src/*.ts`. With `any` a star may stand for the
    /// directory.
    pub(crate) fn may_lie_behind(
        &self,
        access: Access,
        glob: &str,
        any: bool,
    ) -> bool {
        let Some(list) = self.list(access) else { return true };
        let parts = str::split(glob, '/').filter(|p| !matches!(*p, "" | "."));
        let mut before: SmallVec<[&str; 8]> = SmallVec::new();
        let mut parts = parts.peekable();
        while let Some(part) = parts.next() {
            let last = parts.peek().is_none();
            let found = list
                .iter()
                .any(|needed| needed.may_lie_behind(&before, part, last, any));
            if found {
                return true;
            }
            before.push(part);
        }
        false
    }

    /// Whether some guard starts in the project, at a name that is written
    /// out.
    pub(crate) fn start_in_project(&self, access: Access) -> bool {
        let list = self.list(access).unwrap_or(&[]);
        list.iter().any(|one| !one.first.is_empty())
    }

    /// Whether the names of all these files start with a dot.
    pub(crate) fn are_hidden(&self, access: Access) -> bool {
        let list = self.list(access);
        list.is_some_and(|all| {
            all.iter().all(|one| one.start.starts_with('.'))
        })
    }

    /// Whether guards are about files alone, wherever they lie.
    pub(crate) fn are_of_files(&self, access: Access) -> bool {
        let list = self.list(access);
        list.is_some_and(|list| list.iter().all(Needed::is_file))
    }

    /// The same, where none of these files is called so.
    pub(crate) fn are_other_files(&self, access: Access, name: &str) -> bool {
        let list = self.list(access).unwrap_or(&[]);
        self.are_of_files(access) && !list.iter().any(|one| one.meets(name))
    }

    /// Whether a guard names a file by digits.
    pub(crate) fn says_digits(&self, access: Access) -> bool {
        let Some(list) = self.list(access) else { return true };
        let says = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        list.iter().any(|one| {
            [&one.start, &one.end, &one.inner].iter().any(|part| says(part))
        })
    }

    pub(crate) fn list(&self, access: Access) -> Option<&[Needed]> {
        match access {
            Access::Write | Access::WriteBelow => self.writes.as_deref(),
            _ => self.reads.as_deref(),
        }
    }
}

impl Guarded {
    /// Whether a segment of a glob says the name of a file that is guarded
    /// where it is used so, or a part of it: `x` of `*/x`, `.e*`, not `*`.
    pub(crate) fn is_named_by(&self, access: Access, segment: &str) -> bool {
        if segment.chars().all(is_wild) || matches!(segment, "." | "..") {
            return false;
        }
        let Some(list) = self.list(access) else { return true };
        list.iter().any(|needed| match segment.contains(is_wild) {
            true => needed.is_named_by(segment),
            false => needed.meets(segment),
        })
    }
}
