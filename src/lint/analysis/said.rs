//! What was said about which place.

use crate::diagnostic::{Code, Diagnostic};
use crate::ir::Origin;
use crate::source::SourceId;

/// What says that there is another spelling, which is no reason to be silent
/// about what never holds.
const SPELLINGS: &[Code] =
    &[Code::OPTIONS_BEFORE_SUBCOMMAND, Code::UPPERCASE_DOMAIN];

/// The places of findings, in order.
pub(super) struct Said {
    /// Source, start, end and code of each; and the furthest end of it and
    /// all before it in the same source.
    rows: Vec<(SourceId, u32, u32, Code, u32)>,
}

impl Said {
    pub(super) fn of(found: &[Diagnostic]) -> Said {
        let other = |found: &&Diagnostic| SPELLINGS.contains(&found.code);
        let all = found.iter().filter(|found| !other(found));
        let labels = all.filter_map(|found| {
            let at = found.primary()?;
            Some((at.source, at.span.start, at.span.end, found.code, 0))
        });
        let mut rows: Vec<_> = labels.collect();
        rows.sort();
        let mut last = (SourceId(0), 0);
        for row in &mut rows {
            let before = if last.0 == row.0 { last.1 } else { 0 };
            row.4 = before.max(row.2);
            last = (row.0, row.4);
        }
        Said { rows }
    }

    /// Whether one of these was said about a place or a part of it.
    pub(super) fn has(&self, at: Origin, codes: &[Code]) -> bool {
        let from = self.rows.partition_point(|row| {
            (row.0, row.1) < (at.source, at.span.start)
        });
        let rows = self.rows.get(from..).unwrap_or_default();
        rows.iter()
            .take_while(|row| row.0 == at.source && row.1 < at.span.end)
            .any(|row| row.2 <= at.span.end && codes.contains(&row.3))
    }

    /// Whether anything was said about some of a place.
    pub(super) fn touches(&self, at: Origin) -> bool {
        let before = self
            .rows
            .partition_point(|row| (row.0, row.1) < (at.source, at.span.end));
        let last = before.checked_sub(1).and_then(|at| self.rows.get(at));
        last.is_some_and(|row| row.0 == at.source && at.span.start < row.4)
    }
}
