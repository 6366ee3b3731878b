//! Words that mean what guards write otherwise: the signals of `kill`, paths
//! of programs, the names of services.

use super::options::Around;
use super::subcommands::Head;
use crate::shell::Effects;
use crate::shell::data::programs::Known;
use crate::shell::data::signals::Signal;
use crate::shell::guards::named::{Behind, SEED, hash};
use crate::shell::scene::{Level, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::{Words, base_name, cooked_at};

/// How many units of one command are looked at.
const UNITS: usize = 16;

/// How a signal is given: the option without its first dash, what stands
/// before the signal, and whether that may be a name.
const SPELLINGS: &[(&str, &str, bool)] = &[
    ("", "", true),
    ("s", " ", true),
    ("n", " ", false),
    ("-signal", " ", true),
    ("-signal", "=", true),
];

/// The same of a signal in one word with its option.
const VALUED: &[&str] = &["-signal=", "s", "n"];

impl Scene<'_> {
    /// One more word of a view.
    pub(super) fn part(&mut self, text: &str) {
        if !text.is_empty() {
            self.out.text.push(' ');
            self.out.text.push_str(text);
        }
    }

    /// The other spellings of the signal that `kill` and its like send.
    pub(crate) fn signals(&mut self, name: &str, level: Level) {
        let program = hash(SEED, name);
        let rest = level.words.from(level.words.start + 1);
        if !level.guards() || !self.is_named(program, "") {
            return;
        }
        let Some((signal, given)) = self.signal(name, rest) else { return };
        let Some(Signal { number, name: long }) = signal else {
            return self.open_option(name);
        };
        let short = long.get(3..).unwrap_or(long);
        for (option, between, forms) in SPELLINGS {
            for form in [number, long, short] {
                let whole = if option.is_empty() { form } else { option };
                let fits = *forms || form == number;
                if !fits || !self.is_named(program, whole) {
                    continue;
                }
                let start = self.out.text.len();
                self.out.text.push_str(name);
                for part in [" -", option, between, form] {
                    self.out.text.push_str(part);
                }
                self.cooked_words(rest.start..given.start);
                self.cooked_words(given.end..rest.end);
                self.push_view(start, level.guard);
            }
        }
    }

    /// `scripts/x.sh` as `./scripts/x.sh`, and the other way round.
    pub(super) fn by_path(&mut self, level: Level) {
        let line = self.line;
        let text = cooked_at(line, level.words.start);
        let rest = level.words.from(level.words.start + 1);
        let far = text.starts_with(['/', '~', '$', '=']);
        if !text.contains('/') || far || text.starts_with("../") {
            return;
        }
        match text.strip_prefix("./") {
            Some(other) => self.text_view(other, rest, level.guard),
            None => {
                let start = self.out.text.len();
                self.out.text.extend(["./", text]);
                self.cooked_words(rest.iter());
                self.push_view(start, level.guard);
            }
        }
        // `./gradlew clean publish`
        if Known::of(base_name(text)).globals().is_some_and(|row| row.tasks) {
            self.tasks(text, rest, level.guard);
        }
    }

    /// `systemctl stop x.service` as `systemctl stop x`.
    pub(super) fn services(
        &mut self,
        around: Around<'_>,
        head: Head,
        rest: Words,
    ) {
        const SUFFIX: &str = ".service";
        if around.name != "systemctl" {
            return;
        }
        self.as_service(around, head, rest);
        let named = |at: usize| self.text_at(at).ends_with(SUFFIX);
        if !rest.iter().any(named) {
            return;
        }
        let some = rest.iter().any(|at| self.is_option(at));
        for options in [true, false].into_iter().take(1 + usize::from(some)) {
            let start = self.out.text.len();
            self.head(around.name, head);
            for at in rest.iter() {
                if !options && self.is_option(at) {
                    continue;
                }
                self.cooked_words(at..at + 1);
                if self.out.text.ends_with(SUFFIX) {
                    let end = self.out.text.len() - SUFFIX.len();
                    self.out.text.truncate(end);
                }
            }
            self.push_view(start, around.guard);
        }
    }

    /// `systemctl stop x` as `service x stop`, for guards that name such
    /// words.
    fn as_service(&mut self, around: Around<'_>, head: Head, rest: Words) {
        const NAME: &str = "service";
        let Head::Path(path) = head else { return };
        let &[sub] = path.words() else { return };
        let named = self.places.options;
        let behind = Behind::new(NAME, "");
        if named.is_some_and(|n| !n.has_words(behind) && !n.has_ends(NAME)) {
            return;
        }
        let line = self.line;
        let units = rest.iter().filter(|&at| !self.is_option(at));
        let mut places = [0; UNITS];
        let found = units.clone().zip(&mut places);
        let count = found.map(|(at, place)| *place = at).count();
        if units.count() > UNITS {
            let start = self.out.text.len();
            self.out.text.push_str(NAME);
            self.push_view(start, Effects::OPEN);
        }
        for &at in places.get(..count).unwrap_or(&[]) {
            let start = self.out.text.len();
            let unit = cooked_at(line, at);
            let unit = unit.strip_suffix(".service").unwrap_or(unit);
            self.out.text.extend([NAME, " ", unit]);
            self.cooked_words(sub..sub + 1);
            self.push_view(start, around.guard);
        }
    }

    /// Whether the words of `kill` behind the first are what it is sent to:
    /// `kill -TERM $x`, `kill "$x"`, `kill $!`.
    pub(super) fn only_sent_to(&self, words: Words) -> bool {
        let first = self.text_at(words.start).strip_prefix('-');
        let one = words.len() == 1
            && self.word(words.start).is_some_and(|word| {
                !word.flags.any(WordFlags::UNQUOTED_EXPANSION)
                    || self.text_at(words.start) == "$!"
            });
        let signal = match first {
            Some("s" | "n" | "-signal") => self.text_at(words.start + 1),
            first => first.unwrap_or(""),
        };
        one || Signal::of(signal).is_some()
    }

    /// The signal that options name, if that is known, and where they stand.
    fn signal(
        &self,
        name: &str,
        rest: Words,
    ) -> Option<(Option<Signal>, Words)> {
        for at in rest.iter() {
            let text = self.text_at(at);
            if text == "--" {
                break;
            }
            let option = match text.strip_prefix('-') {
                Some(option) => option,
                // `kill 12 -9` is about the process group 9.
                None if name == "kill" => break,
                None => continue,
            };
            let long = option.len() > 2 && "-signal".starts_with(option);
            let (value, end) = match option {
                "s" | "n" => (at + 1, at + 2),
                _ if long => (at + 1, at + 2),
                _ => (at, at + 1),
            };
            let given = Words { start: at, end: end.min(rest.end) };
            if self.unknown_at(value) {
                return Some((None, given));
            }
            let text = match value > at {
                true => self.text_at(value),
                false => option,
            };
            let valued = VALUED.iter().filter_map(|s| text.strip_prefix(s));
            // `--sig=KILL`
            let cut = text.split_once('=').filter(|(name, _)| {
                name.len() > 2 && "-signal".starts_with(name)
            });
            let valued = valued.chain(cut.map(|(_, value)| value));
            let signal = std::iter::once(text).chain(valued);
            if let Some(signal) = signal.into_iter().find_map(Signal::of) {
                return Some((Some(signal), given));
            }
        }
        None
    }
}
