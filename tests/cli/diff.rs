//! What counts as letting more happen: `hookset diff --deny-widening`.

use std::fs;

use serde_json::{Value, json};

use crate::run::{Scratch, hookset};
use crate::schemas::wrong;

/// Exit codes of `diff` and of `diff --deny-widening`.
fn codes(scratch: &Scratch, old: &Value, new: &Value) -> (i32, i32) {
    fs::write(scratch.0.join("old.json"), old.to_string()).unwrap();
    fs::write(scratch.0.join("new.json"), new.to_string()).unwrap();
    let args = ["diff", "old.json", "new.json", "--dialect", "claude"];
    let plain = hookset(&scratch.0, &args, None);
    let args = [&args[..], &["--deny-widening"]].concat();
    let strict = hookset(&scratch.0, &args, None);
    assert_eq!(plain.stdout, strict.stdout);
    (plain.code, strict.code)
}

/// The same policy with something else in one place.
fn with(pointer: &str, value: Value) -> Value {
    let mut policy = base();
    *policy.pointer_mut(pointer).unwrap() = value;
    policy
}

fn base() -> Value {
    json!({
        "permissions": {
            "defaultMode": "default",
            "additionalDirectories": [],
            "allow": ["Bash(cargo test *)"],
            "ask": ["Bash(git push *)"],
            "deny": ["Read(.env)", "Bash(rm *)"],
        },
        "disableAllHooks": false,
        "hooks": {
            "PreToolUse": [{"matcher": "Bash", "hooks": [
                {"type": "command", "command": "guard"},
            ]}],
            "PostToolUse": [{"matcher": "Edit", "hooks": [
                {"type": "command", "command": "format"},
            ]}],
            "PermissionRequest": [],
        },
    })
}

fn command(command: &str, more: &Value) -> Value {
    let mut hook = json!({"type": "command", "command": command});
    for (key, value) in more.as_object().unwrap() {
        hook[key] = value.clone();
    }
    json!([{"matcher": "Bash", "hooks": [hook]}])
}

#[test]
fn nothing_more_may_happen() {
    let scratch = Scratch::new("diff-narrow");
    let pre = "/hooks/PreToolUse/0/hooks";
    let guard = json!({"type": "command", "command": "guard"});
    let prompt = json!({"type": "prompt", "prompt": "is this all right?"});
    let cases = [
        ("an allow rule goes", with("/permissions/allow", json!([]))),
        (
            "an allow rule becomes narrower",
            with("/permissions/allow", json!(["Bash(cargo test x *)"])),
        ),
        ("a guard comes", with("/permissions/ask", json!(["Bash(git *)"]))),
        (
            "an ask rule becomes a deny rule",
            with(
                "/permissions",
                json!({"allow": ["Bash(cargo test *)"], "deny":
                    ["Read(.env)", "Bash(rm *)", "Bash(git push *)"]}),
            ),
        ),
        ("a hook comes that can only stop", with(pre, json!([guard, prompt]))),
        (
            "a hook comes that nothing waits for",
            with(
                "/hooks/PermissionRequest",
                command("log", &json!({"async": true})),
            ),
        ),
        (
            "a hook that decides nothing goes",
            with("/hooks/PostToolUse", json!([])),
        ),
        (
            "a hook that decides nothing comes",
            with("/hooks/PostToolUse/0/matcher", json!("Edit|Write")),
        ),
        ("a stricter mode", with("/permissions/defaultMode", json!("plan"))),
    ];
    for (name, new) in cases {
        assert_eq!(codes(&scratch, &base(), &new), (1, 0), "{name}");
    }
    let sorted = json!(["Bash(rm *)", "Read(.env)"]);
    let same = with("/permissions/deny", sorted);
    assert_eq!(codes(&scratch, &base(), &same), (0, 0));
}

