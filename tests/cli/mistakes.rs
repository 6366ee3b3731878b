//! What people get wrong at first, and what they are told.

use std::fs;

use serde_json::Value;

use crate::run::{Ran, Scratch, hookset};

const POLICY: &str = r#"{"permissions":{"deny":["Bash(rm *)"]}}"#;

fn scratch(name: &str) -> Scratch {
    Scratch::new(name).with("p.json", POLICY)
}

fn run(at: &Scratch, args: &[&str]) -> Ran {
    hookset(&at.0, args, None)
}

/// Nothing is printed but why not.
fn refused(at: &Scratch, args: &[&str], say: &str) {
    let ran = run(at, args);
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""), "{args:?}");
    let words: Vec<&str> = ran.stderr.split_whitespace().collect();
    let told = words.join(" ").replace("│ ", "");
    assert!(told.contains(say), "{args:?}: {}", ran.stderr);
    assert_eq!(told.matches("error").count(), 1, "{args:?}: {told}");
}

#[test]
fn a_call_behind_the_policy_is_a_call() {
    let at = scratch("behind");
    for command in ["eval", "why", "plan"] {
        let asked = [command, "--policy", "p.json"];
        let ask = |call| [&asked[..], &[call]].concat();
        refused(&at, &ask("rm -rf x"), "write `'Bash(rm -rf x)'`");
        refused(&at, &ask("Bash(rm x"), "error[invalid-event]");
        assert_eq!(run(&at, &ask("Bash")).code, 0, "{command}");
    }
    // A file with a blank in its name is still a file, there or not.
    refused(&at, &["list", "my rules.json"], "cannot read `my rules.json`");
    let none = ["eval", "--policy", "p.json", "my rules.json", "Bash(rm x)"];
    refused(&at, &none, "cannot read `my rules.json`");
    fs::copy(at.0.join("p.json"), at.0.join("my rules")).unwrap();
    let ran = run(&at, &["eval", "--policy", "p.json", "my rules", "Bash"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

#[test]
fn an_image_where_a_policy_is_read_is_told_as_such() {
    let at = scratch("image-as-policy");
    run(&at, &["compile", "--policy", "p.json", "-o", "p.img"]);
    let say = "`p.img` is a compiled policy, and no text help: `--image`";
    for args in [
        &["eval", "--policy", "p.img", "Bash(rm x)"][..],
        &["list", "p.img"],
        &["test", "p.img"],
        &["compile", "--policy", "p.img", "-o", "q.img"],
    ] {
        refused(&at, args, say);
    }
    let ran = run(&at, &["eval", "--image", "p.img", "Bash(rm x)"]);
    assert!(ran.stdout.contains("deny"), "{}", ran.stdout);
}

#[test]
fn a_policy_without_tests_has_not_passed() {
    let at = scratch("no-tests");
    refused(&at, &["test", "p.json"], "nothing in `p.json` is tested");
    let json = run(&at, &["test", "p.json", "--format", "json"]);
    assert_eq!(json.code, 3, "{}", json.stdout);
}

#[test]
fn what_cannot_be_formatted_is_not_counted() {
    let at = scratch("fmt-count");
    let ran = run(&at, &["fmt", "p.json", "none.json"]);
    assert_eq!(ran.code, 3);
    assert!(ran.stdout.starts_with("1 file, "), "{}", ran.stdout);
}

#[test]
fn usage_of_other_tools_leads_to_ours() {
    let at = scratch("usage");
    let json = ["check", "--json", "p.json"];
    refused(&at, &json, "`--format json`");
    refused(&at, &["dialect", "claude"], "`hookset dialect show claude`");
    let ran = run(&at, &["dialect", "cluade"]);
    assert!(!ran.stderr.contains("show"), "{}", ran.stderr);
}

/// Of a file in `.claude` as of any other: what the cases name counts, as it
/// does for `eval`.
#[test]
fn cases_say_in_which_dialect_a_file_is_read_wherever_it_stands() {
    let rules = r#"{"permissions":{"deny":[
        {"rule": "Bash(rm *)", "match": ["rm x"]}]}}"#;
    let at = scratch("cases-place");
    fs::create_dir_all(at.0.join(".claude")).unwrap();
    let at = at.with(".claude/settings.json", rules);
    for (dialect, passes) in [
        ("dialect = \"hookset\"", true),
        ("", false),
        ("dialect = \"claude\"", false),
    ] {
        let cases = format!(
            "{dialect}\npolicy = \".claude/settings.json\"\n[[case]]\n\
             call = \"Bash(rm x)\"\nexpect = \"deny\"\n"
        );
        fs::write(at.0.join("cases.toml"), cases).unwrap();
        let ran = run(&at, &["test"]);
        assert_eq!(ran.code == 0, passes, "{dialect}: {ran:?}");
    }
}

