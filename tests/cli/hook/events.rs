//! Events other than calls, as each host sends them and reads their answers.

use serde_json::{Value, json};

use super::hook;
use crate::run::{Scratch, hookset};

/// A policy that says no to every event that is listed, and tells the model
/// something.
fn no_to_all(name: &str) -> Scratch {
    let no = json!([{"hooks": [{"type": "decision",
        "permissionDecision": "deny", "permissionDecisionReason": "no",
        "additionalContext": "think"}]}]);
    let names = [
        "PostToolUse",
        "PreCompact",
        "SessionEnd",
        "SessionStart",
        "Stop",
        "SubagentStart",
        "SubagentStop",
        "UserPromptSubmit",
    ];
    let hooks: Value = names.iter().map(|name| (*name, no.clone())).collect();
    let policy = json!({"hooks": hooks, "permissions": {
        "deny": ["Bash(rm *)", "Edit(src/**)", "Write"]}});
    let dir = Scratch::new(name).with("p.json", policy.to_string());
    let args = ["compile", "--policy", "p.json", "-o", "p.hsi"];
    assert_eq!(hookset(&dir.0, &args, None).code, 0);
    dir
}

/// An answer without the places of the hooks.
fn bare(text: &str) -> Value {
    let mut parts = text.split(" (p.json:");
    let first = parts.next().unwrap_or("").to_owned();
    let text = parts.fold(first, |text, part| {
        text + part.split_once(')').map_or("", |(_, rest)| rest)
    });
    serde_json::from_str(&text).unwrap_or_default()
}

#[test]
fn each_host_is_stopped_in_its_own_way() {
    let dir = no_to_all("hook-stops");
    let both = "no\n\nthink";
    let told = |event: &str| {
        json!({"hookSpecificOutput":
            {"hookEventName": event, "additionalContext": both}})
    };
    let block = json!({"decision": "block", "reason": both});
    let halt = json!({"continue": false, "stopReason": both});
    let twice = |event: &str| {
        json!({"decision": "block", "reason": both, "hookSpecificOutput":
            {"hookEventName": event, "decision": "block", "reason": both}})
    };
    let beside = |word: &str, event: &str| {
        json!({"decision": word, "reason": "no", "hookSpecificOutput":
            {"hookEventName": event, "additionalContext": "think"}})
    };
    for (host, event, wanted) in [
        ("claude", "Stop", beside("block", "Stop")),
        ("claude", "PreCompact", block.clone()),
        ("codex", "Stop", block.clone()),
        ("codex", "SubagentStop", block.clone()),
        ("codex", "PreCompact", halt.clone()),
        ("codex", "PostToolUse", beside("block", "PostToolUse")),
        ("codex", "SubagentStart", told("SubagentStart")),
        ("qwen", "Stop", beside("block", "Stop")),
        ("gemini", "PreCompress", Value::Null),
        ("gemini", "AfterAgent", json!({"decision": "deny", "reason": both})),
        ("gemini", "AfterTool", beside("deny", "AfterTool")),
        ("copilot", "Stop", twice("Stop")),
        ("copilot", "SubagentStop", twice("SubagentStop")),
        ("copilot", "UserPromptSubmit", halt.clone()),
        ("copilot", "PreCompact", halt),
        ("copilot", "agentStop", block.clone()),
        ("copilot", "subagentStop", block),
        ("copilot", "userPromptSubmitted", Value::Null),
        ("copilot", "preCompact", Value::Null),
        ("copilot", "subagentStart", json!({"additionalContext": both})),
        ("cursor", "stop", json!({"followup_message": both})),
        ("cursor", "subagentStop", json!({"followup_message": both})),
        (
            "cursor",
            "beforeSubmitPrompt",
            json!({"continue": false, "user_message": both}),
        ),
        ("cursor", "postToolUse", json!({"additional_context": both})),
        ("cursor", "afterFileEdit", Value::Null),
        ("cursor", "afterShellExecution", Value::Null),
        ("cursor", "preCompact", Value::Null),
        ("cursor", "subagentStart", Value::Null),
    ] {
        let sent = json!({"hook_event_name": event, "cwd": "/srv/p",
            "tool_name": "Bash", "tool_input": {"command": "ls"}});
        let ran = hook(&dir.0, &sent.to_string(), &["--host", host]);
        assert_eq!(bare(&ran.stdout), wanted, "{host} {event}: {ran:?}");
        let stopped = !ran.stderr.contains("nothing stops");
        assert_eq!(ran.stderr.contains("blocked"), stopped, "{ran:?}");
    }
}

