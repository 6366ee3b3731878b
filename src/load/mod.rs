//! Policies as they stand in files, with the place of everything.
//!
//! Loading never fails: what is wrong is a diagnostic, and the rest of the
//! file is there. Nothing is left out without a diagnostic that says so.

mod address;
mod codex;
mod declaration;
mod document;
mod family;
mod foreign;
mod frontmatter;
#[cfg(feature = "toml")]
mod gemini;
mod handler;
mod hooks;
mod http;
mod inject;
mod merge;
mod placeholders;
mod read;
mod run;
mod settings;
#[cfg(feature = "toml")]
mod toml;
mod toolkit;
mod words;
mod wrong;
mod yaml;

pub use address::{Place, place, place_of};
pub use declaration::{
    Carrier, Declaration, Moment, carried, is_declaration, pin, supported,
};
pub(crate) use http::variables_of;
pub use merge::{Effective, HandlerRef, Inactive, RuleRef, merge, merge_with};
pub use read::read;
pub use settings::settings;
pub(crate) use toolkit::KEYS as DEFINITION_KEYS;
pub use toolkit::is_guidance;
pub use words::{Family, HandlerKind, Level, List, Scope};

pub use crate::event::Mode;
use crate::event::{EventKind, Shell};
use crate::json::Tape;
use crate::source::{Decoded, SourceId, Span, Spanned};
use std::sync::Arc;

/// One file of a policy.
#[derive(Clone, Debug)]
pub struct Document {
    /// The source it was read from.
    pub source: SourceId,
    /// Whose settings they are.
    pub scope: Scope,
    /// Which kind of file it is.
    pub family: Family,
    /// The permission rules, in order.
    pub rules: Vec<RuleEntry>,
    /// Examples that stand beside rules, in order (our own dialect).
    pub examples: Vec<Example>,
    /// The groups of hooks, in order.
    pub groups: Vec<Group>,
    /// The permission mode sessions start in.
    pub default_mode: Option<Spanned<Mode>>,
    /// More directories to work in.
    pub directories: Vec<Decoded>,
    /// Everything that is switched on or off.
    pub switches: Switches,
    /// While what it counts; none for always.
    pub within: Option<Within>,
    /// Whether it may be a file of a plugin, whose agents and skills events
    /// call `plugin:name`.
    pub may_be_of_plugin: bool,
    /// The tools that can be called at all while it counts, and the place
    /// that says so; none for every tool.
    pub available: Option<(Vec<Decoded>, Span)>,
    /// Whether a deny or ask rule may have been lost, so that what is left
    /// must not be trusted to allow.
    pub degraded: bool,
    /// Where the first such rule stands, if that is known.
    pub lost: Option<Span>,
    /// Whether the program that owns the file refuses all of it.
    pub refused: bool,
    /// Whether it drops the permission rules, because of a value that its
    /// schema refuses.
    pub drops_rules: bool,
    /// The same, of the hooks.
    pub drops_hooks: bool,
    text: Arc<str>,
    tape: Tape,
    /// The nodes of definitions of guidance.
    roots: Vec<u32>,
}

/// While what a document counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Within {
    /// While the agent of this name runs.
    Agent(String),
    /// From the moment the skill or command of this name is used.
    Skill(String),
}

impl Within {
    /// The field of an event that says so, and what it then holds.
    pub fn field(&self) -> (&'static str, &str) {
        match self {
            Within::Agent(name) => ("agent_type", name),
            Within::Skill(name) => ("active_skill", name),
        }
    }

    /// Whether an event names it, in full or, `widely`, as one of a plugin.
    pub fn is_named(&self, value: &str, widely: bool) -> bool {
        let (_, name) = self.field();
        let plugin = value.strip_suffix(name);
        let plugin = plugin.and_then(|rest| rest.strip_suffix(':'));
        value == name || (widely && plugin.is_some())
    }
}

/// One permission rule as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleEntry {
    /// The list it stands in.
    pub list: List,
    /// Its text.
    pub text: Decoded,
    /// Its place, with quotes.
    pub span: Span,
}

/// A call that a rule is said to match, or not to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The rule's position in the document.
    pub rule: usize,
    /// The call, as `Tool(text)`, or only the text for the rule's own tool.
    pub call: Decoded,
    /// Whether it must match.
    pub matches: bool,
    /// Its place, with quotes.
    pub span: Span,
}

/// A matcher with its handlers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The event's name as it is written, at the key's place.
    pub event: Spanned<String>,
    /// The event; none when no event has this name, so that the group never
    /// fires.
    pub kind: Option<EventKind>,
    /// The matcher; none matches everything.
    pub matcher: Option<Decoded>,
    /// What a server's declaration asks of the call.
    pub declared: Option<Declared>,
    /// The handlers, in order.
    pub hooks: Vec<Handler>,
    /// The place of the whole group.
    pub span: Span,
}

/// The matcher of a declaration; all that is there must match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The tool's whole name, or a glob over it.
    pub tool: Option<Decoded>,
    /// What must stand in the compact JSON of the tool's input.
    pub input: Option<Decoded>,
    /// The server whose tool it must be.
    pub server: Option<Decoded>,
}

/// One handler entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// What it does.
    pub action: Action,
    /// The text of its `if`.
    pub condition: Option<Decoded>,
    /// Its timeout in milliseconds, where it sets one.
    pub timeout: Option<u64>,
    /// What is shown while it runs.
    pub status_message: Option<Decoded>,
    /// Whether it runs once per session (only in skills).
    pub once: bool,
    /// Whether a failure blocks (`onFailure`).
    pub failure_blocks: bool,
    /// The place of the whole entry.
    pub span: Span,
    /// The entry as JSON, where it is written in another way.
    pub text: Option<Arc<str>>,
}

