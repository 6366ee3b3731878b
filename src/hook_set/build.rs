//! Files atoms under keys.
//!
//! First every atom offers its candidates, then each takes the candidate
//! that fewest others could use: a key that many atoms share leads to a long
//! list, and a key that hangs at the root costs every text a look.

use std::collections::BTreeMap;

use super::few::{self, Sketch};
use super::keys::{Below, Candidate, Gram, KeyKind, SETS_BYTES, Ways};
use super::table::{self, Value};
use crate::ir::{Halves, Map, half};
use crate::source::sort_by_hash;

/// Where an atom is filed.
pub(super) struct Filed {
    pub(super) atom: u32,
    /// The root of its partition.
    pub(super) seed: u64,
    /// How many sketches tell it; none where it cannot be told by any.
    pub(super) sketched: usize,
}

/// What tells the atoms of a policy, made only where it is needed: of most
/// of them either the sketches or the ways are.
pub(super) struct Told<'a> {
    /// The sketches of an atom: one of them fits every text that matches.
    pub(super) sketches: &'a dyn Fn(&Filed) -> Vec<Sketch>,
    /// Adds the ways to an atom.
    pub(super) ways: &'a dyn Fn(&Filed, &mut Ways),
}

#[derive(Default)]
struct Root {
    below: Below,
    grams: Vec<Gram>,
}

/// The key that an atom got.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    pub(super) kind: KeyKind,
    /// See [`Candidate::place`].
    pub(super) place: u16,
}

/// The key table while it grows.
#[derive(Default)]
pub(super) struct Builder {
    nodes: Map<Below>,
    /// Where the ways start. They are kept apart from the nodes, for a
    /// policy may be written so that the hash of some words is a root's.
    roots: Map<Root>,
    /// What is found at a node itself, and at a root.
    at_nodes: Vec<(u64, u32)>,
    at_roots: Vec<(u64, u32)>,
    /// What is found by a key below one.
    keys: Vec<(u64, u32)>,
    /// The steps on the ways to keys.
    steps: Vec<u64>,
    /// The atoms of partitions that need no keys.
    few: BTreeMap<u64, Vec<(Sketch, u32)>>,
}

/// The bytes of the tables.
pub(super) struct Tables {
    pub(super) buckets: Vec<u8>,
    pub(super) slots: Vec<u8>,
    pub(super) roots: Vec<u8>,
    pub(super) nodes: Vec<u8>,
    pub(super) lists: Vec<u8>,
    pub(super) starts: Vec<u8>,
    pub(super) few: Vec<u8>,
}

/// Partitions with no more atoms have no keys, even if nothing can be said
/// of how their texts look.
const SCANNED: usize = 8;

/// For so few atoms a table of sketches would be larger than what it saves.
const TINY: usize = 2;

impl Builder {
    /// Files all atoms; gives the key each got.
    /// Partitions of up to `few` get no keys.
    pub(super) fn file(
        &mut self,
        atoms: &[Filed],
        told: &Told<'_>,
        few: usize,
    ) -> Vec<(u32, Chosen)> {
        // How many atoms there are, each name of a list for itself, and
        // whether all can be sketched.
        let mut sizes: Map<(usize, bool)> = Map::default();
        for filed in atoms {
            let (size, sketched) =
                sizes.entry(filed.seed).or_insert((0, true));
            *size += filed.sketched.max(1);
            *sketched &= filed.sketched > 0;
        }
        let size = |filed: &Filed| {
            sizes.get(&filed.seed).copied().unwrap_or_default()
        };
        let (sketched, keyed): (Vec<_>, Vec<_>) =
            atoms.iter().partition(|filed| match size(filed) {
                (n, true) => n > TINY && n <= few,
                _ => false,
            });
        let mut chosen = Vec::with_capacity(atoms.len());
        for filed in sketched {
            let sketches = (told.sketches)(filed);
            chosen.push((filed.atom, self.sketch(filed, sketches)));
        }
        let mut ways = Ways::of_so_many(keyed.len());
        let ends = keyed.iter().map(|filed| {
            (told.ways)(filed, &mut ways);
            ways.groups()
        });
        let ends: Vec<_> = ends.collect();
        let mut uses: Halves<u32> = Halves::default();
        uses.reserve(ways.candidates().len() / 2);
        for candidate in ways.candidates() {
            *uses.entry(half(candidate.key)).or_default() += 1;
        }
        let mut from = 0;
        for (filed, end) in keyed.into_iter().zip(ends) {
            let (n, _) = size(filed);
            let uses = (n > SCANNED.min(few)).then_some(&uses);
            let groups = (from..end).map(|n| ways.group(n));
            chosen.push((filed.atom, self.file_one(filed, groups, uses)));
            from = end;
        }
        chosen
    }

