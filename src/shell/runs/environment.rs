//! Programs that read `.env` by themselves, and show what it holds though no
//! word names it: `pipenv run printenv KEY`.

use crate::shell::data::shown::{
    LOADERS, SHOW_ENVIRONMENT, SHOWN_BY_WORDS, loads_environment,
    names_environment,
};
use crate::shell::scene::Scene;
use crate::shell::words::Words;

/// What shows a variable in a line that a shell runs.
const PRINTS: &[&str] = &["<<<", "echo", "env", "print"];

impl Scene<'_> {
    /// Looks whether a program shows what it has read.
    pub(super) fn shows_own(&mut self, name: &str, words: Words) {
        if LOADERS.contains(&name) {
            self.own_environment(words);
        } else if name == "bun" {
            // It reads the file by itself.
            if self.holds_any(words, SHOW_ENVIRONMENT) {
                self.may_be(".env", self.span_of(words));
            }
        } else {
            self.loaded_beside(words);
        }
    }

    /// `dotenv list`, `pipenv run env`, `dotenv -- sh -c 'echo $KEY'`.
    fn own_environment(&mut self, words: Words) {
        let rest = words.from(words.start + 1);
        let first = self.text_at(rest.start);
        let last = rest.iter().next_back();
        let last = last.map_or("", |at| self.text_at(at));
        let one = |at: usize| {
            let text = self.text_at(at);
            // What the shell at hand fills in is none of its.
            let inner = text.contains('$') && self.literal_at(at);
            text == "printenv"
                || inner && PRINTS.iter().any(|sign| text.contains(sign))
        };
        if last == "env"
            || matches!(first, "-p" | "get" | "list")
            || rest.iter().any(one)
            || self.holds_any(rest, SHOWN_BY_WORDS)
        {
            let span = self.span_of(words);
            self.may_be(".env", span);
            self.may_be(".envrc", span);
        }
    }

    /// `node -r dotenv/config -p process.env.KEY`: a word that loads, and
    /// another that shows.
    fn loaded_beside(&mut self, words: Words) {
        let loads = |at: usize| loads_environment(self.text_at(at));
        let shows = |at: usize| names_environment(self.text_at(at));
        if words.iter().any(loads) && words.iter().any(shows) {
            self.may_be(".env", self.span_of(words));
        }
    }

    fn holds_any(&self, words: Words, signs: &[&str]) -> bool {
        words.iter().any(|at| {
            let text = self.text_at(at);
            signs.iter().any(|sign| text.contains(sign))
        })
    }
}
