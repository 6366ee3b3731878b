//! What happened, as the runner reports it.

mod context;
pub mod elsewhere;
mod kinds;
mod mode;
mod quick;
mod read;
mod settle;
pub mod short;
pub mod table;
pub mod tools;
mod trouble;

pub use context::ContextFault;
pub(crate) use kinds::same_word;
pub use mode::Mode;
pub use read::field_name;

use crate::json::{Fault, Value};
use crate::source::Span;

/// One event, as a view of the payload a runner sent.
#[derive(Clone, Debug, Default)]
pub struct Event<'a> {
    /// The whole payload.
    pub root: Option<Value<'a>>,
    /// Which event it is.
    pub kind: Option<EventKind>,
    /// Its name as sent.
    pub name: Option<&'a str>,
    /// The tool that is called, as sent.
    pub tool_name: Option<&'a str>,
    /// What the tool is called with, an object.
    pub tool_input: Option<Value<'a>>,
    /// The directory it happens in.
    pub cwd: Option<&'a str>,
    /// The session.
    pub session_id: Option<&'a str>,
    /// The permission mode.
    pub permission_mode: Option<&'a str>,
    /// The subagent it happens in.
    pub agent_id: Option<&'a str>,
    /// The kind of that subagent.
    pub agent_type: Option<&'a str>,
    /// The MCP server it is about.
    pub mcp_server: Option<&'a str>,
    /// What a group's matcher is compared with: of a call its tool. Who
    /// changes one changes the other.
    pub matcher_value: Option<&'a str>,
    /// What is wrong with the payload. In a strict dialect an event with
    /// troubles is never allowed.
    pub troubles: Vec<Trouble>,
}

/// Something about a payload that two readers could read differently, or
/// that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What is wrong.
    pub what: What,
    /// The bytes of the payload it concerns.
    pub span: Span,
    /// The field it concerns; may be empty.
    pub field: &'static str,
}

/// What can be wrong with a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum What {
    /// It is not plain JSON.
    Json(Fault),
    /// It, or the field, must be an object.
    NotAnObject,
    /// The field must be a text.
    NotAText,
    /// The field must not be empty.
    EmptyText,
    /// The field holds a control character that its readers cut or drop.
    ControlCharacter,
    /// The field must be there.
    Missing,
    /// The field is there in two spellings, such as `tool_name` and
    /// `toolName`.
    TwoSpellings,
    /// A key differs from the field's name only in letter case or in `_`.
    OtherSpelling,
    /// No runner that is known sends an event of this name.
    UnknownEvent,
}

/// One of the events of the table; an index into its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventKind(pub(crate) u8);

/// A set of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct EventSet(pub u64);

impl EventSet {
    /// The set that holds just `kind`.
    pub fn only(kind: EventKind) -> EventSet {
        EventSet(1 << (kind.0 & 63))
    }

    /// Whether it holds `kind`.
    pub fn has(self, kind: EventKind) -> bool {
        self.0 & EventSet::only(kind).0 != 0
    }

    /// The set of these events.
    pub const fn of(mut kinds: &[EventKind]) -> EventSet {
        let mut bits = 0;
        while let [first, rest @ ..] = kinds {
            bits |= 1 << (first.0 & 63);
            kinds = rest;
        }
        EventSet(bits)
    }

    /// The set and these events.
    #[must_use]
    pub fn with(self, kinds: impl IntoIterator<Item = EventKind>) -> EventSet {
        let add = |all, kind| all | EventSet::only(kind).0;
        EventSet(kinds.into_iter().fold(self.0, add))
    }

    /// The set but for these events.
    #[must_use]
    pub fn without(
        self,
        kinds: impl IntoIterator<Item = EventKind>,
    ) -> EventSet {
        EventSet(self.0 & !EventSet::of(&[]).with(kinds).0)
    }
}

