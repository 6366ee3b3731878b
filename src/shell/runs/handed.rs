//! Commands that `xargs` gives words which stand elsewhere in the line:
//! `echo -o f | xargs curl`. Guards look at them with these words in their
//! place.

use std::borrow::Cow;

use super::children::VALUED;
use crate::shell::Reason;
use crate::shell::noted::Read;
use crate::shell::scene::Scene;
use crate::shell::split::Simple;
use crate::shell::words::{Words, cooked_at};
use crate::shell::words::{is_plain, raw};

impl<'a> Scene<'a> {
    /// The command of `xargs`, with the words it is given in the line: in
    /// the place of `place`, or behind the others. Where it looks for the
    /// end of a word is said by its options.
    pub(crate) fn handed(
        &mut self,
        command: Words,
        place: Option<&str>,
        options: Words,
    ) {
        let (line, text) = (self.line, self.text);
        let stands = |&at: &usize| place == Some(cooked_at(line, at));
        let at = command.iter().find(stands).unwrap_or(command.end);
        let cut = self.delimiter(options);
        let feeder = self.feeder();
        let printed = feeder.and_then(|simple| self.printer(simple));
        let output = feeder.filter(|_| place.is_none());
        let output = output.and_then(|s| self.output(s, Some(cut)));
        let output = output.filter(|text| is_plain(text));
        let known = output.is_some() && options.is_empty();
        if let Some(output) = output {
            self.handed_text(command, at, &output);
        } else if let Some(printed) = printed {
            let own = |at| raw(line, text, at);
            let before = Words { end: at, ..command }.iter().map(own);
            let given = printed.from(printed.start + 1).iter().map(own);
            let behind = command.from(at + 1).iter().map(own);
            let pieces = before.chain(given).chain(behind);
            self.code(pieces, self.span_of(command), true);
        }
        if let Some(path) = self.list_of(options) {
            self.own_code(path, Read::Words);
        }
        if !known && self.own.piped {
            self.printed_before(self.simple, Read::Words);
        }
        let (from, to) = self.own.redirects;
        for index in from..to {
            let redirect = line.redirects.get(index as usize);
            let Some(here) = redirect else { return };
            if !here.kind.is_text() {
                self.read_from(self.simple, here, Read::Words);
                continue;
            }
            let body = here.target.cooked.of(&line.text).trim_end();
            let words = words_of(body, Some(cut));
            let plain = is_plain(&words);
            if plain {
                self.handed_text(command, at, &words);
            }
            if !plain || !options.is_empty() {
                self.words_of_text(body, here.span);
            }
        }
    }

    /// The command of `parallel`, with the words it is given in the line
    /// behind the others, or wherever they stand in one: `of={}`.
    pub(super) fn handed_to_each(&mut self, command: Words, place: &str) {
        let within = |&at: &usize| self.text_at(at).contains(place);
        if !command.iter().any(|at| within(&at)) {
            // How many words each command gets is not looked at.
            return self.maybe(Reason::DynamicArgument, |scene| {
                scene.handed(command, None, Words::default());
            });
        }
        let output =
            self.feeder().and_then(|simple| self.output(simple, None));
        let Some(output) = output.filter(|text| is_plain(text)) else {
            return;
        };
        let (line, text) = (self.line, self.text);
        let pieces = command.iter().map(|at| raw(line, text, at));
        let pieces: Vec<_> =
            pieces.map(|piece| piece.replace(place, &output)).collect();
        self.code(pieces, self.span_of(command), true);
    }

    /// A command with a text in the place of the word at `at`.
    fn handed_text(&mut self, command: Words, at: usize, given: &str) {
        let (line, text) = (self.line, self.text);
        let own = |at| raw(line, text, at);
        let before = Words { end: at, ..command }.iter().map(own);
        let behind = command.from(at + 1).iter().map(own);
        let pieces = before.chain([given]).chain(behind);
        self.code(pieces, self.span_of(command), true);
    }

    /// The file that `xargs -a` reads.
    fn list_of(&self, options: Words) -> Option<&'a str> {
        let line = self.line;
        options.iter().find_map(|at| match cooked_at(line, at) {
            "-a" | "--arg-file" => Some(cooked_at(line, at + 1)),
            text => {
                let long = text.strip_prefix("--arg-file=");
                long.or(text.strip_prefix("-a"))
            }
        })
    }

    /// Where `xargs` with these options ends a word: at a blank, or at what
    /// it is told.
    fn delimiter(&self, options: Words) -> char {
        let line = self.line;
        for at in options.iter() {
            let text = cooked_at(line, at);
            let Some(option) = text.strip_prefix('-') else { continue };
            let value = if let Some(long) = option.strip_prefix('-') {
                let (name, value) = long.split_once('=').unwrap_or((long, ""));
                // Any beginning of it will do.
                match name {
                    _ if name.len() < 2 => continue,
                    _ if "null".starts_with(name) => return '\0',
                    _ if !"delimiter".starts_with(name) => continue,
                    _ if name.len() < long.len() => value,
                    _ => cooked_at(line, at + 1),
                }
            } else {
                let letter = option.find(|c| c == '0' || VALUED.contains(c));
                let value = letter.and_then(|at| option.get(at..));
                let value = value.unwrap_or("");
                match value.strip_prefix('d') {
                    None if value.starts_with('0') => return '\0',
                    None => continue,
                    Some("") => cooked_at(line, at + 1),
                    Some(value) => value,
                }
            };
            return match value {
                "\\n" => '\n',
                "\\t" => '\t',
                "\\0" => '\0',
                _ => value.chars().next().unwrap_or(' '),
            };
        }
        ' '
    }

    /// The command whose output this one gets.
    pub(crate) fn feeder(&self) -> Option<&'a Simple> {
        /// Behind how many that stand deeper it may be.
        const NEAR: usize = 4;
        let own = self.own.depth;
        let before = self.line.simples.get(..self.simple).unwrap_or(&[]);
        let mut near = before.iter().rev().take(NEAR);
        near.find(|simple| simple.depth == own).filter(|_| self.own.piped)
    }
}

/// The words of a text, one blank apart, for one who cuts it at blanks or at
/// `cut`; who does looks at quotes and leaves them out, too.
pub(crate) fn words_of(text: &str, cut: Option<char>) -> Cow<'_, str> {
    let quote = |c| matches!(c, '\'' | '"' | '\\');
    let blank = |c| matches!(c, '\t' | '\n') || Some(c) == cut;
    match cut {
        Some(' ') if text.contains(quote) => {
            Cow::from(text.replace(quote, "").replace(blank, " "))
        }
        _ if text.contains(blank) => Cow::from(text.replace(blank, " ")),
        _ => Cow::from(text),
    }
}
