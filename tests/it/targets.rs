//! What fuzzing and kept regressions run, as functions over bytes. Each
//! panics when something that must hold does not.

#![allow(
    dead_code,
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a target fails by panicking"
)]

#[path = "targets/sets.rs"]
mod sets;
#[path = "targets/shells.rs"]
pub(crate) mod shells;

use std::collections::BTreeSet;

use hookset::dialect::Dialect;
use hookset::event::{Event, EventKind, Shell, Trouble, What};
use hookset::guide::{self, Guidance};
use hookset::hook_set::{self, HookSet, Limits};
use hookset::ir::{Effect, RuleId};
use hookset::json::{Fault, Limits as JsonLimits, Tape};
use hookset::load::{Family, Scope};
use hookset::plan::{Answer, Engine, Permission, Scratch, Why};
use hookset::policy::{Input, Policy};
use hookset::shell::split::{self, Line, split};
use hookset::shell::{Commands, Places, Profile, analyze};
use hookset::source::Span;
use hookset::subject::{Needs, Subjects};
use hookset::syntax::matcher::{MatcherAlphabet, parse_matcher};
use hookset::syntax::regex::{Flavor, RegexErrorKind, parse_regex};
use hookset::syntax::{
    MAX_PATH_PATTERN_BYTES, MAX_RULE_BYTES, TextGlob, host_glob,
    parse_condition, parse_path, parse_rule, print_path, split_alternatives,
};

use super::generate::{Choices, Happening, Rules, command};
use super::laws;

use sets::{image, plan, regex};
use shells::split_shells;

/// A body of a target.
pub(crate) type Target = fn(&[u8]);

/// Every target, by name.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("agree", agree),
    ("event", event),
    ("image", image),
    ("load", load),
    ("parse", parse),
    ("plan", plan),
    ("regex", regex),
    ("roundtrip", roundtrip),
    ("split", split_shells),
];

/// Runs the target of this name.
pub(crate) fn run(name: &str, data: &[u8]) {
    let found = TARGETS.iter().find(|target| target.0 == name);
    found.expect("a target of this name").1(data);
}

fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

#[track_caller]
fn inside(span: Span, text: &str) {
    let range = span.range();
    assert!(text.get(range).is_some(), "{span:?} is no place in {text:?}");
}

/// Reading rules, conditions and patterns never panics, and every place that
/// is reported lies in the text.
fn parse(data: &[u8]) {
    let text = &text(data);
    match parse_rule(text) {
        Ok(rule) => {
            inside(rule.name.span, text);
            inside(rule.span, text);
            if let Some(content) = rule.content {
                inside(content.span, text);
            }
        }
        Err(error) => inside(error.span, text),
    }
    if let Err(error) = parse_condition(text) {
        inside(error.span, text);
    }
    for whole in [false, true] {
        for note in parse_path(text, whole).notes {
            inside(note.span, text);
        }
    }
    for part in split_alternatives(text) {
        inside(part, text);
    }
    if let Err(fault) = host_glob::parse(text) {
        inside(fault.span, text);
    }
    for alphabet in [MatcherAlphabet::NARROW, MatcherAlphabet::WIDE] {
        for flavor in [Flavor::JavaScript, Flavor::Linear] {
            parse_matcher(Some(text), alphabet, flavor);
        }
    }
    TextGlob::command(text);
    TextGlob::stars(text);
}

/// An event that is read from its bytes is the one that is taken from a tape,
/// which knows no short cuts.
fn event(data: &[u8]) {
    let text = &text(data);
    let (mut tape, mut other) = (Tape::new(), Tape::new());
    let mut event = Event::read(text, &mut tape);
    other.read(text, &JsonLimits::default());
    let mut careful = Event::of(other.root(text));
    for problem in other.problems() {
        let (what, span) = (What::Json(problem.fault), problem.span);
        careful.troubles.push(Trouble { what, span, field: "" });
    }
    for trouble in &mut event.troubles {
        inside(trouble.span, text);
        // The tape does not say which field a key that stands twice is.
        if trouble.what == What::Json(Fault::DuplicateKey) {
            trouble.field = "";
        }
    }
    assert_eq!(format!("{event:?}"), format!("{careful:?}"));
}

