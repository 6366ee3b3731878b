//! Tests of names: lists of them as bytes of an image, and one test by itself.
//!
//! The blob of a list is a count in 16 bits, where each name ends in 32 bits
//! each, and the names, sorted: a matcher may list thousands, and to find one
//! takes no longer than to look at a few.

use std::cmp::Ordering;

use super::image::Reader;
use super::name_regex::NameRegex;
use super::text_blob::{self, push_u16};
use crate::ir::NameTest;

/// Appends the blob of a list of names.
pub(super) fn encode(names: &[String], out: &mut Vec<u8>) {
    let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    push_u16(out, sorted.len());
    let mut end = 0;
    for name in &sorted {
        end += name.len();
        // The limits on names and on their bytes keep it below 32 bits.
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        out.extend_from_slice(&end.to_le_bytes());
    }
    sorted.iter().for_each(|name| out.extend_from_slice(name.as_bytes()));
}

/// Whether `text` is one of the names of a list.
pub(super) fn is_named(blob: Reader<'_>, text: &[u8]) -> bool {
    let count = usize::from(blob.u16(0));
    let texts = 2 + 4 * count;
    let end = |of: usize| blob.u32(2 + 4 * of) as usize;
    let name = |at: usize| {
        let start = at.checked_sub(1).map_or(0, end);
        blob.bytes(texts + start, end(at).saturating_sub(start))
    };
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low + (high - low) / 2;
        match name(middle).cmp(text) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal => return true,
            Ordering::Greater => high = middle,
        }
    }
    false
}

/// A test of a name made ready outside of any set, for reports.
#[derive(Debug)]
pub(crate) enum ReadyTest {
    OneOf(Vec<String>),
    Glob {
        blob: Vec<u8>,
        boundary: bool,
    },
    /// None where it cannot be compiled.
    Regex(Option<NameRegex>),
}

impl ReadyTest {
    pub(crate) fn new(test: &NameTest) -> ReadyTest {
        match test {
            NameTest::OneOf(names) => ReadyTest::OneOf(names.clone()),
            NameTest::Glob(glob) => {
                let mut blob = Vec::new();
                text_blob::encode(glob, &mut blob);
                ReadyTest::Glob { blob, boundary: glob.boundary }
            }
            NameTest::Regex(source) => {
                ReadyTest::Regex(NameRegex::new(source).ok())
            }
        }
    }

    /// Whether it holds of a name: what a set would say. In doubt it holds,
    /// as there.
    pub(crate) fn holds(&self, name: &str) -> bool {
        match self {
            ReadyTest::OneOf(names) => names.iter().any(|one| one == name),
            ReadyTest::Glob { blob, boundary } => {
                let name = name.as_bytes();
                text_blob::matches(Reader(blob), *boundary, name)
            }
            ReadyTest::Regex(regex) => {
                regex.as_ref().is_some_and(|regex| regex.is_match(name))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_its_names_and_no_others() {
        for count in [0, 1, 2, 3, 8, 300, 32_000] {
            let names: Vec<String> =
                (0..count).rev().map(|n| format!("n{}", 2 * n)).collect();
            let mut blob = Vec::new();
            encode(&names, &mut blob);
            let held =
                |n: i32| is_named(Reader(&blob), format!("n{n}").as_bytes());
            for n in -1..2 * count + 2 {
                let is_one = n >= 0 && n < 2 * count && n % 2 == 0;
                assert_eq!(held(n), is_one, "{n} of {count}");
            }
            assert!(!is_named(Reader(&blob), b""));
        }
    }

    /// Only a forged image holds such.
    #[test]
    fn a_list_that_was_cut_is_no_trouble() {
        let names = ["Edit", "", "Read", "Write"].map(str::to_owned);
        let mut blob = Vec::new();
        encode(&names, &mut blob);
        assert!(
            is_named(Reader(&blob), b"") && is_named(Reader(&blob), b"Edit")
        );
        for len in 0..blob.len() {
            let cut = Reader(blob.get(..len).unwrap());
            let _ = is_named(cut, b"Write");
        }
        blob.iter_mut().for_each(|byte| *byte = u8::MAX);
        assert!(!is_named(Reader(&blob), b"Write"));
    }
}
