//! Whether nothing in a line may give a variable another value than the line
//! sets it to once.

use super::names;
use super::values::{MOVES, Value, only_functions};
use crate::shell::Shell;
use crate::shell::data::settled::{
    ASSIGN, BEFORE, COUNTS, DECLARE, NAMED, PRINT, RUNS, SUMS,
};
use crate::shell::split::{Line, Simple};
use crate::shell::words::{Words, assigned_name, cooked_at, raw};

/// Signs of sums, which set what they name, of values that are set while they
/// are looked at, and of words that are cut elsewhere than at blanks.
const SIGNS: &[&str] = &["((", "$[", "$@[", "$*[", "::=", "IFS"];

/// What names variables that it gives one value after the other.
const HEADS: &[&str] = &["for", "foreach", "select"];

/// Whether these variables keep what the line sets them to.
pub(super) fn keeps(
    text: &str,
    shell: Shell,
    line: &Line,
    values: &[Value],
) -> bool {
    let sums = text.contains("[[") || shell == Shell::Zsh;
    let places = values.iter().all(|value| value.times == 0);
    (line.marks.is_empty() || places && only_functions(line))
        && !SIGNS.iter().any(|sign| text.contains(sign))
        && !counts(text, shell)
        && once(text, values)
        && line.simples.iter().all(|simple| {
            let command = Command { text, line, values, sums };
            command.keeps(simple)
        })
}

/// Whether a text sets each of these as often as is known, once or never, and
/// takes nothing apart by a sum. Linear in it, for there are few of them.
fn once(text: &str, values: &[Value]) -> bool {
    let mut counts = vec![0; values.len()];
    let (mut head, mut end) = (false, 0);
    for (at, name) in names(text) {
        let left = text.get(..at).unwrap_or("");
        let right = text.get(at + name.len()..).unwrap_or("");
        let between = text.get(end..at).unwrap_or("");
        end = at + name.len();
        let looked = left.ends_with('$') || left.ends_with("${");
        let braced = left.ends_with("${");
        if looked && (right.starts_with('[') || braced && is_cut(right))
            || name == "coproc"
        {
            return false;
        }
        // `for x y in a b` of zsh
        let goes_on = !between.contains([';', '(', ')', '&', '|', '`']);
        let loops = head && goes_on && !looked;
        head = HEADS.contains(&name) || loops && !matches!(name, "in" | "do");
        let Some(index) = values.iter().position(|v| v.name == name) else {
            continue;
        };
        let sets = right.trim_start_matches([':', '+']);
        let sets = sets.starts_with('=') || right.starts_with('[');
        let opens = !looked && left.ends_with('{') && right.starts_with('}');
        // `--file=x` is no `file=x`.
        let within = left.ends_with(['-', '.', '/', '@', '%', ',']);
        if loops || opens || looked && sets {
            return false;
        }
        if sets
            && !within
            && let Some(count) = counts.get_mut(index)
        {
            *count += 1;
        }
    }
    counts.iter().zip(values).all(|(count, value)| *count == value.times)
}

/// Whether a text may hold a sum where no sign of one stands: the place of an
/// element (`x=([n++]=1)`, `${#x[n++]}`), or from where words are taken
/// (`${@:n++}`).
fn counts(text: &str, shell: Shell) -> bool {
    let known = |place: &str, end| {
        let place = place.split(end).next().unwrap_or("");
        let digit = |c: char| c.is_ascii_digit() || " :-@*".contains(c);
        place.chars().all(digit)
    };
    let sum = |inner: &str| {
        let inner = inner.trim_start_matches(['#', '!', '^', '=', '~', '+']);
        let name = |c: char| c.is_ascii_alphanumeric() || "_@*".contains(c);
        let rest = inner.trim_start_matches(name);
        match rest.strip_prefix('[') {
            Some(place) => !known(place, ']'),
            None if is_cut(rest) => !known(rest, '}'),
            // Letters before the name, in zsh
            None => rest.starts_with('(') && rest.contains('['),
        }
    };
    text.contains("=(") && text.contains("]=")
        || shell == Shell::Zsh && text.contains("}[")
        || text.split("${").skip(1).any(sum)
}

/// `:i` behind the name of a variable: a part of it, which a sum says.
fn is_cut(behind: &str) -> bool {
    let cut = behind.strip_prefix(':');
    cut.is_some_and(|rest| !rest.starts_with(['-', '=', '+', '?']))
}

