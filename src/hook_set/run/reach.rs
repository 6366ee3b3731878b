//! From hits to rules.

use super::super::compile::{MATCHER_FIRST, ONE_ATOM};
use super::super::image::Table;
use super::super::limits::MAX_STEPS;
use super::super::predicate::Evaluation;
use super::super::records::{ALLOW, Waiting};
use super::{Run, Scratch, order};
use crate::ir::RuleId;

impl Run<'_> {
    /// Finds the matches of the rules that ask for more than one atom, and
    /// sorts all.
    #[inline]
    pub(super) fn find_matches(&mut self) {
        if !self.scratch.hits.is_empty() || !self.roots.always.is_empty() {
            self.find_compound();
        }
        self.sort();
    }

    /// Every match once; of rules that do not allow only the first place.
    fn sort(&mut self) {
        let Scratch { packed, spare, matches, .. } = &mut *self.scratch;
        matches.clear();
        match packed.as_slice() {
            [] => return,
            &[one] => return matches.push(order::unpack(one)),
            _ => {}
        }
        let waiting = self.tables.waiting();
        order::sort(packed, spare, waiting.count());
        let mut last = None;
        for &number in packed.iter() {
            let rule = order::rule(number);
            let again = last.is_some_and(|last| {
                last == number
                    || order::rule(last) == rule
                        && waiting.effect(rule) != ALLOW
            });
            if !again {
                matches.push(order::unpack(number));
                last = Some(number);
            }
        }
    }

    #[inline(never)]
    fn find_compound(&mut self) {
        self.scratch.candidates.clear();
        self.scratch.hits.sort_unstable();
        self.scratch.hits.dedup();
        self.reach_all();
        for &(set, list) in &self.roots.always {
            if set.has(self.kind) {
                let rules = self.tables.index.members(list);
                self.scratch.candidates.extend(rules);
            }
        }
        if !self.scratch.candidates.is_empty() {
            self.evaluate_all();
        }
    }

    fn reach_all(&mut self) {
        let rules = self.tables.waiting();
        let mut at = 0;
        while let Some(&(atom, _)) = self.scratch.hits.get(at) {
            let rest = self.scratch.hits.get(at..).unwrap_or(&[]);
            let len = rest.iter().take_while(|hit| hit.0 == atom).count();
            self.reach(rules, atom, at, at + len);
            at += len;
        }
    }

    /// Goes to the rules that are reached through an atom with these hits.
    fn reach(
        &mut self,
        rules: Waiting<'_>,
        atom: u32,
        from: usize,
        to: usize,
    ) {
        let list = self.tables.atom(atom).rules();
        for rule in self.tables.index.members(list) {
            let Some(record) = rules.rule(rule, self.kind) else { continue };
            if record.shape() != ONE_ATOM {
                self.scratch.candidates.push(rule);
                continue;
            }
            let to = match record.effect() {
                ALLOW => to,
                _ => from + 1,
            };
            let hits = self.scratch.hits.get(from..to).unwrap_or(&[]);
            let matches = hits.iter().map(|hit| order::pack(rule, hit.1));
            self.scratch.packed.extend(matches);
        }
    }

    fn evaluate_all(&mut self) {
        self.scratch.candidates.sort_unstable();
        self.scratch.candidates.dedup();
        let mut i = 0;
        while let Some(&rule) = self.scratch.candidates.get(i) {
            i += 1;
            self.evaluate(rule);
        }
    }

    fn evaluate(&mut self, rule: u32) {
        let record = self.tables.rule(rule);
        let mut at = record.predicate() as usize;
        let predicates = self.tables.get(Table::Predicates);
        let scratch = &mut *self.scratch;
        let (hits, fuel) = (&scratch.hits[..], MAX_STEPS);
        let subjects = self.subjects;
        let mut evaluation = Evaluation { predicates, hits, subjects, fuel };
        if record.shape() == MATCHER_FIRST {
            if !evaluation.holds(at, 0) {
                return;
            }
            at = evaluation.after(at);
        }
        if !evaluation.holds(at, 0) {
            return;
        }
        scratch.places.clear();
        evaluation.places(at, 0, RuleId(rule), &mut scratch.places);
        scratch.places.sort_unstable();
        scratch.places.dedup();
        let count = match record.effect() {
            ALLOW => scratch.places.len(),
            _ => 1,
        };
        let places = scratch.places.iter().take(count);
        let matches = places.map(|found| order::pack(rule, found.place));
        scratch.packed.extend(matches);
    }
}
