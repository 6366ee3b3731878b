//! One pass over a text: which atoms may match it.

use super::build::NODE_BYTES;
use super::hash::{eight, hash_at, mix};
use super::image::Reader;
use super::keys::{
    Below, DEPTH, EXTENSION, GRAMS, LENGTHS, PAIRS_BYTES, TRIPLES_BYTES, Tag,
    gram_key, key, pair, sized, triple,
};
use super::table::{Keys, Value};

/// The tables a scan reads.
#[derive(Clone, Copy)]
pub(super) struct Index<'a> {
    pub(super) keys: Keys<'a>,
    pub(super) nodes: Reader<'a>,
    pub(super) lists: Reader<'a>,
    pub(super) starts: Reader<'a>,
}

/// Memory of a scan.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// The text with zeros behind it, folded where the bank folds.
    text: Vec<u8>,
    len: usize,
    /// Whether the words are segments of a path.
    segments: bool,
    words: Vec<Word>,
    values: Vec<u32>,
    /// How many values may pile up before equal ones are dropped.
    room: usize,
    /// How many atoms were found for this event.
    pub(super) tested: usize,
    /// What was found: atoms whose key is there, sorted, none twice.
    pub(super) atoms: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Word {
    start: u32,
    end: u32,
    hash: u64,
    /// The node that the words up to this one make.
    chain: u64,
}

/// How a text falls into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    /// At blanks, from the left.
    Blanks,
    /// At slashes, from the left, capitals folded.
    Segments,
    /// At dots, from the right.
    Labels,
}

/// Zeros behind a text: as many as the longest read past its end.
const PADDING: usize = 40;

#[derive(Clone, Copy)]
struct Node {
    chain: u64,
    depth: usize,
    list: u32,
    below: Below,
    /// Its sets of starts, counted from one.
    starts: u16,
}

impl<'a> Index<'a> {
    fn node(&self, n: u32, chain: u64, depth: usize) -> Node {
        let at = n as usize * NODE_BYTES;
        let record = Reader(self.nodes.bytes(at, NODE_BYTES));
        let below = Below {
            starts: record.u16(4),
            ends: record.u16(6),
            kinds: record.u16(8),
        };
        let (list, starts) = (record.u32(0), record.u16(10));
        Node { chain, depth, list, below, starts }
    }

