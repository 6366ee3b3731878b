//! Partitions of few atoms, which need no keys.
//!
//! Each atom is known by a *sketch*: what a text it matches must start with,
//! end with (four bytes each), and which pairs of bytes must stand in it, as
//! a set of 64 bits. A text gets a sketch of its own; comparing the two is a
//! handful of instructions, and what passes is verified. Atoms whose first
//! byte is known lie by that, so that most of them are not even compared.

use super::image::Reader;
use super::keys::folds_like_ascii;
use super::path_blob::literal;
use crate::syntax::{HostGlob, PathGlob, Piece, Segment, TextGlob};

/// The most atoms that lie side by side.
pub(super) const FEW: usize = 128;

/// A text longer than this has most pairs of bytes anyway.
const LONG: usize = 256;

/// The runs that atoms lie in: one for five bits of the first byte each, and
/// one for those that may start with anything.
const RUNS: usize = 33;
const ANY_START: usize = RUNS - 1;
/// Where runs start and the last one ends, as a multiple of eight bytes.
const HEAD: usize = 72;

/// What is known of the texts an atom matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sketch {
    /// The first four bytes and the last four.
    value: u64,
    /// Which of their bits are known.
    mask: u64,
    /// The pairs of bytes that stand somewhere.
    pairs: u64,
}

/// What folds capitals, if the texts of a partition are to be folded. More
/// than letters change, on both sides alike.
const fn fold(eight: u64, folds: bool) -> u64 {
    eight | if folds { u64::from_le_bytes([0x20; 8]) } else { 0 }
}

/// The bits of all pairs of bytes, taken from nine bytes at a time: which
/// bit stands for a pair is told by six bits of the first byte, the upper
/// half of them turned over by three of the second.
fn pairs(text: &[u8], folds: bool) -> u64 {
    const THREE: u64 = u64::from_le_bytes([7; 8]);
    let mixed = |nine: &[u8; 9]| {
        let [first @ .., _] = *nine;
        let [_, second @ ..] = *nine;
        let first = fold(u64::from_le_bytes(first), folds);
        first ^ (u64::from_le_bytes(second) & THREE) << 3
    };
    let bit = |mixed: u64, n: usize| 1 << (mixed >> (n * 8) & 63);
    let Some(last) = text.last_chunk() else {
        let mut padded = [0; 9];
        for (to, from) in padded.iter_mut().zip(text) {
            *to = *from;
        }
        let mixed = mixed(&padded);
        return (1..text.len()).fold(0, |all, n| all | bit(mixed, n - 1));
    };
    // Two sets, so that one bit need not wait for the other.
    let (mut one, mut other) = (0, 0);
    let mut take = |nine| {
        let mixed = mixed(nine);
        let add = |all, n| all | bit(mixed, n);
        one = (0..4).fold(one, add);
        other = (4..8).fold(other, add);
    };
    let mut rest = text;
    while let Some(nine) = rest.first_chunk() {
        take(nine);
        rest = rest.get(8..).unwrap_or(&[]);
    }
    // The last nine bytes once more: a pair may be counted twice.
    take(last);
    one | other
}

/// The first and the last four bytes of a text, zeros where it is shorter.
fn ends(text: &[u8]) -> u64 {
    let (first, last) = match (text.first_chunk(), text.last_chunk()) {
        (Some(first), Some(last)) => {
            (u32::from_le_bytes(*first), u32::from_le_bytes(*last))
        }
        _ => {
            let add = |n: u32, &b: &u8| n << 8 | u32::from(b);
            let first = text.iter().rev().fold(0, add);
            (first, first << (8 * (4 - text.len() as u32 % 4) % 32))
        }
    };
    u64::from(first) | u64::from(last) << 32
}

impl Sketch {
    /// Of texts that start and end in some way and contain some others.
    fn new<'a>(
        start: &[u8],
        end: &[u8],
        within: impl Iterator<Item = &'a [u8]>,
        folds: bool,
    ) -> Sketch {
        let known = |n: usize| (1u64 << (8 * n.min(4))) - 1;
        let after = 64 - 8 * end.len().min(4);
        let tail = if after == 64 { 0 } else { !0 << after };
        let mask = known(start.len()) | tail;
        let low = u64::from(u32::MAX);
        let value = ends(start) & low | ends(end) & !low;
        let pairs = within.fold(0, |all, text| all | pairs(text, folds));
        Sketch { value: fold(value, folds) & mask, mask, pairs }
    }

    pub(super) fn of_name(name: &[u8]) -> Sketch {
        Sketch::new(name, name, std::iter::once(name), false)
    }

    pub(super) fn of_contained(needle: &[u8]) -> Sketch {
        Sketch::new(&[], &[], std::iter::once(needle), false)
    }

    pub(super) fn of_text(glob: &TextGlob) -> Sketch {
        let parts: Vec<&[u8]> =
            glob.parts.iter().map(|part| part.as_bytes()).collect();
        let start = parts.first().copied().unwrap_or(&[]);
        // Behind a boundary anything may follow.
        let end = match glob.boundary {
            true => &[][..],
            false => parts.last().copied().unwrap_or(&[]),
        };
        Sketch::new(start, end, parts.iter().copied(), false)
    }

    /// Of the texts below the base. Nothing is known where letters fold in
    /// more ways than those of ASCII.
    pub(super) fn of_path(glob: &PathGlob) -> Sketch {
        if !folds_like_ascii(glob) {
            return Sketch::default();
        }
        let start = start_of(glob);
        let end = match glob.segments.last() {
            Some(Segment::Name(pieces)) if glob.whole && !glob.directory => {
                match pieces.last() {
                    Some(Piece::Text(text)) => text.as_bytes(),
                    _ => &[],
                }
            }
            _ => &[],
        };
        let names = glob.segments.iter().flat_map(|segment| match segment {
            Segment::Deep => &[][..],
            Segment::Name(pieces) => pieces,
        });
        let texts = names.filter_map(|piece| match piece {
            Piece::Text(text) => Some(text.as_bytes()),
            _ => None,
        });
        Sketch::new(start.as_bytes(), end, texts, true)
    }

    pub(super) fn of_host(glob: &HostGlob) -> Sketch {
        let last = glob.labels.last().and_then(|label| label.parts.last());
        let end = last.map_or(&[][..], |part| part.as_bytes());
        let parts = glob.labels.iter().flat_map(|label| &label.parts);
        Sketch::new(&[], end, parts.map(|part| part.as_bytes()), false)
    }

    /// The run it lies in.
    fn run(&self) -> usize {
        match self.mask & 0xFF {
            0 => ANY_START,
            _ => run_of(self.value),
        }
    }
}

