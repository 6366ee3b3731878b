use super::{Fault, Problem, Tape};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Severity};
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
        if host == Host::Lenient
            && matches!(problem.fault, Fault::Comment | Fault::TrailingComma)
        {
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
    let new =
        |code, message: &str| Diagnostic::new(code, message, source, span);
    let edit = |title: &str, part: Span, text: &str| Fix {
        title: title.to_owned(),
        edits: vec![Edit { source, span: part, text: text.to_owned() }],
        safe: true,
    };
    match problem.fault {
        Fault::ByteOrderMark => new(
            Code::BYTE_ORDER_MARK,
            "the file starts with a byte order mark, which many readers \
             refuse",
        )
        .help("save the file as UTF-8 without a byte order mark")
        .fix(edit("remove the byte order mark", span, "")),
        Fault::Comment => new(
            Code::COMMENT_IN_JSON,
            "comments are not allowed in JSON: the whole file is refused",
        )
        .labelled("a comment")
        .help("remove the comment"),
        Fault::TrailingComma => new(
            Code::TRAILING_COMMA,
            "a comma before a closing bracket is not JSON: the whole file \
             is refused",
        )
        .labelled("nothing follows this comma")
        .help("remove the comma")
        .fix(edit("remove the comma", span, "")),
        Fault::DuplicateKey => {
            let message = format!(
                "the key {shown} stands twice in this object; readers \
                 disagree on which one counts"
            );
            let found = new(Code::DUPLICATE_KEY, &message).labelled("again");
            let first = problem.other.unwrap_or(span);
            found
                .also(source, first, "first here")
                .help("merge the two into one")
        }
        Fault::MissingComma => {
            let before = Span { end: span.start, ..span };
            syntax(problem, &shown, source).fix(edit(
                "add the comma",
                before,
                ", ",
            ))
        }
        Fault::LoneSurrogate => {
            let message = format!(
                "`{shown}` is half of a character and stands for none"
            );
            new(Code::LONE_SURROGATE, &message)
                .help("remove it, or write both halves of the pair")
        }
        Fault::NumberRange => {
            let message = format!("the number `{shown}` is out of range");
            new(Code::NUMBER_OUT_OF_RANGE, &message)
                .help("write a number that fits")
        }
        Fault::Empty => new(Code::EMPTY_FILE, "the file is empty")
            .help("write `{}`, or delete the file"),
        Fault::TooLarge => {
            new(Code::FILE_TOO_LARGE, "the file is too large and was not read")
                .help("policies are small: check that this is the right file")
        }
        Fault::TooDeep => new(
            Code::NESTED_TOO_DEEP,
            "lists and objects are nested too deeply; what lies inside is \
             not read",
        )
        .help("flatten the file"),
        _ => syntax(problem, &shown, source),
    }
}

/// The faults that are all `invalid-json`.
fn syntax(problem: &Problem, shown: &str, source: SourceId) -> Diagnostic {
    let (message, help) = words(problem.fault, shown);
    let found =
        Diagnostic::new(Code::INVALID_JSON, message, source, problem.span);
    let found = if problem.fault == Fault::More {
        found.severity(Severity::Info)
    } else {
        found
    };
    let found = match (problem.fault, problem.other) {
        (Fault::UnclosedBracket, Some(place)) => {
            found.also(source, place, "it should be closed before this")
        }
        _ => found,
    };
    if help.is_empty() { found } else { found.help(help) }
}

fn words(fault: Fault, shown: &str) -> (String, &'static str) {
    let (message, help) = match fault {
        Fault::UnclosedComment => {
            ("this comment is never closed", "remove the comment")
        }
        Fault::ExtraComma => {
            ("nothing stands before this comma", "remove the comma")
        }
        Fault::MissingComma => (
            "a comma is missing before this",
            "write a comma between the two entries",
        ),
        Fault::MissingColon => {
            ("a colon is missing after this key", "write `\"key\": value`")
        }
        Fault::MissingValue => (
            "this key has no value",
            "write a value after the colon, or remove the key",
        ),
        Fault::BareKey => {
            return (
                format!("the key `{shown}` has no quotes"),
                "write the key in double quotes",
            );
        }
        Fault::NotAKey => (
            "only a text in double quotes can be a key",
            "write the key in double quotes",
        ),
        Fault::SingleQuotes => {
            ("single quotes are not JSON", "write double quotes")
        }
        Fault::CurlyQuotes => {
            ("typographic quotes are not JSON", "write straight quotes `\"`")
        }
        Fault::UnclosedString => (
            "the closing quote of this text is missing",
            "write `\"` where the text ends",
        ),
        Fault::ControlCharacter => (
            "a control character must be escaped in JSON",
            "write `\\n` for a line break and `\\t` for a tab",
        ),
        Fault::InvalidEscape => {
            return (
                format!("`{shown}` is not an escape of JSON"),
                "write `\\\\` for a backslash",
            );
        }
        Fault::UnknownWord => {
            return (
                format!("`{shown}` is not a value of JSON"),
                "texts stand in double quotes; the only words are `true`, \
                 `false` and `null`",
            );
        }
        Fault::InvalidNumber => {
            return (
                format!("`{shown}` is not a number of JSON"),
                "write plain decimal digits, such as `10` or `0.5`",
            );
        }
        Fault::UnclosedBracket => (
            "this bracket is never closed",
            "close it; perhaps the file was written only in part",
        ),
        Fault::StrayBracket => {
            ("nothing opens this bracket", "remove the bracket")
        }
        Fault::TrailingText => (
            "there is more text after the end of the value; it is not read",
            "remove it: a JSON file holds one value",
        ),
        Fault::More => ("there are more problems than these", ""),
        _ => return (format!("`{shown}` is not expected here"), ""),
    };
    (message.to_owned(), help)
}

/// The first line of a text, at most 40 characters.
fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let mut short: String = line.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
