//! What a line sets its variables to, and from where to where that holds.

use super::{names, put_in};
use crate::shell::Reason;
use crate::shell::data::prints::{prints_names, prints_place};
use crate::shell::data::settled::{FOR_THE_LINE, GRAMMAR, OWN, OWN_STARTS};
use crate::shell::data::variables::powerful;
use crate::shell::paths::{HOME, names_places};
use crate::shell::scene::Places;
use crate::shell::split::{Line, Simple, WordFlags};
use crate::shell::words::{LONG, assigned_name};
use crate::source::Span;

/// How many variables of a line are looked at.
const MOST: usize = 16;

/// What makes a file of a new name, and says which.
const MAKES_FILES: &[&str] =
    &["$(mktemp)", "\"$(mktemp)\"", "$(mktemp -d)", "\"$(mktemp -d)\""];

/// What such a name is like.
const TEMPORARY: &str = "/tmp/tmp.XXXXXXXXXX";

/// A variable and what it holds.
pub(super) struct Value {
    pub(super) name: String,
    /// The text, as it may be written in its place.
    pub(super) text: String,
    /// From where to where the line may use it.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The word that sets it.
    pub(super) word: Span,
    /// Whether the line is looked at as if it set it to nothing.
    pub(super) spent: bool,
    /// What says it.
    pub(super) says: Says,
    /// How often the line sets it.
    pub(super) times: usize,
}

/// What says what a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// The line itself.
    Text,
    /// A command that makes a file.
    File,
    /// A command that prints names, numbers or a place; it stands there in
    /// their place.
    Command,
}

/// How the current directory is written.
pub(super) const HERE: &[&str] = &["$PWD", "${PWD}"];

/// What leads to another directory.
pub(super) const MOVES: &[&str] = &["cd", "chdir", "popd", "pushd"];

/// The home and the current directory, where the line means these all along
/// and they may stand there as they are.
pub(super) fn directories(text: &str, places: &Places<'_>) -> Vec<Value> {
    if names_places(text) {
        return Vec::new();
    }
    let moves = || names(text).any(|(_, name)| MOVES.contains(&name));
    let cwd = places.cwd.filter(|_| text.contains("PWD") && !moves());
    let home = places.home.filter(|_| text.contains("HOME"));
    let known = |name: &str, path: Option<&str>| {
        let path = path.filter(|path| path.starts_with('/'))?;
        Some(Value::given(name, plain(path)?))
    };
    let both = [known("HOME", home), known("PWD", cwd)];
    both.into_iter().flatten().collect()
}

impl Value {
    /// What nothing in the line sets: the name of a place, or what a loop gives
    /// its variable.
    pub(super) fn given(name: &str, text: String) -> Value {
        let (name, word) = (name.to_owned(), Span::default());
        let (from, to, times) = (0, usize::MAX, 0);
        let (spent, says) = (false, Says::Text);
        Value { name, text, from, to, word, spent, says, times }
    }

    /// Whether it is several words where it stands without quotes.
    pub(super) fn is_cut(&self) -> bool {
        self.says != Says::Command && self.text.contains(' ')
    }

    /// Notes that a text asks for it nowhere. What looks like a name that
    /// programs ask the environment for may be one.
    pub(super) fn spend(&mut self, text: &str) {
        let name = self.name.as_str();
        let small = name.starts_with(|c: char| c.is_ascii_lowercase())
            && !name.starts_with("npm_")
            && !name.ends_with("_proxy");
        let own = small || FOR_THE_LINE.contains(&name);
        self.spent = own
            && self.says == Says::Text
            && !exports(text)
            && names(text).filter(|(_, other)| *other == name).count() == 1;
    }
}

/// What stands between a command and the one before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// It runs whatever came before.
    Next,
    /// It runs only if that went well.
    And,
    Other,
}

/// What a line sets, beside what is given; `None` where there is nothing.
pub(super) fn values(
    text: &str,
    line: &Line,
    links: bool,
    given: Vec<Value>,
) -> Option<Vec<Value>> {
    if !line.marks.is_empty() {
        // What names of places mean a function does not change.
        let places = only_functions(line) && !given.is_empty();
        return places.then_some(given);
    }
    let says = |name: &&str| text.contains(*name);
    let temporary = !links && !["PATH", "TMPDIR"].iter().any(says);
    let mut all = given;
    // Where the last chain that was followed ends: of all in it, it is that.
    let (mut end, mut chained) = (0, 0);
    for simple in &line.simples {
        let range = simple.span.range();
        if all.len() < MOST && only_sets(simple) && stands(text, range.end) {
            let between = text.get(end..range.start).unwrap_or("");
            let to = match gap(between) {
                Gap::Next => text.len(),
                // Nothing stands before the first.
                Gap::Other if end == 0 && between.trim().is_empty() => {
                    text.len()
                }
                Gap::And => {
                    if range.end >= chained {
                        let rest = text.get(range.end..)?;
                        chained = range.end + chain(rest);
                    }
                    chained
                }
                Gap::Other => 0,
            };
            if to > 0 {
                assigned(text, line, simple, to, &mut all);
                if !temporary {
                    all.retain(|value| value.says != Says::File);
                }
            }
        }
        end = end.max(range.end);
    }
    (!all.is_empty()).then_some(all)
}

