use crate::dialect::Dialect;
use crate::event::{Context, Event, Platform};
use crate::hook_set::Limits;
use crate::json::Tape;
use crate::load::{Family, Scope};
use crate::plan::{Engine, Scratch, State};
use crate::policy::{Input, Policy};

fn engine(text: &str) -> Engine {
    engine_in(text, &Dialect::default())
}

fn engine_in(text: &str, dialect: &Dialect) -> Engine {
    let input = Input {
        name: "policy.json".to_owned(),
        text: text.to_owned(),
        family: Family::Hookset,
        scope: Scope::Project,
        directory: Some("/p".to_owned()),
    };
    let policy = Policy::from_sources([input], dialect);
    policy.compile(&Limits::default()).unwrap()
}

/// The answers of both evaluators, which must be one.
fn behavior(
    engine: &Engine,
    tool: &str,
    input: &str,
    platform: Platform,
) -> &'static str {
    let context = Context { platform, ..Context::default() };
    answer(engine, r#""cwd": "/p","#, tool, input, &context)
}

fn answer(
    engine: &Engine,
    place: &str,
    tool: &str,
    input: &str,
    context: &Context,
) -> &'static str {
    let event = format!(
        r#"{{"hook_event_name": "PreToolUse", {place}
        "tool_name": "{tool}", "tool_input": {input}}}"#
    );
    let mut tape = Tape::new();
    let event = Event::read(&event, &mut tape);
    let mut scratch = Scratch::default();
    let slow = engine.answer_by_reference(&event, context, &mut scratch);
    let slow = slow.unwrap().permission.behavior;
    let fast = engine.answer(&event, context, &mut scratch);
    assert_eq!(fast.permission.behavior, slow, "{tool} {input}");
    slow.as_str()
}

