//! One pass over a text: which atoms may match it.

use super::build::NODE_BYTES;
use super::hash::{hash, mix};
use super::image::Reader;
use super::keys::{
    Below, DEPTH, EXTENSION, LENGTHS, Tag, gram_key, key, sized,
};
use super::table::{Keys, Value};

/// The tables a scan reads.
#[derive(Clone, Copy)]
pub(super) struct Index<'a> {
    pub(super) keys: Keys<'a>,
    pub(super) nodes: Reader<'a>,
    pub(super) lists: Reader<'a>,
}

/// Memory of a scan.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    words: Vec<Word>,
    values: Vec<u32>,
    /// What was found: atoms whose key is there, sorted, none twice.
    pub(super) atoms: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Word {
    start: u32,
    end: u32,
    hash: u64,
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

struct Node {
    list: u32,
    below: Below,
}

impl<'a> Index<'a> {
    fn node(self, n: u32) -> Node {
        let at = n as usize * NODE_BYTES;
        let record = Reader(self.nodes.bytes(at, NODE_BYTES));
        Node {
            list: record.u32(0),
            below: Below {
                starts: record.u16(4),
                ends: record.u16(6),
                kinds: record.u8(8),
            },
        }
    }

    /// The numbers a packed value stands for.
    pub(super) fn members(
        self,
        packed: u32,
    ) -> impl Iterator<Item = u32> + 'a {
        let (one, at) = match Value::unpack(packed) {
            Value::Atom(atom) => (Some(atom), 0),
            Value::List(at) => (None, at as usize * 4),
            Value::None | Value::Node(_) => (None, 0),
        };
        let count = self.lists.u32(at) as usize;
        let many = self.lists.bytes(at + 4, count * 4).chunks_exact(4);
        let many = many.map(|four| Reader(four).u32(0));
        one.into_iter().chain(many)
    }

    /// The list of the root of a partition.
    pub(super) fn root_list(
        self,
        seed: u64,
    ) -> impl Iterator<Item = u32> + 'a {
        let roots = self.keys.get(key(seed, Tag::Node, 0));
        roots.flat_map(move |value| match value {
            Value::Node(n) => self.members(self.node(n).list),
            _ => self.members(0),
        })
    }

    /// Fills [`Work::atoms`] with the atoms of a partition that may match.
    pub(super) fn scan(
        self,
        seed: u64,
        text: &[u8],
        words: Words,
        work: &mut Work,
    ) {
        work.values.clear();
        work.atoms.clear();
        for value in self.keys.get(key(seed, Tag::Node, 0)) {
            let Value::Node(n) = value else { continue };
            let root = self.node(n);
            work.words.clear();
            let needs =
                Below::EXACT | Below::WORD | Below::EXTENSION | Below::DEEPER;
            if root.below.kinds & needs != 0 {
                split(text, words, &mut work.words);
            }
            self.visit(&root, seed, 0, text, words, work);
            self.grams(root.below.kinds, seed, text, work);
            if root.below.kinds & Below::DEEPER != 0 {
                self.walk(seed, text, words, work);
            }
            if root.below.kinds & Below::EXACT != 0 {
                let chain = work.words.iter();
                let chain = chain.fold(seed, |c, word| mix(c, word.hash));
                self.look(key(chain, Tag::Exact, 0), work);
            }
        }
        self.expand(work);
    }

    /// Visits the nodes that the first words lead to.
    fn walk(self, seed: u64, text: &[u8], words: Words, work: &mut Work) {
        let mut chain = seed;
        for depth in 1..=work.words.len().min(DEPTH) {
            let Some(word) = work.words.get(depth - 1) else { return };
            chain = mix(chain, word.hash);
            for value in self.keys.get(key(chain, Tag::Node, 0)) {
                match value {
                    Value::Node(n) => {
                        let node = self.node(n);
                        self.visit(&node, chain, depth, text, words, work);
                    }
                    other => push(work, other.pack()),
                }
            }
        }
    }

    /// Tries the keys that hang below a node.
    fn visit(
        self,
        node: &Node,
        chain: u64,
        depth: usize,
        text: &[u8],
        words: Words,
        work: &mut Work,
    ) {
        push(work, node.list);
        let below = node.below;
        if below.starts != 0 {
            let from = match depth.checked_sub(1) {
                None => Some(0),
                Some(i) => work.words.get(i).map(|w| w.end as usize + 1),
            };
            let rest = from.and_then(|from| text.get(from..));
            for class in bits(below.starts) {
                let len = LENGTHS.get(class).copied().unwrap_or(1);
                let start = rest.and_then(|rest| rest.get(..len));
                let Some(start) = start else { break };
                let more = match words {
                    Words::Segments => hash::<true>(start),
                    _ => hash::<false>(start),
                };
                self.look(sized(chain, Tag::Start, class, more), work);
            }
        }
        for class in bits(below.ends) {
            let len = LENGTHS.get(class).copied().unwrap_or(1);
            let from = text.len().checked_sub(len);
            let Some(end) = from.and_then(|from| text.get(from..)) else {
                break;
            };
            let more = hash::<false>(end);
            self.look(sized(chain, Tag::End, class, more), work);
        }
        for i in depth..work.words.len() {
            if below.kinds & (Below::WORD | Below::EXTENSION) == 0 {
                break;
            }
            let Some(&word) = work.words.get(i) else { break };
            if below.kinds & Below::WORD != 0 {
                self.look(key(chain, Tag::Word, word.hash), work);
            }
            if below.kinds & Below::EXTENSION != 0 {
                self.extensions(chain, word, text, work);
            }
        }
    }

    /// Looks up every end of a segment that starts with a dot.
    fn extensions(self, chain: u64, word: Word, text: &[u8], work: &mut Work) {
        let range = word.start as usize..word.end as usize;
        let segment = text.get(range).unwrap_or(&[]);
        // A name of very many dots is looked at from its end only as far as
        // the longest extension goes, so that the cost stays linear.
        let from = segment.len().saturating_sub(EXTENSION);
        let segment = segment.get(from..).unwrap_or(&[]);
        for dot in memchr::memchr_iter(b'.', segment) {
            let end = segment.get(dot..).unwrap_or(&[]);
            let more = hash::<true>(end);
            self.look(key(chain, Tag::Extension, more), work);
        }
    }

    fn grams(self, kinds: u8, seed: u64, text: &[u8], work: &mut Work) {
        let strides =
            [(Below::GRAM_1, 1), (Below::GRAM_2, 2), (Below::GRAM_4, 4)];
        for (bit, stride) in strides {
            if kinds & bit == 0 {
                continue;
            }
            for four in text.windows(4).step_by(stride) {
                self.look(gram_key(seed, stride as u64, four), work);
            }
        }
    }

    #[inline]
    fn look(self, key: u64, work: &mut Work) {
        for value in self.keys.get(key) {
            push(work, value.pack());
        }
    }

    /// Turns values into atoms.
    fn expand(self, work: &mut Work) {
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
    }
}

fn push(work: &mut Work, packed: u32) {
    if packed != 0 && work.values.last() != Some(&packed) {
        work.values.push(packed);
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

fn split(text: &[u8], kind: Words, words: &mut Vec<Word>) {
    let (separator, fold) = match kind {
        Words::Blanks => (b' ', false),
        Words::Segments => (b'/', true),
        Words::Labels => (b'.', false),
    };
    let mut add = |start: usize, end: usize| {
        let word = text.get(start..end).unwrap_or(&[]);
        let hash = match fold {
            true => hash::<true>(word),
            false => hash::<false>(word),
        };
        words.push(Word { start: start as u32, end: end as u32, hash });
    };
    let mut start = 0;
    for at in memchr::memchr_iter(separator, text) {
        add(start, at);
        start = at + 1;
    }
    add(start, text.len());
    if kind == Words::Labels {
        words.reverse();
    }
}
