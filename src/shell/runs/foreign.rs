//! Little languages in words: sed scripts, awk programs, git settings.

mod attributes;
mod awk;
mod calls;
pub(super) mod javascript;
mod joined;
mod partial;
pub(super) mod perl;
pub(super) mod python;
mod quotes;
mod reads;
mod sed;
mod written;

use crate::shell::data::files::Role;
use crate::shell::data::git_keys::SAFE_KEYS;
use crate::shell::data::usual;
use crate::shell::noted::Read;
use crate::shell::paths::MAX_WORD;
use crate::shell::scene::Scene;
use crate::shell::words::short_takes;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Access, Effects, Reason};
use crate::source::Spare;

impl Scene<'_> {
    /// git settings given in the line that name programs.
    pub(crate) fn git(&mut self, words: Words) -> bool {
        let line = self.line;
        let subcommand = self.git_subcommand(words);
        let near = subcommand.max(words.start + 8);
        let configures = words
            .from(words.start + 1)
            .iter()
            .take_while(|&at| at <= near)
            .any(|at| cooked_at(line, at) == "config");
        let clones = cooked_at(line, subcommand) == "clone";
        let mut found = false;
        let mut before = "";
        for at in words.from(words.start + 1).iter() {
            let text = cooked_at(line, at);
            // Behind the subcommand `-c` is another option: `switch -c`.
            let sets = at <= subcommand || clones;
            let attached = || {
                text.strip_prefix("-c")
                    .filter(|t| t.contains('=') && t.contains('.') && sets)
            };
            let set = if matches!(before, "-c" | "--config") && sets {
                Some(text)
            } else if configures && !text.starts_with('-') {
                // `config KEY VALUE`; without a value it only reads.
                Some(text).filter(|t| {
                    t.contains('.') && at + 1 < words.end && before != "--get"
                })
            } else {
                text.strip_prefix("--config=").or_else(attached)
            };
            before = text;
            let Some(set) = set.filter(|set| !safe_key(set)) else {
                continue;
            };
            if found && configures {
                break;
            }
            let value = set.split_once('=').map(|(_, value)| value);
            if value.is_some_and(usual::runs_nothing) && !corrects(set) {
                continue;
            }
            found = true;
            let span = self.span_of(Words { start: at, end: at + 1 });
            let (key, value) = match set.split_once('=') {
                Some((key, value)) => (key, value),
                None => (set, cooked_at(line, at + 1)),
            };
            let literal = self.literal_at(at) && self.literal_at(at + 1);
            let known = literal
                && (self.is_alias(key, value, span)
                    || usual::shows_texts(key, value));
            let effects =
                if known { Effects::default() } else { Effects::GUARD };
            self.doubt(Reason::ExecFlag, span, effects);
            self.code([value.trim_start_matches('!')], span, true);
        }
        found
    }

    /// Where the subcommand of git stands.
    fn git_subcommand(&self, words: Words) -> usize {
        let mut at = words.start + 1;
        while at < words.end && self.text_at(at).starts_with('-') {
            let takes = matches!(
                self.text_at(at),
                "-c" | "-C"
                    | "--git-dir"
                    | "--work-tree"
                    | "--namespace"
                    | "--config-env"
            );
            at += if takes { 2 } else { 1 };
        }
        at
    }

    /// sed: scripts that run or write. Whether only a full-text allow rule
    /// may cover it.
    pub(crate) fn sed(&mut self, words: Words) -> bool {
        let (mut exact, mut given, mut operand) = (false, false, None);
        let mut at = words.start;
        while at < words.end {
            let text = self.text_at(at);
            let ends = text == "--";
            if ends || !text.starts_with('-') || text == "-" {
                operand = operand.or(Some(at + usize::from(ends)));
                if ends {
                    break;
                }
                at += 1;
                continue;
            }
            // Options may stand behind the operands too.
            let option = Script::of(text);
            let next = at + if takes_next(text) { 2 } else { 1 };
            let script = matches!(option, Script::File | Script::At(..));
            given |= script && operand.is_none();
            match option {
                Script::File => {
                    let span = self.span_of(words);
                    self.doubt(Reason::ScriptFile, span, Effects::GUARD);
                    if self.reads_input(words) {
                        self.stdin_program(words, Read::Code);
                        self.any_file(Role::Edits, span);
                    }
                    exact = true;
                }
                Script::At(word, cut) => {
                    exact |= self.sed_script(at + word, cut);
                }
                Script::Other => {}
            }
            at = next;
        }
        match operand.filter(|&at| !given && at < words.end) {
            Some(at) => exact | self.sed_script(at, 0),
            None => exact,
        }
    }

    /// One sed script.
    fn sed_script(&mut self, at: usize, cut: usize) -> bool {
        let line = self.line;
        let script = cooked_at(line, at).get(cut..).unwrap_or("");
        let span = self.span_of(Words { start: at, end: at + 1 });
        let open = self.dynamic_at(at);
        let later = |path: &str| open && path.contains(['$', '`']);
        let mut exact = open;
        let mut rest = script;
        for _ in 0..256 {
            let (act, behind) = sed::next(rest);
            rest = behind;
            match act {
                sed::Act::End => return exact,
                sed::Act::Plain => {}
                sed::Act::Runs(code) | sed::Act::RunsWithin(code) => {
                    exact = true;
                    if matches!(act, sed::Act::RunsWithin(_)) {
                        self.any_file(Role::Edits, span);
                    }
                    self.doubt(Reason::ForeignCode, span, Effects::GUARD);
                    self.code([code], span, true);
                }
                sed::Act::Writes(path) => {
                    exact = true;
                    let none = Effects::default();
                    self.doubt(Reason::ForeignCode, span, none);
                    if later(path) {
                        self.any_file(Role::Writes, span);
                    }
                    self.known_file(Access::Write, path, span, true);
                }
                sed::Act::Reads(path) if later(path) => {
                    self.any_file(Role::Reads, span);
                }
                sed::Act::Reads(path) => {
                    self.known_file(Access::Read, path, span, false);
                }
            }
        }
        self.doubt(Reason::ForeignCode, span, Effects::GUARD);
        self.any_code(Reason::ForeignCode, span);
        true
    }

    /// awk: programs that run or write. Whether only a full-text allow rule
    /// may cover it.
    pub(crate) fn awk(&mut self, words: Words) -> bool {
        let (mut exact, mut given) = (false, false);
        let mut at = words.start;
        while at < words.end {
            let text = self.text_at(at);
            if text == "--" {
                at += 1;
                break;
            }
            if !text.starts_with('-') || text == "-" {
                break;
            }
            let long = ["--exec", "--file", "--include", "--load"];
            let loads = ["-f", "-i", "-l", "-E"]
                .iter()
                .any(|short| text.starts_with(short))
                || long.iter().any(|l| long_value(text, l, 4).is_some());
            if loads {
                let span = self.span_of(words);
                self.doubt(Reason::ScriptFile, span, Effects::GUARD);
                if self.reads_input(words) {
                    self.stdin_program(words, Read::Code);
                }
                return true;
            }
            let takes = short_takes(text, "Fv");
            if let Some((next, cut)) = source(text) {
                given = true;
                exact |= self.awk_program(at + next, cut);
                at += next;
            }
            at += if takes { 2 } else { 1 };
        }
        let options = Words { end: at, ..words };
        if !given {
            exact |= self.awk_program(at, 0);
            at += 1;
        }
        if exact {
            self.awk_lines(words.from(at));
            if !given {
                self.awk_lines(options);
            }
        }
        exact
    }

    /// `awk 'BEGIN { system(ARGV[1]) }' 'cat x'`: what an awk program that
    /// runs something is given may be commands.
    fn awk_lines(&mut self, words: Words) {
        let line = self.line;
        for at in words.iter() {
            if !self.literal_at(at) {
                continue;
            }
            let text = cooked_at(line, at);
            let span = self.span_of(Words { start: at, end: at + 1 });
            let value = match text.split_once('=') {
                Some((name, value)) if !name.contains(' ') => value,
                _ => text,
            };
            // As it stands, and as what a variable of awk holds.
            for code in [text, value] {
                if code.contains([' ', '\t', '<', '>', ';']) {
                    self.code([code], span, true);
                }
            }
        }
    }

    /// One awk program, which starts in a word.
    fn awk_program(&mut self, at: usize, cut: usize) -> bool {
        let line = self.line;
        let span = self.span_of(Words { start: at, end: at + 1 });
        let program = cooked_at(line, at).get(cut..).unwrap_or("");
        let mut exact = self.dynamic_at(at);
        if exact && program.len() > MAX_WORD {
            // Such words stand within each other.
            self.doubt(Reason::ForeignCode, span, Effects::GUARD);
            self.any_code(Reason::ForeignCode, span);
            return true;
        }
        let mut scan = awk::Scan::new(program, self.dynamic_at(at));
        while let Some(act) = scan.next() {
            exact = true;
            self.doubt(Reason::ForeignCode, span, Effects::GUARD);
            match act {
                awk::Act::Runs(code) => {
                    self.code([&*calls::plain(code)], span, true);
                }
                awk::Act::Starts(code) => {
                    // What follows is known only when it runs.
                    let code = calls::plain(code);
                    let code = Spare::of(&[&code, partial::UNKNOWN]);
                    self.code([code.as_str()], span, true);
                }
                awk::Act::Writes(path) => {
                    self.known_file(Access::Write, path, span, true);
                }
                awk::Act::WritesAny => self.any_file(Role::Writes, span),
                awk::Act::ReadsAny => self.any_file(Role::Reads, span),
                awk::Act::Opaque => {}
            }
        }
        if exact {
            self.commands_in_code(program, span);
        }
        // `ARGV[1] = "x"`
        let names = exact || program.contains("ARGV");
        if names && self.profile.strict && self.places.guesses {
            self.names_in(program, span);
        }
        exact
    }
}

