//! Assignments of PowerShell, and what they change.

use super::lexer::Lexer;
use super::{Redirect, RedirectKind, WordFlags};
use crate::shell::Reason;
use crate::shell::data::power_types::is_setting;
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
        self.c.open.count == 0
            && (matches!(target, b'$' | b'[') || self.in_table())
    }

    /// Whether this is an entry of `@{…}`, whose value may be a command.
    fn in_table(&self) -> bool {
        let start = self.frame_start();
        self.is(start, "@{") || start > 0 && self.is(start - 1, "@{")
    }

    /// Drops the target of an assignment: a command may follow.
    pub(super) fn assign(&mut self) {
        let start = self.c.pen.start;
        let target = self.str(start, self.at);
        let file = self.file_of(start, target);
        let changes =
            file.is_none() && !self.in_table() && changes_meaning(target);
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
        let descriptor = Some(1);
        self.s.redirects.push(Redirect { span, kind, descriptor, target });
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
    // `[int]$x`
    let typed = target.strip_prefix('[').and_then(|t| t.rsplit_once(']'));
    let name = typed.map_or(target, |typed| typed.1).trim_start();
    let Some(name) = name.strip_prefix('$') else {
        return !is_setting(target);
    };
    let base = name.find(end).map_or(name, |at| name.get(..at).unwrap_or(""));
    if base.len() < name.len() && !is_member(name.get(base.len()..)) {
        return true;
    }
    let lower = base.to_ascii_lowercase();
    let (drive, name) = lower.split_once(':').unwrap_or(("", &lower));
    match drive {
        "env" => variables::powerful(&name.to_ascii_uppercase()),
        "" | "script" | "local" | "private" | "global" | "using" => {
            const OWN: [&str; 4] = ["executioncontext", "host", "myinv", "ps"];
            OWN.iter().any(|own| name.starts_with(own))
        }
        _ => true,
    }
}

/// Whether what stands behind a variable names a member or an entry of it, to
/// which something is assigned that only whoever looks at the thing sees: not
/// what a file is.
fn is_member(rest: Option<&str>) -> bool {
    const OF_FILES: [&str; 5] =
        ["attributes", "directory", "location", "readonly", "time"];
    let rest = rest.unwrap_or("").to_ascii_lowercase();
    rest.starts_with(['.', '['])
        && !rest.contains(['(', ':', '`'])
        && !OF_FILES.iter().any(|name| rest.contains(name))
}
