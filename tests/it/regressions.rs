//! What fuzzing once found, run again. A file below `fuzz/regressions` bears
//! the name of its target's directory.

use std::fs;
use std::path::Path;

use hookset::shell::{Commands, Places, Profile, Shell, analyze};

use super::targets;

#[test]
fn what_fuzzing_found_stays_mended() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions");
    let mut count = 0;
    for (name, body) in targets::TARGETS {
        let Ok(files) = fs::read_dir(root.join(name)) else { continue };
        for file in files {
            let path = file.unwrap().path();
            println!("{}", path.display());
            body(&fs::read(&path).unwrap());
            count += 1;
        }
    }
    println!("{count} regressions");
}

#[test]
fn nesting_without_end_is_refused() {
    for unit in ["!", "! ", "(", "!(", "A(", "(!", "A&&", "A||(", "\\("] {
        let text = unit.repeat(4000 / unit.len());
        for text in [text.clone(), text + "A"] {
            targets::run("parse", text.as_bytes());
            targets::run("roundtrip", text.as_bytes());
        }
    }
}

/// Beginnings of things, put one after the other without end.
const UNITS: &[&str] = &[
    "(",
    "$(",
    "`",
    "\"$(",
    "{ ",
    "<(",
    "${a:-",
    "a(",
    "@(",
    "{",
    "& {",
    "if ",
    "case a in a) ",
    "$((",
    "((",
    "[[ ",
    "a | ",
    "a{b,",
    "'a' ",
    "\\",
    "<<a\n",
    "bash -c ",
    "eval ",
    "sudo ",
    "env ",
    "xargs ",
    "a=",
    "a=$(",
    "$a",
    "*",
    "> a ",
    "find -exec ",
    "& ",
    "\0",
    "é",
    "if {",
    "@'\n",
    "@{a=",
    "a;",
    "f() {",
    "$[",
    "${",
    "\"",
    "'",
    "$'",
    "echo \"$(echo '",
    "cd a;",
    "\\\n",
];

/// What is made of a line grows with the line, not with its square.
#[test]
fn nested_lines_stay_linear() {
    for unit in UNITS {
        for shell in [Shell::Bash, Shell::Zsh, Shell::PowerShell] {
            for profile in [&Profile::STRICT, &Profile::DOCUMENTED] {
                let made = |length: usize| {
                    let text = unit.repeat(length / unit.len());
                    let mut out = Commands::default();
                    let places = Places {
                        cwd: Some("/srv/proj"),
                        home: Some("/home/u"),
                        guesses: true,
                        seeks: true,
                        ..Places::default()
                    };
                    analyze(&text, shell, profile, &places, &mut out);
                    out.text.len() + out.units.len() + out.doubts.len()
                };
                let (short, long) = (made(2_000), made(8_000));
                let fine = long <= 6 * short + 10_000;
                assert!(fine, "{unit:?} {shell:?}: {short}, {long}");
            }
        }
    }
}
