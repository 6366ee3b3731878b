//! Where relative paths start: after `cd`, and where a program is told to
//! work elsewhere.

use super::Shell;
use super::data::cmdlets::cmdlet;
use super::data::places;
use super::data::powershell::{GOES, uses};
use super::data::sifted::OPEN_FOUND;
use super::data::wrappers::Kind;
use super::detours::FOLLOWED;
use super::led_away::is_on_stack;
use super::scene::Scene;
use crate::shell::paths::{known_start, leads_elsewhere};
use crate::shell::split::WordFlags;
use crate::shell::words::short_takes;
use crate::shell::words::{Program, Words, cooked_at};
use crate::source::Span;

/// Where relative paths start, after the `cd` commands so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Cd {
    /// The current directory.
    #[default]
    Here,
    /// This directory; its bytes in [`super::Commands::text`].
    To(Span),
    /// Not known.
    Unknown,
}

impl Scene<'_> {
    /// Follows `cd`.
    pub(super) fn change_directory(&mut self, command: Words) {
        let line = self.line;
        let mut at = command.start;
        while matches!(
            cooked_at(line, at),
            "builtin" | "command" | "eval" | "time" | "noglob" | "--" | "-p"
        ) && at < command.end
        {
            at += 1;
        }
        if self.is_led_away(command, at) {
            self.cd = Cd::Unknown;
            return;
        }
        let name = match self.shell {
            Shell::PowerShell => location(cooked_at(line, at)),
            _ => cooked_at(line, at),
        };
        match name {
            "cd" | "pushd" | "chdir" => {
                let from = self.cd;
                self.go(name, command.from(at));
                if name == "pushd" {
                    self.push_place(from, command.from(at + 1));
                }
            }
            "popd" if at + 1 == command.end => self.take_back(),
            "popd" => self.cd = Cd::Unknown,
            _ => {}
        }
    }

    /// Follows `cd` or `pushd`, the first of these words.
    fn go(&mut self, name: &str, command: Words) {
        let line = self.line;
        let power = self.shell == Shell::PowerShell;
        let valued =
            |text: &str| power && text.starts_with('-') && text.contains(':');
        let mut at = command.start + 1;
        while at < command.end
            && is_option(cooked_at(line, at), power)
            && !valued(cooked_at(line, at))
        {
            at += 1;
        }
        let target = cooked_at(line, at);
        let target = match valued(target) {
            true => target.split_once(':').map_or("", |value| value.1),
            false => target,
        };
        let below = !target.starts_with(['/', '~'])
            && !target.starts_with("./")
            && !target.starts_with("..");
        let ends = at >= command.end;
        // `HOME=x; cd`
        let named = target.starts_with(['~', '$']) || ends;
        let known = self.known_directory(at, target).filter(|_| !ends);
        if self.goes_where_piped(name, ends)
            || self.turns_stack(name, command.from(command.start + 1))
            || named && self.profile.strict && self.names_places()
            || leads_elsewhere(target)
            || is_on_stack(target)
            || target == "-"
            || !ends && known.is_none() && !self.literal_at(at)
            || below && self.searches_elsewhere()
        {
            self.cd = Cd::Unknown;
        } else if let Some(into) = known {
            // `cd "$PWD/x"`
            self.enter(&into);
        } else if ends && name != "pushd" {
            self.enter("~");
        } else if name == "pushd" && (ends || target.starts_with(['+', '-'])) {
            // With nothing on the stack it goes nowhere.
        } else if self.places.cwd == Some(target) {
            self.cd = Cd::Here;
        } else if !matches!(target, "." | "./") {
            self.enter(target);
        }
    }

    /// Whether it is not known where `cd` and `pushd` lead: back on the stack
    /// (`pushd`, `pushd +1`) where the line has put something there, by options
    /// that not all shells know (`cd -q x`), to what two words say (`cd old
    /// new` of zsh).
    fn turns_stack(&self, name: &str, rest: Words) -> bool {
        if self.shell == Shell::PowerShell || !self.profile.strict {
            return false;
        }
        let texts = || rest.iter().map(|at| self.text_at(at));
        let is_place = |text: &&str| !text.starts_with(['-', '+']);
        let places = texts().filter(is_place).count();
        if name == "pushd" && (places == 0 || texts().any(|t| t == "-n")) {
            return self.outermost.matches("pushd").nth(1).is_some();
        }
        let odd = |text: &str| {
            text.len() > 1 && !is_place(&text) && !is_option(text, false)
        };
        places > 1 || texts().any(odd)
    }

    /// Goes into a directory, from where it is.
    pub(super) fn enter(&mut self, target: &str) {
        let spelt = self.may_be_spelt(target);
        let usual = spelt.then(|| self.usual_spelling(target).into_owned());
        let target = usual.as_deref().unwrap_or(target);
        let start = self.out.text.len();
        let bytes = target.as_bytes();
        let drive = matches!(bytes, [_, b':'] | [_, b':', b'/' | b'\\', ..])
            && target.starts_with(|c: char| c.is_ascii_alphabetic());
        let whole = drive || target.starts_with(['/', '~']);
        match self.cd {
            Cd::To(before) if !whole => {
                if !self.roomy(before) {
                    self.cd = Cd::Unknown;
                    return;
                }
                self.out.text.extend_from_within(before.range());
                self.out.text.push('/');
            }
            Cd::Unknown if !whole => return,
            _ => {}
        }
        self.out.text.push_str(target.trim_end_matches('/'));
        let end = self.out.text.len();
        self.cd = Cd::To(Span::new(start, end));
    }

    /// Whether `cd x` may look in other directories first, or at what a
    /// variable holds: `CDPATH=~ cd x`, `shopt -s cdable_vars`.
    fn searches_elsewhere(&self) -> bool {
        const TOLD: &[&str] = &["CDPATH", "cdpath", "cdable"];
        let told = || TOLD.iter().any(|name| self.outermost.contains(name));
        *self.whole.searches_elsewhere.get_or_init(told)
    }

    /// Takes the last `pushd` back, if both are sure to be run, or it is not
    /// known where this leads.
    pub(super) fn take_back(&mut self) {
        let last = self.pushed.pop();
        let last = last.filter(|&(at, _)| {
            let far = self.simple - at > FOLLOWED;
            !far && (self.is_come_to() || self.is_sure(at))
        });
        self.cd = last.map_or(Cd::Unknown, |(_, cd)| cd);
    }

    /// Notes that a `pushd` with these words is left from there. One that goes
    /// nowhere, or turns the stack, leaves another place on it.
    fn push_place(&mut self, from: Cd, rest: Words) {
        let mut texts = rest.iter().map(|at| self.text_at(at));
        let power = self.shell == Shell::PowerShell;
        let goes = texts.clone().any(|text| !text.starts_with(['-', '+']))
            && !texts.any(|text| text == "-n");
        if self.is_come_to() && (power || goes) {
            self.pushed.push((self.simple, from));
        } else {
            self.pushed.clear();
        }
    }

    /// Whether the command at hand took a `pushd` back, and whatever came of
    /// that one, the line is where it was.
    pub(super) fn is_taken_back(&mut self, from: Cd) -> bool {
        let name = Words::of(self.own).start;
        let back = location(self.text_at(name)) == "popd";
        if back {
            self.went = Some(self.simple);
        }
        back && self.cd != Cd::Unknown
            && self.is_come_to()
            && from != Cd::Unknown
    }

    /// Follows the options of a program that works elsewhere for this one
    /// command: `env -C x cat y`, `git -C x`, `sudo -i`.
    pub(super) fn works_elsewhere(
        &mut self,
        program: Program<'_>,
        words: Words,
    ) {
        if !program.known.moves() {
            return;
        }
        let Some(row) = places::row_of(program.name) else { return };
        if program.name == "git" {
            self.work_tree(words);
        }
        if row.remote {
            self.enter("~");
        }
        let line = self.line;
        let runs_others = || {
            let mut rows = program.known.wrappers();
            rows.any(|row| row.subs.is_empty() && row.kind != Kind::Runner)
        };
        // `env A=1 env -C x y`: what it runs has options of its own.
        let end = self.wrapped_at(program, words).unwrap_or(words.end);
        for at in words.start + 1..end {
            let text = cooked_at(line, at);
            if text == "--" {
                return;
            }
            if row.program == "env" && short_takes(self.text_at(at - 1), "S") {
                // A line of its own.
                continue;
            }
            let login = row.login.contains(&text)
                || row.program == "sudo"
                    && !text.starts_with("--")
                    && text.starts_with("-i");
            if login {
                self.enter("~");
                continue;
            }
            let (place, cut) = match value(row, text) {
                Some(cut) => (at, cut),
                None if row.names(text) => (at + 1, 0),
                None => continue,
            };
            let into = cooked_at(line, place).get(cut..).unwrap_or("");
            if self.literal_at(place) && !into.is_empty() {
                self.enter(into);
            } else if let Some(into) = self.known_directory(place, into) {
                self.enter(&into);
            } else if runs_others() || self.holds_unknown(place) {
                self.cd = Cd::Unknown;
            }
        }
    }

    /// Whether a word holds what nobody knows: of stars it is looked at
    /// elsewhere what they may stand for.
    fn holds_unknown(&self, at: usize) -> bool {
        const OPEN: u16 = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;
        self.word(at).is_some_and(|word| word.flags.any(OPEN))
    }

    /// `GIT_WORK_TREE=x git restore y` changes `x/y`.
    fn work_tree(&mut self, words: Words) {
        let line = self.line;
        let before = self.own.words.0 as usize..words.start;
        for at in before {
            let text = cooked_at(line, at);
            let Some(into) = text.strip_prefix("GIT_WORK_TREE=") else {
                continue;
            };
            if self.literal_at(at) && !into.is_empty() {
                self.enter(into);
            } else if let Some(into) = self.known_directory(at, into) {
                self.enter(&into);
            } else {
                self.cd = Cd::Unknown;
            }
        }
    }

    /// `$HOME/x` as `~/x`, `$PWD/x` as `./x`.
    fn known_directory(&self, at: usize, text: &str) -> Option<String> {
        let word = self.word(at)?;
        let (place, rest) = known_start(word, text)?;
        Some(format!("{place}{rest}"))
    }
}

