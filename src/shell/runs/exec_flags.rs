//! Words that make a harmless program run another one, or reach elsewhere.

mod harmless;
mod operands;
mod shown;
mod unsure;
mod within;

use smallvec::SmallVec;

use crate::shell::data::compilers::COMPILERS;
use crate::shell::data::exec_flags::{Harm, Row, trace};
use crate::shell::data::files::Role;
use crate::shell::data::programs::Known;
use crate::shell::files::written::file_name;
use crate::shell::scene::Scene;
use crate::shell::words::short_takes;
use crate::shell::words::{Program, Words, base_name, cooked_at};
use crate::shell::{Effects, Reason};
use harmless::is_flag_of_curl;
/// How many words of a command behind an option are looked at.
const MORE: usize = 64;

impl Scene<'_> {
    /// Words that make the program run another one or reach elsewhere.
    /// Whether only a full-text allow rule may cover the command.
    pub(crate) fn exec_flags(
        &mut self,
        program: Program<'_>,
        words: Words,
    ) -> bool {
        let Program { name, known, .. } = program;
        let rest = words.from(words.start + 1);
        let mut found = known.has_exec_flags()
            && (self.flagged(program, rest) | self.may_become_flags(rest));
        found |= name == "find" && self.may_become_flags(rest);
        found |= self.bundled(name, rest);
        found |= self.is_led_elsewhere(program, rest);
        found |= known.is_glob_sensitive() && self.glob_operand(rest);
        found |= self.operand_written(name, rest);
        found |= self.goes_on_behind(program, words);
        found | self.flagged_within(program, words)
    }

    /// The same, of a program with rows in the table.
    fn flagged(&mut self, program: Program<'_>, rest: Words) -> bool {
        const VALUES: usize = 16;
        let Program { name, known, .. } = program;
        let mut found = false;
        let mut values = 0;
        for row in self.rows_of(known, rest) {
            for (at, value) in self.hits(row, program, rest) {
                found = true;
                let span = self.span_of(Words { start: at, end: at + 1 });
                if self.names_makefile(name, at, value) {
                    let none = Effects::default();
                    self.doubt(Reason::ExecFlag, span, none);
                    continue;
                }
                let runs = row.harm != Harm::Reaches;
                let hides = runs && !self.shows(row, rest.from(at), value);
                let effects =
                    if hides { Effects::GUARD } else { Effects::default() };
                if values < VALUES || runs {
                    self.doubt(Reason::ExecFlag, span, effects);
                }
                values += 1;
                if row.harm == Harm::Code && values <= VALUES {
                    self.foreign_code(rest, at, name, false);
                } else if runs && values <= VALUES {
                    self.flag_value(rest.from(at), value);
                } else if runs {
                    self.any_file(Role::Edits, span);
                }
            }
        }
        found
    }

    /// The rows of a program whose subcommand may be among its words.
    pub(crate) fn rows_of(
        &self,
        known: Known,
        rest: Words,
    ) -> impl Iterator<Item = &'static Row> + use<> {
        let traces =
            rest.iter().fold(0, |all, at| all | trace(self.text_at(at)));
        let dashes = rest.iter().any(|at| self.first_byte(at) == b'-');
        let rows = known.exec_flags(traces);
        rows.filter(move |row| dashes || !row.dashed)
    }

    /// The words of a row that do harm, and where the value of each starts:
    /// `None` for the next word.
    pub(crate) fn hits(
        &self,
        row: &Row,
        program: Program<'_>,
        rest: Words,
    ) -> SmallVec<[(usize, Option<usize>); 4]> {
        let name = program.name;
        let mut found = SmallVec::new();
        let sub = row.sub;
        if !sub.is_empty() && !rest.iter().any(|at| self.is_at(at, sub)) {
            return found;
        }
        // What programs run with these has options of its own.
        let hands_on = matches!(name, "git" | "gh") || sub == "rustc";
        let end =
            if row.first { self.first_end(program, rest) } else { rest.end };
        for at in rest.start..end {
            if row.dashed && self.first_byte(at) != b'-' {
                continue;
            }
            let text = self.text_at(at);
            if text == "--" && !hands_on {
                break;
            }
            let Some(value) = hit(row, text) else { continue };
            let is_harmless = match row.harm {
                Harm::Pipes => !self.is_piped(at, value),
                _ => self.is_harmless(name, at, value),
            };
            if !is_harmless {
                found.push((at, value));
            }
        }
        found
    }

    /// Where the options before a subcommand end. `docker exec c docker -c x`
    /// has more of them.
    fn first_end(&self, program: Program<'_>, rest: Words) -> usize {
        let own = |at| base_name(self.text_at(at)) == program.name;
        let globals =
            program.known.globals().filter(|_| !rest.iter().any(own));
        let Some(row) = globals else { return rest.end };
        let mut at = rest.start;
        while at < rest.end && self.first_byte(at) == b'-' {
            let text = self.text_at(at);
            let takes = match text.strip_prefix("--") {
                // One that is not known may take it.
                Some(long) => {
                    !long.contains('=') && !row.flags.contains(&long)
                }
                None => short_takes(text, row.valued),
            };
            at += 1 + usize::from(takes);
        }
        at.min(rest.end)
    }

    /// `tar cIf 'rm x' a b`: letters without a dash take their values from
    /// the words behind, in their order.
    fn bundled(&mut self, name: &str, rest: Words) -> bool {
        const VALUED: &str = "bCfFgHIKLNTVX";
        let letters = cooked_at(self.line, rest.start);
        if !matches!(name, "tar" | "bsdtar")
            || letters.starts_with('-')
            || !letters.contains(['I', 'F', 'P'])
        {
            return false;
        }
        let valued = letters.chars().filter(|&c| VALUED.contains(c));
        let mut found = false;
        if letters.contains('P') {
            // It writes where the names of the archive say.
            let first = Words { start: rest.start, end: rest.start + 1 };
            let span = self.span_of(first);
            self.doubt(Reason::ExecFlag, span, Effects::default());
            found = true;
        }
        for (behind, letter) in valued.enumerate() {
            let at = rest.start + 1 + behind;
            if matches!(letter, 'I' | 'F') && at < rest.end {
                let span = self.span_of(Words { start: at, end: at + 1 });
                self.doubt(Reason::ExecFlag, span, Effects::GUARD);
                self.code([cooked_at(self.line, at)], span, true);
                found = true;
            }
        }
        found
    }

    /// Whether the value of an option is a program behind a bar, or may be.
    fn is_piped(&self, at: usize, cut: Option<usize>) -> bool {
        let (at, cut) = cut.map_or((at + 1, 0), |cut| (at, cut));
        let value = self.text_at(at).get(cut..).unwrap_or("");
        let value = value.trim_start_matches([' ', '"', '\'']);
        value.starts_with(['|', '!'])
            || value.starts_with("%pipe%")
            || value.starts_with('$') && !self.literal_at(at)
    }

    /// Whether an option of make names a file which the line does not write:
    /// as the one that make finds by itself, it is not looked into.
    fn names_makefile(
        &self,
        name: &str,
        at: usize,
        cut: Option<usize>,
    ) -> bool {
        const MADE: [&str; 2] = ["/dev/", "/proc/"];
        let option = self.text_at(at);
        let names = ["-f", "--f", "--m"];
        if !matches!(name, "make" | "gmake")
            || !names.iter().any(|start| option.starts_with(start))
        {
            return false;
        }
        let (word, cut) = cut.map_or((at + 1, 0), |cut| (at, cut));
        let path = self.text_at(word).get(cut..).unwrap_or("");
        self.literal_at(word)
            && !matches!(path, "" | "-")
            && !MADE.iter().any(|start| path.starts_with(start))
            && !self.may_write(file_name(path))
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
        let value = value.trim_start_matches(['|', '!', '"', ' ']);
        // `git bisect run rm x`: the command goes on.
        let more = if cut == 0 { MORE } else { 0 };
        let far = words.from(at + 1 + MORE);
        if cut == 0 && self.may_name_any(far) {
            self.any_file(Role::Edits, self.span_of(words));
        }
        let here = Known::of(base_name(value)).handler();
        let here = here.is_some_and(|row| row.here);
        if more > 0 && (here || value.contains([' ', '\t', '\n'])) {
            // The command may be this word alone.
            self.code([value], self.span_of(words), true);
        }
        if more > 0 && value == text && !value.contains(' ') {
            // `git bisect run sh -c 'rm x'`
            let end = words.end.min(at + 1 + more);
            self.as_written(Words { start: at, end });
        }
        let rest = words.from(at + 1).iter().take(more);
        let rest = rest.map(|next| cooked_at(line, next));
        let pieces = std::iter::once(value).chain(rest);
        self.code(pieces, self.span_of(words), true);
    }
}

