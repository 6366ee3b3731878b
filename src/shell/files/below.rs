//! Directories of which everything is used: `rm -r src` is what a guard on
//! `src/migrations/**` is about, `cp -r ~/.ssh x` one on `~/.ssh/id_rsa`.
//! Whether the file is there nobody knows, so that asks.

use super::operands::accesses;
use crate::shell::analyze::Scene;
use crate::shell::data::files::Role;
use crate::shell::data::written::{CHANGED_TREES, READ_TREES};
use crate::shell::doubts::guess::NAMES;
use crate::shell::words::cooked_at;
use crate::shell::{Access, Effects};
use crate::source::Span;

/// What stands around texts in code.
const QUOTES: [char; 3] = ['"', '\'', '`'];

impl Scene<'_> {
    /// What lies below a directory, or whatever has this path, is used.
    pub(crate) fn all_below(
        &mut self,
        role: Role,
        directory: &str,
        span: Span,
    ) {
        if !self.profile.strict || !self.places.guesses {
            return;
        }
        let directory = directory.strip_suffix("/.").unwrap_or(directory);
        let directory = directory.trim_end_matches('/');
        if directory.is_empty() || directory.len() > 4096 {
            return;
        }
        let (reads, writes) = accesses(role);
        let reads = reads.map(|_| Access::ReadBelow);
        let writes = writes.map(|_| Access::WriteBelow);
        for access in reads.into_iter().chain(writes) {
            let start = self.out.text.len();
            self.out.text.push_str(directory);
            self.file(access, start, span, Effects::OPEN, false);
        }
    }

    /// Code that takes whole directories away, puts others in their place, or
    /// copies them: `shutil.rmtree("src")`.
    pub(crate) fn trees_in(&mut self, code: &str, span: Span) {
        if !code.contains(QUOTES) {
            return;
        }
        for (calls, role) in
            [(CHANGED_TREES, Role::Writes), (READ_TREES, Role::Reads)]
        {
            if calls.iter().any(|name| code.contains(name)) {
                self.each_tree(code, role, span);
            }
        }
    }

    /// The names in the quotes of code, as directories.
    fn each_tree(&mut self, code: &str, role: Role, span: Span) {
        let plain = |c: char| {
            c.is_alphanumeric() || matches!(c, '.' | '_' | '/' | '-' | '~')
        };
        let texts = code.split(QUOTES);
        let names =
            texts.filter(|text| !text.is_empty() && text.chars().all(plain));
        if names.clone().nth(NAMES).is_some() {
            return self.any_file(role, span);
        }
        for name in names {
            match name.trim_end_matches('/') {
                "." | "~" | "" => self.any_file(role, span),
                name => self.all_below(role, name, span),
            }
        }
    }

    /// A copy of a whole directory, or of a file, stands there.
    pub(super) fn placed(&mut self, into: &str, name: &str, span: Span) {
        let path = format!("{into}/{name}");
        self.all_below(Role::Writes, &path, span);
    }

    /// The same of a word, where that is known.
    pub(super) fn below_word(&mut self, role: Role, at: usize) {
        let Some(word) = self.word(at) else { return };
        if word.flags.literal() {
            self.all_below(role, cooked_at(self.line, at), word.span);
        }
    }
}
