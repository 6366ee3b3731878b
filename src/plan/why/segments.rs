//! Where the names of a path part from the segments of a pattern.

use crate::hook_set::reference::path::matches;
use crate::source::Span;
use crate::syntax::{PathGlob, Segment};

/// The first place where a path does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    /// The segment that does not fit; `None` when all did and the path goes
    /// on, or names the very directory that a pattern looks into.
    pub(super) segment: Option<usize>,
    /// The name that the segment was compared with; `None` when the path
    /// ended.
    pub(super) name: Option<usize>,
    /// Whether the segment could stand anywhere behind this place.
    pub(super) deep: bool,
}

/// Where the path below the pattern's anchor, which does not match, parts
/// from the pattern.
pub(super) fn stop(glob: &PathGlob, names: &[&str], fold: bool) -> Stop {
    let mut reach = vec![0usize];
    for (at, segment) in glob.segments.iter().enumerate() {
        let last = at + 1 == glob.segments.len();
        let next = step(glob, segment, &reach, names, (fold, last));
        if next.is_empty() {
            let before = at.checked_sub(1).and_then(|b| glob.segments.get(b));
            let deep = before == Some(&Segment::Deep);
            let from = match deep {
                true => reach.first(),
                false => reach.last(),
            };
            let from = from.copied().unwrap_or(0);
            let name = (from < names.len()).then_some(from);
            return Stop { segment: Some(at), name, deep };
        }
        reach = next;
    }
    let from = reach.last().copied().unwrap_or(0);
    let name = (from < names.len()).then_some(from);
    Stop { segment: None, name, deep: false }
}

/// The places behind a segment.
fn step(
    glob: &PathGlob,
    segment: &Segment,
    reach: &[usize],
    names: &[&str],
    (fold, last): (bool, bool),
) -> Vec<usize> {
    if *segment == Segment::Deep {
        let least = usize::from(last && !glob.whole);
        let first = reach.first().map_or(0, |first| first + least);
        return (first..=names.len()).collect();
    }
    let fits = |at: usize| {
        let name = names.get(at)?;
        name_matches(segment, name, fold).then_some(at + 1)
    };
    reach.iter().filter_map(|&at| fits(at)).collect()
}

fn name_matches(segment: &Segment, name: &str, fold: bool) -> bool {
    let segments = vec![segment.clone()];
    let glob = PathGlob { segments, whole: true, directory: false };
    matches(&glob, name, false, fold)
}

/// The bytes of each segment of a pattern's text, from byte `from` on; none
/// where the text has another number of segments than the pattern.
pub(super) fn written(text: &str, from: usize, glob: &PathGlob) -> Vec<Span> {
    let rest = text.get(from..).unwrap_or("");
    let mut spans = Vec::new();
    let mut at = from;
    for part in rest.split('/') {
        let end = at + part.trim_end_matches(' ').len();
        if !matches!(part, "" | "." | "..") {
            spans.push(Span::new(at, end));
        }
        at += part.len() + 1;
    }
    let is_deep = |span: &Span| span.of(text) == "**";
    let floats = glob.segments.first() == Some(&Segment::Deep)
        && !spans.first().is_some_and(is_deep);
    if floats {
        // A star for the depth that was not written.
        let first = spans.first().map_or(from, |span| span.start as usize);
        spans.insert(0, Span::new(first, first));
    }
    // `a[/]b` and `**/**` are read otherwise than they look.
    if spans.len() != glob.segments.len() {
        spans.clear();
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_path;

    #[test]
    fn where_a_path_parts_from_its_pattern() {
        for (pattern, path, part, name) in [
            ("src/*.rs", "lib/a.rs", "src", "lib"),
            ("src/*.rs", "src/a.c", "*.rs", "a.c"),
            ("src/a/b", "src/a", "b", ""),
            ("src/**", "src", "**", ""),
            ("*.env", "a/b.rs", "*.env", "a"),
            ("src/**/x", "src/a/b", "x", "a"),
            ("build/", "build", "", ""),
        ] {
            let glob = parse_path(pattern, false).glob;
            let names: Vec<_> = path.split('/').collect();
            assert!(!matches(&glob, path, false, false), "{pattern} {path}");
            let stop = stop(&glob, &names, false);
            let spans = written(pattern, 0, &glob);
            let at = stop.segment.and_then(|at| spans.get(at));
            let at = at.copied().unwrap_or_default();
            let found = stop.name.map_or("", |at| names[at]);
            assert_eq!((at.of(pattern), found), (part, name), "{pattern}");
        }
    }
}
