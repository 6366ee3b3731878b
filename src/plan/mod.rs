//! From matches to answers: what the permission rules decide, which hooks
//! fire.

pub mod address;
mod alone;
pub mod answers;
mod brief;
mod data;
mod engine;
pub mod expand;
mod fire;
mod hook;
mod mode;
mod permission;
mod reason;
pub mod state;
pub mod steps;
pub mod why;
mod words;

pub use brief::Finding;
pub use engine::{Answer, Engine, Scratch};
pub use fire::{Considered, Skip};
pub use hook::EngineHook;
pub(crate) use mode::is_broad;
pub use state::State;
pub use steps::{Plan, Step};

use crate::hook_set::Place;
use crate::ir::RuleId;
use crate::shell::Doubt;

/// What the rules say about a call.
///
/// There is no order among these: rules that say nothing leave a call to the
/// runner's mode, which may be stricter or laxer than an allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Behavior {
    /// No rule speaks; the runner's mode decides, or what its dialect has for
    /// calls that nothing decides
    /// ([`Dialect::fallback`](crate::dialect::Dialect::fallback)).
    None,
    /// Let it run.
    Allow,
    /// Ask the person.
    Ask,
    /// Stop it.
    Deny,
}

impl Behavior {
    /// The word used in JSON and at the terminal.
    pub fn as_str(self) -> &'static str {
        match self {
            Behavior::None => "none",
            Behavior::Allow => "allow",
            Behavior::Ask => "ask",
            Behavior::Deny => "deny",
        }
    }

    /// Whether rules keep the call from running at once: they ask or deny.
    pub fn stops(self) -> bool {
        matches!(self, Behavior::Ask | Behavior::Deny)
    }
}

/// The rules' answer, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permission {
    /// What they say.
    pub behavior: Behavior,
    /// The rule that decided; `None` where no rule did.
    pub rule: Option<RuleId>,
    /// Why.
    pub why: Why,
}

impl Permission {
    /// What the rules alone say. That a protected path asks is none of it:
    /// so it does in the runner without any rule.
    pub fn of_rules(&self) -> Behavior {
        match self.why {
            Why::Protected(_) => Behavior::None,
            _ => self.behavior,
        }
    }
}

/// Why the rules say what they say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// No rule matches.
    NoRule,
    /// Allow rules match, but this part of the call is not covered by any.
    NotCovered(Place),
    /// Allow rules would cover the call, but this is in doubt.
    InDoubt(Doubt),
    /// Allow rules cover the call, but a protected path is written, which
    /// they do not approve: the person is asked, unless the permission mode
    /// decides otherwise.
    Protected(Doubt),
    /// A file lies outside of the working directories, where the settings
    /// block that: the person is asked, whatever allow rules there are.
    Outside(Doubt),
    /// Allow rules cover the call, but the permission mode does not heed
    /// them: broad ones in `auto`, those that let something be written in
    /// `plan`.
    SetAside,
    /// Allow rules say where `/cd` may lead, the rule being the first of
    /// them; it leads elsewhere (spec 4.6).
    NotListed,
    /// The rule matches.
    Matched,
    /// The rule could apply; whether it does cannot be decided.
    Undecided(Doubt),
    /// A deny or ask rule that could not be read may be about the call: its
    /// number among [`crate::ir::Rules::lost`].
    Degraded(u32),
}
