//! What counts as letting more happen: `hookset diff --deny-widening`.

use std::fs;

use serde_json::{Value, json};

use crate::run::{Scratch, hookset};

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
