//! Our regular expressions against a JavaScript engine: both evaluators say
//! what `node` says, on every pattern and text.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests may panic"
)]

use std::io::Write;
use std::process::{Command, Stdio};

use hookset::hook_set::reference::regex::regex_matches;
use hookset::hook_set::regex::{RegexLimits, RegexProgram, Verdict3};
use hookset::syntax::regex::{
    Regex, RegexErrorKind, parse_linear, parse_regex,
};

const PATTERNS: &str = include_str!("../suite/regex/patterns.txt");
const TEXTS: &str = include_str!("../suite/regex/texts.json");

/// Reads `{patterns, texts, flags}`, writes for each pattern `null` if it is
/// refused, else a string with one digit per text.
const SCRIPT: &str = "
const {patterns, texts, flags} = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const row = pattern => {
  let regex;
  try { regex = new RegExp(pattern, flags); } catch { return null; }
  return texts.map(text => regex.test(text) ? '1' : '0').join('');
};
console.log(JSON.stringify(patterns.map(row)));
";

/// What node says; `None` if there is no node.
fn ask_node(
    patterns: &[&str],
    texts: &[String],
    flags: &str,
) -> Option<Vec<Option<String>>> {
    let input = serde_json::json!({
        "patterns": patterns, "texts": texts, "flags": flags,
    });
    let mut child = Command::new("node")
        .args(["-e", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        stdin.write_all(input.to_string().as_bytes()).unwrap();
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success(), "node failed");
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// Our faults that engines do not share: limits, and what only some engines
/// accept.
fn refused_on_purpose(kind: RegexErrorKind) -> bool {
    matches!(
        kind,
        RegexErrorKind::TooLong
            | RegexErrorKind::TooDeep
            | RegexErrorKind::TooManyRepeats
            | RegexErrorKind::NameNotAscii
            | RegexErrorKind::Modifiers
    )
}

/// The differences between one pattern's answers and node's.
fn differences(
    pattern: &str,
    texts: &[String],
    node: Option<&str>,
) -> Vec<String> {
    let regex = match (parse_regex(pattern), node) {
        (Ok(regex), Some(_)) => regex,
        (Err(_), None) => return Vec::new(),
        (Err(error), Some(_)) if refused_on_purpose(error.kind) => {
            return Vec::new();
        }
        (Err(error), Some(_)) => {
            return vec![format!("`{pattern}`: {:?}", error.kind)];
        }
        (Ok(_), None) => return vec![format!("`{pattern}`: node refuses")],
    };
    let mut all = compared(&regex, texts, node.unwrap_or_default());
    let printed = parse_regex(&regex.to_string());
    if printed.map(|regex| regex.to_string()) != Ok(regex.to_string()) {
        all.push(format!("`{pattern}` prints as `{regex}`"));
    }
    all
}

/// The texts on which node's answers are not ours.
fn compared(regex: &Regex, texts: &[String], node: &str) -> Vec<String> {
    let limits = RegexLimits::default();
    let program = RegexProgram::compile(regex, &limits).unwrap();
    let mut all = Vec::new();
    for (text, answer) in texts.iter().zip(node.bytes()) {
        let node = Verdict3::from(answer == b'1');
        let compiled = program.is_match(text);
        let reference = regex_matches(regex, text, 1_000_000);
        if compiled != node || reference != node {
            all.push(format!(
                "`{regex}` on {text:?}: node {node:?}, compiled \
                 {compiled:?}, reference {reference:?}"
            ));
        }
    }
    all
}

#[test]
fn both_evaluators_agree_with_node() {
    let texts: Vec<String> = serde_json::from_str(TEXTS).unwrap();
    let patterns: Vec<&str> = PATTERNS.lines().collect();
    let Some(node) = ask_node(&patterns, &texts, "") else {
        println!("skipped: `node` is not on the path");
        return;
    };
    let mut all = Vec::new();
    for (pattern, node) in patterns.iter().zip(&node) {
        all.extend(differences(pattern, &texts, node.as_deref()));
    }
    assert_eq!(node.len(), patterns.len());
    assert!(all.is_empty(), "{} differ:\n{}", all.len(), all.join("\n"));
    println!("{} patterns on {} texts", patterns.len(), texts.len());
}

/// `(?i)` of the linear flavour is JavaScript's flag `i`.
#[test]
fn ignoring_case_is_what_node_does() {
    const MORE: &[&str] = &[
        "[a-z\u{e9}]",
        "[^k]",
        "[\\u0000-\\uffff]",
        "^\u{df}$",
        "\u{1c6}",
        "\u{b5}",
        "[\u{3bc}]",
        "\u{3c3}",
        "\u{17f}",
        "[^\\W]",
        "[\u{c0}-\u{ff}]",
        "^(?!read$)[a-z]+$",
        "\\bbash\\b",
        "k",
        "[^s]",
    ];
    const TEXT: &str = "\u{17f} \u{212a} stra\u{df}e STRASSE \u{3a3}\u{391} \
                        \u{3c2} \u{1c5} \u{1c4} \u{39c} \u{e9} \u{c9} \
                        \u{131} \u{130} I i \u{1e9e} K k S s";
    let mut texts: Vec<String> = serde_json::from_str(TEXTS).unwrap();
    let upper: Vec<_> = texts.iter().map(|t| t.to_uppercase()).collect();
    texts.extend(upper);
    texts.extend(TEXT.split(' ').map(str::to_owned));
    texts.push(TEXT.to_owned());
    let lines = PATTERNS.lines().chain(MORE.iter().copied());
    let patterns: Vec<&str> =
        lines.filter(|line| parse_linear(line).is_ok()).collect();
    let Some(node) = ask_node(&patterns, &texts, "i") else {
        println!("skipped: `node` is not on the path");
        return;
    };
    let mut all = Vec::new();
    for (pattern, node) in patterns.iter().zip(&node) {
        let regex = parse_linear(&format!("(?i){pattern}"));
        if let Ok(regex) = regex {
            let node = node.as_deref().unwrap();
            all.extend(compared(&regex, &texts, node));
        }
    }
    assert!(all.is_empty(), "{} differ:\n{}", all.len(), all.join("\n"));
    println!("{} patterns on {} texts", patterns.len(), texts.len());
}

/// A small generator of patterns: numbers that look random, the same in
/// every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.roll(all.len())]
    }

    /// Pieces put together without regard to whether they fit.
    fn soup(&mut self) -> String {
        const PIECES: &[&str] = &[
            "a", "b", "😀", ".", "*", "+", "?", "{2}", "{1,2}", "{", "}", "(",
            "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", ")", ")", ")", "[",
            "[^", "]", "]", "-", "|", "^", "$", "\\b", "\\B", "\\w", "\\d",
            "\\s", "\\1", "\\2", "\\k<n>", "\\c", "\\u", "\\x61", "_", "1",
            "\\", "é", ",",
        ];
        let length = 1 + self.roll(8);
        (0..length).map(|_| self.pick(PIECES)).collect()
    }

    /// A pattern that fits together.
    fn pattern(&mut self, depth: usize) -> String {
        let one = match self.roll(if depth == 0 { 8 } else { 15 }) {
            0..=2 => self.pick(&["a", "b", "é", "_", "1"]).into(),
            3 => self.pick(&[".", "\\w", "\\W", "\\s", "\\D"]).into(),
            4 => self.pick(&["[ab]", "[^a]", "[a-z_]", "[^]", "[😀b]"]).into(),
            5 => self.pick(&["^", "$", "\\b", "\\B"]).into(),
            6 => self.pick(&["\\1", "\\2", "😀", "\\ud83d"]).into(),
            7 => String::new(),
            8 => format!(
                "{}|{}",
                self.pattern(depth - 1),
                self.pattern(depth - 1)
            ),
            9 | 10 => {
                let open = self.pick(&["(", "(?:"]);
                let sign = self.pick(&["*", "+", "?", "{2}", "{0,2}?", "*?"]);
                format!("{open}{}){sign}", self.pattern(depth - 1))
            }
            11 => {
                let open = self.pick(&["(?=", "(?!", "(?<=", "(?<!"]);
                format!("{open}{})", self.pattern(depth - 1))
            }
            12 => format!("({})", self.pattern(depth - 1)),
            _ => format!(
                "{}{}",
                self.pattern(depth - 1),
                self.pattern(depth - 1)
            ),
        };
        match depth {
            0 => one,
            _ => format!("{one}{}", self.pattern(depth - 1)),
        }
    }
}

#[test]
fn both_evaluators_agree_with_node_on_made_up_patterns() {
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let made: Vec<String> = (0..3000)
        .map(|i| if i % 2 == 0 { dice.soup() } else { dice.pattern(3) })
        .collect();
    let patterns: Vec<&str> = made.iter().map(String::as_str).collect();
    let texts = [
        "", "a", "b", "ab", "aab", "bba", "a b", "_1", "é", "😀", "a😀b",
        "abab", "aabb1", "\n", "{2}", "(a]",
    ];
    let texts: Vec<String> = texts.iter().map(|&t| t.into()).collect();
    let Some(node) = ask_node(&patterns, &texts, "") else {
        println!("skipped: `node` is not on the path");
        return;
    };
    let mut all = Vec::new();
    for (pattern, node) in patterns.iter().zip(&node) {
        all.extend(differences(pattern, &texts, node.as_deref()));
    }
    assert!(all.is_empty(), "{} differ:\n{}", all.len(), all.join("\n"));
}
