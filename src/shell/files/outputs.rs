//! Files that options say are written: `curl -o x`, `tar cf x`.

use crate::shell::Access;
use crate::shell::data::files::{Handler, Role};
use crate::shell::data::programs::Known;
use crate::shell::data::sources::Row;
use crate::shell::data::written::{SAVES, is_output, names_output};
use crate::shell::paths::{NAMES, is_directory, is_path};
use crate::shell::scene::Scene;
use crate::shell::split::Word;
use crate::shell::words::{Words, cooked_at};
use crate::source::{Span, Spare};

/// No system knows longer paths.
const LONGEST: usize = 4096;

impl<'a> Scene<'a> {
    /// `curl -o FILE` and the like.
    pub(crate) fn outputs(&mut self, known: Known, words: Words) {
        let Some(row) = known.outputs() else { return };
        let line = self.line;
        let saved = SAVES.iter().find(|saved| saved.0 == row.program);
        let saved = saved.map(|saved| self.told_directory(saved.1, words));
        let is_place = |into: &&str| !into.is_empty() && into.len() <= LONGEST;
        let below = saved.filter(is_place);
        for at in words.iter() {
            let text = cooked_at(line, at);
            self.output_inside(text, at);
            let (place, cut) = match row.value(text) {
                Some(Some(cut)) => (at, cut),
                Some(None) => (at + 1, 0),
                None => continue,
            };
            let path = cooked_at(line, place).get(cut..).unwrap_or("");
            // `docker build -o type=local,dest=x`
            let path = path.split_once("dest=").map_or(path, |(_, path)| {
                path.split(',').next().unwrap_or(path)
            });
            // `-dfoo` has an `o` that is no option.
            let named = text.get(..cut).is_some_and(|t| t.ends_with('='));
            let sure =
                cut < 3 || named || text.starts_with("--") || is_path(path);
            // `--go_out=paths=source_relative:x`
            let path = match row.program {
                "protoc" => path.rsplit(':').next().unwrap_or(path),
                _ => path,
            };
            if place >= words.end || !sure {
                continue;
            }
            if cut == 0 {
                self.file_at(Access::Write, place);
            } else if self.dynamic_at(at) {
                self.file_behind(Access::Write, at, text.len() - path.len());
            }
            if let Some(path) = self.placed_at(place, path) {
                let span = self.span_of(Words { start: at, end: place + 1 });
                self.known_file(Access::Write, &path, span, false);
                if let Some(below) = below {
                    // `aria2c -d x -o y`
                    self.joined(Access::Write, below, &path, span);
                }
                let into = path.trim_end_matches('/');
                if is_directory(into) && path.len() <= LONGEST {
                    self.joined(Access::Write, into, "*", span);
                    // What is fetched has names that are known.
                    if saved.is_none() {
                        self.all_below(Role::Writes, into, span);
                    }
                }
            }
        }
    }

    /// `xargs -I{} sort -o {} x`: what comes in the place of a file that one
    /// of these options names.
    pub(crate) fn placed_values(
        &mut self,
        row: Option<&Row>,
        role: Role,
        words: Words,
    ) {
        let Some(row) = row else { return };
        let line = self.line;
        let is_place = |at: usize| {
            let (place, cut) = match row.value(cooked_at(line, at)) {
                Some(Some(cut)) => (at, cut),
                Some(None) => (at + 1, 0),
                None => return false,
            };
            let path = cooked_at(line, place).get(cut..).unwrap_or("");
            place < words.end && (path.contains("{}") || path == "%")
        };
        if words.iter().any(is_place) {
            self.any_file(role, self.span_of(words));
        }
    }

    /// What stands behind so many bytes of a word as a file: `--output=$X`.
    pub(crate) fn file_behind(
        &mut self,
        access: Access,
        at: usize,
        cut: usize,
    ) {
        let Some(word) = self.word(at) else { return };
        let Span { start, end } = word.cooked;
        let start = end.min(start.saturating_add(cut as u32));
        let cooked = Span { start, end };
        // The part of the line that says it, if it stands there as it is.
        let (line, whole) = (self.line, word.span.of(self.text));
        let part = cooked.of(&line.text);
        let quotes = if whole.ends_with('"') { "\"" } else { "" };
        let len = part.len() + 2 * quotes.len();
        let own = whole.get(whole.len().saturating_sub(len)..);
        let even =
            own.and_then(|own| own.strip_prefix(quotes)?.strip_suffix(quotes));
        let span = match even == Some(part) {
            true => Span { start: word.span.end - len as u32, ..word.span },
            false => word.span,
        };
        self.operand(access, Word { cooked, span, ..word }, false);
    }

