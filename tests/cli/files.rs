//! Files of several kinds through the command: converting, installing,
//! listing, and answering from all of them at once. Tests are named by the
//! row of the requirements they hold for.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::run::{Ran, Scratch, hookset};

/// The reminder of the proposal's example, in our words.
const REMINDER: &str = r#"{
  "serverInfo": {"name": "annal"},
  "capabilities": {"hooks": {"declarations": [{
    "event": "post_tool_use",
    "matcher": {"tool_name": "Bash", "input_contains": "git commit"},
    "context": "You committed. What's worth keeping?",
    "priority": "suggestion"
  }]}}
}"#;

fn run(scratch: &Scratch, args: &[&str]) -> Ran {
    hookset(&scratch.0, args, None)
}

fn call(event: &str, tool: &str, input: Value) -> Value {
    json!({"hook_event_name": event, "tool_name": tool, "tool_input": input})
}

/// Which of the events something runs on, by their numbers.
fn fires(
    scratch: &Scratch,
    policy: &str,
    events: &[Value],
) -> BTreeSet<usize> {
    let lines: Vec<String> = events.iter().map(Value::to_string).collect();
    fs::write(scratch.0.join("events.jsonl"), lines.join("\n")).unwrap();
    let args = ["plan", "--dialect", "claude", "--policy", policy];
    let more = ["--event", "events.jsonl", "--format", "json"];
    let ran = run(scratch, &[&args[..], &more[..]].concat());
    let plans = ran.stdout.lines().map(|line| {
        let plan: Value = serde_json::from_str(line).unwrap();
        !plan["steps"].as_array().unwrap().is_empty()
    });
    let plans: Vec<bool> = plans.collect();
    assert_eq!(plans.len(), events.len(), "{}", ran.stderr);
    plans.iter().enumerate().filter(|one| *one.1).map(|one| one.0).collect()
}

fn twenty() -> Vec<Value> {
    let bash = |command: &str| {
        call("PostToolUse", "Bash", json!({"command": command}))
    };
    let mut events: Vec<Value> = [
        "git commit -m b",
        "git commit",
        "cd a && git commit -m b",
        "git add . && git commit --amend; git push",
        "GIT_DIR=x git commit",
        "(git commit -m b)",
        "git push origin",
        "git status",
        "git log --grep commit",
        "ls -la",
        "npm test && npm run build",
        "echo done",
        "committed=1 make",
    ]
    .iter()
    .map(|command| bash(command))
    .collect();
    let commit = || json!({"command": "git commit -m b"});
    events.push(call("PreToolUse", "Bash", commit()));
    events.push(call("PostToolUse", "BashOutput", json!({"bash_id": "1"})));
    let edit = json!({"file_path": "/p/a", "new_string": "git commit"});
    events.push(call("PostToolUse", "Edit", edit));
    events.push(call("PostToolUse", "mcp__git__commit", json!({"a": 1})));
    events.push(call("PostToolUse", "Read", json!({"file_path": "/p/a"})));
    for name in ["SessionStart", "Stop"] {
        events.push(json!({"hook_event_name": name}));
    }
    assert_eq!(events.len(), 20);
    events
}

