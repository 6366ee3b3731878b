//! Findings that need a look at more than the file, and pieces of settings
//! to start from.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{Ran, Scratch, hookset};

/// A project with a file of settings.
fn project(name: &str, file: &str, settings: &str) -> Scratch {
    let scratch = Scratch::new(name);
    fs::create_dir_all(scratch.0.join(".claude/hooks")).unwrap();
    scratch.with(file, settings)
}

fn check(at: &Scratch, args: &[&str]) -> Ran {
    let args: Vec<&str> = ["check"].iter().chain(args).copied().collect();
    hookset(&at.0, &args, None)
}

#[test]
fn s4_57_local_settings_that_git_tracks() {
    let file = ".claude/settings.local.json";
    let text = r#"{"permissions": {"allow": ["Bash(npm test)"]}}"#;
    let at = project("tracked", file, text);
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        let command = command.current_dir(&at.0).args(args);
        command.output().is_ok_and(|output| output.status.success())
    };
    if !git(&["init", "-q"]) {
        println!("skipped: git is not here");
        return;
    }
    assert!(!check(&at, &[]).stdout.contains("tracked-local-settings"));
    assert!(git(&["add", file]));
    let ran = check(&at, &[]);
    assert!(ran.stdout.contains("warning[tracked-local-settings]"));
    let help = "git rm --cached .claude/settings.local.json";
    assert!(ran.stdout.contains(help), "{}", ran.stdout);
    assert_eq!(ran.code, 0);
    assert_eq!(check(&at, &["--deny", "warnings"]).code, 1);
    assert!(git(&["rm", "-q", "--cached", file]));
    assert!(!check(&at, &[]).stdout.contains("tracked-local-settings"));
}

const GATE: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks":
    [{"type": "command",
      "command": "\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/gate.sh"}]}]}}"#;

#[test]
fn s4_58_a_script_that_is_not_there() {
    let at = project("script", ".claude/settings.json", GATE);
    let ran = check(&at, &["--format", "concise"]);
    let wanted = "there is no `.claude/hooks/gate.sh` in this project: the \
                  hook fails each time, which stops nothing";
    assert!(ran.stdout.contains(wanted), "{}", ran.stdout);
    assert!(ran.stdout.contains("missing-hook-script"));
    fs::write(at.0.join(".claude/hooks/gate.sh"), "exit 0\n").unwrap();
    let ran = check(&at, &["--deny", "warnings"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
}

#[test]
fn s2_22_a_script_that_never_lets_the_agent_stop() {
    let text = r#"{"hooks": {"Stop": [{"hooks": [{"type": "command",
        "command": "bash \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/stop.sh"}]}]}}"#;
    let at = project("stop", ".claude/settings.json", text);
    let script = at.0.join(".claude/hooks/stop.sh");
    for (body, found) in [
        ("npm test || exit 2\n", true),
        ("import sys; sys.exit(2)\n", true),
        ("jq -e .stop_hook_active && exit 0; npm test || exit 2\n", false),
        ("echo done\n", false),
    ] {
        fs::write(&script, body).unwrap();
        let ran = check(&at, &[]);
        let is_there = ran.stdout.contains("warning[unguarded-stop-hook]");
        assert_eq!(is_there, found, "{body}: {}", ran.stdout);
    }
}

#[test]
fn s2_05_a_server_of_the_project() {
    let text = r#"{"hooks": {"PostToolUse": [{"matcher": "Edit", "hooks": [
        {"type": "mcp_tool", "server": "semgrp", "tool": "scan"}]}]}}"#;
    let at = project("server", ".claude/settings.json", text);
    assert!(!check(&at, &[]).stdout.contains("unknown-server"));
    let servers = r#"{"mcpServers": {"semgrep": {"command": "semgrep"}}}"#;
    let at = at.with(".mcp.json", servers);
    let ran = check(&at, &[]);
    assert!(ran.stdout.contains("warning[unknown-server]"));
    assert!(ran.stdout.contains("did you mean `semgrep`?"));
}

/// Settings that stand nowhere in particular have no project.
#[test]
fn other_files_have_no_project() {
    let at = project("elsewhere", "policy.json", GATE);
    let ran = check(&at, &["policy.json", "--deny", "warnings"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
}

#[test]
fn s4_55_recipes_are_clean() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = hookset(here, &["new"], None).stdout;
    let names: Vec<_> = all
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.contains(&"block-command"), "{all}");
    assert!(names.is_sorted(), "{all}");
    for name in names {
        let recipe = hookset(here, &["new", name], None);
        assert_eq!(recipe.code, 0);
        let text = Some(recipe.stdout.as_bytes());
        let args = ["check", "-", "--format", "json"];
        let ran = hookset(here, &args, text);
        assert!(ran.stdout.contains("\"diagnostics\":[]"), "{}", ran.stdout);
    }
    let unknown = hookset(here, &["new", "blok-command"], None);
    assert_eq!(unknown.code, 3);
    assert!(unknown.stderr.contains("did you mean `block-command`?"));
}
