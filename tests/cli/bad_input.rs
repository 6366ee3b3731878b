//! Input that no command can use: said on one screen, exit 3, and in JSON
//! one whole object.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use serde_json::Value;

use crate::run::{Ran, Scratch, hookset};

const POLICY: &str = r#"{"permissions":{"deny":["Bash(rm *)"]}}"#;
const EVENT: &str = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"cwd":"/"}"#;

fn one_screen(ran: &Ran, say: &str) {
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains(say), "{ran:?}");
    assert!(ran.stderr.lines().count() <= 24, "{ran:?}");
    assert!(ran.stderr.len() <= 4000, "{}", ran.stderr.len());
    assert!(!ran.stderr.contains("panicked"), "{ran:?}");
    assert_eq!(ran.stdout, "");
}

/// `check` and `eval --policy` refuse the file, in text and in JSON.
fn refused_as_policy(directory: &Path, file: &str, code: &str, say: &str) {
    one_screen(&hookset(directory, &["check", file], None), say);
    let ran = hookset(directory, &["check", file, "--format", "json"], None);
    assert_eq!(ran.code, 3, "{ran:?}");
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(value["schema"], "hookset.check/1");
    let codes = value["diagnostics"].as_array().unwrap();
    assert!(codes.iter().any(|found| found["code"] == code), "{value}");

    let args = ["eval", "--policy", file, "--event", "event.json"];
    one_screen(&hookset(directory, &args, None), say);
    let args =
        ["eval", "--policy", file, "-e", "event.json", "--format", "json"];
    errs_in_json(&hookset(directory, &args, None), code, "ask");
}

/// What is there and cannot be read may be a call that a rule denies.
fn refused_as_event(directory: &Path, file: &str, code: &str, say: &str) {
    let args = ["eval", "--policy", "policy.json", "--event", file];
    one_screen(&hookset(directory, &args, None), say);
    let args =
        ["eval", "--policy", "policy.json", "-e", file, "--format", "json"];
    let is_there = !matches!(code, "unreadable-file" | "empty-file");
    let said = if is_there { "deny" } else { "ask" };
    errs_in_json(&hookset(directory, &args, None), code, said);
}

fn errs_in_json(ran: &Ran, code: &str, said: &str) {
    assert_eq!(ran.code, 3, "{ran:?}");
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(value["error"]["code"], code, "{value}");
    assert_eq!(value["permission"]["behavior"], said);
}

fn scratch(name: &str) -> Scratch {
    Scratch::new(name).with("policy.json", POLICY).with("event.json", EVENT)
}

#[test]
fn a_missing_file() {
    let dir = scratch("missing");
    let say = "there is no such file";
    refused_as_policy(&dir.0, "none.json", "unreadable-file", say);
    refused_as_event(&dir.0, "none.json", "unreadable-file", say);
}

#[test]
fn a_directory_where_a_file_is_expected() {
    let dir = scratch("directory");
    fs::create_dir(dir.0.join("sub")).unwrap();
    refused_as_event(&dir.0, "sub", "unreadable-file", "is a directory");
    let args = ["eval", "--policy", "sub", "--event", "event.json"];
    one_screen(&hookset(&dir.0, &args, None), "is a directory");
    // To check a directory is to look for files in it.
    let ran = hookset(&dir.0, &["check", "sub"], None);
    one_screen(&ran, "no rule files found under `sub`");
}

#[test]
fn invalid_utf8() {
    let dir = scratch("utf8").with("bad.json", b"{\"a\":\n \"\xff\"}");
    let say = "byte 0xff at offset 8 (line 2)";
    refused_as_policy(&dir.0, "bad.json", "invalid-utf8", say);
    let dir = scratch("utf8e").with("bad.json", b"{\"a\": \"\xff\"}");
    refused_as_event(&dir.0, "bad.json", "invalid-utf8", "is not UTF-8");
}

