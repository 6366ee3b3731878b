//! The tools rules can name (spec 1.2, 1.3, 1.6).

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The canonical name.
    pub name: &'static str,
    /// How a pattern in brackets behind it is read.
    pub governs: Governs,
    /// The input field that holds what the tool works on; a parameter rule
    /// may not name it.
    pub primary: Option<&'static str>,
    /// Whether calls of it use a file, named by `primary`.
    pub uses_file: bool,
    /// The other scalar fields of its input that are known.
    pub params: &'static [&'static str],
}

/// How a pattern behind a tool's name is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Governs {
    /// A command pattern for bash.
    Bash,
    /// A command pattern for PowerShell.
    PowerShell,
    /// A path pattern, about reading.
    Read,
    /// A path pattern, about writing.
    Edit,
    /// A path pattern that matches whole paths.
    Cd,
    /// `domain:` and a host pattern.
    Host,
    /// A subagent type.
    Agent,
    /// A skill.
    Skill,
    /// No pattern at all.
    Name,
}

impl Governs {
    /// Whether it is a command pattern.
    pub fn is_shell(self) -> bool {
        matches!(self, Governs::Bash | Governs::PowerShell)
    }
}

const fn row(
    name: &'static str,
    governs: Governs,
    primary: Option<&'static str>,
    uses_file: bool,
    params: &'static [&'static str],
) -> Tool {
    Tool { name, governs, primary, uses_file, params }
}

const fn bare(name: &'static str) -> Tool {
    row(name, Governs::Name, None, false, &[])
}

/// Every tool, sorted by name.
#[rustfmt::skip]
pub const TOOLS: &[Tool] = &[
    row("Agent", Governs::Agent, None, false, &["cwd", "description", "isolation", "max_turns", "mode", "model", "name", "prompt", "resume", "run_in_background", "subagent_type", "team_name"]),
    bare("Artifact"),
    bare("AskUserQuestion"),
    row("Bash", Governs::Bash, Some("command"), false, &["dangerouslyDisableSandbox", "description", "run_in_background", "timeout"]),
    row("Cd", Governs::Cd, Some("path"), true, &[]),
    bare("ClaudeDesign"),
    bare("CronCreate"),
    bare("CronDelete"),
    bare("CronList"),
    row("Edit", Governs::Edit, Some("file_path"), true, &["new_string", "old_string", "replace_all"]),
    bare("EndConversation"),
    bare("EnterPlanMode"),
    bare("EnterWorktree"),
    bare("ExitPlanMode"),
    bare("ExitWorktree"),
    row("Glob", Governs::Read, Some("path"), true, &["pattern"]),
    row("Grep", Governs::Read, Some("path"), true, &["-A", "-B", "-C", "-i", "-n", "context", "glob", "head_limit", "multiline", "offset", "output_mode", "pattern", "type"]),
    row("LSP", Governs::Read, Some("filePath"), true, &["character", "line", "operation", "query"]),
    bare("ListAgents"),
    bare("ListMcpResourcesTool"),
    row("Monitor", Governs::Bash, Some("command"), false, &["description", "persistent", "timeout_ms"]),
    row("NotebookEdit", Governs::Edit, Some("notebook_path"), true, &["cell_id", "cell_type", "edit_mode", "new_source"]),
    bare("OfferChromeSetup"),
    row("PowerShell", Governs::PowerShell, Some("command"), false, &["dangerouslyDisableSandbox", "description", "run_in_background", "timeout"]),
    bare("Projects"),
    bare("PushNotification"),
    row("Read", Governs::Read, Some("file_path"), true, &["limit", "offset", "pages"]),
    bare("ReadMcpResourceDirTool"),
    bare("ReadMcpResourceTool"),
    bare("ReadNotifications"),
    bare("RemoteTrigger"),
    bare("ReportFindings"),
    bare("ScheduleWakeup"),
    bare("SendFeedback"),
    bare("SendMessage"),
    bare("SendUserFile"),
    bare("SendUserMessage"),
    bare("SetGoal"),
    bare("ShareOnboardingGuide"),
    bare("ShowOnboardingRolePicker"),
    row("Skill", Governs::Skill, Some("skill"), false, &["args"]),
    bare("SubagentHandback"),
    bare("TaskCreate"),
    bare("TaskGet"),
    bare("TaskList"),
    bare("TaskStop"),
    bare("TaskUpdate"),
    bare("TodoWrite"),
    bare("ToolSearch"),
    bare("WaitForMcpServers"),
    row("WebFetch", Governs::Host, Some("url"), false, &["prompt"]),
    bare("WebSearch"),
    bare("Workflow"),
    row("Write", Governs::Edit, Some("file_path"), true, &["content"]),
    bare("propose_skills"),
];

