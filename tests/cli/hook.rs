//! `hookset hook` as hosts call it: the shapes of its answers, and what
//! becomes of it when something is wrong. It never ends with 2 by accident.

mod events;
mod faults;
mod hosts;
#[cfg(unix)]
mod places;

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::run::{Ran, Scratch, hookset};

const POLICY: &str = r#"{
  "permissions": {
    "deny": ["Bash(rm *)", "Edit(secret/**)", "Read(.env)"],
    "ask": ["Bash(git push *)"],
    "allow": ["Bash(ls *)"]
  },
  "hooks": {
    "PreToolUse": [{"matcher": "Bash|Edit", "hooks": [
      {"type": "decision", "permissionDecision": "deny",
       "permissionDecisionReason": "use pnpm", "if": "Bash(npm *)"},
      {"type": "decision", "permissionDecision": "allow",
       "if": "Bash(make *)"},
      {"type": "decision", "permissionDecision": "allow",
       "if": "Bash(git *)"},
      {"type": "decision", "permissionDecision": "ask",
       "permissionDecisionReason": "a migration", "if": "Edit(*.sql)"},
      {"type": "decision", "additionalContext": "be careful",
       "if": "Bash(docker *)"}]}],
    "UserPromptSubmit": [{"hooks": [
      {"type": "decision", "permissionDecision": "deny",
       "permissionDecisionReason": "not today"}]}],
    "SessionStart": [{"hooks": [
      {"type": "decision", "additionalContext": "the tests are slow"}]}],
    "TaskCompleted": [{"hooks": [
      {"type": "decision", "permissionDecision": "deny",
       "permissionDecisionReason": "run the tests"}]}],
    "SessionEnd": [{"hooks": [
      {"type": "decision", "permissionDecision": "deny"}]}]
  }
}"#;

fn scratch(name: &str) -> Scratch {
    let dir = Scratch::new(name).with("p.json", POLICY);
    let args = ["compile", "--policy", "p.json", "-o", "p.hsi"];
    assert_eq!(hookset(&dir.0, &args, None).code, 0);
    dir
}

fn bash(command: &str) -> Value {
    json!({"hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": command}, "cwd": "/srv"})
}

/// Runs the hook from the files and from the image, which say the same.
fn hook(directory: &Path, event: &str, more: &[&str]) -> Ran {
    let run = |how: &[&str]| {
        let args = [&["hook"], how, more].concat();
        hookset(directory, &args, Some(event.as_bytes()))
    };
    let ran = run(&["--policy", "p.json"]);
    let image = run(&["--image", "p.hsi"]);
    assert_eq!(ran.stdout, image.stdout);
    assert_eq!((ran.code, &ran.stderr), (image.code, &image.stderr));
    assert!(!ran.stderr.contains("internal error"), "{ran:?}");
    ran
}

/// The answer; exit code 0.
fn answer(directory: &Path, event: &Value, more: &[&str]) -> Value {
    let ran = hook(directory, &event.to_string(), more);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_ne!(ran.stdout, "", "{ran:?}");
    serde_json::from_str(&ran.stdout).unwrap()
}

fn silent(directory: &Path, event: &Value, more: &[&str]) -> Ran {
    let ran = hook(directory, &event.to_string(), more);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{event} {ran:?}");
    ran
}

