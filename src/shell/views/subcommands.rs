//! The spellings of a command that mean the same: options before the
//! subcommand, in another order, or in one word; other names of the
//! subcommand or of the program.

use super::groups::Path;
use super::options::Around;
use super::other_names::same_program;
use crate::shell::data::globals::{FLAGS, Globals};
use crate::shell::data::programs::Known;
use crate::shell::data::subcommands::is_group;
use crate::shell::data::wrappers::Wrapper;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::{Program, Words};
use crate::shell::words::{assigned_name, is_assignment};
use crate::shell::{Effects, Reason};

/// How many options before a subcommand that are not in the table are taken
/// for ones that take a word.
pub(crate) const VALUES: usize = 8;

/// What stands before the words that follow a subcommand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Head {
    /// Words of the line.
    Path(Path),
    /// Another name.
    Name(&'static str),
}

impl Scene<'_> {
    /// `git -C x push` as `git push`; `git push x --force` as
    /// `git push --force x`; `rm -r -f` as `rm -rf`.
    /// Where the subcommand stands, if the program has some.
    pub(crate) fn subcommand_views(
        &mut self,
        program: Program<'_>,
        level: Level,
    ) -> usize {
        let base = program.base;
        let line = self.line;
        let name = base.of(&line.text);
        let known = if name.len() == program.name.len() {
            program.known
        } else {
            Known::of(name)
        };
        if matches!(name, "rm" | "cp" | "chmod" | "chown") {
            self.merged_flags(base, level);
        }
        if name == "chmod" {
            self.modes(name, level);
        }
        if matches!(name, "kill" | "killall" | "pkill") {
            self.signals(name, level);
        }
        if program.renamed {
            self.by_path(level);
        }
        let words = level.words;
        let also = match known.globals() {
            Some(row) => row.also,
            None => same_program(known, name),
        };
        self.sorted([name, program.name, also], level);
        if program.renamed {
            self.sorted_by_path(level);
        }
        let Some(row) = known.globals() else {
            self.named_options(base, level, self.end_of_own(name, words));
            self.without_subcommand(name, known, level);
            return words.start;
        };
        let (at, other) = self.behind_globals(row, words);
        self.named_options(base, level, at);
        let sets = row.tasks && at < words.end && self.sets_once(at);
        let dynamic = at < words.end && !self.literal_at(at) && !sets;
        if dynamic || (at >= words.end && level.open()) {
            let span = self.span_of(words);
            self.doubt(Reason::DynamicArgument, span, Effects::ALL);
        }
        let (guard, rest) = (level.guard, words.from(at));
        if at > words.start + 1 && at < words.end {
            self.named_view(base, rest, guard);
        }
        if guard == Effects::default() {
            return at;
        }
        let before = Words { start: words.start + 1, end: at };
        let open = level.any_words();
        let around = Around { name, known, row, before, guard, open };
        self.as_group(around, level, rest);
        self.spellings(around, rest);
        self.under_other_names(around, rest);
        self.behind_values(around, level, other);
        at
    }

    /// The command where each option that is not in the table takes a word,
    /// from one of them on.
    fn behind_values(
        &mut self,
        around: Around<'_>,
        level: Level,
        first: Option<usize>,
    ) {
        let Around { name, row, guard, .. } = around;
        let words = level.words;
        let (mut other, mut count) = (first, 0);
        while let Some(next) = other {
            let (at, more) = self.behind_globals(row, words.from(next - 1));
            if count == VALUES {
                let span = self.span_of(words);
                return self.doubt(Reason::ProgramWord, span, guard);
            }
            count += 1;
            let first = self.out.views.len();
            let rest = words.from(at);
            self.text_view(name, rest, guard);
            if count == 1 {
                self.spellings(around, rest);
            }
            for also in [row.name, row.also] {
                if !also.is_empty() && also != name {
                    self.text_view(also, rest, guard);
                }
            }
            let span = self.span_of(words);
            self.unsure(first, span, Reason::OptionValue);
            other = more;
        }
    }

    /// What a subcommand, which starts with the words, may be written like.
    pub(super) fn spellings(&mut self, around: Around<'_>, words: Words) {
        let (path, other) = self.subcommand(around.row, words);
        if path.len == 0 {
            self.left_out(around, words);
        }
        self.spelled(around, path, words);
        if let Some(option) = other {
            self.behind_inner_values(around, option, words);
        }
        if around.row.tasks {
            self.tasks(around.name, words, around.guard);
        }
        self.requested(around, words);
        self.maybe_named(around, words);
    }

    /// The same of a subcommand of these words.
    pub(super) fn spelled(
        &mut self,
        around: Around<'_>,
        path: Path,
        words: Words,
    ) {
        let Around { name, row, guard, .. } = around;
        for len in path.len.min(2)..=path.len {
            let head = Head::Path(path.cut(len));
            let rest = words.from(path.cut(len).end());
            self.options_first(around, head, rest);
        }
        let whole = path.end().saturating_sub(words.start) == path.len;
        let rest = words.from(path.end());
        self.without_options(around, Head::Path(path), rest);
        if path.len > 1 && !whole {
            self.headed(name, Head::Path(path), rest, guard);
        }
        if let Some((group, other)) = row.apart
            && path.len > 1
            && self.is_at(words.start, group)
        {
            let head = Head::Path(path.below());
            self.headed(other, head, rest, guard);
            let apart = around.called(other);
            self.options_first(apart, head, rest);
            self.without_options(apart, head, rest);
        }
        self.other_spellings(around, path, words);
        self.is_also(around, path, words);
    }

    /// Where the subcommand stands, and where it does if an option that is
    /// not in the table takes a word.
    pub(crate) fn behind_globals(
        &self,
        row: &Globals,
        words: Words,
    ) -> (usize, Option<usize>) {
        let mut at = words.start + 1;
        let mut unknown = None;
        while at < words.end {
            let first = self.first_byte(at);
            // `sbt +publish` is no option.
            if first != b'-' && (first != b'+' || row.tasks) {
                break;
            }
            let takes = takes_word(row, self.text_at(at));
            let taken = takes == Some(true) && !self.counts_none(row, at);
            at += if taken { 2 } else { 1 };
            unknown = takes.is_none().then_some(at).or(unknown);
        }
        let other = unknown.filter(|&next| next == at).map(|at| at + 1);
        (at, other.filter(|&at| at < words.end))
    }

    /// `make V=$(git describe) all`: whether a word is sure to be one that
    /// sets a variable. No name of a revision, and no usual date, is cut.
    fn sets_once(&self, at: usize) -> bool {
        let Some(word) = self.word(at) else { return false };
        let text = self.cooked(word);
        let value = text.get(assigned_name(text).len()..);
        let value = value.and_then(|value| value.strip_prefix('='));
        let quoted = !word.flags.any(WordFlags::UNQUOTED_EXPANSION);
        is_assignment(text)
            && value.is_some_and(|value| quoted || prints_a_word(value))
    }

    /// `make -j deploy`: whether an option takes a number alone, and the word
    /// behind it is none.
    fn counts_none(&self, row: &Globals, at: usize) -> bool {
        let option = self.text_at(at).trim_start_matches('-');
        !row.counts.is_empty()
            && row.counts.contains(option)
            && self.literal_at(at + 1)
            && !self.first_byte(at + 1).is_ascii_digit()
    }

    /// Where a wrapper's own words start: behind its subcommand, if it
    /// needs one.
    pub(crate) fn behind_subcommand(
        &self,
        row: &Wrapper,
        words: Words,
    ) -> Option<usize> {
        let start = words.start + 1;
        if row.subs.is_empty() {
            return Some(start);
        }
        let options = self.first_byte(start) == b'-'
            || self.first_byte(start + 1) == b'-';
        self.subcommand_of(row, words, false).or_else(|| {
            // `docker --odd x exec c rm y`
            options.then(|| self.subcommand_of(row, words, true))?
        })
    }

    /// Where the words behind the subcommand of a wrapper start.
    fn subcommand_of(
        &self,
        row: &Wrapper,
        words: Words,
        odd: bool,
    ) -> Option<usize> {
        let own = Known::of(row.name).globals();
        let start = words.start + 1;
        let mut at = self.behind_options(own, row.subs, start, words, odd);
        let inner = match (row.name, self.text_at(at)) {
            ("docker" | "podman" | "nerdctl", "compose") => "docker-compose",
            // the name of the workspace, or `foreach`
            ("yarn", "workspace" | "workspaces") | ("perf", "kvm") => {
                at += 1;
                row.name
            }
            (name, group) if is_group(name, group) => name,
            _ => "",
        };
        if !inner.is_empty() {
            let globals = Known::of(inner).globals();
            let next =
                self.behind_options(globals, row.subs, at + 1, words, odd);
            // `perf ftrace rm x`
            let deeper = row.has_sub(self.text_at(next));
            at = if deeper || inner != "perf" { next } else { at };
        }
        row.has_sub(self.text_at(at)).then_some(at + 1)
    }

    /// `hatch run test:rm x`: where the command starts in the word.
    pub(crate) fn behind_environment(
        &self,
        row: &Wrapper,
        at: usize,
    ) -> Option<usize> {
        let text = self.text_at(at);
        let colon = text.find(':').filter(|_| row.name == "hatch")?;
        let name = text.get(..colon)?;
        (!name.contains('/')).then_some(colon + 1)
    }

    /// Where the first word stands that is no option, or one of `subs`. With
    /// `odd` an option that no table knows takes the word behind it.
    fn behind_options(
        &self,
        globals: Option<&Globals>,
        subs: &[&str],
        start: usize,
        words: Words,
        odd: bool,
    ) -> usize {
        let mut at = start;
        while at < words.end && self.first_byte(at) == b'-' {
            let text = self.text_at(at);
            if subs.contains(&text) {
                break;
            }
            let takes = globals.and_then(|row| takes_word(row, text));
            let odd = takes.is_none()
                && odd
                && !text.contains('=')
                && self.first_byte(at + 1) != b'-'
                && !subs.contains(&self.text_at(at + 1));
            at += if odd || takes == Some(true) { 2 } else { 1 };
        }
        at
    }
}