/// Whether nothing in a line is in doubt but what functions change.
pub(super) fn only_functions(line: &Line) -> bool {
    line.marks.iter().all(|mark| mark.reason == Reason::StateChange)
}

/// Whether a command does nothing but set variables of the line's own shell.
fn only_sets(simple: &Simple) -> bool {
    let (start, end) = simple.words;
    simple.assignments > 0
        && simple.assignments == end - start
        && simple.redirects.0 == simple.redirects.1
        && simple.depth == 0
        && !simple.piped
        && simple.substitutions == 0
        && !simple.compound
}

/// Whether what ends here is neither a part of a pipe nor runs beside the
/// line.
fn stands(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or("");
    let next = rest.trim_start_matches([' ', '\t']);
    let comment = next.len() < rest.len() && next.starts_with('#');
    let single = next.starts_with(';') && !next.starts_with(";;");
    next.is_empty()
        || comment
        || single
        || next.starts_with('\n')
        || next.starts_with("&&")
}

/// How a command goes on from what stands before it.
fn gap(between: &str) -> Gap {
    let (mut ends, mut ands) = (false, 0);
    let mut rest = between;
    let mut blank = true;
    while let Some(c) = rest.chars().next() {
        match c {
            _ if rest.starts_with("\\\n") => {
                rest = rest.get(2..).unwrap_or("");
                continue;
            }
            ' ' | '\t' => blank = true,
            '\n' if ands > 0 => blank = true,
            '\n' | ';' => (ends, blank) = (true, true),
            '#' if blank => {
                let line = rest.find('\n').unwrap_or(rest.len());
                rest = rest.get(line..).unwrap_or("");
                continue;
            }
            '&' => (ands, blank) = (ands + 1, true),
            _ => return Gap::Other,
        }
        rest = rest.get(c.len_utf8()..).unwrap_or("");
    }
    match (ands, ends) {
        (0, true) => Gap::Next,
        (2, false) if between.contains("&&") => Gap::And,
        _ => Gap::Other,
    }
}

/// How far what is joined to a command by `&&` is sure to go.
fn chain(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let (mut at, mut joined) = (0, false);
    while let Some(&byte) = bytes.get(at) {
        let double = bytes.get(at + 1) == Some(&byte);
        let goes_on = byte == b'\\' && bytes.get(at + 1) == Some(&b'\n');
        // `2>&1`, not `\>& x`
        let before = bytes.get(at.saturating_sub(2)..at).unwrap_or(&[]);
        let copies =
            matches!(before, [b' ' | b'\t' | b'0'..=b'9', b'>' | b'<']);
        let blank = matches!(before, [.., b' ' | b'\t' | b'\n']);
        match byte {
            // What a comment says joins nothing.
            b'#' if blank => return at,
            b'&' if copies => {}
            b'&' if double => at += 1,
            b'\n' if joined => {}
            b';' | b'\n' | b'&' => return at,
            b'|' if double => return at,
            _ if goes_on => at += 1,
            _ => {}
        }
        joined = byte == b'&' && !copies
            || joined && matches!(byte, b' ' | b'\t' | b'\n' | b'\\');
        at += 1;
    }
    rest.len()
}

/// Notes what a command sets, each variable once.
fn assigned(
    text: &str,
    line: &Line,
    simple: &Simple,
    to: usize,
    all: &mut Vec<Value>,
) {
    for &word in line.words_of(simple) {
        let written = word.span.of(text);
        let name = assigned_name(written);
        let Some(value) = written
            .get(name.len()..)
            .and_then(|rest| rest.strip_prefix('='))
            .filter(|_| all.len() < MOST && is_free(name))
        else {
            continue;
        };
        let from = word.span.range().end;
        let cut = written.len() - value.len();
        let known = match word.flags.any(WordFlags::PARAMETER) {
            true => put_in(written, word, all, None),
            false => None,
        };
        let value = match &known {
            Some(known) => known.get(cut..).unwrap_or(""),
            None => value,
        };
        let found = match () {
            () if MAKES_FILES.contains(&value) => {
                Some((TEMPORARY.to_owned(), Says::File))
            }
            () if known.is_none() && is_printed(value) => {
                let command = value.trim_matches('"');
                Some((command.to_owned(), Says::Command))
            }
            () => plain(value).map(|text| (text, Says::Text)),
        };
        if let Some((value, says)) = found {
            let (name, word) = (name.to_owned(), word.span);
            let spent = false;
            let home = all.iter().find(|value| value.name == "HOME");
            let text = match (home, value.strip_prefix("${HOME}")) {
                (Some(home), Some(rest)) => format!("{}{rest}", home.text),
                _ => value,
            };
            let times = 1;
            all.push(Value { name, text, from, to, word, spent, says, times });
        }
    }
}

