//! Every case among 10,000 rules that have nothing to do with it and the
//! rules of all other cases: each set of rules says what it says alone, from
//! memory and from an image.

use std::collections::HashMap;
use std::sync::Arc;

use hookset::dialect::Dialect;
use hookset::event::{Event, EventKind};
use hookset::hook_set::{HookSet, Limits, Match, Place, reference};
use hookset::ir::{AtomId, Effect, Predicate, Rule, Rules};
use hookset::json::Tape;
use hookset::load::Scope;
use hookset::source::{SourceId, Span};
use hookset::subject::{Needs, Subjects};

use super::calls::{Scene, bypass_scene, match_scene, matcher_scene};
use super::cases;
use super::engine::policy;

const DECOYS: usize = 10_000;

/// Rules that no case is about; many start or end as those of cases do.
fn decoys() -> Rules {
    let one = |n: usize| match n % 10 {
        0 => format!("Bash(git decoy{n} *)"),
        1 => format!("Bash(rm -rf decoy{n})"),
        2 => format!("Bash(npm run * --decoy{n})"),
        3 => format!("Bash(* --decoy{n} *)"),
        4 => format!("Bash(*decoy{n}*)"),
        5 => format!("Read(src/**/decoy{n}.ts)"),
        6 => format!("Edit(**/decoy{n}/**)"),
        7 => format!("Read(~/.decoy{n}/*.env)"),
        8 => format!("WebFetch(domain:*.decoy{n}.example.com)"),
        _ => format!("mcp__github__decoy{n}_*"),
    };
    let deny: Vec<_> = (0..DECOYS).map(one).collect();
    let text = serde_json::json!({ "permissions": { "deny": deny } });
    let dialect = Dialect::named("hookset").unwrap();
    let policy = policy(&text.to_string(), Scope::Project, &dialect);
    assert!(policy.rules().rules.len() >= DECOYS);
    policy.rules().clone()
}

/// Puts rules behind others, with atoms of their own, as those of a source.
fn append(all: &mut Rules, rules: &Rules, source: SourceId) {
    let by = all.atoms.len() as u32;
    all.atoms.extend(rules.atoms.iter().cloned());
    for rule in &rules.rules {
        let mut rule = rule.clone();
        rule.origin.source = source;
        shift(&mut rule.matcher, by);
        shift(&mut rule.predicate, by);
        all.rules.push(rule);
    }
}

fn shift(predicate: &mut Predicate, by: u32) {
    match predicate {
        Predicate::Always | Predicate::Never => {}
        Predicate::Atom(AtomId(id)) => *id += by,
        Predicate::Not(inner) => shift(inner, by),
        Predicate::And(members) | Predicate::Or(members) => {
            members.iter_mut().for_each(|member| shift(member, by));
        }
    }
}

type Found = (u8, u32, String, Span, Place);

fn one(effect: Effect, text: &str, span: Span, place: Place) -> Found {
    let (kind, handler) = match effect {
        Effect::Allow => (0, 0),
        Effect::Deny => (1, 0),
        Effect::Ask => (2, 0),
        Effect::Fire(handler) => (3, handler),
        Effect::MayDeny => (4, 0),
        Effect::MayAsk => (5, 0),
    };
    (kind, handler, text.to_owned(), span, place)
}

/// What the rules of one source say.
fn of_source(
    set: &HookSet,
    matches: &[Match],
    source: SourceId,
) -> Vec<Found> {
    let mut found: Vec<Found> = matches
        .iter()
        .map(|found| (set.rule(found.rule).unwrap(), found.place))
        .filter(|(rule, _)| rule.origin.source == source)
        .map(|(rule, place)| {
            one(rule.effect, &rule.text, rule.origin.span, place)
        })
        .collect();
    found.sort();
    found
}

fn by_reference(
    rules: &Rules,
    subjects: &Subjects,
    kind: EventKind,
) -> Vec<Found> {
    let matches = reference::matches(rules, subjects, kind);
    let mut found: Vec<Found> = matches
        .iter()
        .map(|found| {
            let rule: &Rule = rules.rule(found.rule).unwrap();
            one(rule.effect, &rule.text, rule.origin.span, found.place)
        })
        .collect();
    found.sort();
    found
}

#[test]
fn every_case_holds_among_ten_thousand_other_rules() {
    let matching = cases::of("match").into_iter();
    let matching = matching.map(|case| (match_scene(&case), case.name));
    let matchers = cases::of("matcher").into_iter();
    let matchers = matchers
        .filter_map(|case| Some((matcher_scene(&case).ok()?, case.name)));
    let bypasses = cases::of("bypass").into_iter();
    let bypasses = bypasses.map(|case| (bypass_scene(&case), case.name));
    let scenes: Vec<(Scene, String)> =
        matching.chain(matchers).chain(bypasses).collect();

    let mut all = Rules::default();
    append(&mut all, &decoys(), SourceId(0));
    // Many cases have the same rules: these stand there once.
    let mut known: HashMap<String, SourceId> = HashMap::new();
    let mut sources = Vec::new();
    for (scene, _) in &scenes {
        let own = scene.engine.policy().unwrap().rules();
        let new = SourceId(1 + known.len() as u32);
        let source = *known.entry(format!("{own:?}")).or_insert(new);
        if source == new {
            append(&mut all, own, source);
        }
        sources.push(source);
    }
    let all = all.with(&Rules::default(), &[]).unwrap();
    let limits = Limits::default();
    let set = HookSet::compile(&all, &limits).expect("within the limits");
    let image = Arc::new(set.image().to_vec());
    let read = HookSet::from_image(image).expect("what was written");

    let (mut scratch, mut again) = (set.scratch(), read.scratch());
    let mut subjects = Subjects::default();
    let mut count = 0;
    for (source, (scene, name)) in sources.into_iter().zip(&scenes) {
        let Scene { engine, payload, context } = scene;
        let mut tape = Tape::new();
        let event = Event::read(payload, &mut tape);
        let Some(kind) = event.kind else { continue };
        subjects.read(&event, context, engine.dialect(), Needs::ALL);
        let own = engine.policy().unwrap().rules();
        let expected = by_reference(own, &subjects, kind);
        let matches = set.matches(&subjects, kind, &mut scratch);
        let found = of_source(&set, matches, source);
        assert_eq!(found, expected, "{name}");
        let same = read.matches(&subjects, kind, &mut again);
        assert_eq!(same, matches, "{name}, from the image");
        count += expected.len();
    }
    assert!(count > scenes.len() / 3, "{count} matches");
}
