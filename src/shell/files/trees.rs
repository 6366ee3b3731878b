//! Files in the trees of git: `HEAD:x`.

use crate::shell::Access;
use crate::shell::data::files::Role;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};

impl Scene<'_> {
    /// `git rev-parse HEAD:x`, which names what another command prints, and
    /// files said in git's own ways, `:(icase)x`, or known only later.
    pub(super) fn trees_of_objects(&mut self, subcommand: &str, words: Words) {
        const PRINTS: &[&str] =
            &["archive", "blame", "diff", "log", "show", "whatchanged"];
        let prints = PRINTS.contains(&subcommand);
        let of_tree = prints || matches!(subcommand, "cat-file" | "rev-parse");
        let mut behind_dashes = subcommand == "blame";
        for at in words.iter() {
            let text = cooked_at(self.line, at);
            let span = self.span_of(Words { start: at, end: at + 1 });
            let open = self.dynamic_at(at);
            behind_dashes |= prints && text == "--";
            if prints && text.starts_with(":(") {
                self.any_file(Role::Reads, span);
            } else if open && behind_dashes {
                self.file_at(Access::Read, at);
            } else if open
                && of_tree
                && let Some(path) = in_tree(text)
            {
                // `git show HEAD:$x`
                self.file_behind(Access::Read, at, path);
            } else if subcommand == "rev-parse"
                && let Some((_, path)) = text.split_once(':')
                && !path.is_empty()
            {
                self.known_file(Access::Read, path, span, false);
            }
        }
    }
}

/// Where in a word the path behind a tree starts of which a part is known only
/// when the line runs: `HEAD:$x`. The colons of expansions are none.
fn in_tree(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    let colon = text.bytes().position(|byte| {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b':' && depth == 0
    })?;
    let path = text.get(colon + 1..)?;
    path.contains(['$', '`']).then_some(colon + 1)
}
