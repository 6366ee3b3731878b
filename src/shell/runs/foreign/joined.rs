//! Names of files that code puts together from its strings.

use super::calls::{Literal, is_key, next, opens_words};
use crate::shell::data::files::Role;
use crate::shell::data::starters::PLACES;
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
        let glued = glued(code, &found);
        for one in &glued {
            self.may_use(Access::Maybe, one, span);
            self.may_change_in(one, span);
        }
        let all = found.iter().map(|one| one.text);
        let all = all.chain(glued.iter().map(String::as_str));
        let all: Vec<&str> = all.chain(words.iter().copied()).collect();
        let places = PLACES.iter().any(|place| code.contains(place));
        let texts = Texts { all: &all, places };
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

/// Strings that stand behind each other, with nothing but a sign between that
/// makes one of them.
fn glued(code: &str, all: &[Literal<'_>]) -> Vec<String> {
    let mut out = Vec::new();
    let mut open: Option<(String, usize)> = None;
    for one in all {
        let joins = |&(_, end): &(String, usize)| {
            let between = code.get(end..one.start).unwrap_or(",").trim();
            matches!(between, "" | "+" | "." | "..")
        };
        open = match open.take() {
            Some(before) if joins(&before) => {
                let text = before.0 + one.text;
                out.push(text.clone());
                Some((text, one.end))
            }
            _ => Some((one.text.to_owned(), one.end)),
        };
    }
    out.retain(|text| text.len() <= MAX_WORD);
    out
}
