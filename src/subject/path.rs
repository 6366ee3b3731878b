//! Path text → absolute paths that patterns can be compared with.
//!
//! A path is taken lexically first. Where the context knows links, or the
//! system has other names for the same file, every spelling on the way to
//! the file is listed as well: guard rules look at each of them, and an
//! allow rule must cover them all.

mod alias;
mod links;
mod spell;
mod windows;

pub use alias::{Moved, behind, may_have_twin, moved};
pub(crate) use links::States;
pub use links::{behind_links, on_the_way};
use spell::is_address;
pub use spell::spell;

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::event::{Context, Event, Platform};
use crate::shell::KnownLink;
use crate::source::{Span, Spare};
use crate::syntax::fold;

/// The longest path that systems take, in bytes.
pub const MAX_PATH_BYTES: usize = 4096;
/// How many links are followed on the way to one file.
pub const MAX_LINK_HOPS: usize = 40;
/// How many spellings of one file are listed.
pub const MAX_SPELLINGS: usize = 64;
/// How many bytes the spellings of all files of an event may take: each has
/// the directory in front that the file lies in.
pub const MAX_SPELLED: usize = 1 << 26;

/// Where paths of an event start, and where its links lead.
#[derive(Clone, Debug, Default)]
pub struct Directories<'a> {
    /// The current directory.
    pub cwd: Option<&'a str>,
    /// The home directory.
    pub home: Option<&'a str>,
    /// The operating system.
    pub platform: Platform,
    /// Whether the call uses all that lies below the path (a search): its
    /// spellings then end with `/`, which patterns read as "something below".
    pub tree: bool,
    /// Directories that are links in every such system.
    moved: Moved,
    /// Whether names that differ only in case are one.
    fold: bool,
    /// The links, in the order of where they stand.
    links: SmallVec<[KnownLink; 2]>,
}

/// Why a path leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathFault {
    /// It is empty.
    Empty,
    /// It is relative to a directory that is not known.
    NoDirectory,
}

impl std::error::Error for PathFault {}

impl std::fmt::Display for PathFault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            PathFault::Empty => "the path is empty",
            PathFault::NoDirectory => {
                "the path starts in a directory that is not known"
            }
        })
    }
}

impl<'a> Directories<'a> {
    /// What an event and its context say.
    pub fn of(
        event: &Event<'a>,
        context: &'a Context,
        moved: Moved,
    ) -> Directories<'a> {
        let sensitive = context.case_sensitive;
        let by_default = context.platform == Platform::Linux;
        let mut found = Directories {
            cwd: current(event, context),
            home: home(context),
            platform: context.platform,
            moved,
            fold: !sensitive.unwrap_or(by_default),
            ..Directories::default()
        };
        for (link, target) in &context.links {
            let mut path = Spare::default();
            if absolute(link, &found, &mut path).is_ok() {
                fold_from(&mut path, 0, found.fold);
                let target = found.posix(target);
                found.links.push(KnownLink::new(&path, &target));
            }
        }
        found.links.sort_unstable();
        found
    }

    /// Whether a path has one spelling, and no letter stands for another.
    /// (But for those below `/proc`.)
    pub fn are_simple(&self) -> bool {
        self.platform == Platform::Linux
            && !self.fold
            && !self.tree
            && self.links.is_empty()
    }

    /// The links that are known.
    pub fn links(&self) -> &[KnownLink] {
        &self.links
    }

    /// A directory where paths start, in the form that lines are looked at
    /// with: on Windows the absolute one.
    pub fn plain(&self, directory: Option<&'a str>) -> Option<Cow<'a, str>> {
        let directory = directory?;
        let mut path = String::new();
        if self.platform == Platform::Windows
            && absolute(directory, self, &mut path).is_ok()
        {
            return Some(Cow::Owned(path));
        }
        Some(Cow::Borrowed(directory))
    }

    /// The text with `/` between its names.
    fn posix<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.platform {
            Platform::Windows => {
                let drive = self.cwd.and_then(windows::drive);
                Cow::Owned(windows::posix(text, drive))
            }
            _ => Cow::Borrowed(text),
        }
    }

    /// The parts that joined make `text` absolute; `.`, `..` and empty
    /// names are still in them.
    fn parts<'t>(
        &'t self,
        text: &'t str,
    ) -> Result<[Cow<'t, str>; 2], PathFault> {
        if text.is_empty() {
            return Err(PathFault::Empty);
        }
        let none = Cow::Borrowed("");
        let windows = self.platform == Platform::Windows;
        if let Some(rest) = below_home(text, windows) {
            let home = self.home.ok_or(PathFault::NoDirectory)?;
            let rest = match windows {
                true => Cow::Owned(windows::posix(&format!(".{rest}"), None)),
                false => Cow::Borrowed(rest),
            };
            return Ok([self.posix(home), rest]);
        }
        let text = self.posix(text);
        if text.starts_with('/') {
            return Ok([none, text]);
        }
        let cwd = self.cwd.ok_or(PathFault::NoDirectory)?;
        let cwd = self.posix(cwd);
        match cwd.starts_with('/') {
            true => Ok([cwd, text]),
            false => Err(PathFault::NoDirectory),
        }
    }
}

/// The current directory, where paths may start at it.
pub fn current<'a>(
    event: &Event<'a>,
    context: &'a Context,
) -> Option<&'a str> {
    event.cwd.or(context.cwd.as_deref()).filter(|path| is_base(path))
}

/// The home directory, where paths may start at it.
pub fn home(context: &Context) -> Option<&str> {
    context.home.as_deref().filter(|path| is_base(path))
}

/// Whether no spellings are added to a text any more. Files may be missing
/// in it then, and the event is in doubt.
pub fn is_full(text: &str) -> bool {
    text.len() > MAX_SPELLED
}

