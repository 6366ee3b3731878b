use super::{Fault, Problem, Tape};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{SourceId, Span};

/// What the program that owns the file tolerates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// Plain JSON: a comment makes it refuse the whole file.
    Strict,
    /// Comments and trailing commas are fine.
    Lenient,
}

/// Says to a person what is wrong on `tape`, which was read from `text`.
pub fn diagnose(
    tape: &Tape,
    text: &str,
    source: SourceId,
    host: Host,
) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut comments = None;
    for problem in tape.problems() {
        if host == Host::Lenient && problem.fault.is_accepted() {
            continue;
        }
        if problem.fault == Fault::Comment {
            let at = *comments.get_or_insert(found.len());
            if let Some(first) = found.get_mut(at) {
                // One finding for all comments of a file.
                if first.labels.len() < 8 {
                    let label = first.clone().also(source, problem.span, "");
                    *first = label;
                }
                continue;
            }
        }
        found.push(one(problem, text, source));
    }
    found
}

fn one(problem: &Problem, text: &str, source: SourceId) -> Diagnostic {
    let span = problem.span;
    let shown = shorten(span.of(text));
    let row = ROWS.iter().find(|row| row.0 == problem.fault);
    let &(_, code, message, help) = row.unwrap_or(&OTHER);
    let message = message.replace("{}", &shown);
    let found = Diagnostic::new(code, message, source, span);
    let found = if help.is_empty() { found } else { found.help(help) };
    let edit = |title: &str, part: Span, text: &str| Fix {
        title: title.to_owned(),
        edits: vec![Edit { source, span: part, text: text.to_owned() }],
        safe: true,
    };
    // A file that was refused as a whole is in force once it is mended, with
    // its allow rules and hooks: more may run than before.
    let enforcing = |title: &str, part: Span, text: &str| Fix {
        safe: false,
        ..edit(title, part, text)
    };
    match (problem.fault, problem.other) {
        (Fault::ByteOrderMark, _) => {
            found.fix(edit("remove the byte order mark", span, ""))
        }
        (Fault::TrailingComma, _) => relabel(found, with_bracket(text, span))
            .labelled("nothing follows this comma")
            .fix(enforcing("remove the comma", span, "")),
        (Fault::Comment, _) => {
            // Its opening is enough; a comment can be long. One of YAML
            // opens with a single character.
            let hash = span.of(text).starts_with('#');
            let opening = span.start + if hash { 1 } else { 2 };
            relabel(found, Span { end: span.end.min(opening), ..span })
        }
        (Fault::MissingComma, _) => {
            let (place, comma) = behind_value(text, span.start);
            found.fix(enforcing("add the comma", place, comma))
        }
        (Fault::DuplicateKey, Some(first)) => {
            found.labelled("again").also(source, first, "first here")
        }
        (Fault::UnclosedBracket, Some(place)) => {
            found.also(source, place, "it should be closed before this")
        }
        (Fault::UnescapedQuote, rest) => {
            let mut fix = enforcing("add the backslash", span, "\\\"");
            let part = rest.unwrap_or(span);
            if holds_a_comma(text, part) {
                return found.help("write a comma between the two texts");
            }
            // One of several alone would end the text in another place.
            fix.edits = bare_quotes(text, part)
                .map(|span| Edit { source, span, text: "\\\"".to_owned() })
                .collect();
            found.fix(fix)
        }
        _ => found,
    }
}

/// Where a comma belongs that stands before the value at `next`: behind the
/// value before it, unless a comment may stand there.
fn behind_value(text: &str, next: u32) -> (Span, &'static str) {
    let before = text.get(..next as usize).unwrap_or("");
    let value = before.trim_end();
    let line = value.rsplit('\n').next().unwrap_or("");
    let comment = line.contains("//") || line.ends_with("*/");
    match value.len() < before.len() && !comment {
        true => (Span::new(value.len(), value.len()), ","),
        false => (Span { start: next, end: next }, ", "),
    }
}

/// Whether nothing stands between two quotes but what was to be a comma.
fn holds_a_comma(text: &str, part: Span) -> bool {
    let quotes: Vec<Span> = bare_quotes(text, part).collect();
    quotes.windows(2).any(|two| {
        let [one, next] = two else { return false };
        let between = Span { start: one.end, end: next.start }.of(text);
        let sign = |c: char| c.is_whitespace() || ";.".contains(c);
        !between.is_empty() && between.chars().all(sign)
    })
}

/// The quotes in a part of a text that no backslash stands before.
fn bare_quotes(text: &str, part: Span) -> impl Iterator<Item = Span> {
    let mut escaped = false;
    let bytes = part.of(text).bytes().enumerate();
    let bare = bytes.filter(move |&(_, byte)| {
        let bare = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        bare
    });
    bare.map(move |(at, _)| Span::new(at, at + 1).shifted(part.start as usize))
}

fn relabel(mut found: Diagnostic, span: Span) -> Diagnostic {
    if let Some(label) = found.labels.first_mut() {
        label.span = span;
    }
    found
}

