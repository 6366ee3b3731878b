use super::*;

fn rules(text: &str) -> (Vec<String>, Vec<String>, bool) {
    let (document, found) = read(SourceId(0), text, Scope::Project);
    let show = |rule: &crate::load::RuleEntry| {
        format!("{} {}", rule.list.as_str(), rule.text.as_str())
    };
    let rules = document.rules.iter().map(show).collect();
    let found = found.iter().map(|one| {
        let span = one.primary().unwrap().span;
        format!("{} {}", one.severity.as_str(), span.of(text))
    });
    (rules, found.collect(), document.degraded)
}

#[test]
fn guards_of_a_file_that_is_refused_stay() {
    // As `PolicyFileSchema` of its `toml-loader.ts` has it.
    let rule = |decision: &str, more: &str| {
        rules(&format!(
            "[[rule]]\ntoolName = \"save_memory\"\npriority = 1\n\
             decision = \"allow\"\n[[rule]]\ntoolName = \"read_file\"\n\
             decision = \"{decision}\"\n{more}\n"
        ))
    };
    for (more, at) in [
        ("", "[[rule]]"),
        ("priority = \"high\"", "\"high\""),
        ("priority = true", "true"),
        ("priority = 1000", "1000"),
        ("priority = -1", "-1"),
        ("priority = 1.5", "1.5"),
        ("priority = 1\nsubagent = 3", "3"),
        ("priority = 1\nmodes = [\"all\"]", "[\"all\"]"),
        ("priority = 1\nmodes = \"plan\"", "\"plan\""),
        ("priority = 1\nallow_redirection = \"x\"", "\"x\""),
    ] {
        let (kept, found, degraded) = rule("deny", more);
        assert_eq!((kept.len(), degraded), (1, false), "{more} {found:?}");
        let errors = found.iter().filter(|f| f.starts_with("error"));
        let errors: Vec<_> = errors.collect();
        assert!(errors.len() == 1 && errors[0].contains(at), "{found:?}");
        // What it allows is not in force.
        let (kept, found, _) = rule("allow", more);
        assert!(kept.is_empty(), "{more}: {kept:?} {found:?}");
    }
    for priority in ["0", "100", "999"] {
        let more = format!("priority = {priority}");
        let (kept, found, degraded) = rule("deny", &more);
        assert_eq!((kept.len(), degraded), (1, false));
        assert!(found.iter().all(|f| !f.starts_with("error")), "{found:?}");
    }
    let (kept, found, _) = rule("ask", "priority = 1");
    assert_eq!(kept, ["ask Read"], "{found:?}");
    assert!(found.contains(&"error \"ask\"".to_owned()), "{found:?}");
    let text = "rule = [{mcpName = [\"a\", \"b\"], toolName = 'x', \
                decision = \"deny\", priority = 5}]\n";
    let (kept, found, degraded) = rules(text);
    assert_eq!(kept, ["deny mcp__a__x", "deny mcp__b__x"]);
    assert_eq!(
        (found, degraded),
        (vec!["error [\"a\", \"b\"]".into()], false)
    );
}

#[test]
fn a_rule_that_names_no_tool_is_said() {
    for (keys, severity, wanted) in [
        ("", "error", "deny *"),
        ("toolName = \"\"", "error", "deny *"),
        ("commandPrefix = \"rm\"", "error", "deny Bash(rm *)"),
        ("mcpName = \"a\"", "warning", "deny mcp__a__*"),
    ] {
        let text =
            format!("[[rule]]\n{keys}\ndecision = \"deny\"\npriority = 1\n");
        let (kept, found, degraded) = rules(&text);
        assert_eq!((kept, degraded), (vec![wanted.to_owned()], false));
        assert!(found[0].starts_with(severity), "{keys} {found:?}");
        assert_eq!(found.len(), 1, "{keys} {found:?}");
    }
}

