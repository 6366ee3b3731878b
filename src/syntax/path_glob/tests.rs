use super::*;
use proptest::prelude::*;

fn glob(text: &str) -> (Anchor, String) {
    let parsed = parse_path(text, false);
    (parsed.anchor, print_path(parsed.anchor, parsed.ascend, &parsed.glob))
}

fn kinds(text: &str) -> Vec<(PathNoteKind, &str)> {
    let notes = parse_path(text, false).notes;
    notes.iter().map(|n| (n.kind, n.span.of(text))).collect()
}

#[test]
fn anchors() {
    for (text, anchor, printed) in [
        ("//etc/x", Anchor::Root, "//etc/x"),
        ("///etc//x", Anchor::Root, "//etc/x"),
        ("//", Anchor::Root, "//"),
        ("~/x", Anchor::Home, "~/x"),
        ("~", Anchor::Home, "~/"),
        ("/x", Anchor::Source, "/x"),
        ("x", Anchor::Cwd, "./**/x"),
        ("x/", Anchor::Cwd, "./**/x/"),
        ("./x", Anchor::Cwd, "./x"),
        ("a/x", Anchor::Cwd, "./a/x"),
        ("src/**", Anchor::Cwd, "./src/**"),
        ("~user/x", Anchor::Cwd, "./~user/x"),
        ("//c/**/.env", Anchor::Root, "//c/**/.env"),
        ("C:\\work\\.env", Anchor::Root, "//c/work/.env"),
        ("c:/work/*", Anchor::Root, "//c/work/*"),
        ("../x/**", Anchor::Cwd, "./../x/**"),
        ("a/../b/c", Anchor::Cwd, "./b/c"),
        ("**/../x", Anchor::Cwd, "./**/x"),
    ] {
        assert_eq!(glob(text), (anchor, printed.to_owned()), "{text}");
    }
}

#[test]
fn shapes() {
    for (text, printed) in [
        ("a**b/x", "./a*b/x"),
        ("***/x", "./**/x"),
        ("**/**/x", "./**/x"),
        ("a/**/**", "./a/**"),
        ("a\\*b", "./**/a\\*b"),
        ("a/b  ", "./a/b"),
        ("a/b\\ ", "./a/b\\ "),
        ("[!a-c]", "./**/[!a-c]"),
        ("[]a]", "./**/[\\]a]"),
        ("[[:digit:]x]", "./**/[0-9x]"),
        ("x/[a-]", "./x/[\\-a]"),
        ("x\\/y", "./x/y"),
    ] {
        assert_eq!(glob(text).1, printed, "{text}");
    }
    assert!(parse_path("src/**", false).single_directory);
    assert!(!parse_path("./src/**", false).single_directory);
    assert!(!parse_path("src/a/**", false).single_directory);
    assert!(parse_path("!a", false).negated);
}

#[test]
fn notes() {
    use PathNoteKind::*;
    for (text, kind, at) in [
        ("", Empty, ""),
        ("[abc", UnclosedClass, "["),
        ("[z-a]", BackwardsRange, "z-a"),
        ("[[:foo:]]x", UnknownClassName, "[:foo:]"),
        ("a\\", TrailingBackslash, "\\"),
        ("/etc/passwd", LooksAbsolute, "/etc"),
        ("C:\\Users\\x", Drive, "C:\\"),
        ("//C:/x", DriveColon, "//C:"),
        ("/d:/x", DriveColon, "/d:"),
        ("a\\b", EscapedLetter, "\\b"),
        ("$HOME/.ssh/**", Variable, "$HOME"),
        ("%USERPROFILE%\\x", Variable, "%USERPROFILE%"),
        ("{a,b}.ts", Brace, "{a,b}"),
        ("a,b}", Brace, "}"),
        ("***/x", ManyStars, "***"),
        ("src/**/", TrailingSlash, "/"),
        ("../x/**", Parent, ".."),
        ("./../x", Parent, ".."),
        ("a//b", EmptySegment, ""),
        ("x/.", DotSegment, "."),
        ("!/etc/x", Negation, "!"),
    ] {
        assert!(kinds(text).contains(&(kind, at)), "{text} {:?}", kinds(text));
    }
    let stars = "*a".repeat(65);
    assert!(parse_path(&stars, false).fault().is_some());
    assert!(parse_path(&"a/".repeat(200), false).fault().is_some());
    assert!(parse_path(&"a".repeat(5000), false).fault().is_some());
    assert!(parse_path("a/b", false).notes.is_empty());
}

#[test]
fn alternatives() {
    let parts = |text: &'static str| -> Vec<&str> {
        split_alternatives(text).iter().map(|s| s.of(text)).collect()
    };
    assert_eq!(parts("*.ts|*.tsx"), ["*.ts", "*.tsx"]);
    assert_eq!(parts("a | b "), ["a", "b"]);
    assert_eq!(parts("a\\|b|[|]|[x"), ["a\\|b", "[|]", "[x"]);
    assert_eq!(parts("a||b"), ["a", "", "b"]);
    assert_eq!(parts(""), [""]);
}

#[test]
fn folding() {
    let folded = |text| parse_path(text, false).glob.folded();
    assert_eq!(folded("SECRÉT[A-C].PEM"), folded("secrét[a-cA-C].pem"));
    let apart = folded("secre\u{301}t[a-cA-C].pem");
    let one = folded("SECRÉT[A-C].PEM") == apart;
    assert_eq!(one, cfg!(feature = "unicode"));
    assert_eq!(crate::syntax::fold("ﬁ.txt"), "fi.txt");
}

proptest! {
    #[test]
    fn printing_and_reading_again_changes_nothing(
        text in "[ab*?/.!|~\\\\\\[\\]:^ \\-é{}#]{0,16}", whole: bool
    ) {
        let parsed = parse_path(&text, whole);
        let printed = print_path(parsed.anchor, parsed.ascend, &parsed.glob);
        let again = parse_path(&printed, whole);
        prop_assert_eq!(again.anchor, parsed.anchor);
        prop_assert_eq!(again.ascend, parsed.ascend);
        prop_assert_eq!(again.glob, parsed.glob, "{}", printed);
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,40}") {
        let _ = parse_path(&text, false).glob.folded();
        split_alternatives(&text);
    }
}