/// What is printed is read as what it was printed from.
fn roundtrip(data: &[u8]) {
    let text = &text(data);
    if let Ok(rule) = parse_rule(text) {
        let printed = rule.to_string();
        let again = parse_rule(&printed).expect("a printed rule");
        assert_eq!(again.name.value, rule.name.value, "{printed:?}");
        let value = |content: Option<hookset::source::Spanned<String>>| {
            content.map(|content| content.value)
        };
        assert_eq!(value(again.content), value(rule.content), "{printed:?}");
    }
    if let Ok(condition) = parse_condition(text) {
        let printed = condition.to_string();
        match parse_condition(&printed) {
            Ok(again) => assert_eq!(again.to_string(), printed, "{text:?}"),
            // Blanks that are printed may take it over the limit.
            Err(_) if printed.len() > MAX_RULE_BYTES => {}
            Err(error) => panic!("{printed:?}: {error:?}"),
        }
    }
    for whole in [false, true] {
        let path = parse_path(text, whole);
        let printed = print_path(path.anchor, path.ascend, &path.glob);
        if printed.len() > MAX_PATH_PATTERN_BYTES {
            continue;
        }
        let again = parse_path(&printed, whole);
        let parts = (again.anchor, again.ascend, again.glob);
        assert_eq!(parts, (path.anchor, path.ascend, path.glob), "{printed}");
    }
    if let Ok(glob) = host_glob::parse(text) {
        let printed = host_glob::print(&glob);
        assert_eq!(host_glob::parse(&printed).as_ref(), Ok(&glob), "{text:?}");
    }
    let glob = TextGlob::command(text);
    assert_eq!(TextGlob::command(&glob.print()), glob, "{text:?}");
    if let Ok(regex) = parse_regex(text) {
        let printed = regex.to_string();
        match parse_regex(&printed) {
            Ok(again) => assert_eq!(again.to_string(), printed, "{text:?}"),
            // What is printed as an escape may take it over the limit.
            Err(error) if error.kind == RegexErrorKind::TooLong => {}
            Err(error) => panic!("{printed:?}: {error:?}"),
        }
    }
}

/// The files that are loaded, by the word that picks one for a run.
const LOADERS: &[(&str, Family)] = &[
    ("claude", Family::Claude),
    ("agent", Family::Agent),
    ("plugin", Family::Plugin),
    ("hookset", Family::Hookset),
    ("sep2282", Family::Sep2282),
    ("toolkit", Family::Toolkit),
    ("definition", Family::Definition),
    ("pattern", Family::Pattern),
    ("gemini", Family::Gemini),
    ("codex", Family::Codex),
];

/// The kind of file that a word stands for.
pub(crate) fn family(name: &str) -> Family {
    let found = LOADERS.iter().find(|row| row.0 == name);
    found.unwrap_or_else(|| panic!("no kind of file `{name}`")).1
}

/// The loader of a file, by its first byte; `HOOKSET_FUZZ_LOADER` names one
/// for a whole run, so that each gets its time.
fn loader(head: usize) -> Family {
    let said = std::env::var("HOOKSET_FUZZ_LOADER");
    let said = said.ok().map(|name| family(&name));
    said.unwrap_or(LOADERS[head % LOADERS.len()].1)
}

