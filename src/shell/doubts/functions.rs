//! Functions that a line defines: `f() { ls; }; f`.

use crate::shell::data::builtins::SHELL_WORDS;
use crate::shell::data::programs::Known;
use crate::shell::scene::Scene;
use crate::shell::split::Mark;
use crate::shell::{Reason, Shell};

/// Whether a variable is looked at somewhere: in a function it has the value
/// that it has when that is called.
fn expands(text: &str) -> bool {
    // What it is called with, what its commands print, quotes.
    let others = |c: char| c.is_ascii_digit() || "@*#?(\'\" ".contains(c);
    text.split('$').skip(1).any(|rest| !rest.starts_with(others))
}

impl Scene<'_> {
    /// Whether a function has a name that means nothing else, in a line that
    /// goes nowhere and looks at no variable: its commands are looked at
    /// where they stand, and what it is called with is known only when it
    /// runs.
    pub(super) fn names_function(&self, mark: Mark) -> bool {
        if mark.reason != Reason::StateChange
            || mark.simple.is_some()
            || self.shell == Shell::PowerShell
        {
            return false;
        }
        let text = mark.span.of(self.text);
        let before = self.text.get(..mark.span.range().start).unwrap_or("");
        let brackets = text.trim_end().strip_suffix(')');
        let name = brackets.and_then(|name| name.trim_end().strip_suffix('('));
        let keyword = before.trim_end_matches([' ', '\t']);
        let keyword = keyword.len() < before.len()
            && keyword.strip_suffix("function").is_some_and(|rest| {
                !rest.ends_with(|c: char| !c.is_whitespace() && c != ';')
            });
        let name = match name {
            Some(name) => name.trim_end(),
            None if keyword => text,
            None => return false,
        };
        let plain = |c: char| {
            c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c)
        };
        name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
            && name.chars().all(plain)
            && !SHELL_WORDS.contains(&name)
            && Known::of(name).is_nothing()
            && !self.goes_anywhere()
            && !*self.asked.expands.get_or_init(|| expands(self.text))
    }
}
