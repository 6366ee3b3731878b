//! Where the atoms of a set landed, and what that costs.

use std::collections::BTreeMap;

use super::compile::kind;
use super::keys::KeyKind;
use super::set::HookSet;

/// How the atoms of a set are found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of rules.
    pub rules: usize,
    /// The number of distinct atoms.
    pub atoms: usize,
    /// How many atoms are found by each kind of key, cheapest first.
    pub kinds: Vec<(KeyKind, usize)>,
    /// The same, by what the atoms look at.
    pub landed: Vec<Landed>,
    /// The size of the image.
    pub image_bytes: usize,
}

/// Atoms that look at the same kind of text and are found in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landed {
    /// What they look at: `command`, `path`, …
    pub about: &'static str,
    /// How they are found.
    pub kind: KeyKind,
    /// What that costs an event that they do not match.
    pub cost: Cost,
    /// How many they are.
    pub atoms: usize,
}

/// What atoms cost an event that they do not match; one look serves all
/// atoms of a set that need it, but for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cost {
    /// A look for the first words of a text, up to the first that leads
    /// nowhere.
    FirstWords,
    /// A few looks where the first words fit, or for every text.
    FewLooks,
    /// A look for every word.
    EveryWord,
    /// A look for every few bytes.
    EveryByte,
    /// A test of every atom on every text.
    EveryAtom,
}

impl KeyKind {
    /// What atoms that are found this way cost an event.
    pub fn cost(self) -> Cost {
        match self {
            KeyKind::Exact | KeyKind::Prefix => Cost::FirstWords,
            KeyKind::Start | KeyKind::End | KeyKind::Few => Cost::FewLooks,
            KeyKind::Word | KeyKind::Extension => Cost::EveryWord,
            KeyKind::Gram => Cost::EveryByte,
            KeyKind::Always => Cost::EveryAtom,
        }
    }
}

fn about(kind: u8) -> &'static str {
    match kind {
        kind::NAMES | kind::GLOB => "name",
        kind::REGEX => "name, as a regular expression",
        kind::COMMAND => "command",
        kind::PATH => "path",
        kind::HOST => "host",
        kind::MCP => "tool of a server",
        kind::FIELD => "field",
        kind::INPUT => "input",
        _ => "doubt",
    }
}

impl HookSet {
    /// Where the atoms landed.
    pub fn stats(&self) -> Stats {
        let tables = self.tables();
        let atoms = tables.atoms();
        let mut landed: BTreeMap<(u8, u8), usize> = BTreeMap::new();
        for record in (0..atoms as u32).map(|n| tables.atom(n)) {
            let place = (record.key_kind(), record.kind());
            *landed.entry(place).or_default() += 1;
        }
        let landed = landed.into_iter().filter_map(|((key, kind), atoms)| {
            let key = KeyKind::ALL.get(usize::from(key)).copied()?;
            let (about, cost) = (about(kind), key.cost());
            Some(Landed { about, kind: key, cost, atoms })
        });
        let landed: Vec<Landed> = landed.collect();
        let kinds = KeyKind::ALL.iter().map(|&kind| {
            let of = landed.iter().filter(|entry| entry.kind == kind);
            (kind, of.map(|entry| entry.atoms).sum())
        });
        Stats {
            rules: self.len(),
            atoms,
            kinds: kinds.filter(|(_, n)| *n > 0).collect(),
            landed,
            image_bytes: self.image().len(),
        }
    }
}
