//! Lines for shells that may know less than bash does.

use crate::shell::scene::Scene;
use crate::source::Spare;

/// Shells that are dash in one system and bash in another, or know as little.
const POSIX: &[&str] = &["sh", "dash", "ash", "busybox", "posh"];

/// What only shells like bash know, and how others read it: `&>` is a command
/// in the background and then a redirect, `[[` and `((` no brackets, and a
/// dollar says nothing of the quotes behind it.
const OTHERWISE: &[(&str, &str)] =
    &[("&>", "& >"), ("[[", ": ["), ("((", "( ("), ("$'", "\\$'")];

/// Whether a shell of that name is one of them.
pub(super) fn is_posix(name: &str) -> bool {
    POSIX.contains(&name)
}

/// Such a line as they read it, where that is another one.
fn as_posix(line: &str) -> Option<Spare> {
    let (mut out, mut left) = (Spare::default(), line);
    while !left.is_empty() {
        let starts = |(bash, _): &&(&str, &str)| left.starts_with(bash);
        // Arithmetic in a word is the same for all.
        let same = left.starts_with("$((");
        let known = OTHERWISE.iter().find(starts).filter(|_| !same);
        let len = match known {
            Some((bash, other)) => {
                out.push_str(other);
                bash.len()
            }
            None => {
                let len = match same {
                    true => "$((".len(),
                    false => left.chars().next().map_or(1, char::len_utf8),
                };
                out.push_str(left.get(..len).unwrap_or(""));
                len
            }
        };
        left = left.get(len..).unwrap_or("");
    }
    (*out != *line).then_some(out)
}

impl Scene<'_> {
    /// The lines that were found for a shell which may know less than bash
    /// does, as that reads them.
    pub(super) fn read_otherwise(&mut self, first: usize) {
        for at in first..self.jobs.len() {
            let Some(&job) = self.jobs.get(at) else { return };
            if let Some(text) = as_posix(job.text.of(self.arena)) {
                let span = job.at.unwrap_or(self.own.span);
                self.code([&*text], span, true);
            }
        }
    }
}
