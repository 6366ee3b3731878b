//! The compiled set against the reference evaluator.

mod crafted;
mod generate;
mod hostile;

use std::sync::Arc;

use super::*;
use crate::event::EventKind;
use crate::ir::{AtomId, Origin, Predicate, Rules};
use crate::shell::Effects;
use crate::subject::Subjects;
use generate::Random;

fn kinds() -> [EventKind; 3] {
    [EventKind(0), EventKind(3), EventKind(20)]
}

/// Checks a set and the set of its image against the reference.
fn check(rules: &Rules, events: &[Subjects]) -> usize {
    let set = HookSet::compile(rules, &Limits::default()).unwrap();
    let image: Bytes = Arc::new(set.image().to_vec());
    let loaded = HookSet::from_image(image).unwrap();
    loaded.verify().unwrap();
    let (mut one, mut two) = (set.scratch(), loaded.scratch());
    let keyed = HookSet::compile_keyed(rules);
    let mut three = keyed.scratch();
    let mut count = 0;
    for subjects in events {
        for kind in kinds() {
            let expected = reference::matches(rules, subjects, kind);
            let found = set.matches(subjects, kind, &mut one);
            if found != expected {
                report(rules, subjects, found, &expected);
            }
            assert_eq!(loaded.matches(subjects, kind, &mut two), expected);
            let found = keyed.matches(subjects, kind, &mut three);
            if found != expected {
                report(rules, subjects, found, &expected);
            }
            count += found.len();
            for effects in [Effects::ALLOW, Effects::DENY, Effects::GUARD] {
                let first = set.first(subjects, kind, effects, &mut one);
                let of = |m: &&Match| {
                    let effect = rules.rule(m.rule).unwrap().effect;
                    effect.bit().meets(effects)
                };
                let all: Vec<_> = expected.iter().filter(of).collect();
                assert_eq!(first.is_some(), !all.is_empty());
                let listed = |m: Match| all.iter().any(|o| o.rule == m.rule);
                assert!(first.is_none_or(listed));
            }
        }
    }
    count
}

fn report(
    rules: &Rules,
    subjects: &Subjects,
    found: &[Match],
    expected: &[Match],
) {
    let differs = |one: &[Match], other: &[Match]| {
        one.iter().find(|m| !other.contains(m)).copied()
    };
    let wrong = differs(found, expected).or(differs(expected, found));
    let rule = wrong.and_then(|m| rules.rule(m.rule));
    let mut atoms = vec![];
    if let Some(rule) = rule {
        atoms_of(&rule.matcher, &mut atoms);
        atoms_of(&rule.predicate, &mut atoms);
    }
    let atoms: Vec<_> = atoms.iter().map(|&id| rules.atom(id)).collect();
    panic!(
        "{wrong:?} of {rule:#?}\natoms {atoms:#?}\non {subjects:#?}\n\
         found {found:?}\nexpected {expected:?}"
    );
}

fn atoms_of(predicate: &Predicate, out: &mut Vec<AtomId>) {
    match predicate {
        Predicate::Atom(id) => out.push(*id),
        Predicate::And(many) | Predicate::Or(many) => {
            many.iter().for_each(|p| atoms_of(p, out));
        }
        Predicate::Not(inner) => atoms_of(inner, out),
        _ => {}
    }
}

#[test]
fn equals_the_reference_on_random_rules_and_events() {
    let mut matched = 0;
    for seed in 0..150 {
        let mut random = Random::new(seed);
        let size = [1, 3, 9, 40, 120][seed as usize % 5];
        let rules = generate::rules(&mut random, size);
        let events: Vec<_> =
            (0..12).map(|_| generate::subjects(&mut random)).collect();
        matched += check(&rules, &events);
    }
    assert!(matched > 5000, "{matched}");
}

#[test]
fn texts_that_share_much_equal_the_reference() {
    let mut matched = 0;
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let rules = generate::rules(&mut random, 120);
        let mut events: Vec<_> =
            (0..6).map(|_| generate::subjects(&mut random)).collect();
        for event in &mut events {
            generate::long_commands(&mut random, event);
            generate::many_files(&mut random, event);
        }
        matched += check(&rules, &events);
    }
    assert!(matched > 3000, "{matched}");
}

#[test]
fn decoys_change_nothing_but_the_numbers() {
    for seed in 1000..1004 {
        let mut random = Random::new(seed);
        let rules = generate::rules(&mut random, 60);
        let events: Vec<_> =
            (0..20).map(|_| generate::subjects(&mut random)).collect();
        let alone = HookSet::compile(&rules, &Limits::default()).unwrap();
        let mut both = rules.clone();
        generate::decoys(&mut random, &mut both, 10_000);
        let set = HookSet::compile(&both, &Limits::default()).unwrap();
        let (mut one, mut two) = (alone.scratch(), set.scratch());
        for subjects in &events {
            for kind in kinds() {
                assert_eq!(
                    alone.matches(subjects, kind, &mut one),
                    set.matches(subjects, kind, &mut two)
                );
            }
        }
    }
}

