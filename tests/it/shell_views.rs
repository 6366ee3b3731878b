//! One command in thousands of forms, and any text: what guards catch they
//! catch in every form, and what stands in the views exists.

use std::collections::BTreeSet;

use hookset::dialect::Dialect;
use hookset::event::{Context, Event, Shell};
use hookset::json::Tape;
use hookset::load::Scope;
use hookset::plan::{Behavior, Engine, Scratch};
use hookset::shell::Profile;
use serde_json::{Value, json};

use super::suite::engine;
use super::targets;

/// Ways to run a command that is given in words; `@` stands for it.
const WORDS: &[&str] = &[
    "@",
    "A=1 @",
    "env @",
    "env -i A=b @",
    "/usr/bin/env @",
    "sudo @",
    "sudo -u root -- @",
    "timeout -k 1 5 @",
    "nice -n 3 @",
    "nohup @",
    "setsid -w @",
    "stdbuf -oL @",
    "busybox @",
    "xargs @",
    "xargs -n 1 -I {} @",
    "find . -exec @ \\;",
    "docker exec -it c @",
    "npx @",
    "@ > /dev/null 2>&1",
];

/// Ways to run any line.
const LINES: &[&str] = &[
    "true; @",
    "true && @",
    "false || @",
    "true | @",
    "( @ )",
    "{ @; }",
    "if @; then :; fi",
    "while @; do break; done",
    "for i in 1; do @; done",
    "f() { @; }",
    "echo $(@)",
    "echo \"$(@)\"",
    "cat <(@)",
    "A=$(@) true",
    "bash <<'EOF'\n@\nEOF\n",
    "@ # note",
];

/// Ways to run a line that holds no single quotes.
const QUOTED: &[&str] = &[
    "bash -c '@'",
    "sh -ec '@'",
    "eval '@'",
    "echo '@' | sh",
    "bash <<< '@'",
    "trap '@' EXIT",
    "ssh -p 22 host '@'",
    "watch -n 1 '@'",
    "env -S '@'",
    "su -c '@'",
    "sudo sh -c '@'",
    "find . -exec sh -c '@' \\;",
];

/// Every form of `command`, each way within each other.
fn forms(command: &str) -> Vec<String> {
    let fill = |form: &str, inner: &str| form.replace('@', inner);
    let mut words = vec![command.to_owned()];
    for _ in 0..2 {
        let more: Vec<String> = words
            .iter()
            .flat_map(|inner| WORDS.iter().map(|form| fill(form, inner)))
            // Redirections and assignments are no words of a command.
            .filter(|text| !text.contains(" A=1 ") && !text.contains("; \\"))
            .filter(|text| text.matches('>').count() < 3)
            .collect();
        words.extend(more);
    }
    let mut lines = words.clone();
    for _ in 0..2 {
        let simple = |text: &&String| !text.contains(['#', '\n']);
        let more: Vec<String> = lines
            .iter()
            .step_by(7)
            .filter(simple)
            .flat_map(|inner| {
                let quotable = !inner.contains('\'');
                let quoted = QUOTED.iter().filter(move |_| quotable);
                let all = LINES.iter().chain(quoted);
                all.map(|form| fill(form, inner)).collect::<Vec<_>>()
            })
            .collect();
        lines.extend(more);
    }
    lines
}

/// An engine of the strict dialect.
fn strict(permissions: &Value) -> Engine {
    let settings = engine::settings(permissions, None, None);
    let dialect = Dialect::default();
    engine::compiled(engine::policy(&settings, Scope::Project, &dialect))
}

/// What both evaluators say about a command line.
fn said(engine: &Engine, scratch: &mut Scratch, command: &str) -> Behavior {
    let payload = engine::call("Bash", &json!({ "command": command }));
    let context = Context {
        cwd: Some("/srv/proj".to_owned()),
        home: Some("/home/u".to_owned()),
        ..Context::default()
    };
    let mut tape = Tape::new();
    let event = Event::read(&payload, &mut tape);
    let fast = engine.answer(&event, &context, scratch).permission;
    let slow = engine.answer_by_reference(&event, &context, scratch);
    assert_eq!(fast, slow.unwrap().permission, "`{command}`");
    fast.behavior
}

#[test]
fn what_is_denied_stays_denied_however_it_is_run() {
    let engine = strict(&json!({"deny": ["Bash(rm *)"]}));
    let mut scratch = Scratch::default();
    let mut lost = BTreeSet::new();
    let mut count = 0;
    for command in ["rm -rf x", "/bin/rm x", "\\rm x"] {
        for text in forms(command) {
            count += 1;
            if said(&engine, &mut scratch, &text) != Behavior::Deny {
                lost.insert(text);
            }
        }
    }
    println!("{count} commands");
    let lost: Vec<_> = lost.iter().take(20).collect();
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn a_part_that_needs_a_rule_is_never_allowed_by_its_neighbours() {
    let allow = [
        "true",
        "false",
        "echo",
        "cat",
        "sh",
        "bash",
        "eval",
        "trap",
        "env",
        "sudo",
        "timeout",
        "nice",
        "nohup",
        "setsid",
        "stdbuf",
        "busybox",
        "xargs",
        "find",
        "watch",
        "break",
        ":",
        "if",
        "while",
        "for",
        "su",
        "/usr/bin/env",
    ]
    .map(|name| format!("Bash({name} *)"));
    let engine = strict(&json!({ "allow": allow }));
    let mut scratch = Scratch::default();
    // What runs elsewhere is the runner's to say.
    let elsewhere = ["docker", "npx", "ssh"];
    for text in forms("curl x") {
        if elsewhere.iter().any(|word| text.contains(word)) {
            continue;
        }
        assert_ne!(
            said(&engine, &mut scratch, &text),
            Behavior::Allow,
            "`{text}`"
        );
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_taken_apart_for_both_promises(
        words in proptest::collection::vec(
            proptest::sample::select(PIECES), 0..40),
    ) {
        let text = words.concat();
        for shell in [Shell::Bash, Shell::Zsh, Shell::PowerShell] {
            for profile in [&Profile::STRICT, &Profile::DOCUMENTED] {
                targets::shells::analyze_one(&text, shell, profile);
            }
        }
    }
}

/// Pieces of command lines.
const PIECES: &[&str] = &[
    " ",
    " ",
    " ",
    ";",
    "|",
    "&&",
    "\n",
    "(",
    ")",
    "{ ",
    "; }",
    "$(",
    "`",
    "'",
    "\"",
    "\\",
    "rm",
    "git",
    "push",
    "-c",
    "--",
    "-",
    "sudo",
    "env",
    "xargs",
    "find",
    "-exec",
    "\\;",
    "bash",
    "eval",
    "sed",
    "awk",
    "s/a/b/e",
    "{print > \"x\"}",
    "w x",
    "tar",
    "-I",
    "cp",
    "-t",
    "ssh",
    "$X",
    "${x}",
    "*",
    "~",
    "/",
    "..",
    "cd",
    "> ",
    "< ",
    "<<E\n",
    "E",
    "<<<",
    "A=1",
    "é",
    "\u{200b}",
    "\0",
    "&",
    "%",
    "iex",
    "nix",
    "docker",
    "exec",
    "run",
    "dd",
    "of=x",
    "-i",
    "if ",
    "then ",
    "fi",
    "echo",
    "printf",
    "source",
    "<(",
];
