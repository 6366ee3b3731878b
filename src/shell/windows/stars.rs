//! Stars that cmdlets and tools of Windows read themselves, in quotes as well.

use super::paths::SWITCHES;
use super::shells::is_option;
use crate::shell::Access;
use crate::shell::data::cmdlets::cmdlet;
use crate::shell::data::files::Role;
use crate::shell::data::windows::power_base;
use crate::shell::scene::Scene;
use crate::shell::split::{Word, WordFlags};
use crate::shell::words::{Words, cooked_at};

/// The parameters whose value is a path with stars to look for.
const EXPANDED: [&str; 4] = ["path", "filepath", "source", "include"];

impl Scene<'_> {
    /// Whether a cmdlet reads stars in the word at `at`, also in quotes: in the
    /// paths that it looks for, not in what it writes or searches.
    pub(super) fn expands_itself(&self, at: usize) -> bool {
        const LOOKED_AT: usize = 32;
        let words = Words::of(self.own);
        let rest = words.from(words.start + 1);
        let is = |option: &str, list: &[&str]| {
            let name = option.split(':').next().unwrap_or("");
            list.iter().any(|whole| is_option(name, whole))
        };
        let own = self.text_at(at);
        if own.starts_with('-') {
            return is(own, &EXPANDED);
        }
        let name = cmdlet(power_base(self.text_at(words.start)));
        // Its first word is what it looks for.
        let searches = name.eq_ignore_ascii_case("select-string")
            && !rest.iter().any(|at| is(self.text_at(at), &["pattern"]));
        let (mut option, mut place) = ("", 0);
        for other in rest.iter().take(LOOKED_AT) {
            let text = self.text_at(other);
            let named = std::mem::take(&mut option);
            if other == at {
                return match named.is_empty() {
                    true => place == usize::from(searches),
                    false => is(named, &EXPANDED),
                };
            }
            if text.starts_with('-') {
                let alone = is(text, &SWITCHES) || text.contains(':');
                option = if alone { "" } else { text };
            } else if named.is_empty() && !text.ends_with(',') {
                place += 1;
            }
        }
        true
    }

    /// The files that `findstr /g:x` reads texts from, and those that are
    /// named there or lie in other directories: `/f:list`, `/d:src`.
    pub(super) fn told_in_options(&mut self, rest: Words) {
        let line = self.line;
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let option = text.strip_prefix(['/', '-']).unwrap_or("");
            let Some((letter, value)) = option.split_once(':') else {
                continue;
            };
            let span = self.span_of(Words { start: at, end: at + 1 });
            match letter.to_ascii_lowercase().as_str() {
                "g" => {
                    let path = self.usual_spelling(value).into_owned();
                    self.known_file(Access::Read, &path, span, false);
                }
                "f" | "d" => self.any_file(Role::Reads, span),
                _ => {}
            }
        }
    }

    /// The files of `findstr x "*"`, which reads the stars itself.
    pub(super) fn stars_in_quotes(&mut self, rest: Words) {
        let operand = |&at: &usize| !self.text_at(at).starts_with('/');
        let files: Vec<usize> = rest.iter().filter(operand).skip(1).collect();
        for at in files {
            let text = cooked_at(self.line, at);
            if let Some(word) = self.word(at)
                && word.flags.literal()
                && text.contains(['*', '?'])
            {
                let flags = WordFlags(WordFlags::GLOB);
                let word = Word { flags, ..word };
                self.power_open_file(Access::Read, word, text);
            }
        }
    }
}
