//! What must not get lost without a word: parts of a policy that is
//! converted, files that cannot be written, errors asked for in JSON.

use std::fs;

use serde_json::Value;

use crate::run::{Ran, Scratch, hookset};

fn run(at: &Scratch, args: &[&str]) -> Ran {
    hookset(&at.0, args, None)
}

const DENY: &str = r#"{"permissions":{"deny":["Bash(rm *)"]}}"#;

#[test]
fn nothing_is_written_of_what_cannot_be_read() {
    let at = Scratch::holding(
        "convert-broken",
        &[
            ("open.json", r#"{"permissions":{"deny":["Bash(rm *)""#),
            ("rule.json", r#"{"permissions":{"deny":[{"rule":"Bash(rm)"}]}}"#),
            ("hook.json", r#"{"hooks":{"Stop":[{"hooks":[{}]}]}}"#),
        ],
    );
    for file in ["open.json", "rule.json", "hook.json"] {
        let ran = run(&at, &["convert", file, "new.json", "--to", "claude"]);
        assert_eq!(ran.code, 3, "{file}: {}", ran.stderr);
        assert!(ran.stderr.contains("nothing is written"), "{}", ran.stderr);
        assert!(!ran.stderr.contains("alike"), "{}", ran.stderr);
        assert!(!at.0.join("new.json").exists(), "{file}");
        let ran = run(&at, &["convert", file, "-", "--to", "claude"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (3, ""), "{file}");
    }
}

#[test]
fn a_form_is_written_to_a_file_of_its_kind() {
    let at = Scratch::holding("convert-kind", &[("p.json", DENY)]);
    for to in ["p.toml", "p.md", "p.rules"] {
        let ran = run(&at, &["convert", "p.json", to]);
        assert_eq!(ran.code, 3, "{to}: {}", ran.stderr);
        assert!(ran.stderr.contains("ends in `.json`"), "{}", ran.stderr);
        assert!(!at.0.join(to).exists(), "{to}");
    }
    let args = ["convert", "p.json", "p.yaml", "--to", "claude"];
    assert_eq!(run(&at, &args).code, 3);
    let hook = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command",
        "command":"c"}]}]}}"#;
    fs::write(at.0.join("h.json"), hook).unwrap();
    run(&at, &["convert", "h.json", "a.yaml", "--to", "pattern"]);
    let text = fs::read_to_string(at.0.join("a.yaml")).unwrap();
    assert!(text.starts_with("hooks_config:"), "{text}");
    // Nothing reads hooks in these words from JSON.
    for to in ["a.json", "a.jsonc", "a", "a.txt"] {
        let ran = run(&at, &["convert", "h.json", to, "--to", "pattern"]);
        assert_eq!(ran.code, 3, "{to}: {}", ran.stderr);
        assert!(ran.stderr.contains("ends in `.yaml`"), "{}", ran.stderr);
        assert!(!at.0.join(to).exists(), "{to}");
    }
}

