//! Findings drawn for people, by miette.

use std::fmt::{self, Display, Write as _};

use hookset::diagnostic::{Diagnostic, Label, Severity};
use hookset::source::{Source, SourceId, Span};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode,
    ThemeCharacters, ThemeStyles,
};

use crate::excerpt::{Excerpt, Mark};
use crate::terminal::Look;
use crate::text::visible;

/// Labels further than this from the first get a picture of their own.
const NEAR_LINES: u32 = 4;
/// Longer spans are drawn as their first line only.
const TALL_LINES: u32 = 6;

/// The findings, each with its place in the source, one after the other.
pub(crate) fn draw(
    diagnostics: &[Diagnostic],
    sources: &[Source],
    look: Look,
) -> String {
    let handler = handler(look);
    let mut out = String::new();
    for found in diagnostics {
        one(&mut out, found, sources, look, &handler);
    }
    out
}

fn handler(look: Look) -> GraphicalReportHandler {
    let theme = GraphicalTheme {
        characters: if look.unicode {
            ThemeCharacters::unicode()
        } else {
            ThemeCharacters::ascii()
        },
        styles: if look.color {
            ThemeStyles::ansi()
        } else {
            ThemeStyles::none()
        },
    };
    GraphicalReportHandler::new_themed(theme)
        .with_width(look.width)
        .with_links(false)
}

fn one(
    out: &mut String,
    found: &Diagnostic,
    sources: &[Source],
    look: Look,
    handler: &GraphicalReportHandler,
) {
    let pictures = pictures(found, sources);
    let mut pictures = pictures.into_iter();
    let excerpt = pictures.next().and_then(|picture| picture.draw(look));
    let main = Drawn {
        code: Some(found.code.name()),
        severity: found.severity,
        message: unbroken(&visible(&found.message)),
        help: help(found).map(|help| unbroken(&help)),
        excerpt,
    };
    report(out, handler, &main);
    for picture in pictures {
        let text = picture.marks.first().map_or("", |mark| mark.text);
        let message = if text.is_empty() { "see also" } else { text };
        let main = Drawn {
            code: None,
            severity: Severity::Info,
            message: visible(message).into_owned(),
            help: None,
            excerpt: picture.without_text().draw(look),
        };
        report(out, handler, &main);
    }
    out.push('\n');
}

fn report(out: &mut String, handler: &GraphicalReportHandler, drawn: &Drawn) {
    let mut text = String::new();
    if handler.render_report(&mut text, drawn).is_err() {
        // Only when the picture does not fit the text; say it without.
        let _ = writeln!(text, "{drawn}");
    }
    out.push_str(&text.replace(BLANK, " ").replace(JOINT, ""));
}

/// Where a line must not end. It has no width and is in no text: `visible`
/// writes it otherwise.
const JOINT: char = '\u{2060}';
/// A blank at which no line ends.
const BLANK: &str = "\u{a0}\u{2060}";
/// Longer pieces are taken apart where lines end.
const PIECE: usize = 48;

/// A text whose pieces in backticks stay on one line: rules are copied from
/// there.
fn unbroken(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, piece) in text.split('`').enumerate() {
        if number > 0 {
            out.push('`');
        }
        if number % 2 == 0 || piece.chars().count() > PIECE {
            out.push_str(piece);
            continue;
        }
        for c in piece.chars() {
            match c {
                ' ' => out.push_str(BLANK),
                c if c.is_alphanumeric() => out.push(c),
                c => out.extend([JOINT, c, JOINT]),
            }
        }
    }
    out
}

fn help(found: &Diagnostic) -> Option<String> {
    let help = found.help.as_deref().map(|help| visible(help).into_owned());
    let fix = found.fix.as_ref().map(|fix| visible(&fix.title).into_owned());
    match (help, fix) {
        (Some(help), _) => Some(help),
        (None, fix) => fix,
    }
}

/// Labels that can be drawn together.
struct Picture<'a> {
    source: &'a Source,
    id: SourceId,
    marks: Vec<Mark<'a>>,
}

impl Picture<'_> {
    fn draw(&self, look: Look) -> Option<Excerpt> {
        if self.source.text().is_empty() {
            return None;
        }
        let dots = if look.unicode { "…" } else { "..." };
        // Line numbers and the frame take their part.
        let width = look.width.saturating_sub(12);
        Some(Excerpt::new(self.source, &self.marks, width, dots))
    }

    fn without_text(mut self) -> Self {
        for mark in &mut self.marks {
            mark.text = "";
        }
        self
    }

    /// Whether a label can be drawn here: the same source, close by, and
    /// over none of the others (overlapping labels cannot be read).
    fn takes(&self, label: &Label, span: Span) -> bool {
        let Some(first) = self.marks.first() else { return false };
        let line = |span: Span| self.source.line_column(span.start).0;
        let near = line(first.span).abs_diff(line(span)) <= NEAR_LINES;
        let free = |mark: &Mark| {
            mark.span.end < span.start || span.end < mark.span.start
        };
        label.source == self.id && near && self.marks.iter().all(free)
    }
}

fn pictures<'a>(
    found: &'a Diagnostic,
    sources: &'a [Source],
) -> Vec<Picture<'a>> {
    let mut pictures: Vec<Picture> = Vec::new();
    for label in &found.labels {
        let Some(source) = sources.get(label.source.0 as usize) else {
            continue;
        };
        let span = drawable(source, label.span);
        let mark = Mark { span, text: &label.text };
        let home = pictures.iter_mut().find(|each| each.takes(label, span));
        match home {
            Some(picture) => picture.marks.push(mark),
            None => {
                let marks = vec![mark];
                pictures.push(Picture { source, id: label.source, marks });
            }
        }
    }
    pictures
}

/// The span without what would fill the screen.
fn drawable(source: &Source, span: Span) -> Span {
    let (first, _) = source.line_column(span.start);
    let (last, _) = source.line_column(span.end);
    if first == last {
        return span;
    }
    let text = span.of(source.text());
    let keep = if last - first > TALL_LINES {
        text.find('\n').unwrap_or(text.len())
    } else {
        text.trim_end().len()
    };
    let end = span.start as usize + keep;
    Span::new(span.start as usize, end)
}

/// One finding in the form that miette draws.
#[derive(Debug)]
struct Drawn<'a> {
    code: Option<&'a str>,
    severity: Severity,
    message: String,
    help: Option<String>,
    excerpt: Option<Excerpt>,
}

impl Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawn<'_> {}

impl miette::Diagnostic for Drawn<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let code = self.code?;
        let severity = self.severity.as_str();
        Some(Box::new(format!("{severity}[{code}]")))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Info => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.excerpt.as_ref()?.labels();
        Some(Box::new(labels.into_iter()))
    }
}

#[cfg(test)]
mod tests;
