//! Rules without dialect: what every format is lowered to.
//!
//! An [`Atom`] is one test of one subject, stored once however many rules
//! use it. A [`Rule`] is a predicate over atoms with an effect. Only
//! [`lower`](crate::ir) knows what a pattern means for a tool.

mod anchors;
mod atoms;
mod change;
mod guards;
pub mod lower;
mod names;

pub use anchors::Anchors;
pub use atoms::Atoms;
pub(crate) use atoms::{Halves, Map, half};
pub use change::UnknownRule;
pub use guards::Guards;
pub(crate) use guards::is_about_cd;
pub use names::{
    Place, guarded, guarded_by, named_by, named_options, names, places, starts,
};

use crate::event::EventSet;
use crate::shell::Effects;
use crate::source::{SourceId, Span};
use crate::syntax::{Anchor, HostGlob, PathGlob, TextGlob};

/// Names an atom of a [`Rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AtomId(pub u32);

/// How many parts the path of a field has at most that is looked at.
pub const MAX_FIELD_DEPTH: usize = 6;

/// Names a rule of a [`Rules`]: its position, in configuration order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(pub u32);

/// Everything that a policy says, lowered.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The atoms; no two are equal.
    pub atoms: Vec<Atom>,
    /// The rules, in configuration order.
    pub rules: Vec<Rule>,
    /// What deny and ask rules that could not be read may have been about.
    pub lost: Vec<Lost>,
    /// Where each of them stands, in the same order.
    pub lost_at: Vec<Origin>,
    /// The first deny and ask rule of each family.
    pub guards: Guards,
}

/// One condition with its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it does when it matches.
    pub effect: Effect,
    /// The events it looks at.
    pub events: EventSet,
    /// For a hook, the group's matcher; `Always` for permission rules.
    pub matcher: Predicate,
    /// When it matches.
    pub predicate: Predicate,
    /// What it looks at: which doubts bear on it.
    pub family: Family,
    /// The text a person wrote.
    pub text: String,
    /// Where it stands.
    pub origin: Origin,
}

/// Calls that a deny or ask rule which could not be read may have been about:
/// under a dialect that counts doubts, they are asked about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lost {
    /// Those of this tool.
    Tool(String),
    /// Those of every tool whose name starts so.
    Tools(String),
    /// Those that use a file in one of these ways, of whatever tool.
    Files(Uses),
}

impl Lost {
    /// Every call: nothing tells which.
    pub fn any() -> Lost {
        Lost::Tools(String::new())
    }
}

/// What a rule looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Family {
    /// bash command lines.
    Commands,
    /// PowerShell command lines.
    PowerShell,
    /// Files that are read.
    Reads,
    /// Files that are written.
    Writes,
    /// Hosts.
    Hosts,
    /// Names and fields.
    Other,
    /// Nothing: the rule never matches.
    Never,
}

/// Where a rule was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The source.
    pub source: SourceId,
    /// The bytes in it.
    pub span: Span,
}

/// What a rule does when it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Lets what it covers run.
    Allow,
    /// Stops the call.
    Deny,
    /// Asks the person.
    Ask,
    /// Fires the handler at this position of the policy's handler list.
    Fire(u32),
    /// The deny rule of the same text could match if what is in doubt were
    /// known.
    MayDeny,
    /// The ask rule of the same text could.
    MayAsk,
}

impl Effect {
    /// The effect as a set of one.
    pub fn bit(self) -> Effects {
        match self {
            Effect::Allow => Effects::ALLOW,
            Effect::Deny => Effects::DENY,
            Effect::Ask => Effects::ASK,
            Effect::Fire(_) => Effects::IF,
            Effect::MayDeny | Effect::MayAsk => Effects::OPEN,
        }
    }

    /// Whether a person wrote a permission rule of this effect.
    pub fn is_permission(self) -> bool {
        matches!(self, Effect::Allow | Effect::Deny | Effect::Ask)
    }
}

/// A boolean combination of atoms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Predicate {
    /// Matches every event.
    Always,
    /// Matches no event (a rule that is kept but never consulted).
    Never,
    /// One atom.
    Atom(AtomId),
    /// All of them.
    And(Vec<Predicate>),
    /// Any of them.
    Or(Vec<Predicate>),
    /// Not it.
    Not(Box<Predicate>),
}

/// One test of one subject.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// The tool's canonical name matches.
    Tool(NameTest),
    /// The value that the event's matcher field holds matches.
    MatcherField(NameTest),
    /// A simple command matches, in a view meant for `effects`.
    Command {
        /// Which shell's commands.
        shell: CommandShell,
        /// The rules whose views it looks at.
        effects: Effects,
        /// The pattern; lower case for PowerShell.
        pattern: TextGlob,
    },
    /// A file that the call uses matches.
    Path {
        /// Which uses count.
        uses: Uses,
        /// The rules it is for: an allow rule must match every spelling of a
        /// path (link and target), the others any.
        effects: Effects,
        /// Where the pattern starts.
        anchor: BaseId,
        /// The pattern, relative to the anchor.
        pattern: PathGlob,
    },
    /// The host of the URL matches.
    Host(HostGlob),
    /// The MCP tool belongs to the server, and its name matches.
    Mcp {
        /// The server's name as it stands in tool names.
        server: String,
        /// The tool's name; `None` for every tool of the server.
        tool: Option<TextGlob>,
        /// The rules it is for: where a name can be split in two ways, guard
        /// rules try every split, allow rules none.
        effects: Effects,
    },
    /// A field of the event, a path of names joined by dots such as
    /// `tool_input.model`, is a scalar whose text form matches.
    Field {
        /// The path.
        path: String,
        /// The pattern; `None` tests only that the field is there.
        pattern: Option<TextGlob>,
    },
    /// Bytes stand in the compact JSON of the tool's input.
    InputContains(Vec<u8>),
    /// Some doubt of one of these reasons (a bit per [`crate::shell::Reason`])
    /// that counts for `effects` was raised.
    Doubt {
        /// Bits numbered by `Reason as u8`.
        reasons: u32,
        /// The rules it counts for.
        effects: Effects,
    },
}

