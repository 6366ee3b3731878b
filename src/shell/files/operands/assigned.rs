//! Files that stand behind an equals sign: `dd if=x of=y`.

use crate::shell::data::files::Role;
use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Access, braces};

impl Scene<'_> {
    /// `if=x` and `of=x` of `dd`.
    pub(super) fn assigned(&mut self, at: usize) {
        let line = self.line;
        let text = cooked_at(line, at);
        let Some(word) = self.word(at) else { return };
        if !word.flags.any(WordFlags::BRACE) {
            return self.assigned_to(at, text);
        }
        // `if=.{env,x}`, `{if=.env,of=x}`
        match braces::ways(text) {
            Some(ways) => ways.iter().for_each(|way| {
                self.assigned_to(at, way);
            }),
            None => self.any_file(Role::Edits, word.span),
        }
    }

    fn assigned_to(&mut self, at: usize, text: &str) {
        let span = self.span_of(Words { start: at, end: at + 1 });
        let (access, path) = match text.split_at_checked(3) {
            Some(("of=", path)) => (Access::Write, path),
            Some(("if=", path)) => (Access::Read, path),
            _ => return,
        };
        if access == Access::Write && (path.contains("{}") || path == "%") {
            // `xargs -I{} dd of={}`
            return self.any_file(Role::Writes, span);
        }
        match self.dynamic_at(at) {
            // Of `of=src/*` no glob is made: no file is called so.
            false => self.known_file(access, path, span, false),
            true => self.file_behind(access, at, text.len() - path.len()),
        }
    }
}
