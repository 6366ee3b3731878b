//! Standard input where a file is expected: it comes only once.

use crate::run::{Ran, Scratch, hookset};

const BROKEN: &str = "{\"permissions\": {\"deny\": [\n  \"Bash(rm *) \",\n  \
                      \"Bsh(curl *)\"\n]}}\n";
const MENDED: &str = "{\"permissions\": {\"deny\": [\n  \"Bash(rm *)\",\n  \
                      \"Bsh(curl *)\"\n]}}\n";

fn run(at: &Scratch, args: &[&str], stdin: &str) -> Ran {
    hookset(&at.0, args, Some(stdin.as_bytes()))
}

#[test]
fn a_text_that_comes_in_is_shown_mended() {
    let at = Scratch::new("stdin-diff");
    let ran = run(&at, &["check", "--diff", "-"], BROKEN);
    assert_eq!((ran.code, &*ran.stderr), (1, ""), "{}", ran.stdout);
    let change = "\n-  \"Bash(rm *) \",\n+  \"Bash(rm *)\",\n";
    assert!(ran.stdout.contains(change), "{}", ran.stdout);
    let ran = run(&at, &["check", "--diff", "-"], "{}");
    assert_eq!((ran.code, &*ran.stdout, &*ran.stderr), (0, "", ""));
}

/// As `fmt -` does, so that what comes out can be written to a file.
#[test]
fn a_text_that_comes_in_goes_out_mended() {
    let at = Scratch::new("stdin-fix");
    let ran = run(&at, &["check", "--fix", "-"], BROKEN);
    assert_eq!((ran.code, &*ran.stdout), (1, MENDED), "{}", ran.stderr);
    assert!(ran.stderr.contains("unknown-tool"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("trailing"), "{}", ran.stderr);
    assert!(ran.stderr.ends_with("applied 1 fix in 1 file\n"), "{ran:?}");
    let ran = run(&at, &["check", "--unsafe-fixes", "-"], BROKEN);
    let all = MENDED.replace("Bsh", "Bash");
    assert_eq!((ran.code, ran.stdout), (0, all), "{}", ran.stderr);
    // What needs no fix, or takes none, goes out as it came in.
    for (text, code) in [(MENDED, 1), ("{}", 0), ("{\"permissions\" 1", 1)] {
        let ran = run(&at, &["check", "--fix", "-"], text);
        assert_eq!((ran.code, &*ran.stdout), (code, text), "{}", ran.stderr);
    }
    let json = ["check", "--fix", "-", "--format", "json"];
    let ran = run(&at, &json, BROKEN);
    assert_eq!(ran.stdout, MENDED);
    assert!(ran.stderr.starts_with("{\"schema\":"), "{}", ran.stderr);
    let ran = run(&at, &["check", "--fix", "-"], "");
    assert_eq!((ran.code, &*ran.stdout), (3, ""));
    assert_eq!(ran.stderr.matches("`<stdin>` is empty").count(), 1);
}

#[test]
fn standard_input_is_one_thing() {
    let at = Scratch::new("stdin-once").with("p.json", "{}");
    for (args, both) in [
        (&["eval", "-p", "-", "-e", "-"][..], "`--policy` and `--event`"),
        (&["eval", "-p", "-"], "`--policy` and `--event`"),
        (
            &["eval", "-p", "p.json", "--context", "-"],
            "`--event` and `--context`",
        ),
        (&["why", "-p", "-", "-e", "-"], "`--policy` and `--event`"),
        (&["plan", "-p", "-", "-e", "-"], "`--policy` and `--event`"),
        (&["plan", "-p", "p.json", "--state", "-"], "`--event` and `--state`"),
        (&["diff", "-", "-"], "`OLD` and `NEW`"),
        (&["diff", "p.json", "-", "-e", "-"], "`NEW` and `--events`"),
        (&["check", "-", "--config", "-"], "`PATH` and `--config`"),
        (
            &["test", "--coverage", "--policy", "-", "--events", "-"],
            "`--policy` and `--events`",
        ),
    ] {
        let ran = run(&at, args, "{}");
        assert_eq!(ran.code, 3, "{args:?} {ran:?}");
        let say = format!("standard input cannot be both {both}");
        assert!(ran.stderr.contains(&say), "{args:?} {}", ran.stderr);
    }
    let ran = run(&at, &["eval", "-p", "-", "Bash(ls)"], "{}");
    assert_eq!(ran.code, 0, "{ran:?}");
}
