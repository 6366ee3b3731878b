//! Changes of a tool's input: put together, and judged again by the rules.

use std::collections::{BTreeSet, HashMap};

use super::super::Behavior;
use super::super::engine::{Engine, Scratch};
use super::super::state::State;
use super::super::steps::{Cost, Plan};
use super::fold::Conflict;
use super::{Decision, Outcome, Verdict};
use crate::dialect::InputMerge;
use crate::event::{Context, Event};
use crate::json::{self, Tape, Value, compact, quote};

/// Changes put together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Merged {
    /// The input as it is to be; `None` where nothing changes.
    pub(super) input: Option<String>,
    /// The keys with several different values.
    pub(super) conflicts: Vec<Conflict>,
}

/// The entries of an object, their values as JSON.
#[derive(Default)]
struct Entries {
    /// The keys, each once, in the order they stand.
    keys: Vec<String>,
    values: HashMap<String, String>,
}

/// Puts changed inputs, in the order of the plan, together.
pub(super) fn merge(
    original: &str,
    changed: &[(usize, &str)],
    how: InputMerge,
) -> Merged {
    let inputs: Vec<(usize, Entries)> =
        changed.iter().map(|(step, json)| (*step, entries(json))).collect();
    let Some((_, last)) = inputs.last() else { return Merged::default() };
    let before = entries(original);
    let mut keys: BTreeSet<&String> = before.keys.iter().collect();
    for (_, input) in &inputs {
        keys.extend(&input.keys);
    }
    let mut conflicts = Vec::new();
    let mut after: HashMap<&str, &str> = HashMap::new();
    for key in keys {
        let was = before.get(key);
        let changes: Vec<(usize, Option<&str>)> = inputs
            .iter()
            .map(|(step, input)| (*step, input.get(key)))
            .filter(|(_, now)| !same(*now, was))
            .collect();
        let value = changes.last().map_or(was, |(_, now)| *now);
        if changes.iter().any(|(_, now)| !same(*now, value)) {
            let steps = changes.iter().map(|(step, _)| *step).collect();
            conflicts.push(Conflict { what: key.clone(), steps });
        }
        after.extend(value.map(|value| (key.as_str(), value)));
    }
    let input = if how == InputMerge::Whole {
        let entry = |key: &String| Some((key.clone(), last.get(key)?));
        print(last.keys.iter().filter_map(entry))
    } else {
        // Keys stay where they stood; new ones come behind, in the order
        // of the plan.
        let new = inputs.iter().flat_map(|(_, input)| &input.keys);
        let order = before.keys.iter().chain(new);
        let entry =
            |key: &String| Some((key.clone(), after.remove(key.as_str())?));
        print(order.filter_map(entry))
    };
    let input = (!same(Some(&input), Some(original))).then_some(input);
    Merged { input, conflicts }
}

fn entries(json: &str) -> Entries {
    let tape = Tape::of(json);
    let mut out = Entries::default();
    for entry in tape.root(json).into_iter().flat_map(Value::entries) {
        let mut value = String::new();
        compact(entry.value, &mut value);
        let key = entry.name().to_owned();
        if out.values.insert(key.clone(), value).is_none() {
            out.keys.push(key);
        }
    }
    out
}

impl Entries {
    fn get(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }
}

fn print<'a>(entries: impl Iterator<Item = (String, &'a str)>) -> String {
    let mut out = String::from("{");
    for (at, (key, value)) in entries.enumerate() {
        if at > 0 {
            out.push(',');
        }
        quote(&key, &mut out);
        out.push(':');
        out.push_str(value);
    }
    out.push('}');
    out
}

/// Whether two JSON texts stand for the same value.
fn same(a: Option<&str>, b: Option<&str>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b || canonical(a) == canonical(b),
        (None, None) => true,
        _ => false,
    }
}

/// JSON with its keys sorted and its texts written in one way.
fn canonical(json: &str) -> String {
    let tape = Tape::of(json);
    let mut out = String::new();
    if let Some(root) = tape.root(json) {
        json::canonical(root, &mut out);
    }
    out
}

/// The payload of an event with another input; `None` for a payload that
/// has none.
pub fn rewritten(payload: &str, input: &str) -> Option<String> {
    let mut tape = Tape::new();
    let event = Event::read(payload, &mut tape);
    let place = event.tool_input?.span();
    let before = payload.get(..place.start as usize)?;
    let behind = payload.get(place.end as usize..)?;
    Some([before, input, behind].concat())
}

/// A verdict whose changed input the rules have judged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settled {
    /// The verdict.
    pub verdict: Verdict,
    /// The payload with the changed input, where there is one.
    pub payload: Option<String>,
}

/// Judges a changed input by the rules, and by the decisions that stand in
/// the policy: what runs is what they must agree to, so the rules' answer to
/// the original input counts no more. `state` is the one that the plan was
/// made with: hooks that did not count then allow nothing now. An input that
/// cannot be put into the payload is denied.
pub fn settle(
    engine: &Engine,
    plan: &Plan,
    mut verdict: Verdict,
    (payload, context, state): (&str, &Context, &State),
    scratch: &mut Scratch,
) -> Settled {
    let Some(input) = verdict.input.clone() else {
        return Settled { verdict, payload: None };
    };
    let Some(payload) = rewritten(payload, &input) else {
        verdict.reasons.push("the changed input fits no call".to_owned());
        verdict.judge(plan, Behavior::Deny);
        verdict.input = None;
        verdict.revoke(plan);
        return Settled { verdict, payload: None };
    };
    let mut tape = Tape::new();
    let event = Event::read(&payload, &mut tape);
    let again = engine.plan(&event, context, state, scratch);
    if again.rules.stops() {
        let reason = &again.reason;
        verdict.reasons.push(format!("with the changed input, {reason}"));
    }
    let given = again.foregone();
    if !still_allowed(plan, &verdict, given) {
        verdict.hooks = Decision::None;
    }
    if again.critical && verdict.hooks == Decision::Allow {
        verdict.keep_critical();
        verdict.hooks = Decision::None;
    }
    for (_, said) in given {
        if said.decision <= Decision::Allow {
            continue;
        }
        verdict.hooks = verdict.hooks.max(said.decision);
        verdict.hooks_veto |= said.veto;
        let reason = said.reason.as_deref().unwrap_or("a hook decides");
        verdict.reasons.push(format!("with the changed input, {reason}"));
    }
    verdict.judge(plan, again.rules);
    if verdict.veto {
        verdict.input = None;
    }
    verdict.revoke(plan);
    let payload = verdict.input.is_some().then_some(payload);
    Settled { verdict, payload }
}

/// Whether what hooks allowed holds for a changed input: a program may have
/// seen to the change, a decision of the policy must hold for it again.
fn still_allowed(
    plan: &Plan,
    verdict: &Verdict,
    again: &[(usize, Outcome)],
) -> bool {
    let ran = |at: &usize| {
        let step = plan.steps.get(*at);
        step.is_some_and(|step| step.cost != Cost::Nothing)
    };
    verdict.hooks != Decision::Allow
        || verdict.allowed.iter().any(ran)
        || again.iter().any(|(_, said)| said.decision == Decision::Allow)
}
