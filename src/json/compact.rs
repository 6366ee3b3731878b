use super::{Kind, Value};

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
