//! From a text to nodes on a tape.

use super::build::{Builder, Chars};
use super::{Part, Yaml, fault};
use crate::json::{Kind, Tape};
use crate::source::Span;

/// Policies are small; a text beyond this is none.
const MAX_BYTES: usize = 2 << 20;

/// Reads every document of a part onto a fresh tape.
pub(in crate::load) fn read(part: Part<'_>, tape: &mut Tape) -> Yaml {
    let mut yaml = Yaml::default();
    *tape = Tape::new();
    let text = part.span.of(part.text);
    if text.len() > MAX_BYTES {
        yaml.found.push(fault::too_large(part));
        yaml.broken = true;
        return yaml;
    }
    let chars = Chars::new(part);
    let mut builder = Builder::new(tape, &chars, part, &mut yaml);
    let result = builder.run(text, part.span.start as usize);
    let Err(error) = result else { return yaml };
    yaml.found.push(*error);
    yaml.broken = true;
    if yaml.roots.len() <= 1 {
        entries(part, &chars, tape, &mut yaml);
    }
    yaml
}

/// Reads the entries of a mapping one by one, after the whole could not be
/// read.
fn entries(
    part: Part<'_>,
    chars: &Chars<'_>,
    tape: &mut Tape,
    yaml: &mut Yaml,
) {
    let blocks = blocks(part);
    if blocks.is_empty() {
        return;
    }
    tape.truncate(0);
    yaml.roots.clear();
    let kept = yaml.found.len();
    let root = tape.begin(Kind::Object, part.span);
    for block in blocks {
        let before = tape.len();
        let mut builder = Builder::new(tape, chars, part, yaml);
        let text = block.of(part.text);
        let is_read = builder.run(text, block.start as usize).is_ok();
        let root = yaml.roots.pop();
        let value = root.map(|root| tape.value(part.text, root));
        let is_mapping = value.is_some_and(|value| value.is_object());
        let found: Vec<_> = yaml.found.drain(kept..).collect();
        if is_read && is_mapping {
            yaml.found.extend(found);
            tape.unwrap(before);
        } else if is_read && value.is_none() {
            tape.truncate(before);
        } else {
            tape.truncate(before);
            let mut lines = text.lines();
            yaml.lost.extend(lines.next().map(key));
            yaml.within.extend(lines.map(key));
        }
    }
    tape.finish(root, part.span.end);
    yaml.roots = vec![root];
}

/// What stands before the colon of a line.
fn key(line: &str) -> String {
    let key = line.split(':').next().unwrap_or("").trim();
    key.trim_matches(['"', '\'']).to_owned()
}

/// The parts that begin with a key at the left margin.
fn blocks(part: Part<'_>) -> Vec<Span> {
    let text = part.span.of(part.text);
    let mut starts = Vec::new();
    let mut at = part.span.start as usize;
    for line in text.split_inclusive('\n') {
        let first = line.chars().next();
        let is_key = first.is_some_and(|c| {
            c.is_alphanumeric() || matches!(c, '_' | '"' | '\'' | '$')
        });
        if is_key && line.contains(':') {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([at]);
    let spans = starts.iter().zip(ends);
    spans.map(|(&start, end)| Span::new(start, end)).collect()
}
