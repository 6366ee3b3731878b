//! Names of files that come from elsewhere, or go there: `tar -T list`,
//! `find -name x | xargs y`, `date -f x`.

use crate::shell::Access;
use crate::shell::data::files::{Handler, Role};
use crate::shell::data::sources::{LISTED, Row, TAKES_NAMES, row_of};
use crate::shell::paths::{MAX_WORD, is_path};
use crate::shell::scene::Scene;
use crate::shell::split::{Simple, Word, WordBytes};
use crate::shell::words::{Program, Words, base_name, cooked_at, short_takes};
use crate::source::Spare;

impl Scene<'_> {
    /// The words of a program that are files although its operands are
    /// none, or are known.
    pub(crate) fn fed_words(&mut self, program: Program<'_>, rest: Words) {
        let name = program.name;
        let known = program.known;
        if self.is_listed(known.listed(name), rest) {
            self.any_file(Role::Reads, self.span_of(rest));
        }
        self.read_options(program, rest);
        if known.prints_names() && self.is_handed_on(name, rest) {
            self.handed_on(rest);
        }
        if known.is_coded() && !self.only_replaces(name, rest) {
            self.names_in_code(name, rest);
        }
        if known.sends() || known.is_told() {
            self.sent_trees(name, rest);
        }
        if name == "perl" {
            self.opened_by_sign(rest);
        }
    }

    /// Whether the names of its files come from elsewhere: `tar -T list`.
    pub(super) fn is_listed(&self, row: Option<&Row>, rest: Words) -> bool {
        row.is_some_and(|row| {
            rest.iter().any(|at| {
                let text = self.text_at(at);
                // `7z a x @list`
                let list = row.program == "7z" && text.starts_with('@');
                list || row.value(text).is_some()
            })
        })
    }

    /// `xz --files=list`: a program that changes what it is given.
    pub(super) fn changes_listed(&mut self, row: &Handler, rest: Words) {
        if !self.is_listed(row_of(LISTED, row.name), rest) {
            return;
        }
        let (_, role) = self.roles(row, rest);
        if role == Role::Edits || self.changes(row.name, rest) {
            self.any_file(Role::Edits, self.span_of(rest));
        }
    }

    /// `perl -ne print '>x'`: words that Perl opens as their signs say.
    fn opened_by_sign(&mut self, rest: Words) {
        for at in rest.iter() {
            let before = self.text_at(at.saturating_sub(1));
            let code = at > rest.start
                && before.starts_with('-')
                && before.ends_with(['e', 'E']);
            let text = self.text_at(at).trim_start();
            let role = match text.as_bytes() {
                _ if code => continue,
                [b'<', ..] => Role::Reads,
                [b'>', ..] | [b'+', b'<' | b'>', ..] => Role::Edits,
                _ => continue,
            };
            self.any_file(role, self.span_of(rest));
        }
    }

    /// The words of a program that opens them which are known only when it
    /// runs; of the others names are looked at.
    pub(crate) fn opened(&mut self, words: Words) {
        for at in words.iter() {
            if !self.literal_at(at) && self.first_byte(at) != b'-' {
                self.file_at(Access::Read, at);
            }
        }
    }

    /// `patch a x.diff`: the second operand is read.
    pub(super) fn patch_of_words(&mut self, rest: Words) {
        const VALUED: &str = "BDdFgioprVxYz";
        let plain = |&at: &usize| {
            let behind =
                at > rest.start && short_takes(self.text_at(at - 1), VALUED);
            self.first_byte(at) != b'-' && !behind
        };
        if let Some(at) = rest.iter().filter(plain).nth(1) {
            self.file_at(Access::Read, at);
        }
    }

    /// The options of a program that opens none of its other words.
    pub(crate) fn read_options(&mut self, program: Program<'_>, rest: Words) {
        let name = program.name;
        let Some(row) = program.known.read(name) else { return };
        let line = self.line;
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let page = matches!(name, "man" | "info") && text.contains('/');
            let (place, cut) = match row.value(text) {
                Some(Some(cut)) => (at, cut),
                Some(None) => (at + 1, 0),
                None if page => (at, 0),
                None => continue,
            };
            let path = cooked_at(line, place).get(cut..).unwrap_or("");
            // `rsync -f 'merge x'`
            let path = match name {
                "rsync" => path.rsplit(' ').next().unwrap_or(path),
                _ => path,
            };
            if let Some(&word) = line.words.get(place)
                && place < rest.end
            {
                match word.flags.literal() {
                    _ if name == "xargs" && cut == 0 => {
                        self.file_at(Access::Read, place);
                    }
                    true if name == "xargs" => {
                        self.known_file(Access::Read, path, word.span, false);
                    }
                    true => {
                        let first = self.out.uses.len();
                        self.may_be(path, word.span);
                        // `history -w x`
                        if !matches!(name, "file" | "history" | "ssh-keygen") {
                            self.looked_at_from(first);
                        }
                    }
                    false if self.dynamic_at(place) => {
                        self.any_file(Role::Reads, word.span);
                    }
                    false => self.guess_open(word, path),
                }
            }
        }
    }

    /// Whether the names that a program prints are handed on to another one.
    fn is_handed_on(&self, name: &str, rest: Words) -> bool {
        const NEAR: usize = 4;
        if self.own.substitutions > 0 {
            return true;
        }
        let acts = |&at: &usize| {
            let text = self.text_at(at);
            text.starts_with("-exec") || text.starts_with("-ok")
        };
        let finds = matches!(name, "find" | "fd" | "fdfind");
        if finds
            && rest.iter().any(|at| {
                acts(&at)
                    || name != "find"
                        && matches!(self.text_at(at), "-x" | "-X" | "--exec")
            })
        {
            return true;
        }
        let behind = self.line.simples.iter().skip(self.simple + 1);
        let depth = self.own.depth;
        let behind =
            behind.take_while(|simple| simple.piped && simple.depth >= depth);
        let takes = |(count, simple): (usize, &Simple)| {
            let mut words = simple.words.0 as usize..simple.words.1 as usize;
            // Nobody looks further: they may be.
            count >= NEAR
                || words.any(|at| {
                    TAKES_NAMES.contains(&base_name(self.text_at(at)))
                })
        };
        behind.enumerate().any(takes)
    }

    /// The names among the words of a program that prints them.
    fn handed_on(&mut self, rest: Words) {
        let line = self.line;
        let prunes = rest.iter().any(|at| self.is_at(at, "-prune"));
        for at in rest.iter() {
            let Some(&word) = line.words.get(at) else { return };
            let text = cooked_at(line, at);
            if matches!(text, "-exec" | "-execdir" | "-ok" | "-okdir") {
                return;
            }
            let before = self.text_at(at - 1);
            // behind `realpath` stands no test
            let path = at > rest.start
                && (before.ends_with("path") || before == "-wholename");
            let not = |at: usize| matches!(self.text_at(at), "!" | "-not");
            let negated = not(at - 1) || path && (not(at - 2) || prunes);
            let tests = negated || before.ends_with("regex");
            if text.starts_with('-') || tests {
                continue;
            }
            if text.len() > MAX_WORD {
                self.unseen_names(text, word.span);
                continue;
            }
            // of fd: `'^\.env$'`
            let name = text.trim_start_matches(['\\', '^']);
            let name = name.trim_end_matches('$');
            let short = name.split(['*', '?']).all(|piece| piece.len() < 2);
            if !word.flags.literal() {
                self.guess_open(word, text);
            } else if name.contains(['*', '?', '[']) {
                if !short {
                    self.guess_glob(name, word.span, true);
                }
            } else {
                let mut plain = Spare::default();
                plain.extend(name.split('\\'));
                let name = plain.as_str();
                self.may_use(Access::Looks, name, word.span);
                if is_path(name) {
                    self.may_hold(name, word.span);
                }
            }
        }
    }

    /// `perl -e 'open F, ".env"'`, `vim -c 'e .env'`.
    fn names_in_code(&mut self, name: &str, rest: Words) {
        let takes_filters = matches!(name, "jq" | "yq");
        let line = self.line;
        for at in rest.iter() {
            let Some(&word) = line.words.get(at) else { return };
            let text = cooked_at(line, at);
            let code = word.bytes.any(WordBytes::CODE)
                && !(takes_filters && self.only_filters(at, rest));
            if word.flags.literal() && (code || text.starts_with('+')) {
                self.names_in(text, word.span);
            }
        }
    }

    /// Whether a word is what `jq` or `yq` does with its input, `.a | .key`,
    /// and loads nothing.
    fn only_filters(&self, at: usize, rest: Words) -> bool {
        const LOADS: &[&str] =
            &["import", "include", "load", "input_", "module"];
        const FILES: &[&str] = &[
            "--argfile",
            "--from-file",
            "--library-path",
            "--rawfile",
            "--slurpfile",
            "-L",
            "-f",
        ];
        let text = self.text_at(at);
        let is_file =
            |at: usize| at >= rest.start && FILES.contains(&self.text_at(at));
        !LOADS.iter().any(|word| text.contains(word))
            && !is_file(at.saturating_sub(1))
            && !is_file(at.saturating_sub(2))
    }

    /// A word of code, or one with signs that no table knows, as what it may
    /// name: `[.env]`, `+.env`, `'*.pem'`.
    pub(crate) fn guess_signs(&mut self, word: Word, text: &str) {
        if let Some(path) = text.strip_prefix(['+', '%', '!', '^']) {
            self.may_be(path, word.span);
        }
        if !word.bytes.any(WordBytes::SPECIAL) || text.contains("://") {
            return;
        }
        self.names_in(text, word.span);
        if text.contains(['*', '?']) && !text.contains('[') {
            self.guess_glob(text, word.span, true);
        }
    }
}
