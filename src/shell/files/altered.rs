//! Files among the words of a program that it writes, though no option says
//! so: `convert a.png b.png`, `svn revert x`.

use super::puts::has_any;
use crate::shell::Access;
use crate::shell::data::alters::{Alters, Which, rows_of};
use crate::shell::data::compilers::is_compiler;
use crate::shell::data::files::Role;
use crate::shell::data::looked::SOURCES;
use crate::shell::data::manifests::{PLACED, not_own, own_of};
use crate::shell::data::programs::Known;
use crate::shell::scene::Scene;
use crate::shell::words::{Program, Words, cooked_at, short_takes};
use crate::source::{Span, Spare};

/// How many files of its own a subcommand is about.
const FILES: usize = 4;

impl Scene<'_> {
    /// The words of a program that it writes, to which others may `come`.
    pub(super) fn altered(&mut self, name: &str, rest: Words, come: bool) {
        for row in rows_of(name) {
            let unless = |at: usize| row.unless.contains(&self.text_at(at));
            if rest.iter().any(unless) {
                return;
            }
            let act = |at: &usize| match row.which {
                Which::Handed => is_in_place(self.text_at(*at)),
                _ => has_any(self.text_at(*at), row.acts),
            };
            let start = match rest.iter().find(act) {
                _ if row.acts.is_empty() => rest.start,
                Some(at) if self.first_byte(at) == b'-' => rest.start,
                Some(at) => at + 1,
                None => continue,
            };
            self.altered_by(row, rest.from(start));
            if come && row.which != Which::First {
                // `git ls-files | xargs rpl a b`
                self.any_file(Role::Writes, self.span_of(rest));
            }
        }
    }

    fn altered_by(&mut self, row: &Alters, words: Words) {
        let is_operand = |scene: &Self, at: usize| {
            let behind = at > words.start
                && short_takes(scene.text_at(at - 1), row.valued);
            scene.first_byte(at) != b'-' && !behind
        };
        let last = words.iter().rfind(|&at| is_operand(self, at));
        let mut number = 0;
        for at in words.iter() {
            if !is_operand(self, at) {
                continue;
            }
            number += 1;
            let written = match row.which {
                Which::Pairs => {
                    let text = self.text_at(at);
                    if let Some(cut) = text.find(':') {
                        self.glued_tree(at, cut + 1);
                    }
                    continue;
                }
                Which::Handed => false,
                Which::Each => true,
                Which::First => number == 1,
                Which::Last => number > 1 && Some(at) == last,
                Which::Only => Some(at) == last,
                Which::Behind(count) => number > count,
            };
            if written {
                self.file_at(Access::Write, at);
                self.tree(Role::Writes, at);
            }
        }
    }

    /// What programs write whose words do not say it, or say it alone.
    pub(super) fn made(&mut self, program: Program<'_>, rest: Words) {
        if matches!(program.name, "gpg" | "gpg2") {
            self.enciphered(rest);
        }
        match program.name {
            "patch" => self.patch_of_words(rest),
            "tsc" => {
                self.emitted(rest);
                self.own_file("tsc", rest);
            }
            name if program.known.owns() && self.own_file(name, rest) => {}
            _ if program.known.outputs().is_none() => {}
            name if is_compiler(name) => self.compiled(rest),
            "ar" | "llvm-ar" => self.member_of(rest),
            _ => {}
        }
    }

    /// `cargo add x`: the file of a project that a subcommand is about, also
    /// in a directory that an option names.
    fn own_file(&mut self, name: &str, rest: Words) -> bool {
        let line = self.line;
        let text = |at: usize| cooked_at(line, at);
        let placed = |at: usize| PLACED.contains(&text(at));
        let is_value = |at: usize| at > rest.start && placed(at - 1);
        // `git -c a.b=c remote add x y`
        let all = Words { start: rest.start.saturating_sub(1), ..rest };
        let first = Known::of(name)
            .globals()
            .map_or(rest.start, |row| self.behind_globals(row, all).0);
        let words = rest
            .from(first)
            .iter()
            .filter(|&at| self.first_byte(at) != b'-' && !is_value(at))
            .map(text);
        let told = |option: &str| rest.iter().any(|at| text(at) == option);
        let is_act = |act: &&str| {
            let mut plain = words.clone();
            act.split(' ').all(|word| match word.starts_with('-') {
                true => told(word),
                false => plain.next() == Some(word),
            })
        };
        let more = words.clone().nth(1).is_some();
        let rows = own_of(name)
            .filter(|row| more || !row.named)
            .filter(|row| row.subs.is_empty() || row.subs.iter().any(is_act));
        let mut files = [""; FILES];
        let found = files.iter_mut().zip(rows);
        let count = found.map(|(file, row)| *file = row.file).count();
        let none = not_own(name);
        if rest.iter().any(|at| none.contains(&text(at))) {
            return count > 0;
        }
        for file in files.iter().take(count) {
            self.own_file_of(file, rest);
        }
        count > 0
    }

    /// A file of this name, here and where options say that a program works.
    fn own_file_of(&mut self, file: &str, rest: Words) {
        let line = self.line;
        let span = self.span_of(rest);
        self.may_use(Access::Maybe, file, span);
        if let Some(below) = file.strip_prefix("x/") {
            // `makemigrations app`
            for at in rest.from(rest.start + 1).iter() {
                let path = Spare::of(&[cooked_at(line, at), "/", below]);
                if self.first_byte(at) != b'-' {
                    self.may_use(Access::Maybe, &path, span);
                }
            }
        }
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let place = match text.split_once('=') {
                Some((option, place)) if PLACED.contains(&option) => place,
                None if PLACED.contains(&text) && at + 1 < rest.end => {
                    cooked_at(line, at + 1)
                }
                _ => continue,
            };
            let path = Spare::of(&[place.trim_end_matches('/'), "/", file]);
            self.may_use(Access::Maybe, &path, span);
        }
    }

    /// `gpg -c x`, `gpg x.gpg`: what it writes beside the file, where no
    /// option says that it prints or where to.
    fn enciphered(&mut self, rest: Words) {
        const ENDS: &[&str] = &[".asc", ".gpg", ".sig"];
        const ELSEWHERE: &[&str] =
            &["--decrypt", "--list-packets", "--output", "--verify"];
        let line = self.line;
        let elsewhere = |at: usize| {
            let text = cooked_at(line, at);
            ELSEWHERE.contains(&text)
                || !text.starts_with("--") && has_any(text, &["-d", "-o"])
        };
        if rest.iter().any(elsewhere) {
            return;
        }
        for at in rest.iter() {
            if self.first_byte(at) == b'-' || !self.literal_at(at) {
                continue;
            }
            let span = self.span_of(Words { start: at, end: at + 1 });
            let text = cooked_at(line, at);
            let bare = ENDS.iter().find_map(|end| text.strip_suffix(end));
            if let Some(bare) = bare {
                self.may_use(Access::Maybe, bare, span);
                continue;
            }
            for end in ENDS {
                let made = Spare::of(&[text, end]);
                self.may_use(Access::Maybe, &made, span);
            }
        }
    }

    /// `ar rcs x a.o`: the archive that members are put into or taken from.
    fn member_of(&mut self, rest: Words) {
        let key = self.text_at(rest.start).trim_start_matches('-');
        let changes = key.contains(['d', 'm', 'q', 'r', 's'])
            && !key.contains(['t', 'p', 'x']);
        if changes {
            self.file_at(Access::Write, rest.start + 1);
        }
    }

    /// `gcc a.c`: what a compiler of C writes where no option says it.
    pub(super) fn compiled(&mut self, rest: Words) {
        const SHOWS: &[&str] =
            &["-###", "-E", "-M", "-MM", "-fsyntax-only", "--help"];
        const STARTS: &[&str] = &["-dump", "-o", "-print", "--print", "--ver"];
        let (mut source, mut end) = (None, "");
        for at in rest.iter() {
            let text = cooked_at(self.line, at);
            let shows = SHOWS.contains(&text)
                || STARTS.iter().any(|start| text.starts_with(start));
            if shows {
                return;
            }
            end = match text {
                "-c" => ".o",
                "-S" => ".s",
                _ => end,
            };
            let compiles = SOURCES.iter().any(|end| text.ends_with(end));
            let links = text.ends_with(".o") && end.is_empty();
            if (compiles || links) && self.first_byte(at) != b'-' {
                source = Some(at);
            }
        }
        let Some(last) = source else { return };
        let span = self.span_of(rest);
        if end.is_empty() {
            return self.known_file(Access::Write, "a.out", span, false);
        }
        for at in rest.iter().take_while(|&at| at <= last) {
            let text = cooked_at(self.line, at);
            let name = text.rsplit('/').next().unwrap_or(text);
            let stem = name.rsplit_once('.').map(|(stem, _)| stem);
            let compiles = SOURCES.iter().any(|end| text.ends_with(end));
            if let Some(stem) = stem.filter(|_| compiles) {
                let made = Spare::of(&[stem, end]);
                self.known_file(Access::Write, &made, span, false);
            }
        }
    }

    /// The files that a module of Python writes which is a program as well:
    /// `python -m venv x`, `python -m pip install -t x y`.
    pub(crate) fn module_files(&mut self, name: &str, behind: Words) {
        let name = match name {
            "build" => "pyproject-build",
            "grpc_tools.protoc" => "protoc",
            name => name,
        };
        let known = Known::of(name);
        self.outputs(known, behind);
        if known.fetches() && behind.start > 0 {
            let words = Words { start: behind.start - 1, ..behind };
            let (base, renamed) = (Span::default(), false);
            let program = Program { name, known, base, renamed };
            self.fetched(program, words);
        }
        if known.puts() {
            self.puts(name, behind);
            self.altered(name, behind, false);
        }
    }
}

/// Whether options of `ruby` say that it changes the files it is given:
/// `-i`, `-pi.bak`, not `-Ilib`.
fn is_in_place(text: &str) -> bool {
    let letters = text.strip_prefix('-').unwrap_or("");
    let flags = |c: char| "acdlnpsvwS".contains(c);
    letters.trim_start_matches(flags).starts_with('i')
}
