//! Where declarations stand, and what beside them.

use super::*;

#[test]
fn s0_41_c_45_carriers() {
    let list = json!({"declarations": [says("session_start", "important")]});
    let events = json!({"supported_events": ["session_start"]});
    let extension = Carrier::Extension("acme.dev/hooks".to_owned());
    let same = taken("s", &json!({"hooks": list}), &trusted()).kept;
    for (place, carrier) in [
        (json!({"hooks": "X"}), Carrier::Hooks),
        (json!({"experimental": {"hooks": "X"}}), Carrier::Experimental),
        (json!({"extensions": {"acme.dev/hooks": "X"}}), extension),
    ] {
        let put = |what: &Value| -> Value {
            let text = place.to_string().replace("\"X\"", &what.to_string());
            serde_json::from_str(&text).unwrap()
        };
        let accepted = taken("s", &put(&list), &trusted());
        assert_eq!(accepted.carrier, Some(carrier.clone()));
        assert_eq!(accepted.kept, same);
        // A server answers where it was asked.
        let server = offered(&put(&events), &list["declarations"]).unwrap();
        let mut expected = put(&list);
        expected["tools"] = json!({"listChanged": true});
        assert_eq!(server, expected);
        let own: Value = serde_json::from_str(&client_says(
            &[Moment::SessionStart, Moment::SessionStart],
            &carrier,
        ))
        .unwrap();
        assert_eq!(own, put(&events));
    }
    // The first carrier wins.
    let both = json!({"experimental": {"hooks": list},
        "hooks": {"declarations": []}});
    let text = both.to_string();
    let tape = Tape::of(&text);
    let found = carried(tape.root(&text).unwrap()).unwrap();
    assert_eq!(found.0, Carrier::Hooks);
    // One that holds no list holds no other up, as in a file.
    for first in [json!({}), json!("x"), json!({"declared": []})] {
        let both = json!({"experimental": {"hooks": list}, "hooks": first});
        let accepted = taken("s", &both, &trusted());
        assert_eq!(accepted.carrier, Some(Carrier::Experimental), "{both}");
        assert_eq!(accepted.kept, same, "{both}");
    }
    // Without `initialize`, capabilities come along with every request.
    let request = json!({"method": "tools/list", "params": {"_meta": {
        "io.modelcontextprotocol/clientCapabilities": {"hooks": events}}}});
    let text = request.to_string();
    let tape = Tape::of(&text);
    let client = client_capabilities(tape.root(&text).unwrap()).unwrap();
    assert!(carried(client).is_some());
}

#[test]
fn other_members_of_the_carrier_stay() {
    let client = json!({"experimental": {"hooks":
        {"supported_events": ["session_start"]}}});
    let (client, list) = (client.to_string(), six().to_string());
    let (a, b) = (Tape::of(&client), Tape::of(&list));
    let offer = offer(a.root(&client).unwrap(), b.root(&list).unwrap());
    let own = "{\"experimental\": {\"x\": {\"y\": 1}, \"hooks\": 2}}";
    let tape = Tape::of(own);
    let all = offer.unwrap().put_into(tape.root(own).unwrap());
    let all: Value = serde_json::from_str(&all).unwrap();
    assert_eq!(all["experimental"]["x"], json!({"y": 1}));
    let list = all["experimental"]["hooks"]["declarations"].as_array();
    assert_eq!(list.unwrap().len(), 1);
}

#[test]
fn s0_49_tools_that_are_not_there() {
    let one = hooks(json!([
        {"event": "session_start", "context_tool": "search_memorys",
            "priority": "important"},
        {"event": "session_start", "context_tool": "store",
            "priority": "important"}
    ]));
    let accepted = taken("annal", &one, &trusted());
    let tools = json!({"result": {"tools":
        [{"name": "search_memories"}, {"name": "store"}]}});
    let text = tools.to_string();
    let tape = Tape::of(&text);
    let faults = missing_tools(&accepted, tape.root(&text).unwrap());
    assert_eq!(faults.len(), 1);
    assert!(faults[0].message.contains("`search_memorys`"));
    assert!(faults[0].help.as_deref().unwrap().contains("search_memories"));
}

#[test]
fn s0_39_instructions_stand_beside_hooks() {
    let one = hooks(json!([says("session_start", "suggestion")]));
    let accepted = taken("s", &one, &trusted());
    let instructions = accepted.instructions.as_deref();
    assert_eq!(instructions, Some("how to use the tools"));
    assert_eq!(accepted.kept.len(), 1);
}
