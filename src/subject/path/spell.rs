//! Every spelling of a path: what a guard looks at, and an allow rule must
//! cover.

use std::borrow::Cow;

use super::alias::Moved;
use super::{
    Directories, MAX_PATH_BYTES, MAX_SPELLINGS, PathFault, absolute, alias,
    below_home, fold_from, is_full, links, windows,
};
use crate::event::Platform;
use crate::shell::Reason;
use crate::source::Span;

/// Appends every spelling of a path to `out` and lists them; the first is
/// the path as given. Says why the list may be incomplete, if it may.
pub fn spell(
    text: &str,
    directories: &Directories<'_>,
    fold_case: bool,
    out: &mut String,
    spellings: &mut Vec<Span>,
) -> Option<Reason> {
    if is_full(out) {
        return Some(Reason::Size);
    }
    let mut doubt = trouble(text, directories);
    let (from, moved) = (spellings.len(), directories.moved);
    let mut list = List { out, spellings, from, fold_case, moved };
    let before_nul = text.split('\0').next();
    let seen = seen(text, directories.platform);
    // Words that may be read in such a way are looked at whatever guards
    // there are: see `shell::names`.
    let in_url = in_address(text.trim(), directories.platform);
    let in_url = in_url.as_deref();
    let path_of_url = in_url.and_then(|path| path.split(['?', '#']).next());
    let shorter = |t: &&str| t.len() < text.len();
    let readings = [
        Some(text),
        before_nul.filter(shorter),
        // Tools may take away the blanks around it.
        Some(text.trim_matches(is_blank)).filter(shorter),
        in_url,
        path_of_url.filter(|path| Some(*path) != in_url),
        seen.as_deref(),
    ];
    for reading in readings.into_iter().flatten() {
        if let Err(reason) = list.reading(reading, directories) {
            doubt.get_or_insert(reason);
        }
    }
    if let Some(rest) = below_home_variable(text, directories.platform) {
        let expanded = format!("~{rest}");
        if let Err(reason) = list.reading(&expanded, directories) {
            doubt.get_or_insert(reason);
        }
    }
    if directories.tree {
        list.as_trees();
    }
    doubt
}

/// Whether tools take a sign away at the edges of a path: blanks, and the
/// mark that is one in JavaScript.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The path as one of the file systems of macOS compares it: without signs
/// that nobody sees. `None` where it is the same.
fn seen(text: &str, platform: Platform) -> Option<String> {
    let unseen = |c: char| {
        matches!(
            c,
            '\u{200c}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{206a}'..='\u{206f}'
                | '\u{feff}'
        )
    };
    let is_there = platform == Platform::MacOs && text.contains(unseen);
    is_there.then(|| text.chars().filter(|&c| !unseen(c)).collect())
}

const SCHEME: &str = "file:";

/// Whether a text is the address of a file.
pub(super) fn is_address(text: &str) -> bool {
    let start = text.get(..SCHEME.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(SCHEME))
}

/// The path in the address of a file on this machine: `file:///a%20b`,
/// `file://localhost/a`, in Windows `file:///c:/a`.
fn in_address(text: &str, platform: Platform) -> Option<Cow<'_, str>> {
    let path = decoded(text)?;
    let is_drive = |path: &str| match path.as_bytes() {
        [b'/', letter, b':' | b'|', ..] => letter.is_ascii_alphabetic(),
        _ => false,
    };
    if platform != Platform::Windows || !is_drive(&path) {
        return Some(path);
    }
    let path = path.strip_prefix('/').unwrap_or(&path);
    Some(Cow::Owned(path.replacen('|', ":", 1)))
}