#[test]
fn rules_under_another_key_allow_nothing() {
    let text = "[[rules]]\ntoolName = \"glob\"\ndecision = \"allow\"\n\
                [[rules]]\ntoolName = \"glob\"\ndecision = \"deny\"\n";
    let (kept, found, degraded) = rules(text);
    assert_eq!(kept, ["deny Glob"]);
    assert!(found.contains(&"warning rules".to_owned()), "{found:?}");
    assert!(!degraded && found.iter().all(|one| one.starts_with("warning")));
}

#[test]
fn a_blank_behind_a_prefix_is_said() {
    let rule = |decision: &str| {
        rules(&format!(
            "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \
             \"rm \"\ndecision = \"{decision}\"\npriority = 1\n"
        ))
    };
    // It puts `(?:[\s\"]|\\\")` behind (`buildArgsPatterns`, issue 22607).
    let said = vec!["warning \"rm \"".to_owned()];
    let wanted = vec!["deny Bash(rm *)".to_owned()];
    assert_eq!(rule("deny"), (wanted, said.clone(), false));
    assert_eq!(rule("allow"), (Vec::new(), said, false));
}

#[test]
fn what_comes_first_there_is_said() {
    let pair = |a: (&str, i32), b: (&str, i32)| {
        let rule = |(decision, priority): (&str, i32)| {
            format!(
                "[[rule]]\ntoolName = \"glob\"\ndecision = \
                 \"{decision}\"\npriority = {priority}\n"
            )
        };
        rules(&(rule(a) + &rule(b))).1.len()
    };
    assert_eq!(pair(("allow", 5), ("deny", 1)), 1);
    assert_eq!(pair(("deny", 1), ("allow", 5)), 1);
    assert_eq!(pair(("allow", 5), ("deny", 5)), 1, "the first of equals");
    assert_eq!(pair(("ask_user", 5), ("deny", 1)), 1);
    assert_eq!(pair(("deny", 5), ("allow", 5)), 0);
    assert_eq!(pair(("deny", 5), ("ask_user", 1)), 0);
}

#[test]
fn no_rule_is_lost_without_a_word() {
    for (text, at) in [
        ("[rule]\ndecision = \"deny\"\n", "error"),
        ("rule = [1]\n", "error 1"),
        (
            "[[rule]]\ndecision = \"deny\"\ntoolName = 3\npriority = 1\n",
            "error 3",
        ),
        ("[[rule]]\npriority = 1\ndecision = \"stop\"\n", "error \"stop\""),
        ("[[safety_checker]]\ntoolName = \"*\"\n", "error"),
        ("[[Rule]]\ndecision = \"deny\"\n", "error Rule"),
    ] {
        let (kept, found, degraded) = rules(text);
        assert!(kept.is_empty() && degraded, "{text}: {kept:?}");
        assert!(found[0].starts_with(at), "{text}: {found:?}");
    }
}

#[test]
fn a_guard_on_a_tool_that_is_not_here_stays() {
    let rule = |name: &str, decision: &str, more: &str| {
        rules(&format!(
            "[[rule]]\ntoolName = \"{name}\"\ndecision = \
             \"{decision}\"\npriority = 1\n{more}\n"
        ))
    };
    let (kept, found, degraded) = rule("save_memory", "deny", "");
    assert_eq!(kept, ["deny save_memory"]);
    assert_eq!((found.len(), degraded), (1, false), "{found:?}");
    // What can be no name may be about anything.
    let (kept, found, degraded) = rule("save *", "ask_user", "");
    assert_eq!((kept.len(), found.len(), degraded), (0, 1, true));
    let (kept, found, degraded) = rule("save_memory", "allow", "");
    assert_eq!((kept.len(), found.len(), degraded), (0, 1, false));
    for (name, wanted) in [
        ("mcp__a__b", "deny mcp__a__b"),
        ("mcp_mcp_b", "deny mcp__mcp__b"),
        ("mcp_a_*", "deny mcp__a__*"),
    ] {
        assert_eq!(rule(name, "deny", "").0, [wanted]);
    }
    // Whose name holds the `_` is not known.
    let both = ["deny mcp__a__b_c", "deny mcp__a_b__c"];
    assert_eq!(rule("mcp_a_b_c", "deny", "").0, both);
    assert_eq!(rule("mcp_a_b_c", "allow", "").0, ["allow mcp__a__b_c"]);
    // A prefix is about commands alone.
    let prefix = "commandPrefix = \"ls\"";
    assert!(rule("read_file", "allow", prefix).0.is_empty());
    let allowed = rule("run_shell_command", "allow", prefix).0;
    assert_eq!(allowed, ["allow Bash(ls *)"]);
    // The name of an agent is that of a tool there.
    let agent = "codebase_investigator";
    assert_eq!(rule(agent, "deny", "").0, [format!("deny Agent({agent})")]);
    assert_eq!(rule("discovered_tool_*", "ask_user", "").0.len(), 1);
    // In front of `_*` stands the whole server.
    let allowed = rule("mcp_my_server_*", "allow", "").0;
    assert_eq!(allowed, ["allow mcp__my_server__*"]);
    let text = "[[rule]]\ncommandRegex = 'x'\ndecision = \"deny\"\n";
    assert_eq!(rules(text).0, ["deny Bash"]);
}

