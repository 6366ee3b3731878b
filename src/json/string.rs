use super::Fault;

/// The end of a string and what it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan {
    /// One past the last byte of the content.
    pub(super) end: usize,
    /// Whether the closing quote stands at `end`.
    pub(super) closed: bool,
    /// Whether there is a backslash in it.
    pub(super) escaped: bool,
    /// The first control character.
    pub(super) control: Option<usize>,
    /// Whether there are quotes in it that lack their backslash.
    pub(super) quotes: bool,
}

/// In the high bit of each byte of `word`: whether it is less than `limit`,
/// which is at most 128. True for the lowest byte that has the bit set;
/// those above it may have it set wrongly.
#[inline]
fn below(word: u64, limit: u8) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    word.wrapping_sub(ONES * u64::from(limit)) & !word & HIGH
}

/// The same: whether it is `byte`.
#[inline]
fn is(word: u64, byte: u8) -> u64 {
    below(word ^ u64::from_le_bytes([byte; 8]), 1)
}

/// Whether a text may hold a control character: none does without a byte
/// below the blank, DEL, or the first byte of those from U+0080 on.
pub(crate) fn may_hold_control(text: &str) -> bool {
    let (chunks, rest) = text.as_bytes().as_chunks();
    let may = |chunk: &[u8; 8]| {
        let word = u64::from_le_bytes(*chunk);
        below(word, 0x20) | is(word, 0x7F) | is(word, 0xC2) != 0
    };
    chunks.iter().any(may)
        || rest.iter().any(|b| matches!(b, 0..0x20 | 0x7F | 0xC2))
}

/// Whether every byte of a text is below DEL: it has no control character but
/// those that JSON wants escaped, and nothing that is not ASCII.
#[inline]
pub(crate) fn is_below_del(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(last) = bytes.last_chunk::<32>() else {
        return bytes.iter().all(|&b| b < 0x7F);
    };
    // Compilers make few instructions of this.
    let mut most = *last;
    for chunk in bytes.as_chunks::<32>().0 {
        for (most, byte) in most.iter_mut().zip(chunk) {
            *most = (*most).max(*byte);
        }
    }
    most.iter().fold(0, |most, &byte| byte.max(most)) < 0x7F
}

/// The eight bytes from `at` on.
#[inline]
pub(super) fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    let chunk = bytes.get(at..)?.first_chunk()?;
    Some(u64::from_le_bytes(*chunk))
}

/// Which of eight bytes is the first that is not just text, in the high bits
/// of bytes.
#[inline]
fn special<const QUOTE: u8>(word: u64) -> u64 {
    if QUOTE == b'"' {
        // What differs from a quote or a control character in this bit is one
        // or is the blank.
        let mixed = word ^ u64::from_le_bytes([2; 8]);
        return below(mixed, 0x21) | is(word, b'\\');
    }
    below(word, 0x20) | is(word, QUOTE) | is(word, b'\\')
}

