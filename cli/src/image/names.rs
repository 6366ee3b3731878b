//! The names of what an image was made of. One that was relative is kept as
//! it is from the directory of the image, so that both may be moved together
//! and the command may stand anywhere.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::save;

/// The name to keep in the image in the file `image` for a file that the
/// person who compiles calls `name`.
pub(crate) fn kept(name: &str, image: &str) -> String {
    let found = || {
        let here = std::env::current_dir().ok()?;
        let here = fs::canonicalize(here).ok()?;
        let image = std::path::absolute(save::target(image).ok()?).ok()?;
        let directory = fs::canonicalize(image.parent()?).ok()?;
        let file = below(here, Path::new(name));
        relative(&file, &directory).to_str().map(str::to_owned)
    };
    let found = is_relative(name).then(found).flatten();
    found.unwrap_or_else(|| name.to_owned())
}

/// What a file is called, where the command stands, that the image in the
/// file `image` calls `name`.
pub(crate) fn seen(name: &str, image: &str) -> String {
    let found = || {
        // Where the image is, and not where links to it are.
        let is_link = fs::symlink_metadata(image).ok()?.is_symlink();
        let image = match is_link {
            true => fs::canonicalize(image).ok()?,
            false => PathBuf::from(image),
        };
        let file = below(image.parent()?.to_owned(), Path::new(name));
        let here = std::env::current_dir().ok();
        let short = here.and_then(|here| file.strip_prefix(here).ok());
        short.unwrap_or(&file).to_str().map(str::to_owned)
    };
    let found = is_relative(name).then(found).flatten();
    found.unwrap_or_else(|| name.to_owned())
}

/// Whether a name is that of a file, and says nothing of where it starts.
fn is_relative(name: &str) -> bool {
    name != "-" && Path::new(name).is_relative()
}

/// The path of a file below a directory, without the `..` in front of its
/// name where what they lead out of is no link.
fn below(mut directory: PathBuf, name: &Path) -> PathBuf {
    let leads_out = |directory: &Path| {
        let last = directory.components().next_back();
        let found = fs::symlink_metadata(directory);
        matches!(last, Some(Component::Normal(_)))
            && found.is_ok_and(|found| found.is_dir())
    };
    let mut parts = name.components().peekable();
    while let Some(part) = parts.peek() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if leads_out(&directory) => {
                directory.pop();
            }
            _ => break,
        }
        parts.next();
    }
    directory.join(parts.collect::<PathBuf>())
}

/// A file as it is from a directory, both absolute; as it is where they have
/// nothing in common.
fn relative(file: &Path, directory: &Path) -> PathBuf {
    let both = file.components().zip(directory.components());
    let same = both.take_while(|(one, other)| one == other).count();
    if same == 0 {
        return file.to_owned();
    }
    let up = directory.components().skip(same).map(|_| Component::ParentDir);
    up.chain(file.components().skip(same)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_from_a_directory() {
        let from = |file: &str, directory: &str| {
            relative(Path::new(file), Path::new(directory))
        };
        assert_eq!(from("/p/a.json", "/p"), Path::new("a.json"));
        assert_eq!(from("/p/a.json", "/p/out"), Path::new("../a.json"));
        assert_eq!(from("/p/a.json", "/q/out"), Path::new("../../p/a.json"));
        let none = below(PathBuf::from("/none"), Path::new("../a.json"));
        assert_eq!(none, Path::new("/none/../a.json"));
        let here = below(PathBuf::from(".."), Path::new("./../a.json"));
        assert_eq!(here, Path::new("../../a.json"));
    }
}
