//! What is told of two policies.

use hookset::analyze::sample_context;
use hookset::event::Context;
use hookset::plan::Behavior;
use serde::Serialize;

use crate::answer::Finding;

/// Everything that differs.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) schema: &'static str,
    pub(super) old: String,
    pub(super) new: String,
    /// Where there are several groups of files, which these are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) group: Option<String>,
    pub(super) differs: bool,
    pub(super) widens: bool,
    /// Whether it is proven that the rules decide the same.
    pub(super) proven: bool,
    /// Whether it is proven that no event is decided less strictly.
    #[serde(skip)]
    pub(super) tighter: bool,
    /// How many events were made up and answered by both.
    pub(super) examples: usize,
    pub(super) changes: Vec<Decision>,
    pub(super) hooks: Vec<HookChange>,
    pub(super) settings: Vec<Setting>,
    /// Rules that only one policy has and of which it is not known what they
    /// change.
    pub(super) unexplored: Vec<Unexplored>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) log: Option<Log>,
    /// The errors of both policies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) diagnostics: Vec<Finding>,
}

/// A decision that differs, shown by one event.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Decision {
    pub(super) example: String,
    /// Whether there are quotes within the event.
    #[serde(skip)]
    pub(super) has_quotes: bool,
    pub(super) event: Box<serde_json::value::RawValue>,
    /// Where an event that was made up was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) context: Option<Place>,
    pub(super) old: Verdict,
    pub(super) new: Verdict,
    pub(super) widens: bool,
    /// Whether the rules alone say the same.
    #[serde(skip)]
    pub(super) by_runner: bool,
    /// How many examples and events show the same.
    pub(super) count: usize,
    /// The first event of the log that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    /// How many events of the log show it.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) events: usize,
}

/// A place as `--context` takes it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Place {
    cwd: Option<String>,
    home: Option<String>,
    project_root: Option<String>,
}

impl Place {
    pub(super) fn of_examples() -> Place {
        let Context { cwd, home, project_root, .. } = sample_context();
        Place { cwd, home, project_root }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Verdict {
    pub(super) behavior: &'static str,
    pub(super) rule: Option<String>,
    pub(super) source: Option<String>,
}

/// A hook that fires for more or for less.
#[derive(Debug, Serialize)]
pub(super) struct HookChange {
    pub(super) hook: String,
    pub(super) event: String,
    pub(super) fires: &'static str,
    /// Whether its answer can stop the call.
    pub(super) stops: bool,
    /// Whether its answer can let a call run.
    pub(super) approves: bool,
    pub(super) example: String,
    /// Whether there are quotes within the event.
    #[serde(skip)]
    pub(super) has_quotes: bool,
    pub(super) widens: bool,
    pub(super) count: usize,
    /// How many events of the log show it.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) events: usize,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks with a reference"
)]
pub(super) fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A setting besides rules and hooks.
#[derive(Debug, Serialize)]
pub(super) struct Setting {
    pub(super) name: &'static str,
    pub(super) old: String,
    pub(super) new: String,
    pub(super) widens: bool,
}

/// A rule of which it is not known what it changes.
#[derive(Debug, Serialize)]
pub(super) struct Unexplored {
    pub(super) rule: String,
    pub(super) source: String,
    pub(super) policy: &'static str,
    pub(super) widens: bool,
}

/// What differs over a log of events.
#[derive(Debug, Serialize)]
pub(super) struct Log {
    pub(super) name: String,
    pub(super) events: usize,
    pub(super) changed: usize,
    pub(super) unreadable: usize,
}

/// What a decision comes down to, as a heading.
pub(super) fn heading(behavior: &str) -> &'static str {
    if behavior == Behavior::Allow.as_str() {
        "newly allowed"
    } else if behavior == Behavior::Ask.as_str() {
        "newly asked"
    } else if behavior == Behavior::Deny.as_str() {
        "newly denied"
    } else {
        "no longer decided"
    }
}
