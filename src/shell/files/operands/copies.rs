//! Copies that programs keep of the files which they change in place:
//! `sed -i.bak s/a/b/ x`.

use super::walk::{Passed, Walk};
use crate::shell::Access;
use crate::shell::data::files::Handler;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, cooked_at};
use crate::source::Spare;

impl Scene<'_> {
    /// The copies beside the files that are named.
    pub(in crate::shell::files) fn kept_copies(
        &mut self,
        row: &Handler,
        words: Words,
    ) {
        if !matches!(row.name, "sed" | "perl") {
            return;
        }
        let line = self.line;
        let mut endings = words.iter().map(|at| cooked_at(line, at));
        let Some(end) = endings.find_map(ending) else { return };
        let mut walk = Walk::new(row, words);
        while let Some(found) = walk.next(self, row, words) {
            let Passed::Operand(at) = found else { continue };
            if !self.literal_at(at) {
                continue;
            }
            let span = self.span_of(Words { start: at, end: at + 1 });
            let path = cooked_at(line, at);
            let name = path.rsplit('/').next().unwrap_or(path);
            let above = path.strip_suffix(name).unwrap_or("");
            // `-i'old/*'`: the star is the name.
            let copy = match end.split_once('*') {
                None => Spare::of(&[path, end]),
                Some((before, behind)) if end.contains('/') => {
                    Spare::of(&[before, name, behind])
                }
                Some((before, behind)) => {
                    Spare::of(&[above, before, name, behind])
                }
            };
            self.known_file(Access::Write, &copy, span, false);
        }
    }
}

/// What an option puts behind the names of the copies: `-i.bak`, `-pi.bak`.
fn ending(text: &str) -> Option<&str> {
    const FLAGS: &str = "0acElnprsuUwWz";
    let end = match text.split_once('=') {
        Some((name, end)) if name.starts_with("--in") => {
            "--in-place".starts_with(name).then_some(end)
        }
        _ => {
            let (flags, end) = text.strip_prefix('-')?.split_once('i')?;
            flags.chars().all(|c| FLAGS.contains(c)).then_some(end)
        }
    };
    end.filter(|end| !end.is_empty())
}
