//! What an event is about, as tests see it.
//!
//! [`Subjects`] holds every text that some test may look at: the tool's
//! name, the simple commands, the files used with all their spellings, the
//! host, the fields. It is built once per event and shared by both
//! evaluators; it holds no result of a match. It is reused from event to
//! event and keeps its memory.

mod agents;
mod build;
mod fields;
mod files;
mod given;
mod outside;
pub mod path;
mod search;
mod servers;
mod there;
mod twins;
pub mod url;

pub use build::Needs;
pub use outside::Outside;
pub use servers::server_in_tools;

use crate::event::tools::Tool;
use crate::ir::{BaseId, Uses};
use crate::shell::{Commands, Doubt, Effects};
use crate::source::Span;

/// The texts of one event.
#[derive(Clone, Debug, Default)]
pub struct Subjects {
    /// Memory for the texts below.
    pub text: String,
    /// The canonical tool name (aliases resolved), in `text`.
    pub tool: Span,
    /// Whether the event is a tool call at all.
    pub is_tool: bool,
    /// Every way to read the tool's name as a server and a tool.
    pub mcp: Vec<McpName>,
    /// The value of the event's matcher field, in `text`.
    pub matcher_field: Option<Span>,
    /// The command line, taken apart.
    pub commands: Commands,
    /// Whether `commands` came from PowerShell.
    pub powershell: bool,
    /// The files the call uses.
    pub paths: Vec<PathUse>,
    /// All spellings of all files, in `text`: absolute, `/`-separated,
    /// without `.` and `..`; folded to lower case where `fold_case`.
    pub spellings: Vec<Span>,
    /// The absolute directory of each base, same form as `spellings`.
    pub bases: Bases,
    /// The same behind all links, where that is another directory.
    pub real: Bases,
    /// Directories that are links on the way to those of `bases`, each with
    /// what it leads to.
    pub ways: Vec<(String, String)>,
    /// Where links lead that are known, each with its own path, in order.
    pub leads: Vec<(String, String)>,
    /// Whether the file system ignores case.
    pub fold_case: bool,
    /// Whether no allow rule approves writing to protected paths.
    pub protects: bool,
    /// Directories that are links in systems like this one.
    pub moved: path::Moved,
    /// The host of the URL: lower case, ASCII, no trailing dot; in `text`.
    pub host: Option<Span>,
    /// The compact JSON of the tool's input, in `text`; filled only when
    /// asked for.
    pub input_json: Option<Span>,
    /// The fields of the event: path and text form, both in `text`. Objects,
    /// lists and `null` are there, but no pattern is compared with them.
    pub fields: Vec<(Span, Option<Span>)>,
    /// What cannot be decided, other than in the command line.
    pub doubts: Vec<Doubt>,
    /// The tool of the last event: most come in a row.
    pub last_tool: Option<&'static Tool>,
}

/// One way to read the name of an MCP tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct McpName {
    /// The server, in [`Subjects::text`].
    pub server: Span,
    /// What it calls the tool, there.
    pub tool: Span,
    /// Whether it is the only way that the event and the context leave.
    pub sure: bool,
}

/// One file that the call uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathUse {
    /// How it is used; one bit.
    pub kind: Uses,
    /// The rules that look at it.
    pub effects: Effects,
    /// The unit that uses it, for shell uses.
    pub unit: Option<u32>,
    /// Its spellings: a range of [`Subjects::spellings`]. The first is the
    /// path as given; the others are link targets.
    pub spellings: (u32, u32),
    /// Whether an allow decision needs a rule that covers it.
    pub needs_cover: bool,
    /// Its bytes in the command line, for shell uses.
    pub span: Span,
}

/// Absolute directories, in [`Subjects::text`]; `None` where the context
/// does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bases {
    /// The home directory.
    pub home: Option<Span>,
    /// The current directory.
    pub cwd: Option<Span>,
    /// The project's root.
    pub project: Option<Span>,
    /// Where the session started.
    pub session: Option<Span>,
    /// The person's own configuration directory.
    pub user_config: Option<Span>,
}

impl Subjects {
    /// The text under a span.
    pub fn str(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    /// All doubts: those of the command line and the others.
    pub fn doubts(&self) -> impl Iterator<Item = &Doubt> {
        self.commands.doubts.iter().chain(&self.doubts)
    }

    /// The absolute directory of a base, without a slash at its end; `None`
    /// where the context does not say.
    pub fn base<'a>(&'a self, base: &'a BaseId) -> Option<&'a str> {
        self.base_of(&self.bases, base)
    }

    /// All the directories that a base is: the one of [`Subjects::base`],
    /// then what it is behind its links. A path starts at the first that it
    /// is below.
    pub fn directories<'a>(
        &'a self,
        base: &'a BaseId,
    ) -> impl Iterator<Item = &'a str> {
        let all = [&self.bases, &self.real];
        all.into_iter().filter_map(|bases| self.base_of(bases, base))
    }

    fn base_of<'a>(
        &'a self,
        bases: &Bases,
        base: &'a BaseId,
    ) -> Option<&'a str> {
        let span = match base {
            BaseId::Root => return Some(""),
            BaseId::Fixed(directory) => return Some(directory),
            BaseId::Home => bases.home,
            BaseId::Cwd => bases.cwd,
            BaseId::Project => bases.project,
            BaseId::Session => bases.session,
            BaseId::UserConfig => bases.user_config,
            BaseId::Above(base, by) => {
                let mut directory = self.base_of(bases, base)?;
                for _ in 0..*by {
                    let end = directory.rfind('/').unwrap_or(0);
                    directory = directory.get(..end)?;
                }
                return Some(directory);
            }
        };
        span.map(|span| self.str(span))
    }

    /// Forgets the last event and keeps the memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.tool = Span::default();
        self.is_tool = false;
        self.mcp.clear();
        self.matcher_field = None;
        self.commands.clear();
        self.powershell = false;
        self.paths.clear();
        self.spellings.clear();
        self.bases = Bases::default();
        self.real = Bases::default();
        self.ways.clear();
        self.leads.clear();
        self.fold_case = false;
        self.protects = false;
        self.moved = &[];
        self.host = None;
        self.input_json = None;
        self.fields.clear();
        self.doubts.clear();
    }
}

#[cfg(test)]
mod tests;
