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

type Lists = Vec<(&'static str, String)>;

fn policy(rules: &Lists, dialect: &Dialect) -> Policy {
    let mut lists = BTreeMap::<&str, Vec<&str>>::new();
    for (list, rule) in rules {
        lists.entry(list).or_default().push(rule);
    }
    let text = json!({ "permissions": lists }).to_string();
    read("settings.json", text, dialect)
}

/// Events that are near to the rules of a policy, and some that bring doubt.
fn events(r: &mut Random, both: &Policy, dialect: &Dialect) -> Vec<String> {
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

#[test]
fn policies_proven_the_same_are() {
    let mut r = Random(0xB5AD_4ECE_DA1C_E2A9);
    let (mut proven, mut tried, mut wrong) = (0, 0, Vec::new());
    let dialects = ["hookset", "claude"].map(|n| Dialect::named(n).unwrap());
    let pairs =
        std::env::var("PAIRS").ok().map_or(PAIRS, |p| p.parse().unwrap());
    for turn in 0..pairs {
        let dialect = &dialects[turn % dialects.len()];
        let mut old: Lists = Vec::new();
        let mut last = rule(&mut r);
        for _ in 0..1 + r.below(4) {
            let list = *r.pick(&["allow", "ask", "deny", "deny"]);
            old.push((list, last.clone()));
            last = near(&mut r, &last);
            if r.below(2) == 0 {
                last = rule(&mut r);
            }
        }
        let mut new = old.clone();
        let at = r.below(old.len());
        match r.below(3) {
            0 => drop(new.remove(at)),
            1 => {
                let (list, text) = &old[at];
                new.push((list, near(&mut r, text)));
            }
            _ => {
                let (list, text) = &old[at];
                new[at] = (list, near(&mut r, text));
            }
        }
        let (one, two) = (policy(&old, dialect), policy(&new, dialect));
        let mut differ = Differ::new(one.clone(), two.clone()).unwrap();
        if !differ.is_proven_same() {
            continue;
        }
        proven += 1;
        let mut all = events(&mut r, &one, dialect);
        all.extend(events(&mut r, &two, dialect));
        'events: for event in &all {
            for context in &contexts() {
                tried += 1;
                if let Some(change) = differ.compare(event, context)
                    && change.decides()
                {
                    wrong.push(format!(
                        "{}: {old:?} and {new:?}: {event}: {:?} {:?}",
                        dialect.name, change.old, change.new
                    ));
                    break 'events;
                }
            }
        }
    }
    println!("{proven} of {pairs} proven, {tried} events");
    assert!(
        wrong.is_empty(),
        "{}: {:#?}",
        wrong.len(),
        &wrong[..10.min(wrong.len())]
    );
    assert!(proven * 10 > pairs);
}