    /// The numbers a packed value stands for.
    pub(super) fn members(
        &self,
        packed: u32,
    ) -> impl Iterator<Item = u32> + use<'a> {
        let (one, at) = match Value::unpack(packed) {
            Value::Atom(atom) => (Some(atom), 0),
            Value::List(at) => (None, at as usize * 4),
            Value::None | Value::Node(_) => (None, 0),
        };
        let lists = self.lists;
        let count = lists.u32(at) as usize;
        let many = lists.bytes(at + 4, count * 4).chunks_exact(4);
        let many = many.map(|four| Reader(four).u32(0));
        one.into_iter().chain(many)
    }

    /// The list of the root of a partition.
    pub(super) fn root_list(
        &self,
        seed: u64,
    ) -> impl Iterator<Item = u32> + use<'a> {
        let root = self.keys.get(seed).find_map(|value| match value {
            Value::Node(n) => Some(self.node(n, seed, 0).list),
            _ => None,
        });
        self.members(root.unwrap_or(0))
    }

    /// Fills [`Work::atoms`] with the atoms of a partition that may match.
    pub(super) fn scan(
        &self,
        seed: u64,
        text: &[u8],
        words: Words,
        work: &mut Work,
    ) {
        work.values.clear();
        work.atoms.clear();
        work.words.clear();
        if !self.keys.may_have(seed) {
            return;
        }
        let mut loaded = false;
        for value in self.keys.get(seed) {
            let Value::Node(n) = value else { continue };
            let root = self.node(n, seed, 0);
            if root.below.is_empty() {
                push(work, root.list);
                continue;
            }
            if !loaded {
                work.load(seed, text, words);
                loaded = true;
            }
            self.visit(root, work);
            self.grams(root, work);
            if root.below.kinds & Below::DEEPER != 0 {
                self.walk(work);
            }
            if root.below.kinds & Below::EXACT != 0 {
                let chain = work.words.last().map_or(seed, |w| w.chain);
                self.look(key(chain, Tag::Exact, 0), work);
            }
        }
        self.expand(work);
    }

    /// Visits the nodes that the first words lead to.
    fn walk(&self, work: &mut Work) {
        for depth in 1..=work.words.len().min(DEPTH) {
            let Some(word) = work.words.get(depth - 1) else { return };
            let chain = word.chain;
            if !self.keys.may_have(chain) {
                continue;
            }
            for value in self.keys.get(chain) {
                match value {
                    Value::Node(n) => {
                        self.visit(self.node(n, chain, depth), work);
                    }
                    other => push(work, other.pack()),
                }
            }
        }
    }

    /// Tries the keys that hang below a node.
    fn visit(&self, node: Node, work: &mut Work) {
        push(work, node.list);
        let Node { chain, below, .. } = node;
        if below.starts != 0 {
            self.starts(node, work);
        }
        if below.ends != 0 {
            self.ends(node, work);
        }
        if below.kinds & Below::LAST != 0
            && let Some(word) = work.words.last()
        {
            self.look(key(chain, Tag::Last, word.hash), work);
        }
        if below.kinds & Below::WORD != 0 {
            let base = mix(chain, Tag::Word as u64);
            for i in node.depth..work.words.len() {
                let Some(word) = work.words.get(i) else { break };
                self.look(mix(base, word.hash), work);
            }
        }
        if below.kinds & Below::EXTENSION != 0 {
            let base = mix(chain, Tag::Extension as u64);
            for i in node.depth..work.words.len() {
                let Some(&word) = work.words.get(i) else { break };
                self.extensions(base, word, work);
            }
        }
    }

    /// Looks up the ends of the text, or the starts of path segments.
    fn ends(&self, node: Node, work: &mut Work) {
        for class in bits(node.below.ends) {
            let len = LENGTHS.get(class).copied().unwrap_or(1);
            if !work.segments {
                let Some(from) = work.len.checked_sub(len) else { break };
                let more = hash_at(&work.text, from, len);
                self.look(sized(node.chain, Tag::End, class, more), work);
                continue;
            }
            for i in node.depth..work.words.len() {
                let Some(&word) = work.words.get(i) else { break };
                if (word.end - word.start) as usize >= len {
                    let more = hash_at(&work.text, word.start as usize, len);
                    self.look(sized(node.chain, Tag::End, class, more), work);
                }
            }
        }
    }

    /// Looks up the starts of what follows the words of a node.
    fn starts(&self, node: Node, work: &mut Work) {
        let from = match node.depth.checked_sub(1) {
            None => Some(0),
            Some(i) => work.words.get(i).map(|w| w.end as usize + 1),
        };
        let Some(from) = from else { return };
        for class in bits(node.below.starts) {
            let len = LENGTHS.get(class).copied().unwrap_or(1);
            if from + len > work.len {
                break;
            }
            let more = hash_at(&work.text, from, len);
            self.look(sized(node.chain, Tag::Start, class, more), work);
        }
    }

    /// Looks up every end of a segment that starts with a dot.
    fn extensions(&self, base: u64, word: Word, work: &mut Work) {
        let (start, end) = (word.start as usize, word.end as usize);
        // A name of very many dots is looked at only as far as the longest
        // extension goes, so that the cost stays linear.
        let mut from = start.max(end.saturating_sub(EXTENSION));
        while let Some(rest) = work.text.get(from..end) {
            let Some(dot) = memchr::memchr(b'.', rest) else { return };
            let at = from + dot;
            let more = hash_at(&work.text, at, end - at);
            self.look(mix(base, more), work);
            from = at + 1;
        }
    }

    /// Looks up runs of bytes that stand anywhere.
    fn grams(&self, root: Node, work: &mut Work) {
        let has = |class: usize| root.below.kinds & Below::GRAM << class != 0;
        if has(0) {
            for at in (0..work.len.saturating_sub(3)).step_by(4) {
                let gram = eight(&work.text, at) as u32;
                self.look(gram_key(root.chain, 0, gram), work);
            }
        }
        let Some(set) = usize::from(root.starts).checked_sub(1) else {
            return;
        };
        let size = PAIRS_BYTES + TRIPLES_BYTES;
        let pairs = self.starts.bytes(set * size, PAIRS_BYTES);
        let triples = set * size + PAIRS_BYTES;
        let triples = self.starts.bytes(triples, TRIPLES_BYTES);
        let (long, short) = (has(1) || has(2), has(3) || has(4));
        for at in 0..work.len {
            let four = eight(&work.text, at) as u32;
            if long && in_set(triples, triple(four)) {
                self.gram(root, 1, at, four, work);
                self.gram(root, 2, at, four, work);
            }
            if short && in_set(pairs, pair(four)) {
                self.gram(root, 3, at, four, work);
                self.gram(root, 4, at, four, work);
            }
        }
    }

    fn gram(
        &self,
        root: Node,
        class: usize,
        at: usize,
        four: u32,
        work: &mut Work,
    ) {
        let width = GRAMS.get(class).map_or(4, |gram| gram.0);
        if at + width <= work.len {
            let gram = four & u32::MAX >> (32 - width * 8);
            self.look(gram_key(root.chain, class, gram), work);
        }
    }

    #[inline]
    fn look(&self, key: u64, work: &mut Work) {
        if self.keys.may_have(key) {
            self.take(key, work);
        }
    }

    #[inline(never)]
    fn take(&self, key: u64, work: &mut Work) {
        for value in self.keys.get(key) {
            push(work, value.pack());
        }
    }

    /// Turns values into atoms.
    fn expand(&self, work: &mut Work) {
        if work.values.len() > 1 {
            work.values.sort_unstable();
            work.values.dedup();
        }
        for &value in &work.values {
            work.atoms.extend(self.members(value));
        }
        if work.values.len() > 1 {
            work.atoms.sort_unstable();
            work.atoms.dedup();
        }
        work.tested += work.atoms.len();
    }
}

