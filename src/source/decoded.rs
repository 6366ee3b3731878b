use super::Span;

/// A decoded text (a JSON or YAML string without its escapes) that knows
/// where each of its bytes stands in the file.
///
/// The map is a short list of steps: between two steps decoded and raw bytes
/// advance together. A text without escapes has one step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decoded {
    text: String,
    /// The whole raw text in the file, without quotes.
    span: Span,
    /// `(decoded offset, raw offset)`, both increasing.
    steps: Vec<(u32, u32)>,
}

impl Decoded {
    /// A text that stands in the file as it is.
    pub fn plain(text: impl Into<String>, span: Span) -> Decoded {
        Decoded { text: text.into(), span, steps: Vec::new() }
    }

    /// A text with escapes. `steps` holds `(decoded, raw)` offsets of every
    /// place where the two stop advancing together, in order: one entry at
    /// the start of each escape and one just behind it.
    pub fn with_steps(
        text: String,
        span: Span,
        steps: Vec<(u32, u32)>,
    ) -> Decoded {
        Decoded { text, span, steps }
    }

    /// A text that was made of what stands at a place: every part of it
    /// stands for the whole place.
    pub fn made(text: impl Into<String>, span: Span) -> Decoded {
        let steps = vec![(u32::MAX, span.start)];
        Decoded { text: text.into(), span, steps }
    }

    /// The decoded text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The raw text in the file, without quotes.
    pub fn span(&self) -> Span {
        self.span
    }

    /// A part of the text as a text of its own. A range that does not lie on
    /// characters gives an empty text.
    #[must_use]
    pub fn part(&self, part: Span) -> Decoded {
        let text = part.of(&self.text).to_owned();
        let span = self.place(part);
        if self.is_made() {
            return Decoded::made(text, span);
        }
        let inside = |at: u32| at >= part.start && at <= part.end;
        let moved = self.steps.iter().filter(|step| inside(step.0));
        let moved = moved.map(|&(at, raw)| (at - part.start, raw));
        let first = (0, self.raw(part.start, false));
        let steps: Vec<_> = match self.steps.is_empty() {
            true => Vec::new(),
            false => std::iter::once(first).chain(moved).collect(),
        };
        Decoded { text, span, steps }
    }

    /// The place in the file of a range of the decoded text. A range that
    /// touches an escape covers the whole escape.
    pub fn place(&self, part: Span) -> Span {
        if self.is_made() {
            return self.span;
        }
        let start = self.raw(part.start, false);
        let end =
            if part.is_empty() { start } else { self.raw(part.end, true) };
        Span { start, end: end.max(start) }
    }

    fn is_made(&self) -> bool {
        self.steps.first().is_some_and(|step| step.0 == u32::MAX)
    }

    fn raw(&self, at: u32, is_end: bool) -> u32 {
        let next = self.steps.partition_point(|&(decoded, _)| {
            if is_end { decoded < at } else { decoded <= at }
        });
        let before = next.checked_sub(1).and_then(|i| self.steps.get(i));
        let (decoded, raw) = *before.unwrap_or(&(0, self.span.start));
        let after = self.steps.get(next);
        let moved = raw.saturating_add(at.saturating_sub(decoded));
        match after {
            // Inside an escape: its end when closing, its start otherwise.
            Some(&(_, limit)) if moved > limit => {
                if is_end {
                    limit
                } else {
                    raw
                }
            }
            // An escape's last decoded byte: the range covers all of it.
            Some(&(end, limit)) if is_end && end == at => limit,
            _ => moved.min(self.span.end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_is_covered_whole() {
        // raw:     a \u0041 b   at 10
        let span = Span::new(10, 18);
        let steps = vec![(1, 11), (2, 17)];
        let text = Decoded::with_steps("aAb".into(), span, steps);
        assert_eq!(text.place(Span::new(0, 1)), Span::new(10, 11));
        assert_eq!(text.place(Span::new(1, 2)), Span::new(11, 17));
        assert_eq!(text.place(Span::new(2, 3)), Span::new(17, 18));
        assert_eq!(text.place(Span::new(0, 3)), Span::new(10, 18));
    }

    #[test]
    fn a_part_keeps_its_places() {
        let span = Span::new(10, 18);
        let steps = vec![(1, 11), (2, 17)];
        let text = Decoded::with_steps("aAb".into(), span, steps);
        let part = text.part(Span::new(1, 3));
        assert_eq!((part.as_str(), part.span()), ("Ab", Span::new(11, 18)));
        assert_eq!(part.place(Span::new(0, 1)), Span::new(11, 17));
        assert_eq!(part.place(Span::new(1, 2)), Span::new(17, 18));
        let plain = Decoded::plain("a, b", Span::new(5, 9));
        let part = plain.part(Span::new(3, 4));
        assert_eq!(part.place(Span::new(0, 1)), Span::new(8, 9));
    }

    #[test]
    fn plain_text_maps_by_shift() {
        let text = Decoded::plain("abc", Span::new(5, 8));
        assert_eq!(text.place(Span::new(1, 3)), Span::new(6, 8));
        assert_eq!(text.place(Span::new(3, 3)), Span::new(8, 8));
    }
}