/// Whether a value is what a command prints that prints names or numbers, or
/// where the things of a tool lie.
fn is_printed(value: &str) -> bool {
    let quoted = value.strip_prefix('"').and_then(|v| v.strip_suffix('"'));
    let inner = quoted.unwrap_or(value).strip_prefix("$(");
    inner
        .and_then(|v| v.strip_suffix(')'))
        .is_some_and(|command| prints_names(command) || prints_place(command))
}

/// `set -a`: whether a line may hand all that it sets on to programs.
fn exports(text: &str) -> bool {
    text.split(['\n', ';', '&', '|']).any(|command| {
        let mut words = command.split_whitespace();
        words.by_ref().any(|word| word.ends_with("set"))
            && words.any(|word| {
                let letters = word.starts_with('-') && word.contains('a');
                letters || word == "allexport"
            })
    })
}

/// Whether a variable holds what it is given, and nothing else sets it.
pub(super) fn is_free(name: &str) -> bool {
    let first = name.bytes().next();
    first.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && name.is_ascii()
        && !OWN.contains(&name)
        && !OWN_STARTS.iter().any(|start| name.starts_with(start))
        && !powerful(name)
}

/// A value as it may stand in the place of the variable, in quotes or not.
pub(super) fn plain(value: &str) -> Option<String> {
    let within = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    let (double, single) = (within('"'), within('\''));
    let quoted = double.or(single);
    let inner = quoted.unwrap_or(value);
    let home = HOME.iter().filter(|_| single.is_none());
    let home =
        home.copied().chain(["~"].into_iter().filter(|_| quoted.is_none()));
    let mut below = home.filter_map(|name| inner.strip_prefix(name));
    let below = below.find(|rest| rest.is_empty() || rest.starts_with('/'));
    let rest = below.unwrap_or(inner);
    let known = |c: char| {
        c.is_ascii_alphanumeric()
            || "._/-@:+%".contains(c)
            || c == ' ' && quoted.is_some()
    };
    let starts = |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
    let sure = rest.chars().all(known)
        && inner.len() <= LONG
        && (below.is_some() || rest.starts_with(starts))
        && !GRAMMAR.contains(&rest);
    let start = if below.is_some() { "${HOME}" } else { "" };
    sure.then(|| format!("{start}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::{Gap, chain, gap, plain};

    #[test]
    fn plain_values_are_known() {
        for (value, text) in [
            ("src/a.ts", Some("src/a.ts")),
            ("\"a b\"", Some("a b")),
            ("'a'", Some("a")),
            ("~/x", Some("${HOME}/x")),
            ("\"$HOME\"", Some("${HOME}")),
            ("${HOME}/a", Some("${HOME}/a")),
            ("'~/x'", None),
            ("'$HOME/x'", None),
            ("\"~/x\"", None),
            ("~u/x", None),
            ("$HOMER", None),
            ("-rf", Some("-rf")),
            ("", None),
            ("a b", None),
            ("*.ts", None),
            ("a\"b\"", None),
            ("$x", None),
            ("if", None),
            ("a=b", None),
            ("{a,b}", None),
        ] {
            assert_eq!(plain(value).as_deref(), text, "{value}");
        }
    }

    #[test]
    fn what_joins_commands_is_known() {
        for (between, found) in [
            ("; ", Gap::Next),
            (" # a && b\n", Gap::Next),
            ("\n\n", Gap::Next),
            (" && ", Gap::And),
            (" &&\n", Gap::And),
            (" && \\\n  ", Gap::And),
            (" &&\n; ", Gap::Other),
            (" & &", Gap::Other),
            ("& ", Gap::Other),
            (" || ", Gap::Other),
            (" && # x\n", Gap::And),
            ("& # &&\n", Gap::Other),
            ("; fi; ", Gap::Other),
            (") ; ", Gap::Other),
        ] {
            assert!(gap(between) == found, "{between}");
        }
        assert_eq!(chain(" && a | b; c"), 9);
        assert_eq!(chain(" && a || b"), 6);
        assert_eq!(chain(" && a & b"), 6);
        assert_eq!(chain(" &&\na && \\\n b\nc"), 13);
        assert_eq!(chain(" && a 2>&1 && b; c"), 15);
        assert_eq!(chain(" && a &> b; c"), 6);
        assert_eq!(chain(" && a \\>& b; c"), 8);
        assert_eq!(chain(" && a # &&\nc"), 6);
    }
}
