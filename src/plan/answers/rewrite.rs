//! Changes of a tool's input: put together, and judged again by the rules.

use std::collections::BTreeSet;

use super::super::Behavior;
use super::super::engine::{Engine, Scratch};
use super::super::steps::Plan;
use super::Verdict;
use super::fold::Conflict;
use crate::dialect::InputMerge;
use crate::event::{Context, Event};
use crate::json::{Kind, Tape, Value, compact, quote};

/// Changes put together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Merged {
    /// The input as it is to be; `None` where nothing changes.
    pub(super) input: Option<String>,
    /// The keys with several different values.
    pub(super) conflicts: Vec<Conflict>,
}

/// A key with its value as JSON.
type Entries = Vec<(String, String)>;

/// Puts changed inputs, in the order of the plan, together.
pub(super) fn merge(
    original: &str,
    changed: &[(usize, &str)],
    how: InputMerge,
) -> Merged {
    let before = entries(original);
    let inputs: Vec<(usize, Entries)> =
        changed.iter().map(|(step, json)| (*step, entries(json))).collect();
    let Some((_, last)) = inputs.last() else { return Merged::default() };
    let mut keys: BTreeSet<&str> = BTreeSet::new();
    for (_, input) in &inputs {
        keys.extend(input.iter().map(|(key, _)| key.as_str()));
    }
    keys.extend(before.iter().map(|(key, _)| key.as_str()));
    let mut conflicts = Vec::new();
    let mut after: Vec<(&str, Option<&str>)> = Vec::new();
    for key in keys {
        let was = get(&before, key);
        let changes: Vec<(usize, Option<&str>)> = inputs
            .iter()
            .map(|(step, input)| (*step, get(input, key)))
            .filter(|(_, now)| !same(*now, was))
            .collect();
        let value = changes.last().map_or(was, |(_, now)| *now);
        if changes.iter().any(|(_, now)| !same(*now, value)) {
            let steps = changes.iter().map(|(step, _)| *step).collect();
            conflicts.push(Conflict { what: key.to_owned(), steps });
        }
        after.push((key, value));
    }
    let mut merged: Entries = Vec::new();
    if how == InputMerge::Whole {
        merged.clone_from(last);
    } else {
        // Keys stay where they stood; new ones come behind, in the order
        // of the plan.
        let order = before.iter().chain(inputs.iter().flat_map(|i| &i.1));
        for (key, _) in order {
            let known = merged.iter().any(|(other, _)| other == key);
            let found = after.iter().find(|(other, _)| other == key);
            if let Some((_, Some(value))) = found.filter(|_| !known) {
                merged.push((key.clone(), (*value).to_owned()));
            }
        }
    }
    let input = print(&merged);
    let input = (!same(Some(&input), Some(original))).then_some(input);
    Merged { input, conflicts }
}

fn entries(json: &str) -> Entries {
    let tape = Tape::of(json);
    let Some(root) = tape.root(json) else { return Vec::new() };
    let mut out: Entries = Vec::new();
    for entry in root.entries() {
        let mut value = String::new();
        compact(entry.value, &mut value);
        let key = entry.name();
        match out.iter_mut().find(|(other, _)| other == key) {
            Some((_, slot)) => *slot = value,
            None => out.push((key.to_owned(), value)),
        }
    }
    out
}

fn get<'a>(entries: &'a Entries, key: &str) -> Option<&'a str> {
    let found = entries.iter().find(|(other, _)| other == key);
    found.map(|(_, value)| value.as_str())
}

fn print(entries: &Entries) -> String {
    let mut out = String::from("{");
    for (at, (key, value)) in entries.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        quote(key, &mut out);
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
        write_canonical(root, &mut out);
    }
    out
}

/// The tape holds no more than [`crate::json::Limits::depth`] levels, which
/// bounds the recursion.
fn write_canonical(value: Value<'_>, out: &mut String) {
    match (value.kind(), value.str()) {
        (_, Some(text)) => quote(text, out),
        (Kind::Array, _) => {
            out.push('[');
            for item in value.items() {
                write_canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        (Kind::Object, _) => {
            let mut entries: Vec<_> = value.entries().collect();
            entries.sort_by_key(|entry| entry.name());
            out.push('{');
            for entry in entries {
                quote(entry.name(), out);
                out.push(':');
                write_canonical(entry.value, out);
                out.push(',');
            }
            out.push('}');
        }
        _ => out.push_str(value.raw()),
    }
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
pub struct Settled {
    /// The verdict.
    pub verdict: Verdict,
    /// The payload with the changed input, where there is one.
    pub payload: Option<String>,
}

/// Judges a changed input by the rules: what runs is what they must agree
/// to, so their answer to the original input counts no more. An input that
/// cannot be put into the payload is denied.
pub fn settle(
    engine: &Engine,
    plan: &Plan,
    mut verdict: Verdict,
    (payload, context): (&str, &Context),
    scratch: &mut Scratch,
) -> Settled {
    let Some(input) = verdict.input.clone() else {
        return Settled { verdict, payload: None };
    };
    let Some(payload) = rewritten(payload, &input) else {
        verdict.reasons.push("the changed input fits no call".to_owned());
        verdict.judge(plan, Behavior::Deny);
        return Settled { verdict, payload: None };
    };
    let mut tape = Tape::new();
    let event = Event::read(&payload, &mut tape);
    let answer = engine.answer(&event, context, scratch);
    let rules = answer.permission.behavior;
    if rules > Behavior::Allow {
        let command = event.input("command").and_then(|value| value.str());
        let reason = engine.reason(&answer, command.unwrap_or(""));
        verdict.reasons.push(format!("with the changed input, {reason}"));
    }
    verdict.judge(plan, rules);
    Settled { verdict, payload: Some(payload) }
}