#[test]
fn every_part_that_gets_lost_is_named() {
    let ours = r#"// why
{"permissions": {"deny": [{"rule": "Bash(rm *)", "match": ["rm x"]}]},
 "much": 123456789012345678901234,
 "hooks": {"PreToolUse": [{"matcher": "Bash", "description": "d",
   "hooks": [{"type": "command", "command": "c", /* w */}]}]}}"#;
    let gemini = "[[rule]] # c\ntoolName = \"run_shell_command\"\n\
                  commandPrefix = \"git\"\ndecision = \"deny\"\n\
                  priority = 100\ndenyMessage = \"no denyMessage = # x\"\n";
    let codex = "prefix_rule(pattern=[\"rm\"], decision=\"forbidden\",\n  \
                 justification=\"x\") # c\n";
    let yaml = "hooks_config:\n  # c\n  Stop:\n    - description: d\n      \
                hooks:\n        - type: command\n          command: |\n            \
                # none\n            x\n";
    let at = Scratch::holding(
        "convert-losses",
        &[
            ("o.json", ours),
            ("g.toml", gemini),
            ("c.rules", codex),
            ("y.yaml", yaml),
        ],
    );
    let told = |file: &str, more: &[&str], to: &str| {
        let args = [&["convert", file, "-", "--to", to], more].concat();
        let ran = run(&at, &args);
        let lines = ran.stderr.lines().filter(|line| line.contains('⚠'));
        let lines: Vec<_> = lines
            .map(|line| line.replace('⚠', "").trim().to_owned())
            .collect();
        assert!(!ran.stderr.contains("alike on 35 events\n"), "{ran:?}");
        (lines, ran.stdout)
    };
    let from = ["--from", "hookset"];
    let (lines, text) = told("o.json", &from, "claude");
    let large = "`123456789012345678901234` is written as \
                 `1.2345678901234567e+23`";
    let group = "`description` of a group is left out";
    let comments = "2 comments are left out";
    let example = "1 example of `Bash(rm *)` cannot be written";
    assert_eq!(lines, [example, large, group, comments]);
    assert!(text.contains("\"command\": \"c\""), "{text}");
    // Examples stay where they can.
    let (lines, text) = told("o.json", &from, "hookset");
    assert_eq!(lines, [large, group, comments]);
    assert!(text.contains("\"match\""), "{text}");
    let comment = "the comment is left out";
    let reason = |name: &str| format!("`{name}` has no counterpart");
    let (lines, _) = told("g.toml", &[], "hookset");
    assert_eq!(lines, [reason("denyMessage"), comment.to_owned()]);
    let (lines, _) = told("c.rules", &[], "hookset");
    assert_eq!(lines, [reason("justification"), comment.to_owned()]);
    let (lines, _) = told("y.yaml", &[], "claude");
    assert_eq!(lines, [group, comment]);
    // Where nothing is lost nothing is said.
    fs::write(at.0.join("p.json"), DENY).unwrap();
    let ran = run(&at, &["convert", "p.json", "-", "--to", "claude"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.starts_with("both answer alike on"), "{}", ran.stderr);
    assert!(ran.stderr.ends_with("events\n"), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_written_to() {
    let at = Scratch::holding("no-file", &[("p.json", DENY)]);
    let mut make = std::process::Command::new("mkfifo");
    let made = make.arg(at.0.join("pipe")).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped: no pipe can be made here");
        return;
    }
    for to in ["pipe", "/dev/full", "."] {
        for args in [
            &["check", "p.json", "--write-baseline", "--baseline", to][..],
            &["compile", "--policy", "p.json", "-o", to],
            &["convert", "p.json", to, "--to", "claude"],
        ] {
            let ran = run(&at, args);
            assert_eq!(ran.code, 3, "{args:?}: {ran:?}");
            let say = format!("cannot write `{to}`");
            assert!(ran.stderr.contains(&say), "{args:?}: {}", ran.stderr);
            let errors = ran.stderr.matches("error[").count();
            assert_eq!(errors, 1, "{args:?}: {}", ran.stderr);
        }
    }
}

#[test]
fn a_baseline_takes_the_place_of_a_baseline_alone() {
    let at = Scratch::holding("baseline-place", &[("p.json", DENY)]);
    let write = |to| ["check", "p.json", "--write-baseline", "--baseline", to];
    let ran = run(&at, &write("p.json"));
    assert_eq!(ran.code, 3);
    assert!(ran.stderr.contains("something else than a baseline"));
    assert_eq!(fs::read_to_string(at.0.join("p.json")).unwrap(), DENY);
    fs::write(at.0.join("empty.json"), "").unwrap();
    for to in ["empty.json", "new.json", "new.json"] {
        let ran = run(&at, &write(to));
        assert_eq!(ran.code, 0, "{to}: {}", ran.stderr);
    }
}

#[test]
fn why_a_command_cannot_answer_is_said_as_check_says_it() {
    let at = Scratch::holding(
        "json-errors",
        &[("p.json", DENY), ("bad.jsonl", "{\"tool_name\":")],
    );
    let call = "Bash(ls)";
    for args in [
        &["diff", "none.json", "p.json"][..],
        &["diff", "p.json", "none.json"],
        &["diff", "p.json", "p.json", "--dialect", "x"],
        &["diff", "p.json", "p.json", "--context", "p.json"],
        &["list", "none.json"],
        &["list", "p.json", "none.json"],
        &["why", "--policy", "none.json", call],
        &["why", "--policy", "p.json", "bash(ls)"],
        &["why", "--policy", "p.json", "--event", "bad.jsonl"],
        &["plan", "--policy", "none.json", call],
        &["plan", "--policy", "p.json", "--state", "none.json", call],
        &["compile", "--policy", "none.json", "--stats"],
        &["dialect", "show", "x"],
    ] {
        let ran = run(&at, &[args, &["--format", "json"]].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (3, ""), "{args:?}");
        let said: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(said["schema"], "hookset.check/1", "{args:?}");
        let found = said["diagnostics"].as_array().unwrap();
        assert_eq!(found.len(), 1, "{args:?}: {found:?}");
        assert_eq!(found[0]["severity"], "error", "{args:?}");
        let files = said["files"].as_array().unwrap();
        assert!(files.contains(&found[0]["file"]), "{args:?}: {said}");
        assert!(found[0].get("permission").is_none());
    }
}

#[test]
fn calls_that_are_none_lead_to_those_that_are_meant() {
    let at = Scratch::holding("calls-meant", &[("p.json", DENY)]);
    for (call, meant) in [
        ("bash(ls)", "'Bash(ls)'"),
        ("Bsah(ls -l)", "'Bash(ls -l)'"),
        ("run_shell_command(ls)", "'Bash(ls)'"),
        ("Bash(rm:*)", "'Bash(rm x)'"),
        ("WebFetch(domain:a.org)", "'WebFetch(https://a.org/)'"),
        ("frobnicate(x)", "--event"),
        ("mcp__a__b(x)", "--event"),
    ] {
        let ran = run(&at, &["eval", "--policy", "p.json", call]);
        assert_eq!(ran.code, 3, "{call}: {}", ran.stdout);
        assert!(ran.stderr.contains(meant), "{call}: {}", ran.stderr);
    }
    for call in ["Bash(git push origin :*)", "Bash(PATH=$PATH:*)", "Read(x)"] {
        let ran = run(&at, &["eval", "--policy", "p.json", call]);
        assert_eq!(ran.code, 0, "{call}: {}", ran.stderr);
    }
}

#[test]
fn the_settings_in_force_are_compiled_where_none_are_named() {
    let at = Scratch::new("compile-here");
    fs::create_dir_all(at.0.join(".claude")).unwrap();
    let at = at.with(".claude/settings.json", DENY);
    let ran = run(&at, &["compile", "-o", "p.hsi"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("in force here: `.claude/settings.json`"));
    assert!(ran.stdout.starts_with("wrote p.hsi: 1 rule"), "{}", ran.stdout);
    let ran = run(&at, &["eval", "--image", "p.hsi", "Bash(rm x)"]);
    assert!(ran.stdout.contains("deny"), "{}", ran.stdout);
    let none = Scratch::new("compile-nowhere");
    fs::create_dir_all(none.0.join(".git")).unwrap();
    let ran = run(&none, &["compile", "--stats"]);
    assert_eq!(ran.code, 3);
    assert!(ran.stderr.contains("no-rule-files"), "{}", ran.stderr);
}

#[test]
fn handlers_that_cannot_be_read_are_no_secret_of_a_list() {
    let policy = r#"{"permissions":{"deny":["Bash(rm"]},"hooks":{"Stop":
        [{"hooks":[{"command":"c"}, {"type":"command","command":"d"}]}]}}"#;
    let at = Scratch::holding("list-lost", &[("p.json", policy)]);
    let ran = run(&at, &["list", "p.json"]);
    assert!(ran.stderr.contains("error[missing-field]"), "{}", ran.stderr);
    // What stands in the list says there why it is not in force.
    assert!(!ran.stderr.contains("unclosed"), "{}", ran.stderr);
    let ran = run(&at, &["list", "p.json", "--format", "json"]);
    let said: Value = serde_json::from_str(&ran.stdout).unwrap();
    let found = said["diagnostics"].as_array().unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "missing-field");
}

