//! One pass over a text: which atoms may match it.

mod grams;
mod text;

pub(super) use text::{Words, Work};

use super::build::NODE_BYTES;
use super::hash::{hash_at, mix};
use super::image::Reader;
use super::keys::{Below, DEPTH, EXTENSION, LENGTHS, Tag, key, sized};
use super::table::{Keys, Value};
use text::{Found, Text, Word, distinct, matching_bytes};

/// The tables a scan reads.
#[derive(Clone, Copy)]
pub(super) struct Index<'a> {
    keys: Keys<'a>,
    nodes: Reader<'a>,
    lists: &'a [[u8; 4]],
    starts: Reader<'a>,
}

/// Some first words, or none, and what hangs below them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    chain: u64,
    /// The atoms that are found by getting here.
    pub(super) list: u32,
    below: Below,
    /// Its sets of starts, counted from one.
    starts: u16,
}

impl<'a> Index<'a> {
    pub(super) fn new(
        keys: Keys<'a>,
        nodes: Reader<'a>,
        lists: Reader<'a>,
        starts: Reader<'a>,
    ) -> Index<'a> {
        let (lists, _) = lists.0.as_chunks();
        Index { keys, nodes, lists, starts }
    }

    fn node(&self, n: u32, chain: u64) -> Node {
        let at = n as usize * NODE_BYTES;
        let record = Reader(self.nodes.bytes(at, NODE_BYTES));
        let below = Below {
            starts: record.u16(4),
            ends: record.u16(6),
            kinds: record.u16(8),
        };
        let (list, starts) = (record.u32(0), record.u16(10));
        Node { chain, list, below, starts }
    }

    /// The root of a partition, if there is such a partition.
    pub(super) fn root(&self, seed: u64) -> Option<Node> {
        if !self.keys.may_have(seed) {
            return None;
        }
        self.keys.get(seed).find_map(|value| match value {
            Value::Node(n) => Some(self.node(n, seed)),
            _ => None,
        })
    }

    /// The numbers a packed value stands for.
    pub(super) fn members(
        &self,
        packed: u32,
    ) -> impl Iterator<Item = u32> + use<'a> {
        let number = |four: &[u8; 4]| u32::from_le_bytes(*four);
        let (one, many) = match Value::unpack(packed) {
            Value::Atom(atom) => (Some(atom), &[][..]),
            Value::List(at) => {
                let rest = self.lists.get(at as usize..).unwrap_or(&[]);
                let (count, rest) = match rest.split_first() {
                    Some((count, rest)) => (number(count) as usize, rest),
                    None => (0, rest),
                };
                (None, rest.get(..count).unwrap_or(&[]))
            }
            Value::None | Value::Node(_) => (None, &[][..]),
        };
        one.into_iter().chain(many.iter().map(number))
    }

    /// The list of the root of a partition.
    pub(super) fn root_list(
        &self,
        seed: u64,
    ) -> impl Iterator<Item = u32> + use<'a> {
        self.members(self.root(seed).map_or(0, |root| root.list))
    }

    /// Fills [`Work::atoms`] with the atoms of a partition that may match.
    pub(super) fn scan(
        &self,
        root: &Node,
        text: &[u8],
        words: Words,
        work: &mut Work,
    ) {
        work.forget();
        if root.below.is_empty() {
            work.found.push(root.list, 0);
        } else {
            work.load(text, words);
            self.anywhere(root, work);
            self.from(root, 0, work);
        }
        self.finish(work);
    }

    /// Finds what hangs at a root for texts that start with the word
    /// numbered `first`.
    pub(super) fn from(&self, root: &Node, first: usize, work: &mut Work) {
        let Work { text, found, .. } = work;
        found.push(root.list, 0);
        if root.below.starts != 0 {
            self.starts(root, first, text, found);
        }
        let kinds = root.below.kinds;
        if kinds & (Below::DEEPER | Below::EXACT) == 0 {
            return;
        }
        let mut chain = root.chain;
        let mut next = first;
        for word in text.words_from(first).iter().take(DEPTH) {
            chain = mix(chain, word.hash);
            next += 1;
            // Every step on the way to a key passes the filter.
            if !self.keys.may_have(chain) {
                return;
            }
            for value in self.keys.get(chain) {
                match value {
                    Value::Node(n) => {
                        self.visit(&self.node(n, chain), next, text, found);
                    }
                    other => found.push(other.pack(), 0),
                }
            }
        }
        if kinds & Below::EXACT != 0 && next == text.words.len() {
            self.look(key(chain, Tag::Exact, 0), 0, found);
        }
    }

    /// Tries the keys that hang below some first words.
    fn visit(&self, node: &Node, next: usize, text: &Text, found: &mut Found) {
        found.push(node.list, 0);
        if node.below.starts != 0 {
            self.starts(node, next, text, found);
        }
        if node.below.ends != 0 {
            self.ends(node, next, text, found);
        }
        if node.below.kinds != 0 {
            self.words(node, next, text, found);
            if node.below.kinds & Below::EXACT != 0 {
                self.rest(node, next, text, found);
            }
        }
    }

    /// Tries the keys of a root that do not depend on where a text starts.
    pub(super) fn anywhere(&self, root: &Node, work: &mut Work) {
        let Work { text, found, .. } = work;
        if root.below.ends != 0 {
            self.ends(root, 0, text, found);
        }
        if root.below.kinds != 0 {
            self.words(root, 0, text, found);
        }
        if root.below.kinds >= Below::GRAM {
            self.grams(root, text, found);
        }
    }

    /// Looks up single words from the word `first` on.
    fn words(
        &self,
        node: &Node,
        first: usize,
        text: &Text,
        found: &mut Found,
    ) {
        let Node { chain, below, .. } = *node;
        if below.kinds & Below::LAST != 0
            && let Some(word) = text.words.last()
        {
            let at = word.start as usize;
            self.look(key(chain, Tag::Last, word.hash), at, found);
        }
        if below.kinds & Below::WORD != 0 {
            let base = mix(chain, Tag::Word as u64);
            for word in text.words_from(first) {
                let at = word.start as usize;
                self.look(mix(base, word.hash), at, found);
            }
        }
        if below.kinds & Below::EXTENSION != 0 {
            let base = mix(chain, Tag::Extension as u64);
            for word in text.words_from(first) {
                self.extensions(base, word, text, found);
            }
        }
    }

    /// Looks up the ends of the text, or the starts of path segments.
    fn ends(&self, node: &Node, first: usize, text: &Text, found: &mut Found) {
        for class in bits(node.below.ends) {
            let len = LENGTHS.get(class).copied().unwrap_or(1);
            if !text.segments {
                let Some(from) = text.len.checked_sub(len) else { break };
                let more = hash_at(&text.bytes, from, len);
                let key = sized(node.chain, Tag::End, class, more);
                self.look(key, from, found);
                continue;
            }
            for word in text.words_from(first) {
                if (word.end - word.start) as usize >= len {
                    let at = word.start as usize;
                    let more = hash_at(&text.bytes, at, len);
                    let key = sized(node.chain, Tag::End, class, more);
                    self.look(key, at, found);
                }
            }
        }
    }

    /// Looks up the starts of what comes from the word `first` on.
    fn starts(
        &self,
        node: &Node,
        first: usize,
        text: &Text,
        found: &mut Found,
    ) {
        let from = text.start_of(first);
        for class in bits(node.below.starts) {
            let len = LENGTHS.get(class).copied().unwrap_or(1);
            if from + len > text.len {
                break;
            }
            let more = hash_at(&text.bytes, from, len);
            self.look(sized(node.chain, Tag::Start, class, more), from, found);
        }
    }

    /// Looks up all that follows behind the words of a node.
    fn rest(&self, node: &Node, next: usize, text: &Text, found: &mut Found) {
        let from = text.start_of(next).min(text.len);
        let more = hash_at(&text.bytes, from, text.len - from);
        self.look(key(node.chain, Tag::Exact, more), from, found);
    }

    /// Looks up every end of a segment that starts with a dot.
    fn extensions(
        &self,
        base: u64,
        word: &Word,
        text: &Text,
        found: &mut Found,
    ) {
        let end = word.end as usize;
        // A name of very many dots is looked at only as far as the longest
        // extension goes, so that the cost stays linear.
        let start = (word.start as usize).max(end.saturating_sub(EXTENSION));
        let mut at = start;
        while at < end {
            let mut dots = matching_bytes(&text.bytes, at, b'.');
            while dots != 0 {
                let dot = at + dots.trailing_zeros() as usize / 8;
                dots &= dots - 1;
                if dot >= end {
                    return;
                }
                let more = hash_at(&text.bytes, dot, end - dot);
                self.look(mix(base, more), dot, found);
            }
            at += 8;
        }
    }

    #[inline]
    fn look(&self, key: u64, at: usize, found: &mut Found) {
        if self.keys.may_have(key) && !found.knows(key) {
            self.take(key, at, found);
        }
    }

    #[inline(never)]
    fn take(&self, key: u64, at: usize, found: &mut Found) {
        for value in self.keys.get(key) {
            found.push(value.pack(), at);
        }
    }

    /// Turns what was found into atoms.
    pub(super) fn finish(&self, work: &mut Work) {
        let Work { found, atoms, tested, .. } = work;
        if !found.values.is_empty() {
            for &(value, at) in &found.values {
                match Value::unpack(value) {
                    Value::Atom(atom) => atoms.push((atom, at)),
                    _ => {
                        let members = self.members(value);
                        atoms.extend(members.map(|atom| (atom, at)));
                    }
                }
            }
            distinct(atoms);
        }
        *tested += atoms.len();
    }
}

/// The numbers of the bits that are set.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 16).then_some(bit)
    })
}
