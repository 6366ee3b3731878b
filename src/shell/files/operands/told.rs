//! What options say about the operands of a program: that directories are
//! gone through, that files are changed in place or taken away.

use crate::shell::Access;
use crate::shell::data::files::{EDITS, Handler, Role};
use crate::shell::scene::Scene;
use crate::shell::words::Words;

impl Scene<'_> {
    /// Whether the sources come to lie below a directory by their whole
    /// paths: `cp --parents a/b x` writes `x/a/b`.
    pub(super) fn keeps_paths(&self, name: &str, words: Words) -> bool {
        words.iter().any(|at| {
            let text = self.text_at(at);
            match name {
                "cp" => text.len() > 3 && "--parents".starts_with(text),
                "rsync" => {
                    let letters = text.strip_prefix('-').unwrap_or("");
                    let short = !letters.starts_with('-');
                    text == "--relative" || short && letters.contains('R')
                }
                _ => false,
            }
        })
    }

    /// Whether what is copied or packed is removed, or may be written by
    /// another name from now on.
    pub(in crate::shell::files) fn changes(
        &self,
        name: &str,
        words: Words,
    ) -> bool {
        const REMOVES: [&str; 2] = ["--remove-files", "--remove-source-files"];
        let has = |letter: char, long: &str| {
            words.iter().any(|at| {
                let text = self.text_at(at);
                let mut bytes = text.bytes();
                let short = bytes.next() == Some(b'-')
                    && bytes.next() != Some(b'-')
                    && text.contains(letter);
                // GNU takes the start of one, too.
                let cut = text.len() > 3 && long.starts_with(text);
                short || cut
            })
        };
        match name {
            "lz4cat" | "zstdcat" => {
                words.iter().any(|at| self.is_at(at, "--rm"))
            }
            "7z" | "7za" | "7zz" => {
                words.iter().any(|at| self.is_at(at, "-sdel"))
            }
            "tar" | "bsdtar" | "rsync" => {
                words.iter().any(|at| REMOVES.contains(&self.text_at(at)))
            }
            // What is mounted may be changed by the other name.
            "mount" => true,
            "ln" => !has('s', "--symbolic"),
            "cp" => has('l', "--link") || has('s', "--symbolic-link"),
            _ => false,
        }
    }

    /// The directory that an option names: `cp -t "$D" x`.
    pub(super) fn told_directory_of(
        &mut self,
        row: &Handler,
        (at, cut): (usize, usize),
        words: Words,
    ) {
        if row.role != Role::Unpacks && self.dynamic_at(at) {
            self.file_behind(Access::Write, at, cut);
        }
        self.directory(at, cut, words, row);
    }

    /// The operand that the others are copied to.
    pub(super) fn last_operand(
        &mut self,
        row: &Handler,
        last: usize,
        words: Words,
        alone: bool,
    ) {
        if self.is_several(last) || alone && row.name == "ln" {
            // `cp x{,.bak}`; `ln a/x`, which is put here
            self.source(row, last);
        }
        self.file_at(Access::Write, last);
        self.own_machine(Access::Write, last);
        if !self.is_far_away(row.name, last) {
            self.directory(last, 0, words, row);
        }
    }

    /// `install -d a b`: whether all operands are directories that it makes.
    pub(super) fn makes_directories(&self, words: Words) -> bool {
        let valued = |c| "mogSt".contains(c);
        words.iter().any(|at| {
            let text = self.text_at(at);
            match text.strip_prefix("--") {
                Some(long) => long.len() > 1 && "directory".starts_with(long),
                None => text.strip_prefix('-').is_some_and(|letters| {
                    letters
                        .split(valued)
                        .next()
                        .is_some_and(|l| l.contains('d'))
                }),
            }
        })
    }

    /// Whether a word is an option that passes a test: none is one behind
    /// `--`, or as what is looked for (`grep -e '-r'`).
    fn has_option(&self, words: Words, test: impl Fn(usize) -> bool) -> bool {
        let own = |&at: &usize| !self.is_at(at, "--");
        let mut options = words.iter().take_while(own);
        options.any(|at| !self.is_at(at - 1, "-e") && test(at))
    }

    /// Whether a program goes through the directories it is given.
    pub(crate) fn goes_through(&self, row: &Handler, words: Words) -> bool {
        let option = |at: usize| {
            let text = self.text_at(at);
            match text.strip_prefix("--") {
                Some(long) => {
                    let names =
                        ["recursive", "dereference-recursive", "archive"];
                    let (option, value) =
                        long.split_once('=').unwrap_or_default();
                    value == "recurse" && "directories".starts_with(option)
                        || long.len() > 2
                            && names.iter().any(|name| name.starts_with(long))
                }
                // `grep -d recurse`
                None if text == "recurse" => row.tree == "rR",
                None => {
                    text.starts_with('-')
                        && text.contains(|c| row.tree.contains(c))
                }
            }
        };
        self.profile.strict
            && (row.tree == "*"
                || !row.tree.is_empty() && self.has_option(words, option))
    }

    /// Whether a program with so many operands looks around where it runs, not
    /// at what is piped into it; with `any` option it may.
    pub(super) fn starts_here(
        &self,
        row: &Handler,
        words: Words,
        count: usize,
        any: bool,
    ) -> bool {
        let simple = self.line.simples.get(self.simple);
        let piped = simple.is_some_and(|simple| simple.piped);
        if any {
            return row.here && !piped && count <= usize::from(row.skip);
        }
        // `rg` and its like; `grep -r`, `git grep` and what packs a directory
        // look around anyway.
        let packs = !row.output.is_empty();
        let reads = row.tree == "*" && row.name != "git" && !packs;
        count == 0
            && row.here
            && !(piped && reads)
            && (row.tree.is_empty() || self.goes_through(row, words))
            && !self.only_tries(row.name, words)
    }

    /// Whether `patch` is sure to say only what it would do.
    fn only_tries(&self, name: &str, words: Words) -> bool {
        const PLAIN: &[&str] = &["-E", "-N", "-R", "-f", "-l", "-s", "-t"];
        let before = |at: &usize| {
            let text = self.text_at(*at);
            let strip = text.strip_prefix("-p");
            PLAIN.contains(&text)
                || strip.is_some_and(|number| {
                    let digit = |b: u8| b.is_ascii_digit();
                    !number.is_empty() && number.bytes().all(digit)
                })
        };
        let first = words.iter().find(|at| !before(at));
        name == "patch" && first.is_some_and(|at| self.is_at(at, "--dry-run"))
    }

    /// Whether the files are changed in place.
    pub(crate) fn in_place(&self, name: &str, words: Words) -> bool {
        if !EDITS.contains(&name) {
            return false;
        }
        words.iter().any(|at| {
            let text = self.text_at(at);
            match name {
                "sed" | "yq" => {
                    text.starts_with("--in")
                        || (text.starts_with('-')
                            && !text.starts_with("--")
                            && text.contains('i'))
                }
                "perl" => {
                    text.starts_with('-')
                        && !text.starts_with("--")
                        && text.contains('i')
                }
                "awk" | "gawk" => text.ends_with("inplace"),
                _ => false,
            }
        })
    }
}