#[test]
fn the_same_rules_give_the_same_bytes() {
    let rules = generate::rules(&mut Random::new(7), 200);
    let set = || HookSet::compile(&rules, &Limits::default()).unwrap();
    assert_eq!(set().image(), set().image());
}

/// One rule after the other, each read by itself.
fn fresh<'a>(from: impl Iterator<Item = (&'a Rules, usize)>) -> Rules {
    let mut all = Rules::default();
    for (rules, at) in from {
        let mut one = rules.clone();
        one.lost.clear();
        one.rules = vec![rules.rules[at].clone()];
        all = all.joined(&one, &[]);
    }
    all
}

#[test]
fn changed_rules_compile_to_what_a_fresh_start_compiles_to() {
    let mut random = Random::new(21);
    for _ in 0..20 {
        let old = generate::rules(&mut random, 40);
        let new = generate::rules(&mut random, 5);
        let is_removed = |at: usize| at % 7 == 3;
        let removed: Vec<_> = (0..old.rules.len() + 3)
            .filter(|at| is_removed(*at))
            .map(|at| RuleId(at as u32))
            .collect();
        let changed = old.clone().joined(&new, &removed);
        let kept = (0..old.rules.len()).filter(|at| !is_removed(*at));
        let kept = kept.map(|at| (&old, at));
        let added = (0..new.rules.len()).map(|at| (&new, at));
        let fresh = fresh(kept.chain(added));
        assert_eq!(changed.rules, fresh.rules);
        assert_eq!(changed.atoms, fresh.atoms);
        let limits = Limits::default();
        let one = HookSet::compile(&changed, &limits).unwrap();
        let two = HookSet::compile(&fresh, &limits).unwrap();
        assert_eq!(one.image(), two.image());
        let events: Vec<_> =
            (0..10).map(|_| generate::subjects(&mut random)).collect();
        check(&changed, &events);
    }
}

#[test]
fn what_was_made_of_a_rule_goes_with_it_and_stays_behind() {
    let rule = |text: &str, at: usize, effect| crate::ir::Rule {
        effect,
        events: crate::event::EventSet::tools(),
        matcher: Predicate::Always,
        predicate: Predicate::Always,
        family: crate::ir::Family::Commands,
        text: text.to_owned(),
        origin: Origin {
            source: crate::source::SourceId(0),
            span: crate::source::Span::new(at, at + 1),
        },
    };
    use crate::ir::Effect::{Deny, MayDeny};
    let of = |list: &[(&str, usize, crate::ir::Effect)]| Rules {
        rules: list.iter().map(|&(t, at, e)| rule(t, at, e)).collect(),
        ..Rules::default()
    };
    let old = of(&[
        ("a", 1, Deny),
        ("b", 2, Deny),
        ("a", 1, MayDeny),
        ("b", 2, MayDeny),
    ]);
    let new = of(&[("c", 3, Deny), ("c", 3, MayDeny)]);
    let changed = old.joined(&new, &[RuleId(0)]);
    let expected = of(&[
        ("b", 2, Deny),
        ("c", 3, Deny),
        ("b", 2, MayDeny),
        ("c", 3, MayDeny),
    ]);
    assert_eq!(changed.rules, expected.rules);
    // Of a policy that was read apart, at the same place of its own file.
    let twin = of(&[("d", 2, Deny), ("d", 2, MayDeny)]);
    let changed = changed.joined(&twin, &[]);
    let changed = changed.joined(&of(&[]), &[RuleId(0)]);
    let expected = of(&[
        ("c", 3, Deny),
        ("d", 2, Deny),
        ("c", 3, MayDeny),
        ("d", 2, MayDeny),
    ]);
    assert_eq!(changed.rules, expected.rules);
    // Sources and hooks of others have numbers of their own.
    use crate::ir::Effect::Fire;
    let hooks = of(&[("h", 1, Fire(0)), ("i", 2, Fire(1))]);
    let unknown = hooks.clone().with(&hooks, &[RuleId(0), RuleId(9)]);
    assert_eq!(unknown.unwrap_err().0, RuleId(9));
    let both = hooks.clone().with(&hooks, &[RuleId(0)]).unwrap();
    let found = both.rules.iter().map(|r| (r.effect, r.origin.source.0));
    let wanted = [(Fire(1), 0), (Fire(2), 1), (Fire(3), 1)];
    assert_eq!(found.collect::<Vec<_>>(), wanted);
}

#[test]
fn rules_can_be_listed_from_the_image_alone() {
    let rules = generate::rules(&mut Random::new(8), 50);
    let limits = Limits::default();
    let place = |origin: Origin| (origin.span.start + 1, u32::MAX);
    let set =
        HookSet::compile_with(&rules, &limits, [9; 16], b"policy", &place);
    let set = set.unwrap();
    let image: Bytes = Arc::new(set.image().to_vec());
    let set = HookSet::from_image(image).unwrap();
    assert_eq!(set.len(), 50);
    assert_eq!(set.source_digest(), [9; 16]);
    assert_eq!(set.brief(), b"policy");
    for (number, rule) in rules.rules.iter().enumerate() {
        let listed = set.rule(RuleId(number as u32)).unwrap();
        assert_eq!(listed.effect, rule.effect);
        assert_eq!(listed.events, rule.events);
        assert_eq!(listed.text, rule.text);
        assert_eq!(listed.origin, rule.origin);
        assert_eq!(listed.place, place(rule.origin));
    }
    assert_eq!(set.rule(RuleId(50)), None);
}

