//! Events that are large on purpose, and events that say little.

use super::{Needs, Subjects};
use crate::dialect::Dialect;
use crate::event::{Context, Event};
use crate::json::Tape;
use crate::shell::{About, Effects, Reason};

fn read(event: &str, context: &Context) -> Subjects {
    let mut tape = Tape::default();
    let event = Event::read(event, &mut tape);
    let mut subjects = Subjects::default();
    let dialect = Dialect::named("hookset").unwrap();
    subjects.read(&event, context, &dialect, Needs::ALL);
    subjects
}

fn call(tool: &str, cwd: &str, input: &str) -> Subjects {
    let event = format!(
        "{{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"{tool}\",\
         \"cwd\":\"{cwd}\",\"tool_input\":{{{input}}}}}"
    );
    read(&event, &Context::default())
}

/// Whether all that any rule says is in doubt for this reason.
fn is_open(subjects: &Subjects, reason: Reason) -> bool {
    subjects
        .doubts()
        .any(|doubt| doubt.reason == reason && doubt.effects == Effects::ALL)
}

fn field<'s>(subjects: &'s Subjects, name: &str) -> Option<&'s str> {
    let mut fields = subjects.fields.iter();
    let &(_, value) = fields.find(|(path, _)| subjects.str(*path) == name)?;
    Some(subjects.str(value?))
}

/// `"f0":1,"f1":1` …
fn numbered(count: usize) -> String {
    let fields: Vec<_> = (0..count).map(|n| format!("\"f{n}\":1")).collect();
    fields.join(",")
}

#[test]
fn paths_of_fields_below_a_long_name_take_little() {
    let (name, below) = ("k".repeat(20_000), numbered(4000));
    let input = format!("\"{name}\":{{{below}}},\"model\":\"opus\"");
    let large = call("Agent", "/w", &input);
    assert!(large.text.len() < 4 << 20, "{}", large.text.len());
    assert!(is_open(&large, Reason::Size));
    assert_eq!(field(&large, "tool_input.model"), Some("opus"));

    let input = format!("\"a\":{{{}}},\"model\":\"opus\"", numbered(4000));
    let usual = call("Agent", "/w", &input);
    assert!(!is_open(&usual, Reason::Size));
    assert_eq!(field(&usual, "tool_input.a.f3999"), Some("1"));
    assert_eq!(field(&usual, "tool_input.model"), Some("opus"));
}

#[test]
fn objects_without_fields_take_little() {
    let below = numbered(4000).replace(":1", ":{}");
    let input = format!("\"{}\":{{{below}}}", "k".repeat(20_000));
    let large = call("Agent", "/w", &input);
    assert!(large.text.len() < 4 << 20, "{}", large.text.len());
    assert!(is_open(&large, Reason::Size));
}

#[test]
fn what_lies_deep_hides_no_field_before_it() {
    let input = format!("\"a\":{{{}}},\"model\":\"opus\"", numbered(5000));
    let large = call("Agent", "/w", &input);
    assert!(is_open(&large, Reason::Size));
    assert_eq!(field(&large, "tool_input.model"), Some("opus"));
    // A name of no letters is one all the same.
    let nested = call("Agent", "/w", "\"\":{\"model\":\"opus\"}");
    assert_eq!(field(&nested, "tool_input..model"), Some("opus"));
    let event = r#"{"hook_event_name":"Stop","":{"toolName":"Read"}}"#;
    let nested = read(event, &Context::default());
    assert_eq!(field(&nested, ".toolName"), Some("Read"));
    assert_eq!(field(&nested, "tool_name"), None);
}

/// `run` in many spellings, with the signs that do not count.
fn spellings_of_run(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|n| {
        let sign = |bit: usize| if n >> bit & 1 == 1 { '-' } else { '_' };
        let signs: String = (0..14).map(sign).collect();
        format!("run{signs}")
    })
}

#[test]
fn many_fields_that_are_run_are_in_doubt() {
    for (count, is_over) in [(1000, false), (1100, true)] {
        let fields = spellings_of_run(count).map(|run| format!("\"{run}\":0"));
        let fields: Vec<_> = fields.collect();
        let read = call("mcp__a__b", "/w", &fields.join(","));
        assert_eq!(is_open(&read, Reason::Size), is_over, "{count}");
    }
}

#[test]
fn each_field_that_is_run_has_all_arguments() {
    let input = r#""args":["a","b"],"run":"rm","c":{"cmd":"mv"},
        "argv":"c","cmd":"cp","script":["ls x","ls y"]"#;
    let read = call("mcp__a__b", "/w", input);
    let views = read.commands.views.iter();
    let views: Vec<_> =
        views.map(|view| view.text.of(&read.commands.text)).collect();
    for line in ["rm a b c", "cp a b c", "mv", "ls x", "ls y"] {
        assert!(views.contains(&line), "{line}: {views:?}");
    }
}

#[test]
fn a_directory_longer_than_paths_are_is_no_base() {
    let long = format!("/{}", "d".repeat(5000));
    let input = "\"command\":\"cat a b c; rm d\"";
    let read_in = |cwd: &str| call("Bash", cwd, input);
    let large = read_in(&long);
    assert!(is_open(&large, Reason::Size));
    // It is a field of the event all the same.
    assert!(large.text.len() < 2 * 5000, "{}", large.text.len());
    assert_eq!(large.bases.cwd, None);
    assert!(!is_open(&read_in("/w"), Reason::Size));

    let event = "{\"hook_event_name\":\"PreToolUse\",\"cwd\":\"/w\",\
         \"tool_name\":\"Read\",\"tool_input\":{\"file_path\":\"~/a\"}}";
    let long = || Some(long.clone());
    for context in [
        Context { home: long(), ..Context::default() },
        Context { project_root: long(), ..Context::default() },
        Context { settings_dir: long(), ..Context::default() },
    ] {
        let large = read(event, &context);
        assert!(is_open(&large, Reason::Size), "{context:?}");
        assert!(large.text.len() < 5000, "{}", large.text.len());
    }
    // The directory of the event counts, however it is.
    let cwd = Some("/w".to_owned());
    let event = event.replace("/w", &format!("/{}", "d".repeat(5000)));
    let large = read(&event, &Context { cwd, ..Context::default() });
    assert_eq!(large.bases.cwd, None);
}

#[test]
fn names_of_files_take_no_more_than_their_limit() {
    let cwd = format!("/{}", "d".repeat(4000));
    for (count, is_over) in [(1000, false), (18_000, true)] {
        let files = "a ".repeat(count);
        let input = format!("\"command\":\"cat {files}\"");
        let read = call("Bash", &cwd, &input);
        assert_eq!(is_open(&read, Reason::Size), is_over, "{count}");
        assert!(read.text.len() < 68 << 20, "{}", read.text.len());
    }
}

#[test]
fn without_a_current_directory_only_files_are_in_doubt() {
    for (tool, input, is_unknown) in [
        ("Edit", r#""file_path":"README.md""#, true),
        ("Read", r#""file_path":"~/x""#, true),
        ("Bash", r#""command":"rm x""#, true),
        ("Bash", r#""command":"rm /srv/proj/x""#, false),
        ("Edit", r#""file_path":"/srv/proj/x""#, false),
    ] {
        let read = call(tool, "", input);
        let of_files = |about| matches!(about, About::Reads | About::Writes);
        assert!(read.doubts().all(|doubt| {
            doubt.reason == Reason::UnknownDirectory && of_files(doubt.about)
        }));
        assert_eq!(read.doubts().count() > 0, is_unknown, "{tool} {input}");
    }
}