/// Any file loads: no panic, every finding lies in it, and what was active
/// compiles.
fn load(data: &[u8]) {
    let (head, rest) = match data.split_first() {
        Some((&head, rest)) => (usize::from(head), rest),
        None => (0, data),
    };
    let text = text(rest);
    let dialect = ["hookset", "claude"][head / 64 % 2];
    let dialect = Dialect::named(dialect).expect("a dialect");
    let scopes = [Scope::Project, Scope::Managed, Scope::Agent, Scope::Skill];
    let scope = scopes[head / 16 % 4];
    let input = Input {
        name: "settings.json".to_owned(),
        text: text.clone(),
        family: loader(head),
        scope,
        directory: None,
    };
    let policy = Policy::from_sources([input], &dialect);
    let documents = policy.documents().iter();
    let guidance = documents.flat_map(|document| {
        let (defined, found) =
            Guidance::read_document(document, &guide::Choices::DOCUMENT);
        for one in defined {
            inside(one.span, &text);
        }
        found
    });
    let guidance: Vec<_> = guidance.collect();
    for diagnostic in policy.diagnostics().iter().chain(&guidance) {
        for place in &diagnostic.labels {
            inside(place.span, &text);
        }
    }
    for rule in &policy.rules().rules {
        inside(rule.origin.span, &text);
    }
    let _ = policy.compile(&Limits::default());
}

/// The compiled set says what the reference says, about everything, and so
/// does a set loaded from its image.
pub(crate) fn agree(data: &[u8]) {
    let mut choices = Choices::new(data);
    let dialect = choices.dialect();
    let rules = Rules::made(&mut choices);
    let engine = engine(&rules, &dialect);
    let mut scratch = Scratch::default();
    for _ in 0..=choices.below(3) {
        let happening = Happening::made(&mut choices, &rules);
        same(&engine, &happening, &mut scratch);
    }
}

/// The rules, ready to answer.
pub(crate) fn engine(rules: &Rules, dialect: &Dialect) -> Engine {
    let policy = rules.policy(dialect);
    policy.compile(&Limits::default()).expect("a policy within the limits")
}

/// Both evaluators on one event.
pub(crate) fn same(
    engine: &Engine,
    happening: &Happening,
    scratch: &mut Scratch,
) {
    happening.with(|event| {
        let context = &happening.context;
        let mut other = Scratch::default();
        let compiled = engine.answer(event, context, scratch);
        let slow = engine.answer_by_reference(event, context, &mut other);
        let slow = slow.expect("an engine made from a policy");
        let settings = engine.policy().map(|policy| &policy.sources()[0]);
        let about = || (settings.map(|source| source.text()), happening);
        assert_eq!(compiled.matches, slow.matches, "{:?}", about());
        assert_eq!(compiled.permission, slow.permission, "{:?}", about());
        assert_eq!(compiled.hooks, slow.hooks, "{:?}", about());
        let early = engine.decide(event, context, &mut Scratch::default());
        assert!(decides(engine, early, &slow), "{early:?}, {:?}", about());
        let image = std::sync::Arc::new(engine.set().image().to_vec());
        let loaded = HookSet::from_image(image).expect("our own image");
        let kind = event.kind.unwrap_or(EventKind::PRE_TOOL_USE);
        let mut memory = hook_set::Scratch::default();
        let again = loaded.matches(slow.subjects, kind, &mut memory);
        assert_eq!(again, slow.matches, "{:?}", about());
        // Words that no guard can be about are looked at, too.
        let needs = Needs { names: None, ..engine.needs() };
        let mut all = Subjects::default();
        all.read(event, context, engine.dialect(), needs);
        let found = loaded.matches(&all, kind, &mut memory);
        assert_eq!(rules_of(found), rules_of(slow.matches), "{:?}", about());
    });
}

fn rules_of(matches: &[hook_set::Match]) -> BTreeSet<RuleId> {
    matches.iter().map(|found| found.rule).collect()
}

/// Whether the decision alone is that of the whole answer: the same, but
/// that another rule which denies may stand for the first one.
pub(crate) fn decides(
    engine: &Engine,
    early: Permission,
    answer: &Answer<'_>,
) -> bool {
    let denies = |rule| {
        let effect = engine.rule(rule).map(|rule| rule.effect);
        effect == Some(Effect::Deny)
            && answer.matches.iter().any(|found| found.rule == rule)
    };
    let whole = answer.permission;
    let other = whole.rule.is_some_and(denies)
        && early.rule.is_some_and(denies)
        && whole.why == Why::Matched;
    let early = match other {
        true => Permission { rule: whole.rule, ..early },
        false => early,
    };
    early == whole
}
