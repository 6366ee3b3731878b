use super::*;

fn matches(glob: &TextGlob, text: &str) -> bool {
    fn stars(parts: &[String], text: &str) -> bool {
        let Some((first, rest)) = parts.split_first() else {
            return text.is_empty();
        };
        let Some(behind) = text.strip_prefix(first.as_str()) else {
            return false;
        };
        let mut cuts = (0..=behind.len()).filter_map(|n| behind.get(n..));
        match rest.is_empty() {
            true => behind.is_empty(),
            false => cuts.any(|text| stars(rest, text)),
        }
    }
    if !glob.boundary {
        return stars(&glob.parts, text);
    }
    let (_, body) = glob.parts.split_last().unwrap();
    let blanks = text.match_indices(' ').map(|(at, _)| at);
    let mut ends = blanks.chain([text.len()]);
    ends.any(|end| stars(body, text.get(..end).unwrap()))
}

fn filter(glob: &TextGlob) -> Vec<u8> {
    NamedOptions::write(std::iter::once((Effects::GUARD, glob)))
}

/// Numbers below a given one, the same in each run.
fn dice() -> impl FnMut(usize) -> usize {
    let mut seed = 1u64;
    move |below| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005) + 1;
        (seed >> 33) as usize % below
    }
}

/// Whatever guard matches a command without its options, and not with
/// them, is known to name words behind its program.
#[test]
fn no_guard_is_missed_that_matches_without_options() {
    const PIECES: [&str; 12] =
        ["p", "s", "a", "b", " ", " ", " ", "*", " *", "* ", "p s", "a b"];
    const LINES: [(&str, &str, &str); 9] = [
        ("p s -f a", "p s a", "s"),
        ("p s a -f", "p s a", "s"),
        ("p s -f a b", "p s a b", "s"),
        ("p s a -f b", "p s a b", "s"),
        ("p s --l a -f b", "p s a b", "s"),
        ("p -f a", "p a", ""),
        ("p a -f", "p a", ""),
        ("p a -f b", "p a b", ""),
        ("p -f s a -f", "p s a", ""),
    ];
    let mut next = dice();
    let mut count = 0;
    for _ in 0..60_000 {
        let pieces = (0..1 + next(7)).map(|_| PIECES[next(12)]);
        let glob = TextGlob::command(pieces.collect::<String>().trim());
        let bits = filter(&glob);
        let named = NamedOptions::read(&bits).unwrap();
        for (line, bare, sub) in LINES {
            if matches(&glob, bare) && !matches(&glob, line) {
                count += 1;
                let known = named.has_words(Behind::new("p", sub))
                    || named.has_ends("p");
                assert!(known, "{glob:?} on {line}");
            }
        }
    }
    assert!(count > 500, "{count}");
}

