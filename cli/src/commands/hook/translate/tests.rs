use super::*;
use crate::args::HostName;

fn one(host: HostName, text: &str) -> String {
    let mut all = payloads(text, &Tape::of(text), Host::of(host), &[]);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

#[test]
fn names_are_changed_at_their_place() {
    let text = r#"{"tool_name": "read_file",
        "tool_input": {"absolute_path": "/a", "x": 1}, "y": 2}"#;
    let wanted = r#"{"tool_name": "Read",
        "tool_input": {"file_path": "/a", "x": 1}, "y": 2}"#;
    assert_eq!(one(HostName::Gemini, text), wanted);
    assert_eq!(one(HostName::Claude, text), text);
    assert_eq!(one(HostName::Gemini, "[1"), "[1");
}

#[test]
fn a_joined_name_is_of_every_server_it_may_be_of() {
    let all = |name: &str, more: &str| {
        let text = format!(r#"{{"tool_name":"{name}"{more}}}"#);
        let host = Host::of(HostName::Gemini);
        payloads(&text, &Tape::of(&text), host, &[])
    };
    let wanted =
        [r#"{"tool_name":"mcp__a__b_c"}"#, r#"{"tool_name":"mcp__a_b__c"}"#];
    assert_eq!(all("mcp_a_b_c", ""), wanted);
    let said = r#","mcp_context":{"server_name":"a_b"}"#;
    let one = format!(r#"{{"tool_name":"mcp__a_b__c"{said}}}"#);
    assert_eq!(all("mcp_a_b_c", said), [one]);
    let long = format!("mcp_{}", ["a"; 20].join("_"));
    assert!(all(&long, "")[0].contains(&"__x".repeat(65)));
    for name in ["mcp__a__b_c", "mcp_a", "mcp_", "mcp_a_"] {
        let same = format!(r#"{{"tool_name":"{name}"}}"#);
        assert_eq!(all(name, ""), [same]);
    }
}

#[test]
fn an_input_in_a_text_is_opened() {
    let text = r#"{"toolName":"bash","toolArgs":"{\"command\":\"ls\"}"}"#;
    let wanted = r#"{"toolName":"Bash","toolArgs":{"command":"ls"}}"#;
    assert_eq!(one(HostName::Copilot, text), wanted);
}

#[test]
fn an_event_that_names_its_tool() {
    let text =
        r#"{"hook_event_name":"beforeShellExecution","command":"rm \"x\""}"#;
    let wanted = r#"{"tool_name":"Bash","tool_input":{"command":"rm \"x\""},"hook_event_name":"beforeShellExecution","command":"rm \"x\""}"#;
    assert_eq!(one(HostName::Cursor, text), wanted);
}

#[test]
fn a_patch_is_each_of_its_files() {
    let text = r#"{"tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Update File: a.rs\n*** Move to: b.rs\n@@\n-x\n+y\n*** Add File: c\n+z\n*** End Patch"}}"#;
    let host = Host::of(HostName::Codex);
    let all = payloads(text, &Tape::of(text), host, &[]);
    // What is added is written and edited.
    assert_eq!(all.len(), 4);
    assert_eq!(
        all[2],
        r#"{"tool_name":"Write","tool_input":{"file_path":"c"}}"#
    );
    assert_eq!(
        all[1],
        r#"{"tool_name":"Edit","tool_input":{"file_path":"b.rs"}}"#
    );
    let files = |input: &str| -> Vec<String> {
        let body = r"*** Begin Patch\n*** Update File: a\n*** End Patch";
        let input = input.replace("BODY", body);
        let text =
            format!(r#"{{"tool_name":"apply_patch","tool_input":{input}}}"#);
        let all = payloads(&text, &Tape::of(&text), host, &[]);
        let name = |text: String| {
            let (_, rest) = text.split_once(r#""file_path":""#).unwrap();
            rest.split('"').next().unwrap().to_owned()
        };
        all.into_iter().map(name).collect()
    };
    let within = r#"{"command":"BODY","workdir":"src/"}"#;
    assert_eq!(files(within), ["a", "src/a"]);
    let stepped = r#"{"command":"cd src && apply_patch <<E\nBODY\nE"}"#;
    assert_eq!(files(stepped), ["a", "src/a"]);
    let none = r#"{"tool_name":"apply_patch","tool_input":{}}"#;
    assert_eq!(
        one(HostName::Codex, none),
        r#"{"tool_name":"Edit","tool_input":{}}"#
    );
}
