use super::*;
use crate::source::SourceId;

fn faults(text: &str) -> Vec<(Fault, &str)> {
    let tape = Tape::of(text);
    tape.problems().iter().map(|p| (p.fault, p.span.of(text))).collect()
}

fn show(value: Value<'_>) -> String {
    match value.kind() {
        Kind::Object => {
            let entries: Vec<_> = value
                .entries()
                .map(|e| format!("{:?}:{}", e.name(), show(e.value)))
                .collect();
            format!("{{{}}}", entries.join(","))
        }
        Kind::Array => {
            let items: Vec<_> = value.items().map(show).collect();
            format!("[{}]", items.join(","))
        }
        Kind::String => format!("{:?}", value.str().unwrap()),
        Kind::Broken => "?".to_owned(),
        _ => value.raw().to_owned(),
    }
}

fn shown(text: &str) -> String {
    Tape::of(text).root(text).map_or("none".to_owned(), show)
}

#[test]
fn plain_json_has_no_problems() {
    let text = r#" {"a":[1,-0.5e+3,"x",{"b":null}],"c":true,"d":{},"e":[]} "#;
    assert_eq!(faults(text), []);
    let expected =
        r#"{"a":[1,-0.5e+3,"x",{"b":null}],"c":true,"d":{},"e":[]}"#;
    assert_eq!(shown(text), expected);
}

#[test]
fn values_are_found_by_key() {
    let text = r#"{"a":{"b":[1,2]},"c":"d\n","a\u0062":false}"#;
    let tape = Tape::of(text);
    let root = tape.root(text).unwrap();
    let list = root.get("a").and_then(|a| a.get("b")).unwrap();
    let numbers: Vec<_> = list.items().filter_map(Value::number).collect();
    assert_eq!(numbers, ["1", "2"]);
    assert_eq!(root.get("c").and_then(Value::str), Some("d\n"));
    assert_eq!(root.get("ab").and_then(Value::bool), Some(false));
    assert!(root.get("x").is_none());
    assert!(list.get("a").is_none());
}

