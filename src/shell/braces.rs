//! The words that braces stand for: `.{env,x}`, `f{1..3}`; and groups in
//! globs.

use std::fmt::Write;
use std::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::source::Spare;

/// The words that one stands for.
pub(crate) type Ways = SmallVec<[Spare; 8]>;

/// How many bytes they may have in all: so many for each of the word, and
/// some besides.
const FACTOR: usize = 16;
const LEAST: usize = 512;
/// What each of them counts for besides its bytes.
const ONE: usize = 16;

/// The words that a word with braces stands for; `None` where there are too
/// many, or where it is not sure which.
pub(crate) fn ways(word: &str) -> Option<Ways> {
    let mut room = LEAST + FACTOR * word.len();
    let (mut open, mut done) = (Ways::new(), Ways::new());
    open.push(Spare::of(&[word]));
    while let Some(text) = open.pop() {
        let close = text.find('}');
        let group = close.and_then(|close| {
            let start = text.get(..close)?.rfind('{')?;
            let inner = text.get(start + 1..close)?;
            Some((text.get(..start)?, inner, text.get(close + 1..)?))
        });
        let Some((before, inner, after)) = group else {
            done.push(text);
            continue;
        };
        if text.contains('\\') {
            return None;
        }
        let count = inner.matches(',').count() + 1;
        let around = before.len() + after.len() + ONE;
        room = room.checked_sub(inner.len() + count * around)?;
        if let Some((from, to)) = inner.split_once("..").filter(|_| count < 2)
        {
            let Some(ends) = range(from, to)? else {
                open.push(Spare::of(&[before, inner, after]));
                continue;
            };
            let count = ends.end() - ends.start();
            room = room.checked_sub(count as usize * around)?;
            let is_letter = from.parse::<i32>().is_err();
            open.extend(ends.rev().map(|n| {
                let mut way = Spare::of(&[before]);
                match char::from_u32(n).filter(|_| is_letter) {
                    Some(letter) => way.push(letter),
                    // Writing to a text never fails.
                    None => drop(write!(way, "{n}")),
                }
                way.push_str(after);
                way
            }));
            continue;
        }
        let ways = inner.rsplit(',');
        open.extend(ways.map(|way| Spare::of(&[before, way, after])));
    }
    Some(done)
}

/// Both ends of `a..z` or `1..10`, the lower one first; none within for what
/// is no range, `None` for one that counts in another way.
fn range(from: &str, to: &str) -> Option<Option<RangeInclusive<u32>>> {
    let counts = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+');
    let number = |text: &str| {
        let plain = text == "0" || !text.starts_with(['0', '+']);
        text.parse::<u32>().ok().filter(|_| plain)
    };
    let letter = |text: &str| {
        let mut letters = text.chars();
        let only = letters.next().filter(char::is_ascii_alphabetic)?;
        letters.next().is_none().then_some(u32::from(only))
    };
    let end = to.split("..").next().unwrap_or(to);
    let letters = letter(from).is_some() && letter(end).is_some();
    let numbers = [from, end].iter().all(|text| text.chars().all(counts));
    if !letters && !numbers {
        return Some(None);
    }
    let ends = number(from).zip(number(to));
    let (one, other) = ends.or_else(|| letter(from).zip(letter(to)))?;
    Some(Some(one.min(other)..=one.max(other)))
}

/// The word with a star in the place of its braces, a digit in the place of
/// those that only count.
pub(super) fn starred(word: &str) -> Spare {
    let mut out = Spare::default();
    let (mut depth, mut counts) = (0_usize, true);
    for c in word.chars() {
        match c {
            '{' => {
                counts |= depth == 0;
                depth += 1;
            }
            '}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    out.push(if counts { '0' } else { '*' });
                }
            }
            _ if depth == 0 => out.push(c),
            _ => counts &= c.is_ascii_digit() || c == '.',
        }
    }
    if depth > 0 {
        out.push('*');
    }
    out
}

/// What stands before the brackets of a group in an extended glob.
const SIGNS: [char; 5] = ['?', '*', '+', '@', '!'];

/// An extended glob with stars in the place of its groups, if it has some:
/// `.*` for `.@(env|x)`.
pub(crate) fn without_groups(glob: &str) -> Option<Spare> {
    let opens = |two: &[u8]| match two {
        [sign, b'('] => SIGNS.contains(&char::from(*sign)),
        _ => false,
    };
    if !glob.as_bytes().windows(2).any(opens) {
        return None;
    }
    let (mut out, mut depth) = (Spare::default(), 0_usize);
    let mut signs = glob.chars().peekable();
    while let Some(c) = signs.next() {
        match c {
            ')' if depth > 0 => depth -= 1,
            '(' if depth > 0 => depth += 1,
            _ if depth > 0 => {}
            _ if SIGNS.contains(&c) && signs.next_if_eq(&'(').is_some() => {
                depth = 1;
                out.push('*');
            }
            _ => out.push(c),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::{starred, ways, without_groups};

    #[test]
    fn braces_are_taken_apart() {
        for (word, all) in [
            ("a", &["a"] as &[&str]),
            (".{env,x}", &[".env", ".x"]),
            ("{a,{b,c}}d", &["ad", "bd", "cd"]),
            ("{a,b}{c,d}", &["ac", "ad", "bc", "bd"]),
            ("f{8..10}", &["f8", "f9", "f10"]),
            (".{e..f}nv", &[".env", ".fnv"]),
            ("{from..to}", &["from..to"]),
        ] {
            let mut found = ways(word).unwrap();
            let mut seen = std::collections::BTreeSet::new();
            found.retain(|way| seen.insert(way.clone()));
            let found: Vec<_> = found.iter().map(|way| way.as_str()).collect();
            assert_eq!(found, all, "{word}");
        }
        assert_eq!(ways(&"{a,b}".repeat(40)), None);
        assert_eq!(ways("{1..1000000}"), None);
        assert_eq!(ways("{01..10}"), None);
        assert_eq!(ways("{a..i..2}"), None);
        assert_eq!(*starred("x{1..1000000}/{a,{b,c}}d"), "x0/*d");
    }

    #[test]
    fn groups_are_stars() {
        for (glob, without) in [
            (".@(env|x)", Some(".*")),
            ("a/!(b|?(c)d)/e", Some("a/*/e")),
            ("+(a", Some("*")),
            ("a(b)", None),
            ("*.c", None),
        ] {
            assert_eq!(
                without_groups(glob).as_ref().map(AsRef::as_ref),
                without,
                "{glob}"
            );
        }
    }
}
