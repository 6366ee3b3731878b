//! Bytes and the lines and UTF-16 columns that editors count in.

use hookset::source::Span;
use serde_json::{Value, json};

/// The lines of a text, and how many UTF-16 units stand before some places,
/// so that many findings on one long line are not a pass over it each.
pub(super) struct Places<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// The units before every [`STEP`]th byte.
    units: Vec<usize>,
}

/// The bytes between two counts of units.
const STEP: usize = 128;

impl<'a> Places<'a> {
    pub(super) fn new(text: &'a str) -> Places<'a> {
        // To editors a return alone ends a line, too.
        let ends = text.match_indices(['\n', '\r']).filter(|(at, sign)| {
            *sign == "\n" || text.as_bytes().get(at + 1) != Some(&b'\n')
        });
        let after = ends.map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(after).collect();
        let mut before = 0;
        let counts = text.as_bytes().chunks(STEP).map(|chunk| {
            before += units(chunk);
            before
        });
        let units = std::iter::once(0).chain(counts).collect();
        Places { text, starts, units }
    }

    /// The byte at a position; the nearest one before a position outside.
    pub(super) fn offset(&self, at: &Value) -> u32 {
        let number = |name: &str| {
            let value = at.get(name).and_then(Value::as_u64);
            usize::try_from(value.unwrap_or(0)).unwrap_or(usize::MAX)
        };
        let (line, column) = (number("line"), number("character"));
        let Some(&start) = self.starts.get(line) else {
            return u32::try_from(self.text.len()).unwrap_or(u32::MAX);
        };
        let rest = self.text.get(start..).unwrap_or("");
        let mut units = 0;
        let mut bytes = 0;
        for c in rest.chars() {
            if matches!(c, '\n' | '\r') || units >= column {
                break;
            }
            units += c.len_utf16();
            bytes += c.len_utf8();
        }
        u32::try_from(start + bytes).unwrap_or(u32::MAX)
    }

    /// Whether a position lies in the text, its end among it.
    pub(super) fn has(&self, at: &Value) -> bool {
        let place = self.position(self.offset(at));
        let number = |of: &Value, name| of.get(name).and_then(Value::as_u64);
        number(at, "line") == number(&place, "line")
            && number(at, "character") <= number(&place, "character")
    }

    pub(super) fn range(&self, span: Span) -> Value {
        json!({
            "start": self.position(span.start),
            "end": self.position(span.end),
        })
    }

    fn position(&self, offset: u32) -> Value {
        let offset = (offset as usize).min(self.text.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let line = line.saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let column = self.before(offset).saturating_sub(self.before(start));
        json!({ "line": line, "character": column })
    }

    /// The units before a byte.
    fn before(&self, at: usize) -> usize {
        let step = at / STEP;
        let counted = self.units.get(step).copied().unwrap_or(0);
        let rest = self.text.as_bytes().get(step * STEP..at);
        counted + rest.map_or(0, units)
    }
}

/// The UTF-16 units of the characters that start among these bytes.
fn units(bytes: &[u8]) -> usize {
    let unit = |&byte: &u8| match byte {
        0x80..0xC0 => 0,
        0xF0.. => 2,
        _ => 1,
    };
    bytes.iter().map(unit).sum()
}

/// The path of a `file:` address.
pub(super) fn path(uri: &str) -> String {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let ahead = rest.clone().take(2);
        let digits: Vec<u8> = ahead.collect();
        let hex = std::str::from_utf8(&digits).ok();
        let hex = hex.filter(|hex| hex.len() == 2 && byte == b'%');
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(decoded) => {
                bytes.push(decoded);
                rest.nth(1);
            }
            None => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf16() {
        let text = "a\n😀é\"x";
        let places = Places::new(text);
        let at = json!({"line": 1, "character": 3});
        assert_eq!(places.offset(&at), 8);
        assert_eq!(places.position(8), at);
        assert_eq!(places.offset(&json!({"line": 9})), 10);
        assert!(places.has(&at) && !places.has(&json!({"line": 9})));
        assert!(!places.has(&json!({"line": 1, "character": 9})));
        let places = Places::new("a\rb\r\nc\nd");
        assert_eq!(places.starts, [0, 2, 5, 7]);
        assert_eq!(places.offset(&json!({"line": 1, "character": 9})), 3);
        assert_eq!(path("file:///a%20b/%C3%A9"), "/a b/é");
    }

    #[test]
    fn columns_of_long_lines_are_those_of_short_ones() {
        let text = "a😀é\n".to_owned() + &"xé😀€".repeat(100);
        let places = Places::new(&text);
        for (at, _) in text.char_indices() {
            let before = text.get(..at).unwrap();
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            let column = text.get(start..at).unwrap().encode_utf16().count();
            assert_eq!(places.position(at as u32)["character"], column);
        }
    }
}
