//! What tmux runs: several of its commands in one line, and what is typed
//! into a pane up to the key that ends a line.

use crate::shell::data::known::TMUX_RUNS;
use crate::shell::data::wrappers::{Kind, Wrapper};
use crate::shell::scene::Scene;
use crate::shell::words::{Program, Words, cooked_at, short_takes};
use crate::source::Spare;

/// The keys that end a line.
const ENDS: &[&str] = &["C-j", "C-m", "Enter", "KPEnter"];

/// The key of a blank: what is typed around it stands in one line.
const BLANK: &str = "Space";

/// Whether a word of tmux is, or ends with, what stands between its commands.
fn ends_command(text: &str) -> bool {
    text.ends_with(';') && !text.ends_with("\\;")
}

impl Scene<'_> {
    /// tmux runs several of its commands: `new \; run 'rm x'`, and those in
    /// one word: `if true 'run "rm x"'`.
    pub(super) fn chained(&mut self, words: Words) {
        let line = self.line;
        let mut at = words.start + 1;
        while at < words.end && self.first_byte(at) == b'-' {
            let takes = short_takes(self.text_at(at), "cfLST");
            if takes && self.text_at(at).ends_with('c') {
                self.inner_line(Words { start: at + 1, end: at + 2 }, 0);
            }
            at += if takes { 2 } else { 1 };
        }
        let mut start = None;
        for at in words.iter() {
            let text = cooked_at(line, at);
            if ends_command(text) {
                self.other_command(&["tmux"], self.next_of_chain(words, at));
                if start.is_none() {
                    // `new \; load-buffer x`
                    let behind = words.from(at);
                    self.guess_options(behind, behind.end);
                }
                self.command_of_chain(start, at);
                start = Some(at + 2);
                continue;
            }
            if ENDS.contains(&text) {
                self.command_of_chain(start, at);
                start = Some(at + 1);
                continue;
            }
            let within = text.split_once(' ').filter(|&(name, _)| {
                TMUX_RUNS.contains(&name) && at > words.start
            });
            if let Some((name, _)) = within {
                let cut = name.len() + 1;
                self.inner_line(Words { start: at, end: at + 1 }, cut);
            }
        }
        self.command_of_chain(start, words.end);
    }

    /// The words of the first command of tmux, up to the key that ends what
    /// is typed.
    pub(super) fn before_chain(&mut self, name: &str, words: Words) -> Words {
        if name != "tmux" {
            return words;
        }
        let line = self.line;
        let ends = |&at: &usize| {
            let text = cooked_at(line, at);
            text == ";" || at > words.start && ENDS.contains(&text)
        };
        let end = words.iter().find(ends).unwrap_or(words.end);
        let words = Words { start: words.start, end };
        self.typed(words);
        words
    }

    /// `send-keys git Space push`: keys one by one.
    fn typed(&mut self, words: Words) {
        let line = self.line;
        if !words.iter().any(|at| self.is_at(at, BLANK)) {
            return;
        }
        let mut text = Spare::default();
        for at in words.iter() {
            let key = cooked_at(line, at);
            text.push_str(if key == BLANK { " " } else { key });
        }
        let span = self.span_of(words);
        self.code([text.as_str()], span, true);
    }

    /// The words of the next command of tmux, behind what ends one.
    fn next_of_chain(&self, words: Words, end: usize) -> Words {
        let behind = words.from(end + 1);
        let ends = |&at: &usize| ends_command(self.text_at(at));
        let last = behind.iter().find(ends);
        // A word that ends with the sign is the command's own.
        let own = |at| usize::from(!self.is_at(at, ";"));
        let end = last.map_or(behind.end, |at| at + own(at));
        Words { end, ..behind }
    }

    /// `ssh host ls ';' rm x`, `tmux ls \; kill-server`: whether what a
    /// program runs goes on behind its first command, so that no pattern for
    /// this one is about all of it.
    pub(super) fn goes_on_behind(
        &self,
        program: Program<'_>,
        words: Words,
    ) -> bool {
        if program.name == "tmux" {
            return words.iter().any(|at| ends_command(self.text_at(at)));
        }
        const SIGNS: [char; 7] = [';', '|', '&', '>', '<', '`', '\n'];
        let ends = |at: usize| {
            let text = self.text_at(at);
            text.contains(SIGNS) || text.contains("$(")
        };
        let joins = |row: &Wrapper| row.joins && row.kind == Kind::Runner;
        program.known.wrappers().any(joins)
            && self
                .wrapped_at(program, words)
                .is_some_and(|at| words.from(at + 1).iter().any(ends))
    }

    fn command_of_chain(&mut self, start: Option<usize>, end: usize) {
        if let Some(start) = start.filter(|&start| start < end) {
            self.inner(Words { start, end }, true);
        }
    }
}