/// A command that may set variables.
struct Command<'l> {
    text: &'l str,
    line: &'l Line,
    values: &'l [Value],
    /// Whether tests take sums for numbers.
    sums: bool,
}

impl Command<'_> {
    /// Whether a simple command sets none of the variables, beside those
    /// that stand before it.
    fn keeps(&self, simple: &Simple) -> bool {
        let line = self.line;
        let all = simple.words.0 as usize..simple.words.1 as usize;
        let words = Words::of(simple);
        let element = |at: usize| {
            let written = raw(line, self.text, at);
            let name = assigned_name(written);
            written.get(name.len()..).is_some_and(|r| r.starts_with('['))
        };
        if all.take(simple.assignments as usize).any(element) {
            return false;
        }
        let Some(at) = self.program(words) else { return words.is_empty() };
        let name = cooked_at(line, at);
        let rest = words.from(at + 1);
        match name {
            _ if RUNS.contains(&name) => false,
            // `"c"d /etc`
            _ if MOVES.contains(&name) => !self.is_one("PWD"),
            _ if self.is_one("PWD") && self.moves_by_names(name, rest) => {
                false
            }
            _ if NAMED.contains(&name) => self.names_others(name, rest),
            "[" | "[[" | "test" => {
                let sum = |at| SUMS.contains(&cooked_at(line, at));
                !(self.sums || words.iter().any(|at| self.is(at, "-v")))
                    || !words.iter().any(sum)
            }
            _ => true,
        }
    }

    /// `setopt autocd`, `set -J`: whether the names of directories may be
    /// commands that go there.
    fn moves_by_names(&self, name: &str, rest: Words) -> bool {
        let says = |at: usize| {
            let text = cooked_at(self.line, at);
            text.contains('J') || text.to_ascii_lowercase().contains("cd")
        };
        match name {
            "setopt" | "shopt" | "unsetopt" => true,
            "set" => rest.iter().any(says),
            _ => false,
        }
    }

    /// The word that names the program, if it and what stands before it are
    /// written out.
    fn program(&self, words: Words) -> Option<usize> {
        let mut behind = false;
        for at in words.iter() {
            let word = self.line.words.get(at)?;
            let name = cooked_at(self.line, at);
            let test = matches!(name, "[" | "[[");
            if !test && !word.flags.literal() {
                return None;
            }
            let option = behind && name.starts_with('-');
            if !option && !BEFORE.contains(&name) && name != "-" {
                return Some(at);
            }
            behind = true;
        }
        None
    }

    fn is(&self, at: usize, text: &str) -> bool {
        cooked_at(self.line, at) == text
    }

    /// Whether the words of a builtin that sets what they name name others.
    fn names_others(&self, name: &str, rest: Words) -> bool {
        let line = self.line;
        let literal = |at: usize| {
            line.words.get(at).is_some_and(|word| word.flags.literal())
        };
        let option = |at| cooked_at(line, at).starts_with(['-', '+']);
        if PRINT.contains(&name) && literal(rest.start) && !option(rest.start)
        {
            // `printf '%s\n' "$x"`
            return true;
        }
        let sums = |at| {
            let letters = cooked_at(line, at).contains(COUNTS);
            letters && option(at)
        };
        if DECLARE.contains(&name) && rest.iter().any(sums) {
            return false;
        }
        let assigns = ASSIGN.contains(&name) && !rest.iter().any(option);
        rest.iter().all(|at| {
            let text = cooked_at(line, at);
            if !literal(at) {
                let written = raw(line, self.text, at);
                let set = assigned_name(written);
                let behind = written.get(set.len()..).unwrap_or("");
                let named = assigns && behind.starts_with('=');
                return named && !self.is_one(set);
            }
            let sets = text.contains('[')
                || names(text).any(|(_, name)| self.is_one(name))
                || option(at) && self.ends_so(text);
            !sets
        })
    }

    fn is_one(&self, name: &str) -> bool {
        self.values.iter().any(|value| value.name == name)
    }

    /// `-vx`: whether an option ends with one of the names.
    fn ends_so(&self, option: &str) -> bool {
        self.values.iter().any(|value| option.ends_with(&value.name))
    }
}
