//! What searches meet: what a line goes through is gone through as its program
//! does, file by file.

mod told;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hookset::event::{Among, Context, Searched};
use ignore::WalkBuilder;

use crate::engine::Engine;
use crate::{links, tracked};

/// How many entries of directories are gone through.
const ENTRIES: usize = 1 << 16;
/// How many files are asked about.
const FILES: usize = 64;

/// A search that may meet files which guards are about.
#[derive(Clone, Debug)]
pub(crate) struct Guarded {
    /// The directory, absolute.
    pub(crate) at: String,
    pub(crate) search: Searched,
    /// Whether the line is asked about only if it meets some.
    pub(crate) deep: bool,
}

/// What searches meet. One of which not all can be seen is in neither list,
/// unless it meets something, and none is on Windows, whose paths are written
/// otherwise.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) unmet: Vec<Searched>,
    pub(crate) met: Vec<Searched>,
}

impl Seen {
    pub(crate) fn is_empty(&self) -> bool {
        self.unmet.is_empty() && self.met.is_empty()
    }
}

/// Goes through what these search, for an event that happens there.
pub(crate) fn seen<'s>(
    engine: &mut Engine,
    context: &Context,
    searches: impl Iterator<Item = &'s Guarded>,
) -> Seen {
    // What some file system takes for one name.
    let case_sensitive = Some(false);
    let context = &Context { case_sensitive, ..context.clone() };
    let mut seen = Seen::default();
    // What is looked for in one place is looked for in one walk.
    let mut walks: BTreeMap<(&str, Among), Vec<&Searched>> = BTreeMap::new();
    for Guarded { at, search, .. } in searches.filter(|_| cfg!(unix)) {
        walks.entry((at, search.among)).or_default().push(search);
    }
    let (mut entries, mut files) = (ENTRIES, FILES);
    for ((at, among), searches) in walks {
        let (left, asked) = (&mut entries, &mut files);
        let met = &mut seen.met;
        let mut walk =
            Walk { engine, context, at, searches, met, left, asked };
        let whole = walk.go(among).is_some();
        let unmet = walk.searches.into_iter().filter(|_| whole);
        seen.unmet.extend(unmet.cloned());
    }
    seen
}

/// Searches below one directory.
struct Walk<'w, 's> {
    engine: &'w mut Engine,
    context: &'w Context,
    at: &'s str,
    /// Those that have met nothing so far.
    searches: Vec<&'s Searched>,
    met: &'w mut Vec<Searched>,
    left: &'w mut usize,
    asked: &'w mut usize,
}

impl Walk<'_, '_> {
    /// `None` where not all can be seen.
    fn go(&mut self, among: Among) -> Option<()> {
        let root = std::fs::canonicalize(self.at).ok()?;
        if among == Among::Tracked {
            for path in tracked::below(&root)? {
                self.look(&root, &path)?;
            }
            return Some(());
        }
        let shown = among == Among::Shown
            && !is_told_otherwise(&root)
            && told::is_readable_above(&root);
        for entry in walker(&root, shown) {
            let entry = entry.ok()?;
            if entry.file_type().is_some_and(|kind| kind.is_dir()) {
                *self.left = self.left.checked_sub(1)?;
                if shown && !told::is_readable_below(entry.path()) {
                    return None;
                }
            } else {
                self.look(&root, entry.path())?;
            }
        }
        Some(())
    }

    /// Looks which searches meet a file that a guard is about, by its path or
    /// by the one that led there.
    fn look(&mut self, root: &Path, path: &Path) -> Option<()> {
        *self.left = self.left.checked_sub(1)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let within = path.strip_prefix(root).unwrap_or(path);
        let led = match within.as_os_str().is_empty() {
            true => PathBuf::from(self.at),
            false => Path::new(self.at).join(within),
        };
        let mut at = 0;
        while let Some(search) = self.searches.get(at).copied() {
            if links::may_find(&search.name, &name)
                && (self.is_guarded(path, search.writes)?
                    || self.is_guarded(&led, search.writes)?)
            {
                self.met.push(search.clone());
                self.searches.remove(at);
            } else {
                at += 1;
            }
        }
        Some(())
    }

    fn is_guarded(&mut self, path: &Path, writes: bool) -> Option<bool> {
        let path = path.to_string_lossy();
        // Letters that some file system takes for others.
        let folded = path.to_uppercase().to_lowercase();
        let may = |path: &str| self.engine.may_guard(path, writes);
        if !may(&path) && !may(&folded) {
            return Some(false);
        }
        *self.asked = self.asked.checked_sub(1)?;
        Some(self.engine.guards(&path, writes, self.context))
    }
}

/// Goes through all there is, or as `rg` does through what is not hidden and
/// not ignored.
fn walker(root: &Path, shown: bool) -> ignore::Walk {
    let mut builder = WalkBuilder::new(root);
    builder.standard_filters(shown);
    if shown {
        builder.add_custom_ignore_filename(".rgignore");
    }
    builder.build()
}

/// Whether `rg` may read options from a file, or did where people set that, or
/// not every version of it takes the directory for a repository.
fn is_told_otherwise(root: &Path) -> bool {
    const FILES: &[&str] = &[".ripgreprc", ".rgrc", ".config/ripgrep"];
    let home = std::env::home_dir();
    std::env::var_os("RIPGREP_CONFIG_PATH").is_some()
        || root.ancestors().any(|at| at.join(".jj").exists())
        || home.is_none_or(|home| {
            FILES.iter().any(|file| home.join(file).exists())
        })
}
