//! From rules to an image.

mod atoms;
mod rules;
mod ways;

use std::collections::BTreeMap;

use super::build::{Builder, Filed, Told, push_list};
use super::hash::{hash, mix};
use super::image::{self, TABLES};
use super::keys::KeyKind;
use super::limits::{CompileError, Limits, MAX_NAMES};
use super::name_regex::BUILT;
use super::predicate;
use crate::ir::{
    Atom, AtomId, BaseId, Effect, Halves, Origin, RuleId, Rules, half,
};
use atoms::{names, pattern_bytes};
use rules::Reached;

/// The kinds of text; atoms of different kinds never share a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Bank {
    Posix,
    PowerShell,
    Tool,
    Matcher,
    Path,
    Host,
    Mcp,
    Field,
    Input,
    Doubt,
    ToolRegex,
    MatcherRegex,
    Always,
    /// There only where some atom looks at fields.
    AnyField,
    /// There only where some atom looks at tools of MCP servers.
    AnyMcp,
    /// What path patterns look for in any directory.
    AnyPath,
    /// There only where some atom looks at words that may be files.
    Guesses,
    /// Commands with their options in one order.
    Sorted,
    /// The same of PowerShell.
    SortedPower,
}

impl Bank {
    /// How many there are.
    pub(super) const COUNT: usize = 19;

    /// All of them, in order.
    pub(super) const ALL: [Bank; Bank::COUNT] = [
        Bank::Posix,
        Bank::PowerShell,
        Bank::Tool,
        Bank::Matcher,
        Bank::Path,
        Bank::Host,
        Bank::Mcp,
        Bank::Field,
        Bank::Input,
        Bank::Doubt,
        Bank::ToolRegex,
        Bank::MatcherRegex,
        Bank::Always,
        Bank::AnyField,
        Bank::AnyMcp,
        Bank::AnyPath,
        Bank::Guesses,
        Bank::Sorted,
        Bank::SortedPower,
    ];

    /// The root of the bank, or of one of its parts. The roots that every
    /// set looks for when it is loaded stand together at the start of the
    /// key table: its bucket is the end of a key.
    pub(super) const fn seed(self, part: u64) -> u64 {
        let seed = mix(mix(0x686F_6F6B, self as u64), part);
        if part < PARTS {
            seed >> 16 << 16 | (self as u64 + part)
        } else {
            seed
        }
    }
}

/// So many parts of a bank stand together. The names of fields, which are
/// parts, too, are spread like all other keys.
const PARTS: u64 = 256;

/// Bytes of an atom's record: kind and key kind, flags, effects, events,
/// uses (2), base or place (2), blob (4), rules (4).
pub(super) const ATOM_BYTES: usize = 16;
/// Bytes of a rule's record: effect, shape, events (2), what is written (4),
/// predicate (4).
pub(super) const RULE_BYTES: usize = 12;

/// Flags of an atom's record.
pub(super) const BOUNDARY: u8 = 1;
pub(super) const EXACT: u8 = 2;
pub(super) const ANY_VALUE: u8 = 4;
/// Every rule that asks for the atom asks for nothing else.
pub(super) const ALONE: u8 = 8;
/// There is one such rule, and the record has its events.
pub(super) const ONE_RULE: u8 = 16;
/// Its rules ask for nothing else, and none of them allows: only the first
/// place of a match counts.
pub(super) const ONCE: u8 = 32;

/// Shapes of a rule's record: what its predicate field points to.
pub(super) const ONE_PREDICATE: u8 = 0;
pub(super) const ONE_ATOM: u8 = 1;
pub(super) const MATCHER_FIRST: u8 = 2;

/// What the record of an atom says.
struct Record {
    kind: u8,
    key_kind: KeyKind,
    flags: u8,
    effects: u8,
    events: u8,
    uses: u16,
    /// Of a text what [`Chosen::place`](super::build::Chosen) says.
    base: u16,
    blob: u32,
}

