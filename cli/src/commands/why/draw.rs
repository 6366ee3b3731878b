//! What is said about an event, drawn for people.

use std::fmt::Write as _;

use hookset::plan::why::{
    Cause, Explained, Matched, Miss, Part, Spot, Verdict,
};
use hookset::source::Source;

use super::Told;
use crate::commands::verdict;
use crate::excerpt::{Excerpt, Mark, MarkedLine};
use crate::terminal::{Look, Paint};
use crate::text::{count, shortened, visible};

/// The answer to one event: its verdict, then each rule.
pub(super) fn text(told: &Told<'_>, look: Look) -> String {
    let mut out = String::new();
    verdict::head(&mut out, told.number, told.event, look);
    verdict::permission(&mut out, told.answer, look);
    verdict::late(&mut out, told.answer, look);
    verdict::doubts(&mut out, told.answer, look);
    for found in &told.answer.diagnostics {
        let (severity, code) = (found.severity, found.code);
        let text = format!("{severity}[{code}]: {}", visible(&found.message));
        verdict::line(&mut out, look, "note", &text);
    }
    for each in told.explained {
        out.push('\n');
        let mut pen = Pen { out: &mut out, look, sources: told.sources };
        pen.one(each);
    }
    if told.explained.is_empty() {
        out.push_str("\nno rule is near this event\n");
    }
    if told.more > 0 {
        let more = count(told.more, "rule");
        let _ = writeln!(out, "\n{more} not shown; `--all` shows them");
    }
    out.push('\n');
    out
}

/// One rule, as it is drawn below an answer.
pub(crate) fn rule(
    out: &mut String,
    each: &Explained,
    sources: &[Source],
    look: Look,
) {
    Pen { out, look, sources }.one(each);
}

struct Pen<'a> {
    out: &'a mut String,
    look: Look,
    sources: &'a [Source],
}

