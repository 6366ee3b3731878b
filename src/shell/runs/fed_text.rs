//! Known text that comes through a pipe, and what is fed to a database.

use crate::shell::Shell;
use crate::shell::data::interpreters::{REACHES, SQL};
use crate::shell::scene::Scene;
use crate::shell::split::{Simple, WordFlags};
use crate::shell::words::{Words, cooked_at};

/// What lets SQL of the clients that read it use files.
const USES_FILES: &[&str] =
    &["fsdir", "glob(", "readfile", "sqlar", "vacuum", "writefile", "zipfile"];

impl<'a> Scene<'a> {
    /// The text that comes through the pipe before a command, where that is
    /// all of it and known: one word of `echo` or `printf`, or what a
    /// here-document gives `cat`.
    pub(super) fn piped_text(&self, simple: &Simple) -> Option<&'a str> {
        let line = self.line;
        let is_input = |at: Option<u32>| at == Some(0);
        let mut own = line.redirects_of(simple).iter();
        if !simple.piped
            || own.any(|redirect| is_input(redirect.descriptor))
            || self.job.shell == Shell::PowerShell
        {
            return None;
        }
        let before = self.simple.checked_sub(1)?;
        let before = line.simples.get(before)?;
        // Nothing else stands there, as a group that is fed itself.
        let (end, start) =
            (before.span.range().end, simple.span.range().start);
        let between = self.text.get(end..start).unwrap_or("");
        let same = between.trim_matches([' ', '\t']) == "|"
            && before.depth == simple.depth
            && before.assignments == 0
            && before.substituted == simple.substituted
            && !before.piped;
        let words = Words::of(before);
        let mut rest = words.from(words.start + 1).iter();
        let name = cooked_at(line, words.start);
        let literal = |at| self.literal_at(at);
        if !same || !words.iter().all(literal) {
            return None;
        }
        let redirects = line.redirects_of(before);
        match (name, redirects) {
            ("cat", [only]) => {
                let plain = rest.all(|at| self.is_at(at, "-"));
                let text = only.kind.is_text()
                    && is_input(only.descriptor)
                    && !only.target.flags.any(!WordFlags::QUOTED);
                (plain && text).then(|| line.cooked(&only.target))
            }
            ("echo" | "printf", []) => {
                let first = rest.next()?;
                let ends = name == "echo" && self.is_at(first, "-n");
                let word = if ends { rest.next()? } else { first };
                let text = cooked_at(line, word);
                let odd = text.starts_with('-')
                    || text.contains('\\')
                    || name == "printf" && text.contains('%');
                (!odd && rest.next().is_none()).then_some(text)
            }
            _ => None,
        }
    }

    /// Whether a database is asked, and no more, by what a client is fed.
    pub(super) fn is_plain_query(&self, words: Words, body: &str) -> bool {
        let name = self.program(words, false).name;
        let lower = body.to_ascii_lowercase();
        let mut lines = lower.lines();
        let signs = REACHES.iter().chain(USES_FILES);
        (name == "sqlite3" || SQL.contains(&name))
            && !lines
                .any(|line| line.trim_start().starts_with(['.', '-', '/']))
            && !signs.into_iter().any(|sign| lower.contains(sign))
    }
}