/// The guard stands in one normal form and the file in the other: either the
/// forms are known for one, or the guard asks. Nothing in between.
#[test]
fn a_guard_is_not_escaped_by_another_normal_form() {
    let composes = cfg!(feature = "unicode");
    for (rule, file) in [
        ("r\u{e9}sum\u{e9}", "re\u{301}sume\u{301}"),
        ("\u{d55c}", "\u{1112}\u{1161}\u{11ab}"),
    ] {
        let policy = format!(
            r#"{{"permissions": {{"deny": ["Read({rule}/**)"],
            "allow": ["Read(**)", "Bash(frob *)"]}}}}"#
        );
        let engine = engine(&policy);
        let of = |tool, input: String, platform| {
            behavior(&engine, tool, &input, platform)
        };
        let read = format!(r#"{{"file_path": "{file}/x"}}"#);
        let cat = format!(r#"{{"command": "cat {file}/x"}}"#);
        let word = format!(r#"{{"command": "frob --of={file}/x"}}"#);
        let deny = if composes { "deny" } else { "ask" };
        assert_eq!(of("Read", read.clone(), Platform::MacOs), deny);
        assert_eq!(of("Bash", cat, Platform::MacOs), deny);
        assert_eq!(of("Bash", word, Platform::MacOs), "ask");
        let code = format!(r#"{{"command": "frob 'open({file}/x)'"}}"#);
        assert_eq!(of("Bash", code, Platform::MacOs), "ask");
        // Where bytes count, these are two files.
        assert_eq!(of("Read", read, Platform::Linux), "allow");
        let plain = r#"{"file_path": "resume/x"}"#.to_owned();
        assert_eq!(of("Read", plain, Platform::MacOs), "allow");
    }
    let allows = engine(r#"{"permissions": {"allow": ["Read(**)"]}}"#);
    let expected = if composes { "allow" } else { "none" };
    let read = r#"{"file_path": "jos\u00e9"}"#;
    assert_eq!(behavior(&allows, "Read", read, Platform::MacOs), expected);
}

/// What a guard looks for may stand behind more fields than are listed.
#[test]
fn a_guard_is_not_escaped_by_many_fields() {
    let many: Vec<_> = (0..5000).map(|n| format!("\"k{n}\": {n}")).collect();
    let many = many.join(", ");
    for (rule, tool, field) in [
        ("Agent(model:opus)", "Agent", r#""model": "opus""#),
        ("Agent(Explore)", "Agent", r#""subagent_type": "Explore""#),
        ("mcp__a__b(x:y)", "mcp__a__b", r#""x": "y""#),
    ] {
        let policy = format!(
            r#"{{"permissions": {{"deny": ["{rule}"],
            "allow": ["{tool}"]}}}}"#
        );
        let engine = engine(&policy);
        let of =
            |input: String| behavior(&engine, tool, &input, Platform::Linux);
        assert_eq!(of(format!("{{{field}}}")), "deny");
        assert_ne!(of(format!("{{{many}, {field}}}")), "allow", "{rule}");
        assert_eq!(of("{\"k\": 1}".to_owned()), "allow");
    }
    let engine = engine(
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "decision",
        "permissionDecision": "deny", "if": "tool_input.x == \"y\""}]}]}}"#,
    );
    let mut scratch = Scratch::default();
    let mut runs = |fields: &str| {
        let event = format!(
            r#"{{"hook_event_name": "PreToolUse", "cwd": "/p",
            "tool_name": "mcp__a__b", "tool_input": {{{fields}}}}}"#
        );
        let mut tape = Tape::new();
        let event = Event::read(&event, &mut tape);
        let (context, state) = (Context::default(), State::default());
        engine.plan(&event, &context, &state, &mut scratch).steps.len()
    };
    assert_eq!(runs(r#""x": "y""#), 1);
    assert_eq!(runs(r#""x": "z""#), 0);
    assert_eq!(runs(&format!(r#"{many}, "x": "y""#)), 1);
}

/// It is not broken for that: guards on files ask, others are silent, and no
/// allow rule covers the file.
#[test]
fn an_event_without_a_current_directory_leaves_its_files_in_doubt() {
    let readme = r#"{"file_path": "README.md"}"#;
    let removal = r#"{"command": "rm x"}"#;
    let context = Context::default();
    for (guard, tool, input, expected) in [
        ("Read(//etc/**)", "Edit", readme, "ask"),
        ("Edit(//etc/**)", "Bash", removal, "ask"),
        ("Bash(git push *)", "Edit", readme, "none"),
        ("Bash(git push *)", "Bash", removal, "none"),
    ] {
        let policy = format!(
            r#"{{"permissions": {{"deny": ["{guard}"],
            "allow": ["Edit(**)", "Bash(rm *)"]}}}}"#
        );
        let said = answer(&engine(&policy), "", tool, input, &context);
        assert_eq!(said, expected, "{guard} {tool}");
    }
}

/// Only rules on what is missing are in doubt; a guard on commands is not
/// about a file or an address.
#[test]
fn a_call_without_its_file_or_host_is_in_doubt_to_rules_on_these() {
    for (guard, tool, input, expected) in [
        ("Bash(rm *)", "Read", "{}", "none"),
        ("Bash(rm *)", "Edit", r#"{"file_path": ""}"#, "none"),
        ("Bash(rm *)", "WebFetch", r#"{"prompt": "x"}"#, "none"),
        ("Bash(rm *)", "Bash", "{}", "deny"),
        ("Read(.env)", "Read", r#"{"file_path": 5}"#, "deny"),
        ("Edit(.env)", "Edit", "{}", "deny"),
        ("WebFetch(domain:x.example)", "WebFetch", "{}", "deny"),
        ("Read(.env)", "WebFetch", "{}", "none"),
    ] {
        let policy = format!(
            r#"{{"permissions": {{"deny": ["{guard}"],
            "allow": ["Bash", "Read(**)", "WebFetch(domain:y.example)"]}}}}"#
        );
        let said = behavior(&engine(&policy), tool, input, Platform::Linux);
        assert_eq!(said, expected, "{guard} {tool} {input}");
    }
}

/// Not even one for the whole tool, in any dialect (spec 2.8).
#[test]
fn no_allow_rule_is_for_a_critical_path() {
    let policy = r#"{"permissions": {"allow": ["Bash(*)"]}}"#;
    for name in ["claude", "hookset"] {
        let engine = engine_in(policy, &Dialect::named(name).unwrap());
        for (line, expected) in [
            ("rm -rf /", "none"),
            ("timeout 5 rm -rf ~", "none"),
            ("rm -rf ~root", "none"),
            ("rm -rf ~/*", "none"),
            ("rm -rf /usr/*", "none"),
            ("rm -rf {x,/}", "none"),
            ("rm -rf ${X:-/}", "none"),
            ("rm -rf build/*", "allow"),
            ("rm -rf x", "allow"),
        ] {
            let input = format!(r#"{{"command": "{line}"}}"#);
            let said = behavior(&engine, "Bash", &input, Platform::Linux);
            assert_eq!(said, expected, "{name} {line}");
        }
    }
}

/// Neither in our own dialect nor in the documented one (spec 3.5), but in
/// the modes that ask about nothing.
#[test]
fn no_allow_rule_approves_writing_to_a_protected_path() {
    let policy = r#"{"permissions": {"allow": ["Edit(**)", "Bash(*)"]}}"#;
    let hooks = r#"{"file_path": ".git/hooks/pre-commit"}"#;
    let sources = r#"{"file_path": "src/a.ts"}"#;
    let redirect = r#"{"command": "echo x > .git/hooks/pre-commit"}"#;
    let copy = r#"{"command": "cp x .husky/pre-commit"}"#;
    let commit = r#"{"command": "git commit -m x"}"#;
    for (mode, protected, edit, command) in [
        ("default", "ask", "allow", "allow"),
        ("acceptEdits", "ask", "allow", "allow"),
        ("plan", "ask", "none", "allow"),
        ("auto", "none", "allow", "none"),
        ("dontAsk", "deny", "allow", "allow"),
        ("bypassPermissions", "none", "allow", "allow"),
    ] {
        let mode = Some(mode.parse().unwrap());
        let context = Context { mode, ..Context::default() };
        for name in ["claude", "hookset"] {
            let engine = engine_in(policy, &Dialect::named(name).unwrap());
            for (tool, input, expected) in [
                ("Edit", hooks, protected),
                ("Write", hooks, protected),
                ("Edit", sources, edit),
                ("Bash", redirect, protected),
                ("Bash", copy, protected),
                ("Bash", commit, command),
            ] {
                let place = r#""cwd": "/p","#;
                let said = answer(&engine, place, tool, input, &context);
                let mode = &context.mode;
                assert_eq!(said, expected, "{name} {mode:?} {tool} {input}");
            }
        }
    }
}

/// Whatever allow rules and the mode say; a deny rule comes first (spec 3.5).
#[test]
fn what_is_blocked_outside_of_the_working_directories_asks() {
    let policy = |switches: &str| {
        format!(
            r#"{{"permissions": {{{switches}
            "additionalDirectories": ["../q", "~/r"],
            "deny": ["Read(//etc/shadow)"],
            "allow": ["Read(//**)", "Edit(//**)", "Bash(*)", "Grep"]}}}}"#
        )
    };
    let [reads, writes] = ["Reads", "Writes"].map(|what| {
        let on = format!("\"block{what}OutsideWorkingDirectories\": true,");
        engine(&policy(&on))
    });
    let neither = engine(&policy(""));
    let context = Context {
        home: Some("/h".to_owned()),
        links: [("/p/l".to_owned(), "/x".to_owned())].into(),
        ..Context::default()
    };
    let place = r#""cwd": "/p", "permission_mode": "bypassPermissions","#;
    for (tool, field, text, read, write) in [
        ("Read", "file_path", "/etc/hosts", "ask", "allow"),
        ("Read", "file_path", "/etc/shadow", "deny", "deny"),
        ("Read", "file_path", "/p/a", "allow", "allow"),
        ("Read", "file_path", "/pq/a", "ask", "allow"),
        ("Read", "file_path", "/q/a", "allow", "allow"),
        ("Read", "file_path", "/h/r/a", "allow", "allow"),
        ("Read", "file_path", "/p/../x", "ask", "allow"),
        ("Read", "file_path", "/p/l/a", "ask", "allow"),
        ("Grep", "path", "/etc", "ask", "allow"),
        ("Grep", "path", "/p", "allow", "allow"),
        ("Write", "file_path", "/x/a", "allow", "ask"),
        ("Bash", "command", "cat /etc/hosts", "ask", "allow"),
        ("Bash", "command", "cp a /x/a", "allow", "ask"),
        ("Bash", "command", "echo a > /x/a", "allow", "ask"),
        ("Bash", "command", "make > /dev/null", "allow", "allow"),
        ("Bash", "command", "cp a b", "allow", "allow"),
    ] {
        let input = format!(r#"{{"{field}": "{text}", "pattern": "x"}}"#);
        let of = |engine| answer(engine, place, tool, &input, &context);
        assert_eq!(of(&reads), read, "reads: {tool} {text}");
        assert_eq!(of(&writes), write, "writes: {tool} {text}");
        let neither = of(&neither);
        assert!(matches!(neither, "allow" | "deny"), "{tool} {text}");
    }
}

