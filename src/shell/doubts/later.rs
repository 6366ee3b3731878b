//! Words known only when the line runs, of programs that send files or edit
//! them.

use crate::shell::Access;
use crate::shell::data::fed::goes;
use crate::shell::data::files::Role;
use crate::shell::data::sent;
use crate::shell::scene::{Level, Scene};
use crate::shell::words::{Program, Words, cooked_at};

impl Scene<'_> {
    /// `vim -c "w $f"`: commands of an editor that are known only when the
    /// line runs.
    pub(super) fn edited_later(&mut self, rest: Words) {
        let line = self.line;
        for at in rest.iter() {
            let text = cooked_at(line, at);
            let span = self.span_of(Words { start: at, end: at + 1 });
            if !text.contains(' ') {
                continue;
            }
            // Behind `vim -c 'cd src' -c 'w x'` a name is one there.
            if self.dynamic_at(at) || goes(text) {
                self.any_file(Role::Edits, span);
            }
        }
    }

    /// Files that options name and that are sent, also where their names come
    /// from elsewhere.
    pub(super) fn handed_over(
        &mut self,
        level: Level,
        program: Program<'_>,
        rest: Words,
    ) {
        let Program { name, known, .. } = program;
        let come = level.open() && self.hands_files(level);
        if come {
            self.placed_values(known.read(name), Role::Reads, rest);
        }
        if known.sends() {
            self.sent(name, rest, come);
        }
    }

    /// `curl -F x=@"$F"`: a file that is sent and known only when the line
    /// runs. So are those that `come` from elsewhere, in their place or last:
    /// `xargs -I{} curl -T {} u`.
    fn sent(&mut self, name: &str, rest: Words, come: bool) {
        if name == "curl" {
            rest.iter().for_each(|at| self.globbed_by_curl(at));
        }
        for subcommand in sent::sends(name) {
            if !subcommand.is_empty()
                && !rest.iter().any(|at| self.is_at(at, subcommand))
            {
                continue;
            }
            let placed = |at: usize| self.text_at(at).contains("{}");
            if come && !subcommand.is_empty() && !rest.iter().any(placed) {
                // `xargs gh gist create`
                self.any_file(Role::Reads, self.span_of(rest));
            }
            for at in rest.iter() {
                let text = self.text_at(at);
                let option = text.split('=').next().unwrap_or("");
                let before = self.text_at(at - 1);
                let file = !subcommand.is_empty()
                    || ["@$", "@`", "@{}", "=<$", "=<{}", "file://"]
                        .iter()
                        .any(|sign| text.contains(sign))
                    || sent::SENT.contains(&before)
                    || text.contains('=') && sent::SENT.contains(&option);
                let last = at + 1 == rest.end;
                let behind = last && sent::SENT.contains(&text);
                if come && (file && text.contains("{}") || behind) {
                    self.any_file(Role::Reads, self.span_of(rest));
                } else if file && self.dynamic_at(at) {
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
