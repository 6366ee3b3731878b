//! What `convert` says of a policy that means something else to the runner it
//! is written for.

use serde_json::{Value, json};

use crate::run::{Ran, Scratch, hookset};

fn convert(at: &Scratch, from: Option<&str>, file: &str, to: &str) -> Ran {
    let from = from.map(|from| ["--from", from]);
    let args = ["convert", file, "-", "--to", to];
    let from = from.as_ref().map_or(&[][..], |from| from);
    hookset(&at.0, &[&args[..], from].concat(), None)
}

/// The losses, each as one line.
fn losses(ran: &Ran) -> Vec<String> {
    let parts = ran.stderr.split("[lossy-conversion]").skip(1);
    let said = parts.map(|part| {
        let lines = part.lines().map(str::trim).skip_while(|l| l.is_empty());
        let lines = lines.take_while(|line| !line.starts_with('╭'));
        let words = lines
            .map(|line| line.trim_start_matches(['│', '⚠', '×', '☞', ' ']));
        words.collect::<Vec<_>>().join(" ")
    });
    said.collect()
}

#[test]
fn what_the_other_runner_reads_otherwise_is_a_loss() {
    // No sample shows it: the pattern is no file.
    let rules = json!({"permissions": {"deny": ["Write(/srv/{a,b}/x?)"]}});
    let rules = rules.to_string();
    let at = Scratch::holding("converted-path", &[("p.json", &rules)]);
    let ran = convert(&at, Some("hookset"), "p.json", "claude");
    assert_eq!(ran.code, 1, "{ran:?}");
    let said = losses(&ran);
    let wanted = "after, a path on `Write` is never consulted; this rule \
                  never matches (write-path-rule)";
    assert!(said.iter().any(|one| one == wanted), "{said:?}");
    // What was so before is none.
    let ran = convert(&at, Some("claude"), "p.json", "agent");
    assert_eq!(losses(&ran), [""; 0], "{ran:?}");
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn hooks_of_another_agent_are_not_left_out_in_silence() {
    let copilot = json!({"version": 1, "hooks": {"preToolUse": [
        {"type": "command", "bash": "./x.sh"}]}});
    let copilot = copilot.to_string();
    let files = [
        (".github/hooks/a.json", copilot.as_str()),
        ("b.json", copilot.as_str()),
    ];
    let at = Scratch::holding("converted-foreign", &files);
    for (file, _) in files {
        for to in ["claude", "hookset", "pattern"] {
            let ran = convert(&at, None, file, to);
            assert_eq!(ran.code, 1, "{ran:?}");
            let said = losses(&ran);
            let wanted = "the hooks on events of another agent are left out";
            assert!(said.iter().any(|one| one == wanted), "{said:?}");
        }
    }
}

/// A runner that does not look within other words runs fewer hooks, which is
/// shown as it is of guards.
#[test]
fn a_hook_that_looks_within_other_words_is_not_as_before() {
    let gate = |condition: &str| {
        json!({"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [
            {"type": "command", "command": "a", "if": condition}]}]}})
    };
    for (condition, call) in [
        ("Bash(rm *)", "`bash -c 'rm a'`: hook"),
        ("Read(.env)", "`cat .env`: hook"),
    ] {
        let policy = gate(condition).to_string();
        let at = Scratch::holding("converted-deep", &[("p.json", &policy)]);
        let ran = convert(&at, Some("hookset"), "p.json", "claude");
        let told = ran.stderr.contains(call);
        assert_eq!((ran.code, told), (1, true), "{condition}: {ran:?}");
        let ran = convert(&at, Some("hookset"), "p.json", "hookset");
        assert_eq!(ran.code, 0, "{condition}: {ran:?}");
    }
}

#[test]
fn once_runs_as_often_as_before_or_that_is_said() {
    let policy = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"type": "command", "command": "a", "once": true}]}]}});
    let policy = policy.to_string();
    let at = Scratch::holding("converted-once", &[("p.json", &policy)]);
    for (from, to, kept, code, wanted) in [
        ("claude", "hookset", false, 0, Some("`once` says nothing there")),
        ("claude", "agent", false, 0, Some("`once` says nothing there")),
        ("hookset", "claude", true, 0, Some("after, it runs every time")),
        ("hookset", "pattern", true, 1, Some("after, it runs once ever")),
        ("hookset", "agent", true, 0, None),
        ("claude", "claude", true, 0, None),
    ] {
        let ran = convert(&at, Some(from), "p.json", to);
        let said = losses(&ran).join(" ");
        assert_eq!(ran.code, code, "{from} {to}: {ran:?}");
        assert_eq!(ran.stdout.contains("once"), kept, "{from} {to}: {ran:?}");
        let is_said =
            wanted.map_or(said.is_empty(), |part| said.contains(part));
        assert!(is_said, "{from} {to}: {said}");
    }
}

