//! Removals that nothing approves: of the root, a directory in it, the home,
//! the current directory or one above (spec 2.8), however it is written.

use super::reads::is_within;
use crate::shell::analyze::Scene;
use crate::shell::cd::Cd;
use crate::shell::split::{Word, WordFlags};
use crate::shell::words::{Words, cooked_at};
use crate::shell::{About, Effects, Reason, braces};

/// How many defaults within defaults are looked at.
const DEFAULTS: usize = 4;

/// A word of a removal.
#[derive(Clone, Copy)]
struct Removed<'a> {
    text: &'a str,
    /// Whether a tilde in front of it is the home.
    tilde: bool,
    /// Whether stars in it stand for names.
    glob: bool,
    /// Whether directories are removed with what is in them.
    recursive: bool,
}

impl Scene<'_> {
    /// A removal of such a path.
    pub(crate) fn critical(&mut self, words: Words, name: &str) {
        if !matches!(name, "rm" | "rmdir") {
            return;
        }
        let recursive = self.is_recursive(words);
        for at in words.from(words.start + 1).iter() {
            let Some(word) = self.word(at) else { return };
            let option = self.text_at(at).starts_with('-');
            if !option && self.is_critical(recursive, at) {
                let (reason, span) = (Reason::CriticalPath, word.span);
                self.doubt(reason, span, Effects::ALLOW);
                if self.profile.strict {
                    // `X=/; rm -rf $X`: in a text for guards, too.
                    self.raise(reason, span, Effects::ALLOW, About::Commands);
                }
            }
        }
    }

    /// Whether a removal goes through directories.
    fn is_recursive(&self, words: Words) -> bool {
        words.from(words.start + 1).iter().any(|at| {
            let text = self.text_at(at);
            let short = text.starts_with('-') && !text.starts_with("--");
            text == "--recursive" || short && text.contains(['r', 'R'])
        })
    }

    fn is_critical(&mut self, recursive: bool, at: usize) -> bool {
        let line = self.line;
        let text = cooked_at(line, at);
        let Some(word) = self.word(at) else { return false };
        let has = |flag| word.flags.any(flag);
        let (tilde, glob) = (has(WordFlags::TILDE), has(WordFlags::GLOB));
        let one = Removed { text, tilde, glob, recursive };
        let dynamic = self.dynamic_at(at);
        let looped = |scene: &mut Self, head: Word, text: &str| {
            let has = |flag| head.flags.any(flag);
            let (tilde, glob) = (has(WordFlags::TILDE), has(WordFlags::GLOB));
            let one = Removed { text, tilde, glob, recursive };
            scene.is_critical_ways(one, has(WordFlags::BRACE), false)
        };
        if dynamic && self.profile.strict && self.may_loop_over(at, looped) {
            return true;
        }
        self.is_critical_ways(one, has(WordFlags::BRACE), dynamic)
    }

    /// One of the words that a word with braces stands for.
    fn is_critical_ways(
        &mut self,
        one: Removed<'_>,
        braced: bool,
        dynamic: bool,
    ) -> bool {
        let Removed { text, tilde, .. } = one;
        if !braced || text.contains("${") {
            return self.is_critical_way(one, dynamic);
        }
        match braces::ways(text) {
            Some(ways) => ways.iter().any(|way| {
                let tilde = tilde || way.starts_with('~');
                let text = way.as_str();
                self.is_critical_way(Removed { text, tilde, ..one }, dynamic)
            }),
            None => {
                let text = &braces::starred(text);
                let one = Removed { text, glob: true, ..one };
                self.is_critical_way(one, dynamic)
            }
        }
    }

    /// A word without braces.
    fn is_critical_way(&mut self, one: Removed<'_>, dynamic: bool) -> bool {
        if !dynamic {
            return self.is_critical_path(one);
        }
        let (mut text, mut open) = settled(one.text);
        // `${X:-${Y:-/}}`
        for _ in 0..DEFAULTS {
            if !text.contains('$') {
                break;
            }
            let (inner, more) = settled(&text);
            (text, open) = (inner, open || more);
        }
        let tilde = one.tilde || text.starts_with('~');
        let settled = Removed { text: &text, tilde, ..one };
        match open {
            // Of a variable that is empty no more is left than the root, the
            // home, or all that lies in one of them.
            true => names_none(&text) && self.is_critical_path(settled),
            false => self.is_critical_path(settled),
        }
    }

    fn is_critical_path(&mut self, one: Removed<'_>) -> bool {
        let Removed { text, tilde, glob, recursive } = one;
        if text.is_empty() {
            // No file has that name; taken for the directory one stands in,
            // it would be another one behind `cd`.
            return false;
        }
        let last = text.trim_end_matches('/').rsplit('/').next();
        let all = glob && last.is_some_and(is_all);
        if matches!(text, "." | "./" | ".." | "../") {
            return true;
        }
        let user = text.split('/').next().unwrap_or("");
        if tilde && user.len() > 1 {
            // `~root`, `~+`
            return names_none(text.get(user.len()..).unwrap_or("/"));
        }
        let absolute = text.starts_with('/') || tilde;
        if self.cd == Cd::Unknown && all && !absolute {
            return true;
        }
        if !absolute && self.is_far() {
            return true;
        }
        self.absolute_of(text, tilde);
        let mut path = behind_proc(self.path.as_str());
        if all {
            path = path.get(..path.rfind('/').unwrap_or(0)).unwrap_or("");
        }
        let top = path.matches('/').count() <= 1;
        if top && (absolute || self.places.cwd.is_some()) {
            // What others put there is nobody's.
            return !(all && path == "/tmp");
        }
        let fits = |place: &str| may_hold(path, glob, place);
        let here = self.places.cwd.is_some_and(fits);
        // What lies in the current directory is removed with care only.
        let hidden = last.is_some_and(|last| last.starts_with('.'));
        if here && all && (hidden || !recursive) {
            let cwd = self.places.cwd.unwrap_or("");
            return cwd.matches('/').count() > path.matches('/').count();
        }
        let mut ways = self.places.ways.iter();
        here || self.places.home.is_some_and(fits)
            || ways.any(|(link, place)| fits(link) || fits(place))
    }
}

