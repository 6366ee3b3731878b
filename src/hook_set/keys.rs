//! Which keys an atom can be found by.
//!
//! A *key* is a condition that must hold wherever the pattern matches and
//! that a scan of the text can test with one look into the key table. A
//! pattern usually has several; [`choose`](super::build) takes the rarest.
//!
//! Texts are seen as words between separators (blanks in command lines and
//! names, slashes in paths). A *node* is the hash of the first words; below
//! a node hang the keys that need more than those words.

mod path;
mod text;

pub(super) use path::of_path;
pub(super) use text::{of_contained, of_host, of_text};

use super::hash::{hash, mix};

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
/// at a multiple of four wherever it stands; one of five or six, four bytes
/// at an even place. All but the first are tried only where their first
/// bytes are in the bank's [`Start`]s.
pub(super) const GRAMS: [(usize, usize); 6] =
    [(4, 4), (4, 2), (3, 2), (3, 1), (2, 1), (1, 1)];

/// The bytes of a set of pairs; behind it lie one of triples and one of
/// single bytes.
pub(super) const PAIRS_BYTES: usize = 8192;
pub(super) const TRIPLES_BYTES: usize = 2048;
const SINGLES_BYTES: usize = 32;
/// All three together.
pub(super) const STARTS_BYTES: usize =
    PAIRS_BYTES + TRIPLES_BYTES + SINGLES_BYTES;

/// The bit of the first two of four bytes in a set of pairs.
#[inline]
pub(super) const fn pair(four: u32) -> usize {
    (four & 0xFFFF) as usize
}

/// The bit of the first three of four bytes in a set of triples.
#[inline]
pub(super) const fn triple(four: u32) -> usize {
    ((four << 8).wrapping_mul(0x9E37_79B1) >> 18) as usize
}

/// How a gram that is looked for only behind a set of starts begins.
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

/// The hashes of the first words, one after the other: the steps on the way
/// to a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Path {
    chains: [u64; DEPTH],
    len: usize,
}

impl Path {
    /// The steps.
    pub(super) fn steps(&self) -> &[u64] {
        self.chains.get(..self.len).unwrap_or(&[])
    }

    /// Where the way from `root` has led; `root` where it has not begun.
    fn end(&self, root: u64) -> u64 {
        self.steps().last().copied().unwrap_or(root)
    }

    /// Takes one more step, if there may be one.
    fn go(&mut self, root: u64, word: u64) -> bool {
        let chain = mix(self.end(root), word);
        let Some(place) = self.chains.get_mut(self.len) else { return false };
        *place = chain;
        self.len += 1;
        true
    }
}

/// The ways to find an atom, or one of its names.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    pub(super) path: Path,
    pub(super) candidates: Vec<Candidate>,
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
    /// The first bytes of a gram that is looked for only behind those.
    pub(super) starts: [Option<Start>; 2],
}

/// Collects the candidates below one node.
struct Finder {
    chain: u64,
    at_root: bool,
    found: Vec<Candidate>,
}

impl Finder {
    fn new(chain: u64, at_root: bool) -> Finder {
        Finder { chain, at_root, found: Vec::new() }
    }

    fn ways(self, path: Path) -> Ways {
        Ways { path, candidates: self.found }
    }

    /// The words of the node are all there is to know.
    fn prefix(&mut self) {
        self.add(KeyKind::Prefix, Below::default(), vec![self.chain]);
    }

    fn add(&mut self, kind: KeyKind, below: Below, keys: Vec<u64>) {
        let (chain, at_root) = (self.chain, self.at_root);
        let starts = [None; 2];
        self.found.push(Candidate {
            chain,
            kind,
            below,
            keys,
            at_root,
            starts,
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
        let base = mix(self.chain, Tag::Gram as u64);
        let key = |gram: &[u8]| mix(base, gram_number(class, number(gram)));
        let keys = keys.map(key).collect();
        let below = Below { kinds: Below::GRAM << class, ..Below::default() };
        self.add(KeyKind::Gram, below, keys);
        let three = |at: usize| {
            let three = text.get(at..at + 3);
            three.map(|three| Start::Three(number(three)))
        };
        let starts = match (stride, width) {
            (4, _) => [None; 2],
            (2, _) => [three(0), three(1)],
            (_, 1) => [Some(Start::One(number(text))), None],
            _ => {
                let two = text.get(..2).unwrap_or(&[]);
                [Some(Start::Two(number(two))), three(0)]
            }
        };
        if let Some(last) = self.found.last_mut() {
            last.starts = starts;
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

/// A gram of a class as a number; its key is this below [`Tag::Gram`].
pub(super) const fn gram_number(class: usize, gram: u32) -> u64 {
    gram as u64 | (class as u64) << 32
}

/// The longest class that `cut` finds room for, and the cut.
fn class_of<'a, T>(
    text: &'a [u8],
    cut: impl Fn(&'a [u8], usize) -> Option<T>,
) -> Option<(usize, T)> {
    let mut classes = LENGTHS.iter().enumerate().rev();
    classes.find_map(|(class, &n)| Some((class, cut(text, n)?)))
}

/// The longest extension that is used as a key.
pub(super) const EXTENSION: usize = 32;
