//! Where a text parts from a text glob.

use crate::source::Span;
use crate::syntax::TextGlob;

/// What goes wrong first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stuck {
    /// Another word stands there.
    Word,
    /// The text ends.
    Ends,
    /// The text goes on.
    GoesOn,
    /// The last word of the pattern is only the start of a word.
    Boundary,
    /// This part stands nowhere behind the parts before it.
    NotFound,
}

/// The first place where a text does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub(super) stuck: Stuck,
    /// In the text of the pattern.
    pub(super) pattern: Span,
    /// In the text.
    pub(super) text: Span,
    /// How many bytes of the pattern were found.
    pub(super) found: usize,
    /// How many there are.
    pub(super) whole: usize,
}

/// How the stars of a pattern's text are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// A command pattern: every star counts.
    Command,
    /// A value or name: a backslash takes the next character as it is.
    Value,
    /// No star counts.
    Exact,
}

/// Where `text` parts from `glob`, which was written as `pattern` and does
/// not match.
pub(super) fn stop(
    glob: &TextGlob,
    pattern: &str,
    written: Written,
    text: &str,
) -> Stop {
    let spans = chunks(pattern, written, glob);
    let whole = glob.parts.iter().map(String::len).sum();
    let mut walk = Walk { glob, spans, pattern, text, whole, found: 0 };
    walk.run()
}

/// The bytes of the pattern's text that each part was read from.
fn chunks(pattern: &str, written: Written, glob: &TextGlob) -> Vec<Span> {
    let mut stars = Vec::new();
    let mut escaped = false;
    for (at, c) in pattern.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if written == Written::Value => escaped = true,
            '*' if written != Written::Exact => stars.push(at),
            _ => {}
        }
    }
    let mut out = Vec::new();
    let mut start = 0;
    for star in stars {
        out.push(Span::new(start, star));
        start = star + 1;
    }
    out.push(Span::new(start, pattern.len()));
    // The blank or colon before a last star of its own is no text.
    if glob.boundary
        && let Some(at) = out.len().checked_sub(2)
        && let Some(span) = out.get_mut(at)
    {
        span.end = span.end.max(span.start + 1) - 1;
    }
    out
}

struct Walk<'a> {
    glob: &'a TextGlob,
    spans: Vec<Span>,
    pattern: &'a str,
    text: &'a str,
    whole: usize,
    found: usize,
}

impl Walk<'_> {
    fn run(&mut self) -> Stop {
        let parts = &self.glob.parts;
        let first = parts.first().map_or("", String::as_str);
        let common = common(first, self.text);
        if common < first.len() {
            return self.in_first(first, common);
        }
        self.found = first.len();
        let mut at = first.len();
        if parts.len() <= 1 {
            return self.behind(0, at);
        }
        let last = match self.glob.boundary {
            true => parts.len().saturating_sub(2),
            false => parts.len() - 1,
        };
        for (number, part) in parts.iter().enumerate().skip(1) {
            if number >= last {
                break;
            }
            let rest = self.text.get(at..).unwrap_or("");
            match rest.find(part.as_str()) {
                Some(offset) => at += offset + part.len(),
                None => return self.missing(number, at),
            }
            self.found += part.len();
        }
        self.at_last(last, at)
    }

    /// The last part, which must stand at the end, or for a boundary before
    /// a blank.
    fn at_last(&mut self, last: usize, at: usize) -> Stop {
        let part = self.glob.parts.get(last).map_or("", String::as_str);
        if last == 0 {
            return self.boundary(0, at);
        }
        let rest = self.text.get(at..).unwrap_or("");
        let Some(offset) = rest.rfind(part) else {
            return self.missing(last, at);
        };
        self.found += part.len();
        let end = at + offset + part.len();
        match self.glob.boundary {
            true => self.boundary(last, end),
            false => self.behind(last, end),
        }
    }

    fn in_first(&mut self, first: &str, common: usize) -> Stop {
        self.found = common;
        let rest = first.get(common..).unwrap_or("");
        let blank_before = first.get(..common).unwrap_or("").ends_with(' ');
        let new_word = common == 0 || blank_before || rest.starts_with(' ');
        if common >= self.text.len() && new_word {
            let blanks = rest.len() - rest.trim_start().len();
            let start = common + blanks;
            let end = word_end(first, start);
            let pattern = self.place(0, Span::new(start, end));
            return self.end(Stuck::Ends, pattern, common, common);
        }
        let pattern = self.place(0, word(first, common));
        let text = word(self.text, common);
        self.end(Stuck::Word, pattern, text.start as usize, text.end as usize)
    }

    /// The text goes on at `at`, behind part `number`.
    fn behind(&self, number: usize, at: usize) -> Stop {
        let part = self.glob.parts.get(number).map_or("", String::as_str);
        let rest = self.text.get(at..).unwrap_or("");
        let before = part.chars().next_back();
        let broken = before.is_some_and(|c| c != ' ')
            && !rest.starts_with([' ', '\t', '\n'])
            && !rest.is_empty();
        if broken && number == 0 {
            let pattern = self.place(number, word(part, part.len()));
            let text = word(self.text, at);
            let (from, to) = (text.start as usize, text.end as usize);
            return self.end(Stuck::Word, pattern, from, to);
        }
        let end = self.spans.get(number).map_or(0, |s| s.end) as usize;
        let pattern = Span::new(end, end);
        self.end(Stuck::GoesOn, pattern, at, self.text.len())
    }

    fn boundary(&self, number: usize, at: usize) -> Stop {
        let part = self.glob.parts.get(number).map_or("", String::as_str);
        let start = word(part, part.len());
        let place = self.place(number, start);
        let all = Span::new(place.start as usize, self.pattern.len());
        let text = word(self.text, at);
        let (from, to) = (text.start as usize, text.end as usize);
        self.end(Stuck::Boundary, all, from, to)
    }

    fn missing(&self, number: usize, at: usize) -> Stop {
        let place = self.spans.get(number).copied().unwrap_or_default();
        let at = at.min(self.text.len());
        self.end(Stuck::NotFound, place, at, self.text.len())
    }

    /// Bytes of a part, in the pattern's text.
    fn place(&self, number: usize, inner: Span) -> Span {
        let whole = self.spans.get(number).copied().unwrap_or_default();
        let part = self.glob.parts.get(number).map_or(0, String::len);
        // Runs of blanks count as one: then only the part is known.
        if whole.len() != part {
            return whole;
        }
        inner.shifted(whole.start as usize)
    }

    fn end(
        &self,
        stuck: Stuck,
        pattern: Span,
        from: usize,
        to: usize,
    ) -> Stop {
        let text = Span::new(from, to);
        let (found, whole) = (self.found, self.whole);
        Stop { stuck, pattern, text, found, whole }
    }
}

