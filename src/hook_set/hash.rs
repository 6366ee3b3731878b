//! The hash behind the key table.
//!
//! Nothing depends on its quality but speed: every hit is verified against
//! the pattern itself, and where a partition starts is looked up by the whole
//! of its number, apart from all words: a policy may hold words of any hash.
//! It is part of the image format, so it must give the same numbers on every
//! machine.

const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Folds one more number into a hash.
pub(super) const fn mix(hash: u64, more: u64) -> u64 {
    let x = (hash.rotate_left(23) ^ more).wrapping_mul(FACTOR);
    x ^ (x >> 29)
}

/// The hash of some bytes; the same as [`hash_at`].
pub(super) fn hash(bytes: &[u8]) -> u64 {
    hash_with(bytes, 0)
}

/// The same with the bits of `fold` set in each eight.
pub(super) fn hash_with(bytes: &[u8], fold: u64) -> u64 {
    let mut hash = bytes.len() as u64 + 1;
    let mut rest = bytes;
    while let Some((eight, more)) = rest.split_first_chunk::<8>() {
        if more.is_empty() {
            break;
        }
        hash = mix(hash, u64::from_le_bytes(*eight) | fold);
        rest = more;
    }
    mix(hash, (last_eight(rest) | fold) & low_bytes(rest.len()))
}

/// Up to eight bytes as a number: of more than three the two ends, which may
/// lie over each other.
fn last_eight(bytes: &[u8]) -> u64 {
    let four = |four: &[u8; 4]| u64::from(u32::from_le_bytes(*four));
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            let before = bytes.len().saturating_sub(4).min(4) * 8;
            four(first) | four(last) << before
        }
        _ => bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b)),
    }
}

/// The bits that make capitals small letters (and change other bytes, too).
pub(super) const FOLD: u64 = u64::from_le_bytes([0x20; 8]);

/// The hash of `len` bytes of a text with eight bytes behind it: eight at a
/// time, the last of them cut to what belongs to it; with the bits of `fold`
/// set in each.
#[inline]
pub(super) fn hash_at(
    padded: &[u8],
    start: usize,
    len: usize,
    fold: u64,
) -> u64 {
    let mut hash = len as u64 + 1;
    let (mut at, mut left) = (start, len);
    while left > 8 {
        hash = mix(hash, eight(padded, at) | fold);
        at += 8;
        left -= 8;
    }
    mix(hash, (eight(padded, at) | fold) & low_bytes(left))
}

/// Eight bytes as a number.
#[inline]
pub(super) fn eight(bytes: &[u8], at: usize) -> u64 {
    let eight = bytes.get(at..).and_then(|rest| rest.first_chunk());
    eight.map_or(0, |eight| u64::from_le_bytes(*eight))
}

/// A mask of the lowest `count` bytes, at most eight.
const fn low_bytes(count: usize) -> u64 {
    match count {
        0 => 0,
        n => u64::MAX >> (((8 - (n as u32 & 15)) * 8) & 63),
    }
}

/// A hash of several texts, for noticing that one of them changed; no
/// protection against someone who wants it not to be noticed.
pub fn digest<'a>(texts: impl Iterator<Item = &'a [u8]>) -> [u8; 16] {
    let (mut low, mut high) = (0, !0);
    for text in texts {
        let own = hash(text);
        low = mix(low, own);
        high = mix(high, own.rotate_left(32) ^ text.len() as u64);
    }
    (u128::from(low) | u128::from(high) << 64).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_and_place_counts() {
        let text = b"abcdefghijklmnopqrstuvwxyz";
        let mut seen = std::collections::HashSet::new();
        for end in 0..=text.len() {
            let mut padded = b"123".to_vec();
            padded.extend(&text[..end]);
            padded.extend(b"12345678");
            assert_eq!(hash_at(&padded, 3, end, 0), hash(&text[..end]));
            assert!(seen.insert(hash(&text[..end])));
            for at in 0..end {
                let mut other = text[..end].to_vec();
                other[at] = b'#';
                assert!(seen.insert(hash(&other)), "{end} {at}");
            }
        }
    }
}
