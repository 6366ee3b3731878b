//! Which names the files that guards are about have in their paths, as a
//! small filter: a word without any of them needs no look.

use crate::source::sort_by_hash;

/// The longest start or end of a name that is a key.
const LONGEST: usize = 4;

/// How many bits there are for each key, and at most.
const BITS: usize = 16;
const MOST: usize = 1 << 18;

/// Names, starts of names and ends of names. Says of few others that they
/// are among them, and of none of them that it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Names<'a> {
    /// How long the starts and the ends are, a bit for each length.
    starts: u8,
    ends: u8,
    /// As many bytes as a power of two.
    bits: &'a [u8],
}

/// What is written out of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamePart<'a> {
    /// How it starts.
    pub start: &'a str,
    /// How it ends.
    pub end: &'a str,
    /// Whether that is all.
    pub whole: bool,
}

/// What a key is about.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    Start,
    End,
}

impl<'a> Names<'a> {
    /// What [`Names::write`] wrote; `None` for bytes of another form.
    pub fn read(bytes: &'a [u8]) -> Option<Names<'a>> {
        let [starts, ends, bits @ ..] = bytes else { return None };
        let (starts, ends) = (*starts, *ends);
        bits.len().is_power_of_two().then_some(Names { starts, ends, bits })
    }

    /// The filter of some names as bytes. Takes time in proportion to their
    /// number.
    pub fn write(names: &[NamePart<'_>]) -> Vec<u8> {
        let (mut starts, mut ends) = (0, 0);
        let keys = names.iter().map(|name| {
            let (start, end) = (name.start.as_bytes(), name.end.as_bytes());
            let (part, text) = match (name.whole, start.is_empty()) {
                (true, _) => (Part::Whole, start),
                (false, false) => {
                    (Part::Start, start.get(..LONGEST).unwrap_or(start))
                }
                (false, true) => {
                    let at = end.len().saturating_sub(LONGEST);
                    (Part::End, end.get(at..).unwrap_or(end))
                }
            };
            match part {
                Part::Whole => {}
                Part::Start => starts |= 1 << text.len(),
                Part::End => ends |= 1 << text.len(),
            }
            hash(part, text)
        });
        let mut keys: Vec<u64> = keys.collect();
        sort_by_hash(&mut keys, |key| *key);
        keys.dedup();
        let bits = (keys.len() * BITS).next_power_of_two().clamp(64, MOST);
        let mut out = vec![0; 2 + bits / 8];
        if let [first, second, bits @ ..] = out.as_mut_slice() {
            (*first, *second) = (starts, ends);
            let bytes = bits.len();
            for at in keys.into_iter().flat_map(|key| places(key, bytes)) {
                if let Some(byte) = bits.get_mut(at / 8) {
                    *byte |= 1 << (at % 8);
                }
            }
        }
        out
    }

    /// Whether a path, taken as it is written, may have one of the names.
    /// Where it goes up or ends early, it may.
    pub(crate) fn may_be_in(&self, path: &str) -> bool {
        let mut names = path.as_bytes().split(|&b| b == b'/');
        names.any(|name| self.may_be(name))
    }

    fn may_be(&self, name: &[u8]) -> bool {
        name == b".."
            || name.contains(&0)
            || self.has(Part::Whole, name)
            || lengths(self.starts).any(|len| {
                let start = name.get(..len);
                start.is_some_and(|start| self.has(Part::Start, start))
            })
            || lengths(self.ends).any(|len| {
                let at = name.len().checked_sub(len);
                let end = at.and_then(|at| name.get(at..));
                end.is_some_and(|end| self.has(Part::End, end))
            })
    }

    fn has(&self, part: Part, text: &[u8]) -> bool {
        places(hash(part, text), self.bits.len()).into_iter().all(|at| {
            let byte = self.bits.get(at / 8).copied().unwrap_or(u8::MAX);
            byte >> (at % 8) & 1 != 0
        })
    }
}

/// The lengths of a set.
fn lengths(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let len = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (len < 8).then_some(len as usize)
    })
}

/// Letter case does not count; a few other bytes are taken for one, too.
fn hash(part: Part, text: &[u8]) -> u64 {
    const PRIME: u64 = 0x100_0000_01b3;
    let start = 0xcbf2_9ce4_8422_2325_u64.rotate_left(8 * part as u32);
    let add = |hash: u64, byte: &u8| {
        (hash ^ u64::from(byte | 0x20)).wrapping_mul(PRIME)
    };
    text.iter().fold(start, add).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The two bits of a key among so many bytes.
fn places(hash: u64, bytes: usize) -> [usize; 2] {
    let last = bytes * 8 - 1;
    [(hash >> 24) as usize & last, (hash >> 44) as usize & last]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part<'a>(start: &'a str, end: &'a str, whole: bool) -> NamePart<'a> {
        NamePart { start, end, whole }
    }

    #[test]
    fn every_name_is_among_its_own_and_few_others_are() {
        let mut all = vec![
            part(".env", "", true),
            part(".env.", "", false),
            part("", ".pem", false),
            part("", "~", false),
            part("id_", "key", false),
        ];
        let many: Vec<_> = (0..1000).map(|n| format!("d{n}")).collect();
        all.extend(many.iter().map(|name| part(name, "", true)));
        let bytes = Names::write(&all);
        let names = Names::read(&bytes).unwrap();
        for path in [
            ".env", "a/.ENV/b", ".env.x", "/k.pem", "x~/y", "id_x.key",
            "d999", "x/d0",
        ] {
            assert!(names.may_be_in(path), "{path}");
        }
        let others = (0..1000).map(|n| format!("src/e{n}.rs"));
        let taken = others.filter(|path| names.may_be_in(path)).count();
        assert!(taken < 100, "{taken}");
        assert_eq!(Names::read(&bytes[..bytes.len() - 1]), None);
    }
}
