//! Text for the model: which is due, in which order, and which tools wait
//! until something else was done.
//!
//! A [`Guidance`] is one piece of text with the moment it belongs to and the
//! strength of its claim (RFC 2119). A [`Registry`] holds them and says which
//! are due; their content comes through the trait [`Content`], so that this
//! room reads no files; [`compose`] makes one document of them, and of the
//! texts that servers and hooks give, too. A [`Session`] remembers what was
//! done, and a [`Gate`] holds tools back until it was.
//!
//! Where a document and the program it describes disagree, [`Choices`] has a
//! field, and nothing else asks which of the two is followed. What was
//! settled where the document is silent:
//!
//! - An application's name holds no colon, so that ids can be read back.
//! - A content path is resolved against the directory of its definition and
//!   never leaves the base directory; whoever reads files must hold the same
//!   for links.
//! - Why a piece of guidance is left out is computed here and always said.
//! - Limits on the length drop the weakest claim first, and from the first
//!   text that does not fit on, everything.
//! - Text of a server stands in a quotation, line by line, so that it can
//!   not open a section of a higher claim.
//! - A session never goes back to an earlier state by itself.

mod check;
mod choices;
mod compose;
mod content;
mod gate;
pub mod negotiate;
mod query;
mod read;
mod registry;
mod requests;
mod serve;
mod text;
mod words;
mod write;

pub use crate::json::one_spelling as canonical;
pub use check::Fault;
pub use choices::{Choices, ConfigTest, Features, Included, Layout, Ranks};
pub use compose::{Caps, Entry, Options, compose};
pub use content::{
    Content, ContentFault, Failure, Loaded, Loader, Resolved, content_path,
};
pub use gate::{Blocked, Blocking, Gate, Holds, Recorded, RequiresInit};
pub use query::{Query, Selected, Skipped, config};
pub use read::Defined;
pub use registry::{Registry, Rejected};
pub use requests::{LogLevel, Record, Requests};
pub use serve::{completion, prompt, tool_answer, tools};
pub use words::Words;

use std::collections::{BTreeMap, BTreeSet};

/// A closed set of words, each with its meaning.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident
     $($(#[$item:meta])* $variant:ident $word:literal)*) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord,
        )]
        pub enum $name {
            $($(#[$item])* $variant),*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// The word in files.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }

            /// The one with this word, exactly as it is written.
            pub fn named(word: &str) -> Option<$name> {
                match word { $($word => Some($name::$variant),)* _ => None }
            }
        }
    };
}

words! {
    /// What a piece of guidance is about.
    Kind
    /// The life of a session.
    Session "session"
    /// A tool or an operation.
    Action "action"
    /// Where data is kept.
    Storage "storage"
    /// Settings.
    Config "config"
}

words! {
    /// When in a process it is due.
    Phase
    /// At the beginning.
    Start "start"
    /// While it runs.
    Running "running"
    /// When progress is reported.
    Progress "progress"
    /// When it is called off.
    Cancel "cancel"
    /// When it is done.
    End "end"
}

words! {
    /// How strong its claim is, in the words of RFC 2119.
    Level
    /// It must be done.
    Must "MUST"
    /// It must not be done.
    MustNot "MUST NOT"
    /// It is to be done unless there is a reason.
    Should "SHOULD"
    /// It is not to be done unless there is a reason.
    ShouldNot "SHOULD NOT"
    /// It may be done.
    May "MAY"
}

words! {
    /// What the other side of a connection can do.
    Feature
    /// It calls tools.
    Tools "tools"
    /// It reads resources.
    Resources "resources"
    /// It offers prompts.
    Prompts "prompts"
    /// It asks its model on behalf of a server.
    Sampling "sampling"
    /// It asks its user on behalf of a server.
    Elicitation "elicitation"
}

words! {
    /// How far a session has come.
    State
    /// Nothing was called yet.
    Uninitialized "uninitialized"
    /// It was set up.
    Initialized "initialized"
    /// Everything that must be looked at first was looked at.
    Ready "ready"
    /// It works.
    Working "working"
}

/// The application that guidance without one belongs to.
pub const DEFAULT_APP: &str = "mcp-toolkit";

