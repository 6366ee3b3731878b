//! Calls on the command line, asked of what is in force where it stands.

use std::fs;

use serde_json::Value;

use crate::run::{Ran, Scratch, hookset};

const SETTINGS: &str = r#"{"permissions": {
    "allow": ["Bash(git *)", "Read(/src/**)"],
    "deny": ["Bash(git push *)", "Read(.env)", "Read(/secret/**)"]}}"#;

fn project(name: &str) -> Scratch {
    let at = Scratch::new(name);
    fs::create_dir_all(at.0.join(".claude")).unwrap();
    fs::create_dir_all(at.0.join("src/deep")).unwrap();
    at.with(".claude/settings.json", SETTINGS)
}

fn decided(ran: &Ran) -> Vec<String> {
    let lines = ran.stdout.lines().map(|line| {
        let answer: Value = serde_json::from_str(line).unwrap();
        answer["permission"]["behavior"].as_str().unwrap().to_owned()
    });
    lines.collect()
}

#[test]
fn calls_are_made_where_the_command_stands() {
    let at = project("calls");
    let ask = |calls: &[&str]| {
        let args = [&["eval", "--format", "json"], calls].concat();
        let ran = hookset(&at.0, &args, None);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{calls:?}");
        decided(&ran)
    };
    let all = ["Bash(git push -f)", "Bash(git log)", "Read(.env)", "Grep"];
    assert_eq!(ask(&all), ["deny", "allow", "deny", "none"]);
    // From below, the project is still where it is.
    let below = at.0.join("src/deep");
    let args = ["eval", "Read(a.rs)", "Read(../../secret/a)", "Read(a/.env)"];
    let ran = hookset(&below, &[&args[..], &["--format=json"]].concat(), None);
    assert_eq!(decided(&ran), ["allow", "deny", "deny"], "{}", ran.stderr);
}

#[test]
fn people_are_told_what_is_in_force() {
    let at = project("calls-told");
    let at = at.with(".claude/settings.local.json", "{}");
    for command in ["eval", "plan", "why"] {
        let ran = hookset(&at.0, &[command, "Bash(git push)"], None);
        assert_eq!(ran.code, 0, "{command}: {}", ran.stderr);
        assert_eq!(
            ran.stderr,
            "in force here: `.claude/settings.json`, \
             `.claude/settings.local.json`\n",
            "{command}"
        );
        assert!(ran.stdout.contains("deny"), "{command}: {}", ran.stdout);
    }
    // A list of files takes in the call behind it.
    for args in [
        ["why", "Bash(git push)", "-p", ".claude/settings.json"],
        ["why", "-p", ".claude/settings.json", "Bash(git push)"],
    ] {
        let ran = hookset(&at.0, &args, None);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        assert!(ran.stdout.contains("deny"), "{}", ran.stdout);
    }
}

#[cfg(unix)]
#[test]
fn links_lead_where_they_lead_here() {
    let at = project("calls-links");
    std::os::unix::fs::symlink("../.env", at.0.join("src/notes")).unwrap();
    let args = ["eval", "Read(src/notes)", "Read(src/x)", "--format=json"];
    let ran = hookset(&at.0, &args, None);
    assert_eq!(decided(&ran), ["deny", "allow"]);
    // Somebody else's project has no links of this one.
    let at = at.with("c.json", r#"{"project_root": "/srv", "cwd": "/srv"}"#);
    let args = [&args[..], &["--context", "c.json"]].concat();
    assert_eq!(decided(&hookset(&at.0, &args, None)), ["allow", "allow"]);
}

#[cfg(unix)]
#[test]
fn a_guard_on_a_link_is_one_on_where_it_leads() {
    let rules = r#"{"permissions": {"allow": ["Read(//**)", "Bash"],
        "deny": ["Read(keys/a/**)", "Read(keys/b)", "Read(kit/x)"]}}"#;
    let at = Scratch::new("calls-guards").with("p.json", rules);
    fs::create_dir_all(at.0.join("real/deep/a")).unwrap();
    std::os::unix::fs::symlink("real/deep", at.0.join("keys")).unwrap();
    std::os::unix::fs::symlink("../../y", at.0.join("real/deep/b")).unwrap();
    let compiled = ["compile", "-p", "p.json", "-o", "p.hsi"];
    assert_eq!(hookset(&at.0, &compiled, None).code, 0);
    let calls = [
        "Read(real/deep/a/k)",
        "Bash(cat real/deep/a/k)",
        "Read(y)",
        "Read(real/deep/c)",
    ];
    for policy in [["-p", "p.json"], ["--image", "p.hsi"]] {
        let args = [&["eval", "--format=json"], &policy[..], &calls].concat();
        let said = decided(&hookset(&at.0, &args, None));
        assert_eq!(said, ["deny", "deny", "deny", "allow"], "{policy:?}");
    }
}

