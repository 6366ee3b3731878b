//! What `find` hands to a removal: `find / -exec rm -rf {} +`, `find / |
//! xargs rm`, `find / -delete`. The directories that it starts in are among
//! that, unless it looks for something.

use smallvec::SmallVec;

use super::searches::{self, is_search};
use super::{Removed, is_all, names_none};
use crate::shell::cd::Cd;
use crate::shell::data::programs::Known;
use crate::shell::scene::{Level, More, Scene};
use crate::shell::words::is_assignment;
use crate::shell::words::{Words, base_name, cooked_at};
use crate::source::Spare;

/// What says where or how `find` looks, or is done with what it finds, and
/// not what it looks for.
pub(super) const OPEN: &[&str] = &[
    "-D",
    "-H",
    "-L",
    "-P",
    "-a",
    "-and",
    "-d",
    "-daystart",
    "-delete",
    "-depth",
    "-follow",
    "-ignore_readdir_race",
    "-ls",
    "-maxdepth",
    "-mindepth",
    "-mount",
    "-noleaf",
    "-nowarn",
    "-print",
    "-print0",
    "-printf",
    "-readable",
    "-regextype",
    "-true",
    "-type",
    "-warn",
    "-writable",
    "-x",
    "-xdev",
    "-xtype",
];

/// Commands that say of each file that it is the right one.
const YES: &[&str] =
    &["chmod", "chown", "echo", "ls", "printf", "rm", "rmdir", "true"];

/// Programs before a pipe that give paths, or let them through.
const GIVES: &[&str] = &[
    "bfs", "cat", "fd", "fdfind", "find", "ls", "sort", "tac", "tee", "uniq",
];

/// How far the tests of a `find` were looked at: each once, however many
/// commands it runs.
pub(crate) struct Tests {
    looked: usize,
    /// Whether what comes here was looked for.
    now: bool,
    pruned: bool,
    negated: bool,
    /// The groups around: whether what enters each was looked for, whether
    /// what leaves its other alternatives was, and whether it is negated.
    groups: SmallVec<[(bool, bool, bool); 8]>,
    /// Whether what leaves the other alternatives was.
    others: bool,
    /// Whether only files that lie right in the starts are found.
    flat: (bool, bool),
    /// Whether the starts themselves are left out.
    below: bool,
}

impl Tests {
    pub(crate) fn of(find: Words) -> Tests {
        Tests {
            looked: find.start + 1,
            now: false,
            pruned: false,
            negated: false,
            groups: SmallVec::new(),
            others: true,
            flat: (false, false),
            below: false,
        }
    }

    /// Another alternative.
    fn or(&mut self) {
        let leaves = self.now || self.pruned;
        match self.groups.last_mut() {
            Some(group) => {
                group.1 &= leaves;
                self.now = group.0;
            }
            None => {
                self.others &= leaves;
                self.now = false;
            }
        }
        (self.pruned, self.negated) = (false, false);
    }

    fn close(&mut self) {
        let Some((before, others, negated)) = self.groups.pop() else {
            return;
        };
        self.now = before || !negated && self.now && others;
        self.negated = false;
    }
}

