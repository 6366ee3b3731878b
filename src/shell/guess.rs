//! Words that may be files, of programs that no table knows. A guard on
//! such a file is in doubt; nothing else looks at them.

use super::analyze::{Level, Scene};
use super::data::files;
use super::split::{Word, WordBytes};
use super::words::{Program, Words};
use super::{Access, Effects};
use crate::source::Span;

/// A longer word is no name of a file.
const MAX_WORD: usize = 1024;

/// How many parts of one word are looked at: `a=b:c` has three.
const PARTS: usize = 4;

/// How many names are looked for in one text of code.
const NAMES: usize = 64;

impl Scene<'_> {
    /// Lists the words of a command that may be files, beyond those that
    /// its row in the table names.
    pub(super) fn guesses(
        &mut self,
        level: Level,
        program: Program<'_>,
        known: bool,
    ) {
        let name = program.name;
        if !self.places.guesses {
            return;
        }
        let rest = level.words.from(level.words.start + 1);
        if rest.is_empty()
            || program.known.touches_none()
            || self.harmless_subcommand(name, rest)
        {
            return;
        }
        let saves = match name {
            "wget" | "aria2c" | "axel" => true,
            "curl" => rest.iter().any(|at| {
                let text = self.text_at(at);
                text.starts_with("--remote-name")
                    || (text.contains('O')
                        && text.starts_with('-')
                        && !text.starts_with("--"))
            }),
            _ => false,
        };
        self.sent(name, rest);
        let mut operands = 0;
        let line = self.line;
        for at in rest.iter() {
            let Some(&word) = line.words.get(at) else { return };
            let text = word.cooked.of(&line.text);
            if saves && text.contains("://") {
                self.saved(at);
            }
            let option = text.as_bytes().first() == Some(&b'-');
            operands += usize::from(!option);
            let assigns = option && word.bytes.any(WordBytes::EQUALS);
            if assigns && text.contains('=') || !known {
                self.guess(word, text, operands > 1);
            }
        }
    }

    /// `curl -F x=@"$F"`: a file that is sent and known only when the line
    /// runs.
    fn sent(&mut self, name: &str, rest: Words) {
        for subcommand in files::sends(name) {
            if !subcommand.is_empty()
                && !rest.iter().any(|at| self.is_at(at, subcommand))
            {
                continue;
            }
            for at in rest.iter() {
                let text = self.text_at(at);
                let option = text.split('=').next().unwrap_or("");
                let before = self.text_at(at - 1);
                let file = !subcommand.is_empty()
                    || ["@$", "@`", "=<$", "file://"]
                        .iter()
                        .any(|sign| text.contains(sign))
                    || files::SENT.contains(&before)
                    || text.contains('=') && files::SENT.contains(&option);
                if file && self.dynamic_at(at) {
                    self.file_at(Access::Read, at);
                } else if let Some((_, path)) = text
                    .split_once("=<")
                    .filter(|_| file || subcommand.is_empty())
                {
                    let path = path.to_owned();
                    let span = self.span_of(Words { start: at, end: at + 1 });
                    self.known_file(Access::Read, &path, span, false);
                }
            }
        }
    }

    /// The options of a wrapper, before the command at `end`.
    pub(super) fn guess_options(&mut self, words: Words, end: usize) {
        if self.profile.strict && self.places.guesses {
            let line = self.line;
            let options = words.start + 1..end.min(words.end);
            for word in line.words.get(options).unwrap_or(&[]) {
                self.guess(*word, word.cooked.of(&line.text), false);
            }
        }
    }

    /// One word, which is `text`: as a whole, and what stands behind `=`,
    /// `:` and the like.
    pub(super) fn guess(&mut self, word: Word, text: &str, bare: bool) {
        const CUTS: u16 =
            WordBytes::EQUALS | WordBytes::COLON | WordBytes::AT_COMMA;
        if !word.flags.literal() {
            return;
        }
        let bytes = word.bytes;
        if bytes.any(WordBytes::CODE)
            || bytes.any(WordBytes::WIDE) && text.contains(char::is_whitespace)
        {
            self.names_in(text, word.span);
            return;
        }
        let remote = bytes.any(WordBytes::COLON)
            && text.find("://").is_some_and(|at| {
                !text.get(..at).unwrap_or("").ends_with("file")
            });
        if text.len() > MAX_WORD || remote {
            return;
        }
        match text.as_bytes() {
            [b'-', b'-', ..] => {}
            [b'-', ..] => {
                let mut letters = text.chars();
                letters.nth(1);
                self.may_be(letters.as_str(), word.span);
            }
            _ if bare || looks_like_path(bytes, text) => {
                self.may_be(text, word.span);
            }
            _ => {}
        }
        if !bytes.any(CUTS) {
            return;
        }
        let cuts = text.match_indices(['=', ':', '@', ',']);
        for (cut, _) in cuts.take(PARTS) {
            let behind = text.get(cut + 1..).unwrap_or("");
            self.may_be(behind, word.span);
            // `src=.env` of `type=bind,src=.env,dst=/x`
            if let Some((piece, _)) = behind.split_once(',') {
                self.may_be(piece, word.span);
            }
            let before = text.get(..cut).unwrap_or("");
            if is_path(before) {
                self.may_be(before, word.span);
            }
        }
    }

    /// The file that a URL is saved as.
    fn saved(&mut self, at: usize) {
        let line = self.line;
        let Some(word) = self.word(at) else { return };
        let text = word.cooked.of(&line.text);
        let end = text.find(['?', '#']).unwrap_or(text.len());
        let path = text.get(..end).unwrap_or("");
        let name = path.rsplit('/').next().unwrap_or("");
        self.may_be(name, word.span);
    }

    /// The names of files that stand in code or a longer text.
    pub(super) fn names_in(&mut self, text: &str, span: Span) {
        let part = |c: char| {
            // A mark stands behind its letter where names are taken apart.
            !(c.is_alphanumeric()
                || matches!(
                    c,
                    '.' | '_' | '/' | '-' | '~' | '\u{300}'..='\u{36f}'
                ))
        };
        let names = text.split(part).filter(|name| is_path(name));
        for name in names.take(NAMES) {
            self.may_be(name, span);
        }
    }

    fn may_be(&mut self, path: &str, span: Span) {
        let start = self.out.text.len();
        if path.is_empty() || start + path.len() > self.room(64) {
            return;
        }
        self.out.text.push_str(path);
        self.file(Access::Maybe, start, span, Effects::OPEN, false);
    }

    /// Whether a program's subcommand reads and writes no file that its
    /// words name.
    fn harmless_subcommand(&self, name: &str, rest: Words) -> bool {
        let harmless = files::harmless(name);
        if harmless.is_empty() {
            return false;
        }
        let first = rest.iter().find(|&at| !self.text_at(at).starts_with('-'));
        first.is_some_and(|at| harmless.contains(&self.text_at(at)))
    }
}

/// The same as [`is_path`], of a word whose bytes are known.
fn looks_like_path(bytes: WordBytes, text: &str) -> bool {
    bytes.any(WordBytes::SLASH)
        || bytes.any(WordBytes::DOT) && bytes.any(WordBytes::NO_DOT)
        || text.as_bytes().first() == Some(&b'~')
}

/// Whether a text looks like the path of a file rather than a plain word.
fn is_path(text: &str) -> bool {
    text.starts_with('~')
        || text.contains('/')
        || text.contains('.') && text.contains(|c: char| c != '.')
}
