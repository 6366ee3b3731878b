//! What a variable holds that a loop goes through: `for f in *.go; do
//! cat "$f"; done`. Where nothing else can set it, a word with it is one of
//! the files that the loop names.

mod sets;

use crate::shell::data::looped::OWN;
use crate::shell::files::shown::may_show;
use crate::shell::scene::Scene;
use crate::shell::split::{Word, WordFlags};
use crate::shell::{Access, Shell};
use crate::source::Spare;

/// How many words of a loop are looked at.
const MOST: usize = 64;

/// How many words of a line are looked at.
const LOOKS: u8 = 16;

/// What a loop says of a word with its variable.
struct Loop<'w> {
    /// The first and the last word that it names, among the heads.
    first: usize,
    last: usize,
    /// What stands around the variable, and what is taken off its end.
    before: &'w str,
    cut: &'w str,
    behind: &'w str,
}

impl Scene<'_> {
    /// Whether a word that is a file is known to be one of those that a loop
    /// names, and no guard is about any of these.
    pub(crate) fn is_looped(
        &mut self,
        access: Access,
        word: Word,
        cooked: &str,
    ) -> bool {
        // Each look goes through the whole line.
        self.looped = self.looped.saturating_add(1);
        if self.job.at.is_some() || self.looped > LOOKS {
            return false;
        }
        let Some(found) = self.loop_of(word, cooked) else {
            return self.is_read_in_loop(access, word, cooked);
        };
        let Loop { first, last, before, cut, behind } = found;
        let open = word.flags.any(WordFlags::UNQUOTED_EXPANSION);
        let line = self.line;
        let shown = self.loop_shows_no_dots(cooked);
        for &head in line.heads.get(first..=last).unwrap_or(&[]) {
            let text = head.cooked.of(&line.text);
            if head.flags.any(WordFlags::SUBSTITUTION)
                && [before, cut, behind].iter().all(|part| part.is_empty())
            {
                let cut = word.flags.0 & WordFlags::UNQUOTED_EXPANSION;
                let flags = WordFlags(head.flags.0 | cut);
                if !self.is_printed(access, Word { flags, ..head }, true) {
                    return false;
                }
                continue;
            }
            let known =
                |c: char| c.is_ascii_alphanumeric() || "._/-".contains(c);
            let globs = WordFlags::GLOB | WordFlags::QUOTED;
            if open && !text.chars().all(known)
                || head.flags.any(!globs)
                || !text.starts_with(|c: char| c != '~')
            {
                return false;
            }
            let Some(kept) = text.strip_suffix(cut) else { return false };
            let path = Spare::of(&[before, kept, behind]);
            self.word_may_link(head, &path);
            if self.may_be_found_by(access, head, ("", &path), shown) {
                return false;
            }
        }
        true
    }

    /// Whether the stars of a loop stand for no dot: its shell finds them,
    /// whichever program gets them, and no other variable is in the line.
    fn loop_shows_no_dots(&self, cooked: &str) -> bool {
        let behind = cooked.split_once('$').map_or("", |(_, rest)| rest);
        let name = behind.trim_start_matches('{');
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = name.find(|c| !part(c)).unwrap_or(name.len());
        let name = name.get(..end).unwrap_or("");
        let braced = ["${", name, "}"].concat();
        let text = self.text.replace(&braced, "x");
        let open = ["$", name].concat();
        let mut pieces = text.split(&open);
        let mut other = pieces.next().unwrap_or("").to_owned();
        for piece in pieces {
            // `$fx` is no `$f`.
            other.push_str(if piece.starts_with(part) { "$" } else { "x" });
            other.push_str(piece);
        }
        !may_show(&other)
    }

    /// Whether one of the words that a word stands for in a loop passes a
    /// test; sure to, where too much was looked at already.
    pub(crate) fn may_loop_over(
        &mut self,
        at: usize,
        test: impl Fn(&mut Self, Word, &str) -> bool,
    ) -> bool {
        let line = self.line;
        let Some(&word) = line.words.get(at) else { return false };
        if line.heads.is_empty() {
            return false;
        }
        self.looped = self.looped.saturating_add(1);
        if self.looped > LOOKS || line.heads.len() > MOST {
            return true;
        }
        let cooked = word.cooked.of(&line.text);
        // Of loops within others it may be any.
        let found = self.loop_of(word, cooked);
        let any = || {
            let (before, rest) = cooked.split_once('$')?;
            let behind = behind_name(rest);
            let last = line.heads.len().saturating_sub(1);
            Some(Loop { first: 0, last, before, cut: "", behind })
        };
        let Some(found) = found.or_else(any) else { return false };
        let Loop { first, last, before, cut, behind } = found;
        let heads = line.heads.get(first..=last).unwrap_or(&[]);
        heads.iter().any(|head| {
            let text = head.cooked.of(&line.text);
            let Some(kept) = text.strip_suffix(cut) else { return true };
            test(self, *head, &Spare::of(&[before, kept, behind]))
        })
    }

    /// Whether a word stands in the line as it is, or in double quotes.
    pub(super) fn is_as_written(&self, word: Word, cooked: &str) -> bool {
        let written = word.span.of(self.text);
        let inner =
            written.strip_prefix('"').and_then(|w| w.strip_suffix('"'));
        inner.unwrap_or(written) == cooked
    }

    /// The loop that gives a word its variable.
    fn loop_of<'w>(&self, word: Word, cooked: &'w str) -> Option<Loop<'w>> {
        if self.shell == Shell::PowerShell || self.line.heads.is_empty() {
            return None;
        }
        let text = self.text;
        if !self.is_as_written(word, cooked) {
            return None;
        }
        let (before, rest) = cooked.split_once('$')?;
        let (name, behind) = match rest.strip_prefix('{') {
            Some(rest) => rest.split_once('}')?,
            None => {
                let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
                rest.split_at(end)
            }
        };
        // `${f%.wav}`
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let (name, cut) = match name.split_once('%') {
            Some((name, cut)) if cut.chars().all(plain) => (name, cut),
            _ => (name, ""),
        };
        let odd = |part: &str| part.contains(['$', '`', '\\', '"', '\'', '~']);
        if !is_free(name) || odd(before) || odd(behind) {
            return None;
        }
        let heads = &self.line.heads;
        let at = word.span.range().start;
        let last = heads.iter().rposition(|h| h.span.range().end <= at)?;
        let begins = |index: &usize| {
            let start = heads.get(*index).map_or(0, |h| h.span.range().start);
            head_of(text.get(..start).unwrap_or("")).is_some()
        };
        let least = last.saturating_sub(MOST);
        let first = (least..=last).rev().find(begins)?;
        let start = heads.get(first)?.span.range().start;
        let (keyword, found) = head_of(text.get(..start)?)?;
        // `for g in for f in x; do`: the keyword is a word of another loop.
        let word_of_loop = heads.iter().any(|h| {
            let range = h.span.range();
            range.end > keyword && range.start < start
        });
        let end = heads.get(last)?.span.range().end;
        let body = text.get(end..at)?;
        let body = body.trim_start_matches([' ', '\t', '\n', ';']);
        let enters = body.strip_prefix("do").is_some_and(|rest| {
            rest.starts_with([' ', '\t', '\n']) && !rest.contains("done")
        });
        let once = enters && found == name && !word_of_loop;
        let found = Loop { first, last, before, cut, behind };
        let open = word.flags.any(WordFlags::UNQUOTED_EXPANSION);
        (once && !self.may_be_set(text, name, open)).then_some(found)
    }
}