/// Tools that the MCP server answers which their input names.
pub const ANSWERED: &[&str] =
    &["ListMcpResourcesTool", "ReadMcpResourceDirTool", "ReadMcpResourceTool"];

/// Names that tools used to have, and the names they have now.
pub const ALIASES: &[(&str, &str)] = &[
    ("Brief", "SendUserMessage"),
    ("KillBash", "TaskStop"),
    ("KillShell", "TaskStop"),
    ("ListMcpResources", "ListMcpResourcesTool"),
    ("ListPeers", "ListAgents"),
    ("ProposeGoal", "SetGoal"),
    ("ReadMcpResource", "ReadMcpResourceTool"),
    ("ReadMcpResourceDir", "ReadMcpResourceDirTool"),
    ("Task", "Agent"),
];

/// Where a name that no tool has comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A tool that was removed.
    Former,
    /// A tool of another agent.
    Elsewhere,
}

/// Names of tools that were removed or belong to other agents, and the tool
/// that does the same; sorted.
const FOREIGN: &[(&str, &str, Origin)] = {
    use Origin::*;
    &[
        ("BashOutput", "Read", Former),
        ("Fetch", "WebFetch", Elsewhere),
        ("LS", "Bash(ls *)", Former),
        ("List", "Bash(ls *)", Elsewhere),
        ("MultiEdit", "Edit", Former),
        ("NotebookRead", "Read", Former),
        ("Search", "Grep", Elsewhere),
        ("Shell", "Bash", Elsewhere),
        ("SlashCommand", "Skill", Former),
        ("StrReplace", "Edit", Elsewhere),
        ("TodoRead", "TodoWrite", Former),
        ("View", "Read", Former),
        ("activate_skill", "Skill", Elsewhere),
        ("apply_patch", "Edit", Elsewhere),
        ("createFile", "Write", Elsewhere),
        ("create_file", "Write", Elsewhere),
        ("delegate_to_agent", "Agent", Elsewhere),
        ("deleteFile", "Edit", Elsewhere),
        ("editFiles", "Edit", Elsewhere),
        ("edit_file", "Edit", Elsewhere),
        ("edit_notebook", "NotebookEdit", Elsewhere),
        ("edit_notebook_file", "NotebookEdit", Elsewhere),
        ("exec_command", "Bash", Elsewhere),
        ("execute_bash", "Bash", Elsewhere),
        ("execute_command", "Bash", Elsewhere),
        ("fetch_webpage", "WebFetch", Elsewhere),
        ("file_search", "Glob", Elsewhere),
        ("fs_read", "Read", Elsewhere),
        ("fs_write", "Write", Elsewhere),
        ("glob", "Glob", Elsewhere),
        ("google_web_search", "WebSearch", Elsewhere),
        ("grep_files", "Grep", Elsewhere),
        ("grep_search", "Grep", Elsewhere),
        ("insert_edit_into_file", "Edit", Elsewhere),
        ("invoke_agent", "Agent", Elsewhere),
        ("list_dir", "Bash(ls *)", Elsewhere),
        ("list_directory", "Bash(ls *)", Elsewhere),
        ("list_files", "Bash(ls *)", Elsewhere),
        ("local_shell", "Bash", Elsewhere),
        ("multi_replace_string_in_file", "Edit", Elsewhere),
        ("readFile", "Read", Elsewhere),
        ("read_file", "Read", Elsewhere),
        ("read_many_files", "Read", Elsewhere),
        ("replace", "Edit", Elsewhere),
        ("replace_in_file", "Edit", Elsewhere),
        ("replace_string_in_file", "Edit", Elsewhere),
        ("runInTerminal", "Bash", Elsewhere),
        ("runSubagent", "Agent", Elsewhere),
        ("runTerminalCommand", "Bash", Elsewhere),
        ("run_command", "Bash", Elsewhere),
        ("run_in_terminal", "Bash", Elsewhere),
        ("run_shell_command", "Bash", Elsewhere),
        ("run_terminal_cmd", "Bash", Elsewhere),
        ("search_file_content", "Grep", Elsewhere),
        ("search_files", "Grep", Elsewhere),
        ("shell", "Bash", Elsewhere),
        ("shell_command", "Bash", Elsewhere),
        ("spawn_agent", "Agent", Elsewhere),
        ("str_replace", "Edit", Elsewhere),
        ("str_replace_based_edit_tool", "Edit", Elsewhere),
        ("str_replace_editor", "Edit", Elsewhere),
        ("terminal", "Bash", Elsewhere),
        ("unified_exec", "Bash", Elsewhere),
        ("view", "Read", Elsewhere),
        ("view_file", "Read", Elsewhere),
        ("view_image", "Read", Elsewhere),
        ("web_fetch", "WebFetch", Elsewhere),
        ("web_search", "WebSearch", Elsewhere),
        ("write_file", "Write", Elsewhere),
        ("write_to_file", "Write", Elsewhere),
        ("write_todos", "TodoWrite", Elsewhere),
    ]
};