impl Handler {
    /// The type of its action.
    pub fn kind(&self) -> HandlerKind {
        match self.action {
            Action::Command { .. } => HandlerKind::Command,
            Action::Http { .. } => HandlerKind::Http,
            Action::McpTool { .. } => HandlerKind::McpTool,
            Action::Prompt { .. } => HandlerKind::Prompt,
            Action::Agent { .. } => HandlerKind::Agent,
            Action::Decision { .. } => HandlerKind::Decision,
            Action::Inject { .. } => HandlerKind::Inject,
        }
    }

    /// Whether nobody waits for it.
    pub fn is_async(&self) -> bool {
        matches!(
            self.action,
            Action::Command { is_async: true, .. }
                | Action::Http { is_async: true, .. }
        )
    }

    /// What it decides, where it is a decision.
    fn decision(&self) -> Option<List> {
        match &self.action {
            Action::Decision { decision, .. } => {
                Some(decision.as_ref()?.value)
            }
            _ => None,
        }
    }

    /// Whether it is a decision that stops or asks.
    pub fn guards(&self) -> bool {
        self.decision().is_some_and(|list| list != List::Allow)
    }

    /// The same on such an event, where before a call what blocks if it
    /// fails guards, too.
    pub(crate) fn guards_on(&self, event: Option<EventKind>) -> bool {
        let before = event == Some(EventKind::PRE_TOOL_USE);
        self.guards() || self.failure_blocks && before
    }

    /// Whether it is a decision that lets calls run.
    pub fn allows(&self) -> bool {
        self.decision() == Some(List::Allow)
    }
}

/// What a handler does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Runs a program.
    Command {
        /// The command line, or with `args` the program.
        command: Decoded,
        /// The arguments; with them no shell is involved.
        args: Option<Vec<Decoded>>,
        /// The shell, where the file names one.
        shell: Option<Shell>,
        /// Whether nobody waits for it.
        is_async: bool,
        /// Whether exit code 2 of an asynchronous one wakes the agent.
        rewake: bool,
    },
    /// Posts the event to an address.
    Http {
        /// The address.
        url: Decoded,
        /// Headers: name and value.
        headers: Vec<(Decoded, Decoded)>,
        /// Environment variables that may be filled into headers.
        env: Vec<Decoded>,
        /// Whether nobody waits for it.
        is_async: bool,
    },
    /// Calls a tool of an MCP server.
    McpTool {
        /// The server.
        server: Decoded,
        /// The tool.
        tool: Decoded,
        /// The place of the object it is called with.
        input: Option<Span>,
    },
    /// Asks a model one question.
    Prompt {
        /// The question.
        prompt: Decoded,
        /// The model.
        model: Option<Decoded>,
        /// Whether the agent goes on after a block.
        continue_on_block: bool,
    },
    /// Lets a subagent find out.
    Agent {
        /// The task.
        prompt: Decoded,
        /// The model.
        model: Option<Decoded>,
    },
    /// Answers with what stands in the file; nothing is run.
    Decision {
        /// `allow`, `ask` or `deny`.
        decision: Option<Spanned<List>>,
        /// Why.
        reason: Option<Decoded>,
        /// Text for the model.
        context: Option<Decoded>,
    },
    /// Tells the model what a server wants it to know.
    Inject {
        /// The server that says so.
        server: Decoded,
        /// How much it wants to be heeded.
        level: Level,
        /// The text.
        text: Option<Decoded>,
        /// Instead of a text, the tool of that server whose answer it is,
        /// and the place of the object it is called with.
        tool: Option<(Decoded, Option<Span>)>,
    },
}

impl Action {
    /// What is run or said: the command, the address, the tool, the prompt,
    /// the reason, the text.
    pub fn main(&self) -> Option<&Decoded> {
        match self {
            Action::Command { command, .. } => Some(command),
            Action::Http { url, .. } => Some(url),
            Action::McpTool { tool, .. } => Some(tool),
            Action::Prompt { prompt, .. } | Action::Agent { prompt, .. } => {
                Some(prompt)
            }
            Action::Decision { reason, .. } => reason.as_ref(),
            Action::Inject { text, tool, .. } => {
                text.as_ref().or(tool.as_ref().map(|(tool, _)| tool))
            }
        }
    }
}

/// What a file switches on or off; `None` where it says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// `disableAllHooks`
    pub disable_all_hooks: Option<bool>,
    /// `allowManagedHooksOnly`: only managed hooks run.
    pub managed_hooks_only: Option<bool>,
    /// `allowManagedPermissionRulesOnly`: only managed rules count.
    pub managed_rules_only: Option<bool>,
    /// `disableBypassPermissionsMode`
    pub disable_bypass: bool,
    /// `disableAutoMode`
    pub disable_auto: bool,
    /// `denyInsteadOfPrompting`: what would ask is denied.
    pub deny_instead_of_prompting: Option<bool>,
    /// `blockReadsOutsideWorkingDirectories`
    pub block_reads_outside: Option<bool>,
    /// `blockWritesOutsideWorkingDirectories`
    pub block_writes_outside: Option<bool>,
    /// `allowedHttpHookUrls`: the only addresses hooks may post to.
    pub http_urls: Option<Vec<Decoded>>,
    /// `httpHookAllowedEnvVars`: the only variables hooks may send.
    pub http_env: Option<Vec<Decoded>>,
}

#[cfg(test)]
mod tests;