/// The place of the first of eight bytes that is not just text between double
/// quotes.
#[inline]
pub(super) fn plain_in(word: u64) -> Option<usize> {
    let found = special::<b'"'>(word);
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

/// Where the first byte from `at` on stands that is not just text: the quote,
/// a backslash, a control character; the end of the bytes if there is none.
#[inline]
pub(super) fn plain_end<const QUOTE: u8>(bytes: &[u8], at: usize) -> usize {
    let mut rest = bytes.get(at..).unwrap_or(&[]);
    while let Some((chunk, behind)) = rest.split_first_chunk() {
        let found = special::<QUOTE>(u64::from_le_bytes(*chunk));
        if found != 0 {
            let before = bytes.len() - rest.len();
            return before + found.trailing_zeros() as usize / 8;
        }
        rest = behind;
    }
    let special = |&b: &u8| b < 0x20 || b == QUOTE || b == b'\\';
    let len = rest.iter().position(special).unwrap_or(rest.len());
    bytes.len() - rest.len() + len
}

/// Where the string whose content starts at `start` has its quote, if all
/// before is just text, and whether `,"` is known to follow.
#[inline(never)]
pub(super) fn plain_text(bytes: &[u8], start: usize) -> Option<(usize, bool)> {
    const NEXT: u64 = u64::from_le_bytes([b'"', b',', b'"', 0, 0, 0, 0, 0]);
    let (chunks, rest) = bytes.get(start..)?.as_chunks();
    let mut at = start;
    for chunk in chunks {
        let word = u64::from_le_bytes(*chunk);
        let found = special::<b'"'>(word);
        if found != 0 {
            let bits = found.trailing_zeros() & 56;
            let at = at + bits as usize / 8;
            let word = word >> bits;
            if word & 0xFF_FF_FF == NEXT {
                return Some((at, true));
            }
            return (word & 0xFF == u64::from(b'"')).then_some((at, false));
        }
        at += 8;
    }
    // The last bytes of all, with zeros behind them.
    let word = u64::from_le_bytes(*bytes.last_chunk()?);
    let word = word.checked_shr(64 - 8 * rest.len() as u32)?;
    let bits = special::<b'"'>(word).trailing_zeros() & 56;
    let is_quote = word >> bits & 0xFF == u64::from(b'"');
    is_quote.then_some((at + bits as usize / 8, false))
}

/// Finds the end of the string whose content starts at `start` and is plain
/// up to `plain`.
///
/// A line break within a string is a control character when the quote that
/// comes next closes a value; otherwise the closing quote was forgotten and
/// the string ends with its line.
pub(super) fn scan(
    bytes: &[u8],
    start: usize,
    plain: usize,
    quote: u8,
) -> Scan {
    let mut scan = Scan {
        end: plain,
        closed: false,
        escaped: false,
        control: None,
        quotes: false,
    };
    // Up to here line breaks are known to lie within the string; without
    // this memory, many of them would each look for the same quote.
    let mut sure = start;
    loop {
        scan.end = match quote {
            b'"' => plain_end::<b'"'>(bytes, scan.end),
            _ => plain_end::<b'\''>(bytes, scan.end),
        };
        let Some(&byte) = bytes.get(scan.end) else { break };
        if byte == quote {
            scan.closed = true;
            return scan;
        }
        match byte {
            b'\\' => {
                scan.escaped = true;
                scan.end += 1;
                let next = bytes.get(scan.end);
                if matches!(next, None | Some(b'\n' | b'\r')) {
                    continue;
                }
            }
            b'\n' if scan.end >= sure => {
                let Some(end) = goes_on(bytes, scan.end, quote) else { break };
                sure = end;
                scan.control.get_or_insert(scan.end);
            }
            0..0x20 => {
                scan.control.get_or_insert(scan.end);
            }
            _ => {}
        }
        scan.end += 1;
    }
    scan.end = scan.end.min(bytes.len());
    cut(bytes, start, scan)
}

/// How far behind a closing quote the real end of the string is looked for.
const QUOTE_REACH: usize = 1024;

/// Whether a byte may stand right behind a string, or the end of the text.
#[inline]
pub(super) fn may_follow(byte: Option<&u8>) -> bool {
    byte.is_none_or(|b| {
        matches!(b, b',' | b':' | b'}' | b']' | b'"' | b'/')
            || b.is_ascii_whitespace()
    })
}

/// Where the string whose first quote after the start stands at `quote`
/// really ends, when that quote was meant to be part of the text: something
/// stands right behind it, and a later quote of the line closes a value.
pub(super) fn real_end(bytes: &[u8], quote: usize) -> Option<usize> {
    let rest = bytes.get(quote + 1..)?;
    if may_follow(rest.first()) {
        return None;
    }
    let line = rest.iter().take(QUOTE_REACH).position(|&b| b == b'\n');
    let line = rest.get(..line.unwrap_or(QUOTE_REACH.min(rest.len())))?;
    for at in memchr::memchr_iter(b'"', line) {
        let behind = line.get(at + 1..).unwrap_or(&[]);
        let next = behind.iter().find(|b| !b.is_ascii_whitespace());
        match next {
            None | Some(b',' | b'}' | b']') => return Some(quote + 1 + at),
            Some(b':') => return None,
            Some(_) => {}
        }
    }
    None
}

/// The quote that closes the string with a line break at `at`, if the string
/// goes on behind the break.
fn goes_on(bytes: &[u8], at: usize, quote: u8) -> Option<usize> {
    let mut at = at;
    while let Some(&byte) = bytes.get(at) {
        if byte == quote {
            let rest = bytes.get(at + 1..).unwrap_or(&[]);
            let next = rest.iter().find(|b| !b.is_ascii_whitespace());
            let closes =
                matches!(next, None | Some(b',' | b'}' | b']' | b':'));
            return closes.then_some(at);
        }
        at += if byte == b'\\' { 2 } else { 1 };
    }
    None
}

/// What a person most likely meant as the content of an unclosed string:
/// closing brackets and a comma at the end of the line are not part of it.
fn cut(bytes: &[u8], start: usize, mut scan: Scan) -> Scan {
    while scan.end > start {
        match bytes.get(scan.end - 1) {
            Some(b',' | b']' | b'}' | b' ' | b'\t' | b'\r') => scan.end -= 1,
            _ => break,
        }
    }
    scan.control = scan.control.filter(|&at| at < scan.end);
    scan
}

/// A stretch of a string's content.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    /// The bytes of the content it comes from.
    pub(super) start: usize,
    /// One past its last byte.
    pub(super) end: usize,
    /// What it stands for.
    pub(super) text: Text<'a>,
    /// What is wrong with it.
    pub(super) fault: Option<Fault>,
}