/// The place in its level of guidance that names none; larger comes first.
pub const DEFAULT_PRIORITY: i64 = 50;

/// One piece of guidance as it is defined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guidance {
    /// The application; none takes the registry's.
    pub app: Option<String>,
    /// The name in ids and file names.
    pub tag: String,
    /// What it is about.
    pub kind: Kind,
    /// When it is due.
    pub phase: Phase,
    /// The name for people.
    pub name: String,
    /// What it is there for.
    pub description: Option<String>,
    /// How strong its claim is.
    pub level: Level,
    /// Its place in its level; larger comes first.
    pub priority: i64,
    /// The file its text stands in; none means `<tag>.md`.
    pub content_file: Option<String>,
    /// The directory of its definition, seen from the base directory.
    pub directory: String,
    /// What must hold for it to be due.
    pub conditions: Conditions,
    /// The one request it belongs to.
    pub request: Option<String>,
    /// The one session it belongs to.
    pub session: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Whether the tools of its application wait until it is done.
    pub blocking: bool,
    /// The guidance that must be done before: tags or ids.
    pub dependencies: Vec<String>,
}

impl Guidance {
    /// Guidance with nothing but what every one needs.
    pub fn new(
        tag: impl Into<String>,
        kind: Kind,
        phase: Phase,
        name: impl Into<String>,
        level: Level,
    ) -> Guidance {
        Guidance {
            app: None,
            tag: tag.into(),
            kind,
            phase,
            name: name.into(),
            description: None,
            level,
            priority: DEFAULT_PRIORITY,
            content_file: None,
            directory: String::new(),
            conditions: Conditions::default(),
            request: None,
            session: None,
            tags: Vec::new(),
            blocking: false,
            dependencies: Vec::new(),
        }
    }

    /// The application it belongs to.
    pub fn app(&self) -> &str {
        self.app.as_deref().unwrap_or(DEFAULT_APP)
    }

    /// What it is known by: `app:type:lifecycle:tag`.
    pub fn id(&self) -> String {
        let (kind, phase) = (self.kind.as_str(), self.phase.as_str());
        format!("{}:{kind}:{phase}:{}", self.app(), self.tag)
    }
}

/// What must hold for guidance to be due. Empty conditions always hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// One of these places to keep data is in use.
    pub storage: Vec<String>,
    /// All of these features are there.
    pub features: Vec<Feature>,
    /// The configuration has all of these values.
    pub config: Config,
}

/// Configuration: keys with their values as [`canonical`] JSON.
pub type Config = BTreeMap<String, String>;

/// What [`compose`] made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Composed {
    /// The document, in Markdown; empty where there is nothing to say.
    pub content: String,
    /// What stands in it, in its order.
    pub included: Vec<Summary>,
    /// What was left out, with the reason.
    pub skipped: Vec<Summary>,
    /// What could not be loaded, with the reason.
    pub failed: Vec<Summary>,
    /// What the model is told about what is missing.
    pub notices: Vec<String>,
    /// When it was made, where the caller said so.
    pub at: Option<String>,
}

/// One piece of guidance, in a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// What it is known by.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// How strong its claim is.
    pub level: Level,
    /// Its place in its level.
    pub priority: i64,
    /// Why it is missing, where it is.
    pub reason: Option<String>,
}

impl Summary {
    /// What stands in a result about `guidance`.
    pub fn of(guidance: &Guidance, reason: Option<String>) -> Summary {
        Summary {
            id: guidance.id(),
            name: guidance.name.clone(),
            level: guidance.level,
            priority: guidance.priority,
            reason,
        }
    }
}

/// What was done in a session so far: a value that a [`Gate`] changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// How far it has come.
    pub state: State,
    /// The session's id, where there is one.
    pub id: Option<String>,
    /// The request that was seen last.
    pub request: Option<String>,
    /// The ids of blocking guidance that is done.
    pub done: BTreeSet<String>,
}

impl Default for Session {
    fn default() -> Session {
        Session {
            state: State::Uninitialized,
            id: None,
            request: None,
            done: BTreeSet::new(),
        }
    }
}