/// A host that names things otherwise must not run what is guarded because
/// nothing of it was understood.
#[test]
fn an_event_without_names_is_asked_about() {
    let at = scratch("nameless");
    let hook = |event: &str, more: &[&str]| {
        let args = [&["hook", "--policy", "p.json"], more].concat();
        hookset(&at.0, &args, Some(event.as_bytes()))
    };
    let decision = |ran: &Ran| {
        let value: Value = serde_json::from_str(&ran.stdout).ok()?;
        let said = &value["hookSpecificOutput"]["permissionDecision"];
        said.as_str().map(str::to_owned)
    };
    for event in
        ["{}", r#"{"event":"pre","tool":"shell","args":{"command":"rm x"}}"#]
    {
        let ran = hook(event, &[]);
        assert_eq!(decision(&ran).as_deref(), Some("ask"), "{event}");
        assert!(ran.stderr.contains("cannot decide: the event"), "{ran:?}");
        let ran = hook(event, &["--on-error", "deny"]);
        assert_eq!(decision(&ran).as_deref(), Some("deny"), "{event}");
        let ran = hook(event, &["--on-error", "open"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{event}");
    }
    // What is a call, of whatever, is held to every deny rule.
    for event in [
        r#"{"tool_input":{"command":"rm x"}}"#,
        r#"{"hook_event_name":"PreToolUse"}"#,
        r#"{"hook_event_name":5}"#,
    ] {
        for way in ["ask", "deny", "open"] {
            let ran = hook(event, &["--on-error", way]);
            assert_eq!(decision(&ran).as_deref(), Some("deny"), "{event}");
        }
    }
    // One host says nowhere what happens.
    let start = r#"{"timestamp":1,"cwd":"/","source":"new"}"#;
    let ran = hook(start, &["--host", "copilot"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    // Hosts have events that nobody here knows, and some without a tool.
    for event in [
        r#"{"hook_event_name":"SomethingNew"}"#,
        r#"{"hook_event_name":"Stop"}"#,
        r#"{"hook_event_name":"PostToolUse"}"#,
        r#"{"hook_event_name":"PreToolUse","tool_name":"Read",
            "tool_input":{"file_path":"/a"}}"#,
    ] {
        let ran = hook(event, &[]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{event}");
    }
}

#[test]
fn a_mode_or_priority_that_is_none_is_told() {
    let at = scratch("no-mode");
    fs::create_dir_all(at.0.join(".claude/agents")).unwrap();
    let agent = "---\nname: a\ndescription: b\npermissionMode: admin\n---\n";
    let rule = "[[rule]]\ntoolName = \"read_file\"\ndecision = \"deny\"\n\
                priority = \"high\"\n";
    let at = at.with(".claude/agents/a.md", agent).with("g.toml", rule);
    for (file, say) in [
        (".claude/agents/a.md", "error[unknown-mode]"),
        ("g.toml", "error[wrong-type]"),
    ] {
        let ran = run(&at, &["check", file]);
        assert_eq!(ran.code, 1, "{}", ran.stdout);
        assert!(ran.stdout.contains(say), "{}", ran.stdout);
    }
}

#[test]
fn what_is_said_to_be_asked_is_asked() {
    let at = scratch("said");
    let at = at
        .with("x.json", r#"{"permissions":{"deny":["Read(/x)"]}}"#)
        .with("t.json", r#"{"permissions":{"deny":["mcp__t__close"]}}"#);
    let ran = run(&at, &["eval", "--policy", "t.json", "mcp__t__close"]);
    assert!(ran.stdout.contains("deny"), "{ran:?}");
    let denies = |source: &str, path: &str| {
        let context = serde_json::json!({
            "settings_source": source, "settings_dir": "/flag",
            "home": "/home/u", "cwd": "/srv/p", "project_root": "/srv/p",
        });
        fs::write(at.0.join("c.json"), context.to_string()).unwrap();
        let call = format!("Read({path})");
        let args = ["eval", "-p", "x.json", "--context", "c.json", "--"];
        let ran = run(&at, &[&args[..], &[&*call]].concat());
        (ran.code, ran.stdout.contains("deny"))
    };
    assert_eq!(denies("user", "/home/u/.claude/x"), (0, true));
    assert_eq!(denies("userSettings", "/srv/p/x"), (0, false));
    assert_eq!(denies("project", "/srv/p/x"), (0, true));
    assert_eq!(denies("flagSettings", "/flag/x"), (0, true));
    assert_eq!(denies("usr", "/srv/p/x"), (3, false));
    let args = ["check", "--diff", "--format", "json", "p.json"];
    assert_eq!(run(&at, &args).code, 3);
    assert_eq!(run(&at, &["install", "p.json", "--name", ""]).code, 3);
    let ran = run(&at, &["hook"]);
    assert!(ran.stdout.contains("not provided: --policy"), "{ran:?}");
}

#[test]
fn settings_of_two_runners_are_not_listed_as_one() {
    let at = scratch("two-runners");
    for family in [".claude", ".agent"] {
        fs::create_dir_all(at.0.join(family)).unwrap();
        let path = at.0.join(family).join("settings.json");
        fs::write(path, POLICY).unwrap();
    }
    refused(&at, &["list"], "which different runners read");
    assert_eq!(run(&at, &["list", ".claude"]).code, 0);
}

#[test]
fn an_image_whose_sources_are_gone_is_not_up_to_date() {
    let at = scratch("gone");
    run(&at, &["compile", "--policy", "p.json", "-o", "p.hsi"]);
    let verify = ["compile", "--verify", "p.hsi"];
    assert_eq!(run(&at, &verify).code, 0);
    fs::remove_file(at.0.join("p.json")).unwrap();
    let ran = run(&at, &verify);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("`p.json` is gone"), "{ran:?}");
}

#[test]
fn what_no_longer_holds_back_widens() {
    let held = r#"{"sandbox":{"enabled":true},
        "deniedMcpServers":[{"serverName":"a"}],
        "enableAllProjectMcpServers":false}"#;
    let at = scratch("holds").with("held.json", held);
    for free in [
        r#"{"sandbox":{"enabled":false},"deniedMcpServers":[{"serverName":"a"}]}"#,
        r#"{"sandbox":{"enabled":true}}"#,
        r#"{"sandbox":{"enabled":true},"deniedMcpServers":[{"serverName":"a"}],
            "enableAllProjectMcpServers":true}"#,
    ] {
        fs::write(at.0.join("free.json"), free).unwrap();
        let to = |old, new| ["diff", old, new, "--deny-widening"];
        let ran = run(&at, &to("held.json", "free.json"));
        assert_eq!(ran.code, 1, "{free}");
        assert_eq!(run(&at, &to("free.json", "held.json")).code, 0);
    }
}

/// A rule of the same tool in the place of one that is known is new.
#[test]
fn another_rule_is_not_in_the_baseline() {
    let rule =
        |text: &str| format!(r#"{{"permissions":{{"deny":["{text}"]}}}}"#);
    let at = Scratch::new("baseline-text").with("p.json", rule("Write(a)"));
    run(&at, &["check", "p.json", "--write-baseline"]);
    let check = ["check", "p.json", "--format", "concise"];
    let check =
        [&check[..], &["--baseline", "hookset-baseline.json"]].concat();
    let known = run(&at, &check);
    fs::write(at.0.join("p.json"), rule("Write(b)")).unwrap();
    let told = run(&at, &check);
    assert_eq!(known.stdout, "");
    assert_ne!(told.stdout, "", "{told:?}");
}

const REMINDER: &str = r#"{
  "serverInfo": {"name": "annal"},
  "capabilities": {"hooks": {"declarations": [{
    "event": "pre_tool_use",
    "matcher": {"tool_name": "Bash", "input_contains": "git commit"},
    "context": "{tool_name} is called", "priority": "required"
  }, {
    "event": "pre_tool_use", "matcher": {"tool_server": "github"},
    "context": "Hello", "priority": "required"
  }]}}
}"#;

#[test]
fn what_is_lowered_or_lost_of_a_server_is_said() {
    let at = Scratch::new("lowered").with("d.json", REMINDER);
    let ran = run(&at, &["plan", "-p", "d.json", "Bash(git commit)"]);
    assert!(ran.stdout.contains("important, declared required"), "{ran:?}");
    let ran = run(&at, &["install", "d.json", "--into", "s.json"]);
    assert!(ran.stderr.contains("not filled in"), "{ran:?}");
    assert_eq!(ran.code, 1);
}

#[test]
fn why_says_what_keeps_a_declaration_or_an_agent_away() {
    let agent = "---\nname: w\ndescription: x\ntools: Read, Grep\nhooks:\n  \
                 PreToolUse:\n    - matcher: Edit\n      hooks:\n        - \
                 type: command\n          command: x\n---\nHello\n";
    let at = Scratch::new("why-away").with("d.json", REMINDER);
    fs::create_dir_all(at.0.join("agents")).unwrap();
    fs::write(at.0.join("agents/w.md"), agent).unwrap();
    let why = |policy: &str, call: &str| {
        let ran = run(&at, &["why", "-p", policy, "--all", "--", call]);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.stdout
    };
    let told = why("d.json", "Bash(ls)");
    let input = "`git commit` is not found in the call's input";
    assert!(told.contains(input), "{told}");
    assert!(told.contains("`Bash` is no tool of the server `github`"));
    let told = why("d.json", "mcp__gitlab__x");
    assert!(told.contains("is for calls of `Bash`, not `mcp__gitlab__x`"));
    let told = why("agents/w.md", "Edit(x)");
    let only = "counts only while the agent `w` runs";
    assert_eq!(told.matches(only).count(), 2, "{told}");
    let event = r#"{"hook_event_name":"PreToolUse","tool_name":"Read",
        "tool_input":{"file_path":"/a"},"agent_type":"w"}"#;
    fs::write(at.0.join("e.json"), event).unwrap();
    let args = ["why", "-p", "agents/w.md", "--all", "--event", "e.json"];
    let told = run(&at, &args).stdout;
    assert!(told.contains("the agent has `Read`"), "{told}");
}

/// Settings are not missed where they are named without the option.
#[test]
fn a_policy_that_is_named_as_a_call_is_not_missing() {
    let at = scratch("policy-as-call");
    for args in [&["eval", "p.json"][..], &["why", "p.json", "Bash(rm x)"]] {
        refused(&at, args, "write `--policy p.json`");
    }
    // Where none is named, two things are wrong.
    let ran = run(&at, &["eval", "nothing.txt"]);
    assert!(ran.stderr.contains("no settings are in force"), "{ran:?}");
}
