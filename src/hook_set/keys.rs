//! Which keys an atom can be found by.
//!
//! A *key* is a condition that must hold wherever the pattern matches and
//! that a scan of the text can test with one look into the key table. A
//! pattern usually has several; [`choose`](super::build) takes the rarest.
//!
//! Texts are seen as words between separators (blanks in command lines and
//! names, slashes in paths). A *node* is the hash of the first words; below
//! a node hang the keys that need more than those words.

use super::hash::{hash, hash_folded, mix};
use super::path_blob::literal;
use crate::syntax::{HostGlob, PathGlob, Piece, Segment, TextGlob};

/// The first words a node may be made of.
pub(super) const DEPTH: usize = 8;

/// The lengths a start or an end of text may have in a key.
pub(super) const LENGTHS: [usize; 16] =
    [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32];

/// Which kind of key a hash stands for; mixed into it.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(super) enum Tag {
    Exact = 2,
    Word = 3,
    Extension = 4,
    Gram = 5,
    Last = 6,
    Start = 32,
    End = 64,
}

/// The key of `kind` with `more` below the node `chain`.
pub(super) const fn key(chain: u64, tag: Tag, more: u64) -> u64 {
    mix(mix(chain, tag as u64), more)
}

/// The key of a start or end whose length is `LENGTHS[class]`.
pub(super) const fn sized(
    chain: u64,
    tag: Tag,
    class: usize,
    more: u64,
) -> u64 {
    mix(mix(chain, tag as u64 + class as u64), more)
}

/// The grams, by number: how many bytes wide, and at every how many bytes a
/// scan looks for one. A literal of seven bytes holds four bytes that start
/// at a multiple of four wherever it stands. Those of every byte are tried
/// only where their first bytes are in the bank's set of starts.
pub(super) const GRAMS: [(usize, usize); 5] =
    [(4, 4), (4, 1), (3, 1), (2, 1), (1, 1)];

/// The bytes of a set of pairs, and of a set of triples behind it.
pub(super) const PAIRS_BYTES: usize = 2048;
pub(super) const TRIPLES_BYTES: usize = 2048;

/// The bit of the first two of four bytes in a set of pairs; the eighth bit
/// of a byte is left out.
#[inline]
pub(super) const fn pair(four: u32) -> usize {
    (four & 0x7F | (four >> 8 & 0x7F) << 7) as usize
}

/// The bit of the first three of four bytes in a set of triples.
#[inline]
pub(super) const fn triple(four: u32) -> usize {
    ((four << 8).wrapping_mul(0x9E37_79B1) >> 18) as usize
}

/// How a gram that is looked for at every byte starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    One(u32),
    Two(u32),
    Three(u32),
}

/// What kinds of key hang below a node, so that a scan tries no others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Below {
    /// Lengths of starts, as bits numbered like [`LENGTHS`].
    pub(super) starts: u16,
    /// Lengths of ends; among paths, of starts of any later segment.
    pub(super) ends: u16,
    /// The other kinds, as bits.
    pub(super) kinds: u16,
}

impl Below {
    pub(super) const EXACT: u16 = 1;
    pub(super) const WORD: u16 = 2;
    pub(super) const EXTENSION: u16 = 4;
    /// Whether some node hangs below this one (on a root).
    pub(super) const DEEPER: u16 = 8;
    pub(super) const LAST: u16 = 16;
    /// The first of the bits for grams, numbered like [`GRAMS`].
    pub(super) const GRAM: u16 = 32;

    pub(super) fn join(&mut self, other: Below) {
        self.starts |= other.starts;
        self.ends |= other.ends;
        self.kinds |= other.kinds;
    }

    pub(super) fn is_empty(self) -> bool {
        self == Below::default()
    }
}

/// How an atom is found: its class of cost, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyKind {
    /// The whole text.
    Exact,
    /// Its first words or path segments.
    Prefix,
    /// The start of a word behind the first words.
    Start,
    /// The first words and how the text ends.
    End,
    /// A word or path segment anywhere behind the first words.
    Word,
    /// The extension of a path segment.
    Extension,
    /// Four bytes anywhere; costs every event a look at its bytes.
    Gram,
    /// None: the pattern is tested on every text of its kind.
    Always,
}

