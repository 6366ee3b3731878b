//! Code of other languages that runs nothing, as far as the options around
//! it say that it is read as it stands.

use super::foreign::{javascript, perl, python};
use super::scripts::is_python;
use crate::shell::data::interpreters::Interpreter;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};

impl Scene<'_> {
    /// Whether the option at `at` and the words around it say no more than
    /// that the next one is code, which runs nothing.
    pub(super) fn is_plain_code(
        &self,
        row: &Interpreter,
        words: Words,
        at: usize,
    ) -> bool {
        if !self.knows_modules() || !self.literal_at(at + 1) {
            return false;
        }
        let options = Words { start: words.start + 1, end: at };
        let code = cooked_at(self.line, at + 1);
        if is_node(row) {
            // It reads options behind the code, too.
            let behind = words.from(at + 2);
            let dashed = |at: usize| self.text_at(at).starts_with('-');
            return options.is_empty()
                && takes_code(self.text_at(at))
                && behind.iter().all(|at| self.literal_at(at) && !dashed(at))
                && javascript::runs_nothing(code);
        }
        if row.name == "perl" {
            return options.iter().all(|at| goes_through(self.text_at(at)))
                && self.is_plain_perl(words.from(at));
        }
        is_python(row)
            && !self.goes_on(row, words, at)
            && options.iter().all(|at| {
                let text = self.text_at(at);
                behind_plain(text).is_empty() || picks(row, text)
            })
            && behind_plain(self.text_at(at)) == "c"
            && python::runs_nothing(code)
    }

    /// Whether these words of Perl are an option, code that runs nothing, and
    /// files, none of which the code changes.
    fn is_plain_perl(&self, words: Words) -> bool {
        takes_perl(self.text_at(words.start))
            && self.literal_at(words.start + 1)
            && words.from(words.start + 2).iter().all(|at| self.is_opened(at))
            && perl::runs_nothing(self.text_at(words.start + 1))
    }

    /// The same of all its words.
    pub(crate) fn only_replaces(&self, name: &str, words: Words) -> bool {
        let mut all = words.iter();
        let code = all.find(|&at| !goes_through(self.text_at(at)));
        name == "perl"
            && code.is_some_and(|at| self.is_plain_perl(words.from(at)))
    }

    /// Whether Perl opens a word as the file of that name, and takes it for
    /// no command: `ls|`.
    fn is_opened(&self, at: usize) -> bool {
        let known = |c: char| c.is_alphanumeric() || "._/-~".contains(c);
        let text = self.text_at(at);
        self.literal_at(at)
            && !text.starts_with('-')
            && text.chars().all(known)
    }

    /// Whether some words say no more than that this text is code to be run,
    /// which runs nothing.
    pub(super) fn is_plain_input(&self, words: Words, body: &str) -> bool {
        let known = self.program(words, false).known;
        let rest = words.from(words.start + 1);
        let Some(row) = known.interpreter() else { return false };
        if !self.knows_modules() {
            return false;
        }
        if is_node(row) {
            return rest.iter().all(|at| self.text_at(at) == "-")
                && javascript::runs_nothing(body);
        }
        let plain = |at: usize| {
            let text = self.text_at(at);
            text == "-" || behind_plain(text).is_empty() || picks(row, text)
        };
        is_python(row) && rest.iter().all(plain) && python::runs_nothing(body)
    }

    /// Whether modules are those that are known: no variable says where else
    /// they are looked for.
    fn knows_modules(&self) -> bool {
        // `NODE_ENV` says no more than what a program runs as.
        let of_node = |(at, name): (usize, &str)| {
            let behind = self.outermost.get(at + name.len()..).unwrap_or("");
            !behind.starts_with("ENV")
        };
        let says = || {
            self.outermost.contains("PYTHONPATH")
                || self.outermost.match_indices("NODE_").any(of_node)
        };
        !*self.whole.leads_on.get_or_init(says)
    }
}

/// Whether the code of an interpreter is JavaScript, and its options are
/// Node's.
fn is_node(row: &Interpreter) -> bool {
    matches!(row.name, "node" | "nodejs")
}

/// Whether an option of Perl says that the next word is code; `-pie` says how
/// copies of files end.
fn takes_perl(option: &str) -> bool {
    let before = option.strip_suffix('e');
    before.is_some_and(|before| {
        !before.ends_with('i') && !before.contains('.') && goes_through(before)
    })
}

/// Whether an option of Perl says no more than how it goes through lines.
fn goes_through(option: &str) -> bool {
    let letters = option.strip_prefix('-');
    letters.is_some_and(|l| {
        names_copies(l)
            || matches!(
                l,
                "" | "p" | "n" | "l" | "i" | "pi" | "lp" | "ln" | "pl"
            )
            || matches!(l, "nl" | "0777" | "0777p" | "0777n" | "0p" | "0n")
    })
}

/// `i.bak`, `pi.orig`: how copies of files end.
fn names_copies(letters: &str) -> bool {
    let letters = letters.strip_prefix(['p', 'n']).unwrap_or(letters);
    let ending = letters.strip_prefix("i.").unwrap_or("");
    !ending.is_empty() && ending.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Whether an option of Node says that the next word is code.
fn takes_code(option: &str) -> bool {
    matches!(option, "-e" | "-p" | "-pe" | "--eval" | "--print")
}

/// What is left of an option behind letters that change nothing about what
/// Python runs; of what is no option, all of it.
fn behind_plain(option: &str) -> &str {
    let letters = option.strip_prefix('-').filter(|text| !text.is_empty());
    letters.map_or(option, |letters| {
        letters.trim_start_matches([
            'B', 'E', 'I', 'O', 'P', 'S', 'b', 'q', 's', 'u',
        ])
    })
}

/// Whether an option picks a version: `py -3.12`.
fn picks(row: &Interpreter, option: &str) -> bool {
    let version = option.strip_prefix("-V:").or(option.strip_prefix('-'));
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    matches!(row.name, "py" | "pyw") && version.is_some_and(number)
}
