//! What must hold for every policy and event, as functions over bytes.

#![allow(
    dead_code,
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a law that does not hold panics"
)]

use hookset::dialect::Dialect;
use hookset::event::{Context, Event, Platform};
use hookset::plan::{Behavior, Scratch};
use hookset::shell::{Doubt, Reason};
use hookset::subject::Subjects;
use hookset::subject::path::{Directories, absolute};

use super::generate::{
    Choices, Happening, Rules, Wrapped, command, path, rule, simple, wrap,
};
use super::targets::engine;

/// What rules say about an event.
fn behavior(rules: &Rules, dialect: &Dialect, at: &Happening) -> Behavior {
    let engine = engine(rules, dialect);
    at.with(|event| {
        let mut scratch = Scratch::default();
        let answer = engine.answer(event, &at.context, &mut scratch);
        answer.permission.behavior
    })
}

/// How much an answer stops.
pub(crate) fn strictness(behavior: Behavior) -> u8 {
    match behavior {
        Behavior::Allow => 0,
        Behavior::None => 1,
        Behavior::Ask => 2,
        Behavior::Deny => 3,
    }
}

fn scene(choices: &mut Choices<'_>) -> (Dialect, Rules, Happening) {
    let dialect = choices.dialect();
    let mut rules = Rules::made(choices);
    rules.hooks.clear();
    let happening = Happening::made(choices, &rules);
    (dialect, rules, happening)
}

/// Neither the order of rules nor saying one twice changes the answer.
pub(crate) fn order(data: &[u8]) {
    let choices = &mut Choices::new(data);
    let (dialect, rules, happening) = scene(choices);
    let mut turned = rules.clone();
    let twice = choices.below(2) == 1;
    for list in [&mut turned.allow, &mut turned.ask, &mut turned.deny] {
        list.reverse();
        let by = choices.below(list.len().max(1));
        list.rotate_left(by);
        let again = list.clone();
        list.extend(again.into_iter().filter(|_| twice));
    }
    assert_eq!(
        behavior(&rules, &dialect, &happening),
        behavior(&turned, &dialect, &happening),
        "{rules:?} {happening:?}"
    );
}

/// A deny or ask more never makes the answer more permissive, an allow more
/// never stricter.
pub(crate) fn monotone(data: &[u8]) {
    let choices = &mut Choices::new(data);
    let (dialect, rules, happening) = scene(choices);
    let added = match choices.below(3) {
        0 => rule(choices),
        _ => {
            let texts: Vec<_> = rules.texts().cloned().collect();
            let at = choices.below(texts.len().max(1));
            texts.get(at).cloned().unwrap_or_default()
        }
    };
    holds_with(&rules, &added, choices.below(3), &dialect, &happening);
}

/// Adds a rule to the deny, allow or ask list; the answer must not turn to
/// the other side. Allow rules on `Cd` are no such rules: they also say where
/// it may not lead (spec 4.6).
pub(crate) fn holds_with(
    rules: &Rules,
    added: &str,
    list: usize,
    dialect: &Dialect,
    happening: &Happening,
) {
    if list == 1 && added.trim_start().starts_with("Cd") {
        return;
    }
    let mut more = rules.clone();
    let lists = [&mut more.deny, &mut more.allow, &mut more.ask];
    for found in lists.into_iter().skip(list).take(1) {
        found.push(added.to_owned());
    }
    let before = strictness(behavior(rules, dialect, happening));
    let after = strictness(behavior(&more, dialect, happening));
    let fine = if list == 1 { after <= before } else { after >= before };
    assert!(fine, "{added:?} in list {list}: {rules:?} {happening:?}");
}

/// Where a command line is allowed, each of its parts is, but for a removal
/// behind a `cd`: what it names is another directory without.
pub(crate) fn parts(data: &[u8]) {
    const JOINS: &[&str] = &[" && ", "; ", " | ", " || ", "\n", " & "];
    let choices = &mut Choices::new(data);
    let dialect = choices.dialect();
    let parts: Vec<String> =
        (0..=choices.below(3)).map(|_| simple(choices)).collect();
    let mut rules = Rules::default();
    for part in &parts {
        let program = part.split(' ').next().unwrap_or("");
        rules.allow.push(match choices.below(4) {
            0 => format!("Bash({program} *)"),
            1 => format!("Bash({part})"),
            2 => format!("Bash({part} *)"),
            _ => rule(choices),
        });
    }
    let mut line = String::new();
    for part in &parts {
        if !line.is_empty() {
            line.push_str(choices.pick(JOINS));
        }
        line.push_str(part);
    }
    // A comment, or a backslash at the end, takes in what stands behind.
    if parts.iter().any(|part| part.contains('#') || part.ends_with('\\')) {
        return;
    }
    let whole = Happening::bash(&line);
    if behavior(&rules, &dialect, &whole) != Behavior::Allow {
        return;
    }
    let mut moved = false;
    for part in &parts {
        let alone = Happening::bash(part);
        let ours = behavior(&rules, &dialect, &alone);
        let fine = ours == Behavior::Allow
            || subjects_are(&dialect, &alone, |subjects| {
                let units = &subjects.commands.units;
                let critical = |doubt: &Doubt| {
                    doubt.reason == Reason::CriticalPath && moved
                };
                // What needs no rule, or is not removed from here.
                units.iter().all(|unit| unit.covered)
                    || subjects.doubts().any(critical)
            });
        assert!(fine, "{line:?} but not {part:?}: {rules:?}");
        moved |= part.starts_with("cd");
    }
}