#[test]
fn limits_are_named_in_the_error() {
    let rules = generate::rules(&mut Random::new(9), 10);
    let limits = Limits { rules: 9, ..Limits::default() };
    let error = HookSet::compile(&rules, &limits).unwrap_err();
    assert!(error.to_string().starts_with("10 rules found"), "{error}");
    let limits = Limits { rules: 10, ..Limits::default() };
    HookSet::compile(&rules, &limits).unwrap();
}

#[test]
fn every_name_of_a_long_list_is_found_or_the_list_is_refused() {
    use crate::ir::{Atom, NameTest};
    let names = |count: usize| {
        let mut names: Vec<_> =
            (0..count).map(|n| format!("a{n:05}")).collect();
        names.push("zzz".to_owned());
        Atom::Tool(NameTest::OneOf(names))
    };
    let few = |n| Atom::Tool(NameTest::OneOf(vec![format!("b{n}")]));
    let of = |count| {
        let atoms = std::iter::once(names(count)).chain((0..3).map(few));
        let rules = hostile::rules_of(atoms.collect());
        HookSet::compile(&rules, &Limits::default()).map(|set| (rules, set))
    };
    let (rules, _) = of(32_000).unwrap();
    let mut event = Subjects { is_tool: true, ..Subjects::default() };
    event.text = "zzz".to_owned();
    event.tool = crate::source::Span::new(0, 3);
    assert_eq!(check(&rules, &[event]), 3);
    let error = of(65_534).unwrap_err().to_string();
    assert!(error.starts_with("65535 names of one list"), "{error}");
}

#[test]
fn eight_threads_share_one_set() {
    fn shared<T: Send + Sync + Clone>(_: &T) {}
    let mut random = Random::new(11);
    let rules = generate::rules(&mut random, 200);
    let events: Vec<_> =
        (0..50).map(|_| generate::subjects(&mut random)).collect();
    let set = HookSet::compile(&rules, &Limits::default()).unwrap();
    shared(&set);
    let expected: Vec<Vec<Match>> = events
        .iter()
        .map(|e| reference::matches(&rules, e, EventKind(0)))
        .collect();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let set = set.clone();
            let (events, expected) = (&events, &expected);
            scope.spawn(move || {
                let mut scratch = set.scratch();
                for _ in 0..5 {
                    for (event, expected) in events.iter().zip(expected) {
                        let kind = EventKind(0);
                        let found = set.matches(event, kind, &mut scratch);
                        assert_eq!(found, expected);
                    }
                }
            });
        }
    });
}

#[test]
fn hostile_bytes_are_an_error_or_an_answer_but_never_a_panic() {
    let mut random = Random::new(12);
    let rules = generate::rules(&mut random, 80);
    let events: Vec<_> =
        (0..4).map(|_| generate::subjects(&mut random)).collect();
    let set = HookSet::compile(&rules, &Limits::default()).unwrap();
    hostile(&mut random, &set, &events);
    hostile(&mut random, &HookSet::compile_keyed(&rules), &events);
}

fn hostile(random: &mut Random, set: &HookSet, events: &[Subjects]) {
    let good = set.image().to_vec();
    for cut in [0, 7, 63, 64, 200, good.len() - 1] {
        let image: Bytes = Arc::new(good[..cut].to_vec());
        assert!(HookSet::from_image(image).is_err());
    }
    for _ in 0..1000 {
        let mut bad = good.clone();
        for _ in 0..=random.below(20) {
            let at = random.below(bad.len());
            bad[at] = random.next() as u8;
        }
        let damaged = bad != good;
        let Ok(set) = HookSet::from_image(Arc::new(bad)) else { continue };
        assert_eq!(set.verify().is_err(), damaged);
        let mut scratch = set.scratch();
        for event in events {
            set.matches(event, EventKind(0), &mut scratch);
        }
        for rule in 0..set.len().min(100) {
            set.rule(RuleId(rule as u32));
        }
    }
}

#[test]
fn other_versions_and_byte_orders_are_refused_with_a_message() {
    let set = HookSet::compile(&Rules::default(), &Limits::default());
    let good = set.unwrap().image().to_vec();
    let with = |at: usize, bytes: &[u8]| {
        let mut image = good.clone();
        image[at..at + bytes.len()].copy_from_slice(bytes);
        HookSet::from_image(Arc::new(image)).unwrap_err()
    };
    let error = with(8, &[99, 0, 0, 0]);
    assert!(error.to_string().contains("format 99"), "{error}");
    assert_eq!(with(12, &[1, 2, 3, 4]), ImageError::Endian);
    assert_eq!(with(0, b"x"), ImageError::NotAnImage);
}
