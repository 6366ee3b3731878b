//! One pass over a text: which atoms may match it.

mod found;
mod grams;
mod text;

pub(super) use found::{ANYWHERE, SHORT};
pub(super) use text::{Words, Work};

use super::build::NODE_BYTES;
use super::few;
use super::hash::mix;
use super::image::{Layout, Reader, Table};
use super::keys::{Below, DEPTH, LENGTHS, Tag, key, sized};
use super::records;
use super::table::{self, Keys, Value};
use found::Found;
use text::{Text, Word};

/// The tables a scan reads.
#[derive(Clone, Copy)]
pub(super) struct Index<'a> {
    keys: Keys<'a>,
    image: &'a [u8],
    layout: &'a Layout,
    /// The number of atoms.
    atoms: usize,
}

/// Some first words, or none, and what hangs below them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    chain: u64,
    /// The atoms that are found by getting here.
    pub(super) list: u32,
    below: Below,
    /// Its sets of starts, counted from one; where its table is, if it is
    /// one of few atoms.
    starts: u32,
}

impl Node {
    /// Whether its atoms are looked up by no key.
    #[inline]
    pub(super) fn is_few(&self) -> bool {
        self.below.kinds == Below::FEW
    }

    /// Whether a text has to be cut for the keys of its atoms.
    pub(super) fn has_keys(&self) -> bool {
        !self.is_few() && !self.below.is_empty()
    }
}

