//! Policies of Gemini CLI, in TOML.

use toml_edit::{Item, Table, Value};

use super::foreign::{Import, command_rule};
use super::toml::on_characters;
use super::{Document, Family, List, Scope};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools;
use crate::source::{SourceId, Span};

/// The tools under the names they have there. What needs a path or host
/// keeps its meaning only as a whole tool.
const TOOLS: &[(&str, &str)] = &[
    ("activate_skill", "Skill"),
    ("ask_user", "AskUserQuestion"),
    ("enter_plan_mode", "EnterPlanMode"),
    ("exit_plan_mode", "ExitPlanMode"),
    ("glob", "Glob"),
    ("google_web_search", "WebSearch"),
    ("grep_search", "Grep"),
    ("invoke_agent", "Agent"),
    ("read_file", "Read"),
    ("read_many_files", "Read"),
    ("replace", "Edit"),
    ("run_shell_command", "Bash"),
    ("search_file_content", "Grep"),
    ("web_fetch", "WebFetch"),
    ("write_file", "Edit"),
    ("write_todos", "TodoWrite"),
];

/// The keys of a rule that narrow it in a way rules here cannot.
const NARROWING: &[&str] =
    &["argsPattern", "commandRegex", "toolAnnotations", "interactive"];

pub(super) fn read(
    source: SourceId,
    text: &str,
    scope: Scope,
) -> (Document, Vec<Diagnostic>) {
    let mut import = Import::new(source, scope, Family::Gemini);
    match toml_edit::Document::parse(text) {
        Ok(file) => {
            let table = file.as_table();
            for key in ["rule", "rules"] {
                let rules = table.get(key).and_then(Item::as_array_of_tables);
                for rule in rules.into_iter().flat_map(|all| all.iter()) {
                    Rule { import: &mut import, table: rule }.read();
                }
            }
            others(&mut import, table);
            priorities(&mut import, table);
        }
        Err(error) => {
            let at = error.span().unwrap_or(0..0);
            let span = on_characters(text, at);
            let message = "the file is not TOML from here on";
            import.broken(Code::INVALID_TOML, message, span);
        }
    }
    import.done(text)
}

fn span(item: Option<&Item>) -> Span {
    let range = item.and_then(Item::span).unwrap_or(0..0);
    Span::new(range.start, range.end)
}

/// What a file holds besides rules.
fn others(import: &mut Import, table: &Table) {
    for (key, item) in table {
        if matches!(key, "rule" | "rules") {
            continue;
        }
        let message = format!("`{key}` has no counterpart; it is left out");
        let help = "write rules for what it must stop";
        let place = span(Some(item));
        import.lost(false, message, place, help);
    }
}

/// There, the rule with the highest priority wins; here, deny wins over ask
/// over allow.
fn priorities(import: &mut Import, table: &Table) {
    let tables = ["rule", "rules"]
        .into_iter()
        .filter_map(|key| table.get(key).and_then(Item::as_array_of_tables));
    let rows = tables.flat_map(|all| all.iter()).filter_map(|rule| {
        let number = rule.get("priority").and_then(Item::as_integer);
        let decision = rule.get("decision")?.as_str()?;
        Some((number.unwrap_or(0), decision == "allow", rule))
    });
    let rows: Vec<_> = rows.collect();
    let guards = rows.iter().filter(|row| !row.1);
    let Some(lowest) = guards.map(|row| row.0).min() else { return };
    let over = rows.iter().find(|row| row.1 && row.0 > lowest);
    if let Some((_, _, rule)) = over {
        let item = rule.get("priority").or_else(|| rule.get("decision"));
        let message = "this allow has a higher priority than a rule that \
                       stops or asks; here what stops wins";
        let help = "check that no allow rule must win over a deny rule";
        import.lost(false, message, span(item), help);
    }
}

struct Rule<'i, 't> {
    import: &'i mut Import,
    table: &'t Table,
}