    /// `tsc src/a.ts`: the code that it makes lies beside it.
    pub(super) fn emitted(&mut self, rest: Words) {
        const ELSEWHERE: &[&str] = &["noemit", "outdir", "outfile"];
        let tells = |at: usize| {
            let option = self.text_at(at).trim_start_matches('-');
            ELSEWHERE.iter().any(|one| option.eq_ignore_ascii_case(one))
        };
        if rest.iter().any(tells) {
            return;
        }
        let line = self.line;
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let stem = text.rsplit_once('.').filter(|(stem, end)| {
                matches!(*end, "ts" | "tsx" | "mts" | "cts")
                    && !stem.ends_with(".d")
            });
            if let Some((stem, _)) = stem.filter(|_| self.literal_at(at)) {
                let span = self.span_of(Words { start: at, end: at + 1 });
                let made = format!("{stem}.js");
                self.known_file(Access::Write, &made, span, false);
            }
        }
    }

    /// The file inside a format of curl's: `-w '%output{x}%{url}'`.
    fn output_inside(&mut self, text: &str, at: usize) {
        const MARK: &str = "%output{";
        if !text.contains(MARK) {
            return;
        }
        let span = self.span_of(Words { start: at, end: at + 1 });
        for part in text.split(MARK).skip(1) {
            let path = part.split('}').next().unwrap_or("");
            let path = path.strip_prefix(">>").unwrap_or(path);
            self.known_file(Access::Write, path, span, false);
        }
    }

    /// `vite build --outDir src`, `mytool --out=src`: what lies in a directory
    /// that an option is likely to name for what is written.
    pub(crate) fn output_directory(&mut self, at: usize, unknown: bool) {
        let Some(word) = self.word(at) else { return };
        if !word.flags.literal() {
            return self.dynamic_output(at, unknown);
        }
        let text = cooked_at(self.line, at);
        let (option, value) = match text.split_once('=') {
            Some((option, value)) if option.starts_with('-') => {
                (option, value)
            }
            _ if text.starts_with('-') => return,
            _ => (self.text_at(at - 1), text),
        };
        if is_output(option) && !value.contains("://") {
            self.all_below(Role::Writes, value, word.span);
        }
    }

    /// The same of a value that starts with what is known only when the line
    /// runs, where the option says that it is a file: `mytool --out-dir "$x"`.
    /// Of a program that no table knows it is one behind `-o`, too.
    fn dynamic_output(&mut self, at: usize, unknown: bool) {
        const OUT: &[&str] = &["--out", "--output", "-o"];
        let text = cooked_at(self.line, at);
        let before = self.text_at(at - 1);
        let open = |value: &str| value.starts_with(['$', '`']);
        let names =
            |one: &str| names_output(one) || unknown && OUT.contains(&one);
        match text.split_once('=') {
            Some((option, value)) if option.starts_with('-') => {
                let cut = option.len() + 1;
                let sure = open(value) && names(option);
                sure.then(|| self.file_behind(Access::Write, at, cut));
            }
            _ if open(text) && names(before) => {
                self.file_at(Access::Write, at);
            }
            _ => {}
        }
    }

    /// The file that a command of an editor or a database writes: `1,$w x`,
    /// `.output x`, `\\o x`.
    pub(crate) fn written_by(&mut self, text: &str, span: Span) {
        let words = text.split_whitespace();
        let pairs = words.clone().zip(words.skip(1));
        let verbs = pairs.clone().filter(|&(verb, _)| is_verb(verb));
        verbs.take(NAMES).for_each(|one| self.opens_elsewhere(one.1, span));
        let mut written = pairs
            .filter(|&(verb, _)| is_verb(verb))
            .map(|(_, word)| word)
            .filter(|&word| !is_path(word) || is_glob(word));
        for word in written.by_ref().take(NAMES) {
            match is_glob(word) {
                // `vim -c 'w! src/*.ts'`
                true => self.any_file(Role::Writes, span),
                false => self.may_use(Access::Maybe, word, span),
            }
        }
        if written.next().is_some() {
            self.unseen_names(text, span);
        }
    }

    /// The directory that a program saves what it gets into, empty where no
    /// option says it; `None` for one that saves nothing by its own name.
    pub(crate) fn saves_into(
        &self,
        name: &str,
        rest: Words,
    ) -> Option<&'a str> {
        let (_, options) = SAVES.iter().find(|row| row.0 == name)?;
        let by_name = |at: usize| {
            let text = self.text_at(at);
            text.starts_with("--remote-name")
                || (text.contains('O')
                    && text.starts_with('-')
                    && !text.starts_with("--"))
        };
        if name == "curl" && !rest.iter().any(by_name) {
            return None;
        }
        Some(self.told_directory(options, rest))
    }

    /// The directory that one of these options names.
    fn told_directory(&self, options: &[&str], rest: Words) -> &'a str {
        let line = self.line;
        let told = |at: usize| {
            let text = cooked_at(line, at);
            let behind = |option: &&str| text.strip_prefix(*option);
            let value = options.iter().find_map(behind)?;
            match value.strip_prefix('=') {
                Some(value) => Some(value),
                None if value.is_empty() => Some(cooked_at(line, at + 1)),
                None if text.starts_with("--") => None,
                None => Some(value),
            }
        };
        let into = rest.iter().find_map(told).unwrap_or("");
        into.trim_end_matches('/')
    }

    /// The archive that `tar` writes: `tar cf x y`.
    pub(super) fn archived(&mut self, row: &Handler, words: Words) {
        if matches!(row.name, "7z" | "7za" | "7zr" | "7zz")
            && self.profile.strict
        {
            return self.archived_by_7z(words);
        }
        let takes = matches!(row.name, "tar" | "bsdtar");
        if !takes || !self.profile.strict {
            return;
        }
        let line = self.line;
        let makes = |text: &str| {
            let letters = text.trim_start_matches('-');
            match text.starts_with("--") {
                true => matches!(
                    text,
                    "--append"
                        | "--catenate"
                        | "--concatenate"
                        | "--create"
                        | "--delete"
                        | "--update"
                ),
                false => letters.contains(['A', 'c', 'r', 'u']),
            }
        };
        let packs = |at: usize| {
            let text = cooked_at(line, at);
            (text.starts_with('-') || at == words.start) && makes(text)
        };
        if !words.iter().any(|at| packs(at) && !self.dynamic_at(at)) {
            return;
        }
        for at in words.iter() {
            let text = cooked_at(line, at);
            let option = text.starts_with('-');
            if !option && at > words.start {
                continue;
            }
            const LONG: &str = "--file=";
            if !option && !self.dynamic_at(at) {
                // `tar cCf x y`: their words come in the order of letters.
                const VALUED: &[char] = &[
                    'b', 'C', 'f', 'F', 'g', 'H', 'I', 'K', 'L', 'N', 'T',
                    'V', 'X',
                ];
                let mut valued = text.matches(VALUED);
                if let Some(place) = valued.position(|letter| letter == "f") {
                    self.file_at(Access::Write, at + 1 + place);
                }
                continue;
            }
            let named = text == "--file"
                || !text.starts_with("--") && text.ends_with('f');
            if named && !self.dynamic_at(at) {
                self.file_at(Access::Write, at + 1);
            } else if text.starts_with(LONG) {
                self.file_behind(Access::Write, at, LONG.len());
            }
        }
    }

    /// `7z a x y`: the archive, with its ending or without.
    fn archived_by_7z(&mut self, words: Words) {
        let changes = matches!(self.text_at(words.start), "a" | "d" | "u");
        let plain = |&at: &usize| !self.text_at(at).starts_with('-');
        let archive = words.iter().filter(plain).nth(1);
        if let Some(at) = archive.filter(|_| changes) {
            self.file_at(Access::Write, at);
            let text = cooked_at(self.line, at);
            if is_directory(text) && self.literal_at(at) {
                let span = self.span_of(Words { start: at, end: at + 1 });
                let made = Spare::of(&[text, ".7z"]);
                self.known_file(Access::Write, &made, span, false);
            }
        }
    }
}

fn is_glob(word: &str) -> bool {
    word.contains(['*', '?', '['])
}

/// Whether a word is what tells an editor or a database to write the file
/// behind it.
pub(super) fn is_verb(word: &str) -> bool {
    const VERBS: &[&str] =
        &["backup", "o", "once", "output", "sav", "saveas", "w", "wq"];
    let verb = word.trim_start_matches(|c: char| {
        !c.is_alphabetic() && !matches!(c, '_' | '-' | '"')
    });
    VERBS.contains(&verb.trim_end_matches('!'))
}
