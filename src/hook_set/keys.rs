//! Which keys an atom can be found by.
//!
//! A *key* is a condition that must hold wherever the pattern matches and
//! that a scan of the text can test with one look into the key table. A
//! pattern usually has several; [`build`](super::build) takes the rarest.
//!
//! Texts are seen as words between separators (blanks in command lines and
//! names, slashes in paths). A *node* is the hash of the first words; below
//! a node hang the keys that need more than those words.

mod path;
mod text;
mod ways;

pub(super) use path::{folds_like_ascii, of_path};
pub(super) use text::{of_contained, of_host, of_text};
pub(super) use ways::Ways;

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::hash::{hash_with, mix};

/// The first words a node may be made of.
pub(super) const DEPTH: usize = 8;

/// The lengths a start or an end of text may have in a key.
pub(super) const LENGTHS: [usize; 10] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

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

/// The widths of grams: runs of bytes that may stand at any place.
pub(super) const GRAMS: [usize; 3] = [3, 2, 1];

/// How many runs of bytes are offered as keys where there is no other key,
/// and where there is one.
const GRAMS_ALONE: usize = 16;
const GRAMS_AMONG: usize = 4;

/// The bytes of a set of starts of grams of two and more bytes; behind it
/// lies one of single bytes.
pub(super) const STARTS_BYTES: usize = STARTS * 8;
/// How many words of 64 bits: which of them the first two bytes tell, and
/// which bit of it the third.
pub(super) const STARTS: usize = 512;
const SINGLES_BYTES: usize = 32;
/// Both together.
pub(super) const SETS_BYTES: usize = STARTS_BYTES + SINGLES_BYTES;

/// What the first two of some bytes tell: the word of a set of starts, and
/// which of its upper bits says that they are a gram themselves. Its lower
/// bits stand for the third byte; of such a gram all of them are set.
#[inline]
pub(super) const fn start_word(bytes: u64) -> (usize, u32) {
    let mixed = (bytes as u16 as u32).wrapping_mul(0x9E37_79B1);
    ((mixed >> 23) as usize, mixed >> 18 & 31 | 32)
}

/// A run of up to three bytes. Others than those that a set of starts knows
/// are not looked up. So small because most of them are kept for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gram {
    /// Zeros behind the last of them.
    bytes: [u8; 3],
    width: u8,
}

impl Gram {
    fn of(gram: &[u8]) -> Gram {
        let at = |n| gram.get(n).copied().unwrap_or(0);
        Gram { bytes: [at(0), at(1), at(2)], width: gram.len() as u8 }
    }

    /// The bytes as a number.
    fn number(self) -> u32 {
        let [one, two, three] = self.bytes;
        u32::from_le_bytes([one, two, three, 0])
    }

    /// Where a set of starts tells of it, and by which bits.
    pub(super) fn start(self) -> (usize, u64) {
        let [one, _, three] = self.bytes;
        let (word, pair) = start_word(u64::from(self.number()));
        match self.width {
            1 => {
                let word = usize::from(one / 64) * 8;
                (STARTS_BYTES + word, 1 << (one % 64))
            }
            // Whatever comes third.
            2 => (word * 8, 1 << pair | u64::from(u32::MAX)),
            _ => (word * 8, 1 << (three & 31)),
        }
    }
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
    /// On a root: its partition is one of few atoms.
    pub(super) const FEW: u16 = 1 << 15;
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
    /// One of few: compared by how its texts start and end.
    Few,
    /// Two or three bytes anywhere; costs every event a look at its bytes.
    Gram,
    /// None: the pattern is tested on every text of its kind.
    Always,
}

impl KeyKind {
    /// All kinds, cheapest first.
    pub const ALL: [KeyKind; 9] = [
        KeyKind::Exact,
        KeyKind::Prefix,
        KeyKind::Start,
        KeyKind::End,
        KeyKind::Word,
        KeyKind::Extension,
        KeyKind::Few,
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
    pub(super) key: u64,
    /// Whether the node is the root, so that every text pays the look.
    pub(super) at_root: bool,
    pub(super) gram: Option<Gram>,
    /// Where the key stands in the second part of the pattern, counted from
    /// one; zero where knowing it would not help.
    pub(super) place: u16,
}

/// Collects the candidates of a group.
struct Finder<'a> {
    chain: u64,
    /// The bits that are set in each byte that is hashed.
    fold: u64,
    at_root: bool,
    ways: &'a mut Ways,
    /// How many candidates other groups have.
    before: usize,
}

