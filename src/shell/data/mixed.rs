//! A hash of short names, how they start and how they are compared, for
//! indices made when hookset is compiled.

/// Of a name the length, its first bytes and its last; the high bits are the
/// best.
pub(super) const fn mixed(name: &[u8]) -> u64 {
    let (first, last) = if let (Some(first), Some(last)) =
        (name.first_chunk(), name.last_chunk())
    {
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
    } else if let (Some(first), Some(last)) =
        (name.first_chunk(), name.last_chunk())
    {
        let first: u32 = u32::from_le_bytes(*first);
        (first as u64, u32::from_le_bytes(*last) as u64)
    } else if let (Some(first), Some(last)) =
        (name.first_chunk(), name.last_chunk())
    {
        let first: u16 = u16::from_le_bytes(*first);
        (first as u64, u16::from_le_bytes(*last) as u64)
    } else if let [only] = name {
        (*only as u64, 0)
    } else {
        (0, 0)
    };
    let mixed = first ^ last.rotate_left(23) ^ ((name.len() as u64) << 56);
    (mixed ^ (mixed >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Whether two names are the same.
pub(super) const fn same(one: &[u8], other: &[u8]) -> bool {
    let (mut one, mut other) = (one, other);
    while let ([a, more @ ..], [b, others @ ..]) = (one, other) {
        if *a != *b {
            return false;
        }
        (one, other) = (more, others);
    }
    one.is_empty() && other.is_empty()
}

/// The first letter of a name as one of 32 bits, so that a list of names
/// that this is none of is not looked through.
pub(crate) const fn letter_of(name: &str) -> u32 {
    match name.as_bytes() {
        [first, ..] => 1 << (*first & 31),
        [] => 1,
    }
}

/// Those of all names of a list.
pub(crate) const fn letters_of(names: &[&str]) -> u32 {
    let (mut letters, mut rest) = (0, names);
    while let [name, behind @ ..] = rest {
        letters |= letter_of(name);
        rest = behind;
    }
    letters
}