impl Scene<'_> {
    /// A command that `find` runs, from `at` to `end`; without one it
    /// deletes what it finds.
    pub(crate) fn critical_finds(
        &mut self,
        find: Words,
        tests: &mut Tests,
        at: usize,
        end: usize,
    ) {
        let line = self.line;
        let run = Words { start: at + 1, end };
        // also those of code: `sh -c 'rm "$@"'`
        let mut words =
            run.iter().flat_map(|at| cooked_at(line, at).split_whitespace());
        let removes = |word| matches!(base_name(word), "rm" | "rmdir");
        self.tested(find, tests, at);
        let flat = tests.flat.0 && tests.flat.1;
        if tests.now || flat || !run.is_empty() && !words.any(removes) {
            return;
        }
        let recursive = words.any(goes_down);
        self.critical_starts(find, tests.below, recursive);
    }

    /// A removal that is given names which `find` prints.
    pub(super) fn critical_piped(&mut self, level: Level) {
        if level.more == More::Nothing || !self.own.piped {
            return;
        }
        let depth = self.own.depth;
        let before = self.line.simples.get(..self.simple).unwrap_or(&[]);
        for simple in before.iter().rev().filter(|s| s.depth == depth) {
            let words = Words::of(simple);
            let text = |at| base_name(self.text_at(at));
            let first = self.text_at(words.start);
            let runs = Known::of(base_name(first)).wrappers().next().is_some();
            let runs = runs || base_name(first) == "xargs";
            let words = match runs || is_assignment(first) {
                // Which words are their own is not asked.
                true => {
                    let mut known = words.iter();
                    let known = known.find(|&at| GIVES.contains(&text(at)));
                    words.from(known.unwrap_or(words.end))
                }
                false => words,
            };
            match base_name(self.text_at(words.start)) {
                "find" | "bfs" => {
                    let mut tests = Tests::of(words);
                    self.tested(words, &mut tests, words.end);
                    tests.or();
                    let flat = tests.flat.0 && tests.flat.1;
                    let down = self.is_recursive(level.words);
                    if !tests.others && !flat {
                        self.critical_starts(words, tests.below, down);
                    }
                    return;
                }
                name if is_search(name) => {
                    let down = self.is_recursive(level.words);
                    return self.critical_printed(words, down);
                }
                // All that comes in goes on.
                "cat" | "sort" | "tac" | "tee" | "uniq" if simple.piped => {}
                _ => return,
            }
        }
    }

    /// What `fd` hands to the command it runs, from `at` on.
    pub(crate) fn critical_fd(&mut self, search: Words, at: usize) {
        let mut run = search.from(at).iter().map(|at| self.text_at(at));
        if run.any(|word| matches!(base_name(word), "rm" | "rmdir")) {
            let down = run.any(goes_down);
            self.critical_printed(search, down);
        }
    }

    /// The removal of all that a search prints.
    fn critical_printed(&mut self, search: Words, down: bool) {
        let name = base_name(self.text_at(search.start));
        let rest = search.from(search.start + 1);
        let words = rest.iter().map(|at| self.text_at(at));
        let printed = searches::printed(name, words);
        if printed.iter().any(|path| self.is_critical_value(path, down)) {
            self.raise_critical(self.span_of(search));
        }
    }

    /// The directories that `find` starts in. The files of the current one
    /// may be removed, as `rm *` may.
    fn critical_starts(&mut self, find: Words, below: bool, down: bool) {
        let starts = self.starts(find);
        let first = Words { start: find.start, end: find.start + 1 };
        // Whoever went elsewhere removes what is there.
        let down = down || self.cd != Cd::Here;
        if starts.is_empty() && down && self.is_critical_start(".", below) {
            return self.raise_critical(self.span_of(first));
        }
        for at in starts.iter() {
            let text = cooked_at(self.line, at);
            if !down && matches!(text, "." | "./") {
                continue;
            }
            let literal = !self.dynamic_at(at);
            if literal && self.is_critical_start(text, below)
                || !literal && self.is_critical(true, at)
            {
                let span = self.span_of(Words { start: at, end: at + 1 });
                return self.raise_critical(span);
            }
        }
    }

    fn is_critical_start(&mut self, text: &str, below: bool) -> bool {
        // The current directory may be another one by now.
        let here = matches!(text, "." | "./");
        let text = if here { "./." } else { text };
        let end = if below { "/*" } else { "" };
        let path = Spare::of(&[text.trim_end_matches('/'), end]);
        let text = if path.is_empty() { "/" } else { &path };
        let (tilde, glob) = (text.starts_with('~'), text.contains('*'));
        self.is_critical_path(Removed { text, tilde, glob, recursive: true })
    }

    /// Looks at the tests up to `end`.
    fn tested(&self, find: Words, tests: &mut Tests, end: usize) {
        let mut at = tests.looked;
        while at < end {
            let text = self.text_at(at);
            let next = self.text_at(at + 1);
            let negated = std::mem::take(&mut tests.negated);
            match text {
                "(" => {
                    tests.groups.push((tests.now, true, negated));
                }
                ")" => tests.close(),
                "!" | "-not" => tests.negated = !negated,
                "-o" | "-or" | "," => tests.or(),
                "-prune" => tests.pruned = true,
                "-exec" | "-execdir" | "-ok" | "-okdir" => {
                    let ends =
                        |at: &usize| matches!(self.text_at(*at), ";" | "+");
                    let rest = find.from(at + 1);
                    let asks = !YES.contains(&base_name(next));
                    at = rest.iter().find(ends).unwrap_or(rest.end);
                    tests.now |= asks && !negated && at < end;
                }
                "-name" | "-iname" | "-path" | "-ipath" | "-wholename"
                | "-iwholename" | "-regex" | "-iregex" => {
                    tests.now |= !negated && !is_any(next);
                    at += 1;
                }
                "-maxdepth" => tests.flat.0 = true,
                "-mindepth" => tests.below = next != "0",
                "-type" => tests.flat.1 |= !negated && !next.contains('d'),
                _ if OPEN.contains(&text) || text.starts_with("-O") => {}
                _ if text.starts_with('-') => tests.now |= !negated,
                _ => {}
            }
            at += 1;
        }
        tests.looked = tests.looked.max(at);
    }
}

/// Whether an option of `rm` is one to remove directories with all in them.
pub(super) fn goes_down(text: &str) -> bool {
    let short = text.starts_with('-') && !text.starts_with("--");
    text == "--recursive" || short && text.contains(['r', 'R'])
}

/// Whether a pattern is one that all names have.
pub(super) fn is_any(pattern: &str) -> bool {
    is_all(pattern) || names_none(pattern)
}
