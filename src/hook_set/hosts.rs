//! Host globs as bytes of an image, and the exact test of one.

use super::image::Reader;
use super::text_blob;
use crate::syntax::HostGlob;

/// Appends the blob: whether labels may stand in front, the number of
/// labels, then each label's text glob behind its length.
pub(super) fn encode(glob: &HostGlob, out: &mut Vec<u8>) {
    out.push(u8::from(glob.any_prefix));
    text_blob::push_u16(out, glob.labels.len());
    for label in &glob.labels {
        let mut blob = Vec::new();
        text_blob::encode(label, &mut blob);
        text_blob::push_u16(out, blob.len());
        out.extend_from_slice(&blob);
    }
}

/// Whether the whole host matches, label by label.
pub(super) fn matches(blob: Reader<'_>, host: &str) -> bool {
    let any_prefix = blob.u8(0) != 0;
    let labels = usize::from(blob.u16(1));
    let count = memchr::memchr_iter(b'.', host.as_bytes()).count() + 1;
    let skipped = match any_prefix {
        true if count > labels => count - labels,
        false if count == labels => 0,
        _ => return false,
    };
    let mut at = 3;
    host.split('.').skip(skipped).all(|label| {
        let len = usize::from(blob.u16(at));
        let glob = Reader(blob.bytes(at + 2, len));
        at += 2 + len;
        text_blob::matches(glob, false, label.as_bytes())
    })
}
