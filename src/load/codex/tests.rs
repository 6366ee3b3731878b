use super::*;
use crate::diagnostic::Code;

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
    assert_eq!((kept.len(), found, degraded), (0, 5, true));
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
        (r##"match=["# git log"]"##, "is no command"),
        (r#"match=["./git log"]"#, "does not match `./git log`"),
        // Examples are resolved as programs of the host are.
        (r#"not_match=["/x/git log"]"#, "matches `/x/git log`"),
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
        r#"match=["/usr/bin/git log"], not_match=["gitk log", "x/git log"]"#,
        r#"match=[], not_match=[]"#,
        r#"not_match=[["git log"], "ls"]"#,
    ] {
        let start = r#"prefix_rule(pattern=["git", ["log", "show"]], "#;
        let text = format!("{start}{examples})");
        let (found, rules) = told(&text);
        assert_eq!((found, rules.len()), (Vec::new(), 2), "{text}");
    }
}

#[test]
fn programs_of_the_host_have_their_paths() {
    let start = "host_executable(name=\"git\", paths=[\"/usr/bin/git\"])\n";
    let of = |example: &str| {
        let rule = "prefix_rule(pattern=[\"git\", \"log\"], match=[";
        told(&format!("{start}{rule}\"{example}\"])"))
    };
    assert_eq!(of("/usr/bin/git log").0.len(), 0);
    assert_eq!(of("/opt/git log").0.len(), 1);
    for (call, wanted) in [
        ("name=\"git\", paths=[\"git\"]", 1),
        ("name=\"git\", paths=[\"/bin/hg\"]", 1),
        ("name=\"a/git\", paths=[]", 1),
        ("nome=\"git\", paths=[]", 1),
        ("name=\"git\"", 1),
        ("\"git\", [\"~/bin/git\"]", 0),
    ] {
        let text = format!(
            "host_executable({call})\nprefix_rule(pattern=[\"ls\"])\n\
             prefix_rule(pattern=[\"rm\"], decision=\"forbidden\")\n"
        );
        let (kept, found, degraded) = rules(&text);
        // Of a file that is refused the guards are left.
        assert_eq!((kept.len(), found, degraded), (2 - wanted, wanted, false));
    }
}

#[test]
fn what_starlark_says_in_other_words() {
    let rm = ["deny Bash(rm *)".to_owned()];
    for text in [
        "prefix_rule([\"rm\"], \"forbidden\")",
        "prefix_rule([\"rm\"], decision=\"forbidden\")",
        "prefix_rule(pattern=[\"r\" + 'm'], decision=\"forbidden\")",
        "prefix_rule(pattern=[] + [r\"rm\"], decision=\"forbidden\")",
        "prefix_rule(pattern=[('rm')], decision=\"forbidden\")",
        "W = \"rm\" # x\nA = [W]\nprefix_rule(pattern=A, \
         decision=\"forbidden\")",
        "\"\"\"About\nit.\"\"\"\nprefix_rule(pattern=[\"rm\"], \
         decision=\"forbidden\", justification=\"\"\"a\n\"b\" \
         \"\"\");\n",
        "prefix_rule(pattern=[\"rm\"], decision=\"forbidden\", \
         justification=None, match=None)",
    ] {
        assert_eq!(rules(text), (rm.to_vec(), 0, false), "{text}");
    }
    let text = "prefix_rule(pattern=[\"a\"]); prefix_rule(pattern=[\"b\"], \
                decision=None)";
    let both = ["allow Bash(a *)", "allow Bash(b *)"].map(str::to_owned);
    assert_eq!(rules(text), (both.to_vec(), 0, false));
    // A tuple is refused there; what was meant guards.
    let text = "prefix_rule(pattern=[\"rm\", (\"-r\", \"-f\")], \
                decision=\"forbidden\")";
    let both = ["deny Bash(rm -r *)", "deny Bash(rm -f *)"];
    assert_eq!(rules(text), (both.map(str::to_owned).to_vec(), 1, false));
}

#[test]
fn where_the_reading_ends_guards_in_front_stay() {
    let start = "prefix_rule(pattern=[\"rm\"], decision=\"forbidden\")\n\
                 prefix_rule(pattern=[\"ls\"])\n";
    for more in [
        "def f():\n  pass\n",
        "[prefix_rule(pattern=[c]) for c in [\"rm\"]]\n",
        "x = f\"{a}\"\n",
        "x = \"a\".upper()\n",
        "  prefix_rule(pattern=[\"a\"])\n",
        "prefix_rule(pattern=[\"a\"]) prefix_rule(pattern=[\"b\"])\n",
        "prefix_rule(pattern=[\"use \" \"x\"])\n",
    ] {
        let (kept, found, degraded) = rules(&format!("{start}{more}"));
        let deny = vec!["deny Bash(rm *)".to_owned()];
        assert_eq!((kept, found, degraded), (deny, 1, true), "{more}");
    }
    // Names that stand for ever more.
    let mut text = "a = [\"x\"]\n".to_owned();
    text += &"a = a + a\n".repeat(64);
    assert_eq!(rules(&text), (Vec::new(), 1, true));
}

#[test]
fn what_costs_every_rule_drops_what_is_allowed() {
    for (more, lost) in [
        ("prefix_rule(pattern=[\"a\"], justification=\" \")", false),
        ("prefix_rule(pattern=[], decision=\"forbidden\")", true),
        ("prefix_rule(pattern=[\"a\"], decision=\"Forbidden\")", true),
        ("prefix_rule(pattern=[\"a\"], match=\"a\")", false),
        ("prefix_rul(pattern=[\"a\"])", true),
        ("network_rule(host=\"x\", protocol=\"https\")", true),
    ] {
        let text = format!(
            "prefix_rule(pattern=[\"ls\"])\nprefix_rule(pattern=[\"rm\"], \
             decision=\"prompt\")\n{more}\n"
        );
        let (kept, found, degraded) = rules(&text);
        assert_eq!((kept.len(), found, degraded), (1, 1, lost), "{more}");
    }
    let text = "network_rule(host=\"x\", protocol=\"https\", \
                decision=\"allow\")";
    assert_eq!(rules(text), (Vec::new(), 1, false));
    for more in [
        "\"*.x.com\", \"https\"",
        "\"https://x\", \"https\"",
        "\"x\", \"ftp\"",
    ] {
        let text = format!("network_rule({more}, \"allow\")");
        assert_eq!(rules(&text), (Vec::new(), 2, false), "{more}");
    }
}
