use super::*;
use crate::json::Tape;

fn read(text: &str, check: impl Fn(&Event<'_>)) {
    let mut tape = Tape::new();
    check(&Event::read(text, &mut tape));
}

fn troubles(text: &str) -> Vec<(What, String)> {
    let mut tape = Tape::new();
    let event = Event::read(text, &mut tape);
    let found = event.troubles.iter();
    found.map(|t| (t.what, t.field.to_owned())).collect()
}

/// Calls of real agents, one on each line, where they lie beside the
/// repository; says so where they do not.
pub(super) fn real_calls() -> Option<String> {
    let shared = std::env::var("HOOKSET_SHARED");
    let shared = shared.unwrap_or_else(|_| "../shared".to_owned());
    let path = format!("{shared}/corpus/events/tool_calls.jsonl");
    let text = std::fs::read_to_string(path).ok();
    if text.is_none() {
        println!("skipped: no real events beside the repository");
    }
    text
}

#[test]
fn a_payload_is_read() {
    let text = r#"{"session_id":"s","cwd":"/p","hook_event_name":
        "PreToolUse","permission_mode":"default","agent_type":"x",
        "tool_name":"Bash","tool_input":{"command":"ls \"a\"","n":{"m":[1,2]}},
        "tool_use_id":"t","mcp_server":{"name":"srv"}}"#;
    read(text, |event| {
        assert_eq!(event.troubles, []);
        assert_eq!(event.kind, Some(EventKind::PRE_TOOL_USE));
        assert_eq!(event.name, Some("PreToolUse"));
        assert_eq!(event.tool_name, Some("Bash"));
        assert_eq!(event.matcher_value, Some("Bash"));
        assert_eq!(event.cwd, Some("/p"));
        assert_eq!(event.mcp_server, Some("srv"));
        let command = event.input("command").and_then(Value::str);
        assert_eq!(command, Some("ls \"a\""));
        let number = event.field("tool_input.n.m.1");
        assert_eq!(number.and_then(Value::number), Some("2"));
        assert!(event.field("tool_input.n.m.2").is_none());
        assert!(event.field("tool_name").is_some());
    });
}

#[test]
fn a_payload_without_event_is_a_call() {
    let text = r#"{"tool_name":"X","tool_input":{}}"#;
    read(text, |event| {
        assert_eq!(event.kind, Some(EventKind::PRE_TOOL_USE));
        assert!(!event.is_doubtful());
    });
}

#[test]
fn camel_case_payloads_are_read() {
    let text = r#"{"hookEventName":"preToolUse","toolName":"Bash",
        "toolInput":{"command":"ls"}}"#;
    read(text, |event| {
        assert_eq!(event.troubles, []);
        assert_eq!(event.kind, Some(EventKind::PRE_TOOL_USE));
        assert_eq!(event.tool_name, Some("Bash"));
        assert!(event.field("tool_input.command").is_some());
    });
}

