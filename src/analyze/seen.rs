//! What guards see besides the text that an allow rule matches.

use super::cover::within;
use super::relate::Language;
use super::survey::Survey;
use crate::ir::{AtomId, CommandShell};
use crate::shell::cmdlet;
use crate::syntax::TextGlob;

impl Survey<'_> {
    /// Whether a guard matches what it sees of every command that an allow
    /// rule matches: without the variables set in front of it, or by the name
    /// of the cmdlet that an alias stands for. Where only what is documented
    /// counts, nothing takes variables off behind a wrapper
    /// (`timeout 5 A=1 ls`), where allow rules look, too.
    pub(super) fn seen_within(
        &mut self,
        shell: CommandShell,
        pattern: &TextGlob,
        guard: AtomId,
    ) -> Option<bool> {
        let seen = match shell {
            CommandShell::Posix if !self.dialect.shell.strict => None,
            CommandShell::Posix => without_variables(pattern),
            CommandShell::PowerShell => by_cmdlet(pattern),
        };
        let Some(seen) = seen else { return Some(false) };
        let own = Language::text_in(&seen, &self.fuel)?;
        let other = self.language(guard)?;
        within(&own, &other, &self.fuel)
    }
}

fn without_variables(pattern: &TextGlob) -> Option<TextGlob> {
    let (first, others) = pattern.parts.split_first()?;
    let mut rest = first.as_str();
    while let Some((word, behind)) = rest.split_once(' ') {
        if !sets_variable(word) {
            break;
        }
        rest = behind;
    }
    (rest.len() < first.len())
        .then(|| started(rest.to_owned(), others, pattern))
}

fn started(first: String, others: &[String], like: &TextGlob) -> TextGlob {
    let parts = std::iter::once(first).chain(others.iter().cloned());
    TextGlob { parts: parts.collect(), boundary: like.boundary }
}

/// Whether a word sets a variable to a plain text.
fn sets_variable(word: &str) -> bool {
    let Some((name, value)) = word.split_once('=') else { return false };
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:,@%+".contains(c);
    let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(in_name)
        && value.chars().all(plain)
}

fn by_cmdlet(pattern: &TextGlob) -> Option<TextGlob> {
    let (first, others) = pattern.parts.split_first()?;
    let end = first.find(' ').unwrap_or(first.len());
    let (name, rest) = first.split_at(end);
    // A star that follows may go on with the name.
    let whole = !rest.is_empty() || others.is_empty() || pattern.boundary;
    let full = cmdlet(name).to_ascii_lowercase();
    (whole && full != name)
        .then(|| started(format!("{full}{rest}"), others, pattern))
}
