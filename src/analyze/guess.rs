//! Texts that patterns match, found without an automaton. What is guessed is
//! tried on the evaluator before it counts.

use crate::syntax::{HostGlob, PathGlob, Piece, Segment, TextGlob};

/// What stands for anything.
const ANY: &str = "x";

pub(super) fn text(glob: &TextGlob) -> String {
    match (glob.boundary, glob.parts.split_last()) {
        (true, Some((_, parts))) => format!("{} {ANY}", parts.join(ANY)),
        _ => glob.parts.join(ANY),
    }
}

pub(super) fn path(glob: &PathGlob) -> String {
    let names = glob.segments.iter().map(|segment| match segment {
        Segment::Deep => ANY.to_owned(),
        Segment::Name(pieces) => pieces.iter().map(piece).collect(),
    });
    let mut names: Vec<String> = names.collect();
    if glob.directory && !glob.whole {
        names.push(ANY.to_owned());
    }
    names.join("/")
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Text(text) => text.clone(),
        Piece::Star | Piece::One => ANY.to_owned(),
        Piece::Class { negated, ranges } => {
            let within = |c| ranges.iter().any(|r| r.0 <= c && c <= r.1);
            let plain = ('a'..='z').rev().chain('0'..='9');
            let mut fits = plain.filter(|c| within(*c) != *negated);
            let first = ranges.first().map_or('x', |range| range.0);
            fits.next().unwrap_or(first).to_string()
        }
    }
}

pub(super) fn host(glob: &HostGlob) -> String {
    let labels = glob.labels.iter().map(|label| label.parts.join(ANY));
    let mut labels: Vec<String> = labels.collect();
    if glob.any_prefix {
        labels.insert(0, ANY.to_owned());
    }
    labels.join(".")
}

/// The name of a tool of an MCP server.
pub(super) fn mcp(server: &str, tool: Option<&TextGlob>) -> String {
    let tool = tool.map_or(ANY.to_owned(), text);
    format!("mcp__{server}__{tool}")
}