#[test]
fn rules_answer() {
    let dir = scratch("hook-rules");
    let said = answer(&dir.0, &bash("ls && rm -rf x"), &[]);
    let own = &said["hookSpecificOutput"];
    assert_eq!(own["hookEventName"], "PreToolUse");
    assert_eq!(own["permissionDecision"], "deny");
    let reason = own["permissionDecisionReason"].as_str().unwrap();
    for part in ["`Bash(rm *)`", "p.json:3:14", "ask the person"] {
        assert!(reason.contains(part), "{reason}");
    }
    let said = answer(&dir.0, &bash("git push origin"), &[]);
    assert_eq!(said["hookSpecificOutput"]["permissionDecision"], "ask");
    // What cannot be read is asked about, with the reason.
    let said = answer(&dir.0, &bash("$X x"), &[]);
    let own = &said["hookSpecificOutput"];
    assert_eq!(own["permissionDecision"], "ask");
    let reason = own["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains("cannot be decided"), "{reason}");
}

#[test]
fn no_opinion_is_silence_and_allow_is_asked_for() {
    let dir = scratch("hook-allow");
    silent(&dir.0, &bash("ls -l"), &[]);
    silent(&dir.0, &bash("cargo build"), &["--allow"]);
    let said = answer(&dir.0, &bash("ls -l"), &["--allow"]);
    assert_eq!(said["hookSpecificOutput"]["permissionDecision"], "allow");
}

#[test]
fn decisions_of_the_policy_answer() {
    let dir = scratch("hook-decision");
    let said = answer(&dir.0, &bash("npm i"), &[]);
    let own = &said["hookSpecificOutput"];
    assert_eq!(own["permissionDecision"], "deny");
    let reason = own["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.starts_with("use pnpm (p.json:9:"), "{reason}");
    let said = answer(&dir.0, &bash("make all"), &["--allow"]);
    assert_eq!(said["hookSpecificOutput"]["permissionDecision"], "allow");
    // Its allow is about the whole call or not at all.
    silent(&dir.0, &bash("make all; curl x"), &["--allow"]);
    silent(&dir.0, &bash("make all > /etc/passwd"), &["--allow"]);
    // It lifts no rule.
    let said = answer(&dir.0, &bash("git push x"), &["--allow"]);
    assert_eq!(said["hookSpecificOutput"]["permissionDecision"], "ask");
    let said = answer(&dir.0, &bash("docker ps"), &[]);
    let own = &said["hookSpecificOutput"];
    assert_eq!(own["additionalContext"], "be careful");
    assert_eq!(own["permissionDecision"], Value::Null);
}

/// Text of a server does not look like the person's own, and behind a call
/// a no is told.
#[test]
fn texts_of_servers_say_whose_they_are() {
    let policy = r#"{"hooks": {"PostToolUse": [{"hooks": [
        {"type": "inject", "server": "notes", "level": "required",
         "context": "one\ntwo"},
        {"type": "decision", "permissionDecision": "deny",
         "reason": "not so"},
        {"type": "decision", "additionalContext": "mine"}]}]}}"#;
    let dir = Scratch::new("hook-servers").with("p.json", policy);
    let args = ["compile", "--policy", "p.json", "-o", "p.hsi"];
    assert_eq!(hookset(&dir.0, &args, None).code, 0);
    let event = json!({"hook_event_name": "PostToolUse", "cwd": "/srv",
        "tool_name": "Bash", "tool_input": {"command": "ls"}});
    let said = answer(&dir.0, &event, &[]);
    let own = &said["hookSpecificOutput"];
    let context = own["additionalContext"].as_str().unwrap();
    let (first, rest) = context.split_once('\n').unwrap();
    let start = "From the server `notes`. (SHOULD, `";
    assert!(first.starts_with(start), "{context}");
    assert_eq!(rest, "\n> one\n> two\n\nmine");
    assert_eq!(said["decision"], "block");
    let reason = said["reason"].as_str().unwrap();
    assert!(reason.starts_with("not so"), "{reason}");
}

#[test]
fn other_events_answer() {
    let dir = scratch("hook-events");
    let event = |name: &str| json!({"hook_event_name": name, "cwd": "/"});
    let said = answer(&dir.0, &event("SessionStart"), &[]);
    let own = &said["hookSpecificOutput"];
    assert_eq!(own["additionalContext"], "the tests are slow");
    let said = answer(&dir.0, &event("UserPromptSubmit"), &[]);
    assert_eq!(said["decision"], "block");
    // The one way to stop it.
    let ran = hook(&dir.0, &event("TaskCompleted").to_string(), &[]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("run the tests"), "{ran:?}");
    let ran = silent(&dir.0, &event("SessionEnd"), &[]);
    assert!(ran.stderr.contains("nothing stops"), "{ran:?}");
    silent(&dir.0, &event("Notification"), &[]);
    // What has happened is not denied.
    let mut after = bash("rm x");
    after["hook_event_name"] = "PostToolUse".into();
    silent(&dir.0, &after, &[]);
    let mut request = bash("rm x");
    request["hook_event_name"] = "PermissionRequest".into();
    let said = answer(&dir.0, &request, &[]);
    let decision = &said["hookSpecificOutput"]["decision"];
    assert_eq!(decision["behavior"], "deny");
    request["tool_input"]["command"] = "git push x".into();
    silent(&dir.0, &request, &[]);
}

