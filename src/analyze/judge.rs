//! What a whole policy answers to examples.

use super::fuel::{Fuel, lookup};
use super::sample::{Sample, sample_context};
use crate::event::Event;
use crate::hook_set::Limits;
use crate::ir::RuleId;
use crate::json::Tape;
use crate::plan::{Behavior, Engine, Scratch};
use crate::policy::Policy;

/// A policy that is asked about examples. It is compiled when it is first
/// asked; one that cannot be compiled answers nothing.
#[derive(Debug)]
pub struct Judge<'a> {
    policy: &'a Policy,
    engine: Option<Option<Engine>>,
    scratch: Scratch,
    tape: Tape,
    /// For all that is asked of this judge.
    fuel: Fuel,
    /// What was asked last, and the answer.
    last: Option<(String, (Behavior, Vec<RuleId>))>,
}

impl<'a> Judge<'a> {
    /// A judge by this policy.
    pub fn new(policy: &'a Policy) -> Judge<'a> {
        let scratch = Scratch::default();
        Judge {
            policy,
            engine: None,
            scratch,
            tape: Tape::new(),
            fuel: Fuel::default(),
            last: None,
        }
    }

    /// Whether so much was asked that there are no more answers.
    pub fn is_spent(&self) -> bool {
        self.fuel.is_empty()
    }

    /// What the policy decides about an event, and the rules that match;
    /// `None` where it cannot be compiled, or [`Judge::is_spent`].
    pub fn answer(
        &mut self,
        sample: &Sample,
    ) -> Option<(Behavior, Vec<RuleId>)> {
        if let Some((json, answer)) = &self.last
            && json == sample.json()
        {
            return Some(answer.clone());
        }
        let policy = self.policy;
        if self.is_spent() {
            return None;
        }
        let engine = self.engine.get_or_insert_with(|| {
            policy.clone().compile(&Limits::default()).ok()
        });
        let event = Event::read(sample.json(), &mut self.tape);
        let context = sample_context();
        let answer =
            engine.as_ref()?.answer(&event, &context, &mut self.scratch);
        let rules = answer.matches.iter().map(|found| found.rule).collect();
        let answer = (answer.permission.behavior, rules);
        self.fuel.spend(lookup(self.scratch.tested()));
        self.last = Some((sample.json().to_owned(), answer.clone()));
        Some(answer)
    }

    /// What the policy decides about an event.
    pub fn behavior(&mut self, sample: &Sample) -> Option<Behavior> {
        self.answer(sample).map(|answer| answer.0)
    }

    /// Whether two rules both match an event.
    pub fn both(
        &mut self,
        one: RuleId,
        other: RuleId,
        sample: &Sample,
    ) -> bool {
        let answer = self.answer(sample);
        answer.is_some_and(|(_, rules)| {
            rules.contains(&one) && rules.contains(&other)
        })
    }
}