    fn sketch(&mut self, filed: &Filed, sketches: Vec<Sketch>) -> Chosen {
        self.root(filed.seed);
        let few = self.few.entry(filed.seed).or_default();
        few.extend(sketches.into_iter().map(|one| (one, filed.atom)));
        Chosen { kind: KeyKind::Few, place: 0 }
    }

    /// Files an atom under the best of its keys, for which it takes how many
    /// atoms could use each; without that it gets none.
    fn file_one<'w>(
        &mut self,
        filed: &Filed,
        groups: impl Iterator<Item = (&'w [Candidate], &'w [u64])>,
        uses: Option<&Halves<u32>>,
    ) -> Chosen {
        let mut worst = Chosen { kind: KeyKind::Exact, place: 0 };
        self.root(filed.seed);
        for (candidates, steps) in groups {
            let best = uses.and_then(|uses| {
                let all = candidates.iter();
                all.min_by_key(|candidate| cost(candidate, uses))
            });
            let Some(best) = best else {
                self.always(filed.seed, filed.atom);
                return Chosen { kind: KeyKind::Always, place: 0 };
            };
            self.take(filed.seed, filed.atom, best);
            if !best.at_root || best.kind == KeyKind::Exact {
                self.steps.extend(steps);
            }
            if best.kind >= worst.kind {
                worst = Chosen { kind: best.kind, place: best.place };
            }
        }
        worst
    }

    /// Makes a root, if only to say that there is one.
    pub(super) fn root(&mut self, seed: u64) {
        self.roots.entry(seed).or_default();
    }

    /// Puts a number on the list of a root.
    pub(super) fn always(&mut self, seed: u64, n: u32) {
        self.root(seed);
        self.at_roots.push((seed, n));
    }

    fn take(&mut self, seed: u64, atom: u32, candidate: &Candidate) {
        let below = match candidate.at_root {
            true => {
                let root = self.roots.entry(candidate.chain).or_default();
                root.grams.extend(candidate.gram);
                &mut root.below
            }
            false => {
                debug_assert!(candidate.gram.is_none(), "grams are of roots");
                let root = self.roots.entry(seed).or_default();
                root.below.kinds |= Below::DEEPER;
                self.nodes.entry(candidate.chain).or_default()
            }
        };
        below.join(candidate.below);
        if candidate.kind == KeyKind::Prefix {
            self.at_nodes.push((candidate.chain, atom));
            return;
        }
        self.keys.push((candidate.key, atom));
    }

    /// Writes the tables, in an order that depends on nothing but the keys.
    pub(super) fn write(mut self) -> Tables {
        for list in [&mut self.at_nodes, &mut self.at_roots] {
            sort_by_hash(list, |at| at.0);
            list.dedup();
        }
        sort_by_hash(&mut self.keys, |at| at.0);
        self.keys.dedup();
        let mut lists = vec![0; 4];
        let mut nodes = Nodes::default();
        let (mut roots, mut entries) = (Vec::new(), Vec::new());
        // What is looked at whenever a set is loaded stands together.
        for (seed, root) in sorted(self.roots) {
            let list = push_members(&mut lists, of(&self.at_roots, seed));
            let few = self.few.remove(&seed);
            let index = nodes.push_root(&root, list, few);
            table::push_root(&mut roots, seed, index);
            self.steps.push(seed);
        }
        for (chain, below) in sorted(self.nodes) {
            let list = push_members(&mut lists, of(&self.at_nodes, chain));
            let value = match below.is_empty() {
                true => list,
                false => Value::Node(nodes.push(below, list, 0)),
            };
            entries.push((chain, value.pack()));
        }
        for members in self.keys.chunk_by(|one, other| one.0 == other.0) {
            let list = push_members(&mut lists, members);
            entries
                .extend(members.first().map(|&(key, _)| (key, list.pack())));
        }
        let mut steps = self.steps;
        sort_by_hash(&mut steps, |step| *step);
        steps.dedup();
        let (buckets, slots) = table::write(&entries, &steps);
        let Nodes { nodes, starts, few } = nodes;
        Tables { buckets, slots, roots, nodes, lists, starts, few }
    }
}

