//! Writing a file that a person owns: all of it or nothing.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use hookset::diagnostic::Code;
use hookset::hook_set;

use crate::fault::Fault;

/// Names tried for the file that is written first.
const TRIES: u32 = 100;

/// Links that are followed one after the other, as many as systems do.
const LINKS: u32 = 40;

/// Puts `new` in the place of the content `old` of the file `path`. The new
/// text is written beside it and moved over it, so nobody ever sees half a
/// file; a link stays a link; owner and permissions stay. A file that holds
/// something else than `old` by now is left alone.
pub(crate) fn replace(
    path: impl AsRef<Path>,
    old: &str,
    new: &str,
) -> Result<(), Fault> {
    let path = path.as_ref();
    let attempt = || -> io::Result<()> {
        // The file itself, not the link that leads to it.
        let target = fs::canonicalize(path)?;
        let metadata = fs::metadata(&target)?;
        if !metadata.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        if metadata.permissions().readonly() {
            return Err(io::Error::other("it is read-only"));
        }
        placed(&target, |file, beside| {
            fill(file, beside, &metadata, new)?;
            unchanged(&target, old)
        })
    };
    let help = "nothing in the file was changed";
    let name = path.to_string_lossy();
    attempt().map_err(|error| cannot_write(&name, &error, help))
}