/// What Copilot's command line calls its own says what happens by its fields
/// alone.
#[test]
fn an_event_without_a_name_is_told_by_its_fields() {
    let dir = no_to_all("hook-unnamed");
    let block = json!({"decision": "block", "reason": "no\n\nthink"});
    let told = json!({"additionalContext": "no\n\nthink"});
    let call = json!({"toolName": "bash", "toolArgs": {"command": "rm x"}});
    let done = json!({"toolName": "bash", "toolArgs": {"command": "rm x"},
        "toolResult": {"resultType": "success", "textResultForLlm": "x"}});
    let failed = json!({"toolName": "bash", "toolArgs": {"command": "rm x"},
        "error": "no such file"});
    for (sent, wanted) in [
        (json!({"stopReason": "end_turn"}), block.clone()),
        (json!({"stopReason": "end_turn", "agentName": "a"}), block),
        (json!({"agentName": "a"}), told.clone()),
        (json!({"source": "new", "initialPrompt": "x"}), told.clone()),
        (json!({"prompt": "x"}), Value::Null),
        (json!({"reason": "complete"}), Value::Null),
        (done, told),
        (failed, Value::Null),
    ] {
        let mut sent = sent;
        sent["sessionId"] = "s".into();
        sent["cwd"] = "/srv/p".into();
        let ran = hook(&dir.0, &sent.to_string(), &["--host", "copilot"]);
        assert_eq!(bare(&ran.stdout), wanted, "{sent}: {ran:?}");
    }
    let mut sent = call;
    let args = ["--host", "copilot"];
    let said = bare(&hook(&dir.0, &sent.to_string(), &args).stdout);
    assert_eq!(said["permissionDecision"], "deny", "{said}");
    sent["hookName"] = "permissionRequest".into();
    let said = bare(&hook(&dir.0, &sent.to_string(), &args).stdout);
    assert_eq!(said["behavior"], "deny", "{said}");
    assert!(said["message"].as_str().unwrap().contains("Bash(rm *)"));
}

/// What is about no call is none, whether it is known or not.
#[test]
fn an_event_that_nobody_knows_is_passed_over() {
    let dir = no_to_all("hook-unheard");
    for (event, told) in [
        (r#"{"timestamp":1,"cwd":"/srv","source":"new"}"#, true),
        (r#"{"timestamp":1,"cwd":"/srv","unheard":"new"}"#, false),
    ] {
        let ran = hook(&dir.0, event, &["--host", "copilot"]);
        assert_eq!((ran.code, ran.stdout.is_empty()), (0, !told), "{ran:?}");
    }
}

#[test]
fn tools_of_vs_code_are_known() {
    let dir = no_to_all("hook-vs-code");
    for (tool, input, stopped) in [
        ("editFiles", json!({"files": ["a.ts", "src/b.ts"]}), true),
        ("editFiles", json!({"files": ["a.ts"]}), false),
        ("deleteFile", json!({"path": "src/b.ts"}), true),
        ("deleteFile", json!({"path": "b.ts"}), false),
        ("createFile", json!({"path": "b.ts"}), true),
        ("runInTerminal", json!({"command": "rm x"}), true),
        ("readFile", json!({"path": "src/b.ts"}), false),
        ("edit_notebook_file", json!({"filePath": "src/b.ipynb"}), true),
        ("edit_notebook_file", json!({"filePath": "b.ipynb"}), false),
        ("str_replace_editor", json!({"path": "src/b.ts"}), true),
    ] {
        let sent = json!({"hookEventName": "PreToolUse", "cwd": "/srv/p",
            "tool_name": tool, "tool_input": input});
        let ran = hook(&dir.0, &sent.to_string(), &["--host", "copilot"]);
        let said = ran.stdout.contains("\"deny\"");
        assert_eq!(said, stopped, "{tool} {input}: {ran:?}");
    }
}