/// Whether a path, in which stars may stand for names, is a directory or one
/// that it lies in.
fn may_hold(path: &str, glob: bool, directory: &str) -> bool {
    if !glob {
        return is_within(directory, path);
    }
    let mut names = directory.split('/');
    path.split('/')
        .all(|pattern| names.next().is_some_and(|name| may_be(pattern, name)))
}

/// Whether a pattern may stand for a name: by both of its ends.
fn may_be(pattern: &str, name: &str) -> bool {
    const SIGNS: [char; 3] = ['*', '?', '['];
    let Some(at) = pattern.find(SIGNS) else { return pattern == name };
    let start = pattern.get(..at).unwrap_or("");
    let end = pattern.rsplit(['*', '?', ']']).next().unwrap_or("");
    name.len() >= start.len() + end.len()
        && name.starts_with(start)
        && name.ends_with(end)
}

/// Whether a name stands for all that lies in a directory: `*`, `?*`,
/// `[!x]*`, `.*`.
fn is_all(name: &str) -> bool {
    let mut bracket = false;
    name.contains('*')
        && name.chars().all(|c| {
            let inside = bracket;
            bracket = match c {
                '[' => true,
                ']' => false,
                _ => bracket,
            };
            inside || matches!(c, '*' | '?' | '.' | '[')
        })
}

/// A path as it is seen from a process: `/proc/self/root/x` is `/x`.
fn behind_proc(path: &str) -> &str {
    let mut path = path;
    while let Some(rest) = path.strip_prefix("/proc/") {
        let behind = rest.split_once('/').and_then(|(_, rest)| {
            let rest = rest.strip_prefix("root")?;
            (rest.is_empty() || rest.starts_with('/')).then_some(rest)
        });
        let Some(rest) = behind else { break };
        path = rest;
    }
    path
}

/// Whether nothing of a path is a name: `/`, `~/`, `/../*`.
fn names_none(path: &str) -> bool {
    let is_name =
        |name: &str| !matches!(name, "" | "~" | "." | "..") && !is_all(name);
    !path.split('/').any(is_name)
}

/// A word with what is known of the variables in it, and nothing in the place
/// of others; whether there are some: `${X:-/}` may be `/`.
fn settled(text: &str) -> (String, bool) {
    let (mut out, mut open, mut left) = (String::new(), false, text);
    while let Some(at) = left.find(['$', '`']) {
        out.push_str(left.get(..at).unwrap_or(""));
        let rest = left.get(at + 1..).unwrap_or("");
        let (inner, end) = if let Some(inner) = rest.strip_prefix('{') {
            let end = inner.find('}').unwrap_or(inner.len());
            (inner.get(..end).unwrap_or(""), end + 2)
        } else if left.starts_with('`') || rest.starts_with('(') {
            // What it prints is not known, and not looked for.
            return (String::new(), true);
        } else {
            let name = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !name(c)).unwrap_or(rest.len());
            (rest.get(..end).unwrap_or(""), end)
        };
        match given(inner) {
            Some(value) => out.push_str(value),
            None => open = true,
        }
        left = rest.get(end..).unwrap_or("");
    }
    out.push_str(left);
    (out, open)
}

/// What a variable is, by what stands in its braces.
fn given(inner: &str) -> Option<&str> {
    let name = |c: char| c.is_alphanumeric() || c == '_';
    let end = inner.find(|c| !name(c)).unwrap_or(inner.len());
    let (name, rest) = inner.split_at_checked(end)?;
    match name {
        "HOME" => return Some("~"),
        "PWD" => return Some("."),
        _ => {}
    }
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    rest.strip_prefix(['-', '=', '+'])
}
