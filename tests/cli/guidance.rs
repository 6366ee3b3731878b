//! Guidance: what of it is not read is said, by `compose` and by the commands
//! that read policies.

use std::fs;

use crate::run::{Ran, Scratch, hookset};

fn run(at: &Scratch, args: &[&str]) -> Ran {
    hookset(&at.0, args, None)
}

fn definition(tag: &str) -> String {
    format!(
        r#"{{"tag":"{tag}","type":"session","lifecycle":"start",
        "name":"N {tag}","requirementLevel":"SHOULD"}}"#
    )
}

/// A message as it is before it is broken into lines.
fn in_one_line(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| *word != "│");
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(unix)]
#[test]
fn links_out_of_the_directory_are_left_out_and_told() {
    use std::os::unix::fs::symlink;
    let (a, b) = (definition("a"), definition("b"));
    let files = [
        ("in/a.json", a.as_str()),
        ("in/a.md", "text a"),
        ("out/b.json", b.as_str()),
        ("in/b.md", "text b"),
    ];
    let at = Scratch::holding("compose-links", &files);
    let path = |name: &str| at.0.join(name);
    symlink(path("out/b.json"), path("in/b.json")).unwrap();
    symlink(path("out"), path("in/more")).unwrap();
    let ran = run(&at, &["compose", "in"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("text a"), "{ran:?}");
    assert!(!ran.stdout.contains("text b"), "{ran:?}");
    for said in ["`in/b.json` is a link out", "`in/more` is a link to a"] {
        assert!(ran.stderr.contains(said), "{ran:?}");
    }
    // Nothing but links is no definition.
    fs::remove_file(path("in/a.json")).unwrap();
    assert_eq!(run(&at, &["compose", "in"]).code, 3);
    // A link within the directory is one of its files.
    fs::remove_file(path("in/b.json")).unwrap();
    fs::write(path("in/b.txt"), &b).unwrap();
    symlink("b.txt", path("in/b.json")).unwrap();
    let ran = run(&at, &["compose", "in"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("text b"), "{ran:?}");
}

#[test]
fn definitions_below_a_key_are_told() {
    let (a, b) = (definition("a"), definition("b"));
    let below = format!(r#"{{"hooks":[{b}]}}"#);
    let files = [
        ("hooks/a.json", a.as_str()),
        ("hooks/a.md", "text a"),
        ("hooks/b.json", below.as_str()),
        ("hooks/package.json", r#"{"publishConfig":{"tag":"next"}}"#),
    ];
    let at = Scratch::holding("compose-below", &files);
    let ran = run(&at, &["compose", "hooks"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("text a"), "{ran:?}");
    let said = "those in `hooks` are not read";
    assert!(in_one_line(&ran.stderr).contains(said), "{ran:?}");
    assert_eq!(ran.stderr.matches("error[").count(), 1, "{ran:?}");
}

#[test]
fn what_a_refused_file_held_is_named() {
    let a = definition("a").replacen('{', "{\"tag\":\"x\",", 1);
    let list = format!("[{a},{}]", definition("b"));
    let c = definition("c");
    let files = [
        ("hooks/a.json", list.as_str()),
        ("hooks/c.json", c.as_str()),
        ("hooks/c.md", "text c"),
    ];
    let at = Scratch::holding("compose-refused-file", &files);
    let ran = run(&at, &["compose", "hooks"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("text c"), "{ran:?}");
    let said = "no definition of this file is used, so none of `a`, `b`";
    assert!(in_one_line(&ran.stderr).contains(said), "{ran:?}");
    assert!(ran.stderr.contains("hooks/a.json"), "{ran:?}");
}

#[test]
fn commands_for_policies_say_what_becomes_of_guidance() {
    let (a, b) = (definition("a"), definition("b"));
    let list = format!("[{a},{b}]");
    let at = Scratch::holding(
        "guidance-policy",
        &[("one.json", a.as_str()), ("list.json", list.as_str())],
    );
    for (file, lost) in [("one.json", 1), ("list.json", 2)] {
        let ran = run(&at, &["convert", file, "-", "--to", "claude"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        let told = ran.stderr.matches("error[lossy-conversion]").count();
        assert_eq!(told, lost, "{ran:?}");
        assert!(ran.stderr.contains("but for the loss"), "{ran:?}");
        let call = "Bash(ls)";
        for args in [
            &["check", file][..],
            &["list", file],
            &["eval", "--policy", file, call],
            &["plan", "--policy", file, call],
            &["diff", file, file],
            &["compile", "--policy", file, "--stats"],
        ] {
            let ran = run(&at, args);
            let is_told = ran.stderr.contains("invalid-json");
            assert!(ran.code != 3 && !is_told, "{args:?}: {ran:?}");
        }
        let ran = run(&at, &["fmt", "--check", file]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{file}");
    }
    // A list of anything else is still no policy.
    fs::write(at.0.join("list.json"), r#"[{"permissions":{}}]"#).unwrap();
    assert_eq!(run(&at, &["list", "list.json"]).code, 3);
    fs::write(at.0.join("list.json"), format!("[{a},{b}")).unwrap();
    assert_eq!(run(&at, &["list", "list.json"]).code, 3);
}

#[test]
fn sentences_in_a_file_are_used_and_all_that_is_wrong_is_told() {
    let waits = definition("c").replacen(
        '{',
        r#"{"conditions":{"requiresStorage":["memory"]},"#,
        1,
    );
    let list = format!("[{},{},{waits}]", definition("a"), definition("b"));
    let at = Scratch::holding(
        "compose-words",
        &[
            ("in/a.json", list.as_str()),
            ("in/a.md", "text a"),
            ("in/b.md", "text b"),
            ("words.json", r#"{"tail": "; come back"}"#),
            ("bad.json", r#"{"tial": "x", "MUSTT": 1, "SHOULD": 2}"#),
        ],
    );
    let args = ["compose", "in", "--max-texts", "1", "--words", "words.json"];
    let ran = run(&at, &args);
    let wanted = "notice: 1 hook(s) left out, conditions not met: N c \
                  (requires storage: memory); come back\n\
                  notice: 1 hook(s) left out, over a limit: N b \
                  (cap:per-event)\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, wanted));
    let ran = run(&at, &["compose", "in", "--words", "bad.json"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    for key in ["`tial`", "`MUSTT`", "`SHOULD`"] {
        assert!(ran.stderr.contains(key), "{ran:?}");
    }
}