/// Broad ones where a classifier decides, and those by which something is
/// written where nothing is to be (spec 1.5 and 5).
#[test]
fn some_modes_set_allow_rules_aside() {
    let engine = engine(
        r#"{"permissions": {"allow": ["Bash(*)", "Bash(npm test *)",
        "Edit(**)", "Agent"], "deny": ["Bash(rm *)"]}}"#,
    );
    for (mode, tool, field, text, expected) in [
        ("auto", "Bash", "command", "make", "none"),
        ("auto", "Bash", "command", "npm test x", "allow"),
        ("auto", "Bash", "command", "npm test x; make", "none"),
        ("auto", "Bash", "command", "rm x", "deny"),
        ("auto", "Agent", "subagent_type", "x", "none"),
        ("auto", "Edit", "file_path", "a", "allow"),
        ("plan", "Bash", "command", "make", "allow"),
        ("plan", "Bash", "command", "cp a b", "none"),
        ("plan", "Bash", "command", "make > b", "none"),
        ("plan", "Edit", "file_path", "a", "none"),
        ("default", "Bash", "command", "make", "allow"),
        ("default", "Edit", "file_path", "a", "allow"),
        ("acceptEdits", "Bash", "command", "cp a b", "allow"),
    ] {
        let context = Context {
            mode: Some(mode.parse().unwrap()),
            ..Context::default()
        };
        let input = format!(r#"{{"{field}": "{text}"}}"#);
        let said = answer(&engine, r#""cwd": "/p","#, tool, &input, &context);
        assert_eq!(said, expected, "{mode} {tool} {text}");
    }
}

/// Names that no table knows, and no command.
#[test]
fn a_star_in_a_name_of_nobody_stops_what_is_called_so() {
    let engine = engine(
        r#"{"permissions": {"deny": ["custom_*"], "allow": ["Bash"]}}"#,
    );
    let of = |tool, input| behavior(&engine, tool, input, Platform::Linux);
    assert_eq!(of("custom_x", "{}"), "deny");
    assert_eq!(of("Bash", r#"{"command": "ls"}"#), "allow");
}
