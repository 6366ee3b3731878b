//! What other hosts call things: fields, tools, directories, patches.

use serde_json::{Value, json};

use super::hook;
use crate::run::{Scratch, hookset};

fn scratch(name: &str, permissions: &Value) -> Scratch {
    let policy = json!({ "permissions": permissions }).to_string();
    let dir = Scratch::new(name).with("p.json", policy);
    let args = ["compile", "--policy", "p.json", "-o", "p.hsi"];
    assert_eq!(hookset(&dir.0, &args, None).code, 0);
    dir
}

/// Whether each call is stopped.
fn stops(name: &str, permissions: &Value, rows: &[(&str, &str, Value, bool)]) {
    let dir = scratch(name, permissions);
    for (host, tool, input, stopped) in rows {
        let name = match *host {
            "gemini" => "BeforeTool",
            _ => "PreToolUse",
        };
        let mut event = json!({"hook_event_name": name, "cwd": "/srv/p",
            "tool_name": tool, "tool_input": input});
        if *host == "cursor" {
            event = input.clone();
            event["workspace_roots"] = json!(["/srv/other", "/srv/p"]);
        }
        let ran = hook(&dir.0, &event.to_string(), &["--host", host]);
        let said = ran.stdout.contains("\"deny\"");
        assert_eq!(said, *stopped, "{host} {tool} {input}: {ran:?}");
    }
}

#[test]
fn a_line_runs_in_the_directory_that_is_said() {
    let rows = [
        ("codex", "exec_command", "cmd", "workdir"),
        ("gemini", "run_shell_command", "command", "dir_path"),
        ("qwen", "run_shell_command", "command", "directory"),
    ];
    let rows = rows.iter().flat_map(|&(host, tool, line, directory)| {
        let row = |text: &str, at: &str, stopped: bool| {
            let input = json!({line: text, directory: at});
            (host, tool, input, stopped)
        };
        [
            row("cat keys/x", "/srv/secret", true),
            row("touch x/a", "/srv/p/src", true),
            row("touch x/a", "src", true),
            row("rm x # }", "it's", true),
            row("cat keys/x", "/srv/p", false),
            row("touch y/a", "/srv/p/src", false),
        ]
    });
    let deny = ["Read(//srv/secret/**)", "Edit(src/x/**)", "Bash(rm *)"];
    stops(
        "hook-directory",
        &json!({ "deny": deny }),
        &rows.collect::<Vec<_>>(),
    );
}

#[test]
fn fields_and_tools_of_other_names_are_known() {
    let deny =
        ["Read(.env)", "Skill(a)", "Agent(x)", "Write", "mcp__git-hub__push"];
    let patch = "*** Begin Patch\n*** Add File: q\n+x\n*** End Patch";
    let shell = format!("apply_patch <<'EOF'\n{patch}\nEOF");
    let grep = "grep_search";
    stops(
        "hook-names",
        &json!({ "deny": deny }),
        &[
            ("gemini", grep, json!({"pattern": "x", "include": ".env"}), true),
            (
                "gemini",
                grep,
                json!({"pattern": "x", "include_pattern": ".env"}),
                true,
            ),
            ("gemini", "activate_skill", json!({"name": "a"}), true),
            ("qwen", "skill", json!({"skill": "a"}), true),
            ("qwen", "skill", json!({"skill": "b"}), false),
            ("qwen", "agent", json!({"subagent_type": "x"}), true),
            ("codex", "apply_patch", json!({"command": patch}), true),
            ("codex", "exec_command", json!({"cmd": shell}), true),
            ("codex", "exec_command", json!({"cmd": "make"}), false),
            ("copilot", "git-hub-push", json!({}), true),
            ("copilot", "git-hub-pull", json!({}), false),
            ("copilot", "mcp_git-hub_push", json!({}), true),
            ("copilot", "task", json!({"agent_type": "x"}), true),
            ("copilot", "runSubagent", json!({"agentName": "x"}), true),
            ("copilot", "skill", json!({"skill": "a"}), true),
            ("copilot", "grep", json!({"paths": ".env"}), true),
            ("copilot", "grep", json!({"paths": ["a", ".env"]}), true),
            ("copilot", "grep", json!({"paths": ["a", "b"]}), false),
            ("copilot", grep, json!({"includePattern": ".env"}), true),
            ("copilot", "list_dir", json!({"path": "src"}), false),
            ("codex", "view_image", json!({"path": ".env"}), true),
            ("codex", "spawn_agent", json!({"agent_type": "x"}), true),
            ("gemini", "delegate_to_agent", json!({"agent_name": "x"}), true),
        ],
    );
}