/// The same without what is odd about drives.
fn decoded(text: &str) -> Option<Cow<'_, str>> {
    let rest = text.get(SCHEME.len()..).filter(|_| is_address(text))?;
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let here = "localhost";
    let rest = match rest.split_at_checked(here.len()) {
        Some((host, path))
            if host.eq_ignore_ascii_case(here) && path.starts_with('/') =>
        {
            path
        }
        _ => rest,
    };
    if !rest.contains('%') {
        return Some(Cow::Borrowed(rest));
    }
    let mut bytes = Vec::with_capacity(rest.len());
    let mut ahead = rest.bytes();
    while let Some(byte) = ahead.next() {
        let mut behind = ahead.clone();
        let mut digit = || char::from(behind.next()?).to_digit(16);
        match digit().zip(digit()).filter(|_| byte == b'%') {
            Some((high, low)) => {
                bytes.push((high * 16 + low) as u8);
                ahead = behind;
            }
            None => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// The spellings of one path.
struct List<'l> {
    out: &'l mut String,
    spellings: &'l mut Vec<Span>,
    from: usize,
    fold_case: bool,
    moved: Moved,
}

impl List<'_> {
    fn reading(
        &mut self,
        text: &str,
        directories: &Directories<'_>,
    ) -> Result<(), Reason> {
        let span = match absolute(text, directories, self.out) {
            Ok(span) => span,
            Err(PathFault::Empty) => return Err(Reason::MalformedEvent),
            // The event is as it should be; it may just not say.
            Err(PathFault::NoDirectory) => {
                return Err(Reason::UnknownDirectory);
            }
        };
        let first = self.spellings.len();
        let leads =
            !directories.links.is_empty() || alias::goes_up(text, directories);
        let parts = leads.then(|| directories.parts(text).unwrap_or_default());
        let is_up = |part: &Cow<'_, str>| part.split('/').any(|n| n == "..");
        // Behind a link the system goes up from where that leads; tools take
        // `..` out of a path before they open it, and get elsewhere.
        let flat = parts.iter().flatten().any(is_up).then(|| {
            let path = span.of(self.out).to_owned();
            [Cow::Owned(path), Cow::Borrowed("")]
        });
        self.keep(span);
        let mut result = Ok(());
        for parts in flat.iter().chain(&parts) {
            let all = links::follow(parts, directories, |path| {
                self.add(path);
            });
            result = result.and(all);
        }
        // Other names of what is listed by now, links behind them included.
        let mut at = first;
        while let Some(&span) = self.spellings.get(at) {
            at += 1;
            for name in alias::of(span.of(self.out), directories) {
                self.add(&name);
                if !directories.links.is_empty() {
                    let parts = [Cow::Borrowed(""), Cow::Owned(name)];
                    let more = links::follow(&parts, directories, |path| {
                        self.add(path);
                    });
                    result = result.and(more);
                }
            }
            if self.spellings.len() - self.from > MAX_SPELLINGS {
                return Err(Reason::SymlinkLoop);
            }
            if is_full(self.out) {
                return Err(Reason::Size);
            }
        }
        result
    }

    /// Takes the text at the end of `out`, unless it is listed already, or
    /// names the same where directories are what they usually are: guards
    /// look there, too, but nobody allows it by both names.
    fn keep(&mut self, span: Span) {
        let start = span.start as usize;
        fold_from(self.out, start, self.fold_case);
        let span = Span::new(start, self.out.len());
        let text = span.of(self.out);
        let listed = self.spellings.get(self.from..).unwrap_or_default();
        let is_listed = |other: &Span| {
            let other = other.of(self.out);
            let mut twins = alias::twins(text, self.moved);
            let is_twin = |(at, rest)| other.strip_prefix(at) == Some(rest);
            other == text || twins.any(is_twin)
        };
        if listed.iter().any(is_listed) {
            self.out.truncate(start);
        } else {
            self.spellings.push(span);
        }
    }

    fn add(&mut self, path: &str) {
        let start = self.out.len();
        self.out.push_str(path);
        self.keep(Span::new(start, self.out.len()));
    }

    fn as_trees(&mut self) {
        let spellings = self.spellings.get_mut(self.from..);
        for span in spellings.unwrap_or_default() {
            let start = self.out.len();
            self.out.extend_from_within(span.range());
            if !self.out.ends_with('/') {
                self.out.push('/');
            }
            *span = Span::new(start, self.out.len());
        }
    }
}

/// Where macOS has every file by the number of its volume and its own.
const BY_NUMBER: &str = "/.vol/";

/// What about a path's text makes its meaning uncertain.
fn trouble(text: &str, directories: &Directories<'_>) -> Option<Reason> {
    let platform = directories.platform;
    if text.is_empty() {
        return Some(Reason::MalformedEvent);
    }
    if text.chars().any(char::is_control) {
        return Some(Reason::ControlCharacter);
    }
    if text.len() > MAX_PATH_BYTES {
        return Some(Reason::Size);
    }
    let scheme = text.split_once("://").map_or("", |split| split.0);
    let letters = |c: char| c.is_ascii_alphanumeric();
    if !scheme.is_empty() && scheme.chars().all(letters) {
        return Some(Reason::MalformedEvent);
    }
    if text.starts_with('~')
        && below_home(text, platform == Platform::Windows).is_none()
    {
        return Some(Reason::DynamicArgument);
    }
    let start = directories.cwd.unwrap_or("");
    match platform {
        Platform::Windows if windows::is_odd(text) => {
            Some(Reason::MalformedEvent)
        }
        Platform::Windows => {
            let other = windows::may_be_drive(text) || windows::is_short(text);
            other.then_some(Reason::OtherForms)
        }
        _ if alias::is_open(text, start) => Some(Reason::OtherForms),
        Platform::Linux => None,
        Platform::MacOs => {
            text.contains(BY_NUMBER).then_some(Reason::OtherForms)
        }
    }
}

/// What follows `$HOME` or `${HOME}`, on Windows also what stands for it there.
fn below_home_variable(text: &str, platform: Platform) -> Option<&str> {
    let windows = platform == Platform::Windows;
    let names = ["$HOME", "${HOME}", "%USERPROFILE%", "$env:USERPROFILE"];
    let names = names.iter().take(if windows { names.len() } else { 2 });
    let mut rests = names.filter_map(|name| {
        let (start, rest) = text.split_at_checked(name.len())?;
        let is = match windows {
            true => start.eq_ignore_ascii_case(name),
            false => start == *name,
        };
        is.then_some(rest)
    });
    let divides = |c: char| c == '/' || windows && c == '\\';
    rests.find(|rest| rest.is_empty() || rest.starts_with(divides))
}
