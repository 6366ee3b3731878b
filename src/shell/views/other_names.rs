//! The other names of a program, and what it hands its words on to.

use super::options::Around;
use super::writing::Style;
use crate::shell::data::handed::{CONSOLE, FRONTS, TASK_TOOLS, handed_on};
use crate::shell::data::programs::Known;
use crate::shell::data::wrappers::Kind;
use crate::shell::guards::named::Behind;
use crate::shell::scene::{Level, Scene};
use crate::shell::words::{Program, Words, cooked_at, raw};
use crate::shell::{Effects, Reason};
use crate::source::Spare;

/// Another name of a program, whatever its words are: `mysql` of `mariadb`.
pub(super) fn same_program(known: Known, name: &str) -> &'static str {
    let rows = known.hands_on().then(|| handed_on(name));
    let mut rows = rows.into_iter().flatten();
    let same = rows.find(|(_, word, other)| {
        word.is_empty() && !other.contains([' ', '/'])
    });
    same.map_or("", |row| row.2)
}

impl Scene<'_> {
    /// The other names of the program: `rm` of GNU's `grm`, and of `RM`
    /// where letter case does not tell files apart.
    pub(super) fn other_names(&mut self, program: Program<'_>, level: Level) {
        let line = self.line;
        let name = program.base.of(&line.text);
        let rest = level.words.from(level.words.start + 1);
        // The names of programs that do so are written as they are known.
        let known = program.known;
        let rows = known.hands_on().then(|| handed_on(name));
        let mut wrappers = known.wrappers();
        let runs_packages = wrappers.any(|row| row.kind == Kind::Runner);
        for &(program, word, first) in rows.into_iter().flatten() {
            let (other, sub) = first.split_once(' ').unwrap_or((first, ""));
            if FRONTS.contains(&program) && !self.names_words(other, sub) {
                continue;
            }
            // `systemctl -f reboot`
            let before = match known.globals() {
                Some(row) if !word.is_empty() && !word.starts_with('-') => {
                    self.behind_globals(row, level.words).0
                }
                _ => rest.start,
            };
            if !word.is_empty() && self.is_open(before) {
                self.maybe_handed(level, first, before + 1);
                continue;
            }
            let start = before + usize::from(!word.is_empty());
            // `git subtree -P x push`, `yarn workspace x publish`
            let more = match (program, word) {
                (_, "subtree") if self.is_at(start, "-P") => 2,
                ("yarn", "workspace") | ("vcsh", _) => 1,
                ("uv", "tool") if !self.is_at(start, "run") => continue,
                ("uv", "tool") => 1,
                // `rails server` is no task.
                ("rails", "") if first == "rake" && !self.is_rake(rest) => {
                    continue;
                }
                _ => 0,
            };
            let start = start + more;
            if word.is_empty() || self.is_at(before, word) {
                let dashes = self.is_at(start, "--");
                let sent = rest.from(start + usize::from(dashes));
                self.view(sent, level.guard, false, Style::Cooked, first);
                if word == "workspace" {
                    self.sent_on(first, sent);
                } else if !word.starts_with('-') && !runs_packages {
                    self.with_options(first, sent);
                }
            }
        }
        match name {
            "nix" => self.run_of_nix(level, rest),
            "artisan" | "console" | "php" => self.of_console(level.words),
            _ => {}
        }
        self.of_other_name(program, level, rest);
    }

    /// The same of a name that says it by itself.
    fn of_other_name(
        &mut self,
        program: Program<'_>,
        level: Level,
        rest: Words,
    ) {
        let name = program.base.of(&self.line.text);
        let usual = program.name;
        // `git-push` of git's own directory
        if let Some(command) = name.strip_prefix("git-")
            && !command.is_empty()
        {
            let first = Spare::of(&["git ", command]);
            self.view(rest, level.guard, false, Style::Cooked, &first);
        }
        if usual.len() < name.len() {
            self.view(rest, level.guard, false, Style::Cooked, usual);
        }
        if self.places.fold && name.contains(|c: char| c.is_uppercase()) {
            let lower = name.to_lowercase();
            self.view(rest, level.guard, false, Style::Cooked, &lower);
        }
    }

    /// Views of a group of subcommands that is a program as well.
    pub(super) fn as_group(
        &mut self,
        around: Around<'_>,
        level: Level,
        rest: Words,
    ) {
        let is_it = |apart: &(&str, &str)| self.is_at(rest.start, apart.0);
        let Some((_, other)) = around.row.apart.filter(is_it) else { return };
        self.sorted([other, "", ""], Level { words: rest, ..level });
        // `docker compose -p x up` as `docker-compose -p x up`
        if self.is_option(rest.start + 1) {
            let own = rest.from(rest.start + 1);
            self.with_globals(other, own, around.guard);
        }
    }

    /// A command under another name with the options before its subcommand,
    /// which that need not have.
    fn with_globals(&mut self, name: &str, words: Words, guard: Effects) {
        let first = self.out.views.len();
        self.text_view(name, words, guard);
        self.unsure(first, self.span_of(words), Reason::OptionPlace);
    }

    /// `pip` of `pip3.12`, `docker compose` of `docker-compose`.
    pub(super) fn under_other_names(
        &mut self,
        around: Around<'_>,
        rest: Words,
    ) {
        let Around { name, row, before, guard, .. } = around;
        for other in [row.name, row.also] {
            if other.is_empty() || other == name {
                continue;
            }
            // With the options before the subcommand.
            if !before.is_empty() {
                let all = Words { end: rest.end, ..before };
                self.with_globals(other, all, guard);
            }
            self.text_view(other, rest, guard);
            self.spellings(around.called(other), rest);
        }
    }

    /// Whether some guard names words behind a program and a subcommand: one
    /// on `php *` may be there so that `sail php` is used.
    pub(crate) fn names_words(&self, program: &str, sub: &str) -> bool {
        self.places.options.is_none_or(|named| {
            named.has_words(Behind::new(program, sub))
                || named.has_ends(program)
                || named.has_sorted_of(program)
        })
    }

    /// Whether the words of `rails` are a task of Rake: `db:drop`.
    fn is_rake(&self, rest: Words) -> bool {
        let mut plain = rest.iter().filter(|&at| !self.is_option(at));
        plain.next().is_some_and(|at| self.text_at(at).contains(':'))
    }

    /// `pass "$x" push`: words from `from` on that may be for another program.
    fn maybe_handed(&mut self, level: Level, program: &str, from: usize) {
        let first = self.out.views.len();
        let sent = level.words.from(from);
        self.view(sent, level.guard, false, Style::Cooked, program);
        let span = self.span_of(level.words);
        self.unsure(first, span, Reason::DynamicArgument);
        self.maybe(Reason::DynamicArgument, |scene| {
            scene.with_options(program, sent);
        });
    }

    /// `bin/console d:d:d` as `bin/console doctrine:database:drop`: it takes
    /// the start of each part.
    fn of_console(&mut self, words: Words) {
        let line = self.line;
        let is_name = |&at: &usize| cooked_at(line, at).contains(':');
        let Some(at) = words.iter().find(is_name) else { return };
        let text = cooked_at(line, at);
        let span = self.span_of(words);
        for full in CONSOLE.iter().filter(|full| is_cut(text, full)) {
            let texts = words.iter().map(|own| match own == at {
                true => full,
                false => raw(line, self.text, own),
            });
            self.code(texts, span, true);
        }
    }

    /// `nix run nixpkgs#curl -- x` as `curl x`.
    fn run_of_nix(&mut self, level: Level, rest: Words) {
        let mut plain = rest.iter().filter(|&at| !self.is_option(at));
        let (Some(sub), Some(at)) = (plain.next(), plain.next()) else {
            return;
        };
        let may = self.is_open(sub);
        if !may && !self.is_at(sub, "run") {
            return;
        }
        let word = self.span_of(Words { start: at, end: at + 1 });
        if self.is_open(at) {
            return self.doubt(Reason::DynamicCommand, word, Effects::GUARD);
        }
        let text = cooked_at(self.line, at);
        let first = match text.rsplit_once('#') {
            Some((_, path)) => path.rsplit('.').next().unwrap_or(path),
            None => flake_of(text),
        };
        if first.is_empty() {
            return;
        }
        let dashes = self.is_at(at + 1, "--");
        let sent = rest.from(at + 1 + usize::from(dashes));
        let views = self.out.views.len();
        self.text_view(first, sent, level.guard);
        if may {
            self.unsure(views, word, Reason::DynamicArgument);
            return self.maybe(Reason::DynamicArgument, |scene| {
                scene.with_options(first, sent);
            });
        }
        self.with_options(first, sent);
    }

    /// `hub push -f`: a command whose options have the spellings of the
    /// program that it is handed to.
    pub(super) fn with_options(&mut self, first: &str, sent: Words) {
        let dashed = |at: usize| self.first_byte(at) == b'-';
        if sent.iter().any(dashed) {
            self.sent_on(first, sent);
        }
    }

    /// The command that some words are for another program; of a tool that
    /// runs tasks also where one of them is known only when the line runs.
    pub(super) fn sent_on(&mut self, first: &str, sent: Words) {
        let (line, own) = (self.line, self.text);
        let plain = |text: &str| {
            let sign = |b| b"-_=./:@,+%".contains(&b);
            text.bytes().all(|b| b.is_ascii_alphanumeric() || sign(b))
        };
        let texts = || sent.iter().map(|at| cooked_at(line, at));
        let span = self.span_of(sent);
        if sent.is_empty() {
            return;
        }
        if texts().all(plain) {
            self.code([first].into_iter().chain(texts()), span, true);
        } else if TASK_TOOLS.contains(&first) {
            let texts = sent.iter().map(|at| raw(line, own, at));
            self.code([first].into_iter().chain(texts), span, true);
        }
    }
}

/// Whether a text is a name of several parts, some of them cut short.
fn is_cut(text: &str, full: &str) -> bool {
    let mut parts = full.split(':');
    text.len() < full.len()
        && text.split(':').all(|cut| {
            let whole = parts.next();
            !cut.is_empty() && whole.is_some_and(|w| w.starts_with(cut))
        })
        && parts.next().is_none()
}

/// What a flake is called that some words name without a part of it, and the
/// program that it runs, too: `home-manager/master`, `github:numtide/treefmt`.
fn flake_of(text: &str) -> &str {
    let (scheme, path) = text.split_once(':').unwrap_or(("", text));
    let at = usize::from(scheme.starts_with("git"));
    let plain = matches!(scheme, "" | "flake" | "github" | "gitlab");
    match plain && !path.starts_with(['.', '/', '~']) {
        true => path.split('/').nth(at).unwrap_or(""),
        false => "",
    }
}
