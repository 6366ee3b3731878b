//! One spelling for each JSON value, so that equal values are equal texts.

use super::{Kind, Value, quote};

/// Lists and objects within each other; what lies deeper has no canonical
/// form.
const MAX_DEPTH: usize = 128;

/// The one spelling of a value: no blanks, keys sorted, strings and numbers
/// written in one way. None where two readers could see two values: a key
/// that stands twice, half a surrogate pair, a value that is broken.
pub fn one_spelling(value: Value<'_>) -> Option<String> {
    let mut out = String::new();
    write(value, MAX_DEPTH, &mut out)?;
    Some(out)
}

fn write(value: Value<'_>, depth: usize, out: &mut String) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    if value.is_doubtful() {
        return None;
    }
    match value.kind() {
        Kind::Null => out.push_str("null"),
        Kind::True => out.push_str("true"),
        Kind::False => out.push_str("false"),
        Kind::Number => out.push_str(&number(value.number()?)?),
        Kind::String => quote(value.str()?, out),
        Kind::Array => {
            out.push('[');
            for (at, item) in value.items().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(item, depth, out)?;
            }
            out.push(']');
        }
        Kind::Object => object(value, depth, out)?,
        Kind::Broken => return None,
    }
    Some(())
}

fn object(value: Value<'_>, depth: usize, out: &mut String) -> Option<()> {
    let mut entries: Vec<_> = value.entries().collect();
    entries.sort_by(|a, b| a.name().cmp(b.name()));
    out.push('{');
    let mut last = None;
    for entry in entries {
        if entry.key.is_doubtful() || last == Some(entry.name()) {
            return None;
        }
        if last.is_some() {
            out.push(',');
        }
        last = Some(entry.name());
        quote(entry.name(), out);
        out.push(':');
        write(entry.value, depth, out)?;
    }
    out.push('}');
    Some(())
}

/// A number without blanks to choose: its digits without zeros at either
/// end, and the power of ten they are to be taken with.
fn number(text: &str) -> Option<String> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text),
    };
    let (mantissa, power) = match text.split_once(['e', 'E']) {
        Some((mantissa, power)) => (mantissa, power.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{part}");
    // YAML has numbers that JSON has not, such as `0x1f`.
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = digits.trim_start_matches('0');
    let short = digits.trim_end_matches('0');
    if short.is_empty() {
        return Some("0".to_owned());
    }
    let zeros = i64::try_from(digits.len() - short.len()).ok()?;
    let places = i64::try_from(part.len()).ok()?;
    let power = power.checked_sub(places)?.checked_add(zeros)?;
    // Small whole numbers are written as people write them.
    if (0..=15).contains(&power) {
        let zeros = "0".repeat(usize::try_from(power).ok()?);
        return Some(format!("{sign}{short}{zeros}"));
    }
    Some(format!("{sign}{short}e{power}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    fn of(text: &str) -> Option<String> {
        let tape = Tape::of(text);
        one_spelling(tape.root(text).unwrap())
    }

    #[test]
    fn equal_values_are_equal_texts() {
        for (a, b) in [
            ("1", "1.0"),
            ("10", "1e1"),
            ("0", "-0.00"),
            ("0.5", "5e-1"),
            ("\"a\\u0062\"", "\"ab\""),
            ("{\"b\": 1, \"a\": [ ]}", "{\"a\":[],\"b\":1}"),
        ] {
            assert_eq!(of(a), of(b), "{a} {b}");
            assert!(of(a).is_some());
        }
        assert_ne!(of("9007199254740993"), of("9007199254740992"));
        assert_ne!(of("1"), of("\"1\""));
        assert_ne!(of("[1,2]"), of("[2,1]"));
    }

    #[test]
    fn what_can_be_read_twice_has_no_form() {
        assert_eq!(of("{\"a\":1,\"a\":2}"), None);
        assert_eq!(of("\"\\ud800\""), None);
        assert_eq!(of("[tru]"), None);
    }
}
