//! What the analysis claims, against the reference evaluator: where it says
//! that a rule covers another, no event is found that matches the one and
//! not the other; where it says not, its example shows it.

mod changed;
mod claims;
mod edits;
mod hooks;
mod made;
mod real;
mod removed;
mod same;
mod widened;

use std::collections::BTreeMap;

use hookset::analyze::{Cover, Survey, sample_context};
use hookset::diagnostic::Code;
use hookset::dialect::Dialect;
use hookset::event::{Context, Event, EventKind};
use hookset::hook_set::{Place, reference};
use hookset::ir::{Effect, RuleId, Rules};
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};
use hookset::subject::{Needs, Subjects};
use serde_json::json;

use made::{Random, contexts, policy, random_event, read, variants};

/// How many pairs of rules are compared.
const PAIRS: usize = 10_000;

/// How many rules are compared with each other.
const BATCH: usize = 20;

/// How many events corpus claims are held against.
const CORPUS_EVENTS: usize = 100_000;

/// Where each rule matches an event.
fn places(
    rules: &Rules,
    event: &str,
    context: &Context,
    dialect: &Dialect,
) -> BTreeMap<RuleId, Vec<Place>> {
    let mut tape = Tape::new();
    let event = Event::read(event, &mut tape);
    let mut subjects = Subjects::default();
    subjects.read(&event, context, dialect, Needs::ALL);
    let kind = event.kind.unwrap_or(EventKind::PRE_TOOL_USE);
    let mut out: BTreeMap<RuleId, Vec<Place>> = BTreeMap::new();
    for found in reference::matches(rules, &subjects, kind) {
        out.entry(found.rule).or_default().push(found.place);
    }
    out
}

/// Why a claim that `wide` covers `narrow` is refuted, if it is.
fn refuted(
    rules: &Rules,
    narrow: RuleId,
    wide: RuleId,
    at: &BTreeMap<RuleId, Vec<Place>>,
) -> bool {
    let (Some(own), other) = (at.get(&narrow), at.get(&wide)) else {
        return false;
    };
    let Some(other) = other else { return true };
    let allow = |id| rules.rule(id).unwrap().effect == Effect::Allow;
    let whole = other.contains(&Place::Call);
    allow(narrow)
        && allow(wide)
        && !whole
        && own.iter().any(|place| !other.contains(place))
}

fn text(rules: &Rules, id: RuleId) -> String {
    let rule = rules.rule(id).unwrap();
    format!("{:?} {}", rule.effect, rule.text)
}

#[derive(Default)]
struct Tally {
    holds: usize,
    fails: usize,
    undecided: usize,
    events: usize,
    wrong: Vec<String>,
}

fn batch(r: &mut Random, dialect: &Dialect, tally: &mut Tally) {
    let policy = policy(r, dialect);
    let rules = policy.rules();
    let mut survey = Survey::new(rules, dialect);
    let ids: Vec<RuleId> = (0..rules.rules.len() as u32)
        .map(RuleId)
        .filter(|id| rules.rule(*id).unwrap().effect.is_permission())
        .collect();
    let mut events: Vec<String> = (0..60).map(|_| random_event(r)).collect();
    for id in &ids {
        for sample in survey.samples(*id).iter().take(3) {
            events.extend(variants(sample));
        }
    }
    events.sort();
    events.dedup();
    let contexts = contexts();
    let mut seen = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let context = &contexts[at % contexts.len()];
        seen.push((event, places(rules, event, context, dialect)));
        if at % contexts.len() > 0 {
            let at = places(rules, event, &contexts[0], dialect);
            seen.push((event, at));
        }
    }
    tally.events += seen.len();
    for &narrow in &ids {
        for &wide in ids.iter().filter(|wide| **wide != narrow) {
            let pair = || {
                let (own, wide) = (text(rules, narrow), text(rules, wide));
                format!("{}: {own} in {wide}", dialect.name)
            };
            match survey.covers(wide, narrow) {
                Cover::Holds => {
                    tally.holds += 1;
                    for (event, at) in &seen {
                        if refuted(rules, narrow, wide, at) {
                            tally.wrong.push(format!("{}: {event}", pair()));
                            break;
                        }
                    }
                }
                Cover::Fails(sample) => {
                    tally.fails += 1;
                    let context = sample_context();
                    let at = places(rules, sample.json(), &context, dialect);
                    if !at.contains_key(&narrow) || at.contains_key(&wide) {
                        let shown = sample.shown();
                        tally.wrong.push(format!("{} not: {shown}", pair()));
                    }
                }
                Cover::NotDecided => tally.undecided += 1,
            }
        }
    }
}

