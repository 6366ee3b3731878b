//! Events that are large on purpose, and events that say little.

use super::{Needs, Subjects};
use crate::dialect::Dialect;
use crate::event::{Context, Event};
use crate::json::Tape;
use crate::shell::{Effects, Reason};

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
