//! Outcomes → verdict, whatever order they came in.

use super::super::Behavior;
use super::super::steps::{Cost, Plan};
use super::json::is_stop;
use super::rewrite::{self, Merged};
use super::{Class, Decision, Outcome, fields};
use crate::dialect::{Fallback, InputConflict};
use crate::event::EventKind;

/// What an event comes to: hooks and rules together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// What is decided about a call; `None` leaves it to the permission
    /// mode. A call whose input hooks changed is asked about until the rules
    /// have judged the new one ([`settle`](super::settle)).
    pub decision: Decision,
    /// Whether this operation is stopped; on `Stop` and `SubagentStop`, that
    /// the agent goes on.
    pub veto: bool,
    /// Whether the agent is stopped, whatever else is said.
    pub halt: bool,
    /// What the hooks alone decide.
    pub hooks: Decision,
    /// Whether the hooks alone stop the operation.
    pub hooks_veto: bool,
    /// The steps that let the call run.
    pub allowed: Vec<usize>,
    /// Why, each for itself, in configuration order.
    pub reasons: Vec<String>,
    /// Texts for the model, in configuration order.
    pub contexts: Vec<String>,
    /// What the model is told about what it did, in configuration order.
    pub feedback: Vec<String>,
    /// Texts for the person, in configuration order.
    pub messages: Vec<String>,
    /// Why the agent stops, for the person.
    pub stop_reason: Option<String>,
    /// The steps whose output the person does not see.
    pub suppressed: Vec<usize>,
    /// The input the tool is to be called with, where hooks changed it, as
    /// JSON. [`settle`](super::settle) asks the rules about it.
    pub input: Option<String>,
    /// What the model is to see as the tool's output, as JSON.
    pub output: Option<String>,
    /// Changes that contradict each other.
    pub conflicts: Vec<Conflict>,
    /// What went wrong, in configuration order.
    pub errors: Vec<Failure>,
    /// The steps that are waited for and that nothing is known of. On an
    /// event where something is decided each of them joins as *ask*: it might
    /// have denied, so nothing is allowed past it, and no mode decides
    /// alone. A step that was stopped is none of these where that is said
    /// ([`Ended::Aborted`](super::Ended::Aborted)).
    pub unfinished: Vec<usize>,
    /// What steps say for their event alone: step, field, JSON.
    pub extra: Vec<(usize, String, String)>,
    /// What to know about the answers: step and words.
    pub notices: Vec<(usize, String)>,
}

/// Several different values for one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The key of the input, or `output`.
    pub what: String,
    /// The steps, in order; the last one counts.
    pub steps: Vec<usize>,
}

/// A step that failed or was stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The step.
    pub step: usize,
    /// Whether it failed or was stopped.
    pub class: Class,
    /// What happened.
    pub message: String,
}

/// Puts outcomes together with what the rules say. `outcomes` names steps of
/// the plan by their position, in any order; the verdict is the same for
/// every order, and positions that the plan does not have count for nothing.
/// Outcomes of steps that cost nothing are added where they are missing;
/// what any other missing one means is said at [`Verdict::unfinished`].
/// Sorts the outcomes, and is linear in them and in the steps apart from
/// that.
pub fn fold(plan: &Plan, outcomes: &[(usize, Outcome)]) -> Verdict {
    let mut verdict = taken(plan, outcomes);
    let decided = plan.event.is_some_and(EventKind::is_decided);
    if decided && !verdict.unfinished.is_empty() {
        verdict.hooks = verdict.hooks.max(Decision::Ask);
        let why = "a hook that is waited for has given no answer";
        verdict.reasons.push(why.to_owned());
    }
    verdict.close(plan)
}

/// What an event comes to before anything is run: the rules and the steps
/// that cost nothing, as if no other step had anything to say. It is for
/// showing a plan, and for one hook of a runner that runs the others itself;
/// who runs the steps takes [`fold`], since another step may still deny.
pub fn beforehand(plan: &Plan) -> Verdict {
    taken(plan, &[]).close(plan)
}