impl Rule<'_, '_> {
    fn texts(&self, key: &str) -> Vec<(String, Span)> {
        let Some(item) = self.table.get(key) else { return Vec::new() };
        let place = |value: &Value| {
            let range = value.span().unwrap_or(0..0);
            Span::new(range.start, range.end)
        };
        match item.as_value() {
            Some(Value::String(text)) => {
                vec![(text.value().clone(), span(Some(item)))]
            }
            Some(Value::Array(items)) => {
                let texts = items.iter().filter_map(|value| {
                    Some((value.as_str()?.to_owned(), place(value)))
                });
                texts.collect()
            }
            _ => Vec::new(),
        }
    }

    fn read(&mut self) {
        let decision = self.table.get("decision");
        let whole = self.table.span().unwrap_or(0..0);
        let whole = Span::new(whole.start, whole.end);
        let list = match decision.and_then(Item::as_str) {
            Some("allow") => List::Allow,
            Some("deny") => List::Deny,
            Some("ask_user" | "ask") => List::Ask,
            _ => {
                let place = match decision {
                    Some(_) => span(decision),
                    None => whole,
                };
                let message = "this rule decides nothing that is known here; \
                               it is left out";
                let help = "write `allow`, `ask_user` or `deny`";
                self.import.lost(true, message, place, help);
                return;
            }
        };
        if !self.narrowed(list) {
            return;
        }
        let servers = self.texts("mcpName");
        let mut names = self.texts("toolName");
        let prefixes = self.texts("commandPrefix");
        if names.is_empty() && !servers.is_empty() {
            names.push(("*".to_owned(), span(self.table.get("mcpName"))));
        } else if names.is_empty() && !prefixes.is_empty() {
            let name = "run_shell_command".to_owned();
            names.push((name, span(self.table.get("commandPrefix"))));
        } else if names.is_empty() {
            names.push(("*".to_owned(), whole));
        }
        for (name, place) in names {
            if let Some((server, _)) = servers.first() {
                let text = format!("mcp__{server}__{name}");
                self.import.rule(list, text, place);
            } else if name == "run_shell_command" && !prefixes.is_empty() {
                self.commands(list, &prefixes);
            } else {
                self.tool(list, &name, place);
            }
        }
    }

    /// Says what narrows the rule; false where nothing is left of it. A
    /// guard becomes wider, which is safe; an allow rule must not.
    fn narrowed(&mut self, list: List) -> bool {
        let mut keys: Vec<&str> = NARROWING.to_vec();
        keys.push("modes");
        for key in keys {
            let Some(item) = self.table.get(key) else { continue };
            let place = span(Some(item));
            if list == List::Allow {
                let message = format!(
                    "`{key}` has no counterpart; without it the rule would \
                     allow more, so it is left out"
                );
                let help = "write an allow rule with a pattern";
                self.import.lost(false, message, place, help);
                return false;
            }
            let message = format!(
                "`{key}` has no counterpart; without it the rule stops more"
            );
            let help = "narrow the rule by hand";
            self.import.lost(false, message, place, help);
        }
        true
    }

    fn commands(&mut self, list: List, prefixes: &[(String, Span)]) {
        for (prefix, place) in prefixes {
            match command_rule(prefix) {
                Some(text) => self.import.rule(list, text, *place),
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

    fn tool(&mut self, list: List, name: &str, place: Span) {
        let row = TOOLS.iter().find(|row| row.0 == name);
        let known = row.map(|row| row.1);
        let other = tools::foreign(name).map(|(tool, _)| tool);
        if let Some(tool) = known.or(other) {
            self.import.rule(list, tool.to_owned(), place);
        } else if name.starts_with("mcp_") {
            let rest = name.trim_start_matches("mcp_");
            let (server, tool) = rest.split_once("_").unwrap_or((rest, "*"));
            let text = format!("mcp__{server}__{tool}");
            self.import.rule(list, text, place);
        } else if name == "*" && list != List::Allow {
            self.import.rule(list, "*".to_owned(), place);
        } else {
            let message =
                format!("`{name}` has no counterpart here; it is left out");
            let help = "name the tool as it is called here";
            let guard = list != List::Allow && name == "*";
            self.import.lost(guard, message, place, help);
        }
    }
}
