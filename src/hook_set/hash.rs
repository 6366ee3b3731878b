//! The hash behind the key table.
//!
//! Nothing depends on its quality but speed: every hit is verified against
//! the pattern itself. It is part of the image format, so it must give the
//! same numbers on every machine.

const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Folds one more number into a hash.
pub(super) const fn mix(hash: u64, more: u64) -> u64 {
    let x = (hash.rotate_left(23) ^ more).wrapping_mul(FACTOR);
    x ^ (x >> 29)
}

/// The hash of some bytes; with `FOLD`, ASCII letters count as lower case.
pub(super) fn hash<const FOLD: bool>(bytes: &[u8]) -> u64 {
    let mut hash = bytes.len() as u64;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        if let Ok(eight) = <[u8; 8]>::try_from(chunk) {
            hash = mix(hash, fold::<FOLD>(u64::from_le_bytes(eight)));
        }
    }
    mix(hash, fold::<FOLD>(tail(chunks.remainder())))
}

/// Up to eight bytes as a number, without a loop over them.
fn tail(bytes: &[u8]) -> u64 {
    let at = |i: usize| u64::from(bytes.get(i).copied().unwrap_or(0));
    let four = |i: usize| {
        let four = bytes.get(i..i + 4).and_then(|b| b.try_into().ok());
        u64::from(four.map_or(0, u32::from_le_bytes))
    };
    match bytes.len() {
        0 => 0,
        n @ 1..=3 => at(0) | at(n / 2) << 8 | at(n - 1) << 16,
        n => four(0) | four(n - 4) << 32,
    }
}

/// ASCII capitals to small letters in eight bytes at once.
const fn fold<const FOLD: bool>(eight: u64) -> u64 {
    if !FOLD {
        return eight;
    }
    const ONES: u64 = 0x0101_0101_0101_0101;
    let seven = eight & (0x7F * ONES);
    let from_a = seven + (0x80 - b'A' as u64) * ONES;
    let past_z = seven + (0x80 - b'Z' as u64 - 1) * ONES;
    let capital = from_a & !past_z & !eight & (0x80 * ONES);
    eight | capital >> 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_is_ascii_lower_case_for_every_byte() {
        for byte in 0..=255u8 {
            let text = [b'x', byte, b'y', byte, byte, b'Q', 0xC3, byte, byte];
            let lower = text.to_ascii_lowercase();
            assert_eq!(hash::<true>(&text), hash::<true>(&lower));
            assert_eq!(hash::<true>(&lower), hash::<false>(&lower), "{byte}");
        }
    }

    #[test]
    fn every_length_and_place_counts() {
        let text = b"abcdefghijklmnopqrstuvwxyz";
        let mut seen = std::collections::HashSet::new();
        for end in 0..=text.len() {
            assert!(seen.insert(hash::<false>(&text[..end])));
            for at in 0..end {
                let mut other = text[..end].to_vec();
                other[at] = b'#';
                assert!(seen.insert(hash::<false>(&other)), "{end} {at}");
            }
        }
    }
}
