//! Assignments of PowerShell, and what they change.

use super::lexer::Lexer;
use super::{Redirect, RedirectKind, WordFlags};
use crate::shell::Reason;
use crate::shell::data::variables;

/// Drives whose things are no files: `$env:X`, `${function:x}`.
const NO_FILES: [&str; 11] = [
    "alias", "env", "function", "global", "local", "private", "script",
    "using", "variable", "wsman", "workflow",
];

impl Lexer<'_, '_> {
    /// Whether the `=` here makes the word before it the target of an
    /// assignment.
    pub(super) fn assigns(&self) -> bool {
        let target = self.byte(self.c.pen.start);
        self.c.open.count == 0 && matches!(target, b'$' | b'[')
    }

    /// Drops the target of an assignment: a command may follow.
    pub(super) fn assign(&mut self) {
        let start = self.c.pen.start;
        let target = self.str(start, self.at);
        let file = self.file_of(start, target);
        let changes = file.is_none() && changes_meaning(target);
        self.drop_word();
        if let Some((start, end)) = file {
            self.written_by_name(start, end);
        }
        self.at += 1;
        if changes {
            self.mark_line(Reason::StateChange, start, self.at);
        }
        self.end_simple();
        self.c.open.needed = true;
    }

    /// Where the path stands of a file that is assigned to by its name,
    /// `${C:\x}`; the word starts at `start`.
    fn file_of(&self, start: usize, target: &str) -> Option<(usize, usize)> {
        let open = target.rfind("${")? + 2;
        let rest = target.get(open..)?;
        let path = rest.get(..rest.find('}')?)?;
        let (drive, _) = path.split_once(':')?;
        let other = NO_FILES.iter().any(|no| no.eq_ignore_ascii_case(drive));
        (!other).then_some((start + open, start + open + path.len()))
    }

    /// A file that is written as if the command had a redirection to it.
    fn written_by_name(&mut self, start: usize, end: usize) {
        let behind = self.at;
        self.owner();
        self.start_word(start, WordFlags::QUOTED);
        self.append(start, end);
        self.at = end;
        let target = self.take_word();
        self.at = behind;
        let span = self.span(start, end);
        let kind = RedirectKind::Write;
        self.s.redirects.push(Redirect { span, kind, target });
        self.c.open.end = behind;
    }

    /// Whether `=`, `+=` and the like stand at `at`.
    pub(super) fn assignment_at(&self, at: usize) -> bool {
        let operator = self.skip(at, |b| {
            matches!(b, b'+' | b'-' | b'*' | b'/' | b'%' | b'?')
        });
        operator <= at + 2
            && self.byte(operator) == b'='
            && self.byte(operator + 1) != b'='
    }
}

/// Whether what is assigned to makes later words mean something else: a
/// variable of PowerShell itself, a member, a drive such as `function:`, a
/// variable of the environment that programs go by.
fn changes_meaning(target: &str) -> bool {
    let end = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':');
    let target = target.trim_end_matches(|c: char| end(c) && c != ']');
    let Some(name) = target.strip_prefix('$') else { return true };
    if name.contains(end) {
        return true;
    }
    let lower = name.to_ascii_lowercase();
    let (drive, name) = lower.split_once(':').unwrap_or(("", &lower));
    match drive {
        "env" => variables::powerful(&name.to_ascii_uppercase()),
        "" | "script" | "local" | "private" | "global" | "using" => {
            name.starts_with("ps") || name.starts_with("executioncontext")
        }
        _ => true,
    }
}
