//! Text globs, the obvious way.

use crate::syntax::TextGlob;

/// Whether the pattern matches the whole text.
///
/// A table says for every part of the pattern where in the text it can
/// start; quadratic, and plain to see.
pub(crate) fn matches(glob: &TextGlob, text: &str) -> bool {
    let parts: Vec<&str> = glob.parts.iter().map(String::as_str).collect();
    if glob.boundary {
        // `x *` is `x`, or `x ` and anything.
        let Some((_, head)) = parts.split_last() else { return false };
        if stars(head, text) {
            return true;
        }
        let mut open: Vec<String> =
            head.iter().map(|p| (*p).to_owned()).collect();
        if let Some(last) = open.last_mut() {
            last.push(' ');
        }
        open.push(String::new());
        let open: Vec<&str> = open.iter().map(String::as_str).collect();
        return stars(&open, text);
    }
    stars(&parts, text)
}

/// Whether the parts stand in the text in this order, the first at its
/// start, the last at its end, with anything between.
fn stars(parts: &[&str], text: &str) -> bool {
    let text = text.as_bytes();
    let Some((first, rest)) = parts.split_first() else {
        return text.is_empty();
    };
    // `reach[i]`: the parts so far can end at byte i.
    let mut reach = vec![false; text.len() + 1];
    if text.starts_with(first.as_bytes())
        && let Some(end) = reach.get_mut(first.len())
    {
        *end = true;
    }
    for part in rest {
        let mut next = vec![false; text.len() + 1];
        let mut open = false;
        for start in 0..=text.len() {
            open |= reach.get(start).copied().unwrap_or(false);
            let here = text.get(start..).unwrap_or_default();
            if open
                && here.starts_with(part.as_bytes())
                && let Some(end) = next.get_mut(start + part.len())
            {
                *end = true;
            }
        }
        reach = next;
    }
    reach.last().copied().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_specification() {
        let rows = [
            ("npm run build", "npm run build", true),
            ("npm run build", "npm run build --watch", false),
            ("npm run test *", "npm run test", true),
            ("npm run test *", "npm run test --u", true),
            ("npm run test *", "npm run tests", false),
            ("ls:*", "lsof", false),
            ("ls*", "lsof", true),
            ("* install", "npm install", true),
            ("* install", "npm install x", false),
            ("git * main", "git push origin main", true),
            ("git * main", "git push origin main --force", false),
            ("* --version", "node --version", true),
            ("a*b*a", "aba", true),
            ("a*b*a", "ab", false),
        ];
        for (pattern, text, expected) in rows {
            let glob = TextGlob::command(pattern);
            assert_eq!(matches(&glob, text), expected, "{pattern} ~ {text}");
        }
    }
}