#[test]
fn s0_45_the_same_intent_as_hooks_of_a_client() {
    let scratch = Scratch::holding("convert", &[("d.json", REMINDER)]);
    let ran =
        run(&scratch, &["convert", "d.json", "s.json", "--to", "claude"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = fs::read_to_string(scratch.0.join("s.json")).unwrap();
    let made: Value = serde_json::from_str(&text).unwrap();
    let group = &made["hooks"]["PostToolUse"][0];
    assert_eq!(group["matcher"], "Bash");
    assert_eq!(group["hooks"][0]["type"], "command");
    // The command says what the server said.
    let command = group["hooks"][0]["command"].as_str().unwrap();
    let output = Command::new("sh").args(["-c", command]).output().unwrap();
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let context = &said["hookSpecificOutput"]["additionalContext"];
    assert_eq!(context, "You committed. What's worth keeping?");
    // Both fire on the same of 20 events.
    let events = twenty();
    let before = fires(&scratch, "d.json", &events);
    assert_eq!(before, fires(&scratch, "s.json", &events));
    assert_eq!(before, (0..6).collect());
}

#[test]
fn c_44_the_equivalence_is_not_exact_and_that_is_said() {
    let scratch = Scratch::holding("inexact", &[("d.json", REMINDER)]);
    let ran =
        run(&scratch, &["convert", "d.json", "s.json", "--to", "claude"]);
    assert!(ran.stderr.contains("not exact"), "{}", ran.stderr);
    // A needle is looked for anywhere in the input, so in a command that
    // does not start so, and beside the command as well.
    let within = json!({"command": "cd a && git commit"});
    let beside = json!({"command": "ls", "description": "git commit"});
    let events = [
        call("PostToolUse", "Bash", within),
        call("PostToolUse", "Bash", beside),
    ];
    assert_eq!(fires(&scratch, "d.json", &events), (0..2).collect());
    assert_eq!(fires(&scratch, "s.json", &events), (0..1).collect());
}

#[test]
fn c_15_s0_04_names_of_other_runners() {
    let scratch = Scratch::holding("map", &[("d.json", REMINDER)]);
    let map = |event, runner| {
        let ran = run(&scratch, &["dialect", "map", event, runner]);
        (ran.stdout, ran.code)
    };
    assert_eq!(map("post_tool_use", "gemini"), ("AfterTool\n".into(), 0));
    assert_eq!(map("pre_tool_use", "codex"), (String::new(), 1));
    assert_eq!(map("stop", "codex").1, 3);
    assert_eq!(map("post_request", "claude"), ("Notification\n".into(), 0));
    // Converting follows what the words mean, and says so.
    let answer = r#"{"declarations": [{"event": "post_request",
        "context": "x", "priority": "important"}]}"#;
    fs::write(scratch.0.join("a.json"), answer).unwrap();
    let ran = run(&scratch, &["convert", "a.json", "-", "--to", "claude"]);
    assert!(ran.stdout.contains("\"Stop\""), "{}", ran.stdout);
    assert!(ran.stderr.contains("`Notification`"), "{}", ran.stderr);
}

#[test]
fn what_settings_say_besides_rules_stays_or_is_said() {
    let policy = r#"{"permissions": {"denyInsteadOfPrompting": true,
        "deny": ["Bash(rm *)"], "additionalDirectories": ["../b"],
        "allow": ["NotebookEdit(src/**)", "Bash(ls *)"]},
        "disableAllHooks": true, "ours": [1.0, "é"]}"#;
    let scratch =
        Scratch::holding("settings", &[(".claude/settings.json", policy)]);
    let ran = |to: &str, from: &str| {
        let from_to = ["--from", from, "--to", to];
        let args = [&["convert", ".claude/settings.json", "-"], &from_to[..]];
        run(&scratch, &args.concat())
    };
    let same = ran("hookset", "claude");
    let made: Value = serde_json::from_str(&same.stdout).unwrap();
    let mut wanted: Value = serde_json::from_str(policy).unwrap();
    // Nothing was allowed by it, so nothing is after.
    wanted["permissions"]["allow"] = json!(["Bash(ls *)"]);
    assert_eq!((same.code, made), (0, wanted), "{}", same.stderr);
    assert!(same.stderr.contains("allows nothing before"));
    // Where there is no place for them, that is an error.
    let lost = ran("pattern", "claude");
    assert_eq!(lost.code, 1);
    assert!(lost.stderr.contains("`disableAllHooks` cannot be written"));
    // A runner that looks less closely lets more through.
    let weaker = ran("claude", "hookset");
    assert_eq!(weaker.code, 1);
    assert!(weaker.stderr.contains("`/usr/bin/rm a`: deny before"));
}

#[cfg(unix)]
#[test]
fn settings_that_cannot_be_written_are_not_said_to_be_unreadable() {
    let scratch = Scratch::holding("unwritable", &[("d.json", REMINDER)]);
    fs::write(scratch.0.join("file"), "x").unwrap();
    let into = ["install", "d.json", "--into", "file/settings.json"];
    let ran = run(&scratch, &into);
    assert_eq!(ran.code, 3);
    let said = "cannot write `file/settings.json`";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
}

const SETTINGS: &str = r#"{
    "permissions": {
        "allow": ["Bash(*)"]
    },
    "hooks": {
        "SessionStart": [
            {"hooks": [{"type": "command", "command": "theirs"}]}
        ],
        "PostToolUse": [
            {"matcher": "Edit", "hooks": [{"type": "command", "command": "fmt"}]}
        ]
    }
}
"#;

