//! What the commands of a line print for one that reads code.

use crate::shell::Reason;
use crate::shell::data::authors::COPIES;
use crate::shell::noted::Read;
use crate::shell::scene::Scene;
use crate::shell::split::{
    Redirect, RedirectKind, Simple, WordBytes, WordFlags,
};
use crate::shell::words::{Words, base_name, cooked_at};

impl Scene<'_> {
    /// What is printed within the words of a command that stand for files:
    /// `cp <(echo 'cat x') z`.
    pub(crate) fn printed_in_words(&mut self, index: usize, read: Read) {
        let line = self.line;
        let Some(simple) = line.simples.get(index) else { return };
        for at in Words::of(simple).iter() {
            let Some(word) = line.words.get(at) else { return };
            let file = self.text_at(at).starts_with(['<', '=']);
            if file && word.flags.any(WordFlags::SUBSTITUTION) {
                self.printed_within(index, word.span, read);
            }
        }
    }

    /// What a command prints, and what is printed within it for it to print.
    pub(crate) fn printed(&mut self, index: usize, read: Read) {
        self.printed_alone(index, read);
        let line = self.line;
        let Some(simple) = line.simples.get(index) else { return };
        for at in simple.redirects.0..simple.redirects.1 {
            let Some(redirect) = line.redirects.get(at as usize) else {
                return;
            };
            if redirect.target.flags.any(WordFlags::SUBSTITUTION) {
                self.read_from(index, redirect, read);
            }
        }
        self.printed_in_words(index, read);
    }

    /// What a command prints, as far as its words say it.
    pub(super) fn printed_alone(&mut self, index: usize, read: Read) {
        let Some(simple) = self.line.simples.get(index) else { return };
        let printer = self.printer(simple);
        if let Some(words) = printer {
            self.printed_otherwise(words, read);
        }
        match (printer, read) {
            (Some(words), Read::Lines | Read::Offered | Read::Script) => {
                self.printed_line(words);
            }
            (Some(words), Read::Code | Read::Found | Read::Terms) => {
                self.printed_names(words, true)
            }
            (Some(words), Read::Words) => self.printed_words(words),
            // What is printed is unknown, and so are the words it becomes.
            (None, Read::Words) => {
                self.copied_scripts(simple, read);
                self.told(Words::of(simple));
            }
            (None, _) => {
                let words = Words::of(simple);
                self.printed_names(words, false);
                self.copied_scripts(simple, read);
                let other =
                    matches!(read, Read::Offered | Read::Found | Read::Terms);
                let code = !other;
                if code && !self.is_copier(simple) {
                    // What it prints is code that nobody knows.
                    self.any_code(Reason::StdinProgram, simple.span);
                }
            }
        }
    }

    /// What a program prints of its words, or of those in its code:
    /// `basename 'h rm x'`, `awk 'BEGIN { print "h rm x" }'`.
    fn told(&mut self, words: Words) {
        /// The programs that do so.
        const TELL: &[&str] = &[
            "awk", "basename", "dirname", "gawk", "gsed", "jq", "mawk",
            "nawk", "perl", "print", "sed", "yes",
        ];
        if TELL.contains(&base_name(self.text_at(words.start)))
            && words.iter().all(|at| self.literal_at(at))
        {
            self.printed_words(words);
        }
    }

    /// The scripts of the line that a command reads: `cat z`, `cat < z`.
    fn copied_scripts(&mut self, simple: &Simple, read: Read) {
        let line = self.line;
        for at in Words::of(simple).iter() {
            self.own_code(cooked_at(line, at), read);
        }
        for at in simple.redirects.0..simple.redirects.1 {
            let Some(redirect) = line.redirects.get(at as usize) else {
                return;
            };
            if redirect.kind == RedirectKind::Read {
                self.own_code(redirect.target.cooked.of(&line.text), read);
            }
        }
    }

    /// What a redirect gives to a command: a script of the line (`cat < z`)
    /// or what is printed (`< <(echo 'cat x')`).
    pub(super) fn read_from(
        &mut self,
        index: usize,
        redirect: &Redirect,
        read: Read,
    ) {
        let target = redirect.target;
        let reads = [RedirectKind::Read, RedirectKind::ReadWrite];
        if !reads.contains(&redirect.kind) {
            return;
        }
        if target.flags.any(WordFlags::SUBSTITUTION) {
            self.printed_within(index, target.span, read);
        } else {
            self.own_code(target.cooked.of(&self.line.text), read);
        }
    }

    /// Whether a command prints only what it is given or what stands in
    /// files.
    fn is_copier(&self, simple: &Simple) -> bool {
        let mut words = Words::of(simple).iter();
        let first = words.find(|&at| {
            let name = base_name(self.text_at(at));
            !matches!(name, "command" | "sudo" | "time")
        });
        first.is_none_or(|at| {
            self.literal_at(at)
                && COPIES.contains(&base_name(self.text_at(at)))
        })
    }

    /// What `echo` or `printf` prints where its words do not say it as they
    /// stand.
    fn printed_otherwise(&mut self, words: Words, read: Read) {
        let known = words.iter().all(|at| self.literal_at(at));
        if known && !self.prints_otherwise(words) {
            return;
        }
        let span = self.span_of(words);
        match self.printed_text(words).filter(|_| known) {
            Some(text) => self.given_text(&text, span, read),
            None if !matches!(read, Read::Words | Read::Found) => {
                self.any_code(Reason::StdinProgram, span)
            }
            None => {}
        }
    }

    /// The words of an `echo` or `printf` from its name on, whatever runs
    /// it: `time`, `timeout 5`.
    pub(super) fn printer(&self, simple: &Simple) -> Option<Words> {
        let words = Words::of(simple);
        let prints = |&at: &usize| {
            self.literal_at(at)
                && matches!(base_name(self.text_at(at)), "echo" | "printf")
        };
        words.iter().find(prints).map(|at| words.from(at))
    }

    /// The files that code names which a command prints, of its words all or
    /// those that look like code: `awk 'BEGIN { print "w x" }' | ed`.
    fn printed_names(&mut self, words: Words, all: bool) {
        let line = self.line;
        for word in line.words.get(words.iter()).unwrap_or(&[]) {
            let text = word.cooked.of(&line.text);
            if !word.flags.literal() {
                // What stands in it is looked at itself.
                continue;
            }
            let code = word.bytes.any(WordBytes::CODE) || text.contains(' ');
            if all || code {
                self.started(text, word.span);
                self.commands_in_code(text, word.span);
                self.names_of_code(text, word.span);
            }
        }
    }

    /// What the words of a command put into a file that is otherwise as it
    /// was: `sed -i 's/"test": "x"/"test": "rm x"/' package.json`.
    pub(super) fn edited(&mut self, index: usize, read: Read) {
        let line = self.line;
        let Some(simple) = line.simples.get(index) else { return };
        let words = Words::of(simple);
        self.printed_names(words, true);
        if read == Read::Terms {
            for at in words.iter() {
                let text = cooked_at(line, at);
                for part in text.split('"').skip(1) {
                    self.may_be_run(part, at);
                }
            }
        }
    }

    /// The words of an `echo` or `printf` as a command line for guards.
    fn printed_line(&mut self, words: Words) {
        let mut rest = words.from(words.start + 1);
        if base_name(self.text_at(words.start)) == "echo" {
            while matches!(
                self.text_at(rest.start),
                "-e" | "-n" | "-E" | "-en" | "-ne"
            ) {
                rest = rest.from(rest.start + 1);
            }
            return self.inner(rest, true);
        }
        self.inner(rest, true);
        // `printf '%s\n' 'rm x'`
        for at in rest.from(rest.start + 1).iter() {
            self.inner(Words { start: at, end: at + 1 }, true);
        }
    }

    /// The words of an `echo` or `printf` as words of later commands.
    pub(super) fn printed_words(&mut self, words: Words) {
        let line = self.line;
        self.words_may_be_run(words.from(words.start + 1));
        for word in line.words.get(words.iter()).unwrap_or(&[]) {
            let text = word.cooked.of(&line.text);
            if text.contains([' ', '\n']) {
                self.words_of_text(text, word.span);
            }
        }
    }
}
