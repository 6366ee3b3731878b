//! Globs among words that may be files: what they find may be what guards on
//! files are about.

use smallvec::SmallVec;

use super::uses::FILES;
use crate::shell::braces::without_groups;
use crate::shell::data::files::Role;
use crate::shell::paths::is_path;
use crate::shell::scene::Scene;
use crate::shell::split::{Word, WordBytes, WordFlags};
use crate::shell::words::{Program, Words, cooked_at};
use crate::shell::{About, Access, Reason, braces};
use crate::source::Spare;

impl Scene<'_> {
    /// Globs among the words of a program that may change what they find:
    /// `prettier --write src/*.ts`.
    pub(super) fn changed_globs(&mut self, program: Program<'_>, rest: Words) {
        if program.known.renames() {
            return;
        }
        let (line, guarded) = (self.line, self.places.guarded);
        let wild = |at: &usize| {
            line.words.get(*at).is_some_and(|word| {
                let signs = !word.flags.literal()
                    || word.bytes.any(WordBytes::SPECIAL);
                signs
                    && word
                        .cooked
                        .of(&line.text)
                        .contains(['*', '?', '[', '('])
            })
        };
        let Some(guarded) = guarded.filter(|_| rest.iter().any(|a| wild(&a)))
        else {
            return;
        };
        let changes = self.formats(program, rest);
        let looks = self.only_looks(program.name, rest);
        let reads = self.reads_of(program, rest);
        for at in self.may_change(program, rest).iter().filter(wild) {
            let Some(word) = self.word(at) else { return };
            if self.is_read(&reads, rest, at) {
                continue;
            }
            let text = word.cooked.of(&line.text);
            let groups = match word.flags.literal() {
                true => None,
                false => without_groups(text),
            };
            let text = groups.as_ref().map_or(text, |g| g.as_str());
            // In quotes it may be an expression.
            let says = |part: &&str| {
                !word.flags.literal()
                    || is_path(text)
                        && part.split(['*', '?']).any(|one| one.len() > 1)
            };
            let named = |text: &str| {
                let mut parts = text.split('/').filter(says);
                parts.any(|part| guarded.is_named_by(Access::Write, part))
            };
            let ways = text.contains('{').then(|| braces::ways(text));
            let named = match ways {
                _ if text.starts_with('-') => false,
                None => named(text),
                Some(Some(ways)) => ways.iter().any(|way| named(way)),
                Some(None) => named(&braces::starred(text)),
            };
            let found =
                !looks && self.finds_guarded(Access::Write, word, changes);
            if named || found {
                self.doubt_about(
                    Reason::Glob,
                    word.span,
                    FILES,
                    About::Writes,
                );
            }
        }
    }

    /// `rename 's/a/b/' src/x`: new names in the directories of the old ones,
    /// or anywhere if the expression says a directory.
    pub(crate) fn renamed(&mut self, words: Words) {
        let line = self.line;
        let rest = words.from(words.start + 1);
        let plain = |&at: &usize| self.first_byte(at) != b'-';
        let operands: SmallVec<[usize; 8]> =
            rest.iter().filter(plain).collect();
        let text = |nth: usize| {
            operands.get(nth).map_or("", |&at| cooked_at(line, at))
        };
        let (expression, second) = (text(0), text(1));
        let sign = sign_of(expression);
        let leads = match sign {
            Some('/') => expression.contains("\\/"),
            Some(_) => expression.contains('/'),
            None => expression.contains('/') || second.contains('/'),
        };
        // `-e` says one of several, `--expr=s/a/b/` one in the same word.
        let options = || rest.iter().filter(|at| !plain(at));
        let mut texts = options().map(|at| self.text_at(at));
        let says = |text: &str| text != "--verbose" && text.contains('e');
        let more = texts.any(says);
        let glued = options().any(|at| {
            self.text_at(at).contains(|c: char| c != '-' && is_sign(c))
        });
        // Without names it reads them.
        let reads = operands.len() < 2 && self.fed();
        if leads || reads || glued {
            return self.any_file(Role::Edits, self.span_of(words));
        }
        let put = match more {
            true => "",
            false => put_in(expression, second, sign),
        };
        let (mut seen, mut path) = (None, Spare::default());
        for &at in operands.iter().skip(1) {
            let Some(&word) = line.words.get(at) else { return };
            let old = cooked_at(line, at);
            if !word.flags.any(WordFlags::GLOB) {
                self.file_at(Access::Write, at);
                self.below_word(Role::Writes, at);
            }
            let (into, _) =
                old.split_at(old.rfind('/').map_or(0, |at| at + 1));
            let same = seen.replace(into) == Some(into);
            path.clear();
            for part in [into, "*", put, "*"] {
                path.push_str(part);
            }
            let flags = WordFlags(word.flags.0 | WordFlags::GLOB);
            let any = Word { flags, ..word };
            let at = ("", path.as_str());
            if self.takes_away(word)
                || !same && self.may_be_found_by(Access::Write, any, at, false)
            {
                let about = About::Writes;
                self.doubt_about(Reason::Glob, word.span, FILES, about);
            }
        }
    }

    /// Whether a glob finds what guards are about, or directories above that,
    /// to be renamed.
    fn takes_away(&self, word: Word) -> bool {
        let text = self.cooked(word);
        let Some(guarded) = self.places.guarded else { return true };
        if !word.flags.any(WordFlags::GLOB) {
            return false;
        }
        let hidden = text.rsplit('/').next() == Some("*")
            && !self.may_show_dots()
            && guarded.are_hidden(Access::Write);
        guarded.may_be_in(Access::Write, text)
            || self.finds_guarded(Access::Write, word, true)
            || !hidden && self.may_be_guarded(Access::Write, word, "", text)
    }

    /// `black src/*.py`: whether what a glob finds may be in a directory that
    /// guards name; with `any` one that it does not.
    pub(super) fn finds_guarded(
        &self,
        access: Access,
        word: Word,
        any: bool,
    ) -> bool {
        const GLOBS: u16 = WordFlags::GLOB
            | WordFlags::BRACE
            | WordFlags::QUOTED
            | WordFlags::TILDE;
        const WILD: u16 = WordFlags::GLOB | WordFlags::BRACE;
        let text = self.cooked(word);
        if !word.flags.any(WILD)
            || word.flags.any(!GLOBS)
            || text.starts_with('-')
        {
            return false;
        }
        let groups = without_groups(text);
        let text = groups.as_ref().map_or(text, |g| g.as_str());
        // Nobody says what guards are about.
        let Some(guarded) = self.places.guarded else { return true };
        let found = |glob: &str| guarded.may_lie_behind(access, glob, any);
        match word.flags.any(WordFlags::BRACE) {
            true => {
                let ways = braces::ways(text);
                ways.is_none_or(|ways| ways.iter().any(|way| found(way)))
            }
            false => found(text),
        }
    }
}