impl KeyKind {
    /// All kinds, cheapest first.
    pub const ALL: [KeyKind; 8] = [
        KeyKind::Exact,
        KeyKind::Prefix,
        KeyKind::Start,
        KeyKind::End,
        KeyKind::Word,
        KeyKind::Extension,
        KeyKind::Gram,
        KeyKind::Always,
    ];
}

/// One way to find an atom.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The node it hangs below.
    pub(super) chain: u64,
    pub(super) kind: KeyKind,
    pub(super) below: Below,
    /// The keys; grams need one for every phase.
    pub(super) keys: Vec<u64>,
    /// Whether the node is the root, so that every text pays the look.
    pub(super) at_root: bool,
    /// The first bytes of a gram that is looked for at every byte.
    pub(super) start: Option<Start>,
}

/// Collects the candidates below one node.
struct Finder {
    chain: u64,
    at_root: bool,
    found: Vec<Candidate>,
}

impl Finder {
    fn add(&mut self, kind: KeyKind, below: Below, keys: Vec<u64>) {
        let (chain, at_root) = (self.chain, self.at_root);
        let start = None;
        self.found.push(Candidate {
            chain,
            kind,
            below,
            keys,
            at_root,
            start,
        });
    }

    fn kinds(&mut self, kind: KeyKind, bits: u16, key: u64) {
        let below = Below { kinds: bits, ..Below::default() };
        self.add(kind, below, vec![key]);
    }

    /// The text goes on with `text` behind the node.
    fn start(&mut self, text: &[u8]) {
        let Some((class, text)) = class_of(text, |t, n| t.get(..n)) else {
            return;
        };
        let below = Below { starts: 1 << class, ..Below::default() };
        let more = hash(text);
        let key = sized(self.chain, Tag::Start, class, more);
        self.add(KeyKind::Start, below, vec![key]);
    }

    /// Some later word starts with `text`.
    fn word_start(&mut self, text: &[u8]) {
        let Some((class, text)) = class_of(text, |t, n| t.get(..n)) else {
            return;
        };
        let below = Below { ends: 1 << class, ..Below::default() };
        let key = sized(self.chain, Tag::End, class, hash(text));
        self.add(KeyKind::Word, below, vec![key]);
    }

    /// Some later segment of a path matches these pieces.
    fn segment(&mut self, pieces: &[Piece]) {
        if let Some(text) = literal(pieces) {
            return self.word(&text.as_bytes().to_ascii_lowercase());
        }
        if let Some(Piece::Text(text)) = pieces.last()
            && let Some(text) = extension(text.as_bytes())
        {
            let key = key(self.chain, Tag::Extension, hash_folded(text));
            self.kinds(KeyKind::Extension, Below::EXTENSION, key);
        }
        if let Some(Piece::Text(text)) = pieces.first() {
            self.word_start(&text.as_bytes().to_ascii_lowercase());
        }
    }

    /// The text ends with `text`: a look at its last word where that is
    /// known whole.
    fn end(&mut self, text: &[u8]) {
        if let Some(blank) = memchr::memrchr(b' ', text) {
            let word = text.get(blank + 1..).unwrap_or(&[]);
            let key = key(self.chain, Tag::Last, hash(word));
            return self.kinds(KeyKind::End, Below::LAST, key);
        }
        let cut = |text: &[u8], n| text.len().checked_sub(n);
        let Some((class, from)) = class_of(text, cut) else { return };
        let text = text.get(from..).unwrap_or(&[]);
        let below = Below { ends: 1 << class, ..Below::default() };
        let more = hash(text);
        let key = sized(self.chain, Tag::End, class, more);
        self.add(KeyKind::End, below, vec![key]);
    }

    fn word(&mut self, word: &[u8]) {
        let key = key(self.chain, Tag::Word, hash(word));
        self.kinds(KeyKind::Word, Below::WORD, key);
    }

