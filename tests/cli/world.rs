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

/// Files beside the settings that look like them are found and told of, and
/// are not in force.
#[test]
fn files_beside_settings_are_told_of() {
    let text = r#"{"permissions": {"deny": ["Bash(rm *)"]}}"#;
    let at = project("beside", ".claude/settings.json", "{}");
    let at = at.with(".claude/permissions.json", text);
    let at = at.with(".claude/settings.jsonc", text);
    let at = at.with(".claude/setting.json", r#"{"a": 1}"#);
    let at = at.with(
        ".claude/settings.yaml",
        "permissions:\n  deny: [\"Bash(rm *)\"]\n",
    );
    // One that is named somewhere may have any other name.
    let at = at.with(".claude/ci.json", text);
    let ran = check(&at, &[]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    let count = ran.stdout.matches("error[misplaced-file]").count();
    assert_eq!(count, 3, "{}", ran.stdout);
    let args = ["eval", "Bash(rm x)", "--format", "json"];
    let ran = hookset(&at.0, &args, None);
    assert!(!ran.stdout.contains("deny"), "{}", ran.stdout);
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

/// Settings of a project and of the person in it are one policy: each
/// finding is told of the file whose rule does not count, once, and shows the
/// other; what a person says for themselves takes nothing from the project.
#[test]
fn settings_that_are_read_together() {
    let shared = r#"{"permissions": {
        "allow": ["Bash(npm test *)", "Bash(git push *)", "Read(//srv/a/**)"],
        "deny": ["Bash(curl *)", "Read(.env)"]}}"#;
    let own = r#"{"permissions": {
        "allow": ["Bash(npm test *)", "Bash(curl -s *)", "Read(//srv/**)",
            "Bash(npm test a)"],
        "deny": ["Bash(git push *)"]}}"#;
    let at = project("together", ".claude/settings.json", shared)
        .with(".claude/settings.local.json", own);
    let ran = check(&at, &["--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let found = value["diagnostics"].as_array().unwrap().iter();
    let found = found.filter_map(|one| {
        let code = one["code"].as_str()?;
        let dead = ["shadowed-rule", "redundant-rule"].contains(&code);
        let file = |value: &serde_json::Value| {
            let name = value["file"].as_str().unwrap_or("");
            if name.contains("local") { "own" } else { "shared" }
        };
        let other = file(&one["labels"][1]);
        let row = format!(
            "{code} {} {} in {other}: {}",
            file(one),
            one["severity"].as_str()?,
            one["text"].as_str()?
        );
        dead.then_some(row)
    });
    let found: Vec<String> = found.collect();
    assert_eq!(
        found,
        [
            "shadowed-rule shared info in own: \"Bash(git push *)\"",
            "redundant-rule own info in own: \"Bash(npm test a)\"",
            "shadowed-rule own warning in shared: \"Bash(curl -s *)\"",
            "redundant-rule own info in shared: \"Bash(npm test *)\"",
        ]
    );
    // Alone, a file is looked at alone.
    let ran = check(&at, &[".claude/settings.local.json"]);
    assert!(!ran.stdout.contains("shadowed-rule"), "{}", ran.stdout);
    // What is configured holds for these findings as for others.
    let config = "[severity]\nshadowed-rule = \"off\"\n";
    fs::write(at.0.join("hookset.toml"), config).unwrap();
    assert!(!check(&at, &[]).stdout.contains("shadowed-rule"));
}

/// A project may hold settings of an organisation that do not count there.
#[test]
fn examples_of_managed_settings_are_no_policy() {
    let managed = r#"{"permissions": {"deny": ["Bash(git *)"]}}"#;
    let own = r#"{"permissions": {"allow": ["Bash(git status *)"]}}"#;
    let example = "examples/managed-settings.json";
    let at = project("example", ".claude/settings.json", own);
    fs::create_dir(at.0.join("examples")).unwrap();
    let at = at.with(example, managed);
    let ran = check(&at, &[]);
    assert!(!ran.stdout.contains("shadowed-rule"), "{}", ran.stdout);
    // Who names it says that it counts.
    let ran = check(&at, &[example, ".claude"]);
    assert!(ran.stdout.contains("shadowed-rule"), "{}", ran.stdout);
}
