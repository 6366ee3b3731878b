//! Policies of Gemini CLI, in TOML.

mod schema;
mod tools;

use super::foreign::{Import, command_rule};
use super::wrong::may_guard;
use super::{Document, Family, List, Scope, toml};
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};
use crate::json::{Entry, Kind, Tape, Value};
use crate::source::{SourceId, Span};

/// The keys of a rule that narrow it in a way rules here cannot.
const NARROWING: &[&str] = &[
    "argsPattern",
    "commandRegex",
    "interactive",
    "modes",
    "safety_checker",
    "subagent",
    "toolAnnotations",
];

/// The keys that are read, and those that say nothing about what may run
/// here.
const KNOWN: &[&str] = &[
    "allowRedirection",
    "allow_redirection",
    "commandPrefix",
    "decision",
    "denyMessage",
    "deny_message",
    "description",
    "mcpName",
    "name",
    "priority",
    "toolName",
];

pub(super) fn read(
    source: SourceId,
    text: &str,
    scope: Scope,
) -> (Document, Vec<Diagnostic>) {
    let mut import = Import::new(source, scope, Family::Gemini);
    let mut tape = Tape::new();
    if let Err(toml::Broken(span)) = toml::read(text, &mut tape) {
        let message = "the file is not TOML from here on";
        import.broken(Code::INVALID_TOML, message, span);
    }
    if let Some(root) = tape.root(text) {
        let mut rules = Vec::new();
        for entry in root.entries() {
            match entry.name() {
                "rule" => list(&mut import, entry.value, true, &mut rules),
                "rules" => {
                    let message = "`rules` is not read there; here what it \
                                   forbids counts";
                    let place = entry.key.span();
                    import.lost(false, message, place, "write `[[rule]]`");
                    list(&mut import, entry.value, false, &mut rules);
                }
                key => other(&mut import, key, entry),
            }
        }
        for &(table, is_read) in &rules {
            Rule { import: &mut import, table, is_read }.read();
        }
        priorities(&mut import, &rules);
    }
    import.document.tape = tape;
    import.done(text)
}

/// The rules of a list, with whether it is read there; what is none may have
/// been a guard.
fn list<'a>(
    import: &mut Import,
    value: Value<'a>,
    is_read: bool,
    rules: &mut Vec<(Value<'a>, bool)>,
) {
    let items: Vec<Value<'a>> = match value.is_array() {
        true => value.items().collect(),
        false => vec![value],
    };
    for item in items {
        if item.is_object() && value.is_array() {
            rules.push((item, is_read));
            continue;
        }
        let what = "rules stand in `[[rule]]`; this one is left out";
        let help = "write `[[rule]]` in front of each rule";
        import.document.loses(true, item.span());
        schema::refuse(import, Code::WRONG_TYPE, what, item, help);
    }
}

/// What a file holds besides rules.
fn other(import: &mut Import, key: &str, entry: Entry<'_>) {
    let message = format!("`{key}` has no counterpart; it is left out");
    let meant = nearest(key, ["rule"]).is_some();
    let help = match meant {
        true => "did you mean `[[rule]]`?",
        false => "write rules for what it must stop",
    };
    // A checker may stop what the rules allow.
    let guard = meant || key.starts_with("safety_checker") || may_guard(entry);
    import.lost(guard, message, entry.key.span(), help);
}