#[test]
fn s0_46_installing_twice_and_taking_out() {
    let files = [("d.json", REMINDER), (".claude/settings.json", SETTINGS)];
    let scratch = Scratch::holding("install", &files);
    let settings = scratch.0.join(".claude/settings.json");
    let read = || fs::read_to_string(&settings).unwrap();
    let ran = run(&scratch, &["install", "d.json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let once = read();
    let value: Value = serde_json::from_str(&once).unwrap();
    assert_eq!(value["permissions"]["allow"], json!(["Bash(*)"]));
    let start = &value["hooks"]["SessionStart"][0]["hooks"][0];
    assert_eq!(start["command"], "theirs");
    let post = value["hooks"]["PostToolUse"].as_array().unwrap();
    assert_eq!((post.len(), &post[1]["_hookset"]), (2, &json!("annal")));
    // Twice is once.
    let ran = run(&scratch, &["install", "d.json"]);
    assert!(ran.stderr.contains("nothing to change"), "{}", ran.stderr);
    assert_eq!(read(), once);
    // A newer file takes the place of the older one.
    let newer = REMINDER.replace("You committed", "Committed");
    fs::write(scratch.0.join("d.json"), newer).unwrap();
    run(&scratch, &["install", "d.json"]);
    let value: Value = serde_json::from_str(&read()).unwrap();
    assert_eq!(value["hooks"]["PostToolUse"].as_array().unwrap().len(), 2);
    assert!(!read().contains("You committed"));
    // What is installed is fine, and is taken out again without a trace.
    let ran = run(&scratch, &["check", ".claude/settings.json"]);
    assert!(!ran.stdout.contains("_hookset"), "{}", ran.stdout);
    let ran = run(&scratch, &["install", "d.json", "--remove"]);
    assert_eq!((ran.code, read().as_str()), (0, SETTINGS), "{}", ran.stderr);
    // By its name alone, when the file is gone.
    run(&scratch, &["install", "d.json", "--name", "audit"]);
    assert_ne!(read(), SETTINGS);
    fs::remove_file(scratch.0.join("d.json")).unwrap();
    let ran = run(&scratch, &["install", "d.json", "--remove"]);
    assert_eq!(ran.code, 3);
    assert!(ran.stderr.contains("--name NAME"), "{}", ran.stderr);
    let ran = run(&scratch, &["install", "--remove"]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let ran = run(&scratch, &["install", "--remove", "--name", "audit"]);
    assert_eq!((ran.code, read().as_str()), (0, SETTINGS), "{}", ran.stderr);
}

/// What others read is not in force in this project.
#[test]
fn files_of_other_runners_and_projects_are_not_listed_as_in_force() {
    let deny =
        |rule: &str| json!({"permissions": {"deny": [rule]}}).to_string();
    let (own, nested) = (deny("Bash(own *)"), deny("Bash(nested *)"));
    let agent =
        "---\nname: a\ndescription: d\ndisallowedTools: Write\n---\nx\n";
    let codex =
        "prefix_rule(pattern = [\"codex\"], decision = \"forbidden\")\n";
    let gemini = "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \
                  \"gemini\"\ndecision = \"deny\"\npriority = 1\n";
    let files = [
        (".claude/settings.json", &*own),
        (".claude/agents/a.md", agent),
        ("packages/p/.claude/settings.json", &*nested),
        (".codex/rules/default.rules", codex),
        (".gemini/policies/p.toml", gemini),
    ];
    let scratch = Scratch::holding("list-others", &files);
    let ran = run(&scratch, &["list"]);
    assert!(ran.stdout.contains("own *"), "{}", ran.stdout);
    assert!(ran.stdout.contains("Write"), "{}", ran.stdout);
    for other in ["nested", "codex", "gemini"] {
        assert!(!ran.stdout.contains(other), "{other}: {}", ran.stdout);
        let call = format!("Bash({other} x)");
        let said = run(&scratch, &["eval", &call]).stdout;
        assert!(!said.contains("deny"), "{other}: {said}");
    }
    assert!(ran.stderr.contains("3 files of other"), "{}", ran.stderr);
    // Whoever names them has them listed, and where nothing else is there,
    // they are what somebody wants to see.
    let ran = run(&scratch, &["list", ".codex"]);
    assert!(ran.stdout.contains("codex"), "{}", ran.stdout);
    let alone = [(".codex/rules/default.rules", codex)];
    let scratch = Scratch::holding("list-codex", &alone);
    let ran = run(&scratch, &["list"]);
    assert!(ran.stdout.contains("codex"), "{}", ran.stdout);
    assert!(!ran.stderr.contains("other runners"), "{}", ran.stderr);
}

/// Hooks are written where the runner that they are written for reads them.
#[test]
fn hooks_go_into_settings_and_nothing_else() {
    let files = [
        ("d.json", REMINDER),
        (".claude/settings.json", SETTINGS),
        (".codex/config.toml", "model = \"x\"\n"),
        (".gemini/settings.json", "{}\n"),
    ];
    let scratch = Scratch::holding("install-into", &files);
    for into in
        ["-", "out.yaml", ".codex/config.toml", ".gemini/settings.json"]
    {
        let ran = run(&scratch, &["install", "d.json", "--into", into]);
        assert_eq!(ran.code, 3, "{into}: {}", ran.stderr);
        assert!(ran.stderr.contains("help:"), "{into}: {}", ran.stderr);
        let text = fs::read_to_string(scratch.0.join(into)).ok();
        let known = files.iter().find(|file| file.0 == into);
        assert_eq!(text.as_deref(), known.map(|file| file.1), "{into}");
    }
    let own = ".claude/settings.json";
    let ran = run(&scratch, &["install", own]);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("into itself"), "{}", ran.stderr);
    let text = fs::read_to_string(scratch.0.join(own)).unwrap();
    assert_eq!(text, SETTINGS);
}

/// Two files of one name are one that became newer, as far as is known.
#[test]
fn what_takes_the_place_of_another_file_is_said() {
    let hook = |command: &str| {
        json!({"hooks": {"Stop": [{"hooks": [
            {"type": "command", "command": command}]}]}})
        .to_string()
    };
    let (one, two) = (hook("one"), hook("two"));
    let files = [("a/d.json", &*one), ("b/d.json", &*two)];
    let scratch = Scratch::holding("install-names", &files);
    let ran = run(&scratch, &["install", "a/d.json"]);
    assert!(!ran.stderr.contains("--name"), "{}", ran.stderr);
    let ran = run(&scratch, &["install", "b/d.json"]);
    assert!(ran.stderr.contains("in place of 1"), "{}", ran.stderr);
    assert!(ran.stderr.contains("`--name` keeps"), "{}", ran.stderr);
}

/// Of two that are installed each goes by itself, whichever came first, and
/// takes nothing with it that a person added.
#[test]
fn what_is_installed_goes_and_no_more() {
    let hooks = |names: &[&str]| {
        let group = |name: &&str| {
            let hook = json!({"type": "command", "command": name});
            (name.to_string(), json!([{"hooks": [hook]}]))
        };
        let events: serde_json::Map<_, _> = names.iter().map(group).collect();
        json!({"hooks": events}).to_string()
    };
    let (pa, pb) = (hooks(&["Stop"]), hooks(&["Stop", "SessionStart"]));
    for empty in ["{\"hooks\": {}}", "{\"hooks\": {\"Stop\":[]}}", "{ }"] {
        let files = [
            ("a.json", pa.as_str()),
            ("b.json", pb.as_str()),
            ("s.json", empty),
        ];
        let scratch = Scratch::holding("both", &files);
        let settings = scratch.0.join("s.json");
        let install = |args: &[&str]| {
            let args = [&["install"][..], args, &["--into", "s.json"]];
            run(&scratch, &args.concat())
        };
        assert_eq!(install(&["a.json"]).code, 0);
        assert_eq!(install(&["b.json"]).code, 0);
        let again = install(&["b.json", "--name", "a"]);
        assert_eq!(again.code, 0, "{}", again.stderr);
        let with_two = fs::read_to_string(&settings).unwrap();
        let theirs =
            "\"Stop\"\n},{\"type\": \"command\", \"command\": \"z\"\n";
        let added = with_two.replace("\"Stop\"\n", theirs);
        assert_ne!(added, with_two);
        fs::write(&settings, &added).unwrap();
        for args in [&["--remove", "--name", "a"][..], &["a.json"]] {
            let ran = install(args);
            assert_eq!(ran.code, 3, "{}", ran.stderr);
            assert_eq!(fs::read_to_string(&settings).unwrap(), added);
        }
        fs::write(&settings, with_two).unwrap();
        for name in ["a", "b"] {
            let ran = install(&["--remove", "--name", name]);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
        }
        assert_eq!(fs::read_to_string(&settings).unwrap(), empty);
    }
}

#[test]
fn s0_46_settings_that_are_broken_are_left_alone() {
    for broken in ["{\"hooks\": ", "", "{\"hooks\": 1}", "{} // x", "[]"] {
        let files = [("d.json", REMINDER), ("s.json", broken)];
        let scratch = Scratch::holding("refuse", &files);
        let ran = run(&scratch, &["install", "d.json", "--into", "s.json"]);
        assert_eq!(ran.code, 3, "{broken}: {}", ran.stderr);
        let after = fs::read_to_string(scratch.0.join("s.json")).unwrap();
        assert_eq!(after, broken);
    }
}

#[test]
fn s4_49_s4_50_what_is_in_force_and_whose_it_is() {
    let local = r#"{"hooks": {"Stop": [{"hooks": [
        {"type": "command", "command": "a"},
        {"type": "prompt", "prompt": "b"}]}]}}"#;
    let files = [
        (".agent/settings.json", SETTINGS),
        (".agent/settings.local.json", local),
        ("d.json", REMINDER),
    ];
    let scratch = Scratch::holding("list", &files);
    let ran = run(&scratch, &["list", ".agent", "d.json"]);
    for wanted in [
        "Stop  2 hooks",
        "SessionStart  1 hook\n",
        "command `theirs`  [Project] .agent/settings.json:",
        "command `a`  [Local] .agent/settings.local.json:",
        "Bash, input with `git commit`",
        "[Server] d.json:",
    ] {
        assert!(ran.stdout.contains(wanted), "{wanted}: {}", ran.stdout);
    }
    let before = fs::read_dir(&scratch.0).unwrap().count();
    assert_eq!(before, 2, "a view writes nothing");
}