/// Where the value of a keyword starts: `proxycommand=x`, `PROXYCOMMAND x`, also
/// behind `-o` or other letters, or the name of a long option.
fn keyword(text: &str, key: &str) -> Option<usize> {
    let starts = match text.strip_prefix('-') {
        None => 0..1,
        Some(rest) if rest.starts_with('-') => {
            let behind = text.find('=')? + 1;
            behind..behind + 1
        }
        Some(rest) => {
            // Only letters may stand before the one that takes it.
            let letters = rest.bytes().take_while(u8::is_ascii_alphanumeric);
            2..letters.count() + 2
        }
    };
    starts.into_iter().find_map(|start| {
        let word = text.get(start..)?;
        let word = word.trim_start_matches([' ', '\t', '"']);
        let name = word.get(..key.len())?;
        let rest = word.get(key.len()..)?;
        let value = rest.trim_start_matches(['"', ' ', '\t', '=', ':']);
        let ends = value.len() < rest.len() || rest.is_empty();
        (ends && name.eq_ignore_ascii_case(key))
            .then(|| text.len() - value.len())
    })
}

/// Whether code in a text has a name that is no part of another, of a string
/// or of a field.
fn calls(text: &str, call: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let odd = |c: char| part(c) || matches!(c, '.' | '$' | '@' | '"' | '\'');
    let opens = memchr::memrchr(b'(', text.as_bytes());
    memchr::memmem::find_iter(text.as_bytes(), call).any(|at| {
        let before = text.get(..at).unwrap_or("").chars().next_back();
        let behind = text.get(at + call.len()..).unwrap_or("");
        let next = behind.chars().next();
        let ends = match call.chars().next_back() {
            // the call of what a variable names: `@f("id")`
            Some('@') => next.is_some_and(part) && opens > Some(at),
            Some('(') => true,
            _ => !next.is_some_and(|c| part(c) || c == ':'),
        };
        ends && (call.starts_with('$') || !before.is_some_and(odd))
    })
}