#[test]
fn more_may_happen() {
    let scratch = Scratch::new("diff-wide");
    let cases = [
        (
            "an allow rule comes",
            with("/permissions/allow", json!(["Bash(cargo *)"])),
        ),
        ("a deny rule goes", with("/permissions/deny", json!([]))),
        (
            "a deny rule becomes narrower",
            with("/permissions/deny", json!(["Read(.env)", "Bash(rm -rf *)"])),
        ),
        ("an ask rule goes", with("/permissions/ask", json!([]))),
        ("a guard hook goes", with("/hooks/PreToolUse", json!([]))),
        (
            "a guard hook fires for less",
            with(
                "/hooks/PreToolUse",
                command("guard", &json!({"if": "Bash(rm *)"})),
            ),
        ),
        (
            "nothing waits for a guard hook any more",
            with(
                "/hooks/PreToolUse",
                command("guard", &json!({"async": true})),
            ),
        ),
        (
            "another program takes the place of a guard",
            with("/hooks/PreToolUse", command("other", &json!({}))),
        ),
        (
            "a hook comes that can approve",
            with("/hooks/PermissionRequest", command("yes", &json!({}))),
        ),
        ("all hooks are off", with("/disableAllHooks", json!(true))),
        (
            "a mode that asks less",
            with("/permissions/defaultMode", json!("acceptEdits")),
        ),
        (
            "one more directory",
            with("/permissions/additionalDirectories", json!(["/etc"])),
        ),
    ];
    for (name, new) in cases {
        assert_eq!(codes(&scratch, &base(), &new), (1, 1), "{name}");
    }
}

/// What keeps a command within bounds, and gives way.
#[test]
fn a_sandbox_that_holds_less_is_seen() {
    let scratch = Scratch::new("diff-sandbox");
    let within = |key: &str, value: Value| {
        let mut sandbox = json!({"enabled": true});
        match key.split_once('.') {
            Some((part, key)) => sandbox[part] = json!({key: value}),
            None => sandbox[key] = value,
        }
        let mut policy = base();
        policy["sandbox"] = sandbox;
        policy
    };
    let plain = within("enabled", json!(true));
    for (key, value) in [
        ("filesystem.denyRead", json!(["~/.ssh"])),
        ("filesystem.denyWrite", json!(["~/.ssh"])),
        ("network.deniedDomains", json!(["evil.com"])),
        ("failIfUnavailable", json!(true)),
    ] {
        let old = within(key, value);
        assert_eq!(codes(&scratch, &old, &plain), (1, 1), "{key}");
        assert_eq!(codes(&scratch, &plain, &old), (1, 0), "{key}");
    }
    for (key, value) in [
        ("filesystem.allowWrite", json!(["/"])),
        ("network.allowedDomains", json!(["a"])),
        ("network.allowUnixSockets", json!(["/x"])),
        ("network.allowLocalBinding", json!(true)),
        ("enableWeakerNestedSandbox", json!(true)),
    ] {
        let new = within(key, value);
        assert_eq!(codes(&scratch, &plain, &new), (1, 1), "{key}");
    }
    // Those of other files go off as well.
    let mut old = base();
    old["hooks"] = json!({});
    let mut new = old.clone();
    new["disableAllHooks"] = json!(true);
    assert_eq!(codes(&scratch, &old, &new), (1, 1));
}

/// A guard that no longer blocks where it fails lets more in.
#[test]
fn what_a_guard_does_where_it_fails_counts() {
    let scratch = Scratch::new("diff-fails");
    let shut = with(
        "/hooks/PreToolUse",
        command("guard", &json!({"onFailure": "block"})),
    );
    assert_eq!(codes(&scratch, &shut, &base()), (1, 1));
    assert_eq!(codes(&scratch, &base(), &shut), (1, 0));
}

/// A new hook that can approve lets nothing in where the rules deny, and
/// what a rule on the tool does not allow where they allow.
#[test]
fn an_approval_counts_where_it_is_needed() {
    let scratch = Scratch::new("diff-approval");
    for (list, widens) in [("deny", 0), ("allow", 1)] {
        let policy = |hooks: Value| {
            json!({
                "permissions": {list: ["Bash"]},
                "hooks": {"PreToolUse": hooks},
            })
        };
        let (old, new) = (policy(json!([])), policy(command("c", &json!({}))));
        assert_eq!(codes(&scratch, &old, &new), (1, widens), "{list}");
    }
}

