//! The image: one flat run of little-endian tables.
//!
//! The compiled set *is* its image: compiling writes these bytes and matching
//! reads them in place, so a set that was loaded cannot answer differently
//! from the set it came from. Every read is bounds-checked and gives zero
//! outside; no number read from an image is trusted to end a loop.
//!
//! Layout: header (64 bytes), section table (8 bytes a section), sections,
//! each starting at a multiple of 8. The header is checked at every load;
//! the checksum over everything behind it only by [`verify`].

use std::ops::Range;

use super::hash;

/// The first bytes of every image.
pub(super) const MAGIC: [u8; 8] = *b"hookset\x1a";
/// Goes up with every change of the tables, or of what rules are lowered to,
/// so that no image answers as before. File names are folded otherwise
/// without feature `unicode`, so such a build reads only what it wrote.
pub(super) const VERSION: u32 = 53 | TAKEN_APART << 31;
const TAKEN_APART: u32 = cfg!(not(feature = "unicode")) as u32;
const ENDIAN: u32 = 0x0102_0304;
const HEADER: usize = 64;

/// The tables, in the order they stand: first what is looked at when a set is
/// loaded, of which the most lies at its start, so that it is one place of a
/// file that is mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Table {
    /// Distinct event sets.
    Events,
    /// Bases of paths.
    Bases,
    /// What the policy needs to answer from the image alone; opaque here.
    Policy,
    /// The nodes where scans start, by their seeds.
    Roots,
    /// What hangs below a word or segment prefix.
    Nodes,
    /// The buckets of the key table, with their bits of filter.
    Buckets,
    /// The slots of the key table.
    Slots,
    /// Lists of numbers: a count, then the numbers.
    Lists,
    /// Sets of starts of grams.
    Starts,
    /// Partitions of few atoms.
    Few,
    /// One record per atom.
    Atoms,
    /// Patterns, encoded for verification.
    Blobs,
    /// One record per rule.
    Rules,
    /// The predicates of rules that are not a single atom.
    Predicates,
    /// What the rules say, and where they stand.
    Texts,
}

/// The number of tables.
pub(super) const TABLES: usize = 15;

/// Why bytes are not an image that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImageError {
    /// It does not start like an image.
    NotAnImage,
    /// It was written by another version.
    Version {
        /// The version found.
        found: u32,
        /// The version this library reads.
        reads: u32,
    },
    /// It was written with another byte order.
    Endian,
    /// It ends too early, or its tables do not fit.
    Damaged,
    /// It holds rules alone, and no policy that could answer.
    NoPolicy,
    /// It is of a dialect that is none of those shipped.
    Dialect,
    /// The checksum does not fit the content.
    Checksum,
}

impl std::fmt::Display for ImageError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ImageError::NotAnImage => {
                out.write_str("this is not a compiled policy")
            }
            ImageError::Version { found, reads } => write!(
                out,
                "the compiled policy has format {found}, but this program \
                 reads format {reads}; compile the policy again"
            ),
            ImageError::Endian => out.write_str(
                "the compiled policy was written with another byte order; \
                 compile the policy again",
            ),
            ImageError::Damaged => out.write_str(
                "the compiled policy is damaged; compile the policy again",
            ),
            ImageError::NoPolicy => out.write_str(
                "the image holds rules alone and no policy to answer from; \
                 make it of `Policy::compile`",
            ),
            ImageError::Dialect => out.write_str(
                "the policy was compiled in a dialect that is none of those \
                 shipped, which an image does not hold; compile the policy \
                 where it is used",
            ),
            ImageError::Checksum => out.write_str(
                "the checksum of the compiled policy is wrong; compile the \
                 policy again",
            ),
        }
    }
}

impl std::error::Error for ImageError {}

/// Where the tables lie.
pub(super) type Layout = [Range<usize>; TABLES];

