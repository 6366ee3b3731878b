use super::*;
use crate::hook_set::reference::regex::regex_matches;
use crate::syntax::regex::parse_regex;

fn compile(pattern: &str) -> RegexProgram {
    let regex = parse_regex(pattern).unwrap();
    RegexProgram::compile(&regex, &RegexLimits::default()).unwrap()
}

#[test]
fn look_aheads_at_the_start_are_automata() {
    let program = compile("^(?!(Glob|Grep|Read)$).*");
    assert!(program.is_automaton());
    assert_eq!(program.is_match("Read"), Verdict3::No);
    assert_eq!(program.is_match("ReadMore"), Verdict3::Yes);
    assert!(compile("^(?:(?=a)(?!ab)\\w+$)").is_automaton());
    assert!(!compile("Bash(?!Output)").is_automaton());
    assert!(!compile("(a)\\1").is_automaton());
}

#[test]
fn characters_beyond_the_basic_plane_are_two_units() {
    assert_eq!(compile("^.$").is_match("😀"), Verdict3::No);
    assert_eq!(compile("^..$").is_match("😀"), Verdict3::Yes);
    assert_eq!(compile("^[^😀]$").is_match("é"), Verdict3::Yes);
    assert_eq!(compile("[\\uDE00]").is_match("a😀"), Verdict3::Yes);
}

#[test]
fn what_multiplies_too_far_is_refused() {
    let limits = RegexLimits {
        dfa_bytes: 64,
        instructions: 500,
        ..RegexLimits::default()
    };
    for text in ["(?:(?=a){50}){30}", "(?:a{50}){50}"] {
        let regex = parse_regex(text).unwrap();
        let refused = RegexProgram::compile(&regex, &limits);
        assert_eq!(refused.err(), Some(RegexTooLarge), "{text}");
        assert!(
            RegexProgram::compile(&regex, &RegexLimits::default()).is_ok()
        );
    }
}

#[test]
fn whatever_can_be_parsed_can_be_compiled() {
    let limits = RegexLimits { dfa_bytes: 0, ..RegexLimits::default() };
    let (mut fit, mut large) = (0, 0);
    let inner =
        ["a", "", "a|bc|", "(a)", "(?=a)", "(?:a*b?)+", "(x)\\1", "^(?!a)b$"];
    for inner in inner {
        for first in ["{7}", "{90}", "{0,90}", "{3,90}", "{999,1000}", "*"] {
            for second in ["", "{6}", "{0,20}", "{99}", "{1,99}", "{200,}"] {
                let text = format!("((?:{inner}){first}){second}");
                let Ok(regex) = parse_regex(&text) else {
                    large += 1;
                    continue;
                };
                fit += 1;
                let compiled = RegexProgram::compile(&regex, &limits);
                assert!(compiled.is_ok(), "{text}");
            }
        }
    }
    assert!(fit > 150 && large > 50, "{fit} {large}");
}

#[test]
fn an_automaton_over_its_limit_becomes_a_machine() {
    let program = compile("(a|b)*a(a|b){19}c");
    assert!(!program.is_automaton());
    let text = format!("{}c", "ab".repeat(20));
    assert_eq!(program.is_match(&text), Verdict3::Yes);
    assert_eq!(program.is_match("abababc"), Verdict3::No);
}

#[test]
fn hostile_texts_end() {
    let long = format!("{}!", "a".repeat(5_000));
    assert_eq!(compile("^(a+)+$").is_match(&long), Verdict3::No);
    assert_eq!(compile("^(?:(?=a)a+)+$").is_match(&long), Verdict3::No);
    let text = format!("{}!", "a".repeat(60));
    assert_eq!(compile("^(a+)+\\1$").is_match(&text), Verdict3::Unknown);
    let regex = parse_regex("^(a+)+\\1$").unwrap();
    assert_eq!(regex_matches(&regex, &text, 100_000), Verdict3::Unknown);
}

/// Patterns of matchers as they are written, and what they are tried on.
const MATCHERS: &[&str] = &[
    "mcp__.*",
    "^mcp__[a-z]+__(read|list).*$",
    "Edit|Write|Multi.*",
    "^.$",
    "[^😀]",
    "\\bBash\\b",
    "",
    "(a|b)*a(a|b){6}",
    "mcp__.*__(read|list).*",
    ".*Edit.*|.*Write",
    "(Edit)?",
    "^(Bash|Read|Web.*)$",
    "a?|^$",
];
const NAMES: &[&str] = &[
    "",
    "mcp__a__read_it",
    "MultiEdit",
    "Bash",
    "😀",
    "é",
    "abbaabbab",
    "WebX",
];

#[test]
fn an_automaton_that_was_written_answers_as_before() {
    for pattern in MATCHERS {
        let program = compile(pattern);
        let bytes = program.write().unwrap();
        let stored = RegexProgram::read(&bytes).unwrap();
        assert!(stored.is_automaton() && stored.memory() > 0);
        for name in NAMES {
            let found = program.is_match(name);
            assert_eq!(stored.is_match(name), found);
            let regex = parse_regex(pattern).unwrap();
            assert_eq!(found, regex_matches(&regex, name, 100_000));
        }
        assert_eq!(bytes, compile(pattern).write().unwrap(), "{pattern}");
    }
    assert!(compile("(a)\\1").write().is_none());
    assert!(compile("^(?!Read$).*").write().is_none());
}

#[test]
fn bytes_that_are_no_automaton_are_refused_or_answer() {
    let bytes = compile("^mcp__(a|b)").write().unwrap();
    assert!(RegexProgram::read(&[]).is_none());
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(RegexProgram::read(&longer).is_none());
    for at in 0..bytes.len() {
        assert!(RegexProgram::read(&bytes[..at]).is_none());
        for value in [0, 1, 0x7F, 0xFF, bytes[at] ^ 1] {
            let mut forged = bytes.clone();
            forged[at] = value;
            if let Some(program) = RegexProgram::read(&forged) {
                for name in NAMES {
                    program.is_match(name);
                }
            }
        }
    }
}

/// Between the bytes of one letter nothing is found, however many it has.
#[test]
fn no_boundary_lies_within_a_letter() {
    for (pattern, name, found) in [
        ("(a|\\B)+", "_\u{c9}_", false),
        ("(a|\\B)+", "_\u{c9}\u{c9}_", true),
        ("(a|\\B)+", "_\u{c9}_a", true),
        ("\\B", "_\u{20ac}_", false),
        ("\\Bb", "_\u{c9}_ab", true),
        // Between the two units of this one lies one.
        ("\\B", "_\u{1f600}_", true),
        ("(x|\\B.\\b)", "_\u{c9}_", false),
    ] {
        let regex = parse_regex(pattern).unwrap();
        let slow = regex_matches(&regex, name, 100_000);
        let fast = compile(pattern).is_match(name);
        assert_eq!(slow, fast, "{pattern} on {name}");
        assert_eq!(fast == Verdict3::Yes, found, "{pattern} on {name}");
    }
}
