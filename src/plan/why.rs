//! Why a rule matched, or the first place where it does not.
//!
//! Whether a rule matches is never decided here: that is taken from the
//! matches of an evaluator. What is found out here is *where* a rule that
//! does not match parts from the event, in the rule's text and in the
//! event's, and what a person could write instead. An advice is given only
//! after the rule it proposes was tried on the event.

mod ask;
mod below;
mod command;
mod condition;
mod hook;
mod host;
mod matched;
mod mcp;
mod name;
mod path;
mod scope;
mod segments;
mod skipped;
mod spot;
mod text;

use std::sync::Arc;

use super::alone::Alone;
use super::{Answer, Engine, Skip};
use crate::event::{Context, Event};
use crate::ir::{Origin, RuleId};
use crate::shell::Doubt;
use crate::source::{SourceId, Span};

/// What there is to say about one rule or hook and an event.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The rule; `None` for one that is not in force.
    pub rule: Option<RuleId>,
    /// `allow`, `ask`, `deny`, or `hook`.
    pub effect: &'static str,
    /// Its text: that of the rule, or of the hook's `if`, or else of its
    /// matcher.
    pub text: String,
    /// Where it stands.
    pub origin: Origin,
    /// Whether it matches, and where.
    pub verdict: Verdict,
    /// How near the event is, from 0 (the rule looks at other events) to
    /// [`MATCHES`].
    pub near: u16,
}

/// [`Explained::near`] of a rule that matches.
pub const MATCHES: u16 = 1000;

/// Whether a rule matches.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It does.
    Matched(Matched),
    /// It does not.
    Missed(Box<Miss>),
}

/// Where a rule matches.
#[derive(Clone, Debug, Default)]
pub struct Matched {
    /// The rule's text in its file.
    pub rule: Option<Part>,
    /// What it matches.
    pub places: Vec<Spot>,
    /// For an allow rule, what of the call it does not cover.
    pub uncovered: Vec<Spot>,
    /// For a hook, the doubt that alone makes its condition hold.
    pub doubt: Option<Doubt>,
    /// For a hook, why it does not run all the same.
    pub skipped: Option<Skip>,
    /// More to know, in one line.
    pub note: Option<String>,
}

/// The first place where a rule does not match.
#[derive(Clone, Debug)]
pub struct Miss {
    /// What kind of difference it is.
    pub cause: Cause,
    /// What was found.
    pub message: String,
    /// What to write instead, tried on the event where it is a rule.
    pub help: Option<String>,
    /// The part of the rule that does not fit.
    pub rule: Option<Part>,
    /// The part of the event that it was compared with.
    pub event: Option<Spot>,
    /// A doubt that bears on the rule all the same: whether it applies
    /// cannot be decided.
    pub doubt: Option<Doubt>,
}

/// A part of a rule, in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The file.
    pub source: SourceId,
    /// The bytes in it.
    pub span: Span,
    /// What stands there, without escapes.
    pub text: String,
}

/// A part of an event: bytes in the text of one of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The field, such as `tool_input.command`.
    pub field: String,
    /// Whether the text stands in no field, but was made of some.
    pub is_made: bool,
    /// The whole text of the field, without escapes.
    pub text: Arc<str>,
    /// The bytes in it.
    pub span: Span,
}

impl Spot {
    /// The text under the span.
    pub fn as_str(&self) -> &str {
        self.span.of(&self.text)
    }
}

/// What kind of difference keeps a rule from matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The rule governs another tool.
    Tool,
    /// It is about events of another kind.
    Event,
    /// The event does not say what the rule looks at.
    Missing,
    /// Another word stands where the rule has one.
    Word,
    /// The text ends before the pattern does.
    Ends,
    /// The text goes on behind the pattern.
    GoesOn,
    /// The pattern wants a word to end where it goes on.
    Boundary,
    /// A part of the pattern is not found.
    NotFound,
    /// It would match behind something that such rules do not look through.
    Front,
    /// Only a rule of the full text matches such a command.
    FullText,
    /// The directory that the pattern starts at is not known.
    Base,
    /// The path is not below the directory that the pattern starts at.
    NotBelow,
    /// A directory of one name stands only for the one in the current
    /// directory.
    Narrow,
    /// Only letter case differs.
    Case,
    /// One spelling of the path is covered, another is not.
    Link,
    /// Another host.
    Host,
    /// Another MCP server.
    Server,
    /// The name can be read as several servers.
    Ambiguous,
    /// A value differs.
    Value,
    /// What stands behind `!` holds.
    Negated,
    /// The hook's matcher is about something else.
    Matcher,
    /// The rule never matches anything.
    Never,
    /// It may match: the event does not say all that decides it.
    InDoubt,
    /// The rule is not in force.
    NotInForce,
}

