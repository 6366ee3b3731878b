//! Protected paths that the words of a command name, where it is not known
//! what the program does with them: `mytool .git/hooks/x`. It may write
//! them, unless it is known to read.

use crate::shell::cd::Cd;
use crate::shell::data::files::{Role, leaves_out};
use crate::shell::data::programs::Known;
use crate::shell::data::protected::PLAIN;
use crate::shell::data::readers::{
    self, CHANGED, GIT_WRITERS, READS_F, SHELL_WRITES, TOLD, WORDY, reads_only,
};
use crate::shell::data::written::is_output;
use crate::shell::files::protected::{
    changes_files, finds_protected, is_protected,
};
use crate::shell::files::reads::append;
use crate::shell::paths::MAX_WORD;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::{Word, WordBytes, WordFlags};
use crate::shell::words::{Program, Words, base_name, cooked_at};
use crate::shell::{About, Access, Doubt, Effects, Reason, braces};
use crate::source::{Span, Spare};

/// How many words of a command may be behind a link.
const LINKED: usize = 64;

impl Scene<'_> {
    /// The words of a command that may be protected paths, beyond those that
    /// its row in the table is sure about.
    pub(crate) fn guess_protected(
        &mut self,
        level: Level,
        program: Program<'_>,
    ) {
        if !self.profile.protected_paths || !self.profile.strict {
            return;
        }
        if program.known.touches_none() || program.known.only_reads() {
            return;
        }
        let rest = level.words.from(level.words.start + 1);
        let links = self.may_lead_there();
        // Long texts are looked at only where their program may write.
        if !links && !rest.iter().any(|at| self.may_say(at)) {
            return;
        }
        if program.name.starts_with('-') || self.is_of_interpreter(level.words)
        {
            return;
        }
        let words = self.may_change(program, rest);
        let mut looked = 0;
        for at in words.iter() {
            let Some(word) = self.word(at) else { return };
            if self.is_told(program, at, rest.start) {
                continue;
            }
            if !self.is_prose(program, at) && self.names_protected(at) {
                return self.protect(word.span);
            }
            if links && word.flags.literal() && looked < LINKED {
                looked += 1;
                self.behind_links(at);
            }
        }
    }

    /// What a word says may be written to a protected path.
    pub(crate) fn protect(&mut self, span: Span) {
        let doubt = Doubt {
            reason: Reason::ProtectedPath,
            span: self.place(span),
            unit: Some(self.unit),
            effects: Effects::ALLOW,
            about: About::Writes,
        };
        if self.out.doubts.last() != Some(&doubt) {
            self.out.doubts.push(doubt);
        }
    }

    /// Whether a word that names nothing protected may lead there: through a
    /// link, or from `.git`, once the line has gone there. Who works in
    /// `.claude` is not asked about each file.
    fn may_lead_there(&self) -> bool {
        let moved = match self.cd {
            Cd::To(directory) => directory.of(&self.out.text),
            Cd::Here | Cd::Unknown => "",
        };
        let links =
            !self.places.links.is_empty() || !self.out.links.is_empty();
        let here = || {
            is_protected(moved) || self.places.cwd.is_some_and(is_protected)
        };
        moved.contains(".git") && moved.split('/').any(|name| name == ".git")
            || links && !here()
    }

    /// A word that may be a path which leads elsewhere.
    fn behind_links(&mut self, at: usize) {
        let line = self.line;
        let text = cooked_at(line, at);
        let Some(word) = self.word(at) else { return };
        let path = text.rsplit('=').next().unwrap_or(text);
        let fits = path.len() <= MAX_WORD
            && self.out.text.len() + path.len() <= self.room(64);
        if fits && !path.starts_with('-') && !path.contains("://") {
            let start = self.out.text.len();
            self.out.text.push_str(path);
            let none = Effects::default();
            self.file(Access::MayWrite, start, word.span, none, false);
        }
    }

    /// Whether a name in a word may be that of something protected: it starts
    /// with a dot, or is one of the few that do not. Most dots stand
    /// elsewhere.
    fn may_say(&self, at: usize) -> bool {
        const DOTS: u16 = WordBytes::DOT | WordBytes::CHANGED;
        let Some(word) = self.word(at) else { return false };
        if !word.bytes.any(DOTS) {
            return false;
        }
        let text = self.cooked(word);
        let bytes = text.as_bytes();
        let glued = bytes.first() == Some(&b'-');
        let mut dots = memchr::memchr_iter(b'.', bytes);
        dots.any(|at| {
            let before = bytes.get(..at).unwrap_or(b"");
            let last = before.last().copied().unwrap_or(b' ');
            let ends = |name: &&str| {
                let at = before.len().checked_sub(name.len());
                let end = at.and_then(|at| before.get(at..));
                end.is_some_and(|e| e.eq_ignore_ascii_case(name.as_bytes()))
            };
            let plain = matches!(last | 32, b'g' | b'k' | b'r');
            glued
                || !last.is_ascii_alphanumeric()
                || plain && PLAIN.iter().any(ends)
        })
    }

    /// Whether a word names a protected path, as a whole or somewhere in it.
    pub(crate) fn names_protected(&self, at: usize) -> bool {
        let Some(word) = self.word(at) else { return false };
        if !self.may_say(at) {
            return false;
        }
        let text = self.cooked(word);
        let upper = |byte: u8| byte.is_ascii_uppercase();
        if !self.places.fold || !text.bytes().any(upper) {
            return says_protected(word, text);
        }
        says_protected(word, &text.to_ascii_lowercase())
    }

    /// The words of a command that the program may write, or take for
    /// something else.
    pub(crate) fn may_change(
        &self,
        program: Program<'_>,
        rest: Words,
    ) -> Words {
        let none = rest.from(rest.end);
        let known = program.known;
        if known.touches_none()
            || known.only_reads()
            // What of these is written is known.
            || known.sends() && known.fetches()
            || self.leaves_files(program.name, rest)
        {
            return none;
        }
        if program.name == "git" {
            return self.git_may_change(rest);
        }
        if known.is_shell() {
            return self.behind_code(program, "c", rest);
        }
        if let Some(row) = known.interpreter().filter(|row| !row.opens) {
            return self.behind_code(program, row.code, rest);
        }
        if program.name == "sqlite3" && self.only_selects(rest) {
            return none;
        }
        match known.handler() {
            None => rest,
            Some(row) if row.name == "patch" => rest,
            Some(row) => match row.role {
                Role::Edits if self.roles(row, rest).0 == Role::Reads => none,
                Role::Edits => rest,
                Role::Unpacks if self.extracts(row.name, rest) => rest,
                _ => none,
            },
        }
    }

    /// What code in the line, or a module, is given. A script is a program of
    /// its own, which is looked at as one.
    fn behind_code(
        &self,
        program: Program<'_>,
        code: &str,
        rest: Words,
    ) -> Words {
        let none = rest.from(rest.end);
        let shell = program.known.is_shell();
        let mut at = rest.start;
        while at < rest.end && self.first_byte(at) == b'-' {
            let text = self.text_at(at);
            let letters = text.strip_prefix('-').unwrap_or("");
            at += 1;
            if letters.starts_with('-') || letters.is_empty() {
                continue;
            }
            let behind = rest.from(at + 1);
            if letters.contains(|c| code.contains(c)) {
                let code = self.text_at(at);
                let writes = match shell {
                    true => shell_writes(code),
                    false => changes_files(code),
                };
                return if writes { behind } else { none };
            }
            match (letters, self.text_at(at)) {
                // It writes its second file.
                ("m", "json.tool") => return rest.from(at + 2),
                ("m", module) if reads_only(module, |_, _| false) => {
                    return none;
                }
                ("m", _) => return behind,
                _ => {}
            }
        }
        if shell || readers::STARTS.contains(&self.text_at(at)) {
            let options = rest.from(at + usize::from(!shell)).iter();
            let options =
                options.take_while(|&at| self.first_byte(at) == b'-');
            return rest.from(at + usize::from(!shell) + options.count() + 1);
        }
        none
    }

    /// Whether what stands as a program in the line is code, or a word of an
    /// interpreter: `python -c 'x' y`, `bun run y`.
    fn is_of_interpreter(&self, words: Words) -> bool {
        const NEAR: usize = 8;
        let first = self.own.words.0 as usize;
        let mut before = (first..words.start).rev().take(NEAR);
        let option = self.text_at(words.start.wrapping_sub(1));
        let letters = option.strip_prefix('-').unwrap_or("");
        let starts = readers::STARTS.contains(&self.text_at(words.start));
        before.any(|at| {
            let known = Known::of(base_name(self.text_at(at)));
            let row = known.interpreter();
            row.is_some_and(|row| {
                starts && at + 1 == words.start
                    || letters.contains(|c| row.code.contains(c))
            })
        })
    }

    /// The words that git may write: those of the few subcommands that do.
    fn git_may_change(&self, rest: Words) -> Words {
        // Behind `xargs` other words may come.
        let whole = self.is_at(self.own.words.0 as usize, "git");
        let is_writer = |&at: &usize| {
            GIT_WRITERS.iter().any(|(name, looks)| {
                let says = *name == "clean" && whole;
                self.is_at(at, name)
                    && !looks.contains(&self.text_at(at + 1))
                    && !(says && self.only_says(rest.from(at + 1)))
            })
        };
        let before = rest.iter().take(8);
        let at = before.into_iter().find(is_writer);
        rest.from(at.map_or(rest.end, |at| at + 1))
    }

    /// Whether `sqlite3` is told nothing but to look.
    pub(crate) fn only_selects(&self, rest: Words) -> bool {
        const LOOKS: &[&str] =
            &[".dump", ".indexes", ".schema", ".tables", "select"];
        let told = rest.iter().filter(|&at| self.first_byte(at) != b'-');
        let mut told = told.skip(1).map(|at| self.text_at(at)).peekable();
        told.peek().is_some()
            && told.all(|text| {
                let text = text.trim_start().to_ascii_lowercase();
                LOOKS.iter().any(|start| text.starts_with(start))
                    && !text.contains("writefile")
                    && !text.trim_end().trim_end_matches(';').contains(';')
            })
    }

    /// Whether the option that a word belongs to says that it is only read,
    /// or left out: `--config .x`, `--exclude=.git`.
    fn is_told(&self, program: Program<'_>, at: usize, first: usize) -> bool {
        let text = self.text_at(at);
        let glued = text.starts_with('-') && text.contains('=');
        let option = match glued || at == first {
            true => text,
            false => self.text_at(at - 1),
        };
        if text.starts_with('!') || leaves_out(option) {
            return true;
        }
        if !option.starts_with('-') || !glued && option.contains('=') {
            return false;
        }
        let name = option.split('=').next().unwrap_or("");
        match name {
            "-f" => READS_F.contains(&program.name),
            "-x" => matches!(program.name, "unzip" | "zip"),
            // `--config-out`, `--write-config`
            _ if name.len() < 3 || is_output(name) => false,
            _ => {
                let has = |part: &&str| name.contains(part);
                TOLD.iter().any(has) && !CHANGED.iter().any(has)
            }
        }
    }

    /// Whether a word is a text for people.
    fn is_prose(&self, program: Program<'_>, at: usize) -> bool {
        let text = self.text_at(at);
        text.contains(char::is_whitespace) && WORDY.contains(&program.name)
    }
}