/// Whether a word behind `cd` is an option.
fn is_option(text: &str, power: bool) -> bool {
    let letters = text.strip_prefix('-').unwrap_or("");
    power && text.starts_with('-')
        || text == "--"
        || !letters.is_empty()
            && letters.chars().all(|c| matches!(c, 'P' | 'L' | 'e' | '@'))
}

/// Where in a word the directory starts: `-Cx`, `--chdir=x`.
fn value(row: &places::Row, text: &str) -> Option<usize> {
    if !text.starts_with('-') {
        return None;
    }
    if let Some((long, _)) = text.split_once('=') {
        return row.is_long(long).then_some(long.len() + 1);
    }
    let letter = text.strip_prefix('-')?.chars().next()?;
    let glued = row.letters.contains(letter) && text.len() > 2;
    glued.then_some(2)
}

impl places::Row {
    /// Whether the next word is the directory.
    fn names(&self, text: &str) -> bool {
        self.is_long(text) || short_takes(text, self.letters)
    }

    /// Whether a word is a long option, or the start of one: `--chd`.
    fn is_long(&self, text: &str) -> bool {
        let starts = text.len() > "--x".len() && text.starts_with("--");
        let mut long = self.long.iter();
        long.any(|long| *long == text || starts && long.starts_with(text))
    }
}