/// What `check` says of a no that stops nothing is so: the model is told.
#[test]
fn a_no_that_stops_nothing_is_told_to_the_model() {
    const TOLD: &[&str] =
        &["SessionStart", "Setup", "SubagentStart", "PostModelSwitch"];
    const BLOCKED: &[&str] = &["PostToolUse", "PostToolUseFailure"];
    const SILENT: &[&str] = &["Notification", "PostCompact", "SessionEnd"];
    let hooks = json!([{"hooks": [{"type": "decision",
        "permissionDecision": "deny", "permissionDecisionReason": "not so",
        "additionalContext": "think"}]}]);
    for name in [TOLD, BLOCKED, SILENT].concat() {
        let policy = json!({"hooks": {name: hooks}}).to_string();
        let dir = Scratch::new("hook-told").with("p.json", &policy);
        let args = ["compile", "--policy", "p.json", "-o", "p.hsi"];
        assert_eq!(hookset(&dir.0, &args, None).code, 0);
        let mut event = bash("ls");
        event["hook_event_name"] = name.into();
        let ran = hook(&dir.0, &event.to_string(), &[]);
        let said: Value =
            serde_json::from_str(&ran.stdout).unwrap_or_default();
        let context = &said["hookSpecificOutput"]["additionalContext"];
        let context = context.as_str().unwrap_or("");
        let told = context.starts_with("not so (p.json");
        assert_eq!(told, TOLD.contains(&name), "{name}: {ran:?}");
        let blocked = said["decision"] == "block";
        assert_eq!(blocked, BLOCKED.contains(&name), "{name}: {ran:?}");
        assert_eq!(ran.stdout.is_empty(), SILENT.contains(&name), "{ran:?}");
        let args = ["check", "p.json", "--dialect", "hookset"];
        let ran = hookset(&dir.0, &args, None);
        let text = ran.stdout.split_whitespace().collect::<Vec<_>>();
        let promised = text.join(" ").contains("the model is told");
        assert_eq!(promised, !SILENT.contains(&name), "{name}: {ran:?}");
    }
}

/// An answer counts only if it names the event it is given to, and what
/// nobody knows is not allowed.
#[test]
fn an_event_nobody_knows_is_answered_by_its_name() {
    let dir = scratch("hook-unknown");
    let mut event = bash("rm x");
    event["hook_event_name"] = "BeforeEverything".into();
    let said = answer(&dir.0, &event, &["--allow"]);
    let own = &said["hookSpecificOutput"];
    assert_eq!(own["hookEventName"], "BeforeEverything");
    assert_eq!(own["permissionDecision"], "deny");
    event["tool_input"]["command"] = "ls -a".into();
    silent(&dir.0, &event, &["--allow"]);
    event["hook_event_name"] = "PreToolUse".into();
    let said = answer(&dir.0, &event, &["--allow"]);
    let decision = &said["hookSpecificOutput"]["permissionDecision"];
    assert_eq!(decision, "allow");
}

/// Whichever of two names a host goes by, a call is not let pass.
#[test]
fn an_event_of_two_names_is_a_call_if_one_says_so() {
    let dir = scratch("hook-names");
    let with = |names: &str| {
        let input = r#""tool_input":{"command":"rm x"}"#;
        format!(r#"{{{names},"tool_name":"Bash",{input},"cwd":"/srv"}}"#)
    };
    let own = r#""hook_event_name":"PreToolUse""#;
    for other in [
        r#""hook_event_name":"PostToolUse""#,
        r#""hook_event_name":"Stop""#,
        r#""hook_event_name":"Nothing""#,
        r#""hook_event_name":7"#,
        r#""hookEventName":"PostToolUse""#,
        r#""hook_event_name":"PermissionRequest""#,
    ] {
        for names in [format!("{own},{other}"), format!("{other},{own}")] {
            let ran = hook(&dir.0, &with(&names), &[]);
            let said = r#""permissionDecision":"deny""#;
            assert!(ran.stdout.contains(said), "{names}: {ran:?}");
        }
    }
    let camel = r#""hookEventName":"PreToolUse","hook_event_name":"Stop""#;
    let ran = hook(&dir.0, &with(camel), &[]);
    assert!(ran.stdout.contains("\"deny\""), "{ran:?}");
}

#[test]
fn nobody_to_ask_is_a_deny() {
    let dir = scratch("hook-mode");
    let mut event = bash("git push x");
    event["permission_mode"] = "bypassPermissions".into();
    let said = answer(&dir.0, &event, &[]);
    assert_eq!(said["hookSpecificOutput"]["permissionDecision"], "deny");
}

#[test]
fn every_host_is_answered_in_its_shape() {
    let dir = scratch("hook-hosts");
    let on = |host: &str, event: Value| {
        let found = answer(&dir.0, &event, &["--host", host]);
        (found["hookSpecificOutput"]["permissionDecision"].clone(), found)
    };
    let (own, _) = on("codex", bash("rm x"));
    assert_eq!(own, "deny");
    let (own, _) = on("codex", bash("git push x"));
    assert_eq!(own, "deny", "codex cannot ask");
    let patch = "*** Begin Patch\n*** Add File: a\n+x\n*** Update File: \
                 secret/key\n@@\n-a\n+b\n*** End Patch";
    let (own, _) = on(
        "codex",
        json!({"hook_event_name": "PreToolUse", "tool_name": "apply_patch",
            "tool_input": {"command": patch}, "cwd": "/srv"}),
    );
    assert_eq!(own, "deny");
    let (_, said) = on(
        "gemini",
        json!({"hook_event_name": "BeforeTool", "cwd": "/srv",
            "tool_name": "run_shell_command",
            "tool_input": {"command": "rm x"}}),
    );
    assert_eq!(said["decision"], "deny");
    assert!(said["reason"].as_str().unwrap().contains("p.json:3:14"));
    let (_, said) = on(
        "gemini",
        json!({"hook_event_name": "BeforeTool", "tool_name": "read_file",
            "tool_input": {"absolute_path": "/srv/.env"}, "cwd": "/srv"}),
    );
    assert_eq!(said["decision"], "deny");
    let (own, _) = on("qwen", bash("git push x"));
    assert_eq!(own, "ask");
    let (own, said) = on(
        "copilot",
        json!({"toolName": "bash", "cwd": "/srv",
            "toolArgs": "{\"command\":\"rm x\"}"}),
    );
    assert_eq!(
        (own, &said["permissionDecision"]),
        (Value::Null, &"deny".into())
    );
    let (own, _) = on("copilot", bash("rm x"));
    assert_eq!(own, "deny");
    let shell = |command: &str| {
        json!({"hook_event_name": "beforeShellExecution",
            "command": command, "cwd": "/srv"})
    };
    let (_, said) = on("cursor", shell("rm x"));
    assert_eq!(said["permission"], "deny");
    let (_, said) = on("cursor", shell("git push x"));
    assert_eq!(said["permission"], "ask");
    let mut event = bash("git push x");
    event["hook_event_name"] = "preToolUse".into();
    event["tool_name"] = "Shell".into();
    let (_, said) = on("cursor", event);
    assert_eq!(said["permission"], "deny", "cursor cannot ask there");
}

/// Through a shell, for streams that are closed.
#[cfg(unix)]
fn shell(directory: &Path, line: &str) -> (i32, String) {
    let bin = env!("CARGO_BIN_EXE_hookset");
    let output = Command::new("sh")
        .args(["-c", &line.replace("HOOK", &format!("{bin} hook"))])
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code().unwrap_or(-1), text)
}

