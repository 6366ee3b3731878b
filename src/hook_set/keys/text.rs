//! The keys of text globs and host globs.

use smallvec::SmallVec;

use super::super::hash::hash;
use super::ways::Path;
use super::{
    Below, DEPTH, Finder, GRAMS_ALONE, GRAMS_AMONG, KeyKind, Tag, Ways, key,
};
use crate::syntax::{HostGlob, TextGlob};

/// The keys of a text glob among texts of the partition `seed`.
pub(in super::super) fn of_text(seed: u64, glob: &TextGlob, ways: &mut Ways) {
    let parts = glob.parts.iter().map(|part| part.as_bytes());
    let parts: SmallVec<[&[u8]; 4]> = parts.collect();
    match parts.as_slice() {
        [whole] if !glob.boundary => of_whole(seed, whole, ways),
        [body @ .., _] if glob.boundary => of_parts(seed, body, true, ways),
        parts => of_parts(seed, parts, false, ways),
    }
}

/// The keys of "these bytes stand somewhere".
pub(in super::super) fn of_contained(
    seed: u64,
    needle: &[u8],
    ways: &mut Ways,
) {
    let mut finder = Finder::new(seed, true, ways);
    finder.grams(needle, GRAMS_ALONE, false);
    ways.end_group(&Path::default());
}

/// The key of a text without stars: the way through its words, and for what
/// is left behind the last of them that counts the hash of that.
fn of_whole(seed: u64, text: &[u8], ways: &mut Ways) {
    let mut path = Path::default();
    let mut left = Some(text);
    while let Some(rest) = left {
        let blank = memchr::memchr(b' ', rest);
        let word = rest.get(..blank.unwrap_or(rest.len()));
        if !path.go(seed, hash(word.unwrap_or(&[]))) {
            break;
        }
        left = blank.and_then(|blank| rest.get(blank + 1..));
    }
    let chain = path.end(seed);
    let (node, more) = match left {
        Some(left) => (chain, hash(left)),
        None => (seed, 0),
    };
    let mut finder = Finder::new(node, left.is_none(), ways);
    let key = key(chain, Tag::Exact, more);
    finder.kinds(KeyKind::Exact, Below::EXACT, key);
    ways.end_group(&path);
}

fn of_parts(seed: u64, body: &[&[u8]], boundary: bool, ways: &mut Ways) {
    let [first, rest @ ..] = body else { return ways.none() };
    let words = first.split(|&b| b == b' ');
    let mut words: SmallVec<[&[u8]; 8]> = words.collect();
    // The last word is known to end only where the text or a blank follows.
    let open = match rest.is_empty() {
        true => &[][..],
        false => words.pop().unwrap_or(&[]),
    };
    let mut path = Path::default();
    for word in words.iter().take(DEPTH) {
        path.go(seed, hash(word));
    }
    let at_root = words.is_empty();
    let mut finder = Finder::new(path.end(seed), at_root, ways);
    if !at_root {
        finder.prefix();
    }
    if words.len() <= DEPTH {
        finder.start(open);
    }
    if let ([.., last], false) = (rest, boundary) {
        finder.end(last);
    }
    // One text between two stars: it is tested where its key stands.
    let near = match rest {
        [_] => boundary,
        [_, last] => !boundary && last.is_empty(),
        _ => false,
    };
    for (i, part) in rest.iter().enumerate() {
        let is_last = i + 1 == rest.len();
        for (at, word) in closed_words(part, is_last) {
            finder.word(word);
            if near {
                finder.place(at);
            }
        }
    }
    if at_root {
        let most = match finder.found().is_empty() {
            true => GRAMS_ALONE,
            false => GRAMS_AMONG,
        };
        let parts = body.iter().enumerate();
        let longest = parts.max_by_key(|(_, part)| part.len());
        if let Some((number, part)) = longest {
            finder.grams(part, most, near && number == 1);
        }
    }
    ways.end_group(&path);
}

/// The words of a part that stand between separators, with their places; the
/// end of the last part is the end of the text or a word boundary.
fn closed_words(part: &[u8], is_last: bool) -> Vec<(usize, &[u8])> {
    let mut at = 0;
    let words = part.split(|&b| b == b' ').map(|word| {
        let start = at;
        at += word.len() + 1;
        (start, word)
    });
    let mut words: Vec<_> = words.skip(1).collect();
    if !is_last {
        words.pop();
    }
    words.retain(|(_, word)| !word.is_empty());
    words
}

/// The keys of a host glob: labels from the right are its words.
pub(in super::super) fn of_host(seed: u64, glob: &HostGlob, ways: &mut Ways) {
    let mut path = Path::default();
    for label in glob.labels.iter().rev().take(DEPTH) {
        let [text] = label.parts.as_slice() else { break };
        path.go(seed, hash(text.as_bytes()));
    }
    let depth = path.steps().len();
    let chain = path.end(seed);
    if depth == glob.labels.len() && !glob.any_prefix {
        let key = key(chain, Tag::Exact, 0);
        let mut finder = Finder::new(seed, true, ways);
        finder.kinds(KeyKind::Exact, Below::EXACT, key);
    } else if depth > 0 {
        Finder::new(chain, false, ways).prefix();
    }
    ways.end_group(&path);
}
