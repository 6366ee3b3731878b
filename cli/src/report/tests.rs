use super::*;
use hookset::diagnostic::Code;

fn look() -> Look {
    Look { color: false, unicode: true, width: 60 }
}

fn find(text: &str, part: &str) -> Span {
    let at = text.find(part).unwrap();
    Span::new(at, at + part.len())
}

fn drawn(text: &str, part: &str) -> String {
    let source = Source::new("s.json", text);
    let span = find(text, part);
    let found =
        Diagnostic::new(Code::INVALID_RULE, "`x` is bad", SourceId(0), span)
            .labelled("never closed")
            .help("write `y`");
    draw(&[found], &[source], look())
}

#[test]
fn a_finding_shows_place_line_label_and_help() {
    let text = "{\n  \"allow\": [\n    \"Bash(rm\"\n  ]\n}\n";
    let out = drawn(text, "Bash(rm");
    assert!(out.contains("error[invalid-rule]"), "{out}");
    assert!(out.contains("s.json:3:6"), "{out}");
    assert!(out.contains("3 │     \"Bash(rm\""), "{out}");
    assert!(out.contains("never closed"), "{out}");
    assert!(out.contains("help: write `y`"), "{out}");
}

#[test]
fn a_file_on_one_long_line_is_cut_to_a_window() {
    let many = "\"Bash(ls)\",".repeat(20_000);
    let text = format!("{{\"allow\":[{many}\"Bash(rm\",{many}1]}}");
    let out = drawn(&text, "Bash(rm");
    assert!(out.contains("Bash(rm"), "{out}");
    assert!(out.contains("…"), "{out}");
    assert!(out.contains("s.json:1:220012"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 60), "{out}");
}

#[test]
fn a_mark_wider_than_the_window_is_drawn_to_its_edge() {
    let text = format!("[\"{}\"]", "é x".repeat(3_000));
    let source = Source::new("s.json", text.clone());
    let span = Span::new(2, text.len() - 2);
    let found = Diagnostic::new(Code::INVALID_RULE, "m", SourceId(0), span);
    let out = draw(&[found], &[source], look());
    assert!(out.contains("é xé x"), "{out}");
    assert!(out.lines().all(|line| line.chars().count() <= 60), "{out}");
}

#[test]
fn overlapping_and_distant_labels_get_their_own_pictures() {
    let text = "a b c\n1\n2\n3\n4\n5\n6\n7\nend\n";
    let source = Source::new("s.json", text);
    let id = SourceId(0);
    let found = Diagnostic::new(Code::INVALID_RULE, "m", id, find(text, "b"))
        .also(id, find(text, "a b c"), "the whole")
        .also(id, find(text, "end"), "far away");
    let out = draw(&[found], &[source], look());
    assert!(out.contains("s.json:1:3"), "{out}");
    assert!(out.contains("s.json:1:1"), "{out}");
    assert!(out.contains("s.json:9:1"), "{out}");
}

#[test]
fn hidden_characters_are_shown_and_not_obeyed() {
    let text = "[\"Bash(r\u{202e}m)\"]";
    let out = drawn(text, "Bash(r\u{202e}m)");
    assert!(out.contains("Bash(r\\u{202e}m)"), "{out}");
}

#[test]
fn a_tall_span_shows_its_first_line() {
    let text = format!("{{\n{}}}", "  1\n".repeat(50));
    let source = Source::new("s.json", text.clone());
    let span = Span::new(0, text.len());
    let found = Diagnostic::new(Code::INVALID_RULE, "m", SourceId(0), span);
    let out = draw(&[found], &[source], look());
    assert!(out.lines().count() < 12, "{out}");
}

#[test]
fn any_span_in_any_text_can_be_drawn() {
    let text = "é\r\n\t\"a\u{0}\"\n\n\u{200b}z";
    let source = [Source::new("s.json", text)];
    for start in 0..text.len() + 3 {
        for end in start..text.len() + 3 {
            let span = Span::new(start, end);
            let id = SourceId(0);
            let found = Diagnostic::new(Code::INVALID_RULE, "m", id, span);
            let out = draw(&[found], &source, look());
            assert!(out.contains("invalid-rule"), "{start} {end}: {out}");
        }
    }
}

#[test]
fn a_rule_to_copy_stays_on_one_line() {
    let rule = "`Bash(git push -f --no-verify src/a/b *)`";
    for before in 0..40 {
        let help = format!("{}write {rule} or another", "so ".repeat(before));
        let span = Span::new(0, 1);
        let found =
            Diagnostic::new(Code::INVALID_RULE, &help, SourceId(0), span);
        let source = Source::new("s.json", "{}\u{a0}");
        let out = draw(&[found.help(&help)], &[source], look());
        assert_eq!(out.matches(rule).count(), 2, "{out}");
        assert!(!out.contains('\u{2060}') && out.contains('\u{a0}'), "{out}");
        assert!(out.lines().all(|line| line.chars().count() <= 62), "{out}");
    }
}
