//! What other runners call the moments that a server can name.
//!
//! This is the table of the proposal, kept as it stands there, also where
//! its own prose says otherwise: it has no name for `pre_request` in one
//! runner that has such an event, gives `post_request` the name of an event
//! that is about something else, and one name to two moments. The engine
//! follows the prose ([`super::table::SEP_2282`]); this is for files that
//! are written for those runners.

/// A runner of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Runner {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
}

impl Runner {
    /// All of them, in the order of the table.
    pub const ALL: &[Runner] =
        &[Runner::Claude, Runner::Codex, Runner::Gemini];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Runner::Claude => "claude",
            Runner::Codex => "codex",
            Runner::Gemini => "gemini",
        }
    }

    /// The runner of a name.
    pub fn named(name: &str) -> Option<Runner> {
        Runner::ALL.iter().copied().find(|one| one.as_str() == name)
    }

    /// What it calls a moment; none where it has none such.
    pub fn event(self, moment: &str) -> Option<&'static str> {
        let row = ROWS.iter().find(|row| row.0 == moment)?;
        match self {
            Runner::Claude => row.1,
            Runner::Codex => row.2,
            Runner::Gemini => row.3,
        }
    }
}

type Name = Option<&'static str>;

/// A moment and its names.
pub const ROWS: &[(&str, Name, Name, Name)] = &[
    ("session_start", Some("SessionStart"), None, Some("BeforeAgent")),
    (
        "session_end",
        Some("SessionEnd"),
        Some("AfterAgent"),
        Some("SessionEnd"),
    ),
    ("pre_tool_use", Some("PreToolUse"), None, Some("BeforeToolSelection")),
    (
        "post_tool_use",
        Some("PostToolUse"),
        Some("AfterToolUse"),
        Some("AfterTool"),
    ),
    ("pre_request", None, None, Some("BeforeModel")),
    (
        "post_request",
        Some("Notification"),
        Some("AfterAgent"),
        Some("AfterAgent"),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::table::SEP_2282;

    #[test]
    fn the_table_has_every_moment() {
        let names: Vec<_> = ROWS.iter().map(|row| row.0).collect();
        let moments: Vec<_> = SEP_2282.iter().map(|row| row.0).collect();
        assert_eq!(names, moments);
        assert_eq!(Runner::Codex.event("pre_tool_use"), None);
        assert_eq!(Runner::Gemini.event("post_tool_use"), Some("AfterTool"));
    }
}
