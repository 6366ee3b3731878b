//! Words that are no files of this machine, or are looked at elsewhere.

use crate::shell::data::files;
use crate::shell::paths::is_path;
use crate::shell::scene::Scene;
use crate::shell::split::Word;
use crate::shell::words::{Program, Words, base_name, cooked_at};

/// How the value of an option of `kubectl` starts that says what is shown.
const SHOWN: &[&str] =
    &["custom-columns=", "go-template=", "jsonpath=", "jsonpath-as-json="];

impl Scene<'_> {
    /// Whether a word is looked at elsewhere, or names no file of this
    /// machine.
    pub(super) fn is_no_file(
        &mut self,
        name: &str,
        rest: Words,
        at: usize,
    ) -> bool {
        self.is_looked_at_elsewhere(name, rest, at)
            || self.of_container(name, rest, at)
    }

    /// The files that may stand behind letters of options: of what only
    /// reads they are read, `grep -rn x`.
    pub(super) fn guess_letters(
        &mut self,
        word: Word,
        text: &str,
        program: Program<'_>,
    ) {
        let first = self.out.uses.len();
        self.guess_glued(word, text);
        let reads = program.known.only_reads() || program.name == "rg";
        if reads && !matches!(program.name, "file" | "find") {
            self.looked_at_from(first);
        }
    }

    /// Whether a word is left out by what stands before it, or a line that is
    /// looked at as such, with the files that its commands use:
    /// `sh -c 'cat x'`, but not what a script is given (`sh x.sh -c 'cat x'`).
    fn is_looked_at_elsewhere(
        &self,
        name: &str,
        rest: Words,
        at: usize,
    ) -> bool {
        let line = self.line;
        let before = cooked_at(line, at - 1);
        let plain = |at: usize| {
            let letters = cooked_at(line, at).strip_prefix('-');
            letters.is_some_and(|l| {
                !l.starts_with('-') && !l.contains(['o', 'O'])
            })
        };
        let is_code = match name {
            "bash" | "dash" | "ksh" | "sh" | "zsh" => {
                let mut options = rest.start..at;
                before.contains('c') && at > rest.start && options.all(plain)
            }
            name => name == "eval",
        };
        is_code && self.literal_at(at)
            || files::is_left_out(before, cooked_at(line, at))
    }

    /// The options of a wrapper, before the command at `end`. What stands
    /// there behind a long one that no table knows may be its value.
    pub(crate) fn guess_options(&mut self, words: Words, end: usize) {
        if !self.profile.strict || !self.places.guesses {
            return;
        }
        let line = self.line;
        let rest = words.from(words.start + 1);
        let name = base_name(cooked_at(line, words.start));
        let before = self.text_at(end.saturating_sub(1));
        let valued = before.len() > 2
            && before.starts_with("--")
            && !before.contains('=');
        let end = end + usize::from(valued);
        for at in rest.start..end.min(words.end) {
            let Some(&word) = line.words.get(at) else { return };
            if self.of_container(name, rest, at) {
                continue;
            }
            let first = self.out.uses.len();
            self.guess(word, cooked_at(line, at), false);
            if first < self.out.uses.len() {
                let program = self.program(words, false);
                let reads = self.reads_of(program, rest);
                if self.is_read(&reads, rest, at) {
                    self.looked_at_from(first);
                }
            }
        }
    }

    /// Whether a word names a file of a container, or says what is shown of
    /// one; of a mount the directory of this machine is looked at:
    /// `-v /etc/x:/etc/x:ro`.
    pub(super) fn of_container(
        &mut self,
        name: &str,
        rest: Words,
        at: usize,
    ) -> bool {
        let cluster = matches!(name, "kubectl" | "oc");
        let engine =
            matches!(name, "docker" | "docker-compose" | "nerdctl" | "podman");
        if !cluster && !engine {
            return false;
        }
        let (text, before) = (cooked_at(self.line, at), self.text_at(at - 1));
        if cluster && self.literal_at(at) {
            let value = text.trim_start_matches("--output=");
            let value = value.trim_start_matches("-o").trim_start_matches('=');
            if SHOWN.iter().any(|start| value.starts_with(start)) {
                return true;
            }
        }
        let Some((here, there)) = text.split_once(':') else { return false };
        let plain = |&at: &usize| self.first_byte(at) != b'-';
        let copies = |at: usize| self.is_at(at, "cp");
        if rest.iter().filter(plain).take(2).any(copies) {
            let own = here.starts_with(['.', '/', '~', '$'])
                || here.len() < 2
                || here.contains('/') && !cluster;
            return self.literal_at(at) && !own;
        }
        let mounts = engine && matches!(before, "-v" | "--volume");
        mounts && self.bound(at, (here, there))
    }

    /// The side of a mount that lies here; whether the rest says no more.
    fn bound(&mut self, at: usize, (here, there): (&str, &str)) -> bool {
        // `C:/x:/y`
        let Some(word) = self.word(at).filter(|_| here.len() > 1) else {
            return false;
        };
        let places = ["$PWD/", "${PWD}/", "$(pwd)/"];
        let mut below = places.iter().filter_map(|p| here.strip_prefix(p));
        let own = match self.literal_at(at) {
            true => Some(here),
            false => below.next(),
        };
        let known =
            |text: &str| !text.contains(['$', '`', '*', '?', '[', '{']);
        let Some(own) = own.filter(|own| known(own) && known(there)) else {
            return false;
        };
        let first = self.out.uses.len();
        if is_path(own) || own.len() < here.len() {
            self.may_be(own, word.span);
        }
        let (_, how) = there.split_once(':').unwrap_or_default();
        if how.split(',').any(|one| one == "ro") {
            self.looked_at_from(first);
        }
        true
    }
}
