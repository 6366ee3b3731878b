//! The language server, talked to by recorded sessions.
//!
//! `NAME.in` holds what the editor sends, one message per line, `NAME.out`
//! what must come back. `UPDATE=1` records anew.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{Scratch, hookset};

fn framed(message: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{message}", message.len())
}

/// The messages, one per line.
fn unframed(mut text: &str) -> String {
    let mut out = String::new();
    while let Some((head, rest)) = text.split_once("\r\n\r\n") {
        let length = head.trim_start_matches("Content-Length: ");
        let (message, rest) = rest.split_at(length.parse().unwrap());
        out.push_str(message);
        out.push('\n');
        text = rest;
    }
    out
}

#[test]
fn recorded_sessions() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/lsp");
    let mut seen = 0;
    for entry in fs::read_dir(&root).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        seen += 1;
        let sent = fs::read_to_string(&path).unwrap();
        let stdin: String = sent.lines().map(framed).collect();
        let ran = hookset(&root, &["lsp"], Some(stdin.as_bytes()));
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        let got = unframed(&ran.stdout);
        let recorded = path.with_extension("out");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&recorded, &got).unwrap();
        }
        let want = fs::read_to_string(&recorded).unwrap_or_default();
        assert_eq!(got, want, "{}", path.display());
    }
    assert!(seen > 0);
}

#[test]
fn an_editor_that_goes_away_is_told_apart() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let start = framed(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
    );
    for (sent, why) in [
        ("", "the input ends before `exit`"),
        ("nonsense\r\n\r\n", "a header has no `Content-Length`"),
        ("Content-Length: x\r\n\r\n", "`Content-Length` is not a number"),
        ("Content-Length: 2", "a line of a header does not end"),
        ("Content-Length: 9\r\n\r\n{}", "the input ends within a message"),
        (
            "Content-Length: 9999999999\r\n\r\n{}",
            "a message of 9999999999 bytes; the limit is 16777216",
        ),
    ] {
        let sent = format!("{start}{sent}");
        let ran = hookset(root, &["lsp"], Some(sent.as_bytes()));
        assert_eq!(ran.code, 4, "{sent}");
        let why = format!("hookset: the connection broke: {why}");
        assert!(ran.stderr.starts_with(&why), "{}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1);
        assert!(
            unframed(&ran.stdout).starts_with(r#"{"jsonrpc":"2.0","id":1"#)
        );
    }
}

/// The answers to some messages behind `initialize`.
fn answers(messages: &[&str]) -> Vec<serde_json::Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let start = r#"{"jsonrpc":"2.0","id":0,"method":"initialize"}"#;
    let end = r#"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#;
    let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
    let all = [&[start][..], messages, &[end, exit]].concat();
    let sent: String = all.into_iter().map(framed).collect();
    let ran = hookset(root, &["lsp"], Some(sent.as_bytes()));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let lines = unframed(&ran.stdout);
    let got = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut got: Vec<serde_json::Value> = got.collect();
    assert_eq!(got.pop().unwrap()["id"], 9);
    got.remove(0);
    got
}

#[test]
fn what_is_no_request_is_answered_and_the_session_goes_on() {
    let got = answers(&[
        "{bad}",
        "[]",
        "{}",
        r#"{"jsonrpc":"2.0","id":1.5,"method":"textDocument/hover"}"#,
        r#"{"jsonrpc":"2.0","id":3000000000,"method":"textDocument/hover"}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"textDocument/hover"}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","method":"nothing"}"#,
    ]);
    let told = got.iter().map(|each| {
        assert_eq!(each["jsonrpc"], "2.0");
        format!("{} {}", each["id"], each["error"]["code"])
    });
    let told: Vec<String> = told.collect();
    let want = [
        "null -32700",
        "null -32600",
        "null -32600",
        "1.5 -32600",
        "3000000000 -32600",
        "null -32600",
    ];
    assert_eq!(told, want);
}

#[test]
fn a_file_that_is_too_large_is_said_to_be() {
    let text = " ".repeat((2 << 20) + 1);
    let open = serde_json::json!({
        "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
            "textDocument": {
                "uri": "file:///p/.claude/settings.json", "text": text,
            },
        },
    });
    let got = answers(&[&open.to_string()]);
    let found = &got[0]["params"]["diagnostics"];
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found[0]["code"], "file-too-large");
    assert_eq!(found[0]["severity"], 1);
}

/// The protocol asks for this end where an editor leaves without a word.
#[test]
fn an_editor_that_leaves_without_shutdown_is_told_apart() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let messages = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ];
    let sent: String = messages.into_iter().map(framed).collect();
    let ran = hookset(root, &["lsp"], Some(sent.as_bytes()));
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert_eq!(ran.stderr, "hookset: `exit` before `shutdown`\n");
}

