//! Classes of bytes, and characters that deserve a word of warning.

use super::Line;
use crate::shell::Reason;
use crate::source::Span;

/// Bytes that a bare word runs over without a look.
pub(super) fn plain(b: u8) -> bool {
    !matches!(
        b,
        b' ' | b'\t'
            | b'\n'
            | b';'
            | b'&'
            | b'|'
            | b'<'
            | b'>'
            | b'('
            | b')'
            | b'\''
            | b'"'
            | b'`'
            | b'\\'
            | b'$'
            | b'*'
            | b'?'
            | b'['
            | b']'
            | b'{'
            | b'}'
            | b'~'
    )
}

/// Bytes that end a bare word.
pub(super) fn meta(b: u8) -> bool {
    matches!(
        b,
        b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')'
    )
}

/// Blanks between words.
pub(super) fn blank(b: u8) -> bool {
    b == b' ' || b == b'\t'
}

/// Bytes of a variable's name.
pub(super) fn name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// Bytes a variable's name starts with.
pub(super) fn name_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || b == b'_'
}

/// The number of bytes of the character that starts with `b`.
pub(super) fn width(b: u8) -> usize {
    match b {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

/// Marks the first control character and the first character that is made
/// to be overlooked.
pub(super) fn hints(text: &str, out: &mut Line) {
    let control = |b: u8| (b < 32 && !matches!(b, 9 | 10 | 13)) || b == 127;
    if text.bytes().fold(false, |any, b| any | control(b)) {
        let at = text.bytes().position(control).unwrap_or(0);
        out.mark(Reason::ControlCharacter, Span::new(at, at + 1), None);
    }
    if text.is_ascii() {
        return;
    }
    let odd = text.char_indices().find(|&(_, c)| overlooked(c));
    if let Some((at, c)) = odd {
        let span = Span::new(at, at + c.len_utf8());
        out.mark(Reason::Confusable, span, None);
    }
}

/// Marks programs whose name holds letters that look like Latin ones.
pub(super) fn lookalikes(out: &mut Line) {
    if out.text.is_ascii() {
        return;
    }
    for index in 0..out.simples.len() {
        let Some(simple) = out.simples.get(index).copied() else { continue };
        let words = out.words_of(&simple);
        let Some(word) = words.get(simple.assignments as usize) else {
            continue;
        };
        let (span, text) = (word.span, out.cooked(word));
        if text.chars().any(|c| matches!(c, '\u{370}'..='\u{52F}')) {
            out.mark(Reason::Confusable, span, u32::try_from(index).ok());
        }
    }
}

/// Characters without width, odd blanks, direction marks, wide forms.
fn overlooked(c: char) -> bool {
    matches!(
        c,
        '\u{80}'..='\u{A0}'
            | '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{1680}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{2000}'..='\u{200F}'
            | '\u{2028}'..='\u{202F}'
            | '\u{205F}'..='\u{206F}'
            | '\u{3000}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FF01}'..='\u{FF60}'
            | '\u{FFA0}'
            | '\u{E0000}'..='\u{E007F}'
    )
}
