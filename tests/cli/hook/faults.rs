//! Hooks that something goes wrong in.

use super::*;

/// Every way to fail ends as `--on-error` says.
fn fails(directory: &Path, args: &[&str], stdin: &[u8], say: &str) {
    for (way, decision) in [
        (None, "ask"),
        (Some("ask"), "ask"),
        (Some("deny"), "deny"),
        (Some("open"), ""),
    ] {
        let mut args = args.to_vec();
        args.extend(way.iter().flat_map(|way| ["--on-error", *way]));
        let ran = hookset(directory, &args, Some(stdin));
        assert_eq!(ran.code, 0, "{args:?} {ran:?}");
        let said = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(say), "{args:?} {ran:?}");
        if decision.is_empty() {
            assert_eq!(ran.stdout, "", "{args:?}");
            continue;
        }
        let value: Value = serde_json::from_str(&ran.stdout).unwrap();
        let own = &value["hookSpecificOutput"];
        assert_eq!(own["permissionDecision"], decision, "{args:?} {ran:?}");
    }
}

#[test]
fn faults_end_as_the_person_chose() {
    let dir = scratch("hook-faults").with("bad.json", "{");
    let event = bash("ls").to_string();
    let event = event.as_bytes();
    let ok = ["hook", "--policy", "p.json"];
    fails(&dir.0, &ok, b"", "no event");
    fails(&dir.0, &ok, b" \n", "no event");
    fails(&dir.0, &ok, b"not json", "decide: the event cannot be read: `n");
    fails(&dir.0, &ok, b"[1]", "not an object");
    fails(&dir.0, &ok, b"{\"a\": \"\xff\"}", "not UTF-8");
    let half = br#"{"tool_name":"WebSearch","tool_input":{"query":"ls"#;
    fails(&dir.0, &ok, half, "cannot decide");
    let mut huge = br#"{"tool_name":"Bash","tool_input":{"x":""#.to_vec();
    huge.resize(9 << 20, b'x');
    fails(&dir.0, &ok, &huge, "larger than 8 MiB");
    let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    fails(&dir.0, &ok, &deep, "cannot decide");
    let none = ["hook", "--policy", "none.json"];
    fails(&dir.0, &none, event, "there is no such file");
    let bad = ["hook", "--policy", "bad.json"];
    fails(&dir.0, &bad, event, "never closed (bad.json:1:1)");
    let none = ["hook", "--image", "none.hsi"];
    fails(&dir.0, &none, event, "there is no such file");
    let none = ["hook", "--policy", "-"];
    fails(&dir.0, &none, event, "name a file for the policy");
    let text = ["hook", "--image", "p.json"];
    fails(&dir.0, &text, event, "`hookset compile --policy FILE -o IMAGE`");
    fails(&dir.0, &["hook"], event, "wrong arguments");
    fails(&dir.0, &["hook", "--polcy", "p.json"], event, "wrong arguments");
    let host = ["hook", "--policy", "p.json", "--host", "emacs"];
    fails(&dir.0, &host, event, "wrong arguments");
    let dialect = ["hook", "--policy", "p.json", "--dialect", "nope"];
    fails(&dir.0, &dialect, event, "no dialect");
}

/// Whoever makes calls can make one that nobody can read.
#[test]
fn what_cannot_be_read_stops_where_nobody_is_asked() {
    let dir = scratch("hook-unread");
    let huge = |name: &str| {
        let start = format!(
            r#"{{"hook_event_name":"{name}","tool_name":"a","tool_input":"#
        );
        let mut event = start.into_bytes();
        event.resize(9 << 20, b'x');
        event
    };
    let run = |host: &str, event: &[u8], more: &[&str]| {
        let args = ["hook", "--policy", "p.json", "--host", host];
        let ran = hookset(&dir.0, &[&args, more].concat(), Some(event));
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.stdout.contains("\"deny\"")
    };
    let hosts = [
        ("gemini", "BeforeTool", "AfterTool"),
        ("codex", "PreToolUse", "PostToolUse"),
        ("cursor", "preToolUse", "postToolUse"),
    ];
    for (host, before, after) in hosts {
        assert!(run(host, &huge(before), &[]), "{host}");
        assert!(run(host, b"{\"a\": \"\xff\"}", &[]), "{host}");
        assert!(!run(host, &huge(before), &["--on-error", "open"]), "{host}");
        assert!(!run(host, &huge(after), &[]), "{host}");
        assert!(!run(host, b"", &[]), "{host}");
        let none = ["hook", "--policy", "none.json", "--host", host];
        let ran = hookset(&dir.0, &none, Some(b"{\"a\": 1}"));
        assert_eq!(ran.stdout, "", "{ran:?}");
    }
}

