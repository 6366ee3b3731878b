//! From rules to an image.

use std::collections::BTreeMap;

use super::build::{Builder, Filed, push_list};
use super::hash::{hash, mix};
use super::image::{self, TABLES};
use super::keys::{self, KeyKind};
use super::limits::{CompileError, Limits};
use super::{name_regex, path_blob, predicate, text_blob};
use crate::ir::{
    Atom, AtomId, BaseId, CommandShell, Effect, NameTest, Predicate, Rule,
    RuleId, Rules,
};
use crate::syntax::TextGlob;

/// The kinds of text; atoms of different kinds never share a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(super) enum Bank {
    Posix = 1,
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
}

impl Bank {
    /// All of them.
    pub(super) const ALL: [Bank; 14] = [
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
    ];

    /// The bank as a bit.
    pub(super) const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// The root of the bank, or of one of its parts.
    pub(super) const fn seed(self, part: u64) -> u64 {
        mix(mix(0x686F_6F6B, self as u64), part)
    }
}

/// Bytes of an atom's record: kind, flags, effects, key kind, uses (2), base
/// (2), blob (4), rules (4).
pub(super) const ATOM_BYTES: usize = 16;
/// Bytes of a rule's record: effect, shape, events (2), handler (4),
/// predicate (4), text (4 + 4), source, start, end (4 each).
pub(super) const RULE_BYTES: usize = 32;

/// Flags of an atom's record.
pub(super) const BOUNDARY: u8 = 1;
pub(super) const EXACT: u8 = 2;
pub(super) const ANY_VALUE: u8 = 4;

/// Shapes of a rule's record: what its predicate field points to.
pub(super) const ONE_PREDICATE: u8 = 0;
pub(super) const ONE_ATOM: u8 = 1;
pub(super) const MATCHER_FIRST: u8 = 2;

/// What the record of an atom says.
#[derive(Default)]
struct Record {
    kind: u8,
    flags: u8,
    effects: u8,
    uses: u16,
    base: u16,
    blob: u32,
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
    blobs: Vec<u8>,
    bases: Vec<u8>,
    rules: Vec<u8>,
    predicates: Vec<u8>,
    events: Vec<u8>,
    texts: Vec<u8>,
    /// Where the blob and the text that were written last start.
    last_blob: u32,
    last_text: u32,
}

#[derive(Default)]
struct Compiler {
    grown: Grown,
    builder: Builder,
    bases: BTreeMap<BaseId, u16>,
}

/// Compiles rules to the bytes of an image. Linear in the rules.
pub(super) fn compile(
    rules: &Rules,
    limits: &Limits,
    sources: [u8; 16],
    policy: &[u8],
) -> Result<Vec<u8>, CompileError> {
    check(rules, limits)?;
    let mut compiler = Compiler::default();
    compiler.write_bases(rules);
    let mut records = Vec::with_capacity(rules.atoms.len());
    let mut filed = Vec::with_capacity(rules.atoms.len());
    for (number, atom) in rules.atoms.iter().enumerate() {
        let number = number as u32;
        let (record, entry) = compiler.atom(number, atom)?;
        records.push(record);
        filed.extend(entry);
    }
    let kinds = compiler.builder.file(&filed);
    drop(filed);
    let mut key_kinds = vec![KeyKind::Always; records.len()];
    for (atom, kind) in kinds {
        if let Some(place) = key_kinds.get_mut(atom as usize) {
            *place = kind;
        }
    }
    let reached = compiler.write_rules(rules, &key_kinds)?;
    let tables = compiler.finish(&records, &key_kinds, &reached, policy);
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
    too_many("rules", rules.rules.len(), limits.rules)?;
    too_many("atoms", rules.atoms.len(), limits.atoms)?;
    let longest = rules.atoms.iter().map(pattern_bytes).max().unwrap_or(0);
    let limit = limits.pattern_bytes.min(32 * 1024);
    too_many("pattern bytes", longest, limit)?;
    for (number, rule) in rules.rules.iter().enumerate() {
        let id = RuleId(number as u32);
        for part in [&rule.matcher, &rule.predicate] {
            predicate::check(id, part, rules.atoms.len(), limits)?;
        }
    }
    Ok(())
}

