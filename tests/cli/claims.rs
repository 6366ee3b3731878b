//! What commands claim: that nothing differs, that a fix is safe, that a
//! matcher matches, that a finding is known.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{Ran, Scratch, hookset};

fn run(at: &Scratch, args: &[&str]) -> Ran {
    hookset(&at.0, args, None)
}

/// A file that was refused counts once it is mended, with its allow rules.
#[test]
fn no_safe_fix_puts_a_refused_file_in_force() {
    for text in [
        r#"{"permissions":{"allow":["Bash(ls *)",]}}"#,
        r#"{"permissions":{"allow":["Bash(ls *)" "Read(x)"]}}"#,
        r#"{"permissions":{"allow":["Bash(echo "a" b)"]}}"#,
    ] {
        let file = ".claude/settings.json";
        let at = Scratch::holding("fix-refused", &[(file, text)]);
        let read = || fs::read_to_string(at.0.join(file)).unwrap();
        run(&at, &["check", "--fix", file]);
        assert_eq!(read(), text);
        run(&at, &["check", "--fix", "--unsafe-fixes", file]);
        assert!(serde_json::from_str::<Value>(&read()).is_ok(), "{}", read());
    }
}

/// Runners of old do not know the names and signs of today.
#[test]
fn nothing_is_written_that_the_version_does_not_know() {
    let text = r#"{"permissions":{"deny":["Bash(rm:*)","Task(Explore)"]}}"#;
    let file = ".claude/settings.json";
    for (dialect, is_kept) in [("claude@2.0.0", true), ("claude", false)] {
        let at = Scratch::holding("fix-version", &[(file, text)]);
        let args = ["check", "--fix", "--dialect", dialect, file];
        let ran = run(&at, &args);
        let told = ran.stdout.contains("renamed-tool");
        run(&at, &["fmt", "--dialect", dialect, file]);
        let now = fs::read_to_string(at.0.join(file)).unwrap();
        assert_eq!(now == text, is_kept, "{dialect}: {now}");
        assert!(!told, "{dialect}: {}", ran.stdout);
    }
}

#[test]
fn what_front_matter_says_besides_is_not_lost_in_silence() {
    let text = "---\nname: a\ndescription: d\npermissionMode: plan\n\
                mcpServers: [x]\nmodel: opus\nmaxTurns: 3\nskills: y\n\
                isolation: worktree\n---\nx\n";
    let at = Scratch::holding("convert-agent", &[("agents/a.md", text)]);
    let args = ["convert", "agents/a.md", "-", "--to", "claude"];
    let ran = run(&at, &args);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    for key in [
        "permissionMode",
        "mcpServers",
        "model",
        "maxTurns",
        "skills",
        "isolation",
    ] {
        let said = format!("`{key}` has no counterpart");
        assert!(ran.stderr.contains(&said), "{key}: {}", ran.stderr);
    }
}

/// Of a pattern with `|` each part is tried: where one runner takes it for
/// several patterns and the other for one, both directions differ.
#[test]
fn parts_of_a_pattern_are_answered_otherwise() {
    let hook = json!({"type": "command", "command": "/g.sh", "if": "Edit(src/*|lib/*)"});
    let group = json!([{"matcher": "Write", "hooks": [hook]}]);
    let json = json!({"hooks": {"PreToolUse": group}}).to_string();
    let yaml = json!({"hooks_config": {"PreToolUse": group}}).to_string();
    let files = [("p.json", &*json), ("p.yaml", &*yaml)];
    let at = Scratch::holding("convert-parts", &files);
    for (file, to) in [("p.json", "pattern"), ("p.yaml", "claude")] {
        let ran = run(&at, &["convert", file, "-", "--to", to]);
        assert_eq!(ran.code, 1, "{file}: {}", ran.stderr);
        let said = "PreToolUse Write `src/a`: hook";
        assert!(ran.stderr.contains(said), "{file}: {}", ran.stderr);
    }
}

/// An event may come without the field that matchers look at.
#[test]
fn a_matcher_for_every_value_is_not_none() {
    let group = |matcher: &str| {
        let hooks = "\"hooks\":[{\"type\":\"command\",\"command\":\"/a.sh\"}]";
        format!("{{\"hooks\":{{\"SubagentStop\":[{{{matcher}{hooks}}}]}}}}")
    };
    let (old, new) = (group(""), group("\"matcher\":\".*\","));
    let files = [("old.json", &*old), ("new.json", &*new)];
    let at = Scratch::holding("diff-unnamed", &files);
    let ran = run(&at, &["diff", "old.json", "new.json", "--deny-widening"]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("no longer fire"), "{}", ran.stdout);
    let ran = run(&at, &["check", "new.json"]);
    assert!(!ran.stdout.contains("matches everything"), "{}", ran.stdout);
    assert!(ran.stdout.contains("every `agent_type`"), "{}", ran.stdout);
}

