//! What fixes may do, on the bad examples of the pages and on real files:
//! they come to an end, leave nothing of what they mended, make nothing
//! worse, and change no answer but where a mended text speaks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use hookset::analyze::{Survey, sample_context};
use hookset::diagnostic::fix::{Mended, Which, mend};
use hookset::diagnostic::{Diagnostic, Severity};
use hookset::dialect::Dialect;
use hookset::event::Event;
use hookset::hook_set::Limits;
use hookset::ir::{Effect, RuleId};
use hookset::json::Tape;
use hookset::lint;
use hookset::load::{Family, Scope};
use hookset::plan::{Behavior, Engine, Scratch, Why};
use hookset::policy::{Input, Policy};
use hookset::source::Span;
use proptest::prelude::*;

use super::fixes::slipped;
use super::generate::{Choices, Rules};
use super::shared;

/// What may come up when rules change: it is about rules beside each other.
const BESIDE: &[&str] = &[
    "allow-undoes-deny",
    "always-matches",
    "duplicate-handler",
    "duplicate-rule",
    "overlapping-allow-ask",
    "redundant-rule",
    "shadowed-rule",
];

struct File {
    input: Input,
    dialect: Dialect,
}

impl File {
    fn policy(&self, text: &str) -> Policy {
        let mut input = self.input.clone();
        input.text = text.to_owned();
        Policy::from_sources([input], &self.dialect)
    }

    fn found(&self, text: &str) -> Vec<Diagnostic> {
        lint::check(&self.policy(text))
    }

    /// Nothing is found that was not there, except in texts that could not
    /// be read before and about rules beside each other.
    fn nothing_worse(
        &self,
        new: &str,
        which: Which,
        before: &[Diagnostic],
        after: &[Diagnostic],
        say: &mut impl FnMut(String),
    ) {
        let old = self.policy(&self.input.text);
        if old.documents().iter().any(|document| document.refused) {
            return;
        }
        let known = places(&old);
        let new = self.policy(new);
        let all = places(&new);
        // What is mended may be the same as what stood elsewhere.
        let count = |all: &[(Span, String)], text: &str| {
            all.iter().filter(|(_, other)| other == text).count()
        };
        let mended: Vec<_> = all
            .iter()
            .filter(|(_, text)| count(&all, text) > count(&known, text))
            .collect();
        let elsewhere = |found: &&Diagnostic| {
            let at = found.primary().unwrap().span;
            !mended
                .iter()
                .any(|(span, _)| span.start <= at.start && at.end <= span.end)
        };
        let had: BTreeSet<_> = before.iter().map(|f| f.code).collect();
        for found in after.iter().filter(elsewhere) {
            let code = found.code;
            let beside = BESIDE.contains(&code.name());
            if which == Which::Safe && !had.contains(&code) && !beside {
                say(format!("{} is new", code.name()));
            }
        }
        let bad = |f: &&Diagnostic| f.severity == Severity::Error;
        let now = after.iter().filter(elsewhere).filter(bad);
        if now.clone().count() > before.iter().filter(bad).count() {
            let codes: Vec<_> = now.map(|f| f.code.name()).collect();
            say(format!("more errors: {codes:?}"));
        }
    }

    /// Mends the file and holds it to the laws.
    fn mended(&self, which: Which, wrong: &mut Vec<String>) -> Mended {
        let old = &self.input.text;
        let mended = mend(old, which, |text| self.found(text));
        let name = &self.input.name;
        let mut say = |what: String| wrong.push(format!("{name}: {what}"));
        if mended.gave_up {
            say("the fixes do not come to an end".to_owned());
        }
        let (before, after) = (self.found(old), self.found(&mended.text));
        for found in &after {
            if found.fix.as_ref().is_some_and(|fix| which.takes(fix)) {
                say(format!("{} is left", found.code.name()));
            }
        }
        self.nothing_worse(&mended.text, which, &before, &after, &mut say);
        if mended.text != *old {
            answers(self, &mended.text, &mut say);
        }
        mended
    }
}

/// Every rule and condition with its place, quotes included.
fn places(policy: &Policy) -> Vec<(Span, String)> {
    let mut out = Vec::new();
    for document in policy.documents() {
        let rules = document.rules.iter();
        out.extend(rules.map(|r| (r.span, r.text.as_str().to_owned())));
        let hooks = document.groups.iter().flat_map(|group| &group.hooks);
        out.extend(hooks.filter_map(|hook| {
            let text = hook.condition.as_ref()?;
            Some((text.span(), text.as_str().to_owned()))
        }));
    }
    out
}

/// One side of a change.
struct Side {
    engine: Engine,
    /// Texts of rules in a list, with how often they stand there.
    texts: BTreeMap<(String, String), usize>,
    /// The matcher of each hook: it may be what is mended.
    matchers: Vec<String>,
    broken: bool,
}

/// The list of a rule; of a hook its number and its matcher.
fn list(effect: Effect, matchers: &[String]) -> String {
    match effect {
        Effect::Fire(at) => format!("{effect:?} {}", matchers[at as usize]),
        _ => format!("{effect:?}"),
    }
}

impl Side {
    fn of(policy: Policy) -> Side {
        let mut texts = BTreeMap::new();
        let matchers = policy.hooks().iter().map(|hook| {
            let document = &policy.documents()[hook.place.document];
            let matcher = &document.groups[hook.place.group].matcher;
            matcher.as_ref().map_or("", |text| text.as_str()).to_owned()
        });
        let matchers: Vec<String> = matchers.collect();
        for rule in &policy.rules().rules {
            let key = (list(rule.effect, &matchers), rule.text.clone());
            *texts.entry(key).or_insert(0) += 1;
        }
        let broken =
            policy.documents().iter().any(|d| d.degraded || d.refused);
        let engine = policy.compile(&Limits::default()).unwrap();
        Side { engine, texts, matchers, broken }
    }