/// The records of nodes, and what they lead to.
#[derive(Default)]
struct Nodes {
    nodes: Vec<u8>,
    starts: Vec<u8>,
    few: Vec<u8>,
}

impl Nodes {
    /// Writes a root, which may be of few atoms; gives its number.
    fn push_root(
        &mut self,
        root: &Root,
        list: Value,
        few: Option<Vec<(Sketch, u32)>>,
    ) -> u32 {
        let mut below = root.below;
        let set = match few {
            Some(mut atoms) => {
                below.kinds = Below::FEW;
                few::write(&mut atoms, &mut self.few)
            }
            None => push_starts(&mut self.starts, &root.grams),
        };
        self.push(below, list, set)
    }

    /// Writes a node, and which set it has; gives its number.
    fn push(&mut self, below: Below, list: Value, set: u32) -> u32 {
        let index = (self.nodes.len() / NODE_BYTES) as u32;
        let Below { starts, ends, kinds } = below;
        self.nodes.extend_from_slice(&list.pack().to_le_bytes());
        for number in [starts, ends, kinds, 0] {
            self.nodes.extend_from_slice(&number.to_le_bytes());
        }
        self.nodes.extend_from_slice(&set.to_le_bytes());
        index
    }
}

/// What a map holds, in the order of the hashes.
fn sorted<T>(map: Map<T>) -> Vec<(u64, T)> {
    let mut all: Vec<_> = map.into_iter().collect();
    all.sort_unstable_by_key(|(hash, _)| *hash);
    all
}

/// What is filed under a node, of what is sorted by nodes.
fn of(at_nodes: &[(u64, u32)], chain: u64) -> &[(u64, u32)] {
    let start = at_nodes.partition_point(|(at, _)| *at < chain);
    let rest = at_nodes.get(start..).unwrap_or(&[]);
    let count = rest.iter().take_while(|(at, _)| *at == chain).count();
    rest.get(..count).unwrap_or(&[])
}

/// Appends a set of starts of grams; gives its number plus one.
fn push_starts(sets: &mut Vec<u8>, grams: &[Gram]) -> u32 {
    if grams.is_empty() {
        return 0;
    }
    let at = sets.len();
    sets.resize(at + SETS_BYTES, 0);
    for (place, bits) in grams.iter().map(|gram| gram.start()) {
        let bytes = sets.get_mut(at + place..).unwrap_or(&mut []);
        for (byte, bits) in bytes.iter_mut().zip(bits.to_le_bytes()) {
            *byte |= bits;
        }
    }
    (at / SETS_BYTES + 1) as u32
}

/// The bytes of a node's record.
pub(super) const NODE_BYTES: usize = 16;

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
fn cost(candidate: &Candidate, uses: &Halves<u32>) -> (u32, KeyKind) {
    let shared = uses.get(&half(candidate.key)).copied().unwrap_or(1);
    let look = match (candidate.kind, candidate.at_root) {
        (KeyKind::Exact | KeyKind::Prefix, _) => 0,
        (KeyKind::Start | KeyKind::End, false) => 2,
        (KeyKind::Start | KeyKind::End, true) => 4,
        (KeyKind::Word | KeyKind::Extension, false) => 3,
        (KeyKind::Word | KeyKind::Extension, true) => 8,
        (KeyKind::Gram | KeyKind::Few | KeyKind::Always, _) => 64,
    };
    (shared.saturating_sub(1).saturating_add(look), candidate.kind)
}