#[test]
fn decoded_text_knows_its_places() {
    let text = r#"["a\u0041\n\"b\ud83d\ude00c"]"#;
    let tape = Tape::of(text);
    let item = tape.root(text).unwrap().items().next().unwrap();
    let decoded = item.decoded().unwrap();
    assert_eq!(decoded.as_str(), "aA\n\"b😀c");
    let place = |a, b| decoded.place(Span::new(a, b)).of(text);
    assert_eq!(place(0, 1), "a");
    assert_eq!(place(1, 2), r"\u0041");
    assert_eq!(place(2, 4), r#"\n\""#);
    assert_eq!(place(4, 5), "b");
    assert_eq!(place(5, 9), r"\ud83d\ude00");
    assert_eq!(place(9, 10), "c");
    assert_eq!(faults(text), []);
}

/// A text, its faults with the text under them, and what is read.
type Case = (&'static str, &'static [(Fault, &'static str)], &'static str);

#[test]
fn every_fault_is_found_at_its_place() {
    use Fault::*;
    let cases: &[Case] = &[
        ("", &[(Empty, "")], "none"),
        (" \n", &[(Empty, "")], "none"),
        ("\u{feff}{}", &[(ByteOrderMark, "\u{feff}")], "{}"),
        ("[1,]", &[(TrailingComma, ",")], "[1]"),
        ("{\"a\":1,}", &[(TrailingComma, ",")], "{\"a\":1}"),
        ("[,1]", &[(ExtraComma, ",")], "[1]"),
        ("[1,,2]", &[(ExtraComma, ",")], "[1,2]"),
        ("[1 2]", &[(MissingComma, "2")], "[1,2]"),
        (r#"{"a":1 "b":2}"#, &[(MissingComma, "\"b\"")], r#"{"a":1,"b":2}"#),
        (
            r#"[{"a":1} {"b":2}]"#,
            &[(MissingComma, "{")],
            r#"[{"a":1},{"b":2}]"#,
        ),
        (r#"{"a" 1}"#, &[(MissingColon, "\"a\"")], r#"{"a":1}"#),
        (r#"{"a" = 1}"#, &[(MissingColon, "\"a\"")], r#"{"a":1}"#),
        (r#"{"a":}"#, &[(MissingValue, "\"a\"")], r#"{"a":?}"#),
        (r#"{"a"}"#, &[(MissingValue, "\"a\"")], r#"{"a":?}"#),
        (r#"{"a":,"b":1}"#, &[(MissingValue, "\"a\"")], r#"{"a":?,"b":1}"#),
        ("{a-b:1}", &[(BareKey, "a-b")], r#"{"a-b":1}"#),
        ("{'a':1}", &[(SingleQuotes, "'a'")], r#"{"a":1}"#),
        ("[“a”,1]", &[(CurlyQuotes, "“a”")], "[?,1]"),
        ("{1:2}", &[(NotAKey, "1")], r#"{"1":2}"#),
        ("{{},\"a\":1}", &[(NotAKey, "{")], r#"{"a":1}"#),
        ("[True]", &[(UnknownWord, "True")], "[?]"),
        ("[01]", &[(InvalidNumber, "01")], "[01]"),
        ("[.5]", &[(InvalidNumber, ".5")], "[.5]"),
        ("[1.]", &[(InvalidNumber, "1.")], "[1.]"),
        ("[1e999]", &[(NumberRange, "1e999")], "[1e999]"),
        ("[-]", &[(InvalidNumber, "-")], "[-]"),
        ("{\"a\":[1}", &[(UnclosedBracket, "[")], "{\"a\":[1]}"),
        ("{\"a\":[1", &[(UnclosedBracket, "[")], "{\"a\":[1]}"),
        ("[1}]", &[(StrayBracket, "}")], "[1]"),
        ("{} x", &[(TrailingText, "x")], "{}"),
        ("{} \u{a0}", &[(TrailingText, "\u{a0}")], "{}"),
        ("{}{}", &[(TrailingText, "{}")], "{}"),
        ("[1 : 2]", &[(Unexpected, ":"), (MissingComma, "2")], "[1,2]"),
        ("// x \n[]", &[(Comment, "// x")], "[]"),
        ("[/* x */1]", &[(Comment, "/* x */")], "[1]"),
        ("[1] # x", &[(Comment, "# x")], "[1]"),
        ("[1] /* x", &[(UnclosedComment, "/* x")], "[1]"),
        (r#"["a\d"]"#, &[(InvalidEscape, r"\d")], r#"["a\\d"]"#),
        (r#"["\u12"]"#, &[(InvalidEscape, r"\u")], r#"["\\u12"]"#),
        (r#"["\ud800x"]"#, &[(LoneSurrogate, r"\ud800")], "[\"\u{fffd}x\"]"),
        (
            r#"["\udc00\ud800"]"#,
            &[(LoneSurrogate, r"\udc00"), (LoneSurrogate, r"\ud800")],
            "[\"\u{fffd}\u{fffd}\"]",
        ),
        ("[\"a\tb\"]", &[(ControlCharacter, "\t")], r#"["a\tb"]"#),
        ("[\"a\0b\"]", &[(ControlCharacter, "\0")], r#"["a\0b"]"#),
        ("[\"a\nb\"]", &[(ControlCharacter, "\n")], r#"["a\nb"]"#),
        ("[\"a,\n\"b\"]", &[(UnclosedString, "\"a")], r#"["a","b"]"#),
        ("[\"a]", &[(UnclosedString, "\"a")], r#"["a"]"#),
        (
            r#"{"a":"x "$y/z" w","b":1}"#,
            &[(UnescapedQuote, "\"")],
            r#"{"a":"x \"$y/z\" w","b":1}"#,
        ),
        (
            r#"["echo "a b"", 2]"#,
            &[(UnescapedQuote, "\"")],
            r#"["echo \"a b\"",2]"#,
        ),
        (
            r#"{"a":"x"y,"b":"z"}"#,
            &[(Unexpected, "y")],
            r#"{"a":"x","b":"z"}"#,
        ),
        (
            r#"{"a":1,"b":2,"\u0061":3}"#,
            &[(DuplicateKey, r#""\u0061""#)],
            r#"{"a":1,"b":2,"a":3}"#,
        ),
    ];
    for (text, expected, value) in cases {
        assert_eq!(&faults(text), expected, "{text}");
        if *value != "?" {
            assert_eq!(&shown(text), value, "{text}");
        }
    }
}

#[test]
fn a_missing_bracket_does_not_hide_the_rest() {
    let text = r#"{"permissions":{"deny":["Bash(rm *)","allow":["x"]}}"#;
    let found = faults(text);
    assert!(!found.is_empty());
    assert!(shown(text).contains("Bash(rm *)"));
}

#[test]
fn depth_size_and_problems_are_limited() {
    let limits = Limits { size: 20, depth: 2, problems: 3 };
    let mut tape = Tape::new();
    tape.read("[[[1,\"]\"],2],3]", &limits);
    let text = "[[[1,\"]\"],2],3]";
    assert_eq!(show(tape.root(text).unwrap()), "[[?,2],3]");
    assert_eq!(tape.problems().len(), 1);
    assert_eq!(tape.problems()[0].fault, Fault::TooDeep);
    tape.read("[,,,,,,,]", &limits);
    let kinds: Vec<_> = tape.problems().iter().map(|p| p.fault).collect();
    let comma = Fault::ExtraComma;
    assert_eq!(kinds, [comma, comma, comma, Fault::More]);
    tape.read("[,,,,,#", &limits);
    let kinds: Vec<_> = tape.problems().iter().map(|p| p.fault).collect();
    let (open, note) = (Fault::UnclosedBracket, Fault::Comment);
    assert_eq!(kinds, [open, comma, comma, comma, note, Fault::More]);
    let long = " ".repeat(21);
    tape.read(&long, &limits);
    assert_eq!(tape.problems()[0].fault, Fault::TooLarge);
    assert!(tape.root(&long).is_none());
}

#[test]
fn very_deep_text_is_read_in_one_go() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000)] {
        let tape = Tape::of(&text);
        let has = |fault| tape.problems().iter().any(|p| p.fault == fault);
        assert!(has(Fault::TooDeep));
        assert!(has(Fault::UnclosedBracket));
    }
}

/// Texts on which looking ahead again and again would take minutes.
#[test]
fn reading_is_linear() {
    let n = 50_000;
    let texts = [
        format!("[\"{}\"]", "\n".repeat(n)),
        format!("[\"{}", "\n".repeat(n)),
        format!("[{}]", "\"a\"x".repeat(n)),
        format!("[{}", "\"\n'\n".repeat(n)),
        format!("{{{}}}", "a ".repeat(n)),
        format!("[{}]", "“".repeat(n)),
        format!("[{}]", "“x”,".repeat(10 * n)),
        format!("[{}]", "'x',".repeat(10 * n)),
        format!("[{}]", "/*".repeat(n)),
        format!("{{{}}}", "\"a\":1,".repeat(n)),
        "]".repeat(n),
        "{\"a\":[".repeat(n),
        format!("{{\"a\":{}", "[}".repeat(n)),
    ];
    for text in texts {
        check(&text);
    }
}

#[test]
fn diagnostics_speak_of_the_text() {
    let text = "{\"a\": 1 // x\n, \"a\": [2,], // y\n b: 'c'}";
    let tape = Tape::of(text);
    let strict = diagnose(&tape, text, SourceId(0), Host::Strict);
    let names: Vec<_> = strict.iter().map(|d| d.code.name()).collect();
    let expected = [
        "comment-in-json",
        "duplicate-key",
        "trailing-comma",
        "invalid-json",
        "invalid-json",
    ];
    assert_eq!(names, expected);
    assert_eq!(strict[0].labels.len(), 2);
    let lenient = diagnose(&tape, text, SourceId(0), Host::Lenient);
    assert_eq!(lenient.len(), 3);
}

/// Comments that a reader accepts are no problems to it, however many; and
/// of the others each kind has room of its own.
#[test]
fn many_comments_hide_no_fault() {
    let notes = "// n\n".repeat(205);
    let commas = "[1,],".repeat(205);
    let codes = |text: &str, host| {
        let found = diagnose(&Tape::of(text), text, SourceId(0), host);
        let names = found.iter().map(|found| found.code.name());
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    let fine = format!("{{{notes}\"a\": [{commas} 1]}}");
    assert_eq!(codes(&fine, Host::Lenient), [""; 0]);
    let strict = codes(&fine, Host::Strict);
    assert_eq!(strict.len(), 1 + 200 + 1);
    assert_eq!(strict.last().unwrap(), "too-many-findings");
    let broken = format!("{{{notes}\"a\": [1 2] x");
    assert_eq!(codes(&broken, Host::Lenient), ["invalid-json"; 3]);
    assert_eq!(codes(&notes, Host::Lenient), ["empty-file"]);
    let keys = "\"a\": 1,".repeat(300);
    let twice = codes(&format!("{{{keys} \"b\" 1}}"), Host::Lenient);
    assert_eq!(twice.len(), 199 + 2 + 1);
    assert!(twice.contains(&"invalid-json".to_owned()));
}

/// Text that is cut or mangled anywhere gives spans inside the text.
#[test]
fn mangled_text_never_breaks_a_span() {
    let text = "\u{feff}{\"ä\": [1, 'é\\ud83d', // ü\n \"\\u00e9\n\", {\"ä\" \
                2,}, True], “ö”: nul, /* * */ \"x\" \"y\": 1e999}";
    let chars: Vec<_> = text.char_indices().collect();
    for &(at, _) in &chars {
        let (before, after) = text.split_at(at);
        check(before);
        check(after);
        for c in ["\"", "{", "}", "]", "\\", "\n", "'", ",", "\0", "/*"] {
            check(&format!("{before}{c}{after}"));
        }
    }
}

fn check(text: &str) {
    let tape = Tape::of(text);
    for problem in tape.problems() {
        let range = problem.span.range();
        assert!(text.get(range).is_some(), "{problem:?} in {text:?}");
    }
    if let Some(root) = tape.root(text) {
        walk(root, text);
    }
    diagnose(&tape, text, SourceId(0), Host::Strict);
}

fn walk(value: Value<'_>, text: &str) {
    assert!(text.get(value.span().range()).is_some());
    if let Some(decoded) = value.decoded() {
        let all = Span::new(0, decoded.as_str().len());
        assert!(text.get(decoded.place(all).range()).is_some());
    }
    for entry in value.entries() {
        walk(entry.key, text);
        walk(entry.value, text);
    }
    value.items().for_each(|item| walk(item, text));
}

#[test]
fn real_files_are_read() {
    let shared = std::env::var("HOOKSET_SHARED");
    let shared = shared.unwrap_or_else(|_| "../shared".to_owned());
    let root = std::path::Path::new(&shared).join("corpus/files");
    if !root.is_dir() {
        println!("skipped: no real files beside the repository");
        return;
    }
    let mut folders = vec![root];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "json") {
                let text = std::fs::read(path).unwrap();
                let text = String::from_utf8_lossy(&text);
                check(&text);
                let plain =
                    serde_json::from_str::<serde_json::Value>(&text).is_ok();
                let problems = faults(&text);
                let ours = problems.iter().all(|(fault, _)| {
                    matches!(fault, Fault::DuplicateKey | Fault::LoneSurrogate)
                });
                assert_eq!(plain, ours, "{problems:?} in {text}");
                count += 1;
            }
        }
    }
    println!("{count} real files read");
}
