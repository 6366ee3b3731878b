//! Compiled policies in files: who may be trusted with one, and whether it
//! is still what its sources say.

use std::fs::{File, Metadata};
use std::io::Read;
use std::sync::Arc;

use hookset::diagnostic::Code;
use hookset::hook_set::{self, ImageError, Limits};
use hookset::plan;

use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};

/// How much of an image is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// Its header and table of sections; its checksum only where its owner
    /// is not the one who reads it.
    Usual,
    /// Its checksum, too.
    Whole,
}

/// The engine of the image in the file `path`.
pub(crate) fn load(path: &str, check: Check) -> Result<plan::Engine, Fault> {
    let unreadable = |error| input::unreadable(path, &error);
    let limit = Limits::default().image_bytes as u64;
    let file = input::open(path, limit)?.map_err(unreadable)?;
    // Of the file that is open: the one of this name may be another by now.
    let metadata = file.metadata().map_err(unreadable)?;
    let is_own = trust(path, &metadata)?;
    let bytes = read(file, &metadata, limit).map_err(unreadable)?;
    let engine = plan::Engine::from_image(Arc::new(bytes));
    let engine = engine.map_err(|error| unusable(path, &error))?;
    if check == Check::Whole || !is_own {
        let whole = engine.set().verify();
        whole.map_err(|error| unusable(path, &error))?;
    }
    Ok(engine)
}

fn read(
    file: File,
    metadata: &Metadata,
    limit: u64,
) -> std::io::Result<Vec<u8>> {
    let size = usize::try_from(metadata.len()).unwrap_or(0);
    let mut bytes = Vec::with_capacity(size);
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
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

/// Whether the file holds an image, or says so by its name.
pub(crate) fn is_image(path: &str) -> bool {
    if path.ends_with(".hsi") {
        return true;
    }
    let Ok(Ok(file)) = input::open(path, u64::MAX) else { return false };
    let mut start = Vec::new();
    let read = file.take(8).read_to_end(&mut start);
    read.is_ok() && hook_set::is_image(&start)
}

/// What there is to say when the sources of an image are not what they were.
/// Sources that are not where the command stands say nothing.
pub(crate) fn stale(path: &str, engine: &plan::Engine) -> Option<Fault> {
    let (mut texts, mut gone) = (Vec::new(), Vec::new());
    for name in engine.sources() {
        if std::fs::symlink_metadata(name).is_err() {
            gone.push(name.as_str());
            continue;
        }
        // One that is there and cannot be read may be what it was.
        let file = input::open(name, POLICY_LIMIT).ok()?.ok()?;
        let mut text = Vec::new();
        file.take(POLICY_LIMIT + 1).read_to_end(&mut text).ok()?;
        texts.push(text);
    }
    if texts.is_empty() {
        return None;
    }
    let digest = hook_set::digest(texts.iter().map(Vec::as_slice));
    let why = match gone.first() {
        Some(name) => format!("`{name}` is gone"),
        None if digest == engine.set().sources() => return None,
        None => "its sources have changed".to_owned(),
    };
    let message = format!("`{path}` is stale: {why}; it still decides");
    let sources = engine.sources().join(" ");
    let help = format!("`hookset compile --policy {sources} -o {path}`");
    Some(Fault::new(Code::STALE_IMAGE, path, message).help(help))
}
