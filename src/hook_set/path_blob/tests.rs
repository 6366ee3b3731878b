use super::super::image::Reader;
use super::*;
use crate::hook_set::reference::path::matches as by_reference;
use crate::syntax::{fold, parse_path};
use proptest::prelude::*;

fn name(text: &str) -> Segment {
    let mut pieces = Vec::new();
    let mut run = String::new();
    for c in text.chars() {
        let piece = match c {
            '*' => Piece::Star,
            '?' => Piece::One,
            '#' => Piece::Class { negated: false, ranges: vec![('a', 'b')] },
            '!' => Piece::Class { negated: true, ranges: vec![('A', 'C')] },
            c => {
                run.push(c);
                continue;
            }
        };
        if !run.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut run)));
        }
        pieces.push(piece);
    }
    if !run.is_empty() {
        pieces.push(Piece::Text(run));
    }
    Segment::Name(pieces.into())
}

fn glob(text: &str, whole: bool) -> PathGlob {
    let (text, directory) = match text.strip_suffix('/') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let segments = text
        .split('/')
        .map(|s| if s == "**" { Segment::Deep } else { name(s) })
        .collect();
    PathGlob { segments, whole, directory }
}

#[test]
fn equals_the_definition_on_many_paths() {
    let names = ["a", "b", "ab", "*", "a*", "*b", "?", "#b", "!", "**"];
    let mut patterns = vec![];
    for a in names {
        patterns.push(a.to_owned());
        for b in names {
            patterns.push(format!("{a}/{b}"));
            for c in ["b", "a*", "#b", "**"] {
                patterns.push(format!("{a}/{b}/{c}"));
            }
        }
    }
    let parts = ["a", "b", "ab", "bb", "B", "é", "aab"];
    let mut paths = vec![String::new()];
    for a in parts {
        paths.push(a.to_owned());
        for b in parts {
            paths.push(format!("{a}/{b}"));
            paths.push(format!("{a}/{b}/ab"));
            paths.push(format!("{a}/{b}/b/ab"));
        }
    }
    for pattern in &patterns {
        for (whole, slash) in [(false, ""), (false, "/"), (true, "")] {
            let glob = glob(&format!("{pattern}{slash}"), whole);
            let mut blob = Vec::new();
            encode(&glob, &mut blob);
            for path in &paths {
                assert_eq!(
                    matches(Reader(&blob), false, path.as_bytes(), false),
                    by_reference(&glob, path, false, false),
                    "{pattern}{slash} {whole} on {path:?}"
                );
                let lower = path.to_lowercase();
                assert_eq!(
                    matches(Reader(&blob), true, lower.as_bytes(), false),
                    by_reference(&glob, &lower, false, true),
                    "{pattern}{slash} {whole} folded on {path:?}"
                );
            }
        }
    }
}

#[test]
fn folding_lets_capitals_of_the_pattern_match() {
    let mut blob = Vec::new();
    encode(&glob("Src/É*.TS", false), &mut blob);
    assert!(matches(Reader(&blob), true, "src/éa.ts".as_bytes(), false));
    assert!(!matches(Reader(&blob), false, "src/éa.ts".as_bytes(), false));
    assert!(matches(Reader(&blob), false, "Src/Éa.TS".as_bytes(), false));
    let mut blob = Vec::new();
    let ranges = vec![('A', 'C')];
    let class = Piece::Class { negated: false, ranges };
    let segments = vec![Segment::Name([class].into())];
    let glob = PathGlob { segments, whole: true, directory: false };
    encode(&glob, &mut blob);
    assert!(matches(Reader(&blob), true, "b".as_bytes(), false));
    assert!(!matches(Reader(&blob), false, "b".as_bytes(), false));
}