#[test]
fn a_variable_that_hooks_are_given_no_more_is_a_loss() {
    let policy = |line: &str| {
        json!({"hooks": {"PreToolUse": [{"hooks": [
            {"type": "command", "command": line}]}]}})
        .to_string()
    };
    for (from, line, to, is_lost) in [
        ("claude", "sh \"$CLAUDE_PROJECT_DIR\"/x.sh", "pattern", true),
        ("claude", "sh \"$CLAUDE_PROJECT_DIR\"/x.sh", "agent", true),
        ("claude", "sh \"$CLAUDE_PROJECT_DIR\"/x.sh", "hookset", false),
        ("claude", "sh \"${CLAUDE_PROJECT_DIR:-.}\"/x.sh", "pattern", false),
        ("claude", "sh $MY_CLAUDE_PROJECT_DIR/x.sh", "pattern", false),
        ("agent", "sh \"${AGENT_PROJECT_DIR}\"/x.sh", "claude", true),
        ("agent", "sh \"${AGENT_PROJECT_DIR}\"/x.sh", "pattern", false),
    ] {
        let policy = policy(line);
        let at = Scratch::holding("converted-given", &[("p.json", &policy)]);
        let ran = convert(&at, Some(from), "p.json", to);
        let said = losses(&ran);
        assert_eq!(said.len(), usize::from(is_lost), "{line} {to}: {said:?}");
        assert_eq!(ran.code, i32::from(is_lost), "{line} {to}: {ran:?}");
    }
    let policy = policy("sh \"$CODEX_PROJECT_DIR\"/x.sh");
    let file = ".codex/hooks.json";
    let at = Scratch::holding("converted-codex", &[(file, &policy)]);
    let ran = convert(&at, None, file, "claude");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(losses(&ran).join(" ").contains("no `CODEX_PROJECT_DIR`"));
}

/// A hook on one name of the tool that writes files is about all that it does,
/// and so are those that an expression finds.
#[test]
fn names_of_the_tool_of_codex_that_writes_files() {
    for (written, wanted) in [
        ("Write", "Edit|Write"),
        ("Edit", "Edit|Write"),
        ("apply_.*", "apply_.*|^(?:Edit|Write)$"),
        ("^Bash$", "^Bash$"),
    ] {
        let policy = json!({"hooks": {"PreToolUse": [{"matcher": written,
            "hooks": [{"type": "command", "command": "x"}]}]}});
        let (policy, file) = (policy.to_string(), ".codex/hooks.json");
        let at = Scratch::holding("converted-patch", &[(file, &policy)]);
        let ran = convert(&at, None, file, "claude");
        assert_eq!(ran.code, 0, "{ran:?}");
        let made: Value = serde_json::from_str(&ran.stdout).unwrap();
        let matcher = &made["hooks"]["PreToolUse"][0]["matcher"];
        assert_eq!(matcher, wanted, "{written}");
    }
}

/// Classes and arguments are tried, too.
#[test]
fn what_the_patterns_of_guards_match_is_tried() {
    for (rule, shown) in [
        ("Skill(deploy prod)", "`Skill` of `deploy` with `args` `prod x`"),
        ("Write(src/[a-c].ts)", "`Write` of `/home/user/project/src/a.ts`"),
    ] {
        let policy = json!({"permissions": {
            "deny": [rule], "allow": ["Skill", "Edit(//**)"]}});
        let policy = policy.to_string();
        let at = Scratch::holding("converted-tried", &[("p.json", &policy)]);
        let ran = convert(&at, Some("hookset"), "p.json", "claude");
        let line = format!("{shown}: deny before, allow after");
        assert!(ran.stderr.contains(&line), "{ran:?}");
        assert_eq!(ran.code, 1, "{ran:?}");
    }
}