/// Whatever guard matches a name that a glob finds, and not the glob, is
/// known to name such a word.
#[test]
fn no_guard_is_missed_that_matches_what_a_glob_finds() {
    const PIECES: [&str; 18] = [
        " ", " ", " ", "*", " *", "* ", "a", "ab", "b", "abc", "c", "bc",
        "x ", "~/", "~", "/home/", "u/", "/",
    ];
    const GLOBS: [(&str, &str); 26] = [
        ("*", "a b"),
        ("a*", "a abc"),
        ("*c", "abc c"),
        ("?*", "b abc"),
        ("~/a*", "~/abc"),
        ("~/*", "~/abc"),
        ("~/ab*c", "~/abc"),
        ("/home/u/a*", "/home/u/abc"),
        ("/home/*/a", "/home/u/a"),
        ("a*", "abc"),
        ("a*", "a"),
        ("a?c", "abc"),
        ("ab*", "abc"),
        ("ab*bc", "abcbc"),
        ("a*bc", "abc"),
        ("ab*c", "abc"),
        ("ab*", "ab"),
        ("x/a*b", "x/ab"),
        ("*", "abc"),
        ("*bc", "abc"),
        ("?b", "ab"),
        ("*/a", "u/a"),
        ("*/*", "u/abc"),
        ("**/abc", "abc"),
        ("**/abc", "x/abc"),
        ("[ab]c", "bc"),
    ];
    let mut next = dice();
    let mut count = 0;
    for _ in 0..60_000 {
        let pieces = (0..1 + next(6)).map(|_| PIECES[next(18)]);
        let pieces = pieces.collect::<String>();
        let program = ["p", "p ", "p "][next(3)];
        let text = format!("{program}{pieces}");
        let glob = TextGlob::command(text.trim());
        let bits = filter(&glob);
        let named = NamedOptions::read(&bits).unwrap();
        for (own, name) in GLOBS {
            for line in ["p W", "p x W", "p a W", "p W c", "p b W a"] {
                let [written, name] =
                    [own, name].map(|word| line.replace('W', word));
                if matches(&glob, &name) && !matches(&glob, &written) {
                    count += 1;
                    let known = named.has_globbed("p", own);
                    assert!(known, "{glob:?} on {written}");
                }
            }
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn letters_are_found_in_any_order() {
    let found = |pattern: &str, words: &[&str]| {
        let bits = filter(&TextGlob::command(pattern));
        let named = NamedOptions::read(&bits).unwrap();
        let mut letters = Letters::default();
        words.iter().for_each(|word| letters.add(word));
        let mut orders: Vec<String> = Vec::new();
        let behind = Behind::new("git", "clean");
        named.letters(behind, letters, |some, which| {
            let text = |o: [Option<char>; NAMED]| o.iter().flatten().collect();
            orders.extend(some.orders().map(text));
            assert_eq!(which == Which::Others, some.0.count_ones() > 2);
        });
        orders
    };
    assert_eq!(found("git clean -fd *", &["-xdf"]), ["df", "fd"]);
    assert_eq!(found("git clean -f -d", &["-d", "-f"]), ["df", "fd"]);
    assert_eq!(found("git clean --force", &["-xdf"]), ["f"]);
    assert_eq!(found("git clean -fd *", &["-ffffdx"]), ["df", "fd"]);
    assert_eq!(found("git clean -fd *", &["-D", "-f"]), [""; 0]);
    assert_eq!(found("git clean -fd *", &["-n"]), [""; 0]);
    assert_eq!(found("git clean -fdxq *", &["-qxfd"]).len(), 6);
}

/// Whatever guard matches the removal of a file is known to be about what a
/// search finds that starts in some directory above it.
#[test]
fn no_guard_is_missed_that_matches_what_is_found() {
    const PIECES: [&str; 14] = [
        "rm ", "rm ", "rm -r ", "src", "a", "x", "/", "/", "*", " *", "* ",
        "~/", "./", " ",
    ];
    const FOUND: [(&str, &str, &str); 7] = [
        (".", "x", "x"),
        (".", "src/x", "x"),
        ("src", "src/x", "x"),
        ("src", "src/a/x", "x"),
        ("src/a", "src/a/x", "x"),
        ("/a", "/a/src/x", "x"),
        ("~", "~/a/x", "x"),
    ];
    let mut next = dice();
    let mut count = 0;
    for _ in 0..60_000 {
        let pieces = (0..1 + next(7)).map(|_| PIECES[next(14)]);
        let glob = TextGlob::command(pieces.collect::<String>().trim());
        let written = filter(&glob);
        let named = NamedOptions::read(&written).unwrap();
        for (start, path, name) in FOUND {
            let fits = ["rm ", "rm -r ", "rm ./"]
                .into_iter()
                .any(|before| matches(&glob, &[before, path].concat()));
            if fits {
                count += 1;
                let found = named.has_found("rm", start);
                assert!(found, "{glob:?} {start} {path}");
                assert!(named.has_called("rm", name), "{glob:?} {path}");
            }
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn what_is_found_elsewhere_is_about_no_guard() {
    for (text, program, start) in [
        ("rm -rf src/*", "rm", "lib"),
        ("rm -rf /", "rm", "."),
        ("rm -rf ~", "rm", "."),
        ("rm -rf /*", "rm", "src"),
        ("chmod 777 /etc/x", "chmod", "/var"),
        ("rm -rf src", "mv", "."),
    ] {
        let glob = TextGlob::command(text);
        let written = filter(&glob);
        let named = NamedOptions::read(&written).unwrap();
        assert!(!named.has_found(program, start), "{text} {start}");
    }
    let glob = TextGlob::command("rm src/a.o");
    let written = filter(&glob);
    assert!(!NamedOptions::read(&written).unwrap().has_called("rm", "x.o"));
}
