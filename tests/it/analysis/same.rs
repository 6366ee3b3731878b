//! Two policies that are proven to decide the same: no event tells them
//! apart.

use std::collections::BTreeMap;

use hookset::analyze::{Differ, Survey};
use hookset::dialect::Dialect;
use hookset::policy::Policy;
use serde_json::json;

use super::made::{
    Random, call, contexts, near, pick_doubtful, random_event, read, rule,
    variants,
};

/// How many pairs of policies are compared.
const PAIRS: usize = 400;

pub(super) type Lists = Vec<(&'static str, String)>;

pub(super) fn policy(rules: &Lists, dialect: &Dialect) -> Policy {
    let mut lists = BTreeMap::<&str, Vec<&str>>::new();
    for (list, rule) in rules {
        lists.entry(list).or_default().push(rule);
    }
    let text = json!({ "permissions": lists }).to_string();
    read("settings.json", text, dialect)
}

/// Events that are near to the rules of a policy, and some that bring doubt.
pub(super) fn events(
    r: &mut Random,
    both: &Policy,
    dialect: &Dialect,
) -> Vec<String> {
    let mut survey = Survey::new(both.rules(), dialect);
    let count = both.rules().rules.len() as u32;
    let mut events: Vec<String> = (0..30).map(|_| random_event(r)).collect();
    for at in 0..count {
        let id = hookset::ir::RuleId(at);
        for sample in survey.samples(id).iter().take(2) {
            events.extend(variants(sample));
        }
    }
    for _ in 0..60 {
        events.push(call("Bash", "command", &pick_doubtful(r)));
    }
    events
}

/// A policy, and one that is a little different.
pub(super) fn two(r: &mut Random) -> (Lists, Lists) {
    let mut old: Lists = Vec::new();
    let mut last = rule(r);
    for _ in 0..1 + r.below(4) {
        let list = *r.pick(&["allow", "ask", "deny", "deny"]);
        old.push((list, last.clone()));
        last = match r.below(2) {
            0 => rule(r),
            _ => near(r, &last),
        };
    }
    let mut new = old.clone();
    let at = r.below(old.len());
    let (list, text) = &old[at];
    match r.below(3) {
        0 => drop(new.remove(at)),
        1 => new.push((list, near(r, text))),
        _ => new[at] = (list, near(r, text)),
    }
    (old, new)
}

#[test]
fn policies_proven_the_same_are() {
    let mut r = Random(0xB5AD_4ECE_DA1C_E2A9);
    let (mut proven, mut tried, mut wrong) = (0, 0, Vec::new());
    let dialects = ["hookset", "claude"].map(|n| Dialect::named(n).unwrap());
    for turn in 0..PAIRS {
        let dialect = &dialects[turn % dialects.len()];
        let (old, new) = two(&mut r);
        let (one, two) = (policy(&old, dialect), policy(&new, dialect));
        let mut differ = Differ::new(one.clone(), two.clone()).unwrap();
        if !differ.is_proven_same() {
            continue;
        }
        proven += 1;
        let mut all = events(&mut r, &one, dialect);
        all.extend(events(&mut r, &two, dialect));
        tried += all.len() * contexts().len();
        let refuted = all.iter().find_map(|event| {
            let all = contexts();
            let mut changes = all.iter().filter_map(|context| {
                differ.compare(event, context).filter(|c| c.decides())
            });
            Some((event, changes.next()?))
        });
        if let Some((event, change)) = refuted {
            wrong.push(format!(
                "{}: {old:?} and {new:?}: {event}: {change:?}",
                dialect.name
            ));
        }
    }
    println!("{proven} of {PAIRS} proven, {tried} events");
    let shown = &wrong[..10.min(wrong.len())];
    assert!(wrong.is_empty(), "{}: {shown:#?}", wrong.len());
    assert!(proven * 10 > PAIRS);
}

/// A doubt may bear on a narrow guard and not on the wide one that covers it:
/// without it, less is asked.
#[test]
fn a_narrow_guard_counts_for_what_is_not_known() {
    let dialect = Dialect::named("hookset").unwrap();
    let wide = ("deny", "Edit(//a.ts/src/**)".to_owned());
    let narrow = ("deny", "Edit(//a.ts/src/A)".to_owned());
    let old = policy(&vec![narrow, wide.clone()], &dialect);
    let new = policy(&vec![wide], &dialect);
    let differ = Differ::new(old, new).unwrap();
    assert!(!differ.is_proven_same());
}
