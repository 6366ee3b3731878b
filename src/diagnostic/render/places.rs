use super::source_of;
use crate::source::{Source, SourceId, Span};

/// A place as people count: both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// Turns offsets into places.
pub(super) struct Places<'a> {
    sources: &'a [Source],
}

impl<'a> Places<'a> {
    pub(super) fn new(sources: &'a [Source]) -> Places<'a> {
        Places { sources }
    }

    /// The source called `id`.
    pub(super) fn source(&self, id: SourceId) -> Option<&'a Source> {
        source_of(self.sources, id)
    }

    /// The places of both ends of a span.
    pub(super) fn ends(&self, id: SourceId, span: Span) -> (Place, Place) {
        (self.at(id, span.start), self.at(id, span.end))
    }

    // The source knows how many characters stand before many places; to count
    // on from the last answer is a pass over the line where labels go to and
    // fro.
    fn at(&self, id: SourceId, offset: u32) -> Place {
        let place = |source: &Source| source.line_column(offset);
        let (line, column) = self.source(id).map_or((1, 1), place);
        Place { line, column }
    }
}