#[test]
fn a_matcher_that_is_ignored_does_not_never_match() {
    let text = r#"{"hooks":{"Stop":[{"matcher":"Bash(ls)","hooks":[
        {"type":"command","command":"/a.sh"}]}]}}"#;
    let at = Scratch::holding("ignored-matcher", &[("p.json", text)]);
    let ran = run(&at, &["check", "p.json"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("this one is ignored"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("never matches"), "{}", ran.stdout);
}

#[test]
fn what_front_matter_gives_way_in_is_a_difference() {
    let command = |more: &str| format!("---\ndescription: d\n{more}---\nx\n");
    let agent = |servers: &str| {
        format!("---\nname: a\ndescription: d\nmcpServers: [{servers}]\n---\n")
    };
    let (kept, open) =
        (command("disable-model-invocation: true\n"), command(""));
    let (few, more) = (agent("a"), agent("a, b"));
    for (name, old, new) in
        [("commands/c.md", &kept, &open), ("agents/a.md", &few, &more)]
    {
        let files = [
            (format!("old/.claude/{name}"), old),
            (format!("new/.claude/{name}"), new),
        ];
        let files =
            files.each_ref().map(|(name, text)| (&**name, text.as_str()));
        let at = Scratch::holding("diff-front", &files);
        let diff = |one: &str, two: &str| {
            run(&at, &["diff", one, two, "--deny-widening"]).code
        };
        assert_eq!((diff("old", "new"), diff("new", "old")), (1, 0), "{name}");
        assert_eq!(run(&at, &["diff", "new", "old"]).code, 1, "{name}");
    }
}

/// What a difference is shown by gives the same answers to `eval`.
#[test]
fn the_event_of_a_difference_can_be_answered_again() {
    let deny =
        |rule: &str| json!({"permissions": {"deny": [rule]}}).to_string();
    let (old, new) = (deny("Read(~/.ssh/**)"), deny("Read(./secret/**)"));
    let files = [("old.json", &*old), ("new.json", &*new)];
    let at = Scratch::holding("diff-again", &files);
    let ran = run(&at, &["diff", "old.json", "new.json", "--format", "json"]);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let changes = report["changes"].as_array().unwrap();
    assert!(!changes.is_empty(), "{report}");
    for change in changes {
        fs::write(at.0.join("e.json"), change["event"].to_string()).unwrap();
        fs::write(at.0.join("c.json"), change["context"].to_string()).unwrap();
        for side in ["old", "new"] {
            let policy = format!("{side}.json");
            let ran = run(
                &at,
                &[
                    "eval",
                    "--policy",
                    &policy,
                    "--event",
                    "e.json",
                    "--context",
                    "c.json",
                    "--format",
                    "json",
                ],
            );
            let said: Value = serde_json::from_str(&ran.stdout).unwrap();
            let said = &said["permission"]["behavior"];
            assert_eq!(*said, change[side]["behavior"], "{side}: {change}");
        }
    }
}

/// A finding on another list is another one; a baseline of before there were
/// lists hides as much as it did.
#[test]
fn a_baseline_knows_the_list_of_a_finding() {
    let file = ".claude/settings.json";
    let rule = |list: &str| {
        json!({"permissions": {list: ["Write(src/**)"]}}).to_string()
    };
    let allow = rule("allow");
    let at = Scratch::holding("baseline-list", &[(file, &*allow)]);
    let known = "known.json";
    run(&at, &["check", file, "--write-baseline", "--baseline", known]);
    let check = || run(&at, &["check", file, "--baseline", known]).stdout;
    let is_told = || check().contains("[write-path-rule]");
    assert!(!is_told(), "{}", check());
    fs::write(at.0.join(file), rule("deny")).unwrap();
    assert!(is_told(), "{}", check());
    let text = fs::read_to_string(at.0.join(known)).unwrap();
    let mut old: Value = serde_json::from_str(&text).unwrap();
    for one in old["findings"].as_array_mut().unwrap() {
        one.as_object_mut().unwrap().remove("list").unwrap();
    }
    fs::write(at.0.join(known), old.to_string()).unwrap();
    assert!(!is_told(), "{}", check());
}

#[test]
fn a_baseline_that_cannot_be_read_is_no_file_that_was_checked() {
    let text = r#"{"permissions":{"deny":["Bash(rm *)","Bsh(x)"]}}"#;
    let file = ".claude/settings.json";
    let at = Scratch::holding("baseline-none", &[(file, text)]);
    let ran = run(&at, &["check", file, "--baseline", "none.json"]);
    assert_eq!(ran.code, 3, "{}", ran.stdout);
    assert!(ran.stdout.contains("checked 1 file:"), "{}", ran.stdout);
}

#[test]
fn yaml_on_standard_input_is_put_in_order() {
    for (text, wanted) in [
        (
            "permissions:\n  deny:\n    - Read(b)\n    - Read(a)\n",
            "permissions:\n  deny:\n    - Read(a)\n    - Read(b)\n",
        ),
        (
            "---\ndisallowed-tools: Read(b), Read(a)\n---\nx\n",
            "---\ndisallowed-tools: Read(a), Read(b)\n---\nx\n",
        ),
    ] {
        let at = Path::new(env!("CARGO_MANIFEST_DIR"));
        let ran = hookset(at, &["fmt", "-"], Some(text.as_bytes()));
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(ran.stdout, wanted);
    }
}
