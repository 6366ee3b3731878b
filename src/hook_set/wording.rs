//! What a rule says, made of its pattern: `Bash(git push *)` is a word that
//! many rules start with, `git push ` of the pattern, and a word that many
//! end with. So an image holds each text about once.
//!
//! A text is a list of steps. A step below [`OWN`] takes that one of the
//! [`WORDS`]. One below [`TAKEN`] is followed by bytes of its own. All others
//! go on in the pattern: the byte behind says how much of it is left out.

/// What is not in patterns, but in many rules; of two words one of which
/// starts with the other, the longer comes first.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "Bash(", "Read(//", "Read(~/", "Read(./", "Read(", "Edit(//", "Edit(~/",
    "Edit(./", "Edit(", "Write(", "WebFetch(", "domain:", "PowerShell(", "Cd(",
    "Glob(", "Grep(", "mcp__", "__", "**/", "/**)", "/**", "/*)", ":*)", " *)",
    "*)", ")", " *", "*", "/",
];

/// Where the first of the words stands that start with a byte of ASCII;
/// their number where none does.
#[allow(clippy::indexing_slicing, reason = "runs while compiling")]
const FIRST: [u8; 128] = {
    let mut first = [WORDS.len() as u8; 128];
    let mut at = WORDS.len();
    while at > 0 {
        at -= 1;
        if let [byte, ..] = WORDS[at].as_bytes() {
            first[*byte as usize] = at as u8;
        }
    }
    first
};

/// Steps from here on are followed by up to 64 bytes.
const OWN: u8 = 32;
const OWN_MOST: usize = 64;
/// Steps from here on take up to 160 bytes of the pattern.
const TAKEN: u8 = 96;
const TAKEN_MOST: usize = 160;
/// So much of a pattern is left out at most.
const LEFT_OUT: usize = 16;
/// Less is not worth a step with the byte behind it.
const WORTH: usize = 3;

/// The steps that make `text` of `pattern`; none if the text itself is no
/// longer.
pub(super) fn encode(text: &[u8], pattern: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let (mut rest, mut pattern) = (text, pattern);
    let mut own: &[u8] = &[];
    let mut own_start = text;
    while !rest.is_empty() {
        let taken = take(rest, pattern);
        let (step, len) = match taken {
            Some((left_out, len)) => {
                pattern = pattern.get(left_out + len..)?;
                let step = [TAKEN + (len - 1) as u8, left_out as u8];
                (step, len)
            }
            None => match word(rest) {
                Some((word, len)) => ([word, 0], len),
                None => {
                    rest = rest.get(1..)?;
                    own = own_start.get(..own.len() + 1)?;
                    continue;
                }
            },
        };
        push_own(own, &mut out);
        out.extend_from_slice(step.get(..1 + usize::from(taken.is_some()))?);
        rest = rest.get(len..)?;
        (own, own_start) = (&[], rest);
    }
    push_own(own, &mut out);
    (out.len() < text.len()).then_some(out)
}

/// The word that a text starts with: its number and its length.
fn word(text: &[u8]) -> Option<(u8, usize)> {
    let first = *FIRST.get(usize::from(*text.first()?))?;
    let words = WORDS.get(usize::from(first)..)?;
    let starts = |word: &&str| text.starts_with(word.as_bytes());
    let at = words.iter().position(starts)?;
    Some((first + at as u8, words.get(at)?.len()))
}

fn push_own(own: &[u8], out: &mut Vec<u8>) {
    for own in own.chunks(OWN_MOST) {
        out.push(OWN + (own.len() - 1) as u8);
        out.extend_from_slice(own);
    }
}

/// How much of the pattern is left out, and how much then is how the text
/// goes on.
fn take(rest: &[u8], pattern: &[u8]) -> Option<(usize, usize)> {
    let start = rest.first_chunk::<WORTH>()?;
    let [first, ..] = start;
    let near = pattern.get(..=LEFT_OUT).unwrap_or(pattern);
    let mut places = memchr::memchr_iter(*first, near);
    let left_out = places.find(|&at| {
        pattern.get(at..).is_some_and(|rest| rest.starts_with(start))
    })?;
    let same = rest.iter().zip(pattern.get(left_out..)?);
    let len = same.take(TAKEN_MOST).take_while(|(a, b)| a == b).count();
    Some((left_out, len))
}

/// The text of `len` bytes that the steps at the start of `made` make of
/// `pattern`; what is damaged makes less.
pub(super) fn decode(made: &[u8], len: usize, pattern: &[u8]) -> Vec<u8> {
    let (mut made, mut pattern) = (made.iter().as_slice(), pattern);
    let mut out = Vec::with_capacity(len.min(made.len()));
    while out.len() < len {
        let Some((&step, behind)) = made.split_first() else { break };
        made = behind;
        let part = if step < OWN {
            let word = WORDS.get(usize::from(step));
            word.map_or(&[][..], |word| word.as_bytes())
        } else if step < TAKEN {
            let own = usize::from(step - OWN) + 1;
            let (own, behind) = made.split_at_checked(own).unwrap_or_default();
            made = behind;
            own
        } else {
            let (&left_out, behind) = made.split_first().unwrap_or((&0, &[]));
            made = behind;
            let taken = usize::from(step - TAKEN) + 1;
            let rest = pattern.get(usize::from(left_out)..).unwrap_or(&[]);
            let (taken, rest) =
                rest.split_at_checked(taken).unwrap_or_default();
            pattern = rest;
            taken
        };
        out.extend_from_slice(part);
    }
    out.truncate(len);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let long = "long ".repeat(100);
        let cases: &[(&str, &[u8], usize)] = &[
            ("Bash(git push *)", b"\x01\0\x09\0git push ", 4),
            ("Bash(git * --force *)", b"\x02\0\x04\0git \x09\0 --force ", 7),
            ("Read(**/.env)", b"\0\0\0\0\x01\x02\0\0\x07.env", 5),
            ("mcp__git__status", b"\x03\0git\x01\0\x06\0status", 6),
            (&long, long.as_bytes(), 8),
        ];
        for (text, pattern, size) in cases {
            let made = encode(text.as_bytes(), pattern).unwrap();
            assert_eq!(made.len(), *size, "{text}: {made:?}");
            let again = decode(&made, text.len(), pattern);
            assert_eq!(again, text.as_bytes());
        }
        let own = "x".repeat(200);
        assert_eq!(encode(own.as_bytes(), b"other"), None);
        assert_eq!(encode(b"", b""), None);
    }

    #[test]
    fn any_steps_make_something() {
        for byte in 0..=255 {
            for len in 0..20 {
                let bytes = vec![byte; len];
                assert!(decode(&bytes, 1000, &bytes).len() <= 1000);
            }
        }
    }

    #[test]
    fn words_have_numbers() {
        assert!(WORDS.len() <= usize::from(OWN));
        for (at, word) in WORDS.iter().enumerate() {
            let mut before = WORDS.iter().take(at);
            assert!(before.all(|other| !word.starts_with(other)), "{word}");
        }
    }
}
