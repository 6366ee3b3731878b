use std::cell::Cell;

use super::source_of;
use crate::source::{Source, SourceId, Span};

/// A place as people count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// Turns offsets into places. Remembers the last answer, so that many
/// findings on one long line cost one pass over it, not one pass each.
pub(super) struct Places<'a> {
    sources: &'a [Source],
    last: Cell<(SourceId, u32, Place)>,
}

impl<'a> Places<'a> {
    pub(super) fn new(sources: &'a [Source]) -> Places<'a> {
        let start = Place { line: 1, column: 1 };
        Places { sources, last: Cell::new((SourceId(0), 0, start)) }
    }

    /// The source called `id`.
    pub(super) fn source(&self, id: SourceId) -> Option<&'a Source> {
        source_of(self.sources, id)
    }

    /// The places of both ends of a span.
    pub(super) fn ends(&self, id: SourceId, span: Span) -> (Place, Place) {
        let start = self.at(id, span.start);
        (start, self.at(id, span.end))
    }

    fn at(&self, id: SourceId, offset: u32) -> Place {
        let Some(source) = self.source(id) else {
            return Place { line: 1, column: 1 };
        };
        let place = self
            .ahead(source, id, offset)
            .unwrap_or_else(|| from_start(source, offset));
        self.last.set((id, offset, place));
        place
    }

    /// The place counted from the last one, where it lies before this one on
    /// the same line.
    fn ahead(
        &self,
        source: &Source,
        id: SourceId,
        offset: u32,
    ) -> Option<Place> {
        let (last_id, last_offset, last) = self.last.get();
        if last_id != id || last_offset > offset {
            return None;
        }
        let between =
            source.text().get(last_offset as usize..offset as usize)?;
        if between.contains('\n') {
            return None;
        }
        let more = u32::try_from(between.chars().count()).ok()?;
        let column = last.column.saturating_add(more);
        Some(Place { line: last.line, column })
    }
}

fn from_start(source: &Source, offset: u32) -> Place {
    let (line, column) = source.line_column(offset);
    Place { line, column }
}