/// The bytes of the longest text of an atom that has to fit 16 bits.
fn pattern_bytes(atom: &Atom) -> usize {
    let glob = |glob: &TextGlob| {
        glob.parts.iter().map(|part| part.len() + 1).sum::<usize>()
    };
    let name = |test: &NameTest| match test {
        NameTest::OneOf(names) => {
            names.iter().map(String::len).max().unwrap_or(0)
        }
        NameTest::Glob(pattern) => glob(pattern),
        NameTest::Regex(text) => text.len(),
    };
    match atom {
        Atom::Tool(test) | Atom::MatcherField(test) => name(test),
        Atom::Command { pattern, .. } => glob(pattern),
        Atom::Path { pattern, .. } => path_blob::size(pattern),
        Atom::Host(host) => {
            host.labels.iter().map(|label| glob(label) + 1).sum()
        }
        Atom::Mcp { server, tool, .. } => {
            server.len() + tool.as_ref().map_or(0, glob)
        }
        Atom::Field { path, pattern } => {
            path.len() + pattern.as_ref().map_or(0, glob)
        }
        Atom::InputContains(bytes) => bytes.len(),
        Atom::Doubt { .. } => 0,
    }
}

impl Compiler {
    fn blob(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> u32 {
        let blobs = &mut self.grown.blobs;
        let at = blobs.len();
        write(blobs);
        // One text of a person is often several atoms in a row that differ
        // only in what they look at.
        let last = self.grown.last_blob as usize;
        if let Some((before, new)) = blobs.split_at_checked(at)
            && before.get(last..) == Some(new)
        {
            blobs.truncate(at);
            return self.grown.last_blob;
        }
        self.grown.last_blob = at as u32;
        at as u32
    }

    /// Numbers the bases and writes them.
    fn write_bases(&mut self, rules: &Rules) {
        for atom in &rules.atoms {
            if let Atom::Path { anchor, .. } = atom {
                self.bases.entry(anchor.clone()).or_insert(0);
            }
        }
        let mut out = Vec::new();
        for (number, (base, place)) in self.bases.iter_mut().enumerate() {
            *place = number as u16;
            super::bases::encode(base, &mut out);
        }
        self.grown.bases = out;
    }

    /// The record of an atom, and how it is found.
    fn atom(
        &mut self,
        number: u32,
        atom: &Atom,
    ) -> Result<(Record, Option<Filed>), CompileError> {
        let mut record = Record::default();
        let (seed, groups) = match atom {
            Atom::Tool(test) => {
                self.name(number, test, Bank::Tool, &mut record)?
            }
            Atom::MatcherField(test) => {
                self.name(number, test, Bank::Matcher, &mut record)?
            }
            Atom::Path { uses, effects, anchor, pattern } => {
                record.kind = kind::PATH;
                record.effects = effects.0;
                record.uses = uses.0;
                record.base = self.bases.get(anchor).copied().unwrap_or(0);
                record.blob = self.blob(|b| path_blob::encode(pattern, b));
                let seed = Bank::Path.seed(u64::from(record.base));
                (seed, vec![keys::of_path(seed, pattern)])
            }
            Atom::Command { shell, effects, pattern } => {
                record.kind = kind::COMMAND;
                record.effects = effects.0;
                self.text(pattern, &mut record);
                let bank = match shell {
                    CommandShell::Posix => Bank::Posix,
                    CommandShell::PowerShell => Bank::PowerShell,
                };
                let seed = bank.seed(0);
                (seed, vec![keys::of_text(seed, pattern)])
            }
            Atom::Host(host) => {
                record.kind = kind::HOST;
                record.blob = self.blob(|b| super::hosts::encode(host, b));
                let seed = Bank::Host.seed(0);
                (seed, vec![keys::of_host(seed, host)])
            }
            other => self.plain(other, &mut record),
        };
        let filed = Filed { atom: number, seed, groups };
        let filed = (record.kind != kind::REGEX).then_some(filed);
        Ok((record, filed))
    }

    /// The atoms that are found in more than one step or in none.
    fn plain(
        &mut self,
        atom: &Atom,
        record: &mut Record,
    ) -> (u64, Vec<Vec<keys::Candidate>>) {
        match atom {
            Atom::Mcp { server, tool, effects } => {
                record.kind = kind::MCP;
                record.effects = effects.0;
                self.value(server, tool.as_ref(), Bank::Mcp, record)
            }
            Atom::Field { path, pattern } => {
                record.kind = kind::FIELD;
                self.builder.root(Bank::AnyField.seed(0));
                self.value(path, pattern.as_ref(), Bank::Field, record)
            }
            Atom::InputContains(bytes) => {
                record.kind = kind::INPUT;
                record.blob =
                    self.blob(|b| text_blob::encode_contains(bytes, b));
                let seed = Bank::Input.seed(0);
                (seed, vec![keys::of_contained(seed, bytes)])
            }
            Atom::Doubt { reasons, effects } => {
                record.kind = kind::DOUBT;
                record.effects = effects.0;
                record.blob = *reasons;
                (Bank::Doubt.seed(0), vec![vec![]])
            }
            _ => (Bank::Doubt.seed(0), vec![vec![]]),
        }
    }

    /// A value that is looked at only below a name: a tool of a server, a
    /// field of a path.
    fn value(
        &mut self,
        name: &str,
        pattern: Option<&TextGlob>,
        bank: Bank,
        record: &mut Record,
    ) -> (u64, Vec<Vec<keys::Candidate>>) {
        let any = TextGlob {
            parts: vec![String::new(), String::new()],
            boundary: false,
        };
        if pattern.is_none() {
            record.flags |= ANY_VALUE;
        }
        let glob = pattern.unwrap_or(&any);
        self.glob_flags(glob, record);
        record.blob = self.blob(|blob| {
            text_blob::push_u16(blob, name.len());
            blob.extend_from_slice(name.as_bytes());
            text_blob::encode(glob, blob);
        });
        let seed = bank.seed(hash(name.as_bytes()));
        (seed, vec![keys::of_text(seed, glob)])
    }

    fn text(&mut self, glob: &TextGlob, record: &mut Record) {
        self.glob_flags(glob, record);
        record.blob = self.blob(|blob| text_blob::encode(glob, blob));
    }

    fn glob_flags(&self, glob: &TextGlob, record: &mut Record) {
        if glob.boundary {
            record.flags |= BOUNDARY;
        } else if glob.parts.len() == 1 {
            record.flags |= EXACT;
        }
    }

    fn name(
        &mut self,
        number: u32,
        test: &NameTest,
        bank: Bank,
        record: &mut Record,
    ) -> Result<(u64, Vec<Vec<keys::Candidate>>), CompileError> {
        let seed = bank.seed(0);
        let groups = match test {
            NameTest::OneOf(names) => {
                record.kind = kind::NAMES;
                record.blob = self.blob(|blob| {
                    text_blob::encode_names(names, blob);
                });
                let exact = |name: &String| {
                    let parts = vec![name.clone()];
                    let glob = TextGlob { parts, boundary: false };
                    keys::of_text(seed, &glob)
                };
                names.iter().map(exact).collect()
            }
            NameTest::Glob(glob) => {
                record.kind = kind::GLOB;
                self.text(glob, record);
                vec![keys::of_text(seed, glob)]
            }
            NameTest::Regex(source) => {
                record.kind = kind::REGEX;
                name_regex::NameRegex::new(source).map_err(|reason| {
                    let pattern = source.clone();
                    CompileError::Regex { pattern, reason }
                })?;
                record.blob = self.blob(|blob| {
                    text_blob::push_u16(blob, source.len());
                    blob.extend_from_slice(source.as_bytes());
                });
                let list = match bank {
                    Bank::Tool => Bank::ToolRegex,
                    _ => Bank::MatcherRegex,
                };
                self.builder.always(list.seed(0), number);
                Vec::new()
            }
        };
        Ok((seed, groups))
    }

    /// Writes rules, predicates, event sets and texts; gives the rules that
    /// each atom leads to.
    fn write_rules(
        &mut self,
        rules: &Rules,
        kinds: &[KeyKind],
    ) -> Result<Vec<Vec<u32>>, CompileError> {
        let mut reached = vec![Vec::new(); rules.atoms.len()];
        let mut sets: BTreeMap<u64, u16> = BTreeMap::new();
        for rule in &rules.rules {
            sets.entry(rule.events.0).or_insert(0);
        }
        too_many("sets of events", sets.len(), usize::from(u16::MAX))?;
        for (number, (set, place)) in sets.iter_mut().enumerate() {
            *place = number as u16;
            let out = &mut self.grown.events;
            out.extend_from_slice(&set.to_le_bytes());
        }
        let price = |atom: AtomId| {
            let kind = kinds.get(atom.0 as usize).copied();
            rules.atom(atom).map_or(0, |a| price(a, kind))
        };
        for (number, rule) in rules.rules.iter().enumerate() {
            let number = number as u32;
            let events = sets.get(&rule.events.0).copied().unwrap_or(0);
            self.write_rule(rule, events);
            let parts = [&rule.matcher, &rule.predicate];
            let covers =
                parts.iter().filter_map(|p| predicate::cover(p, &price));
            match covers.min_by_key(|(price, _)| *price) {
                Some((_, atoms)) => {
                    for atom in atoms {
                        let list = reached.get_mut(atom.0 as usize);
                        let Some(list) = list else { continue };
                        if list.last() != Some(&number) {
                            list.push(number);
                        }
                    }
                }
                None => {
                    let seed = Bank::Always.seed(u64::from(events));
                    self.builder.always(seed, number);
                }
            }
        }
        Ok(reached)
    }

    fn write_rule(&mut self, rule: &Rule, events: u16) {
        let (effect, handler) = match rule.effect {
            Effect::Allow => (0, 0),
            Effect::Deny => (1, 0),
            Effect::Ask => (2, 0),
            Effect::Fire(handler) => (3, handler),
            Effect::MayDeny => (4, 0),
            Effect::MayAsk => (5, 0),
        };
        let always = rule.matcher == Predicate::Always;
        let (shape, predicate) = match &rule.predicate {
            Predicate::Atom(atom) if always => (ONE_ATOM, atom.0),
            predicate => {
                let predicates = &mut self.grown.predicates;
                let at = predicates.len() as u32;
                if !always {
                    predicate::encode(&rule.matcher, predicates);
                }
                predicate::encode(predicate, predicates);
                (if always { ONE_PREDICATE } else { MATCHER_FIRST }, at)
            }
        };
        let texts = &mut self.grown.texts;
        let last = texts.get(self.grown.last_text as usize..);
        if last != Some(rule.text.as_bytes()) {
            self.grown.last_text = texts.len() as u32;
            texts.extend_from_slice(rule.text.as_bytes());
        }
        let text = self.grown.last_text;
        let out = &mut self.grown.rules;
        out.extend_from_slice(&[effect, shape]);
        out.extend_from_slice(&events.to_le_bytes());
        let origin = rule.origin;
        for n in [
            handler,
            predicate,
            text,
            rule.text.len() as u32,
            origin.source.0,
            origin.span.start,
            origin.span.end,
        ] {
            out.extend_from_slice(&n.to_le_bytes());
        }
    }

    fn finish(
        self,
        records: &[Record],
        kinds: &[KeyKind],
        reached: &[Vec<u32>],
        policy: &[u8],
    ) -> [Vec<u8>; TABLES] {
        let tables = self.builder.write();
        let mut lists = tables.lists;
        let mut atoms = Vec::with_capacity(records.len() * ATOM_BYTES);
        for (at, record) in records.iter().enumerate() {
            let kind = kinds.get(at).copied().unwrap_or(KeyKind::Always);
            let rules = reached.get(at).map_or(&[][..], Vec::as_slice);
            let rules = push_list(&mut lists, rules).pack();
            atoms.extend_from_slice(&[
                record.kind,
                record.flags,
                record.effects,
                kind as u8,
            ]);
            atoms.extend_from_slice(&record.uses.to_le_bytes());
            atoms.extend_from_slice(&record.base.to_le_bytes());
            atoms.extend_from_slice(&record.blob.to_le_bytes());
            atoms.extend_from_slice(&rules.to_le_bytes());
        }
        let grown = self.grown;
        // In the order of `image::Table`.
        [
            tables.filter,
            tables.slots,
            tables.nodes,
            lists,
            tables.pairs,
            atoms,
            grown.blobs,
            grown.rules,
            grown.predicates,
            grown.events,
            grown.bases,
            grown.texts,
            policy.to_vec(),
        ]
    }
}

/// How often an atom is likely to hold, for the choice of the atom that a
/// rule is reached through.
fn price(atom: &Atom, kind: Option<KeyKind>) -> u64 {
    let any = |glob: &TextGlob| glob.parts.iter().all(String::is_empty);
    match atom {
        Atom::Command { pattern, .. } if any(pattern) => 1000,
        Atom::Command { .. } | Atom::Path { .. } => match kind {
            Some(KeyKind::Always) => 40,
            Some(KeyKind::Exact) => 1,
            _ => 4,
        },
        Atom::Host(_) => 4,
        Atom::Mcp { .. } => 6,
        Atom::InputContains(_) => 10,
        Atom::Field { pattern: Some(_), .. } => 20,
        Atom::Field { pattern: None, .. } => 100,
        Atom::Tool(NameTest::OneOf(names))
        | Atom::MatcherField(NameTest::OneOf(names)) => {
            100 + names.len() as u64
        }
        Atom::Tool(_) | Atom::MatcherField(_) => 150,
        Atom::Doubt { .. } => 60,
    }
}
