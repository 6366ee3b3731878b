//! Variables that the line gives a path which nothing approves the removal
//! of, in whatever way: `y=/; z=$y; rm -rf $z`, `read d <<< /`, `set -- /`.
//! How near that is, and whether it is what counts in the end, is not asked.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use super::searches::{self, is_search};
use super::{Removed, expanded, names_none};
use crate::shell::Shell;
use crate::shell::scene::Scene;
use crate::shell::words::base_name;

/// What stands for all that a line may give others to read.
const READ: &str = "<";

/// What stands for all that `set` gives.
const ARGUMENTS: &str = "1";

/// Words behind which a command starts.
const KEYWORDS: &[&str] = &[
    "!", "-c", "command", "do", "elif", "else", "env", "eval", "if", "sudo",
    "then", "time", "until", "while", "{",
];

/// What is done with the words of a command.
#[derive(Clone, Copy)]
enum Goes<'t> {
    /// Nothing, but for variables that are set.
    Nowhere,
    /// They are what this holds.
    Into(&'t str),
    /// The same up to a bracket: `y=(a b)`.
    List(&'t str),
    /// They are printed, for others to read; whether the program stands in
    /// quotes. A part of a text for people does not count.
    Out(bool),
    /// They are variables that are read.
    Read,
    /// The next one is the variable of a loop, or of `printf -v`.
    Name,
}

/// What a line gives its variables.
#[derive(Default)]
struct Givings<'t> {
    /// The variables that are given such a path.
    found: Vec<&'t str>,
    /// What others are given, by the variables that hold it.
    passed: BTreeMap<&'t str, Vec<&'t str>>,
}

/// A word without its quotes, with the signs before it, and whether it is a
/// part of something in quotes.
type Token<'t> = (&'t str, String, bool);

impl<'t> Goes<'t> {
    /// The variable that words go into.
    fn name(self) -> Option<&'t str> {
        match self {
            Goes::Into(name) | Goes::List(name) => Some(name),
            _ => None,
        }
    }
}

impl Scene<'_> {
    /// Whether a word that consists of variables may be such a path.
    pub(super) fn may_hold_critical(&mut self, text: &str) -> bool {
        if self.shell == Shell::PowerShell {
            return false;
        }
        let Some(names) = variables(text) else { return false };
        let whole = self.whole;
        let all = match whole.critical.get() {
            Some(all) => all,
            None => {
                let all = self.critical_variables();
                whole.critical.get_or_init(|| all)
            }
        };
        names.iter().any(|name| all.contains(*name))
    }

    /// The variables that the line may give such a path.
    fn critical_variables(&mut self) -> BTreeSet<String> {
        let text = self.outermost;
        // What these print is known.
        let text = text.replace("$(pwd)", "$PWD").replace("`pwd`", "$PWD");
        let text = text.replace("$(echo ", "(").replace("`echo ", "(");
        // `printf -v` prints nothing.
        let text = text.replace("$(printf -v", "; printf -v");
        let text = text.replace("$(printf ", "(").replace("`printf ", "(");
        let tokens = tokens(&text);
        let mut givings = Givings::default();
        let (mut goes, mut starts) = (Goes::Nowhere, true);
        let (mut before, mut holder) = ("", None);
        for (index, (gap, token, quoted)) in tokens.iter().enumerate() {
            let (token, quoted) = (token.as_str(), *quoted);
            if gap.contains(['(', '`']) {
                holder = goes.name().or_else(|| substituted(before));
            }
            let closed = gap.contains([')', '`']);
            let ends = closed || gap.contains(['(', ';', '|', '&', '\n']);
            let listed = matches!(goes, Goes::List(_))
                && !closed
                && !gap.contains([';', '|', '&']);
            starts |= KEYWORDS.contains(&before) || ends && !listed;
            if ends && !listed {
                goes = Goes::Nowhere;
            }
            if let (true, Some((name, ""))) =
                (gap.trim_end() == "(", assigned(before))
            {
                (goes, starts) = (Goes::List(name), false);
            } else if gap.contains("<<<") {
                (goes, starts) = (Goes::Into(READ), false);
            }
            before = token;
            if let Some((name, value)) = assigned(token) {
                self.gives(&mut givings, name, value);
                continue;
            }
            if (starts || gap.contains(['(', '`']))
                && is_search(base_name(token))
            {
                let behind = tokens.get(index + 1..).unwrap_or(&[]);
                self.gives_found(&mut givings, holder, (token, behind));
            }
            goes = match starts {
                true => {
                    // a line of a here-document
                    if token.starts_with(['/', '~']) {
                        self.gives(&mut givings, READ, token);
                    }
                    of_program(token, quoted)
                }
                false => self.goes_to(&mut givings, goes, (token, quoted)),
            };
            starts = false;
        }
        givings.all()
    }

    /// What a search prints, for a variable or for others to read:
    /// `for d in $(find /)`, `find / | while read d`.
    fn gives_found<'t>(
        &mut self,
        givings: &mut Givings<'t>,
        holder: Option<&'t str>,
        (name, behind): (&str, &'t [Token<'_>]),
    ) {
        let ends = |gap: &str| gap.contains([')', '`', ';', '|', '&', '\n']);
        let own = behind.iter().take_while(|(gap, ..)| !ends(gap));
        // `2>/dev/null`
        let words = own.filter(|(gap, word, _)| {
            !gap.contains('>') && !matches!(&**word, "1" | "2")
        });
        let words = words.map(|(_, word, _)| word.as_str());
        let printed = searches::printed(base_name(name), words);
        if printed.iter().any(|path| self.is_critical_value(path, true)) {
            givings.found.extend(holder);
            givings.found.push(READ);
        }
    }

    /// A word of a command; what is done with the next one.
    fn goes_to<'t>(
        &mut self,
        givings: &mut Givings<'t>,
        goes: Goes<'t>,
        (token, quoted): (&'t str, bool),
    ) -> Goes<'t> {
        match goes {
            Goes::Nowhere => {}
            Goes::Into(name) => self.gives(givings, name, token),
            Goes::List(name) => {
                self.gives(givings, name, token);
                // What stands there may be what a substitution prints.
                self.gives(givings, READ, token);
            }
            Goes::Out(_) if token == "-v" => return Goes::Name,
            Goes::Out(within) if within != quoted => {}
            Goes::Out(_) => self.gives(givings, READ, token),
            Goes::Read => givings.pass(READ, token),
            Goes::Name => return Goes::Into(token),
        }
        goes
    }

    /// What is given a text.
    fn gives<'t>(
        &mut self,
        givings: &mut Givings<'t>,
        name: &'t str,
        text: &'t str,
    ) {
        let (path, open) = expanded(text);
        if !open && self.is_critical_value(&path, true) {
            givings.found.push(name);
        }
        for from in variables(text).unwrap_or_default() {
            givings.pass(from, name);
        }
    }

    pub(super) fn is_critical_value(
        &mut self,
        text: &str,
        recursive: bool,
    ) -> bool {
        let (tilde, glob) = (text.starts_with('~'), text.contains('*'));
        // What other names are depends on where the line stands by then.
        let sure = tilde
            || text.starts_with('/')
            || text.starts_with('.') && names_none(text);
        let one = Removed { text, tilde, glob, recursive };
        sure && self.is_critical_path(one)
    }
}

