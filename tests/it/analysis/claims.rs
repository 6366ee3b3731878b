//! Claims that were false once: what is said of rules is held against what
//! the engine answers.

use std::collections::BTreeSet;

use hookset::analyze::{Differ, sample_context};
use hookset::diagnostic::{Code, Diagnostic};
use hookset::dialect::Dialect;
use hookset::event::{Context, Event, Mode};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::plan::{Behavior, Scratch};
use hookset::policy::{Input, Policy};
use serde_json::json;

use super::made::call;
use super::same::{Lists, policy};

fn of(rows: &[(&'static str, &str)], dialect: &str) -> Policy {
    let lists: Lists =
        rows.iter().map(|row| (row.0, row.1.to_owned())).collect();
    policy(&lists, &Dialect::named(dialect).unwrap())
}

fn codes(policy: &Policy) -> Vec<Code> {
    let found = hookset::lint::check(policy);
    found.iter().map(|found| found.code).collect()
}

fn answer(policy: &Policy, event: &str, context: &Context) -> Behavior {
    let engine = policy.clone().compile(&Limits::default()).unwrap();
    let mut tape = Tape::new();
    let event = Event::read(event, &mut tape);
    let mut scratch = Scratch::default();
    engine.answer(&event, context, &mut scratch).permission.behavior
}

/// Whether `diff --deny-widening` says that more may happen, and whether it
/// claims proof that nothing more does, or that all is the same.
fn differs(old: &Policy, new: &Policy) -> (bool, bool) {
    let mut differ = Differ::new(old.clone(), new.clone()).unwrap();
    let explored = differ.explored();
    let context = sample_context();
    let shown = explored.samples.iter().any(|sample| {
        let change = differ.compare(sample.json(), &context);
        change.is_some_and(|change| change.widens())
    });
    let open = explored.unexplored.iter().any(|rule| rule.may_widen);
    let claims = differ.is_proven_same() || differ.is_proven_tighter();
    (shown || open, claims)
}

/// In mode `auto` a wide allow rule counts for nothing, so it covers none
/// that counts there.
#[test]
fn a_rule_that_a_mode_sets_aside_covers_none_that_counts() {
    let (wide, own) = (("allow", "Bash(npm *)"), ("allow", "Bash(npm run x)"));
    for dialect in ["hookset", "claude"] {
        let old = of(&[wide], dialect);
        let new = of(&[wide, own], dialect);
        let context = Context { mode: Some(Mode::Auto), ..sample_context() };
        let event = call("Bash", "command", "npm run x");
        assert_eq!(answer(&old, &event, &context), Behavior::None);
        assert_eq!(answer(&new, &event, &context), Behavior::Allow);
        let found = hookset::lint::check(&new);
        let of_code = |f: &&Diagnostic| f.code == Code::REDUNDANT_RULE;
        let said = found.iter().find(of_code).unwrap();
        assert!(said.message.contains("except in mode `auto`"), "{said:?}");
        assert_eq!(differs(&old, &new), (true, false), "{dialect}");
        // Of two that both count, or neither, one does.
        for own in ["Bash(npm run *)", "Bash(*)"] {
            let more = of(&[wide, ("allow", own)], dialect);
            assert!(codes(&more).contains(&Code::REDUNDANT_RULE), "{own}");
        }
    }
}

/// That a protected path asks is part of the answer, whichever rules are
/// there; no less is held back where the rule that reached it goes.
#[test]
fn a_protected_path_is_said_as_it_is_answered() {
    let context = sample_context();
    let event = call("Edit", "file_path", "/home/user/project/.git/x");
    let rule = "Edit(.git/**)";
    let rows: [(&[_], &[_], _); 2] = [
        (&[("ask", rule)], &[("allow", rule)], true),
        (&[("allow", rule)], &[], false),
    ];
    for (old, new, wider) in rows {
        let both = [of(old, "hookset"), of(new, "hookset")];
        let [old, new] = both.clone();
        let mut differ = Differ::new(old, new).unwrap();
        let change = differ.compare(&event, &context).unwrap();
        let said = [change.old.behavior, change.new.behavior];
        let [old, new] = &both;
        let real = [old, new].map(|one| answer(one, &event, &context));
        assert_eq!(said, real);
        assert_eq!(change.weakens(), wider);
        assert_eq!(differs(old, new).0, wider);
    }
}

/// Where nobody is asked, what asks is denied; in `auto` a wide rule is set
/// aside.
#[test]
fn a_mode_is_freer_by_what_it_makes_of_the_rules() {
    let dialect = Dialect::named("claude").unwrap();
    for (was, is, allow, widens) in [
        ("dontAsk", "plan", "Bash(git status)", true),
        ("dontAsk", "default", "Bash(git status)", true),
        ("auto", "default", "Bash(npm *)", true),
        ("auto", "dontAsk", "Bash(npm *)", true),
        ("auto", "default", "Bash(git status)", false),
        ("default", "plan", "Bash(npm *)", false),
        ("default", "dontAsk", "Bash(npm *)", false),
        ("bypassPermissions", "auto", "Bash(npm *)", false),
    ] {
        let [old, new] = [was, is].map(|mode| {
            let rules = json!({"allow": [allow], "defaultMode": mode});
            let text = json!({ "permissions": rules }).to_string();
            super::made::read("settings.json", text, &dialect)
        });
        let differ = Differ::new(old, new).unwrap();
        let found = differ.settings();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].widens, widens, "{was} {is} {allow}");
    }
}

