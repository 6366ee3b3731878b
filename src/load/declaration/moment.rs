//! The moments that a server can name.

use crate::event::EventKind;
use crate::event::table::SEP_2282;

/// A moment that a server can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Moment {
    /// A session begins.
    SessionStart,
    /// A session is about to end.
    SessionEnd,
    /// A tool is about to be called.
    PreToolUse,
    /// A tool was called.
    PostToolUse,
    /// A message of the person is about to be looked at.
    PreRequest,
    /// The answer to it is done.
    PostRequest,
}

impl Moment {
    /// All of them.
    pub const ALL: &[Moment] = &[
        Moment::SessionStart,
        Moment::SessionEnd,
        Moment::PreToolUse,
        Moment::PostToolUse,
        Moment::PreRequest,
        Moment::PostRequest,
    ];

    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Moment::SessionStart => "session_start",
            Moment::SessionEnd => "session_end",
            Moment::PreToolUse => "pre_tool_use",
            Moment::PostToolUse => "post_tool_use",
            Moment::PreRequest => "pre_request",
            Moment::PostRequest => "post_request",
        }
    }

    /// The moment with this word.
    pub fn named(word: &str) -> Option<Moment> {
        Moment::ALL.iter().copied().find(|moment| moment.as_str() == word)
    }

    /// The moment that an event is.
    pub fn of(kind: EventKind) -> Option<Moment> {
        let row = SEP_2282.iter().find(|row| row.1 == kind);
        row.and_then(|row| Moment::named(row.0))
    }

    /// The event it is.
    pub fn kind(self) -> Option<EventKind> {
        let row = SEP_2282.iter().find(|row| row.0 == self.as_str());
        row.map(|row| row.1)
    }

    /// Whether it is about a tool.
    pub fn is_of_tools(self) -> bool {
        matches!(self, Moment::PreToolUse | Moment::PostToolUse)
    }

    /// Every word, for people.
    pub(super) fn words() -> Vec<&'static str> {
        Moment::ALL.iter().map(|moment| moment.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_moment_is_an_event() {
        for &moment in Moment::ALL {
            let kind = moment.kind().unwrap();
            assert_eq!(Moment::of(kind), Some(moment));
            assert_eq!(moment.is_of_tools(), kind.is_tool());
        }
        assert_eq!(SEP_2282.len(), Moment::ALL.len());
    }
}
