//! Messages as they stand on the wire.

use std::io::{self, BufRead, Read, Write};

use lsp_server::{ErrorCode, Message};
use serde_json::{Value, json};

use crate::input::POLICY_LIMIT;

/// The most bytes of a message: a file with every sign of it escaped, and
/// what stands around it.
const MESSAGE_LIMIT: u64 = 8 * POLICY_LIMIT;
/// The most bytes of a line of a header.
const HEADER_LIMIT: u64 = 1 << 10;

/// The next message, or the answer to one that is none; none where the input
/// ends. The error says why nothing more can be read.
pub(super) fn read(
    input: &mut impl BufRead,
) -> Result<Option<Result<Message, Value>>, String> {
    loop {
        let Some(text) = body(input)? else { return Ok(None) };
        if let Some(message) = message(&text) {
            return Ok(Some(message));
        }
    }
}

/// What a body holds; none for an answer that cannot be understood, which
/// must not be answered itself.
fn message(text: &[u8]) -> Option<Result<Message, Value>> {
    let read = serde_json::from_slice(text);
    let value: Value = match read.or_else(|_| without_halves(text)) {
        Ok(value) => value,
        Err(error) => {
            let why = format!("a message is no JSON: {error}");
            return Some(Err(refusal(
                Value::Null,
                ErrorCode::ParseError,
                why,
            )));
        }
    };
    let id = value.get("id").cloned();
    let asks = value.get("method").is_some();
    let answers =
        value.get("result").is_some() || value.get("error").is_some();
    let code = ErrorCode::InvalidRequest;
    match (serde_json::from_value(value), id) {
        (Ok(Message::Notification(_)), Some(id)) => {
            let why = "`id` is neither a text nor a whole number of 32 bits";
            Some(Err(refusal(id, code, why.to_owned())))
        }
        (Ok(message), _) => Some(Ok(message)),
        (Err(_), _) if answers && !asks => None,
        (Err(_), id) => {
            let why = "a message is neither a request nor an answer";
            let id = id.filter(|id| id.is_number() || id.is_string());
            let id = id.unwrap_or(Value::Null);
            Some(Err(refusal(id, code, why.to_owned())))
        }
    }
}

/// A message where halves of characters, which editors let people write, are
/// replaced: whoever misses a change goes on with another text. A place of
/// the text is the same with them and without.
fn without_halves(text: &[u8]) -> serde_json::Result<Value> {
    let text = String::from_utf8_lossy(text);
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok()
    };
    let (mut out, mut at) = (String::new(), 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let plain = rest.find('\\').unwrap_or(rest.len());
        out.push_str(rest.get(..plain).unwrap_or(""));
        at += plain;
        let length = match (unit(at), unit(at + 6)) {
            (Some(0xD800..0xDC00), Some(0xDC00..0xE000)) => 12,
            (Some(0xD800..0xE000), _) => {
                out.push('\u{FFFD}');
                at += 6;
                continue;
            }
            _ => {
                rest.get(plain..plain + 2).map_or(rest.len() - plain, str::len)
            }
        };
        out.push_str(text.get(at..at + length).unwrap_or(""));
        at += length;
    }
    serde_json::from_str(&out)
}

fn refusal(id: Value, code: ErrorCode, message: String) -> Value {
    let error = json!({ "code": code as i32, "message": message });
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}

/// Writes what is no message of the package's: it knows no such `id`.
pub(super) fn write(
    output: &mut impl Write,
    message: &Value,
) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// The bytes of the next message.
fn body(input: &mut impl BufRead) -> Result<Option<Vec<u8>>, String> {
    let Some(size) = header(input)? else { return Ok(None) };
    if size > MESSAGE_LIMIT {
        return Err(format!(
            "a message of {size} bytes; the limit is {MESSAGE_LIMIT}"
        ));
    }
    let mut text = Vec::new();
    let got = input.take(size).read_to_end(&mut text);
    let got = got.map_err(|error| error.to_string())?;
    if (got as u64) < size {
        return Err("the input ends within a message".to_owned());
    }
    Ok(Some(text))
}

/// The length that a header gives; none where the input ends before it.
fn header(input: &mut impl BufRead) -> Result<Option<u64>, String> {
    let mut size = None;
    let mut first = true;
    loop {
        let mut line = Vec::new();
        let got = input.take(HEADER_LIMIT).read_until(b'\n', &mut line);
        let got = got.map_err(|error| error.to_string())?;
        if got == 0 && first {
            return Ok(None);
        }
        first = false;
        let Some(line) = line.strip_suffix(b"\r\n") else {
            return Err("a line of a header does not end".to_owned());
        };
        if line.is_empty() {
            return match size {
                Some(size) => Ok(Some(size)),
                None => Err("a header has no `Content-Length`".to_owned()),
            };
        }
        let line = String::from_utf8_lossy(line);
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        if name.eq_ignore_ascii_case("Content-Length") {
            let number = value.trim().parse();
            let wrong = |_| "`Content-Length` is not a number".to_owned();
            size = Some(number.map_err(wrong)?);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_characters_hide_nothing() {
        for (written, read) in [
            (r"\ud83d", "\u{fffd}"),
            (r"a\ude00b", "a\u{fffd}b"),
            (r"\ud83d\ude00", "\u{1f600}"),
            (r"\ud83d\\ude00", "\u{fffd}\\ude00"),
            (r"\\ud83d", "\\ud83d"),
            (r"\ud83d\n", "\u{fffd}\n"),
        ] {
            let text = format!("{{\"x\": \"{written}\"}}");
            let value = without_halves(text.as_bytes()).unwrap();
            assert_eq!(value["x"], read, "{written}");
        }
        assert!(without_halves(b"{\"x\": \"\\").is_err());
    }
}