/// Where the value of a harmful word starts, if it is one: `None` within
/// for the next word.
fn hit(row: &Row, text: &str) -> Option<Option<usize>> {
    let equals = match text.starts_with("--") {
        true => memchr::memchr(b'=', text.as_bytes()),
        false => None,
    };
    let given = text.get(..equals.unwrap_or(text.len())).unwrap_or("");
    let first = text.as_bytes().first();
    for start in row.words {
        if let Some(key) = start.strip_prefix('~') {
            match keyword(text, key) {
                Some(cut) => return Some(Some(cut)),
                None => continue,
            }
        }
        if let Some(call) = start.strip_prefix('*') {
            match calls(text, call) {
                true => return Some(None),
                false => continue,
            }
        }
        if start.as_bytes().first() != first {
            continue;
        }
        if start.starts_with('.')
            && matches!(row.program, "sqlite3" | "duckdb")
        {
            let word = text.split(' ').next().unwrap_or("");
            if word.len() > 1 && start.starts_with(word) {
                return Some(Some(word.len()));
            }
            continue;
        }
        if start.starts_with("--") {
            let name = start.strip_suffix('=').unwrap_or(start);
            if given == name || row.abbreviates(name, given) {
                return Some(equals.map(|at| at + 1));
            }
        } else if text == *start {
            return Some(None);
        } else if let Some(rest) = text.strip_prefix(start) {
            // operands and one-dash options: `SHELL=x`, `-exec=x`, `ext::x`
            let open = start.ends_with(['=', ':', '(', '!', '@', '|'])
                || (start.len() > 1 && rest.starts_with(['=', ' ', ' ']));
            if open || *start == "+" {
                let cut = start.len() + usize::from(rest.starts_with('='));
                return Some(Some(cut));
            }
        }
    }
    lettered(row, text)
}

/// The same, of letters.
fn lettered(row: &Row, text: &str) -> Option<Option<usize>> {
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
    let cluster = match row.program {
        "curl" => before.iter().all(|&letter| is_flag_of_curl(letter)),
        // Those of compilers stand alone: `-DNDEBUG` has no `-B`.
        name if COMPILERS.contains(&name) => before.is_empty(),
        _ => before.iter().all(u8::is_ascii_alphabetic),
    };
    let behind = at + 2;
    cluster.then(|| (behind < text.len()).then_some(behind))
}
