//! The closed sets of words in files.

use crate::event::EventKind;
use crate::event::table::Handlers;

/// Whose settings a file holds, weakest first: of several values, that of the
/// strongest scope counts. Rules of all scopes count together; where the
/// first source decides, see [`Scope::turn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// A server that the agent is connected to.
    Server,
    /// A plugin.
    Plugin,
    /// A skill, from its invocation on.
    Skill,
    /// A subagent, while it runs.
    Agent,
    /// The person, in all projects.
    User,
    /// The project, for everyone.
    Project,
    /// The project, for this person.
    Local,
    /// What was decided during the session.
    Session,
    /// The command line.
    Cli,
    /// The organisation.
    Managed,
}

impl Scope {
    const NAMES: &[(Scope, &str)] = &[
        (Scope::Server, "server"),
        (Scope::Plugin, "plugin"),
        (Scope::Skill, "skill"),
        (Scope::Agent, "agent"),
        (Scope::User, "user"),
        (Scope::Project, "project"),
        (Scope::Local, "local"),
        (Scope::Session, "session"),
        (Scope::Cli, "cli"),
        (Scope::Managed, "managed"),
    ];

    /// When it has its say where the first source that speaks decides
    /// ([`Strategy::FirstSource`](crate::dialect::Strategy::FirstSource)):
    /// the smallest number is asked first. The page that this comes from
    /// names the organisation, the project and the project's own file of the
    /// person, in this order; the others follow as they are strong.
    pub fn turn(self) -> u8 {
        match self {
            Scope::Managed => 0,
            Scope::Project => 1,
            Scope::Local => 2,
            Scope::Cli => 3,
            Scope::Session => 4,
            Scope::User => 5,
            Scope::Agent => 6,
            Scope::Skill => 7,
            Scope::Plugin => 8,
            Scope::Server => 9,
        }
    }

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        let found = Scope::NAMES.iter().find(|row| row.0 == self);
        found.map_or("", |row| row.1)
    }

    /// What runners call them among themselves; a file of `--settings`
    /// counts as the command line does.
    const OTHERS: &[(Scope, &str)] = &[
        (Scope::User, "userSettings"),
        (Scope::Project, "projectSettings"),
        (Scope::Local, "localSettings"),
        (Scope::Cli, "flagSettings"),
        (Scope::Cli, "flag"),
        (Scope::Cli, "settings"),
        (Scope::Cli, "cliArg"),
        (Scope::Skill, "command"),
        (Scope::Managed, "policySettings"),
        (Scope::Managed, "policy"),
    ];

    /// The scope of a word.
    pub fn named(name: &str) -> Option<Scope> {
        let mut all = Scope::NAMES.iter().chain(Scope::OTHERS);
        let found = all.find(|row| row.1 == name);
        found.map(|row| row.0)
    }
}

/// Which kind of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Settings below `.claude`.
    Claude,
    /// Settings below `.agent`.
    Agent,
    /// `hooks.json` or `plugin.json` of a plugin.
    Plugin,
    /// Our own: comments, decisions and joined conditions are fine.
    Hookset,
    /// Hooks a server declares (SEP-2282).
    Sep2282,
    /// Guidance of a toolkit.
    Toolkit,
    /// An agent, a skill or a command: Markdown with YAML in front.
    Definition,
    /// `hooks_config` of the pattern catalogue, in YAML.
    Pattern,
    /// Policies of Gemini CLI, in TOML.
    Gemini,
    /// Rules of Codex.
    Codex,
}

impl Family {
    /// Whether such a file is written in YAML.
    pub fn is_yaml(self) -> bool {
        matches!(self, Family::Definition | Family::Pattern)
    }

    /// Whether the values of such a file may be written in another way than
    /// JSON.
    pub fn is_foreign(self) -> bool {
        self.is_yaml() || self.is_of_another()
    }