/// What stands in a list is each of what is in it, and no reason to stop a
/// call whose every part is written out.
#[test]
fn lists_of_files_addresses_and_words_are_taken_apart() {
    let deny = ["Read(.env)", "Edit(src/x/**)", "WebFetch(domain:evil.com)"];
    let deny = [deny.as_slice(), &["Bash(rm *)"]].concat();
    let read = |files: Value| ("gemini", "read_many_files", files);
    let fetch = |text: &str| ("gemini", "web_fetch", json!({"prompt": text}));
    let pages =
        |all: Value| ("copilot", "fetch_webpage", json!({"urls": all}));
    let shell = |words: Value| ("codex", "shell", json!({"command": words}));
    let many = "multi_replace_string_in_file";
    let edits = |file: &str| {
        let all = json!([{"filePath": "/srv/p/b"}, {"filePath": file}]);
        ("copilot", many, json!({ "replacements": all }))
    };
    let patch = "apply_patch <<E\n*** Begin Patch\n*** Add File: src/x/a\n\
                 +a\n*** End Patch\nE";
    let rows = [
        (read(json!({"paths": ["a.ts", "b.ts"]})), false),
        (read(json!({"paths": ["a.ts", ".env"]})), true),
        (read(json!({"include": ["a.ts", ".e*"]})), true),
        (read(json!({"paths": [1]})), true),
        (fetch("sum up https://good.com/ and http://b.org."), false),
        (fetch("sum up https://good.com/ and http://evil.com/x"), true),
        (fetch("sum up (http://evil.com/x)"), true),
        (fetch("sum it up"), true),
        (pages(json!(["https://good.com/"])), false),
        (pages(json!(["https://good.com/", "https://evil.com"])), true),
        (pages(json!([])), true),
        (edits("/srv/p/a"), false),
        (edits("/srv/p/src/x/a"), true),
        (shell(json!(["bash", "-lc", "ls; git status"])), false),
        (shell(json!(["bash", "-lc", "ls; rm x"])), true),
        (shell(json!(["/bin/sh", "-c", "cat .env"])), true),
        (shell(json!(["rm", "a b"])), true),
        (shell(json!(["echo", "a; rm b"])), false),
        (shell(json!(["bash", "-lc", patch])), true),
        (shell(json!(["ls", 1])), true),
        (shell(json!([])), true),
    ];
    let rows = rows
        .map(|((host, tool, input), stopped)| (host, tool, input, stopped));
    stops("hook-lists", &json!({ "deny": deny }), &rows);
}

/// Cursor says neither where a file's event happens nor which server a tool
/// is of.
#[test]
fn what_cursor_does_not_say_may_be_anything_it_can_be() {
    let read = |file: &str| json!({"hook_event_name": "beforeReadFile", "file_path": file});
    let before = |tool: &str| {
        json!({"hook_event_name": "beforeMCPExecution", "tool_name": tool,
            "tool_input": "{}"})
    };
    let call = |tool: &str| {
        json!({"hook_event_name": "preToolUse", "tool_input": {},
            "tool_name": format!("MCP:{tool}")})
    };
    let deny = ["Read(.env)", "Read(/keys/**)", "mcp__git__push"];
    let rows = [
        (read("/srv/p/a/.env"), true),
        (read("/srv/p/keys/x"), true),
        (read("/srv/p/a/keys/x"), false),
        (read("/elsewhere/.env"), false),
        (before("push"), true),
        (before("pull"), false),
        (call("push"), true),
        (call("pull"), false),
    ];
    let rows = rows.map(|(event, stopped)| ("cursor", "", event, stopped));
    stops("hook-cursor", &json!({ "deny": deny }), &rows);
}

