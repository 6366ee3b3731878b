//! The few lines of a source around a place, fit to be drawn: long lines cut
//! to a window, hidden characters made visible, all offsets mapped along.

use hookset::source::{Source, Span};
use miette::{
    LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan,
    SpanContents,
};

use crate::text::is_hidden;

/// A label as it is to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Mark<'a> {
    pub(crate) span: Span,
    pub(crate) text: &'a str,
}

/// Lines of a source as they will be shown.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt {
    name: String,
    text: String,
    /// How many lines of the source stand before.
    skipped: usize,
    /// The true place of the first mark, from 1.
    place: (u32, u32),
    labels: Vec<(usize, usize, String)>,
}

/// A line with the marks in it.
#[derive(Clone, Debug)]
pub(crate) struct MarkedLine<'a> {
    pub(crate) number: usize,
    pub(crate) text: &'a str,
    /// Start, length, words.
    pub(crate) marks: Vec<(usize, usize, &'a str)>,
}

/// Bytes of one line that are looked at; lines can be megabytes long.
const REACH: usize = 512;

impl Excerpt {
    /// The lines around `marks` (first is primary), all of which lie close
    /// together, for a window of `width` columns.
    pub(crate) fn new(
        source: &Source,
        marks: &[Mark],
        width: usize,
        dots: &'static str,
    ) -> Excerpt {
        let line = |at: usize| source.line(at as u32).range();
        let first = marks.first().map_or(Span::default(), |mark| mark.span);
        let place = source.line_column(first.start);
        let low = marks.iter().map(|mark| mark.span.start).min();
        let high = marks.iter().map(|mark| last_byte(mark.span)).max();
        let low = line(low.unwrap_or(0) as usize).start;
        let high = line(high.unwrap_or(0) as usize).end;
        let (top, _) = source.line_column(low as u32);
        let mut skipped = top.saturating_sub(1) as usize;
        let mut start = low;
        let before = line(low.saturating_sub(1)).start;
        let text = source.text();
        if !text.get(before..low).unwrap_or("").trim().is_empty() {
            start = before;
            skipped = skipped.saturating_sub(1);
        }
        let end = if high < text.len() { line(high + 1).end } else { high };
        let mut cut = Cut::new(source, marks, width, dots);
        cut.lines(start, end);
        Excerpt {
            name: crate::text::visible(source.name()).into_owned(),
            text: cut.out,
            skipped,
            place,
            labels: cut.labels.into_iter().flatten().collect(),
        }
    }

    /// The lines, with their numbers in the source, that a mark starts in;
    /// with each, the marks in it: start, length, and words.
    pub(crate) fn marked_lines(&self) -> Vec<MarkedLine<'_>> {
        let mut start = 0;
        let mut out = Vec::new();
        for (at, text) in self.text.split('\n').enumerate() {
            let end = start + text.len();
            let here = |label: &&(usize, usize, String)| {
                start <= label.0 && label.0 <= end
            };
            let marks = self.labels.iter().filter(here);
            let marks: Vec<_> = marks
                .map(|(from, len, words)| {
                    let len = (*len).min(end - from);
                    (from - start, len, words.as_str())
                })
                .collect();
            if !marks.is_empty() {
                let number = self.skipped + at + 1;
                out.push(MarkedLine { number, text, marks });
            }
            start = end + 1;
        }
        out
    }

    /// The labels, in the excerpt's own offsets; the first is primary.
    pub(crate) fn labels(&self) -> Vec<LabeledSpan> {
        let labels = self.labels.iter().enumerate();
        labels
            .map(|(at, (start, len, text))| {
                let text = (!text.is_empty()).then(|| text.clone());
                let span = SourceSpan::from((*start, *len));
                if at == 0 {
                    LabeledSpan::new_primary_with_span(text, span)
                } else {
                    LabeledSpan::new_with_span(text, span)
                }
            })
            .collect()
    }
}

/// Lines being cut and copied.
struct Cut<'a> {
    source: &'a Source,
    text: &'a str,
    marks: &'a [Mark<'a>],
    width: usize,
    dots: &'static str,
    out: String,
    labels: Vec<Option<(usize, usize, String)>>,
}

