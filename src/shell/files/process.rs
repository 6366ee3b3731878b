//! Paths of Linux that lead to the directories of a process, and to the files
//! that it has open: `/proc/self/cwd/x`, `/dev/fd/3/x`, `/dev/stdin`.

use super::uses::{FILES, about};
use crate::shell::cd::Cd;
use crate::shell::paths::part_of_process;
use crate::shell::scene::Scene;
use crate::shell::split::Word;
use crate::shell::{Access, FileUse, Reason};
use crate::source::Span;

impl Scene<'_> {
    /// Looks at a file that is named by way of a process: behind `cd`, its
    /// current directory is another one, and of what it has opened nobody
    /// knows what it is.
    pub(super) fn of_process(&mut self, file: FileUse, span: Span) {
        let text = file.path.of(&self.out.text);
        let absolute = text.starts_with('/');
        let near = self.cd != Cd::Here && text.starts_with(['p', 'd']);
        if !absolute && !near || !self.profile.strict {
            return;
        }
        let Some((name, rest)) = part_of_process(text) else { return };
        let rest = rest.trim_matches('/');
        let (is_cwd, is_open) = (name == "cwd", name == "fd");
        let rest = format!("./{rest}");
        if is_open && rest.len() > 2 {
            let about = about(file.access);
            self.doubt_about(Reason::Glob, span, FILES, about);
        }
        if is_cwd && self.cd != Cd::Here {
            let start = self.out.text.len();
            self.out.text.push_str(&rest);
            self.file(file.access, start, span, file.effects, false);
        }
    }

    /// Looks at what is opened to be read or written, and may be opened by
    /// the path of its descriptor for the other: `tee /dev/fd/3 3< x`.
    pub(super) fn reopened(&mut self, access: Access, target: Word) {
        if !self.profile.strict || !self.names_descriptors() {
            return;
        }
        if !target.flags.literal() {
            return self.operand(access, target, false);
        }
        let line = self.line;
        let cooked = target.cooked.of(&line.text);
        if cooked != "/dev/null" {
            let start = self.out.text.len();
            self.out.text.push_str(cooked);
            self.may_be_used(access, start, target.span, FILES);
        }
    }

    /// Whether the line names an open file by its descriptor.
    fn names_descriptors(&self) -> bool {
        const NAMES: [&str; 3] = ["/fd/", "/dev/stdin", "/dev/stdout"];
        let named = || NAMES.iter().any(|n| self.outermost.contains(n));
        *self.whole.names_descriptors.get_or_init(named)
    }
}
