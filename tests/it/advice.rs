//! What findings advise, followed: the text that a help line ends with gives
//! no finding of its own, and does what the first one was written for.

use hookset::diagnostic::{Diagnostic, Severity};
use hookset::dialect::Dialect;
use hookset::lint;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

fn policy(settings: &Value, dialect: &str) -> Policy {
    let input = Input {
        name: "settings.json".into(),
        text: settings.to_string(),
        family: Family::Claude,
        scope: Scope::Project,
        directory: None,
    };
    Policy::from_sources([input], &Dialect::named(dialect).unwrap())
}

fn rule(list: &str, rule: &str, dialect: &str) -> Policy {
    policy(&json!({ "permissions": { list: [rule] } }), dialect)
}

fn found(policy: &Policy, code: &str) -> Vec<Diagnostic> {
    let found = lint::check(policy).into_iter();
    found.filter(|found| found.code.name() == code).collect()
}

/// What a help line has in its last backticks.
fn advised(found: &Diagnostic) -> String {
    let help = found.help.as_deref().unwrap();
    help.rsplit('`').nth(1).unwrap().to_owned()
}

fn answer(policy: Policy, command: &str) -> String {
    super::ask::command(policy, command).0
}

/// What is written in other brackets, or in none, is written back as the rule
/// that it is meant for, where that is sure.
#[test]
fn other_brackets_lead_to_the_rule_that_is_meant() {
    for (text, meant) in [
        ("Bash[rm *]", "Bash(rm *)"),
        ("Bash{rm *}", "Bash(rm *)"),
        ("Bash<rm x>", "Bash(rm x)"),
        ("Bash[*]", "Bash"),
        ("bash:rm *", "Bash(rm *)"),
        ("Bash: rm *", "Bash(rm *)"),
        ("Bash:rm x", "Bash(rm x)"),
        ("Read .env", "Read(.env)"),
        ("WebFetch[domain:a.b]", "WebFetch(domain:a.b)"),
        ("rm *", "Bash(rm *)"),
        ("rm -rf x", "Bash(rm -rf x)"),
        ("git push", "Bash(git push)"),
    ] {
        let found = lint::check(&rule("deny", text, "hookset"));
        let help = found[0].help.as_deref().unwrap_or("");
        assert_eq!(help, format!("write `{meant}`"), "{text}");
        let again = lint::check(&rule("deny", meant, "hookset"));
        let worst = again.iter().map(|found| found.severity).max();
        assert!(worst != Some(Severity::Error), "{meant}: {again:?}");
        let hook = json!({"hooks": {"PreToolUse": [{"hooks": [
            {"type": "command", "command": "a", "if": text}]}]}});
        let found = lint::check(&policy(&hook, "hookset"));
        let helps = found.iter().filter_map(|one| one.help.as_deref());
        let helps: Vec<&str> = helps.collect();
        assert!(helps.contains(&help), "{text}: {helps:?}");
    }
    for text in [
        "Bash[rm *",
        "Nope[x]",
        "WebFetch[a.b]",
        "Read Write",
        "bash x.sh",
        "read .env",
        "frobnicate it",
        "find all secrets",
        "Bash(rm *) x",
    ] {
        let found = lint::check(&rule("deny", text, "hookset"));
        let help = found[0].help.as_deref().unwrap_or("");
        assert!(
            !help.starts_with("write `Bash(") || text.starts_with("Bash[")
        );
        assert!(!help.starts_with("write `Read("), "{text}: {help}");
        assert!(!help.starts_with("write `WebFetch("), "{text}: {help}");
    }
}

#[test]
fn flags_are_stopped_in_every_place() {
    let rows = [
        ("Bash(rm -rf *)", ["rm -rf x", "rm x -rf", "rm -v -rf x"]),
        (
            "Bash(git push --force *)",
            ["git push --force", "git push a --force", "git push a b --force"],
        ),
    ];
    for (text, commands) in rows {
        let found = found(&rule("deny", text, "claude"), "flag-spelling");
        let better = format!("Bash({})", advised(&found[0]));
        let policy = || rule("deny", &better, "claude");
        let again = lint::check(&policy());
        let worst = again.iter().map(|found| found.severity).max();
        assert!(worst.is_none_or(|s| s == Severity::Info), "{again:?}");
        for command in commands {
            assert_eq!(answer(policy(), command), "deny", "{command}");
        }
        assert_eq!(answer(policy(), "rm x"), "none");
    }
}

