//! A rule that is said never to count, or to be superfluous, may go: no event
//! is decided in another way without it.

use hookset::analyze::{Covered, Differ, Survey};
use hookset::dialect::Dialect;
use hookset::ir::Effect;

use super::changed::{
    DIALECTS, Entries, Entry, SCOPES, edited, entry, events, places, policy,
};
use super::made::Random;

/// How many policies are looked at.
const POLICIES: usize = 60;

fn entries(r: &mut Random, dialect: &Dialect) -> Entries {
    let mut all: Entries = vec![entry(r, dialect)];
    for _ in 0..7 {
        let next = match r.below(3) {
            0 => entry(r, dialect),
            _ => {
                let at = r.below(all.len());
                edited(r, &all[at], dialect)
            }
        };
        all.push(next);
    }
    all.retain(|(_, entry)| matches!(entry, Entry::Rule(..)));
    all
}

/// The entries without the one that became a rule.
fn without(
    all: &Entries,
    found: &Covered,
    policy: &hookset::policy::Policy,
) -> Entries {
    let rule = policy.rules().rule(found.rule).unwrap();
    let scope = SCOPES[rule.origin.source.0 as usize];
    let list = match rule.effect {
        Effect::Allow => "allow",
        Effect::Ask => "ask",
        _ => "deny",
    };
    let at = all.iter().position(|(own, entry)| {
        *own == scope
            && matches!(entry, Entry::Rule(l, text)
                if *l == list && *text == rule.text)
    });
    let mut rest = all.clone();
    rest.remove(at.unwrap());
    rest
}

#[test]
fn what_is_said_not_to_count_may_go() {
    let mut r = Random(0xD1B5_4A32_D192_ED03);
    let (mut claims, mut tried, mut wrong) = (0, 0, Vec::new());
    for turn in 0..POLICIES {
        let dialect = Dialect::named(DIALECTS[turn % DIALECTS.len()]).unwrap();
        let all = entries(&mut r, &dialect);
        let old = policy(&all, &dialect);
        let mut survey = Survey::new(old.rules(), &dialect);
        let (shadowed, redundant) = survey.covered();
        let events = events(&mut r, (&all, &old), &dialect);
        for found in shadowed.iter().chain(&redundant) {
            claims += 1;
            tried += events.len();
            let new = policy(&without(&all, found, &old), &dialect);
            let mut differ = Differ::new(old.clone(), new).unwrap();
            let refuted = events.iter().find_map(|event| {
                places().iter().find_map(|context| {
                    let change = differ.compare(event, context)?;
                    change.decides().then(|| format!("{event} {change:?}"))
                })
            });
            if let Some(event) = refuted {
                let text = |id| &old.rules().rule(id).unwrap().text;
                let (own, by) = (text(found.rule), text(found.by));
                let name = dialect.name;
                wrong.push(format!("{name} {own} by {by}: {all:?}\n{event}"));
            }
        }
    }
    println!("{POLICIES} policies, {claims} claims, {tried} events");
    for wrong in wrong.iter().take(8) {
        println!("{wrong}\n");
    }
    assert!(wrong.is_empty() && claims > POLICIES / 2, "{}", wrong.len());
}

/// A guard that names a program sees more of what is in doubt than one that
/// starts with a star, though this one matches all that it does.
#[test]
fn a_guard_without_a_program_stands_for_none_with_one() {
    let rows = [
        ("hookset", "Bash(rm --force*)", "Bash(* --force*)", false),
        ("hookset", "Bash(rm -rf *)", "Bash(*rm*)", false),
        ("hookset", "Bash(rm --force*)", "Bash(rm *)", true),
        // It also sees commands that a tool of a server is given.
        ("hookset", "Bash(rm --force*)", "Bash", false),
        ("hookset", "Bash(git push --force *)", "Bash(git *)", true),
        ("hookset", "Bash(rm -rf *)", "Bash(rm -rf*)", true),
        ("claude", "Bash(rm --force*)", "Bash(* --force*)", true),
    ];
    for (name, rule, by, covered) in rows {
        let dialect = Dialect::named(name).unwrap();
        for list in ["deny", "ask"] {
            let entry =
                |rule: &str| (SCOPES[0], Entry::Rule(list, rule.to_owned()));
            let all = vec![entry(by), entry(rule)];
            let policy = policy(&all, &dialect);
            let (_, found) = Survey::new(policy.rules(), &dialect).covered();
            assert_eq!(found.len(), usize::from(covered), "{rule} by {by}");
        }
    }
}

/// Which views of a command are made hangs on what guards name: one whose
/// text covers another's may see fewer commands.
#[test]
fn a_guard_that_sees_more_is_not_covered() {
    let dialect = Dialect::named("hookset").unwrap();
    for (kept, gone) in [
        ("Bash(npm *run deploy*)", "Bash(npm run deploy)"),
        ("Bash(kubectl *delete ns*)", "Bash(kubectl delete ns *)"),
        ("Bash(*python3 x.py*)", "Bash(python3 x.py *)"),
        ("Bash(*chmod 777*)", "Bash(chmod 777 *)"),
    ] {
        let rule =
            |text: &str| (SCOPES[0], Entry::Rule("deny", text.to_owned()));
        let policy = policy(&vec![rule(gone), rule(kept)], &dialect);
        let (shadowed, redundant) =
            Survey::new(policy.rules(), &dialect).covered();
        let all: Vec<_> = shadowed.iter().chain(&redundant).collect();
        assert!(all.is_empty(), "{gone} beside {kept}: {all:?}");
    }
    // What is the same for every command still goes.
    let rule = |text: &str| (SCOPES[0], Entry::Rule("deny", text.to_owned()));
    let both = [rule("Bash(make *)"), rule("Bash(make deploy)")];
    let policy = policy(&both.to_vec(), &dialect);
    let (shadowed, redundant) =
        Survey::new(policy.rules(), &dialect).covered();
    assert_eq!(shadowed.len() + redundant.len(), 1);
}
