//! Which rules of a policy never count, found without comparing every pair.

use std::collections::HashMap;

use super::cell::Cell;
use super::survey::Survey;
use super::witness::Sample;
use crate::ir::{Atom, BaseId, Effect, Predicate, RuleId};
use crate::syntax::{Piece, Segment, TextGlob};

/// The most pairs of rules whose automata are compared. What is beyond it
/// is not decided.
const MAX_PAIRS: usize = 1_000_000;

/// The most overlaps that are looked for.
const MAX_OVERLAPS: usize = 4_000;

/// A rule that another one makes superfluous or keeps from counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The rule.
    pub rule: RuleId,
    /// The other one.
    pub by: RuleId,
    /// An event that both match.
    pub sample: Sample,
}

/// An allow and an ask rule that share a part of what they match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The allow rule.
    pub allow: RuleId,
    /// The ask rule.
    pub ask: RuleId,
    /// An event that both match.
    pub sample: Sample,
}

/// Where rules are looked up that may cover another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// Whole tools and fields.
    Whole,
    /// Commands of this first word; any first word where there is none.
    Command(Option<String>),
    /// Paths below a base.
    Path(BaseId),
    Host,
    Server(String),
    Rest,
}

/// The permission rules by what they are about.
struct Index {
    rows: HashMap<Key, Vec<RuleId>>,
}

impl Index {
    fn of(survey: &mut Survey<'_>, ids: &[RuleId]) -> Index {
        let mut rows: HashMap<Key, Vec<RuleId>> = HashMap::new();
        for id in ids {
            let Some(cells) = survey.cells(*id) else { continue };
            for cell in cells.iter() {
                let row = rows.entry(key(survey, cell)).or_default();
                if row.last() != Some(id) {
                    row.push(*id);
                }
            }
        }
        Index { rows }
    }

    /// The rules that may cover a cell, in order.
    fn near(&self, key: &Key) -> Vec<RuleId> {
        let mut keys = vec![Key::Whole];
        match key {
            Key::Command(Some(_)) => keys.push(Key::Command(None)),
            Key::Path(_) => keys.push(Key::Path(BaseId::Root)),
            _ => {}
        }
        keys.push(key.clone());
        let mut found: Vec<RuleId> = keys
            .iter()
            .filter_map(|key| self.rows.get(key))
            .flatten()
            .copied()
            .collect();
        found.sort();
        found.dedup();
        found
    }
}

fn key(survey: &Survey<'_>, cell: &Cell) -> Key {
    let Some(id) = cell.content else { return Key::Whole };
    match survey.rules.atom(id) {
        Some(Atom::Command { pattern, .. }) => {
            Key::Command(first_word(pattern))
        }
        Some(Atom::Path { anchor, .. }) => Key::Path(anchor.clone()),
        Some(Atom::Host(_)) => Key::Host,
        Some(Atom::Mcp { server, .. }) => Key::Server(server.clone()),
        _ => Key::Rest,
    }
}

/// The word that every text of a pattern starts with.
fn first_word(pattern: &TextGlob) -> Option<String> {
    let first = pattern.parts.first()?;
    let ends =
        pattern.is_exact() || (pattern.boundary && pattern.parts.len() == 2);
    match first.split_once(' ') {
        Some((word, _)) => Some(word.to_owned()),
        None => ends.then(|| first.clone()),
    }
}

fn rank(effect: Effect) -> u8 {
    match effect {
        Effect::Deny => 3,
        Effect::Ask => 2,
        Effect::Allow => 1,
        Effect::Fire(_) | Effect::MayDeny | Effect::MayAsk => 0,
    }
}

