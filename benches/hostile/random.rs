//! Kinds of event that nobody thought of: a few words of the shell, drawn at
//! random, again and again. Those are printed that take more than linear
//! time.
//!
//! `cargo bench --bench hostile -- --random [seed]`

use std::time::{Duration, Instant};

use hookset::plan::Engine;

use super::processor::now;
use super::{Memory, once, payload};

/// How long kinds are drawn.
const LONG: Duration = Duration::from_secs(300);

/// What a kind is made of: words that open or end something, programs that
/// run others, parts of paths and addresses, and words like any other.
const WORDS: &str = include_str!("words.json");

/// Where a text stands: mostly in a command line.
const TOOLS: [(&str, &str); 10] = [
    ("Bash", "command"),
    ("Bash", "command"),
    ("Bash", "command"),
    ("Bash", "command"),
    ("Bash", "command"),
    ("PowerShell", "command"),
    ("Read", "file_path"),
    ("WebFetch", "url"),
    ("mcp__a__b", "text"),
    ("Grep", "pattern"),
];

/// What ends a word that opens something.
const ENDS: &[(&str, &str)] = &[
    ("$(", ")"),
    ("<(", ")"),
    ("((", "))"),
    ("{ ", "; }"),
    ("${", "}"),
    ("\"", "\""),
    ("'", "'"),
    ("if ", "; fi"),
    ("do ", "; done"),
    ("`", "`"),
];

struct Dice {
    state: u64,
    words: Vec<String>,
}

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state % sides as u64) as usize
    }

    fn word(&mut self) -> String {
        let at = self.roll(self.words.len());
        self.words[at].clone()
    }

    /// A start, what comes again and again, and what ends each of it.
    fn kind(&mut self) -> [String; 3] {
        let started = self.roll(2) == 0;
        let start = if started { self.word() } else { String::new() };
        let count = 1 + self.roll(4);
        let again: String = (0..count).map(|_| self.word()).collect();
        let mut end = String::new();
        if self.roll(3) == 0 {
            let opened = ENDS.iter().filter(|pair| again.contains(pair.0));
            opened.for_each(|pair| end.insert_str(0, pair.1));
        }
        [start, again, end]
    }
}

/// Draws kinds for a while and prints those that grow too fast.
pub(super) fn run(engine: &Engine, seed: u64) {
    let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let words = serde_json::from_str(WORDS).unwrap();
    let mut dice = Dice { state, words };
    let mut memory = Memory::default();
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < LONG {
        count += 1;
        let kind = dice.kind();
        let place = TOOLS[dice.roll(TOOLS.len())];
        if let Some(times) = steep(engine, &mut memory, &kind, place) {
            println!("{kind:?} of {}: {times:.1?} ms from 40 kB on", place.0);
        }
    }
    println!("{count} kinds");
}

/// What 40, 80, 160 and 320 kB of a kind take, in milliseconds, if that is
/// more than linear time.
pub(super) fn steep(
    engine: &Engine,
    memory: &mut Memory,
    [start, again, end]: &[String; 3],
    (tool, field): (&str, &str),
) -> Option<[f64; 4]> {
    let mut best = |size: usize, runs: usize| {
        let count = size / (again.len() + end.len());
        let text = again.repeat(count) + &end.repeat(count);
        let event = payload(tool, field, &format!("{start}{text}"));
        let mut time = || {
            let start = now();
            once(engine, &event, memory);
            (now() - start) * 1e3
        };
        (0..runs).map(|_| time()).fold(f64::MAX, f64::min)
    };
    // A machine may be busy: what looks steep is measured once more.
    if best(80_000, 1) < 5.2 * best(20_000, 1) {
        return None;
    }
    let times = [40_000, 80_000, 160_000, 320_000].map(|n| best(n, 3));
    // Where an event outgrows a cache, one step alone is steep.
    let last = times[3] > 2.5 * times[2];
    let is_steep =
        last && times[2] > 5.2 * times[0] && times[3] > 5.2 * times[1];
    is_steep.then_some(times)
}