/// What hooks say, each for itself.
fn taken(plan: &Plan, outcomes: &[(usize, Outcome)]) -> Verdict {
    let mut known = vec![false; plan.steps.len()];
    for (step, _) in outcomes {
        known.get_mut(*step).into_iter().for_each(|known| *known = true);
    }
    let is_known = |step: usize| known.get(step) == Some(&true);
    let foregone = plan.foregone().iter();
    let missing = foregone.filter(|(step, _)| !is_known(*step));
    let mut sorted: Vec<_> = outcomes.iter().chain(missing).collect();
    sorted.retain(|(step, _)| *step < plan.steps.len());
    sorted.sort();
    let mut verdict = Verdict::default();
    for (step, outcome) in &sorted {
        verdict.take(*step, outcome, plan);
    }
    let steps = plan.steps.iter().enumerate();
    let waited =
        steps.filter(|(_, step)| !step.is_async && step.cost != Cost::Nothing);
    let unfinished = waited.map(|(at, _)| at).filter(|at| !is_known(*at));
    verdict.unfinished = unfinished.collect();
    if !plan.joining.suppresses {
        verdict.suppressed.clear();
    }
    verdict.rewrites(plan, &sorted);
    if plan.critical && verdict.input.is_none() {
        verdict.keep_critical();
    }
    if verdict.veto && plan.event.is_some_and(EventKind::is_decided) {
        // Who stops a call decides it, in whatever way.
        verdict.decision = Decision::Deny;
    }
    if verdict.halt && plan.event.is_some_and(is_stop) {
        // `continue: false` wins over hooks that keep the agent going.
        verdict.veto = false;
    }
    verdict.hooks = verdict.decision;
    verdict.hooks_veto = verdict.veto;
    verdict
}

/// What hooks and rules come to together: a hook's allow lifts no rule, but
/// see [`Verdict::left_open`].
fn joined(hooks: Decision, rules: Behavior) -> Decision {
    let rules = match rules {
        Behavior::None => Decision::None,
        Behavior::Allow => Decision::Allow,
        Behavior::Ask => Decision::Ask,
        Behavior::Deny => Decision::Deny,
    };
    hooks.max(rules)
}

impl Verdict {
    fn take(&mut self, step: usize, outcome: &Outcome, plan: &Plan) {
        let decision = match outcome.decision {
            // The person's answer stands in the input.
            Decision::Allow if plan.questions && outcome.input.is_none() => {
                let lost = "to allow a question does not answer it; \
                            `updatedInput` does";
                self.notices.push((step, lost.to_owned()));
                Decision::None
            }
            decision => decision,
        };
        self.decision = self.decision.max(decision);
        let veto = outcome.veto && plan.stoppable;
        self.veto |= veto;
        if veto != outcome.veto {
            let lost = "nothing stops a change of an organisation's settings";
            self.notices.push((step, lost.to_owned()));
        }
        self.halt |= outcome.halt;
        if decision == Decision::Allow {
            self.allowed.push(step);
        }
        if veto || decision != Decision::None {
            self.reasons.extend(outcome.reason.clone());
        }
        self.contexts.extend(outcome.context.clone());
        self.feedback.extend(outcome.feedback.clone());
        self.messages.extend(outcome.message.clone());
        if outcome.halt && self.stop_reason.is_none() {
            self.stop_reason.clone_from(&outcome.stop_reason);
        }
        if outcome.suppress {
            self.suppressed.push(step);
        }
        let failed = matches!(
            outcome.class,
            Class::NonBlockingError | Class::Cancelled
        );
        if let Some(message) = outcome.error.clone().filter(|_| failed) {
            let class = outcome.class;
            self.errors.push(Failure { step, class, message });
        }
        let extra = outcome.extra.iter();
        self.extra
            .extend(extra.map(|(key, to)| (step, key.clone(), to.clone())));
        let notices = outcome.notices.iter();
        self.notices.extend(notices.map(|text| (step, text.clone())));
    }

    /// Takes back what hooks allow where a critical path is removed.
    pub(super) fn keep_critical(&mut self) {
        for step in self.allowed.drain(..) {
            let lost = "no hook lets a critical path be removed";
            self.notices.push((step, lost.to_owned()));
        }
        if self.decision == Decision::Allow {
            self.decision = Decision::None;
        }
    }

