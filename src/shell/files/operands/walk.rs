//! The walk over a program's words: its options, and what is left.

use crate::shell::data::files::{Handler, Role, leaves_out};
use crate::shell::data::sources::{Row, row_of};
use crate::shell::data::valued::LONG;
use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::words::Words;

/// Long options whose value stands for the operand that is no file.
const STANDS_FOR_IT: &[&str] = &[
    "--exec",
    "--expression",
    "--file",
    "--reference",
    "--regexp",
    "--source",
];

/// What words of options of jq are made of.
const JQ: &str = "-aCcefhjLMnRrSsV";

/// How parts of a word start that are known only when it runs.
pub(super) const COMES: [char; 2] = ['$', '`'];

/// What a walk over the words of a program comes by.
pub(super) enum Passed {
    Operand(usize),
    /// The file of `-f`.
    File(usize),
    /// The directory an option names, and where in the word it starts.
    Output(usize, usize),
}

/// A walk over a program's words.
pub(super) struct Walk {
    at: usize,
    skip: u8,
    ended: bool,
    /// The long options that take a word.
    long: Option<&'static Row>,
    /// Whether further operands are values for the program of jq.
    values: bool,
    /// The first word that is no file.
    pub(super) told: Option<usize>,
    /// Whether a word may hold any option: `-"$x"`.
    pub(super) any: bool,
}

impl Walk {
    pub(super) fn new(row: &Handler, words: Words) -> Walk {
        let long = row_of(LONG, row.name);
        let (at, skip) = (words.start, row.skip);
        Walk {
            at,
            skip,
            ended: false,
            long,
            values: false,
            told: None,
            any: false,
        }
    }

    pub(super) fn next(
        &mut self,
        scene: &Scene<'_>,
        row: &Handler,
        words: Words,
    ) -> Option<Passed> {
        while self.at < words.end {
            let at = self.at;
            self.at += 1;
            let alone = scene.is_at(at, "-");
            if self.ended || alone || scene.first_byte(at) != b'-' {
                if self.skip > 0 {
                    self.skip -= 1;
                    self.told = self.told.or(Some(at));
                    // `perl x.pl`, `grep *`; `yq x.yml`
                    let only = row.name == "yq" && words.len() == 1;
                    if row.runs || only || scene.is_starred(at) {
                        return Some(Passed::File(at));
                    }
                } else if self.values {
                    continue;
                } else if !alone || row.role == Role::Filters {
                    return Some(Passed::Operand(at));
                }
                continue;
            }
            let text = scene.text_at(at);
            let found = if text == "--" {
                self.ended = true;
                None
            } else if row.name == "jq" && text.starts_with("--") {
                self.of_jq(scene, text)
            } else if text.starts_with("--") {
                self.long(row, at, text, scene.literal_at(at))
            } else {
                self.short(row, at, text, scene.literal_at(at))
            };
            if found.is_some() {
                return found;
            }
            // `truncate -r x/* y`: only the first of them is its value.
            if self.at > at + 1 && scene.is_several(at + 1) {
                self.at = at + 1;
            }
        }
        None
    }

    fn long(
        &mut self,
        row: &Handler,
        at: usize,
        text: &str,
        literal: bool,
    ) -> Option<Passed> {
        let name = text.split('=').next().unwrap_or("");
        if !literal && name.contains(COMES) {
            self.any = true;
            self.skip = 0;
            return None;
        }
        let glued = text.len() > name.len();
        let directory = match row.role {
            Role::Unpacks => "--directory",
            _ => "--target-directory",
        };
        if text.len() > 3 && directory.starts_with(name) {
            if glued {
                return Some(Passed::Output(at, name.len() + 1));
            }
            self.at += 1;
            return Some(Passed::Output(at + 1, 0));
        }
        let short = |long: &&str| name.len() > 4 && long.starts_with(name);
        if leaves_out(text) {
            self.at += usize::from(!glued);
        } else if glued && STANDS_FOR_IT.iter().any(short) {
            self.skip = 0;
        } else if self.long.is_some_and(|row| row.long.contains(&text)) {
            self.at += 1;
        }
        None
    }

    /// `jq --arg x y`: the name of a variable and its value, which is a file
    /// of some.
    fn of_jq(&mut self, scene: &Scene<'_>, text: &str) -> Option<Passed> {
        let name = self.at;
        let two = scene.is_one(name) && scene.is_one(name + 1);
        match text {
            "--arg" | "--argjson" if two => self.at += 2,
            "--argfile" | "--rawfile" | "--slurpfile" if two => {
                self.at += 2;
                return Some(Passed::File(name + 1));
            }
            "--args" | "--jsonargs" => self.values = true,
            "--indent" | "--library-path" => self.at += 1,
            _ => {}
        }
        None
    }

    /// Letters, up to the first one that takes what stands behind it, or
    /// that is known only when it runs: that may be any option.
    fn short(
        &mut self,
        row: &Handler,
        at: usize,
        text: &str,
        literal: bool,
    ) -> Option<Passed> {
        // `chmod -x`
        let mode = |c| "rwxXstugo".contains(c);
        if row.name == "chmod" && text.chars().nth(1).is_some_and(mode) {
            self.skip = 0;
            return None;
        }
        if row.name == "jq" && text.contains(|c| !JQ.contains(c)) {
            // `jq -.a x`: the program.
            self.skip = 0;
            return None;
        }
        for (cut, letter) in text.char_indices().skip(1) {
            let cut = cut + letter.len_utf8();
            let last = cut == text.len();
            if !literal && COMES.contains(&letter) {
                self.any = true;
                self.skip = 0;
                return None;
            }
            if row.glued.contains(letter) {
                return None;
            }
            if row.pattern.contains(letter) {
                self.skip = 0;
                self.at += usize::from(last);
                let file = last && letter == 'f';
                return file.then_some(Passed::File(at + 1));
            }
            if row.output.contains(letter) {
                self.at += usize::from(last);
                let (word, cut) = if last { (at + 1, 0) } else { (at, cut) };
                return Some(Passed::Output(word, cut));
            }
            if row.valued.contains(letter) {
                // `-ps` of xxd is another option.
                let whole = row.role != Role::Filters || text.len() == 2;
                self.at += usize::from(last && whole);
                return None;
            }
        }
        None
    }
}

impl Scene<'_> {
    /// Whether a word is a glob with a star, which may become several.
    fn is_starred(&self, at: usize) -> bool {
        self.word(at).is_some_and(|w| w.flags.any(WordFlags::GLOB))
            && self.text_at(at).contains('*')
            && self.is_several(at)
    }

    /// Whether a word is sure to be one, whatever that is.
    fn is_one(&self, at: usize) -> bool {
        const SEVERAL: u16 =
            WordFlags::GLOB | WordFlags::BRACE | WordFlags::UNQUOTED_EXPANSION;
        self.word(at).is_some_and(|word| {
            let text = self.cooked(word);
            let all = word.flags.any(WordFlags::PARAMETER)
                && text.contains(['@', '*']);
            !word.flags.any(SEVERAL) && !all
        })
    }

    /// Whether a word may become several.
    pub(super) fn is_several(&self, at: usize) -> bool {
        let several = WordFlags::GLOB | WordFlags::BRACE;
        self.profile.strict
            && self.word(at).is_some_and(|word| word.flags.any(several))
    }
}
