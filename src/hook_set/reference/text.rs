//! Text globs, the obvious way.

use crate::shell::{Climbs, Held, climbs_out, last_up};
use crate::syntax::TextGlob;

/// Whether the pattern matches the whole text.
///
/// A table says for every part of the pattern where in the text it can
/// start; quadratic, and plain to see.
pub(crate) fn matches(glob: &TextGlob, text: &str) -> bool {
    matches_where(glob, text, |_, _, _| true)
}

/// Whether an allow rule's pattern with stars, which stand for what they may
/// in a view, matches its text. What a word of the line may become is for the
/// shell to say, to both evaluators; where stars may stand is found here.
pub(crate) fn covers(
    glob: &TextGlob,
    text: &str,
    held: &Held,
    windows: bool,
) -> bool {
    let first = glob.parts.first().map_or(0, String::len);
    if held.closed.range().contains(&first) {
        return false;
    }
    if held.climbs == Climbs::Not {
        return matches(glob, text);
    }
    matches_where(glob, text, |part, end, is_first| {
        let slash = |c| c == '/' || windows && c == '\\';
        let word = part.rsplit([' ', '\t', '\n']).next().unwrap_or("");
        word.rfind(slash).is_none_or(|at| {
            let from = end - (word.len() - at - 1);
            let up = if is_first { climbs_out } else { last_up };
            up(text.as_bytes(), from, held.climbs, windows).is_none()
        })
    })
}

/// Whether the pattern matches so that a star may stand behind each part
/// that has one, which ends there.
fn matches_where(
    glob: &TextGlob,
    text: &str,
    may: impl Fn(&str, usize, bool) -> bool,
) -> bool {
    // No table is drawn up for the many that fail at their start.
    if glob.parts.first().is_some_and(|first| !text.starts_with(first)) {
        return false;
    }
    let parts: Vec<&str> = glob.parts.iter().map(String::as_str).collect();
    if glob.boundary {
        // `x *` is `x`, or `x ` and anything.
        let Some((_, head)) = parts.split_last() else { return false };
        if stars(head, text, &may) {
            return true;
        }
        let mut open: Vec<String> =
            head.iter().map(|p| (*p).to_owned()).collect();
        if let Some(last) = open.last_mut() {
            last.push(' ');
        }
        open.push(String::new());
        let open: Vec<&str> = open.iter().map(String::as_str).collect();
        return stars(&open, text, &may);
    }
    stars(&parts, text, &may)
}

/// Whether the parts stand in the text in this order, the first at its
/// start, the last at its end, with anything between that may be there.
fn stars(
    parts: &[&str],
    text: &str,
    may: &impl Fn(&str, usize, bool) -> bool,
) -> bool {
    let text = text.as_bytes();
    let Some((first, rest)) = parts.split_first() else {
        return text.is_empty();
    };
    let (mut before, mut is_first) = (*first, true);
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
            let ends = reach.get(start).copied().unwrap_or(false);
            open |= ends && may(before, start, is_first);
            let here = text.get(start..).unwrap_or_default();
            if open
                && here.starts_with(part.as_bytes())
                && let Some(end) = next.get_mut(start + part.len())
            {
                *end = true;
            }
        }
        reach = next;
        (before, is_first) = (part, false);
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