/// What a stretch stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Text<'a> {
    /// Itself.
    Plain(&'a str),
    /// One character, written as an escape.
    Escape(char),
}

/// The pieces of the content of a string.
pub(super) struct Pieces<'a> {
    content: &'a str,
    at: usize,
}

impl<'a> Pieces<'a> {
    /// The pieces of `content`, which stands between the quotes.
    pub(super) fn of(content: &'a str) -> Pieces<'a> {
        Pieces { content, at: 0 }
    }

    fn escape(&self, start: usize) -> Piece<'a> {
        let byte = self.content.as_bytes().get(start + 1).copied();
        let simple = |c| (c, 2, None);
        let read = match byte {
            Some(b @ (b'"' | b'\\' | b'/' | b'\'')) => {
                let fault = (b == b'\'').then_some(Fault::InvalidEscape);
                Some((char::from(b), 2, fault))
            }
            Some(b'b') => Some(simple('\u{8}')),
            Some(b'f') => Some(simple('\u{c}')),
            Some(b'n') => Some(simple('\n')),
            Some(b'r') => Some(simple('\r')),
            Some(b't') => Some(simple('\t')),
            Some(b'u') => self.unicode(start),
            _ => None,
        };
        if let Some((c, len, fault)) = read {
            let end = start + len;
            return Piece { start, end, text: Text::Escape(c), fault };
        }
        // No escape: it stands for itself, with the character behind it.
        let rest = self.content.get(start + 1..).unwrap_or("");
        let next = rest.chars().next().map_or(0, char::len_utf8);
        let end = start + 1 + next;
        let text = Text::Plain(self.content.get(start..end).unwrap_or("\\"));
        Piece { start, end, text, fault: Some(Fault::InvalidEscape) }
    }

    fn unicode(&self, start: usize) -> Option<(char, usize, Option<Fault>)> {
        let unit = self.unit(start)?;
        if let Some(c) = char::from_u32(unit) {
            return Some((c, 6, None));
        }
        let low = if unit < 0xDC00 { self.unit(start + 6) } else { None };
        if let Some(low @ 0xDC00..0xE000) = low {
            let code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            return char::from_u32(code).map(|c| (c, 12, None));
        }
        Some(('\u{FFFD}', 6, Some(Fault::LoneSurrogate)))
    }

    /// The number in `\uXXXX` at `start`.
    fn unit(&self, start: usize) -> Option<u32> {
        let bytes = self.content.as_bytes();
        let digits = bytes.get(start..start + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |sum, &b| {
            char::from(b).to_digit(16).map(|digit| sum * 16 + digit)
        })
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let start = self.at;
        let rest = self.content.as_bytes().get(start..)?;
        let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        let piece = match plain {
            0 if rest.is_empty() => return None,
            0 => self.escape(start),
            _ => {
                let end = start + plain;
                let text = self.content.get(start..end).unwrap_or("");
                Piece { start, end, text: Text::Plain(text), fault: None }
            }
        };
        self.at = piece.end;
        Some(piece)
    }
}
