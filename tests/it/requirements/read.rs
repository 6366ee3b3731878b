//! What a case says of files that are no settings: how they are read, where
//! a finding lies, which guidance is due, what other runners call an event.

use hookset::dialect::Dialect;
use hookset::event::elsewhere::Runner;
use hookset::event::{Context, Event};
use hookset::guide::{Choices, Feature, Guidance, Kind, Query, Registry};
use hookset::json::Tape;
use hookset::lint;
use hookset::load::{Family, Moment};
use hookset::plan::{Engine, Scratch};
use hookset::policy::Policy;
use serde_json::{Value, json};

use super::super::targets;
use super::act::{Held, entries, same, texts};

/// `family`: what kind of file it is; without it, the dialect says.
pub(super) fn family(file: &Value, dialect: &Dialect) -> Family {
    if let Some(name) = file["family"].as_str() {
        return targets::family(name);
    }
    match dialect.name {
        "claude" => Family::Claude,
        "agent" => Family::Agent,
        _ => Family::Hookset,
    }
}

/// `at`: the text that the first label of a finding lies on, by its code.
pub(super) fn labels(case: &Value, policy: &Policy) -> Held {
    let found = lint::check(policy);
    for (code, wanted) in entries(&case["at"]) {
        let own = found.iter().filter(|one| one.code.name() == code);
        let places = own.flat_map(|one| {
            let labels = one.labels.iter();
            labels.filter_map(|label| {
                let source = policy.source(label.source)?;
                Some(label.span.of(source.text()).to_owned())
            })
        });
        let places: Vec<String> = places.collect();
        for wanted in texts(wanted) {
            if !places.contains(&wanted) {
                return Err(format!("`{code}` lies on {places:?}"));
            }
        }
    }
    Ok(())
}

/// `due`: queries of the guidance in the files; which tags are chosen, and
/// why the others are left out.
pub(super) fn guidance(case: &Value, policy: &Policy) -> Held {
    if case["due"].is_null() {
        return Ok(());
    }
    let choices = Choices::DOCUMENT;
    let mut registry = Registry::new().with(choices);
    for document in policy.documents() {
        let (defined, _) = Guidance::read_document(document, &choices);
        let found = registry.register_defined(defined);
        if let Some(found) = found.first() {
            return Err(found.message.clone());
        }
    }
    for each in case["due"].as_array().into_iter().flatten() {
        let config = each["config"].to_string();
        let tape = Tape::of(&config);
        let config = tape.root(&config).and_then(hookset::guide::config);
        let feature = |name: String| Feature::named(&name).unwrap();
        let query = Query {
            kind: each["type"].as_str().and_then(Kind::named),
            storage: texts(&each["storage"]),
            features: texts(&each["features"])
                .into_iter()
                .map(feature)
                .collect(),
            config,
            ..Query::default()
        };
        let selected = registry.query(&query);
        let tags = selected.chosen.iter().map(|one| one.tag.clone());
        let tags: Vec<String> = tags.collect();
        same("chosen", &json!(tags), &each["chosen"])?;
        let left = selected.skipped.iter();
        let reasons =
            left.map(|one| format!("{} {}", one.guidance.tag, one.reason));
        let reasons: Vec<String> = reasons.collect();
        for wanted in texts(&each["because"]) {
            if !reasons.contains(&wanted) {
                return Err(format!("`{wanted}` is not in {reasons:?}"));
            }
        }
    }
    Ok(())
}

/// `elsewhere`: what another runner calls a moment, as `moment runner`;
/// `none` where it has no such event.
pub(super) fn elsewhere(case: &Value) -> Held {
    for (both, wanted) in entries(&case["elsewhere"]) {
        let (moment, runner) = both.split_once(' ').ok_or("two words")?;
        if Moment::named(moment).is_none() {
            return Err(format!("no moment `{moment}`"));
        }
        let runner = Runner::named(runner).ok_or("no such runner")?;
        let found = runner.event(moment).unwrap_or("none");
        same(both, &json!(found), wanted)?;
    }
    Ok(())
}

/// The compiled set and the reference say the same of an event.
pub(super) fn agree(
    engine: &Engine,
    event: &Event<'_>,
    context: &Context,
) -> Held {
    let (mut one, mut other) = (Scratch::default(), Scratch::default());
    let compiled = engine.answer(event, context, &mut one);
    let slow = engine.answer_by_reference(event, context, &mut other);
    let slow = slow.ok_or("no reference")?;
    if compiled.matches != slow.matches || compiled.hooks != slow.hooks {
        return Err("the reference says otherwise".to_owned());
    }
    Ok(())
}
