//! Hooks that are put into settings: whether they fire there, where they
//! stand, and what a person wrote among them.

use std::fs;

use serde_json::{Value, json};

use crate::run::{Ran, Scratch, hookset};

fn install(at: &Scratch, args: &[&str]) -> Ran {
    let args = [&["install"][..], args, &["--into", "s.json"]].concat();
    hookset(&at.0, &args, None)
}

fn hook(event: &str, command: &str) -> String {
    let hook = json!({"type": "command", "command": command});
    json!({"hooks": {event: [{"hooks": [hook]}]}}).to_string()
}

/// What never fires, or for less, where it is installed, is said, and the
/// exit says so, too.
#[test]
fn hooks_that_do_not_fire_where_they_are_installed_are_told() {
    let yaml = "hooks_config:\n  PreToolUse:\n    - matcher: Edit\n      \
                hooks:\n        - type: command\n          command: /x.sh\n          \
                if: Edit(*.ts|*.tsx)\n";
    let group = |matcher: &str, condition: &str| {
        let hook =
            json!({"type": "command", "command": "/x", "if": condition});
        let group = json!({"matcher": matcher, "hooks": [hook]});
        json!({"hooks": {"PreToolUse": [group]}}).to_string()
    };
    let ours = ["--from", "hookset"];
    for (name, text, from, said) in [
        ("p.yaml", yaml.to_owned(), &[][..], "this never matches"),
        ("p.json", group("mcp__a__x", "mcp__a"), &ours, "never runs"),
        ("p.json", group("(?i)bash", "Bash(*)"), &ours, "matches nothing"),
        ("p.json", group("Bash", "Bash(rm *)"), &ours, "does not fire after"),
    ] {
        let at = Scratch::holding("install-dead", &[(name, &*text)]);
        // The second time nothing is written, and it is as true.
        for _ in 0..2 {
            let ran = install(&at, &[&[name], from].concat());
            assert_eq!(ran.code, 1, "{text}: {}", ran.stderr);
            assert!(ran.stderr.contains(said), "{text}: {}", ran.stderr);
        }
    }
}

#[test]
fn switches_that_are_not_installed_are_told() {
    let policy = json!({
        "disableAllHooks": true,
        "allowedHttpHookUrls": ["https://a.example/*"],
        "permissions": {
            "defaultMode": "plan", "denyInsteadOfPrompting": true,
        },
        "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]},
    });
    let at =
        Scratch::holding("install-rest", &[("p.json", &*policy.to_string())]);
    let ran = install(&at, &["p.json"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    for key in [
        "disableAllHooks",
        "allowedHttpHookUrls",
        "defaultMode",
        "denyInsteadOfPrompting",
    ] {
        let said = format!("`{key}` is not");
        assert!(ran.stderr.contains(&said), "{key}: {}", ran.stderr);
    }
}

#[test]
fn what_a_person_wrote_in_place_of_a_hook_is_left() {
    let at =
        Scratch::holding("install-own", &[("p.json", &*hook("Stop", "one"))]);
    assert_eq!(install(&at, &["p.json"]).code, 0);
    let path = at.0.join("s.json");
    let written = fs::read_to_string(&path).unwrap();
    let mine = written.replace("\"one\"", "\"mine\"");
    let told =
        written.replace("\"_hookset\"", "\"comment\": \"x\", \"_hookset\"");
    for changed in [mine, told] {
        assert_ne!(changed, written);
        fs::write(&path, &changed).unwrap();
        for args in [&["p.json"][..], &["--remove", "--name", "p"]] {
            let ran = install(&at, args);
            assert_eq!(ran.code, 3, "{args:?}: {}", ran.stderr);
            assert!(ran.stderr.contains("somebody else"), "{}", ran.stderr);
            assert_eq!(fs::read_to_string(&path).unwrap(), changed);
        }
    }
    fs::write(&path, written).unwrap();
    assert_eq!(install(&at, &["--remove", "--name", "p"]).code, 0);
}

/// Also where several names have hooks on one event, each keeps its place.
#[test]
fn installing_again_moves_nothing() {
    let (one, two) = (hook("Stop", "one"), hook("Stop", "two"));
    let files = [("a.json", &*one), ("b.json", &*two)];
    let at = Scratch::holding("install-place", &files);
    for name in ["a.json", "b.json"] {
        assert_eq!(install(&at, &[name]).code, 0);
    }
    let path = at.0.join("s.json");
    let written = fs::read_to_string(&path).unwrap();
    for name in ["a.json", "b.json", "a.json"] {
        let ran = install(&at, &[name]);
        assert!(ran.stderr.contains("nothing to change"), "{}", ran.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), written);
    }
    // A newer one stands where the older one stood.
    fs::write(at.0.join("a.json"), hook("Stop", "new")).unwrap();
    assert_eq!(install(&at, &["a.json"]).code, 0);
    let text = fs::read_to_string(&path).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    let commands = value["hooks"]["Stop"].as_array().unwrap().iter();
    let commands = commands.map(|group| &group["hooks"][0]["command"]);
    assert_eq!(commands.collect::<Vec<_>>(), ["new", "two"]);
}
