//! From a command line to what rules look at.

use super::split::Line;
use super::{Commands, Profile, Shell};

/// What the line's meaning depends on and the library may not look up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places<'a> {
    /// The current directory, absolute.
    pub cwd: Option<&'a str>,
    /// The home directory, absolute.
    pub home: Option<&'a str>,
}

/// Memory reused from line to line.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    pub(super) line: Line,
}

/// Takes `command` apart for the rules of `profile`; `out` is cleared first
/// and keeps its memory. Linear in the length of the command.
pub fn analyze(
    command: &str,
    shell: Shell,
    profile: &Profile,
    places: &Places<'_>,
    out: &mut Commands,
) {
    out.clear();
    let _ = (command, shell, profile, places, &mut out.work.line);
}
