//! Texts and patterns made to be slow. What is counted is how many patterns
//! are tested: that must not grow with the length of the event.

use super::*;
use crate::ir::{
    Atom, AtomId, BaseId, CommandShell, Effect, Family, Origin, Predicate,
    Rule, Uses,
};
use crate::shell::{Unit, View};
use crate::source::{SourceId, Span};
use crate::subject::PathUse;
use crate::syntax::{TextGlob, parse_path};

pub(super) fn rules_of(atoms: Vec<Atom>) -> Rules {
    let origin = Origin { source: SourceId(0), span: Span::default() };
    let rules = (0..atoms.len() as u32).map(|n| Rule {
        effect: Effect::Deny,
        events: crate::event::EventSet(!0),
        matcher: Predicate::Always,
        predicate: Predicate::Atom(AtomId(n)),
        family: Family::Other,
        text: String::new(),
        origin,
    });
    Rules { rules: rules.collect(), atoms, ..Rules::default() }
}

fn of_atoms(atoms: Vec<Atom>) -> HookSet {
    HookSet::compile(&rules_of(atoms), &Limits::default()).unwrap()
}

pub(super) fn command(pattern: &str) -> Atom {
    Atom::Command {
        shell: CommandShell::Posix,
        effects: Effects::DENY,
        pattern: TextGlob::command(pattern),
    }
}

pub(super) fn path(pattern: &str) -> Atom {
    Atom::Path {
        uses: Uses(127),
        effects: Effects::DENY,
        anchor: BaseId::Root,
        pattern: parse_path(pattern, false).glob,
    }
}

fn running(text: &str) -> Subjects {
    running_all(&[text])
}

/// Commands, one after the other.
pub(super) fn running_all(texts: &[&str]) -> Subjects {
    let mut s = Subjects { is_tool: true, ..Subjects::default() };
    for (unit, text) in texts.iter().enumerate() {
        let start = s.commands.text.len();
        s.commands.text.push_str(text);
        let text = Span::new(start, s.commands.text.len());
        s.commands.units.push(Unit {
            span: text,
            covered: false,
            doubt: false,
            maybe: None,
        });
        let (effects, unit) = (Effects::ALL, unit as u32);
        let view = View { unit, effects, text, exact_only: false };
        s.commands.views.push(view);
    }
    s
}

pub(super) fn using(path: &str) -> Subjects {
    let mut s = Subjects { is_tool: true, ..Subjects::default() };
    s.text = path.to_owned();
    s.spellings.push(Span::new(0, path.len()));
    s.paths.push(PathUse {
        kind: Uses::READ_TOOL,
        effects: Effects::ALL,
        unit: None,
        spellings: (0, 1),
        needs_cover: false,
        span: Span::default(),
    });
    s
}

fn tested(set: &HookSet, subjects: &Subjects) -> usize {
    let mut scratch = set.scratch();
    set.matches(subjects, EventKind(0), &mut scratch);
    scratch.tested()
}

/// One pattern of every kind in many variations.
fn many() -> HookSet {
    let mut atoms = Vec::new();
    for n in 0..200 {
        atoms.extend([
            command(&format!("git push {n} *")),
            command(&format!("git * --flag{n} *")),
            command(&format!("* --flag{n} *")),
            command(&format!("* --end{n}")),
            command(&format!("*some{n}where*")),
            command(&format!("*a{n}*")),
            command(&format!("a {n}*")),
            command(&format!("*a*{n}*a*b")),
            path(&format!("src{n}/**/*.rs")),
            path(&format!("**/*.a{n}")),
            path(&format!("**/a{n}/**")),
            path(&format!("a/**/b{n}*")),
        ]);
    }
    of_atoms(atoms)
}

#[test]
fn the_number_of_tests_does_not_grow_with_the_event() {
    let set = many();
    let units = [
        "a ",
        "git ",
        "git push ",
        "--flag7 ",
        "x --flag7 --flag8 ",
        "a",
        " ",
        "some7where",
        "a1a2",
        "--end7 ",
    ];
    for unit in units {
        let short = tested(&set, &running(&unit.repeat(50)));
        let long = tested(&set, &running(&unit.repeat(4000)));
        assert!(long <= short + 8, "{unit:?}: {short} then {long}");
    }
    for unit in ["/a", "/a.a7", "/a7", "/.rs", "/x.rs.a1.a2.a3", "/a.", "/."] {
        let short = tested(&set, &using(&unit.repeat(50)));
        let long = tested(&set, &using(&unit.repeat(4000)));
        assert!(long <= short + 8, "{unit:?}: {short} then {long}");
    }
}

/// Two files in one directory; what is known of the directory from the first
/// holds for the second, however many patterns that are.
#[test]
fn a_crowd_of_patterns_in_a_shared_directory_is_found_again() {
    // Letters in brackets are no text, so that all have the same key.
    let name = |n: usize| -> String {
        format!("x{n}y").chars().map(|c| format!("[{c}]")).collect()
    };
    let within = |n| path(&format!("**/a/*{}*", name(n)));
    let below = |n| path(&format!("a/a/*{}*", name(n)));
    let crowds = [
        (0..600).map(within).collect::<Vec<_>>(),
        (0..900).map(within).chain((900..1300).map(below)).collect(),
        (0..900).map(below).chain((900..1300).map(within)).collect(),
    ];
    for atoms in crowds {
        let count = atoms.len();
        let set = of_atoms(atoms);
        for which in (0..count).step_by(11) {
            let (first, last) = ("/a/a/other", format!("/a/a/x{which}y"));
            let mut event = using(first);
            let start = first.len();
            event.text.push_str(&last);
            let second = Span::new(start, event.text.len());
            event.spellings.push(second);
            let mut other = event.paths.first().cloned().unwrap();
            other.spellings = (1, 2);
            event.paths.push(other);
            // New memory, as a process that has just started has it.
            let mut scratch = set.scratch();
            let found = set.matches(&event, EventKind(0), &mut scratch);
            assert_eq!(found.len(), 1, "{which} of {count}");
        }
    }
}