/// What an option of sed says about its script.
enum Script {
    /// It stands in a file.
    File,
    /// It starts in the word itself or the next one, behind so many bytes.
    At(usize, usize),
    /// Nothing.
    Other,
}

impl Script {
    fn of(text: &str) -> Script {
        if let Some(cut) = long_value(text, "--expression", 3) {
            return cut.map_or(Script::At(1, 0), |cut| Script::At(0, cut));
        }
        if long_value(text, "--file", 4).is_some() {
            return Script::File;
        }
        if text.starts_with("--") {
            return Script::Other;
        }
        let letters = text.trim_start_matches('-');
        let flags = letters.trim_start_matches(['n', 'r', 'E', 's', 'u', 'z']);
        let cut = text.len() - flags.len() + 1;
        match flags.as_bytes() {
            [b'f', ..] => Script::File,
            [b'e'] => Script::At(1, 0),
            [b'e', ..] => Script::At(0, cut),
            _ => Script::Other,
        }
    }
}

/// Whether an option of sed takes the next word.
fn takes_next(text: &str) -> bool {
    let long = [("--expression", 3), ("--file", 4), ("--line-length", 3)];
    long.iter()
        .any(|&(name, least)| long_value(text, name, least) == Some(None))
        || short_takes(text, "efl")
}