/// What the library may not look up and so is told: places, links, the
/// platform. Every field may be left out; but where a guard starts at a
/// directory that neither the event nor this names, it asks about every file,
/// and every guard on files asks about one that lies in such a directory (see
/// [`Reason::UnknownDirectory`](crate::shell::Reason::UnknownDirectory)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The directory the event happens in.
    pub cwd: Option<String>,
    /// Where patterns without an anchor start, if that is not where the event
    /// happens: where it happened before somebody went elsewhere.
    pub start: Option<String>,
    /// The home directory.
    pub home: Option<String>,
    /// The root of the project.
    pub project_root: Option<String>,
    /// Where the git repository around the current directory starts, if that
    /// is known: what git does there changes no file elsewhere.
    pub repository: Option<String>,
    /// The branch that is checked out there, if that is known: a push that
    /// names none goes to it.
    pub branch: Option<String>,
    /// Whether the policy is of a project, and nobody knows where that is: no
    /// other directory is taken for its root then.
    pub is_project_lost: bool,
    /// Which kind of settings the policy comes from, for whoever reads both
    /// from one text. No answer depends on it: the library takes the scope
    /// of a text from [`Input::scope`](crate::policy::Input::scope) alone.
    pub settings_source: Option<String>,
    /// The directory the session started in: where `/` patterns of local
    /// settings, of the command line and of the session start, and a working
    /// directory. Those of other scopes start elsewhere, and so do those of a
    /// text with a directory of its own. Without it, it is where the event
    /// happens.
    pub settings_dir: Option<String>,
    /// Symbolic links: path to target.
    pub links: Vec<(String, String)>,
    /// What guards on files name ([`crate::plan::Engine::guarded_places`])
    /// and nothing is there by that name: no search finds it.
    pub absent: Vec<String>,
    /// Searches (`Commands::searches`) that meet no file which guards are
    /// about, as somebody saw who went through the same.
    pub unmet: Vec<Searched>,
    /// Searches that meet some.
    pub met: Vec<Searched>,
    /// Whether somebody looks for links next. Names that only matter where a
    /// link stands there are listed then (`Commands::names`), and where the
    /// line searches (`Commands::searches`); no answer depends on it, but of
    /// lines that name more than is listed (`Commands::unlisted`).
    pub seeks_links: bool,
    /// Whether somebody looked where the line searches
    /// (`Commands::searches`), and could not see all: what is found may be
    /// more links than `links` says, or have blanks in its name.
    pub unseen: bool,
    /// The operating system.
    pub platform: Platform,
    /// The shell that runs command lines.
    pub shell: Option<Shell>,
    /// Whether file names that differ only in case are different; by
    /// default they are, except on Windows and macOS.
    pub case_sensitive: Option<bool>,
    /// The names of the MCP servers that are known.
    pub mcp_servers: Vec<String>,
    /// The skills and commands that the session uses, as calls name them:
    /// what stands in them counts. An event may name one more
    /// (`active_skill`).
    pub active_skills: Vec<String>,
    /// The permission mode, where the event says none. An event that names a
    /// mode that nobody knows happens in the usual one, but nobody is asked
    /// where this one says so.
    pub mode: Option<Mode>,
}

/// A search that somebody has gone through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// The directory, as `Commands::searches` has it.
    pub below: String,
    /// A glob for the names of the files.
    pub name: String,
    /// Whether it is about guards on files that are written.
    pub writes: bool,
    /// Which files it goes through.
    pub among: Among,
}

/// Which of the files below a directory a search goes through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Among {
    /// All of them.
    #[default]
    All,
    /// Those that are neither hidden nor ignored, as `rg` takes it.
    Shown,
    /// Those that git tracks.
    Tracked,
}

/// The operating system an event happens on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Linux and other Unix systems.
    #[default]
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

/// Which shell reads the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shell {
    /// bash and POSIX sh.
    #[default]
    Bash,
    /// zsh, where it differs from bash.
    Zsh,
    /// PowerShell 7.
    PowerShell,
}

#[cfg(test)]
mod tests;
