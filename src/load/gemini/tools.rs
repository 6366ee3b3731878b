//! Tools as the rules of Gemini CLI name them.

use super::Rule;
use crate::event::tools;
use crate::load::List;
use crate::source::Span;

/// The tools under the names they have there. What needs a path or host
/// keeps its meaning only as a whole tool.
const TOOLS: &[(&str, &str)] = &[
    ("activate_skill", "Skill"),
    ("ask_user", "AskUserQuestion"),
    ("delegate_to_agent", "Agent"),
    ("edit", "Edit"),
    ("enter_plan_mode", "EnterPlanMode"),
    ("exit_plan_mode", "ExitPlanMode"),
    ("glob", "Glob"),
    ("google_web_search", "WebSearch"),
    ("grep_search", "Grep"),
    ("invoke_agent", "Agent"),
    ("list_directory", "Glob"),
    ("read_file", "Read"),
    ("read_many_files", "Read"),
    ("replace", "Edit"),
    ("run_shell_command", "Bash"),
    ("search_file_content", "Grep"),
    ("task", "Agent"),
    ("todo_write", "TodoWrite"),
    ("web_fetch", "WebFetch"),
    ("web_search", "WebSearch"),
    ("write_file", "Write"),
    ("write_todos", "TodoWrite"),
];

/// A tool that does less than the one which has its place here: an allow rule
/// on it would let that run.
const LESSER: &[&str] = &["list_directory"];

/// Of more ways to part server and tool no rules are made.
const MAX_SPLITS: usize = 16;

impl Rule<'_, '_> {
    pub(super) fn tool(&mut self, list: List, name: &str, place: Span) {
        let row = TOOLS.iter().find(|row| row.0 == name);
        if list == List::Allow && LESSER.contains(&name) {
            return self.unknown(list, name, place);
        }
        let known = row.map(|row| row.1);
        let other = tools::foreign(name).map(|(tool, _)| tool);
        if let Some(tool) = known.or(other) {
            self.import.rule(list, tool.to_owned(), place);
        } else if tools::GEMINI_AGENTS.contains(&name) {
            self.import.rule(list, format!("Agent({name})"), place);
        } else if name.starts_with("mcp__") {
            self.import.rule(list, name.to_owned(), place);
        } else if let Some(rest) = name.strip_prefix("mcp_") {
            self.of_server(list, name, rest, place);
        } else if name == "*" && list != List::Allow {
            self.import.rule(list, "*".to_owned(), place);
        } else {
            self.unknown(list, name, place);
        }
    }

    /// `mcp_server_tool`: the rules of each server it may be of.
    fn of_server(&mut self, list: List, name: &str, rest: &str, place: Span) {
        let texts = tools_of_servers(rest, list);
        if texts.is_empty() {
            return self.unknown(list, name, place);
        }
        for text in texts {
            self.import.rule(list, text, place);
        }
        let guard = list != List::Allow;
        if guard && rest.matches('_').count() > MAX_SPLITS {
            let message = format!(
                "the server and the tool of `{name}` can be parted in more \
                 ways than the {MAX_SPLITS} that are read"
            );
            let help = "name the server with `mcpName`";
            self.import.lost(guard, message, place, help);
        }
    }

    /// A tool without a counterpart. A guard stays under the name it has
    /// there: calls of that name are stopped or asked about.
    fn unknown(&mut self, list: List, name: &str, place: Span) {
        let help = "name the tool as it is called here";
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_-*".contains(c);
        if list == List::Allow || name.is_empty() || !name.chars().all(is_name)
        {
            let message =
                format!("`{name}` has no counterpart here; it is left out");
            let guard = list != List::Allow;
            return self.import.lost(guard, message, place, help);
        }
        let message = format!(
            "`{name}` has no counterpart here; the rule looks for a tool of \
             that name"
        );
        self.import.lost(false, message, place, help);
        self.import.rule(list, name.to_owned(), place);
    }
}

/// The tools that `server_tool` may name. It is read up to the first `_`
/// there; as a guard it is also about servers with a `_` in their names, and
/// about all tools of a server where it names none. In front of `_*` stands
/// the server, whatever is in its name.
fn tools_of_servers(rest: &str, list: List) -> Vec<String> {
    let server = rest.strip_suffix("_*").filter(|name| !name.is_empty());
    if let (Some(server), List::Allow) = (server, list) {
        return vec![format!("mcp__{server}__*")];
    }
    let all = match list {
        List::Allow => 1,
        _ => MAX_SPLITS,
    };
    let splits = rest
        .match_indices('_')
        .take(all)
        .filter_map(|(at, _)| Some((rest.get(..at)?, rest.get(at + 1..)?)));
    let whole = |one: &(&str, &str)| !one.0.is_empty() && !one.1.is_empty();
    let splits = splits.filter(whole);
    let mut texts: Vec<String> = splits
        .map(|(server, tool)| format!("mcp__{server}__{tool}"))
        .collect();
    if texts.is_empty() && list != List::Allow {
        let (server, tool) = rest.split_once('_').unwrap_or((rest, "*"));
        texts.push(format!("mcp__{server}__{tool}"));
    }
    texts
}
