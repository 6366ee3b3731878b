//! Rules and events that are written so that what is looked for is hidden:
//! words whose hashes are those of others, and texts that share their ends.

use super::hostile::{command, path, rules_of, running_all, using};
use super::*;
use crate::hook_set::compile::Bank;
use crate::hook_set::hash::{hash, mix};
use crate::ir::Atom;

/// What `n` was before it was multiplied by an odd number.
fn divided(n: u64, odd: u64) -> u64 {
    // Newton: each round doubles the bits that are right.
    let mut inverse = odd;
    for _ in 0..6 {
        inverse =
            inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    n.wrapping_mul(inverse)
}

/// What was mixed into `before` if that gave `after`.
fn unmixed(before: u64, after: u64) -> u64 {
    let mut x = after;
    for _ in 0..3 {
        x = after ^ (x >> 29);
    }
    let more = divided(x, 0x9E37_79B9_7F4A_7C15);
    let more = more ^ before.rotate_left(23);
    assert_eq!(mix(before, more), after);
    more
}

/// A word of sixteen letters that, as the first word, leads from a root to
/// a chain of words.
fn word_to(root: u64, chain: u64) -> String {
    let wanted = unmixed(root, chain);
    let word = |n: u64| {
        let first = format!("{n:08}");
        let eight = u64::from_le_bytes(first.as_bytes().try_into().unwrap());
        let last = unmixed(mix(17, eight), wanted).to_le_bytes();
        let plain = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let word = first + std::str::from_utf8(&last).ok()?;
        last.iter().all(plain).then_some(word)
    };
    let word = (0..).find_map(word).unwrap();
    assert_eq!(hash(word.as_bytes()), wanted);
    word
}

/// Chains that a table may take for this one: its hash, and others of which
/// only bits between those of the bucket and those of the mark differ.
fn alike(root: u64) -> impl Iterator<Item = u64> {
    let others = (18..32).map(move |bit| root & !(1 << bit));
    std::iter::once(root).chain(others)
}

#[test]
fn no_word_hides_the_rules_of_a_partition() {
    let commands = Bank::Posix.seed(0);
    let files = Bank::Path.seed(0);
    for root in [commands, files] {
        for chain in alike(root) {
            let word = word_to(commands, chain);
            let mut atoms = vec![command("rm *"), path("etc/shadow")];
            for n in 0..9 {
                atoms.push(command(&format!("{word} {n}{n}*")));
                atoms.push(command(&format!("a {n}*")));
                atoms.push(path(&format!("{word}/{n}{n}*")));
            }
            let events = [
                running_all(&["rm -rf x"]),
                running_all(&[&format!("{word} 11x")]),
                using("etc/shadow"),
                using(&format!("{word}/11x")),
            ];
            assert!(check(&rules_of(atoms), &events) >= 4, "{word}");
        }
    }
}

#[test]
fn a_key_in_a_shared_end_counts_with_every_start() {
    let patterns = ["* foo --bar *", "* foo *x9*", "* a b *"];
    let atoms: Vec<Atom> = patterns.map(command).to_vec();
    let rules = rules_of(atoms);
    for length in 0..80 {
        let end = "abcdefg ".repeat(20) + &"z".repeat(length);
        let texts = [
            format!("echo baz --bar {end}"),
            format!("echo foo --bar {end}"),
            format!("echo foo --bar {end}x9"),
            format!("echo c b {end}x9"),
            format!("echo a b {end}x9"),
        ];
        let texts = texts.each_ref().map(String::as_str);
        assert!(check(&rules, &[running_all(&texts)]) >= 4);
    }
}

#[test]
fn texts_that_share_their_ends_equal_the_reference() {
    const WORDS: [&str; 8] =
        ["foo", "ba", "--bar", "x9", "a", "*", "fo", "ab--bar"];
    let mut matched = 0;
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut some = |most: usize, from: &[&str], between: &str| {
            let count = 1 + random.below(most);
            let words = (0..count).map(|_| from[random.below(from.len())]);
            words.collect::<Vec<_>>().join(between)
        };
        let blanks = ["", " ", " "];
        // Of few patterns most words are in one only, and any is a key.
        let patterns: Vec<_> = (0..2 + seed as usize % 11)
            .map(|n| {
                let text = some(4, &WORDS, blanks[n % 3]);
                let start = some(1, &["*", "* "], "");
                let end = some(1, &[" *", "*", ""], "");
                command(&format!("{start}{text}{end}"))
            })
            .collect();
        let rules = rules_of(patterns);
        let words = &WORDS[..5];
        let end = some(12, words, " ") + &" abcdefg".repeat(18);
        let texts: Vec<_> = (0..12)
            .map(|n| {
                let start = some(3, words, blanks[n % 3]);
                // The words of a pattern may stand on both sides of where
                // the end begins that two texts share.
                let glue = some(1, &blanks, "");
                let cut = [0, 0, (end.len() - 130).min(n * 3)][n % 3];
                start + &glue + end.get(cut..).unwrap_or(&end)
            })
            .collect();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        matched += check(&rules, &[running_all(&texts)]);
    }
    assert!(matched > 1000, "{matched}");
}