#[test]
fn s4_56_hooks_are_tried_by_hand() {
    let event = call("PostToolUse", "Edit", json!({"file_path": "/p/a"}));
    let event = event.to_string();
    let files = [("s.json", SETTINGS), ("event.json", event.as_str())];
    let scratch = Scratch::holding("try", &files);
    let args = ["plan", "--policy", "s.json", "--event", "event.json"];
    let ran = run(&scratch, &args);
    assert!(ran.stdout.contains("command `fmt`"), "{}", ran.stdout);
}

#[test]
fn a_definition_is_read_as_its_brand_reads_it() {
    let text = "---\nname: x\ndescription: y\nhooks:\n  PreToolUse:\n    \
                - matcher: Edit\n      hooks:\n        - type: command\n          \
                command: c\n          if: Edit(*.ts|*.tsx)\n---\n";
    let agent = ".agent/agents/x.md";
    let claude = ".claude/agents/x.md";
    let scratch = Scratch::holding("brand", &[(agent, text), (claude, text)]);
    let ran = run(&scratch, &["check", agent]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let ran = run(&scratch, &["check", claude]);
    assert!(ran.stdout.contains("alternation"), "{}", ran.stdout);
}

/// Five files, each of another kind.
const FIVE: &[(&str, &str)] = &[
    (
        "settings.json",
        r#"{"permissions": {"allow": ["Bash(git *)"], "deny": ["Bash(rm *)"]},
            "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
                {"type": "command", "command": "from-settings"}]}]}}"#,
    ),
    (
        "hooks.yaml",
        "hooks_config:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        \
         - type: command\n          command: from-yaml\n          \
         if: Bash(git push*)\n",
    ),
    (
        "agents/reviewer.md",
        "---\nname: reviewer\nhooks:\n  PreToolUse:\n    - hooks:\n        \
         - type: command\n          command: from-agent\n---\n",
    ),
    (
        "server.json",
        r#"{"serverInfo": {"name": "annal"}, "capabilities": {"hooks":
            {"declarations": [{"event": "pre_tool_use", "priority":
            "important", "matcher": {"input_contains": "git push"},
            "context": "from-server"}]}}}"#,
    ),
    (
        "policy.toml",
        "[[rule]]\ntoolName = \"run_shell_command\"\n\
         commandPrefix = \"git push\"\ndecision = \"ask_user\"\n",
    ),
];