/// Whether a word is a long option or a start of it, of at least so many
/// bytes, and where its value starts in the word.
fn long_value(text: &str, name: &str, least: usize) -> Option<Option<usize>> {
    let (given, value) = match text.split_once('=') {
        Some((given, _)) => (given, Some(given.len() + 1)),
        None => (text, None),
    };
    (given.len() >= least && name.starts_with(given)).then_some(value)
}

/// Where an awk program starts that an option of gawk holds.
fn source(text: &str) -> Option<(usize, usize)> {
    if let Some(cut) = long_value(text, "--source", 4) {
        return Some(cut.map_or((1, 0), |cut| (0, cut)));
    }
    match text {
        "-e" => Some((1, 0)),
        _ if text.starts_with("-e") => Some((0, 2)),
        _ => None,
    }
}

/// Whether git takes another subcommand for one that is misspelt.
fn corrects(set: &str) -> bool {
    const KEY: &str = "help.autocorrect=";
    let key = set.get(..KEY.len());
    key.is_some_and(|key| key.eq_ignore_ascii_case(KEY))
        && !matches!(set.get(KEY.len()..), Some("0" | "false"))
}

/// Whether a git setting names no program.
fn safe_key(set: &str) -> bool {
    let key = set.split('=').next().unwrap_or("");
    SAFE_KEYS.iter().any(|safe| {
        key.get(..safe.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(safe))
    })
}