#[cfg(unix)]
#[test]
fn closed_streams() {
    let dir = scratch("hook-closed")
        .with("deny", bash("rm x").to_string())
        .with("quiet", bash("cargo doc").to_string());
    let (code, text) = shell(&dir.0, "HOOK --policy p.json <&-");
    assert_eq!(code, 0);
    assert!(text.contains("\"ask\""), "{text}");
    // Nobody reads the answer: the intended block is told another way.
    let full = "HOOK --policy p.json <deny >/dev/full 2>/dev/null";
    assert_eq!(shell(&dir.0, full).0, 2);
    let full = "HOOK --policy p.json <quiet >/dev/full";
    assert_eq!(shell(&dir.0, full).0, 0);
    let broken = "(HOOK --policy p.json <deny 2>&-; echo $? >&2) 2>code \
                  | true; sleep 0.2; cat code";
    let (_, text) = shell(&dir.0, broken);
    assert!(["0\n", "2\n"].contains(&text.as_str()), "{text:?}");
}

/// A decision whose matcher is no regular expression stops nothing; what it
/// may have stopped is asked about, from files and from an image.
#[test]
fn a_guard_with_a_broken_matcher_asks() {
    let guard = |matcher: &str| {
        json!({"hooks": {"PreToolUse": [{"matcher": matcher, "hooks": [
            {"type": "decision", "permissionDecision": "deny"}]}]}})
    };
    let cases = [("(?=Bash)", "ask"), ("[", "ask"), ("(?i)BASH", "deny")];
    for (matcher, expected) in cases {
        let dir = Scratch::new("broken-matcher")
            .with("q.json", guard(matcher).to_string());
        let args = ["compile", "--policy", "q.json", "-o", "q.hsi"];
        hookset(&dir.0, &args, None);
        for from in [["--policy", "q.json"], ["--image", "q.hsi"]] {
            let args = [&["hook"][..], &from].concat();
            let event = bash("ls").to_string();
            let ran = hookset(&dir.0, &args, Some(event.as_bytes()));
            let told: Value = serde_json::from_str(&ran.stdout).unwrap();
            let decided = &told["hookSpecificOutput"]["permissionDecision"];
            assert_eq!(decided, expected, "{matcher} {from:?}");
        }
    }
}

#[test]
fn help_is_an_answer() {
    let dir = scratch("hook-help");
    let ran = hookset(&dir.0, &["hook", "--help"], None);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("--on-error"), "{ran:?}");
    let color = ["--color", "never", "hook", "--nope"];
    assert_eq!(hookset(&dir.0, &color, Some(b"")).code, 0);
}
