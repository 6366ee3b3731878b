//! Programs that get another name: `cp /bin/rm z`, `ln -s "$(which rm)" z`.
//! What `z` is called with comes later, maybe in another call.

use super::Effects;
use super::analyze::Scene;
use super::words::{Words, cooked_at};

/// The directories that programs stand in.
const HOMES: &[&str] = &["bin", "sbin", "libexec"];

/// What says where a program stands.
const FINDERS: &[&str] = &["which", "command -v", "type -p", "type -P"];

impl Scene<'_> {
    /// The programs among the words of `cp` and its like, as commands whose
    /// words come later.
    pub(super) fn copied(&mut self, name: &str, words: Words) {
        let line = self.line;
        let operands = words.from(words.start + 1);
        let into = |at: usize| {
            let text = self.text_at(at);
            text.starts_with("-t") || text.starts_with("--target")
        };
        // What it is called from now on stands last.
        let named = name != "dd" && !operands.iter().any(into);
        let end = words.end.saturating_sub(usize::from(named));
        for at in operands.iter().take_while(|&at| at < end) {
            let text = cooked_at(line, at);
            if name == "dd" && !text.starts_with("if=") {
                continue;
            }
            let program = match self.dynamic_at(at) {
                true => found(text).or_else(|| standing(text)),
                false => standing(text),
            };
            if let Some(program) = program {
                let none = Words { start: at, end: at };
                self.text_view(program, none, Effects::OPEN);
                self.maybe_text(program, Words { start: at, end: at + 1 });
            }
        }
    }
}

/// The program of a path: `/bin/rm`.
fn standing(path: &str) -> Option<&str> {
    let (home, name) = path.rsplit_once('/')?;
    let home = home.rsplit(['/', '=']).next().unwrap_or(home);
    (HOMES.contains(&home) && !name.is_empty()).then_some(name)
}

/// The program that a substitution looks for: `$(which rm)`.
fn found(word: &str) -> Option<&str> {
    FINDERS.iter().find_map(|finder| {
        let (_, rest) = word.split_once(finder)?;
        let rest = rest.strip_prefix(' ')?.trim_start();
        let end = rest.find([' ', ')', '`', '"', ';', '|', '&', '\n']);
        Some(end.map_or(rest, |end| rest.get(..end).unwrap_or("")))
            .filter(|name| !name.is_empty())
    })
}
