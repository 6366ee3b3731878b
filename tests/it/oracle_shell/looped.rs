//! Lines drawn at random with loops within each other: where bash opens a
//! file that is guarded, whatever name a variable had by then, the line is
//! never let pass.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use hookset::dialect::Dialect;
use hookset::plan::{Behavior, Scratch};

use super::super::generate::{Choices, Happening, Rules};
use super::super::targets;
use super::bash::{Place, has_bash};
use super::bytes;

/// How many lines are drawn, of which only those run that are let pass.
const LINES: u32 = 12_000;

/// How many run.
const SAMPLE: usize = 300;

/// How deep commands stand within each other.
const DEPTH: usize = 3;

const VARIABLES: &[&str] = &["f", "g", "i"];

const WORDS: &[&str] = &[
    "a", "b", "c", "d.txt", "x/y", "b/c", "KEY", "./KEY", "a/../KEY", "KE",
    "'KEY'", "\"a b\"", "1", "do", "done",
];

/// How a variable is said: `{v}` is its name.
const USES: &[&str] = &[
    "\"${v}\"",
    "\"${v}\"",
    "${v}",
    "\"${{v}}\"",
    "\"${{v}%%x}\"",
    "\"${{v}#x}\"",
    "${{v}}Y",
    "\"${{v}:-KEY}\"",
    "\"${{v}^^}\"",
    "\"a/${v}\"",
    "\"${v}/../KEY\"",
    "\"${v}$g\"",
    "\"$(echo ${v})\"",
    "\"${!{v}}\"",
];

/// `{v}` is a variable, `{u}` a word with it, `{w}` a word, `{c}` a command.
const COMMANDS: &[&str] = &[
    "cat {u}",
    "cat {u}",
    "cat {u}",
    "cat {u}",
    "cat {u} {u}",
    "{v}={w}",
    "{v}={u}",
    "read {v} <<< {w}",
    "unset {v}",
    "printf -v {v} {w}",
    "eval \"{v}={w}\"",
    "declare {v}={w}",
    "declare -n {v}=g",
    "set -- {w} {u}; cat \"$1\"",
    "fn() { cat \"$1\"; }; fn {u}",
    "fn() { {v}={w}; }; fn",
    "bash -c 'cat \"$0\"' {u}",
    "bash -c \"cat {u}\"",
    "echo {u} | xargs cat",
    "while read {v}; do cat \"${v}\"; done <<< {w}",
    "break",
    "continue",
    "cd {w}",
    "cd \"${v}\"",
    "if [ {u} = a ]; then {c}; else {c}; fi",
    "case {u} in a) {c};; *) {c};; esac",
    "( {c}; {c} )",
    "{ {c}; }",
    "for {v} in {w} {w}; do {c}; done",
    "for {v} in {w}; do {c}; {c}; done",
    "for {v} in {w} {w}\ndo\n{c}\ndone",
    "for {v} in {w}; do {c} & done",
];

/// What a line starts with.
const LOOPS: &[&str] = &[
    "for {v} in {w} {w}; do {c}; done",
    "for {v} in {w}; do {c}; {c}; done; {c}",
    "{c}; for {v} in {w} {w}; do {c}; done",
    "for {v} in {w}; do for {v} in {w}; do {c}; done; {c}; done",
];

fn draw(choices: &mut Choices<'_>) -> String {
    let mut line = choices.pick(LOOPS).to_owned();
    for level in 0..=DEPTH {
        while line.contains("{c}") {
            let simple = level == DEPTH;
            let command = match simple {
                true => COMMANDS[0],
                false => choices.pick(COMMANDS),
            };
            // One that stands within this one waits for the next level.
            line = line.replacen("{c}", &command.replace("{c}", "{n}"), 1);
        }
        line = line.replace("{n}", "{c}");
    }
    for (mark, texts) in [("{u}", USES), ("{w}", WORDS)] {
        while line.contains(mark) {
            line = line.replacen(mark, choices.pick(texts), 1);
        }
    }
    while line.contains("{v}") {
        line = line.replacen("{v}", choices.pick(VARIABLES), 1);
    }
    line
}

/// A `cat` that notes the places that it would open, and directories to go
/// to.
fn lay(place: &Path) {
    for directory in ["bin", "work/a", "work/b", "work/c", "work/x/y"] {
        fs::create_dir_all(place.join(directory)).unwrap();
    }
    let noting = "#!/bin/bash\nexec realpath -ms -- \"$@\" >> \"$LOG\"\n";
    let program = place.join("bin/cat");
    fs::write(&program, noting).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Whether a line opens the file that is guarded.
fn opens(place: &Path, line: &str) -> bool {
    let (work, log) = (place.join("work"), place.join("log"));
    fs::write(&log, "").unwrap();
    let path = format!("{}:/usr/bin:/bin", place.join("bin").display());
    let _ = Command::new("timeout")
        .args(["5", "bash", "--norc", "--noprofile", "-c", line])
        .current_dir(&work)
        .env_clear()
        .env("PATH", path)
        .env("LOG", &log)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let guarded = work.join("KEY");
    let noted = fs::read_to_string(&log).unwrap_or_default();
    noted.lines().any(|noted| Path::new(noted) == guarded)
}

#[test]
fn no_name_that_a_loop_gives_passes_a_guard_on_a_file() {
    if !has_bash() {
        return;
    }
    let mut rules = Rules::default();
    rules.allow.push("Bash".to_owned());
    rules.deny.push("Read(/KEY)".to_owned());
    let engine = targets::engine(&rules, &Dialect::default());
    let mut scratch = Scratch::default();
    let mut behavior = |line: &String| {
        let happening = Happening::bash(line);
        happening.with(|event| {
            let context = &happening.context;
            engine.answer(event, context, &mut scratch).permission.behavior
        })
    };
    let lines = (0..LINES).map(|seed| {
        let bytes = bytes(seed, 96);
        draw(&mut Choices::new(&bytes))
    });
    let lines: std::collections::BTreeSet<String> = lines.collect();
    let count = lines.len();
    let (passed, stopped): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|l| behavior(l) == Behavior::Allow);
    let place = Place::new("looped");
    let root = place.0.canonicalize().unwrap();
    lay(&root);
    let opened: Vec<&String> = passed
        .iter()
        .step_by(passed.len() / SAMPLE + 1)
        .filter(|line| opens(&root, line))
        .collect();
    let right = stopped.iter().step_by(stopped.len() / 60 + 1);
    let right = right.filter(|line| opens(&root, line)).count();
    println!("{} of {count} pass, {right} of 60 others open it", passed.len());
    assert!(opened.is_empty(), "{opened:#?}");
    assert!(passed.len() > 100 && right > 5, "{} {right}", passed.len());
}