#[test]
fn five_kinds_of_file_are_one_policy() {
    let mut event =
        call("PreToolUse", "Bash", json!({"command": "git push origin"}));
    event["agent_type"] = "reviewer".into();
    event["agent_id"] = "1".into();
    let event = event.to_string();
    let mut files = FIVE.to_vec();
    files.push(("event.json", &event));
    let scratch = Scratch::holding("five", &files);
    let mut args = vec!["plan", "--event", "event.json", "--format", "json"];
    args.push("--policy");
    args.extend(FIVE.iter().map(|file| file.0));
    let ran = run(&scratch, &args);
    let plan: Value = serde_json::from_str(&ran.stdout)
        .unwrap_or_else(|e| panic!("{e}: {} {}", ran.stdout, ran.stderr));
    let steps = plan["steps"].as_array().unwrap();
    let steps = steps.iter().map(Value::to_string);
    let steps: Vec<String> = steps.collect();
    let wanted = ["from-settings", "from-yaml", "from-agent", "from-server"];
    assert_eq!(steps.len(), wanted.len(), "{steps:#?}");
    for (step, wanted) in steps.iter().zip(wanted) {
        assert!(step.contains(wanted), "{wanted}: {steps:#?}");
    }
    args[0] = "eval";
    let ran = run(&scratch, &args);
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answer["permission"]["behavior"], "ask", "{answer:#}");
    let hooks = answer["hooks"].as_array().unwrap();
    let sources = hooks.iter().map(|hook| hook["source"].as_str().unwrap());
    let files = sources.map(|source| source.split(':').next().unwrap());
    let files: Vec<&str> = files.collect();
    let order = FIVE.iter().map(|file| file.0);
    assert_eq!(files, order.take(4).collect::<Vec<_>>());
    let rules = answer["matched"].as_array().unwrap();
    let rules: Vec<_> = rules.iter().map(|rule| &rule["rule"]).collect();
    assert!(rules.contains(&&json!("Bash(git push *)")), "{rules:?}");
}

