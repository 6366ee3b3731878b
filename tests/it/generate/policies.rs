//! Rules, hooks and the settings that hold them.

use hookset::dialect::Dialect;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

use super::{Choices, command_rule, path_rule};

/// What some settings say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rules {
    pub(crate) allow: Vec<String>,
    pub(crate) ask: Vec<String>,
    pub(crate) deny: Vec<String>,
    /// Event, matcher and condition.
    pub(crate) hooks: Vec<(&'static str, Option<String>, Option<String>)>,
    /// Whose settings they are.
    pub(crate) scope: Option<Scope>,
}

impl Rules {
    pub(crate) fn made(choices: &mut Choices<'_>) -> Rules {
        let mut rules = Rules::default();
        for _ in 0..=choices.below(6) {
            let list = match choices.below(3) {
                0 => &mut rules.deny,
                1 => &mut rules.allow,
                _ => &mut rules.ask,
            };
            list.push(rule(choices));
        }
        for _ in 0..choices.below(4) {
            rules.hooks.push(hook(choices));
        }
        rules.scope = [None, Some(Scope::User), Some(Scope::Local)]
            .get(choices.below(3))
            .copied()
            .flatten();
        rules
    }

    /// The texts of all rules and conditions.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &String> {
        let conditions = self.hooks.iter().filter_map(|hook| hook.2.as_ref());
        let lists = [&self.deny, &self.allow, &self.ask];
        lists.into_iter().flatten().chain(conditions)
    }

    /// The settings as JSON.
    pub(crate) fn settings(&self) -> String {
        let mut hooks = json!({});
        for (at, (event, matcher, condition)) in self.hooks.iter().enumerate()
        {
            let mut handler = json!({
                "type": "command",
                "command": format!("run-{}", at % 3),
            });
            if let Some(condition) = condition {
                handler["if"] = json!(condition);
            }
            let mut group = json!({ "hooks": [handler] });
            if let Some(matcher) = matcher {
                group["matcher"] = json!(matcher);
            }
            match hooks[*event].as_array_mut() {
                Some(groups) => groups.push(group),
                None => hooks[*event] = Value::Array(vec![group]),
            }
        }
        json!({
            "permissions": {
                "allow": self.allow,
                "ask": self.ask,
                "deny": self.deny,
            },
            "hooks": hooks,
        })
        .to_string()
    }

    /// The policy of these settings.
    pub(crate) fn policy(&self, dialect: &Dialect) -> Policy {
        let input = Input {
            name: "settings.json".to_owned(),
            text: self.settings(),
            family: Family::Claude,
            scope: self.scope.unwrap_or(Scope::Project),
            directory: Some("/srv/proj".to_owned()),
        };
        Policy::from_sources([input], dialect)
    }
}

/// One permission rule.
pub(crate) fn rule(choices: &mut Choices<'_>) -> String {
    const NAMES: &[&str] = &[
        "mcp__github__push",
        "mcp__github",
        "mcp__*",
        "mcp__git__*",
        "Bash",
        "Read",
        "*",
        "Edit",
        "WebFetch",
        "Agent(Explore)",
        "Skill(pdf)",
        "Task",
        "mcp__a__b__c",
        "B*",
        "Skill(pdf *)",
        "Monitor(ls *)",
    ];
    match choices.below(12) {
        0..=4 => format!("Bash({})", command_rule(choices)),
        5 => format!("Read({})", path_rule(choices)),
        6 => format!("Edit({})", path_rule(choices)),
        7 => format!("Write({})", path_rule(choices)),
        8 => format!("WebFetch(domain:{})", host_rule(choices)),
        9 => choices.pick(NAMES).to_owned(),
        10 => match choices.below(3) {
            0 => format!("PowerShell({})", command_rule(choices)),
            1 => format!("Bash({})", choices.pick(PARAMS)),
            _ => format!("Cd({})", path_rule(choices)),
        },
        _ => choices.raw(),
    }
}

const PARAMS: &[&str] =
    &["run_in_background:true", "timeout:*", "description:a*", "x:"];

fn host_rule(choices: &mut Choices<'_>) -> String {
    const HOSTS: &[&str] = &[
        "example.com",
        "*.example.com",
        "*",
        "api.*.com",
        "EXAMPLE.com.",
        "127.0.0.1",
        "bücher.de",
        "a*.com",
        "[::1]",
        "localhost:80",
    ];
    match choices.below(11) {
        10 => choices.raw(),
        at => HOSTS.get(at).copied().unwrap_or("*").to_owned(),
    }
}

fn hook(
    choices: &mut Choices<'_>,
) -> (&'static str, Option<String>, Option<String>) {
    const EVENTS: &[&str] =
        &["PreToolUse", "PostToolUse", "PermissionRequest", "Stop"];
    const MATCHERS: &[&str] = &[
        "Bash",
        "*",
        "Edit|Write",
        "mcp__.*",
        "^B",
        "mcp__github__.*",
        "Bash, Read",
        "(?!Read).*",
        "Notebook.*",
        "[",
        "Task",
        "",
    ];
    let event = choices.pick(EVENTS);
    let matcher = match choices.below(4) {
        0 => None,
        3 => Some(choices.raw()),
        _ => Some(choices.pick(MATCHERS).to_owned()),
    };
    let condition = match choices.below(3) {
        0 => Some(rule(choices)),
        1 => None,
        _ => Some(condition(choices, 2)),
    };
    (event, matcher, condition)
}

/// A joined condition of our own dialect.
pub(crate) fn condition(choices: &mut Choices<'_>, depth: usize) -> String {
    const FIELDS: &[&str] = &[
        "tool_input.command",
        "tool_input.command ~ \"rm*\"",
        "tool_input.timeout == \"5\"",
        "tool_input.timeout != \"5\"",
        "tool_input.file_path ~ \"*.env\"",
    ];
    if depth == 0 || choices.below(3) == 0 {
        return match choices.below(3) {
            2 => choices.pick(FIELDS).to_owned(),
            _ => rule(choices),
        };
    }
    let left = condition(choices, depth - 1);
    match choices.below(4) {
        0 => format!("{left} && {}", condition(choices, depth - 1)),
        1 => format!("{left} || {}", condition(choices, depth - 1)),
        2 => format!("!({left})"),
        _ => format!("({left})"),
    }
}
