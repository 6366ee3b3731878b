//! Claims that were false once: what is said of rules is held against what
//! the engine answers.

use hookset::analyze::{Differ, sample_context};
use hookset::diagnostic::Code;
use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::plan::{Behavior, Scratch};
use hookset::policy::Policy;
use serde_json::json;

use super::made::call;
use super::same::{Lists, policy};

fn of(rows: &[(&'static str, &str)], dialect: &str) -> Policy {
    let lists: Lists =
        rows.iter().map(|row| (row.0, row.1.to_owned())).collect();
    policy(&lists, &Dialect::named(dialect).unwrap())
}

fn codes(policy: &Policy) -> Vec<Code> {
    let found = hookset::lint::check(policy);
    found.iter().map(|found| found.code).collect()
}

fn answer(policy: &Policy, event: &str, context: &Context) -> Behavior {
    let engine = policy.clone().compile(&Limits::default()).unwrap();
    let mut tape = Tape::new();
    let event = Event::read(event, &mut tape);
    let mut scratch = Scratch::default();
    engine.answer(&event, context, &mut scratch).permission.behavior
}

/// Whether `diff --deny-widening` says that more may happen, and whether it
/// claims proof that nothing more does, or that all is the same.
fn differs(old: &Policy, new: &Policy) -> (bool, bool) {
    let mut differ = Differ::new(old.clone(), new.clone()).unwrap();
    let explored = differ.explored();
    let context = sample_context();
    let shown = explored.samples.iter().any(|sample| {
        let change = differ.compare(sample.json(), &context);
        change.is_some_and(|change| change.widens())
    });
    let open = explored.unexplored.iter().any(|rule| rule.may_widen);
    let claims = differ.is_proven_same() || differ.is_proven_tighter();
    (shown || open, claims)
}

/// In mode `auto` a wide allow rule counts for nothing, so it covers none
/// that counts there.
#[test]
fn a_rule_that_a_mode_sets_aside_covers_none_that_counts() {
    let (wide, own) = (("allow", "Bash(npm *)"), ("allow", "Bash(npm run x)"));
    for dialect in ["hookset", "claude"] {
        let old = of(&[wide], dialect);
        let new = of(&[wide, own], dialect);
        let context =
            Context { mode: Some("auto".to_owned()), ..sample_context() };
        let event = call("Bash", "command", "npm run x");
        assert_eq!(answer(&old, &event, &context), Behavior::None);
        assert_eq!(answer(&new, &event, &context), Behavior::Allow);
        assert!(!codes(&new).contains(&Code::REDUNDANT_RULE));
        assert_eq!(differs(&old, &new), (true, false), "{dialect}");
        // Of two that both count, or neither, one does.
        for own in ["Bash(npm run *)", "Bash(*)"] {
            let more = of(&[wide, ("allow", own)], dialect);
            assert!(codes(&more).contains(&Code::REDUNDANT_RULE), "{own}");
        }
    }
}