/// Hooks of one group stay together: apart, one would make the other look
/// idle.
#[test]
fn what_stands_in_one_group_stays_there() {
    let hooks = json!({"hooks": {"PreToolUse": [
        {"matcher": "Bash|Edit", "hooks": [
            {"type": "command", "command": "x", "if": "Bash(git *)"},
            {"type": "command", "command": "y"}]},
        {"matcher": "Bash|Edit", "hooks": [
            {"type": "command", "command": "z"}]},
    ]}});
    let text = hooks.to_string();
    let at = Scratch::holding("converted-group", &[("p.json", &text)]);
    let ran = convert(&at, None, "p.json", "claude");
    assert_eq!((ran.code, losses(&ran)), (0, Vec::new()), "{}", ran.stderr);
    let written: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(written, hooks);
    let into = ".claude/settings.json";
    let install = |more: &[&str]| {
        hookset(&at.0, &[&["install", "p.json"], more].concat(), None)
    };
    let ran = install(&[]);
    assert!(ran.stderr.starts_with("3 hooks of `p`"), "{}", ran.stderr);
    let ran = hookset(&at.0, &["check", into, "--format", "concise"], None);
    assert!(!ran.stdout.contains("idle-matcher"), "{}", ran.stdout);
    let ran = install(&["--remove"]);
    assert!(ran.stderr.starts_with("3 hooks of `p`"), "{}", ran.stderr);
}

/// What the reader cannot say in our words is the same before and after for
/// the samples, and not what the file says.
#[test]
fn an_allow_that_comes_first_there_is_a_difference() {
    let rule = |prefix: &str, decision: &str, priority: u32| {
        format!(
            "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \
             \"{prefix}\"\ndecision = \"{decision}\"\npriority = {priority}\n"
        )
    };
    let deny = rule("git push", "deny", 100);
    let allow = rule("git push --dry-run", "allow", 200);
    let at = Scratch::new("converted-first")
        .with("both.toml", format!("{allow}\n{deny}"))
        .with("one.toml", deny);
    let convert = |file: &str| {
        hookset(&at.0, &["convert", file, "-", "--to", "claude"], None)
    };
    let both = convert("both.toml");
    assert!(both.stderr.contains("but for the loss"), "{both:?}");
    assert_eq!((both.code, convert("one.toml").code), (1, 0));
}

/// What a decision of ours is printed as: the words that the event hears. A
/// `permissionDecision` would stop nothing but calls.
#[test]
fn a_no_is_said_as_the_event_hears_it() {
    let no = json!({"type": "decision", "permissionDecision": "deny",
        "reason": "it's late"});
    let bare = json!({"type": "decision", "permissionDecision": "deny"});
    let yes = json!({"type": "decision", "permissionDecision": "allow"});
    let own = |event: &str, key: &str, value: Value| {
        let own = json!({"hookEventName": event, key: value});
        json!({"hookSpecificOutput": own})
    };
    let request =
        |behavior: Value| own("PermissionRequest", "decision", behavior);
    let behaves = |word: &str| request(json!({ "behavior": word }));
    let late = json!({"decision": "block", "reason": "it's late"});
    let rows = [
        ("Stop", &no, late.clone()),
        ("UserPromptSubmit", &no, late.clone()),
        ("PostToolUse", &no, late),
        (
            "Stop",
            &bare,
            json!({"decision": "block",
            "reason": "the policy stops this"}),
        ),
        (
            "PermissionRequest",
            &no,
            request(json!({"behavior": "deny", "message": "it's late"})),
        ),
        ("PermissionRequest", &bare, behaves("deny")),
        ("PermissionRequest", &yes, behaves("allow")),
        ("Elicitation", &no, own("Elicitation", "action", "decline".into())),
        (
            "PreToolUse",
            &yes,
            own("PreToolUse", "permissionDecision", "allow".into()),
        ),
    ];
    for (event, hook, wanted) in rows {
        let command = decided(event, hook);
        let said = command.strip_prefix("printf '%s' '").unwrap();
        let said = said.strip_suffix('\'').unwrap().replace(r"'\''", "'");
        let said: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(said, wanted, "{event}");
    }
    let command = decided("TaskCompleted", &no);
    assert_eq!(command, r"printf '%s' 'it'\''s late' >&2; exit 2");
}

/// The command that a decision on an event becomes, none of it unheard.
fn decided(event: &str, hook: &Value) -> String {
    let policy = json!({"hooks": {event: [{"hooks": [hook]}]}}).to_string();
    let at = Scratch::holding("converted-no", &[("p.json", &policy)]);
    // As findings call it.
    let args = ["convert", "p.json", "-", "--dialect=hookset", "--to=claude"];
    let ran = hookset(&at.0, &args, None);
    assert!(!ran.stderr.contains("unheard-field"), "{ran:?}");
    let made: Value = serde_json::from_str(&ran.stdout).unwrap();
    let made = &made["hooks"][event][0]["hooks"][0]["command"];
    made.as_str().unwrap().to_owned()
}
