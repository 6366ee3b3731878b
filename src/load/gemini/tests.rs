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
fn every_server_and_name_counts() {
    let text = "rule = [{mcpName = [\"a\", \"b\"], toolName = 'x', \
                decision = \"deny\", priority = 5}]\n";
    let wanted = ["deny mcp__a__x", "deny mcp__b__x"];
    let (rules, found, degraded) = rules(text);
    assert_eq!(
        (rules.as_slice(), degraded),
        (&wanted.map(str::to_owned)[..], false)
    );
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn no_rule_is_lost_without_a_word() {
    for (text, at) in [
        ("[rule]\ndecision = \"deny\"\n", "error"),
        ("rule = [1]\n", "error 1"),
        ("[[rule]]\ndecision = \"deny\"\ntoolName = 3\n", "error 3"),
        ("[[rule]]\ndecision = \"stop\"\n", "error \"stop\""),
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
             \"{decision}\"\n{more}\n"
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
    let text = "[[rule]]\ncommandRegex = 'x'\ndecision = \"deny\"\n";
    assert_eq!(rules(text).0, ["deny Bash"]);
}

#[test]
fn what_narrows_an_allow_rule_takes_it_out() {
    let empty = "[[rule]]\ntoolName = \"run_shell_command\"\n\
                 commandPrefix = []\ndecision = \"allow\"\n";
    let (kept, found, degraded) = rules(empty);
    assert_eq!((kept.len(), found.len(), degraded), (0, 1, false));
    for key in ["argsPattern = \"x\"", "modes = [\"plan\"]", "new = 1"] {
        let rule = |decision: &str| {
            rules(&format!(
                "[[rule]]\ntoolName = \"read_file\"\ndecision = \
                 \"{decision}\"\n{key}\n"
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
fn a_priority_that_is_no_number_is_said() {
    for (priority, wanted) in [
        ("\"high\"", vec!["error \"high\""]),
        ("true", vec!["error true"]),
        ("100", vec![]),
        ("1.5", vec![]),
    ] {
        let (kept, found, degraded) = rules(&format!(
            "[[rule]]\ntoolName = \"save_memory\"\ndecision = \"deny\"\n\
             priority = {priority}\n"
        ));
        assert_eq!(kept, ["deny save_memory"]);
        let found: Vec<_> =
            found.iter().filter(|f| f.starts_with("error")).collect();
        assert_eq!(found, wanted.iter().collect::<Vec<_>>());
        assert!(!degraded);
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
