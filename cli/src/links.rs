//! The links that files lead through, looked for as the system goes: name by
//! name, and for a glob entry by entry.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How many links are followed one after the other, as the system does.
const LINKS: usize = 40;
/// How many names are looked at for links.
const MANY: usize = 1 << 14;
/// How many entries of directories are gone through for globs.
const ENTRIES: usize = 1 << 16;

/// No system looks at a longer name, so none is a link.
const LONGEST: usize = if cfg!(windows) { 1 << 15 } else { 1 << 12 };

/// How many links a search may find before they are too many to tell.
const FEW: usize = 16;

/// A search of all that lies below a directory.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    /// The directory, absolute.
    pub(crate) below: String,
    /// A glob for the names of links that are sought; names with blanks are,
    /// where there is none.
    pub(crate) links: Option<String>,
}

/// What was found.
#[derive(Default)]
pub(crate) struct Links {
    /// Links, each with what it says.
    pub(crate) links: Vec<(String, String)>,
    /// Whether a search may find more than these, or names with blanks.
    pub(crate) unseen: bool,
}

/// The links on the way to files, and those that searches find. The files
/// are absolute, and may have `..` in them: behind a link, that is what the
/// system takes it for, while tools take it out of a path before they open
/// it. Both ways are gone. `None` where files have too many names to look at.
/// The links on the way to where guards start come besides.
pub(crate) fn links(
    files: &[String],
    searches: &[Search],
    starts: &[String],
) -> Option<Links> {
    let mut seen = Seen::default();
    for file in files {
        let ahead: Vec<_> = names(file).map(|name| (name, true)).collect();
        if ahead.iter().any(|(name, _)| name == "..") {
            seen.walk(String::new(), flat(&ahead))?;
        }
        seen.walk(String::new(), ahead)?;
    }
    // What is sought in one place is sought in one walk.
    let mut places: BTreeMap<&str, Vec<Option<&str>>> = BTreeMap::new();
    for search in searches {
        let below = search.below.trim_end_matches('/');
        places.entry(below).or_default().push(search.links.as_deref());
    }
    let all = places.iter().map(|(below, sought)| seen.search(below, sought));
    let unseen = all.fold(false, |unseen, seen| unseen | seen.is_none());
    // Last, so that they leave room to what the call is about.
    for start in starts {
        let ahead = names(start).map(|name| (name, false)).collect();
        // What is not looked at is a name of nothing.
        if seen.walk(String::new(), ahead).is_none() {
            break;
        }
    }
    let found = seen.links.into_iter();
    let links =
        found.filter_map(|(link, target)| Some((link, target?))).collect();
    Some(Links { links, unseen })
}

/// What was looked at so far.
#[derive(Default)]
struct Seen {
    /// Names that may be links, with what those that are say.
    links: BTreeMap<String, Option<String>>,
    /// How many entries of directories.
    entries: usize,
}

impl Seen {
    /// Walks from a directory over the names ahead, the first one last, as
    /// the system does. A name may be a glob where that is said. Nothing need
    /// be there: who writes to a link that leads to nothing makes the file.
    fn walk(
        &mut self,
        mut at: String,
        mut ahead: Vec<(String, bool)>,
    ) -> Option<()> {
        let mut hops = 0;
        while let Some((name, may_glob)) = ahead.pop() {
            if name == ".." {
                at.truncate(at.rfind('/').unwrap_or(0));
                continue;
            }
            if may_glob && name.contains(WILD) {
                return self.spread(&at, &name, &ahead);
            }
            at.push('/');
            at.push_str(&name);
            if at.len() > LONGEST {
                continue;
            }
            self.look(at.clone(), Path::new(&at))?;
            let Some(Some(target)) = self.links.get(&at) else { continue };
            hops += 1;
            if hops > LINKS {
                break;
            }
            let end = match target.starts_with('/') {
                true => 0,
                false => at.rfind('/').unwrap_or(0),
            };
            at.truncate(end);
            // What a link says is no glob.
            ahead.extend(names(target).map(|name| (name, false)));
        }
        Some(())
    }

    /// Looks at a name, unless that was done.
    fn look(&mut self, name: String, file: &Path) -> Option<()> {
        if !self.links.contains_key(&name) {
            if self.links.len() == MANY {
                return None;
            }
            self.links.insert(name, target(file));
        }
        Some(())
    }

    /// Walks on with each entry of a directory that a glob may find: links,
    /// and what there may be links in.
    fn spread(
        &mut self,
        at: &str,
        glob: &str,
        ahead: &[(String, bool)],
    ) -> Option<()> {
        let directory = if at.is_empty() { "/" } else { at };
        let entries = std::fs::read_dir(Path::new(directory));
        for entry in entries.into_iter().flatten().flatten() {
            self.entries += 1;
            if self.entries > ENTRIES {
                return None;
            }
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let kind = entry.file_type();
            let leads = kind.is_ok_and(|kind| {
                kind.is_symlink() || kind.is_dir() && !ahead.is_empty()
            });
            if leads && may_find(glob, &name) {
                // By its own name, which may be no text.
                self.look(format!("{at}/{name}"), &entry.path())?;
                let mut ahead = ahead.to_vec();
                ahead.push((name.into_owned(), false));
                self.walk(at.to_owned(), ahead)?;
            }
        }
        Some(())
    }
}

