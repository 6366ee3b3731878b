//! Two texts as a unified diff, which `patch` and `git apply` read.

use similar::{ChangeTag, TextDiff};

use crate::terminal::{Look, Paint};

/// Lines shown around a change.
const AROUND: usize = 3;

/// The difference of the file `name`; empty where there is none.
pub(crate) fn unified(name: &str, old: &str, new: &str, look: Look) -> String {
    let name = name.trim_start_matches("./").trim_start_matches('/');
    let mut out = String::new();
    // For `patch` a line ends with a line feed, and with nothing else.
    let (old, new): (Vec<_>, Vec<_>) = (
        old.split_inclusive('\n').collect(),
        new.split_inclusive('\n').collect(),
    );
    let diff = TextDiff::from_slices(&old, &new);
    for hunk in diff.unified_diff().context_radius(AROUND).iter_hunks() {
        if out.is_empty() {
            let head = format!("--- a/{name}\n+++ b/{name}\n");
            out.push_str(&head);
        }
        out.push_str(&format!("{}\n", hunk.header()));
        for change in hunk.iter_changes() {
            let (sign, paint) = match change.tag() {
                ChangeTag::Delete => ('-', Some(Paint::Red)),
                ChangeTag::Insert => ('+', Some(Paint::Green)),
                ChangeTag::Equal => (' ', None),
            };
            let line = change.value();
            let (line, end) = match line.strip_suffix('\n') {
                Some(line) => (line, "\n"),
                None => (line, "\n\\ No newline at end of file\n"),
            };
            let line = format!("{sign}{line}");
            out.push_str(&match paint {
                Some(paint) => look.paint(paint, &line),
                None => line,
            });
            out.push_str(end);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A carriage return alone ends no line of a patch.
    #[test]
    fn lines_end_with_line_feeds() {
        let look = Look::of(crate::terminal::Stream::Out);
        let diff = unified("a", "x\ry\r", "x\rz\r", look);
        let none = "\n\\ No newline at end of file\n";
        let wanted = format!("@@ -1 +1 @@\n-x\ry\r{none}+x\rz\r{none}");
        assert!(diff.ends_with(&wanted), "{diff:?}");
    }
}
