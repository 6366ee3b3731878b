//! Lines drawn at random that go somewhere and write something: what bash
//! changes in a directory that is guarded is never let pass.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use hookset::dialect::Dialect;
use hookset::plan::{Behavior, Scratch};

use super::super::generate::{Choices, Happening, Rules};
use super::super::targets;
use super::bash::{Place, has_bash};
use super::bytes;

/// How many lines are drawn, of which only those run that are let pass.
const LINES: u32 = 16_000;

const DIRECTORIES: &[&str] = &[
    "src",
    "out",
    "lib",
    "nosuch",
    "src/..",
    "out/../src",
    "../proj/src",
    "..",
    ".",
    "\"$PWD\"/src",
    "\"$PWD\"",
    "s*c",
    "{out,src}",
];

const GOES: &[&str] = &[
    "",
    "cd {d}; ",
    "cd {d}\n",
    "cd {d} && ",
    "cd {d} || ",
    "cd {d} || exit; ",
    "cd {d} || true; ",
    "cd {d} && true; ",
    "cd {d} 2> q || cd {e}; ",
    "if test -e a; then cd {d}; fi; ",
    "if test -e q; then cd {d}; else cd {e}; fi; ",
    "case a in b) cd {d};; *) cd {e};; esac; ",
    "( cd {d} ); ",
    "( cd {d} && ( cd {e} ) ) && ",
    "cd {d} || cd {e} && ",
    "true || cd {d} && ",
    "q=$(cd {d}; cd {e}; pwd); ",
    "{ cd {d}; }; ",
    "cd {d} & wait; ",
    "cd {d} | cat; ",
    "! cd {d}; ",
    "pushd {d}; ",
    "mkdir -p {d}; cd {d}; ",
    "for i in 1; do cd {d}; done; ",
    "while cd {d}; do break; done; ",
    "g() { cd {d}; }; g; ",
    "d={d}; cd \"$d\"; ",
    "f={f}; ",
    "set -- {f}; ",
];

const FILES: &[&str] = &[
    "a",
    "new",
    "./a",
    "src/a",
    "out/a",
    "*",
    "[ab]",
    "a{,2}",
    "\"$f\"",
    "\"$1\"",
    "$f",
    "../src/a",
    "\"$PWD\"/a",
    "src",
    "s?c/a",
    "../a",
];

const WRITES: &[&str] = &[
    "touch {f}",
    "echo x > {f}",
    "echo x >> {f}",
    "tee {f} <<< x",
    "cp b {f}",
    "cp -t {d} b",
    "cp --target-directory={d} b",
    "mv b {f}",
    "rm -f {f}",
    "unlink {f}",
    "ln -sf q {f}",
    "mkdir {f}",
    "truncate -s 0 {f}",
    "sed -i s/q/z/ {f}",
    "sed \"w {f}\" b",
    "dd if=b of={f}",
    "sort -o {f} b",
    "sort --output={f} b",
    "split -l 1 b {f}",
    "awk \"{print > \\\"{f}\\\"}\" b",
    "echo {f} | xargs touch",
    "find {d} -name a -delete",
    "find {d} -name a -exec truncate -s 0 {} +",
    "for w in {f}; do echo x > \"$w\"; done",
    "sh -c 'echo x > {f}'",
    "bash -c 'cd {d}; touch a2'",
    "install b {f}",
    "chmod 600 {f}",
    "exec 3> {f}",
];

fn line(choices: &mut Choices<'_>) -> String {
    let mut line = String::new();
    for _ in 0..choices.below(4) {
        line.push_str(GOES[choices.below(GOES.len())]);
    }
    line.push_str(WRITES[choices.below(WRITES.len())]);
    for (mark, words) in
        [("{d}", DIRECTORIES), ("{e}", DIRECTORIES), ("{f}", FILES)]
    {
        while line.contains(mark) {
            line = line.replacen(mark, words[choices.below(words.len())], 1);
        }
    }
    line
}

/// Lays the directory anew that lines run in.
fn lay(work: &Path) {
    let _ = fs::remove_dir_all(work);
    for directory in ["src", "out", "lib"] {
        fs::create_dir_all(work.join(directory)).unwrap();
    }
    for file in ["a", "b", "src/a", "src/b", "out/a", "lib/b"] {
        fs::write(work.join(file), "x\n").unwrap();
    }
}

/// What lies in the guarded directory.
fn guarded(work: &Path) -> Vec<String> {
    let told = ["src/", "-mindepth", "1", "-printf", "%p %m %y\n"];
    let listed = Command::new("find").args(told).current_dir(work).output();
    let listed = String::from_utf8_lossy(&listed.unwrap().stdout).into_owned();
    let mut lines: Vec<String> = listed.lines().map(str::to_owned).collect();
    lines.sort();
    for file in ["src/a", "src/b"] {
        let text = fs::read_to_string(work.join(file));
        lines.push(text.unwrap_or_default());
    }
    lines
}

fn run(work: &Path, line: &str) {
    let limited = format!("ulimit -u 4096 -t 2 -f 1000; {line}");
    let _ = Command::new("timeout")
        .args(["5", "bash", "--norc", "--noprofile", "-c", &limited])
        .current_dir(work)
        .env_clear()
        .env("PATH", "/usr/bin:/bin")
        .env("HOME", work)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

#[test]
fn no_way_into_a_directory_passes_a_guard_on_it() {
    if !has_bash() {
        return;
    }
    let mut rules = Rules::default();
    rules.allow.push("Bash".to_owned());
    rules.deny.push("Edit(/src/**)".to_owned());
    let engine = targets::engine(&rules, &Dialect::default());
    let mut scratch = Scratch::default();
    let mut passes = |line: &String| {
        let happening = Happening::bash(line);
        happening.with(|event| {
            let context = &happening.context;
            let answer = engine.answer(event, context, &mut scratch);
            answer.permission.behavior == Behavior::Allow
        })
    };
    let lines = (0..LINES).map(|seed| {
        let bytes = bytes(seed, 64);
        line(&mut Choices::new(&bytes))
    });
    let lines: std::collections::BTreeSet<String> = lines.collect();
    let count = lines.len();
    let passed: Vec<String> = lines.into_iter().filter(&mut passes).collect();
    let place = Place::new("moved");
    let work = place.0.join("proj");
    lay(&work);
    let before = guarded(&work);
    let mut changed = Vec::new();
    for line in passed.iter().step_by(passed.len() / 300 + 1) {
        lay(&work);
        run(&work, line);
        if guarded(&work) != before {
            changed.push(line);
        }
    }
    println!("{} of {count} lines pass", passed.len());
    assert!(changed.is_empty(), "{changed:#?}");
    assert!(passed.len() > 100, "{}", passed.len());
}