/// There, the rule with the highest priority wins, of equal ones the first;
/// here, deny wins over ask over allow. One word about it is enough.
fn priorities(import: &mut Import, rules: &[(Value<'_>, bool)]) {
    let rows = rules.iter().filter_map(|(rule, _)| {
        let number = rule.get("priority").and_then(Value::float);
        let strength = match rule.get("decision")?.str()? {
            "allow" => 0,
            "deny" => 2,
            _ => 1,
        };
        Some((number.unwrap_or(0.0), strength, rule))
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut above = rows.iter();
    let over =
        std::iter::from_fn(|| above.next().map(|row| (row, above.as_slice())));
    let mut over =
        over.filter(|(row, rest)| rest.iter().any(|other| other.1 > row.1));
    let Some(((_, strength, rule), _)) = over.next() else { return };
    let item = rule.get("priority").or_else(|| rule.get("decision"));
    let message = match strength {
        0 => {
            "this allow comes before a rule that stops or asks, by its \
              priority or as the first of equals; here what stops wins"
        }
        _ => {
            "this question comes before a rule that denies, by its \
              priority or as the first of equals; here the denial wins"
        }
    };
    let help = "check that no rule must win over a stricter one; the tier of \
                a file (default, extension, workspace, user, admin) counts \
                there before its priorities, and here nothing";
    let place = item.map_or(rule.span(), Value::span);
    import.lost(false, message, place, help);
}

struct Rule<'i, 'a> {
    import: &'i mut Import,
    table: Value<'a>,
    /// Whether it stands where Gemini CLI reads it.
    is_read: bool,
}

impl Rule<'_, '_> {
    /// The texts of a key; `Err` where something else stands there.
    fn texts(&self, key: &str) -> Result<Vec<(String, Span)>, Span> {
        let Some(value) = self.table.get(key) else { return Ok(Vec::new()) };
        let items: Vec<Value<'_>> = match value.kind() {
            Kind::Array => value.items().collect(),
            _ => vec![value],
        };
        let text = |item: Value<'_>| {
            let text = item.str().map(str::to_owned);
            text.map(|text| (text, item.span())).ok_or(item.span())
        };
        items.into_iter().map(text).collect()
    }

    fn read(&mut self) {
        let is_refused = !self.is_read || self.is_refused();
        let list = match self.table.get("decision").and_then(Value::str) {
            Some("allow") => List::Allow,
            Some("deny") => List::Deny,
            Some("ask_user" | "ask") => List::Ask,
            // It was said, and may have been a guard.
            _ => return self.import.document.loses(true, self.table.span()),
        };
        if is_refused && list == List::Allow {
            return;
        }
        if !self.narrowed(list) {
            return;
        }
        let read = || -> Result<_, Span> {
            let servers = self.texts("mcpName")?;
            let names = self.texts("toolName")?;
            Ok((servers, names, self.texts("commandPrefix")?))
        };
        match read() {
            Ok((servers, names, prefixes)) => {
                self.calls(list, &servers, names, &prefixes);
            }
            // It was said why.
            Err(place) => {
                self.import.document.loses(list != List::Allow, place);
            }
        }
    }

    /// The calls that the rule is about.
    fn calls(
        &mut self,
        list: List,
        servers: &[(String, Span)],
        mut names: Vec<(String, Span)>,
        prefixes: &[(String, Span)],
    ) {
        let shell =
            |name: &str| servers.is_empty() && name == "run_shell_command";
        let narrows = |name: &(String, Span)| !shell(&name.0);
        if let (List::Allow, Some((_, place))) = (list, prefixes.first())
            && (!servers.is_empty() || names.iter().any(narrows))
        {
            let message = "`commandPrefix` is about `run_shell_command` \
                           alone; without it the rule would allow more, so \
                           it is left out";
            let help = "write a rule for the commands alone";
            self.import.lost(false, message, *place, help);
            return;
        }
        // There an empty one is none.
        if names.iter().all(|name| name.0.is_empty()) {
            names.clear();
            let regex = self.table.get("commandRegex").map(Value::span);
            let shell = prefixes.first().map(|prefix| prefix.1).or(regex);
            let (name, first) = match (servers.first(), shell) {
                (Some(server), _) => ("*", server.1),
                (None, Some(place)) => ("run_shell_command", place),
                (None, None) => ("*", self.table.span()),
            };
            names.push((name.to_owned(), first));
        }
        for (name, place) in names {
            for (server, _) in servers {
                let text = format!("mcp__{server}__{name}");
                self.import.rule(list, text, place);
                // Who names the server twice means its tool.
                let tool = without_server(&name, server);
                if let Some(tool) = tool.filter(|_| list != List::Allow) {
                    let text = format!("mcp__{server}__{tool}");
                    self.import.rule(list, text, place);
                }
            }
            if !servers.is_empty() {
                continue;
            }
            if name == "run_shell_command" && !prefixes.is_empty() {
                self.commands(list, prefixes);
            } else {
                self.tool(list, &name, place);
            }
        }
    }

    /// Says what narrows the rule; false where nothing is left of it. A
    /// guard becomes wider, which is safe; an allow rule must not.
    fn narrowed(&mut self, list: List) -> bool {
        for entry in self.table.entries() {
            let key = entry.name();
            let narrows = NARROWING.contains(&key);
            let value = entry.value;
            let empty = value.is_array() && value.items().next().is_none();
            if KNOWN.contains(&key) && !(empty && list == List::Allow) {
                continue;
            }
            let place = value.span();
            let what = match narrows {
                _ if empty => "is an empty list, of which no rule comes there",
                true => "has no counterpart",
                false => "is not known here",
            };
            if list == List::Allow {
                let message = format!(
                    "`{key}` {what}; without it the rule would allow more, \
                     so it is left out"
                );
                let help = "write an allow rule with a pattern";
                self.import.lost(false, message, place, help);
                return false;
            }
            let message =
                format!("`{key}` {what}; without it the rule stops more");
            let near = nearest(key, KNOWN.iter().chain(NARROWING).copied());
            let help = match near.filter(|_| !narrows) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "narrow the rule by hand".to_owned(),
            };
            self.import.lost(false, message, place, &help);
        }
        true
    }

    fn commands(&mut self, list: List, prefixes: &[(String, Span)]) {
        for (prefix, place) in prefixes {
            let words = prefix.trim();
            if prefix.is_empty() && list != List::Allow {
                // There it says nothing about the command.
                self.import.rule(list, "Bash".to_owned(), *place);
                continue;
            }
            if words.len() < prefix.len() && !words.is_empty() {
                let message = format!(
                    "the blank at an end of `{prefix}` counts there: neither \
                     `{words}` nor `{words} x` begins so; here it {}",
                    match list {
                        List::Allow => "allows nothing",
                        _ => "stops them",
                    }
                );
                let help = format!("write `\"{words}\"`");
                self.import.lost(false, message, *place, &help);
                if list == List::Allow {
                    continue;
                }
            }
            let within = !words.ends_with(char::is_alphanumeric);
            match command_rule(prefix) {
                Some(text) => {
                    self.import.rule(list, text, *place);
                    if within && list != List::Allow {
                        // `rm -`: a word goes on, whoever wrote it means.
                        let text = format!("Bash({words}*)");
                        self.import.rule(list, text, *place);
                    }
                }
                None => {
                    let message = format!(
                        "`{prefix}` cannot be written as a rule; it is left \
                         out"
                    );
                    let help = "write a rule for the program alone";
                    let guard = list != List::Allow;
                    self.import.lost(guard, message, *place, help);
                }
            }
        }
    }
}

/// The tool in a name that holds its server as well.
fn without_server<'n>(name: &'n str, server: &str) -> Option<&'n str> {
    /// What stands before the server, and behind it.
    const AROUND: [(&str, &str); 3] =
        [("mcp_", "_"), ("mcp__", "__"), ("", "__")];
    AROUND.iter().find_map(|(front, behind)| {
        let rest = name.strip_prefix(front)?.strip_prefix(server)?;
        rest.strip_prefix(behind)
    })
}

#[cfg(test)]
mod tests;