/// What is wrong with a line stands so many bytes behind the start of the
/// file, whatever lies above it.
#[test]
fn the_bytes_of_a_line_that_is_no_event_are_those_of_the_file() {
    let good = EVENT.replace('\n', " ");
    let bad = r#"{"tool_name": "Bash", "tool_input" {}}"#;
    let logs = [
        format!("{good}\n\n{good}\r\n{bad}\n"),
        format!("\n{{\r\n{good}\n{bad}\n"),
    ];
    for log in logs {
        let dir = scratch("bytes").with("log.jsonl", &log);
        for command in ["why", "plan"] {
            let args = ["-p", "policy.json", "-e", "log.jsonl", "--format"];
            let args = [&[command][..], &args, &["json"]].concat();
            let ran = hookset(&dir.0, &args, None);
            let last = ran.stdout.lines().last().unwrap();
            let found: Value = serde_json::from_str(last).unwrap();
            let span = &found["diagnostics"][0]["span"];
            let at = |end: &str| {
                usize::try_from(span[end].as_u64().unwrap()).unwrap()
            };
            let text = log.get(at("start")..at("end")).unwrap();
            assert_eq!(found["diagnostics"][0]["text"], text, "{found}");
            let line = log.lines().position(|line| line == bad).unwrap();
            assert_eq!(span["line"], line + 1, "{found}");
            let start = log.find(bad).unwrap();
            let within = start..=start + bad.len();
            assert!(within.contains(&at("start")), "{found}");
        }
    }
}

/// What is read of a pipe to see what it is does not come again.
#[cfg(unix)]
#[test]
fn a_pipe_is_read_once() {
    let dir = scratch("pipe");
    let text = br#"{"hooks": {}}"#;
    let ran = hookset(&dir.0, &["check", "/dev/stdin"], Some(text));
    assert_eq!(
        (ran.code, ran.stdout.contains("error")),
        (0, false),
        "{ran:?}"
    );
}

