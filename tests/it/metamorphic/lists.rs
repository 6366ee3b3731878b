//! Laws about lists of rules that are changed.

use super::*;

/// Other lists of rules for each seed.
fn other_rules(
    law: &str,
    right: impl Fn(&Said, &Said) -> bool,
    change: impl Fn(&mut Value),
) {
    let mut asking = Asking::default();
    let seeds = &*SEEDS;
    let mut wrong = Vec::new();
    for seed in seeds {
        let mut lists = seed.lists.clone();
        change(&mut lists);
        let said = asking.ask(&lists, &seed.tool, &seed.input, &seed.context);
        if !right(&seed.said, &said) {
            let (was, is) = (seed.said.behavior, said.behavior);
            wrong.push(format!("{} {was:?} -> {is:?}", seed.name));
        }
    }
    settle(law, &wrong);
}

fn add(lists: &mut Value, list: &str, rules: &[&str]) {
    let into = lists[list].as_array_mut().unwrap();
    into.extend(rules.iter().map(|&rule| Value::from(rule)));
}

fn each(lists: &mut Value, change: impl Fn(&str) -> String) {
    for list in ["allow", "deny", "ask"] {
        for rule in lists[list].as_array_mut().unwrap() {
            // A rule with examples is an object.
            if let Some(text) = rule.as_str() {
                *rule = change(text).into();
            }
        }
    }
}

fn no_milder(before: &Said, after: &Said) -> bool {
    strictness(after.behavior) >= strictness(before.behavior)
}

fn same(before: &Said, after: &Said) -> bool {
    before.behavior == after.behavior
}

#[test]
fn guards_never_let_more_run() {
    const OTHERS: &[&str] = &[
        "Bash(zzz *)",
        "Read(zzz)",
        "Edit(zzz)",
        "WebFetch(domain:zzz.zz)",
        "PowerShell(zzz *)",
        "mcp__zzz",
    ];
    other_rules("more denies", no_milder, |lists| add(lists, "deny", OTHERS));
    other_rules("more asks", no_milder, |lists| add(lists, "ask", OTHERS));
    let denied = |_: &Said, after: &Said| after.behavior == Behavior::Deny;
    other_rules("all denied", denied, |lists| add(lists, "deny", &["*"]));
    let no_stricter = |before: &Said, after: &Said| no_milder(after, before);
    other_rules("no denies", no_stricter, |lists| lists["deny"] = json!([]));
}

#[test]
fn allow_rules_only_allow() {
    // Those on `Cd` also say where it may not lead (spec 4.6).
    let is_list = |rule: &Value| {
        rule.as_str().is_some_and(|rule| rule.starts_with("Cd"))
    };
    other_rules("one less", no_milder, |lists| {
        let all = lists["allow"].as_array_mut().unwrap();
        all.pop_if(|rule| !is_list(rule));
    });
    other_rules("none", no_milder, |lists| {
        lists["allow"].as_array_mut().unwrap().retain(is_list);
    });
    let guarded = |said: &Said| strictness(said.behavior) >= 2;
    let alike = move |before: &Said, after: &Said| {
        let denied = before.behavior == Behavior::Deny;
        guarded(before) == guarded(after)
            && (!denied || after.behavior == Behavior::Deny)
    };
    const ALL: &[&str] =
        &["Bash", "Read", "Edit", "WebFetch", "Grep", "Glob", "PowerShell"];
    other_rules("everything", alike, |lists| add(lists, "allow", ALL));
}

#[test]
fn rules_that_mean_the_same_answer_the_same() {
    other_rules("turned around", same, |lists| {
        for list in ["allow", "deny", "ask"] {
            lists[list].as_array_mut().unwrap().reverse();
        }
    });
    other_rules("said twice", same, |lists| {
        for list in ["allow", "deny", "ask"] {
            let rules = lists[list].as_array_mut().unwrap();
            let again = rules.clone();
            rules.extend(again);
        }
    });
    other_rules("` *` for `:*`", same, |lists| {
        let parameters = ["run_in_background", "dangerouslyDisableSandbox"];
        // `Skill(a:*)` is also all of a plugin (decision 103).
        let command = |rule: &&str| !rule.starts_with("Skill");
        each(lists, |rule| {
            match Some(rule)
                .filter(command)
                .and_then(|rule| rule.strip_suffix(":*)"))
            {
                Some(head)
                    if !parameters.iter().any(|p| head.ends_with(p)) =>
                {
                    format!("{head} *)")
                }
                _ => rule.to_owned(),
            }
        });
    });
    other_rules("`(*)` for a bare name", same, |lists| {
        each(lists, |rule| match rule {
            "Bash" | "PowerShell" => format!("{rule}(*)"),
            rule => rule.to_owned(),
        });
    });
    other_rules("other names of tools", same, |lists| {
        each(lists, |rule| match rule.strip_prefix("Agent") {
            Some(rest) => format!("Task{rest}"),
            None => rule.to_owned(),
        });
    });
}
