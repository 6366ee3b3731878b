//! Where front matter begins and ends.

use super::KEYS;
use crate::source::Span;

/// Where the front matter lies.
pub(super) enum Fence {
    /// There is none.
    None,
    /// Its end is missing; this is the first line.
    Unclosed(Span),
    /// Between the fences.
    Closed(Span),
    /// Something that looks like front matter, where none can stand.
    Misplaced {
        /// Where it begins.
        at: Span,
        /// Whether a key in it may keep something from running.
        guards: bool,
    },
}

/// Lines that are looked at for what looks like front matter.
const LINES: usize = 40;

pub(super) fn fence(text: &str) -> Fence {
    let mark = text.strip_prefix('\u{feff}').map_or(0, |_| 3);
    let body = text.get(mark..).unwrap_or("");
    let mut lines = body.split_inclusive('\n');
    let Some(first) = lines.next() else { return Fence::None };
    if first.trim_end() != "---" {
        return misplaced(text, mark);
    }
    let start = mark + first.len();
    let mut at = start;
    for line in lines {
        if line.trim_end() == "---" {
            return Fence::Closed(Span::new(start, at));
        }
        at += line.len();
    }
    Fence::Unclosed(Span::new(mark, mark + 3))
}

/// Keys behind something like a fence that is none, or before one: behind
/// blank lines, in a block of code, with too many signs, with line ends of
/// another kind.
fn misplaced(text: &str, mark: usize) -> Fence {
    let body = text.get(mark..).unwrap_or("");
    let mut lines = Lines { rest: body, at: mark };
    let opens = |line: &str| {
        line.is_empty()
            || ["```", "<!--", "#"].iter().any(|sign| line.starts_with(sign))
    };
    let Some((at, first)) = lines.find(|(_, line)| !opens(line)) else {
        return Fence::None;
    };
    let behind = lines.clone().take(LINES);
    let ends = |line: &str| {
        line.starts_with("---") || line.starts_with("+++") || is_dashes(line)
    };
    let sign = |c| c == '+' || is_dash(c);
    let own = match ends(first) {
        true => first.trim_start_matches(sign).trim_start(),
        false => first,
    };
    let closed = behind.clone().any(|(_, line)| ends(line));
    let keys = || {
        let below = behind.clone().map(|(_, line)| line);
        let below = below.take_while(|line| !ends(line));
        std::iter::once(own).chain(below).filter_map(key)
    };
    if !closed || !keys().any(is_ours) {
        return Fence::None;
    }
    let guards = keys().any(|key| key != "name" && key != "description");
    // Below a title a page may have such lines of its own.
    let titled = body.trim_start().starts_with('#');
    let own =
        |key: &str| is_ours(key) && !matches!(key, "name" | "description");
    if titled && !(ends(first) && keys().any(own)) {
        return Fence::None;
    }
    Fence::Misplaced { at: Span::new(at, at + first.len()), guards }
}

/// Whether a line is a fence of dashes as editors put them in: `—--`.
fn is_dashes(line: &str) -> bool {
    !line.is_empty() && !line.is_ascii() && line.chars().all(is_dash)
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2500}')
}

/// What stands before a colon or an equals sign.
fn key(line: &str) -> Option<&str> {
    let end = line.find([':', '='])?;
    Some(line.get(..end)?.trim_end())
}

/// Whether a key is one of agents, skills or commands.
fn is_ours(key: &str) -> bool {
    let keys = KEYS.iter().map(|row| row.0);
    let mut all = keys.chain(["description", "hooks", "name"]);
    all.any(|ours| ours == key)
}

/// The lines of a text, whatever ends them, without blanks around them, and
/// where they begin.
#[derive(Clone)]
struct Lines<'a> {
    rest: &'a str,
    at: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) =
            self.rest.split_once(['\n', '\r']).unwrap_or((self.rest, ""));
        let at = self.at + (line.len() - line.trim_start().len());
        self.at += self.rest.len() - rest.len();
        self.rest = rest;
        Some((at, line.trim()))
    }
}
