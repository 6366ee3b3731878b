//! What is wrong with a text, noted while it is read.

use super::parse::Parser;
use super::{Fault, Problem};
use crate::source::Span;

impl Parser<'_> {
    pub(super) fn has_errors(&self) -> bool {
        let harmless = |p: &Problem| {
            matches!(
                p.fault,
                Fault::Comment | Fault::MoreAccepted | Fault::ByteOrderMark
            )
        };
        !self.tape.problems.iter().all(harmless)
    }

    pub(super) fn problem(&mut self, fault: Fault, span: Span) {
        self.problem_at(fault, span, None);
    }

    pub(super) fn problem_at(
        &mut self,
        fault: Fault,
        span: Span,
        other: Option<Span>,
    ) {
        let problems = self.limits.problems.max(1);
        if self.count(fault) < problems {
            return self.tape.problems.push(Problem { fault, span, other });
        }
        let fault = match fault.is_accepted() {
            true => Fault::MoreAccepted,
            false => Fault::More,
        };
        if self.count(fault) == 0 {
            self.tape.problems.push(Problem { fault, span, other });
        }
    }

    /// How often a fault was found before this time.
    fn count(&mut self, fault: Fault) -> usize {
        let Some(count) = self.counts.get_mut(fault as usize) else {
            return 0;
        };
        let before = *count;
        *count += 1;
        before
    }
}
