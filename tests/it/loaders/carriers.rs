//! Where servers declare hooks, and slips in how they do.

use super::*;

/// What is found in a file whose name says nothing, each with its text.
fn found(text: &str) -> Vec<String> {
    let family = Family::of("x.json", text).unwrap();
    assert_eq!(family, Family::Sep2282, "{text}");
    let inputs = vec![input("x.json", text, family, Scope::Project)];
    let dialect = Dialect::named("sep2282").unwrap();
    let policy = Policy::from_sources(inputs, &dialect);
    let found = policy.diagnostics().iter().map(|one| {
        assert!(one.help.is_some(), "{one:?}");
        let at = one.primary().unwrap().span;
        let severity = one.severity.as_str();
        format!("{severity} {} {}", one.code.name(), at.of(text))
    });
    found.collect()
}

const ONE: &str =
    r#"[{"event":"session_end","priority":"important","context":"a"}]"#;
const OTHER: &str =
    r#"[{"event":"session_end","priority":"important","context":"b"}]"#;

#[test]
fn a_list_with_another_name_is_told() {
    let mistyped = format!(r#"{{"declaration":{ONE}}}"#);
    let hooks = |hooks: &str| format!(r#"{{"hooks":{hooks},"tools":{{}}}}"#);
    for capabilities in [
        hooks(&mistyped),
        format!(r#"{{"experimental":{}}}"#, hooks(&mistyped)),
        format!(r#"{{"extensions":{{"a/hooks":{mistyped}}}}}"#),
    ] {
        let wanted = [
            "error unknown-key \"declaration\"".to_owned(),
            format!("error missing-field {mistyped}"),
        ];
        let alone = format!(r#"{{"capabilities":{capabilities}}}"#);
        assert_eq!(found(&alone), wanted);
        let rest = r#""protocolVersion":"2025-06-18","serverInfo":{}"#;
        let result = format!(r#"{{"capabilities":{capabilities},{rest}}}"#);
        let answer =
            format!(r#"{{"jsonrpc":"2.0","id":0,"result":{result}}}"#);
        assert_eq!(found(&answer), wanted);
    }
    let empty = r#"{"capabilities":{"hooks":{}}}"#;
    assert_eq!(found(empty), ["error missing-field {}"]);
    let list = r#"{"capabilities":{"hooks":[{}]}}"#;
    assert_eq!(found(list), ["error wrong-type [{}]"]);
    let client = r#"{"method":"initialize",
        "params":{"capabilities":{"hooks":{"events":[]}}}}"#;
    let wanted = ["\"events\"", r#"{"events":[]}"#];
    let said = found(client);
    assert!(said.iter().zip(wanted).all(|(one, at)| one.ends_with(at)));
    assert_eq!(said.len(), 2, "{said:?}");
}

#[test]
fn settings_stay_settings() {
    for text in [
        r#"{"permissions":{},"capabilities":{"hooks":{}}}"#,
        r#"{"capabilities":{"hooks":true}}"#,
        r#"{"capabilities":{"hooks":{"PreToolUse":[]}}}"#,
        r#"{"capabilities":{"extensions":{"a/hooks":{"x":1}}}}"#,
        r#"{"hooks":{"declaration":[]}}"#,
    ] {
        assert_eq!(Family::of("x.json", text), None, "{text}");
    }
}

#[test]
fn places_that_are_not_read_are_told() {
    let one = format!(r#"{{"declarations":{ONE}}}"#);
    let other = format!(r#"{{"declarations":{OTHER}}}"#);
    let left_out = |at: &str| format!("warning misplaced-field {at}");
    for (capabilities, wanted) in [
        (
            format!(r#"{{"hooks":{one},"experimental":{{"hooks":{other}}}}}"#),
            vec![left_out(&other)],
        ),
        (
            format!(
                r#"{{"extensions":{{"a/hooks":{other},"b/hooks":{one}}}}}"#
            ),
            vec![left_out(&one)],
        ),
        // The same twice, for clients that know one of the places.
        (
            format!(r#"{{"hooks":{one},"experimental":{{"hooks": {one} }}}}"#),
            vec![],
        ),
        (
            format!(r#"{{"hooks":{{}},"experimental":{{"hooks":{one}}}}}"#),
            vec!["error missing-field {}".to_owned()],
        ),
        // What a vendor calls so has no lists.
        (
            format!(
                r#"{{"extensions":{{"a/hooks":{{"x":1}},"b/hooks":{one}}}}}"#
            ),
            vec![],
        ),
    ] {
        let text = format!(r#"{{"capabilities":{capabilities}}}"#);
        assert_eq!(found(&text), wanted, "{text}");
    }
    let text = format!(
        r#"{{"capabilities":{{"hooks":{one}}},"declarations":{ONE}}}"#
    );
    assert!(found(&text).is_empty(), "{text}");
    let text = format!(
        r#"{{"declarations":{OTHER},"capabilities":{{"hooks":{one}}}}}"#
    );
    assert_eq!(found(&text), [left_out(OTHER)]);
}

#[cfg(feature = "yaml")]
#[test]
fn declarations_in_yaml_are_an_error() {
    for text in [
        "declarations:\n  - event: session_end\n",
        "capabilities:\n  hooks:\n    declarations: []\n",
        "result:\n  capabilities:\n    hooks:\n      declarations: []\n",
    ] {
        let inputs =
            vec![input("x.yaml", text, Family::Pattern, Scope::Project)];
        let dialect = Dialect::named("pattern").unwrap();
        let policy = Policy::from_sources(inputs, &dialect);
        let found = policy.diagnostics();
        let [one] = found else { panic!("{found:?}") };
        assert_eq!(one.severity.as_str(), "error", "{text}");
        assert!(one.message.contains("JSON alone"), "{one:?}");
    }
}
