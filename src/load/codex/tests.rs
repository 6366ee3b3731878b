use super::*;

fn rules(text: &str) -> (Vec<String>, usize, bool) {
    let scope = Scope::Project;
    let (document, found) = read(SourceId(0), "x.rules", text, scope);
    let show = |rule: &super::super::RuleEntry| {
        format!("{} {}", rule.list.as_str(), rule.text.as_str())
    };
    let rules = document.rules.iter().map(show).collect();
    (rules, found.len(), document.degraded)
}

#[test]
fn prefixes_become_rules() {
    let text = "# é\nprefix_rule(pattern=[\"git\", [\"log\", 'show']],)\n\
                prefix_rule(\n  pattern = [\"rm\"], # x\n  decision = \
                \"forbidden\", match=[\"rm x\"])\n";
    let wanted =
        ["allow Bash(git log *)", "allow Bash(git show *)", "deny Bash(rm *)"];
    assert_eq!(rules(text), (wanted.map(str::to_owned).to_vec(), 0, false));
}

#[test]
fn paths_of_programs_are_no_rules() {
    let text = "host_executable(name=\"git\", paths=[\"/usr/bin/git\"])\n\
                prefix_rule(pattern=[\"git\"], decision=\"forbidden\")\n";
    let wanted = vec!["deny Bash(git *)".to_owned()];
    assert_eq!(rules(text), (wanted, 0, false));
}

#[test]
fn losses_are_said() {
    let (kept, found, degraded) = rules(
        "prefix_rule(pattern=[\"a b\"])\nprefix_rule(pattern=[\"*\"], \
         decision=\"prompt\")\nnetwork_rule(host=\"x\")\nprefix_rule(",
    );
    assert_eq!((kept.len(), found, degraded), (0, 4, true));
    // A letter by its number is none of the letters that write it.
    let (kept, found, degraded) =
        rules("prefix_rule(pattern=[\"r\\x6d\"], decision=\"forbidden\")");
    assert_eq!((kept.len(), found > 0, degraded), (0, true, true));
}

#[test]
fn an_argument_that_is_none_makes_no_allow_rule() {
    for more in [
        "decison=\"forbidden\"",
        "Decision=\"forbidden\"",
        "decision=\"allow\", decision=\"forbidden\"",
        "action=\"x\"",
    ] {
        let text = format!("prefix_rule(pattern=[\"rm\"], {more})");
        assert_eq!(rules(&text), (Vec::new(), 1, true), "{more}");
    }
    // Of no words there is no rule.
    for pattern in ["[\"git\",[]]", "[[]]", "[[],\"x\"]"] {
        let text =
            format!("prefix_rule(pattern={pattern}, decision=\"forbidden\")");
        let (kept, found, degraded) = rules(&text);
        assert!(kept.is_empty() && found > 0 && degraded, "{pattern}");
    }
    // The file is refused there.
    for text in [
        "prefix_rule(pattern=[\"git\" \"log\"])",
        "prefix_rule(pattern=[\"git\"] decision=\"allow\")",
    ] {
        assert_eq!(rules(text), (Vec::new(), 1, true), "{text}");
    }
}

/// The words of what is found, and the rules that are left.
fn told(text: &str) -> (Vec<String>, Vec<String>) {
    let (document, found) = read(SourceId(0), "x.rules", text, Scope::Project);
    let found = found.into_iter().map(|one| {
        assert_eq!(one.code, Code::FAILING_EXAMPLE, "{text}");
        let at = one.primary().unwrap().span;
        format!("{}: {}", at.of(text), one.message)
    });
    let rules =
        document.rules.iter().map(|rule| rule.text.as_str().to_owned());
    (found.collect(), rules.collect())
}

#[test]
fn examples_that_do_not_hold_are_told() {
    for (examples, wanted) in [
        (r#"match=["git push"]"#, "match: the rule does not match `git push`"),
        (r#"match=["git log", ["git", "x"]]"#, "does not match `git x`"),
        (r#"match=["git 'log x'"]"#, "does not match `git log x`"),
        (r#"match=["git"]"#, "does not match `git`"),
        (r#"not_match=["git show x"]"#, "not_match: the rule matches"),
        (r#"not_match=["ls", "git \"log\" x"]"#, "matches `git log x`"),
        (r#"match=["git 'log"]"#, "an example of `match` is no command"),
        (r#"match=[""]"#, "is no command"),
    ] {
        let start = r#"prefix_rule(pattern=["git", ["log", "show"]], "#;
        let allow = format!("{start}{examples})");
        let (found, rules) = told(&allow);
        assert_eq!((found.len(), rules.len()), (1, 0), "{allow}");
        assert!(found[0].contains(wanted), "{found:?}");
        // A guard that is told of still guards.
        let deny = format!("{start}decision=\"forbidden\", {examples})");
        let (found, rules) = told(&deny);
        assert_eq!((found.len(), rules.len()), (1, 2), "{deny}");
    }
}

#[test]
fn examples_that_hold_say_nothing() {
    for examples in [
        r#"match=["git log", "git  show x", ["git", "log", "-p"]]"#,
        r#"match=["'git' \"log\" a\\ b"], not_match=["git push", "git"]"#,
        r#"match=["/usr/bin/git log"], not_match=["gitk log", "/x/git log"]"#,
        r#"match=[], not_match=[]"#,
        r#"not_match=[["git log"], "ls"]"#,
    ] {
        let start = r#"prefix_rule(pattern=["git", ["log", "show"]], "#;
        let text = format!("{start}{examples})");
        let (found, rules) = told(&text);
        assert_eq!((found, rules.len()), (Vec::new(), 2), "{text}");
    }
}
