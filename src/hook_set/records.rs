//! The tables of an image, as records.

use super::bases::{self, BaseRecord};
use super::compile::{ATOM_BYTES, Bank, RULE_BYTES};
use super::image::{Layout, Reader, Table};
use super::origins;
use super::scan::{Index, Node};
use super::table::Keys;
use crate::event::{EventKind, EventSet};
use crate::ir::Effect;
use crate::shell::Effects;

/// The tables of an image, ready to be read.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    image: &'a [u8],
    layout: &'a Layout,
    pub(super) index: Index<'a>,
    atoms: &'a [[u8; ATOM_BYTES]],
    pub(super) blobs: Reader<'a>,
}

impl<'a> Tables<'a> {
    pub(super) fn new(image: &'a [u8], layout: &'a Layout) -> Tables<'a> {
        let table = |table| of(image, layout, table);
        let keys = Keys::new(table(Table::Buckets), table(Table::Slots));
        let (atoms, _) = table(Table::Atoms).0.as_chunks();
        let index = Index::new(keys, image, layout, atoms.len());
        let blobs = table(Table::Blobs);
        Tables { image, layout, index, atoms, blobs }
    }

    /// The bytes of a table.
    pub(super) fn get(self, table: Table) -> Reader<'a> {
        of(self.image, self.layout, table)
    }

    /// The number of atoms.
    pub(super) fn atoms(self) -> usize {
        self.atoms.len()
    }

    /// The number of rules.
    pub(super) fn rules(self) -> usize {
        self.get(Table::Rules).0.len() / RULE_BYTES
    }

    #[inline]
    pub(super) fn atom(self, n: u32) -> AtomRecord<'a> {
        AtomRecord(self.atoms.get(n as usize).unwrap_or(&[0; ATOM_BYTES]))
    }

    #[inline]
    pub(super) fn rule(self, n: u32) -> RuleRecord<'a> {
        let (rules, _) = self.get(Table::Rules).0.as_chunks();
        RuleRecord(rules.get(n as usize).unwrap_or(&[0; RULE_BYTES]))
    }

    /// The rules with the events they wait for, to be gone through.
    pub(super) fn waiting(self) -> Waiting<'a> {
        let rules = self.get(Table::Rules).0.as_chunks().0;
        let events = self.get(Table::Events).0.as_chunks().0;
        Waiting { rules, events }
    }

    /// What a rule does when it matches.
    pub(super) fn effect(self, n: u32) -> Effect {
        let record = self.rule(n);
        let handler = match record.effect_with(0) {
            Effect::Fire(_) => {
                let texts = self.get(Table::Texts);
                origins::decode(texts, record.written()).handler
            }
            _ => 0,
        };
        record.effect_with(handler)
    }

    #[inline]
    pub(super) fn blob(self, at: u32) -> Reader<'a> {
        Reader(self.blobs.0.get(at as usize..).unwrap_or(&[]))
    }

    #[inline]
    pub(super) fn event_set(self, n: u16) -> EventSet {
        EventSet(self.get(Table::Events).u64(usize::from(n) * 8))
    }
}

/// The rules of an image with the events they wait for.
#[derive(Clone, Copy)]
pub(super) struct Waiting<'a> {
    rules: &'a [[u8; RULE_BYTES]],
    events: &'a [[u8; 8]],
}

impl<'a> Waiting<'a> {
    /// How many rules there are.
    pub(super) fn count(self) -> usize {
        self.rules.len()
    }

    /// What a rule does.
    #[inline]
    pub(super) fn effect(self, n: u32) -> u8 {
        let record = self.rules.get(n as usize);
        record.map_or(ALLOW, |record| RuleRecord(record).effect())
    }

    /// The record of a rule that waits for events of the kind.
    #[inline]
    pub(super) fn rule(
        self,
        n: u32,
        kind: EventKind,
    ) -> Option<RuleRecord<'a>> {
        let record = RuleRecord(self.rules.get(n as usize)?);
        let set = self.events.get(usize::from(record.events()))?;
        let waits = EventSet(u64::from_le_bytes(*set)).has(kind);
        waits.then_some(record)
    }
}

/// The bytes of a table, without the way to the others.
#[inline]
pub(super) fn of<'a>(
    image: &'a [u8],
    layout: &Layout,
    table: Table,
) -> Reader<'a> {
    let place = layout.get(table as usize);
    let bytes = place.and_then(|place| image.get(place.start..place.end));
    Reader(bytes.unwrap_or(&[]))
}

/// The record of an atom; its layout stands at [`ATOM_BYTES`].
#[derive(Clone, Copy)]
pub(super) struct AtomRecord<'a>(&'a [u8; ATOM_BYTES]);