/// Which shell's command lines an atom looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandShell {
    /// Bash and Monitor calls.
    Posix,
    /// PowerShell calls.
    PowerShell,
}

/// A test of a short name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NameTest {
    /// One of these, sorted.
    OneOf(Vec<String>),
    /// A text glob over the whole name.
    Glob(TextGlob),
    /// A JavaScript regular expression, not anchored: its source text, known
    /// to be valid.
    Regex(String),
}

/// Kinds of file use, as a set.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord,
)]
pub struct Uses(pub u16);

impl Uses {
    /// The Read, Grep, Glob and LSP tools.
    pub const READ_TOOL: Uses = Uses(1);
    /// The Edit tool.
    pub const EDIT_TOOL: Uses = Uses(2);
    /// The Write tool.
    pub const WRITE_TOOL: Uses = Uses(4);
    /// The NotebookEdit tool.
    pub const NOTEBOOK_TOOL: Uses = Uses(8);
    /// A file that a shell command reads.
    pub const SHELL_READ: Uses = Uses(16);
    /// A file that a shell command writes.
    pub const SHELL_WRITE: Uses = Uses(32);
    /// The user's `/cd`.
    pub const CD: Uses = Uses(64);
    /// A file that a word of a shell command names, where it is not known
    /// what the program does with it.
    pub const SHELL_MAYBE: Uses = Uses(128);
    /// What lies in a directory that a word of a shell command names, where
    /// it is not known whether the program reads it.
    pub const SHELL_LOOKS: Uses = Uses(256);
    /// A directory of which a shell command reads all that lies below.
    pub const READ_BELOW: Uses = Uses(512);
    /// The same of one that creates or changes that.
    pub const WRITE_BELOW: Uses = Uses(1024);
    /// Both of these.
    pub const BELOW: Uses = Uses(512 | 1024);
    /// What is sure to read the file, or what lies below it.
    pub const SURE_READ: Uses = Uses(1 | 16 | 512);
    /// What is sure to create or change the file, or what lies below it.
    pub const SURE_WRITE: Uses = Uses(2 | 4 | 8 | 32 | 1024);
    /// The two that are not sure.
    pub const UNSURE: Uses = Uses(128 | 256);

    /// Whether the two sets share a kind.
    pub fn meets(self, other: Uses) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Uses) -> Uses {
        Uses(self.0 | other.0)
    }
}

/// The directory a path pattern is anchored at. Which absolute path it is
/// depends on the event's context and is settled per event, so one compiled
/// set serves every project.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BaseId {
    /// The root of the file system.
    Root,
    /// The home directory.
    Home,
    /// The current directory.
    Cwd,
    /// The root of the project (`/` in project settings).
    Project,
    /// The directory the session started in (`/` in local settings, CLI and
    /// session rules).
    Session,
    /// The person's own configuration directory, such as `~/.claude` (`/` in
    /// user settings).
    UserConfig,
    /// A fixed directory.
    Fixed(String),
    /// So many directories above another base.
    Above(Box<BaseId>, u8),
}

impl BaseId {
    /// The base for an anchor other than [`Anchor::Source`].
    pub fn of(anchor: Anchor) -> Option<BaseId> {
        match anchor {
            Anchor::Root => Some(BaseId::Root),
            Anchor::Home => Some(BaseId::Home),
            Anchor::Cwd => Some(BaseId::Cwd),
            Anchor::Source => None,
        }
    }

    /// The base so many directories above this one.
    #[must_use]
    pub fn above(self, by: usize) -> BaseId {
        match u8::try_from(by) {
            Ok(0) => self,
            Ok(by) => BaseId::Above(Box::new(self), by),
            Err(_) => BaseId::Root,
        }
    }
}

impl Rules {
    /// Whether some rule looks at words that may be files.
    pub fn guess_files(&self) -> bool {
        self.atoms.iter().any(|atom| match atom {
            Atom::Path { uses, .. } => uses.meets(Uses::SHELL_MAYBE),
            _ => false,
        })
    }

    /// The atom of an id.
    pub fn atom(&self, id: AtomId) -> Option<&Atom> {
        self.atoms.get(id.0 as usize)
    }

    /// The rule of an id.
    pub fn rule(&self, id: RuleId) -> Option<&Rule> {
        self.rules.get(id.0 as usize)
    }
}
