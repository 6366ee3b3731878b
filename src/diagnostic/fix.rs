//! Applying fixes to a text.
//!
//! Edits are made on the bytes of the text a person wrote, so whatever they
//! do not touch (comments, order, layout) stays as it is. Fixes that touch
//! the same bytes are applied one after the other, in rounds.

use std::collections::BTreeMap;

use super::{Code, Diagnostic, Edit, Fix};

/// How often a text is looked at again after edits. Fixes that make room for
/// others need two or three rounds; more means that two undo each other.
const MAX_ROUNDS: usize = 20;

/// Which fixes are applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// Those nobody needs to look at.
    #[default]
    Safe,
    /// Also those that may change what a rule means.
    All,
}

impl Which {
    /// Whether the fix is one of these.
    pub fn takes(self, fix: &Fix) -> bool {
        fix.safe || self == Which::All
    }
}

/// A text with fixes applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mended {
    /// The text.
    pub text: String,
    /// What was mended, in the order it was done.
    pub applied: Vec<Applied>,
    /// Whether fixes are left because they would not come to an end.
    pub gave_up: bool,
}

/// A fix that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The finding.
    pub code: Code,
    /// What was done.
    pub title: String,
}

/// Applies fixes until none is left. `check` says what is to be found in a
/// text; places in the findings are places in that text.
pub fn mend(
    text: &str,
    which: Which,
    mut check: impl FnMut(&str) -> Vec<Diagnostic>,
) -> Mended {
    let mut mended = Mended { text: text.to_owned(), ..Mended::default() };
    let mut seen = vec![text.to_owned()];
    for _ in 0..MAX_ROUNDS {
        let found = check(&mended.text);
        let round = round(&mended.text, which, &found);
        let Some((next, applied)) = round else { return mended };
        // Two fixes that undo each other would go on for ever.
        if seen.contains(&next) {
            break;
        }
        seen.push(next.clone());
        mended.text = next;
        mended.applied.extend(applied);
    }
    mended.gave_up = true;
    mended
}

/// One round: every fix that does not touch what another touched before it.
/// `None` when there is nothing to do.
fn round(
    text: &str,
    which: Which,
    found: &[Diagnostic],
) -> Option<(String, Vec<Applied>)> {
    let mut taken: BTreeMap<u32, &Edit> = BTreeMap::new();
    let mut applied = Vec::new();
    for each in found {
        let Some(fix) = each.fix.as_ref() else { continue };
        let fits = |edit: &Edit| {
            let inside = text.get(edit.span.range()).is_some();
            // Of those that are apart from each other, the last that starts
            // before the end of this one reaches furthest.
            let before = taken.range(..=edit.span.end).next_back();
            inside && before.is_none_or(|(_, other)| is_apart(edit, other))
        };
        let one_file = fix.edits.windows(2).all(|pair| match pair {
            [a, b] => a.source == b.source,
            _ => true,
        });
        let wanted = which.takes(fix) && one_file && !fix.edits.is_empty();
        if wanted && fix.edits.iter().all(fits) {
            let edits = fix.edits.iter();
            taken.extend(edits.map(|edit| (edit.span.start, edit)));
            let title = fix.title.clone();
            applied.push(Applied { code: each.code, title });
        }
    }
    let next = apply(text, taken.into_values().cloned());
    (next != text).then_some((next, applied))
}

/// Whether neither edit touches a byte, or an end, of the other.
fn is_apart(a: &Edit, b: &Edit) -> bool {
    a.span.end < b.span.start || b.span.end < a.span.start
}

/// The text after the edits. Of edits that overlap, the first counts; edits
/// outside of the text are left out.
pub fn apply(text: &str, edits: impl IntoIterator<Item = Edit>) -> String {
    let mut edits: Vec<Edit> = edits.into_iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        let range = edit.span.range();
        let Some(kept) = text.get(done..range.start) else { continue };
        if text.get(range.clone()).is_none() {
            continue;
        }
        out.push_str(kept);
        out.push_str(&edit.text);
        done = range.end;
    }
    out.push_str(text.get(done..).unwrap_or(""));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceId, Span};

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        let span = Span::new(start, end);
        Edit { source: SourceId(0), span, text: text.to_owned() }
    }

    fn found(edits: Vec<Edit>, safe: bool) -> Diagnostic {
        let span = edits[0].span;
        let fix = Fix { title: "mend".to_owned(), edits, safe };
        let code = Code::PADDED_RULE;
        Diagnostic::new(code, "m", SourceId(0), span).fix(fix)
    }

    #[test]
    fn edits_leave_the_rest_as_it_is() {
        let edits = [edit(4, 5, ""), edit(0, 1, "xyz")];
        assert_eq!(apply("a b c d", edits), "xyzb  d".replace("zb", "z b"));
        assert_eq!(apply("ab", [edit(1, 1, "-")]), "a-b");
        assert_eq!(apply("ab", [edit(1, 9, "-")]), "ab");
        assert_eq!(apply("é", [edit(1, 2, "-")]), "é");
    }

    #[test]
    fn overlapping_fixes_take_rounds() {
        // Each round removes one `a`; every finding wants all of them.
        let check = |text: &str| match text.len() {
            0 => Vec::new(),
            _ => vec![
                found(vec![edit(0, 1, "")], true),
                found(vec![edit(0, 1, "")], true),
            ],
        };
        let mended = mend("aaa", Which::Safe, check);
        assert_eq!(mended.text, "");
        assert_eq!(mended.applied.len(), 3);
        assert!(!mended.gave_up);
    }

    #[test]
    fn fixes_that_undo_each_other_end() {
        let flip = |text: &str| {
            let to = if text == "a" { "b" } else { "a" };
            vec![found(vec![edit(0, 1, to)], true)]
        };
        assert!(mend("a", Which::Safe, flip).gave_up);
        let grow = |_: &str| vec![found(vec![edit(0, 0, "x")], true)];
        assert!(mend("a", Which::Safe, grow).gave_up);
    }

    #[test]
    fn what_needs_a_look_is_left() {
        let check = |text: &str| match text {
            "a" => vec![found(vec![edit(0, 1, "b")], false)],
            _ => Vec::new(),
        };
        assert_eq!(mend("a", Which::Safe, check).text, "a");
        assert_eq!(mend("a", Which::All, check).text, "b");
    }
}
