//! Options for which an interpreter prints its version or help, and ends.

use super::interpreters::Interpreter;

/// Interpreters that print their version for `-v` and end. To others it says
/// that they shall say more, and they read on.
const PRINT_FOR_V: &[&str] = &[
    "perl",
    "ruby",
    "node",
    "nodejs",
    "php",
    "lua",
    "luajit",
    "julia",
    "guile",
    "irb",
    "pry",
    "raku",
    "fish",
    "expect",
    "iex",
    "janet",
    "fennel",
    "hy",
    "ts-node",
    "coffee",
    "pwsh",
    "octave",
    "octave-cli",
    "sage",
];

/// Interpreters that read on behind `-V`.
const READ_BEHIND_V: &[&str] =
    &["csh", "tcsh", "tclsh", "wish", "octave", "octave-cli"];

/// Interpreters whose program gets the options: none of them is their own.
const PASS_ON: &[&str] = &["tclsh", "wish"];

impl Interpreter {
    /// Whether an option asks for the version or for help, and for nothing
    /// that is read.
    pub(crate) fn ends_at(&self, option: &str) -> bool {
        match option {
            "-v" => PRINT_FOR_V.contains(&self.name),
            "-V" => !READ_BEHIND_V.contains(&self.name),
            "--version" | "--help" => !PASS_ON.contains(&self.name),
            _ => false,
        }
    }
}
