//! Files of commands that may be run, but need not be: `psql -c '\! rm x'`,
//! a string of code that is a command.

use super::uses::FILES;
use crate::shell::scene::Scene;
use crate::shell::{Access, Effects};
use crate::source::Span;

impl Scene<'_> {
    /// Guards ask about the path at the end of the output's text instead of
    /// matching it. The effects that are left for it, if any: it may be
    /// protected.
    pub(super) fn may_be_used(
        &mut self,
        access: Access,
        start: usize,
        span: Span,
        effects: Effects,
    ) -> Option<Effects> {
        let unsure = match access {
            Access::Read => Access::Looks,
            Access::Write => Access::Maybe,
            access => access,
        };
        self.file(unsure, start, span, Effects::OPEN, false);
        // What may be no line needs no cover.
        let effects = Effects(effects.0 & !FILES.0);
        (!self.may_be_no_line()).then_some(effects)
    }
}
