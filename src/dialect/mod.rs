//! What a runner makes of a policy: a record of choices, data not code.
//!
//! Two promises. `claude` *predicts* the documented runner, weak spots
//! included, so that `check`, `why` and `diff` tell the truth about it.
//! `hookset` is *strict*, for our own enforcement. Every difference between
//! dialects is a field here; nothing else asks which dialect it is in.

mod choices;
mod record;
mod shipped;
mod show;

pub use choices::{
    AddressGuard, Dedup, Fallback, HandlerSet, InputConflict, InputMerge,
    JsonOn, OnDoubt, Once, Priorities, PromptAnswer, Slot, SlotRule, Strategy,
    Timeouts, ToolMatch, Unknown, Word, Words,
};
pub use record::{Answers, Dialect, Running, Slots, Surface};
pub use shipped::names;
pub use show::{Datum, Difference, Field, differences};

use crate::event::EventKind;
use crate::event::table::{Exit, Facets};
use crate::load::{Handler, HandlerKind, Inactive};
use crate::syntax::matcher::{MatcherAlphabet, ParsedMatcher, parse_matcher};

/// A version of a runner, such as 2.1.118.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version(pub u16, pub u16, pub u16);

impl Version {
    /// The first that reads a star anywhere in a rule on commands, and not
    /// only `:*` at its end.
    pub const STARS: Version = Version(2, 1, 0);

    /// The first that calls the tool `Task` by the name `Agent`.
    pub const AGENT: Version = Version(2, 1, 63);

    /// Reads `2.1.118`; missing parts are 0.
    pub fn parse(text: &str) -> Option<Version> {
        let mut parts = text.split('.').map(str::parse::<u16>);
        let mut next = || parts.next().transpose().ok();
        let version =
            Version(next()??, next()?.unwrap_or(0), next()?.unwrap_or(0));
        next()?.is_none().then_some(version)
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

impl Dialect {
    /// The dialect called `name`, with an optional version: `hookset`,
    /// `claude`, `claude@2.1.118`.
    pub fn named(name: &str) -> Option<Dialect> {
        let (name, version) = match name.split_once('@') {
            Some((name, version)) => (name, Some(Version::parse(version)?)),
            None => (name, None),
        };
        shipped::named(name, version)
    }

    /// Whether it is that of a runner before a version.
    pub fn is_before(&self, version: Version) -> bool {
        self.version.is_some_and(|own| own < version)
    }

    /// Reads the matcher of a group of hooks on an event.
    pub fn read_matcher(&self, text: &str, kind: EventKind) -> ParsedMatcher {
        let alphabet = match kind.row().narrow_matcher {
            true => MatcherAlphabet::NARROW,
            false => MatcherAlphabet {
                commas: self.matcher_commas,
                hyphens: self.matcher_hyphens,
            },
        };
        parse_matcher(Some(text), alphabet, self.matcher_regexes)
    }

    /// What exit code 2 of a command does on an event.
    pub fn exit(&self, kind: EventKind) -> Exit {
        let own = self.answers.exits.iter().find(|row| row.0 == kind);
        own.map_or(kind.row().exit, |row| row.1)
    }

    /// What an answer can do on an event.
    pub fn facets(&self, kind: EventKind) -> Facets {
        let mut facets = kind.row().facets;
        match self.exit(kind) {
            Exit::Shown if kind.row().exit != Exit::Shown => {
                facets.0 &= !Facets::VETO.0;
            }
            Exit::Blocks => facets.0 |= Facets::VETO.0,
            _ => {}
        }
        if self.running.unawaited.has(kind) {
            facets.0 &= !Facets::AWAITED.0;
        }
        facets
    }

    /// Why no handler of a type ever runs on an event, if so.
    pub fn never_runs(
        &self,
        event: Option<EventKind>,
        handler: HandlerKind,
    ) -> Option<Inactive> {
        let surface = &self.surface;
        let Some(event) = event.filter(|event| surface.events.has(*event))
        else {
            return Some(Inactive::Event);
        };
        let runs = handler.runs_on(event.row().handlers);
        let fits = surface.handlers.has(handler)
            && (runs || !surface.handlers_by_event);
        // What our own files decide counts whoever runs them.
        let ours = HandlerKind::OURS.contains(&handler);
        (!fits && !ours).then_some(Inactive::HandlerType)
    }

    /// Whether a failure of a handler stops what happens, as exit code 2 does.
    pub fn failure_blocks(&self, handler: &Handler, kind: EventKind) -> bool {
        handler.failure_blocks
            && self.running.on_failure
            && !handler.is_async()
            && HandlerKind::fails_shut_on(kind)
    }

    /// The time a handler may take on an event, in milliseconds.
    pub fn timeout(&self, handler: &Handler, kind: EventKind) -> u64 {
        let kinds = &self.running.timeouts;
        let by_kind = match handler.kind() {
            HandlerKind::Command | HandlerKind::Decision => kinds.command,
            HandlerKind::Http => kinds.http,
            HandlerKind::McpTool | HandlerKind::Inject => kinds.mcp_tool,
            HandlerKind::Prompt => kinds.prompt,
            HandlerKind::Agent => kinds.agent,
        };
        let model =
            matches!(handler.kind(), HandlerKind::Prompt | HandlerKind::Agent);
        let by_event = kind.row().timeout.filter(|_| kinds.by_event && !model);
        handler.timeout.unwrap_or(u64::from(by_event.unwrap_or(by_kind)))
    }

    /// The time, in milliseconds, that all handlers of an event have
    /// together, where there is one (spec 6.5). `longest` is the longest that
    /// settings give one of them, which raises it.
    pub fn shared_time(
        &self,
        kind: EventKind,
        longest: Option<u64>,
    ) -> Option<u64> {
        let by_event = self.running.timeouts.by_event;
        let (usual, most) = kind.row().budget.filter(|_| by_event)?;
        let (usual, most) = (u64::from(usual), u64::from(most));
        Some(longest.unwrap_or(usual).clamp(usual, most))
    }
}

impl Default for Dialect {
    /// Our own, strict one.
    fn default() -> Dialect {
        shipped::hookset()
    }
}

#[cfg(test)]
mod tests;
