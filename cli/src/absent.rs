//! Which of the paths that guards name nothing is there of.

use std::collections::BTreeSet;
use std::path::Path;

/// How many entries of directories are gone through.
const ENTRIES: usize = 1 << 14;

/// Those of these paths that nothing is there of, in letters of any case; a
/// star in a name stands for any signs. Only where the directory that one
/// would lie in can be read: one that is not there may have another name.
/// None on Windows, whose paths are written otherwise.
pub(crate) fn absent(places: Vec<String>) -> Vec<String> {
    let mut left = ENTRIES;
    let places: BTreeSet<String> = match cfg!(windows) {
        true => BTreeSet::new(),
        false => places.into_iter().collect(),
    };
    let is_absent = |place: &String| is_absent(place, &mut left) == Some(true);
    places.into_iter().filter(is_absent).collect()
}

fn is_absent(place: &str, left: &mut usize) -> Option<bool> {
    let (directory, name) = place.rsplit_once('/')?;
    let directory = if directory.is_empty() { "/" } else { directory };
    let name = folded(name);
    let (start, end) = name.split_once('*').unwrap_or((&name, ""));
    for entry in std::fs::read_dir(Path::new(directory)).ok()? {
        *left = left.checked_sub(1)?;
        let entry = folded(&entry.ok()?.file_name().to_string_lossy());
        let is_it = match name.contains('*') {
            true => entry.starts_with(start) && entry.ends_with(end),
            false => entry == name,
        };
        if is_it {
            return Some(false);
        }
    }
    Some(true)
}

/// The same for all that some file system takes for one name.
fn folded(name: &str) -> String {
    name.to_uppercase().to_lowercase()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_by_any_case_is_not_absent() {
        let base = format!("hookset-absent-{}", std::process::id());
        let base = std::env::temp_dir().join(base);
        std::fs::create_dir_all(base.join("Secrets")).unwrap();
        std::fs::write(base.join(".env.local"), "").unwrap();
        let base = base.to_str().unwrap();
        for (name, is_there) in [
            ("secrets", true),
            ("\u{17f}ecrets", true),
            ("secret", false),
            (".env", false),
            (".env.*", true),
            (".env.*.x", false),
            ("*.local", true),
            ("none/x", true),
        ] {
            let place = format!("{base}/{name}");
            let found = absent(vec![place.clone(), place]);
            assert_eq!(found.is_empty(), is_there, "{name}");
        }
        std::fs::remove_dir_all(base).unwrap();
    }
}