impl Work {
    /// Takes a text in and splits it into words.
    fn load(&mut self, seed: u64, text: &[u8], words: Words) {
        self.text.clear();
        match words {
            Words::Segments => {
                self.text.extend(text.iter().map(u8::to_ascii_lowercase));
            }
            _ => self.text.extend_from_slice(text),
        }
        self.text.extend_from_slice(&[0; PADDING]);
        self.len = text.len();
        self.segments = words == Words::Segments;
        let separator = match words {
            Words::Blanks => b' ',
            Words::Segments => b'/',
            Words::Labels => b'.',
        };
        self.split(seed, separator);
        if words == Words::Labels {
            self.words.reverse();
            let mut chain = seed;
            for word in &mut self.words {
                chain = mix(chain, word.hash);
                word.chain = chain;
            }
        }
    }

    /// Finds the separators eight bytes at a time.
    fn split(&mut self, seed: u64, separator: u8) {
        let all = u64::from_le_bytes([separator; 8]);
        let (mut chain, mut start, mut at) = (seed, 0, 0);
        while at < self.len {
            let mut found = zero_bytes(eight(&self.text, at) ^ all);
            while found != 0 {
                let end = at + found.trailing_zeros() as usize / 8;
                chain = self.word(chain, start, end);
                start = end + 1;
                found &= found - 1;
            }
            at += 8;
        }
        self.word(chain, start, self.len);
    }

    #[inline]
    fn word(&mut self, chain: u64, start: usize, end: usize) -> u64 {
        let hash = hash_at(&self.text, start, end - start);
        let chain = mix(chain, hash);
        let (start, end) = (start as u32, end as u32);
        self.words.push(Word { start, end, hash, chain });
        chain
    }
}

#[inline]
fn in_set(set: &[u8], bit: usize) -> bool {
    set.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0)
}

/// The high bit of every byte that is zero.
const fn zero_bytes(eight: u64) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7F; 8]);
    !(((eight & LOW) + LOW) | eight | LOW)
}

#[inline]
fn push(work: &mut Work, packed: u32) {
    if packed == 0 || work.values.last() == Some(&packed) {
        return;
    }
    if work.values.len() >= work.room {
        // Long texts find the same keys again and again.
        work.values.sort_unstable();
        work.values.dedup();
        work.room = (work.values.len() * 2).max(1024);
    }
    work.values.push(packed);
}

/// The numbers of the bits that are set.
fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 16).then_some(bit)
    })
}