fn run_of(ends: u64) -> usize {
    (ends & 31) as usize
}

/// What a path starts with.
fn start_of(glob: &PathGlob) -> String {
    let mut start = String::new();
    for (at, segment) in glob.segments.iter().enumerate() {
        let Segment::Name(pieces) = segment else { break };
        if at > 0 {
            start.push('/');
        }
        if let Some(text) = literal(pieces) {
            start.push_str(&text);
            continue;
        }
        if let Some(Piece::Text(text)) = pieces.first() {
            start.push_str(text);
        }
        break;
    }
    start
}

/// Appends the table of a partition; gives where it starts, in units of
/// eight bytes.
pub(super) fn write(atoms: &mut [(Sketch, u32)], out: &mut Vec<u8>) -> u32 {
    atoms.sort_by_key(|(sketch, _)| sketch.run());
    let at = (out.len() / 8) as u32;
    let mut starts = [0u8; HEAD];
    let (places, _) = starts.as_chunks_mut::<2>();
    for (run, place) in places.iter_mut().enumerate() {
        let before = atoms.iter().filter(|(sketch, _)| sketch.run() < run);
        *place = (before.count() as u16).to_le_bytes();
    }
    out.extend_from_slice(&starts);
    for (sketch, atom) in atoms {
        let Sketch { value, mask, pairs } = *sketch;
        for number in [value, mask, pairs, u64::from(*atom)] {
            out.extend_from_slice(&number.to_le_bytes());
        }
    }
    at
}

/// Calls `found` with every atom of a partition that may match.
#[inline]
pub(super) fn scan(
    tables: Reader<'_>,
    at: u32,
    text: &[u8],
    folds: bool,
    mut found: impl FnMut(u32),
) {
    let table = tables.0.get(at as usize * 8..).unwrap_or(&[]);
    let Some((head, records)) = table.split_first_chunk::<HEAD>() else {
        return;
    };
    let (records, _) = records.as_chunks::<8>().0.as_chunks::<4>();
    let (starts, _) = head.as_chunks::<2>();
    let start = |run: usize| {
        let start = starts.get(run).copied().unwrap_or([0; 2]);
        usize::from(u16::from_le_bytes(start))
    };
    let own = fold(ends(text), folds);
    let mut own_pairs = None;
    for run in [run_of(own), ANY_START] {
        let records = records.get(start(run)..start(run + 1));
        for record in records.unwrap_or(&[]) {
            // Not `map`: without link-time optimisation that calls.
            let &[ends, mask, wanted, atom] = record;
            let number = u64::from_le_bytes;
            if (number(ends) ^ own) & number(mask) != 0 {
                continue;
            }
            let wanted = number(wanted);
            if wanted != 0 {
                let own = *own_pairs.get_or_insert_with(|| {
                    match text.len() > LONG {
                        true => !0,
                        false => pairs(text, folds),
                    }
                });
                if wanted & !own != 0 {
                    continue;
                }
            }
            found(number(atom) as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_path;

    fn passes(sketch: Sketch, text: &str, folds: bool) -> bool {
        let mut out = Vec::new();
        let at = write(&mut [(sketch, 7)], &mut out);
        let mut all = Vec::new();
        scan(Reader(&out), at, text.as_bytes(), folds, |atom| all.push(atom));
        assert!(all.is_empty() || all == [7]);
        !all.is_empty()
    }

    #[test]
    fn what_matches_passes_and_most_else_does_not() {
        for (pattern, text, expected) in [
            ("git push *", "git push", true),
            ("git push *", "git push -f", true),
            ("git push *", "git pull", false),
            ("*", "", true),
            ("l", "l", true),
            ("ls", "ls", true),
            ("ls", "l", false),
            ("* --f", "x --f", true),
            ("* --f", "x --g", false),
            ("a*b", "ab", true),
            ("a*bcdef", "abcdef", true),
            ("a*bcdef", "abcdee", false),
            ("*sudo*", "x sudo", true),
            ("*sudo*", "x su do", false),
            ("* --force *", "a --force", true),
            ("* --force *", "a --farce", false),
        ] {
            let sketch = Sketch::of_text(&TextGlob::command(pattern));
            let found = passes(sketch, text, false);
            assert_eq!(found, expected, "{pattern} {text}");
        }
        for (pattern, text, expected) in [
            ("src/**/*.rs", "src/a.rs", true),
            ("src/**/*.rs", "SRC/a.RS", true),
            ("src/**/*.rs", "srd/a.rs", false),
            ("**/.env", "a/.env/b", true),
            ("**/.env", ".ENV", true),
            ("**/.env", ".erv", false),
            ("src/**", "src", true),
        ] {
            let sketch = Sketch::of_path(&parse_path(pattern, false).glob);
            let found = passes(sketch, text, true);
            assert_eq!(found, expected, "{pattern} {text}");
        }
    }
}
