//! What a rule under the pointer means.

use hookset::event::tools::{self, Governs};
use hookset::ir::BaseId;
use hookset::load::{List, RuleEntry};
use hookset::policy::Policy;
use hookset::source::Span;
use hookset::syntax::parse_rule;
use serde_json::{Value, json};

use super::places::Places;

pub(super) fn at(policy: &Policy, places: &Places<'_>, at: u32) -> Value {
    let inside = |span: Span| span.start <= at && at <= span.end;
    for document in policy.documents() {
        let mut rules = document.rules.iter();
        if let Some(rule) = rules.find(|rule| inside(rule.span)) {
            let base = policy.source_base(document.source);
            return shown(told(rule, &base), places, rule.span);
        }
        for group in &document.groups {
            if let Some(kind) = group.kind.filter(|_| inside(group.event.span))
            {
                let row = kind.row();
                let matcher = match row.conditions {
                    true => "hooks on it may have an `if`",
                    false => "it is no call of a tool: no `if`",
                };
                let text = format!("**{}**: {matcher}", kind.name());
                return shown(text, places, group.event.span);
            }
        }
    }
    Value::Null
}

fn shown(text: String, places: &Places<'_>, span: Span) -> Value {
    json!({
        "contents": { "kind": "markdown", "value": text },
        "range": places.range(span),
    })
}

fn told(rule: &RuleEntry, base: &BaseId) -> String {
    let what = match rule.list {
        List::Allow => "runs without asking what is covered by",
        List::Ask => "asks before",
        List::Deny => "stops",
    };
    let text = rule.text.as_str();
    let mut out = format!("**{}**: {what} `{text}`", rule.list.as_str());
    let Ok(pattern) = parse_rule(text.trim()) else {
        out.push_str("\n\nthe rule cannot be read and does nothing");
        return out;
    };
    let content = pattern.content.as_ref().map(|c| c.value.as_str());
    let Some(tool) = tools::find(&pattern.name.value) else { return out };
    let line = match (tool.governs, content) {
        (_, None) => format!("every call of `{}`", tool.name),
        (Governs::Bash | Governs::PowerShell, Some(_)) => {
            "compared with each command of a line by itself; ` *` at the end \
             also matches nothing"
                .to_owned()
        }
        (Governs::Read | Governs::Edit | Governs::Cd, Some(path)) => {
            anchored(path, base)
        }
        (Governs::Host, Some(_)) => {
            "compared with the host of the address".to_owned()
        }
        _ => return out,
    };
    format!("{out}\n\n{line}")
}

/// Where a path pattern starts, in this file.
fn anchored(path: &str, base: &BaseId) -> String {
    let path = path.strip_prefix('!').unwrap_or(path);
    if path.starts_with("//") {
        return "from the root of the file system".to_owned();
    }
    if path.starts_with("~/") {
        return "from the home directory".to_owned();
    }
    if !path.starts_with('/') {
        return "from the directory the agent works in; without a `/` at \
                any depth below it"
            .to_owned();
    }
    match base {
        BaseId::Project => "from the root of the project".to_owned(),
        BaseId::UserConfig => "from the directory of the user's settings, \
                               not from the root of the file system"
            .to_owned(),
        BaseId::Fixed(directory) => format!("from `{directory}`"),
        _ => "from the directory the session started in".to_owned(),
    }
}
