//! What `echo` and `printf` print: `printf 'c%s\n' 'at x' | sh` runs `cat x`.

use crate::shell::scene::Scene;
use crate::shell::split::escape_value;
use crate::shell::words::{Words, base_name, cooked_at};
use crate::source::Spare;

/// How many times longer than the words a text may get: `printf` goes through
/// its format until no word is left.
const GROWTH: usize = 4;

impl Scene<'_> {
    /// Whether words are printed as something else than they are.
    pub(super) fn prints_otherwise(&self, words: Words) -> bool {
        let line = self.line;
        let printf = base_name(self.text_at(words.start)) == "printf";
        words.iter().any(|at| {
            let text = cooked_at(line, at);
            text.contains('\\') || printf && text.contains('%')
        })
    }

    /// What known words of `echo` or `printf` from its name on print;
    /// nothing where that is not known.
    pub(crate) fn printed_text(&self, words: Words) -> Option<Spare> {
        let line = self.line;
        let given = words.from(words.start + 1).iter();
        let given = given.map(|at| cooked_at(line, at));
        let out = match base_name(self.text_at(words.start)) {
            "echo" => echo(given),
            _ => printf(given)?,
        };
        String::from_utf8(out).ok().map(Spare::from)
    }
}

/// What `echo -e` prints; without `-e` some shells print the same.
fn echo<'t>(given: impl Iterator<Item = &'t str>) -> Vec<u8> {
    let option = |text: &&str| matches!(*text, "-e" | "-n" | "-en" | "-ne");
    let mut out = Spare::default().into_bytes();
    for (count, word) in given.skip_while(option).enumerate() {
        if count > 0 {
            out.push(b' ');
        }
        if !unescape(word, true, &mut out) {
            break;
        }
    }
    out
}

/// What `printf` prints, which goes through its format until no word is left.
fn printf<'t>(
    given: impl ExactSizeIterator<Item = &'t str> + Clone,
) -> Option<Vec<u8>> {
    let size: usize = given.clone().map(str::len).sum();
    let most = 64 + GROWTH * size;
    let mut given = given;
    let mut format = given.next()?;
    if format == "--" {
        format = given.next()?;
    }
    let mut out = Spare::default().into_bytes();
    loop {
        let left = given.len();
        if !print(format, &mut given, &mut out)? || given.len() == 0 {
            return Some(out);
        }
        if given.len() == left || out.len() > most {
            // It takes none, or too much is printed.
            return None;
        }
    }
}

/// Goes through a format of `printf` once. Whether more may follow; nothing
/// where what is printed is not known.
fn print<'t>(
    format: &str,
    words: &mut impl Iterator<Item = &'t str>,
    out: &mut Vec<u8>,
) -> Option<bool> {
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        if !unescape(rest.get(..at)?, false, out) {
            return Some(false);
        }
        let directive = rest.get(at + 1..)?.chars().next()?;
        rest = rest.get(at + 2..)?;
        match directive {
            '%' => out.push(b'%'),
            's' | 'd' | 'i' | 'u' => {
                out.extend(words.next().unwrap_or("").bytes());
            }
            'c' => out.extend(words.next().unwrap_or("").bytes().take(1)),
            'b' if !unescape(words.next().unwrap_or(""), true, out) => {
                return Some(false);
            }
            'b' => {}
            _ => return None,
        }
    }
    Some(unescape(rest, false, out))
}

/// Puts a text behind `out`, its escapes resolved, with `\0nnn` as `echo`
/// reads it. Whether more may follow: `\c` ends what is printed.
fn unescape(text: &str, zero: bool, out: &mut Vec<u8>) -> bool {
    let mut rest = text.as_bytes();
    while let Some((&b, after)) = rest.split_first() {
        rest = after;
        let kind = match after.split_first() {
            Some((&kind, after)) if b == b'\\' => {
                rest = after;
                kind
            }
            _ => {
                out.push(b);
                continue;
            }
        };
        if kind == b'c' {
            return false;
        }
        let octal = rest.first().copied().filter(|b| matches!(b, b'0'..=b'7'));
        let (value, after) = match (kind, octal) {
            (b'0', Some(digit)) if zero => {
                escape_value(digit, rest.get(1..).unwrap_or(b""))
            }
            // Brackets mean something in `$'…'` alone.
            (b'x', _) if rest.first() == Some(&b'{') => (None, rest),
            _ => escape_value(kind, rest),
        };
        rest = after;
        match value {
            Some(code) if code < 256 && !matches!(kind, b'u' | b'U') => {
                out.extend(u8::try_from(code));
            }
            Some(code) => {
                let c = char::from_u32(code).unwrap_or('\u{FFFD}');
                out.extend(c.encode_utf8(&mut [0; 4]).as_bytes());
            }
            None => out.extend([b'\\', kind]),
        }
    }
    true
}
