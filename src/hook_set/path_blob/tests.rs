use super::*;

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
    Segment::Name(pieces)
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

fn defined_name(pieces: &[Piece], text: &[char]) -> bool {
    let Some((first, rest)) = pieces.split_first() else {
        return text.is_empty();
    };
    match first {
        Piece::Text(t) => {
            let t: Vec<char> = t.chars().collect();
            text.starts_with(&t) && defined_name(rest, &text[t.len()..])
        }
        Piece::Star => {
            (0..=text.len()).any(|n| defined_name(rest, &text[n..]))
        }
        Piece::One => !text.is_empty() && defined_name(rest, &text[1..]),
        Piece::Class { negated, ranges } => {
            text.first().is_some_and(|c| {
                negated != &ranges.iter().any(|(a, b)| a <= c && c <= b)
            }) && defined_name(rest, &text[1..])
        }
    }
}

fn defined_path(pattern: &[Segment], path: &[&str]) -> bool {
    match pattern.split_first() {
        None => path.is_empty(),
        Some((Segment::Deep, [])) => !path.is_empty(),
        Some((Segment::Deep, rest)) => {
            (0..=path.len()).any(|n| defined_path(rest, &path[n..]))
        }
        Some((Segment::Name(pieces), rest)) => {
            path.first().is_some_and(|s| {
                defined_name(pieces, &s.chars().collect::<Vec<_>>())
            }) && defined_path(rest, &path[1..])
        }
    }
}

fn defined(glob: &PathGlob, path: &str) -> bool {
    let path: Vec<&str> =
        if path.is_empty() { vec![] } else { path.split('/').collect() };
    let deep = matches!(glob.segments.last(), Some(Segment::Deep));
    (0..=path.len()).any(|n| {
        let below = path.len() - n;
        let tail = match (glob.directory && !deep, glob.whole) {
            (true, _) => below > 0,
            (false, true) => below == 0,
            (false, false) => true,
        };
        tail && defined_path(&glob.segments, &path[..n])
    })
}

#[test]
fn equals_the_definition_on_many_paths() {
    let names = ["a", "b", "ab", "*", "a*", "*b", "?", "#b", "!", "**"];
    let mut patterns = vec![];
    for a in names {
        patterns.push(a.to_owned());
        for b in names {
            patterns.push(format!("{a}/{b}"));
            for c in names {
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
            for c in ["a", "ab", "b"] {
                paths.push(format!("{a}/{b}/{c}"));
                paths.push(format!("{a}/{b}/{c}/ab"));
            }
        }
    }
    for pattern in &patterns {
        for (whole, slash) in [(false, ""), (false, "/"), (true, "")] {
            let glob = glob(&format!("{pattern}{slash}"), whole);
            let mut blob = Vec::new();
            encode(&glob, &mut blob);
            for path in &paths {
                assert_eq!(
                    matches(Reader(&blob), false, path),
                    defined(&glob, path),
                    "{pattern}{slash} {whole} on {path:?}"
                );
                let lower = path.to_lowercase();
                assert_eq!(
                    matches(Reader(&blob), true, &lower),
                    defined(&folded(&glob), &lower),
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
    assert!(matches(Reader(&blob), true, "src/éa.ts"));
    assert!(!matches(Reader(&blob), false, "src/éa.ts"));
    assert!(matches(Reader(&blob), false, "Src/Éa.TS"));
    let mut blob = Vec::new();
    let ranges = vec![('A', 'C')];
    let class = Piece::Class { negated: false, ranges };
    let segments = vec![Segment::Name(vec![class])];
    let glob = PathGlob { segments, whole: true, directory: false };
    encode(&glob, &mut blob);
    assert!(matches(Reader(&blob), true, "b"));
    assert!(!matches(Reader(&blob), false, "b"));
}
