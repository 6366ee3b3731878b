//! Applied fixes: nothing that could be fixed is left, and what is called
//! safe changes no answer except where the mended rule speaks.

use std::collections::BTreeSet;

use hookset::diagnostic::Diagnostic;
use hookset::diagnostic::fix::{Which, mend};
use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::lint;
use hookset::load::{Family, Scope};
use hookset::plan::{Behavior, Engine, Scratch};
use hookset::policy::{Input, Policy};
use proptest::prelude::*;

use super::generate::{Choices, Happening, Rules};

fn input(text: &str, name: &str, family: Family) -> Input {
    Input {
        name: name.to_owned(),
        text: text.to_owned(),
        family,
        scope: Scope::Project,
        directory: Some("/srv/proj".to_owned()),
    }
}

fn policy(text: &str, dialect: &Dialect) -> Policy {
    let input = input(text, "settings.json", Family::Claude);
    Policy::from_sources([input], dialect)
}

fn check(text: &str, dialect: &Dialect) -> Vec<Diagnostic> {
    lint::check(&policy(text, dialect))
}

/// Rules with the slips of real files: blanks, capitals, `:*`.
pub(super) fn slipped(rules: &mut Rules, choices: &mut Choices<'_>) {
    for list in [&mut rules.allow, &mut rules.ask, &mut rules.deny] {
        for rule in list.iter_mut() {
            *rule = match choices.below(6) {
                1 => format!("{rule} "),
                2 => rule.replace(" *)", ":*)"),
                3 => rule.replace(".com", ".COM"),
                4 => rule.trim_end_matches(')').to_owned(),
                _ => continue,
            };
        }
        if choices.below(4) == 3 {
            list.push("WebFetch(domain:*)".to_owned());
        }
    }
}

struct Answer {
    behavior: Behavior,
    matched: BTreeSet<String>,
}

fn ask(text: &str, dialect: &Dialect, at: &Happening) -> Answer {
    let policy = policy(text, dialect);
    let engine: Engine = policy.compile(&Limits::default()).unwrap();
    let mut scratch = Scratch::default();
    at.with(|event| {
        let answer = engine.answer(event, &at.context, &mut scratch);
        let rules = answer.matches.iter().filter_map(|m| engine.rule(m.rule));
        Answer {
            behavior: answer.permission.behavior,
            matched: rules.map(|rule| rule.text.into_owned()).collect(),
        }
    })
}

/// The texts of all rules.
fn texts(text: &str, dialect: &Dialect) -> BTreeSet<String> {
    let policy = policy(text, dialect);
    let rules = policy.documents().iter().flat_map(|one| &one.rules);
    rules.map(|rule| rule.text.as_str().to_owned()).collect()
}

