//! Files whose names come from elsewhere and that a command puts into a
//! directory: `xargs cp -t .git/hooks`, `find -exec cp {} .git/hooks \;`,
//! `parallel cp {} .git/hooks ::: x`.

use std::borrow::Cow;

use super::found::NAMES;
use crate::shell::Access;
use crate::shell::data::files::Role;
use crate::shell::data::valued::PARALLEL_PLAIN;
use crate::shell::scene::{Level, More, Scene};
use crate::shell::split::{Word, WordFlags};
use crate::shell::words::raw;
use crate::shell::words::{Words, cooked_at};

/// How many words of `parallel :::` are put in their place.
const LIST: usize = 32;

/// How long a command may be that is written once for each of them.
const LONGEST: usize = 1024;

impl Scene<'_> {
    /// What a command puts into the directory at `at`, without the first
    /// `cut` bytes, by names that are not among its words.
    pub(super) fn comes_into(
        &mut self,
        role: Role,
        more: More,
        at: usize,
        cut: usize,
    ) {
        let find = match more {
            More::Nothing => return,
            More::Files(find) => find,
            More::Words => Words::default(),
        };
        let line = self.line;
        let Some(word) = self.word(at) else { return };
        let into = cooked_at(line, at).get(cut..).unwrap_or("");
        let into = into.trim_end_matches('/');
        let copies = matches!(role, Role::Copies | Role::Moves);
        let open = into.is_empty() || into.len() > 4096;
        if !copies || open || !self.profile.strict || self.dynamic_at(at) {
            return;
        }
        let is_name = |at: &usize| NAMES.contains(&cooked_at(line, *at));
        let named = find.iter().filter(is_name).map(|at| at + 1);
        let named = named.filter(|&at| at < find.end);
        if named.clone().next().is_none() {
            self.joined(Access::Write, into, "*", word.span);
            return self.all_below(Role::Writes, into, word.span);
        }
        for at in named {
            let name = cooked_at(line, at);
            let Some(found) = self.word(at) else { return };
            if !self.dynamic_at(at) && !name.contains(['*', '?', '[']) {
                self.joined(Access::Write, into, name, word.span);
                self.placed(into, name, word.span);
                continue;
            }
            let flags = WordFlags(found.flags.0 | WordFlags::GLOB);
            let found = Word { flags, ..found };
            if self.may_be_guarded(Access::Write, found, into, name) {
                self.any_file(Role::Writes, word.span);
            }
        }
    }

    /// `parallel cp {} x ::: a b`: the command with each word of the list at
    /// `cut`. Whether that is all there is; the files of the command alone,
    /// where it is too much.
    pub(crate) fn each_of_list(
        &mut self,
        level: Level,
        command: Words,
        cut: usize,
    ) -> bool {
        let (line, text) = (self.line, self.text);
        let before = Words { end: cut, ..command };
        let list = command.from(cut + 1);
        if before.is_empty() || list.is_empty() {
            return false;
        }
        let span = self.span_of(before);
        let known = |at: usize| {
            let given = cooked_at(line, at);
            let globs = self.word(at).is_some_and(|word| {
                WordFlags(word.flags.0 & !WordFlags::GLOB).literal()
            });
            // What a glob finds is what it would find for the command.
            globs && !given.starts_with(":::")
        };
        let few = list.len() <= LIST && span.len() <= LONGEST;
        let mut options = level.words.start + 1..command.start;
        let exact = options.all(|at| is_plain(cooked_at(line, at)))
            && !before.iter().any(|at| is_odd(cooked_at(line, at)));
        if !few || !exact || !list.iter().all(known) {
            let more = More::Words;
            let program = self.program(before, false);
            self.files(Level { words: before, more, ..level }, program);
            return false;
        }
        for at in list.iter() {
            let given = raw(line, text, at);
            // A shell reads the words, as they are without quotes.
            let own = before.iter().map(|at| cooked_at(line, at));
            let own: Vec<_> = own.map(|own| placed(own, given)).collect();
            let behind = own.iter().all(|own| matches!(own, Cow::Borrowed(_)));
            let behind = behind.then_some(Cow::Borrowed(given));
            self.code(own.into_iter().chain(behind), span, true);
        }
        level.more == More::Nothing
    }
}

/// Whether an option of `parallel`, or its value, says nothing about what
/// becomes of the words.
fn is_plain(text: &str) -> bool {
    let name = text.split('=').next().unwrap_or("");
    let short = text.strip_prefix('-').unwrap_or("");
    let number = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || "%.,".contains(c))
    };
    PARALLEL_PLAIN.contains(&name)
        || matches!(short, "j" | "P" | "k" | "t" | "u" | "v")
        || short.strip_prefix(['j', 'P']).is_some_and(number)
        || number(text)
}

/// Whether `parallel` puts more into a word than is known here: `{2}`,
/// `{= s/x/y/ =}`, `{..}`.
fn is_odd(text: &str) -> bool {
    let mut opens = text.match_indices('{');
    opens.any(|(at, _)| {
        let rest = text.get(at + 1..).unwrap_or("");
        let known = ["}", "1}", ".}", "/}", "//}", "/.}"];
        !known.iter().any(|end| rest.starts_with(end))
    })
}

/// A word of the command of `parallel` with a given one in its place.
fn placed<'t>(own: &'t str, given: &str) -> Cow<'t, str> {
    if !own.contains('{') {
        return Cow::Borrowed(own);
    }
    let (directory, name) = given.rsplit_once('/').unwrap_or((".", given));
    let stem = |text: &str| match text.rsplit_once('.') {
        Some((stem, end)) if !end.contains('/') => stem.len(),
        _ => text.len(),
    };
    let places = [
        ("{}", given),
        ("{1}", given),
        ("{.}", given.get(..stem(given)).unwrap_or(given)),
        ("{/}", name),
        ("{//}", directory),
        ("{/.}", name.get(..stem(name)).unwrap_or(name)),
    ];
    let mut found = Cow::Borrowed(own);
    for (place, given) in places {
        if found.contains(place) {
            found = Cow::Owned(found.replace(place, given));
        }
    }
    found
}
