//! Words on the command line that stand elsewhere than they should, and
//! options that people know from another command.

use std::fs;

use crate::run::{Ran, Scratch, hookset};

const POLICY: &str = r#"{"permissions":{"deny":["Bash(rm *)"]}}"#;
const EVENT: &str = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/"}"#;

fn scratch(name: &str) -> Scratch {
    let log = format!("{EVENT}\n{EVENT}\n");
    Scratch::new(name)
        .with("p.json", POLICY)
        .with("ev.json", EVENT)
        .with("log.jsonl", log)
}

fn run(at: &Scratch, args: &[&str]) -> Ran {
    hookset(&at.0, args, None)
}

/// All that is told, on one line.
fn told(at: &Scratch, args: &[&str]) -> String {
    let ran = run(at, args);
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""), "{args:?}");
    let words: Vec<&str> = ran.stderr.split_whitespace().collect();
    words.join(" ").replace("│ ", "")
}

#[test]
fn what_stands_behind_a_policy_is_said_to_be_taken_as_files() {
    let at = scratch("options-words");
    for (words, says) in [
        (
            &["git", "push"][..],
            &[
                "cannot read `git`, `push`: no file is called so",
                "what stands after `--policy` is taken as files: `p.json`, \
                 `git`, `push`; a command is written `'Bash(git push)'`",
            ][..],
        ),
        (
            &["q.json"],
            &[
                "cannot read `q.json`: there is no such file",
                "is taken as files: `p.json`, `q.json`",
            ],
        ),
        (
            &["ev.json"],
            &["`ev.json` looks like an event", "write `--event ev.json`"],
        ),
        (&["log.jsonl"], &["write `--event log.jsonl`"]),
    ] {
        for command in ["eval", "why", "plan"] {
            let args = [&[command, "-p", "p.json"], words].concat();
            let told = told(&at, &args);
            assert_eq!(told.matches("error[").count(), 1, "{told}");
            for say in says {
                assert!(told.contains(say), "{args:?}: {told}");
            }
        }
    }
    // A policy that holds the keys of an event, too, is one.
    let both = POLICY.replace("{\"perm", "{\"hook_event_name\":1,\"perm");
    let at = at.with("both.json", both);
    let ran = run(&at, &["eval", "-p", "both.json", "-e", "ev.json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn what_is_no_call_is_led_to_where_it_belongs() {
    let at = scratch("options-calls");
    for (call, help) in [
        ("p.json", "write `--policy p.json`"),
        ("ev.json", "write `--event ev.json`"),
        ("none.json", "`--policy` takes a file of rules, `--event` one of"),
        ("Bash(", "write `'Bash(git push)'`"),
        ("Bash(rm x", "write `'Bash(rm x)'`"),
        ("Read(", "write `'Read(.env)'`"),
        ("bash(rm x", "no tool is called `bash` help: write `'Bash(rm x)'`"),
        ("mcp__a__b(x)", "`--event` takes the whole event"),
    ] {
        let told = told(&at, &["eval", call]);
        assert!(told.contains(help), "{call}: {told}");
    }
}

#[test]
fn files_that_need_no_option_are_named_without_one() {
    let at = scratch("options-files");
    for (args, help) in [
        (&["check", "--policy", "p.json"][..], "`hookset check p.json`"),
        (&["list", "-p", "a b.json"], "`hookset list 'a b.json'`"),
        (
            &["check", "--policy=p.json", "--format", "json"],
            "`hookset check p.json --format json`",
        ),
    ] {
        let told = told(&at, args);
        let help = format!("files are named without an option: {help}");
        assert!(told.contains(&help), "{args:?}: {told}");
    }
}

#[test]
fn options_are_short_everywhere() {
    let at = scratch("options-short");
    let args = ["test", "--coverage", "-p", "p.json", "-e", "log.jsonl"];
    let short = run(&at, &args);
    let args =
        ["test", "--coverage", "--policy", "p.json", "--events", "log.jsonl"];
    let long = run(&at, &args);
    assert_eq!((short.code, short.stdout), (long.code, long.stdout));
    assert_eq!(long.code, 0, "{}", long.stderr);
}

#[test]
fn help_is_found_wherever_it_is_looked_for() {
    let at = scratch("options-help");
    let show = run(&at, &["dialect", "show", "--help"]).stdout;
    let all = run(&at, &["dialect", "--help"]).stdout;
    for (args, help) in [
        (&["help", "dialect", "show"][..], &show),
        (&["dialect", "help", "show"], &show),
        (&["dialect", "help"], &all),
        (&["help", "dialect"], &all),
    ] {
        let ran = run(&at, args);
        assert_eq!((ran.code, &ran.stdout), (0, help), "{args:?}");
    }
    for (args, say) in [
        (&["help", "dialect", "shwo"][..], "did you mean `show`? there is"),
        (&["help", "eval", "x"], "on `x`; `eval` has no commands"),
        (&["help", "x", "show"], "there is no help on `x`"),
    ] {
        let told = told(&at, args);
        assert!(told.contains(say), "{args:?}: {told}");
    }
}

#[test]
fn what_editors_add_is_taken() {
    let at = scratch("options-lsp");
    let message =
        |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let said: String = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ]
    .into_iter()
    .map(message)
    .collect();
    let ran = hookset(&at.0, &["lsp", "--stdio"], Some(said.as_bytes()));
    assert_eq!((ran.code, &*ran.stderr), (0, ""), "{}", ran.stdout);
}

#[test]
fn a_state_that_is_not_understood_is_refused() {
    let at = scratch("options-state").with("s.json", r#"{"trusted": "no"}"#);
    let args = ["plan", "-p", "p.json", "--state", "s.json", "Bash(ls)"];
    let told = told(&at, &args);
    assert!(told.contains("`trusted` must be `true` or `false`"), "{told}");
}

#[test]
fn a_write_that_fails_has_a_code_of_its_own() {
    let at = scratch("options-write").with("there.hsi", "text");
    for args in [
        &["compile", "-p", "p.json", "-o", "none/p.hsi"][..],
        &["compile", "-p", "p.json", "-o", "there.hsi"],
        &["compile", "-p", "p.json", "-o", "-"],
    ] {
        let told = told(&at, args);
        assert!(told.starts_with("error[unwritable-file]"), "{told}");
    }
    let args = ["check", "p.json", "--write-baseline", "--baseline", "p.json"];
    let ran = run(&at, &args);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains("error[unwritable-file]"), "{ran:?}");
    assert_eq!(fs::read_to_string(at.0.join("p.json")).unwrap(), POLICY);
}

#[test]
fn a_project_that_nobody_trusts_allows_nothing() {
    let rules = r#"{"permissions": {"allow": ["Bash(npm *)"],
        "deny": ["Bash(rm *)"]}}"#;
    let at = scratch("options-trust");
    std::fs::create_dir_all(at.0.join(".claude")).unwrap();
    let at = at
        .with(".claude/settings.json", rules)
        .with("no.json", r#"{"trusted": false}"#)
        .with("yes.json", r#"{"trusted": true}"#);
    let said = |state: &str, call: &str| {
        let args = ["plan", "--state", state, "--format", "json", call];
        let ran = hookset(&at.0, &args, None);
        let value: serde_json::Value =
            serde_json::from_str(&ran.stdout).unwrap();
        value["decided"]["decision"].as_str().unwrap().to_owned()
    };
    assert_eq!(said("yes.json", "Bash(npm test)"), "allow");
    assert_eq!(said("no.json", "Bash(npm test)"), "none");
    assert_eq!(said("no.json", "Bash(rm x)"), "deny");
}

#[test]
fn help_and_usage_errors_are_in_colour_where_that_is_said() {
    let at = scratch("options-color");
    let sign = |text: &str| text.contains('\u{1b}');
    for args in [
        &["--color", "always", "--help"][..],
        &["eval", "--color=always", "-h"],
        &["hook", "--color=always", "--help"],
        &["help", "check", "--color", "always"],
    ] {
        let ran = run(&at, args);
        assert!(ran.code == 0 && sign(&ran.stdout), "{args:?}: {ran:?}");
    }
    for (args, is_colored) in [
        (&["--color=always", "check", "--nope"][..], true),
        (&["--color=never", "check", "--nope"], false),
        (&["check", "--nope", "--", "--color=always"], false),
    ] {
        let ran = run(&at, args);
        assert_eq!((ran.code, sign(&ran.stderr)), (3, is_colored), "{ran:?}");
    }
}