/// Writes a file that is not there yet: whole or not at all.
pub(crate) fn fresh(path: &str, text: &str) -> Result<(), Fault> {
    let attempt = || -> io::Result<()> {
        placed(&target(path)?, |mut file, _| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
    };
    let help = "name a file in a directory that you may write to";
    attempt().map_err(|error| cannot_write(path, &error, help))
}

/// Writes a file that must not be there yet, and takes it away again where
/// it cannot be written whole.
pub(crate) fn new(path: &str, text: &str) -> Result<(), Fault> {
    let open = OpenOptions::new().write(true).create_new(true).open(path);
    let written = open.and_then(|mut file| {
        let written = file.write_all(text.as_bytes());
        let written = written.and_then(|()| file.sync_all());
        if written.is_err() {
            // What went wrong before is what is told.
            let _ = fs::remove_file(path);
        }
        written
    });
    let help = "name a file that is not there yet";
    written.map_err(|error| cannot_write(path, &error, help))
}

/// The file that is written at `path`: a link stays one, and what it leads to
/// need not be there yet.
pub(crate) fn target(path: &str) -> io::Result<PathBuf> {
    if let Ok(target) = fs::canonicalize(path) {
        return Ok(target);
    }
    let mut target = PathBuf::from(path);
    for _ in 0..LINKS {
        match fs::read_link(&target) {
            Err(_) => return Ok(target),
            // What is absolute stands for itself.
            Ok(next) => {
                let directory = target.parent().map(Path::to_owned);
                target = directory.unwrap_or_default().join(next);
            }
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// Writes an image to `path`, whole or not at all. What is there already is
/// replaced only if it is an image, too.
pub(crate) fn create(path: &str, bytes: &[u8]) -> Result<(), Fault> {
    let attempt = || -> io::Result<()> {
        if path == "-" {
            return Err(io::Error::other("an image is a file of its own"));
        }
        let target = target(path)?;
        let before = fs::metadata(&target).ok();
        if let Some(metadata) = &before {
            if !metadata.is_file() {
                return Err(io::Error::other("it is not a regular file"));
            }
            if metadata.permissions().readonly() {
                return Err(io::Error::other("it is read-only"));
            }
            if metadata.len() > 0 && !holds_an_image(&target)? {
                return Err(io::Error::other(
                    "there is something else than a compiled policy",
                ));
            }
        }
        placed(&target, |mut file, _| {
            if let Some(metadata) = &before {
                file.set_permissions(metadata.permissions())?;
            }
            only_mine(&file)?;
            file.write_all(bytes)?;
            file.sync_all()
        })
    };
    let help = "name a file of its own, such as `policy.hsi`";
    attempt().map_err(|error| cannot_write(path, &error, help))
}

/// Writes a file beside `target` and puts it in its place: whole or not at
/// all.
fn placed(
    target: &Path,
    write: impl FnOnce(File, &Path) -> io::Result<()>,
) -> io::Result<()> {
    let (beside, file) = create_beside(target)?;
    let written =
        write(file, &beside).and_then(|()| fs::rename(&beside, target));
    if written.is_err() {
        // What went wrong before is what is told.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// The fault of a file that cannot be written.
pub(crate) fn cannot_write(
    path: &str,
    error: &io::Error,
    help: &str,
) -> Fault {
    let why = match error.kind() {
        ErrorKind::AlreadyExists => "it is there already".to_owned(),
        ErrorKind::NotFound => "there is no such directory".to_owned(),
        ErrorKind::PermissionDenied => {
            "you may not write there (permission denied)".to_owned()
        }
        _ => error.to_string().to_lowercase(),
    };
    let message = format!("cannot write `{path}`: {why}");
    Fault::new(Code::UNWRITABLE_FILE, path, message).help(help)
}

fn holds_an_image(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(8).read_to_end(&mut start)?;
    Ok(hook_set::is_image(&start))
}

/// Takes from everybody else the right to write: an image that others can
/// change is not used.
#[cfg(unix)]
fn only_mine(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = file.metadata()?.permissions();
    permissions.set_mode(permissions.mode() & !0o022);
    file.set_permissions(permissions)
}

#[cfg(not(unix))]
fn only_mine(_: &File) -> io::Result<()> {
    Ok(())
}

/// A new file in the same directory, so that it can be moved over the other.
fn create_beside(target: &Path) -> io::Result<(PathBuf, File)> {
    let directory = target.parent().unwrap_or(Path::new("."));
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let process = std::process::id();
    for number in 0..TRIES {
        let name = format!(".{name}.{process}-{number}.tmp");
        let path = directory.join(name);
        let mut options = OpenOptions::new();
        match options.write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            other => return other.map(|file| (path, file)),
        }
    }
    Err(io::Error::other("no name is free for a temporary file"))
}

fn fill(
    mut file: File,
    path: &Path,
    like: &Metadata,
    text: &str,
) -> io::Result<()> {
    keep_owner(path, like, &file.metadata()?)?;
    file.set_permissions(like.permissions())?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(unix)]
fn keep_owner(path: &Path, like: &Metadata, now: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let differs = |a: u32, b: u32| (a != b).then_some(a);
    let owner = differs(like.uid(), now.uid());
    let group = differs(like.gid(), now.gid());
    if owner.is_none() && group.is_none() {
        return Ok(());
    }
    chown(path, owner, group)
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &Metadata, _: &Metadata) -> io::Result<()> {
    Ok(())
}

fn unchanged(target: &Path, old: &str) -> io::Result<()> {
    if fs::read(target)? == old.as_bytes() {
        return Ok(());
    }
    Err(io::Error::other("it was changed by somebody else meanwhile"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(name: &str) -> PathBuf {
        let name = format!("hookset-save-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_left_alone() {
        let directory = directory("changed");
        let file = directory.join("a.json");
        fs::write(&file, "theirs").unwrap();
        let fault = replace(file.to_str().unwrap(), "old", "new");
        assert!(fault.unwrap_err().message.contains("somebody else"));
        assert_eq!(fs::read_to_string(&file).unwrap(), "theirs");
        // Nothing is left behind.
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
        fs::remove_dir_all(directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = directory("links");
        let file = directory.join("real.json");
        let link = directory.join("link.json");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink("real.json", &link).unwrap();
        replace(link.to_str().unwrap(), "old", "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o400)).unwrap();
        let fault = replace(file.to_str().unwrap(), "new", "newer");
        assert!(fault.unwrap_err().message.contains("read-only"));
        fs::remove_dir_all(directory).unwrap();
    }
}
