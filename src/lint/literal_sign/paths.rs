//! Signs that people write around paths.

use super::{Found, quoted};
use crate::event::tools::Tool;
use crate::source::Span;

/// Signs in path patterns.
pub(super) fn path(tool: Option<&Tool>, text: &str) -> Option<Found> {
    if let Some(inner) = quoted(text) {
        return Some((
            Span::new(0, text.len()),
            "the quotes are part of the pattern".to_owned(),
            format!("write `{inner}` without them"),
        ));
    }
    let blank = text.len() - text.trim_start().len();
    if blank > 0 && blank < text.len() {
        return Some((
            Span::new(0, blank),
            "a blank at the start is part of the file's name".to_owned(),
            "remove it".to_owned(),
        ));
    }
    if let Some(rest) = text.strip_prefix("//~/") {
        return Some((
            Span::new(0, 3),
            "after `//` a `~` is no home, but the name of a directory"
                .to_owned(),
            format!("write `~/{rest}`"),
        ));
    }
    if let Some((scheme, rest)) = text.split_once("://")
        && let "file" | "http" | "https" = scheme
    {
        let rest = rest.trim_start_matches('/');
        let host = rest.split('/').next().unwrap_or("");
        return Some((
            Span::new(0, scheme.len() + 3),
            "paths are compared, no addresses; this never matches".to_owned(),
            match scheme {
                "file" => format!("write `//{rest}`"),
                _ => format!("write `WebFetch(domain:{host})`"),
            },
        ));
    }
    if let Some((name, rest)) = text.split_once(':')
        && is_kind(name)
        && tool.is_some_and(|tool| tool.primary != Some(name))
    {
        return Some((
            Span::new(0, name.len() + 1),
            format!("`{name}:` is part of the file's name"),
            format!("write `{rest}` alone"),
        ));
    }
    substitution(text)
        .or_else(|| extended(text))
        .or_else(|| regular(text))
        .or_else(|| listed(text))
}

/// `$(pwd)/x`: what a shell would run.
fn substitution(text: &str) -> Option<Found> {
    let at = text.find("$(").or_else(|| text.find('`'))?;
    let end = at + 1 + usize::from(text.get(at..)?.starts_with('$'));
    let message = "nothing is run in a pattern; the sign is part of the \
                   file's name";
    let help = "write the path itself: `/x` lies below the project, `~/x` in \
                the home directory";
    Some((Span::new(at, end), message.to_owned(), help.to_owned()))
}

/// Whether a word before a colon says what kind of thing follows.
fn is_kind(name: &str) -> bool {
    const KINDS: &[&str] = &[
        "command",
        "dir",
        "directory",
        "domain",
        "file",
        "filename",
        "filepath",
        "folder",
        "glob",
        "name",
        "path",
        "pattern",
        "regex",
        "url",
    ];
    let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | ' '));
    let word: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    KINDS.contains(&word.as_str())
}

/// `@(.env)`: patterns of shells that are none here.
fn extended(text: &str) -> Option<Found> {
    let opening = ["@(", "+(", "?("];
    let (at, sign) =
        opening.iter().find_map(|sign| Some((text.find(sign)?, *sign)))?;
    let rest = text.get(at + sign.len()..)?;
    let inner = rest.split(')').next().filter(|t| !t.contains('|'))?;
    let before = text.get(..at)?.ends_with('\\');
    (!before && rest.contains(')')).then(|| {
        let message = format!(
            "`{sign}` is not special here; the brackets stand for \
                     themselves"
        );
        let help = format!("write `{inner}` alone");
        (Span::new(at, at + sign.len()), message, help)
    })
}

/// What only regular expressions have.
fn regular(text: &str) -> Option<Found> {
    let (at, sign) = if text.starts_with('^') {
        (0, "^")
    } else if text.len() > 1 && text.ends_with('$') {
        (text.len() - 1, "$")
    } else {
        (text.find(".*\\.")?, ".*")
    };
    let message = format!(
        "`{sign}` is not special in paths as it is in \
                           regular expressions"
    );
    let help = "write a pattern as in `.gitignore`: `*` within a name, `**` \
                across directories";
    Some((Span::new(at, at + sign.len()), message, help.to_owned()))
}

/// `.env, .env.local`.
fn listed(text: &str) -> Option<Found> {
    let at = text.find(',')?;
    if text.contains(['{', '[', '\\']) {
        return None;
    }
    let (before, after) = (text.get(..at)?, text.get(at + 1..)?);
    let path = |part: &str| part.contains(['.', '/', '*']);
    if !path(before) || !path(after) || after.trim().is_empty() {
        return None;
    }
    let message = "a rule holds one pattern; the comma is part of it";
    let help = "write a rule for each path";
    Some((Span::new(at, at + 1), message.to_owned(), help.to_owned()))
}
