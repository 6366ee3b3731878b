use super::*;
use crate::diagnostic::{Code, Edit, Fix};
use crate::source::Span;

fn sources() -> Vec<Source> {
    let text = "{\n  \"é\": \"Bash(rm\",\n  \"b\": 1\n}\n";
    vec![Source::new("a b/settings.json", text), Source::new("/x.json", "[]")]
}

fn found() -> Vec<Diagnostic> {
    let id = SourceId(0);
    let span = Span::new(11, 18);
    let edit = Edit { source: id, span, text: "Bash(rm)".into() };
    let title = "close the bracket".to_owned();
    let fix = Fix { title, edits: vec![edit], safe: true };
    vec![
        Diagnostic::new(Code::INVALID_RULE, "`Bash(rm` is\nopen", id, span)
            .labelled("here")
            .also(SourceId(1), Span::new(0, 1), "and here")
            .help("write 100 %, `Bash(rm)`")
            .fix(fix),
    ]
}

fn parse(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

/// A part of a file is told by the bytes of the file.
#[test]
fn bytes_are_those_of_the_file() {
    let part = Source::new("log", "\n{\"a\" 1}").behind(99);
    let span = Span::new(6, 7);
    let found = Diagnostic::new(Code::INVALID_JSON, "no", SourceId(0), span);
    let value = parse(&json(&[found], &[part]));
    let first = &value["diagnostics"][0];
    assert_eq!(first["text"], "1");
    let span = &first["span"];
    assert_eq!([&span["start"], &span["end"]], [105, 106]);
    assert_eq!([&span["line"], &span["column"]], [2, 6]);
}

#[test]
fn json_has_the_shape_of_the_contract() {
    let value = parse(&json(&found(), &sources()));
    assert_eq!(value["schema"], "hookset.check/1");
    assert_eq!(value["files"][0], "a b/settings.json");
    let first = &value["diagnostics"][0];
    assert_eq!(first["code"], "invalid-rule");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["file"], "a b/settings.json");
    assert_eq!(first["text"], "Bash(rm");
    assert_eq!(first["span"]["start"], 11);
    assert_eq!(first["span"]["end"], 18);
    assert_eq!(first["span"]["line"], 2);
    assert_eq!(first["span"]["column"], 9);
    assert_eq!(first["labels"][1]["file"], "/x.json");
    assert_eq!(first["labels"][1]["message"], "and here");
    assert_eq!(first["fix"]["edits"][0]["replacement"], "Bash(rm)");
}

#[test]
fn a_finding_without_a_place_is_still_whole() {
    let mut found = found();
    found[0].labels.clear();
    found[0].fix = None;
    let value = parse(&json(&found, &sources()));
    assert!(value["diagnostics"][0]["file"].is_null());
    assert!(value["diagnostics"][0]["fix"].is_null());
    assert!(concise(&found, &sources()).starts_with("error[invalid-rule]"));
    parse(&sarif(&found, &sources()));
}

#[test]
fn a_line_stays_one_whatever_a_file_is_called() {
    let sources: Vec<Source> = sources()
        .iter()
        .map(|source| Source::new("a\nb.json", source.text()))
        .collect();
    let text = concise(&found(), &sources);
    assert!(text.starts_with("a\\nb.json:"), "{text}");
    assert_eq!(text.lines().count(), found().len());
}

#[test]
fn sarif_names_rules_places_and_fixes() {
    let value = parse(&sarif(&found(), &sources()));
    let run = &value["runs"][0];
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "invalid-rule");
    let result = &run["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b/settings.json");
    assert_eq!(place["region"]["startColumn"], 9);
    assert_eq!(place["region"]["endColumn"], 16);
    let related = &result["relatedLocations"][0]["physicalLocation"];
    assert_eq!(related["artifactLocation"]["uri"], "file:///x.json");
    let change = &result["fixes"][0]["artifactChanges"][0];
    let text = &change["replacements"][0]["insertedContent"]["text"];
    assert_eq!(text, "Bash(rm)");
}

#[test]
fn github_escapes_what_would_end_the_command() {
    let line = github(&found(), &sources());
    assert_eq!(
        line,
        "::error file=a b/settings.json,line=2,endLine=2,col=9,\
         endColumn=16,title=invalid-rule::`Bash(rm` is\\nopen%0A\
         help: write 100 %25, `Bash(rm)`\n"
    );
}

#[test]
fn concise_is_one_line_each() {
    assert_eq!(
        concise(&found(), &sources()),
        "a b/settings.json:2:9: error[invalid-rule]: `Bash(rm` is\\nopen\n"
    );
}

/// What stands in a file must not look like a line of the answer, nor turn
/// one around.
#[test]
fn no_text_forges_a_line() {
    let forged = "x\r\u{2028}a.json:1:1: error[x]: y\u{85}\u{202e}\u{9b}2J";
    let id = SourceId(0);
    let message = format!("`{forged}` is no event");
    let mut one =
        Diagnostic::new(Code::UNKNOWN_EVENT, message, id, Span::new(0, 1))
            .labelled(forged)
            .help(forged);
    one.fix =
        Some(Fix { title: forged.into(), edits: Vec::new(), safe: false });
    let sources = [Source::new(forged, "{}")];
    let unruly = ['\r', '\u{2028}', '\u{85}', '\u{202e}', '\u{9b}'];
    for render in [concise, github, json, sarif] {
        let text = render(&[one.clone()], &sources);
        assert!(!text.contains(unruly), "{text}");
        assert_eq!(text.matches('\n').count(), 1, "{text}");
    }
    // What ends a line within a message is shown, not sent.
    let text = sarif(&[one], &sources);
    assert!(text.contains("`x\\\\r\\\\u{2028}a.json"), "{text}");
}

/// Counting each column from the start of the line would take minutes.
#[test]
fn a_long_line_is_not_counted_for_each_finding() {
    let size = 100_000;
    let sources = [Source::new("a.json", "\"Bash(x)\",".repeat(size))];
    let id = SourceId(0);
    let first = Span::new(0, 9);
    let found: Vec<_> = (1..size)
        .map(|at| first.shifted(at * 10))
        .map(|span| Diagnostic::new(Code::DUPLICATE_RULE, "", id, span))
        .map(|found| found.also(id, first, "first here"))
        .collect();
    let text = concise(&found, &sources);
    assert!(text.contains("a.json:1:999991: "));
    let text = json(&found, &sources);
    assert!(text.contains("\"line\":1,\"column\":999991}"));
}
