//! Lines that a program nobody knows may hand to a shell, in one word:
//! `mytool 'sudo rm x'`, `mytool 'if true; then rm x; fi'`.

use super::{MOST, starts_name};
use crate::shell::data::programs::Known;
use crate::shell::scene::Scene;
use crate::shell::words::{base_name, is_assignment};
use crate::source::Span;

/// How many commands of one such line are looked at.
const SOME: usize = 16;

/// Words of a shell behind which a command may stand.
const LEADS: &[&str] = &[
    "!", "do", "elif", "else", "eval", "exec", "if", "then", "time", "until",
    "while", "xargs",
];

impl Scene<'_> {
    /// What a line runs besides its first word: behind what separates
    /// commands, behind words of the grammar and programs that run others.
    pub(super) fn commands_within(&mut self, line: &str, span: Span) {
        let (mut leads, mut found, mut left) = (true, 0, line);
        while found < SOME && self.tails.len() < MOST {
            left = left.trim_start();
            if left.is_empty() {
                return;
            }
            let end = left.find(char::is_whitespace).unwrap_or(left.len());
            let (word, rest) = left.split_at_checked(end).unwrap_or_default();
            let name = word.trim_end_matches(ENDS);
            let start = name.rfind(OPENS).map_or(0, |at| at + 1);
            let name = name.get(start..).unwrap_or("");
            let is_first = left.len() == line.len();
            if starts_name(name) && (start > 0 || leads && !is_first) {
                found += 1;
                let tail = left.get(start..).unwrap_or("");
                let place = name.rfind('/').map_or(0, |at| at + 1);
                self.tail_of_text(tail.get(place..).unwrap_or(""), span);
            }
            leads = runs_next(word, name, leads || start > 0);
            left = rest;
        }
    }
}

/// What stands right before a command: `$(rm x)`, `system("rm x")`.
const OPENS: [char; 9] = ['(', '{', '"', '\'', '`', ';', '&', '|', '!'];

/// What may stand behind the last word of one.
const ENDS: [char; 8] = [')', '}', '"', '\'', '`', ';', '&', '|'];

/// Whether the next word may be a command.
fn runs_next(word: &str, name: &str, leads: bool) -> bool {
    let known = Known::of(base_name(name));
    let runs = known.wrappers().next().is_some() || known.is_shell();
    let passes = word.starts_with('-')
        || is_assignment(word)
        || word.starts_with(|c: char| c.is_ascii_digit());
    word.ends_with([';', '&', '|', '(', '{', '!'])
        || LEADS.contains(&name)
        || matches!(word, "-exec" | "-execdir" | "-ok" | "-okdir")
        || leads && (runs || passes)
}
