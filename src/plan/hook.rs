//! The hooks of an engine, by number.

use super::engine::Engine;
use crate::event::EventKind;
use crate::hook_set;
use crate::json::{Tape, one_spelling, quote};
use crate::load::{Action, Family, Handler, Scope, pin};

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
    /// What kind of file it stands in.
    pub family: Family,
    /// The matcher of its group.
    pub matcher: Option<String>,
    /// What it is known by from event to event: the same as long as its
    /// event, its matcher and its text are. The same hook in another agent,
    /// plugin or skill is another one.
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
        let bytes = self.set.brief();
        hooks.filter_map(move |hook| self.brief.hook(bytes, hook)?.matcher)
    }

    /// A hook, by its position in the policy: what it does, its event and
    /// where it stands.
    pub fn hook(&self, number: usize) -> Option<EngineHook> {
        let record = self.brief.hook(self.set.brief(), number)?;
        let (handler, input) = record.handler()?;
        let name = record.event.map_or("", EventKind::name);
        let matcher = record.matcher.unwrap_or("");
        // What counts only for a time counts for itself.
        let apart = matches!(
            record.scope(),
            Scope::Agent | Scope::Plugin | Scope::Skill
        );
        let file = if apart { self.brief.hook_source(&record) } else { "" };
        let parts = [name, matcher, record.raw(), file];
        let parts = if apart { &parts[..] } else { &parts[..3] };
        let id = hook_set::digest(parts.iter().map(|part| part.as_bytes()));
        let id = id.iter().take(8).map(|byte| format!("{byte:02x}"));
        Some(EngineHook {
            event: record.event,
            handler,
            place: self.brief.hook_place(&record),
            scope: record.scope(),
            family: record.family(),
            matcher: record.matcher.map(str::to_owned),
            id: id.collect(),
            raw: record.raw().to_owned(),
            same_as: record.same_as,
            input,
        })
    }
}

impl EngineHook {
    /// What an approval of it is pinned to, where it tells the model a text
    /// of a server: that server and all that is said of it, its event and
    /// its matcher as well. What [`crate::guide::negotiate::accept`] pins a
    /// declaration to is the same text. None for other hooks, and for one
    /// that two readers could read in two ways. Linear in its text.
    pub fn pin(&self) -> Option<String> {
        let Action::Inject { server, .. } = &self.handler.action else {
            return None;
        };
        let tape = Tape::of(&self.raw);
        let root = tape.root(&self.raw)?;
        if self.family == Family::Sep2282 {
            return pin(server.as_str(), root.get("declaration")?);
        }
        let mut out = String::from("{\"event\":");
        quote(self.event.map_or("", EventKind::name), &mut out);
        if let Some(matcher) = &self.matcher {
            out.push_str(",\"matcher\":");
            quote(matcher, &mut out);
        }
        out.push_str(",\"hook\":");
        out.push_str(&one_spelling(root)?);
        out.push('}');
        Some(out)
    }
}
