//! Files atoms under keys.
//!
//! First every atom offers its candidates, then each takes the candidate
//! that fewest others could use: a key that many atoms share leads to a long
//! list, and a key that hangs at the root costs every text a look.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::keys::{
    Below, Candidate, KeyKind, PAIRS_BYTES, STARTS_BYTES, Start,
    TRIPLES_BYTES, Ways, pair, triple,
};
use super::table::{self, Value};

/// Keys are hashes already.
#[derive(Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
    fn write_u64(&mut self, n: u64) {
        self.0 = n;
    }
}

/// A map whose keys are hashes.
pub(super) type Map<T> = HashMap<u64, T, BuildHasherDefault<AsIs>>;

/// An atom with the ways to find it.
pub(super) struct Filed {
    pub(super) atom: u32,
    /// The root of its partition.
    pub(super) seed: u64,
    /// Groups of candidates: one key of *each* group is needed (a list of
    /// names has a group per name). An empty group means: always test it.
    pub(super) groups: Vec<Ways>,
}

#[derive(Default)]
struct Node {
    below: Below,
    root: bool,
    /// How the grams start that are looked for at every byte.
    starts: Vec<Start>,
}

/// The key table while it grows.
#[derive(Default)]
pub(super) struct Builder {
    nodes: Map<Node>,
    /// What is found at a node itself.
    at_nodes: Vec<(u64, u32)>,
    /// What is found by a key below one.
    keys: Vec<(u64, u32)>,
    /// The steps on the ways to keys.
    steps: Vec<u64>,
}

/// The bytes of the tables.
pub(super) struct Tables {
    pub(super) buckets: Vec<u8>,
    pub(super) slots: Vec<u8>,
    pub(super) nodes: Vec<u8>,
    pub(super) lists: Vec<u8>,
    pub(super) starts: Vec<u8>,
}

/// Partitions with no more atoms are scanned without keys.
const SCANNED: usize = 8;

impl Builder {
    /// Files all atoms; gives the kind of key each got.
    pub(super) fn file(&mut self, atoms: &[Filed]) -> Vec<(u32, KeyKind)> {
        let mut sizes: Map<usize> = Map::default();
        let mut uses: Map<u32> = Map::default();
        for filed in atoms {
            *sizes.entry(filed.seed).or_default() += 1;
            let all = filed.groups.iter().flat_map(|ways| &ways.candidates);
            for key in all.flat_map(|c| &c.keys) {
                *uses.entry(*key).or_default() += 1;
            }
        }
        let mut kinds = Vec::with_capacity(atoms.len());
        for filed in atoms {
            let small = sizes.get(&filed.seed).is_none_or(|&n| n <= SCANNED);
            kinds.push((filed.atom, self.file_one(filed, small, &uses)));
        }
        kinds
    }

    fn file_one(
        &mut self,
        filed: &Filed,
        small: bool,
        uses: &Map<u32>,
    ) -> KeyKind {
        let mut worst = KeyKind::Exact;
        self.root(filed.seed);
        for ways in &filed.groups {
            let best = ways
                .candidates
                .iter()
                .filter(|_| !small)
                .min_by_key(|candidate| cost(candidate, uses));
            let Some(best) = best else {
                self.always(filed.seed, filed.atom);
                return KeyKind::Always;
            };
            self.take(filed.seed, filed.atom, best);
            if !best.at_root || best.kind == KeyKind::Exact {
                self.steps.extend(ways.path.steps());
            }
            worst = worst.max(best.kind);
        }
        worst
    }

    /// Makes a root, if only to say that there is one.
    pub(super) fn root(&mut self, seed: u64) {
        self.nodes.entry(seed).or_default().root = true;
    }

    /// Puts a number on the list of a root.
    pub(super) fn always(&mut self, seed: u64, n: u32) {
        self.root(seed);
        self.at_nodes.push((seed, n));
    }

    fn take(&mut self, seed: u64, atom: u32, candidate: &Candidate) {
        if !candidate.at_root {
            let root = self.nodes.entry(seed).or_default();
            root.below.kinds |= Below::DEEPER;
        }
        let node = self.nodes.entry(candidate.chain).or_default();
        node.below.join(candidate.below);
        node.starts.extend(candidate.starts.iter().flatten());
        if candidate.kind == KeyKind::Prefix {
            self.at_nodes.push((candidate.chain, atom));
            return;
        }
        self.keys.extend(candidate.keys.iter().map(|&key| (key, atom)));
    }

