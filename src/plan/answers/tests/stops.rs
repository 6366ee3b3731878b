//! What stops counts whatever a program ends with, and what an approval
//! brings along goes with it.

use super::*;

fn set(event: &str, handler: &str, dialect: &str) -> (Engine, Plan) {
    let settings =
        format!(r#"{{"hooks": {{"{event}": [{{"hooks": [{handler}]}}]}}}}"#);
    let engine = engine(&settings, dialect);
    let plan = plan(&engine, &BASH.replace("PreToolUse", event));
    (engine, plan)
}

fn ended((engine, plan): &(Engine, Plan), ended: &Ended<'_>) -> Outcome {
    outcome(&plan.steps[0], plan.event.unwrap(), ended, engine.dialect())
}

const COMMAND: &str = r#"{"type": "command", "command": "c"}"#;
const BLOCKS: &str =
    r#"{"type": "command", "command": "c", "onFailure": "block"}"#;
const REFUSED: &str = r#"{"hookSpecificOutput": {"hookEventName":
    "PermissionRequest", "decision": {"behavior": "deny"}}}"#;

/// What an approval of a request also asks for.
const GRANTED: &str = r#"{"hookSpecificOutput": {"hookEventName":
    "PermissionRequest", "decision": {"behavior": "allow",
    "updatedPermissions": [{"type": "setMode",
        "mode": "bypassPermissions", "destination": "session"}]}}}"#;

#[test]
fn no_exit_code_loses_a_deny_or_halt() {
    let cut = REFUSED.trim_end_matches('}');
    let behind = format!("log\n{REFUSED}");
    for handler in [COMMAND, BLOCKS] {
        let set = set("PermissionRequest", handler, "hookset");
        for stdout in [REFUSED, cut, &behind, r#"{"permission":"deny"}"#] {
            for code in [0, 1, 2, 3] {
                let out = answered(&set, code, stdout, "");
                let came = (out.class, out.decision, out.veto);
                let wanted = (Class::Blocking, Decision::Deny, true);
                assert_eq!(came, wanted, "{handler} {code} {stdout}");
            }
        }
    }
    for handler in [COMMAND, BLOCKS] {
        for event in ["PreToolUse", "PostToolUse"] {
            let set = set(event, handler, "hookset");
            for stdout in ["x\n{\"continue\": false}", "{\"continue\":false,}"]
            {
                for code in [0, 1, 2] {
                    let out = answered(&set, code, stdout, "");
                    assert!(out.halt, "{event} {handler} {code} {stdout}");
                }
            }
        }
    }
    let http = r#"{"type": "http", "url": "https://a.example/",
        "onFailure": "block"}"#;
    let set = set("PermissionRequest", http, "hookset");
    let failed = Ended::Http { status: 500, body: REFUSED };
    assert!(ended(&set, &failed).veto);
}

fn keys(verdict: &Verdict) -> Vec<&str> {
    verdict.extra.iter().map(|(_, key, _)| key.as_str()).collect()
}

#[test]
fn what_an_approval_brings_along_goes_with_it() {
    let two = format!("{COMMAND}, {BLOCKS}");
    let both = set("PermissionRequest", &two, "hookset");
    let one = answered(&both, 0, GRANTED, "");
    let no = answered(&both, 0, REFUSED, "");
    let nothing = answered(&both, 1, "", "");
    let alone = fold(&both.1, &[(0, one.clone()), (1, nothing)]);
    assert_eq!(alone.decision, Decision::Allow);
    assert_eq!(keys(&alone), ["updatedPermissions"]);
    assert_eq!(keys(&fold(&both.1, &[(0, one.clone()), (1, no)])), [""; 0]);
    // So it is where it ends with exit code 2, or says no as well.
    for (code, stdout) in [
        (2, GRANTED.to_owned()),
        (0, GRANTED.replacen('{', "{\"permission\": \"deny\",", 1)),
    ] {
        let out = answered(&both, code, &stdout, "");
        assert_eq!(out.extra, [], "{stdout}");
    }
    // A deny of the rules is a no, too.
    let mut denied = both.1.clone();
    denied.rules = Behavior::Deny;
    assert_eq!(keys(&fold(&denied, &[(0, one)])), [""; 0]);

    let retry = r#"{"hookSpecificOutput": {"hookEventName":
        "PermissionDenied", "retry": true}}"#;
    let set = set("PermissionDenied", COMMAND, "hookset");
    assert_eq!(answered(&set, 0, retry, "").extra.len(), 1);
    assert_eq!(answered(&set, 2, retry, "x").extra, []);
}

