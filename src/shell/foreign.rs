//! Little languages in words: sed scripts, awk programs, git settings.

mod awk;
mod sed;

use super::analyze::Scene;
use super::data::git_keys::SAFE_KEYS;
use super::data::variables;
use super::strip::short_takes;
use super::words::{Words, cooked_at};
use super::{Access, Effects, Reason};

impl Scene<'_> {
    /// git settings given in the line that name programs.
    pub(super) fn git(&mut self, words: Words) -> bool {
        let line = self.line;
        let configures = words
            .from(words.start + 1)
            .iter()
            .take(8)
            .any(|at| cooked_at(line, at) == "config");
        let subcommand = self.git_subcommand(words);
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
            if value.is_some_and(variables::runs_nothing) {
                continue;
            }
            found = true;
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.doubt(Reason::ExecFlag, span, Effects::GUARD);
            let value = match set.split_once('=') {
                Some((_, value)) => value,
                None => cooked_at(line, at + 1),
            };
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
    pub(super) fn sed(&mut self, words: Words) -> bool {
        let mut exact = false;
        let mut given = false;
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
            let file = text == "--file" || short_takes(text, "f");
            if file || text.starts_with("--file=") {
                let span = self.span_of(words);
                self.doubt(Reason::ScriptFile, span, Effects::GUARD);
                (given, exact) = (true, true);
                at += 1;
            } else if text == "--expression" || short_takes(text, "e") {
                given = true;
                exact |= self.sed_script(at + 1, 0);
                at += 1;
            } else if text.starts_with("--expression=") {
                given = true;
                exact |= self.sed_script(at, "--expression=".len());
            } else if short_takes(text, "l") {
                at += 1;
            }
            at += 1;
        }
        // Options may stand behind the operands too.
        let late = words
            .from(at)
            .iter()
            .find(|&a| matches!(self.text_at(a), "-e" | "--expression"));
        if let Some(late) = late {
            exact |= self.sed_script(late + 1, 0);
        }
        if !given && at < words.end {
            exact |= self.sed_script(at, 0);
        }
        exact
    }

    /// One sed script.
    fn sed_script(&mut self, at: usize, cut: usize) -> bool {
        let line = self.line;
        let script = cooked_at(line, at).get(cut..).unwrap_or("");
        let span = self.span_of(Words { start: at, end: at + 1 });
        let mut exact = self.dynamic_at(at);
        let mut rest = script;
        for _ in 0..256 {
            let (act, behind) = sed::next(rest);
            rest = behind;
            match act {
                sed::Act::End => return exact,
                sed::Act::Plain => {}
                sed::Act::Runs(code) => {
                    exact = true;
                    self.doubt(Reason::ForeignCode, span, Effects::GUARD);
                    self.code([code], span, true);
                }
                sed::Act::Writes(path) => {
                    exact = true;
                    let none = Effects::default();
                    self.doubt(Reason::ForeignCode, span, none);
                    self.known_file(Access::Write, path, span, true);
                }
                sed::Act::Reads(path) => {
                    self.known_file(Access::Read, path, span, false);
                }
            }
        }
        self.doubt(Reason::ForeignCode, span, Effects::GUARD);
        true
    }

    /// awk: programs that run or write. Whether only a full-text allow rule
    /// may cover it.
    pub(super) fn awk(&mut self, words: Words) -> bool {
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
            let loads = text.starts_with("-f")
                || text.starts_with("--file")
                || text.starts_with("-i")
                || text.starts_with("--include")
                || text.starts_with("-l")
                || text.starts_with("-E");
            if loads {
                let span = self.span_of(words);
                self.doubt(Reason::ScriptFile, span, Effects::GUARD);
                return true;
            }
            at += if short_takes(text, "Fv") { 2 } else { 1 };
        }
        let line = self.line;
        let span = self.span_of(Words { start: at, end: at + 1 });
        let mut exact = self.dynamic_at(at);
        let mut scan = awk::Scan::new(cooked_at(line, at));
        while let Some(act) = scan.next() {
            exact = true;
            self.doubt(Reason::ForeignCode, span, Effects::GUARD);
            match act {
                awk::Act::Runs(code) => {
                    self.code([code], span, true);
                }
                awk::Act::Writes(path) => {
                    self.known_file(Access::Write, path, span, true);
                }
                awk::Act::Opaque => {}
            }
        }
        if exact && self.profile.strict && self.places.guesses {
            self.names_in(cooked_at(line, at), span);
        }
        exact
    }
}

/// Whether a git setting names no program.
fn safe_key(set: &str) -> bool {
    let key = set.split('=').next().unwrap_or("");
    SAFE_KEYS.iter().any(|safe| {
        key.get(..safe.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(safe))
    })
}
