//! Which hooks fire, in configuration order, and why the others do not.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::brief::{Brief, HookRecord};
use crate::dialect::Dialect;
use crate::event::EventKind;
use crate::hook_set::{HookSet, Match, ReadyTest};
use crate::ir::lower::Lowerer;
use crate::ir::{Atom, NameTest, Predicate};
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
    /// No hook runs on calls of the tool.
    Tool,
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
            Skip::Tool => "tool",
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
            Skip::Tool => "no hook runs on calls of this tool",
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
    set: &HookSet,
    matches: &[Match],
    subjects: &Subjects,
    (kind, any_tool): (EventKind, bool),
) -> Vec<Considered> {
    let mut out: Vec<Considered> = Vec::new();
    let bytes = set.brief();
    let unheard = brief.dialect.surface.unheard_tools;
    let is_heard = !unheard.contains(&subjects.str(subjects.tool));
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
            None if !is_heard => Some(Skip::Tool),
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
                matchers.holds(hook, &record, (brief, set), subjects)
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
    /// A regular expression that the set has, and has ready: to make it once
    /// more would take longer than all the rest of an answer.
    OfSet(u32),
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
        (brief, set): (&Brief, &HookSet),
        subjects: &Subjects,
    ) -> bool {
        let ready = || Matcher::new(record, &brief.dialect, set);
        let matcher = self.0.get(hook).map(|once| once.get_or_init(ready));
        match (matcher, subjects.matcher_field) {
            (Some(Matcher::Always), _) => true,
            (Some(Matcher::Field(test)), Some(field)) => {
                test.holds(subjects.str(field))
            }
            (Some(Matcher::OfSet(atom)), Some(field)) => {
                set.is_matcher(*atom, subjects.str(field))
            }
            _ => false,
        }
    }
}

impl Matcher {
    fn new(
        record: &HookRecord<'_>,
        dialect: &Dialect,
        set: &HookSet,
    ) -> Matcher {
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
                let own = match test {
                    NameTest::Regex(source) => set.matcher_regex(source),
                    _ => None,
                };
                let ready = || Matcher::Field(ReadyTest::new(test));
                own.map_or_else(ready, Matcher::OfSet)
            }
            _ => Matcher::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Context, Event};
    use crate::json::Tape;
    use crate::load::Family;
    use crate::plan::{Engine, Scratch};
    use crate::policy::{Input, Policy};

    fn engine(matchers: &[&str]) -> Engine {
        let group = |matcher: &&str| {
            format!(
                r#"{{"matcher": "{matcher}", "hooks": [{{"type": "command",
                "command": "x", "if": "Bash(git *)"}}]}}"#
            )
        };
        let groups: Vec<_> = matchers.iter().map(group).collect();
        let groups = groups.join(",");
        let file = Input {
            name: "a.json".to_owned(),
            text: format!(r#"{{"hooks": {{"PreToolUse": [{groups}]}}}}"#),
            family: Family::Claude,
            scope: Scope::Project,
            directory: None,
        };
        let dialect = Dialect::default();
        let policy = Policy::from_sources([file], &dialect);
        policy.compile(&crate::hook_set::Limits::default()).unwrap()
    }

    /// Reports ask the regular expressions that the set has ready, and get
    /// the answer that it gives.
    #[test]
    fn matchers_of_reports_are_those_of_the_set() {
        let matchers = ["^B.*", ".{300}x", "^Bash$", "Bash|Read", "R.*d"];
        let engine = engine(&matchers);
        let call = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash",
            "tool_input":{"command":"ls"}}"#;
        let (mut tape, mut scratch) = (Tape::new(), Scratch::default());
        let event = Event::read(call, &mut tape);
        let answer = engine.answer(&event, &Context::default(), &mut scratch);
        let reasons: Vec<_> = answer.hooks.iter().map(|h| h.skipped).collect();
        let (by_if, by_matcher) = (Some(Skip::If), Some(Skip::Matcher));
        assert_eq!(reasons, [by_if, by_matcher, by_if, by_if, by_matcher]);
        let brief = Brief::read(engine.set().brief(), None).unwrap();
        for (hook, matcher) in matchers.into_iter().enumerate() {
            let record = brief.hook(engine.set().brief(), hook).unwrap();
            let ready = Matcher::new(&record, &brief.dialect, engine.set());
            let of_set = matches!(ready, Matcher::OfSet(_));
            assert_eq!(of_set, matcher != "Bash|Read", "{matcher}");
        }
    }
}