impl Scene<'_> {
    /// Whether a line of PowerShell may go elsewhere, or runs what may: a
    /// script goes there for the line, too. Linear in it.
    pub(super) fn power_goes(&self) -> bool {
        let in_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut words = self.text.split(|c| !in_word(c));
        let goes = |word: &str| {
            GOES.iter().any(|goes| goes.eq_ignore_ascii_case(word))
        };
        let calls = |(at, _): (usize, _)| {
            let rest = self.text.get(at + 1..).unwrap_or("");
            let before = self.text.get(..at).unwrap_or("");
            !rest.starts_with(['&', '1']) && !before.ends_with('&')
        };
        let stays = |words: Words| {
            let name = cooked_at(self.line, words.start);
            let own = self.program(words, false);
            let known = uses(cmdlet(name)).is_some()
                || OPEN_FOUND.contains(&name)
                || !own.known.is_nothing() && !own.known.is_shell();
            known
                && self.literal_at(words.start)
                && !name.contains(['/', '\\', '.'])
        };
        self.text.contains('`')
            || words.any(goes)
            || self.text.match_indices('&').any(calls)
            || !self.line.simples.iter().map(Words::of).all(stays)
    }
}

/// The usual name of a command of PowerShell that changes the directory.
pub(super) fn location(name: &str) -> &str {
    let full = cmdlet(name);
    let is = |other: &str| full.eq_ignore_ascii_case(other);
    if is("set-location") {
        "cd"
    } else if is("push-location") {
        "pushd"
    } else if is("pop-location") {
        "popd"
    } else {
        name
    }
}
