//! Compiled policies in files: who may be trusted with one, and whether it
//! is still what its sources say.

mod names;

pub(crate) use names::kept;

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
#[cfg(unix)]
use std::time::Duration;
use std::time::SystemTime;

use hookset::diagnostic::Code;
use hookset::hook_set::{self, Bytes, ImageError, Limits};
use hookset::plan;
use mmap_io::{MemoryMappedFile, MmapMode};

use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};

/// How much of an image is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// Its header and table of sections; its checksum only where its owner
    /// is not the one who reads it, or where it is small.
    Usual,
    /// Its checksum, too.
    Whole,
}

/// The engine of the image in the file `path`.
pub(crate) fn load(
    path: &str,
    check: Check,
) -> Result<Box<plan::Engine>, Fault> {
    let unreadable = |error| input::unreadable(path, &error);
    let limit = Limits::default().image_bytes as u64;
    let file = input::open(path, limit)?.map_err(unreadable)?;
    // Of the file that is open: the one of this name may be another by now.
    let metadata = file.metadata().map_err(unreadable)?;
    let is_own = trust(path, &metadata)?;
    let bytes = bytes(file, &metadata, path).map_err(unreadable)?;
    let engine = plan::Engine::from_image(bytes).map(Box::new);
    let mut engine = engine.map_err(|error| unusable(path, &error))?;
    engine.rename_sources(|name| names::seen(name, path));
    let is_small = metadata.len() <= SMALL;
    if check == Check::Whole || !is_own || is_small {
        let whole = engine.set().verify();
        whole.map_err(|error| unusable(path, &error))?;
    }
    Ok(engine)
}

/// Up to this size the checksum costs less than what starts the process
/// varies by.
const SMALL: u64 = 64 << 10;

/// From this size on an image is mapped instead of read: an answer looks at
/// some pages of it, and every page of memory that the others would be read
/// into takes longer than two system calls.
const MAPPED: u64 = 8 << 10;

fn bytes(
    mut file: File,
    metadata: &Metadata,
    path: &str,
) -> std::io::Result<Bytes> {
    let limit = Limits::default().image_bytes as u64;
    if metadata.is_file() && (MAPPED..=limit).contains(&metadata.len()) {
        let map = MemoryMappedFile::from_file(file, MmapMode::ReadOnly, path);
        return Ok(Arc::new(Mapped(map.map_err(std::io::Error::other)?)));
    }
    // All of it at once; what is not a file says that it has no length.
    let size = usize::try_from(metadata.len()).unwrap_or(0);
    let mut bytes = vec![0; size];
    file.read_exact(&mut bytes)?;
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(Arc::new(bytes))
}

/// A file as it lies in the memory of the system. `compile` never writes
/// into an image that is there but puts a new one in its place, and a file
/// that others may write to is refused before; so what is mapped stays.
struct Mapped(MemoryMappedFile);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        let all = self.0.as_slice_bytes(0, self.0.len());
        all.unwrap_or_default()
    }
}

fn unusable(path: &str, error: &ImageError) -> Fault {
    let message = format!("`{path}` cannot be used: {error}");
    Fault::new(Code::UNUSABLE_IMAGE, path, message).help(
        "`hookset compile --policy FILE -o IMAGE` makes one from a policy",
    )
}

/// Whether the file is this user's own; a fault where somebody else could
/// have decided what is in it.
#[cfg(unix)]
fn trust(path: &str, metadata: &Metadata) -> Result<bool, Fault> {
    use std::os::unix::fs::MetadataExt;
    let (mode, owner) = (metadata.mode() & 0o7777, metadata.uid());
    let refuse = |message: String, help: String| {
        Err(Fault::new(Code::UNUSABLE_IMAGE, path, message).help(help))
    };
    if mode & 0o022 != 0 && metadata.is_file() {
        return refuse(
            format!(
                "`{path}` is not used: others may write to it (mode {mode:o})"
            ),
            format!("`chmod go-w {path}`, then compile the policy again"),
        );
    }
    let me = rustix::process::geteuid().as_raw();
    if owner != me && owner != 0 {
        return refuse(
            format!(
                "`{path}` is not used: it belongs to another user (uid \
                 {owner}, you are {me})"
            ),
            "compile the policy yourself".to_owned(),
        );
    }
    Ok(owner == me)
}

/// Nothing is known of owners here, so nobody is trusted.
#[cfg(not(unix))]
fn trust(_: &str, _: &Metadata) -> Result<bool, Fault> {
    Ok(false)
}

/// What there is to say where others may put another file in the place of an
/// image. One of theirs is refused, so what they can do is to take it away,
/// or to bring back an older one of the person's own; that is for those to
/// know who set it up, and not worth a look each time it answers.
#[cfg(unix)]
pub(crate) fn exposed(path: &str) -> Option<Fault> {
    use std::os::unix::fs::MetadataExt;
    let file = std::fs::canonicalize(path).ok()?;
    let directory = file.parent()?;
    let found = std::fs::metadata(directory).ok()?;
    let (mode, owner) = (found.mode() & 0o7777, found.uid());
    // A group that has one member only, as many systems make them.
    let is_own_group = found.gid() == owner;
    let who = match mode {
        // There nobody moves what belongs to somebody else.
        _ if mode & 0o1000 != 0 => return None,
        _ if mode & 0o002 != 0 => "everybody",
        _ if mode & 0o020 != 0 && !is_own_group => "its group",
        _ => return None,
    };
    let shown = crate::discover::display(directory);
    let message = format!(
        "`{path}` can be replaced: {who} may write to `{shown}` (mode \
         {mode:o})"
    );
    let fault = Fault::new(Code::EXPOSED_IMAGE, path, message);
    let help = format!("`chmod go-w {shown}`, or keep the image elsewhere");
    Some(fault.help(help))
}