/// Whether an option before a subcommand takes the next word; `None` where
/// nothing is known about it.
pub(crate) fn takes_word(row: &Globals, text: &str) -> Option<bool> {
    let Some(long) = text.strip_prefix("--") else {
        let letters = text.strip_prefix('-').unwrap_or("");
        let mut all = letters.chars();
        let first = all.next().is_some_and(|c| row.valued.contains(c));
        let alone = all.next().is_none();
        // `-j8` has its value; of other letters nobody says what they do.
        let known = letters.is_empty()
            || first
            || matches!(letters, "h" | "V")
            || !letters.chars().all(|c| c.is_ascii_alphabetic());
        return known.then_some(first && alone);
    };
    if row.long.contains(&long) {
        return Some(true);
    }
    let flag = long.contains('=')
        || long.starts_with("no-")
        || long.is_empty()
        || row.flags.contains(&long)
        || FLAGS.contains(&long);
    flag.then_some(false)
}

/// Whether a substitution prints one word: a revision, or a date without
/// blanks.
fn prints_a_word(value: &str) -> bool {
    const WAYS: [&str; 3] = ["git describe", "git rev-parse", "date"];
    let Some((before, rest)) = value.split_once("$(") else { return false };
    let Some((inner, behind)) = rest.split_once(')') else { return false };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-=+%_.:/ ".contains(c);
    if !before.chars().chain(behind.chars()).all(plain) {
        return false;
    }
    let way = WAYS.iter().find_map(|way| {
        let rest = inner.strip_prefix(way)?;
        rest.is_empty().then_some(rest).or(rest.strip_prefix(' '))
    });
    // A second revision would be a second word.
    let told = |word: &str| word.starts_with(['-', '+']) || word == "HEAD";
    way.is_some_and(|rest| {
        inner.chars().all(plain) && rest.split_ascii_whitespace().all(told)
    })
}
