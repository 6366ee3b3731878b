//! Little languages in words: sed scripts, awk programs, git settings.

mod awk;
mod sed;

use super::analyze::{Program, Scene, Words, cooked_at};
use super::data::exec_flags::{GIT_SAFE_KEYS, Harm, Row};
use super::data::variables;
use super::strip::short_takes;
use super::{Access, Effects, Reason};

impl Scene<'_> {
    /// Words that make the program run another one or reach elsewhere.
    /// Whether only a full-text allow rule may cover the command.
    pub(super) fn exec_flags(
        &mut self,
        program: Program<'_>,
        words: Words,
    ) -> bool {
        let Program { name, known, .. } = program;
        let rest = words.from(words.start + 1);
        const VALUES: usize = 16;
        let mut found = false;
        let mut values = 0;
        for row in known.exec_flags() {
            let sub_found = row.sub.is_empty()
                || rest.iter().take(16).any(|at| self.is_at(at, row.sub));
            if !sub_found {
                continue;
            }
            for at in rest.iter() {
                if row.dashed && self.first_byte(at) != b'-' {
                    continue;
                }
                let text = self.text_at(at);
                if text == "--" && name != "git" {
                    break;
                }
                let Some(value) = hit(row, text) else { continue };
                if self.is_harmless(name, at, value) {
                    continue;
                }
                found = true;
                let span = self.span_of(Words { start: at, end: at + 1 });
                let effects = match row.harm {
                    Harm::Runs => Effects::GUARD,
                    Harm::Reaches => Effects::default(),
                };
                if values < VALUES || row.harm == Harm::Runs {
                    self.doubt(Reason::ExecFlag, span, effects);
                }
                values += 1;
                if row.harm == Harm::Runs && values <= VALUES {
                    self.flag_value(rest.from(at), value);
                }
            }
        }
        found |= known.is_glob_sensitive() && self.glob_operand(rest);
        found | self.operand_written(name, rest)
    }

    /// Whether the value of a harmful option is one that everybody gives
    /// it, and harms nobody.
    fn is_harmless(&self, name: &str, at: usize, cut: Option<usize>) -> bool {
        if cut.is_none() && !self.literal_at(at + 1) {
            return false;
        }
        let value = match cut {
            Some(cut) => self.text_at(at).get(cut..).unwrap_or(""),
            None => self.text_at(at + 1),
        };
        match name {
            "rsync" => {
                let mut words = value.split_whitespace();
                words.next() == Some("ssh")
                    && words.all(|word| {
                        !word.starts_with(['-'])
                            || word.starts_with("-p")
                            || word.starts_with("-i")
                    })
            }
            "go" => {
                self.text_at(at).contains("ldflags")
                    && !value.contains("ext")
                    && !value.contains("linkmode")
            }
            "pytest" => value.starts_with("no:"),
            "node" => !value.starts_with("data:"),
            "less" | "more" => {
                let open = self.text_at(at).strip_prefix('+');
                open.is_some_and(|open| {
                    open.starts_with(['/', 'G'])
                        || open.chars().all(|c| c.is_ascii_digit())
                })
            }
            _ => false,
        }
    }

    /// The program named by an option, as a command line for guards.
    fn flag_value(&mut self, words: Words, cut: Option<usize>) {
        let line = self.line;
        let (at, cut) = match cut {
            Some(cut) => (words.start, cut),
            None => (words.start + 1, 0),
        };
        let options = words.from(at).iter().take_while(|&at| {
            cut == 0 && cooked_at(line, at).starts_with('-')
        });
        let at = at + options.count();
        if at >= words.end {
            return;
        }
        let text = cooked_at(line, at);
        let value = text.get(cut..).unwrap_or("");
        let value = value.strip_prefix("exec=").unwrap_or(value);
        let value = value.strip_prefix("ext::").unwrap_or(value);
        let start = self.arena.len();
        self.code(value);
        if cut == 0 && at + 1 < words.end {
            // `git bisect run rm x`: the command goes on.
            for next in (at + 1..words.end).take(64) {
                let word = line.words.get(next);
                self.code(" ");
                let text = word.map_or("", |w| w.cooked.of(&line.text));
                self.code(text);
            }
        }
        self.inner_text(start, self.span_of(words), true);
    }

    /// A bare glob that may become an option.
    fn glob_operand(&mut self, words: Words) -> bool {
        for at in words.iter() {
            if self.text_at(at) == "--" {
                return false;
            }
            let bare = self.text_at(at).starts_with(['*', '?', '[']);
            let Some(word) = self.word(at) else { return false };
            let glob = super::split::WordFlags::GLOB;
            if bare && word.flags.any(glob) {
                self.doubt(Reason::Glob, word.span, Effects::default());
                return true;
            }
        }
        false
    }

    /// `uniq in out`: the second operand is written.
    fn operand_written(&mut self, name: &str, words: Words) -> bool {
        if name != "uniq" {
            return false;
        }
        let mut operands = 0;
        let mut at = words.start;
        while at < words.end {
            let text = self.text_at(at);
            if !text.starts_with('-') || text == "-" {
                operands += 1;
            } else if short_takes(text, "fsw") {
                at += 1;
            }
            at += 1;
        }
        if operands > 1 {
            let span = self.span_of(words);
            self.doubt(Reason::ExecFlag, span, Effects::default());
        }
        operands > 1
    }

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
            let start = self.arena.len();
            self.code(value.trim_start_matches('!'));
            self.inner_text(start, span, true);
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
                    let start = self.arena.len();
                    self.code(code);
                    self.inner_text(start, span, true);
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
                    let start = self.arena.len();
                    self.code(code);
                    self.inner_text(start, span, true);
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

/// Where the value of a harmful word starts, if it is one: `None` within
/// for the next word.
fn hit(row: &Row, text: &str) -> Option<Option<usize>> {
    let equals = match text.starts_with("--") {
        true => memchr::memchr(b'=', text.as_bytes()),
        false => None,
    };
    let given = text.get(..equals.unwrap_or(text.len())).unwrap_or("");
    for start in row.words {
        if start.starts_with("--") {
            let name = start.strip_suffix('=').unwrap_or(start);
            let abbreviated = given.len() > 4 && name.starts_with(given);
            if given == name || abbreviated {
                return Some(equals.map(|at| at + 1));
            }
        } else if text == *start {
            return Some(None);
        } else if let Some(rest) = text.strip_prefix(start) {
            // operands and one-dash options: `SHELL=x`, `-exec=x`, `ext::x`
            let open = start.ends_with(['=', ':', '(', '!', '@'])
                || (start.len() > 1 && rest.starts_with(['=', ' ', ' ']));
            if open || *start == "+" {
                let cut = start.len() + usize::from(rest.starts_with('='));
                return Some(Some(cut));
            }
        }
    }
    if row.short.is_empty() {
        return None;
    }
    let letters = text.strip_prefix('-')?.as_bytes();
    if letters.first() == Some(&b'-') {
        return None;
    }
    let short = row.short.as_bytes();
    let at = letters.iter().position(|b| short.contains(b))?;
    // In a long one-dash option such as `-name` letters are no options.
    let before = letters.get(..at).unwrap_or(b"");
    let cluster = before.iter().all(u8::is_ascii_alphabetic);
    let behind = at + 2;
    (cluster && letters.len() - at < 64)
        .then(|| (behind < text.len()).then_some(behind))
}

/// Whether a git setting names no program.
fn safe_key(set: &str) -> bool {
    let key = set.split('=').next().unwrap_or("");
    GIT_SAFE_KEYS.iter().any(|safe| {
        key.get(..safe.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(safe))
    })
}