const REMINDER: &str = r#"{"hooks": {"declarations": [{"event":
    "post_tool_use", "context": "x", "priority": "suggestion"}]}}"#;

#[test]
fn hooks_are_not_installed_in_silence_where_none_run() {
    for (settings, is_told) in [
        (r#"{"disableAllHooks": true}"#, true),
        (r#"{"disableAllHooks": false}"#, false),
        (r#"{"x": {"disableAllHooks": true}}"#, false),
    ] {
        let files = [("d.json", REMINDER), ("s.json", settings)];
        let at = Scratch::holding("install-off", &files);
        let ran = run(&at, &["install", "d.json", "--into", "s.json"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let told = ran.stderr.contains("warning[hooks-switched-off]");
        assert_eq!(told, is_told, "{settings}: {}", ran.stderr);
        let args = ["install", "d.json", "--into", "s.json", "--remove"];
        let ran = run(&at, &args);
        assert!(!ran.stderr.contains("switched-off"), "{}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn an_image_that_others_can_replace_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let at = Scratch::holding("exposed", &[("p.json", DENY), ("d/x", "")]);
    let directory = at.0.join("d");
    let open = |mode: u32| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(&directory, mode).unwrap();
    };
    let compile = ["compile", "--policy", "p.json", "-o", "d/p.hsi"];
    let verify = ["compile", "--verify", "d/p.hsi"];
    for (mode, is_told) in [(0o755, false), (0o777, true), (0o1777, false)] {
        open(mode);
        for args in [&compile[..], &verify, &["check", "d/p.hsi"]] {
            let ran = run(&at, args);
            assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
            let said = ran.stdout + &ran.stderr;
            let told = said.contains("warning[exposed-image]");
            assert_eq!(told, is_told, "{mode:o} {args:?}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn input_that_cannot_be_read_is_told_once() {
    use std::process::{Command, Stdio};
    let at = Scratch::holding("input-directory", &[("p.json", DENY)]);
    for args in [
        &["eval", "--policy", "p.json"][..],
        &["why", "--policy", "p.json"],
        &["plan", "--policy", "p.json"],
        &["diff", "p.json", "p.json", "--events", "-"],
        &["eval", "--batch", "-"],
        &["check", "-"],
    ] {
        let input = fs::File::open(&at.0).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_hookset"));
        let command = command.args(args).current_dir(&at.0);
        let output = command.stdin(Stdio::from(input)).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        let told = said.lines().filter(|line| line.contains("is a directory"));
        let told = told.count();
        assert_eq!(told, 1, "{args:?}: {said}");
        assert!(said.len() < 2000, "{args:?}: {}", said.len());
    }
}

/// Findings in files that are no settings, and what must stay without.
#[test]
fn kinds_of_files_that_were_passed_over() {
    let hook = "hooks:\n  Stop:\n    - hooks:\n        - type: command\n          \
                command: c\n";
    let agent =
        |more: &str| format!("---\nname: a\ndescription: d\n{more}---\n");
    let rule = |key: &str| {
        format!(
            "[[rule]]\ntoolName = \"run_shell_command\"\n{key} = \"deny\"\n\
             priority = 1\n"
        )
    };
    let group = |matcher: &str| {
        format!(
            "{{\"hooks\":{{\"PreToolUse\":[{{\"matcher\":\"{matcher}\",\
             \"hooks\":[{{\"type\":\"command\",\"command\":\"c\"}}]}}]}}}}"
        )
    };
    let pattern = hook.replace("hooks:\n  Stop", "hook_config:\n  Stop");
    let merged = "a: &a\n  x: 1\nhooks_config:\n  <<: *a\n";
    let plugin = r#"{"name":"x","hooks":{"Stop":[{"hooks":[{}]}]}}"#;
    for (file, text, told) in [
        ("p/agents/a.md", agent(hook), "5:3: warning[misplaced-field]"),
        (".claude/agents/a.md", agent(hook), ""),
        (".claude/agents/b.md", agent("tools: mcp__g__x\n"), ""),
        (
            ".claude/agents/b.md",
            agent("tools: Read, mcp__g__x(y)\n"),
            "4:23: warning[mcp-arguments]",
        ),
        ("g.toml", rule("decison"), "3:1: error[invalid-value]"),
        ("g.toml", rule("decision"), ""),
        (".codex/hooks.json", group(" "), "no name holds a blank"),
        ("h.yaml", pattern, "1:1: error[unknown-key]"),
        ("h.yaml", merged.to_owned(), "4:3: error[invalid-yaml]"),
        ("h.yaml", hook.to_owned(), ""),
        (".claude/agents/c.md", agent("<<: &a {x: 1}\n"), "[invalid-yaml]"),
        ("p/.claude-plugin/plugin.json", plugin.to_owned(), "missing-field"),
    ] {
        let at = Scratch::holding("kinds", &[(file, text.as_str())]);
        fs::create_dir_all(at.0.join("p/.claude-plugin")).unwrap();
        // A directory, so that the file must be found, too.
        let top = file.split('/').next().unwrap();
        let ran = run(&at, &["check", "--format", "concise", top]);
        assert!(ran.stdout.contains(told), "{file}: {ran:?}");
        assert!(!told.is_empty() || ran.stdout.is_empty(), "{file}: {ran:?}");
    }
}

#[test]
fn a_mode_that_is_none_is_told_and_changes_nothing() {
    let at = Scratch::holding("event-mode", &[("p.json", DENY)]);
    for (mode, told) in [("yolo", 1), ("plan", 0), ("default", 0)] {
        let event = format!(
            "{{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\
             \"tool_input\":{{\"command\":\"rm x\"}},\"cwd\":\"/srv\",\
             \"permission_mode\":\"{mode}\"}}"
        );
        fs::write(at.0.join("e.json"), event).unwrap();
        let args = ["eval", "--policy", "p.json", "--event", "e.json"];
        let ran = run(&at, &[&args[..], &["--format", "json"]].concat());
        let said: Value = serde_json::from_str(&ran.stdout).unwrap();
        let found = said["diagnostics"].as_array().unwrap();
        assert_eq!(found.len(), told, "{mode}: {found:?}");
        assert_eq!(said["permission"]["behavior"], "deny", "{mode}");
    }
}

#[test]
fn the_tool_of_codex_that_writes_files_is_known() {
    let text = r#"{"hooks":{"PreToolUse":[{"matcher":"apply_patch","hooks":[{"type":"command","command":"x"}]}]}}"#;
    let file = ".codex/hooks.json";
    let at = Scratch::holding("codex-patch", &[(file, text)]);
    let ran = run(&at, &["check", file, "--format", "concise"]);
    assert!(!ran.stdout.contains("unknown-matcher-tool"), "{ran:?}");
    let ran = run(&at, &["convert", file, "-", "--to", "claude"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("\"Edit|Write\""), "{ran:?}");
}

/// What JSON carries people are told, too: the guard stops more than is
/// written.
#[test]
fn what_counts_otherwise_than_it_is_written_is_told_beside_the_answer() {
    let policy = "[[rule]]\ntoolName = \"run_shell_command\"\nargsPattern = \
                  \"rm\"\ndecision = \"deny\"\n";
    let path = ".gemini/policies/p.toml";
    let at = Scratch::holding("lossy-told", &[(path, policy)]);
    for command in ["eval", "why", "plan"] {
        let ran = run(&at, &[command, "-p", path, "Bash(ls)"]);
        assert_eq!(ran.code, 0, "{command}: {}", ran.stderr);
        let told = ran.stderr.matches("warning[lossy-conversion]").count();
        assert_eq!(told, 1, "{command}: {}", ran.stderr);
    }
}

/// A file that is read by the end of its name alone, and holds no policy.
#[test]
fn what_is_no_policy_is_not_said_to_be_fine() {
    let hook = "hooks:\n  Stop:\n    - hooks:\n        - type: command\n          \
                command: c\n";
    let front = |text: &str| format!("---\n{text}---\nprose\n");
    let cases = [
        ("a.yaml", "a: 1\n".to_owned(), true),
        ("b.yaml", hook.to_owned(), false),
        ("c.yaml", "model: x\n".to_owned(), false),
        ("a.md", front("a: 1\n"), true),
        ("b.md", front("name: b\ndescription: d\n"), false),
        ("c.md", front("allowed-tools: Read\n"), false),
        (".claude/skills/d/SKILL.md", front("a: 1\n"), false),
    ];
    for (path, text, is_told) in cases {
        let at = Scratch::holding("no-policy", &[(path, &*text)]);
        let ran = run(&at, &["check", path]);
        let told = ran.stdout.contains("unknown-file-kind");
        assert_eq!(told, is_told, "{path}: {}", ran.stdout);
        // Who says how it is read has it read.
        let ran = run(&at, &["check", path, "--dialect", "claude"]);
        assert!(!ran.stdout.contains("unknown-file-kind"), "{path}");
    }
}

#[test]
fn one_file_is_told_once_however_it_is_named() {
    let policy = r#"{"permissions": {"deny": ["Bsh(x)"]}}"#;
    let path = ".claude/settings.json";
    let at = Scratch::holding("one-file", &[(path, policy)]);
    let whole = at.0.join(path);
    for other in ["./.claude/settings.json", whole.to_str().unwrap()] {
        for paths in [[".", other], [other, "."]] {
            let args =
                [&["check", "--format", "concise"][..], &paths].concat();
            let ran = run(&at, &args);
            assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
        }
    }
}

/// A piece to start from is in the order that `fmt` wants.
#[test]
fn recipes_are_formatted() {
    let at = Scratch::new("recipes");
    let all = run(&at, &["new"]).stdout;
    for name in all.lines().filter_map(|line| line.split(' ').next()) {
        let text = run(&at, &["new", name]).stdout;
        fs::write(at.0.join("r.json"), text).unwrap();
        let ran = run(&at, &["fmt", "--check", "r.json"]);
        assert_eq!(ran.code, 0, "{name}: {}", ran.stdout);
    }
}

/// What is wrong with a rule does not change with what is wrong behind it.
#[test]
fn rules_of_a_file_that_is_refused_are_looked_at_all_the_same() {
    let rules = r#"{"permissions":{"deny":["Write(src/**)"]}"#;
    let at = Scratch::new("refused-looked-at");
    let check = |end: &str| {
        fs::write(at.0.join("p.json"), format!("{rules}{end}")).unwrap();
        run(&at, &["check", "p.json", "--format", "concise"]).stdout
    };
    let alone = check("}\n");
    assert_eq!(alone.lines().count(), 1, "{alone}");
    assert!(alone.contains("[write-path-rule]"), "{alone}");
    for (end, says) in [
        ("} x\n", "[invalid-json]: there is more text after the end"),
        (",}\n", "[trailing-comma]: a comma before a closing bracket"),
        (",\"hooks\":1}\n", "[wrong-type]: `hooks` must be an object"),
    ] {
        let told = check(end);
        let said: Vec<_> = told.lines().collect();
        assert!(said.contains(&alone.trim_end()), "{told}");
        assert!(told.contains(says) && told.contains("refused"), "{told}");
        assert_eq!(said.len(), 2, "{told}");
    }
    let list = run(&at, &["list", "p.json"]);
    assert!(list.stdout.contains("not in force: refused"), "{list:?}");
}
