//! Where each character of a YAML text stands in the file.

use saphyr_parser::ScalarStyle;

/// The steps of [`crate::source::Decoded::with_steps`] for a text `value`
/// that was read from `raw`, which starts at byte `start` of the file and
/// has no quotes any more. None where the two do not fit together.
pub(super) fn steps(
    raw: &str,
    value: &str,
    start: usize,
    style: ScalarStyle,
) -> Option<Vec<(u32, u32)>> {
    let indent = match style {
        ScalarStyle::Literal | ScalarStyle::Folded => Some(indent(raw)),
        _ => None,
    };
    let mut walk = Walk { raw, value, start, at: 0, done: 0, steps: vec![] };
    walk.step();
    walk.indentation(indent);
    while walk.done < value.len() {
        let rest = value.get(walk.done..).unwrap_or("");
        if walk.rest().is_empty() && rest.bytes().all(|b| b == b'\n') {
            // The line breaks behind a block.
            walk.step();
            walk.done = value.len();
            break;
        }
        walk.piece(style, indent)?;
    }
    walk.step();
    Some(walk.steps)
}

/// The blanks that every line of a block has in front.
fn indent(raw: &str) -> usize {
    let lines = raw.lines().filter(|line| !line.trim().is_empty());
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    // The first line may have lost its blanks to the span.
    let shortest = lines.skip(1).map(blanks).min();
    shortest.unwrap_or(usize::MAX)
}

struct Walk<'a> {
    raw: &'a str,
    value: &'a str,
    start: usize,
    /// Bytes of `raw` behind us.
    at: usize,
    /// Bytes of `value` behind us.
    done: usize,
    steps: Vec<(u32, u32)>,
}

impl Walk<'_> {
    fn step(&mut self) {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let step = (number(self.done), number(self.start + self.at));
        if self.steps.last() != Some(&step) {
            self.steps.push(step);
        }
    }

    fn rest(&self) -> &str {
        self.raw.get(self.at..).unwrap_or("")
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn wanted(&self) -> Option<char> {
        self.value.get(self.done..)?.chars().next()
    }

    /// One character of the value, or some that stand for none.
    fn piece(
        &mut self,
        style: ScalarStyle,
        indent: Option<usize>,
    ) -> Option<()> {
        let (c, wanted) = (self.next()?, self.wanted()?);
        let is_double = style == ScalarStyle::DoubleQuoted;
        if c == '\\' && is_double {
            return self.escape(wanted);
        }
        if c == '\'' && style == ScalarStyle::SingleQuoted {
            self.rest().starts_with("''").then_some(())?;
            self.mapped(2, wanted);
            return Some(());
        }
        if matches!(c, '\n' | '\r') && indent.is_some() {
            return self.line_break(c, wanted, indent);
        }
        if matches!(c, ' ' | '\t' | '\n' | '\r') && indent.is_none() {
            return self.blanks(wanted);
        }
        if c != wanted {
            return None;
        }
        self.at += c.len_utf8();
        self.done += c.len_utf8();
        Some(())
    }

    /// `len` bytes of the file stand for one character.
    fn mapped(&mut self, len: usize, c: char) {
        self.step();
        self.at += len;
        self.done += c.len_utf8();
        self.step();
    }

    /// Bytes of the file that stand for nothing.
    fn skip(&mut self, len: usize) {
        self.step();
        self.at += len;
        self.step();
    }

    fn escape(&mut self, wanted: char) -> Option<()> {
        let rest = self.rest();
        let second = rest.chars().nth(1)?;
        let len = match second {
            'x' => 4,
            'u' => 6,
            'U' => 10,
            '\n' | '\r' => {
                let body = rest.get(1..)?;
                let blanks = [' ', '\t', '\n', '\r'];
                let len = body.len() - body.trim_start_matches(blanks).len();
                self.skip(1 + len);
                return Some(());
            }
            c => 1 + c.len_utf8(),
        };
        rest.is_char_boundary(len).then_some(())?;
        self.mapped(len, wanted);
        Some(())
    }

    /// The end of a line in a block.
    fn line_break(
        &mut self,
        c: char,
        wanted: char,
        indent: Option<usize>,
    ) -> Option<()> {
        if c == '\r' {
            self.skip(1);
            return Some(());
        }
        if matches!(wanted, '\n' | ' ') {
            self.mapped(1, wanted);
        } else {
            self.skip(1);
        }
        self.indentation(indent);
        Some(())
    }

    fn indentation(&mut self, indent: Option<usize>) {
        let Some(indent) = indent else { return };
        let blanks =
            self.rest().len() - self.rest().trim_start_matches(' ').len();
        let same = self.value.get(self.done..).unwrap_or("");
        let same = same.len() - same.trim_start_matches(' ').len();
        // Never more than leaves what the value itself begins with.
        let len = indent.min(blanks.saturating_sub(same));
        if len > 0 {
            self.skip(len);
        }
    }

    /// Blanks outside of blocks; with a line break in them they are folded.
    fn blanks(&mut self, wanted: char) -> Option<()> {
        let rest = self.rest();
        let blanks = [' ', '\t', '\n', '\r'];
        let len = rest.len() - rest.trim_start_matches(blanks).len();
        let run = rest.get(..len)?;
        let breaks = run.matches('\n').count();
        if breaks == 0 {
            let c = self.next()?;
            if c != wanted {
                // Blanks at the end of a folded line.
                self.skip(1);
                return Some(());
            }
            self.at += 1;
            self.done += 1;
            return Some(());
        }
        let folded = self.value.get(self.done..)?;
        let new = match breaks {
            1 => usize::from(folded.starts_with(' ')),
            _ => folded.len() - folded.trim_start_matches('\n').len(),
        };
        self.step();
        self.at += len;
        self.done += new.min(breaks);
        self.step();
        Some(())
    }
}