#[test]
fn patterns_of_many_stars_end() {
    let stars = "*a".repeat(64);
    let set = of_atoms(vec![
        command(&format!("{stars}*b")),
        path(&format!("{}b", "**/".repeat(5000))),
        path(&format!("{}b", "**/a/".repeat(60))),
        path(&format!("{}b", "*a".repeat(64))),
        path(&format!("{}b", "?".repeat(64))),
    ]);
    let mut scratch = set.scratch();
    let a = running(&"a".repeat(100_000));
    assert!(set.matches(&a, EventKind(0), &mut scratch).is_empty());
    let deep = using(&"/a".repeat(4000));
    assert!(set.matches(&deep, EventKind(0), &mut scratch).is_empty());
    let wide = using(&format!("/{}", "a".repeat(100_000)));
    assert!(set.matches(&wide, EventKind(0), &mut scratch).is_empty());
}

#[test]
fn every_kind_of_pattern_gets_the_key_that_is_meant_for_it() {
    let set = many();
    let kinds: Vec<_> =
        (0..12).map(|n| set.key_kind(AtomId(n)).unwrap()).collect();
    use KeyKind::*;
    assert_eq!(
        kinds,
        [
            Prefix, Word, Word, End, Gram, Gram, Start, Gram, Prefix,
            Extension, Word, Word
        ]
    );
    let two = of_atoms(vec![command("git *"), command("*")]);
    assert_eq!(two.key_kind(AtomId(0)), Some(Always));
    assert_eq!(two.key_kind(AtomId(2)), None);
    let few = of_atoms(vec![command("git *"), command("*"), command("a")]);
    assert_eq!(few.key_kind(AtomId(0)), Some(Few));
    let stats = set.stats();
    assert_eq!(stats.atoms, 2400);
    let landed = |about, kind: KeyKind| {
        let mut landed = stats.landed.iter();
        let found = landed.find(|l| (l.about, l.kind) == (about, kind));
        found.map(|l| (l.cost, l.atoms))
    };
    assert_eq!(landed("command", Gram), Some((Cost::EveryByte, 600)));
    assert_eq!(landed("path", Prefix), Some((Cost::FirstWords, 200)));
    assert_eq!(stats.landed.iter().map(|l| l.atoms).sum::<usize>(), 2400);
}

/// Names known only by what stands in their middle, in whatever directory or
/// below one that all share.
#[test]
fn paths_of_patterns_between_stars_are_found_by_a_few_of_their_bytes() {
    let names = (0..600).map(|n| path(&format!("**/*x{n}Y*")));
    let below = (0..600).map(|n| path(&format!("src/*x{n}z*/**")));
    let set = of_atoms(names.chain(below).collect());
    let stats = set.stats();
    let grams = stats.landed.iter().find(|l| l.kind == KeyKind::Gram);
    assert_eq!(grams.map(|l| (l.about, l.atoms)), Some(("path", 1200)));
    let mut scratch = set.scratch();
    for (name, expected) in [
        ("/a/bx7Yc", vec![7]),
        ("/a/bx7yc", vec![]),
        ("/src/bx7zc/x599Y", vec![599, 607]),
        ("/a/src/bx7zc", vec![]),
        ("/x7", vec![]),
    ] {
        let event = using(name);
        let found = set.matches(&event, EventKind(0), &mut scratch);
        let rules: Vec<_> = found.iter().map(|m| m.rule.0).collect();
        assert_eq!(rules, expected, "{name}");
        assert!(scratch.tested() < 64, "{name}: {}", scratch.tested());
    }
    let mut folded = using("/a/bx7yc");
    folded.fold_case = true;
    assert_eq!(set.matches(&folded, EventKind(0), &mut scratch).len(), 1);
    let short = tested(&set, &using(&"/a/x7Y".repeat(50)));
    let long = tested(&set, &using(&"/a/x7Y".repeat(4000)));
    assert!(long <= short + 8, "{short} then {long}");
}

#[test]
fn paths_are_found_by_two_bytes_or_one_whatever_their_case() {
    let letters = || 'a'..='z';
    let mut patterns = Vec::new();
    for capital in 'A'..='Z' {
        patterns.push(format!("**/*{capital}*"));
        patterns.extend(letters().map(|one| format!("**/*{one}{capital}*")));
    }
    let set = of_atoms(patterns.iter().map(|p| path(p)).collect());
    let mut scratch = set.scratch();
    for (name, fold_case, expected) in [
        ("/0/0aB0", false, vec!["**/*B*", "**/*aB*"]),
        ("/0/0Q", false, vec!["**/*Q*"]),
        ("/0/0ab0", true, vec!["**/*A*", "**/*B*", "**/*aB*"]),
        ("/0/0ab0", false, vec![]),
    ] {
        let event = Subjects { fold_case, ..using(name) };
        let found = set.matches(&event, EventKind(0), &mut scratch);
        let rules = found.iter().map(|m| patterns[m.rule.0 as usize].as_str());
        assert_eq!(rules.collect::<Vec<_>>(), expected, "{name}");
    }
}
