use hookset::guide::{
    Composed, Guidance, Kind, Level, Phase, Query, Registry, Requests,
    completion, prompt, tool_answer, tools,
};
use hookset::json::Tape;
use serde_json::{Value, json};

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn asks(requests: &Requests, message: &Value) -> Option<Query> {
    let text = message.to_string();
    let tape = Tape::of(&text);
    requests.query(tape.root(&text).unwrap())
}

#[test]
fn s1_53_progress_and_cancel() {
    let mut registry = Registry::new();
    for (tag, phase, request) in [
        ("clean-7", Phase::Cancel, Some("7")),
        ("clean-8", Phase::Cancel, Some("8")),
        ("clean", Phase::Cancel, None),
        ("wait-7", Phase::Progress, Some("7")),
    ] {
        let mut one = Guidance::new(tag, Kind::Action, phase, tag, Level::May);
        one.request = request.map(str::to_owned);
        registry.register(one).unwrap();
    }
    let due = |query: &Query| {
        let chosen = registry.query(query).chosen;
        chosen.iter().map(|one| one.tag.clone()).collect::<Vec<_>>()
    };
    let mut requests = Requests::default();
    let cancelled = json!({"jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": {"requestId": 7, "reason": "user"}});
    let query = asks(&requests, &cancelled).unwrap();
    assert_eq!(due(&query), ["clean-7", "clean"]);
    let progress = json!({"jsonrpc": "2.0",
        "method": "notifications/progress",
        "params": {"progressToken": "p", "progress": 1}});
    assert_eq!(asks(&requests, &progress), None);
    let request = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": {"name": "x", "_meta": {"progressToken": "p"}}});
    let text = request.to_string();
    let tape = Tape::of(&text);
    requests.note(tape.root(&text).unwrap());
    let query = asks(&requests, &progress).unwrap();
    assert_eq!(due(&query), ["wait-7"]);
    let other = json!({"method": "notifications/message", "params": {}});
    assert_eq!(asks(&requests, &other), None);
}

fn composed() -> Composed {
    Composed { content: "## MUST\n\n\"x\"".to_owned(), ..Composed::default() }
}

#[test]
fn s1_54_a_prompt_of_the_assistant() {
    assert_eq!(
        parsed(&prompt(&composed(), "what is due")),
        json!({"description": "what is due", "messages": [{
            "role": "assistant",
            "content": {"type": "text", "text": composed().content}}]})
    );
}

#[test]
fn s1_55_tools() {
    let list = parsed(tools());
    let names: Vec<_> = list["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"hooks_compose"), "{names:?}");
    assert!(names.contains(&"hooks_register"), "{names:?}");
    let answer = parsed(&tool_answer(&composed()));
    assert_eq!(answer["content"][0]["text"], composed().content);
    assert!(answer["structuredContent"]["includedHooks"].is_array());
    // What the schema of the tool names can be read, and nothing else.
    let compose = list["tools"].as_array().unwrap().iter();
    let compose = compose.into_iter().find(|t| t["name"] == "hooks_compose");
    let schema = &compose.unwrap()["inputSchema"]["properties"];
    for key in schema.as_object().unwrap().keys() {
        let text = format!("{{\"{key}\":3}}");
        let tape = Tape::of(&text);
        let (_, faults) = Query::read(tape.root(&text).unwrap());
        let unknown = faults.iter().any(|f| f.message.contains("no such"));
        assert!(!unknown, "{key}");
    }
    let text = "{\"typ\":\"session\"}";
    let tape = Tape::of(text);
    assert_eq!(Query::read(tape.root(text).unwrap()).1.len(), 1);
}

#[test]
fn s1_56_completion_hints() {
    let mut registry = Registry::new();
    for (tag, kind, level) in [
        ("plan", Kind::Action, Level::May),
        ("polish", Kind::Action, Level::Must),
        ("build", Kind::Action, Level::Must),
        ("please", Kind::Session, Level::Must),
    ] {
        let one = Guidance::new(tag, kind, Phase::Start, tag, level);
        registry.register(one).unwrap();
    }
    let selected = registry.query(&Query::default());
    assert_eq!(
        parsed(&completion(&selected, "p")),
        json!({"completion":
            {"values": ["polish", "plan"], "total": 2, "hasMore": false}})
    );
}