/// The length of what two texts have in common at their start.
fn common(one: &str, other: &str) -> usize {
    let pairs = one.char_indices().zip(other.chars());
    let differ = pairs.into_iter().find(|((_, a), b)| a != b);
    differ.map_or(one.len().min(other.len()), |((at, _), _)| at)
}

/// The word that an offset lies in, or at the end of.
fn word(text: &str, at: usize) -> Span {
    let before = text.get(..at).unwrap_or(text);
    let start = before.rfind([' ', '\t', '\n']).map_or(0, |blank| blank + 1);
    Span::new(start, word_end(text, at))
}

fn word_end(text: &str, at: usize) -> usize {
    let after = text.get(at..).unwrap_or("");
    let end = after.find([' ', '\t', '\n']).unwrap_or(after.len());
    at.min(text.len()) + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_command_parts_from_its_pattern() {
        use Stuck::*;
        for (pattern, text, stuck, in_pattern, in_text) in [
            ("git status", "git push", Word, "status", "push"),
            ("git status", "git", Ends, "status", ""),
            ("git status", "git stat", Word, "status", "stat"),
            ("git status", "gitk", Word, "git", "gitk"),
            ("git status", "git status -s", GoesOn, "", " -s"),
            ("npm test", "npm tests", Word, "test", "tests"),
            ("ls *", "lsof -i", Boundary, "ls *", "lsof"),
            ("ls:*", "lsof", Boundary, "ls:*", "lsof"),
            ("git push:*", "git pushx", Boundary, "push:*", "pushx"),
            ("git * main", "git push dev", NotFound, " main", "push dev"),
            ("git * main", "git push main -f", GoesOn, "", " -f"),
            ("* install", "npm install x", GoesOn, "", " x"),
            ("a * b *", "a x bc", Boundary, "b *", "bc"),
            ("", "x", GoesOn, "", "x"),
        ] {
            let glob = TextGlob::command(pattern);
            let stop = stop(&glob, pattern, Written::Command, text);
            assert_eq!(
                (stop.stuck, stop.pattern.of(pattern), stop.text.of(text)),
                (stuck, in_pattern, in_text),
                "{pattern} ~ {text}"
            );
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_safe(
            pattern in "[ab *:\\\\é]{0,10}", text in "[ab é]{0,12}"
        ) {
            for (glob, written) in [
                (TextGlob::command(&pattern), Written::Command),
                (TextGlob::stars(&pattern), Written::Value),
                (TextGlob::exact(&*pattern), Written::Exact),
            ] {
                let stop = stop(&glob, &pattern, written, &text);
                assert!(pattern.get(stop.pattern.range()).is_some());
                assert!(text.get(stop.text.range()).is_some());
            }
        }
    }
}