impl<'a> Index<'a> {
    pub(super) fn new(
        keys: Keys<'a>,
        image: &'a [u8],
        layout: &'a Layout,
        atoms: usize,
    ) -> Index<'a> {
        Index { keys, image, layout, atoms }
    }

    /// A table, cut out of the image where it is needed.
    #[inline]
    fn table(&self, table: Table) -> Reader<'a> {
        records::of(self.image, self.layout, table)
    }

    #[inline]
    fn node(&self, n: u32, chain: u64) -> Node {
        let (nodes, _) = self.table(Table::Nodes).0.as_chunks();
        let record = nodes.get(n as usize);
        let record = Reader(record.unwrap_or(&[0; NODE_BYTES]));
        let below = Below {
            starts: record.u16(4),
            ends: record.u16(6),
            kinds: record.u16(8),
        };
        let (list, starts) = (record.u32(0), record.u32(12));
        Node { chain, list, below, starts }
    }

    /// The root of a partition, if there is such a partition.
    pub(super) fn root(&self, seed: u64) -> Option<Node> {
        // The usual end for fields that no rule is about.
        if !self.keys.may_have(seed) {
            return None;
        }
        let n = table::root(self.table(Table::Roots), seed)?;
        Some(self.node(n, seed))
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
                let (lists, _) = self.table(Table::Lists).0.as_chunks();
                let rest = lists.get(at as usize..).unwrap_or(&[]);
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

    /// Notes the atoms that a packed value stands for.
    #[inline]
    fn add(&self, packed: u32, at: u32, found: &mut Found) {
        match Value::unpack(packed) {
            Value::Atom(atom) => found.push(atom, at),
            Value::List(_) => self.add_list(packed, at, found),
            Value::None | Value::Node(_) => {}
        }
    }

    #[inline(never)]
    fn add_list(&self, packed: u32, at: u32, found: &mut Found) {
        for atom in self.members(packed) {
            found.push(atom, at);
        }
    }

    /// Finds the atoms of a partition that may match.
    pub(super) fn scan(
        &self,
        root: &Node,
        text: &[u8],
        words: Words,
        work: &mut Work,
    ) {
        work.forget();
        if root.is_few() {
            self.few(root, text, words, work);
        } else if root.below.is_empty() {
            self.add(root.list, ANYWHERE, &mut work.found);
        } else {
            work.load(text, words);
            self.anywhere(root, 0, work);
            work.keep();
            self.from(root, 0, work);
        }
        self.finish(work);
    }

    /// Finds the atoms that may match a text which often ends like the one
    /// before it, as the ways to look at one command do: what is found in
    /// the end that both share is not looked for again.
    pub(super) fn scan_like_last(
        &self,
        root: &Node,
        text: &[u8],
        work: &mut Work,
    ) {
        let Some(shared) = work.shared_end(text) else {
            self.scan(root, text, Words::Blanks, work);
            return;
        };
        let words = work.load_before(text, shared);
        let first = words.start;
        let Work { text, found, .. } = work;
        let end = text.start_of(words.end);
        if root.below.kinds & Below::WORD != 0 {
            let words = text.words.get(words).unwrap_or(&[]);
            self.each_word(root.chain, words, found);
        }
        if root.below.kinds >= Below::GRAM {
            self.grams(root, text, text.start..end, found);
        }
        found.keep();
        self.from(root, first, work);
        self.finish(work);
    }

    /// Finds the atoms of a partition of few.
    #[inline]
    pub(super) fn few(
        &self,
        root: &Node,
        text: &[u8],
        words: Words,
        work: &mut Work,
    ) {
        let folds = words == Words::Segments;
        few::scan(self.table(Table::Few), root.starts, text, folds, |atom| {
            work.found.push(atom, ANYWHERE);
        });
    }

    /// Finds what hangs at a root for texts that start with the word
    /// numbered `first`.
    pub(super) fn from(&self, root: &Node, first: usize, work: &mut Work) {
        let Work { text, found, .. } = work;
        self.add(root.list, ANYWHERE, found);
        if root.below.starts != 0 {
            self.starts(root, first, text, found);
        }
        let kinds = root.below.kinds;
        if kinds & (Below::DEEPER | Below::EXACT) == 0 {
            return;
        }
        let mut chain = root.chain;
        let mut next = first;
        let words = text.words_from(first);
        for word in words.get(..DEPTH).unwrap_or(words) {
            chain = mix(chain, word.hash);
            next += 1;
            // Every step on the way to a key passes the filter.
            if !self.keys.may_have(chain) {
                return;
            }
            for value in self.keys.get(chain) {
                match Value::unpack(value) {
                    Value::Node(n) => {
                        self.visit(&self.node(n, chain), next, text, found);
                    }
                    _ => self.add(value, ANYWHERE, found),
                }
            }
        }
        if kinds & Below::EXACT != 0 && next == text.words.len() {
            self.look(key(chain, Tag::Exact, 0), 0, found);
        }
    }

    /// Tries the keys that hang below some first words.
    fn visit(&self, node: &Node, next: usize, text: &Text, found: &mut Found) {
        self.add(node.list, ANYWHERE, found);
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

    /// Tries the keys of a root that do not depend on where a text starts,
    /// from the word `first` on.
    pub(super) fn anywhere(&self, root: &Node, first: usize, work: &mut Work) {
        let Work { text, found, .. } = work;
        if root.below.ends != 0 {
            self.ends(root, first, text, found);
        }
        if root.below.kinds != 0 {
            self.words(root, first, text, found);
        }
        if root.below.kinds >= Below::GRAM {
            let from = match text.segments {
                true => text.start_of(first),
                false => text.start,
            };
            self.grams(root, text, from..text.len, found);
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
            self.each_word(chain, text.words_from(first), found);
        }
        if below.kinds & Below::EXTENSION != 0 {
            let base = mix(chain, Tag::Extension as u64);
            for dot in &text.dots {
                // One that is too far from the end has no segment.
                let here =
                    (first..text.words.len()).contains(&(dot.word as usize));
                if here {
                    self.look(mix(base, dot.hash), dot.at as usize, found);
                }
            }
        }
    }

    #[inline]
    fn each_word(&self, chain: u64, words: &[Word], found: &mut Found) {
        let base = mix(chain, Tag::Word as u64);
        for word in words {
            let at = word.start as usize;
            self.look(mix(base, word.hash), at, found);
        }
    }

    /// Looks up the ends of the text, or the starts of path segments.
    fn ends(&self, node: &Node, first: usize, text: &Text, found: &mut Found) {
        for class in bits(node.below.ends) {
            let len = LENGTHS.get(class).copied().unwrap_or(1);
            if !text.segments {
                let from = text.len.checked_sub(len);
                let from = from.filter(|&from| from >= text.start);
                let Some(from) = from else { break };
                let more = text.hash(from, len);
                let key = sized(node.chain, Tag::End, class, more);
                self.look(key, from, found);
                continue;
            }
            for word in text.words_from(first) {
                if (word.end - word.start) as usize >= len {
                    let at = word.start as usize;
                    let more = text.hash(at, len);
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
            let more = text.hash(from, len);
            self.look(sized(node.chain, Tag::Start, class, more), from, found);
        }
    }

    /// Looks up all that follows behind the words of a node.
    fn rest(&self, node: &Node, next: usize, text: &Text, found: &mut Found) {
        let from = text.start_of(next).min(text.len);
        let more = text.hash(from, text.len - from);
        self.look(key(node.chain, Tag::Exact, more), from, found);
    }

    #[inline]
    fn look(&self, key: u64, at: usize, found: &mut Found) {
        if self.keys.may_have(key) {
            self.take(key, at, found);
        }
    }

    #[inline(never)]
    fn take(&self, key: u64, at: usize, found: &mut Found) {
        let Some(at) = found.place(key, at) else { return };
        for value in self.keys.get_any(key) {
            self.add(value, at, found);
        }
    }

    /// To be called when all is found.
    pub(super) fn finish(&self, work: &mut Work) {
        work.found.finish(self.atoms);
        work.tested += work.found.len();
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