/// What a file says besides rules and hooks holds something back or does not,
/// also by what is usual where it says nothing.
#[test]
fn a_setting_of_the_file_alone_is_told_with_what_is_usual() {
    let dialect = Dialect::named("claude").unwrap();
    let sandbox = |key: &str, value| json!({"sandbox": {key: value}});
    let (ask, out) = ("autoAllowBashIfSandboxed", "allowUnsandboxedCommands");
    let none = json!({});
    let servers = |key: &str, names| json!({ key: names });
    let (allowed, all) = ("allowedMcpServers", "enabledMcpjsonServers");
    let (off, commands) = ("disabledMcpjsonServers", "excludedCommands");
    let (denied, strict) = ("deniedMcpServers", "strictKnownMarketplaces");
    for (was, is, told) in [
        (&sandbox(ask, json!(false)), &none, Some(true)),
        (&none, &sandbox(ask, json!(false)), Some(false)),
        (&none, &sandbox(ask, json!(true)), None),
        (&sandbox(out, json!(false)), &none, Some(true)),
        (&none, &sandbox(out, json!(false)), Some(false)),
        (&none, &sandbox("enabled", json!(true)), Some(false)),
        (&none, &sandbox("enabled", json!(false)), None),
        (&none, &sandbox(commands, json!(["git"])), Some(true)),
        (&sandbox(commands, json!(["git"])), &none, Some(false)),
        (&none, &servers(all, json!(["x"])), Some(true)),
        (&servers(off, json!(["x"])), &none, Some(true)),
        (&none, &servers(off, json!(["x"])), Some(false)),
        (&servers(allowed, json!([])), &none, Some(true)),
        (&none, &servers(allowed, json!([])), Some(false)),
        (
            &servers(allowed, json!([{"serverCommand": ["x"]}])),
            &servers(allowed, json!([{"serverCommand": ["y"]}])),
            Some(true),
        ),
        (
            &servers(denied, json!([{"serverName": "evil"}])),
            &servers(denied, json!([{"serverUrl": "evil"}])),
            Some(true),
        ),
        (
            &servers(denied, json!([{"serverName": "a"}])),
            &servers(denied, json!([{"serverName": "a"}, {"serverUrl": "b"}])),
            Some(false),
        ),
        (
            &servers(strict, json!([{"source": "github", "repo": "a/b"}])),
            &servers(strict, json!([{"repo": "a/b", "source": "github"}])),
            None,
        ),
        (&servers(strict, json!([])), &none, Some(true)),
        (&none, &servers(strict, json!([])), Some(false)),
    ] {
        let [old, new] = [was, is].map(|settings| {
            super::made::read("settings.json", settings.to_string(), &dialect)
        });
        let differ = Differ::new(old, new).unwrap();
        let found = differ.settings();
        let found: Vec<_> = found.iter().map(|one| one.widens).collect();
        assert_eq!(found, Vec::from_iter(told), "{was} {is}");
        // Nobody proves the rules the same where a setting differs.
        assert_eq!(differ.is_proven_same(), told.is_none(), "{was} {is}");
        let tighter = differ.is_proven_tighter();
        assert_eq!(tighter, told != Some(true), "{was} {is}");
    }
}

