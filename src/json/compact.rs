use std::fmt::Write;

use super::{Kind, Value};

/// Appends a text as a JSON string, characters beyond ASCII as they are.
pub fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => control(c, out),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Appends a value as [`compact`] does, but each text in one way, whatever
/// escapes its writer took: only what must be escaped is.
pub fn plain(value: Value<'_>, out: &mut String) {
    let (mut rest, mut quoted) = (value.raw(), false);
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        match c {
            '\\' if quoted => {
                let (character, of_escape) = escape_at(rest);
                length = of_escape;
                match character {
                    Some(c @ ('"' | '\\')) => out.extend(['\\', c]),
                    Some(c) if c < ' ' => control(c, out),
                    Some(c) => out.push(c),
                    None => out.push_str(rest.get(..length).unwrap_or("")),
                }
            }
            ' ' | '\t' | '\n' | '\r' if !quoted => {}
            c => {
                quoted ^= c == '"';
                out.push(c);
            }
        }
        rest = rest.get(length..).unwrap_or("");
    }
}

/// The character that an escape at the start of a text stands for, if it is
/// one, and how long the escape is.
fn escape_at(text: &str) -> (Option<char>, usize) {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let short = match text.as_bytes().get(1) {
        Some(b'b') => Some('\u{8}'),
        Some(b'f') => Some('\u{c}'),
        Some(b'n') => Some('\n'),
        Some(b'r') => Some('\r'),
        Some(b't') => Some('\t'),
        Some(&c @ (b'"' | b'\\' | b'/')) => Some(char::from(c)),
        _ => None,
    };
    if short.is_some() {
        return (short, 2);
    }
    let units = [unit(0), unit(6)].into_iter().flatten();
    match char::decode_utf16(units).next() {
        Some(Ok(c)) => (Some(c), 6 * c.len_utf16()),
        Some(Err(_)) => (None, 6),
        None => (None, 1),
    }
}

/// A text as it must stand between JSON quotes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => control(c, &mut out),
            c => out.push(c),
        }
    }
    out
}

/// Appends the escape of a control character.
fn control(c: char, out: &mut String) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        c => {
            // Writing to a text does not fail.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        }
    }
}

/// Appends a value as JSON with its keys sorted and its texts written in one
/// way, so that equal values give equal texts. The tape holds no more than
/// [`crate::json::Limits::depth`] levels, which bounds the recursion.
pub fn canonical(value: Value<'_>, out: &mut String) {
    match (value.kind(), value.str()) {
        (_, Some(text)) => quote(text, out),
        (Kind::Array, _) => {
            out.push('[');
            for item in value.items() {
                canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        (Kind::Object, _) => {
            let mut entries: Vec<_> = value.entries().collect();
            entries.sort_by_key(|entry| entry.name());
            out.push('{');
            for entry in entries {
                quote(entry.name(), out);
                out.push(':');
                canonical(entry.value, out);
                out.push(',');
            }
            out.push('}');
        }
        _ => out.push_str(value.raw()),
    }
}

/// Appends a value as JSON without blanks, its keys in the order they stand
/// and its strings and numbers as they are written.
pub fn compact(value: Value<'_>, out: &mut String) {
    let text = value.raw();
    if !matches!(value.kind(), Kind::Array | Kind::Object) {
        out.push_str(text);
        return;
    }
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        if quoted {
            quoted = c != '"' || escaped;
            escaped = c == '\\' && !escaped;
            out.push(c);
        } else if !matches!(c, ' ' | '\t' | '\n' | '\r') {
            quoted = c == '"';
            out.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn a_text_is_written_in_one_way() {
        for (written, one) in [
            (r#"{ "a" : "x\u00e9\/\ud83d\ude00" }"#, r#"{"a":"xé/😀"}"#),
            (
                r#"{"a\u0062": [1.50, "\u0022\u005c\u000a"]}"#,
                r#"{"ab":[1.50,"\"\\\n"]}"#,
            ),
            (
                r#"["\b\f\u0001\u001B", " a  b "]"#,
                r#"["\b\f\u0001\u001b"," a  b "]"#,
            ),
            (r#"["\ud800x", "\\u0041"]"#, r#"["\ud800x","\\u0041"]"#),
        ] {
            let tape = Tape::of(written);
            let mut out = String::new();
            plain(tape.root(written).unwrap(), &mut out);
            assert_eq!(out, one, "{written}");
        }
    }
}
