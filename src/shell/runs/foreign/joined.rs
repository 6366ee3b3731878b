//! Names of files that code puts together from its strings.

use super::calls::{Literal, holds, is_key, next, opens_words};
use crate::shell::data::files::Role;
use crate::shell::data::starters::{CHANGERS, PLACES};
use crate::shell::guards::joined::Texts;
use crate::shell::paths::{MAX_WORD, NAMES};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Access, Reason};
use crate::source::Span;

impl Scene<'_> {
    /// `python -c 'import sys; open("src/" + sys.argv[1])' a`: what the code
    /// in a word makes of those behind it, `unknown` where one of them is.
    pub(crate) fn opens_given(
        &mut self,
        words: Words,
        unknown: bool,
        span: Span,
    ) {
        let line = self.line;
        let code = cooked_at(line, words.start);
        if !opens_words(code) {
            return;
        }
        if unknown {
            self.any_code(Reason::ForeignCode, span);
        }
        let given = words.from(words.start + 1).iter().take(NAMES + 1);
        let given: Vec<&str> = given.map(|at| cooked_at(line, at)).collect();
        if !given.is_empty() {
            self.joined_names(code, &given, span);
        }
    }

    /// `open(os.path.join("src", "a"))`, `"sr" + "c/a"`: what strings of code
    /// that opens files make, together with words that it is given, may be
    /// guarded.
    pub(super) fn joined_names(
        &mut self,
        code: &str,
        words: &[&str],
        span: Span,
    ) {
        let Some(guarded) = self.places.guarded else { return };
        let found = strings(code);
        if found.len() + words.len() > NAMES {
            return self.unseen_names(code, span);
        }
        let made = made(code, &found);
        for one in made.iter().filter(|one| !one.contains('*')) {
            self.may_use(Access::Maybe, one, span);
            self.may_change_in(one, span);
        }
        let all = found.iter().map(|one| one.text);
        let all = all.chain(made.iter().map(String::as_str));
        let all: Vec<&str> = all.chain(words.iter().copied()).collect();
        let places = holds(code, PLACES);
        let texts = Texts { all: &all, places, moves: holds(code, CHANGERS) };
        if guarded.may_be_made(Access::Read, &texts) {
            self.any_file(Role::Reads, span);
        }
        if !self.plain_code && guarded.may_be_made(Access::Write, &texts) {
            self.any_file(Role::Writes, span);
        }
    }
}

/// The strings of code that may be a part of a path; some more than are
/// looked at.
fn strings(code: &str) -> Vec<Literal<'_>> {
    let mut at = 0;
    let all = std::iter::from_fn(|| {
        let string = next(code, at)?;
        at = string.end;
        Some(string)
    });
    let part = |one: &Literal<'_>| {
        let text = one.text;
        let before = code.get(..one.start).unwrap_or("");
        !text.is_empty()
            && text.len() <= MAX_WORD
            && !text.contains(char::is_whitespace)
            && !text.contains("://")
            && !is_key(before)
    };
    all.filter(part).take(NAMES + 1).collect()
}

/// What strings make with those that a sign joins to them, and with what is
/// filled in; a star for what is not known.
fn made(code: &str, all: &[Literal<'_>]) -> Vec<String> {
    let mut out = Vec::new();
    let (mut before, mut end) = (String::new(), None);
    for (at, one) in all.iter().enumerate() {
        let between = end.and_then(|end| code.get(end..one.start));
        let text = starred(one.text);
        let joined = match between.and_then(joint) {
            Some(unknown) => [&before, unknown, &*text].concat(),
            None => text,
        };
        let next = all.get(at + 1);
        let next = next.and_then(|next| code.get(one.end..next.start));
        if next.and_then(joint).is_none() && goes_on(code.get(one.end..)) {
            out.push([&*joined, "*"].concat());
        } else if joined != one.text {
            out.push(joined.clone());
        }
        (before, end) = (joined, Some(one.end));
    }
    out.retain(|text| text.len() <= MAX_WORD);
    out
}

/// Whether something is joined to the end of a string that is no string:
/// `+ x`, `.$x`, but not `.x()`.
fn goes_on(behind: Option<&str>) -> bool {
    let behind = behind.unwrap_or("");
    let from = behind.trim_start();
    match from.strip_prefix('.') {
        Some(rest) => {
            rest.starts_with(['$', '.', ' ']) || from.len() < behind.len()
        }
        None => from.starts_with('+'),
    }
}

/// What stands for that between two strings, where signs join these to one.
fn joint(between: &str) -> Option<&'static str> {
    let between = between.trim();
    let sign = |c: char| matches!(c, '+' | '.');
    let ends =
        |c: char| matches!(c, ';' | ',' | '\n' | '=' | '"' | '\'' | '`');
    match between {
        "" | "+" | "." | ".." => Some(""),
        _ if between.contains(ends) => None,
        _ => (between.starts_with(sign) && between.ends_with(sign))
            .then_some("*"),
    }
}

/// A string with stars for what is filled in: `%s`, `{}`, `${x}`, `#{x}`,
/// `$x`.
fn starred(text: &str) -> String {
    let name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, found)) = cut(rest, &['$', '%', '{']) {
        out.push_str(before.strip_suffix('#').unwrap_or(before));
        let inner = found.trim_start_matches(['$', '%']);
        rest = match cut(inner, &['}', ')']) {
            Some((_, end)) if inner.starts_with(['{', '(']) => {
                end.trim_start_matches(['}', ')', 's', 'd'])
            }
            _ => inner.trim_start_matches(['{', '(']).trim_start_matches(name),
        };
        out.push('*');
    }
    out.push_str(rest);
    out
}

/// A text before the first of some signs, and from that on.
fn cut<'t>(text: &'t str, signs: &[char]) -> Option<(&'t str, &'t str)> {
    text.find(signs).and_then(|at| text.split_at_checked(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_a_star() {
        for (text, expected) in [
            ("src/a.txt", "src/a.txt"),
            ("src/%s.txt", "src/*.txt"),
            ("%(d)s/a", "*/a"),
            ("{}/{x:>3}.txt", "*/*.txt"),
            ("${d}/a", "*/a"),
            ("$d/a#b", "*/a#b"),
            ("#{d}/a", "*/a"),
            ("100%", "100*"),
            ("{", "*"),
        ] {
            assert_eq!(starred(text), expected, "{text}");
        }
    }

    #[test]
    fn strings_that_signs_join_are_one() {
        for (code, expected) in [
            ("open('sr' + 'c/a')", &["src/a"][..]),
            ("open('src/' + n + '.txt')", &["src/*.txt"]),
            ("open('src/' + n)", &["src/*"]),
            ("open('a'.encode())", &[]),
            ("open('src/'.$n)", &["src/*"]),
            ("open('src/' . f($n) . '.txt')", &["src/*.txt"]),
            ("open('a' + 'b' + n)", &["ab*"]),
            ("open(join('src', 'a'))", &[]),
            ("x = 'a'; y = 'b'", &[]),
        ] {
            assert_eq!(made(code, &strings(code)), expected, "{code}");
        }
    }
}
