//! JavaScript as names, texts and signs. What two readers could take apart
//! in two ways is refused: remarks, and slashes of which it is not sure
//! whether they divide.

use crate::shell::data::javascript::KEYWORDS;

/// A part of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A name or a keyword.
    Name(&'t str),
    /// A text, or a piece of one between `${…}`, which stand in brackets.
    Text(&'t str),
    /// A number.
    Number,
    /// A regular expression.
    Pattern,
    /// Any other sign.
    Sign(u8),
}

use Token::{Name, Number, Pattern, Sign, Text};

/// Whether behind this name a value starts.
pub(super) fn opens(name: &str) -> bool {
    KEYWORDS.contains(&name)
}

/// Takes code apart; `None` where it is not sure how. Linear in the code.
pub(super) fn read(code: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    // The brackets that were open where each text with code in it started.
    let mut texts: Vec<usize> = Vec::new();
    let mut braces = 0_usize;
    // Behind the bracket of these may stand a regular expression.
    let mut tests = false;
    let mut at = 0;
    while let Some(&byte) = code.as_bytes().get(at) {
        let rest = code.get(at..)?;
        let (token, len) = match byte {
            b' ' | b'\t' | b'\n' | b'\r' => {
                at += 1;
                continue;
            }
            b'\'' | b'"' => {
                let len = quoted(rest, byte)?;
                (Text(rest.get(1..len - 1)?), len)
            }
            b'`' => template(rest)?,
            b'}' if texts.last() == Some(&braces) => {
                texts.pop();
                tokens.push(Sign(b')'));
                template(rest)?
            }
            b'/' => {
                let before = code.get(..at)?.trim_end_matches([' ', '\t']);
                let lines = before.ends_with(['\n', '\r']);
                slash(rest, *tokens.last()?, tests, lines)?
            }
            b'0'..=b'9' => (Number, number(rest)),
            b'A'..=b'Z' | b'a'..=b'z' | b'_' | b'$' => {
                let len = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                (Name(rest.get(..len)?), len)
            }
            _ if rest.starts_with("<!--") || rest.starts_with("-->") => {
                return None;
            }
            b'#' | b'@' | b'\\' | 0x7f.. | ..0x20 => return None,
            _ => (Sign(byte), 1),
        };
        match token {
            Sign(b'{') => braces += 1,
            Sign(b'}') => braces = braces.checked_sub(1)?,
            Name("if" | "while" | "for") => tests = true,
            _ => {}
        }
        tokens.push(token);
        let is_piece = matches!(byte, b'`' | b'}') && matches!(token, Text(_));
        if is_piece && rest.get(..len)?.ends_with('{') {
            // A text that goes on behind code.
            texts.push(braces);
            tokens.push(Sign(b'('));
        }
        at += len;
    }
    (texts.is_empty() && braces == 0).then_some(tokens)
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$')
}

/// The length of a text with its quotes.
fn quoted(text: &str, mark: u8) -> Option<usize> {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' if !is_escape(bytes.next()?.1) => return None,
            b'\n' | b'\r' => return None,
            _ if byte == mark => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Whether a backslash before this byte makes no letter of a name.
fn is_escape(byte: u8) -> bool {
    b"bfnrtv\\'\"`$/.".contains(&byte)
}

/// A piece of a text in backquotes, from the mark that opens it or the
/// bracket behind which it goes on, to its end or to code in it.
fn template(text: &str) -> Option<(Token<'_>, usize)> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        let len = match bytes.get(at)? {
            b'\\' if !is_escape(*bytes.get(at + 1)?) => return None,
            b'\\' => 2,
            b'`' => return Some((Text(text.get(1..at)?), at + 1)),
            b'$' if bytes.get(at + 1) == Some(&b'{') => {
                return Some((Text(text.get(1..at)?), at + 2));
            }
            _ => 1,
        };
        at += len;
    }
}

/// Names that may be words of the language, behind which a value starts.
const MAY_OPEN: &[&str] =
    &["async", "await", "debugger", "extends", "of", "yield"];

/// A slash: of a regular expression where no value stands before it, else
/// one that divides. Behind a name and the end of its line it may be either:
/// a statement may end there (`var a`, `break a`).
fn slash<'t>(
    text: &'t str,
    before: Token<'_>,
    tests: bool,
    lines: bool,
) -> Option<(Token<'t>, usize)> {
    if text.starts_with("//") || text.starts_with("/*") {
        return None;
    }
    match before {
        Sign(b'(' | b',' | b'=' | b':' | b'&' | b'|' | b'!' | b'?') => {
            pattern(text).map(|len| (Pattern, len))
        }
        Name(name) if lines || MAY_OPEN.contains(&name) => None,
        Name(name) if !opens(name) => Some((Sign(b'/'), 1)),
        Number | Text(_) | Sign(b']') => Some((Sign(b'/'), 1)),
        Sign(b')') if !tests => Some((Sign(b'/'), 1)),
        _ => None,
    }
}

/// The length of a regular expression with its letters.
fn pattern(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut class) = (1, false);
    loop {
        match bytes.get(at)? {
            b'\\' => at += 1,
            b'\n' | b'\r' => return None,
            b'[' => class = true,
            b']' => class = false,
            b'/' if !class => break,
            _ => {}
        }
        at += 1;
    }
    let letters = text.get(at + 1..)?;
    let end = letters.find(|c| !is_part(c)).unwrap_or(letters.len());
    Some(at + 1 + end)
}

/// The length of a number: a dot belongs to it only before a digit.
fn number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1);
        let more = match byte {
            b'.' => next.is_some_and(u8::is_ascii_digit),
            _ => byte.is_ascii_alphanumeric() || byte == b'_',
        };
        if !more {
            break;
        }
        at += 1;
    }
    at
}
