//! Commits named by how far they lie before another (`HEAD^` is `HEAD~1`), and
//! files that git puts back (`git restore x` is `git checkout -- x`).

use std::fmt::Write as _;

use crate::shell::guards::named::MARK;
use crate::shell::scene::Scene;
use crate::shell::views::options::Around;
use crate::shell::views::sorted;
use crate::shell::views::subcommands::Head;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Effects, NamedOptions, Reason};

/// How many styles there are.
const STYLES: usize = 3;

/// How many marks in a row are written.
const MARKS: usize = 3;

/// Writes such a name in one of the styles: `HEAD~2`, `HEAD^^`, and for one
/// step `HEAD~`. Whether it is such a name; what a style cannot say is
/// written in the first one.
pub(crate) fn write(text: &str, style: usize, out: &mut String) -> bool {
    let Some((base, steps)) = taken_apart(text) else { return false };
    out.push_str(if base == "@" { "HEAD" } else { base });
    match (style, steps) {
        (_, 0) => {}
        (1, ..=MARKS) => out.extend(std::iter::repeat_n('^', steps)),
        (2, 1) => out.push('~'),
        // Writing to a text does not fail.
        _ => drop(write!(out, "~{steps}")),
    }
    true
}

/// A commit, and how many steps before it.
fn taken_apart(text: &str) -> Option<(&str, usize)> {
    /// No history is as long.
    const DIGITS: usize = 7;
    let end = text.find(['^', '~']).unwrap_or(text.len());
    let (base, mut rest) = text.split_at_checked(end)?;
    if base.is_empty() || rest.is_empty() && base != "@" {
        return None;
    }
    let mut steps = 0_usize;
    while let Some(behind) = rest.strip_prefix(['^', '~']) {
        let end = behind.find(|c: char| !c.is_ascii_digit());
        let (digits, next) =
            behind.split_at_checked(end.unwrap_or(behind.len()))?;
        let count = match digits {
            "" => 1,
            _ if digits.len() > DIGITS => return None,
            _ => digits.parse().ok()?,
        };
        // `HEAD^2` is another parent.
        if rest.starts_with('^') && count != 1 {
            return None;
        }
        steps += count;
        rest = next;
    }
    rest.is_empty().then_some((base, steps))
}