impl Default for Record {
    fn default() -> Record {
        Record {
            kind: 0,
            key_kind: KeyKind::Always,
            flags: 0,
            effects: 0,
            events: 0,
            uses: 0,
            base: 0,
            blob: 0,
        }
    }
}

/// How a record's first byte names its kind.
pub(super) mod kind {
    pub(in super::super) const NAMES: u8 = 1;
    pub(in super::super) const GLOB: u8 = 2;
    pub(in super::super) const REGEX: u8 = 3;
    pub(in super::super) const COMMAND: u8 = 4;
    pub(in super::super) const PATH: u8 = 5;
    pub(in super::super) const HOST: u8 = 6;
    pub(in super::super) const MCP: u8 = 7;
    pub(in super::super) const FIELD: u8 = 8;
    pub(in super::super) const INPUT: u8 = 9;
    pub(in super::super) const DOUBT: u8 = 10;
}

/// The tables that grow while atoms and rules are written.
#[derive(Default)]
struct Grown {
    blobs: Pool,
    bases: Vec<u8>,
    rules: Vec<u8>,
    predicates: Vec<u8>,
    events: Vec<u8>,
    texts: Vec<u8>,
    /// By a hash of what a rule says and where it stands: the last such
    /// rule, and where that is written.
    said: Halves<(u32, u32)>,
}

/// Texts one after the other, each stored once however many need it.
#[derive(Default)]
struct Pool {
    bytes: Vec<u8>,
    /// Where the text of each hash starts that was written last.
    known: Halves<u32>,
}