    /// Writes the tables, in an order that depends on nothing but the keys.
    pub(super) fn write(mut self) -> Tables {
        self.at_nodes.sort_by_key(|(chain, _)| *chain);
        self.at_nodes.dedup();
        self.keys.sort_by_key(|(key, _)| *key);
        self.keys.dedup();
        let mut lists = vec![0; 4];
        let mut left = self.at_nodes.as_slice();
        let mut nodes = Vec::new();
        let mut starts = Vec::new();
        let mut entries = Vec::new();
        let mut by_chain: Vec<_> = self.nodes.into_iter().collect();
        by_chain.sort_unstable_by_key(|(chain, _)| *chain);
        for (chain, node) in by_chain {
            let same = left.iter().take_while(|(at, _)| *at == chain);
            let (members, rest) = left.split_at(same.count());
            left = rest;
            let list = push_members(&mut lists, members);
            if node.below.is_empty() && !node.root {
                entries.push((chain, list.pack()));
                continue;
            }
            let index = (nodes.len() / NODE_BYTES) as u32;
            entries.push((chain, Value::Node(index).pack()));
            nodes.extend_from_slice(&list.pack().to_le_bytes());
            nodes.extend_from_slice(&node.below.starts.to_le_bytes());
            nodes.extend_from_slice(&node.below.ends.to_le_bytes());
            nodes.extend_from_slice(&node.below.kinds.to_le_bytes());
            let set = push_starts(&mut starts, &node.starts);
            nodes.extend_from_slice(&set.to_le_bytes());
        }
        for members in self.keys.chunk_by(|one, other| one.0 == other.0) {
            let list = push_members(&mut lists, members);
            entries
                .extend(members.first().map(|&(key, _)| (key, list.pack())));
        }
        let mut steps = self.steps;
        steps.sort_unstable();
        steps.dedup();
        let (buckets, slots) = table::write(&mut entries, &steps);
        Tables { buckets, slots, nodes, lists, starts }
    }
}

/// Appends sets of pairs, triples and single bytes; gives their number plus
/// one.
fn push_starts(sets: &mut Vec<u8>, starts: &[Start]) -> u16 {
    if starts.is_empty() {
        return 0;
    }
    let at = sets.len();
    sets.resize(at + STARTS_BYTES, 0);
    let mut add = |at: usize, bit: usize| {
        if let Some(byte) = sets.get_mut(at + bit / 8) {
            *byte |= 1 << (bit % 8);
        }
    };
    for &start in starts {
        match start {
            Start::One(n) => {
                add(at + PAIRS_BYTES + TRIPLES_BYTES, (n & 0xFF) as usize);
            }
            Start::Two(n) => add(at, pair(n)),
            Start::Three(n) => add(at + PAIRS_BYTES, triple(n)),
        }
    }
    u16::try_from(at / STARTS_BYTES + 1).unwrap_or(0)
}

/// The bytes of a node's record.
pub(super) const NODE_BYTES: usize = 12;

/// Appends the numbers filed under one hash.
fn push_members(lists: &mut Vec<u8>, members: &[(u64, u32)]) -> Value {
    push_list(lists, members.iter().map(|(_, n)| *n))
}

/// Appends a list unless it is short enough to stand in its place.
pub(super) fn push_list(
    lists: &mut Vec<u8>,
    mut list: impl ExactSizeIterator<Item = u32>,
) -> Value {
    match list.len() {
        0 => Value::None,
        1 => list.next().map_or(Value::None, Value::Atom),
        count => {
            let at = (lists.len() / 4) as u32;
            lists.extend_from_slice(&(count as u32).to_le_bytes());
            for n in list {
                lists.extend_from_slice(&n.to_le_bytes());
            }
            Value::List(at)
        }
    }
}

/// What finding an atom this way costs: others on the same key first, then
/// the looks that all texts pay for the kind of key.
fn cost(candidate: &Candidate, uses: &Map<u32>) -> (u32, KeyKind) {
    let shared = candidate.keys.iter().filter_map(|key| uses.get(key));
    let shared = shared.copied().max().unwrap_or(1);
    let look = match (candidate.kind, candidate.at_root) {
        (KeyKind::Exact | KeyKind::Prefix, _) => 0,
        (KeyKind::Start | KeyKind::End, false) => 2,
        (KeyKind::Start | KeyKind::End, true) => 4,
        (KeyKind::Word | KeyKind::Extension, false) => 3,
        (KeyKind::Word | KeyKind::Extension, true) => 8,
        (KeyKind::Gram | KeyKind::Always, _) => 64,
    };
    (shared.saturating_sub(1).saturating_add(look), candidate.kind)
}