#[test]
fn claims_on_pairs_hold() {
    let mut r = Random(0x9E37_79B9_7F4A_7C15);
    let mut tally = Tally::default();
    let dialects = ["hookset", "claude"].map(|n| Dialect::named(n).unwrap());
    while tally.holds + tally.fails + tally.undecided < PAIRS {
        for dialect in &dialects {
            batch(&mut r, dialect, &mut tally);
        }
    }
    let Tally { holds, fails, undecided, events, wrong } = tally;
    println!(
        "{holds} covered, {fails} not, {undecided} not decided, \
         {events} events"
    );
    assert!(
        wrong.is_empty(),
        "{}: {:#?}",
        wrong.len(),
        &wrong[..20.min(wrong.len())]
    );
    assert!(holds > 300 && undecided * 10 < holds + fails);
}

/// Where the first source that speaks decides, a rule of a later one keeps
/// none from counting and makes none superfluous.
#[test]
fn a_later_source_covers_nothing_where_the_first_decides() {
    let dialect = Dialect::named("cascade").unwrap();
    let rows = [("deny", "shadowed"), ("allow", "redundant")];
    for (list, what) in rows {
        for own_first in [true, false] {
            let own = ("allow", "Bash(git push *)");
            let by = (list, "Bash(git *)");
            let both = if own_first { [own, by] } else { [by, own] };
            let files = both.map(|(list, rule)| Input {
                name: format!("{list}.json"),
                text: json!({ "permissions": { list: [rule] } }).to_string(),
                family: Family::Claude,
                scope: Scope::Project,
                directory: None,
            });
            let policy = Policy::from_sources(files, &dialect);
            let mut survey = Survey::new(policy.rules(), &dialect);
            let (shadowed, redundant) = survey.covered();
            let found = shadowed.len() + redundant.len();
            assert_eq!(found, usize::from(!own_first), "{what}");
        }
    }
}

/// An allow rule rests on no one reading of a name; a guard tries them all.
#[test]
fn an_allow_rule_on_a_server_covers_no_guard() {
    for name in ["hookset", "claude"] {
        let dialect = Dialect::named(name).unwrap();
        let lists = json!({"allow": ["mcp__s"], "deny": ["mcp__s__get*"]});
        let text = json!({ "permissions": lists }).to_string();
        let policy = read("settings.json", text, &dialect);
        let mut survey = Survey::new(policy.rules(), &dialect);
        let found = survey.covers(RuleId(0), RuleId(1));
        assert!(!matches!(found, Cover::Holds), "{name}: {found:?}");
    }
}

/// What would take too long is given up, and that is said.
#[test]
fn what_is_given_up_is_said() {
    let mut r = Random(11);
    let mut lists = BTreeMap::<&str, Vec<String>>::new();
    for at in 0..400 {
        let parts: Vec<String> = (0..24)
            .map(|_| r.pick(&["[a-f]", "[!b]", "?", "*"]).to_string())
            .collect();
        let list = if at % 2 == 0 { "allow" } else { "ask" };
        let rule = format!("Read({}/**)", parts.concat());
        lists.entry(list).or_default().push(rule);
    }
    let text = json!({ "permissions": lists }).to_string();
    let dialect = Dialect::named("claude").unwrap();
    let policy = read("settings.json", text, &dialect);
    let found = hookset::lint::check(&policy);
    let told: Vec<_> = found
        .iter()
        .filter(|found| found.code == Code::NOT_DECIDED)
        .map(|found| found.message.as_str())
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("of 400 rules were not compared"), "{told:?}");
}
