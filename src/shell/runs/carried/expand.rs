//! A text with values in the places of its variables.

use smallvec::SmallVec;

use crate::shell::noted::Value;
use crate::shell::parameters::{Variable, changed};
use crate::shell::split::{Line, RedirectKind, Word, WordFlags};
use crate::shell::words::LONG;
use crate::source::{Span, Spare};

/// How many bytes more the text may have.
const MORE: usize = 4096;

/// The text with values in the places of its variables, in one of several
/// ways, and whether there are more of these; `None` where it stays as it is.
pub(super) fn filled(
    text: &str,
    line: &Line,
    values: &[Value],
    way: usize,
) -> Option<(Spare, bool)> {
    let here = |kind| kind == RedirectKind::HereDocument;
    let targets = line.redirects.iter().filter(|r| !here(r.kind));
    let words = line.words.iter().chain(&line.heads).copied();
    let words = words.chain(targets.map(|redirect| redirect.target));
    let open = |word: &Word| word.flags.any(WordFlags::PARAMETER);
    let mut spans: SmallVec<[Span; 16]> =
        words.filter(open).map(|w| w.span).collect();
    spans.sort_unstable();
    let mut pen = Pen { new: Spare::default(), found: false, more: false };
    let mut done = 0;
    for span in spans {
        let range = span.range();
        if range.start < done {
            continue;
        }
        pen.new.push_str(text.get(done..range.start)?);
        pen.word(span.of(text), values, way);
        done = range.end;
        if pen.new.len() > 2 * text.len() + MORE {
            return None;
        }
    }
    pen.new.push_str(text.get(done..)?);
    (pen.found && *pen.new != *text).then_some((pen.new, pen.more))
}

/// What of a text the values say; `None` where something in it is left open.
pub(super) fn known(text: &str, values: &[Value]) -> Option<Spare> {
    let mut pen = Pen { new: Spare::default(), found: false, more: false };
    pen.word(text, values, usize::MAX);
    (!pen.new.contains(['$', '`'])).then_some(pen.new)
}

struct Pen {
    new: Spare,
    /// Whether a value was put in.
    found: bool,
    /// Whether one of the variables may have other values.
    more: bool,
}

impl Pen {
    /// A word as it is written.
    fn word(&mut self, written: &str, values: &[Value], way: usize) {
        let (mut rest, mut single, mut double) = (written, false, false);
        while let Some(c) = rest.chars().next() {
            let mut end = c.len_utf8();
            match c {
                '\\' if !single => {
                    let next = rest.get(1..).and_then(|r| r.chars().next());
                    end += next.map_or(0, char::len_utf8);
                }
                '\'' if !double => single = !single,
                '"' if !single => double = !double,
                '$' if !single => {
                    let whole = rest.get(1..).unwrap_or("");
                    if let Some((variable, len)) = Variable::behind(whole)
                        && self.put(&variable, values, way, double)
                    {
                        rest = whole.get(len..).unwrap_or("");
                        continue;
                    }
                }
                _ => {}
            }
            let (piece, behind) =
                rest.split_at_checked(end).unwrap_or((rest, ""));
            self.new.push_str(piece);
            rest = behind;
        }
    }

    /// Writes what stands for a variable, if that is known.
    fn put(
        &mut self,
        variable: &Variable<'_>,
        values: &[Value],
        way: usize,
        double: bool,
    ) -> bool {
        let Some(held) = self.held(variable.name, values, way) else {
            return false;
        };
        let held = match variable.points {
            true => self.held(&held, values, way),
            false => Some(held),
        };
        let value = held.and_then(|held| match variable.change {
            "" => Some(held),
            change if change.starts_with('[') => Some(held),
            change => match change.trim_start_matches(':').chars().next() {
                Some('-' | '=' | '?') => Some(held),
                Some('+') => None,
                _ => changed(&held, change).map(Spare::from),
            },
        });
        let Some(value) = value else { return false };
        // `"$@"` are several words.
        let apart = double
            && (matches!(variable.name, "@") || variable.change == "[@]");
        let quote = if apart { "\"" } else { "" };
        for piece in [quote, &*value, quote] {
            self.new.push_str(piece);
        }
        self.found = true;
        true
    }

    /// What a variable holds: in the first way all that it may hold, in the
    /// others one of these.
    fn held(
        &mut self,
        name: &str,
        values: &[Value],
        way: usize,
    ) -> Option<Spare> {
        let all = || values.iter().filter(|value| *value.name == *name);
        let count = all().count();
        self.more |= count > 1 && way < count;
        let mut text = Spare::default();
        match way {
            0 => {
                for value in all() {
                    if text.len() + value.text.len() > LONG {
                        break;
                    }
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    text.push_str(&value.text);
                }
            }
            _ => text.push_str(&all().take(way).last()?.text),
        }
        (count > 0).then_some(text)
    }
}
