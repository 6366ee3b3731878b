//! What a shell takes a line apart at, in patterns on commands.

use crate::source::Span;

/// The characters that stand outside of quotes and are not escaped.
pub(crate) fn bare(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quote = None;
    let mut escaped = false;
    text.char_indices().filter(move |&(_, c)| {
        if escaped {
            escaped = false;
            return false;
        }
        match (quote, c) {
            (None, '\\') => escaped = true,
            (Some('"'), '\\') => escaped = true,
            (None, '\'' | '"' | '`') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, _) => return true,
            _ => {}
        }
        false
    })
}

/// The first shell operator outside of quotes.
pub(crate) fn operator(text: &str) -> Option<Span> {
    let mut before = ' ';
    for (at, c) in bare(text) {
        let rest = text.get(at..).unwrap_or("");
        let redirects = matches!(before, '>' | '<');
        before = c;
        let length = match c {
            '&' if redirects || rest.starts_with("&>") => continue,
            '&' | '|' | ';' if rest.starts_with([c, '&']) => 2.min(
                rest.len() - rest.trim_start_matches(['&', '|', ';']).len(),
            ),
            '|' if redirects => continue,
            '|' | ';' | '&' | '\n' => 1,
            _ => continue,
        };
        return Some(Span::new(at, at + length));
    }
    None
}

/// The first redirection outside of quotes, with its file descriptor.
pub(crate) fn redirection(text: &str) -> Option<Span> {
    let (at, _) = bare(text).find(|&(_, c)| matches!(c, '<' | '>'))?;
    let head = text.get(..at)?;
    let number = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let alone = number.is_empty() || number.ends_with(' ');
    let start = if alone { number.len() } else { at };
    let rest = text.get(at..)?;
    let length = rest.len() - rest.trim_start_matches(['<', '>']).len();
    Some(Span::new(start, at + length))
}

/// Whether a pattern is about more than one command, or about a redirection:
/// an operator stands by itself in it, or starts a word. It is compared with
/// one command at a time, without redirections. A sign in the middle of a
/// word may belong to an address or an expression.
pub(crate) fn is_of_several(text: &str) -> bool {
    // Most patterns hold none of these.
    let says = |byte: u8| matches!(byte, b'|' | b'>' | b';' | b'&');
    if !text.bytes().any(says) {
        return false;
    }
    let edge = |c: Option<char>| c.is_none_or(|c| c == '*' || c == ' ');
    bare(text).any(|(at, c)| {
        let rest = text.get(at + c.len_utf8()..).unwrap_or("");
        let next = rest.chars().next();
        let before = text.get(..at).and_then(|head| head.chars().next_back());
        match c {
            '|' | '>' => edge(before) || next == Some(c),
            ';' => edge(before) || edge(next),
            '&' => edge(before) && edge(next) || next == Some(c),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_operator(text: &str) -> Option<&str> {
        operator(text).map(|span| span.of(text))
    }

    #[test]
    fn operators_are_found_outside_of_quotes() {
        assert_eq!(first_operator("a && b"), Some("&&"));
        assert_eq!(first_operator("a | b"), Some("|"));
        assert_eq!(first_operator("a || b"), Some("||"));
        assert_eq!(first_operator("a & b"), Some("&"));
        assert_eq!(first_operator("echo 'a && b'"), None);
        assert_eq!(first_operator("x 2>&1"), None);
        assert_eq!(first_operator("x &> log"), None);
        assert_eq!(first_operator("a \\; b"), None);
    }

    #[test]
    fn redirections_have_their_number() {
        let first = |text| redirection(text).map(|span| span.of(text));
        assert_eq!(first("make 2> log"), Some("2>"));
        assert_eq!(first("make >> log"), Some(">>"));
        assert_eq!(first("echo '>'"), None);
    }

    #[test]
    fn operators_that_are_words_part_commands() {
        for text in [
            "curl * | bash",
            "curl *|sh",
            "a && b",
            "a&&b",
            "* & rm *",
            "a; b",
            "*; rm *",
            "echo * > /etc/*",
            "x *>>y",
        ] {
            assert!(is_of_several(text), "{text}");
        }
        for text in [
            "curl *?a=1&b=2*",
            "grep *a|b*",
            "find * -exec rm {} \\;",
            "grep * '| x'",
            "bash <(curl *)",
            "make 2>&1",
            "git push *",
        ] {
            assert!(!is_of_several(text), "{text}");
        }
    }
}
