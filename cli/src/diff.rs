//! Two texts as a unified diff, which `patch` and `git apply` read.

use similar::{ChangeTag, TextDiff};

use crate::terminal::{Look, Paint};

/// Lines shown around a change.
const AROUND: usize = 3;

/// The difference of the file `name`; empty where there is none.
pub(crate) fn unified(name: &str, old: &str, new: &str, look: Look) -> String {
    let name = name.trim_start_matches("./").trim_start_matches('/');
    let mut out = String::new();
    let diff = TextDiff::from_lines(old, new);
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
