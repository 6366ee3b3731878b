//! What hooks answered: each answer read by the dialect and the event, all
//! of them put together.

mod faulty;
mod fields;
mod finish;
mod fold;
mod json;
mod model;
mod objects;
mod read;
mod rewrite;

pub use fields::{events_of, takes};
pub use fold::{Conflict, Failure, Verdict, beforehand, fold};
pub use read::outcome;
pub use rewrite::{Settled, rewritten, settle};

use crate::dialect::Word;

/// What became of a step, as the one who ran it saw it. What runs decides
/// which of them it is:
///
/// | [`Work`](super::steps::Work) | ends as |
/// |---|---|
/// | `Command` | `Exit` |
/// | `Http` | `Http` |
/// | `McpTool`, `Inject` with a `Body::Tool` | `Tool` |
/// | `Prompt`, `Agent` | `Model`; an agent also `OutOfTurns` |
/// | `Decision`, `Refused`, `Inject` with a `Body::Text` | `Nothing` |
///
/// All but the last line may also end as `Failed`, `TimedOut` and `Aborted`.
/// The last line is what costs nothing ([`Cost::Nothing`]): nothing is run,
/// and [`outcome`] takes what the step itself gives, whatever it is handed.
/// Any other step that ends as `Nothing` has failed.
///
/// [`Cost::Nothing`]: super::steps::Cost::Nothing
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ended<'a> {
    /// A program ended.
    Exit {
        /// Its exit code; `None` when a signal ended it.
        code: Option<i32>,
        /// What it printed.
        stdout: &'a str,
        /// What it complained about.
        stderr: &'a str,
    },
    /// A server answered.
    Http {
        /// The status.
        status: u16,
        /// The body.
        body: &'a str,
    },
    /// A tool answered.
    Tool {
        /// Whether it says that it failed.
        is_error: bool,
        /// Its blocks of text.
        texts: &'a [&'a str],
    },
    /// A model answered.
    Model {
        /// What it said.
        text: &'a str,
    },
    /// Nothing had to be run: the plan itself gives a decision or a text, or
    /// says why nothing can be run.
    Nothing,
    /// It could not be started, or nobody could be reached.
    Failed {
        /// Why.
        message: &'a str,
    },
    /// It took longer than it may.
    TimedOut,
    /// What it belongs to was stopped.
    Aborted,
    /// It took more turns than it may.
    OutOfTurns,
}

/// What a step led to.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Outcome {
    /// Which of the four it is.
    pub class: Class,
    /// Whether this operation is stopped.
    pub veto: bool,
    /// Whether the agent is stopped.
    pub halt: bool,
    /// What it decides about a call.
    pub decision: Decision,
    /// Why, for whoever is stopped by it.
    pub reason: Option<String>,
    /// Text for the model.
    pub context: Option<String>,
    /// What the model is told about what it did; of a hook that nobody waits
    /// for and that wakes the agent (`asyncRewake`, exit code 2), why.
    pub feedback: Option<String>,
    /// Text for the person.
    pub message: Option<String>,
    /// Why the agent stops, for the person.
    pub stop_reason: Option<String>,
    /// Whether its output is hidden from the person.
    pub suppress: bool,
    /// The input the tool is to be called with, as JSON.
    pub input: Option<String>,
    /// What the model is to see as the tool's output, as JSON.
    pub output: Option<String>,
    /// Whether it goes on behind the agent's back, and for how many seconds
    /// at most.
    pub detached: Option<Option<u64>>,
    /// What went wrong, for the log.
    pub error: Option<String>,
    /// What it says for its event alone, as field and JSON.
    pub extra: Vec<(String, String)>,
    /// What to know about the answer: fields that do not count.
    pub notices: Vec<String>,
}

/// The four kinds of outcome.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
pub enum Class {
    /// It did what it was to do.
    #[default]
    Success,
    /// It stops something.
    Blocking,
    /// It failed; nothing stops because of that.
    NonBlockingError,
    /// It was stopped itself; it says nothing.
    Cancelled,
}

impl Class {
    /// The word used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Success => "success",
            Class::Blocking => "blocking",
            Class::NonBlockingError => "non_blocking_error",
            Class::Cancelled => "cancelled",
        }
    }
}

/// What is decided about a call, weakest first: of several, the last one in
/// this order counts.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
pub enum Decision {
    /// Nothing.
    #[default]
    None,
    /// Let it run.
    Allow,
    /// Ask the person.
    Ask,
    /// Leave it to the program that started the agent.
    Defer,
    /// Stop it.
    Deny,
}

impl Decision {
    /// The word used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Decision::None => "none",
            Decision::Allow => "allow",
            Decision::Ask => "ask",
            Decision::Defer => "defer",
            Decision::Deny => "deny",
        }
    }
}

impl From<Word> for Decision {
    fn from(word: Word) -> Decision {
        match word {
            Word::Allow => Decision::Allow,
            Word::Ask => Decision::Ask,
            Word::Defer => Decision::Defer,
            Word::Deny => Decision::Deny,
        }
    }
}

#[cfg(test)]
mod tests;
