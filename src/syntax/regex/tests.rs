use super::*;

fn fault(text: &str) -> (RegexErrorKind, &str) {
    let error = parse_regex(text).unwrap_err();
    (error.kind, error.span.of(text))
}

#[test]
fn faults_have_a_place() {
    use RegexErrorKind as K;
    assert_eq!(fault("*.ts"), (K::NothingToRepeat, "*"));
    assert_eq!(fault("a**"), (K::NothingToRepeat, "*"));
    assert_eq!(fault("x{1}{2}"), (K::NothingToRepeat, "{2}"));
    assert_eq!(fault("a{2,1}"), (K::RepeatOrder, "{2,1}"));
    assert_eq!(fault("a{2000}"), (K::TooManyRepeats, "{2000}"));
    assert_eq!(fault("(a{9}){1000}{9}").0, K::NothingToRepeat);
    assert!(parse_regex("((a{9}){1000})*").is_ok());
    assert_eq!(fault("((a{9}){1000}){3}").0, K::TooLarge);
    assert_eq!(fault("(a{1,1000}){1,1000}").0, K::TooLarge);
    assert_eq!(fault("(((()*){1000}){1000}){1000}").0, K::TooLarge);
    assert_eq!(fault("((){1000}){1000}").0, K::TooLarge);
    assert_eq!(fault("(a)(\\1{1000}){20}").0, K::TooLarge);
    assert!(parse_regex("[a-z]{1,1000}[a-z]{1,1000}-(b{0,999}){4}").is_ok());
    assert!(parse_regex("(a{9}){99}|(mcp__.*){1000}").is_ok());
    assert_eq!(fault("Bash("), (K::UnclosedGroup, "("));
    assert_eq!(fault("Bash)"), (K::StrayClose, ")"));
    assert_eq!(fault("é[ab"), (K::UnclosedClass, "["));
    assert_eq!(fault("[b-a]"), (K::RangeOrder, "b-a"));
    assert_eq!(fault("[😀-😂]"), (K::RangeOrder, "😀-😂"));
    assert_eq!(fault("a\\"), (K::TrailingBackslash, "\\"));
    assert_eq!(fault("(?i:bash)"), (K::Modifiers, "(?i:"));
    assert_eq!(fault("(?P<a>x)"), (K::PythonGroup, "(?P"));
    assert_eq!(fault("(?#x)"), (K::InvalidGroup, "(?#"));
    assert_eq!(fault("(?<é>x)"), (K::NameNotAscii, "é"));
    assert_eq!(fault("(?<a>x)(?<a>y)"), (K::DuplicateName, "a"));
    assert_eq!(fault("(?<a>x)\\k<b>"), (K::InvalidReference, "\\k<b>"));
    let deep = "(".repeat(51) + &")".repeat(51);
    assert_eq!(fault(&deep), (K::TooDeep, "("));
    let long = "a".repeat(1025);
    assert_eq!(fault(&long).0, K::TooLong);
}

#[test]
fn a_name_can_stand_for_several_alternatives() {
    let regex = parse_regex("(?:(?<a>x)|(?<a>y))\\k<a>").unwrap();
    assert_eq!(regex.to_string(), "(?:(?<a>x)|(?<a>y))\\k<a>");
}

#[test]
fn every_text_is_read_or_refused() {
    let signs = ["(", "?", "<", "a", ">", "[", "]", "\\", "😀", "{", "1", ","];
    for number in 0..signs.len().pow(4) {
        let mut rest = number;
        let text: String = std::iter::repeat_with(|| {
            let sign = signs[rest % signs.len()];
            rest /= signs.len();
            sign
        })
        .take(4)
        .collect();
        if let Err(error) = parse_regex(&text) {
            assert!(text.get(error.span.range()).is_some(), "{text}");
        }
    }
}
