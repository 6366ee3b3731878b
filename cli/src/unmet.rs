//! Which searches meet no file that guards are about: what a line goes
//! through is gone through as its program does, file by file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hookset::event::{Among, Unmet};
use ignore::WalkBuilder;

use crate::engine::Engine;
use crate::{links, tracked};

/// How many entries of directories are gone through.
const ENTRIES: usize = 1 << 16;

/// A search that may meet such files.
#[derive(Clone, Debug)]
pub(crate) struct Guarded {
    /// The directory, absolute.
    pub(crate) at: String,
    pub(crate) search: Unmet,
}

/// The searches that meet none. Those of which not all can be seen are not
/// among them, and none is on Windows, whose paths are written otherwise.
pub(crate) fn unmet(engine: &Engine, searches: &[Guarded]) -> Vec<Unmet> {
    if cfg!(windows) {
        return Vec::new();
    }
    // What is looked for in one place is looked for in one walk.
    let mut walks: BTreeMap<(&str, Among), Vec<&Unmet>> = BTreeMap::new();
    for Guarded { at, search } in searches {
        walks.entry((at, search.among)).or_default().push(search);
    }
    let mut left = ENTRIES;
    let mut found = Vec::new();
    for ((at, among), searches) in walks {
        let walk = Walk { engine, at, searches, left: &mut left };
        found.extend(walk.unmet(among).into_iter().flatten().cloned());
    }
    found
}

/// Searches below one directory.
struct Walk<'s> {
    engine: &'s Engine,
    at: &'s str,
    searches: Vec<&'s Unmet>,
    left: &'s mut usize,
}

impl<'s> Walk<'s> {
    /// Those that meet none.
    fn unmet(mut self, among: Among) -> Option<Vec<&'s Unmet>> {
        let root = std::fs::canonicalize(self.at).ok()?;
        match among {
            Among::Tracked => {
                for path in tracked::below(&root)? {
                    self.look(&root, &path)?;
                }
            }
            Among::All | Among::Shown => {
                let shown = among == Among::Shown && !is_told_otherwise();
                for entry in walker(&root, shown) {
                    let entry = entry.ok()?;
                    let kind = entry.file_type();
                    if !kind.is_some_and(|kind| kind.is_dir()) {
                        self.look(&root, entry.path())?;
                    } else {
                        self.count()?;
                    }
                }
            }
        }
        Some(self.searches)
    }

    fn count(&mut self) -> Option<()> {
        *self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// Leaves out the searches that meet a file of which some guard may be
    /// about, by its path or by the one that leads there. `None` where none
    /// is left.
    fn look(&mut self, root: &Path, path: &Path) -> Option<()> {
        self.count()?;
        let engine = self.engine;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let within = path.strip_prefix(root).unwrap_or(path);
        let led = match within.as_os_str().is_empty() {
            true => PathBuf::from(self.at),
            false => Path::new(self.at).join(within),
        };
        let is_guarded = |path: &Path, writes| {
            let path = path.to_string_lossy();
            // Letters that some file system takes for others.
            let folded = path.to_uppercase().to_lowercase();
            engine.may_guard(&path, writes)
                || engine.may_guard(&folded, writes)
        };
        self.searches.retain(|search| {
            !links::may_find(&search.name, &name)
                || !is_guarded(path, search.writes)
                    && !is_guarded(&led, search.writes)
        });
        (!self.searches.is_empty()).then_some(())
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

/// Whether `rg` may read options from a file, or did where people set that.
fn is_told_otherwise() -> bool {
    const FILES: &[&str] = &[".ripgreprc", ".rgrc", ".config/ripgrep"];
    let home = std::env::home_dir();
    std::env::var_os("RIPGREP_CONFIG_PATH").is_some()
        || home.is_none_or(|home| {
            FILES.iter().any(|file| home.join(file).exists())
        })
}