#[test]
fn a_dialect_that_is_named_says_how_settings_are_read_wherever_they_stand() {
    let text = r#"{ // ours
      "hooks": {"PreToolUse": [{"hooks": [
        {"type": "decision", "permissionDecision": "deny"}]}]}}"#;
    let at =
        Scratch::holding("named-dialect", &[(".claude/settings.json", text)]);
    let file = ".claude/settings.json";
    assert_eq!(run(&at, &["check", file]).code, 1);
    for args in [&["check", file][..], &["check"]] {
        let ran = run(&at, &[args, &["--dialect", "hookset"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.stdout);
    }
    let args = ["plan", "--policy", file, "--dialect", "hookset", "Bash(ls)"];
    let ran = run(&at, &args);
    assert!(ran.stdout.contains("decision"), "{}", ran.stdout);
    let toml = "dialect = \"hookset\"\n";
    fs::write(at.0.join("hookset.toml"), toml).unwrap();
    assert_eq!(run(&at, &["check"]).code, 0);
    let ran = run(&at, &["plan", "--policy", file, "Bash(ls)"]);
    assert!(ran.stdout.contains("decision"), "{}", ran.stdout);
}

#[test]
fn a_list_of_what_is_in_force_looks_at_the_settings_of_the_person() {
    let hooks = r#"{"hooks": {"Stop": [{"hooks": [
        {"type": "command", "command": "lint"}]}]}}"#;
    let off = r#"{"disableAllHooks": true}"#;
    let at = Scratch::holding(
        "list-own",
        &[
            ("home/.claude/settings.json", off),
            ("home/p/.claude/settings.json", hooks),
        ],
    );
    let mut command = Command::new(env!("CARGO_BIN_EXE_hookset"));
    let command = command.arg("list").current_dir(at.0.join("home/p"));
    let ran = command.env("HOME", at.0.join("home")).output().unwrap();
    let text = String::from_utf8(ran.stdout).unwrap();
    assert!(text.contains("not in force: disabled"), "{text}");
}