    /// `text` stands somewhere, cut at no known place.
    fn gram(&mut self, text: &[u8]) {
        let grams = GRAMS.iter().enumerate();
        let mut grams = grams
            .filter(|(_, (width, stride))| text.len() >= width + stride - 1);
        let Some((class, &(width, stride))) = grams.next() else { return };
        // Any window that holds a gram of every phase will do; the rarest
        // one is least often found for nothing.
        let windows = text.windows(width + stride - 1);
        let text = windows.max_by_key(|window| rarity(window));
        let text = text.unwrap_or(&[]);
        let keys = text.windows(width).take(stride);
        let keys = keys.map(|gram| gram_key(self.chain, class, number(gram)));
        let keys = keys.collect();
        let below = Below { kinds: Below::GRAM << class, ..Below::default() };
        self.add(KeyKind::Gram, below, keys);
        let start = match (stride, width) {
            (1, 1) => Some(Start::One(number(text))),
            (1, 2) => Some(Start::Two(number(text))),
            (1, _) => text.get(..3).map(|text| Start::Three(number(text))),
            _ => None,
        };
        if let Some(last) = self.found.last_mut() {
            last.start = start;
        }
    }
}

/// How rare the bytes are in command lines and JSON, roughly.
fn rarity(bytes: &[u8]) -> u32 {
    let one = |&b: &u8| match b {
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' | b' ' => 0,
        b'/' | b'-' | b'.' | b'"' | b'l' | b'c' | b'd' | b'm' | b'p' => 1,
        b'a'..=b'z' => 2,
        _ => 3,
    };
    bytes.iter().map(one).sum()
}

/// Up to four bytes as a number.
fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |n, &b| n << 8 | u32::from(b))
}

/// The key of a gram of the class.
pub(super) fn gram_key(chain: u64, class: usize, gram: u32) -> u64 {
    let class = (class as u64) << 32;
    mix(mix(chain, Tag::Gram as u64), u64::from(gram) | class)
}

/// The longest class that `cut` finds room for, and the cut.
fn class_of<'a, T>(
    text: &'a [u8],
    cut: impl Fn(&'a [u8], usize) -> Option<T>,
) -> Option<(usize, T)> {
    let mut classes = LENGTHS.iter().enumerate().rev();
    classes.find_map(|(class, &n)| Some((class, cut(text, n)?)))
}

/// The keys of a text glob among texts of the partition `seed`.
pub(super) fn of_text(seed: u64, glob: &TextGlob) -> Vec<Candidate> {
    let parts: Vec<&[u8]> = glob.parts.iter().map(|p| p.as_bytes()).collect();
    let (body, boundary) = match parts.as_slice() {
        [body @ .., _] if glob.boundary => (body, true),
        parts => (parts, false),
    };
    of_parts(seed, body, boundary)
}

/// The keys of "these bytes stand somewhere".
pub(super) fn of_contained(seed: u64, needle: &[u8]) -> Vec<Candidate> {
    let mut finder = Finder { chain: seed, at_root: true, found: vec![] };
    finder.gram(needle);
    finder.found
}

fn of_parts(seed: u64, body: &[&[u8]], boundary: bool) -> Vec<Candidate> {
    let [first, rest @ ..] = body else { return Vec::new() };
    let whole = rest.is_empty();
    let mut words: Vec<&[u8]> = first.split(|&b| b == b' ').collect();
    // The last word is known to end only where the text or a blank follows.
    let open = match whole {
        true => &[][..],
        false => words.pop().unwrap_or(&[]),
    };
    let deep = words.len() > DEPTH;
    let chain = words.iter().take(DEPTH);
    let chain = chain.fold(seed, |c, w| mix(c, hash(w)));
    if whole && !boundary {
        let chain = words.iter();
        let chain = chain.fold(seed, |c, w| mix(c, hash(w)));
        let mut finder = Finder { chain: seed, at_root: true, found: vec![] };
        let key = key(chain, Tag::Exact, 0);
        finder.kinds(KeyKind::Exact, Below::EXACT, key);
        return finder.found;
    }
    let at_root = words.is_empty();
    let mut finder = Finder { chain, at_root, found: Vec::new() };
    if !at_root {
        let below = Below::default();
        finder.add(KeyKind::Prefix, below, vec![chain]);
    }
    if !deep {
        finder.start(open);
    }
    if let ([.., last], false) = (rest, boundary) {
        finder.end(last);
    }
    for (i, part) in rest.iter().enumerate() {
        let is_last = i + 1 == rest.len();
        for word in closed_words(part, is_last) {
            finder.word(word);
        }
    }
    if at_root {
        let longest = body.iter().max_by_key(|part| part.len());
        finder.gram(longest.copied().unwrap_or(&[]));
    }
    finder.found
}

