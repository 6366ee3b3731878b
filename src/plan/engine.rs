//! A policy ready to answer events.

use super::fire::{Considered, fire};
use super::permission::{Coverage, permission};
use super::{Behavior, Permission, Why};
use crate::event::{Context, Event, EventKind};
use crate::hook_set::reference;
use crate::hook_set::{self, CompileError, HookSet, Limits, Match, Place};
use crate::policy::Policy;
use crate::shell::Doubt;
use crate::subject::{Needs, Subjects};

/// A policy ready to answer events. Share it between threads; each thread
/// has its own [`Scratch`].
#[derive(Clone, Debug)]
pub struct Engine {
    policy: Policy,
    set: HookSet,
}

/// Memory of one thread, reused from event to event.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    subjects: Subjects,
    coverage: Coverage,
    set: hook_set::Scratch,
    matches: Vec<Match>,
}

/// What a policy says about one event.
#[derive(Clone, Debug)]
pub struct Answer<'a> {
    /// What the permission rules say.
    pub permission: Permission,
    /// Every rule that matches, in configuration order.
    pub matches: &'a [Match],
    /// Every hook that waits for events of this kind.
    pub hooks: Vec<Considered>,
    /// What the event is about.
    pub subjects: &'a Subjects,
}

impl Policy {
    /// Makes the policy ready to answer events. Linear in its rules.
    ///
    /// # Errors
    ///
    /// Names the limit that the policy goes over.
    pub fn compile(self, limits: &Limits) -> Result<Engine, CompileError> {
        let set = HookSet::compile(self.rules(), limits)?;
        Ok(Engine { policy: self, set })
    }
}

impl Engine {
    /// The policy.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The compiled rules.
    pub fn set(&self) -> &HookSet {
        &self.set
    }

    /// What the policy says about an event. Linear in the event.
    pub fn answer<'a>(
        &'a self,
        event: &Event<'_>,
        context: &Context,
        scratch: &'a mut Scratch,
    ) -> Answer<'a> {
        let Scratch { subjects, coverage, set, .. } = scratch;
        let dialect = self.policy.dialect();
        subjects.read(event, context, dialect, Needs::ALL);
        let matches = self.set.matches(subjects, kind(event), set);
        self.conclude(event, subjects, matches, coverage)
    }

    /// The same, by the reference evaluator: slow, for tests.
    pub fn answer_by_reference<'a>(
        &self,
        event: &Event<'_>,
        context: &Context,
        scratch: &'a mut Scratch,
    ) -> Answer<'a> {
        let Scratch { subjects, coverage, matches, .. } = scratch;
        let dialect = self.policy.dialect();
        subjects.read(event, context, dialect, Needs::ALL);
        let rules = self.policy.rules();
        *matches = reference::matches(rules, subjects, kind(event));
        self.conclude(event, subjects, matches, coverage)
    }

    fn conclude<'a>(
        &self,
        event: &Event<'_>,
        subjects: &'a Subjects,
        matches: &'a [Match],
        coverage: &mut Coverage,
    ) -> Answer<'a> {
        let (rules, dialect) = (self.policy.rules(), self.policy.dialect());
        let permission = if subjects.is_tool {
            permission(rules, matches, subjects, dialect, coverage)
        } else {
            let why = Why::NoRule;
            Permission { behavior: Behavior::None, rule: None, why }
        };
        let holds = |rule: &_, subjects: &_| {
            reference::matcher_holds(rules, rule, subjects)
        };
        let hooks = match event.kind {
            Some(kind) => fire(&self.policy, matches, subjects, kind, holds),
            None => Vec::new(),
        };
        Answer { permission, matches, hooks, subjects }
    }

    /// Why the permission rules say what they say, in one line. `command` is
    /// the command line of the event, if it has one.
    pub fn reason(&self, answer: &Answer<'_>, command: &str) -> String {
        let rule = answer.permission.rule;
        let rule = rule.and_then(|id| self.policy.rules().rule(id));
        let named =
            rule.map_or(String::new(), |rule| format!("`{}`", rule.text));
        let about = |doubt: &Doubt| {
            let text = doubt.span.of(command);
            let what = doubt.reason.as_str();
            if text.is_empty() {
                what.to_owned()
            } else {
                format!("{what}, `{}`", shortened(text))
            }
        };
        match answer.permission.why {
            Why::NoRule => "no rule matches".to_owned(),
            Why::Matched => format!("{named} matches"),
            Why::Undecided(doubt) => format!(
                "whether {named} matches cannot be decided: {}",
                about(&doubt)
            ),
            Why::InDoubt(doubt) => {
                format!("allow rules match, but: {}", about(&doubt))
            }
            Why::NotCovered(place) => format!(
                "allow rules match, but none covers {}",
                part(answer.subjects, place, command)
            ),
            Why::Degraded => "a deny or ask rule for this tool could not \
                              be read"
                .to_owned(),
        }
    }
}

/// The kind of an event; a call of a tool where it does not say.
fn kind(event: &Event<'_>) -> EventKind {
    event.kind.unwrap_or(EventKind::PRE_TOOL_USE)
}

/// A part of a call, for a person.
fn part(subjects: &Subjects, place: Place, command: &str) -> String {
    let quoted = |text: &str| format!("`{}`", shortened(text));
    match place {
        Place::Call => "the call".to_owned(),
        Place::Unit(at) => {
            let unit = subjects.commands.units.get(at as usize);
            unit.map_or(String::new(), |unit| quoted(unit.span.of(command)))
        }
        Place::Path(at) => {
            let used = subjects.paths.get(at as usize);
            let first = used.and_then(|used| {
                subjects.spellings.get(used.spellings.0 as usize)
            });
            first.map_or(String::new(), |span| {
                format!("the file {}", quoted(subjects.str(*span)))
            })
        }
    }
}

/// At most so many characters of a text in a reason.
const MAX_SHOWN: usize = 80;

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_SHOWN {
        return text.to_owned();
    }
    text.chars().take(MAX_SHOWN - 1).chain(['…']).collect()
}