/// It lets nothing run, and stops nothing: who cannot ask is told nothing.
#[test]
fn a_protected_path_asks_where_the_host_can() {
    let dir = scratch("hook-protected", &json!({ "allow": ["Edit(**)"] }));
    let event = |file: &str, mode: &str| {
        json!({"hook_event_name": "PreToolUse", "cwd": "/srv/p",
            "permission_mode": mode, "tool_name": "Write",
            "tool_input": {"file_path": file, "content": "x"}})
        .to_string()
    };
    for (host, mode, expected) in [
        ("claude", "acceptEdits", Some("ask")),
        ("claude", "bypassPermissions", None),
        ("claude", "dontAsk", Some("deny")),
        ("codex", "default", None),
    ] {
        let args = ["--host", host, "--allow"];
        let ran = hook(&dir.0, &event(".git/hooks/x", mode), &args);
        let said: Value =
            serde_json::from_str(&ran.stdout).unwrap_or_default();
        let own = &said["hookSpecificOutput"];
        let decision = own["permissionDecision"].as_str();
        assert_eq!(decision, expected, "{host} {mode}: {ran:?}");
        let reason = own["permissionDecisionReason"].as_str();
        let told = |reason: &str| reason.contains("/srv/p/.git/hooks/x");
        assert!(reason.is_none_or(told), "{ran:?}");
    }
    let ran = hook(&dir.0, &event("src/x", "default"), &["--allow"]);
    assert!(ran.stdout.contains("\"allow\""), "{ran:?}");
}

/// Guards see an agent's name and a server's tool however they are said.
#[test]
fn what_gemini_says_beside_a_name_counts() {
    let call = |name: &str, context: Value| {
        json!({"hook_event_name": "BeforeTool", "cwd": "/srv/p",
            "tool_name": name, "tool_input": {}, "mcp_context": context})
    };
    let told = |server: &str, tool: &str| {
        let context = json!({"server_name": server, "tool_name": tool});
        call(tool, context)
    };
    let agent = |name: &str| {
        json!({"hook_event_name": "BeforeTool", "cwd": "/srv/p",
            "tool_name": "invoke_agent",
            "tool_input": {"agent_name": name, "prompt": "x"}})
    };
    let named = |name: &str, input: Value| {
        json!({"hook_event_name": "BeforeTool", "cwd": "/srv/p",
            "tool_name": name, "tool_input": input})
    };
    let cli_help = "Agent(cli_help)";
    let deny = ["mcp__a__b", "Agent(Explore)", "Glob", cli_help];
    let dir = scratch("hook-gemini-said", &json!({ "deny": deny }));
    for (event, stopped) in [
        (told("a", "b"), true),
        (told("a", "c"), false),
        (told("c", "b"), false),
        // A server's tool may be called as one of the host's own.
        (told("c", "glob"), true),
        (call("b", json!({"server_name": "a"})), true),
        (call("mcp_c_d", json!({"server_name": "a", "tool_name": "b"})), true),
        (
            call("mcp__c__d", json!({"server_name": "a", "tool_name": "b"})),
            true,
        ),
        (
            call("mcp__a__b", json!({"server_name": "c", "tool_name": "d"})),
            true,
        ),
        (call("b", Value::Null), false),
        (agent("Explore"), true),
        (agent("Other"), false),
        (named("cli_help", json!({"objective": "x"})), true),
        (named("cli_help", json!({})), true),
        (named("generalist", json!({"subagent_type": "cli_help"})), false),
    ] {
        let ran = hook(&dir.0, &event.to_string(), &["--host", "gemini"]);
        let said = ran.stdout.contains("\"deny\"");
        assert_eq!(said, stopped, "{event}: {ran:?}");
    }
}

#[test]
fn no_directory_of_a_workspace_is_passed_over() {
    let permissions = json!({"deny": ["Read(.env)"]});
    let dir = scratch("hook-cursor-roots", &permissions);
    let in_roots = |count: usize, file: &str| {
        let roots: Vec<_> = (0..count).map(|at| format!("/r{at}")).collect();
        json!({"hook_event_name": "beforeReadFile", "content": "x",
            "file_path": file, "workspace_roots": roots})
    };
    let mut odd = in_roots(2, "/q/.env");
    odd["workspace_roots"][1] = json!(["/q"]);
    for (event, stopped) in [
        (in_roots(16, "/r15/.env"), true),
        (in_roots(17, "/r16/.env"), true),
        (in_roots(16, "/r16/.env"), false),
        (odd, true),
    ] {
        let ran = hook(&dir.0, &event.to_string(), &["--host", "cursor"]);
        let said = ran.stdout.contains("\"deny\"");
        assert_eq!(said, stopped, "{event}: {ran:?}");
    }
}

