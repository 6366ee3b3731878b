//! Symbolic links, as the context tells them.

use std::borrow::Cow;

use super::{Directories, MAX_LINK_HOPS, append, fold_from};
use crate::shell::Reason;
use crate::source::Span;

/// Walks an absolute path name by name, as the system does, and hands out
/// the path after each link and at the end. Behind a link, `..` is the
/// parent of its target.
///
/// # Errors
/// Links in a circle, or more of them than the limit.
pub(super) fn follow(
    parts: &[Cow<'_, str>; 2],
    directories: &Directories<'_>,
    mut found: impl FnMut(&str),
) -> Result<(), Reason> {
    let names = parts.iter().flat_map(|part| part.split('/'));
    let mut ahead: Vec<&str> = names.collect();
    ahead.reverse();
    let mut path = String::new();
    let mut key = String::new();
    let mut hops = 0;
    while let Some(name) = ahead.pop() {
        append(name, 0, &mut path);
        if matches!(name, "" | "." | "..") {
            continue;
        }
        key.clear();
        key.push_str(&path);
        fold_from(&mut key, 0, directories.fold);
        let Some(target) = target(directories, &key) else { continue };
        hops += 1;
        if hops > MAX_LINK_HOPS {
            return Err(Reason::SymlinkLoop);
        }
        if target.starts_with('/') {
            path.clear();
        } else {
            append("..", 0, &mut path);
        }
        ahead.extend(target.split('/').rev());
        found(&whole(&path, &ahead));
    }
    found(&whole(&path, &[]));
    Ok(())
}

/// Appends what a directory in the form of a spelling is behind all links,
/// without a slash at its end; `None` where it is itself or cannot be told.
pub fn behind_links(
    directory: &str,
    directories: &Directories<'_>,
    out: &mut String,
) -> Option<Span> {
    let parts = [Cow::Borrowed(directory), Cow::Borrowed("")];
    let mut real = String::new();
    let all = follow(&parts, directories, |path| {
        real.clear();
        real.push_str(path);
    });
    fold_from(&mut real, 0, directories.fold);
    let real = real.trim_end_matches('/');
    if all.is_err() || real == directory {
        return None;
    }
    let start = out.len();
    out.push_str(real);
    Some(Span::new(start, out.len()))
}

fn target<'d>(
    directories: &'d Directories<'_>,
    path: &str,
) -> Option<&'d str> {
    let links = &directories.links;
    let at = links.binary_search_by(|link| link.0.as_str().cmp(path)).ok()?;
    links.get(at).map(|link| link.1.as_ref())
}

/// The path with what lies ahead of it.
fn whole(path: &str, ahead: &[&str]) -> String {
    let mut out = path.to_owned();
    ahead.iter().rev().for_each(|name| append(name, 0, &mut out));
    if out.is_empty() {
        out.push('/');
    }
    out
}