impl Seen {
    /// Looks at all that lies below a directory for links of a name. `None`
    /// where that is too much, too many are there, or names have blanks.
    fn search(&mut self, below: &str, sought: &[Option<&str>]) -> Option<()> {
        let blanks = sought.contains(&None);
        let globs = || sought.iter().flatten();
        let below = if below.is_empty() { "/" } else { below };
        let (mut ahead, mut found) = (vec![PathBuf::from(below)], 0);
        while let Some(directory) = ahead.pop() {
            let entries = std::fs::read_dir(&directory);
            let at = directory.to_string_lossy();
            let at = at.trim_end_matches('/');
            for entry in entries.into_iter().flatten().flatten() {
                self.entries += 1;
                let name = entry.file_name();
                let name = name.to_string_lossy();
                if self.entries > ENTRIES || blanks && name.contains(CUT) {
                    return None;
                }
                let kind = entry.file_type().ok();
                if kind.is_some_and(|kind| kind.is_dir()) {
                    ahead.push(entry.path());
                }
                let link = kind.is_none_or(|kind| kind.is_symlink());
                if link && globs().any(|glob| may_find(glob, &name)) {
                    found += 1;
                    self.look(format!("{at}/{name}"), &entry.path())?;
                    let name = vec![(name.into_owned(), false)];
                    self.walk(at.to_owned(), name)?;
                }
                if found > FEW {
                    return None;
                }
            }
        }
        Some(())
    }
}

/// What programs cut names at, or leave out of them, that read them as
/// lines.
const CUT: [char; 7] = [' ', '\t', '\n', '\r', '\'', '"', '\\'];

const WILD: [char; 3] = ['*', '?', '['];

/// Whether a glob may find a name: it starts and ends so.
pub(crate) fn may_find(glob: &str, name: &str) -> bool {
    let start = glob.split(WILD).next().unwrap_or("");
    let end = glob.rsplit(['*', '?', ']']).next().unwrap_or("");
    let (glob, name) = (start.to_lowercase(), name.to_lowercase());
    name.starts_with(&glob) && name.ends_with(&end.to_lowercase())
}

/// The names of a path, the last one first.
fn names(path: &str) -> impl Iterator<Item = String> {
    let names = path.rsplit('/').filter(|name| !matches!(*name, "" | "."));
    names.map(str::to_owned)
}

/// The names ahead without `..` and those that it takes away.
fn flat(ahead: &[(String, bool)]) -> Vec<(String, bool)> {
    let mut out = Vec::with_capacity(ahead.len());
    for name in ahead.iter().rev() {
        if name.0 == ".." {
            out.pop();
        } else {
            out.push(name.clone());
        }
    }
    out.reverse();
    out
}

/// What a link says; what no text can hold in it, with signs in its place.
fn target(link: &Path) -> Option<String> {
    let target = std::fs::read_link(link).ok()?;
    Some(target.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_too_long_for_any_system_are_not_kept() {
        let mut seen = Seen::default();
        let ahead = vec![("a".to_owned(), true); LONGEST];
        assert_eq!(seen.walk(String::new(), ahead), Some(()));
        assert_eq!(seen.links.len(), LONGEST / 2);
    }

    #[cfg(unix)]
    #[test]
    fn a_search_tells_links_and_what_it_cannot_tell() {
        let at = std::env::temp_dir()
            .join(format!("hookset-search-{}", std::process::id()));
        let deep = at.join("a/b");
        std::fs::create_dir_all(&deep).unwrap();
        std::os::unix::fs::symlink("/x", deep.join("k.md")).unwrap();
        std::fs::write(at.join("a/c d"), "").unwrap();
        let below = at.to_string_lossy().into_owned();
        let search = |links: Option<&str>| {
            let (below, links) = (below.clone(), links.map(str::to_owned));
            let found =
                super::links(&[], &[Search { below, links }], &[]).unwrap();
            (found.links.len(), found.unseen)
        };
        let before = search(Some("*.rs")).0;
        assert_eq!(search(Some("*.md")), (before + 1, false));
        assert_eq!(search(None), (before, true));
        for n in 0..=FEW {
            let link = deep.join(format!("{n}.ts"));
            std::os::unix::fs::symlink("/x", link).unwrap();
        }
        assert!(search(Some("*.ts")).1);
        std::fs::remove_dir_all(at).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_looked_for_in_both_ways_behind_a_link() {
        let at = std::env::temp_dir()
            .join(format!("hookset-up-{}", std::process::id()));
        std::fs::create_dir_all(at.join("docs/deep")).unwrap();
        for (target, name) in
            [("docs/deep", "e"), ("/x", "d"), ("/y", "docs/d")]
        {
            std::os::unix::fs::symlink(target, at.join(name)).unwrap();
        }
        let file = at.join("e/../d/k").to_string_lossy().into_owned();
        let found = super::links(&[file], &[], &[]).unwrap().links;
        let says = |target: &str| found.iter().any(|(_, to)| to == target);
        assert!(says("/x") && says("/y"), "{found:?}");
        std::fs::remove_dir_all(at).unwrap();
    }

    #[test]
    fn a_glob_may_find_names_that_start_and_end_so() {
        for (glob, name, found) in [
            ("l*", "lnk", true),
            ("l*", "a", false),
            ("l[mn]k", "lnk", true),
            ("?nk", "lnk", true),
            ("*.pem", "k.PEM", true),
            ("*.pem", "k.txt", false),
            ("l[x", "l[x", true),
        ] {
            assert_eq!(may_find(glob, name), found, "{glob} {name}");
        }
    }
}