/// A policy that somebody writes while it is read is read again: where no
/// person is asked, a call would pass meanwhile.
#[test]
fn a_policy_that_is_being_written_is_waited_for() {
    use std::{thread, time::Duration};
    let yaml = "permissions:\n  deny:\n    - Bash(ls *)\n";
    let whole = format!("{yaml}    - Bash(rm *)\n");
    let half = POLICY.split("ask").next().unwrap();
    let dir = scratch("hook-torn");
    let event = bash("rm x").to_string();
    for (name, half, whole) in [
        ("p.json", "", POLICY),
        ("p.json", half, POLICY),
        ("p.yaml", yaml, &whole),
    ] {
        let path = dir.0.join(name);
        fs::write(&path, half).unwrap();
        let ran = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(12));
                fs::write(&path, whole).unwrap();
            });
            let args = ["hook", "--policy", name, "--host", "codex"];
            hookset(&dir.0, &args, Some(event.as_bytes()))
        });
        assert!(ran.stdout.contains("\"deny\""), "{name} {ran:?}");
    }
    // One that stays as it is is not waited for longer.
    fs::write(dir.0.join("p.json"), "").unwrap();
    let args = ["hook", "--policy", "p.json"];
    let ran = hookset(&dir.0, &args, Some(event.as_bytes()));
    assert!(ran.stdout.contains("\"ask\""), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn a_policy_out_of_a_pipe_is_read_once() {
    let dir = scratch("hook-pipe");
    let event = bash("rm x").to_string();
    fs::write(dir.0.join("e.json"), event).unwrap();
    // The shell's `<(…)`, written so that every shell knows it.
    let line = "exec 3<e.json; cat p.json | { HOOK -p /dev/fd/4 4<&0 <&3; }";
    let (code, said) = shell(&dir.0, line);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("\"deny\""), "{said}");
}

#[test]
fn a_broken_event_that_would_be_denied_is() {
    let dir = scratch("hook-broken");
    let text = r#"{"tool_name":"Bash","tool_input":{"command":"rm x"}} x"#;
    let args = ["--on-error", "open"];
    let ran = hook(&dir.0, text, &args);
    assert!(ran.stdout.contains("\"deny\""), "{ran:?}");
    let text = r#"{"tool_name":"Bash","tool_name":"Read",
        "tool_input":{"command":"ls"}}"#;
    let ran = hook(&dir.0, text, &["--allow"]);
    assert!(!ran.stdout.contains("\"allow\""), "{ran:?}");
}

#[test]
fn events_that_cannot_ask_go_on_with_a_note() {
    let dir = scratch("hook-open");
    let args = ["hook", "--policy", "none.json"];
    let event = br#"{"hook_event_name":"SessionStart"}"#;
    let ran = hookset(&dir.0, &args, Some(event));
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    assert!(ran.stderr.contains("goes on"), "{ran:?}");
    // And are blocked where that is wanted, each in its way.
    let deny = ["hook", "--policy", "none.json", "--on-error", "deny"];
    let event = br#"{"hook_event_name":"Stop"}"#;
    let ran = hookset(&dir.0, &deny, Some(event));
    assert!(ran.stdout.contains("\"block\""), "{ran:?}");
    let event = br#"{"hook_event_name":"TaskCompleted"}"#;
    assert_eq!(hookset(&dir.0, &deny, Some(event)).code, 2);
    // Codex takes a question for a fault of ours.
    let codex = ["hook", "--policy", "none.json", "--host", "codex"];
    let event = bash("ls").to_string();
    let ran = hookset(&dir.0, &codex, Some(event.as_bytes()));
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
}