impl Survey<'_> {
    fn permission_rules(&self) -> Vec<RuleId> {
        let rules = self.rules.rules.iter().enumerate();
        rules
            .filter(|(_, rule)| rank(rule.effect) > 0)
            .filter_map(|(at, _)| u32::try_from(at).ok().map(RuleId))
            .collect()
    }

    /// The rules that a stronger rule covers, and those that another rule of
    /// the same list covers, each with an event that both match. Texts that
    /// are the same are left out.
    pub fn covered(&mut self) -> (Vec<Covered>, Vec<Covered>) {
        let ids = self.permission_rules();
        let index = Index::of(self, &ids);
        let (mut shadowed, mut redundant) = (Vec::new(), Vec::new());
        let mut pairs = 0;
        for &rule in &ids {
            let Some(cells) = self.cells(rule) else { continue };
            let Some(first) = cells.first() else { continue };
            let near = index.near(&key(self, first));
            pairs += near.len();
            if pairs > MAX_PAIRS {
                break;
            }
            if let Some(found) = self.stronger(rule, &near) {
                shadowed.push(found);
            } else if let Some(found) = self.wider(rule, &near) {
                redundant.push(found);
            }
        }
        (shadowed, redundant)
    }

    fn effect(&self, id: RuleId) -> u8 {
        self.rules.rule(id).map_or(0, |rule| rank(rule.effect))
    }

    fn stronger(&mut self, rule: RuleId, near: &[RuleId]) -> Option<Covered> {
        let own = self.effect(rule);
        for &by in near {
            if self.effect(by) > own {
                let found = self.proven(rule, by);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    fn wider(&mut self, rule: RuleId, near: &[RuleId]) -> Option<Covered> {
        let own = self.effect(rule);
        for &by in near {
            let same = by == rule || self.effect(by) != own;
            if same || self.same_text(rule, by) {
                continue;
            }
            let Some(found) = self.proven(rule, by) else { continue };
            // Of two rules that say the same, the first one stays.
            if by < rule || self.is_within(by, rule) != Some(true) {
                return Some(found);
            }
        }
        None
    }

    fn same_text(&self, one: RuleId, other: RuleId) -> bool {
        let text = |id| self.rules.rule(id).map(|rule| rule.text.trim());
        text(one) == text(other)
    }

    fn proven(&mut self, rule: RuleId, by: RuleId) -> Option<Covered> {
        if self.is_within(rule, by) != Some(true) {
            return None;
        }
        let samples = self.samples(rule);
        let shown = samples.into_iter().find(|s| self.matches(by, s))?;
        Some(Covered { rule, by, sample: shown })
    }

    /// Whether two rules can share something, as far as a look at the start
    /// of their patterns tells.
    fn may_meet(&self, one: RuleId, other: RuleId) -> bool {
        if self.first_name(one).is_some_and(|own| {
            let other = self.first_name(other);
            other.is_some_and(|other| own.0 == other.0 && own.1 != other.1)
        }) {
            return false;
        }
        let start = |id| {
            let rule = self.rules.rule(id)?;
            let Predicate::Atom(atom) = &rule.predicate else { return None };
            match self.rules.atom(*atom)? {
                Atom::Command { pattern, .. } => {
                    pattern.parts.first().map(String::as_str)
                }
                _ => None,
            }
        };
        match (start(one), start(other)) {
            (Some(one), Some(other)) => {
                one.starts_with(other) || other.starts_with(one)
            }
            _ => true,
        }
    }

    /// The base of a path pattern and its first name, where that is plain.
    fn first_name(&self, id: RuleId) -> Option<(&BaseId, &str)> {
        let rule = self.rules.rule(id)?;
        let Predicate::Atom(atom) = &rule.predicate else { return None };
        let Atom::Path { anchor, pattern, .. } = self.rules.atom(*atom)?
        else {
            return None;
        };
        match pattern.segments.first()? {
            Segment::Name(pieces) => match pieces.as_slice() {
                [Piece::Text(text)] => Some((anchor, text)),
                _ => None,
            },
            Segment::Deep => None,
        }
    }

    /// Allow and ask rules that share a part, while neither covers the
    /// other.
    pub fn overlaps(&mut self) -> Vec<Overlap> {
        let ids = self.permission_rules();
        let of = |survey: &Self, rank| -> Vec<RuleId> {
            let all = ids.iter().copied();
            all.filter(|id| survey.effect(*id) == rank).collect()
        };
        let (allows, asks) = (of(self, 1), of(self, 2));
        let index = Index::of(self, &asks);
        let mut found = Vec::new();
        let mut tried = 0;
        for &allow in &allows {
            let Some(cells) = self.cells(allow) else { continue };
            let Some(first) = cells.first() else { continue };
            let own = key(self, first);
            let near = match own {
                Key::Command(None) => asks.clone(),
                _ => index.near(&own),
            };
            for ask in near {
                if !self.may_meet(allow, ask) {
                    continue;
                }
                tried += 1;
                if tried > MAX_OVERLAPS {
                    return found;
                }
                let apart = self.is_within(allow, ask) == Some(false)
                    && self.is_within(ask, allow) == Some(false);
                if !apart {
                    continue;
                }
                if let Some(sample) = self.shared(allow, ask) {
                    found.push(Overlap { allow, ask, sample });
                    break;
                }
            }
        }
        found
    }
}
