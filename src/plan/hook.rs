//! The hooks of an engine, by number.

use super::engine::Engine;
use crate::event::EventKind;
use crate::hook_set;
use crate::load::{Handler, Scope};

/// A hook of an engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineHook {
    /// The event it waits for.
    pub event: Option<EventKind>,
    /// What it does; spans in it lead nowhere.
    pub handler: Handler,
    /// `name:line:column` of where it stands.
    pub place: String,
    /// Whose settings it stands in.
    pub scope: Scope,
    /// What it is known by from event to event: the same as long as its
    /// event, its matcher and its text are.
    pub id: String,
    /// Its text in the file.
    pub raw: String,
    /// The first hook that does the same on the same event.
    pub same_as: usize,
    /// The object a tool is called with, as it is written.
    pub input: Option<String>,
}

impl Engine {
    /// The matchers of all hooks.
    pub fn matchers(&self) -> impl Iterator<Item = &str> {
        let hooks = 0..self.brief.hook_count();
        let bytes = self.set.policy();
        hooks.filter_map(move |hook| self.brief.hook(bytes, hook)?.matcher)
    }

    /// A hook, by its position in the policy: what it does, its event and
    /// where it stands.
    pub fn hook(&self, number: usize) -> Option<EngineHook> {
        let record = self.brief.hook(self.set.policy(), number)?;
        let (handler, input) = record.handler()?;
        let name = record.event.map_or("", EventKind::name);
        let matcher = record.matcher.unwrap_or("");
        let parts = [name, matcher, record.raw()];
        let id = hook_set::digest(parts.iter().map(|part| part.as_bytes()));
        let id = id.iter().take(8).map(|byte| format!("{byte:02x}"));
        Some(EngineHook {
            event: record.event,
            handler,
            place: self.brief.hook_place(&record),
            scope: record.scope(),
            id: id.collect(),
            raw: record.raw().to_owned(),
            same_as: record.same_as,
            input,
        })
    }
}