/// In TOML the names of events and lists as matchers are mended where they
/// stand; what only stands for a rule is never written.
#[test]
fn toml_is_mended_in_its_place() {
    let mended = |text: &str, name: &str, family| {
        let check = |text: &str| {
            let dialect = Dialect::default();
            let input = input(text, name, family);
            lint::check(&Policy::from_sources([input], &dialect))
        };
        mend(text, Which::All, check).text
    };
    let old = "# ours\nmodel = 'x'\n[[hooks.PreToolUze]] # typo\nmatcher = \
               [\"Bash\", 'Edit'] # two\n[[hooks.PreToolUze.hooks]]\n\
               type = \"command\"\ncommand = \"check\"\n";
    let new = mended(old, "config.toml", Family::Codex);
    let wanted = old.replace("[\"Bash\", 'Edit']", "\"Bash|Edit\"");
    assert_eq!(new, wanted.replace("PreToolUze", "PreToolUse"));
    let rules = "[[rule]]\ntoolName = \"run_shell_command\"\n\
                 commandPrefix = [\"npm  run \", \"/bin/rm\", \"git -C\"]\n\
                 decision = \"deny\"\npriority = 1\n";
    assert_eq!(mended(rules, "p.toml", Family::Gemini), rules);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn fixes_leave_nothing_to_fix(data: Vec<u8>) {
        let choices = &mut Choices::new(&data);
        let dialect = choices.dialect();
        let mut rules = Rules::made(choices);
        slipped(&mut rules, choices);
        let text = rules.settings();
        for which in [Which::Safe, Which::All] {
            let mended = mend(&text, which, |text| check(text, &dialect));
            prop_assert!(!mended.gave_up, "{text}");
            for found in check(&mended.text, &dialect) {
                let left = found.fix.as_ref();
                let left = left.is_some_and(|fix| which.takes(fix));
                prop_assert!(!left, "{found:?} in {}", mended.text);
            }
            let again = mend(&mended.text, which, |t| check(t, &dialect));
            prop_assert_eq!(again.text, mended.text);
        }
    }

    #[test]
    fn safe_fixes_change_only_what_they_mend(data: Vec<u8>) {
        let choices = &mut Choices::new(&data);
        let dialect = choices.dialect();
        let mut rules = Rules::made(choices);
        let happening = Happening::made(choices, &rules);
        slipped(&mut rules, choices);
        let old = rules.settings();
        let mended = mend(&old, Which::Safe, |text| check(text, &dialect));
        let new = mended.text;
        let before = ask(&old, &dialect, &happening);
        let after = ask(&new, &dialect, &happening);
        let (old_texts, new_texts) =
            (texts(&old, &dialect), texts(&new, &dialect));
        let kept = |answer: &Answer| -> BTreeSet<String> {
            let same = answer.matched.iter().filter(|text| {
                old_texts.contains(*text) && new_texts.contains(*text)
            });
            same.cloned().collect()
        };
        let both: BTreeSet<_> = kept(&before)
            .union(&kept(&after))
            .filter(|text| {
                // What is mended may be the same as another.
                let same = |rule: &&String| rule.trim() == text.trim();
                rules.texts().filter(same).count() == 1
            })
            .cloned()
            .collect();
        for text in &both {
            prop_assert_eq!(
                before.matched.contains(text),
                after.matched.contains(text),
                "`{}` of {} and {}", text, old, new
            );
        }
        let touched = old_texts != new_texts;
        prop_assert!(
            touched || before.behavior == after.behavior,
            "{old} and {new} differ on {happening:?}"
        );
    }
}

/// What a settings file says about a command.
fn on(text: &str, command: &str) -> Behavior {
    let dialect = Dialect::named("claude").unwrap();
    let policy = policy(text, &dialect);
    let engine = policy.compile(&Limits::default()).unwrap();
    let event = format!(
        r#"{{"hook_event_name": "PreToolUse", "tool_name": "Bash",
             "tool_input": {{"command": "{command}"}}}}"#
    );
    let mut tape = Tape::new();
    let event = Event::read(&event, &mut tape);
    let mut scratch = Scratch::default();
    let context = Context::default();
    engine.answer(&event, &context, &mut scratch).permission.behavior
}

#[test]
fn layout_and_order_are_kept() {
    let text = "\u{feff}{\r\n\t\"permissions\" : {\r\n\t\t\"deny\":[ \
                \"Bash(rm *) \" ,\r\n\t\t  \"Bash(curl *)\"  , ]\r\n\t}\r\n}";
    let dialect = Dialect::named("claude").unwrap();
    // The comma keeps the whole file from counting: it goes where that is meant.
    let mended = mend(text, Which::All, |text| check(text, &dialect));
    let wanted = "{\r\n\t\"permissions\" : {\r\n\t\t\"deny\":[ \
                  \"Bash(rm *)\" ,\r\n\t\t  \"Bash(curl *)\"   ]\r\n\t}\r\n}";
    assert_eq!(mended.text, wanted);
    assert_eq!(mended.applied.len(), 3);
    assert_eq!(on(&mended.text, "rm x"), Behavior::Deny);
    assert_eq!(on(&mended.text, "ls"), Behavior::None);
}

