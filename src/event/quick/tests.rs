use super::super::Event;
use super::super::kinds::same_word;
use super::super::tests::real_calls;
use super::super::tools::TOOLS;
use super::*;

#[test]
fn names_are_fields_or_nothing_like_them() {
    let fields = FIELDS.iter().map(|(name, _)| name);
    assert!(fields.eq(NAMES.iter().take(FIELDS.len())));
    for name in NAMES.iter().skip(FIELDS.len()) {
        for (field, others) in FIELDS {
            assert!(!same_word(name, field), "{name}");
            assert!(!others.contains(name), "{name}");
        }
    }
    assert_eq!(NAMES.get(usize::from(INPUT)), Some(&"tool_input"));
    assert_eq!(NAMES.get(SERVER), Some(&"mcp_server"));
}

#[test]
fn no_name_is_almost_one_of_a_tool_with_such_input() {
    let primary = &NAMES[PRIMARY];
    for tool in TOOLS {
        if !tool.primary.is_some_and(|name| primary.contains(&name)) {
            continue;
        }
        for known in tool.primary.iter().chain(tool.params) {
            for name in NAMES.iter().filter(|name| *name != known) {
                assert!(!same_word(name, known), "{known}");
            }
        }
    }
}

/// Everything an event says, with all values on the tape.
fn told(event: &Event<'_>) -> String {
    fn tell(value: Value<'_>, out: &mut String) {
        let (kind, span) = (value.kind(), value.span());
        let odd = (value.is_doubtful(), value.has_lone_surrogate());
        let text = value.str();
        out.push_str(&format!("{kind:?} {span:?} {odd:?} {text:?}\n"));
        for entry in value.entries() {
            tell(entry.key, out);
            tell(entry.value, out);
        }
        for item in value.items() {
            tell(item, out);
        }
    }
    let mut out = format!("{event:#?}\n");
    if let Some(root) = event.root {
        tell(root, &mut out);
    }
    if let Some(input) = event.tool_input {
        tell(input, &mut out);
    }
    out
}

/// Whether a payload is read quickly; then it must be read as with care.
fn is_quick(text: &str) -> bool {
    let (mut tape, mut other) = (Tape::new(), Tape::new());
    let is_quick = read(text, &mut tape, &mut search());
    let event = Event::read(text, &mut tape);
    let careful = Event::read_carefully(text, &mut other);
    assert_eq!(told(&event), told(&careful), "{text}");
    is_quick
}

/// Numbers that look as if there were no order in them.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005) + 1;
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// The text with something taken out, put in, or written over.
fn changed(text: &str, numbers: &mut Numbers) -> String {
    const PIECES: &[&str] = &[
        "\"",
        "\\",
        ",",
        ":",
        "{",
        "}",
        "[",
        "]",
        " ",
        "\n",
        "\t",
        "0",
        "-",
        "1e9",
        "null",
        "true",
        "x",
        "\u{7f}",
        "\u{85}",
        "é",
        "\0",
        "\\n",
        "\\u0041",
        "\\ud800",
        "\\x",
        "\"a\":1,",
        "\"cwd\":\"/x\",",
        "\"tool_name\":\"Read\",",
        "\"toolName\":\"Read\",",
        "//",
        "'",
        "\"mcp_server_name\":\"m\",",
        "\"command\":\"x\",",
        "\"\":\"\",",
        "\u{feff}",
        "\"Command\":\"x\",",
        "\"mcp_server\":{\"name\":\"m\"},",
    ];
    let mut text = text.to_owned();
    for _ in 0..=numbers.below(2) {
        let mut at = numbers.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let piece = PIECES[numbers.below(PIECES.len())];
        match numbers.below(4) {
            0 if at < text.len() => {
                text.remove(at);
            }
            1 if at < text.len() => {
                text.remove(at);
                text.insert_str(at, piece);
            }
            2 => text.truncate(at),
            _ => text.insert_str(at, piece),
        }
    }
    text
}

const PAYLOADS: &[&str] = &[
    r#"{"session_id":"0197f2a4-6c1e","transcript_path":"/h/a.jsonl","cwd":"/srv/p","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git push","description":"x"},"tool_use_id":"t"}"#,
    r#"{"tool_input":{"file_path":"/a/b.rs","old_string":"a\n","new_string":"b"},"tool_name":"Edit","cwd":"C:\\x","agent_type":null,"effort":{"level":"high"}}"#,
    r#"{ "tool_name": "mcp__a__b", "tool_input": { "x": [1, 2.5, {"y": {}}], "z": [] }, "mcp_server": {"name": "a"} }"#,
    r#"{"hook_event_name":"SessionStart","source":"resume","agent_type":""}"#,
    r#"{"hook_event_name":"FileChanged","file_path":"/a/.env","cwd":"/é"}"#,
    r#"{"hook_event_name":"Elicitation","mcp_server_name":"m"}"#,
    r#"{"toolName":"Bash","toolArgs":{"command":"ls"},"cwd":"/srv"}"#,
    r#"{"tool_name":"LSP","tool_input":{"file_path":"x","operation":"y"}}"#,
    r#"{"cwd":"/a","cwd":"/b"}"#,
    r#"{"tool_name":"WebFetch","tool_input":{"url":"http://a/b"},"cwd":1}"#,
    r#"{"cwd":"/a","tool_name":"X","tool_input":{},"session_id":"x","cwd":1}"#,
    "{}",
];

#[test]
fn quick_and_careful_read_the_same() {
    let mut numbers = Numbers(7);
    let mut quick = [0; 2];
    for text in PAYLOADS {
        quick[0] += usize::from(is_quick(text));
        for _ in 0..1500 {
            quick[1] += usize::from(is_quick(&changed(text, &mut numbers)));
        }
        for (end, _) in text.char_indices() {
            is_quick(text.get(..end).unwrap());
        }
    }
    assert!(quick[0] >= 6 && quick[1] > 1000, "{quick:?}");
}

#[test]
fn real_payloads_are_read_quickly() {
    let Some(text) = real_calls() else { return };
    let mut numbers = Numbers(11);
    let mut quick = 0;
    for line in text.lines() {
        quick += usize::from(is_quick(line));
        is_quick(&changed(line, &mut numbers));
    }
    let count = text.lines().count();
    println!("{quick} of {count} real calls are read quickly");
    assert!(quick * 100 > count * 95);
}

#[test]
fn deep_and_wide_payloads_are_read_with_care() {
    let deep = "[".repeat(15) + &"]".repeat(15);
    assert!(is_quick(&format!(r#"{{"tool_name":"X","x":{deep}}}"#)));
    let deeper = "[".repeat(40) + &"]".repeat(40);
    assert!(!is_quick(&format!(r#"{{"tool_name":"X","x":{deeper}}}"#)));
    let keys = |n| (0..n).map(|n| format!("\"k{n}\":1")).collect::<Vec<_>>();
    let wide = |n| format!(r#"{{"tool_name":"X",{}}}"#, keys(n).join(","));
    assert!(is_quick(&wide(64)));
    assert!(!is_quick(&wide(65)));
}
