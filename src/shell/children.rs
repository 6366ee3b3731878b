//! Commands whose words come from elsewhere: `xargs`, `find -exec`.

use super::analyze::{Allow, Level, Scene, Words};
use super::data::files::Role;
use super::strip::short_takes;
use super::{Effects, Reason};

impl Scene<'_> {
    /// `xargs`: the command that its words name, with more words to come.
    pub(super) fn xargs(&mut self, level: Level) {
        const LONG: &[&str] = &[
            "max-args",
            "max-procs",
            "max-chars",
            "delimiter",
            "arg-file",
            "process-slot-var",
        ];
        self.views(level, true);
        let words = level.words;
        let mut at = words.start + 1;
        let mut replace = "{}";
        while at < words.end {
            let text = self.text_at(at);
            if text == "--" {
                at += 1;
                break;
            }
            if !text.starts_with('-') {
                break;
            }
            if let Some(written) = text.strip_prefix("--replace=") {
                replace = written;
            }
            if text == "-I" {
                replace = self
                    .line
                    .words
                    .get(at + 1)
                    .map_or("{}", |w| w.cooked.of(&self.line.text));
            }
            let takes = match text.strip_prefix("--") {
                Some(long) => LONG.contains(&long),
                None => short_takes(text, "InPLsdEaJRS"),
            };
            at += if takes { 2 } else { 1 };
        }
        let command = words.from(at);
        if command.is_empty() {
            return;
        }
        let dynamic = command.iter().take(4).any(|at| {
            let text = self.text_at(at);
            let shell = at > command.start && text.contains(' ');
            (at == command.start || shell) && text.contains(replace)
        });
        if dynamic {
            let span = self.span_of(command);
            self.doubt(Reason::DynamicCommand, span, Effects::ALL);
        }
        self.levels.push(Level {
            words: command,
            allow: Allow::No,
            guard: level.guard,
            open: true,
        });
    }

    /// `find`: the commands it runs, and whether it does more than look.
    pub(super) fn find_acts(&mut self, words: Words) -> bool {
        let mut acts = false;
        let mut at = words.start + 1;
        while at < words.end {
            match self.text_at(at) {
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    acts = true;
                    let ends = |&a: &usize| {
                        let text = self.text_at(a);
                        text == ";"
                            || (text == "+" && self.text_at(a - 1) == "{}")
                    };
                    let range = words.from(at + 1);
                    let end = range.iter().find(ends).unwrap_or(words.end);
                    if self.profile.strict && end > at + 1 {
                        self.levels.push(Level {
                            words: Words { start: at + 1, end },
                            allow: Allow::No,
                            guard: Effects::GUARD,
                            open: true,
                        });
                    }
                    at = end;
                }
                "-delete" | "-fprintf" | "-fprint" | "-fprint0" | "-fls" => {
                    acts = true;
                    if self.profile.strict
                        && let Some(word) = self.word(at)
                    {
                        let effects = Effects::GUARD;
                        self.doubt(Reason::ExecFlag, word.span, effects);
                        self.any_file(Role::Writes, word.span);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        acts
    }
}
