//! Words known only when the line runs, of programs that send files or edit
//! them.

use crate::shell::Access;
use crate::shell::data::files::Role;
use crate::shell::data::sent;
use crate::shell::scene::Scene;
use crate::shell::words::Words;

impl Scene<'_> {
    /// `vim -c "w $f"`: commands of an editor that are known only when the
    /// line runs.
    pub(super) fn edited_later(&mut self, rest: Words) {
        for at in rest.iter() {
            if self.dynamic_at(at) && self.text_at(at).contains(' ') {
                let span = self.span_of(Words { start: at, end: at + 1 });
                self.any_file(Role::Edits, span);
            }
        }
    }

    /// `curl -F x=@"$F"`: a file that is sent and known only when the line
    /// runs.
    pub(super) fn sent(&mut self, name: &str, rest: Words) {
        if name == "curl" {
            rest.iter().for_each(|at| self.globbed_by_curl(at));
        }
        for subcommand in sent::sends(name) {
            if !subcommand.is_empty()
                && !rest.iter().any(|at| self.is_at(at, subcommand))
            {
                continue;
            }
            for at in rest.iter() {
                let text = self.text_at(at);
                let option = text.split('=').next().unwrap_or("");
                let before = self.text_at(at - 1);
                let file = !subcommand.is_empty()
                    || ["@$", "@`", "=<$", "file://"]
                        .iter()
                        .any(|sign| text.contains(sign))
                    || sent::SENT.contains(&before)
                    || text.contains('=') && sent::SENT.contains(&option);
                if file && self.dynamic_at(at) {
                    self.file_at(Access::Read, at);
                } else if let Some((_, path)) = text
                    .split_once("=<")
                    .filter(|_| file || subcommand.is_empty())
                {
                    let path = path.to_owned();
                    let span = self.span_of(Words { start: at, end: at + 1 });
                    self.known_file(Access::Read, &path, span, false);
                }
            }
        }
    }
}