/// Whether a text, folded where letter case does not count, names a
/// protected path somewhere.
fn says_protected(word: Word, text: &str) -> bool {
    if word.flags.any(WordFlags::BRACE)
        && let Some(ways) = braces(text)
    {
        let flags = WordFlags(word.flags.0 & !WordFlags::BRACE);
        let word = Word { flags, ..word };
        return ways.iter().any(|way| says_protected(word, way));
    }
    let tokens = text.split(char::is_whitespace);
    let mut tokens = tokens.filter(|token| !is_remote(token));
    let part = |c: char| {
        !(c.is_alphanumeric()
            || matches!(c, '.' | '/' | '_' | '-' | '~' | '*' | '?' | '\\'))
    };
    // In quotes a star is no glob.
    const WILD: u16 = WordFlags::GLOB | WordFlags::BRACE;
    let wild = word.flags.any(WILD);
    tokens.any(|token| {
        let mut pieces = token.split(part);
        pieces.any(|piece| {
            let piece = match piece.starts_with('-') {
                true => piece.find(['.', '/']).and_then(|at| piece.get(at..)),
                false => Some(piece),
            };
            piece.is_some_and(|piece| {
                is_protected(piece)
                    || piece.contains("/..") && is_protected(&plain(piece))
                    || wild && piece != ".*" && finds_protected(piece)
            })
        })
    })
}

/// A path without `..`.
fn plain(path: &str) -> Spare {
    let mut plain = Spare::default();
    append(&mut plain, path.split('/'));
    plain
}

/// Whether code of a shell does more with what it is given than look.
fn shell_writes(code: &str) -> bool {
    code.contains('>')
        || code
            .split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
            .any(|word| SHELL_WRITES.contains(&word))
}

/// Whether a word is an address elsewhere.
fn is_remote(token: &str) -> bool {
    let address = token.split_once("://");
    address.is_some_and(|(scheme, _)| !scheme.ends_with("file"))
}