/// Whether what a call is taken apart into, without any rule, is so.
fn subjects_are(
    dialect: &Dialect,
    call: &Happening,
    test: impl Fn(&Subjects) -> bool,
) -> bool {
    let engine = engine(&Rules::default(), dialect);
    call.with(|event| {
        let mut scratch = Scratch::default();
        let answer = engine.answer(event, &call.context, &mut scratch);
        test(answer.subjects)
    })
}

/// In our own dialect, a command that is denied is denied or asked about
/// however it is wrapped.
pub(crate) fn wrapped(data: &[u8]) {
    const DENIED: &[(&str, &str)] = &[
        ("rm *", "rm -rf x"),
        ("rm:*", "rm"),
        ("git push *", "git push origin main"),
        ("curl *", "curl -s example.com"),
        ("npm publish:*", "npm publish"),
        ("git * main *", "git checkout main -f"),
        ("docker*", "docker run -v /:/x y"),
        ("rm -rf *", "rm -rf /srv/proj/a"),
    ];
    let choices = &mut Choices::new(data);
    let (rule, plain) = DENIED[choices.below(DENIED.len())];
    let mut rules = Rules::default();
    rules.deny.push(format!("Bash({rule})"));
    if choices.one_in(2) {
        rules.allow.push("Bash(*)".to_owned());
        rules.allow.push("Bash".to_owned());
    }
    let mut line = Wrapped { text: plain.to_owned(), simple: true };
    for _ in 0..=choices.below(3) {
        line = wrap(choices, &line);
    }
    let dialect = Dialect::default();
    let says = behavior(&rules, &dialect, &Happening::bash(&line.text));
    let held = matches!(says, Behavior::Deny | Behavior::Ask);
    assert!(held, "{says:?} on {:?} with deny {rule:?}", line.text);
}

/// No allow rule but one of everything lets a line through that holds a
/// command no rule names.
pub(crate) fn uncovered(data: &[u8]) {
    let choices = &mut Choices::new(data);
    let dialect = Dialect::default();
    let mut rules = Rules::default();
    for name in ["echo", "ls", "git", "cat", "true", "cd", "env", "nice"] {
        rules.allow.push(format!("Bash({name} *)"));
    }
    let mut line = Wrapped { text: "zzz -x".to_owned(), simple: true };
    for _ in 0..=choices.below(3) {
        line = wrap(choices, &line);
    }
    if choices.one_in(3) {
        let join = choices.pick(&["\n", " && ", "; ", " | "]);
        let first = command(choices, &[]);
        let join = if first.contains('#') { "\n" } else { join };
        // An open quote or a here-document would take what follows.
        if !first.contains(['\'', '"', '`', '\\', '<', '(', '$']) {
            line.text = format!("{first}{join}{}", line.text);
        }
    }
    let says = behavior(&rules, &dialect, &Happening::bash(&line.text));
    assert_ne!(says, Behavior::Allow, "{:?}", line.text);
}

/// Making a path absolute twice is making it absolute once, and never leads
/// out of the root.
pub(crate) fn normal_paths(data: &[u8]) {
    let choices = &mut Choices::new(data);
    let platform = match choices.below(3) {
        0 => Platform::Linux,
        1 => Platform::MacOs,
        _ => Platform::Windows,
    };
    let text = match choices.below(3) {
        0 => path(choices),
        1 => format!("{}/../..{}", path(choices), path(choices)),
        _ => choices.raw(),
    };
    let context = Context {
        cwd: Some("/srv/proj".to_owned()),
        home: Some("/home/u".to_owned()),
        platform,
        ..Context::default()
    };
    let event = Event::default();
    let directories = Directories::of(&event, &context, &[]);
    let mut once = String::new();
    if absolute(&text, &directories, &mut once).is_err() {
        return;
    }
    assert!(once.starts_with('/'), "{text:?} {once:?}");
    let names: Vec<&str> = once.split('/').skip(1).collect();
    let odd = |name: &&str| matches!(*name, "" | "." | "..");
    assert!(once == "/" || !names.iter().any(odd), "{text:?} {once:?}");
    let server = platform == Platform::Windows
        && text.replace('\\', "/").starts_with("//");
    if !server {
        let mut twice = String::new();
        absolute(&once, &directories, &mut twice).unwrap();
        // What is left may look like a drive, whose letter is small.
        let same = match platform {
            Platform::Windows => twice.eq_ignore_ascii_case(&once),
            _ => twice == once,
        };
        assert!(same, "{text:?} {once:?} {twice:?}");
    }
}
