//! The files that git tracks, from the index of a repository (`gitformat-index`
//! in the manual of git). What is not plain in one is not read: the files are
//! not known then.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::repository;

/// A longer index is not read.
const MAX_INDEX: u64 = 1 << 26;

/// The bytes of an entry in front of its flags: what the system says of the
/// file, and its name as an object.
const BEFORE_FLAGS: usize = 60;
/// Where its mode stands among these.
const MODE: usize = 24;
/// The bytes at the end, over all in front.
const CHECKSUM: usize = 20;

/// The files below a directory, absolute.
pub(crate) fn below(directory: &Path) -> Option<Vec<PathBuf>> {
    let root = repository::around(directory.to_str()?)?;
    let root = Path::new(&root);
    let own = root.join(".git");
    // What else there may be of it: objects of another kind, another index,
    // a part of one.
    let settings = std::fs::read(own.join("config")).ok()?;
    let settings = settings.to_ascii_lowercase();
    let has = |word: &[u8]| settings.windows(word.len()).any(|at| at == word);
    if has(b"objectformat") || std::env::var_os("GIT_INDEX_FILE").is_some() {
        return None;
    }
    let index = own.join("index");
    let found = match std::fs::metadata(&index) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Some(Vec::new());
        }
        found => found.ok()?,
    };
    if !found.is_file() || found.len() > MAX_INDEX {
        return None;
    }
    let names = names(&std::fs::read(&index).ok()?)?;
    let files = names.into_iter().map(|name| root.join(name));
    Some(files.filter(|file| file.starts_with(directory)).collect())
}

/// The names in an index.
fn names(index: &[u8]) -> Option<Vec<OsString>> {
    let version = number(index, 4)?;
    if index.get(..4)? != b"DIRC" || !(2..=4).contains(&version) {
        return None;
    }
    let mut rest = index.get(12..index.len().checked_sub(CHECKSUM)?)?;
    let mut name = Vec::new();
    let mut names = Vec::new();
    for _ in 0..number(index, 8)? {
        rest = entry(rest, version, &mut name)?;
        names.push(text(&name));
    }
    extensions(rest)?;
    Some(names)
}

/// Reads an entry, whose name may start as the one before does. What stands
/// behind it; `None` of a directory that stands for all in it, and of another
/// repository, which git may go through, too (`submodule.recurse`).
fn entry<'b>(
    bytes: &'b [u8],
    version: u32,
    name: &mut Vec<u8>,
) -> Option<&'b [u8]> {
    const DIRECTORY: u32 = 0o040_000;
    const REPOSITORY: u32 = 0o160_000;
    const EXTENDED: u8 = 0x40;
    if matches!(number(bytes, MODE)?, DIRECTORY | REPOSITORY) {
        return None;
    }
    let flags = *bytes.get(BEFORE_FLAGS)?;
    let more = if flags & EXTENDED == 0 { 0 } else { 2 };
    let start = BEFORE_FLAGS + 2 + more;
    if version == 4 {
        let (cut, size) = varint(bytes.get(start..)?)?;
        name.truncate(name.len().checked_sub(cut)?);
        let added = bytes.get(start + size..)?;
        let len = added.iter().position(|&byte| byte == 0)?;
        name.extend(added.get(..len)?);
        return added.get(len + 1..);
    }
    let written = bytes.get(start..)?;
    let len = written.iter().position(|&byte| byte == 0)?;
    name.clear();
    name.extend(written.get(..len)?);
    // One to eight zeros, up to a multiple of eight.
    bytes.get((start + len) / 8 * 8 + 8..)
}

/// Looks through what stands behind the entries: parts that say nothing of
/// names have a capital letter in front. One that says where more of them are
/// does not, and neither has one that is not known.
fn extensions(mut rest: &[u8]) -> Option<()> {
    while !rest.is_empty() {
        rest.first()?.is_ascii_uppercase().then_some(())?;
        let size = usize::try_from(number(rest, 4)?).ok()?;
        rest = rest.get(size.checked_add(8)?..)?;
    }
    Some(())
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_be_bytes(bytes.try_into().ok()?))
}

/// A number of as many bytes as it needs, each but the last with its highest
/// bit set, and one added for each that follows.
fn varint(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0_usize;
    for (at, &byte) in bytes.iter().enumerate() {
        value = value.checked_mul(128)? + usize::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            return Some((value, at + 1));
        }
        value += 1;
    }
    None
}

#[cfg(unix)]
fn text(name: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt as _;
    std::ffi::OsStr::from_bytes(name).to_owned()
}

#[cfg(not(unix))]
fn text(name: &[u8]) -> OsString {
    String::from_utf8_lossy(name).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry for a file, in front of its name.
    fn before(mode: u32, flags: u16) -> Vec<u8> {
        let mut bytes = vec![0; BEFORE_FLAGS];
        bytes.splice(MODE..MODE + 4, mode.to_be_bytes());
        bytes.extend(flags.to_be_bytes());
        bytes
    }

    fn index(version: u32, entries: &[Vec<u8>], behind: &[u8]) -> Vec<u8> {
        let count = u32::try_from(entries.len()).unwrap();
        let head = [*b"DIRC", version.to_be_bytes(), count.to_be_bytes()];
        [&head.concat(), &entries.concat(), behind, &[0; CHECKSUM]].concat()
    }

    fn padded(mut entry: Vec<u8>, name: &str) -> Vec<u8> {
        entry.extend(name.as_bytes());
        entry.resize(entry.len() / 8 * 8 + 8, 0);
        entry
    }

    #[test]
    fn names_are_read_in_every_version() {
        const FILE: u32 = 0o100_644;
        let plain = |name| padded(before(FILE, 0), name);
        let two = [plain("a"), plain("src/b.rs")];
        let read = |index: &[u8]| {
            let names = names(index)?;
            Some(
                names.iter().map(|n| n.to_str().unwrap().to_owned()).collect(),
            )
        };
        let both: Option<Vec<String>> =
            Some(vec!["a".to_owned(), "src/b.rs".to_owned()]);
        assert_eq!(read(&index(2, &two, b"")), both);
        assert_eq!(read(&index(2, &two, b"TREE\0\0\0\x02xx")), both);
        let mut more = before(FILE, 0x4000);
        more.extend([0, 0]);
        let extended = [plain("a"), padded(more, "src/b.rs")];
        assert_eq!(read(&index(3, &extended, b"")), both);
        let cut = |by: &[u8], rest: &[u8]| {
            [before(FILE, 0).as_slice(), by, rest, &[0]].concat()
        };
        let shared = [cut(&[0], b"a"), cut(&[1], b"src/b.rs")];
        assert_eq!(read(&index(4, &shared, b"")), both);
        for odd in [
            index(2, &two, b"link\0\0\0\x02xx"),
            index(2, &two, b"TREE\0\0\0\x03xx"),
            index(2, &[padded(before(0o040_000, 0), "src/")], b""),
            index(2, &[padded(before(0o160_000, 0), "lib")], b""),
            index(4, &[cut(&[1], b"a")], b""),
            index(5, &two, b""),
            b"DIRC".to_vec(),
        ] {
            assert_eq!(read(&odd), None, "{odd:?}");
        }
    }
}