/// Nothing is known of that here.
#[cfg(not(unix))]
pub(crate) fn exposed(_: &str) -> Option<Fault> {
    None
}

/// Whether the file holds an image, or says so by its name.
pub(crate) fn is_image(path: &Path) -> bool {
    if path.extension().is_some_and(|ext| ext == "hsi") {
        return true;
    }
    // What is read of a pipe is gone for whoever reads it next.
    if !std::fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return false;
    }
    let Ok(Ok(file)) = input::open(path, u64::MAX) else { return false };
    let mut start = Vec::new();
    let read = file.take(8).read_to_end(&mut start);
    read.is_ok() && hook_set::is_image(&start)
}

/// What there is to say when the sources of an image are not what they were.
/// Where none of them is where the image says, that tells nothing. They are
/// read only where the image does not show that nobody touched them, or
/// where all of it is to be checked.
pub(crate) fn stale(
    path: &str,
    engine: &plan::Engine,
    check: Check,
) -> Option<Fault> {
    let names = engine.source_names();
    if check == Check::Usual && is_stamped(path, names) {
        return None;
    }
    let (mut texts, mut gone) = (Vec::new(), Vec::new());
    for name in names {
        if std::fs::symlink_metadata(name).is_err() {
            gone.push(name.as_str());
            continue;
        }
        // One that is there and cannot be read may be what it was.
        let file = input::open(name, POLICY_LIMIT).ok()?.ok()?;
        let size = file.metadata().map_or(0, |data| data.len());
        let size = usize::try_from(size.min(POLICY_LIMIT)).unwrap_or(0);
        let mut text = Vec::with_capacity(size + 1);
        file.take(POLICY_LIMIT + 1).read_to_end(&mut text).ok()?;
        texts.push(text);
    }
    // An image that was moved without them is as good as it was; whether it
    // is up to date is another question, where somebody asks it.
    if texts.is_empty() && (check == Check::Usual || gone.is_empty()) {
        return None;
    }
    let digest = hook_set::digest(texts.iter().map(Vec::as_slice));
    let why = match gone.first() {
        Some(name) => format!("`{name}` is gone"),
        None if digest == engine.set().source_digest() => return None,
        None => "its sources have changed".to_owned(),
    };
    let message = format!("`{path}` is stale: {why}; it still decides");
    let sources = names.join(" ");
    let help = format!("`hookset compile --policy {sources} -o {path}`");
    Some(Fault::new(Code::STALE_IMAGE, path, message).help(help))
}

/// When the youngest of these files was last touched, in any way; the part
/// below a second is made of all that tells these files, in this state, from
/// others. It becomes the time of an image that is made of them, and as long
/// as it is both, the files need not be read to know that nothing changed:
/// the system sets these times, nobody can choose them. Copies of the image
/// have another time, and for them the files are read.
#[cfg(unix)]
pub(crate) fn stamp(names: &[String]) -> Option<SystemTime> {
    let (stamp, touched) = state(names)?;
    let age = SystemTime::now().duration_since(touched).ok()?;
    (age > TICK).then_some(stamp)
}

/// The stamp of files, and when the youngest was touched.
#[cfg(unix)]
fn state(names: &[String]) -> Option<(SystemTime, SystemTime)> {
    use std::os::unix::fs::MetadataExt;
    let (mut youngest, mut states) = ((0, 0), Vec::new());
    for name in names {
        let found = std::fs::metadata(name).ok()?;
        if !found.is_file() {
            return None;
        }
        youngest = youngest.max((found.ctime(), found.ctime_nsec()));
        let numbers = [
            found.dev(),
            found.ino(),
            found.size(),
            found.ctime().cast_unsigned(),
            found.ctime_nsec().cast_unsigned(),
        ];
        states.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
    }
    let [a, b, c, d, ..] = hook_set::digest([states.as_slice()].into_iter());
    let below = u32::from_le_bytes([a, b, c, d]) % 1_000_000_000;
    let seconds = u64::try_from(youngest.0).ok()?;
    let touched = u32::try_from(youngest.1).ok()?;
    let at = |below| SystemTime::UNIX_EPOCH + Duration::new(seconds, below);
    Some((at(below), at(touched)))
}

/// Two changes within this time may be given the same time.
#[cfg(unix)]
const TICK: Duration = Duration::from_millis(20);

/// Such times are not known here.
#[cfg(not(unix))]
pub(crate) fn stamp(_: &[String]) -> Option<SystemTime> {
    None
}

#[cfg(not(unix))]
fn state(_: &[String]) -> Option<(SystemTime, SystemTime)> {
    None
}

/// Files that were given a stamp had not been touched for a while, so that
/// any change since has given them another time.
fn is_stamped(path: &str, names: &[String]) -> bool {
    let time = std::fs::metadata(path).and_then(|found| found.modified());
    time.is_ok_and(|time| state(names).is_some_and(|(at, _)| at == time))
}

/// Gives the image in the file `path` the time of what it was made of. Where
/// that cannot be, its sources are read every time.
pub(crate) fn put_stamp(path: &str, stamp: Option<SystemTime>) {
    let file =
        stamp.map(|time| (File::options().write(true).open(path), time));
    if let Some((Ok(file), time)) = file {
        let _ = file.set_modified(time);
    }
}
