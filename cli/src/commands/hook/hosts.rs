//! The hosts as rows: how they name tools and fields, what they let a hook
//! answer.

use hookset::event::tools;

use crate::args::HostName;

/// How a host is spoken to.
#[derive(Debug)]
pub(super) struct Host {
    /// Its name, for people.
    pub(super) name: &'static str,
    /// The shape of its answers.
    pub(super) shape: Shape,
    /// The events on which `ask` makes it ask; none of these where it takes
    /// the word and lets the call run.
    pub(super) asks: Asks,
    /// What it calls an event before a tool runs.
    pub(super) before: &'static str,
    /// The variable that holds the root of the project.
    pub(super) project: &'static str,
    /// Its tools, and what they are called in policies; sorted by nothing,
    /// there are few.
    pub(super) tools: &'static [(&'static str, &'static str)],
    /// Those that a host does not share with the one it comes from.
    pub(super) more_tools: &'static [(&'static str, &'static str)],
    /// Agents that are tools of their own names.
    pub(super) agents: &'static [&'static str],
    /// Fields that are called otherwise: tool (in policies), theirs, ours.
    pub(super) fields: &'static [(&'static str, &'static str, &'static str)],
    /// What it calls tools of servers.
    pub(super) servers: Servers,
    /// Whether what it fetches stands in the text that says what to do.
    pub(super) reads_prompts: bool,
}

/// What a host calls tools of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Servers {
    /// `mcp__server__tool`, as policies do.
    Named,
    /// `mcp_server_tool`.
    Joined,
    /// `mcp_server_tool` in one program, `server-tool` in the other.
    Dashed,
    /// `MCP:tool`, or the tool alone on events of their own.
    Hidden,
}

/// The shape of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// `hookSpecificOutput`, `decision: "block"`.
    Specific,
    /// The same, but flat to whoever sends camel case.
    Flat,
    /// `decision` and `reason` at the top.
    Decision,
    /// `permission` and two messages.
    Permission,
}

/// When a host asks the person because a hook says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// Always.
    Always,
    /// Never.
    Never,
    /// On these events only.
    On(&'static [&'static str]),
}

const CLAUDE_PROJECT_DIR: &str = "CLAUDE_PROJECT_DIR";
const CODEX_PROJECT_DIR: &str = "CODEX_PROJECT_DIR";
const GEMINI_PROJECT_DIR: &str = "GEMINI_PROJECT_DIR";
const QWEN_PROJECT_DIR: &str = "QWEN_PROJECT_DIR";
const COPILOT_PROJECT_DIR: &str = "COPILOT_PROJECT_DIR";
const CURSOR_PROJECT_DIR: &str = "CURSOR_PROJECT_DIR";

/// The variables that hold the root of the project for hooks of some agent.
pub(in crate::commands) const PROJECT_VARIABLES: &[&str] = &[
    "AGENT_PROJECT_DIR",
    CLAUDE_PROJECT_DIR,
    CODEX_PROJECT_DIR,
    GEMINI_PROJECT_DIR,
    QWEN_PROJECT_DIR,
    COPILOT_PROJECT_DIR,
    CURSOR_PROJECT_DIR,
];

impl Host {
    pub(super) fn of(name: HostName) -> &'static Host {
        match name {
            HostName::Claude => &CLAUDE,
            HostName::Codex => &CODEX,
            HostName::Gemini => &GEMINI,
            HostName::Qwen => &QWEN,
            HostName::Copilot => &COPILOT,
            HostName::Cursor => &CURSOR,
        }
    }

    /// What a tool of it is called in policies.
    pub(super) fn tool<'n>(&self, name: &'n str) -> &'n str {
        let mut all = self.tools.iter().chain(self.more_tools);
        let row = all.find(|row| row.0 == name).map(|row| row.1);
        // Those of a program that goes before them, or comes after.
        let known = || {
            let (other, _) = tools::foreign(name)?;
            (!self.tools.is_empty() && !other.contains('(')).then_some(other)
        };
        row.or_else(known).unwrap_or(name)
    }

    /// Whether each of its events says what happens; elsewhere some are told
    /// by their fields.
    pub(super) fn names_events(&self) -> bool {
        self.shape != Shape::Flat
    }

    /// Whether `ask` makes it ask on an event of this name.
    pub(super) fn asks_on(&self, event: &str) -> bool {
        match self.asks {
            Asks::Always => true,
            Asks::Never => false,
            Asks::On(events) => events.contains(&event),
        }
    }
}

const CLAUDE: Host = Host {
    name: "claude",
    shape: Shape::Specific,
    asks: Asks::Always,
    before: "PreToolUse",
    project: CLAUDE_PROJECT_DIR,
    tools: &[],
    more_tools: &[],
    agents: &[],
    fields: &[],
    servers: Servers::Named,
    reads_prompts: false,
};

