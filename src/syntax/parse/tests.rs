use super::*;

fn content(text: &str) -> Option<String> {
    parse_rule(text).unwrap().content.map(|c| c.value)
}

#[test]
fn the_last_bracket_closes() {
    assert_eq!(content("Bash"), None);
    assert_eq!(content("Bash(echo (a))"), Some("echo (a)".into()));
    assert_eq!(content("Bash(a) b)"), Some("a) b".into()));
    assert_eq!(content("Bash(echo ( x)"), Some("echo ( x".into()));
}

#[test]
fn faults_are_named_where_they_stand() {
    let fault = |text: &str| {
        let error = parse_rule(text).unwrap_err();
        (error.kind, error.span.of(text).to_owned())
    };
    use SyntaxErrorKind as Kind;
    assert_eq!(fault("Bash(git"), (Kind::Unclosed, "(".into()));
    assert_eq!(fault("Bash()"), (Kind::EmptyContent, "()".into()));
    assert_eq!(fault("Bash(rm -rf /)*"), (Kind::TextAfter, "*".into()));
    assert_eq!(fault("(x)"), (Kind::NoName, "(".into()));
    assert_eq!(fault("Bash)"), (Kind::StrayClose, ")".into()));
    assert_eq!(fault(" "), (Kind::Empty, " ".into()));
}

#[test]
fn the_quick_way_agrees_with_the_grammar() {
    let letters = ["(", ")", "a", "é", " ", "*", "\\", "\n", "||", "."];
    let agree = |text: &str| {
        assert_eq!(plain_rule(text), grammar_rule(text), "{text:?}");
    };
    // Every text of up to five of these.
    for mut n in 0..letters.len().pow(5) * 2 {
        let mut text = String::new();
        while n > 0 {
            text.push_str(letters[n % letters.len()]);
            n /= letters.len();
        }
        agree(&text);
    }
    agree(&"(".repeat(MAX_RULE_BYTES));
    agree(&format!("a({}", ")".repeat(MAX_RULE_BYTES)));
}

#[test]
fn conditions_combine() {
    let parsed =
        parse_condition("Bash(git *) && !(Read || Edit(*.ts))").unwrap();
    let Condition::And(members) = parsed else { panic!("{parsed:?}") };
    assert_eq!(members.len(), 2);
    let Condition::Not(inner) = &members[1] else { panic!() };
    assert!(matches!(&**inner, Condition::Or(m) if m.len() == 2));
}

#[test]
fn fields_are_tested() {
    let parsed = parse_condition("tool_input.timeout == \"5\"").unwrap();
    let Condition::Field(field) = parsed else { panic!("{parsed:?}") };
    assert_eq!(field.path.value, "tool_input.timeout");
    assert!(matches!(field.test, Comparison::Equals(v) if v.value == "5"));
    let parsed = parse_condition("tool_input.url ~ \"https*\" && Bash");
    assert!(matches!(parsed.unwrap(), Condition::And(_)));
    let parsed = parse_condition("tool_input.run_in_background").unwrap();
    assert!(matches!(parsed, Condition::Field(_)));
}

#[test]
fn operators_inside_brackets_are_content() {
    let parsed = parse_condition("Bash(a && b)").unwrap();
    assert!(matches!(parsed, Condition::Tool(_)));
}

#[test]
fn escaped_brackets_do_not_hide_depth() {
    let text = |n: usize| format!("!A({}{})", "(\\)".repeat(n), ")".repeat(n));
    assert!(parse_condition(&text(MAX_CONDITION_DEPTH - 1)).is_ok());
    let error = parse_condition(&text(MAX_CONDITION_DEPTH)).unwrap_err();
    assert_eq!(error.kind, SyntaxErrorKind::TooDeep);
}

#[test]
fn signs_in_a_row_are_depth() {
    let text = |n: usize| format!("{}Bash", "! ".repeat(n));
    assert!(parse_condition(&text(MAX_CONDITION_DEPTH)).is_ok());
    let error = parse_condition(&text(1_000)).unwrap_err();
    assert_eq!(error.kind, SyntaxErrorKind::TooDeep);
}

#[test]
fn depth_is_bounded() {
    let deep = format!("{}Bash{}", "(".repeat(70), ")".repeat(70));
    let error = parse_condition(&deep).unwrap_err();
    assert_eq!(error.kind, SyntaxErrorKind::TooDeep);
}
