//! Files that are named from the directory that a line went to.

use super::uses::{FILES, about};
use crate::shell::cd::Cd;
use crate::shell::scene::Scene;
use crate::shell::{Access, Effects, FileUse, Reason};
use crate::source::Span;

impl Scene<'_> {
    /// The same file, named from the directory that the line went to.
    pub(super) fn file_behind_cd(&mut self, file: FileUse, span: Span) {
        let FileUse { access, path, .. } = file;
        match self.cd {
            Cd::Here => {}
            Cd::To(directory) if self.roomy(directory) => {
                let start = self.out.text.len();
                let text = &mut self.out.text;
                text.extend_from_within(directory.range());
                text.push('/');
                text.extend_from_within(path.range());
                let path = Span::new(start, text.len());
                let file = FileUse { path, ..file };
                self.out.uses.push(file);
                if self.root.other && path.of(&self.out.text).starts_with('/')
                {
                    self.other_root(file);
                }
            }
            Cd::Unknown
                if !matches!(access, Access::Read | Access::Write)
                    && !self.holds_guarded(file) => {}
            Cd::To(_) | Cd::Unknown => {
                if access == Access::Write && self.goes_to_git() {
                    self.protect(span);
                }
                self.behind_unknown_cd(file, span);
            }
        }
    }

    /// Whether all below a directory is used, and one of this name is above
    /// files that guards are about.
    fn holds_guarded(&self, file: FileUse) -> bool {
        let text = file.path.of(&self.out.text);
        let name = text.rsplit('/').next().unwrap_or("");
        matches!(file.access, Access::ReadBelow | Access::WriteBelow)
            && self
                .places
                .guarded
                .is_some_and(|guarded| guarded.may_be_in(file.access, name))
    }

    /// The same where nobody knows which directory that is.
    fn behind_unknown_cd(&mut self, file: FileUse, span: Span) {
        let FileUse { access, path, needs_cover, .. } = file;
        let text = path.of(&self.out.text);
        let name = text.rsplit('/').next().unwrap_or("");
        let other =
            self.is_other_name(access, name) && !self.holds_guarded(file);
        let guards = match other {
            true => Effects::default(),
            false => FILES,
        };
        let effects = match needs_cover {
            true => guards.and(Effects::ALLOW),
            false => guards,
        };
        if effects != Effects::default() {
            let reason = Reason::StateChange;
            self.doubt_about(reason, span, effects, about(access));
        }
    }
}
