//! What servers declare, in the commands: nothing of it is lost unsaid.

use std::fs;

use serde_json::Value;

use crate::run::{Ran, Scratch, hookset};

fn run(at: &Scratch, args: &[&str]) -> Ran {
    hookset(&at.0, args, None)
}

const SERVER: &str = r#"{"serverInfo":{"name":"annal"},"capabilities":
  {"hooks":{"declarations":[
    {"event":"post_tool_use","matcher":{"tool_name":"{Bash,Edit}"},
     "context":"said","priority":"suggestion"},
    {"event":"session_end","context_tool":"t","priority":"important",
     "context_tool_args":{"declaration":[1]}}]}}}"#;

#[test]
fn a_declaration_is_written_as_hooks_that_are_read() {
    let at = Scratch::holding("convert-declared", &[("one.json", SERVER)]);
    let args = ["convert", "one.json", "out.json", "--to", "hookset"];
    let ran = run(&at, &args);
    assert_eq!(ran.code, 0, "{ran:?}");
    let text = fs::read_to_string(at.0.join("out.json")).unwrap();
    let root: Value = serde_json::from_str(&text).unwrap();
    let hook = |event: &str| &root["hooks"][event][0]["hooks"][0];
    assert_eq!(hook("PostToolUse").get("declaration"), None, "{text}");
    let args = &hook("SessionEnd")["context_tool_args"];
    assert_eq!(args["declaration"][0], 1, "{text}");
    let said = |file: &str, tool: &str| {
        let event = format!(
            r#"{{"hook_event_name":"PostToolUse","tool_name":"{tool}",
            "tool_input":{{}}}}"#
        );
        let args = ["eval", "--policy", file, "--event", "-"];
        let ran = hookset(&at.0, &args, Some(event.as_bytes()));
        ran.stdout.contains("said")
    };
    for tool in ["Bash", "Edit", "Read"] {
        let both = [said("one.json", tool), said("out.json", tool)];
        assert_eq!(both, [tool != "Read"; 2], "{tool}");
    }
}

#[test]
fn declarations_that_are_left_out_are_told() {
    let silent = SERVER.replace("\"said\"", "\" \"");
    let yaml = "declarations:\n  - event: session_end\n";
    let files = [("one.json", silent.as_str()), ("one.yaml", yaml)];
    let at = Scratch::holding("declared-left", &files);
    let ran = run(&at, &["list", "one.json", "--format", "json"]);
    let root: Value = serde_json::from_str(&ran.stdout).unwrap();
    let found = root["diagnostics"].as_array().unwrap();
    let codes: Vec<_> = found.iter().map(|one| &one["code"]).collect();
    assert_eq!(codes, ["missing-field"], "{ran:?}");
    let ran = run(&at, &["list", "one.json"]);
    assert!(ran.stderr.contains("it is left out"), "{ran:?}");
    for args in [
        &["list", "one.yaml"][..],
        &["eval", "--policy", "one.yaml", "Bash(ls)"],
        &["plan", "--policy", "one.yaml", "Bash(ls)"],
        &["compile", "--policy", "one.yaml", "--stats"],
        &["convert", "one.yaml", "-", "--to", "claude"],
        &["check", "one.yaml"],
    ] {
        let ran = run(&at, args);
        let all = format!("{}{}", ran.stdout, ran.stderr);
        assert!(all.contains("read from JSON alone"), "{args:?}: {ran:?}");
    }
}

#[test]
fn a_list_says_whose_word_it_is() {
    let at = Scratch::holding("declared-list", &[("one.json", SERVER)]);
    let ran = run(&at, &["list", "one.json"]);
    let said = "inject `said`  of server `annal`, suggestion  [Server]";
    assert!(ran.stdout.contains(said), "{ran:?}");
}

#[test]
fn a_needle_that_ends_in_a_blank_is_no_word_boundary() {
    for (needle, wanted) in [
        ("git commit ", "Bash(*git commit **)"),
        ("git commit:", "no counterpart"),
        ("git commit", "Bash(*git commit*)"),
    ] {
        let server = SERVER.replace(
            r#"{"tool_name":"{Bash,Edit}"}"#,
            &format!(r#"{{"tool_name":"Bash","input_contains":"{needle}"}}"#),
        );
        let at = Scratch::holding("needle", &[("one.json", &server)]);
        let ran = run(&at, &["convert", "one.json", "-", "--to", "claude"]);
        assert!((ran.stdout + &ran.stderr).contains(wanted), "{needle}");
        let ran = run(&at, &["convert", "one.json", "-", "--to", "claude"]);
        // An end that commands never have is said to differ.
        assert_eq!(ran.code, i32::from(needle != "git commit"), "{ran:?}");
        if needle.ends_with(':') {
            continue;
        }
        fs::write(at.0.join("out.json"), &ran.stdout).unwrap();
        for command in ["git commit", "git commit -m a", "git commit:x"] {
            let event = serde_json::json!({
                "hook_event_name": "PostToolUse", "tool_name": "Bash",
                "tool_input": {"command": command}});
            let event = event.to_string();
            let fires = ["one.json", "out.json"].map(|file| {
                let args = ["eval", "--policy", file, "--event", "-"];
                let ran = hookset(&at.0, &args, Some(event.as_bytes()));
                ran.stdout.contains("\n     hook  ")
            });
            assert_eq!(fires, [command.contains(needle); 2], "{command}");
        }
    }
}
