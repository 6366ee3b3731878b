//! Directories that are sent elsewhere, or handed to whoever asks: `aws s3 sync
//! . s3://x`, `python3 -m http.server`.

use crate::shell::data::files::Role;
use crate::shell::data::sent::{Told, sends, told};
use crate::shell::paths::known_start;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};

impl Scene<'_> {
    /// `aws s3 sync . s3://x`: directories that are sent elsewhere.
    pub(super) fn sent_trees(&mut self, name: &str, rest: Words) {
        let has = |scene: &Self, sub: &str| {
            sub.is_empty() || rest.iter().any(|at| scene.is_at(at, sub))
        };
        for row in told(name) {
            if has(self, row.subcommand) && self.is_so_told(row.only, rest) {
                if row.here {
                    self.served(row, rest);
                    continue;
                }
                self.told_trees(row.options, rest);
                let plain = |&at: &usize| self.first_byte(at) != b'-';
                if row.only.is_some() && rest.iter().filter(plain).count() < 2
                {
                    // `git add -f -A`
                    self.any_file(Role::Reads, self.span_of(rest));
                }
            }
        }
        let mut sends = sends(name).filter(|sub| !sub.is_empty());
        if !sends.any(|sub| has(self, sub)) {
            return;
        }
        let plain = |at: &usize| self.first_byte(*at) != b'-';
        // The last one is where they go.
        let last = rest.iter().filter(|&at| self.literal_at(at)).rfind(plain);
        for at in rest.iter() {
            let plain = self.literal_at(at) && self.first_byte(at) != b'-';
            if Some(at) != last && plain {
                self.sent_tree(at, 0);
            }
        }
    }

    /// `http-server -p 8080 public`: a directory whose files are handed to
    /// whoever asks, or the current one. What comes to lie there later is
    /// handed out as well, so nobody looks what there is.
    fn served(&mut self, row: &Told, rest: Words) {
        let line = self.line;
        let mut here = true;
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let before = self.text_at(at - 1);
            let directory = match text.split_once('=') {
                Some((name, value)) if row.options.contains(&name) => value,
                _ if row.options.contains(&before) => text,
                _ if row.options.is_empty() && names_directory(text) => text,
                _ => continue,
            };
            if text == row.subcommand {
                continue;
            }
            if directory.trim_end_matches('/') == "." {
                continue;
            }
            here = false;
            let span = self.span_of(Words { start: at, end: at + 1 });
            let own = directory.len() == text.len();
            match self.dynamic_at(at) || own && self.is_around(at) {
                true => self.any_file(Role::Reads, span),
                false => self.all_below(Role::Reads, directory, span),
            }
        }
        // `python3 -u -m http.server` starts where the interpreter does.
        let mut command = rest.start.saturating_sub(1);
        if self.is_at(command.saturating_sub(1), "-m") {
            while command > 0 && self.first_byte(command - 1) == b'-' {
                command -= 1;
            }
            command = command.saturating_sub(1);
        }
        if here && !self.is_free_here(command) {
            self.any_file(Role::Reads, self.span_of(rest));
        }
    }

    /// Whether the option stands there with which alone a program does so.
    fn is_so_told(&self, only: Option<(&str, &str)>, rest: Words) -> bool {
        only.is_none_or(|(letter, name)| {
            rest.iter().any(|at| match self.text_at(at) {
                long if long.starts_with("--") => long == name,
                text => text.starts_with('-') && text.contains(letter),
            })
        })
    }

    /// `netlify deploy --dir=x`, `wormhole send x`: the directories that
    /// options name, or any word.
    fn told_trees(&mut self, options: &[&str], rest: Words) {
        for at in rest.iter() {
            let text = self.text_at(at);
            if self.first_byte(at) != b'-' {
                let before = self.text_at(at - 1);
                if options.is_empty() || options.contains(&before) {
                    self.sent_tree(at, 0);
                }
            } else if let Some((name, _)) = text.split_once('=')
                && options.contains(&name)
            {
                self.sent_tree(at, name.len() + 1);
            }
        }
    }

    /// What lies in the directory that stands in a word from `cut` on.
    fn sent_tree(&mut self, at: usize, cut: usize) {
        let Some(word) = self.word(at) else { return };
        let text = cooked_at(self.line, at).get(cut..).unwrap_or("");
        let whole =
            matches!(text.trim_end_matches('/'), "" | "." | ".." | "~");
        let literal = word.flags.literal();
        let around = match cut {
            0 if literal => self.holds_current(at),
            0 if known_start(word, text).is_some() || !self.dynamic_at(at) => {
                return self.tree(Role::Reads, at);
            }
            _ => whole || !literal,
        };
        if around {
            self.any_file(Role::Reads, word.span);
        } else if !text.contains(':') {
            self.may_hold(text, word.span);
            self.all_below(Role::Reads, text, word.span);
        }
    }
}

/// Whether a word of a server may be the directory that it is to show, and
/// no port, address or file of settings.
fn names_directory(text: &str) -> bool {
    let address = |c: char| c.is_ascii_digit() || ".:".contains(c);
    let place = text.starts_with('.') || !text.chars().all(address);
    place && !text.starts_with('-') && !text.contains("://")
}