/// Little-endian numbers read out of bytes; zero outside.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    #[inline]
    pub(super) fn bytes(self, at: usize, len: usize) -> &'a [u8] {
        let end = at.saturating_add(len);
        self.0.get(at..end).unwrap_or(&[])
    }

    #[inline]
    pub(super) fn u8(self, at: usize) -> u8 {
        self.0.get(at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn u16(self, at: usize) -> u16 {
        let two = self.0.get(at..at.saturating_add(2));
        let two = two.and_then(|b| b.try_into().ok());
        two.map_or(0, u16::from_le_bytes)
    }

    #[inline]
    pub(super) fn u32(self, at: usize) -> u32 {
        let four = self.0.get(at..at.saturating_add(4));
        let four = four.and_then(|b| b.try_into().ok());
        four.map_or(0, u32::from_le_bytes)
    }

    #[inline]
    pub(super) fn u64(self, at: usize) -> u64 {
        let eight = self.0.get(at..at.saturating_add(8));
        let eight = eight.and_then(|b| b.try_into().ok());
        eight.map_or(0, u64::from_le_bytes)
    }
}

/// Puts tables behind a header.
pub(super) fn write(tables: &[Vec<u8>; TABLES], sources: [u8; 16]) -> Vec<u8> {
    let mut at = HEADER + TABLES * 8;
    let mut index = Vec::with_capacity(TABLES * 8);
    for table in tables {
        at = at.next_multiple_of(8);
        push_u32(&mut index, at);
        push_u32(&mut index, table.len());
        at += table.len();
    }
    let total = at;
    let mut out = Vec::with_capacity(total);
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&ENDIAN.to_le_bytes());
    out.extend_from_slice(&(total as u64).to_le_bytes());
    out.extend_from_slice(&sources);
    let checksum_at = out.len();
    out.resize(HEADER, 0);
    out.extend_from_slice(&index);
    for table in tables {
        out.resize(out.len().next_multiple_of(8), 0);
        out.extend_from_slice(table);
    }
    let sum = checksum(&out).to_le_bytes();
    if let Some(place) = out.get_mut(checksum_at..checksum_at + 8) {
        place.copy_from_slice(&sum);
    }
    out
}

fn push_u32(out: &mut Vec<u8>, n: usize) {
    let n = u32::try_from(n).unwrap_or(u32::MAX);
    out.extend_from_slice(&n.to_le_bytes());
}

/// Whether bytes start like an image.
pub fn is_image(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Checks the header and the section table; cost does not depend on size.
pub(super) fn layout(image: &[u8]) -> Result<Layout, ImageError> {
    let reader = Reader(image);
    if reader.bytes(0, 8) != MAGIC {
        return Err(ImageError::NotAnImage);
    }
    match reader.u32(12) {
        ENDIAN => {}
        n if n == ENDIAN.swap_bytes() => return Err(ImageError::Endian),
        _ => return Err(ImageError::Damaged),
    }
    let found = reader.u32(8);
    if found != VERSION {
        return Err(ImageError::Version { found, reads: VERSION });
    }
    if reader.u64(16) != image.len() as u64 {
        return Err(ImageError::Damaged);
    }
    let mut layout = [const { 0..0 }; TABLES];
    let mut end = HEADER + TABLES * 8;
    for (i, place) in layout.iter_mut().enumerate() {
        let at = reader.u32(HEADER + i * 8) as usize;
        let len = reader.u32(HEADER + i * 8 + 4) as usize;
        let fits = at >= end && at.is_multiple_of(8);
        end = at.saturating_add(len);
        if !fits || end > image.len() {
            return Err(ImageError::Damaged);
        }
        *place = at..end;
    }
    Ok(layout)
}

/// Checks the checksum as well; linear in the size.
pub(super) fn verify(image: &[u8]) -> Result<(), ImageError> {
    layout(image)?;
    if Reader(image).u64(40) == checksum(image) {
        Ok(())
    } else {
        Err(ImageError::Checksum)
    }
}

/// The hash of the sources that the image was made from.
pub(super) fn source_digest(image: &[u8]) -> [u8; 16] {
    Reader(image).bytes(24, 16).try_into().unwrap_or_default()
}

/// A checksum against accidents (not against forgery) over everything but
/// its own place.
fn checksum(image: &[u8]) -> u64 {
    let head = image.get(..40).unwrap_or(&[]);
    let body = image.get(48..).unwrap_or(&[]);
    // Four lanes, so that the multiplications overlap.
    let mut lanes = [1u64, 2, 3, 4];
    let mut blocks = body.chunks_exact(32);
    for block in &mut blocks {
        let reader = Reader(block);
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane = hash::mix(*lane, reader.u64(i * 8));
        }
    }
    let mut sum = hash::hash(head);
    sum = hash::mix(sum, hash::hash(blocks.remainder()));
    lanes.iter().fold(sum, |sum, &lane| hash::mix(sum, lane))
}
