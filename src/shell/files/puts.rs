//! Files that a program writes by names which the line does not say, `unrar x
//! a.rar`, and directories that it packs.

use crate::shell::Access;
use crate::shell::data::files::Role;
use crate::shell::data::puts::{PACKS, PUTS};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, short_takes};

/// How the address of a file starts.
const FILE: &str = "file://";

impl Scene<'_> {
    /// The directories that a program writes such files into.
    pub(super) fn puts(&mut self, name: &str, rest: Words) {
        let Some(row) = PUTS.iter().find(|row| row.program == name) else {
            return;
        };
        let is_act = |at| has_any(self.text_at(at), row.acts);
        let acts = row.acts.is_empty() || rest.iter().any(is_act);
        let looks = |at| row.looks.contains(&self.text_at(at));
        if !acts || rest.iter().any(looks) {
            return;
        }
        if name == "split" {
            self.split_here(rest);
        }
        let mut told = false;
        for at in rest.iter() {
            let text = self.text_at(at);
            let valued = |option: &&&str| is_value_of(text, option);
            let Some(option) = row.into.iter().find(valued) else { continue };
            told = true;
            if text == *option && self.text_at(at + 1).starts_with(FILE) {
                // `atlas migrate diff --dir file://x`
                self.glued_tree(at + 1, FILE.len());
            } else if text == *option {
                self.file_at(Access::Write, at + 1);
                self.tree(Role::Writes, at + 1);
            } else {
                self.glued_tree(at, option.len());
            }
        }
        if let Some(last) = rest.iter().next_back()
            && row.slash
            && rest.len() > 1
            && self.text_at(last).ends_with('/')
        {
            told = true;
            self.file_at(Access::Write, last);
            self.tree(Role::Writes, last);
        }
        if !told && row.here {
            self.any_file(Role::Writes, self.span_of(rest));
        }
    }

    /// `split x`: the first part, where nothing says how their names start.
    fn split_here(&mut self, rest: Words) {
        const VALUED: &str = "abCltn";
        let is_operand = |at: usize| {
            let behind =
                at > rest.start && short_takes(self.text_at(at - 1), VALUED);
            !behind && !self.text_at(at).starts_with("-")
        };
        if rest.iter().filter(|&at| is_operand(at)).count() < 2 {
            let span = self.span_of(rest);
            self.known_file(Access::Write, "xaa", span, false);
        }
    }

    /// A directory behind its option, in the same word.
    pub(super) fn glued_tree(&mut self, at: usize, cut: usize) {
        let Some(word) = self.word(at) else { return };
        let line = self.line;
        let text = word.cooked.of(&line.text);
        let into = text.get(cut..).unwrap_or("");
        if !word.flags.literal() {
            let equals = usize::from(into.starts_with('='));
            return self.file_behind(Access::Write, at, cut + equals);
        }
        let into = into.trim_start_matches('=').trim_end_matches('/');
        if matches!(into, "" | "." | "~") || into.len() > 4096 {
            return self.any_file(Role::Writes, word.span);
        }
        self.known_file(Access::Write, into, word.span, false);
        self.joined(Access::Write, into, "*", word.span);
        self.all_below(Role::Writes, into, word.span);
    }

    /// The directories that a program packs.
    pub(super) fn packed(&mut self, name: &str, rest: Words) {
        let Some((_, acts)) = PACKS.iter().find(|row| row.0 == name) else {
            return;
        };
        // `jar cf x.jar .`: letters without a dash.
        let first = self.text_at(rest.start);
        let bundled = name == "jar"
            && !first.starts_with('-')
            && first.contains(['c', 'u']);
        let packs = acts.is_empty()
            || bundled
            || rest.iter().any(|at| has_any(self.text_at(at), acts));
        if !packs {
            return;
        }
        for at in rest.iter() {
            // `jar cf x.jar -C out .`: what lies in `out`.
            let there = name == "jar"
                && at > rest.start + 1
                && self.is_at(at - 2, "-C");
            if !there && self.first_byte(at) != b'-' {
                self.file_at(Access::Read, at);
                self.tree(Role::Reads, at);
            }
        }
    }
}

/// Whether a word is one of these, or has the letter of one among others:
/// `-OJ`.
pub(super) fn has_any(text: &str, options: &[&str]) -> bool {
    options.iter().any(|option| match option.strip_prefix('-') {
        Some(letter) if letter.len() == 1 => {
            text.strip_prefix('-').is_some_and(|letters| {
                let cluster =
                    letters.bytes().all(|b| b.is_ascii_alphanumeric());
                letters.starts_with(letter)
                    || cluster && letters.contains(letter)
            })
        }
        _ => is_value_of(text, option),
    })
}

/// Whether a word is an option, or has it with its value.
fn is_value_of(text: &str, option: &str) -> bool {
    text.strip_prefix(option).is_some_and(|rest| {
        let short = option.starts_with('-') && option.len() == 2;
        rest.is_empty()
            || rest.starts_with('=')
            || short
            // `html:dir`
            || option.ends_with(':')
    })
}