#[test]
fn matcher_values_follow_the_table() {
    let cases = [
        (r#"{"hook_event_name":"SessionStart","source":"resume"}"#, "resume"),
        (r#"{"hook_event_name":"FileChanged","file_path":"/a/.env"}"#, ".env"),
        (
            r#"{"hook_event_name":"FileChanged","file_path":"C:\\a\\b.c"}"#,
            "b.c",
        ),
        (r#"{"hook_event_name":"Elicitation","mcp_server_name":"m"}"#, "m"),
        (r#"{"hook_event_name":"SubagentStop","agent_type":"t"}"#, "t"),
        (r#"{"hook_event_name":"PreModelSwitch","to_model":"o"}"#, "o"),
    ];
    for (text, expected) in cases {
        read(text, |event| {
            assert_eq!(event.troubles, [], "{text}");
            assert_eq!(event.matcher_value, Some(expected), "{text}");
        });
    }
    read(r#"{"hook_event_name":"Stop"}"#, |event| {
        assert_eq!(event.matcher_value, None);
        assert!(!event.is_doubtful());
    });
}

#[test]
fn of_two_names_the_one_of_a_call_counts() {
    let kind = |names: &[&str]| {
        let names: Vec<String> = names
            .iter()
            .map(|name| format!(r#""hook_event_name":"{name}""#))
            .collect();
        let text = format!("{{{}}}", names.join(","));
        let mut tape = Tape::new();
        let event = Event::read(&text, &mut tape);
        assert!(event.is_doubtful());
        event.kind
    };
    let call = Some(EventKind::PRE_TOOL_USE);
    for other in ["Stop", "PostToolUse", "Nothing", "PermissionRequest"] {
        assert_eq!(kind(&["PreToolUse", other]), call);
        assert_eq!(kind(&[other, "PreToolUse"]), call);
    }
    assert_eq!(kind(&["Nothing", "Stop"]), None);
    assert_eq!(kind(&["PostToolUse", "Stop"]), Some(EventKind::STOP));
}

/// Payloads and what is wrong with them.
fn odd_payloads() -> Vec<(String, Vec<What>)> {
    use What::*;
    let bash = |rest: &str| format!(r#"{{"tool_name":"Bash",{rest}}}"#);
    vec![
        (String::new(), vec![What::NotAnObject, Json(Fault::Empty)]),
        ("[]".to_owned(), vec![NotAnObject]),
        ("{}".to_owned(), vec![Missing]),
        (bash(r#""x":1"#), vec![Missing]),
        (bash(r#""tool_input":1"#), vec![NotAnObject]),
        (bash(r#""tool_input":{}"#), vec![Missing]),
        (bash(r#""tool_input":{"command":1}"#), vec![NotAText]),
        (bash(r#""tool_input":{"command":null}"#), vec![NotAText]),
        (bash(r#""tool_input":{"command":""}"#), vec![]),
        (
            bash(r#""tool_input":{"command":"a\u0000"}"#),
            vec![ControlCharacter],
        ),
        (
            bash(r#""tool_input":{"Command":"a"}"#),
            vec![OtherSpelling, Missing],
        ),
        (
            bash(r#""tool_input":{"command":"a","COMMAND":"b"}"#),
            vec![OtherSpelling],
        ),
        (
            bash(r#""toolName":"Read","tool_input":{"command":"a"}"#),
            vec![TwoSpellings],
        ),
        (
            bash(r#""Tool_Name":"Read","tool_input":{"command":"a"}"#),
            vec![TwoSpellings],
        ),
        (
            bash(r#""tool_input":{"command":"a","command":"b"}"#),
            vec![Json(Fault::DuplicateKey)],
        ),
        (
            bash(r#""tool_input":{"command":"a\ud800"}"#),
            vec![Json(Fault::LoneSurrogate)],
        ),
        (
            format!("\u{feff}{}", bash(r#""tool_input":{"command":"a"}"#)),
            vec![Json(Fault::ByteOrderMark)],
        ),
        (
            format!("{}{{}}", bash(r#""tool_input":{"command":"a"}"#)),
            vec![Json(Fault::TrailingText)],
        ),
        (
            r#"{"tool_name":"a\u0000b","tool_input":{}}"#.to_owned(),
            vec![ControlCharacter],
        ),
        (
            r#"{"tool_name":7,"tool_input":{}}"#.to_owned(),
            vec![NotAText, Missing],
        ),
        (r#"{"hook_event_name":"Foo"}"#.to_owned(), vec![UnknownEvent]),
        (r#"{"hook_event_name":"PreToolUse"}"#.to_owned(), vec![Missing]),
    ]
}

#[test]
fn what_two_readers_read_differently_is_a_trouble() {
    for (text, expected) in odd_payloads() {
        let found: Vec<_> =
            troubles(&text).into_iter().map(|(what, _)| what).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn an_empty_path_is_a_trouble_and_an_empty_command_none() {
    let text = r#"{"tool_name":"Read","tool_input":{"file_path":""}}"#;
    assert_eq!(troubles(text)[0].0, What::EmptyText);
    let text = r#"{"tool_name":"Bash","tool_input":{"command":""}}"#;
    assert!(troubles(text).is_empty());
}

#[test]
fn duplicate_names_do_not_hide_the_call() {
    let text = r#"{"tool_name":"Read","tool_name":"Bash",
        "tool_input":{"command":"rm x"}}"#;
    read(text, |event| {
        assert!(event.is_doubtful());
        assert_eq!(event.tool_name, Some("Bash"));
    });
}

#[test]
fn deep_and_long_events_are_troubles_not_crashes() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let text = format!(r#"{{"tool_name":"X","tool_input":{{}},"x":{deep}}}"#);
    let found = troubles(&text);
    assert_eq!(found[0].0, What::Json(Fault::TooDeep));
    assert_eq!(found.len(), 1);
}

#[test]
fn real_calls_have_no_troubles() {
    let Some(text) = real_calls() else { return };
    let mut tape = Tape::new();
    let mut odd = 0;
    for line in text.lines() {
        let event = Event::read(line, &mut tape);
        odd += usize::from(!event.troubles.is_empty());
        for trouble in &event.troubles {
            assert!(!trouble.message().is_empty());
        }
    }
    println!("{odd} of {} real calls in doubt", text.lines().count());
}

#[test]
fn a_payload_within_a_line_has_its_own_troubles() {
    let text = r#"{"id":1,"id":2,"event":{"tool_name":"X","tool_input":{
        "a":1,"a":2}},"good":{"tool_name":"X","tool_input":{}}}"#;
    let tape = Tape::of(text);
    let root = tape.root(text).unwrap();
    let event = Event::within(&tape, root.get("event").unwrap());
    assert_eq!(event.troubles.len(), 1);
    let found = event.troubles[0].diagnostic(crate::source::SourceId(0));
    assert_eq!(found.code.name(), "invalid-event");
    let event = Event::within(&tape, root.get("good").unwrap());
    assert!(!event.is_doubtful());
}