#[test]
fn what_narrows_an_allow_rule_takes_it_out() {
    let empty = "[[rule]]\ntoolName = \"run_shell_command\"\n\
                 commandPrefix = []\ndecision = \"allow\"\n\
                 priority = 1\n";
    let (kept, found, degraded) = rules(empty);
    assert_eq!((kept.len(), found.len(), degraded), (0, 1, false));
    for key in ["argsPattern = \"x\"", "modes = [\"plan\"]", "new = 1"] {
        let rule = |decision: &str| {
            rules(&format!(
                "[[rule]]\ntoolName = \"read_file\"\ndecision = \
                 \"{decision}\"\npriority = 1\n{key}\n"
            ))
        };
        let (kept, found, degraded) = rule("allow");
        assert_eq!((kept.len(), found.len(), degraded), (0, 1, false));
        let (kept, found, degraded) = rule("deny");
        assert_eq!(kept, ["deny Read"], "{found:?}");
        assert_eq!((found.len(), degraded), (1, false));
    }
}

#[test]
fn a_guard_is_about_what_its_writer_means() {
    let of = |more: &str, decision: &str| {
        rules(&format!(
            "[[rule]]\n{more}\ndecision = \"{decision}\"\npriority = 5\n"
        ))
        .0
    };
    let prefix = "toolName = \"run_shell_command\"\ncommandPrefix = \"rm -\"";
    let wanted = ["deny Bash(rm - *)", "deny Bash(rm -*)"];
    assert_eq!(of(prefix, "deny"), wanted);
    assert_eq!(of(prefix, "allow"), ["allow Bash(rm - *)"]);
    for name in ["mcp_srv_drop", "mcp__srv__drop", "srv__drop"] {
        let twice = format!("mcpName = \"srv\"\ntoolName = \"{name}\"");
        let whole = format!("mcp__srv__{name}");
        let deny = [format!("deny {whole}"), "deny mcp__srv__drop".to_owned()];
        assert_eq!(of(&twice, "deny"), deny);
        assert_eq!(of(&twice, "allow"), [format!("allow {whole}")]);
    }
}

#[test]
fn expressions_that_gemini_leaves_out_are_said() {
    for (regex, wanted) in
        [("rm", 1), ("^rm", 2), ("(a+)+", 2), ("(a)+b", 1), ("(a|b*)x{2}", 1)]
    {
        let text = format!(
            "[[rule]]\ntoolName = \"run_shell_command\"\npriority = 1\n\
             commandRegex = '{regex}'\ndecision = \"deny\"\n"
        );
        let (kept, found, degraded) = rules(&text);
        assert_eq!((kept, degraded), (vec!["deny Bash".to_owned()], false));
        assert_eq!(found.len(), wanted, "{regex} {found:?}");
    }
}
