//! Removals that nothing approves: of the root, a directory in it, the home,
//! the current directory or one above (spec 2.8), however it is written.

mod expanded;
pub(crate) mod found;
mod power;
mod searches;
mod variables;

use std::borrow::Cow;

use expanded::{expanded, names_none};
pub(crate) use searches::takes_value;

use self::found::goes_down;
use crate::shell::cd::Cd;
use crate::shell::paths::is_within;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::{Word, WordFlags};
use crate::shell::words::{Words, cooked_at};
use crate::shell::{About, Effects, Reason, Shell, braces};
use crate::source::Span;

/// How many defaults within defaults are looked at.
const DEFAULTS: usize = 4;

/// Other names that the root, or the volume of what lies there, has in macOS
/// as it is installed.
const ROOTS: &[&str] = &[
    "/.nofollow",
    "/system/volumes/data",
    "/volumes/macintosh hd",
    "/volumes/macintosh hd - data",
];

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
    pub(crate) fn critical(&mut self, level: Level, name: &str) {
        // What `find` finds lies below the directory that stands for it.
        let stands_for = self.job.maybe == Some(Reason::Glob);
        if matches!(name, "rm" | "rmdir") && !stands_for {
            if self.profile.strict {
                self.critical_piped(level);
            }
            self.critical_words(level.words);
        }
    }

    /// The same of a command that is known to remove what its words name.
    pub(crate) fn critical_words(&mut self, words: Words) {
        let recursive = self.is_recursive(words);
        for at in words.from(words.start + 1).iter() {
            let Some(word) = self.word(at) else { return };
            let option = self.text_at(at).starts_with('-');
            if !option && self.is_critical(recursive, at) {
                self.raise_critical(word.span);
            }
        }
    }

    fn raise_critical(&mut self, span: Span) {
        let reason = Reason::CriticalPath;
        self.doubt(reason, span, Effects::ALLOW);
        if self.profile.strict {
            // `X=/; rm -rf $X`: in a text for guards, too.
            self.raise(reason, span, Effects::ALLOW, About::Commands);
        }
    }

    /// Whether the line may search from a place that is not below.
    fn searches_far(&self) -> bool {
        const FAR: &[char] = &['/', '~', '$', '"', '\'', '-', '`'];
        *self.whole.searches_far.get_or_init(|| {
            let mut searches = self.outermost.split("find ").skip(1);
            searches.any(|behind| {
                let behind = behind.trim_start();
                behind.starts_with(FAR) || behind.starts_with("..")
            })
        })
    }

    /// Whether a removal goes through directories.
    fn is_recursive(&self, words: Words) -> bool {
        let mut words = words.from(words.start + 1).iter();
        words.any(|at| goes_down(self.text_at(at)))
    }

    fn is_critical(&mut self, recursive: bool, at: usize) -> bool {
        let line = self.line;
        let text = cooked_at(line, at);
        let Some(word) = self.word(at) else { return false };
        let has = |flag| word.flags.any(flag);
        let (mut tilde, mut glob) =
            (has(WordFlags::TILDE), has(WordFlags::GLOB));
        let slashed;
        let mut text = text;
        if self.shell == Shell::PowerShell {
            slashed = text.replace('\\', "/");
            text = slashed.as_str();
            tilde |= text.starts_with('~');
            glob |= text.contains(['*', '?', '[']);
        }
        let last = text.rsplit('/').next().unwrap_or("");
        glob |= self.shell == Shell::Zsh && last.starts_with('^');
        let one = Removed { text, tilde, glob, recursive };
        let dynamic = self.dynamic_at(at);
        // Each file that a search prints may be removed by itself.
        let goes = recursive || dynamic && self.searches_far();
        let looped = |scene: &mut Self, head: Word, text: &str| {
            let has = |flag| head.flags.any(flag);
            if goes && scene.may_hold_critical(text) {
                return true;
            }
            let (tilde, glob) = (has(WordFlags::TILDE), has(WordFlags::GLOB));
            let one = Removed { text, tilde, glob, recursive };
            scene.is_critical_ways(one, has(WordFlags::BRACE), false)
        };
        if dynamic
            && self.profile.strict
            && (self.may_loop_over(at, looped)
                || goes && self.may_hold_critical(text))
        {
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
        let (mut text, mut open) = expanded(one.text);
        // `${X:-${Y:-/}}`
        for _ in 0..DEFAULTS {
            if !text.contains('$') {
                break;
            }
            let (inner, more) = expanded(&text);
            (text, open) = (inner, open || more);
        }
        let tilde = one.tilde || text.starts_with('~');
        let glob = one.glob || text.contains('*') && !one.text.contains('*');
        let settled = Removed { text: &text, tilde, glob, ..one };
        match open {
            // Of a variable that is empty no more is left than the root, the
            // home, or all that lies in one of them.
            true => names_none(&text) && self.is_critical_path(settled),
            false => self.is_critical_path(settled),
        }
    }

    /// Whether a path may be the home of somebody else.
    fn is_beside_home(&self, path: &str) -> bool {
        let Some(home) = self.places.home else { return false };
        let ways = self.places.ways.iter();
        let led = ways.filter(|(link, _)| link == home);
        let led = led.map(|(_, home)| home.as_str());
        [home].into_iter().chain(led).any(|home| {
            let homes = home.rsplit_once('/').map_or("", |(homes, _)| homes);
            !homes.is_empty() && is_child(path, &self.usual_path(homes))
        })
    }

    /// A path by the name that places are compared by.
    fn usual_path<'t>(&self, path: &'t str) -> Cow<'t, str> {
        let mut path = Cow::from(path);
        if self.places.fold {
            let folded = path.to_lowercase();
            let mut rest = folded.as_str();
            while let Some(behind) = behind_volume(rest) {
                rest = behind;
            }
            path = rest.to_owned().into();
        }
        let moved = self.places.moved.iter().find_map(|&(one, other)| {
            let rest = path.strip_prefix(other)?;
            is_within(&path, other).then(|| format!("{one}{rest}"))
        });
        moved.map_or(path, Cow::from)
    }

    fn is_critical_path(&mut self, one: Removed<'_>) -> bool {
        let Removed { text, tilde, glob, recursive } = one;
        if text.is_empty() {
            // No file has that name; taken for the directory one stands in,
            // it would be another one behind `cd`.
            return false;
        }
        // `*(/)` of zsh has a slash that is none.
        let named = text.strip_suffix("(/)").unwrap_or(text);
        let last = named.trim_end_matches('/').rsplit('/').next();
        let all = glob && last.is_some_and(is_all);
        if matches!(text, "." | "./" | ".." | "../") {
            return true;
        }
        let user = text.split('/').next().unwrap_or("");
        if tilde && user.len() > 1 {
            // `~root`, `~+`
            return names_none(text.get(user.len()..).unwrap_or("/"));
        }
        let text = &*self.usual_spelling(text);
        let tilde =
            tilde || text.starts_with('~') && !one.text.starts_with('~');
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
        let usual = &*self.usual_path(path);
        // `/c/Windows`
        let drive = self.is_windows() && is_drive(path.get(1..).unwrap_or(""));
        let is_top =
            |path: &str| path.matches('/').count() <= 1 + usize::from(drive);
        let top = is_top(path) || is_top(usual);
        if top && (absolute || self.places.cwd.is_some()) {
            // What others put there is nobody's.
            return !(all && [path, usual].contains(&"/tmp"));
        }
        if self.is_beside_home(usual) {
            return true;
        }
        let fits =
            |place: &str| may_hold(usual, glob, &self.usual_path(place));
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

/// Where a path of macOS leads that starts with another name of the root, in
/// small letters.
fn behind_volume(path: &str) -> Option<&str> {
    // `/.resolve/1/x`
    let by_way = path.strip_prefix("/.resolve/");
    let by_way = by_way.map(|rest| {
        rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("")
    });
    by_way.or_else(|| {
        ROOTS.iter().find_map(|root| {
            let rest = path.strip_prefix(root)?;
            (rest.is_empty() || rest.starts_with('/')).then_some(rest)
        })
    })
}

/// Whether a path is right below a directory.
fn is_child(path: &str, directory: &str) -> bool {
    path.rsplit_once('/').is_some_and(|(parent, _)| parent == directory)
}

/// Whether a path starts with the letter of a drive: `c/Users`.
fn is_drive(path: &str) -> bool {
    let letter = path.starts_with(|c: char| c.is_ascii_alphabetic());
    letter && path.get(1..).is_some_and(|r| r.is_empty() || r.starts_with('/'))
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
    // Qualifiers of zsh (`*(D)`), and all but some: `!(x)`, `^x`, `(*|.*)`.
    let name = match name.split_once('(') {
        Some((before, _)) if before.contains('*') => before,
        _ => name,
    };
    if name.starts_with(['^', '(']) || name.starts_with("!(") {
        return true;
    }
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
