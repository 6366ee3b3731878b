//! The links that files lead through, looked for as the system goes: name by
//! name, and for a glob entry by entry.

use std::collections::BTreeMap;
use std::path::Path;

/// How many links are followed one after the other, as the system does.
const LINKS: usize = 40;
/// How many names are looked at for links.
const MANY: usize = 1 << 14;
/// How many entries of directories are gone through for globs.
const ENTRIES: usize = 1 << 16;

/// No system looks at a longer name, so none is a link.
const LONGEST: usize = if cfg!(windows) { 1 << 15 } else { 1 << 12 };

/// The links on the way to files, each with what it says. The files are
/// absolute, and may have `..` in them: behind a link, that is what the
/// system takes it for. `None` where there are too many names to look at.
pub(crate) fn links(files: &[String]) -> Option<Vec<(String, String)>> {
    let mut seen = Seen::default();
    for file in files {
        let ahead = names(file).map(|name| (name, true)).collect();
        seen.walk(String::new(), ahead)?;
    }
    let found = seen.links.into_iter();
    Some(found.filter_map(|(link, target)| Some((link, target?))).collect())
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
            if may_glob && is_glob(&name) {
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

const WILD: [char; 3] = ['*', '?', '['];

/// Whether a name is a glob that says something: one that may find any name
/// is in doubt whatever there is.
fn is_glob(name: &str) -> bool {
    let says = |c| !matches!(c, '*' | '?');
    name.contains(WILD) && (!name.contains('*') || name.contains(says))
}

/// Whether a glob may find a name: it starts and ends so.
fn may_find(glob: &str, name: &str) -> bool {
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