/// The words of a part that stand between separators; the end of the last
/// part is the end of the text or a word boundary.
fn closed_words(part: &[u8], is_last: bool) -> Vec<&[u8]> {
    let mut words: Vec<&[u8]> = part.split(|&b| b == b' ').skip(1).collect();
    if !is_last {
        words.pop();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The keys of a path glob below the base `seed`; none where the pattern has
/// letters that only Unicode folds.
pub(super) fn of_path(seed: u64, glob: &PathGlob) -> Vec<Candidate> {
    if !folds_like_ascii(glob) {
        return Vec::new();
    }
    let mut chain = seed;
    let mut depth = 0;
    let mut rest = glob.segments.as_slice();
    while let [Segment::Name(pieces), after @ ..] = rest {
        let Some(text) = literal(pieces) else { break };
        if depth == DEPTH {
            break;
        }
        chain = mix(chain, hash_folded(text.as_bytes()));
        depth += 1;
        rest = after;
    }
    let mut finder = Finder { chain, at_root: depth == 0, found: Vec::new() };
    if depth > 0 {
        let below = Below::default();
        finder.add(KeyKind::Prefix, below, vec![chain]);
    }
    if let [Segment::Name(pieces), ..] = rest
        && let [Piece::Text(text), ..] = pieces.as_slice()
    {
        finder.start(&text.as_bytes().to_ascii_lowercase());
    }
    for segment in rest {
        if let Segment::Name(pieces) = segment {
            finder.segment(pieces);
        }
    }
    finder.found
}

/// The longest end of `text` that starts with a dot and that a scan looks up.
fn extension(text: &[u8]) -> Option<&[u8]> {
    let dots = memchr::memchr_iter(b'.', text);
    let mut ends = dots.filter_map(|dot| text.get(dot..));
    ends.find(|end| end.len() <= EXTENSION)
}

/// The longest extension that is used as a key.
pub(super) const EXTENSION: usize = 32;

/// Whether lower case and ASCII lower case are the same for this pattern, so
/// that one key serves exact and folded subjects.
fn folds_like_ascii(glob: &PathGlob) -> bool {
    glob.segments.iter().all(|segment| match segment {
        Segment::Deep => true,
        Segment::Name(pieces) => pieces.iter().all(|piece| match piece {
            Piece::Text(t) => crate::syntax::fold(t) == t.to_ascii_lowercase(),
            _ => true,
        }),
    })
}

/// The keys of a host glob: labels from the right are its words.
pub(super) fn of_host(seed: u64, glob: &HostGlob) -> Vec<Candidate> {
    let mut chain = seed;
    let mut depth = 0;
    for label in glob.labels.iter().rev().take(DEPTH) {
        let [text] = label.parts.as_slice() else { break };
        chain = mix(chain, hash(text.as_bytes()));
        depth += 1;
    }
    let mut finder = Finder { chain, at_root: depth == 0, found: Vec::new() };
    if depth == glob.labels.len() && !glob.any_prefix {
        finder.chain = seed;
        finder.at_root = true;
        let key = key(chain, Tag::Exact, 0);
        finder.kinds(KeyKind::Exact, Below::EXACT, key);
    } else if depth > 0 {
        let below = Below::default();
        finder.add(KeyKind::Prefix, below, vec![chain]);
    }
    finder.found
}