    /// Changes of input and output.
    fn rewrites(&mut self, plan: &Plan, outcomes: &[&(usize, Outcome)]) {
        let inputs: Vec<(usize, &str)> = outcomes
            .iter()
            .filter_map(|(at, o)| Some((*at, o.input.as_deref()?)))
            .collect();
        let original = plan.input.as_deref().unwrap_or("{}");
        let Merged { input, conflicts } =
            rewrite::merge(original, &inputs, plan.joining.merge);
        self.input = input;
        self.conflicts = conflicts;
        let outputs: Vec<(usize, &String)> = outcomes
            .iter()
            .filter_map(|(at, o)| Some((*at, o.output.as_ref()?)))
            .collect();
        self.output = outputs.last().map(|(_, output)| (*output).clone());
        let differ = |(_, output): &(usize, &String)| {
            Some(*output) != self.output.as_ref()
        };
        if outputs.iter().any(differ) {
            let steps = outputs.iter().map(|(step, _)| *step).collect();
            let what = "output".to_owned();
            self.conflicts.push(Conflict { what, steps });
        }
        let ask = plan.joining.conflict == InputConflict::Ask;
        let clash = self.conflicts.iter().any(|c| c.what != "output");
        if ask && clash {
            self.decision = self.decision.max(Decision::Ask);
            let why = "hooks change the same input in different ways";
            self.reasons.push(why.to_owned());
        }
    }

    /// Joins the hooks with what the rules say to the call as it is.
    fn close(mut self, plan: &Plan) -> Verdict {
        let rules = self.left_open(plan);
        self.judge(plan, rules);
        let decided = plan.event.is_some_and(EventKind::is_decided);
        if decided && self.input.is_some() && !plan.questions {
            // No rule has seen it yet; an answer to a question needs none.
            self.decision = self.decision.max(Decision::Ask);
            self.ask(plan);
        }
        self
    }

    /// What the rules say to the call as it is. A request for permission is
    /// the question that a rule wanted, and a hook that allows is its answer;
    /// another input is a call that nobody was asked about.
    fn left_open(&self, plan: &Plan) -> Behavior {
        let asked = plan.event == Some(EventKind::PERMISSION_REQUEST);
        let answered = self.hooks == Decision::Allow && self.input.is_none();
        match plan.rules {
            Behavior::Ask if asked && answered => Behavior::None,
            rules => rules,
        }
    }

    /// Joins what hooks and rules say, and what that means for the
    /// operation. A change of the input outlives the veto of a rule, which
    /// may have nothing against the changed one.
    pub(super) fn judge(&mut self, plan: &Plan, rules: Behavior) {
        self.decision = joined(self.hooks, rules);
        self.veto = self.hooks_veto;
        if self.decision == Decision::None
            && plan.joining.fallback == Fallback::Deny
            && plan
                .event
                .is_some_and(|kind| kind.is_tool() && kind.is_decided())
        {
            self.decision = Decision::Deny;
            self.reasons.push("nothing allows this call".to_owned());
        }
        self.ask(plan);
        self.veto |= self.decision == Decision::Deny;
        if self.hooks_veto {
            self.input = None;
        }
        if self.input.is_none() {
            self.revoke(plan);
        }
    }

    /// A question that nobody is asked is a refusal.
    fn ask(&mut self, plan: &Plan) {
        if self.decision == Decision::Ask && plan.joining.denies_asking {
            self.decision = Decision::Deny;
            self.veto = true;
            self.reasons.push("nobody is asked here".to_owned());
        }
    }

    /// What an approval brings along goes with it: it is for a call that
    /// runs.
    pub(super) fn revoke(&mut self, plan: &Plan) {
        let stands = match plan.event {
            Some(kind) if kind.is_decided() => {
                self.decision == Decision::Allow
            }
            _ => !self.veto && !self.halt,
        };
        if !stands {
            self.extra.retain(|(_, key, value)| !fields::grants(key, value));
        }
    }
}
