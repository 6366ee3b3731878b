//! The word that is being written: what is added to it, and what it becomes
//! when it ends.

use super::bytes::{name_byte, name_start};
use super::lexer::Lexer;
use super::shorten::LONG;
use super::state::{Kind, Pen, Role};
use super::{Word, WordBytes, WordFlags};
use crate::source::Span;

impl Lexer<'_, '_> {
    /// Starts a word at `start`, of which `flags` are known.
    pub(super) fn start_word(&mut self, start: usize, flags: u16) {
        let cook = self.s.cook.len();
        self.c.pen =
            Pen { active: true, start, cook, flags, ..Pen::default() };
    }

    /// Forgets the word that is being read.
    pub(super) fn drop_word(&mut self) {
        self.s.cook.truncate(self.c.pen.cook);
        self.c.pen = Pen::default();
    }

    /// Adds a range of the text to the cooked word.
    pub(super) fn append(&mut self, start: usize, end: usize) {
        let deep = self.too_deep();
        let pen = &mut self.c.pen;
        if pen.raw > 0 || pen.frozen || start >= end {
            return;
        }
        let (from, to) = pen.run;
        if pen.spilled {
            let piece = self.text.get(start..end).unwrap_or("");
            self.s.cook.push_str(piece);
        } else if from == to {
            pen.run = (start, end);
        } else if to == start {
            pen.run = (from, end);
        } else if deep {
            pen.frozen = true;
        } else {
            self.spill();
            let piece = self.text.get(start..end).unwrap_or("");
            self.s.cook.push_str(piece);
        }
    }

    /// Moves the cooked text into memory of its own.
    pub(super) fn spill(&mut self) {
        if !self.c.pen.spilled {
            self.c.pen.spilled = true;
            let (from, to) = self.c.pen.run;
            let run = self.text.get(from..to).unwrap_or("");
            self.s.cook.push_str(run);
        }
    }

    /// Takes the word as it is, up to here.
    pub(super) fn take_word(&mut self) -> Word {
        let pen = self.c.pen;
        let base = self.base;
        let raw = Span::new(base + pen.start, base + self.at);
        let as_written = !pen.spilled && pen.run == (pen.start, self.at);
        let cooked = if pen.frozen {
            raw
        } else if pen.spilled {
            let start = self.out.text.len();
            let cooked = self.s.cook.get(pen.cook..).unwrap_or("");
            self.out.text.push_str(cooked);
            Span::new(start, self.out.text.len())
        } else if pen.run.0 == pen.run.1 {
            Span::new(base + pen.start, base + pen.start)
        } else {
            Span::new(base + pen.run.0, base + pen.run.1)
        };
        self.drop_word();
        let flags = WordFlags(pen.flags);
        let mut bytes = WordBytes::ANY;
        const OPEN: u16 = WordFlags::SUBSTITUTION
            | WordFlags::PARAMETER
            | WordFlags::ARITHMETIC;
        if !flags.any(OPEN) {
            // A word with a substitution may hold thousands of others.
            bytes = WordBytes::of(cooked.of(&self.out.text));
        }
        bytes.0 |= WordBytes::CHANGED;
        if as_written && !pen.frozen && self.place.is_none() {
            bytes.0 &= !WordBytes::CHANGED;
        }
        Word { span: self.span(pen.start, self.at), cooked, flags, bytes }
    }

    /// Ends the word, if one is being read.
    pub(super) fn finish_word(&mut self) {
        let pen = self.c.pen;
        if !pen.active {
            return;
        }
        let raw = self.str(pen.start, self.at);
        let bare = pen.flags & WordFlags::QUOTED == 0
            && pen.run == (pen.start, self.at);
        if let Role::Target { .. } = self.c.open.role {
            return self.finish_target();
        }
        if bare && self.descriptor(raw) {
            self.drop_word();
            return self.redirect(pen.start);
        }
        if bare && self.keyword(raw, pen.start) {
            return;
        }
        if self.discards() {
            match self.kind == Kind::ForHead && self.c.open.count > 1 {
                true => {
                    let word = self.take_word();
                    self.out.heads.push(word);
                }
                false => self.drop_word(),
            }
            self.c.open.count += 1;
            if self.zsh && self.kind == Kind::ForHead && raw.starts_with('(') {
                self.restart();
                self.become_kind(Kind::ForBody);
            }
            return;
        }
        self.finish_argument(raw);
    }