#[test]
fn a_call_that_is_stopped_is_not_allowed() {
    for dialect in ["claude", "hookset"] {
        let set = commands(2, "{}", dialect);
        let yes = answered(&set, 0, r#"{"decision": "approve"}"#, "");
        let no = answered(&set, 0, r#"{"continue": false}"#, "");
        let verdict = fold(&set.1, &[(0, yes), (1, no)]);
        let said = (verdict.decision, verdict.hooks, verdict.veto);
        assert_eq!(said, (Decision::Deny, Decision::Deny, true));
    }
}

#[test]
fn a_model_that_decides_nothing_fails() {
    let prompt = r#"{"type": "prompt", "prompt": "x"}"#;
    let blocks = r#"{"type": "prompt", "prompt": "x", "onFailure": "block"}"#;
    for text in [
        r#"{"verdict": "unsafe"}"#,
        r#"{"result": {"ok": false}}"#,
        r#"{"reason": "x"}"#,
        "{}",
    ] {
        for dialect in ["hookset", "agent"] {
            let out = ended(
                &set("PreToolUse", prompt, dialect),
                &Ended::Model { text },
            );
            assert_eq!(out.class, Class::NonBlockingError, "{text}");
        }
        let set = set("PreToolUse", blocks, "hookset");
        assert!(ended(&set, &Ended::Model { text }).veto, "{text}");
    }
    let set = set("PreToolUse", prompt, "hookset");
    let text = r#"{"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "allow"}}"#;
    let out = ended(&set, &Ended::Model { text });
    assert_eq!(out.decision, Decision::Allow);
}

#[test]
fn an_answer_in_quotes_or_of_another_language_loses_no_no() {
    let set = set("PreToolUse", COMMAND, "hookset");
    for stdout in [
        r#"{"continue": False}"#,
        "{'decision': 'block'}",
        r#"{"decision": block}"#,
        r#""{\"decision\": \"block\"}""#,
        r#""{\"hookSpecificOutput\": \"{'permission': 'deny'}\"}""#,
        r#"{"hookSpecificOutput": "{\"permissionDecision\": \"deny\"}"}"#,
    ] {
        assert!(answered(&set, 0, stdout, "").veto, "{stdout}");
    }
    for stdout in [r#"{"continue": True}"#, r#""{\"decision\": \"approve\"}""#]
    {
        let out = answered(&set, 0, stdout, "");
        assert_eq!((out.decision, out.veto), (Decision::None, false));
    }
}

#[test]
fn each_block_of_a_tool_may_say_no() {
    let tool = r#"{"type": "mcp_tool", "server": "s", "tool": "t"}"#;
    let set = set("PreToolUse", tool, "hookset");
    for texts in [
        &["log line", r#"{"decision": "block"}"#][..],
        &[r#"{"async": true, "permission_decision": "deny"}"#],
        &["{}", r#"{"decision": "block"}"#],
    ] {
        let out = ended(&set, &Ended::Tool { is_error: false, texts });
        assert!(out.veto && out.detached.is_none(), "{texts:?}");
    }
    let texts = &["a", "b"];
    let out = ended(&set, &Ended::Tool { is_error: false, texts });
    assert_eq!(out.context.as_deref(), Some("a\nb"));
}

/// No rule has seen the input that a hook puts in: until one has, the call is
/// asked about.
#[test]
fn a_changed_input_is_not_allowed_unseen() {
    let rules = r#"{"allow": ["Bash(ls *)"], "deny": ["Bash(rm *)"]}"#;
    for dialect in ["hookset", "claude"] {
        let set = commands(1, rules, dialect);
        let answer = r#"{"hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "updatedInput": {"command": "rm -rf build"}}}"#;
        let out = answered(&set, 0, answer, "");
        let verdict = fold(&set.1, &[(0, out)]);
        assert_eq!(verdict.decision, Decision::Ask, "{dialect}");
        let (context, mut scratch) = (Context::default(), Scratch::default());
        let place = (BASH, &context, &State::default());
        let settled = settle(&set.0, &set.1, verdict, place, &mut scratch);
        assert_eq!(settled.verdict.decision, Decision::Deny, "{dialect}");
    }
}

/// What a hook on an event leads to, by its exit code and what it prints.
fn led_to(event: &str, handler: &str, end: (i32, &str, &str)) -> Outcome {
    answered(&set(event, handler, "hookset"), end.0, end.1, end.2)
}

#[test]
fn who_stops_an_agents_stopping_keeps_it_going() {
    for event in ["Stop", "SubagentStop"] {
        let halts = led_to(event, COMMAND, (0, r#"{"continue": false}"#, ""));
        assert_eq!((halts.halt, halts.veto), (true, false), "{event}");
        let keeps = led_to(event, COMMAND, (2, "", "go on"));
        assert_eq!((keeps.halt, keeps.veto), (false, true), "{event}");
        let both = r#"{"continue": false, "decision": "block"}"#;
        let both = led_to(event, COMMAND, (0, both, ""));
        let (_, plan) = set(event, COMMAND, "hookset");
        let verdict = fold(&plan, &[(0, both)]);
        assert_eq!((verdict.halt, verdict.veto), (true, false), "{event}");
    }
}

#[test]
fn a_hook_that_wakes_the_agent_says_why() {
    let wakes = r#"{"type": "command", "command": "c", "asyncRewake": true}"#;
    let woken = led_to("PostToolUse", wakes, (2, "", "build broke"));
    assert_eq!(woken.feedback.as_deref(), Some("build broke"));
    assert_eq!(woken.notices, [""; 0]);
    for (code, stdout) in [(0, ""), (1, ""), (0, r#"{"decision": "block"}"#)] {
        let other = led_to("PostToolUse", wakes, (code, stdout, "x"));
        assert_eq!(other.feedback, None, "{code} {stdout}");
    }
    let quiet = r#"{"type": "command", "command": "c", "async": true}"#;
    let quiet = led_to("PostToolUse", quiet, (2, "", "build broke"));
    assert_eq!(quiet.feedback, None);
}

/// Where no shell starts a program, what a shell would put in is filled in.
#[test]
fn words_of_a_program_are_filled_in() {
    use crate::plan::steps::Work;
    let settings = r#"{"hooks": {"PreToolUse": [{"hooks": [
        {"type": "command", "command": "${CLAUDE_PROJECT_DIR}/gate",
         "args": ["--root", "${CLAUDE_PROJECT_DIR}"]},
        {"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/gate",
         "args": []},
        {"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/gate"}]}]}}"#;
    let plan = plan(&engine(settings, "hookset"), BASH);
    let work = |at: usize| match &plan.steps[at].work {
        Work::Command { command, args, .. } => {
            (command.as_str(), args.clone().unwrap_or_default())
        }
        other => panic!("{other:?}"),
    };
    let root = ["--root", "/p"].map(str::to_owned).to_vec();
    assert_eq!(work(0), ("/p/gate", root));
    assert_eq!(work(1).0, "${CLAUDE_PLUGIN_ROOT}/gate");
    assert_eq!(plan.steps[1].notices.len(), 1);
    assert_eq!(work(2).0, "\"$CLAUDE_PROJECT_DIR\"/gate");
    assert_eq!(plan.steps[2].notices, [""; 0]);
}
