//! Names of files that code puts together from its strings.

use super::calls::{Literal, holds, is_key, next, opens_words};
use crate::shell::cd::Cd;
use crate::shell::data::files::Role;
use crate::shell::data::starters::{
    CHANGED_TREES, CHANGERS, ENVIRONMENT, OPENERS, PLACES, READ_TREES,
    STARTERS, WORDS,
};
use crate::shell::guards::joined::Texts;
use crate::shell::paths::{MAX_WORD, NAMES};
use crate::shell::scene::Scene;
use crate::shell::words::{Words, assigned_name, cooked_at};
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
        let code = cooked_at(self.line, words.start);
        self.code_is_given(code, words.from(words.start + 1), unknown, span);
    }

    /// The same of code that stands elsewhere: `python - a <<E`.
    pub(crate) fn code_is_given(
        &mut self,
        code: &str,
        words: Words,
        unknown: bool,
        span: Span,
    ) {
        let line = self.line;
        let starts = holds(code, STARTERS) && holds(code, WORDS);
        let opens = opens_words(code);
        if !opens && !starts {
            return;
        }
        let given = words.iter().take(NAMES + 1);
        let given: Vec<&str> = given.map(|at| cooked_at(line, at)).collect();
        if starts && !given.is_empty() {
            // `perl -e 'exec @ARGV' rm x`
            self.maybe(Reason::ForeignCode, |scene| {
                scene.code([given.join(" ")], span, true);
            });
        }
        if !opens {
            return;
        }
        if unknown {
            self.any_code(Reason::ForeignCode, span);
        }
        // What a glob finds is in doubt where it is found.
        let found = self.job.maybe == Some(Reason::Glob);
        for text in given.iter().filter(|_| !found) {
            self.opens_word(code, text, span);
        }
        if !given.is_empty() {
            self.joined_names(code, &given, span);
        }
    }

    /// A text that code is given: a file, a directory or what it goes through
    /// (`rmtree(sys.argv[1])`).
    fn opens_word(&mut self, code: &str, text: &str, span: Span) {
        self.may_change_in(text, span);
        self.opens_elsewhere(text, span);
        for (calls, role) in
            [(CHANGED_TREES, Role::Writes), (READ_TREES, Role::Reads)]
        {
            if holds(code, calls) {
                self.all_below(role, text, span);
            }
        }
    }

    /// `F=$x python -c 'open(os.environ["F"])'`: code that the word at a place
    /// holds, behind variables that are known only when the line runs.
    pub(crate) fn opens_told(&mut self, words: Words, at: usize, span: Span) {
        let line = self.line;
        let code = cooked_at(line, at);
        if !holds(code, ENVIRONMENT) || !holds(code, OPENERS) {
            return;
        }
        let own = self.own.words.0 as usize..words.start;
        let exports = *self.exports();
        if exports.more {
            self.any_code(Reason::ForeignCode, span);
        }
        for at in own.chain(exports.all().iter().copied()) {
            let text = cooked_at(line, at);
            let name = assigned_name(text);
            if name.is_empty() || at >= words.start || !code.contains(name) {
                continue;
            }
            match text.split_once('=') {
                _ if self.dynamic_at(at) => {
                    self.any_code(Reason::ForeignCode, span);
                }
                Some((_, value)) => self.opens_word(code, value, span),
                None => {}
            }
        }
    }

    /// A file that code names where nobody knows from which directory.
    pub(crate) fn opens_elsewhere(&mut self, text: &str, span: Span) {
        if self.cd != Cd::Unknown
            || text.is_empty()
            || self.has_root(text)
            || text.contains(char::is_whitespace)
        {
            return;
        }
        let name = text.rsplit('/').next().unwrap_or("");
        for access in [Access::Read, Access::Write] {
            let writes = access == Access::Write;
            if !(writes && self.plain_code || self.is_other_name(access, name))
            {
                let role = if writes { Role::Writes } else { Role::Reads };
                self.any_file(role, span);
            }
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
