//! Strings of languages that have quotes of their own: `qx(rm x)` of Perl,
//! `%x(rm x)` of Ruby, `[[rm x]]` of Lua.

use super::calls::called;
use crate::shell::data::files::Role;
use crate::shell::data::starters::{STARTERS, TREES};
use crate::shell::scene::Scene;
use crate::source::Span;

impl Scene<'_> {
    /// Strings of Perl and Ruby that start with a letter: `qx(rm x)`,
    /// `system q{rm x}`, `%x(rm x)`.
    pub(super) fn quoted_by_letters(&mut self, code: &str, span: Span) {
        let mut from = 0;
        while let Some((at, mark)) = operator(code, from) {
            from = at + mark.len();
            let behind = code.get(from..).unwrap_or("");
            let name = called(code.get(..at).unwrap_or(""));
            let (tree, glob) = (TREES.contains(&name), name == "glob");
            let runs = mark.ends_with('x') || STARTERS.contains(&name);
            if !tree && !glob && !runs {
                continue;
            }
            let Some(text) = bracketed(behind) else {
                // It goes on to the end.
                return self.any_file(Role::Edits, span);
            };
            from += text.len();
            match tree {
                true => self.whole(text, span),
                _ if runs => self.code([text], span, true),
                _ => self.names_matching(text, span),
            }
        }
    }

    /// Files that stand between angles in Perl: `unlink <src/*>`.
    pub(super) fn between_angles(&mut self, code: &str, span: Span) {
        let mut ends = code.split('>');
        ends.next_back();
        for before in ends {
            let inner = before.rsplit_once('<').map_or("", |(_, inner)| inner);
            if !inner.contains(char::is_whitespace) {
                self.names_matching(inner, span);
            }
        }
    }

    /// What code does to files whose names fit one of these words is not
    /// known.
    fn names_matching(&mut self, words: &str, span: Span) {
        let mut words = words.split_whitespace();
        let is_glob = |word: &str| word.contains(['*', '?', '[', '{', '~']);
        if words.any(|word| is_glob(word) && self.may_match(word)) {
            self.any_file(Role::Edits, span);
        }
    }

    /// `os.execute[[rm x]]` of Lua.
    pub(super) fn in_long_brackets(&mut self, code: &str, span: Span) {
        let mut left = code;
        while let Some((before, text)) = left.split_once("[[") {
            let Some((command, behind)) = text.split_once("]]") else {
                return;
            };
            let runs = STARTERS.contains(&last_name(before));
            if runs {
                self.code([command], span, true);
            }
            left = if runs { behind } else { text };
        }
    }
}

/// The next letters that start a string, and where: `q`, `qq`, `%x`.
fn operator(code: &str, from: usize) -> Option<(usize, &str)> {
    let mut from = from;
    loop {
        let at = from + code.get(from..)?.find(['q', '%'])?;
        let rest = code.get(at..)?;
        let letters = |c: char| matches!(c, 'q' | 'Q' | 'w' | 'W' | 'x');
        let more = rest.get(1..)?.starts_with(letters);
        let mark = rest.get(..1 + usize::from(more))?;
        let word = |c: char| c.is_alphanumeric() || "_$@&".contains(c);
        let starts = !code.get(..at)?.ends_with(word);
        // `"%x"` is none.
        let opens = |c: char| match mark.starts_with('q') {
            true => c.is_ascii_punctuation() && c != '_',
            false => "([{<|/!".contains(c),
        };
        if starts && rest.get(mark.len()..)?.starts_with(opens) {
            return Some((at, mark));
        }
        from = at + mark.len();
    }
}

/// What stands in brackets, or between two signs, at the start of a text:
/// `(rm x)`, `|rm x|`.
fn bracketed(text: &str) -> Option<&str> {
    const PAIRS: [(char, char); 4] =
        [('(', ')'), ('{', '}'), ('[', ']'), ('<', '>')];
    let open = text.chars().next()?;
    let pair = PAIRS.iter().find(|pair| pair.0 == open);
    let close = pair.map_or(open, |pair| pair.1);
    let inner = text.get(open.len_utf8()..)?;
    let mut depth = 0;
    let end = inner.find(|c| {
        depth += i32::from(c == open && c != close);
        depth -= i32::from(c == close);
        depth < 0
    })?;
    inner.get(..end)
}

/// The name that a text ends with: `execute` of `os.execute`.
fn last_name(text: &str) -> &str {
    let text = text.trim_end_matches(['(', ' ']);
    let name = |c: char| c.is_alphanumeric() || c == '_';
    text.get(text.trim_end_matches(name).len()..).unwrap_or("")
}