impl Pen<'_> {
    fn one(&mut self, each: &Explained) {
        let rule = shortened(&each.text, self.look.width);
        let title = format!("{} `{rule}`", each.effect);
        let title = self.look.paint(Paint::Bold, &title);
        match &each.verdict {
            Verdict::Matched(found) => self.matched(&title, found),
            Verdict::Missed(miss) => self.missed(&title, miss),
        }
    }

    fn matched(&mut self, title: &str, found: &Matched) {
        let word = self.look.paint(Paint::Green, "matches");
        let _ = writeln!(self.out, "{title} {word}");
        if let Some(rule) = &found.rule {
            self.rule(rule, Paint::Green);
        }
        let mut marks: Vec<(&Spot, &str)> =
            found.places.iter().map(|spot| (spot, "")).collect();
        let rest = &found.uncovered;
        marks.extend(rest.iter().map(|spot| (spot, "not covered")));
        self.spots(&marks, Paint::Green);
        if !rest.is_empty() {
            let parts: Vec<_> = rest
                .iter()
                .take(3)
                .map(|spot| format!("`{}`", shortened(spot.as_str(), 40)))
                .collect();
            let dots = if rest.len() > 3 { ", …" } else { "" };
            let parts = parts.join(", ");
            let text = format!("does not cover {parts}{dots}");
            self.remark("note", &text);
        }
        if let Some(doubt) = found.doubt {
            let text = format!(
                "what cannot be decided counts as a match: {}",
                verdict::why(doubt.reason.as_str())
            );
            self.remark("doubt", &text);
        }
        if let Some(note) = &found.note {
            self.remark("note", note);
        }
    }

    fn missed(&mut self, title: &str, miss: &Miss) {
        let may = miss.doubt.filter(|_| miss.cause == Cause::InDoubt);
        let (word, paint) = match miss.cause {
            Cause::NotInForce => ("is not in force", Paint::Red),
            _ if may.is_some() => ("may match", Paint::Yellow),
            _ => ("does not match", Paint::Red),
        };
        let word = self.look.paint(paint, word);
        let message = visible(&miss.message);
        let _ = writeln!(self.out, "{title} {word}: {message}");
        if let Some(rule) = &miss.rule {
            self.rule(rule, Paint::Red);
        }
        if let Some(spot) = &miss.event {
            self.spots(&[(spot, "")], Paint::Red);
        }
        if let Some(doubt) = miss.doubt.filter(|_| may.is_none()) {
            let text = format!(
                "whether it applies all the same cannot be decided: {}",
                verdict::why(doubt.reason.as_str())
            );
            self.remark("doubt", &text);
        }
        if let Some(help) = &miss.help {
            self.remark("help", help);
        }
    }

    fn remark(&mut self, label: &str, text: &str) {
        let label = self.look.paint(Paint::Bold, label);
        let _ = writeln!(self.out, "    = {label}: {}", visible(text));
    }

    /// A part of a rule in its file.
    fn rule(&mut self, part: &Part, paint: Paint) {
        let source = self.sources.get(part.source.0 as usize);
        let Some(source) = source else { return };
        let mark = Mark { span: first_line(source, part), text: "" };
        let name = source.place(part.span);
        self.picture(source, &name, &[mark], true, paint);
    }

    /// Parts of the event, those of one field in one picture.
    fn spots(&mut self, spots: &[(&Spot, &str)], paint: Paint) {
        let mut fields: Vec<&str> =
            spots.iter().map(|(spot, _)| spot.field.as_str()).collect();
        fields.dedup();
        for field in fields {
            let own = spots.iter().filter(|(spot, _)| spot.field == field);
            let marks: Vec<_> = own
                .clone()
                .map(|(spot, text)| Mark { span: spot.span, text })
                .collect();
            let mut own = own;
            let Some((first, _)) = own.next() else { continue };
            let source = Source::new(field, &*first.text);
            self.picture(&source, field, &marks, false, paint);
        }
    }

    fn picture(
        &mut self,
        source: &Source,
        name: &str,
        marks: &[Mark<'_>],
        numbered: bool,
        paint: Paint,
    ) {
        let dots = if self.look.unicode { "…" } else { "..." };
        let arrow = self.look.paint(Paint::Dim, "-->");
        let _ = writeln!(self.out, "    {arrow} {}", visible(name));
        let width = self.look.width.saturating_sub(8);
        let excerpt = Excerpt::new(source, marks, width, dots);
        for line in excerpt.marked_lines() {
            self.line(&line, numbered, paint);
        }
    }

    fn line(&mut self, line: &MarkedLine<'_>, numbered: bool, paint: Paint) {
        let number = match numbered {
            true => format!("{:>4}", line.number),
            false => "    ".to_owned(),
        };
        // The line starts at its first word: indents say nothing here.
        let body = line.text.trim_start();
        let cut = line.text.len() - body.len();
        let first = line.marks.iter().map(|mark| mark.0).min();
        let cut = cut.min(first.unwrap_or(0));
        let body = line.text.get(cut..).unwrap_or("");
        let bar = if self.look.unicode { "│" } else { "|" };
        let bar = self.look.paint(Paint::Dim, bar);
        let number = self.look.paint(Paint::Dim, &number);
        let shown = body.replace('\t', "    ");
        let _ = writeln!(self.out, "{number} {bar} {shown}");
        let (carets, words) = carets(line, cut);
        let carets = self.look.paint(paint, &carets);
        let words = if words.is_empty() {
            words
        } else {
            format!(" {}", self.look.paint(Paint::Yellow, &words))
        };
        let _ = writeln!(self.out, "     {bar} {carets}{words}");
    }
}

/// Carets under the marks (dashes under those with words), and the words of
/// the marks that have some.
fn carets(line: &MarkedLine<'_>, cut: usize) -> (String, String) {
    let mut row: Vec<char> = Vec::new();
    let mut words = String::new();
    for (from, len, text) in &line.marks {
        let before = line.text.get(cut..*from).unwrap_or("");
        let inside = line.text.get(*from..from + len).unwrap_or("");
        let start = columns(before);
        let end = start + columns(inside).max(1);
        if row.len() < end {
            row.resize(end, ' ');
        }
        let sign = if text.is_empty() { '^' } else { '-' };
        for cell in row.iter_mut().take(end).skip(start) {
            *cell = sign;
        }
        if words.is_empty() {
            words.push_str(text);
        }
    }
    (row.into_iter().collect(), words)
}

/// The columns that a text takes on a terminal.
fn columns(text: &str) -> usize {
    let wide = |c: char| {
        matches!(u32::from(c),
            0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3
            | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60
            | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd)
    };
    text.chars()
        .map(|c| match c {
            '\t' => 4,
            c if wide(c) => 2,
            _ => 1,
        })
        .sum()
}

/// Of a part that runs over several lines, the first.
fn first_line(source: &Source, part: &Part) -> hookset::source::Span {
    let text = part.span.of(source.text());
    let end = text.find('\n').unwrap_or(text.len());
    let start = part.span.start as usize;
    hookset::source::Span::new(start, start + end)
}
