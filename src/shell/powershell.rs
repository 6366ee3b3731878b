//! PowerShell.
use super::Reason;
use super::split::{Limits, Line};
use crate::source::Span;
pub(super) fn split(text: &str, _limits: &Limits, out: &mut Line) {
    out.mark(Reason::Unparsed, Span::new(0, text.len()), None);
}