/// Hooks that examples of the others hide, or of which none can be made.
#[test]
fn a_guard_that_is_gone_is_not_passed_over() {
    let scratch = Scratch::new("diff-hidden");
    let group = |matcher: &str, run: &str, condition: Option<&str>| {
        let mut hook = json!({"type": "command", "command": run});
        if let Some(condition) = condition {
            hook["if"] = condition.into();
        }
        json!({"hooks": {"PreToolUse": [
            {"matcher": matcher, "hooks": [hook]},
        ]}})
    };
    let all = "Bash|Edit|MultiEdit|NotebookEdit|Write";
    let old = group(all, "guard", None);
    let new = group("Bash|Edit|MultiEdit", "guard", None);
    assert_eq!(codes(&scratch, &old, &new), (1, 1));
    let nested = Some("Agent(model:a.b)");
    let old = group("Agent", "guard", nested);
    assert_eq!(codes(&scratch, &old, &group("Agent", "x", nested)), (1, 1));
}

/// A list of addresses that leaves out a hook's own keeps that hook from
/// stopping anything.
#[test]
fn a_hook_that_may_no_longer_call_stops_nothing() {
    let scratch = Scratch::new("diff-address");
    let mut old = base();
    old["hooks"]["PreToolUse"][0]["hooks"] =
        json!([{"type": "http", "url": "https://gate.example/x"}]);
    let listed = |url: &str| {
        let mut new = old.clone();
        new["allowedHttpHookUrls"] = json!([url]);
        new
    };
    let other = listed("https://other.example/*");
    assert_eq!(codes(&scratch, &old, &other).1, 1);
    let own = listed("https://gate.example/*");
    assert_eq!(codes(&scratch, &old, &own).1, 0);
    let event = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "ls"}, "cwd": "/w"});
    fs::write(scratch.0.join("new.json"), other.to_string()).unwrap();
    let args = ["eval", "--policy", "new.json"];
    let ran = hookset(&scratch.0, &args, Some(event.to_string().as_bytes()));
    assert!(!ran.stdout.contains("hook  http"), "{ran:?}");
    let says = "its address is not in `allowedHttpHookUrls`";
    assert!(ran.stdout.contains(says), "{ran:?}");
}

/// A guard behind an error is lost to a runner, though it is read here.
#[test]
fn what_errors_cost_is_not_the_same() {
    let scratch = Scratch::new("diff-errors");
    let old = r#"{"permissions": {"deny": ["Bash(rm *)"]}}"#;
    let news = [
        r#"{"permissions": {"deny": ["Bash(rm *)"]}, "permissions": {}}"#,
        r#"{"permissions": {"deny": ["Bash(rm *)"], "deny": []}}"#,
        r#"{"permissions": {"deny": ["Bash(rm *)"]},
            "hooks": {"PreToolUse": {}}}"#,
    ];
    fs::write(scratch.0.join("old.json"), old).unwrap();
    let diff = |args: &[&str]| {
        let all = [&["diff", "--dialect", "claude"], args].concat();
        hookset(&scratch.0, &all, None)
    };
    for new in news {
        fs::write(scratch.0.join("new.json"), new).unwrap();
        let args = ["old.json", "new.json", "--deny-widening"];
        let ran = diff(&args);
        assert_eq!(ran.code, 1, "{new}: {}", ran.stdout);
        assert!(ran.stderr.contains("new.json:"), "{new}: {}", ran.stderr);
        assert!(ran.stdout.contains("what 1 error cost is not known"));
        let ran = diff(&[&args[..], &["--format", "json"]].concat());
        let told = json(&ran.stdout);
        let wrong = fits(&scratch, &told);
        assert!(wrong.is_empty(), "{wrong:?}");
        assert_eq!(told["proven"], false, "{told}");
        assert_eq!(told["diagnostics"][0]["severity"], "error", "{told}");
        // What both have is no difference, and no proof either.
        let ran = diff(&["new.json", "new.json"]);
        assert_eq!(ran.code, 0, "{new}: {}", ran.stdout);
        assert!(ran.stdout.contains("no difference found"), "{}", ran.stdout);
    }
}