#[test]
fn narrow_rules_let_what_they_name_run() {
    let programs = [
        ".", "awk", "bash", "docker", "env", "find", "git", "make", "node",
        "npx", "python3", "source", "ssh", "sudo", "watch", "xargs",
    ];
    for (program, dialect) in
        programs.into_iter().flat_map(|p| [(p, "claude"), (p, "hookset")])
    {
        let broad = format!("Bash({program} *)");
        let found = found(&rule("allow", &broad, dialect), "broad-allow");
        let Some(first) = found.first() else { continue };
        let better = advised(first);
        let again = lint::check(&rule("allow", &better, dialect));
        assert!(again.is_empty(), "{better}: {again:?}");
        let command = better.strip_prefix("Bash(").unwrap();
        let command = command.strip_suffix(')').unwrap().replace('*', "x");
        assert!(command.starts_with(program), "{better}");
        let answer = answer(rule("allow", &better, dialect), &command);
        assert_eq!(answer, "allow", "{better}");
    }
}

/// A rule that does not cover what is dangerous is not warned of.
#[test]
fn what_is_not_covered_is_not_warned_of() {
    let rows = [
        ("find:*", "claude", None),
        ("find *", "hookset", None),
        ("awk *", "hookset", None),
        ("awk *", "claude", Some(Severity::Warning)),
        ("sudo *", "claude", Some(Severity::Info)),
        ("xargs *", "claude", Some(Severity::Warning)),
        ("xargs *", "hookset", Some(Severity::Info)),
    ];
    for (text, dialect, severity) in rows {
        for deny in [vec![], vec!["Bash(curl *)"]] {
            let text = format!("Bash({text})");
            let lists = json!({ "allow": [text], "deny": deny });
            let policy = policy(&json!({ "permissions": lists }), dialect);
            let broad = ["broad-allow", "allow-undoes-deny"];
            let found = lint::check(&policy);
            let mut found = found.iter().filter(|f| {
                broad.contains(&f.code.name()) && {
                    let note = f.message.contains("does not cover that");
                    note == (f.severity == Severity::Info)
                }
            });
            let worst = found.next().map(|found| found.severity);
            assert_eq!(worst, severity, "{text} in {dialect}");
        }
    }
}

#[test]
fn a_sourced_file_is_a_file() {
    for name in ["source", "."] {
        let policy = rule("allow", &format!("Bash({name}:*)"), "claude");
        let help = found(&policy, "broad-allow")[0].help.clone().unwrap();
        let runs = format!("as it stands, `{name} x.sh` runs; ");
        assert!(help.starts_with(&runs), "{help}");
    }
}

#[test]
fn matchers_with_former_names_say_the_new_one() {
    let of = |matcher: &str| {
        let hook = json!({ "type": "command", "command": "x" });
        let group = json!({ "matcher": matcher, "hooks": [hook] });
        policy(&json!({ "hooks": { "PreToolUse": [group] } }), "claude")
    };
    for (matcher, now) in
        [("^Task$", "^Agent$"), ("^(Task|KillBash)$", "^(Agent|TaskStop)$")]
    {
        let found = found(&of(matcher), "never-matches");
        let help = found[0].help.as_deref().unwrap();
        assert!(help.starts_with("`Task` is called `Agent` now"), "{help}");
        assert_eq!(advised(&found[0]), now);
        assert!(lint::check(&of(now)).is_empty());
    }
}

#[test]
fn an_exact_guard_on_an_option_leads_to_one_that_finds_it_anywhere() {
    let exact = rule("deny", "Bash(git push --force)", "claude");
    let found_at = found(&exact, "exact-guard");
    let help = found_at[0].help.as_deref().unwrap();
    let wanted = help.split('`').nth(1).unwrap();
    assert_eq!(wanted, "git push *--force*");
    let wider = rule("deny", &format!("Bash({wanted})"), "claude");
    let said = lint::check(&wider);
    assert!(said.iter().all(|one| one.severity == Severity::Info), "{said:?}");
    for command in ["git push --force", "git push origin main --force"] {
        let wider = rule("deny", &format!("Bash({wanted})"), "claude");
        assert_eq!(answer(wider, command), "deny");
    }
}