/// Opens a file of a scratch directory, and asks for what may stand at a
/// place of it, if one is given; the answers.
fn opened(
    at: &Scratch,
    file: &str,
    text: &str,
    place: Option<usize>,
) -> Vec<Value> {
    let uri = format!("file://{}", at.0.join(file).display());
    let open = json!({"jsonrpc": "2.0", "method": "textDocument/didOpen",
        "params": {"textDocument": {"uri": uri, "languageId": "json",
            "version": 1, "text": text}}});
    let ask = place.map(|place| {
        json!({"jsonrpc": "2.0", "id": 5,
            "method": "textDocument/completion",
            "params": {"textDocument": {"uri": uri},
                "position": {"line": 0, "character": place}}})
    });
    let messages = [Some(open), ask];
    let messages: Vec<String> =
        messages.iter().flatten().map(Value::to_string).collect();
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    answers(&messages)
}

/// What is offered is not what is then rejected.
#[test]
fn types_of_handlers_are_those_of_the_dialect() {
    let text = r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":""}]}]}}"#;
    let place = text.find("\"\"").unwrap() + 1;
    let types = |file: &str| {
        let at = Scratch::holding("lsp-types", &[(file, text)]);
        let told = opened(&at, file, text, Some(place));
        let offered = told.last().unwrap()["result"].as_array().unwrap();
        let names = offered.iter().map(|one| one["label"].as_str().unwrap());
        names.collect::<Vec<_>>().join(" ")
    };
    let claude = "agent command http mcp_tool prompt";
    assert_eq!(types(".claude/settings.json"), claude);
    assert_eq!(types(".agent/settings.json"), "agent command http prompt");
}

#[test]
fn a_configuration_is_told_where_it_is_broken() {
    let (file, text) = ("hookset.toml", "dialct = \"claude\"\n");
    let settings = ".claude/settings.json";
    let at = Scratch::holding("lsp-config", &[(file, text), (settings, "{}")]);
    let told = opened(&at, file, text, None);
    let found = &told[0]["params"]["diagnostics"];
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found[0]["code"], "unknown-key", "{found}");
    // Whoever has another file open is told that it does not count.
    let told = opened(&at, settings, "{}", None);
    let message = told[0]["params"]["diagnostics"][0]["message"].to_string();
    assert!(message.contains("hookset.toml:1:1"), "{message}");
    assert!(message.contains("`dialct` is no key here"), "{message}");
    // One that is fine is no policy, and nothing is wrong with it.
    let fine = "dialect = \"claude\"\n[severity]\nany-host = \"off\"\n";
    let at = Scratch::holding("lsp-config-fine", &[(file, fine)]);
    let told = opened(&at, file, fine, None);
    let found = &told[0]["params"]["diagnostics"];
    assert_eq!(found.as_array().unwrap().len(), 0, "{found}");
}

/// What another file of the project keeps from counting is told in an editor
/// as `check` tells it.
#[test]
fn settings_that_count_together_are_looked_at_together() {
    let allow = r#"{"permissions":{"allow":["Bash(npm test)"]}}"#;
    let deny = r#"{"permissions":{"deny":["Bash(npm *)"]}}"#;
    let files = [
        (".claude/settings.json", allow),
        (".claude/settings.local.json", deny),
    ];
    let at = Scratch::holding("lsp-together", &files);
    let ran = hookset(&at.0, &["check", ".", "--format", "concise"], None);
    assert!(ran.stdout.contains("shadowed-rule"), "{}", ran.stdout);
    let file = at.0.join(".claude/settings.json");
    let uri = format!("file://{}", file.display());
    let message = |method: &str, id: Option<u8>, params: Value| {
        let mut message = json!({
            "jsonrpc": "2.0", "method": method, "params": params,
        });
        if let Some(id) = id {
            message["id"] = json!(id);
        }
        framed(&message.to_string())
    };
    let document = json!({
        "uri": uri, "languageId": "json", "version": 1, "text": allow,
    });
    let sent = [
        message("initialize", Some(1), json!({"capabilities": {}})),
        message("initialized", None, json!({})),
        message(
            "textDocument/didOpen",
            None,
            json!({"textDocument": document}),
        ),
        message("shutdown", Some(2), Value::Null),
        message("exit", None, Value::Null),
    ];
    let ran = hookset(&at.0, &["lsp"], Some(sent.concat().as_bytes()));
    let told = unframed(&ran.stdout);
    assert!(told.contains("shadowed-rule"), "{told}");
}