/// A guard that cannot be read asks; as an allow rule, or gone, it does not.
#[test]
fn a_guard_that_cannot_be_read_is_missed() {
    let scratch = Scratch::new("diff-lost");
    let bad = "WebFetch(domain:localhost:8080)";
    let good = "WebFetch(domain:*.*)";
    let file = |deny: &[&str], allow: &[&str]| serde_json::json!({"permissions": {"deny": deny, "allow": allow}});
    let both = [good, bad];
    fs::write(scratch.0.join("old.json"), file(&both, &[]).to_string())
        .unwrap();
    for new in [file(&[good], &[bad]), file(&[good], &[])] {
        fs::write(scratch.0.join("new.json"), new.to_string()).unwrap();
        let args = ["diff", "--dialect", "hookset", "--deny-widening"];
        let args = [&args[..], &["old.json", "new.json"]].concat();
        let ran = hookset(&scratch.0, &args, None);
        assert_eq!(ran.code, 1, "{new}: {}", ran.stdout);
        assert!(ran.stdout.contains(bad), "{new}: {}", ran.stdout);
    }
}

/// What no rule here can say differs all the same.
#[test]
fn what_has_no_counterpart_is_not_the_same() {
    let rule = |pattern: &str, number: i64| {
        format!(
            "[[rule]]\ntoolName = \"run_shell_command\"\nargsPattern = \
             \"{pattern}\"\ndecision = \"deny\"\npriority = {number}\n\n\
             [[rule]]\ntoolName = \"read_file\"\ndecision = \"allow\"\n\
             priority = 20\n"
        )
    };
    let gemini = "p/.gemini/policies/p.toml";
    let codex = "p/.codex/config.toml";
    let cases = [
        (gemini, rule("rm", 10), rule("curl", 10), "argsPattern = \"curl\""),
        (gemini, rule("rm", 10), rule("rm", 30), "priority = 20"),
        (
            codex,
            "sandbox_mode = \"read-only\"\n".to_owned(),
            "sandbox_mode = \"danger-full-access\"\n".to_owned(),
            "danger-full-access",
        ),
    ];
    for (path, old, new, say) in cases {
        let (was, is) = (format!("old/{path}"), format!("new/{path}"));
        let spaced = old.replace(" = ", "  =  ");
        let spaced = match path == codex {
            // Another key is no part of what is not known.
            true => format!("model = \"x\"\n{spaced}"),
            false => spaced,
        };
        let files = [(&*was, &*old), (&*is, &*new)];
        let scratch = Scratch::holding("diff-lossy", &files);
        let ran = hookset(&scratch.0, &["diff", "old", "new"], None);
        assert_eq!(ran.code, 1, "{path}: {}", ran.stdout);
        assert!(ran.stdout.contains(say), "{path}: {}", ran.stdout);
        // The same, written otherwise.
        fs::write(scratch.0.join(&is), spaced).unwrap();
        let ran = hookset(&scratch.0, &["diff", "old", "new"], None);
        assert_eq!(ran.code, 0, "{path}: {}", ran.stdout);
    }
}

#[test]
fn an_agent_that_runs_in_a_freer_mode_is_told() {
    let agent = |mode: &str| {
        format!("---\nname: a\ndescription: d\n{mode}---\nDo what is asked.\n")
    };
    let plan = "permissionMode: plan\n";
    let free = "permissionMode: bypassPermissions\n";
    let usual = "permissionMode: default\n";
    for (old, new, codes) in [
        (plan, free, (1, 1)),
        (free, plan, (1, 0)),
        ("", free, (1, 1)),
        ("", usual, (1, 0)),
        (plan, plan, (0, 0)),
    ] {
        let (was, is) = (agent(old), agent(new));
        let path = |side: &str| format!("{side}/.claude/agents/a.md");
        let files = [(&*path("old"), &*was), (&*path("new"), &*is)];
        let scratch = Scratch::holding("diff-agent", &files);
        let ran = hookset(&scratch.0, &["diff", "old", "new"], None);
        let args = ["diff", "old", "new", "--deny-widening"];
        let strict = hookset(&scratch.0, &args, None);
        let found = (ran.code, strict.code);
        assert_eq!(found, codes, "{old} {new}: {}", ran.stdout);
        assert_eq!(ran.stdout.contains("permissionMode"), ran.code == 1);
    }
}

