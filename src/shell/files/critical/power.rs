//! Removals by a cmdlet: lists, values of parameters, what stands in brackets
//! or in variables, and what comes through the pipe.

use super::Removed;
use crate::shell::data::cmdlets::cmdlet;
use crate::shell::data::powershell::{CHOOSES, LISTS, PRINTS_HERE};
use crate::shell::scene::Scene;
use crate::shell::words::Words;

/// How deep brackets, lists and variables are looked through.
const DEEPEST: u8 = 6;

/// How many words of a command that gives files are looked at.
const WORDS: usize = 16;

/// How deep what comes through a pipe stands in what is removed.
const LISTED: u8 = 2;

/// How long a word that gives files may be.
const LONGEST: usize = 512;

/// How many variables of a line are looked for.
const VARIABLES: usize = 16;

impl Scene<'_> {
    /// A removal of a critical path by `Remove-Item`.
    pub(crate) fn power_critical(&mut self, words: Words) {
        let source = self.text;
        let rest = words.from(words.start + 1);
        let recursive = self.is_recursive(words);
        let mut operands = 0;
        for at in rest.iter() {
            let Some(word) = self.word(at) else { return };
            let text = word.span.of(source);
            operands += usize::from(!text.starts_with('-'));
            if self.is_critical(recursive, at)
                || self.profile.strict
                    && self.names_critical(text, recursive, 0)
            {
                self.raise_critical(word.span);
            }
        }
        if operands == 0
            && self.profile.strict
            && self.own.piped
            && self.lists_critical(recursive)
        {
            self.raise_critical(self.span_of(words));
        }
    }

    /// Whether a text of PowerShell may stand for such a path.
    fn names_critical(
        &mut self,
        text: &str,
        recursive: bool,
        depth: u8,
    ) -> bool {
        if depth == DEEPEST {
            return true;
        }
        let text = text.trim();
        let next = |scene: &mut Self, text: &str| {
            scene.names_critical(text, recursive, depth + 1)
        };
        if let Some(option) = text.strip_prefix('-') {
            let value = option.split_once(':').map(|(_, value)| value);
            return value.is_some_and(|value| next(self, value));
        }
        // `(pwd).Path`
        let whole = [".path", ".fullname"].iter().find_map(|member| {
            let at = text.len().checked_sub(member.len())?;
            let (start, end) = text.split_at_checked(at)?;
            end.eq_ignore_ascii_case(member).then_some(start)
        });
        let text = whole.unwrap_or(text);
        let inner = ["@(", "$(", "("]
            .iter()
            .find_map(|open| text.strip_prefix(open)?.strip_suffix(')'));
        if let Some(inner) = inner {
            return prints_here(inner)
                || self.gives_critical(inner, recursive)
                || next(self, inner);
        }
        if text.contains(',') {
            return text.split(',').any(|part| next(self, part));
        }
        let text = text.trim_matches(['"', '\'']);
        if text.starts_with("$_") || text.eq_ignore_ascii_case("$psitem") {
            // What the pipe gives is not asked for in itself.
            return depth < LISTED && self.lists_critical(recursive);
        }
        let text = self.usual_spelling(text).into_owned();
        match text.strip_prefix('$') {
            Some(name) => self.holds_critical(name, recursive, depth),
            None if text.contains('$') => false,
            None => {
                let tilde = text.starts_with('~');
                let glob = text.contains(['*', '?', '[']);
                let text = text.as_str();
                self.is_critical_path(Removed { text, tilde, glob, recursive })
            }
        }
    }

    /// Whether a variable is given such a path anywhere in the line.
    fn holds_critical(
        &mut self,
        name: &str,
        recursive: bool,
        depth: u8,
    ) -> bool {
        let odd = |c: char| !(c.is_alphanumeric() || c == '_');
        if name.contains(odd) || name.is_empty() {
            return false;
        }
        let count = self.whole.removed.get();
        self.whole.removed.set(count + 1);
        if count >= VARIABLES {
            return true;
        }
        let line = self.outermost;
        line.split('$').skip(1).any(|rest| {
            let Some((own, rest)) = rest.split_at_checked(name.len()) else {
                return false;
            };
            if !own.eq_ignore_ascii_case(name) {
                return false;
            }
            let rest = rest.trim_start();
            let given = rest.strip_prefix('=').or_else(|| {
                // `foreach ($d in 'C:\', 'D:\') { … }`
                let list = rest.strip_prefix("in ")?;
                list.split(')').next()
            });
            let value = given.and_then(|g| g.split([';', '\n', '|']).next());
            value.is_some_and(|value| {
                prints_here(value)
                    || self.gives_critical(value, recursive)
                    || self.names_critical(value, recursive, depth + 1)
            })
        })
    }

    /// Whether a command that gives files, as a text, gives such a one.
    fn gives_critical(&mut self, text: &str, recursive: bool) -> bool {
        let mut words = text.split_whitespace();
        let name = cmdlet(words.next().unwrap_or(""));
        let gives = LISTS.iter().any(|list| list.eq_ignore_ascii_case(name));
        if !gives || words.clone().any(chooses) {
            return false;
        }
        let plain =
            |word: &&str| !word.starts_with('-') && !word.contains(['(', '$']);
        if name.eq_ignore_ascii_case("join-path") {
            let parts: Vec<&str> = words.take(WORDS).collect();
            let path = parts.join("/");
            return plain(&path.as_str())
                && self.names_critical(&path, recursive, 1);
        }
        if words.clone().next().is_none() {
            return self.names_critical(".", recursive, 1);
        }
        let mut words = words.take(WORDS).filter(plain);
        words.any(|word| self.names_critical(word, recursive, 1))
    }

    /// Whether what comes through the pipe is such a path, or all that lies in
    /// one.
    fn lists_critical(&mut self, recursive: bool) -> bool {
        const NEAR: usize = 4;
        let mut at = self.simple;
        for _ in 0..NEAR {
            let Some(before) = self.piped_from(at) else { return false };
            at = before;
            let Some(simple) = self.line.simples.get(at) else { return false };
            let words = Words::of(simple);
            let name = cmdlet(self.text_at(words.start));
            let lists =
                LISTS.iter().any(|list| list.eq_ignore_ascii_case(name));
            let rest = words.from(words.start + 1);
            if !lists {
                let head = self.span_of(words).of(self.text);
                if head.starts_with(['"', '\'', '@', '(', '$']) {
                    return head.len() > LONGEST
                        || self.names_critical(head, recursive, LISTED);
                }
                if name.eq_ignore_ascii_case("where-object") {
                    return false;
                }
                continue;
            }
            if rest.len() > WORDS {
                return true;
            }
            if rest.iter().any(|at| chooses(self.text_at(at))) {
                return false;
            }
            let source = self.text;
            let mut some = false;
            for at in rest.iter() {
                let Some(word) = self.word(at) else { return false };
                let text = word.span.of(source);
                some |= !text.starts_with('-');
                if text.len() > LONGEST
                    || self.names_critical(text, recursive, LISTED)
                {
                    return true;
                }
            }
            return !some && self.names_critical(".", recursive, LISTED);
        }
        false
    }
}

/// Whether a command, as a text, prints the current directory.
fn prints_here(text: &str) -> bool {
    let text = text.trim();
    PRINTS_HERE.iter().any(|here| here.eq_ignore_ascii_case(text))
}

/// Whether an option chooses among the files that are listed.
fn chooses(option: &str) -> bool {
    let option = option.to_ascii_lowercase();
    let near = |whole: &&str| whole.starts_with(option.as_str());
    option.len() > 2 && CHOOSES.iter().any(near)
}
