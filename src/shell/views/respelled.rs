//! Words that programs take for the same: addresses in other letters or with
//! a name before them, statements of SQL and of Redis, a script by its path.

use super::options::Around;
use super::other_names::same_program;
use super::sorted;
use super::subcommands::Head;
use crate::shell::data::handed::TASK_TOOLS;
use crate::shell::data::programs::Known;
use crate::shell::data::respell::{self, LEFT_OUT, Spelling, TASKS};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Effects, Reason, Shell};
use capitals::in_capitals;

pub(crate) mod address;
mod addresses;
mod capitals;
mod expanded;
mod fed;
mod home;
mod host;
mod lists;
mod names;
mod operands;
pub(crate) mod revision;
mod target;

/// How many words are written otherwise one by one.
const MOST: usize = 16;

/// How long a path is at most that some file may have.
const LONG: usize = 4096;

impl Scene<'_> {
    /// Views of a command, of which these are the words behind its program
    /// or subcommand, with some of them written as guards may write them.
    pub(super) fn respelled(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        let power = self.shell == Shell::PowerShell;
        let spelling = match usual(around.name, power) {
            name if name == around.name => respell::of(name, around.known),
            name => respell::of(name, Known::of(name)),
        };
        let alone = words.is_empty()
            && !matches!(
                spelling,
                Some(
                    Spelling::Redis
                        | Spelling::Git
                        | Spelling::Sql
                        | Spelling::Tasks
                        | Spelling::LeftOut
                )
            );
        if alone {
            return;
        }
        if self.out.text.len() > self.room(64) {
            let span = self.span_of(words);
            return self.doubt(Reason::Size, span, Effects::GUARD);
        }
        if power {
            if spelling == Some(Spelling::Sql) {
                self.statements(around, head, words);
            }
            return self.addresses(around, head, words, spelling);
        }
        match spelling {
            Some(Spelling::Sql) => {
                self.statements(around, head, words);
                self.statements_alone(around, head, words);
                self.fed_statements(around, head, words);
            }
            Some(Spelling::Redis) => {
                self.redis(around, head, words);
                self.fed_statements(around, head, words);
            }
            Some(Spelling::MakeFs) => self.file_systems(around, words),
            Some(Spelling::Find) => self.executed(around, words),
            Some(Spelling::Script | Spelling::Package) => {
                self.first_word(around, head, words);
            }
            Some(Spelling::Files) => self.files_here(around, head, words),
            Some(Spelling::Git) => self.of_git(around, head, words),
            Some(Spelling::Service) => self.service(around, words),
            Some(Spelling::Tasks) => self.task(around, head, words),
            Some(Spelling::LeftOut) => self.without_sub(around, head, words),
            Some(
                Spelling::Host
                | Spelling::Hosts
                | Spelling::Names
                | Spelling::Fetch,
            )
            | None => {}
        }
        self.addresses(around, head, words, spelling);
        self.homes(around, head, words);
        self.targeted(around, head, words);
    }

    /// `service x stop` as `systemctl stop x`.
    fn service(&mut self, around: Around<'_>, words: Words) {
        if words.len() < 2 {
            return;
        }
        let start = self.out.text.len();
        self.out.text.push_str("systemctl");
        self.cooked_words(words.start + 1..words.start + 2);
        self.cooked_words(words.start..words.start + 1);
        self.push_view(start, around.guard);
    }

    /// `bun deploy` as `bun run deploy`.
    fn task(&mut self, around: Around<'_>, head: Head, words: Words) {
        let Head::Path(path) = head else { return };
        let first = path.words().first();
        let own = |text: &str| {
            let of_bun = matches!(text, "build" | "test");
            TASKS.contains(&text) || of_bun && around.name == "bun"
        };
        let Some(&first) = first else { return };
        let run = around.name == "yarn" && self.is_at(first, "run");
        if !run && own(self.text_at(first)) {
            return;
        }
        let first = first + usize::from(run);
        if first >= words.end {
            return;
        }
        if !run {
            let start = self.out.text.len();
            self.out.text.extend([around.name, " run"]);
            self.cooked_words(first..words.end);
            self.push_view(start, around.guard);
        }
        // `yarn prisma x`: a program of a package
        let program = cooked_at(self.line, first);
        let sent = Words { start: first + 1, end: words.end };
        self.text_view(program, sent, around.guard);
        if TASK_TOOLS.contains(&program) && !sent.is_empty() {
            // `pnpm turbo deploy`
            return self.sent_on(program, sent);
        }
        let known = Known::of(program);
        let plain = known.wrappers().next().is_none();
        if plain && known.handler().is_none() {
            self.with_options(program, sent);
        }
    }

    /// `pass x/y` as `pass show x/y`.
    fn without_sub(&mut self, around: Around<'_>, head: Head, words: Words) {
        let Head::Path(path) = head else { return };
        let rows = LEFT_OUT.iter().filter(|row| row.0 == around.name);
        let Some(&first) = path.words().first() else { return };
        for (name, subs, own) in rows {
            if own.contains(&self.text_at(first)) {
                return;
            }
            for sub in *subs {
                let start = self.out.text.len();
                self.out.text.extend([name, " ", sub]);
                self.cooked_words(first..words.end);
                self.push_view(start, around.guard);
            }
        }
    }

    /// Statements of SQL, in which letter case and blanks do not count.
    fn statements(&mut self, around: Around<'_>, head: Head, words: Words) {
        let line = self.line;
        // `truncate"x"` needs no blank.
        const PARTS: [char; 7] = [' ', '\n', '\t', '"', '\'', '(', ';'];
        let blank = |at| cooked_at(line, at).contains(PARTS);
        if !words.iter().any(blank) {
            return;
        }
        let ways = [(true, ""), (false, ""), (true, "\""), (false, "\"")];
        for (name, (upper, quote)) in
            names_of(around.name).flat_map(|name| ways.map(|way| (name, way)))
        {
            let start = self.out.text.len();
            self.head(name, head);
            for at in words.iter() {
                let text = cooked_at(line, at);
                if !blank(at) || self.is_cut(text.len()) {
                    self.cooked_words(at..at + 1);
                    continue;
                }
                let (option, statement) = text.split_at(glued_option(text));
                let out = &mut self.out.text;
                out.extend([" ", option, quote]);
                let from = out.len();
                for (n, part) in statement.split_whitespace().enumerate() {
                    out.push_str(if n > 0 { " " } else { "" });
                    out.push_str(part);
                }
                if let Some(text) = out.get_mut(from..) {
                    match upper {
                        true => in_capitals(text),
                        false => text.make_ascii_lowercase(),
                    }
                }
                out.push_str(quote);
            }
            self.push_view(start, around.guard);
        }
    }

    /// `redis-cli flushall`: letter case does not count in commands.
    fn redis(&mut self, around: Around<'_>, head: Head, words: Words) {
        let Head::Path(path) = head else { return };
        // `CONFIG SET`
        let second = (words.start + 1).min(words.end);
        for (upper, options) in
            [(true, true), (false, true), (true, false), (false, false)]
        {
            let start = self.out.text.len();
            self.out.text.push_str(around.name);
            if options {
                self.cooked_words(around.before.iter());
            }
            let name = self.out.text.len();
            path.words().iter().for_each(|&at| self.cooked_words(at..at + 1));
            self.cooked_words(words.start..second);
            if let Some(text) = self.out.text.get_mut(name..) {
                match upper {
                    true => text.make_ascii_uppercase(),
                    false => text.make_ascii_lowercase(),
                }
            }
            self.cooked_words(second..words.end);
            self.push_view(start, around.guard);
        }
    }

    /// `mkfs.ext4 x` as `mkfs -t ext4 x`, and the other way round.
    fn file_systems(&mut self, around: Around<'_>, words: Words) {
        let start = self.out.text.len();
        let line = self.line;
        if let Some(kind) = around.name.strip_prefix("mkfs.") {
            self.out.text.extend(["mkfs -t ", kind]);
            self.cooked_words(words.iter());
            return self.push_view(start, around.guard);
        }
        for at in words.iter() {
            let text = cooked_at(line, at);
            let (kind, end) = match text {
                "-t" | "--type" => (cooked_at(line, at + 1), at + 2),
                _ => {
                    let kind = text.strip_prefix("--type=");
                    let kind = kind.or_else(|| text.strip_prefix("-t"));
                    (kind.unwrap_or(""), at + 1)
                }
            };
            if !kind.is_empty() && self.unknown_at(end - 1) {
                let span = self.span_of(words);
                return self.doubt(
                    Reason::DynamicArgument,
                    span,
                    Effects::GUARD,
                );
            }
            if !kind.is_empty() && kind.len() < LONG {
                self.out.text.extend(["mkfs.", kind]);
                self.cooked_words(words.start..at);
                self.cooked_words(end.min(words.end)..words.end);
                return self.push_view(start, around.guard);
            }
        }
    }

    /// `find . -execdir x` as `find . -exec x`.
    fn executed(&mut self, around: Around<'_>, words: Words) {
        let others = ["-execdir", "-ok", "-okdir"];
        let other = |&at: &usize| others.contains(&self.text_at(at));
        let Some(at) = words.iter().find(other) else { return };
        let start = self.out.text.len();
        self.head(around.name, Head::Name(""));
        self.cooked_words(words.start..at);
        self.out.text.push_str(" -exec");
        self.cooked_words(at + 1..words.end);
        self.push_view(start, around.guard);
    }

    /// `rm ./x` as `rm x`.
    fn files_here(&mut self, around: Around<'_>, head: Head, words: Words) {
        let line = self.line;
        let here = |at: usize| {
            let text = cooked_at(line, at);
            let rest = sorted::here(text);
            (rest.len() < text.len() && text.len() < LONG).then_some(rest)
        };
        if !words.iter().any(|at| here(at).is_some()) {
            return;
        }
        for options in [true, false] {
            let start = self.out.text.len();
            self.head(around.name, head);
            for at in words.iter() {
                match here(at) {
                    Some(rest) => self.out.text.extend([" ", rest]),
                    None if options || !self.is_option(at) => {
                        self.cooked_words(at..at + 1);
                    }
                    None => {}
                }
            }
            self.push_view(start, around.guard);
        }
    }

    /// `php ./artisan` as `php artisan`, `npx prisma@5` as `npx prisma`.
    fn first_word(&mut self, around: Around<'_>, head: Head, words: Words) {
        let line = self.line;
        // `php8.2`
        let name = around
            .name
            .trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        let name = match name {
            "php" => name,
            _ if around.name.starts_with("python3.") => "python3",
            _ => around.name,
        };
        let Some(at) = words.iter().find(|&at| !self.is_option(at)) else {
            return;
        };
        let text = cooked_at(line, at);
        let package = matches!(
            respell::of(name, Known::of(name)),
            Some(Spelling::Package)
        );
        let version = text.rfind('@').filter(|&at| at > 0 && package);
        let short = match version {
            Some(end) => text.get(..end).unwrap_or(text),
            None => text.strip_prefix("./").unwrap_or(text),
        };
        let same = short.len() == text.len() && name == around.name;
        if same {
            return;
        }
        let span = self.span_of(Words { start: at, end: at + 1 });
        let short = self.bounded(short, span);
        for options in [true, false] {
            let start = self.out.text.len();
            self.head(name, head);
            if options {
                self.cooked_words(words.start..at);
            }
            self.out.text.extend([" ", short]);
            self.cooked_words(at + 1..words.end);
            self.push_view(start, around.guard);
        }
    }
}

/// The names of a client: `mysql` of `mariadb`.
fn names_of(name: &str) -> impl Iterator<Item = &str> {
    let other = same_program(Known::of(name), name);
    [name, other].into_iter().filter(|name| !name.is_empty())
}

/// The name of a program; that of its file may end otherwise in PowerShell.
fn usual(name: &str, power: bool) -> &str {
    name.strip_suffix(".exe").filter(|_| power).unwrap_or(name)
}

/// Where the value of an option stands that is one word with it.
fn glued_option(text: &str) -> usize {
    let at = match text.starts_with('-') {
        true => text.find('=').map_or(2, |at| at + 1),
        false => 0,
    };
    if text.is_char_boundary(at) { at } else { 0 }
}