impl<'t> Givings<'t> {
    fn pass(&mut self, from: &'t str, to: &'t str) {
        self.passed.entry(from).or_default().push(to);
    }

    /// All variables that may hold such a path.
    fn all(mut self) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        while let Some(name) = self.found.pop() {
            if all.insert(name.to_owned()) {
                let passed = self.passed.remove(name);
                self.found.extend(passed.unwrap_or_default());
            }
        }
        all
    }
}

/// What a program does with its words.
fn of_program<'t>(name: &str, quoted: bool) -> Goes<'t> {
    match name {
        "echo" | "printf" => Goes::Out(quoted),
        "read" | "mapfile" | "readarray" => Goes::Read,
        "for" | "select" => Goes::Name,
        "set" => Goes::Into(ARGUMENTS),
        _ => Goes::Nowhere,
    }
}

/// The words of a text.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let sign = |c: char| c.is_whitespace() || ";|&()<>`".contains(c);
    let (mut all, mut rest, mut quote) = (Vec::new(), text, None);
    while !rest.is_empty() {
        let start = rest.find(|c| !sign(c)).unwrap_or(rest.len());
        let (gap, behind) = rest.split_at_checked(start).unwrap_or((rest, ""));
        let end = behind.find(sign).unwrap_or(behind.len());
        let (token, next) = behind.split_at_checked(end).unwrap_or_default();
        let within = quote.is_some();
        for c in token.chars().filter(|c| matches!(c, '"' | '\'')) {
            match quote {
                None => quote = Some(c),
                Some(open) if open == c => quote = None,
                Some(_) => {}
            }
        }
        let quoted = within || quote.is_some();
        // `printf '/\n'`, `y=$'/'`
        let token = token.replace("\\n", "").replace("$'", "");
        let token = token.replace(['"', '\'', '\\'], "");
        all.push((gap, token, quoted));
        rest = next;
    }
    all
}

/// The variable that a word sets, and to what: `y=/`, `y+=/`, `y[0]=/`.
fn assigned(token: &str) -> Option<(&str, &str)> {
    let (name, rest) = name_of(token)?;
    let rest = match rest.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.1,
        None => rest,
    };
    let rest = rest.strip_prefix('+').unwrap_or(rest);
    Some((name, rest.strip_prefix('=')?))
}

/// The variable that a substitution behind this word is for: `x=$`.
fn substituted(before: &str) -> Option<&str> {
    let (name, value) = assigned(before)?;
    matches!(value, "" | "$").then_some(name)
}

fn name_of(text: &str) -> Option<(&str, &str)> {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let end = text.find(|c| !part(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    let fits = !name.is_empty() && !name.starts_with(|c| part(c) && c < 'A');
    fits.then_some((name, rest))
}

/// The variables of a text in which nothing else stands: `$x$y`, `${x[1]}`.
fn variables(text: &str) -> Option<SmallVec<[&str; 4]>> {
    let (mut all, mut rest) = (SmallVec::new(), text);
    while let Some(behind) = rest.strip_prefix('$') {
        let (inner, next) = match behind.strip_prefix('{') {
            Some(inner) => inner.split_once('}').unwrap_or((inner, "")),
            None => {
                let end = name_of(behind).map_or(1, |(name, _)| name.len());
                behind.split_at_checked(end)?
            }
        };
        let sign = |c: char| c.is_ascii_digit() || matches!(c, '@' | '*');
        all.push(match name_of(inner) {
            Some((name, _)) => name,
            None if inner.starts_with(sign) => ARGUMENTS,
            None => return None,
        });
        rest = next.trim_start_matches('/');
    }
    (rest.is_empty() && !all.is_empty()).then_some(all)
}