impl Scene<'_> {
    /// Views of a command of git, of which these are the words behind its
    /// subcommand, with its commits and files as guards may name them.
    pub(super) fn of_git(
        &mut self,
        around: Around<'_>,
        head: Head,
        words: Words,
    ) {
        self.revisions(around, head, words);
        self.files_here(around, head, words);
        let Head::Path(path) = head else { return };
        let sub = path.words().first().map_or("", |&at| self.text_at(at));
        let first = words.start;
        match sub {
            "config" if self.is_at(first, "set") => {
                let rest = words.from(first + 1);
                self.headed("git", Head::Name("config"), rest, around.guard);
                self.without_options(around, Head::Name("config"), rest);
            }
            // `git stash` alone is `git stash push`.
            "stash" if path.len == 1 => {
                let head = Head::Name("stash push");
                self.headed("git", head, words, around.guard);
            }
            "add" => self.added(around, words),
            "checkout" => self.checked_out(around, words),
            "restore" => self.restored(around, words),
            _ => {}
        }
    }

    fn revisions(&mut self, around: Around<'_>, head: Head, words: Words) {
        let line = self.line;
        let is_one = |at| taken_apart(cooked_at(line, at)).is_some();
        if !words.iter().any(is_one) {
            return;
        }
        for style in 0..STYLES {
            for options in [true, false] {
                let start = self.out.text.len();
                self.head(around.name, head);
                for at in words.iter() {
                    let text = cooked_at(line, at);
                    if text.starts_with('-') {
                        self.cooked_words(at..at + usize::from(options));
                        continue;
                    }
                    let before = self.out.text.len();
                    self.out.text.push(' ');
                    let cut = self.is_cut(text.len());
                    if cut || !write(text, style, &mut self.out.text) {
                        self.out.text.truncate(before);
                        self.cooked_words(at..at + 1);
                    }
                }
                self.push_view(start, around.guard);
            }
        }
    }

    /// `git add .` as `git add -A`, and the other way round.
    fn added(&mut self, around: Around<'_>, words: Words) {
        let all = |at| matches!(self.text_at(at), "-A" | "--all" | ":/");
        let here = |at| matches!(sorted::here(self.text_at(at)), "." | "*");
        let other = match () {
            () if words.iter().any(all) => "add .",
            () if words.iter().any(here) => "add -A",
            () => return,
        };
        let first = self.out.views.len();
        let nothing = words.from(words.end);
        self.headed("git", Head::Name(other), nothing, around.guard);
        self.unsure(first, self.span_of(words), Reason::ProgramWord);
    }

    /// `git checkout x -- y`, `git checkout .`: changes to files are lost.
    fn checked_out(&mut self, around: Around<'_>, words: Words) {
        // A new branch, or one side of a conflict, is no file put back.
        let other = |at: usize| {
            let text = self.text_at(at);
            let sides = matches!(text, "--ours" | "--theirs" | "--orphan");
            sides || ["-b", "-B"].iter().any(|o| text.starts_with(o))
        };
        if words.iter().any(other) {
            return;
        }
        let dashes = words.iter().find(|&at| self.is_at(at, "--"));
        let may_be = |&at: &usize| {
            let text = self.text_at(at);
            is_path(text) || has_ending(text)
        };
        let first = match dashes {
            Some(at) => at + 1,
            None => words.iter().find(may_be).unwrap_or(words.end),
        };
        let files = words.from(first);
        self.lost(around, "", files, words);
        self.lost(around, "restore", files, words);
        if files.iter().all(|at| self.may_be_path(at)) {
            self.lost(around, "checkout", files, words);
        }
    }

    /// `git restore y`, which `git checkout -- y` is, too.
    fn restored(&mut self, around: Around<'_>, words: Words) {
        let (mut staged, mut tree) = (false, false);
        for at in words.iter().take_while(|&at| !self.is_at(at, "--")) {
            let text = self.text_at(at);
            let letter = |c| !text.starts_with("--") && text.contains(c);
            if text.starts_with('-') {
                staged |= text == "--staged" || letter('S');
                tree |= text == "--worktree" || letter('W');
            }
        }
        if staged && !tree {
            return;
        }
        self.lost(around, "", words, words);
        if words.iter().any(|at| self.is_at(at, ":/")) {
            self.lost(around, "restore", words, words);
        }
        let operand = |&at: &usize| !self.is_option(at);
        if words.iter().filter(operand).all(|at| self.may_be_path(at)) {
            self.lost(around, "checkout", words, words);
        }
    }

    /// Whether a word can be no branch, or is known only when the line runs.
    fn may_be_path(&self, at: usize) -> bool {
        is_path(self.text_at(at)) || self.is_open(at)
    }

    /// A view of a command that puts these files back; without a subcommand
    /// one for guards on `git checkout -- x`.
    fn lost(
        &mut self,
        around: Around<'_>,
        sub: &'static str,
        files: Words,
        words: Words,
    ) {
        let named = self.places.options;
        let set = |named: NamedOptions<'_>| {
            named.has_sorted_set("git", ["--"].into_iter())
        };
        let sorted = sub.is_empty();
        if files.is_empty() || sorted && !named.is_none_or(set) {
            return;
        }
        let first = self.out.views.len();
        let start = self.out.text.len();
        self.head("git", Head::Name(if sorted { "checkout" } else { sub }));
        let mut taken = false;
        for at in files.iter() {
            let text = self.text_at(at);
            let skipped = std::mem::take(&mut taken) || text.starts_with('-');
            taken = matches!(text, "-s" | "--source");
            match self.text_at(at) {
                _ if skipped => {}
                "./" | ":/" => self.out.text.push_str(" ."),
                // It may be all files.
                _ if self.is_open(at) => self.out.text.push_str(" ."),
                _ => self.cooked_words(at..at + 1),
            }
        }
        let span = self.span_of(words);
        if sorted {
            self.out.text.extend([' ', MARK]);
            self.out.text.push_str("--");
            self.push_view(start, Effects::SORTED);
            self.doubt(Reason::OptionPlace, span, Effects::OPEN);
        } else {
            self.push_view(start, around.guard);
            self.unsure(first, span, Reason::ProgramWord);
        }
    }
}

/// Whether a word can be no branch: `.`, `./x`, `x/`.
fn is_path(text: &str) -> bool {
    let starts = ["./", "../", "/", ":/", "*"];
    text == "."
        || text.ends_with('/')
        || starts.iter().any(|start| text.starts_with(start))
}

/// Whether a word is named as files are: `src/x.rs`, but not `v1.x`.
fn has_ending(text: &str) -> bool {
    /// Few endings are longer.
    const ENDING: usize = 4;
    let Some((name, ending)) = text.rsplit_once('.') else { return false };
    let odd = |c: char| c.is_ascii_digit() || c == '/' || c == '.';
    !text.starts_with('-')
        && !name.ends_with(odd)
        && !name.is_empty()
        && ending.len() <= ENDING
        && ending.starts_with(|c: char| c.is_ascii_lowercase())
        && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
