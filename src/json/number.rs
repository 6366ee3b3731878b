/// Whether `text` is a number of JSON:
/// `-? (0 | [1-9] digits) (. digits)? ([eE] [+-]? digits)?`
pub(crate) fn is_json_number(text: &[u8]) -> bool {
    let digits = |text: &[u8]| {
        let end = text.iter().position(|b| !b.is_ascii_digit());
        end.unwrap_or(text.len())
    };
    let rest = text.strip_prefix(b"-").unwrap_or(text);
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest.first() == Some(&b'0')) {
        return false;
    }
    let mut rest = rest.get(whole..).unwrap_or(&[]);
    if let Some(fraction) = rest.strip_prefix(b".") {
        let len = digits(fraction);
        if len == 0 {
            return false;
        }
        rest = fraction.get(len..).unwrap_or(&[]);
    }
    if let Some((b'e' | b'E', exponent)) = rest.split_first() {
        let sign = exponent.strip_prefix(b"+");
        let sign = sign.or_else(|| exponent.strip_prefix(b"-"));
        let exponent = sign.unwrap_or(exponent);
        let len = digits(exponent);
        return len > 0 && len == exponent.len();
    }
    rest.is_empty()
}

/// Whether a number by the rules of JSON is too large for a float.
pub(super) fn is_out_of_range(text: &[u8]) -> bool {
    if text.len() < 300 && !text.iter().any(|b| matches!(b, b'e' | b'E')) {
        return false;
    }
    let text = std::str::from_utf8(text).unwrap_or("");
    text.parse().is_ok_and(|n: f64| n.is_infinite())
}