/// A rule of one project does not stand for one that another has lost.
#[test]
fn what_no_runner_reads_together_is_not_compared_together() {
    let deny = r#"{"permissions": {"deny": ["Bash(rm *)"]}}"#;
    let forbid = "prefix_rule(pattern = [\"rm\"], decision = \"forbidden\")\n";
    let (own, nested) =
        (".claude/settings.json", "packages/p/.claude/settings.json");
    let codex = ".codex/rules/default.rules";
    for (beside, text) in [(nested, deny), (codex, forbid)] {
        let path = |side: &str, file: &str| format!("{side}/{file}");
        let files = [
            (&*path("x", own), deny),
            (&*path("x", beside), text),
            (&*path("y", own), "{}"),
            (&*path("y", beside), text),
        ];
        let scratch = Scratch::holding("diff-projects", &files);
        let diff = |args: &[&str]| {
            hookset(&scratch.0, &[&["diff"], args].concat(), None)
        };
        let ran = diff(&["x", "y", "--deny-widening"]);
        assert_eq!(ran.code, 1, "{beside}: {}", ran.stdout);
        let said = "in . (Claude Code):\nno longer decided\n";
        assert!(ran.stdout.starts_with(said), "{beside}: {}", ran.stdout);
        assert_eq!(ran.stdout.matches("decide the same").count(), 1);
        let ran = diff(&["x", "y", "--format", "json"]);
        for line in ran.stdout.lines() {
            let wrong = fits(&scratch, &json(line));
            assert!(wrong.is_empty(), "{wrong:?}");
        }
        assert_eq!(ran.stdout.lines().count(), 2);
        assert_eq!(diff(&["x", "x"]).code, 0);
        // Standard input can be read only once.
        assert_eq!(diff(&["x", "y", "--events", "-"]).code, 3);
    }
}

#[test]
fn an_event_that_cannot_be_read_is_told_with_its_place() {
    let event = r#"{"tool_name": "Bash", "tool_input": {"command": "ls"}}"#;
    let log = format!("{event}\n{{\"tool_name\":\n");
    let files = [("p.json", "{}"), ("log.jsonl", &*log)];
    let scratch = Scratch::holding("diff-log", &files);
    let args = ["diff", "p.json", "p.json", "-e", "log.jsonl"];
    let ran = hookset(&scratch.0, &args, None);
    assert_eq!(ran.code, 3, "{}", ran.stdout);
    assert!(ran.stderr.contains("log.jsonl:2:1"), "{}", ran.stderr);
}

/// A text with quotes does not end the quotes that it is put into.
#[test]
fn quotes_in_markdown_are_those_of_the_report() {
    let scratch = Scratch::new("diff-quotes");
    let rules = json!(["Bash(echo `x`|<b>`*)", "Bash(`*)"]);
    let old = json!({"permissions": {"deny": rules}});
    fs::write(scratch.0.join("old.json"), old.to_string()).unwrap();
    fs::write(scratch.0.join("new.json"), "{}").unwrap();
    let event = json!({"tool_name": "Bash",
        "tool_input": {"command": "echo `x` ; rm `` y"}});
    fs::write(scratch.0.join("log.jsonl"), event.to_string()).unwrap();
    let args = ["diff", "old.json", "new.json", "--format", "markdown"];
    let args = [&args[..], &["-e", "log.jsonl"]].concat();
    let told = hookset(&scratch.0, &args, None).stdout;
    let rule = "``Bash(echo `x`\\|<b>`*)``";
    assert!(told.contains(rule), "{told}");
    let call = "``` `echo `x` ; rm `` y` ```";
    assert!(told.contains(call), "{told}");
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What of a report is not as its schema says.
fn fits(scratch: &Scratch, told: &Value) -> Vec<String> {
    let schema = hookset(&scratch.0, &["schema", "diff"], None);
    let schema = json(&schema.stdout);
    wrong(&schema, &schema, told, "")
}

/// Files that hold rules or hooks in words that nobody here reads.
#[test]
fn what_is_not_looked_at_is_named() {
    let unread = [".qwen/settings.json", ".cursor/cli.json"];
    let scratch = Scratch::new("diff-unread");
    for (side, deny) in [("old", "Read(.env)"), ("new", "Read(.key)")] {
        let at = scratch.0.join(side);
        let files = [
            (".claude/settings.json", json!({})),
            (unread[0], json!({"permissions": {"deny": [deny]}})),
            (unread[1], json!({"permissions": {"deny": [deny]}})),
            // Nothing of a policy stands there.
            (".gemini/settings.json", json!({"ui": {"theme": "x"}})),
            (".vscode/settings.json", json!({"hooks": 1})),
        ];
        for (name, value) in files {
            let path = at.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, value.to_string()).unwrap();
        }
    }
    for format in ["text", "json"] {
        let args = ["diff", "old", "new", "--format", format];
        let ran = hookset(&scratch.0, &args, None);
        assert_eq!(ran.code, 0, "{ran:?}");
        for name in unread {
            for side in ["old", "new"] {
                let note = format!("`{side}/{name}` was not looked at");
                assert!(ran.stderr.contains(&note), "{ran:?}");
            }
        }
        assert_eq!(ran.stderr.matches("not looked at").count(), 4, "{ran:?}");
        let args = ["check", "old", "--format", format];
        let ran = hookset(&scratch.0, &args, None);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(ran.stderr.matches("not looked at").count(), 2, "{ran:?}");
    }
    let ran = hookset(&scratch.0, &["check", "old", "--quiet"], None);
    assert_eq!((ran.code, &*ran.stderr), (0, ""), "{ran:?}");
}

