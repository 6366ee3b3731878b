//! What can be wrong in YAML, in words.

use super::Part;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The parser's words, a part of them, and ours: what was found and what to
/// write instead.
const ROWS: &[(&str, &str, &str)] = &[
    (
        "mapping values are not allowed",
        "a second `: ` in this value makes it unreadable",
        "put the whole value in quotes",
    ),
    (
        "anchor or alias",
        "a value that starts with `*` or `&` is not a text in YAML",
        "put the value in quotes",
    ),
    (
        "unknown anchor",
        "a value that starts with `*` is not a text in YAML",
        "put the value in quotes",
    ),
    (
        "unexpected character",
        "a value cannot start with this character",
        "put the value in quotes",
    ),
    ("tab", "a tab cannot be used to indent", "indent with blanks"),
    (
        "unexpected end of stream",
        "the closing quote of this text is missing",
        "close the quote",
    ),
    (
        "unknown escape",
        "this is no escape within double quotes",
        "write `\\\\` for a backslash, or use single quotes",
    ),
    (
        "trailing content after",
        "text follows after the closing quote",
        "put the whole value in one pair of quotes",
    ),
    (
        "recursion limit",
        "lists and mappings are nested too deeply",
        "flatten the file",
    ),
    (
        "flow",
        "a value in `[ ]` or `{ }` is not written as it must be",
        "close the bracket, or put the whole value in quotes",
    ),
    (
        "did not find expected ',' or",
        "a value in `[ ]` or `{ }` is not written as it must be",
        "close the bracket, or put the whole value in quotes",
    ),
    (
        "did not find expected key",
        "no key stands here",
        "indent the line like the others, or put the value above in quotes",
    ),
    (
        "simple key",
        "this line is no `key: value`",
        "write `key: value`, or indent the line below its key",
    ),
];

/// A text that is not YAML at byte `at` of the file.
pub(super) fn syntax(part: Part<'_>, words: &str, at: usize) -> Diagnostic {
    let row = ROWS.iter().find(|row| words.contains(row.0));
    let (message, help) = match row {
        Some(&(_, message, help)) => (message, help),
        None => (
            "the file is not YAML from here on",
            "check the indentation, and put values with special characters \
             in quotes",
        ),
    };
    let (message, help) = match bracket_before(part, at) {
        Some(said) if !words.contains("',' or") => said,
        _ => (message, help),
    };
    let rest = part.text.get(at..part.span.end as usize).unwrap_or("");
    let tab = row.filter(|row| row.0 == "tab").and_then(|_| tab(part, at));
    let span = match rest.chars().next() {
        _ if let Some(tab) = tab => Span::new(tab, tab + 1),
        Some(c) if c != '\n' => Span::new(at, at + c.len_utf8()),
        // The end of the line before is where something is missing.
        _ => last_before(part, at),
    };
    Diagnostic::new(Code::INVALID_YAML, message, part.source, span).help(help)
}

/// The first tab before the text of a line, in the line of byte `at` or one
/// behind it.
fn tab(part: Part<'_>, at: usize) -> Option<usize> {
    let before = part.text.get(..at)?;
    let mut start = before.rfind('\n').map_or(0, |end| end + 1);
    let lines = part.text.get(start..part.span.end as usize)?;
    lines.split_inclusive('\n').find_map(|line| {
        let text = line.trim_start_matches([' ', '\t']);
        let indent = line.get(..line.len() - text.len())?;
        let found = indent.find('\t').map(|at| start + at);
        start += line.len();
        found
    })
}

/// What to say where text follows behind a value in brackets, as in
/// `hint: [file] | [directory]`.
fn bracket_before(
    part: Part<'_>,
    at: usize,
) -> Option<(&'static str, &'static str)> {
    let before = part.text.get(part.span.start as usize..at)?;
    let line = before.rsplit('\n').next()?;
    let value = line.split_once(": ")?.1.trim_start();
    let closed = value.contains([']', '}']) && value.starts_with(['[', '{']);
    closed.then_some((
        "text follows after the closing bracket of this value",
        "put the whole value in quotes",
    ))
}

/// The last character before `at` that is no blank.
fn last_before(part: Part<'_>, at: usize) -> Span {
    let start = part.span.start as usize;
    let before = part.text.get(start..at).unwrap_or("").trim_end();
    let end = start + before.len();
    let len = before.chars().next_back().map_or(0, char::len_utf8);
    Span::new(end - len, end)
}

pub(super) fn too_large(part: Part<'_>) -> Diagnostic {
    let message = "the text is too large and was not read";
    let span = Span { end: part.span.start, ..part.span };
    Diagnostic::new(Code::FILE_TOO_LARGE, message, part.source, span)
        .help("policies are small: check that this is the right file")
}

pub(super) fn too_many(part: Part<'_>, span: Span) -> Diagnostic {
    let message = "the text holds too many values; it is read up to here";
    Diagnostic::new(Code::FILE_TOO_LARGE, message, part.source, span)
        .help("policies are small: check that this is the right file")
}

pub(super) fn too_deep(part: Part<'_>, span: Span) -> Diagnostic {
    let message = "lists and mappings are nested too deeply; what lies \
                   inside is not read";
    Diagnostic::new(Code::NESTED_TOO_DEEP, message, part.source, span)
        .help("flatten the file")
}

pub(super) fn is_too_deep(found: &Diagnostic) -> bool {
    found.code == Code::NESTED_TOO_DEEP
}

pub(super) fn endless(part: Part<'_>, span: Span) -> Diagnostic {
    let message = "this stands for something that holds it; it has no end";
    Diagnostic::new(Code::INVALID_YAML, message, part.source, span)
        .help("write the value out")
}

pub(super) fn bomb(part: Part<'_>, span: Span) -> Diagnostic {
    let message = "what this stands for, repeated, is too much; it is read \
                   up to here";
    Diagnostic::new(Code::INVALID_YAML, message, part.source, span)
        .help("write the value out where it is needed")
}

pub(super) fn merge(part: Part<'_>, span: Span) -> Diagnostic {
    let message = "`<<` takes in what another mapping holds, which is not \
                   read here: what stands there is missing";
    Diagnostic::new(Code::INVALID_YAML, message, part.source, span)
        .help("write out what is to stand here")
}

pub(super) fn duplicate(
    part: Part<'_>,
    name: &str,
    span: Span,
    first: Span,
) -> Diagnostic {
    let message = format!(
        "the key `{name}` stands twice in this mapping; readers disagree on \
         which one counts"
    );
    Diagnostic::new(Code::DUPLICATE_KEY, message, part.source, span)
        .labelled("again")
        .also(part.source, first, "first here")
        .help("merge the two into one")
}
