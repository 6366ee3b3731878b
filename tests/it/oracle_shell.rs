//! The splitter against other readers of bash: bash itself, which accepts or
//! refuses a text and runs programs, and two parsers in a process of their
//! own. Every command that one of them sees is seen by us or marked.

mod bash;
mod drawn;
mod looped;
mod moved;
mod parsers;

use std::collections::BTreeSet;

use hookset::shell::split::{Limits, Line, split};
use hookset::shell::{Reason, Shell};

use super::shared;
use super::suite::cases;

/// Bytes to draw from, others for every seed.
fn bytes(seed: u32, count: u32) -> Vec<u8> {
    let byte = |n: u32| {
        let mixed = (seed * count + n).wrapping_mul(0x9E37_79B9);
        (mixed >> 11 ^ mixed >> 21) as u8
    };
    (0..count).map(byte).collect()
}

/// Command lines of real sessions, where they are present.
fn real_lines() -> Vec<String> {
    let text = shared::text("corpus/events/bash_commands.txt");
    text.unwrap_or_default().lines().map(str::to_owned).collect()
}

/// The command lines of the suite that bash would read.
fn suite_lines() -> Vec<String> {
    let all = cases::of("bypass").into_iter().chain(cases::of("match"));
    all.filter(|case| case.text("tool") == "Bash")
        .filter(|case| case.row["context"]["shell"].is_null())
        .filter_map(|case| {
            Some(case.row["input"]["command"].as_str()?.to_owned())
        })
        .collect()
}

/// What we see: whether anything is marked, and the first word of every
/// command as it is written.
fn ours(text: &str, line: &mut Line) -> (bool, BTreeSet<String>) {
    split(text, Shell::Bash, &Limits::default(), line);
    let marked = line.marks.iter().any(|m| m.reason != Reason::Confusable);
    let mut firsts = BTreeSet::new();
    for simple in &line.simples {
        let words = line.words_of(simple);
        for word in words.iter().skip(simple.assignments as usize) {
            let raw = plain(word.span.of(text));
            let cooked = line.cooked(word);
            // For others `time` is a keyword, for us it is a word in front.
            let passed = matches!(cooked, "time" | "-p") || raw.contains('=');
            // Within backticks there is no place of its own.
            firsts.insert(cooked.to_owned());
            firsts.insert(raw);
            if !passed {
                break;
            }
        }
    }
    (marked, firsts)
}

/// A word without the ends of lines that bash leaves out.
fn plain(word: &str) -> String {
    word.replace("\\\n", "")
}
