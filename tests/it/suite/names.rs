//! Words and options that no guard can be about are dropped before they are looked at:
//! the same rules match as without that.

use std::collections::BTreeSet;

use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::ir::{Effect, RuleId};
use hookset::json::Tape;
use hookset::load::Scope;
use hookset::plan::Engine;
use hookset::subject::{Needs, Subjects};

use super::calls::{Scene, bypass_scene, match_scene};
use super::cases;
use super::engine::{compiled, policy};

/// The rules that match, and how many files were looked at.
fn rules(
    engine: &Engine,
    event: &Event<'_>,
    context: &Context,
    needs: Needs<'_>,
) -> (BTreeSet<RuleId>, usize) {
    let mut subjects = Subjects::default();
    subjects.read(event, context, engine.dialect(), needs);
    let mut scratch = engine.set().scratch();
    let Some(kind) = event.kind else { return Default::default() };
    let matches = engine.set().matches(&subjects, kind, &mut scratch);
    let rules = matches.iter().map(|found| found.rule).collect();
    (rules, subjects.paths.len())
}

/// How many files need not be looked at.
fn dropped(
    engine: &Engine,
    payload: &str,
    context: &Context,
    name: &str,
) -> usize {
    let mut tape = Tape::new();
    let event = Event::read(payload, &mut tape);
    let needs = engine.needs();
    let all = Needs { names: None, ..needs };
    let (few, looked) = rules(engine, &event, context, needs);
    let (found, files) = rules(engine, &event, context, all);
    assert_eq!(few, found, "{name}");
    // Where nobody says which options guards name, more may be meant.
    let all = Needs { options: None, ..all };
    let (found, _) = rules(engine, &event, context, all);
    let stops = |found: &BTreeSet<RuleId>| {
        let set = engine.set();
        let effects = found.iter().filter_map(|&rule| set.effect(rule));
        effects.filter(|effect| *effect != Effect::Allow).count() > 0
    };
    assert!(!stops(&few) || stops(&found), "{name}");
    files - looked
}

#[test]
fn the_same_rules_match_in_every_case() {
    let matching = cases::of("match").into_iter();
    let matching = matching.map(|case| (match_scene(&case), case.name));
    let bypasses = cases::of("bypass").into_iter();
    let bypasses = bypasses.map(|case| (bypass_scene(&case), case.name));
    let mut count = 0;
    for (Scene { engine, payload, context }, name) in matching.chain(bypasses)
    {
        count += dropped(&engine, &payload, &context, &name);
    }
    assert!(count > 500, "{count} files dropped");
}

const GUARDS: &[&str] = &[
    ".env",
    "**/*.pem",
    "src/**",
    "**/id_*",
    "//usr/**",
    "//var/run/x/**",
    "~/.ssh/**",
    "//proc/self/environ",
    "a/**/b?c",
    "//etc/passwd",
    "./x/y",
    "//bin/**",
    "**/*~",
    "größe/**",
    "//home/ada/proj/keys/**",
    "//run/**",
];

const WORDS: &[&str] = &[
    ".env",
    ".ENV",
    "k.pem",
    "src",
    "src/",
    "./src/..",
    "../proj/src",
    "id_x",
    "/bin/ls",
    "/x/../bin/ls",
    "//bin/ls",
    "/./bin/ls",
    "/usr/./bin/ls",
    "../../../bin/ls",
    "file:///bin/ls",
    "FILE:/home/ada/proj/%2eenv",
    "file:/%2eenv",
    "file://localhost/%65tc/passwd",
    "bin/ls",
    "run/x/y",
    "/var/run/x/y",
    "../run/x",
    ".ssh/k",
    "~/.ssh/k",
    "/proc/self/cwd/.env",
    "/proc/1/root/etc/passwd",
    "a/q/bxc",
    "etc/passwd",
    "self/environ",
    "x/y",
    "x/./y",
    "x//y",
    "l/passwd",
    "l/src",
    "file:///etc/passwd",
    "größe/x",
    "keys/k",
    "proj/keys/k",
    "x~",
    "~",
];

const LINES: &[&str] = &[
    "mytool W",
    "mytool x W",
    "mytool --in=W",
    "mytool -fW",
    "git x W",
    "cd /etc && mytool W",
    "cd src; mytool W",
    "cd ..; mytool W",
    "ln -s /etc l; mytool x W",
    "mytool x W; ln -s /home/ada/proj l",
    "docker run -v /etc:/m x mytool /m/W",
    "chroot /home mytool /W",
    "cd ~; mytool x W",
    "cd $X; mytool x W",
    "mytool a:W",
];

const PLACES: &[&str] =
    &["/home/ada/proj", "/", "/usr", "/var", "/etc", "/home/ada", "/proc"];

#[test]
fn the_same_rules_match_wherever_a_word_may_lead() {
    let dialect = Dialect::named("hookset").unwrap();
    let rules = |guards: &[String]| {
        serde_json::json!({ "permissions": { "deny": guards } }).to_string()
    };
    let alone = GUARDS.iter().map(|guard| vec![format!("Read({guard})")]);
    let all: Vec<_> = alone.clone().flatten().collect();
    let mut count = 0;
    for guards in alone.chain([all]) {
        let policy = policy(&rules(&guards), Scope::Project, &dialect);
        let engine = compiled(policy);
        for (number, line) in LINES.iter().enumerate() {
            for word in WORDS {
                let command = line.replace('W', word);
                // Of the later lines one place says enough.
                let places = if number < 4 { PLACES.len() } else { 1 };
                for &cwd in PLACES.iter().take(places) {
                    let payload = serde_json::json!({
                        "hook_event_name": "PreToolUse",
                        "tool_name": "Bash",
                        "tool_input": { "command": command },
                        "cwd": cwd,
                    });
                    let context = Context {
                        home: Some("/home/ada".into()),
                        ..Context::default()
                    };
                    let name = format!("{guards:?} {command} in {cwd}");
                    let payload = payload.to_string();
                    count += dropped(&engine, &payload, &context, &name);
                }
            }
        }
    }
    assert!(count > 5000, "{count} files dropped");
}
