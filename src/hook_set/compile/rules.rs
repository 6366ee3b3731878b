//! Rules as records, and the atoms they are reached through.

use std::collections::BTreeMap;

use super::super::hash::{hash, mix};
use super::super::keys::KeyKind;
use super::super::limits::CompileError;
use super::super::{origins, predicate};
use super::{
    ALONE, Bank, Compiler, Grown, MATCHER_FIRST, ONCE, ONE_ATOM,
    ONE_PREDICATE, ONE_RULE, Places, Record, kind, too_many,
};
use crate::ir::{
    Atom, AtomId, Effect, NameTest, Origin, Predicate, Rule, Rules, half,
};
use crate::syntax::TextGlob;

/// The rules that each atom leads to.
pub(super) struct Reached {
    /// Where the rules of an atom start, and behind the last where they end.
    starts: Vec<u32>,
    rules: Vec<u32>,
}

impl Reached {
    /// Of pairs of an atom and a rule, the rules in their order. Linear.
    fn new(pairs: &[(u32, u32)], atoms: usize) -> Reached {
        let mut starts = vec![0; atoms + 1];
        for &(atom, _) in pairs {
            if let Some(count) = starts.get_mut(atom as usize) {
                *count += 1;
            }
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut rules = vec![0; pairs.len()];
        // Each count is the end of its list, and so becomes its start.
        for &(atom, rule) in pairs.iter().rev() {
            let Some(next) = starts.get_mut(atom as usize) else { continue };
            *next -= 1;
            if let Some(place) = rules.get_mut(*next as usize) {
                *place = rule;
            }
        }
        Reached { starts, rules }
    }

    pub(super) fn rules(&self, atom: usize) -> &[u32] {
        let bound = |n| self.starts.get(n).map(|&at| at as usize);
        let range = bound(atom).zip(bound(atom + 1));
        let rules = range.and_then(|(from, to)| self.rules.get(from..to));
        rules.unwrap_or(&[])
    }
}

impl Compiler {
    /// Writes rules, predicates, event sets and texts; gives the rules that
    /// each atom leads to.
    pub(super) fn write_rules(
        &mut self,
        rules: &Rules,
        records: &mut [Record],
        place: Places<'_>,
    ) -> Result<Reached, CompileError> {
        let (mut pairs, mut atoms) = (Vec::new(), Vec::new());
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
            let record = records.get(atom.0 as usize);
            let kind = record.map(|record| record.key_kind);
            rules.atom(atom).map_or(0, |a| price(a, kind))
        };
        for (number, rule) in rules.rules.iter().enumerate() {
            let number = number as u32;
            let events = sets.get(&rule.events.0).copied().unwrap_or(0);
            let written = self.write_text(number, rules, records, place);
            self.write_rule(rule, events, written);
            let parts = [&rule.matcher, &rule.predicate];
            atoms.clear();
            match predicate::cheapest(parts.into_iter(), &price, &mut atoms) {
                Some(_) => {
                    atoms.sort_unstable();
                    atoms.dedup();
                    pairs.extend(atoms.iter().map(|atom| (atom.0, number)));
                }
                None => {
                    let seed = Bank::Always.seed(u64::from(events));
                    self.builder.always(seed, number);
                }
            }
        }
        let reached = Reached::new(&pairs, rules.atoms.len());
        mark_alone(rules, &sets, &reached, records);
        Ok(reached)
    }

    fn write_rule(&mut self, rule: &Rule, events: u16, written: u32) {
        let effect = match rule.effect {
            Effect::Allow => 0,
            Effect::Deny => 1,
            Effect::Ask => 2,
            Effect::Fire(_) => 3,
            Effect::MayDeny => 4,
            Effect::MayAsk => 5,
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
        let out = &mut self.grown.rules;
        out.extend_from_slice(&[effect, shape]);
        out.extend_from_slice(&events.to_le_bytes());
        out.extend_from_slice(&written.to_le_bytes());
        out.extend_from_slice(&predicate.to_le_bytes());
    }
}

impl Compiler {
    /// Writes what a rule says and where it stands, or finds where that is
    /// written for another: where it starts.
    fn write_text(
        &mut self,
        number: u32,
        rules: &Rules,
        records: &[Record],
        place: Places<'_>,
    ) -> u32 {
        let Some(rule) = rules.rules.get(number as usize) else { return 0 };
        let Grown { blobs, texts, said, .. } = &mut self.grown;
        let Origin { source, span } = rule.origin;
        let place_hash = mix(u64::from(source.0), u64::from(span.start));
        let hash = half(mix(hash(rule.text.as_bytes()), place_hash));
        if let Some(&(other, written)) = said.get(&hash)
            && let Some(other) = rules.rules.get(other as usize)
            && (other.origin, &other.text) == (rule.origin, &rule.text)
            && handler(other) == handler(rule)
        {
            return written;
        }
        let written = texts.len() as u32;
        let mut pattern = None;
        predicate::each_atom(&rule.predicate, &mut |atom| {
            let record = records.get(atom.0 as usize);
            let record = record.filter(|record| has_pattern(record.kind));
            pattern = pattern.or(record.map(|record| record.blob));
        });
        let place = place(rule.origin);
        origins::encode(rule, place, &blobs.bytes, pattern, texts);
        said.insert(hash, (number, written));
        written
    }
}

/// The number of the handler that a rule fires.
fn handler(rule: &Rule) -> Option<u32> {
    match rule.effect {
        Effect::Fire(handler) => Some(handler),
        _ => None,
    }
}

/// Whether atoms of a kind have most of what their rules say.
fn has_pattern(kind: u8) -> bool {
    matches!(
        kind,
        kind::COMMAND | kind::PATH | kind::HOST | kind::MCP | kind::FIELD
    )
}

/// Marks the atoms of which a match is the match of all their rules.
fn mark_alone(
    rules: &Rules,
    sets: &BTreeMap<u64, u16>,
    reached: &Reached,
    records: &mut [Record],
) {
    for record in records.iter_mut() {
        record.flags |= ALONE;
    }
    for rule in &rules.rules {
        if let (Predicate::Always, Predicate::Atom(_)) =
            (&rule.matcher, &rule.predicate)
        {
            continue;
        }
        for part in [&rule.matcher, &rule.predicate] {
            predicate::each_atom(part, &mut |atom| {
                if let Some(record) = records.get_mut(atom.0 as usize) {
                    record.flags &= !ALONE;
                }
            });
        }
    }
    let allows = |&rule: &u32| {
        let rule = rules.rules.get(rule as usize);
        rule.is_none_or(|rule| rule.effect == Effect::Allow)
    };
    for (atom, record) in records.iter_mut().enumerate() {
        let reached = reached.rules(atom);
        if record.flags & ALONE != 0 && !reached.iter().any(allows) {
            record.flags |= ONCE;
        }
        let [rule] = reached else { continue };
        let rule = rules.rules.get(*rule as usize);
        let set = rule.and_then(|rule| sets.get(&rule.events.0));
        if let Some(Ok(set)) = set.map(|&set| u8::try_from(set))
            && record.flags & ALONE != 0
        {
            record.flags |= ONE_RULE;
            record.events = set;
        }
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