    /// Whether its rules are written in the language of another agent, and
    /// only what they come to is looked at here.
    pub fn is_of_another(self) -> bool {
        matches!(self, Family::Gemini | Family::Codex)
    }

    /// The dialect its conditions are read in.
    pub fn dialect(self) -> &'static str {
        match self {
            Family::Claude
            | Family::Plugin
            | Family::Definition
            | Family::Gemini
            | Family::Codex => "claude",
            Family::Pattern => "pattern",
            Family::Agent => "agent",
            Family::Hookset => "hookset",
            Family::Sep2282 => "sep2282",
            Family::Toolkit => "toolkit",
        }
    }
}

/// The type of a handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum HandlerKind {
    /// `command`
    Command,
    /// `http`
    Http,
    /// `mcp_tool`
    McpTool,
    /// `prompt`
    Prompt,
    /// `agent`
    Agent,
    /// `decision`
    Decision,
    /// `inject`
    Inject,
}

impl HandlerKind {
    /// Every type, with its name in files.
    pub const ALL: &[(HandlerKind, &str)] = &[
        (HandlerKind::Command, "command"),
        (HandlerKind::Http, "http"),
        (HandlerKind::McpTool, "mcp_tool"),
        (HandlerKind::Prompt, "prompt"),
        (HandlerKind::Agent, "agent"),
        (HandlerKind::Decision, "decision"),
        (HandlerKind::Inject, "inject"),
    ];

    /// The types that only our own files have.
    pub const OURS: &[HandlerKind] =
        &[HandlerKind::Decision, HandlerKind::Inject];

    /// Its name in files.
    pub fn as_str(self) -> &'static str {
        let found = HandlerKind::ALL.iter().find(|row| row.0 == self);
        found.map_or("", |row| row.1)
    }

    /// The type of a name.
    pub fn named(name: &str) -> Option<HandlerKind> {
        let found = HandlerKind::ALL.iter().find(|row| row.1 == name);
        found.map(|row| row.0)
    }

    /// Whether a failure of any can block on an event: never where a block
    /// would only keep the agent going.
    pub fn fails_shut_on(event: EventKind) -> bool {
        let keeps_going = matches!(
            event,
            EventKind::STOP
                | EventKind::SUBAGENT_STOP
                | EventKind::TASK_COMPLETED
                | EventKind::TEAMMATE_IDLE
        );
        !keeps_going
    }

    /// Whether an event that takes `handlers` runs it.
    pub fn runs_on(self, handlers: Handlers) -> bool {
        match self {
            HandlerKind::Command
            | HandlerKind::McpTool
            | HandlerKind::Decision
            | HandlerKind::Inject => true,
            HandlerKind::Http => handlers != Handlers::Local,
            HandlerKind::Prompt | HandlerKind::Agent => {
                handlers == Handlers::All
            }
        }
    }
}

/// How much a text for the model wants to be heeded, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// It may be ignored.
    Suggestion,
    /// It is to be weighed.
    Important,
    /// It must be followed.
    Required,
}

impl Level {
    /// Every level, with its name in files.
    pub const ALL: &[(Level, &str)] = &[
        (Level::Suggestion, "suggestion"),
        (Level::Important, "important"),
        (Level::Required, "required"),
    ];

    /// Its name in files.
    pub fn as_str(self) -> &'static str {
        let found = Level::ALL.iter().find(|row| row.0 == self);
        found.map_or("", |row| row.1)
    }

    /// The level of a name.
    pub fn named(name: &str) -> Option<Level> {
        let found = Level::ALL.iter().find(|row| row.1 == name);
        found.map(|row| row.0)
    }
}

/// The list a permission rule stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// Runs without asking.
    Allow,
    /// Asks first.
    Ask,
    /// Does not run.
    Deny,
}

impl List {
    /// The key in the file.
    pub fn as_str(self) -> &'static str {
        match self {
            List::Allow => "allow",
            List::Ask => "ask",
            List::Deny => "deny",
        }
    }
}