/// Whoever makes a call may fill in any field that the host reads.
#[test]
fn fields_that_say_the_same_are_each_seen() {
    let deny = ["Read(.env)", "Edit(src/x/**)", "WebFetch(domain:evil.com)"];
    let patch =
        |file: &str| format!("*** Begin Patch\r\n*** Update File: {file}\r\n");
    let (inside, outside) = (patch("src/x/a"), patch("b"));
    let fetch = "web_fetch";
    let (good, evil) = ("https://good.com", "https://evil.com");
    let told = format!("see {evil}");
    let many = "multi_replace_string_in_file";
    let line = "cat keys/x";
    let rows = [
        (
            "gemini",
            "read_file",
            json!({"file_path": "a", "paths": [".env"]}),
            true,
        ),
        ("gemini", "read_file", json!({"path": "a", "include": ["b"]}), false),
        ("copilot", "view", json!({"path": null, "filePath": "a"}), false),
        ("copilot", "view", json!({"path": "a", "filePath": ".env"}), true),
        (
            "copilot",
            "grep",
            json!({"pattern": "x", "path": "a", "paths": [".env"]}),
            true,
        ),
        (
            "copilot",
            "grep",
            json!({"pattern": "x", "path": "a", "paths": [1]}),
            true,
        ),
        (
            "copilot",
            "fetch_webpage",
            json!({"url": good, "urls": [evil]}),
            true,
        ),
        ("gemini", fetch, json!({"url": good, "prompt": told}), true),
        ("copilot", fetch, json!({"url": good, "prompt": told}), false),
        ("copilot", fetch, json!({"prompt": good}), true),
        (
            "copilot",
            many,
            json!({"filePath": "a", "replacements": [{"filePath": "src/x/a"}]}),
            true,
        ),
        (
            "copilot",
            many,
            json!({"filePath": "a", "replacements": [{}]}),
            false,
        ),
        (
            "codex",
            "apply_patch",
            json!({"command": outside, "input": inside}),
            true,
        ),
        (
            "codex",
            "apply_patch",
            json!({"command": outside, "input": null}),
            false,
        ),
        (
            "codex",
            "apply_patch",
            json!({"command": outside, "input": 1}),
            true,
        ),
        ("codex", "apply_patch", json!(outside), false),
        ("codex", "apply_patch", json!(inside), true),
        (
            "codex",
            "exec_command",
            json!({"cmd": line, "cwd": "q", "workdir": "/srv/secret"}),
            true,
        ),
        (
            "codex",
            "exec_command",
            json!({"cmd": line, "workdir": ["/srv/secret"]}),
            true,
        ),
        (
            "codex",
            "exec_command",
            json!({"cmd": line, "workdir": null}),
            false,
        ),
    ];
    let deny = [deny.as_slice(), &["Read(//srv/secret/**)"]].concat();
    stops("hook-fields", &json!({ "deny": deny }), &rows);
}

/// Each host has a name for what a person sends, one has none.
#[test]
fn what_a_person_sends_is_held_to_its_hooks() {
    let hook = |what: Value| json!({"hooks": {"UserPromptSubmit": [{"hooks": [what]}]}});
    let no = hook(json!({"type": "decision", "permissionDecision": "deny"}));
    let dir = Scratch::new("hook-prompts").with("p.json", no.to_string());
    let args = ["compile", "--policy", "p.json", "-o", "p.hsi"];
    assert_eq!(hookset(&dir.0, &args, None).code, 0);
    for (host, event, key, word) in [
        (
            "cursor",
            json!({"hook_event_name": "beforeSubmitPrompt"}),
            "continue",
            json!(false),
        ),
        (
            "gemini",
            json!({"hook_event_name": "BeforeAgent"}),
            "decision",
            json!("deny"),
        ),
        (
            "copilot",
            json!({"hookEventName": "UserPromptSubmit"}),
            "continue",
            json!(false),
        ),
        (
            "qwen",
            json!({"hook_event_name": "UserPromptSubmit"}),
            "decision",
            json!("block"),
        ),
        (
            "codex",
            json!({"hook_event_name": "UserPromptSubmit"}),
            "decision",
            json!("block"),
        ),
    ] {
        let mut event = event;
        event["prompt"] = "see https://evil.com/".into();
        event["cwd"] = "/srv/p".into();
        let ran = super::hook(&dir.0, &event.to_string(), &["--host", host]);
        let said: Value =
            serde_json::from_str(&ran.stdout).unwrap_or_default();
        assert_eq!(said[key], word, "{host} {event}: {ran:?}");
    }
}
