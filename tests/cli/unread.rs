//! What cannot be read is said, whatever stands in its way, and never ends as
//! if nothing had been there.

use std::fs;

use crate::run::{Ran, Scratch, hookset};

fn run(scratch: &Scratch, args: &[&str]) -> Ran {
    hookset(&scratch.0, args, None)
}

const RULES: &str = r#"{"permissions": {"deny": ["Bash(rm *)"]}}"#;

#[cfg(unix)]
#[test]
fn settings_that_nobody_may_read_are_not_passed_over() {
    let files = [
        (".claude/settings.json", r#"{"permissions":{"allow":["Bash"]}}"#),
        (".claude/x", ""),
    ];
    let dir = Scratch::holding("unread-settings", &files);
    // Whoever runs this may be allowed to read everything.
    let local = dir.0.join(".claude/settings.local.json");
    std::os::unix::fs::symlink("settings.local.json", &local).unwrap();
    let ran = run(&dir, &["eval", "Bash(ls x)"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (3, ""), "{ran:?}");
    assert!(ran.stderr.contains("error[unreadable-file]"), "{ran:?}");
    let ran = run(&dir, &["list"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert_eq!(ran.stderr.matches("error[").count(), 1, "{ran:?}");
    fs::remove_file(local).unwrap();
    assert_eq!(run(&dir, &["eval", "Bash(ls x)"]).code, 0);
}

#[test]
fn a_configuration_hides_no_file_that_cannot_be_read() {
    let codes = [
        "empty-file",
        "invalid-json",
        "invalid-toml",
        "invalid-yaml",
        "unclosed-front-matter",
        "wrong-type",
    ];
    let off: String =
        codes.iter().map(|code| format!("{code} = \"off\"\n")).collect();
    let config = format!("[severity]\n{off}");
    for (file, text, code) in [
        (".claude/settings.json", "{", "invalid-json"),
        (".claude/settings.json", "not json", "invalid-json"),
        (".claude/settings.json", "[]", "wrong-type"),
        (".claude/settings.json", "", "empty-file"),
        (".claude/agents/a.md", "---\nname: [a\n---\n", "invalid-yaml"),
        (".claude/agents/a.md", "---\n- a\n---\n", "wrong-type"),
        (".claude/agents/a.md", "---\na: b\n", "unclosed-front-matter"),
        ("config.toml", "x = [", "invalid-toml"),
        ("hooks.yaml", "a: [\n", "invalid-yaml"),
    ] {
        let files = [(file, text), ("hookset.toml", config.as_str())];
        let dir = Scratch::holding("unread-config", &files);
        let ran = run(&dir, &["check", file, "--format", "concise"]);
        let said = format!("[{code}]");
        assert!(ran.stdout.contains(&said), "{file} {text}: {ran:?}");
    }
    // A part that is not as it should be may be known.
    let text = r#"{"permissions": {"deny": 1}}"#;
    let files = [("a.json", text), ("hookset.toml", config.as_str())];
    let dir = Scratch::holding("unread-part", &files);
    let ran = run(&dir, &["check", "a.json", "--format", "concise"]);
    assert!(!ran.stdout.contains("wrong-type"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn a_configuration_that_is_no_file_is_said() {
    let dir = Scratch::holding("unread-toml", &[("a.json", RULES)]);
    let config = dir.0.join("hookset.toml");
    std::os::unix::fs::symlink("hookset.toml", &config).unwrap();
    let ran = run(&dir, &["check", "a.json"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    fs::remove_file(&config).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&config).status();
    if made.is_ok_and(|status| status.success()) {
        let ran = run(&dir, &["check", "a.json"]);
        assert_eq!(ran.code, 3, "{ran:?}");
        assert!(ran.stderr.contains("is not a regular file"), "{ran:?}");
    }
}

#[test]
fn a_rule_that_is_not_installed_is_lost() {
    let text = r#"{"permissions": {"deny": ["Bash(rm *)"]}, "hooks": {
        "Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}"#;
    let dir = Scratch::holding("unread-install", &[("mix.json", text)]);
    let args = ["install", "mix.json", "--into", "new.json"];
    let ran = run(&dir, &args);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("`Bash(rm *)` is not"), "{ran:?}");
    assert!(ran.stderr.contains("1 hook of `mix` written"), "{ran:?}");
}

#[test]
fn events_that_cannot_be_compared_are_no_success() {
    let event = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash",
        "tool_input":{"command":"ls"}}"#;
    let event = event.replace('\n', "");
    let log = format!("{event}\n{{bad\n");
    let files = [("a.json", RULES), ("log.jsonl", log.as_str())];
    let dir = Scratch::holding("unread-log", &files);
    for more in [&[][..], &["--format", "json"], &["--deny-widening"]] {
        let args = ["diff", "a.json", "a.json", "-e", "log.jsonl"];
        let ran = run(&dir, &[&args[..], more].concat());
        assert_eq!(ran.code, 3, "{ran:?}");
    }
    fs::write(dir.0.join("log.jsonl"), event).unwrap();
    let args = ["diff", "a.json", "a.json", "-e", "log.jsonl"];
    assert_eq!(run(&dir, &args).code, 0);
}

/// What is said in a dialect is read in it, even where it says nothing.
#[test]
fn s0_01_a_declaration_without_declarations() {
    for (text, found) in [
        ("{}", true),
        (r#"{"capabilities": {"hooks": {}}}"#, true),
        (r#"{"declarations": []}"#, false),
        // Settings stay what they are.
        (RULES, false),
    ] {
        let dir = Scratch::holding("unread-declaration", &[("d.json", text)]);
        let args = ["check", "d.json", "--dialect", "sep2282"];
        let ran = run(&dir, &args);
        let said = ran.stdout.contains(" no `declarations`");
        assert_eq!(said, found, "{text}: {ran:?}");
        assert_eq!(ran.code == 1, found, "{text}: {ran:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_whose_names_are_no_text_are_read() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let dir =
        Scratch::holding("unread-names", &[("w/.claude/agents/a.md", "x\n")]);
    let text = "---\nname: x\ntools: Edit, bash\n---\n";
    // In messages both look the same.
    for name in [b"nu\xff.md", b"nu\xfe.md"] {
        let name = OsStr::from_bytes(name);
        fs::write(dir.0.join("w/.claude/agents").join(name), text).unwrap();
    }
    let ran = run(&dir, &["check", "w", "--format", "concise"]);
    assert_eq!(ran.stdout.matches("[unknown-tool]").count(), 2, "{ran:?}");
    for command in ["list", "fmt"] {
        let ran = run(&dir, &[command, "w"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    }
}

#[test]
fn an_image_needs_a_file_and_cases_need_something() {
    let dir = Scratch::holding("unread-small", &[("a.json", RULES)]);
    let ran = run(&dir, &["compile", "-p", "a.json", "-o", "-"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(!dir.0.join("-").exists());
    fs::write(dir.0.join("cases.toml"), "").unwrap();
    let ran = run(&dir, &["test", "cases.toml"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(!ran.stderr.contains("{}"), "{ran:?}");
}

#[test]
fn hooks_of_plugins_that_cannot_be_read_are_not_passed_over() {
    let hooks = r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"x"}]}]}}"#;
    let wide = |text: &str| -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let long = format!("{hooks}{}", " ".repeat(2 << 20)).into_bytes();
    let rules = (".claude/settings.json", RULES);
    for file in ["p/hooks/hooks.json", "p/.claude-plugin/plugin.json"] {
        for bytes in [wide(hooks), long.clone()] {
            let dir = Scratch::holding("unread-plugin", &[rules, (file, "")]);
            fs::write(dir.0.join(file), bytes).unwrap();
            let [found, named] = [".", file].map(|path| {
                run(&dir, &["check", path, "--format", "concise"])
            });
            assert_eq!((found.code, named.code), (3, 3), "{file}: {found:?}");
            let first = named.stdout.lines().next();
            let first = first.or(named.stderr.lines().next()).unwrap();
            let all = format!("{}{}", found.stdout, found.stderr);
            assert!(all.contains(first), "{file}: {found:?} {named:?}");
        }
        // A key may be written in numbers.
        let text =
            hooks.replace("PreTool", "Tool").replace("hook", "h\\u006fok");
        let dir = Scratch::holding("escaped-plugin", &[rules, (file, &text)]);
        let ran = run(&dir, &["check", ".", "--format", "concise"]);
        assert!(ran.stdout.contains("[unknown-event]"), "{file}: {ran:?}");
    }
}
