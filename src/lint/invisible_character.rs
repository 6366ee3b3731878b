use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
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
            let found = site.found(self.code(), message, span);
            let with = if name == NO_BREAK { " " } else { "" };
            let help = match with {
                "" => "remove it",
                _ => "write a plain blank",
            };
            out.push(found.help(help).fix(site.replace(span, with, false)));
        }
    }
}

const NO_BREAK: &str = "a blank of another kind";

/// The first such character, where it stands and what it is.
fn first(text: &str) -> Option<(usize, char, &'static str)> {
    text.char_indices().find_map(|(at, c)| {
        let name = match c {
            '\u{a0}'
            | '\u{2000}'..='\u{200a}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}' => NO_BREAK,
            '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => {
                "a character without width"
            }
            '\u{ad}' => "a soft hyphen",
            '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => "a mark that turns the direction",
            '\u{e0000}'..='\u{e007f}' => "an invisible tag",
            _ => return None,
        };
        Some((at, c, name))
    })
}
