use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::Span;

/// A character that cannot be seen or looks like a blank.
pub(super) struct InvisibleCharacter;

impl Lint for InvisibleCharacter {
    fn code(&self) -> Code {
        Code::INVISIBLE_CHARACTER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in &cx.sites {
            let text = site.text.as_str();
            let Some((at, c, name)) = first(text) else { continue };
            let span = Span::new(at, at + c.len_utf8());
            let message = format!(
                "{name} (U+{:04X}) stands here; it is compared like any other \
                 character, so the rule hardly matches",
                u32::from(c)
            );
            let severity = match name {
                CONTROL => Severity::Error,
                _ => self.code().severity(),
            };
            let found = site.found(self.code(), message, span);
            let found = found.severity(severity);
            let with = if name == NO_BREAK { " " } else { "" };
            let help = match with {
                "" => "remove it",
                _ => "write a plain blank",
            };
            out.push(found.help(help).fix(site.replace(span, with, false)));
        }
        for (document, _, matcher) in cx.matchers() {
            let Some((at, c, name)) = first(matcher.as_str()) else {
                continue;
            };
            let message = format!(
                "{name} (U+{:04X}) stands here; what holds it hardly matches",
                u32::from(c)
            );
            let place = matcher.place(Span::new(at, at + c.len_utf8()));
            let source = document.source;
            let found = Diagnostic::new(self.code(), message, source, place);
            out.push(found.help("type the matcher again"));
        }
    }
}

const CONTROL: &str = "a control character";
const NO_BREAK: &str = "a blank of another kind";

/// The first such character, where it stands and what it is.
fn first(text: &str) -> Option<(usize, char, &'static str)> {
    text.char_indices().find_map(|(at, c)| {
        let name = match c {
            '\u{a0}'
            | '\u{1680}'
            | '\u{2800}'
            | '\u{2000}'..='\u{200a}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}' => NO_BREAK,
            '\u{200b}'..='\u{200d}'
            | '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180b}'..='\u{180f}'
            | '\u{2060}'..='\u{2064}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' => "a character without width",
            '\u{2028}' | '\u{2029}' => "an end of a line",
            // Behind a sign it chooses how that is drawn.
            '\u{fe00}'..='\u{fe0f}' if behind_ascii(text, at) => {
                "a character without width"
            }
            '\n' | '\r' | '\t' | '\0' => return None,
            c if c.is_control() => CONTROL,
            '\u{ad}' => "a soft hyphen",
            '\u{200e}'
            | '\u{200f}'
            | '\u{61c}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => "a mark that turns the direction",
            '\u{e0000}'..='\u{e007f}' => "an invisible tag",
            _ => return None,
        };
        Some((at, c, name))
    })
}

/// Whether the character before a place is one of ASCII.
fn behind_ascii(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    before.is_none_or(|c| c.is_ascii())
}
