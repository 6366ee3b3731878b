//! Classes of bytes, and characters that deserve a word of warning.

use super::{Line, WordBytes};
use crate::shell::Reason;
use crate::source::Span;

/// What each byte tells about a word: bits of [`WordBytes`], and
/// [`STOP`].
static CLASSES: [u16; 256] = classes();

/// A bare word does not run over this byte without a look.
const STOP: u16 = 1 << 15;

/// What a byte tells about the word it stands in.
fn class(b: u8) -> u16 {
    CLASSES.get(usize::from(b)).copied().unwrap_or(STOP)
}

#[allow(
    clippy::indexing_slicing,
    reason = "runs when hookset is compiled; there are as many as bytes"
)]
const fn classes() -> [u16; 256] {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < 256 {
        classes[at] = class_of(at as u8);
        at += 1;
    }
    classes
}

const fn class_of(b: u8) -> u16 {
    let stop = matches!(
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
    );
    let white = matches!(b, b' ' | 9..=13);
    let code = white || matches!(b, b'"' | b'\'' | b'`' | b'(' | b')');
    let special = code
        || b.is_ascii_control()
        || matches!(
            b,
            b'\\' | b'$' | b'*' | b'?' | b'[' | b';' | b'&' | b'|' | b'<'
        )
        || matches!(b, b'>' | b'#');
    let mut class = match b {
        b'/' => WordBytes::SLASH,
        b'.' => WordBytes::DOT,
        b'=' => WordBytes::EQUALS,
        b':' => WordBytes::COLON,
        b'@' | b',' => WordBytes::AT_COMMA,
        _ => 0,
    };
    if b != b'.' {
        class |= WordBytes::NO_DOT;
    }
    if stop {
        class |= STOP;
    }
    if code {
        class |= WordBytes::CODE;
    }
    if special {
        class |= WordBytes::SPECIAL;
    }
    if b >= 0x80 {
        class |= WordBytes::WIDE;
    }
    class
}

/// Bytes that a bare word runs over without a look: how many of them stand
/// at the start, and what they tell.
pub(super) fn plain(bytes: &[u8]) -> (usize, WordBytes) {
    let mut seen = 0;
    for (len, &b) in bytes.iter().enumerate() {
        let class = class(b);
        if class & STOP != 0 {
            return (len, WordBytes(seen));
        }
        seen |= class;
    }
    (bytes.len(), WordBytes(seen))
}

impl WordBytes {
    /// What the bytes of a text tell.
    pub(crate) fn of(text: &str) -> WordBytes {
        let seen = text.bytes().fold(0, |seen, b| seen | class(b));
        WordBytes(seen & !STOP)
    }

    pub(super) fn and(self, other: WordBytes) -> WordBytes {
        WordBytes(self.0 | other.0)
    }
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
    if is_printed(text.as_bytes()) {
        return;
    }
    let control = |b: u8| (b < 32 && !matches!(b, 9 | 10 | 13)) || b == 127;
    if let Some(at) = text.bytes().position(control) {
        out.mark(Reason::ControlCharacter, Span::new(at, at + 1), None);
    }
    if text.is_ascii() {
        return;
    }
    // U+009B is the start of an escape as `ESC [` is.
    let high = text
        .char_indices()
        .find(|(_, c)| matches!(c, '\u{80}'..='\u{84}' | '\u{86}'..='\u{9F}'));
    if let Some((at, c)) = high {
        let span = Span::new(at, at + c.len_utf8());
        out.mark(Reason::ControlCharacter, span, None);
    }
    let odd = text.char_indices().find(|&(_, c)| overlooked(c));
    if let Some((at, c)) = odd {
        let span = Span::new(at, at + c.len_utf8());
        out.mark(Reason::Confusable, span, None);
    }
}

/// Whether all bytes are printed characters of ASCII: eight at a time, the
/// last ones again.
fn is_printed(bytes: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES * 128;
    // The high bit of each byte below `n`, and maybe of a byte behind it.
    let below = |eight: u64, n: u64| eight.wrapping_sub(ONES * n) & !eight;
    let odd = |eight: &[u8; 8]| {
        let eight = u64::from_le_bytes(*eight);
        let delete = eight ^ (ONES * 127);
        (eight | below(eight, 32) | below(delete, 1)) & HIGH
    };
    let Some(last) = bytes.last_chunk() else {
        return bytes.iter().all(|&b| matches!(b, b' '..=b'~'));
    };
    let whole = bytes.as_chunks().0;
    whole.iter().fold(odd(last), |any, eight| any | odd(eight)) == 0
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
        if text.chars().any(is_lookalike) {
            out.mark(Reason::Confusable, span, u32::try_from(index).ok());
        }
    }
}

/// Whether a letter looks like a Latin one.
fn is_lookalike(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{52F}')
}

/// Whether a name holds letters that look like others, or that are made to
/// be overlooked.
pub(crate) fn looks_alike(name: &str) -> bool {
    name.chars().any(|c| is_lookalike(c) || overlooked(c))
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