impl Cause {
    /// The word used in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Cause::Tool => "tool",
            Cause::Event => "event",
            Cause::Missing => "missing",
            Cause::Word => "word",
            Cause::Ends => "ends",
            Cause::GoesOn => "goes-on",
            Cause::Boundary => "boundary",
            Cause::NotFound => "not-found",
            Cause::Front => "front",
            Cause::FullText => "full-text",
            Cause::Base => "base",
            Cause::NotBelow => "not-below",
            Cause::Narrow => "narrow",
            Cause::Case => "case",
            Cause::Link => "link",
            Cause::Host => "host",
            Cause::Server => "server",
            Cause::Ambiguous => "ambiguous",
            Cause::Value => "value",
            Cause::Negated => "negated",
            Cause::Matcher => "matcher",
            Cause::Never => "never",
            Cause::InDoubt => "in-doubt",
            Cause::NotInForce => "not-in-force",
        }
    }
}

/// A difference, with its place in the text of the rule or matcher.
#[derive(Clone, Debug)]
struct Gap {
    cause: Cause,
    message: String,
    help: Option<String>,
    /// Bytes of the rule's text.
    rule: Span,
    event: Option<Spot>,
    /// How far the rule got, in parts of a thousand.
    reach: u16,
}

impl Gap {
    fn new(cause: Cause, message: impl Into<String>, rule: Span) -> Gap {
        let message = message.into();
        Gap { cause, message, help: None, rule, event: None, reach: 0 }
    }

    fn at(mut self, event: Option<Spot>) -> Gap {
        self.event = event;
        self
    }

    fn help(mut self, help: Option<String>) -> Gap {
        self.help = help;
        self
    }

    /// With how far the rule got: so many of so many.
    fn reached(mut self, part: usize, whole: usize) -> Gap {
        let part = part.min(whole) * 800 / whole.max(1);
        self.reach = 100 + u16::try_from(part).unwrap_or(800);
        self
    }
}

/// At most so many characters of a text in a message.
const MAX_SHOWN: usize = 60;

/// A text in backticks, cut where it is long.
fn quoted(text: &str) -> String {
    if text.chars().count() <= MAX_SHOWN {
        return format!("`{text}`");
    }
    let kept: String = text.chars().take(MAX_SHOWN - 1).collect();
    format!("`{kept}…`")
}

impl Engine {
    /// Every rule and hook with why it matches or does not, those that
    /// match first, the others by how near they came. `answer` must be this
    /// engine's to `event`. Nothing for an engine that was loaded from an
    /// image, which has no texts to explain.
    pub fn explain(
        &self,
        event: &Event<'_>,
        answer: &Answer<'_>,
    ) -> Vec<Explained> {
        self.explained(event, answer, &Alone::default())
    }

    /// The same, where a doubt is told beside those guards alone that it
    /// comes from, as far as [`Engine::told`] looks for that. `context` must be
    /// that of the answer.
    pub fn explain_in(
        &self,
        event: &Event<'_>,
        context: &Context,
        answer: &Answer<'_>,
    ) -> Vec<Explained> {
        let alone = self.alone(event, context, answer, None);
        self.explained(event, answer, &alone)
    }

    fn explained(
        &self,
        event: &Event<'_>,
        answer: &Answer<'_>,
        alone: &Alone,
    ) -> Vec<Explained> {
        let Some(policy) = self.policy() else { return Vec::new() };
        let mut all = ask::all(policy, event, answer, alone);
        all.sort_by_key(|each| std::cmp::Reverse(each.near));
        all
    }
}

#[cfg(test)]
mod tests;
