//! What a word of a removal says without its variables.

use super::is_all;
use super::searches::{self, is_search};
use crate::source::Spare;

/// Whether nothing of a path is a name: `/`, `~/`, `/../*`.
pub(super) fn names_none(path: &str) -> bool {
    let is_name =
        |name: &str| !matches!(name, "" | "~" | "." | "..") && !is_all(name);
    !path.split('/').any(is_name)
}

/// A word with what is known of the variables in it, and nothing in the place
/// of others; whether there are some: `${X:-/}` may be `/`.
pub(super) fn expanded(text: &str) -> (Spare, bool) {
    let (mut out, mut open, mut left) = (Spare::default(), false, text);
    while let Some(at) = left.find(['$', '`']) {
        out.push_str(left.get(..at).unwrap_or(""));
        let rest = left.get(at + 1..).unwrap_or("");
        let inner = substituted(left.get(at..).unwrap_or(""));
        if let Some((inner, end)) = inner {
            match printed(inner) {
                Some(place) => out.push_str(&place),
                None => open = true,
            }
            left = left.get(at + end..).unwrap_or("");
            continue;
        }
        let (inner, end) = if let Some(inner) = rest.strip_prefix('{') {
            let end = inner.find('}').unwrap_or(inner.len());
            (inner.get(..end).unwrap_or(""), end + 2)
        } else {
            let name = |c: char| c.is_alphanumeric() || c == '_';
            let end = rest.find(|c| !name(c)).unwrap_or(rest.len());
            (rest.get(..end).unwrap_or(""), end)
        };
        match known_value(inner) {
            Some(value) => out.push_str(value),
            None => open = true,
        }
        left = rest.get(end..).unwrap_or("");
    }
    out.push_str(left);
    (out, open)
}

/// What a variable is, by what stands in its braces.
fn known_value(inner: &str) -> Option<&str> {
    let name = |c: char| c.is_alphanumeric() || c == '_';
    let end = inner.find(|c| !name(c)).unwrap_or(inner.len());
    let (name, rest) = inner.split_at_checked(end)?;
    match name {
        "HOME" | "USERPROFILE" => return Some("~"),
        // Which one was left is not known here.
        "PWD" | "OLDPWD" => return Some("."),
        "USER" | "LOGNAME" | "USERNAME" => return Some("*"),
        "SYSTEMROOT" | "SystemRoot" | "WINDIR" | "windir" => {
            return Some("/c/Windows");
        }
        _ => {}
    }
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    rest.strip_prefix(['-', '=', '+'])
}

/// The command of a substitution that stands here, and where that ends.
fn substituted(text: &str) -> Option<(&str, usize)> {
    if let Some(inner) = text.strip_prefix('`') {
        let end = inner.find('`').unwrap_or(inner.len());
        return Some((inner.get(..end)?, end + 2));
    }
    let inner = text.strip_prefix("$(")?;
    let mut depth = 1_usize;
    let end = inner.find(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let end = end.unwrap_or(inner.len());
    Some((inner.get(..end)?, end + 3))
}

/// The place that a command prints, of those that people print one with:
/// `pwd`, `realpath ~`, `dirname "$PWD"`, `git rev-parse --show-toplevel`.
fn printed(command: &str) -> Option<String> {
    const TOP: &str = "rev-parse --show-toplevel";
    // In the last command of `cd .. && pwd` stands what is printed.
    let last = command.rsplit(['&', ';', '|']).next()?;
    let mut words = last.split_ascii_whitespace().map(bare);
    let program = words.next()?;
    let place = match program {
        "pwd" | "/bin/pwd" if last.len() < command.len() => "..".to_owned(),
        "pwd" | "/bin/pwd" => ".".to_owned(),
        "git" if last.contains(TOP) => ".".to_owned(),
        "printenv" => known_value(words.next()?)?.to_owned(),
        "dirname" if words.next().is_some_and(is_here) => "..".to_owned(),
        "echo" | "realpath" | "readlink" => {
            let place = words.find(|word| !word.starts_with('-'))?;
            match place.strip_prefix('$') {
                Some(name) => {
                    known_value(name.trim_matches(['{', '}']))?.to_owned()
                }
                None => place.to_owned(),
            }
        }
        _ if is_search(program) => {
            let all = searches::printed(program, words);
            all.into_iter().min_by_key(String::len)?
        }
        _ => return None,
    };
    Some(place)
}

/// A word without its quotes.
fn bare(word: &str) -> &str {
    word.trim_matches(['"', '\''])
}

/// Whether a word is the current directory, or its name.
fn is_here(word: &str) -> bool {
    matches!(word, "." | "$PWD" | "${PWD}" | "$(pwd" | "$(pwd)" | "`pwd`")
}