/// What was skipped or matched nothing must not come to cover all of a tool,
/// and what was told must not become a guard that is silently dead.
#[test]
fn no_fix_makes_a_rule_wide_or_silently_dead() {
    let dialect = Dialect::named("claude").unwrap();
    for (list, rule, wanted) in [
        ("allow", "Bash(", "Bash("),
        ("allow", "Read()", "Read()"),
        ("allow", "Edit(:*)", "Edit(:*)"),
        ("allow", "PowerShell()", "PowerShell()"),
        ("allow", "WebSearch(x)", "WebSearch(x)"),
        ("allow", "Bash(ls *", "Bash(ls *)"),
        ("deny", "BashOutput", "BashOutput"),
        ("deny", "Bash(rm *]", "Bash(rm *)"),
        ("deny", "Bash(rm *}", "Bash(rm *)"),
        ("deny", "Bash(rm [ab]", "Bash(rm [ab])"),
        ("deny", "/* Bash(rm *) */", "/* Bash(rm *) */"),
        ("deny", "Bash\u{ff08}rm *\u{ff09}", "Bash(rm *)"),
        ("deny", "Bash(rm *) x", "Bash(rm *)"),
        // A backslash would stand before the bracket.
        ("deny", "Bash(rm a \\\\ )", "Bash(rm a \\\\ )"),
        ("deny", "Bash(rm a )", "Bash(rm a)"),
        // `idn-domain` says what to write.
        ("deny", "WebFetch(domain:B\u{dc}C)", "WebFetch(domain:B\u{dc}C)"),
    ] {
        let file =
            |rule| format!(r#"{{"permissions": {{"{list}": ["{rule}"]}}}}"#);
        let mended =
            mend(&file(rule), Which::All, |text| check(text, &dialect));
        assert_eq!(mended.text, file(wanted), "{list} {rule}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Formatting changes no verdict, and formatting again changes nothing.
    #[test]
    fn formatting_changes_no_verdict(data: Vec<u8>) {
        let choices = &mut Choices::new(&data);
        let dialect = choices.dialect();
        let mut rules = Rules::made(choices);
        let happening = Happening::made(choices, &rules);
        slipped(&mut rules, choices);
        for list in [&mut rules.allow, &mut rules.deny] {
            let again = list.clone();
            list.extend(again.into_iter().take(choices.below(3)));
        }
        let old = rules.settings();
        let form = |text: &str| {
            let input = input(text, "settings.json", Family::Claude);
            hookset::policy::format::format(&input, &dialect)
        };
        let new = form(&old).unwrap();
        prop_assert_eq!(form(&new).unwrap(), new.clone());
        let before = ask(&old, &dialect, &happening);
        let after = ask(&new, &dialect, &happening);
        prop_assert_eq!(before.behavior, after.behavior, "{} {}", old, new);
        let spelt = |all: BTreeSet<String>| -> BTreeSet<String> {
            all.into_iter().map(|rule| rule.replace(":*)", " *)")).collect()
        };
        prop_assert_eq!(spelt(before.matched), spelt(after.matched));
    }
}

/// Of two keys of a name readers take one, so no fix makes a second.
#[test]
fn no_event_gets_a_name_that_is_there() {
    let group = "[{\"hooks\":[{\"type\":\"command\",\"command\":\"x\"}]}]";
    let claude = Dialect::named("claude").unwrap();
    for (keys, is_fixed) in [
        (["preToolUse", "Stop"], true),
        (["preToolUse", "PreToolUse"], false),
        (["PreToolUse", "preToolUse"], false),
        (["preToolUse", "PreToolUze"], false),
    ] {
        let keys = keys.map(|key| format!("\"{key}\":{group}"));
        let text = format!("{{\"hooks\":{{{}}}}}", keys.join(","));
        let found = check(&text, &claude);
        let named: Vec<_> = found
            .iter()
            .filter(|one| one.code.name() == "unknown-event")
            .collect();
        assert!(!named.is_empty(), "{text}: {found:?}");
        let fixed = named.iter().any(|one| one.fix.is_some());
        assert_eq!(fixed, is_fixed, "{text}");
    }
}