impl<'a> Finder<'a> {
    fn new(chain: u64, at_root: bool, ways: &'a mut Ways) -> Finder<'a> {
        let before = ways.candidates.len();
        Finder { chain, fold: 0, at_root, ways, before }
    }

    /// The hash of a part of the pattern, as a scan makes it.
    fn hash(&self, text: &[u8]) -> u64 {
        hash_with(text, self.fold)
    }

    fn found(&self) -> &[Candidate] {
        self.ways.candidates.get(self.before..).unwrap_or(&[])
    }

    fn last(&mut self) -> Option<&mut Candidate> {
        self.ways.candidates.get_mut(self.before..)?.last_mut()
    }

    /// The words of the node are all there is to know.
    fn prefix(&mut self) {
        self.add(KeyKind::Prefix, Below::default(), self.chain);
    }

    fn add(&mut self, kind: KeyKind, below: Below, key: u64) {
        let (chain, at_root) = (self.chain, self.at_root);
        let (gram, place) = (None, 0);
        self.ways.candidates.push(Candidate {
            chain,
            kind,
            below,
            key,
            at_root,
            gram,
            place,
        });
    }

    fn kinds(&mut self, kind: KeyKind, bits: u16, key: u64) {
        let below = Below { kinds: bits, ..Below::default() };
        self.add(kind, below, key);
    }

    /// Notes where in the pattern's second part the last key stands.
    fn place(&mut self, at: usize) {
        if let Some(last) = self.last() {
            last.place = u16::try_from(at + 1).unwrap_or(0);
        }
    }

    /// The text goes on with `text` behind the node.
    fn start(&mut self, text: &[u8]) {
        let Some((class, text)) = class_of(text, |t, n| t.get(..n)) else {
            return;
        };
        let below = Below { starts: 1 << class, ..Below::default() };
        let more = self.hash(text);
        let key = sized(self.chain, Tag::Start, class, more);
        self.add(KeyKind::Start, below, key);
    }

    /// Some later word starts with `text`.
    fn word_start(&mut self, text: &[u8]) {
        let Some((class, text)) = class_of(text, |t, n| t.get(..n)) else {
            return;
        };
        let below = Below { ends: 1 << class, ..Below::default() };
        let key = sized(self.chain, Tag::End, class, self.hash(text));
        self.add(KeyKind::Word, below, key);
    }

    /// The text ends with `text`: a look at its last word where that is
    /// known whole.
    fn end(&mut self, text: &[u8]) {
        if let Some(blank) = memchr::memrchr(b' ', text) {
            let word = text.get(blank + 1..).unwrap_or(&[]);
            let key = key(self.chain, Tag::Last, self.hash(word));
            return self.kinds(KeyKind::End, Below::LAST, key);
        }
        let cut = |text: &[u8], n| text.len().checked_sub(n);
        let Some((class, from)) = class_of(text, cut) else { return };
        let text = text.get(from..).unwrap_or(&[]);
        let below = Below { ends: 1 << class, ..Below::default() };
        let more = self.hash(text);
        let key = sized(self.chain, Tag::End, class, more);
        self.add(KeyKind::End, below, key);
    }

    fn word(&mut self, word: &[u8]) {
        let key = key(self.chain, Tag::Word, self.hash(word));
        self.kinds(KeyKind::Word, Below::WORD, key);
    }

    /// `text` stands somewhere, cut at no known place: `most` of its runs of
    /// bytes, those that are likely to be rare first. With `near` the text
    /// is the pattern's second part.
    fn grams(&mut self, text: &[u8], most: usize, near: bool) {
        let class = GRAMS.iter().position(|&width| width <= text.len());
        let Some(class) = class else { return };
        let width = GRAMS.get(class).copied().unwrap_or(1);
        let base = mix(self.chain, Tag::Gram as u64);
        let grams = text.windows(width).enumerate();
        let grams = grams.map(|(at, gram)| (rarity(gram), at, gram));
        let mut rarest: SmallVec<[_; 24]> = grams.collect();
        rarest.sort_by_key(|(rarity, ..)| Reverse(*rarity));
        for (_, at, gram) in rarest.into_iter().take(most) {
            let gram = Gram::of(gram);
            let key = mix(base, gram_number(class, gram.number()));
            self.kinds(KeyKind::Gram, Below::GRAM << class, key);
            if let Some(last) = self.last() {
                last.gram = Some(gram);
            }
            // Of a single byte only the first is looked up.
            if near && width > 1 {
                self.place(at);
            }
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
