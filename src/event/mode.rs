//! Permission modes and their names.

use std::fmt;
use std::str::FromStr;

use crate::diagnostic::UnknownWord;

/// A permission mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Asks (`default`, `manual`).
    Default,
    /// Edits run without asking.
    AcceptEdits,
    /// Only reading.
    Plan,
    /// A classifier decides.
    Auto,
    /// What would ask is denied.
    DontAsk,
    /// Everything runs that no rule stops.
    BypassPermissions,
}

impl Mode {
    /// Every name a mode has in files and payloads.
    pub const ALL: &[(Mode, &str)] = &[
        (Mode::Default, "default"),
        (Mode::Default, "manual"),
        (Mode::AcceptEdits, "acceptEdits"),
        (Mode::Plan, "plan"),
        (Mode::Auto, "auto"),
        (Mode::DontAsk, "dontAsk"),
        (Mode::BypassPermissions, "bypassPermissions"),
    ];

    /// The mode of a name.
    pub fn named(name: &str) -> Option<Mode> {
        let found = Mode::ALL.iter().find(|row| row.1 == name);
        found.map(|row| row.0)
    }

    /// Its name in payloads.
    pub fn as_str(self) -> &'static str {
        let found = Mode::ALL.iter().find(|row| row.0 == self);
        found.map_or("", |row| row.1)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Mode {
    type Err = UnknownWord;

    fn from_str(name: &str) -> Result<Mode, UnknownWord> {
        let names = || Mode::ALL.iter().map(|row| row.1);
        let what = "mode of permissions";
        let wrong = || UnknownWord::new(name, what, names());
        Mode::named(name).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_and_no_other() {
        for (mode, name) in Mode::ALL {
            assert_eq!(name.parse(), Ok(*mode));
            assert_eq!(mode.to_string().parse(), Ok(*mode));
        }
        let wrong = "dontask".parse::<Mode>().unwrap_err();
        assert!(wrong.to_string().contains("did you mean `dontAsk`?"));
    }
}
