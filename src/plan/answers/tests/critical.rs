//! No hook lets a critical path be removed (spec 2.8).

use super::*;

const ALLOW: &str = r#"{"hookSpecificOutput": {"hookEventName":
    "PreToolUse", "permissionDecision": "allow"}}"#;

fn call(command: &str) -> String {
    let quoted = serde_json::to_string(command).unwrap();
    let call = BASH.replace(r#""ls""#, &quoted);
    call.replace(r#""cwd": "/p""#, r#""cwd": "/srv/p""#)
}

/// What a hook that allows comes to on a command, which it changes.
fn allowed(command: &str, changed: Option<&str>, dialect: &str) -> Verdict {
    let mut set = commands(1, "{}", dialect);
    let payload = call(command);
    set.1 = plan(&set.0, &payload);
    let mut out = answered(&set, 0, ALLOW, "");
    out.input = changed.map(|to| {
        let to = serde_json::to_string(to).unwrap();
        format!(r#"{{"command":{to},"timeout":5}}"#)
    });
    let (engine, plan) = set;
    let verdict = fold(&plan, &[(0, out)]);
    let place = (payload.as_str(), &Context::default(), &State::default());
    settle(&engine, &plan, verdict, place, &mut Scratch::default()).verdict
}

const CRITICAL: &[&str] =
    &["rm -rf /", "rm -rf ~", "ls; rm -r /usr", "rm -rf \"$X\"/*"];
const OTHERS: &[&str] =
    &["ls", "rm x", "rm -rf target", "rm -rf /srv/p/target", "echo rm -rf /"];

#[test]
fn a_critical_path_is_asked_about_whatever_hooks_say() {
    for dialect in ["claude", "hookset"] {
        for command in CRITICAL {
            let verdict = allowed(command, None, dialect);
            assert_eq!(verdict.decision, Decision::None, "{command}");
            assert_eq!(verdict.allowed, [0; 0]);
            assert_eq!(verdict.notices.len(), 1, "{command}");
            // So it is where the hook changes another call into that one.
            let verdict = allowed("ls", Some(command), dialect);
            assert_eq!(verdict.decision, Decision::None, "{command}");
        }
        for command in OTHERS {
            let verdict = allowed(command, None, dialect);
            assert_eq!(verdict.decision, Decision::Allow, "{command}");
            let verdict = allowed("rm -rf /", Some(command), dialect);
            assert_eq!(verdict.decision, Decision::Allow, "{command}");
        }
    }
}

#[test]
fn what_hooks_say_against_it_stays() {
    for dialect in ["claude", "hookset"] {
        let mut set = commands(2, "{}", dialect);
        set.1 = plan(&set.0, &call("rm -rf /"));
        let yes = answered(&set, 0, ALLOW, "");
        for (word, decision) in
            [("ask", Decision::Ask), ("deny", Decision::Deny)]
        {
            let other = answered(&set, 0, &ALLOW.replace("allow", word), "");
            let verdict = fold(&set.1, &[(0, yes.clone()), (1, other)]);
            assert_eq!(verdict.decision, decision);
        }
    }
}