/// What `plan` leaves out neither fires for `eval` nor is in force for `list`.
#[test]
fn a_hook_with_a_refused_address_is_in_force_nowhere() {
    let hook = json!({"type": "http", "url": "http://10.0.0.5/x"});
    let policy = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    let event = json!({"hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "ls"}});
    let scratch = Scratch::new("private-address")
        .with("p.json", policy.to_string())
        .with("event.json", event.to_string());
    for (dialect, refused) in [("hookset", true), ("claude", false)] {
        let run = |args: &[&str]| -> Value {
            let args = [args, &["--dialect", dialect]].concat();
            let ran = hookset(&scratch.0, &args, None);
            serde_json::from_str(&ran.stdout).unwrap_or_default()
        };
        let asked = ["--policy", "p.json", "--event", "event.json"];
        let args = ["--format", "json"];
        let eval = run(&[&["eval"][..], &asked, &args].concat());
        let fires = eval["hooks"].as_array().unwrap().len();
        assert_eq!(fires, usize::from(!refused), "{eval:#}");
        assert_eq!(eval.to_string().contains("private-address"), refused);
        let plan = run(&[&["plan"][..], &asked, &args].concat());
        let steps = plan["steps"].as_array().unwrap().len();
        assert_eq!(steps, fires, "{plan:#}");
        assert_eq!(plan.to_string().contains("private-address"), refused);
        let list = run(&[&["list", "p.json"][..], &args].concat());
        let off = list["hooks"].to_string().contains("private-address");
        assert_eq!(off, refused, "{list:#}");
    }
}

/// A change that takes the last rule file away is a change like others; an
/// OLD without any is more likely a wrong directory.
#[test]
fn the_last_rule_file_may_go() {
    let scratch = Scratch::new("last-file");
    let settings = json!({"permissions": {"deny": ["Bash(rm *)"]}});
    let file = scratch.0.join("old/.claude/settings.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::create_dir_all(scratch.0.join("new")).unwrap();
    fs::write(&file, settings.to_string()).unwrap();
    let run = |args: &[&str]| {
        let args = [&["diff", "--deny-widening"], args].concat();
        hookset(&scratch.0, &args, None)
    };
    for old in ["old", "old/.claude/settings.json"] {
        let ran = run(&[old, "new"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.stdout.contains("was denied by"), "{ran:?}");
        assert!(ran.stderr.contains("under `new`"), "{ran:?}");
    }
    for args in [["new", "old"], ["new", "new"], ["old", "none"]] {
        let ran = run(&args);
        assert_eq!((ran.code, &*ran.stdout), (3, ""), "{ran:?}");
    }
}