#[cfg(unix)]
#[test]
fn what_a_search_may_find_is_looked_for() {
    let at = project("calls-searches");
    fs::create_dir_all(at.0.join("docs/a")).unwrap();
    let calls = [
        "Bash(find docs -name '*.md' -exec cat {} +)",
        "Bash(find docs -name '*.ts' -exec cat {} +)",
        "Bash(find docs -name '*.ts' | xargs cat)",
    ];
    let allows =
        r#"{"permissions": {"allow": ["Bash"], "deny": ["Read(.env)"]}}"#;
    let at = at.with("p.json", allows);
    let now = || {
        calls.map(|call| {
            let args = ["eval", "-p", "p.json", "--format=json", call];
            decided(&hookset(&at.0, &args, None)).concat()
        })
    };
    assert_eq!(now(), ["allow", "allow", "allow"]);
    let link = at.0.join("docs/a/x.md");
    std::os::unix::fs::symlink("../../.env", link).unwrap();
    assert_eq!(now(), ["ask", "allow", "allow"]);
    fs::write(at.0.join("docs/a/x .env.ts"), "").unwrap();
    assert_eq!(now(), ["ask", "allow", "ask"]);
}

#[cfg(unix)]
#[test]
fn a_search_that_meets_nothing_guarded_does_not_ask() {
    let rules = r#"{"permissions": {"allow": ["Bash"],
        "deny": ["Read(.env)", "Read(./secrets/**)"]}}"#;
    let at = Scratch::new("calls-unmet").with("p.json", rules);
    let git = |args: &[&str]| {
        let mut command = std::process::Command::new("git");
        let command = command.current_dir(&at.0).args(args);
        command.output().is_ok_and(|output| output.status.success())
    };
    let has_git = git(&["init", "-q"]);
    fs::create_dir_all(at.0.join("src")).unwrap();
    fs::write(at.0.join("src/x"), "").unwrap();
    let calls = ["rg x", "grep -rn x .", "git grep x", "cd src && rg x .."];
    let deep = || {
        let call = "Bash(grep -rn x src)";
        let args = ["eval", "-p", "p.json", "--format=json", call];
        decided(&hookset(&at.0, &args, None)).concat()
    };
    let now = || {
        calls.map(|line| {
            let call = format!("Bash({line})");
            let args = ["eval", "-p", "p.json", "--format=json", &call];
            let ran = hookset(&at.0, &args, None);
            decided(&ran).concat()
        })
    };
    let [all, hidden, tracked] = match has_git {
        true => [
            ["allow", "allow", "allow", "allow"],
            ["allow", "ask", "allow", "allow"],
            ["allow", "ask", "ask", "allow"],
        ],
        // Without a repository nobody knows what `git grep` looks at.
        false => [
            ["allow", "allow", "ask", "allow"],
            ["allow", "ask", "ask", "allow"],
            ["allow", "ask", "ask", "allow"],
        ],
    };
    assert_eq!(now(), all);
    assert_eq!(deep(), "allow");
    fs::write(at.0.join("src/.env"), "").unwrap();
    assert_eq!(now(), hidden);
    assert_eq!(deep(), "ask");
    if has_git {
        assert!(git(&["add", "-f", "src/.env"]));
    }
    assert_eq!(now(), tracked);
    fs::write(at.0.join("src/.ignore"), "!.env\n").unwrap();
    assert_eq!(now(), ["ask", "ask", tracked[2], "ask"]);
    fs::remove_file(at.0.join("src/.ignore")).unwrap();
    fs::create_dir_all(at.0.join("secrets")).unwrap();
    fs::write(at.0.join("secrets/x"), "").unwrap();
    assert_eq!(now()[0], "ask");
    fs::write(at.0.join(".ignore"), "secrets\n").unwrap();
    assert_eq!(now()[0], "allow");
}