impl<'a> Cut<'a> {
    fn new(
        source: &'a Source,
        marks: &'a [Mark<'a>],
        width: usize,
        dots: &'static str,
    ) -> Cut<'a> {
        let (text, out) = (source.text(), String::new());
        let labels = vec![None; marks.len()];
        Cut { source, text, marks, width, dots, out, labels }
    }

    fn lines(&mut self, start: usize, end: usize) {
        let mut at = start;
        loop {
            let stop = self.source.line(at as u32).range().end.min(end);
            self.line(at, stop);
            if stop >= end {
                return;
            }
            self.out.push('\n');
            at = stop + 1;
        }
    }

    /// Copies one line, or the part of it that its marks ask for.
    fn line(&mut self, start: usize, end: usize) {
        let here: Vec<usize> = (0..self.marks.len())
            .filter(|&at| self.starts_in(at, start, end))
            .collect();
        let spans = here.iter().filter_map(|&at| self.marks.get(at));
        let low = spans.clone().map(|mark| mark.span.start as usize).min();
        let high = spans.map(|mark| mark.span.end as usize).max();
        let window = self.window(start, end, low, high.map(|at| at.min(end)));
        let (from, to) = window;
        if from > start {
            self.out.push_str(self.dots);
        }
        // Where each mark starts and ends in the output.
        let mut found = vec![(None, None); here.len()];
        let chars = self.text.get(from..to).unwrap_or("").char_indices();
        for (offset, c) in chars {
            self.note(&here, &mut found, from + offset);
            if c == '\r' && from + offset + 1 == end {
                continue;
            }
            if c != '\t' && is_hidden(c) {
                self.out.extend(c.escape_default());
            } else {
                self.out.push(c);
            }
        }
        self.note(&here, &mut found, to);
        let text_end = self.out.len();
        if to < end {
            self.out.push_str(self.dots);
        }
        for (&at, (first, last)) in here.iter().zip(found) {
            let Some(mark) = self.marks.get(at) else { continue };
            let first = first.unwrap_or(text_end);
            let last = last.unwrap_or(self.out.len()).max(first);
            let words = crate::text::visible(mark.text).into_owned();
            let label = (first, last - first, words);
            if let Some(slot) = self.labels.get_mut(at) {
                *slot = Some(label);
            }
        }
    }

    /// Remembers where in the output the marks that start or end at byte
    /// `at` of the source do so.
    fn note(
        &self,
        here: &[usize],
        found: &mut [(Option<usize>, Option<usize>)],
        at: usize,
    ) {
        for (&index, (first, last)) in here.iter().zip(found) {
            let Some(mark) = self.marks.get(index) else { continue };
            if first.is_none() && mark.span.start as usize <= at {
                *first = Some(self.out.len());
            }
            if last.is_none() && mark.span.end as usize <= at {
                *last = Some(self.out.len());
            }
        }
    }

    fn starts_in(&self, at: usize, start: usize, end: usize) -> bool {
        let mark = self.marks.get(at).map(|mark| mark.span.start as usize);
        mark.is_some_and(|mark| start <= mark && mark <= end)
    }

    /// The bytes of the line to show: all of it where it fits, otherwise
    /// the marks with a third of the width before them.
    fn window(
        &self,
        start: usize,
        end: usize,
        low: Option<usize>,
        high: Option<usize>,
    ) -> (usize, usize) {
        let fits =
            end - start <= REACH && self.columns(start, end) <= self.width;
        if fits {
            return (start, end);
        }
        let low = low.unwrap_or(start).clamp(start, end);
        let high = high.unwrap_or(low).clamp(low, end);
        let room = self.width.saturating_sub(2 * self.dots.len()).max(8);
        let marked = self.columns(low, high.min(low + REACH));
        let before = room.saturating_sub(marked).min(room / 3);
        let from = self.back(low, start, before);
        let to = self.forth(from, end, room);
        (from, to)
    }

    fn columns(&self, from: usize, to: usize) -> usize {
        let to = floor(self.text, to);
        let part = self.text.get(from..to).unwrap_or("");
        part.chars().map(columns).sum()
    }

    /// The offset `columns` columns before `at`, not before `start`.
    fn back(&self, at: usize, start: usize, room: usize) -> usize {
        let before = self.text.get(start..at).unwrap_or("");
        let mut left = room;
        let mut from = at;
        for (offset, c) in before.char_indices().rev() {
            let wide = columns(c);
            if wide > left {
                break;
            }
            left -= wide;
            from = start + offset;
        }
        from
    }

    /// The offset `room` columns behind `at`, not behind `end`.
    fn forth(&self, at: usize, end: usize, room: usize) -> usize {
        let after = self.text.get(at..end).unwrap_or("");
        let mut left = room;
        for (offset, c) in after.char_indices() {
            let wide = columns(c);
            if wide > left {
                return at + offset;
            }
            left -= wide;
        }
        end
    }
}

/// An upper bound of the columns a character takes once drawn.
fn columns(c: char) -> usize {
    if c == '\t' {
        4
    } else if is_hidden(c) {
        c.escape_default().len()
    } else if c.is_ascii() {
        1
    } else {
        2
    }
}

fn last_byte(span: Span) -> u32 {
    if span.is_empty() { span.end } else { span.end - 1 }
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let inner = self.text.read_span(span, before, after)?;
        // The heading asks without lines around, and wants the true place.
        let (line, column) = if before == 0 && after == 0 {
            let (line, column) = self.place;
            (line.saturating_sub(1), column.saturating_sub(1))
        } else {
            ((inner.line() + self.skipped) as u32, inner.column() as u32)
        };
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            inner.data(),
            *inner.span(),
            line as usize,
            column as usize,
            inner.line_count(),
        )))
    }
}