#[test]
fn settings_of_an_agent_that_are_not_read_answer_nothing() {
    let text = r#"{"tools": {"exclude": ["run_shell_command(rm)"]},
        "permissions": {"deny": ["Bash(rm *)"]}}"#;
    let file = ".qwen/settings.json";
    let at = Scratch::holding("of-another", &[(file, text)]);
    for args in [
        &["eval", "--policy", file, "Bash(rm x)"][..],
        &["why", "--policy", file, "Bash(rm x)"],
        &["list", file],
        &["convert", file, "-"],
        &["compile", "--policy", file, "-o", "x.img"],
    ] {
        let ran = run(&at, args);
        assert_eq!(ran.code, 3, "{args:?}: {}", ran.stdout);
        let drawn = ran.stderr.contains("error[unknown-file-kind]");
        assert!(drawn, "{}", ran.stderr);
    }
    let call = call("PreToolUse", "Bash", json!({"command": "rm x"}));
    let args = ["hook", "--policy", file];
    let ran = hookset(&at.0, &args, Some(call.to_string().as_bytes()));
    assert!(ran.stdout.contains("\"ask\""), "{}", ran.stdout);
    // Whoever says what they are is taken at their word.
    let args = ["eval", "--policy", file, "--dialect", "claude"];
    let ran = run(&at, &[&args[..], &["Bash(rm x)"]].concat());
    assert!(ran.stdout.contains("deny"), "{}", ran.stdout);
    let ran = run(&at, &["check", "--dialect", "claude", file]);
    assert!(!ran.stdout.contains("unknown-file-kind"), "{}", ran.stdout);
}

/// Hooks of a plugin may stand in files that its manifest names.
#[test]
fn files_that_a_manifest_names_are_read() {
    let hooks = r#"{"hooks":{"PreTool":[{"hooks":[{"type":"command","command":"x"}]}]}}"#;
    let manifest = "p/.claude-plugin/plugin.json";
    let file = "p/h/my.json";
    for (named, is_read) in [
        ("\"./h/my.json\"", true),
        ("[\"h/my.json\"]", true),
        ("[{}, \"${CLAUDE_PLUGIN_ROOT}/h/my.json\"]", true),
        ("\"../p/h/my.json\"", false),
    ] {
        let text = format!("{{\"name\":\"p\",\"hooks\":{named}}}");
        let files = [(manifest, text.as_str()), (file, hooks)];
        let at = Scratch::holding("named-hooks", &files);
        for path in [".", manifest] {
            let args = ["check", path, "--format", "concise"];
            let ran = hookset(&at.0, &args, None);
            let found = ran.stdout.contains("p/h/my.json:1:11: error");
            assert_eq!(found, is_read, "{named}: {ran:?}");
            assert!(ran.stdout.contains("hooks-elsewhere"), "{ran:?}");
        }
    }
}

/// Hooks in YAML are those of another runner, which decides nothing by a
/// file; who reads them as ours has the decision that stands there.
#[test]
fn a_decision_in_yaml_counts_where_it_is_read_as_ours() {
    let policy = "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n\
                  \x20       - type: decision\n          \
                  permissionDecision: deny\n          reason: no\n";
    let agent = policy.replace("hooks:\n  Pre", "name: a\nhooks:\n  Pre");
    let agent = format!("---\n{agent}---\nHi\n");
    let at = Scratch::new("decision-yaml").with("p.yaml", policy);
    let at = at.with("a.md", agent);
    let ours = ["--dialect", "hookset"];
    let ran = run(&at, &[&["check", "p.yaml"][..], &ours].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = run(&at, &["eval", "-p", "p.yaml", "Bash(ls)"]);
    assert!(ran.stdout.contains("decision `deny`"), "{ran:?}");
    let event = br#"{"hook_event_name": "PreToolUse", "cwd": "/p",
        "tool_name": "Bash", "tool_input": {"command": "ls"}}"#;
    let ran = hookset(&at.0, &["hook", "-p", "p.yaml"], Some(event));
    assert!(ran.stdout.contains(r#""permissionDecision":"deny""#), "{ran:?}");
    let theirs = run(&at, &["check", "p.yaml"]);
    assert_eq!(theirs.code, 1, "{theirs:?}");
    let help = "help: it is one with `--dialect hookset`";
    assert!(theirs.stdout.contains(help), "{theirs:?}");
    // No dialect makes it one in front matter, and none is named.
    let ran = run(&at, &[&["check", "a.md"][..], &ours].concat());
    assert!(ran.stdout.contains("in a policy of its own"), "{ran:?}");
}