#[test]
fn what_gets_past_a_guard_is_told_as_other_rules_leave_it() {
    let rows = [
        (
            json!({ "deny": ["Bash(git push --force)"] }),
            "`git push --force x` is not stopped",
        ),
        (
            json!({
                "deny": ["Bash(git push --force)"],
                "ask": ["Bash(git push *)"],
            }),
            "`git push --force x` is only asked about",
        ),
        (
            json!({ "ask": ["Bash(rm -rf *)"] }),
            "`rm -fr x` is not asked about",
        ),
        (
            json!({ "deny": ["Bash(rm -rf *)", "Bash(rm -fr *)"] }),
            "`rm -r -f x` is not stopped",
        ),
        (
            json!({ "deny": ["Bash(git push *)"], "ask": ["Bash(git *)"] }),
            "`git -C . push` is only asked about: options may stand before \
             `push`",
        ),
    ];
    for (lists, said) in rows {
        let policy = policy(&json!({ "permissions": lists }), "claude");
        let found = lint::check(&policy);
        let mut all = found.iter().map(|found| &found.message);
        assert!(all.any(|message| message.contains(said)), "{found:#?}");
    }
}

#[test]
fn files_in_a_matcher_lead_to_an_if() {
    let hook = |matcher: &str, condition: Option<&str>| {
        let mut handler = json!({ "type": "command", "command": "lint" });
        if let Some(condition) = condition {
            handler["if"] = condition.into();
        }
        let group = json!({ "matcher": matcher, "hooks": [handler] });
        policy(&json!({ "hooks": { "PostToolUse": [group] } }), "claude")
    };
    let wrong = hook("*.ts", None);
    let wrong = found(&wrong, "invalid-regex");
    assert_eq!(advised(&wrong[0]), "\"if\": \"Edit(*.ts)\"");
    let right = hook("Edit|Write", Some("Edit(*.ts)"));
    assert!(lint::check(&right).is_empty());
}

#[test]
fn what_is_said_never_to_match_matches_nothing() {
    let rows = [
        ("Bash(FOO=1 rm *)", "FOO=1 rm x"),
        ("Bash(LANG=C rm *)", "LANG=C rm x"),
        ("Bash(A=1 B=2 rm *)", "A=1 B=2 rm x"),
    ];
    for (text, command) in rows {
        for (list, dialect) in
            [("deny", "claude"), ("deny", "hookset"), ("ask", "claude")]
        {
            let found = lint::check(&rule(list, text, dialect));
            let dead =
                found.iter().any(|found| found.message.contains("never"));
            let answer = answer(rule(list, text, dialect), command);
            assert_eq!(answer == "none", dead, "{text} {dialect}: {found:?}");
        }
    }
}

/// What a rule says counts, not the letters that the file says it with.
#[test]
fn a_broad_rule_is_the_same_in_escapes() {
    let said = |rule: &str| {
        let text = format!("{{\"permissions\":{{\"allow\":[\"{rule}\"]}}}}");
        let input = hookset::policy::Input {
            name: "settings.json".to_owned(),
            text,
            family: hookset::load::Family::Claude,
            scope: hookset::load::Scope::Project,
            directory: None,
        };
        let dialect = hookset::dialect::Dialect::named("claude").unwrap();
        let policy = hookset::policy::Policy::from_sources([input], &dialect);
        let found = hookset::lint::check(&policy);
        let shown = found.iter().map(|one| {
            format!("{} {} {:?}", one.code.name(), one.message, one.help)
        });
        shown.collect::<Vec<_>>()
    };
    for (plain, escaped) in [
        ("Bash(find *)", "B\\u0061sh(find *)"),
        ("Bash(python *)", "Bash(\\u0070ython *)"),
        ("Bash(bash -c *)", "B\\u0061sh(b\\u0061sh -c *)"),
    ] {
        assert_eq!(said(plain), said(escaped), "{plain}");
    }
}