/// A key that was meant to be another is no answer without it.
#[test]
fn a_batch_says_what_it_does_not_read() {
    let dir = scratch("batch-keys");
    let event = EVENT.replace('\n', " ");
    let line = |key: &str| {
        format!(r#"{{"id":"a","policy":{{}},"event":{event},"{key}":{{}}}}"#)
    };
    let input = [line("contxt"), line("note")].join("\n");
    let args = ["eval", "--batch", "-"];
    let ran = hookset(&dir.0, &args, Some(input.as_bytes()));
    let answers: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let message = answers[0]["error"]["message"].as_str().unwrap();
    assert!(message.contains("did you mean `context`?"), "{message}");
    assert!(answers[1]["error"].is_null(), "{answers:?}");
    assert_eq!(answers[1]["diagnostics"][0]["code"], "unknown-key");
}

/// A line that cannot be read is told, and drawn, where it stands.
#[test]
fn a_line_of_a_log_that_cannot_be_read() {
    let line = EVENT.len() + 1;
    let bad = [EVENT.as_bytes(), b"\n{\"\xc3\xa4\":\"\xff\"}\n"].concat();
    let dir = scratch("line").with("log.jsonl", bad);
    let args = ["eval", "-p", "policy.json", "-e", "log.jsonl"];
    let ran = hookset(&dir.0, &args, None);
    assert_eq!(ran.code, 3, "{ran:?}");
    let say = format!(
        "`log.jsonl` is not UTF-8: byte 0xff at offset {} (line 2)",
        line + 7
    );
    assert!(ran.stderr.contains(&say), "{}", ran.stderr);
    assert!(ran.stderr.contains("[log.jsonl:2:7]"), "{}", ran.stderr);
    let args = ["why", "-p", "policy.json", "-e", "log.jsonl", "--format"];
    let ran = hookset(&dir.0, &[&args[..], &["json"]].concat(), None);
    let last = ran.stdout.lines().last().unwrap();
    let found: Value = serde_json::from_str(last).unwrap();
    let found = &found["diagnostics"][0];
    assert_eq!(found["file"], "log.jsonl");
    assert_eq!(found["span"]["line"], 2);
    assert_eq!(found["span"]["column"], 7);
    assert_eq!(found["span"]["start"], line + 7);
    assert_eq!(found["span"]["end"], line + 8);
    // The same with what is too long, of which the rest is passed over.
    let long = format!("{EVENT}\n{}\n\u{1}\n", "x".repeat((16 << 20) + 9));
    let bad = [long.as_bytes(), b"\xff"].concat();
    let dir = scratch("long-line").with("log.jsonl", bad);
    let args = ["eval", "-p", "policy.json", "-e", "log.jsonl"];
    let ran = hookset(&dir.0, &args, None);
    assert_eq!(ran.code, 3, "{}", ran.stdout);
    let say = "line 2 of `log.jsonl` is over 16 MiB";
    assert!(ran.stderr.contains(say), "{}", ran.stderr);
    assert!(ran.stderr.contains("[log.jsonl:2:1]"), "{}", ran.stderr);
    let say = format!("at offset {} (line 4)", long.len());
    assert!(ran.stderr.contains(&say), "{}", ran.stderr);
    assert!(ran.stderr.lines().count() < 30, "{}", ran.stderr);
}

#[test]
fn an_empty_file() {
    let dir = scratch("empty").with("bad.json", " \n");
    refused_as_policy(&dir.0, "bad.json", "empty-file", "is empty");
    refused_as_event(&dir.0, "bad.json", "empty-file", "no event");
}

#[test]
fn a_file_of_fifty_megabytes() {
    let big = format!("{{\"a\": \"{}\"}}", "x".repeat(50 << 20));
    let dir = scratch("large").with("big.json", big);
    let code = "file-too-large";
    refused_as_policy(&dir.0, "big.json", code, "more than 2 MiB");
    refused_as_event(&dir.0, "big.json", code, "over 16 MiB");
}

#[test]
fn json_nested_a_hundred_thousand_deep() {
    let deep = 100_000;
    let text = format!("{}1{}", "[".repeat(deep), "]".repeat(deep));
    let dir = scratch("deep")
        .with("bad.json", format!("{{\"permissions\":{text}}}"))
        .with("ev.json", format!("{{\"tool_input\":{text}}}"));
    refused_as_policy(&dir.0, "bad.json", "nested-too-deep", "deep");
    refused_as_event(&dir.0, "ev.json", "nested-too-deep", "deep");
}

#[cfg(unix)]
#[test]
fn special_files() {
    let dir = scratch("special");
    let made = Command::new("mkfifo").arg(dir.0.join("pipe")).status();
    if made.is_ok_and(|status| status.success()) {
        let say = "is not a regular file";
        refused_as_policy(&dir.0, "pipe", "unreadable-file", say);
        refused_as_event(&dir.0, "pipe", "unreadable-file", say);
    }
    for device in ["/dev/zero", "/dev/null"] {
        let say = "is not a regular file";
        refused_as_policy(&dir.0, device, "unreadable-file", say);
    }
}

#[test]
fn settings_that_hooks_cannot_be_put_into() {
    let scratch = scratch("into");
    let from = scratch.0.join("d.json");
    fs::write(from, r#"{"hooks":{"Stop":[]}}"#).unwrap();
    for (text, place, say) in [
        (r#"{"hooks":[]}"#, "1:10", "`hooks` must be an object of events"),
        ("[]", "1:1", "the file must be an object, not a list"),
        (r#"{"hooks":{"Stop":1}}"#, "1:18", "`Stop` must be a list of groups"),
        // What is installed would be refused with the rest.
        (r#"{"permissions":[]}"#, "1:16", "the whole file is refused"),
        (
            r#"{"permissions":{"deny":"Bash"}}"#,
            "1:24",
            "`deny` must be a list",
        ),
        (
            r#"{"hooks":{"Stop":[{"matcher":[]}]}}"#,
            "1:30",
            "`matcher` must be",
        ),
    ] {
        fs::write(scratch.0.join("s.json"), text).unwrap();
        let args = ["install", "d.json", "--into", "s.json"];
        let ran = hookset(&scratch.0, &args, None);
        one_screen(&ran, say);
        assert!(ran.stderr.contains(&format!("s.json:{place}]")), "{ran:?}");
    }
}

#[test]
fn an_event_that_is_no_object() {
    for (text, what) in
        [("[1]", "a list"), ("\"x\"", "a string"), ("1", "a number")]
    {
        let dir = scratch("event").with("ev.json", text);
        refused_as_event(&dir.0, "ev.json", "invalid-event", what);
    }
    let dir = scratch("eventj").with("ev.json", "{\"tool_name\": ");
    let args = ["eval", "--policy", "policy.json", "--event", "ev.json"];
    let ran = hookset(&dir.0, &args, None);
    assert_eq!(ran.code, 3, "{ran:?}");
}

#[test]
fn a_batch_answers_every_line() {
    let dir = scratch("batch");
    let lines = [
        "not json",
        "",
        "{}",
        r#"{"id":"a","policy":{}}"#,
        r#"{"id":"b","policy":{},"event":{},"event_text":"{}"}"#,
        r#"{"id":"c","policy":{},"event":{},"context":{"cwd":1}}"#,
        r#"{"id":"d","policy":{},"event":{},"dialect":"nope"}"#,
        r#"{"id":"e","policy":1,"event":{}}"#,
        r#"{"id":"f","policy":{},"policy":{},"event":{}}"#,
    ];
    let mut input = lines.join("\n").into_bytes();
    input.extend(b"\n{\"id\":\"\xff\"}\n");
    let ran = hookset(&dir.0, &["eval", "--batch", "-"], Some(&input));
    assert_eq!(ran.code, 0, "{ran:?}");
    let answers: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), lines.len() + 1);
    for answer in &answers {
        assert!(answer["error"]["message"].is_string(), "{answer}");
        assert_eq!(answer["permission"]["behavior"], "ask", "{answer}");
    }
    assert_eq!(answers[3]["id"], "a");
    assert_eq!(answers[8]["id"], "f");
    let empty = "the line cannot be read: it is empty";
    assert_eq!(answers[1]["error"]["message"], empty);
}

#[test]
fn what_is_in_doubt_does_not_fill_the_answer() {
    let dir = scratch("nested");
    let command = format!("{}{}", "$(rm ".repeat(1000), ")".repeat(1000));
    fs::write(dir.0.join("event.json"), EVENT.replace("ls", &command))
        .unwrap();
    let args = ["eval", "--policy", "policy.json", "-e", "event.json"];
    for format in ["text", "json"] {
        let ran = hookset(
            &dir.0,
            &[&args[..], &["--format", format]].concat(),
            None,
        );
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.len() < 2_000_000, "{}", ran.stdout.len());
    }
}

/// Who only reads the file of results must see that not all was tested.
#[test]
fn results_of_tests_hold_what_could_not_be_read() {
    let cases = "policy = \"none.json\"\n[[case]]\ncall = \"Bash\"\n\
                 expect = \"deny\"\n";
    let dir = scratch("junit").with("cases.toml", cases);
    let ran = hookset(&dir.0, &["test", "--format", "junit"], None);
    assert_eq!(ran.code, 3, "{ran:?}");
    let all = "<testsuites name=\"hookset\" tests=\"1\" failures=\"0\" \
               errors=\"1\">";
    assert!(ran.stdout.contains(all), "{}", ran.stdout);
    let one = "<testcase name=\"none.json\" classname=\"none.json\">\n      \
               <error type=\"unreadable-file\" message=\"cannot read \
               `none.json`: there is no such file\">";
    assert!(ran.stdout.contains(one), "{}", ran.stdout);
}

#[test]
fn usage_errors_never_end_with_two() {
    let dir = scratch("usage");
    for args in [
        &["chek"][..],
        &["check", "--format", "xml"],
        &["eval"],
        &["eval", "--policy"],
        &["check", "--dialect", "nope", "policy.json"],
        &["explain", "nope"],
        &["help", "nope"],
        &[],
    ] {
        let ran = hookset(&dir.0, args, None);
        assert_eq!(ran.code, 3, "{args:?} {ran:?}");
        assert_ne!(ran.stderr, "", "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let dir = scratch("pipe");
    let event = format!("{EVENT}\n").repeat(2000);
    fs::write(dir.0.join("many.jsonl"), event).unwrap();
    let bin = env!("CARGO_BIN_EXE_hookset");
    let line = format!(
        "{bin} eval --policy policy.json --event many.jsonl | head -n 1 \
         >/dev/null"
    );
    let output = Command::new("sh")
        .args(["-c", &line])
        .current_dir(&dir.0)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_does_not_arrive_is_no_success() {
    for arguments in [
        "schema",
        "explain unknown-tool",
        "help",
        "help syntax",
        "check --help",
        "--version",
    ] {
        let line = format!(
            "{} {arguments} >/dev/full",
            env!("CARGO_BIN_EXE_hookset")
        );
        let ran = Command::new("sh").args(["-c", &line]).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(3), "{arguments}: {said}");
        assert!(said.contains("cannot be written"), "{arguments}: {said}");
    }
}

/// Comments take no room from what is wrong: all commands agree on a file
/// of many.
#[test]
fn many_comments_hide_no_fault() {
    let notes = "// n\n".repeat(250);
    let keys = "\"env\": {},\n".repeat(300);
    let deny = r#""permissions":{"deny":["Bash(rm *)"]}"#;
    let dir = scratch("comments")
        .with("fine.json", format!("{{{notes}{deny}}}"))
        .with("keys.json", format!("{{{keys}{deny}}}"))
        .with("broken.json", format!("{{{notes}{deny} trailing nope"));
    let check =
        |file| hookset(&dir.0, &["check", "--dialect", "hookset", file], None);
    let eval = |file| {
        let args = ["eval", "--dialect", "hookset", "--policy", file];
        let rest = ["--event", "event.json"];
        hookset(&dir.0, &[&args[..], &rest[..]].concat(), None)
    };
    for file in ["fine.json", "keys.json"] {
        assert!(check(file).code < 2, "{:?}", check(file));
        assert_eq!(eval(file).code, 0, "{:?}", eval(file));
        let args = ["hook", "--dialect", "hookset", "--policy", file];
        let ran = hookset(&dir.0, &args, Some(EVENT.as_bytes()));
        assert!(!ran.stdout.contains("\"ask\""), "{ran:?}");
    }
    assert_eq!(check("broken.json").code, 1, "{:?}", check("broken.json"));
    one_screen(&eval("broken.json"), "this bracket is never closed");
}

#[test]
fn a_policy_over_a_limit_is_told_with_the_limit() {
    let names: Vec<String> =
        (0..33_000).map(|n| format!("mcp__a__{n}")).collect();
    let policy = format!(
        r#"{{"hooks": {{"PreToolUse": [{{"matcher": "{}",
            "hooks": [{{"type": "command", "command": "/x"}}]}}]}}}}"#,
        names.join("|")
    );
    let at = Scratch::new("bad-large").with("p.json", policy);
    let ran = hookset(&at.0, &["check", "p.json", "--format=concise"], None);
    assert_eq!(ran.code, 1);
    let first = ran.stdout.lines().next().unwrap_or("");
    assert!(first.contains("error[policy-too-large]"), "{first}");
    assert!(first.contains("but the limit is 32768"), "{first}");
}
