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
    let wanted = r#"{"tool_input":{"command":"rm \"x\""},"tool_name":"Bash","hook_event_name":"beforeShellExecution","command":"rm \"x\""}"#;
    assert_eq!(one(HostName::Cursor, text), wanted);
    // What names another tool as well may be a call of that.
    let text = r#"{"hook_event_name":"beforeReadFile","tool_name":"Grep","tool_input":{"path":"b"},"file_path":"a"}"#;
    let all = payloads(text, &Tape::of(text), Host::of(HostName::Cursor), &[]);
    let wanted = text.replace("Grep", "Read");
    let wanted = wanted.replace(r#""path":"b""#, r#""file_path":"a""#);
    assert_eq!(all, [wanted.as_str(), text]);
}

#[test]
fn what_a_person_sends_needs_no_name() {
    let text = r#"{"timestamp":1,"prompt":"x"}"#;
    let wanted = r#"{"hook_event_name":"userPromptSubmitted","timestamp":1,"prompt":"x"}"#;
    assert_eq!(one(HostName::Copilot, text), wanted);
    assert_eq!(one(HostName::Gemini, text), text);
    for text in [
        r#"{"toolName":"x","prompt":"x"}"#,
        r#"{"toolArgs":{},"prompt":"x"}"#,
        r#"{"hookEventName":null,"prompt":"x"}"#,
        r#"{"prompt":1}"#,
    ] {
        assert_eq!(one(HostName::Copilot, text), text);
    }
}

/// The inputs of the payloads of a call.
fn inputs(host: HostName, tool: &str, input: &str) -> Vec<String> {
    let text = format!(r#"{{"tool_name":"{tool}","tool_input":{input}}}"#);
    let all = payloads(&text, &Tape::of(&text), Host::of(host), &[]);
    let input = |text: String| {
        let (_, input) = text.split_once(r#""tool_input":"#).unwrap();
        input.strip_suffix('}').unwrap().to_owned()
    };
    all.into_iter().map(input).collect()
}

#[test]
fn each_field_and_item_that_may_be_meant_is_a_payload() {
    use HostName::{Claude, Copilot, Cursor, Gemini, Qwen};
    let (read, web) = ("read_file", "web_fetch");
    for (host, tool, input, wanted) in [
        (
            Gemini,
            read,
            r#"{"absolute_path":"a","path":"b"}"#,
            &[
                r#"{"file_path":"a","path":"b"}"#,
                r#"{"absolute_path":"a","file_path":"b"}"#,
            ][..],
        ),
        (
            Gemini,
            read,
            r#"{"path":"b","file_path":"a","paths":["c",1]}"#,
            &[
                r#"{"path":"b","file_path":"b","paths":["c",1]}"#,
                r#"{"path":"b","file_path":"a","paths":["c",1]}"#,
                r#"{"path":"b","file_path":"c","paths":["c",1]}"#,
                r#"{"path":"b","file_path":0,"paths":["c",1]}"#,
            ],
        ),
        // What is left out is nothing that may be meant.
        (
            Copilot,
            "view",
            r#"{"path":null,"filePath":"a"}"#,
            &[r#"{"path":null,"file_path":"a"}"#],
        ),
        (Copilot, "view", r#"{"path":null}"#, &[r#"{"file_path":null}"#]),
        (
            Gemini,
            web,
            r#"{"url":"h://a","prompt":"x h://b"}"#,
            &[
                r#"{"url":"h://a","prompt":"x h://b"}"#,
                r#"{"url":"h://b","prompt":"x h://b"}"#,
            ],
        ),
        (Qwen, web, r#"{"prompt":"x h://b"}"#, &[r#"{"prompt":"x h://b"}"#]),
        (Claude, "Read", r#"{"path":"a"}"#, &[r#"{"path":"a"}"#]),
        (
            Cursor,
            "Glob",
            r#"{"target_directory":"a","glob_pattern":".env"}"#,
            &[r#"{"path":"a","pattern":".env"}"#],
        ),
        (
            Copilot,
            "multi_replace_string_in_file",
            r#"{"replacements":[{"filePath":"a"},{}]}"#,
            &[
                r#"{"file_path":"a","replacements":[{"filePath":"a"},{}]}"#,
                r#"{"file_path":0,"replacements":[{"filePath":"a"},{}]}"#,
            ],
        ),
    ] {
        assert_eq!(inputs(host, tool, input), wanted, "{input}");
    }
}

#[test]
fn a_line_may_stand_in_two_fields() {
    let input = r#"{"cmd":"a","command":["b","c"]}"#;
    let wanted =
        [r#"{"cmd":"a","command":"a"}"#, r#"{"cmd":"a","command":"b c"}"#];
    assert_eq!(inputs(HostName::Codex, "shell", input), wanted);
}

#[test]
fn more_than_is_looked_at_is_told() {
    use HostName::Gemini;
    let files: Vec<_> = (0..300).map(|n| format!("\"f{n}\"")).collect();
    let input = format!(r#"{{"paths":[{}]}}"#, files.join(","));
    let all = inputs(Gemini, "read_many_files", &input);
    let is_unknown = |text: &String| text.starts_with(r#"{"file_path":0,"#);
    assert!(all.iter().any(is_unknown) && all.len() > 200);
    // Two things of many readings are not put beside each other.
    let both = input.replace("{", r#"{"path":"x","include":"y","glob":"z","#);
    let both = both.replace("f1\"", "f2\"");
    assert!(inputs(Gemini, "grep_search", &both).len() < 500);
}

#[test]
fn a_line_runs_in_each_directory_that_is_said() {
    let of = |input: &str| inputs(HostName::Codex, "shell", input);
    let all =
        of(r#"{"command":"a","cwd":"x","workdir":"y","directory":null}"#);
    assert_eq!(all.len(), 2);
    assert!(
        all[0].contains(r#""cd x\na""#) && all[1].contains(r#""cd y\na""#)
    );
    for odd in ["1", "[]", "{}", "[\"x\"]"] {
        let text = format!(
            r#"{{"tool_name":"shell","tool_input":{{"command":"a","cwd":{odd}}}}}"#
        );
        let all = one(HostName::Codex, &text);
        assert!(all.starts_with(r#"{"cwd":".","#), "{all}");
    }
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
    let odd = |input: &str| {
        let body = r"*** Begin Patch\r\n*** Update File: a\r\n";
        inputs(HostName::Codex, "apply_patch", &input.replace("BODY", body))
    };
    let (a, b) = (r#"{"file_path":"a"}"#, r#"{"file_path":"b"}"#);
    let other = r#"{"command":"BODY","input":"*** Delete File: b"}"#;
    assert_eq!(odd(other), [a, b]);
    assert_eq!(odd(r#""BODY""#), [a]);
    assert_eq!(odd(r#"{"command":["apply_patch","BODY"]}"#), [a]);
    assert_eq!(odd(r#"{"command":"BODY","patch":1}"#), [a, "{}"]);
    assert_eq!(odd(r#"{"command":"BODY","patch":null}"#), [a]);
    let many: Vec<_> =
        (0..300).map(|n| format!("*** Delete File: f{n}")).collect();
    let all = odd(&format!(r#"{{"input":"{}"}}"#, many.join("\\n")));
    assert_eq!((all.len(), all[200].as_str()), (201, "{}"));
    let nowhere = odd(r#"{"command":"BODY","workdir":["x"]}"#);
    assert_eq!(nowhere, [a, a]);
}
