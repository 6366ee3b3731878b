//! Differences, as they are found.

use std::collections::{BTreeMap, HashMap};

use hookset::analyze::{Change, HookName};

use super::report::{Decision, HookChange, Place, Verdict};

/// Differences, each kind once with its plainest example.
#[derive(Default)]
pub(super) struct Collected {
    decisions: BTreeMap<(Verdict, Verdict), Decision>,
    hooks: HashMap<(HookName, &'static str), HookChange>,
}

impl Collected {
    pub(super) fn is_empty(&self) -> bool {
        self.decisions.is_empty() && self.hooks.is_empty()
    }

    pub(super) fn add(
        &mut self,
        shown: &str,
        event: &str,
        line: Option<usize>,
        change: &Change,
    ) {
        if change.decides() {
            self.decision(shown, event, line, change);
        }
        for hook in &change.starts {
            let widens = change.lets_in(hook);
            self.hook((hook, "starts"), (shown, event), line, widens);
        }
        for hook in &change.stops {
            self.hook((hook, "stops"), (shown, event), line, hook.stops);
        }
    }

    fn hook(
        &mut self,
        (hook, fires): (&HookName, &'static str),
        (shown, event): (&str, &str),
        line: Option<usize>,
        widens: bool,
    ) {
        let key = (hook.clone(), fires);
        let known = self.hooks.entry(key).or_insert(HookChange {
            hook: hook.said(),
            event: hook.event.clone(),
            fires,
            stops: hook.stops,
            approves: hook.approves,
            example: shown.to_owned(),
            has_quotes: has_quotes(event),
            widens,
            count: 0,
            events: 0,
        });
        known.count += 1;
        known.events += usize::from(line.is_some());
        if widens && !known.widens {
            known.widens = true;
            known.example = shown.to_owned();
            known.has_quotes = has_quotes(event);
        }
    }

    fn decision(
        &mut self,
        shown: &str,
        event: &str,
        line: Option<usize>,
        change: &Change,
    ) {
        let side = |side: &hookset::analyze::Side| Verdict {
            behavior: side.behavior.as_str(),
            rule: side.rule.clone(),
            source: side.place.clone(),
        };
        let key = (side(&change.old), side(&change.new));
        let raw = serde_json::value::RawValue::from_string(event.to_owned());
        let has_quotes = has_quotes(event);
        let Ok(event) = raw else { return };
        let found = Decision {
            example: shown.to_owned(),
            has_quotes,
            event,
            context: line.is_none().then(Place::of_examples),
            old: key.0.clone(),
            new: key.1.clone(),
            widens: change.weakens(),
            by_runner: change.old.of_rules == change.new.of_rules,
            count: 0,
            line,
            events: 0,
        };
        let known = self.decisions.entry(key).or_insert(found.clone());
        known.count += 1;
        if line.is_some() {
            // What has really happened says more than what is made up.
            if known.line.is_none() {
                let count = known.count;
                *known = Decision { count, ..found };
            }
            known.events += 1;
        }
    }

    /// The lists: what lets more happen comes first.
    pub(super) fn into_lists(self) -> (Vec<Decision>, Vec<HookChange>) {
        let mut changes: Vec<_> = self.decisions.into_values().collect();
        changes.sort_by_key(|each| {
            (!each.widens, each.new.behavior, each.old.behavior)
        });
        let mut hooks: Vec<_> = self.hooks.into_values().collect();
        hooks.sort_by(|a, b| {
            let key = |h: &HookChange| {
                (!h.widens, h.fires, h.event.clone(), h.hook.clone())
            };
            key(a).cmp(&key(b))
        });
        (changes, hooks)
    }
}

/// Whether there are quotes in an event, also by their number.
fn has_quotes(event: &str) -> bool {
    event.contains('`') || event.contains("\\u0060")
}