const CODEX: Host = Host {
    name: "codex",
    shape: Shape::Specific,
    // It reads `ask` as a fault of the hook and goes on.
    asks: Asks::Never,
    before: "PreToolUse",
    project: CODEX_PROJECT_DIR,
    tools: &[
        ("exec_command", "Bash"),
        ("local_shell", "Bash"),
        ("shell", "Bash"),
        ("shell_command", "Bash"),
        ("unified_exec", "Bash"),
        ("read_file", "Read"),
        ("view_image", "Read"),
        ("grep_files", "Grep"),
        ("list_dir", "Glob"),
        ("spawn_agent", "Agent"),
        ("apply_patch", PATCH),
    ],
    more_tools: &[],
    agents: &[],
    fields: &[
        ("Bash", "cmd", "command"),
        ("Read", "path", "file_path"),
        ("Grep", "include", "glob"),
        ("Glob", "dir_path", "path"),
        ("Agent", "agent_type", "subagent_type"),
    ],
    servers: Servers::Named,
    reads_prompts: false,
};

/// Not a tool of policies: taken apart into the files it changes.
pub(super) const PATCH: &str = "apply_patch";

const GEMINI_TOOLS: &[(&str, &str)] = &[
    ("run_shell_command", "Bash"),
    ("read_file", "Read"),
    ("read_many_files", "Read"),
    ("write_file", "Write"),
    ("replace", "Edit"),
    ("edit", "Edit"),
    ("glob", "Glob"),
    ("list_directory", "Glob"),
    ("search_file_content", "Grep"),
    ("grep_search", "Grep"),
    ("web_fetch", "WebFetch"),
    ("google_web_search", "WebSearch"),
    ("web_search", "WebSearch"),
    ("task", "Agent"),
    ("invoke_agent", "Agent"),
    ("delegate_to_agent", "Agent"),
    ("activate_skill", "Skill"),
    ("ask_user", "AskUserQuestion"),
    ("enter_plan_mode", "EnterPlanMode"),
    ("exit_plan_mode", "ExitPlanMode"),
    ("todo_write", "TodoWrite"),
    ("write_todos", "TodoWrite"),
];

/// Those of Qwen Code that Gemini CLI, which it comes from, does not have.
const QWEN_TOOLS: &[(&str, &str)] = &[
    ("agent", "Agent"),
    ("ask_user_question", "AskUserQuestion"),
    ("lsp", "LSP"),
    ("skill", "Skill"),
    ("task_create", "TaskCreate"),
    ("task_get", "TaskGet"),
    ("task_list", "TaskList"),
    ("task_stop", "TaskStop"),
    ("task_update", "TaskUpdate"),
];

const GEMINI_FIELDS: &[(&str, &str, &str)] = &[
    ("Read", "absolute_path", "file_path"),
    ("Read", "path", "file_path"),
    ("Glob", "dir_path", "path"),
    ("Grep", "dir_path", "path"),
    ("Grep", "include", "glob"),
    ("Grep", "include_pattern", "glob"),
    ("Skill", "name", "skill"),
    ("Agent", "agent_name", "subagent_type"),
];

const GEMINI: Host = Host {
    name: "gemini",
    shape: Shape::Decision,
    asks: Asks::Never,
    before: "BeforeTool",
    project: GEMINI_PROJECT_DIR,
    tools: GEMINI_TOOLS,
    more_tools: &[],
    agents: tools::GEMINI_AGENTS,
    fields: GEMINI_FIELDS,
    servers: Servers::Joined,
    reads_prompts: true,
};

const QWEN: Host = Host {
    name: "qwen",
    shape: Shape::Specific,
    // It stops the call instead, which is as good.
    asks: Asks::Always,
    before: "PreToolUse",
    project: QWEN_PROJECT_DIR,
    tools: GEMINI_TOOLS,
    more_tools: QWEN_TOOLS,
    agents: &[],
    fields: GEMINI_FIELDS,
    servers: Servers::Joined,
    reads_prompts: false,
};

