//! Paths as texts: what one says without a look at any file.

use std::borrow::Cow;

use crate::shell::split::{Word, WordFlags};

/// A longer word is no name of a file.
pub(crate) const MAX_WORD: usize = 1024;

/// How many names are looked for in one text of code.
pub(crate) const NAMES: usize = 64;

/// How a line names the home directory.
pub(crate) const HOME: &[&str] = &["$HOME", "${HOME}"];

/// How it names the current one. A `pwd` that prints something else is a
/// substitution like others (`runs/at_home.rs`).
pub(crate) const HERE: &[&str] = &["$PWD", "${PWD}", "$(pwd)", "`pwd`", "~+"];

/// Whether a path may be one of a directory: its name has no ending.
pub(crate) fn is_directory(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.strip_prefix('.').unwrap_or(name);
    !name.contains('.') || name.ends_with(".d") || name == "."
}

/// Whether a text looks like the path of a file rather than a plain word.
pub(crate) fn is_path(text: &str) -> bool {
    text.starts_with('~')
        || text.contains('/')
        || text.contains('.') && text.contains(|c: char| c != '.')
}

/// Whether a path is a directory, or lies in it.
pub(crate) fn is_within(path: &str, directory: &str) -> bool {
    let rest = path.strip_prefix(directory);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether a path is standard input.
pub(crate) fn is_stdin(path: &str) -> bool {
    matches!(path, "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

/// Whether a path is an open file of the shell: `/dev/fd/3`.
pub(crate) fn is_descriptor(path: &str) -> bool {
    let number = ["/dev/fd/", "/proc/self/fd/"]
        .iter()
        .find_map(|start| path.strip_prefix(start));
    is_stdin(path)
        || number.is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
}

/// The directory that a variable at the start of a word names, and what
/// follows: `~` and `/x` of `$HOME/x`.
pub(crate) fn known_start(
    word: Word,
    cooked: &str,
) -> Option<(&'static str, &str)> {
    let here = HERE.iter().map(|name| (*name, "."));
    let homes = HOME.iter().map(|name| (*name, "~"));
    let open = WordFlags::SUBSTITUTION
        | WordFlags::ARITHMETIC
        | WordFlags::GLOB
        | WordFlags::BRACE;
    if word.flags.any(open) {
        return None;
    }
    homes.chain(here).find_map(|(name, place)| {
        let rest = cooked.strip_prefix(name)?;
        let whole = rest.is_empty() || rest.starts_with('/');
        let known = whole && !rest.contains(['$', '`']);
        known.then_some((place, rest))
    })
}

/// Whether nobody knows which directory a path of this kind is.
pub(crate) fn leads_elsewhere(path: &str) -> bool {
    let part = path.starts_with('/').then(|| part_of_process(path)).flatten();
    part.is_some_and(|(name, _)| matches!(name, "cwd" | "fd"))
}

/// What stands behind the number of a process in a path, and behind that:
/// `cwd` or `root`, or `fd` with the number taken off.
pub(crate) fn part_of_process(path: &str) -> Option<(&str, &str)> {
    let path = path.trim_start_matches('/');
    if let Some(rest) = path.strip_prefix("dev/fd/") {
        return Some(("fd", behind(rest)));
    }
    let rest = path.strip_prefix("proc/")?;
    let (_, rest) = rest.split_once('/')?;
    let rest = match rest.strip_prefix("task/") {
        Some(task) => task.split_once('/')?.1,
        None => rest,
    };
    let (name, rest) = rest.split_once('/').unwrap_or((rest, ""));
    match name {
        "fd" => Some((name, behind(rest))),
        _ => Some((name, rest)),
    }
}

/// What follows the first name.
fn behind(path: &str) -> &str {
    path.split_once('/').map_or("", |(_, rest)| rest)
}

/// A pattern with other words for those, by their places, of which `usual`
/// gives one; `None` where there are none.
pub(crate) fn word_by_word(
    pattern: &str,
    usual: impl Fn(usize, &str) -> Option<String>,
) -> Option<String> {
    let words = || pattern.split(' ').enumerate();
    words().find_map(|(n, word)| usual(n, word))?;
    let words =
        words().map(|(n, word)| usual(n, word).unwrap_or(word.to_owned()));
    Some(words.collect::<Vec<_>>().join(" "))
}

/// Whether a text says `PATH`, and not as the end of another name.
pub(crate) fn names_path(text: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = text.match_indices("PATH");
    found.any(|(at, _)| !text.get(..at).unwrap_or("").ends_with(part))
}

/// Whether a line has the names of the home and of the current directory
/// elsewhere than behind a dollar. Linear in it.
pub(crate) fn names_places(line: &str) -> bool {
    let names = |name: &str| {
        let mut parts = line.split(name);
        let mut before = parts.next().unwrap_or("");
        parts.any(|behind| {
            let braced = before.ends_with("${") && behind.starts_with('}');
            let used = before.ends_with('$') || braced;
            before = behind;
            !used
        })
    };
    ["HOME", "PWD"].into_iter().any(names)
}

/// What a glob finds on Windows, which looks among short names, too: `*.htm`
/// finds `a.html`, whose short name is `A~1.HTM`.
pub(crate) fn found_by(glob: &str) -> Cow<'_, str> {
    let name = glob.rsplit(['/', '\\']).next().unwrap_or("");
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    match end.len() == 3 && name.contains(['*', '?']) {
        true => format!("{glob}*").into(),
        false => glob.into(),
    }
}
