//! The choices a dialect can make.

use crate::load::{HandlerKind, Place};

/// What a deny rule becomes when it cannot be decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDoubt {
    /// The person is asked.
    #[default]
    Ask,
    /// The call is denied, for when nobody can be asked.
    Deny,
}

/// Which rule wins when several match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// deny over ask over allow, over all sources.
    #[default]
    DenyOverrides,
    /// The first source that says anything. Scopes come in the order of
    /// [`Scope::turn`](crate::load::Scope::turn), sources of one scope in
    /// the order in which they were given.
    FirstSource,
}

/// What happens to a call that nothing decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// The permission mode decides.
    Mode,
    /// It is denied.
    Deny,
}

/// How a group's matcher is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolMatch {
    /// A list of names where only letters and separators stand, otherwise a
    /// regular expression.
    Auto,
    /// A name with stars, compared as a whole.
    Glob,
}

/// Types of handler, as a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandlerSet(pub &'static [HandlerKind]);

impl HandlerSet {
    /// Whether it holds `kind`.
    pub fn has(self, kind: HandlerKind) -> bool {
        self.0.contains(&kind)
    }
}

/// The default time per type of handler, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// `command`
    pub command: u32,
    /// `http`
    pub http: u32,
    /// `mcp_tool`
    pub mcp_tool: u32,
    /// `prompt`
    pub prompt: u32,
    /// `agent`
    pub agent: u32,
    /// Whether some events have times of their own.
    pub by_event: bool,
}

/// How often a handler with `once` runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Once {
    /// Once in each session.
    Session,
    /// Once ever, as long as the state is kept.
    Store,
    /// Once in each session when it stands in a skill; elsewhere `once`
    /// says nothing.
    Skills,
}

/// Which handlers count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dedup {
    /// Those that do the same under the same condition.
    Handler,
    /// Those with the same command or address, whatever else they say.
    Action,
}

/// Which of several priorities comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priorities {
    /// There are none; the order of the files counts.
    None,
    /// The larger number.
    LargerFirst,
    /// `required`, `important`, `suggestion`.
    Named,
}

/// Which addresses a hook may not be posted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressGuard {
    /// None are refused.
    Off,
    /// The private networks of IPv4, link-local and shared addresses.
    Seed,
    /// Those, and every other range that is not public.
    Strict,
}

impl AddressGuard {
    /// Whether nothing is posted to a place of this kind. To this machine
    /// everything is.
    pub fn refuses(self, place: Place) -> bool {
        match (place, self) {
            (Place::Loopback | Place::Public, _) | (_, AddressGuard::Off) => {
                false
            }
            (Place::Private, _) => true,
            (Place::Special, guard) => guard == AddressGuard::Strict,
        }
    }
}

/// How placeholders are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// There are none.
    Plain,
    /// `{name}`
    Braces,
    /// `${field.of.the.event}`
    Fields,
    /// `$ARGUMENTS`, with `\$` for a dollar.
    Arguments,
    /// `$NAME` and `${NAME}`, filled from the environment.
    Environment,
    /// `$name` and `${name}` stay; their values are exported to the program.
    Exported,
}

/// What becomes of a placeholder that nothing fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// It stays as it is written.
    Keep,
    /// It becomes empty, and a notice says so.
    Empty,
}

/// How one kind of text is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotRule {
    /// How placeholders are written.
    pub syntax: Slot,
    /// What becomes of those that nothing fills.
    pub unknown: Unknown,
}

/// What a word in an answer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Let it run.
    Allow,
    /// Ask the person.
    Ask,
    /// Leave it to the program that started the agent.
    Defer,
    /// Stop it.
    Deny,
}

impl Word {
    /// The plain word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Word::Allow => "allow",
            Word::Ask => "ask",
            Word::Defer => "defer",
            Word::Deny => "deny",
        }
    }
}

/// The words of an answer; any other word is an error of the handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words(pub &'static [(&'static str, Word)]);

impl Words {
    /// What a word means.
    pub fn meaning(self, word: &str) -> Option<Word> {
        let found = self.0.iter().find(|row| row.0 == word);
        found.map(|row| row.1)
    }
}

/// When JSON on stdout is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonOn {
    /// Only behind exit code 0.
    Zero,
    /// Behind every exit code; it cannot undo the block of exit code 2.
    Always,
}

/// How the answer of a model is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptAnswer {
    /// An object with `ok`.
    Object,
    /// An object with `ok` or a decision, or a first word `YES` or `NO`.
    ObjectOrWord,
}

/// How several changes of a tool's input are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMerge {
    /// Key by key against the original.
    Keys,
    /// The last in the order of the plan replaces all.
    Whole,
}

/// What two different changes of the same key lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputConflict {
    /// The later in the order of the plan counts.
    Later,
    /// That one counts, and the person is asked.
    Ask,
}
