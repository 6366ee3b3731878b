//! Names of files that come from elsewhere, or go there: `tar -T list`,
//! `find -name x | xargs y`, `date -f x`.

use std::iter::once;

use crate::shell::Access;
use crate::shell::data::files::{Handler, Role};
use crate::shell::data::sent::{Told, sends, told};
use crate::shell::data::sources::{LISTED, Row, TAKES_NAMES, row_of};
use crate::shell::paths::known_start;
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

    /// `aws s3 sync . s3://x`: directories that are sent elsewhere.
    fn sent_trees(&mut self, name: &str, rest: Words) {
        let has = |scene: &Self, sub: &str| {
            sub.is_empty() || rest.iter().any(|at| scene.is_at(at, sub))
        };
        for row in told(name) {
            if has(self, row.subcommand) && self.is_so_told(row.only, rest) {
                if row.here {
                    self.served(row, rest);
                    continue;
                }
                self.told_trees(row.options, rest);
                let plain = |&at: &usize| self.first_byte(at) != b'-';
                if row.only.is_some() && rest.iter().filter(plain).count() < 2
                {
                    // `git add -f -A`
                    self.any_file(Role::Reads, self.span_of(rest));
                }
            }
        }
        let mut sends = sends(name).filter(|sub| !sub.is_empty());
        if !sends.any(|sub| has(self, sub)) {
            return;
        }
        let plain = |at: &usize| self.first_byte(*at) != b'-';
        // The last one is where they go.
        let last = rest.iter().filter(|&at| self.literal_at(at)).rfind(plain);
        for at in rest.iter() {
            let plain = self.literal_at(at) && self.first_byte(at) != b'-';
            if Some(at) != last && plain {
                self.sent_tree(at, 0);
            }
        }
    }

    /// `http-server -p 8080 public`: a directory whose files are handed to
    /// whoever asks, or the current one.
    fn served(&mut self, row: &Told, rest: Words) {
        let line = self.line;
        let mut here = true;
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let before = self.text_at(at - 1);
            let directory = match text.split_once('=') {
                Some((name, value)) if row.options.contains(&name) => value,
                _ if row.options.contains(&before) => text,
                _ if row.options.is_empty() && names_directory(text) => text,
                _ => continue,
            };
            if text == row.subcommand {
                continue;
            }
            if directory.trim_end_matches('/') == "." {
                continue;
            }
            here = false;
            let span = self.span_of(Words { start: at, end: at + 1 });
            let own = directory.len() == text.len();
            match self.dynamic_at(at) || own && self.is_around(at) {
                true => self.any_file(Role::Reads, span),
                false => self.all_below(Role::Reads, directory, span),
            }
        }
        let any = (&["*"][..], "");
        if here && self.may_be_below(Access::Read, any, once("."), false) {
            self.any_file(Role::Reads, self.span_of(rest));
        }
    }

    /// Whether the option stands there with which alone a program does so.
    fn is_so_told(&self, only: Option<(&str, &str)>, rest: Words) -> bool {
        only.is_none_or(|(letter, name)| {
            rest.iter().any(|at| match self.text_at(at) {
                long if long.starts_with("--") => long == name,
                text => text.starts_with('-') && text.contains(letter),
            })
        })
    }

    /// `netlify deploy --dir=x`, `wormhole send x`: the directories that
    /// options name, or any word.
    fn told_trees(&mut self, options: &[&str], rest: Words) {
        for at in rest.iter() {
            let text = self.text_at(at);
            if self.first_byte(at) != b'-' {
                let before = self.text_at(at - 1);
                if options.is_empty() || options.contains(&before) {
                    self.sent_tree(at, 0);
                }
            } else if let Some((name, _)) = text.split_once('=')
                && options.contains(&name)
            {
                self.sent_tree(at, name.len() + 1);
            }
        }
    }

    /// What lies in the directory that stands in a word from `cut` on.
    fn sent_tree(&mut self, at: usize, cut: usize) {
        let Some(word) = self.word(at) else { return };
        let text = cooked_at(self.line, at).get(cut..).unwrap_or("");
        let whole =
            matches!(text.trim_end_matches('/'), "" | "." | ".." | "~");
        let literal = word.flags.literal();
        let around = match cut {
            0 if literal => self.holds_current(at),
            0 if known_start(word, text).is_some() || !self.dynamic_at(at) => {
                return self.tree(Role::Reads, at);
            }
            _ => whole || !literal,
        };
        if around {
            self.any_file(Role::Reads, word.span);
        } else if !text.contains(':') {
            self.may_hold(text, word.span);
            self.all_below(Role::Reads, text, word.span);
        }
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

/// Whether a word of a server may be the directory that it is to show, and
/// no port, address or file of settings.
fn names_directory(text: &str) -> bool {
    let address = |c: char| c.is_ascii_digit() || ".:".contains(c);
    let place = text.starts_with('.') || !text.chars().all(address);
    place && !text.starts_with('-') && !text.contains("://")
}