impl Pool {
    /// Where what `write` appends stands.
    fn put(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> u32 {
        let at = self.bytes.len();
        write(&mut self.bytes);
        let (before, new) = self.bytes.split_at(at);
        let known = self.known.entry(half(hash(new))).or_insert(at as u32);
        let same = before.get(*known as usize..);
        if same.is_some_and(|same| same.starts_with(new)) {
            self.bytes.truncate(at);
        } else {
            *known = at as u32;
        }
        *known
    }
}

/// The bytes of all automata of regular expressions that an image holds.
const AUTOMATA: usize = 256 << 10;

#[derive(Default)]
struct Compiler {
    grown: Grown,
    /// The bytes that are left for automata of regular expressions.
    automata: usize,
    /// The bytes that are left for building them.
    built: usize,
    builder: Builder,
    bases: BTreeMap<BaseId, u16>,
}

/// The line and column of an origin, both from 1; zero where nobody knows.
pub(super) type Places<'a> = &'a dyn Fn(Origin) -> (u32, u32);

/// Compiles rules to the bytes of an image. Linear in the rules. Partitions
/// of up to `few` atoms get no keys.
pub(super) fn compile(
    rules: &Rules,
    limits: &Limits,
    sources: [u8; 16],
    policy: &[u8],
    place: Places<'_>,
    few: usize,
) -> Result<Vec<u8>, CompileError> {
    check(rules, limits)?;
    let (automata, built) = (AUTOMATA, BUILT);
    let mut compiler = Compiler { automata, built, ..Compiler::default() };
    compiler.write_bases(rules)?;
    // Many atoms share their pattern, and rules what they say.
    compiler.grown.blobs.known.reserve(rules.atoms.len() / 2);
    compiler.grown.said.reserve(rules.rules.len() / 2);
    let mut records = Vec::with_capacity(rules.atoms.len());
    let mut filed = Vec::with_capacity(rules.atoms.len());
    for (number, atom) in rules.atoms.iter().enumerate() {
        let number = number as u32;
        let (record, entry) = compiler.atom(number, atom)?;
        records.push(record);
        filed.extend(entry);
    }
    let atom = |filed: &Filed| rules.atom(AtomId(filed.atom));
    let told = Told {
        sketches: &|one| atom(one).map_or(Vec::new(), ways::sketches),
        ways: &|one, found| {
            if let Some(atom) = atom(one) {
                ways::ways(one.seed, atom, found);
            }
        },
    };
    let chosen = compiler.builder.file(&filed, &told, few);
    drop(filed);
    for (atom, chosen) in chosen {
        if let Some(record) = records.get_mut(atom as usize) {
            record.key_kind = chosen.kind;
            record.base |= chosen.place;
        }
    }
    let reached = compiler.write_rules(rules, &mut records, place)?;
    let tables = compiler.finish(&records, &reached, policy);
    let size = tables.iter().map(Vec::len).sum();
    too_many("image bytes", size, limits.image_bytes)?;
    Ok(image::write(&tables, sources))
}

fn too_many(
    what: &'static str,
    found: usize,
    limit: usize,
) -> Result<(), CompileError> {
    match found > limit {
        true => Err(CompileError::TooMany { what, found, limit }),
        false => Ok(()),
    }
}

fn check(rules: &Rules, limits: &Limits) -> Result<(), CompileError> {
    // Those that were made of a rule to tell what is in doubt do not count:
    // nobody wrote them.
    let written = rules.rules.iter().filter(|rule| {
        !matches!(rule.effect, Effect::MayDeny | Effect::MayAsk)
    });
    too_many("rules", written.count(), limits.rules)?;
    too_many("atoms", rules.atoms.len(), limits.atoms)?;
    let (mut longest, mut most) = (0, 0);
    for atom in &rules.atoms {
        longest = pattern_bytes(atom).max(longest);
        most = names(atom).max(most);
    }
    let limit = limits.pattern_bytes.min(32 * 1024);
    too_many("pattern bytes", longest, limit)?;
    too_many("names of one list", most, MAX_NAMES)?;
    for (number, rule) in rules.rules.iter().enumerate() {
        let id = RuleId(number as u32);
        for part in [&rule.matcher, &rule.predicate] {
            predicate::check(id, part, rules.atoms.len(), limits)?;
        }
    }
    Ok(())
}

impl Compiler {
    /// Numbers the bases and writes them.
    fn write_bases(&mut self, rules: &Rules) -> Result<(), CompileError> {
        for atom in &rules.atoms {
            if let Atom::Path { anchor, .. } = atom
                && !self.bases.contains_key(anchor)
            {
                self.bases.insert(anchor.clone(), 0);
            }
        }
        let limit = usize::from(u16::MAX);
        too_many("directories", self.bases.len(), limit)?;
        let mut out = Vec::new();
        for (number, (base, place)) in self.bases.iter_mut().enumerate() {
            *place = number as u16;
            super::bases::encode(base, &mut out);
        }
        self.grown.bases = out;
        Ok(())
    }

    fn finish(
        self,
        records: &[Record],
        reached: &Reached,
        policy: &[u8],
    ) -> [Vec<u8>; TABLES] {
        let tables = self.builder.write();
        let mut lists = tables.lists;
        let mut atoms = Vec::with_capacity(records.len() * ATOM_BYTES);
        for (at, record) in records.iter().enumerate() {
            let rules = reached.rules(at).iter().copied();
            let rules = push_list(&mut lists, rules).pack();
            atoms.extend_from_slice(&[
                record.kind | (record.key_kind as u8) << 4,
                record.flags,
                record.effects,
                record.events,
            ]);
            atoms.extend_from_slice(&record.uses.to_le_bytes());
            atoms.extend_from_slice(&record.base.to_le_bytes());
            atoms.extend_from_slice(&record.blob.to_le_bytes());
            atoms.extend_from_slice(&rules.to_le_bytes());
        }
        let grown = self.grown;
        // In the order of `image::Table`.
        [
            grown.events,
            grown.bases,
            policy.to_vec(),
            tables.roots,
            tables.nodes,
            tables.buckets,
            tables.slots,
            lists,
            tables.starts,
            tables.few,
            atoms,
            grown.blobs.bytes,
            grown.rules,
            grown.predicates,
            grown.texts,
        ]
    }
}