/// A comma, with the bracket where it stands right behind.
fn with_bracket(text: &str, comma: Span) -> Span {
    let next = text.as_bytes().get(comma.end as usize);
    let bracket = matches!(next, Some(b']' | b'}'));
    Span { end: comma.end + u32::from(bracket), ..comma }
}

type Row = (Fault, Code, &'static str, &'static str);

const OTHER: Row = (
    Fault::Unexpected,
    Code::INVALID_JSON,
    "`{}` is not expected here",
    "remove it, or put it in double quotes",
);

/// What is said about each fault, and what to write instead; `{}` is the
/// text at its place.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    (Fault::ByteOrderMark, Code::BYTE_ORDER_MARK,
        "the file starts with a byte order mark, which many readers refuse",
        "save the file as UTF-8 without a byte order mark"),
    (Fault::Comment, Code::COMMENT_IN_JSON,
        "comments are not allowed in JSON: the whole file is refused",
        "remove the comment"),
    (Fault::TrailingComma, Code::TRAILING_COMMA,
        "a comma before a closing bracket is not JSON: the whole file is \
         refused",
        "remove the comma"),
    (Fault::DuplicateKey, Code::DUPLICATE_KEY,
        "the key `{}` stands twice in this object; readers disagree on \
         which one counts",
        "merge the two into one"),
    (Fault::LoneSurrogate, Code::LONE_SURROGATE,
        "`{}` is half of a character and stands for none",
        "remove it, or write both halves of the pair"),
    (Fault::NumberRange, Code::NUMBER_OUT_OF_RANGE,
        "the number `{}` is out of range",
        "write a number that fits"),
    (Fault::Empty, Code::EMPTY_FILE,
        "the file is empty",
        "write `{}`, or delete the file"),
    (Fault::TooLarge, Code::FILE_TOO_LARGE,
        "the file is too large and was not read",
        "policies are small: check that this is the right file"),
    (Fault::TooDeep, Code::NESTED_TOO_DEEP,
        "lists and objects are nested too deeply; what lies inside is not \
         read",
        "flatten the file"),
    (Fault::UnclosedComment, Code::INVALID_JSON,
        "this comment is never closed",
        "remove the comment"),
    (Fault::ExtraComma, Code::INVALID_JSON,
        "nothing stands before this comma",
        "remove the comma"),
    (Fault::MissingComma, Code::INVALID_JSON,
        "a comma is missing before this",
        "write a comma between the two entries"),
    (Fault::MissingColon, Code::INVALID_JSON,
        "a colon is missing after this key",
        "write `\"key\": value`"),
    (Fault::MissingValue, Code::INVALID_JSON,
        "this key has no value",
        "write a value after the colon, or remove the key"),
    (Fault::BareKey, Code::INVALID_JSON,
        "the key `{}` has no quotes",
        "write the key in double quotes"),
    (Fault::NotAKey, Code::INVALID_JSON,
        "only a text in double quotes can be a key",
        "write the key in double quotes"),
    (Fault::SingleQuotes, Code::INVALID_JSON,
        "single quotes are not JSON",
        "write double quotes"),
    (Fault::CurlyQuotes, Code::INVALID_JSON,
        "typographic quotes are not JSON",
        "write straight quotes `\"`"),
    (Fault::UnclosedString, Code::INVALID_JSON,
        "the closing quote of this text is missing",
        "write `\"` where the text ends"),
    (Fault::UnescapedQuote, Code::INVALID_JSON,
        "this quote ends the text here, though more of it follows",
        "write `\\\"` for a quote within a text"),
    (Fault::ControlCharacter, Code::INVALID_JSON,
        "a control character must be escaped in JSON",
        "write `\\n` for a line break and `\\t` for a tab"),
    (Fault::InvalidEscape, Code::INVALID_JSON,
        "`{}` is not an escape of JSON",
        "write `\\\\` for a backslash"),
    (Fault::UnknownWord, Code::INVALID_JSON,
        "`{}` is not a value of JSON",
        "texts stand in double quotes; the only words are `true`, `false` \
         and `null`"),
    (Fault::InvalidNumber, Code::INVALID_JSON,
        "`{}` is not a number of JSON",
        "write plain decimal digits, such as `10` or `0.5`"),
    (Fault::UnclosedBracket, Code::INVALID_JSON,
        "this bracket is never closed",
        "close it; perhaps the file was written only in part"),
    (Fault::StrayBracket, Code::INVALID_JSON,
        "nothing opens this bracket",
        "remove the bracket"),
    (Fault::TrailingText, Code::INVALID_JSON,
        "there is more text after the end of the value: the whole text is \
         refused",
        "remove it: a JSON file holds one value"),
    (Fault::More, Code::TOO_MANY_FINDINGS,
        "there are more problems of this kind than are shown",
        "mend these first"),
    (Fault::MoreAccepted, Code::TOO_MANY_FINDINGS,
        "there are more comments or commas of this kind than are shown",
        "mend these first"),
];

/// The first line of a text, at most 40 characters.
fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let mut short: String = line.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