#[test]
fn damaged_images_end_as_the_person_chose() {
    let dir = scratch("hook-image");
    let path = dir.0.join("p.hsi");
    let whole = fs::read(&path).unwrap();
    let event = bash("rm x").to_string();
    let event = event.as_bytes();
    let args = ["hook", "--image", "p.hsi"];
    for len in (0..whole.len()).step_by(whole.len() / 16) {
        fs::write(&path, &whole[..len]).unwrap();
        fails(&dir.0, &args, event, "cannot be used");
    }
    for at in (0..whole.len()).step_by(whole.len() / 48) {
        let mut image = whole.clone();
        image[at] ^= 0xff;
        fs::write(&path, image).unwrap();
        let ran = hookset(&dir.0, &args, Some(event));
        assert_eq!(ran.code, 0, "byte {at}: {ran:?}");
        assert!(!ran.stderr.contains("internal error"), "{ran:?}");
    }
    let mut other = whole.clone();
    other[8] = 77;
    fs::write(&path, other).unwrap();
    fails(&dir.0, &args, event, "format 77");
}

#[cfg(unix)]
#[test]
fn an_image_that_others_can_write_to_decides_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let dir = scratch("hook-mode-bits");
    let open = fs::Permissions::from_mode(0o666);
    fs::set_permissions(dir.0.join("p.hsi"), open).unwrap();
    let event = bash("rm x").to_string();
    let args = ["hook", "--image", "p.hsi"];
    fails(&dir.0, &args, event.as_bytes(), "others may write");
    fails(&dir.0, &args, event.as_bytes(), "`chmod go-w p.hsi`");
}

/// What cannot be asked about goes on, but not without a word.
#[test]
fn a_guard_that_cannot_be_read_is_told_of_on_every_event() {
    let handler = json!({"type": "decision", "permissionDecision": "denny"});
    let dir = Scratch::new("hook-unread");
    for name in ["UserPromptSubmit", "Stop", "Elicitation", "TaskCompleted"] {
        let policy = json!({"hooks": {name: [{"hooks": [&handler]}]}});
        fs::write(dir.0.join("p.json"), policy.to_string()).unwrap();
        let args = ["compile", "--policy", "p.json", "-o", "p.hsi"];
        hookset(&dir.0, &args, None);
        let event = json!({"hook_event_name": name, "cwd": "/"});
        let ran = silent(&dir.0, &event, &["--on-error", "deny"]);
        for part in ["`denny` is no decision", "p.json:1:", "goes on"] {
            assert!(ran.stderr.contains(part), "{name} {ran:?}");
        }
        let event = json!({"hook_event_name": "Notification", "cwd": "/"});
        assert_eq!(silent(&dir.0, &event, &[]).stderr, "");
    }
}

/// An agent whose front matter is broken, or that stands among no agents, is
/// held to what it may not do as far as that can be known.
#[test]
fn a_broken_agent_loses_no_guard() {
    let dir = Scratch::new("hook-agent");
    fs::create_dir_all(dir.0.join(".claude/agents")).unwrap();
    let mut event = bash("rm x");
    event["agent_type"] = "x".into();
    for (text, wanted) in [
        ("disallowedTools:\n  - Bash(rm *)\nhi", "ask"),
        ("disallowedTools: [ \"Bash(rm *)\n---\nhi", "ask"),
        ("disallowedTools: \"Bash(rm *)\"\nfoo: [\n---\nhi", "deny"),
        ("disallowedTools: Bash(rm *)\n---\nhi", "deny"),
    ] {
        let text = format!("---\nname: x\n{text}");
        for path in [".claude/agents/u.md", "z.md"] {
            fs::write(dir.0.join(path), &text).unwrap();
            let args = ["hook", "--policy", path];
            let ran =
                hookset(&dir.0, &args, Some(event.to_string().as_bytes()));
            let word = format!("\"permissionDecision\":\"{wanted}\"");
            assert!(ran.stdout.contains(&word), "{path} {text} {ran:?}");
            let args = ["hook", "--policy", path];
            let other = bash("rm x").to_string();
            let ran = hookset(&dir.0, &args, Some(other.as_bytes()));
            assert_eq!(ran.stdout, "", "{path} {text}");
        }
    }
}