/// Entries are one where their JSON means the same, however it is written.
#[test]
fn entries_of_lists_are_compared_as_values() {
    let dialect = Dialect::named("claude").unwrap();
    for (was, is, same) in [
        (
            r#"[{"serverCommand":["npx","x"]}]"#,
            r#"[ { "serverCommand" : ["npx", "x"] } ]"#,
            true,
        ),
        (r#"[{"serverName":"a\u0062"}]"#, r#"[{"serverName":"ab"}]"#, true),
        (r#"["a\u0062"]"#, r#"["ab"]"#, true),
        (
            r#"[{"serverCommand":["npx","x"]}]"#,
            r#"[{"serverCommand":["npx x"]}]"#,
            false,
        ),
        (r#"[{"serverName":"a"}]"#, r#"[{"serverName":"a","b":1}]"#, false),
    ] {
        for key in ["deniedMcpServers", "allowedMcpServers"] {
            let [old, new] = [was, is].map(|list| {
                let text = format!("{{\"{key}\":{list}}}");
                super::made::read("settings.json", text, &dialect)
            });
            let differ = Differ::new(old, new).unwrap();
            assert_eq!(differ.settings().is_empty(), same, "{was} {is}");
        }
    }
}

/// Settings that only the file knows, in the direction that lets more happen;
/// where that is not known, in both.
#[test]
fn no_setting_that_holds_something_back_changes_in_silence() {
    let dialect = Dialect::named("claude").unwrap();
    let on = json!(true);
    for (path, value, put, taken) in [
        ("sandbox.network.allowManagedDomainsOnly", &on, false, true),
        ("sandbox.filesystem.allowManagedReadPathsOnly", &on, false, true),
        ("sandbox.enableWeakerNetworkIsolation", &on, true, false),
        (
            "sandbox.credentials.files",
            &json!([{"path": "~/.aws/credentials", "mode": "deny"}]),
            false,
            true,
        ),
        ("sandbox.ignoreViolations", &json!({"*": ["/x"]}), true, true),
        ("autoMode.allow", &json!(["any"]), true, true),
        ("autoMode.soft_deny", &json!(["any"]), true, true),
        ("autoMode.hard_deny", &json!(["any"]), true, true),
        ("useAutoModeDuringPlan", &json!(false), false, true),
        ("blockedMarketplaces", &json!([{"source": "x"}]), false, true),
        ("strictPluginOnlyCustomization", &on, true, true),
        ("disableSkillShellExecution", &on, false, true),
        ("enabledPlugins", &json!({"a@b": true}), true, true),
        ("skipDangerousModePermissionPrompt", &on, true, false),
    ] {
        let with = path
            .rsplit('.')
            .fold(value.clone(), |inner, key| json!({ key: inner }));
        for (old, new, widens) in
            [(json!({}), with.clone(), put), (with, json!({}), taken)]
        {
            let [old, new] = [old, new].map(|settings| {
                let text = settings.to_string();
                super::made::read("settings.json", text, &dialect)
            });
            let differ = Differ::new(old, new).unwrap();
            let found = differ.settings();
            let found: Vec<_> =
                found.iter().map(|one| (one.name, one.widens)).collect();
            assert_eq!(found, [(path, widens)]);
        }
    }
}

/// The copy of a hook that a plugin brings is another hook (decision 140),
/// where both run.
#[test]
fn a_hook_of_a_plugin_is_not_that_of_the_project() {
    let hooks = json!([{"matcher": "Bash", "hooks": [
        {"type": "command", "command": "guard.sh"}]}]);
    let text = json!({"hooks": {"PreToolUse": hooks}}).to_string();
    let input = |scope: Scope, name: &str| Input {
        name: name.to_owned(),
        text: text.clone(),
        family: match scope {
            Scope::Plugin => Family::Plugin,
            _ => Family::Claude,
        },
        scope,
        directory: None,
    };
    let own = input(Scope::Project, "settings.json");
    let (one, two) =
        (input(Scope::Plugin, "a.json"), input(Scope::Plugin, "b.json"));
    let both = [own.clone(), one.clone()];
    for (old, new, same) in [
        (&both[..], &both[..1], false),
        (&both[..], &both[1..], false),
        (&both[..1], &both[1..], false),
        (&[one.clone(), two.clone()][..], &both[1..], false),
        // Where a plugin stands does not count.
        (&both[..], &[own.clone(), two.clone()][..], true),
    ] {
        for (dialect, apart) in
            [("claude", true), ("hookset", true), ("agent", false)]
        {
            let dialect = Dialect::named(dialect).unwrap();
            let read =
                |all: &[Input]| Policy::from_sources(all.to_vec(), &dialect);
            let mut differ = Differ::new(read(old), read(new)).unwrap();
            let samples = differ.explored().samples;
            let changes = samples.iter().filter_map(|sample| {
                differ.compare(sample.json(), &sample_context())
            });
            let changes: Vec<_> = changes.collect();
            let wanted = same || !apart;
            assert_eq!(changes.is_empty(), wanted, "{dialect:?} {changes:?}");
            assert_eq!(differ.is_proven_same(), wanted);
            let said = changes.iter().flat_map(|change| &change.stops);
            let gone = said.map(|hook| hook.said());
            let gone: BTreeSet<String> = gone.collect();
            let of = |all: &[Input], scope| {
                all.iter().filter(|one| one.scope == scope).count()
            };
            for (scope, shown) in [
                (Scope::Project, "guard.sh"),
                (Scope::Plugin, "guard.sh, of a plugin"),
            ] {
                let lost = of(old, scope) > 0 && of(new, scope) == 0;
                assert_eq!(gone.contains(shown), lost && apart, "{gone:?}");
            }
        }
    }
}

/// A guard whose place is known better asks about directories that hold such
/// files; one that may be about any depth does not.
#[test]
fn a_guard_that_asks_about_directories_is_not_superfluous() {
    let context = sample_context();
    for (wide, own, line) in [
        ("Read(**/.env)", "Read(*/.env)", "cp -r src y"),
        ("Read(**/.env)", "Read(*/.env)", "grep -rn x src"),
        ("Read(*.key)", "Read(*/*.key)", "cp -r src y"),
        ("Edit(**/secrets/**)", "Edit(*/secrets/**)", "rm -rf src"),
        ("Edit(Makefile)", "Edit(*/Makefile)", "rm -rf src"),
    ] {
        let rules = [("deny", wide), ("deny", own)];
        let (old, new) = (of(&rules, "hookset"), of(&rules[..1], "hookset"));
        let event = call("Bash", "command", line);
        assert_eq!(answer(&old, &event, &context), Behavior::Ask, "{own}");
        assert_eq!(answer(&new, &event, &context), Behavior::None, "{own}");
        let found = codes(&old);
        assert!(!found.contains(&Code::REDUNDANT_RULE), "{own}");
        assert_eq!(differs(&old, &new), (true, false), "{own}");
        let mixed = of(&[rules[0], ("ask", own)], "hookset");
        assert!(!codes(&mixed).contains(&Code::SHADOWED_RULE), "{own}");
    }
    let rules = [("deny", "Read(**/.env)"), ("deny", "Read(.env)")];
    let found = codes(&of(&rules, "hookset"));
    assert!(found.contains(&Code::REDUNDANT_RULE));
}

/// `FOO=1` behind a wrapper is a word, which only the allow rule takes off.
#[test]
fn a_rule_with_a_variable_is_not_shadowed_as_documented() {
    let rules = [("allow", "Bash(FOO=1 ls)"), ("deny", "Bash(ls)")];
    let event = call("Bash", "command", "timeout 5 FOO=1 ls");
    for (dialect, is, shadowed) in
        [("claude", Behavior::Allow, false), ("hookset", Behavior::Ask, true)]
    {
        let policy = of(&rules, dialect);
        assert_eq!(answer(&policy, &event, &sample_context()), is);
        let found = codes(&policy);
        let is = found.contains(&Code::SHADOWED_RULE);
        assert_eq!(is, shadowed, "{dialect}");
    }
}

/// A condition that cannot be read runs its hook, whatever the matcher.
#[test]
fn a_condition_that_cannot_be_read_is_not_unreachable() {
    let rows: [(&str, &[&str], &[&str]); 3] = [
        (
            "hookset",
            &["Edit|Write"],
            &[
                "Bash(:*)",
                "Bash(command:x)",
                "Bash(cat:*.env*)",
                "WebFetch(http://x)",
                "WebFetch(domain:)",
                "WebSearch(x)",
            ],
        ),
        ("claude", &["Edit|Write"], &["mcp__gh__x(a:b)", "Bash(command:x)"]),
        (
            "claude",
            &["Edit", "Edit|Bash"],
            &["Grep(src/**)", "Glob(x)", "NotebookEdit(x)"],
        ),
    ];
    for (dialect, matchers, conditions) in rows {
        for (matcher, condition) in matchers
            .iter()
            .flat_map(|m| conditions.iter().map(move |c| (m, c)))
        {
            let hook =
                json!({"type": "command", "command": "c", "if": condition});
            let group = json!([{"matcher": matcher, "hooks": [hook]}]);
            let text = json!({"hooks": {"PreToolUse": group}}).to_string();
            let dialect = Dialect::named(dialect).unwrap();
            let policy = super::made::read("settings.json", text, &dialect);
            let found = codes(&policy);
            for code in [Code::UNREACHABLE_IF, Code::IDLE_MATCHER_TOOL] {
                assert!(!found.contains(&code), "{matcher} {condition}");
            }
        }
    }
}

/// No command is a call of `Grep`, whatever it turns out to be.
#[test]
fn a_guard_on_a_tool_alone_asks_about_no_command() {
    let context = sample_context();
    let event = call("Bash", "command", "$X");
    for tool in ["Grep", "Glob", "LSP", "Read", "Edit", "Monitor"] {
        for list in ["deny", "ask"] {
            let policy = of(&[(list, tool)], "hookset");
            let said = answer(&policy, &event, &context);
            assert_eq!(said, Behavior::None, "{tool}");
        }
    }
    for rule in ["Bash", "Bash(rm *)", "Read(*)", "Edit(*)"] {
        let said = answer(&of(&[("deny", rule)], "hookset"), &event, &context);
        assert_ne!(said, Behavior::None, "{rule}");
    }
}

/// What starts nobody knows where may be any file.
#[test]
fn a_word_may_be_a_guarded_file_in_an_unknown_directory() {
    let known = sample_context();
    let unknown = Context { cwd: None, ..known.clone() };
    let event = call("Bash", "command", "sometool --upload=.env");
    for rule in ["Read(*)", "Read(//**)", "Edit(*)"] {
        let policy = of(&[("deny", rule)], "hookset");
        for context in [&known, &unknown] {
            let said = answer(&policy, &event, context);
            assert_eq!(said, Behavior::Ask, "{rule}");
        }
    }
}

/// What a guard names decides in which forms commands are looked at, and so
/// what other guards see.
#[test]
fn a_guard_that_others_see_by_is_not_covered() {
    for (rows, covered) in [
        (&[("deny", "Bash(rm *)"), ("deny", "Bash(rm -rf *)")][..], true),
        (&[("ask", "Bash(rm *)"), ("ask", "Bash(rm .env*)")], true),
        (
            &[
                ("deny", "Bash(* .env)"),
                ("ask", "Bash(rm *)"),
                ("ask", "Bash(rm .env*)"),
            ],
            false,
        ),
        (&[("deny", "Bash(ls . *)"), ("deny", "Bash(ls . -la *)")], false),
    ] {
        let found = codes(&of(rows, "hookset"));
        let said = found.contains(&Code::REDUNDANT_RULE);
        assert_eq!(said, covered, "{rows:?}");
    }
    // Behind a program that nobody knows, too, options are left out.
    let event = call("Bash", "command", "retry 3 chmod -R 777 x");
    let policy = of(&[("deny", "Bash(chmod 777 *)")], "hookset");
    let said = answer(&policy, &event, &sample_context());
    assert_eq!(said, Behavior::Ask);
}

/// What the `if` of a hook names adds to what guards see of a command; also
/// where the hook never runs.
#[test]
fn a_guard_that_sees_more_by_the_condition_of_a_hook_is_not_as_before() {
    let dialect = Dialect::named("hookset").unwrap();
    let read = |deny: &str, hooks: &[(&str, &str)]| {
        let groups: Vec<_> = hooks
            .iter()
            .map(|(matcher, test)| {
                let hook =
                    json!({"type": "command", "command": "a", "if": test});
                json!({"matcher": matcher, "hooks": [hook]})
            })
            .collect();
        let file = json!({
            "permissions": {"deny": [deny], "allow": ["Bash"]},
            "hooks": {"PreToolUse": groups},
        });
        super::made::read("settings.json", file.to_string(), &dialect)
    };
    let context = sample_context();
    for (deny, hooks, line) in [
        (
            "Bash(*npm run deploy*)",
            [
                ("Bash", "Bash(*npm run deploy*)"),
                ("Bash", "Bash(npm run deploy *)"),
            ],
            "npm run --odd y deploy",
        ),
        (
            "Bash(*ssh prod*)",
            [("Edit", "Edit(x)"), ("Task", "Bash(ssh prod*)")],
            "ssh -Z d prod",
        ),
    ] {
        let (old, new) = (read(deny, &hooks), read(deny, &hooks[..1]));
        let event = call("Bash", "command", line);
        assert_eq!(answer(&old, &event, &context), Behavior::Ask, "{line}");
        assert_eq!(answer(&new, &event, &context), Behavior::Allow, "{line}");
        assert_eq!(differs(&old, &new), (true, false), "{line}");
        // A guard on another program sees the same with it and without.
        let other = "Bash(rm *)";
        let (old, new) = (read(other, &hooks), read(other, &hooks[..1]));
        let differ = Differ::new(old, new).unwrap();
        assert!(differ.is_proven_tighter(), "{line}");
    }
}

/// An event that names no directory is in doubt to guards where one of them
/// starts at one. A condition that does is nothing to guards; that both
/// policies answer alike is not claimed of it.
#[test]
fn a_guard_that_starts_at_a_directory_counts_for_others_where_none_is_told() {
    let dialect = Dialect::named("hookset").unwrap();
    let read = |more: &str| {
        let hook = json!({"type": "command", "command": "a", "if": more});
        let file = json!({
            "permissions": {"ask": ["Read(//x/.env)"], "allow": ["Write"]},
            "hooks": {"PostToolUse": [{"matcher": "Task", "hooks": [hook]}]},
        });
        super::made::read("settings.json", file.to_string(), &dialect)
    };
    let event = call("Write", "file_path", "/etc/p");
    let context = Context::default();
    let guards = |more: &str| {
        let file = json!({
            "permissions": {"ask": [more, "Read(//x/.env)"], "allow": ["Write"]},
        });
        super::made::read("settings.json", file.to_string(), &dialect)
    };
    let (old, new) = (guards("Edit(src/x)"), guards("Edit(//x)"));
    assert_eq!(answer(&old, &event, &context), Behavior::Ask);
    assert_eq!(answer(&new, &event, &context), Behavior::Allow);

    let (old, new) = (read("Edit(src/x)"), read("Edit(//x)"));
    assert_eq!(answer(&old, &event, &context), Behavior::Allow);
    assert_eq!(answer(&new, &event, &context), Behavior::Allow);
    let differ = Differ::new(old, new).unwrap();
    assert!(!differ.is_proven_same() && !differ.is_proven_tighter());
}
