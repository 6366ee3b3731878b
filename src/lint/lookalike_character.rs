use super::{Context, Lint};
use crate::diagnostic::Severity;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A letter or sign that looks like another one.
pub(super) struct LookalikeCharacter;

impl Lint for LookalikeCharacter {
    fn code(&self) -> Code {
        Code::LOOKALIKE_CHARACTER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in &cx.sites {
            let text = site.text.as_str();
            let Some((at, c)) = first(text) else { continue };
            let span = Span::new(at, at + c.len_utf8());
            let plain = plain(c);
            let message = match plain {
                Some(plain) => format!(
                    "`{c}` (U+{:04X}) looks like `{plain}` and is another \
                     character; the rule hardly matches",
                    u32::from(c)
                ),
                None => format!(
                    "`{c}` (U+{:04X}) is from another script than the letters \
                     beside it",
                    u32::from(c)
                ),
            };
            let name = site.pattern.as_ref().map(|p| p.name.span);
            let in_name = name.is_none_or(|name| span.end <= name.end);
            let severity =
                if in_name { Severity::Error } else { self.code().severity() };
            let mut found = site
                .found(self.code(), message, span)
                .severity(severity)
                .help("type it again");
            if let Some(plain) = plain {
                let with = plain.to_string();
                found = found
                    .help(format!("write `{plain}`"))
                    .fix(site.replace(span, &with, false));
            }
            out.push(found);
        }
        for (document, _, matcher) in cx.matchers() {
            let Some((at, c)) = first(matcher.as_str()) else { continue };
            let what = match plain(c) {
                Some(plain) => format!("looks like `{plain}` and is another"),
                None => "is of another script than the letters beside it"
                    .to_owned(),
            };
            let message = format!(
                "`{c}` (U+{:04X}) {what}; what holds it hardly matches",
                u32::from(c)
            );
            let place = matcher.place(Span::new(at, at + c.len_utf8()));
            let source = document.source;
            let found = Diagnostic::new(self.code(), message, source, place);
            out.push(found.help("type it again"));
        }
    }
}

/// What a character looks like.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{204e}' | '\u{2217}' => '*',
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(c) - WIDE).unwrap_or(c)
        }
        '\u{261}' => 'g',
        'а' => 'a',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'с' => 'c',
        'С' => 'C',
        'е' => 'e',
        'Е' | 'Ε' => 'E',
        'һ' => 'h',
        'Н' | 'Η' => 'H',
        'і' => 'i',
        'ј' => 'j',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'о' | 'ο' => 'o',
        'О' | 'Ο' => 'O',
        'р' => 'p',
        'Р' | 'Ρ' => 'P',
        'ѕ' => 's',
        'Т' | 'Τ' => 'T',
        'у' => 'y',
        'х' => 'x',
        'Х' | 'Χ' => 'X',
        'г' => 'r',
        _ => return None,
    })
}

/// The first such character: a dash or quote of typography, or a letter
/// that stands in one word with letters of another script.
pub(super) fn first(text: &str) -> Option<(usize, char)> {
    let dash = |at: usize, c: char| {
        let before = text.get(..at).and_then(|b| b.chars().next_back());
        let rest = text.get(at + c.len_utf8()..);
        let after = rest.and_then(|rest| rest.chars().next());
        before.is_none_or(|c| matches!(c, ' ' | '('))
            && after.is_some_and(|c| c.is_alphanumeric() || c == c_dash(c))
    };
    let mut start = 0;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}') && dash(at, c) {
            return Some((at, c));
        }
        let apostrophe = matches!(c, '\u{2018}' | '\u{2019}');
        let quote = matches!(c, '\u{201c}' | '\u{201d}')
            || apostrophe && !is_within_word(text, at, c);
        let sign = matches!(c, '\u{204e}' | '\u{2217}' | '\u{261}');
        if quote || sign || is_wide(c) && !is_among_wide(text, at) {
            return Some((at, c));
        }
        if c.is_alphanumeric() {
            continue;
        }
        let word = text.get(start..at).unwrap_or("");
        if let Some((offset, letter)) = mixed(word) {
            return Some((start + offset, letter));
        }
        start = at + c.len_utf8();
    }
    None
}

/// Whether letters stand on both sides of a character: `don’t`.
fn is_within_word(text: &str, at: usize, c: char) -> bool {
    let (before, behind) = text.split_at_checked(at).unwrap_or((text, ""));
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    letter(before.chars().next_back())
        && letter(behind.get(c.len_utf8()..).unwrap_or("").chars().next())
}

/// How far the wide form of a character of ASCII is from it.
const WIDE: u32 = 0xfee0;

fn is_wide(c: char) -> bool {
    matches!(c, '\u{ff01}'..='\u{ff5e}')
}

/// Whether letters that are as wide stand near in the same word: there such
/// signs belong.
fn is_among_wide(text: &str, at: usize) -> bool {
    let (before, behind) = text.split_at_checked(at).unwrap_or((text, ""));
    const NEAR: usize = 16;
    let inside = |c: &char| *c != ' ';
    let wide = |c: char| c >= '\u{2e80}' && !is_wide(c);
    before.chars().rev().take(NEAR).take_while(inside).any(wide)
        || behind.chars().take(NEAR).take_while(inside).any(wide)
}

/// A dash, for the second one of two.
fn c_dash(c: char) -> char {
    if matches!(c, '\u{2010}'..='\u{2015}' | '-') { c } else { ' ' }
}

/// The first Cyrillic or Greek letter of a word that has Latin ones too.
fn mixed(word: &str) -> Option<(usize, char)> {
    let other =
        |c: char| matches!(c, '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{52f}');
    let latin = word.contains(|c: char| c.is_ascii_alphabetic());
    word.char_indices().find(|&(_, c)| latin && other(c))
}