/// Whether a sign may part what an expression finds from what it puts in.
fn is_sign(c: char) -> bool {
    c.is_ascii_punctuation()
}

/// That sign: `/` of `s/a/b/` and `tr/a/b/`.
fn sign_of(expression: &str) -> Option<char> {
    let mut verbs = ["tr", "s", "y"].into_iter();
    let rest = verbs.find_map(|verb| expression.strip_prefix(verb))?;
    rest.chars().next().filter(|&c| is_sign(c))
}

/// What an expression, or the second of two words, puts into new names as it
/// stands there; nothing where that is not known.
fn put_in<'t>(
    expression: &'t str,
    second: &'t str,
    sign: Option<char>,
) -> &'t str {
    let put = match sign {
        Some(sign) if expression.starts_with('s') => {
            expression.split(sign).nth(2).unwrap_or("")
        }
        Some(_) => "",
        None if expression.contains(|c| is_sign(c) && c != '.') => "",
        None => second,
    };
    let open = |c| matches!(c, '$' | '\\' | '&' | '@' | '*' | '?' | '[');
    let code = expression.contains(';')
        || sign.is_some_and(|sign| {
            let flags = expression.split(sign).nth(3);
            flags.is_none_or(|flags| flags.contains('e'))
        });
    if code || put.contains(open) { "" } else { put }
}