/// Agents that are tools of Gemini CLI, each under its own name.
pub const GEMINI_AGENTS: &[&str] =
    &["browser_agent", "cli_help", "codebase_investigator", "generalist"];

/// For the name of a tool that was removed or belongs to another agent: the
/// tool that does the same.
pub fn foreign(name: &str) -> Option<(&'static str, Origin)> {
    let at = FOREIGN.binary_search_by(|row| row.0.cmp(name)).ok()?;
    FOREIGN.get(at).map(|row| (row.1, row.2))
}

/// The names of tools that were removed or belong to other agents.
pub fn foreign_names() -> impl Iterator<Item = &'static str> {
    FOREIGN.iter().map(|row| row.0)
}

/// The tool of a canonical or former name.
pub fn find(name: &str) -> Option<&'static Tool> {
    // A name in use is none that another tool used to have.
    find_canonical(name).or_else(|| find_canonical(canonical(name)))
}

/// The tool of a canonical name.
pub fn find_canonical(name: &str) -> Option<&'static Tool> {
    let &first = name.as_bytes().first()?;
    let first = usize::from(first);
    let from = usize::from(*STARTS.get(first)?);
    let to = usize::from(*STARTS.get(first + 1)?);
    TOOLS.get(from..to)?.iter().find(|tool| tool.name == name)
}

/// For each first byte of a name: how many of [`TOOLS`] start with one below.
#[allow(clippy::indexing_slicing, reason = "runs while compiling")]
static STARTS: [u8; 129] = {
    let mut starts = [0; 129];
    let mut at = 0;
    while at < TOOLS.len() {
        let mut above = TOOLS[at].name.as_bytes()[0] as usize + 1;
        while above < starts.len() {
            starts[above] += 1;
            above += 1;
        }
        at += 1;
    }
    starts
};

/// The name a tool has now; any other name stays as it is.
pub fn canonical(name: &str) -> &str {
    let at = ALIASES.binary_search_by(|(old, _)| (*old).cmp(name));
    at.ok().and_then(|at| ALIASES.get(at)).map_or(name, |(_, new)| new)
}

/// All canonical names.
pub fn names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|tool| tool.name)
}

/// Whether a call is a question to the person, who answers it.
pub fn is_question(name: &str) -> bool {
    matches!(name, "AskUserQuestion" | "ExitPlanMode")
}

/// The tools whose calls a rule of this family looks at.
pub fn governed_by(
    governs: Governs,
) -> Box<dyn Iterator<Item = &'static str>> {
    let all = TOOLS.iter().filter(move |tool| tool.governs == governs);
    Box::new(all.map(|tool| tool.name))
}

/// The tools that use a file, shells included.
pub fn with_files() -> Box<dyn Iterator<Item = &'static str>> {
    let all =
        TOOLS.iter().filter(|tool| tool.uses_file || tool.governs.is_shell());
    Box::new(all.map(|tool| tool.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::kinds::same_word;

    #[test]
    fn tables_are_sorted() {
        assert!(TOOLS.is_sorted_by(|a, b| a.name < b.name));
        assert!(ALIASES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(FOREIGN.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn names_are_distinct() {
        let old = ALIASES.iter().map(|(old, _)| *old);
        assert!(old.into_iter().all(|old| find_canonical(old).is_none()));
        for tool in TOOLS {
            let params: Vec<_> =
                tool.primary.iter().chain(tool.params).collect();
            for (at, a) in params.iter().enumerate() {
                let mut others = params.iter().skip(at + 1);
                assert!(!others.any(|b| same_word(a, b)), "{a}");
            }
        }
    }

    #[test]
    fn former_names_are_understood() {
        assert_eq!(find("Task").map(|t| t.name), Some("Agent"));
        assert!(find("toString").is_none());
        assert_eq!(canonical("Bash"), "Bash");
    }
}
