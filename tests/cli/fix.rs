//! `check --fix` on real files.

use std::fs;
use std::path::PathBuf;

use crate::run::{Scratch, hookset};

const BROKEN: &str = "{\n  \"permissions\": {\n    \"deny\": [\n      \
                      \"Bash(rm *) \",\n      \"Bsh(curl *)\",\n    ]\n  \
                      }\n}\n";

fn directory(name: &str) -> PathBuf {
    let name = format!("hookset-fix-{name}-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn diff_writes_nothing_and_fix_writes_what_diff_showed() {
    let at = directory("both");
    let file = at.join("settings.json");
    fs::write(&file, BROKEN).unwrap();
    let shown = hookset(&at, &["check", "--diff", "settings.json"], None);
    assert_eq!((shown.code, shown.stderr.as_str()), (1, ""));
    assert!(shown.stdout.starts_with("--- a/settings.json\n"));
    assert!(shown.stdout.contains("\n-      \"Bash(rm *) \",\n"));
    assert!(shown.stdout.contains("\n+      \"Bash(rm *)\",\n"));
    assert_eq!(fs::read_to_string(&file).unwrap(), BROKEN);

    let fixed = hookset(&at, &["check", "--fix", "settings.json"], None);
    // The tool nobody knows is still there.
    assert_eq!(fixed.code, 1);
    assert!(fixed.stdout.contains("unknown-tool"), "{}", fixed.stdout);
    assert!(fixed.stdout.ends_with("applied 1 fix in 1 file\n"));
    // The comma keeps the file from counting, and so it stays.
    let safe = fs::read_to_string(&file).unwrap();
    assert!(safe.contains("\"Bsh(curl *)\",\n"), "{safe}");

    let args = ["check", "--unsafe-fixes", "settings.json"];
    let fixed = hookset(&at, &args, None);
    assert_eq!(fixed.code, 0, "{}", fixed.stdout);
    let args = ["check", "--diff", "--unsafe-fixes", "settings.json"];
    let none = hookset(&at, &args, None);
    assert_eq!((none.code, none.stdout.as_str()), (0, ""));
    assert_eq!(fs::read_dir(&at).unwrap().count(), 1);
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn what_cannot_be_read_or_written_is_said() {
    let at = directory("unusable");
    let ran = hookset(&at, &["check", "--fix", "none.json"], None);
    assert_eq!(ran.code, 3);
    let args = ["check", "--fix", "--diff", "settings.json"];
    assert_eq!(hookset(&at, &args, None).code, 3);
    fs::remove_dir_all(at).unwrap();
}

/// Where a quote is missing, the next one ends the text: a backslash before
/// it would make one dead rule of two.
#[test]
fn what_is_only_guessed_is_left() {
    let at = directory("guessed");
    let file = at.join("settings.json");
    for list in [
        r#""Bash(rm *), "Bash(dd *)""#,
        r#""Bash(rm *)", "Bash(a *), "Bash(b *), "Bash(dd *)""#,
        r#""Bash(rm *)", '"Bash(dd *)", "Read(x)""#,
        r#""Bash(rm *)" "Bash(dd *)", x"#,
        // What stands between two texts is no comma.
        r#""Bash(dd *)"; "Bash(rm *)""#,
        r#""Bash(dd *)". "Bash(rm *)""#,
        r#""Bash(dd *)" and "Bash(rm *)""#,
        r#""Bash(echo "a" *)" "Bash(rm *)""#,
        r#""Bash(rm "x" *)" "Read(y)", "Edit""#,
    ] {
        let old = format!("{{\"permissions\": {{\"deny\": [{list}]}}}}\n");
        fs::write(&file, &old).unwrap();
        let ran = hookset(&at, &["check", "--fix", "settings.json"], None);
        assert_eq!(ran.code, 1, "{list} {}", ran.stdout);
        assert_eq!(fs::read_to_string(&file).unwrap(), old);
    }
    let old = "{\"permissions\": {\"deny\": [\n  \"Bash(echo \"a\" *)\"\n  \
               \"Bash(rm *)\"\n]}}\n";
    fs::write(&file, old).unwrap();
    let args = ["check", "--unsafe-fixes", "settings.json"];
    let ran = hookset(&at, &args, None);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let new = "{\"permissions\": {\"deny\": [\n  \"Bash(echo \\\"a\\\" *)\",\n  \
               \"Bash(rm *)\"\n]}}\n";
    assert_eq!(fs::read_to_string(&file).unwrap(), new);
    fs::remove_dir_all(at).unwrap();
}

/// What the baseline knows is left as it is.
#[test]
fn what_is_known_is_not_mended() {
    let old = "{\"permissions\": {\"deny\": [\"Task(x)\"]}}\n";
    let files =
        [("s.json", old), ("hookset.toml", "baseline = \"known.json\"\n")];
    let scratch = Scratch::holding("known", &files);
    let at = &scratch.0;
    let mend = || {
        let ran = hookset(at, &["check", "--fix", "s.json"], None);
        (ran.code, fs::read_to_string(at.join("s.json")).unwrap())
    };
    let write =
        ["check", "--write-baseline", "--baseline", "known.json", "s.json"];
    let ran = hookset(at, &write, None);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(mend(), (0, old.to_owned()));
    let ran = hookset(at, &["check", "--diff", "s.json"], None);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
    fs::remove_file(at.join("hookset.toml")).unwrap();
    assert_eq!(mend(), (0, old.replace("Task", "Agent")));
}

/// A list becomes a text that holds what the list held.
#[test]
fn a_list_of_names_becomes_one_text() {
    let hooks = "\"hooks\":[{\"type\":\"command\",\"command\":\"x\"}]";
    for (list, text) in [
        (r#"["mcp__.*\\.x","Bash"]"#, r#""mcp__.*\\.x|Bash""#),
        (r#"["Write","a\",\"hooks\":[]"]"#, r#""Write|a\",\"hooks\":[]""#),
    ] {
        let file = |matcher: &str| {
            let group = format!("{{\"matcher\":{matcher},{hooks}}}");
            format!("{{\"hooks\":{{\"PreToolUse\":[{group}]}}}}\n")
        };
        let scratch = Scratch::holding("names", &[("s.json", &file(list))]);
        let at = &scratch.0;
        hookset(at, &["check", "--unsafe-fixes", "s.json"], None);
        let new = fs::read_to_string(at.join("s.json")).unwrap();
        assert_eq!(new, file(text));
    }
}

const UNSORTED: &str =
    "{\"permissions\": {\"deny\": [\"Write(b)\", \"Bash(rm *)\"]}}\n";

/// In a wrong directory nothing is written, and what is written is said.
#[test]
fn fmt_writes_the_files_of_the_project_alone() {
    let scratch = Scratch::holding(
        "fmt",
        &[
            ("p/.claude/settings.json", UNSORTED),
            ("p/vendor/settings.json", UNSORTED),
            ("p/plugin/hooks/settings.json", UNSORTED),
            ("p/within/.claude/settings.json", UNSORTED),
            ("p/hookset.toml", "exclude = [\"vendor/**\"]\n"),
        ],
    );
    let read = |path: &str| {
        let path = scratch.0.join("p").join(path);
        fs::read_to_string(path).unwrap()
    };
    let ran = hookset(&scratch.0, &["fmt"], None);
    assert_eq!(ran.code, 3);
    assert!(ran.stderr.contains("no project is here"), "{}", ran.stderr);
    let ran = hookset(&scratch.0.join("p"), &["fmt"], None);
    assert_eq!(ran.code, 0);
    let told = "changed .claude/settings.json\n\
                changed plugin/hooks/settings.json\n2 files, 2 changed\n";
    assert_eq!(ran.stdout, told);
    assert_eq!(ran.stderr, "1 project within this one left alone\n");
    assert_ne!(read(".claude/settings.json"), UNSORTED);
    assert_eq!(read("vendor/settings.json"), UNSORTED);
    assert_eq!(read("within/.claude/settings.json"), UNSORTED);
    let args = ["fmt", "within", "vendor/settings.json"];
    let ran = hookset(&scratch.0.join("p"), &args, None);
    assert!(ran.stdout.ends_with("2 files, 2 changed\n"), "{}", ran.stdout);
    let ran = hookset(&scratch.0.join("p"), &["fmt", "vendor"], None);
    assert_eq!((ran.code, &*ran.stdout), (0, "0 files, 0 changed\n"));
}

/// A file that cannot be written, or not be read, is not counted as one more
/// that was checked.
#[test]
#[cfg(unix)]
fn files_are_counted_once() {
    use std::os::unix::fs::PermissionsExt;
    let at = directory("counted");
    let file = at.join("settings.json");
    fs::write(&file, BROKEN).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let args = ["check", "--unsafe-fixes", "settings.json"];
    let ran = hookset(&at, &args, None);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains("it is read-only"), "{ran:?}");
    assert!(ran.stdout.contains("checked 1 file: "), "{ran:?}");
    let ran = hookset(&at, &[&args[..], &["--format=json"]].concat(), None);
    let files = r#""files":["settings.json"],"#;
    assert!(ran.stdout.contains(files), "{ran:?}");
    let args = ["check", "settings.json", "none.json"];
    let ran = hookset(&at, &args, None);
    assert!(ran.stdout.contains("checked 1 file: "), "{ran:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), BROKEN);
    fs::remove_dir_all(at).unwrap();
}
