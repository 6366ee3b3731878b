//! Words that may be files, of programs that no table knows. A guard on
//! such a file is in doubt; nothing else looks at them.

use std::collections::BTreeSet;

use crate::shell::cd::Cd;
use crate::shell::data::files::{self, Role};
use crate::shell::data::shown::shows_environment;
use crate::shell::data::sources;
use crate::shell::data::tasks::tasks_of;
use crate::shell::data::written::is_output;
use crate::shell::files::reads::Looks;
use crate::shell::paths::{
    MAX_WORD, NAMES, is_directory, is_path, known_start,
};
use crate::shell::scene::{Level, Scene};
use crate::shell::split::{Word, WordBytes};
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{Access, Effects, Shell};
use crate::source::{Span, Spare};

/// How many parts of one word are looked at: `a=b:c` has three.
const PARTS: usize = 4;

/// Whether a word is the address of what is fetched: `https://x/y`, or
/// `x.com/y` without the scheme.
fn is_address(text: &str) -> bool {
    text.contains("://")
        || text.split_once('/').is_some_and(|(host, _)| {
            let named = host.contains(['.', ':']) || host == "localhost";
            named && !host.starts_with(['.', '-'])
        })
}

impl Scene<'_> {
    /// Lists the words of a command that may be files, beyond those that
    /// its row in the table names.
    pub(crate) fn guesses(
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
        self.fed_words(program, rest);
        if rest.is_empty() && !level.open() && !program.known.changes()
            || program.known.touches_none()
            || self.harmless_subcommand(name, rest)
        {
            return;
        }
        let into = self.saves_into(name, rest);
        self.handed_over(level, program, rest);
        if sources::EDITORS.contains(&name) {
            self.edited_later(rest);
        }
        if self.formats(program, rest) {
            self.formatted(program, rest, level.open());
        }
        let mut looks = Looks::default();
        let mut operands = 0;
        let tasks = tasks_of(name);
        let line = self.line;
        for at in rest.iter() {
            let Some(&word) = line.words.get(at) else { return };
            let text = word.cooked.of(&line.text);
            if let Some(into) = into.filter(|_| is_address(text)) {
                self.saved(at, into);
            }
            let option = text.as_bytes().first() == Some(&b'-');
            let before = cooked_at(line, at - 1);
            if self.is_no_file(name, rest, at) {
                continue;
            }
            operands += usize::from(!option);
            let bare = operands > 1 || program.known.changes();
            // `-o x`
            let output = || !option && is_output(before);
            // `--dir x`; what git goes through
            let named = name == "git" || before.starts_with('-');
            let task = !option && self.names_task(tasks, rest, at);
            if !known {
                if !option && !task && named && word.flags.literal() {
                    self.may_hold(text, word.span);
                }
                self.output_directory(at, program.known.is_nothing());
            }
            let assigns = option && word.bytes.any(WordBytes::EQUALS);
            if task {
                // `npm run build` is about no file of this name.
            } else if assigns && text.contains('=') || !known {
                let first = self.out.uses.len();
                self.guess(word, text, bare || output());
                if first < self.out.uses.len() {
                    self.only_read(first, at, program, rest, &mut looks);
                }
            } else if option {
                self.guess_letters(word, text, program);
            } else if let Some(listed) = text.strip_prefix('@') {
                // what `strings @x` is given
                self.may_be(listed, word.span);
            }
        }
    }

    /// One word, which is `text`: as a whole, and what stands behind `=`,
    /// `:` and the like.
    pub(crate) fn guess(&mut self, word: Word, text: &str, bare: bool) {
        const CUTS: u16 =
            WordBytes::EQUALS | WordBytes::COLON | WordBytes::AT_COMMA;
        let power = self.shell == Shell::PowerShell;
        if power && text.len() <= MAX_WORD && text.contains('\\') {
            // a separator in every system
            let slashes = text.replace('\\', "/");
            self.guess(word, &slashes, bare);
        }
        if !word.flags.literal() {
            self.guess_open(word, text);
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
                !ends_with_file(text.get(..at).unwrap_or(""))
            });
        if remote {
            return;
        }
        if text.len() > MAX_WORD {
            return self.unseen_names(text, word.span);
        }
        if text.contains(' ') {
            // `mytool 'cat x'`
            self.names_in(text, word.span);
        }
        match text.as_bytes() {
            [b'-', b'-', ..] => {}
            [b'-', ..] => self.guess_glued(word, text),
            _ if looks_like_path(bytes, text) => self.may_be(text, word.span),
            _ if self.places.is_link(text) => self.may_be(text, word.span),
            _ if bare => self.may_use(Access::Maybe, text, word.span),
            // After `cd` a name alone is one of a file there.
            _ if self.cd != Cd::Here => {
                self.may_use(Access::Looks, text, word.span);
            }
            _ => self.may_link(text),
        }
        if let Some(rest) = text.strip_prefix('~')
            && let Some((place, below)) = rest.split_once('/')
            && !place.is_empty()
        {
            // `~-/x`, `~1/x`: below a directory that nobody knows.
            self.below_places(below, word.span);
        }
        self.guess_signs(word, text);
        if bytes.any(CUTS) {
            self.guess_parts(word, text);
        }
    }

    /// What stands behind `=`, `:` and the like, and before.
    fn guess_parts(&mut self, word: Word, text: &str) {
        let cuts = text.match_indices(['=', ':', '@', ',']);
        let mut more = cuts.clone().skip(PARTS);
        if let Some((cut, _)) = more.next() {
            let behind = text.get(cut..).unwrap_or("");
            self.unseen_names(behind, word.span);
        }
        for (cut, _) in cuts.take(PARTS).chain(more.last()) {
            let behind = text.get(cut + 1..).unwrap_or("");
            let value = text.as_bytes().get(cut) == Some(&b'=');
            match value || is_path(behind) {
                true => self.may_be(behind, word.span),
                false => self.may_use(Access::Maybe, behind, word.span),
            }
            if let Some(path) = of_address(behind) {
                self.address(path, word.span);
            }
            // `src=.env` of `type=bind,src=.env,dst=/x`
            if let Some((piece, _)) = behind.split_once(',') {
                self.may_be(piece, word.span);
            }
            let before = text.get(..cut).unwrap_or("");
            // `fileb://x` of `aws`
            if let Some(path) = behind.strip_prefix("//")
                && ends_with_file(before)
            {
                self.may_be(path, word.span);
            }
            if is_path(before) {
                self.may_be(before, word.span);
            }
        }
    }

    /// The file that a URL is saved as, here or in a directory.
    fn saved(&mut self, at: usize, into: &str) {
        let line = self.line;
        let Some(word) = self.word(at) else { return };
        let text = word.cooked.of(&line.text);
        let end = text.find(['?', '#']).unwrap_or(text.len());
        let path = text.get(..end).unwrap_or("");
        let name = path.rsplit('/').next().unwrap_or("");
        match into.len() {
            0 => self.may_be(name, word.span),
            // It would be written for each address.
            MAX_WORD.. => self.any_file(Role::Writes, word.span),
            _ => {
                let known = known_start(word, into).unwrap_or(("", into));
                let path = Spare::of(&[known.0, known.1, "/", name]);
                self.may_be(&path, word.span);
            }
        }
    }

    /// The names of files that stand in code or a longer text.
    pub(crate) fn names_in(&mut self, text: &str, span: Span) {
        let part = |c: char| {
            // A mark stands behind its letter where names are taken apart.
            !(c.is_alphanumeric()
                || matches!(
                    c,
                    '.' | '_' | '/' | '-' | '~' | '\u{300}'..='\u{36f}'
                ))
        };
        let names = text.split(part);
        if self.places.seeks {
            // Long code has few names many times.
            let all: BTreeSet<&str> = names.clone().collect();
            all.into_iter().for_each(|name| self.may_link(name));
        }
        let places = self.places;
        let mut names =
            names.filter(|name| is_path(name) || places.is_link(name));
        if names.clone().nth(NAMES).is_some() {
            self.unseen_names(text, span);
        }
        for name in names.by_ref().take(NAMES) {
            self.may_be(name, span);
            // `HOME + "/x"`
            if let Some(below) = name.strip_prefix('/') {
                self.below_places(below, span);
            }
        }
        if shows_environment(text) {
            self.may_be(".env", span);
        }
        self.written_by(text, span);
        self.trees_in(text, span);
        if self.cd != Cd::Here {
            self.plain_names(text.split(part), text, span);
        }
        // `glob(".e*")`
        if text.contains('*') {
            let pieces = text.split(|c| c != '*' && part(c));
            let globs = pieces.filter(|p| p.contains('*') && is_path(p));
            if globs.clone().nth(NAMES).is_some() {
                self.any_file(Role::Reads, span);
            }
            for glob in globs.take(NAMES) {
                self.guess_glob(glob, span, true);
            }
        }
    }

    /// After `cd` a name alone may be one of a file there: `cd /etc; awk
    /// 'BEGIN { getline l < "shadow" }'`.
    fn plain_names<'t>(
        &mut self,
        names: impl Iterator<Item = &'t str> + Clone,
        text: &str,
        span: Span,
    ) {
        let names = names.filter(|name| !name.is_empty() && !is_path(name));
        if names.clone().nth(NAMES).is_some() {
            self.unseen_names(text, span);
        }
        for name in names.take(NAMES) {
            self.may_use(Access::Looks, name, span);
        }
    }

    /// A path that a word may name, and what lies in it.
    pub(crate) fn may_be(&mut self, path: &str, span: Span) {
        if !self.is_free(path) {
            self.unsure_use(Access::Maybe, path, "", span);
            if is_directory(path) {
                self.unsure_directory(Access::Looks, path, span);
            }
        }
    }

    /// What lies in a directory that a word may name.
    pub(crate) fn may_hold(&mut self, path: &str, span: Span) {
        if !self.is_free(path) {
            self.unsure_directory(Access::Looks, path, span);
        }
    }

    /// What lies in a directory that code may name, to change it.
    pub(crate) fn may_change_in(&mut self, path: &str, span: Span) {
        if !self.is_free(path) {
            self.unsure_directory(Access::Maybe, path, span);
        }
    }

    /// A path that a word may name.
    pub(crate) fn may_use(&mut self, access: Access, path: &str, span: Span) {
        if !self.is_free(path) {
            self.unsure_use(access, path, "", span);
        }
    }

    fn unsure_directory(&mut self, access: Access, path: &str, span: Span) {
        let path = path.strip_suffix("/.").unwrap_or(path);
        let path = path.trim_end_matches('/');
        self.unsure_use(access, path, "/*", span);
    }

    /// A path, and what is below it.
    fn unsure_use(
        &mut self,
        access: Access,
        path: &str,
        below: &str,
        span: Span,
    ) {
        let start = self.out.text.len();
        if path.is_empty() {
            return;
        }
        if start + path.len() > self.room(64) {
            return self.any_file(Role::Edits, span);
        }
        self.out.text.push_str(path);
        self.out.text.push_str(below);
        self.file(access, start, span, Effects::OPEN, false);
    }

    /// Whether a program's subcommand reads and writes no file that its
    /// words name.
    fn harmless_subcommand(&self, name: &str, rest: Words) -> bool {
        let harmless = files::harmless(name);
        let first = rest.iter().find(|&at| !self.text_at(at).starts_with('-'));
        first.is_some_and(|at| {
            harmless.contains(&self.text_at(at))
                || name == "git" && self.says_names(rest, at)
        })
    }
}

/// Whether a text ends with the scheme of files, or with that of `aws` for
/// their bytes.
fn ends_with_file(text: &str) -> bool {
    ["file", "fileb"].into_iter().any(|scheme| {
        let at = text.len().checked_sub(scheme.len());
        let end = at.and_then(|at| text.get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(scheme))
    })
}

/// The path of an address of a file, without `file:`.
fn of_address(text: &str) -> Option<&str> {
    let host = text.strip_prefix("//")?;
    if host.starts_with('~') {
        return Some(host);
    }
    host.find('/').and_then(|at| host.get(at..))
}

/// The same as [`is_path`], of a word whose bytes are known.
fn looks_like_path(bytes: WordBytes, text: &str) -> bool {
    bytes.any(WordBytes::SLASH)
        || bytes.any(WordBytes::DOT) && bytes.any(WordBytes::NO_DOT)
        || text.as_bytes().first() == Some(&b'~')
}