#[test]
fn slips_are_said() {
    let at = project("calls-slips");
    let said = |args: &[&str], help: &str| {
        let ran = hookset(&at.0, args, None);
        assert_eq!(ran.code, 3, "{args:?}");
        let words: Vec<_> = ran.stderr.split_whitespace().collect();
        assert!(words.join(" ").contains(help), "{args:?}: {}", ran.stderr);
    };
    said(&["why", "rm -rf x"], "write `'Bash(rm -rf x)'`");
    said(&["why", "mcp__a__b(x)"], "takes the whole event, as JSON");
    said(&["eval", "Bash(ls)", "--event", "x"], "cannot be used with");
    let both = ["eval", "-p", "a.json", "Bash(ls)", "--event", "x"];
    said(&both, "the calls alone, or the events alone");
    fs::create_dir_all(at.0.join(".agent")).unwrap();
    let at = at.with(".agent/settings.json", SETTINGS);
    let ran = hookset(&at.0, &["eval", "Bash(ls)"], None);
    assert_eq!(ran.code, 3);
    assert!(ran.stderr.contains("different runners"), "{}", ran.stderr);
    fs::remove_file(at.0.join(".claude/settings.json")).unwrap();
    let ran = hookset(&at.0, &["eval", "Bash(git log)"], None);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn nothing_in_force_is_not_everything_allowed() {
    let at = Scratch::new("calls-nothing");
    fs::create_dir_all(at.0.join(".git")).unwrap();
    let ran = hookset(&at.0, &["eval", "Bash(ls)", "--format=json"], None);
    assert_eq!((ran.code, ran.stderr.as_str()), (3, ""));
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answer["permission"]["behavior"], "ask");
    assert!(ran.stdout.contains("no settings are in force"));
}

/// A call that is made here is made in the mode that a session starts in.
#[test]
fn a_call_is_made_in_the_mode_of_the_settings() {
    let settings = |more: &str| {
        format!(r#"{{"permissions": {{{more} "ask": ["Bash(git *)"]}}}}"#)
    };
    let cases = [
        ("", "ask"),
        ("\"defaultMode\": \"dontAsk\",", "deny"),
        ("\"defaultMode\": \"plan\",", "ask"),
    ];
    for (mode, behavior) in cases {
        let text = settings(mode);
        let files = [(".claude/settings.json", &*text)];
        let at = Scratch::holding("calls-mode", &files);
        for args in [
            &["eval", "Bash(git x)", "--format", "json"][..],
            &["why", "Bash(git x)", "--format", "json"],
        ] {
            let told = hookset(&at.0, args, None).stdout;
            let said = format!("\"behavior\":\"{behavior}\"");
            assert!(told.contains(&said), "{mode} {args:?}: {told}");
        }
        // What a context says counts more.
        fs::write(at.0.join("c.json"), r#"{"mode": "default"}"#).unwrap();
        let args = ["eval", "Bash(git x)", "--context", "c.json"];
        let told = hookset(&at.0, &args, None).stdout;
        assert!(told.contains("ask"), "{mode}: {told}");
    }
}

/// What rules say of a call that has happened stops nothing, and is not told
/// as if it did.
#[test]
fn rules_decide_nothing_about_what_has_happened() {
    let at = project("calls-late");
    let late = "rules are asked before a call only: here they decide nothing";
    let rows = [("PreToolUse", false), ("PermissionRequest", false)];
    let after = ["PostToolUse", "PostToolUseFailure", "PermissionDenied"];
    for (event, is_late) in
        rows.into_iter().chain(after.map(|event| (event, true)))
    {
        let event = serde_json::json!({"hook_event_name": event, "cwd": "/",
            "tool_name": "Bash", "tool_input": {"command": "git push"}});
        let event = event.to_string();
        for command in ["eval", "why"] {
            let args = [command, "-p", ".claude/settings.json", "-e", "-"];
            let ran = hookset(&at.0, &args, Some(event.as_bytes()));
            assert!(ran.stdout.contains("  deny rule `Bash(git push *)`"));
            assert_eq!(ran.stdout.contains(late), is_late, "{ran:?}");
        }
    }
}
