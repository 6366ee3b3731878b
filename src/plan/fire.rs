//! Which hooks fire, in configuration order, and why the others do not.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::brief::{Brief, HookRecord};
use crate::dialect::Dialect;
use crate::event::EventKind;
use crate::hook_set::{Match, ReadyTest};
use crate::ir::lower::Lowerer;
use crate::ir::{Atom, Predicate};
use crate::load::{Handler, Inactive, Scope};
use crate::subject::Subjects;

/// A hook that was considered for an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Considered {
    /// Its position in [`crate::policy::Policy::hooks`].
    pub hook: usize,
    /// Why it does not fire; `None` when it does.
    pub skipped: Option<Skip>,
}

/// Why a hook does not fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Skip {
    /// The group's matcher does not match.
    Matcher,
    /// Its `if` does not hold.
    If,
    /// The agent, skill or command that it stands in is not in use.
    NotInUse,
    /// The same handler fires already.
    Duplicate,
    /// It can never run.
    Inactive(Inactive),
}

impl Skip {
    /// The word used in JSON and at the terminal.
    pub fn as_str(self) -> &'static str {
        match self {
            Skip::Matcher => "matcher",
            Skip::If => "if",
            Skip::NotInUse => "not-in-use",
            Skip::Duplicate => "duplicate",
            Skip::Inactive(why) => why.as_str(),
        }
    }

    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Skip::Matcher => "its matcher does not match",
            Skip::If => "its `if` does not match",
            Skip::NotInUse => "what it belongs to is not in use",
            Skip::Duplicate => "the same hook fires already",
            Skip::Inactive(why) => why.words(),
        }
    }
}

/// How much a hook can stop: of several that do the same, the one that is
/// waited for, and whose failure blocks, must not be lost.
pub(super) fn strength(
    handler: &Handler,
    kind: EventKind,
    dialect: &Dialect,
) -> (bool, bool) {
    let detaches = dialect.surface.async_handlers.has(handler.kind());
    let waits = !(handler.is_async() && detaches);
    (waits, dialect.failure_blocks(handler, kind))
}

/// Every hook that waits for events of this kind, in configuration order;
/// where nobody knows which tool is called, for any of them. Linear in the
/// hooks.
pub(super) fn fire(
    (brief, matchers): (&Brief, &Matchers),
    bytes: &[u8],
    matches: &[Match],
    subjects: &Subjects,
    (kind, any_tool): (EventKind, bool),
) -> Vec<Considered> {
    let mut out: Vec<Considered> = Vec::new();
    // Of hooks that do the same, the place in `out` of the one that runs.
    let mut running: HashMap<usize, usize> = HashMap::new();
    let hooks = (0..brief.hook_count())
        .filter_map(|number| Some((number, brief.hook(bytes, number)?)));
    for (hook, record) in hooks {
        if record.event != Some(kind) {
            continue;
        }
        let found = record.rule.is_some_and(|rule| {
            let by_rule = |found: &Match| found.rule;
            any_tool || matches.binary_search_by_key(&rule, by_rule).is_ok()
        });
        let skipped = match record.inactive {
            Some(why) => Some(Skip::Inactive(why)),
            None if found => {
                let other = running.get(&record.same_as).copied();
                let other = other.and_then(|at| out.get_mut(at));
                match other {
                    None => None,
                    Some(other)
                        if is_stronger(
                            brief, bytes, kind, hook, other.hook,
                        ) =>
                    {
                        other.skipped = Some(Skip::Duplicate);
                        None
                    }
                    Some(_) => Some(Skip::Duplicate),
                }
            }
            None => Some(kept(&record, || {
                matchers.holds(hook, &record, brief, subjects)
            })),
        };
        if skipped.is_none() {
            running.insert(record.same_as, out.len());
        }
        out.push(Considered { hook, skipped });
    }
    out
}

/// What keeps an active hook that does not match. One that has no `if` can only
/// fail its matcher, or more that is told by the file it stands in.
fn kept(record: &HookRecord<'_>, matcher_holds: impl Fn() -> bool) -> Skip {
    let of_a_time = matches!(record.scope(), Scope::Agent | Scope::Skill);
    match (record.has_condition, of_a_time) {
        (true, _) if matcher_holds() => Skip::If,
        (false, true) if matcher_holds() => Skip::NotInUse,
        _ => Skip::Matcher,
    }
}

/// Whether a hook can stop more than another one that does the same.
fn is_stronger(
    brief: &Brief,
    bytes: &[u8],
    kind: EventKind,
    hook: usize,
    other: usize,
) -> bool {
    let strength = |hook| {
        let (handler, _) = brief.hook(bytes, hook)?.handler()?;
        Some(strength(&handler, kind, &brief.dialect))
    };
    strength(hook) > strength(other)
}

/// The matchers of hooks, each made ready when it is first asked for: only
/// reports on hooks with an `if` that does not hold ask, and each event asks
/// the same ones. Clones share what is ready.
#[derive(Clone, Debug, Default)]
pub(super) struct Matchers(Arc<[OnceLock<Matcher>]>);

/// What a matcher tests of the field that its event has for it.
#[derive(Debug)]
enum Matcher {
    Always,
    Never,
    Field(ReadyTest),
}

impl Matchers {
    /// Those of a brief; none is ready yet.
    pub(super) fn new(brief: &Brief) -> Matchers {
        let hooks = 0..brief.hook_count();
        Matchers(hooks.map(|_| OnceLock::new()).collect())
    }

    /// Whether the matcher of a hook that does not fire holds.
    fn holds(
        &self,
        hook: usize,
        record: &HookRecord<'_>,
        brief: &Brief,
        subjects: &Subjects,
    ) -> bool {
        let ready = || Matcher::new(record, &brief.dialect);
        let matcher = self.0.get(hook).map(|once| once.get_or_init(ready));
        match (matcher, subjects.matcher_field) {
            (Some(Matcher::Always), _) => true,
            (Some(Matcher::Field(test)), Some(field)) => {
                test.holds(subjects.str(field))
            }
            _ => false,
        }
    }
}

impl Matcher {
    fn new(record: &HookRecord<'_>, dialect: &Dialect) -> Matcher {
        let (Some(text), Some(kind)) = (record.matcher, record.event) else {
            return Matcher::Always;
        };
        let mut lowerer = Lowerer::default();
        let id = match lowerer.matcher(text, kind, dialect) {
            Predicate::Always => return Matcher::Always,
            Predicate::Atom(id) => id,
            _ => return Matcher::Never,
        };
        match lowerer.atoms.into_vec().get(id.0 as usize) {
            Some(Atom::MatcherField(test)) => {
                Matcher::Field(ReadyTest::new(test))
            }
            _ => Matcher::Never,
        }
    }
}