/// Whether paths may start at a directory: not at one that is longer than
/// systems take, which would be written in front of every file.
pub fn is_base(directory: &str) -> bool {
    directory.len() <= MAX_PATH_BYTES
}

/// What follows `~`; backslashes count where they divide.
fn below_home(text: &str, windows: bool) -> Option<&str> {
    let rest = text.strip_prefix('~')?;
    let divided = rest.starts_with('/') || windows && rest.starts_with('\\');
    (rest.is_empty() || divided).then_some(rest)
}

/// Appends the absolute form of `text`: `/` between names, no `.`, `..` or
/// empty names, never above the root or the drive. Doing it again changes
/// nothing (but a path on a Windows server then looks like one on a drive).
///
/// # Errors
/// When the path is empty or its directory is not known.
pub fn absolute(
    text: &str,
    directories: &Directories<'_>,
    out: &mut String,
) -> Result<Span, PathFault> {
    let parts = directories.parts(text)?;
    Ok(join(&parts, "", directories.platform, out))
}

/// Appends the names of all parts as one absolute path.
fn join(
    parts: &[Cow<'_, str>; 2],
    below: &str,
    platform: Platform,
    out: &mut String,
) -> Span {
    let start = out.len();
    let mut floor = start;
    for part in parts.iter().map(Cow::as_ref).chain([below]) {
        let drive = match platform {
            Platform::Windows if out.len() == start => windows::mounted(part),
            _ => None,
        };
        let Some(letter) = drive else {
            append(part, floor, out);
            continue;
        };
        out.push('/');
        out.push(letter);
        floor = out.len();
        append(part.get(2..).unwrap_or(""), floor, out);
    }
    if out.len() == start {
        out.push('/');
    }
    Span::new(start, out.len())
}

/// Appends the names of `text`; `..` takes nothing away before `floor`.
fn append(text: &str, floor: usize, out: &mut String) {
    for name in text.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                let path = out.get(floor..).unwrap_or("");
                let end = path.rfind('/').unwrap_or(0);
                out.truncate(floor + end);
            }
            name => {
                out.push('/');
                out.push_str(name);
            }
        }
    }
}

/// Appends the absolute form of a path that needs nothing but its directory
/// in front, where [`Directories::are_simple`]: what [`spell`] would append
/// as the only spelling, with no doubt but for the length. `None` for other
/// paths, and where nothing is added.
pub fn join_plain(
    text: &str,
    cwd: Option<Span>,
    out: &mut String,
) -> Option<Span> {
    let bytes = text.as_bytes();
    let first = *bytes.first()?;
    if is_full(out)
        || matches!(first, b'~' | b'$' | b' ')
        || bytes.last() == Some(&b' ')
        || matches!(first, b'f' | b'F') && is_address(text)
        || !is_normal(bytes, |b| b.is_ascii_graphic() || b == b' ')
    {
        return None;
    }
    let start = out.len();
    if first != b'/' {
        out.extend_from_within(cwd?.range());
        out.push('/');
    }
    out.push_str(text);
    let span = Span::new(start, out.len());
    if out.as_bytes().get(start + 1) == Some(&b'p')
        && span.of(out).starts_with("/proc/")
    {
        out.truncate(start);
        return None;
    }
    Some(span)
}

/// Whether there are only names between slashes, of bytes that fit: no `.`
/// or `..`, no slash before another one or at the end.
fn is_normal(path: &[u8], fits: impl Fn(u8) -> bool) -> bool {
    // How many dots the name has so far, if it is nothing but dots.
    const NAME: u8 = 3;
    let mut dots = 0;
    for &b in path.strip_prefix(b"/").unwrap_or(path) {
        match b {
            b'/' if dots < NAME => return false,
            b'/' => dots = 0,
            b'.' => dots = NAME.min(dots + 1),
            b if !fits(b) => return false,
            _ => dots = NAME,
        }
    }
    dots == NAME
}

/// Appends the absolute form of a directory of the context, with `below`
/// under it, folded with `fold_case`, without a slash at its end (the root
/// is empty); `None` where it is not absolute.
pub fn directory(
    text: &str,
    below: &str,
    platform: Platform,
    fold_case: bool,
    out: &mut String,
) -> Option<Span> {
    let start = out.len();
    let normal = platform != Platform::Windows
        && below.is_empty()
        && text.starts_with('/')
        && is_normal(text.as_bytes(), |_| true);
    if normal {
        out.push_str(text);
    } else {
        let places = Directories { platform, ..Directories::default() };
        let parts = places.parts(text).ok()?;
        join(&parts, below, platform, out);
    }
    // What lies below the root starts behind its slash, as below any other.
    if out.get(start..) == Some("/") {
        out.truncate(start);
    }
    fold_from(out, start, fold_case);
    Some(Span::new(start, out.len()))
}

/// The part of an absolute path below a directory: empty for the directory
/// itself, nothing outside of it.
pub fn under<'p>(base: &str, absolute: &'p str) -> Option<&'p str> {
    let rest = absolute.strip_prefix(base.trim_end_matches('/'))?;
    match rest.strip_prefix('/') {
        Some(relative) => Some(relative),
        None => rest.is_empty().then_some(""),
    }
}

/// Folds the end of a text.
fn fold_from(text: &mut String, start: usize, fold_case: bool) {
    if !fold_case {
        return;
    }
    let Some(path) = text.get_mut(start..) else { return };
    if path.is_ascii() {
        path.make_ascii_lowercase();
        return;
    }
    let folded = fold(path);
    text.truncate(start);
    text.push_str(&folded);
}

#[cfg(test)]
mod tests;