const COPILOT: Host = Host {
    name: "copilot",
    shape: Shape::Flat,
    asks: Asks::Always,
    before: "preToolUse",
    project: COPILOT_PROJECT_DIR,
    tools: &[
        ("bash", "Bash"),
        ("powershell", "PowerShell"),
        ("run_in_terminal", "Bash"),
        ("runInTerminal", "Bash"),
        ("runTerminalCommand", "Bash"),
        ("view", "Read"),
        ("readFile", "Read"),
        ("read_file", "Read"),
        ("create", "Write"),
        ("createFile", "Write"),
        ("create_file", "Write"),
        ("deleteFile", "Edit"),
        ("edit", "Edit"),
        ("editFiles", "Edit"),
        ("edit_notebook_file", "NotebookEdit"),
        ("str_replace", "Edit"),
        ("insert_edit_into_file", "Edit"),
        ("multi_replace_string_in_file", "Edit"),
        ("replace_string_in_file", "Edit"),
        ("grep", "Grep"),
        ("grep_search", "Grep"),
        ("rg", "Grep"),
        ("textSearch", "Grep"),
        ("glob", "Glob"),
        ("fileSearch", "Glob"),
        ("file_search", "Glob"),
        ("listDirectory", "Glob"),
        ("list_dir", "Glob"),
        ("fetch", "WebFetch"),
        ("fetch_webpage", "WebFetch"),
        ("web_fetch", "WebFetch"),
        ("web_search", "WebSearch"),
        ("task", "Agent"),
        ("runSubagent", "Agent"),
        ("skill", "Skill"),
        ("apply_patch", PATCH),
    ],
    more_tools: &[],
    agents: &[],
    fields: &[
        ("Read", "path", "file_path"),
        ("Read", "filePath", "file_path"),
        ("Write", "path", "file_path"),
        ("Write", "filePath", "file_path"),
        ("Edit", "path", "file_path"),
        ("Edit", "filePath", "file_path"),
        ("NotebookEdit", "filePath", "notebook_path"),
        ("Grep", "includePattern", "glob"),
        ("Glob", "query", "pattern"),
        ("Agent", "agent_type", "subagent_type"),
        ("Agent", "agentName", "subagent_type"),
    ],
    servers: Servers::Dashed,
    reads_prompts: false,
};

const CURSOR: Host = Host {
    name: "cursor",
    shape: Shape::Permission,
    asks: Asks::On(&["beforeShellExecution", "beforeMCPExecution"]),
    before: "preToolUse",
    project: CURSOR_PROJECT_DIR,
    tools: &[
        ("Shell", "Bash"),
        ("TabRead", "Read"),
        ("TabWrite", "Edit"),
        ("StrReplace", "Edit"),
        ("ApplyPatch", PATCH),
        ("EditNotebook", "NotebookEdit"),
        ("Delete", "Edit"),
        ("LS", "Glob"),
        ("Task", "Agent"),
    ],
    more_tools: &[],
    agents: &[],
    fields: &[
        ("Read", "path", "file_path"),
        ("Read", "target_file", "file_path"),
        ("Write", "path", "file_path"),
        ("Edit", "path", "file_path"),
        ("NotebookEdit", "target_notebook", "notebook_path"),
        ("Glob", "glob_pattern", "pattern"),
        ("Glob", "target_directory", "path"),
    ],
    servers: Servers::Hidden,
    reads_prompts: false,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover;
    use crate::engine::{self, Engine, Input};
    use hookset::event::Context;
    use serde_json::{Value, json};

    /// What a tool of a host is, rules on its name are about, too.
    #[test]
    fn names_of_hosts_mean_the_same_to_guards() {
        let hosts = [CODEX, GEMINI, QWEN, COPILOT, CURSOR];
        for host in &hosts {
            for (theirs, ours) in host.tools.iter().chain(host.more_tools) {
                let Some((now, _)) = tools::foreign(theirs) else { continue };
                let lists = *ours == "Glob" && now == "Bash(ls *)";
                let is_patch = *ours == PATCH && now == "Edit";
                let same = now == *ours || lists || is_patch;
                assert!(same, "{} {theirs}: {now}", host.name);
            }
        }
    }

    /// A tool is called the same where rules of the host are read and where
    /// its events are.
    #[test]
    fn rules_and_events_of_gemini_mean_the_same_tools() {
        let dialect = engine::dialect("hookset").unwrap();
        let other = [("save_memory", "save_memory")];
        let agents = GEMINI.agents.iter().map(|name| (*name, "Agent"));
        let tools = GEMINI_TOOLS.iter().chain(&other).copied();
        for (theirs, ours) in tools.chain(agents) {
            let text = format!(
                "[[rule]]\ntoolName = \"{theirs}\"\ndecision = \"deny\"\n"
            );
            let place = discover::place(".gemini/policies/a.toml");
            let input = Input { place, text };
            let mut engine = Engine::new(vec![input], &dialect).unwrap();
            let event = json!({"tool_name": ours, "tool_input": {
                "command": "x", "file_path": "/x", "pattern": "x",
                "subagent_type": theirs,
            }});
            let answer = engine.answer(
                Value::Null,
                &event.to_string(),
                &Context::default(),
            );
            assert!(answer.permission.behavior == "deny", "{theirs}");
        }
    }
}