    fn once(&self, key: &(String, String)) -> bool {
        self.texts.get(key) == Some(&1)
    }

    /// What it says, the rules that match, and whether it could not decide
    /// about others.
    fn on(&self, text: &str) -> (Behavior, BTreeSet<(String, String)>, bool) {
        let mut tape = Tape::new();
        let event = Event::read(text, &mut tape);
        let mut scratch = Scratch::default();
        let context = sample_context();
        let answer = self.engine.answer(&event, &context, &mut scratch);
        let rules =
            answer.matches.iter().filter_map(|m| self.engine.rule(m.rule));
        let rules = rules.map(|rule| {
            (list(rule.effect, &self.matchers), rule.text.into_owned())
        });
        let rules = rules.collect();
        let permission = answer.permission;
        let open =
            matches!(permission.why, Why::Undecided(_) | Why::Degraded(_));
        (permission.behavior, rules, open)
    }
}

/// Events that the rules of a policy match.
fn events(policy: &Policy) -> Vec<String> {
    let rules = policy.rules();
    let mut survey = Survey::new(rules, policy.dialect());
    let ids = (0..rules.rules.len()).filter_map(|at| u32::try_from(at).ok());
    ids.take(300)
        .flat_map(|at| survey.samples(RuleId(at)))
        .map(|sample| sample.json().to_owned())
        // On an event that cannot be read every deny rule speaks.
        .filter(|text| Event::read(text, &mut Tape::new()).troubles.is_empty())
        .collect()
}

/// Rules that both texts have match the same; an answer differs only where a
/// rule speaks that one of them has not.
fn answers(file: &File, new: &str, say: &mut impl FnMut(String)) {
    let (old, new) = (file.policy(&file.input.text), file.policy(new));
    let mut all = events(&old);
    all.extend(events(&new));
    let (old, new) = (Side::of(old), Side::of(new));
    for event in all {
        let (was, before, asked) = old.on(&event);
        let (is, after, open) = new.on(&event);
        let kept = |key: &&(String, String)| old.once(key) && new.once(key);
        let differ: Vec<_> =
            before.symmetric_difference(&after).filter(kept).collect();
        if !differ.is_empty() && !old.broken {
            say(format!("{differ:?} differ on {event}"));
        }
        let mended = before.iter().any(|key| !new.texts.contains_key(key))
            || after.iter().any(|key| !old.texts.contains_key(key));
        // A guard that had no effect may now be one that is not decided; one
        // that could not be read put calls in doubt.
        let asks = (open || asked)
            && new.texts.keys().any(|k| !old.texts.contains_key(k));
        if was != is && !mended && !asks && !old.broken {
            say(format!("{was:?} became {is:?} on {event}"));
        }
    }
}

#[test]
fn fixes_of_the_pages_hold_the_laws() {
    let mut wrong = Vec::new();
    let mut mended = 0;
    for (code, mut input, dialect) in super::lints::bad_examples() {
        input.name = code.to_owned();
        let file = File { input, dialect };
        for which in [Which::Safe, Which::All] {
            let done = file.mended(which, &mut wrong);
            mended += usize::from(done.text != file.input.text);
        }
    }
    println!("{mended} examples mended");
    assert!(mended > 20, "{mended}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// How a real file is read, by its name: front matter is kept as YAML, and
/// gets its fences back.
fn real(path: &Path) -> Option<File> {
    let text = fs::read_to_string(path).ok()?;
    let name = path.to_string_lossy().into_owned();
    let (family, scope, text) = if name.ends_with(".md.yaml") {
        let scope = match name.contains("/agents/") {
            true => Scope::Agent,
            false => Scope::Skill,
        };
        (Family::Definition, scope, format!("---\n{}\n---\n", text.trim_end()))
    } else if name.ends_with("hooks.json") {
        (Family::Plugin, Scope::Plugin, text)
    } else if name.ends_with(".json") {
        (Family::Claude, Scope::Project, text)
    } else {
        return None;
    };
    let directory = None;
    let input = Input { name, text, family, scope, directory };
    Some(File { input, dialect: Dialect::named("claude")? })
}

#[test]
fn fixes_of_real_files_hold_the_laws() {
    let Some(root) = shared::path("corpus/files") else { return };
    let (mut open, mut wrong) = (vec![root], Vec::new());
    let (mut files, mut mended, mut applied) = (0, 0, 0);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let Some(file) = real(&path) else { continue };
            files += 1;
            let found = file.found(&file.input.text);
            if found.iter().all(|found| found.fix.is_none()) {
                continue;
            }
            for which in [Which::Safe, Which::All] {
                let done = file.mended(which, &mut wrong);
                mended += usize::from(done.text != file.input.text);
                applied += done.applied.len();
            }
        }
    }
    println!("{files} files, mended {mended} times with {applied} fixes");
    assert!(wrong.is_empty(), "{} {:#?}", wrong.len(), wrong);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn fixes_of_generated_settings_hold_the_laws(data: Vec<u8>) {
        let choices = &mut Choices::new(&data);
        let dialect = choices.dialect();
        let mut rules = Rules::made(choices);
        slipped(&mut rules, choices);
        let input = Input {
            name: "settings.json".to_owned(),
            text: rules.settings(),
            family: Family::Claude,
            scope: Scope::Project,
            directory: None,
        };
        let file = File { input, dialect };
        let mut wrong = Vec::new();
        for which in [Which::Safe, Which::All] {
            file.mended(which, &mut wrong);
        }
        prop_assert!(wrong.is_empty(), "{wrong:#?} in {}", file.input.text);
    }
}
