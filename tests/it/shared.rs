//! The data that lies beside the repository and is not part of it: in the
//! directory that `HOOKSET_SHARED` names, else in `../shared`.

use std::fs;
use std::path::{Path, PathBuf};

/// A file or directory of it; nothing, and a word on why what needs it is
/// skipped, where it is not there.
pub(crate) fn path(part: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let root = std::env::var_os("HOOKSET_SHARED");
    let found = root.map_or(beside, PathBuf::from).join(part);
    if found.exists() {
        return Some(found);
    }
    println!("skipped: `{}` is not there", found.display());
    None
}

/// The text of a file of it.
pub(crate) fn text(part: &str) -> Option<String> {
    path(part).map(|file| fs::read_to_string(file).unwrap())
}