impl AtomRecord<'_> {
    #[inline]
    pub(super) fn kind(self) -> u8 {
        Reader(self.0).u8(0) & 15
    }
    pub(super) fn key_kind(self) -> u8 {
        Reader(self.0).u8(0) >> 4
    }
    #[inline]
    pub(super) fn has(self, flag: u8) -> bool {
        Reader(self.0).u8(1) & flag != 0
    }
    #[inline]
    pub(super) fn effects(self) -> Effects {
        Effects(Reader(self.0).u8(2))
    }
    /// The set of events of the rule, where it is [`ONE_RULE`].
    ///
    /// [`ONE_RULE`]: super::compile::ONE_RULE
    #[inline]
    pub(super) fn events(self) -> u16 {
        u16::from(Reader(self.0).u8(3))
    }
    #[inline]
    pub(super) fn uses(self) -> u16 {
        Reader(self.0).u16(4)
    }
    /// Of a path.
    #[inline]
    pub(super) fn base(self) -> u16 {
        Reader(self.0).u16(6)
    }
    /// Of a text: where its key stands in the second part of the pattern,
    /// counted from one; zero where that does not help.
    #[inline]
    pub(super) fn place(self) -> u16 {
        Reader(self.0).u16(6)
    }
    #[inline]
    pub(super) fn blob(self) -> u32 {
        Reader(self.0).u32(8)
    }
    #[inline]
    pub(super) fn rules(self) -> u32 {
        Reader(self.0).u32(12)
    }
}

/// What rules do, as [`Tables::effect`], but that every hook has the number
/// 0.
pub(super) fn effects(rules: Reader<'_>) -> impl Fn(u32) -> Option<Effect> {
    let (rules, _) = rules.0.as_chunks();
    move |n| Some(RuleRecord(rules.get(n as usize)?).effect_with(0))
}

/// The record of a rule; its layout stands at [`RULE_BYTES`].
#[derive(Clone, Copy)]
pub(super) struct RuleRecord<'a>(&'a [u8; RULE_BYTES]);

impl RuleRecord<'_> {
    pub(super) fn effect(self) -> u8 {
        Reader(self.0).u8(0)
    }
    /// The rule's effect as a set of one.
    pub(super) fn bit(self) -> Effects {
        self.effect_with(0).bit()
    }
    pub(super) fn effect_with(self, handler: u32) -> Effect {
        match self.effect() {
            ALLOW => Effect::Allow,
            1 => Effect::Deny,
            2 => Effect::Ask,
            4 => Effect::MayDeny,
            5 => Effect::MayAsk,
            _ => Effect::Fire(handler),
        }
    }
    /// Where it says what it says, in the table of texts.
    pub(super) fn written(self) -> u32 {
        Reader(self.0).u32(4)
    }
    pub(super) fn shape(self) -> u8 {
        Reader(self.0).u8(1)
    }
    pub(super) fn events(self) -> u16 {
        Reader(self.0).u16(2)
    }
    pub(super) fn predicate(self) -> u32 {
        Reader(self.0).u32(8)
    }
}

/// The effect of an allow rule's record.
pub(super) const ALLOW: u8 = 0;

/// Where scans start, looked up once when a set is loaded.
#[derive(Clone, Debug)]
pub(super) struct Roots {
    /// Of every bank, by its number.
    banks: [Option<Node>; Bank::COUNT],
    /// Whether anything looks at names of tools, and at matcher fields.
    pub(super) tools: bool,
    pub(super) matchers: bool,
    pub(super) bases: Vec<BaseRecord>,
    /// Whether paths have to be cut into segments: whether any path is
    /// looked up by keys.
    pub(super) segments: bool,
    /// The lists of rules that can hold without any atom.
    pub(super) always: Vec<(EventSet, u32)>,
}

impl Roots {
    pub(super) fn new(tables: Tables<'_>) -> Roots {
        let root = |bank: Bank, part| tables.index.root(bank.seed(part));
        let bases = tables.get(Table::Bases);
        let bases = bases::read(bases, |n| root(Bank::Path, n));
        let sets = tables.get(Table::Events).0.len() / 8;
        let sets = (0..sets).filter_map(|n| {
            let list = root(Bank::Always, n as u64)?.list;
            let set = tables.event_set(u16::try_from(n).ok()?);
            (list != 0).then_some((set, list))
        });
        let always = sets.collect();
        let banks = Bank::ALL.map(|bank| root(bank, 0));
        let keyed = |root: &Node| root.has_keys();
        let below = bases.iter().filter_map(|base| base.root.as_ref());
        let anywhere = banks.get(Bank::AnyPath as usize);
        let anywhere = anywhere.and_then(|root| root.as_ref());
        let segments = below.chain(anywhere).any(keyed);
        let mut roots = Roots {
            banks,
            tools: false,
            matchers: false,
            bases,
            segments,
            always,
        };
        roots.tools = roots.has(Bank::Tool) || roots.has(Bank::ToolRegex);
        roots.matchers =
            roots.has(Bank::Matcher) || roots.has(Bank::MatcherRegex);
        roots
    }

    /// The root of a bank that is not divided.
    #[inline]
    pub(super) fn bank(&self, bank: Bank) -> Option<&Node> {
        self.banks.get(bank as usize)?.as_ref()
    }

    /// Whether a bank holds anything.
    pub(super) fn has(&self, bank: Bank) -> bool {
        self.bank(bank).is_some()
    }
}
