//! Symbolic links, as the context tells them.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::{Directories, MAX_LINK_HOPS, absolute, alias, append, fold_from};
use crate::shell::{KnownLink, Reason};
use crate::source::{Span, Spare};

/// What is true of paths before and after links are made: two where one may
/// lie in the directory of another (`ln -s a b`), and seldom more.
pub(crate) type States<'a> = SmallVec<[Directories<'a>; 2]>;

/// Pieces of paths.
type Ahead<'a> = SmallVec<[&'a str; 4]>;

impl<'a> Directories<'a> {
    /// The same while and after these links are made one after the other.
    /// One takes the place of another of its name: what came before is told
    /// for itself.
    pub fn with<'l>(
        &self,
        links: impl Iterator<Item = (&'l str, &'l str)>,
    ) -> States<'a> {
        let (mut states, mut now) = (States::new(), self.clone());
        let mut made = SmallVec::<[Spare; 4]>::new();
        for (name, target) in links {
            let mut path = Spare::default();
            if absolute(name, self, &mut path).is_err() {
                continue;
            }
            fold_from(&mut path, 0, self.fold);
            now.stand_behind_links(&mut path);
            let target = self.posix(target);
            if self.is_itself(&path, &target) {
                continue;
            }
            // One in the place of another, or of the directory it lies in.
            let hides = |made: &Spare| {
                let rest = made.strip_prefix(path.as_str());
                rest.is_some_and(|r| r.is_empty() || r.starts_with('/'))
            };
            if made.iter().any(hides) {
                states.push(now.clone());
                made.clear();
            }
            let before = |link: &KnownLink| link.at() < path.as_str();
            let after = now.links.partition_point(before);
            now.links.retain(|link| link.at() != path.as_str());
            now.links.insert(after, KnownLink::new(&path, &target));
            made.push(path);
        }
        states.push(now);
        states
    }

    /// Makes a path one whose directory is behind all links, as it is when
    /// somebody gets there.
    fn stand_behind_links(&self, path: &mut String) {
        let Some(end) = path.rfind('/') else { return };
        let mut real = Spare::default();
        let directory = path.get(..end).unwrap_or("");
        if behind_links(directory, self, &mut real).is_some() {
            path.replace_range(..end, &real);
        }
    }

    /// Whether a link would lead to itself: the file of its name is there,
    /// and none is made.
    fn is_itself(&self, link: &str, target: &str) -> bool {
        let end = match target.starts_with('/') {
            true => 0,
            false => link.rfind('/').unwrap_or(0),
        };
        let mut path = Spare::of(&[link.get(..end).unwrap_or("")]);
        append(target, 0, &mut path);
        fold_from(&mut path, 0, self.fold);
        *path == link
    }
}

/// Walks an absolute path name by name, as the system does, and hands out
/// the path after each link and at the end. Behind a link, `..` is the
/// parent of its target.
///
/// # Errors
/// Links in a circle, or more of them than the limit.
pub(super) fn follow(
    parts: &[Cow<'_, str>; 2],
    directories: &Directories<'_>,
    mut found: impl FnMut(&str),
) -> Result<(), Reason> {
    // What lies ahead, the nearest last.
    let mut ahead: Ahead<'_> = parts.iter().rev().map(Cow::as_ref).collect();
    let (mut path, mut key) = (Spare::default(), Spare::default());
    let mut hops = 0;
    let longest = longest(directories);
    while let Some(next) = ahead.pop() {
        let (name, rest) = next.split_once('/').unwrap_or((next, ""));
        if !rest.is_empty() {
            ahead.push(rest);
        }
        append(name, 0, &mut path);
        if matches!(name, "" | "." | "..") || path.len() > longest {
            continue;
        }
        key.clear();
        key.push_str(&path);
        fold_from(&mut key, 0, directories.fold);
        let Some(target) = target(directories, &key) else { continue };
        hops += 1;
        if hops > MAX_LINK_HOPS {
            return Err(Reason::SymlinkLoop);
        }
        if target.starts_with('/') {
            path.clear();
        } else {
            append("..", 0, &mut path);
        }
        ahead.push(target);
        found(&whole(&path, &ahead));
    }
    found(&whole(&path, &[]));
    Ok(())
}

/// No longer path is that of a link, in letters of any case: a path is not
/// copied for each of thousands of names.
fn longest(directories: &Directories<'_>) -> usize {
    /// `/proc/self/task/4194304/root`
    const STANDING: usize = 64;
    /// How many times as long a letter may be in the other case.
    const FOLDED: usize = 3;
    let names = directories.links.iter().map(|link| link.at().len());
    FOLDED * names.max().unwrap_or(0).max(STANDING)
}

/// Appends what a directory in the form of a spelling is behind all links,
/// without a slash at its end; `None` where it is itself or cannot be told.
pub fn behind_links(
    directory: &str,
    directories: &Directories<'_>,
    out: &mut String,
) -> Option<Span> {
    let parts = [Cow::Borrowed(directory), Cow::Borrowed("")];
    let mut real = Spare::default();
    let all = follow(&parts, directories, |path| {
        real.clear();
        real.push_str(path);
    });
    fold_from(&mut real, 0, directories.fold);
    let real = real.trim_end_matches('/');
    if all.is_err() || real == directory {
        return None;
    }
    let start = out.len();
    out.push_str(real);
    Some(Span::new(start, out.len()))
}

/// Adds the directories on the way to one, in the form of a spelling, that
/// are links, each with what it leads to.
pub fn on_the_way(
    directory: &str,
    directories: &Directories<'_>,
    found: &mut Vec<(String, String)>,
) {
    let ends = directory.match_indices('/').skip(1).map(|(at, _)| at);
    let mut real = String::new();
    for end in ends.chain([directory.len()]) {
        let path = directory.get(..end).unwrap_or("");
        let name = path.rfind('/').and_then(|at| path.get(at..));
        real.push_str(name.unwrap_or(""));
        let mut place = String::new();
        if behind_links(path, directories, &mut place).is_none() {
            place.push_str(path);
        }
        if place != real {
            let link = (path.to_owned(), place.clone());
            if !found.contains(&link) {
                found.push(link);
            }
        }
        real = place;
    }
}

fn target<'d>(
    directories: &'d Directories<'_>,
    path: &str,
) -> Option<&'d str> {
    let links = &directories.links;
    match links.binary_search_by(|link| link.at().cmp(path)) {
        Ok(at) => links.get(at).map(KnownLink::to),
        Err(_) => alias::standing(path, directories),
    }
}

/// The path with what lies ahead of it.
fn whole(path: &str, ahead: &[&str]) -> Spare {
    let mut out = Spare::of(&[path]);
    ahead.iter().rev().for_each(|name| append(name, 0, &mut out));
    if out.is_empty() {
        out.push('/');
    }
    out
}