    fn finish_argument(&mut self, raw: &str) {
        let pen = self.c.pen;
        if self.c.open.after && !self.c.open.started {
            // A word behind `fi`, `done`, `}`.
            self.refuse(pen.start, self.at);
            self.c.open.after = false;
        }
        self.owner();
        let mut word = self.take_word();
        if pen.hidden {
            // In a line that is in doubt as a whole, words hold each other.
            let lost = self.deep && word.cooked.len() > LONG;
            let keyed = lost || self.out.cooked(&word).contains('[');
            self.c.open.hidden |= keyed;
        }
        let first = self.c.open.assignments == self.c.open.count;
        if (first || self.is_timed()) && subscript_goes_on(raw) {
            // bash reads up to the `]`, over blanks and lines.
            self.refuse(pen.start, self.at);
        }
        let open = &mut self.c.open;
        if open.assignments == open.count && assignment(raw).is_some() {
            open.assignments += 1;
            // No files and no braces in the value, and `a[1]` is no glob.
            word.flags.0 &= !(WordFlags::GLOB | WordFlags::BRACE);
        }
        open.count += 1;
        open.end = self.at;
        open.regex = open.test && raw == "=~";
        open.needed = false;
        self.s.words.push(word);
        if self.c.open.test && raw == "]]" {
            self.c.open.test = false;
            self.end_simple();
            self.c.open.after = true;
            self.c.open.first = self.out.simples.len();
        }
    }

    /// Whether a command starts here behind `time`, which is a word of the
    /// grammar, with what may stand between.
    fn is_timed(&self) -> bool {
        let count = self.c.open.count as usize;
        let from = self.s.words.len().saturating_sub(count);
        let words = self.s.words.get(from..).unwrap_or(&[]);
        let text = |word| self.out.cooked(word);
        let [first, behind @ ..] = words else { return false };
        let passed = |word| {
            let word = text(word);
            matches!(word, "-p" | "--" | "!" | "time")
                || assignment(word).is_some()
        };
        text(first) == "time" && behind.iter().take(PASSED).all(passed)
    }

    /// Whether the word is the number of a redirection that follows.
    fn descriptor(&self, raw: &str) -> bool {
        if !matches!(self.byte(self.at), b'<' | b'>') || self.c.open.test {
            return false;
        }
        let inner = raw.strip_prefix('{').and_then(|r| r.strip_suffix('}'));
        match inner {
            Some(name) => {
                name.bytes().next().is_some_and(name_start)
                    && name.bytes().all(name_byte)
            }
            // Longer ones are words in zsh.
            None => {
                raw.bytes().all(|b| b.is_ascii_digit())
                    && (!self.zsh || raw.len() == 1)
            }
        }
    }
}

/// The length of `NAME=`, `NAME+=`, `NAME[…]=` at the start of a word.
pub(super) fn assignment(raw: &str) -> Option<usize> {
    let bytes = raw.as_bytes();
    if !bytes.first().copied().is_some_and(name_start) {
        return None;
    }
    let name = bytes.iter().position(|&b| !name_byte(b))?;
    let mut at = name;
    if bytes.get(at) == Some(&b'[') {
        let rest = bytes.get(at..)?;
        let close = memchr::memmem::find(rest, b"]=")
            .into_iter()
            .chain(memchr::memmem::find(rest, b"]+="))
            .min()?;
        at += close + 1;
    }
    if bytes.get(at) == Some(&b'+') {
        at += 1;
    }
    (bytes.get(at) == Some(&b'=')).then_some(at + 1)
}

/// Whether a word is the start of a subscript that it does not close: `a[0`.
fn subscript_goes_on(raw: &str) -> bool {
    let bytes = raw.as_bytes();
    if !bytes.first().copied().is_some_and(name_start) {
        return false;
    }
    let name = bytes.iter().position(|&b| !name_byte(b));
    let Some((b'[', rest)) =
        name.and_then(|name| bytes.get(name..)).and_then(<[u8]>::split_first)
    else {
        return false;
    };
    // Thousands of substitutions may stand in it, each of which is looked at
    // as well: what does not end near is said to go on.
    let near = rest.get(..rest.len().min(NEAR)).unwrap_or(b"");
    !near.contains(&b']')
}

/// How many words behind `time` are looked at.
const PASSED: usize = 16;

/// How far the end of a subscript is looked for.
const NEAR: usize = 4096;