/// Of a call in which two readers find different tools a hook that denies is
/// not passed; one without a tool is stopped where nobody is asked.
#[test]
fn a_call_of_an_open_tool_is_stopped() {
    let hook = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":
        [{"type":"decision","permissionDecision":"deny"}]}]}}"#;
    let rule = r#"{"permissions":{"deny":["Bash(rm *)"]}}"#;
    let dir = scratch("hook-open-tool");
    let dir = dir.with("hook.json", hook).with("rule.json", rule);
    let run = |policy: &str, host: &str, event: &str| {
        let args = ["hook", "--policy", policy, "--host", host];
        let ran = hookset(&dir.0, &args, Some(event.as_bytes()));
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.stdout.contains("\"deny\"")
    };
    let input = r#""tool_input":{"command":"rm x"},"cwd":"/w"}"#;
    for tools in [
        r#""tool_name":"Bash","tool_name":"Read""#,
        r#""tool_name":"Read","toolName":"Bash""#,
        r#""tool_name":"Read","\u0074ool_name":"Bash""#,
    ] {
        let event =
            format!(r#"{{"hook_event_name":"PreToolUse",{tools},{input}"#);
        assert!(run("hook.json", "claude", &event), "{tools}");
    }
    let read = format!(
        r#"{{"hook_event_name":"PreToolUse","tool_name":"Read",{input}"#
    );
    assert!(!run("hook.json", "claude", &read));
    for (host, name) in [("gemini", "BeforeTool"), ("codex", "PreToolUse")] {
        let event = format!(r#"{{"hook_event_name":"{name}",{input}"#);
        assert!(run("rule.json", host, &event), "{host}");
    }
}

/// Hooks on other events, too, are held to all that the event may be about.
#[test]
fn an_event_that_holds_a_value_twice_is_held_to_every_hook() {
    let hooks = r#"{"hooks":{
        "ConfigChange":[{"matcher":"user_settings","hooks":[
            {"type":"decision","permissionDecision":"deny"}]}],
        "UserPromptSubmit":[{"hooks":[
            {"type":"decision","permissionDecision":"deny"}]}]}}"#;
    let dir = Scratch::new("hook-open-value").with("p.json", hooks);
    for (event, stopped) in [
        (r#""ConfigChange","source":"user_settings""#, true),
        (r#""ConfigChange","source":"skills""#, false),
        (r#""ConfigChange","source":null"#, false),
        (r#""ConfigChange","source":"user_settings","source":"skills""#, true),
        (r#""ConfigChange","source":["user_settings"]"#, true),
        (r#""UserPromptSubmit","hook_event_name":"Notification""#, true),
        (r#""Notification","hook_event_name":"UserPromptSubmit""#, true),
        (r#""Notification","hook_event_name":"Notification""#, false),
    ] {
        let event = format!(r#"{{"hook_event_name":{event}}}"#);
        let args = ["hook", "--policy", "p.json"];
        let ran = hookset(&dir.0, &args, Some(event.as_bytes()));
        assert_eq!(ran.code, 0, "{ran:?}");
        let said = ran.stdout.contains("\"block\"");
        assert_eq!(said, stopped, "{event}: {ran:?}");
    }
}

/// What does not say what happens, or which tool is called, is held to the
/// rules as `eval` holds it, whatever is to become of errors.
#[test]
fn a_call_that_is_named_by_no_text_is_decided() {
    let dir = scratch("hook-nameless");
    let input = r#""tool_input":{"command":"rm x"},"cwd":"/srv"}"#;
    let names = [
        "",
        r#""hook_event_name":null,"#,
        r#""hook_event_name":["PreToolUse"],"#,
        r#""hook_event_name":"","#,
        r#""hookEventName":{},"#,
        r#""hook_event_name":"PreToolUse","#,
    ];
    let tools = [
        "",
        r#""tool_name":null,"#,
        r#""tool_name":["Bash"],"#,
        r#""tool_name":"","#,
        r#""tool_name":"Bash","#,
    ];
    let all = names.iter().flat_map(|name| {
        tools.iter().map(move |tool| format!("{{{name}{tool}{input}"))
    });
    let all: Vec<_> = all.collect();
    for event in &all {
        let said = fs::write(dir.0.join("e.json"), event);
        said.unwrap();
        let args = ["eval", "--policy", "p.json", "--event", "e.json"];
        let ran = hookset(
            &dir.0,
            &[&args[..], &["--format", "json"]].concat(),
            None,
        );
        let said: Value = serde_json::from_str(&ran.stdout).unwrap();
        let wanted = said["permission"]["behavior"] == "deny";
        for host in ["claude", "codex", "gemini", "qwen", "copilot", "cursor"]
        {
            for way in ["ask", "open", "deny"] {
                let args = ["--host", host, "--on-error", way];
                let ran = hook(&dir.0, event, &args);
                let stops = ran.stdout.contains("\"deny\"");
                assert!(stops || !wanted, "{host} {way} {event}: {ran:?}");
                let empty = "\"hookEventName\":\"\"";
                assert!(
                    !ran.stdout.contains(empty),
                    "{host} {event}: {ran:?}"
                );
            }
        }
    }
    // Which hooks are about it is not known either.
    let nameless = format!("{{{}{input}", names[1]);
    let guard = r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"decision",
        "permissionDecision":"deny"}]}]}}"#;
    let dir = dir.with("hook.json", guard);
    for host in ["codex", "gemini", "cursor"] {
        let args = ["hook", "--policy", "hook.json", "--host", host];
        let ran = hookset(&dir.0, &args, Some(nameless.as_bytes()));
        assert!(ran.stdout.contains("\"deny\""), "{host}: {ran:?}");
    }
}

/// Half of a character is in doubt, also where the input that it stands in is
/// written anew in the words of policies.
#[test]
fn half_a_character_stays_in_doubt() {
    let dir = scratch("hook-half");
    let tools = [
        ("copilot", "bash", r#""{\"command\":\"\ud800rm x\"}""#),
        ("copilot", "bash", r#"{"command":"\ud800rm x"}"#),
        ("codex", "shell", r#"{"command":["\ud800rm","x"]}"#),
        ("codex", "shell", r#"{"command":["sh","-c","\ud800rm x"]}"#),
        ("codex", "shell", r#"{"command":"\ud800rm x","workdir":"/w"}"#),
        ("gemini", "read_many_files", r#"{"paths":["\ud800.env"]}"#),
        ("gemini", "read_file", r#"{"path":"\ud800.env"}"#),
    ];
    for (host, tool, input) in tools {
        let event = format!(
            r#"{{"tool_name":"{tool}","tool_input":{input},"cwd":"/srv"}}"#
        );
        let ran = hook(&dir.0, &event, &["--host", host]);
        let guards = ["\"deny\"", "\"ask\""];
        let guards = guards.iter().any(|word| ran.stdout.contains(word));
        assert!(guards, "{host} {input}: {ran:?}");
    }
}

#[test]
fn what_guards_beside_a_faulty_policy_guards() {
    let dir = scratch("hook-beside")
        .with("empty.json", "")
        .with("bad.json", "{")
        .with("list.json", "[]");
    for other in ["empty.json", "bad.json", "list.json", "none.json"] {
        let args = ["hook", "-p", "p.json", "-p", other];
        for host in ["claude", "gemini"] {
            let args = [&args[..], &["--host", host]].concat();
            let say = |command: &str| {
                let event = match host {
                    "gemini" => json!({"hook_event_name": "BeforeTool",
                        "tool_name": "run_shell_command",
                        "tool_input": {"command": command}, "cwd": "/srv"}),
                    _ => bash(command),
                };
                let event = event.to_string();
                let ran = hookset(&dir.0, &args, Some(event.as_bytes()));
                assert!(ran.stderr.contains(other), "{ran:?}");
                ran.stdout
            };
            assert!(say("rm x").contains("\"deny\""), "{other} {host}");
            assert!(!say("ls x").contains("allow"), "{other} {host}");
        }
    }
}

#[test]
fn a_matcher_that_is_too_large_takes_nothing_else_with_it() {
    let policy = r#"{"permissions": {"deny": ["Bash(rm *)"]},
        "hooks": {"PreToolUse": [{"matcher": "(a{1,1000}){1,1000}",
        "hooks": [{"type": "command", "command": "x"}]}]}}"#;
    let dir = Scratch::new("hook-matcher").with("p.json", policy);
    let event = bash("rm x").to_string();
    let args = ["hook", "-p", "p.json"];
    let ran = hookset(&dir.0, &args, Some(event.as_bytes()));
    assert!(ran.stdout.contains("\"deny\""), "{ran:?}");
}
