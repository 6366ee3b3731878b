use super::{Kind, Value};

/// Appends a text as a JSON string, characters beyond ASCII as they are.
pub fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => {
                let code = u32::from(c);
                out.push_str(&format!("\\u{code:04x}"));
            }
            c => out.push(c),
        }
    }
    out.push('"');
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
