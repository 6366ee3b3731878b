//! Made-up regular expressions: printed and read again they stay the same,
//! and the compiled and the slow evaluator agree on them.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests may panic"
)]

use hookset::hook_set::reference::regex::regex_matches;
use hookset::hook_set::regex::{RegexLimits, RegexProgram, Verdict3};
use hookset::syntax::regex::{parse_linear, parse_lowered, parse_regex};
use proptest::prelude::*;

fn atom() -> impl Strategy<Value = String> {
    const ATOMS: &[&str] = &[
        "a", "b", "_", "é", "😀", ".", "^", "$", "\\b", "\\B", "\\w", "\\W",
        "\\s", "\\D", "[ab]", "[^a]", "[^]", "[]", "[😀b]", "\\ud83d", "\\1",
        "\\2", "\\x61", "[\\w-]", "{", "]", "",
    ];
    prop::sample::select(ATOMS).prop_map(str::to_owned)
}

fn pattern() -> impl Strategy<Value = String> {
    atom().prop_recursive(4, 24, 3, |inner| {
        let signs = prop::sample::select(
            &["", "*", "+", "?", "*?", "{2}", "{0,2}", "{1,}?"][..],
        );
        let opens = prop::sample::select(&["(", "(?:", "(?=", "(?!"][..]);
        let behind = prop::sample::select(&["(?<=", "(?<!"][..]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4)
                .prop_map(|all| all.concat()),
            prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|all| all.join("|")),
            (opens, inner.clone(), signs)
                .prop_map(|(open, body, sign)| format!("{open}{body}){sign}")),
            (behind, inner).prop_map(|(open, body)| format!("{open}{body})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_evaluators_agree(
        pattern in pattern(),
        texts in prop::collection::vec("[ab_é😀 \n]{0,7}", 6),
    ) {
        let Ok(regex) = parse_regex(&pattern) else { return Ok(()) };
        let printed = regex.to_string();
        let again = parse_regex(&printed).unwrap();
        prop_assert_eq!(&again.to_string(), &printed);
        let limits = RegexLimits::default();
        let Ok(program) = RegexProgram::compile(&regex, &limits) else {
            return Ok(());
        };
        let reprinted = RegexProgram::compile(&again, &limits).unwrap();
        for text in &texts {
            let slow = regex_matches(&regex, text, 1_000_000);
            let fast = program.is_match(text);
            let known = ![slow, fast].contains(&Verdict3::Unknown);
            prop_assert!(!known || slow == fast, "{} on {:?}", pattern, text);
            prop_assert_eq!(fast, reprinted.is_match(text));
        }
    }

    /// What the linear flavour takes is what automata do, `(?i)` or not.
    #[test]
    fn linear_is_what_automata_do(
        pattern in pattern(),
        fold: bool,
        texts in prop::collection::vec("[abAB_éÉ😀 \n]{0,7}", 6),
    ) {
        let Ok(plain) = parse_regex(&pattern) else { return Ok(()) };
        let text = if fold { format!("(?i){pattern}") } else { pattern };
        let limits = RegexLimits::default();
        let linear = parse_linear(&text);
        let Ok(program) = RegexProgram::compile(&plain, &limits) else {
            return Ok(());
        };
        prop_assert_eq!(linear.is_ok(), program.is_automaton(), "{}", text);
        let Ok(regex) = linear else { return Ok(()) };
        prop_assert_eq!(parse_lowered(&text), Ok(regex.clone()));
        let printed = parse_linear(&regex.to_string()).unwrap();
        prop_assert_eq!(printed.to_string(), regex.to_string());
        let program = RegexProgram::compile(&regex, &limits).unwrap();
        for text in &texts {
            let slow = regex_matches(&regex, text, 1_000_000);
            let fast = program.is_match(text);
            prop_assert_eq!(slow, fast, "{} on {:?}", regex, text);
        }
    }
}
