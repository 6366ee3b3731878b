//! The keys of path globs.

use super::super::hash::{FOLD, hash_with};
use super::super::path_blob::literal;
use super::ways::Path;
use super::{
    Below, EXTENSION, Finder, GRAMS_ALONE, GRAMS_AMONG, KeyKind, Tag, Ways,
    key,
};
use crate::syntax::{PathGlob, Piece, Segment};

/// The keys of a path glob below the base `seed`; what may stand in any
/// directory hangs at `anywhere`, so that one look serves all bases. None
/// where the pattern has letters that only Unicode folds.
pub(in super::super) fn of_path(
    seed: u64,
    anywhere: u64,
    glob: &PathGlob,
    ways: &mut Ways,
) {
    if !folds_like_ascii(glob) {
        return ways.none();
    }
    let mut path = Path::default();
    let mut rest = glob.segments.as_slice();
    while let [Segment::Name(pieces), after @ ..] = rest {
        let Some(text) = literal(pieces) else { break };
        if !path.go(seed, hash_with(text.as_bytes(), FOLD)) {
            break;
        }
        rest = after;
    }
    let at_root = path.steps().is_empty();
    let mut finder = Finder::new(path.end(seed), at_root, ways);
    finder.fold = FOLD;
    if !at_root {
        finder.prefix();
    }
    if let [Segment::Name(pieces), ..] = rest
        && let [Piece::Text(text), ..] = &**pieces
    {
        finder.start(text.as_bytes());
    }
    if at_root {
        finder.chain = anywhere;
    }
    for segment in rest {
        if let Segment::Name(pieces) = segment {
            finder.segment(pieces);
        }
    }
    let only_steps = finder.found().iter().all(|c| c.kind == KeyKind::Prefix);
    if let Some(text) = longest_text(rest) {
        // Looked for in the whole path, whatever its first segments are.
        (finder.chain, finder.at_root) = (anywhere, true);
        let most = if only_steps { GRAMS_ALONE } else { GRAMS_AMONG };
        finder.grams(&folded(text.as_bytes()), most, false);
    }
    ways.end_group(&path);
}

/// The longest text among segments.
fn longest_text(segments: &[Segment]) -> Option<&str> {
    let pieces = segments.iter().flat_map(|segment| match segment {
        Segment::Deep => &[][..],
        Segment::Name(pieces) => pieces,
    });
    let texts = pieces.filter_map(|piece| match piece {
        Piece::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.max_by_key(|text| text.len())
}

impl Finder<'_> {
    /// Some later segment of a path matches these pieces.
    fn segment(&mut self, pieces: &[Piece]) {
        if let Some(text) = literal(pieces) {
            return self.word(text.as_bytes());
        }
        if let Some(Piece::Text(text)) = pieces.last()
            && let Some(text) = extension(text.as_bytes())
        {
            let key = key(self.chain, Tag::Extension, self.hash(text));
            self.kinds(KeyKind::Extension, Below::EXTENSION, key);
        }
        if let Some(Piece::Text(text)) = pieces.first() {
            self.word_start(text.as_bytes());
        }
    }
}

/// The bytes as they are hashed: a bit is set that makes capitals small
/// letters. Others change as well, here as in the paths that are looked at.
fn folded(bytes: &[u8]) -> Vec<u8> {
    let [fold, ..] = FOLD.to_le_bytes();
    bytes.iter().map(|b| b | fold).collect()
}

/// The longest end of `text` that starts with a dot and that a scan looks up.
fn extension(text: &[u8]) -> Option<&[u8]> {
    let dots = memchr::memchr_iter(b'.', text);
    let mut ends = dots.filter_map(|dot| text.get(dot..));
    ends.find(|end| end.len() <= EXTENSION)
}

/// Whether lower case and ASCII lower case are the same for this pattern, so
/// that one key serves exact and folded subjects.
pub(in super::super) fn folds_like_ascii(glob: &PathGlob) -> bool {
    glob.segments.iter().all(|segment| match segment {
        Segment::Deep => true,
        Segment::Name(pieces) => pieces.iter().all(|piece| match piece {
            Piece::Text(t) => {
                t.is_ascii()
                    || crate::syntax::fold(t) == t.to_ascii_lowercase()
            }
            _ => true,
        }),
    })
}
