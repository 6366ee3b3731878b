//! Words that are numbers, whatever they are: `$?`, `$#`, `${#x}`, `$((1+2))`,
//! and those that a command prints which prints no options.

use crate::shell::Shell;
use crate::shell::data::prints::prints_names;
use crate::shell::paths::names_path;
use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::words::Words;

impl Scene<'_> {
    /// Whether all that is not known of these words are numbers, paths that a
    /// view shows or what is printed, none of which makes an option.
    pub(super) fn only_numbers(&self, words: Words) -> bool {
        self.shell != Shell::PowerShell
            && !self.cuts_otherwise()
            && words.iter().all(|at| {
                !self.unknown_at(at)
                    || self.is_number(at, at + 1 == words.end)
                    || self.is_told_path(at)
                    || self.is_plain_output(at)
            })
    }

    /// Whether a word is what a command prints, which is known to print names
    /// and numbers alone, and text that makes no option of it: `$(pgrep x)`,
    /// `HEAD:$(git branch --show-current)`.
    pub(super) fn is_plain_output(&self, at: usize) -> bool {
        const OTHER: u16 = WordFlags::GLOB | WordFlags::BRACE;
        let known = self.word(at).is_some_and(|word| !word.flags.any(OTHER));
        known
            && substitution(self.text_at(at)).is_some_and(prints_names)
            && !self.cuts_otherwise()
            && !self.defines_programs()
    }

    /// Whether the line may say what a program is.
    pub(crate) fn defines_programs(&self) -> bool {
        const WAYS: &[&str] = &["alias", "function"];
        let text = self.outermost;
        let defines = || {
            let mut behind = text.split('(').skip(1);
            behind.any(|rest| rest.trim_start().starts_with(')'))
                || WAYS.iter().any(|way| text.contains(way))
                || names_path(text)
        };
        *self.whole.defines.get_or_init(defines)
    }

    /// Whether the line may say where words are cut.
    pub(crate) fn cuts_otherwise(&self) -> bool {
        let cuts = || self.outermost.contains("IFS");
        *self.whole.cuts_otherwise.get_or_init(cuts)
    }

    /// Whether a word is text and such numbers.
    fn is_number(&self, at: usize, last: bool) -> bool {
        const OTHER: u16 =
            WordFlags::SUBSTITUTION | WordFlags::GLOB | WordFlags::BRACE;
        const LONG: usize = 256;
        let Some(word) = self.word(at) else { return false };
        let text = self.cooked(word);
        if word.flags.any(OTHER) || text.len() > LONG || text.contains('`') {
            return false;
        }
        // Without a job in the background it is nothing.
        if text == "$!" {
            return last;
        }
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('$') {
            let alone = before.is_empty() && rest.len() == text.len();
            let Some(next) = behind_number(behind, alone) else {
                return false;
            };
            rest = next;
        }
        !text.starts_with('-')
    }
}

/// The command whose output is a word, with text before and behind that leaves
/// it one word, no option and no `:x` of `git push`.
fn substitution(text: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "./_:@=-".contains(c);
    let starts = |c: char| c.is_ascii_alphanumeric() || "./_".contains(c);
    let (before, rest) = text.split_once("$(").or(text.split_once('`'))?;
    let (inner, behind) = rest.rsplit_once([')', '`'])?;
    let sure = before.chars().chain(behind.chars()).all(plain);
    let sure = sure && (before.is_empty() || before.starts_with(starts));
    sure.then_some(inner)
}

/// What stands behind a number, from behind its `$` on; `first` where a sign
/// in front of it would make an option.
fn behind_number(text: &str, first: bool) -> Option<&str> {
    if let Some(inner) = text.strip_prefix("((") {
        let (sum, rest) = inner.split_once("))")?;
        let plain = |c: char| c.is_ascii_digit() || " +*/%".contains(c);
        let known =
            |c: char| plain(c) || c.is_alphabetic() || "_-".contains(c);
        let fits = match first {
            true => sum.chars().all(plain),
            false => sum.chars().all(known),
        };
        return fits.then_some(rest);
    }
    if let Some(inner) = text.strip_prefix("{#") {
        let (name, rest) = inner.split_once('}')?;
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let named = name.starts_with(|c: char| c.is_ascii_alphabetic());
        return (named && name.chars().all(part)).then_some(rest);
    }
    text.strip_prefix(['?', '$'])
        .or_else(|| text.strip_prefix('#').filter(|rest| !names(rest)))
}

/// Whether what stands behind `$#` is read with it, in zsh.
fn names(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_alphanumeric() || "_{[!@*?$-".contains(c))
}