/// Whether a text ends with the start of a loop, `for f in`: where that
/// stands, and the name.
fn head_of(text: &str) -> Option<(usize, &str)> {
    let blanks = [' ', '\t'];
    let rest = text.trim_end_matches(blanks);
    let rest = rest.strip_suffix("in").filter(|_| rest.len() < text.len())?;
    let named = rest.trim_end_matches(blanks);
    let start = named.rfind(blanks)? + 1;
    let name = named.get(start..).filter(|_| named.len() < rest.len())?;
    let rest = named.get(..start)?.trim_end_matches(blanks);
    let before = rest.strip_suffix("for")?;
    let alone = before.is_empty()
        || before.ends_with([' ', '\t', '\n', ';', '(', '&', '|', '{']);
    (alone && is_name(name)).then_some((before.len(), name))
}

/// What follows the name of a variable: `/x` of `d/x` and of `{d}/x`.
fn behind_name(rest: &str) -> &str {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    match rest.strip_prefix('{') {
        Some(inner) => inner.split_once('}').map_or("", |(_, rest)| rest),
        None => rest.trim_start_matches(part),
    }
}

/// Whether no shell sets a variable of this name by itself: those stand in
/// capital letters.
pub(super) fn is_free(name: &str) -> bool {
    let small = name.starts_with(|c: char| c.is_ascii_lowercase());
    small && is_name(name) && !OWN.contains(&name)
}

fn is_name(text: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty()
        && text.chars().all(part)
        && !text.starts_with(|c: char| c.is_ascii_digit())
}
