//! User text on its way to a terminal.

use std::borrow::Cow;

/// The text with everything made visible that a terminal would act on or
/// not show: control characters, marks that turn the writing direction,
/// characters without width.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for c in text.chars() {
        if is_hidden(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// [`visible`], and cut to at most `width` characters.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    let text = visible(text);
    if text.chars().count() <= width {
        return text.into_owned();
    }
    let mut out: String = text.chars().take(width.max(1) - 1).collect();
    out.push('…');
    out
}

pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// `1 file`, `2 files`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        assert_eq!(visible("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(visible("rm\u{202e}x"), "rm\\u{202e}x");
        assert_eq!(shortened("abcdef", 4), "abc…");
    }
}