fn agree(text: &str, whole: bool, relative: &str) -> bool {
    let glob = parse_path(text, whole).glob;
    let mut blob = Vec::new();
    encode(&glob, &mut blob);
    let check = |relative: &str, inside: bool, fold_case: bool| {
        let slow = by_reference(&glob, relative, inside, fold_case);
        let path = relative.as_bytes();
        let fast = matches(Reader(&blob), fold_case, path, inside);
        assert_eq!(
            fast, slow,
            "{text} on {relative:?} (whole: {whole}, inside: {inside}, \
             folded: {fold_case})"
        );
        fast
    };
    for inside in [false, true] {
        check("", inside, false);
        check(&fold(relative), inside, true);
    }
    check(relative, false, false)
}

#[test]
fn rows() {
    for (text, relative, expected) in [
        (".env", ".env", true),
        (".env", "a/b/.env", true),
        (".env", ".envrc", false),
        ("*.pem", "a/b/key.pem", true),
        ("src/**", "src", false),
        ("src/**", "src/a/b", true),
        ("src/**", "src/", true),
        ("src/", "src", false),
        ("src/", "a/src/b", true),
        ("a/*/c", "a/b/b/c", false),
        ("a/*/c", "a/b/c/d", true),
        ("**", "", false),
        (".", "", true),
        (".", "a/b", true),
        ("a/**/b", "a/b", true),
        ("a/**/b/**/c", "a/x/b/b/x/c", true),
        ("[!a]*.key", "b1.key", true),
        ("?", "é", true),
        ("/[é-ü]x", "éx", true),
        ("/src/**/", "src/a", false),
        ("/src/**/", "src/a/b", true),
        ("[z-a]", "a", false),
    ] {
        assert_eq!(
            agree(text, false, relative),
            expected,
            "{text} {relative}"
        );
    }
    for (text, relative, expected) in [
        ("~/code/*", "code/app", true),
        ("~/code/*", "code/app/src", false),
        ("~/code/*", "code", false),
        ("~/code/**", "code", true),
        ("~/code/**", "code/a/b", true),
        ("**/node_modules", "node_modules", true),
        ("**/node_modules", "a/node_modules/pkg", false),
        ("**/a/a", "a/a/a", true),
        ("x", "a/x", false),
    ] {
        assert_eq!(agree(text, true, relative), expected, "{text} {relative}");
    }
}

/// All texts over `alphabet` of up to `most` characters.
fn texts(alphabet: &[&str], most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..most {
        let until = all.len();
        for at in from..until {
            for c in alphabet {
                all.push(format!("{}{c}", all[at]));
            }
        }
        from = until;
    }
    all
}

#[test]
fn small_ones_exhaustively() {
    let paths = texts(&["a", "b", "/"], 5);
    let clean = |p: &&String| !p.starts_with('/') && !p.contains("//");
    let paths: Vec<_> = paths.iter().filter(clean).collect();
    for text in texts(&["a", "*", "?", "/", "**/"], 4) {
        for whole in [false, true] {
            let glob = parse_path(&text, whole).glob;
            let mut blob = Vec::new();
            encode(&glob, &mut blob);
            for path in &paths {
                let slow = by_reference(&glob, path, false, false);
                let fast =
                    matches(Reader(&blob), false, path.as_bytes(), false);
                assert_eq!(fast, slow, "{text} on {path} (whole: {whole})");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn both_evaluators_agree(
        texts in proptest::collection::vec(
            "(\\*\\*/|\\*\\*|[abA*?é/]|\\[a\\]|\\[!bé\\]|/){0,9}", 1..6
        ),
        paths in proptest::collection::vec("([aAbé]{1,4}/?){0,5}", 1..12),
        whole: bool,
    ) {
        for text in &texts {
            for path in &paths {
                agree(text, whole, path);
            }
        }
    }

    #[test]
    fn any_bytes_are_safe(blob: Vec<u8>, path: String) {
        matches(Reader(&blob), true, path.as_bytes(), false);
    }
}

#[test]
fn many_stars_stay_cheap() {
    let text = format!("{}b", "**/*a*a*a*/".repeat(12));
    let path = "aaaaaaaaaaaaaaaaaaaaaaaa/".repeat(200);
    let mut blob = Vec::new();
    encode(&parse_path(&text, false).glob, &mut blob);
    assert!(!matches(Reader(&blob), false, path.as_bytes(), false));
}
