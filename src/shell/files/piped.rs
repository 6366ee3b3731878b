//! Names of files that are piped to what changes them: `find .git | xargs rm`.

use super::operands::accesses;
use super::protected::{Found, asks_git, is_protected};
use crate::shell::data::files::{Handler, Role, leaves_out};
use crate::shell::scene::{Level, More, Scene};
use crate::shell::split::{Simple, WordFlags};
use crate::shell::words::{Words, base_name, cooked_at};

/// How many commands of a pipe are looked at. Behind them any protected path
/// that the line names may be what is piped.
const MOST: usize = 8;

impl Scene<'_> {
    /// `grep -l x .git | xargs rm`: names of files that a command is given,
    /// and changes.
    pub(super) fn protected_names(
        &mut self,
        row: Option<&Handler>,
        level: Level,
    ) {
        if level.more == More::Nothing
            || !self.own.piped
            || !self.profile.protected_paths
        {
            return;
        }
        let rest = level.words.from(level.words.start + 1);
        let name = base_name(self.text_at(level.words.start));
        let writes = row.is_some_and(|row| {
            row.role != Role::Copies && accesses(row.role).1.is_some()
        });
        if !writes && !self.in_place(name, rest) {
            return;
        }
        let depth = self.own.depth;
        let before = self.line.simples.get(..self.simple).unwrap_or(&[]);
        // What substitutions in these run writes nothing to the pipe.
        let mut outer = before.iter().rev().filter(|s| s.depth == depth);
        for simple in outer.by_ref().take(MOST) {
            self.pipes_protected(Words::of(simple));
            if !simple.piped {
                return;
            }
        }
        let beyond = outer.next().map(|simple: &Simple| simple.words.1);
        if beyond.is_some_and(|end| self.may_say_protected(end as usize)) {
            self.protect(self.span_of(level.words));
        }
    }

    /// What a command of a pipe says may be the names of protected files.
    fn pipes_protected(&mut self, words: Words) {
        let has = |text: &str| words.iter().any(|at| self.is_at(at, text));
        match base_name(self.text_at(words.start)) {
            "find" | "bfs" => {
                self.found_protected(&mut Found::of(words), words.end);
            }
            "grep" | "rg" | "ag" if has("-v") => {}
            "fd" | "fdfind" if has("-E") => {}
            _ => {
                let mut names = words.from(words.start + 1).iter();
                let named = names.find(|&at| {
                    let left = leaves_out(self.text_at(at - 1))
                        || leaves_out(self.text_at(at))
                        || self.first_byte(at) == b'!';
                    !left && self.names_protected(at)
                });
                if let Some(at) = named {
                    let words = Words { start: at, end: at + 1 };
                    self.protect(self.span_of(words));
                }
            }
        }
    }

    /// Whether some word of the line before this one may name a protected
    /// path, whatever it is there for.
    fn may_say_protected(&self, end: usize) -> bool {
        let line = self.line;
        let asks = |at: usize| {
            self.word(at).is_some_and(|w| w.flags.any(WordFlags::SUBSTITUTION))
                && asks_git(cooked_at(line, at))
        };
        let says = |at: &usize| self.names_protected(*at) || asks(*at);
        let first = || (0..line.words.len()).find(says);
        self.asked.protected.get_or_init(first).is_some_and(|at| at < end)
            || self.gives_protected()
            || self.places.cwd.is_some_and(is_protected)
    }
}
