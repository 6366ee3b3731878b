//! Images: the same answers as the files, the same bytes each time, and
//! nothing but a refusal from one that is damaged or not ours.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::run::{Ran, Scratch, hookset};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn compile(directory: &Path, policy: &str) {
    let args = ["compile", "--policy", policy, "-o", "p.hsi"];
    let ran = hookset(directory, &args, None);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.starts_with("wrote p.hsi: "), "{ran:?}");
}

/// `eval` of the same events by the policy and by its image.
fn same(directory: &Path, policy: &str, events: &str) {
    compile(directory, policy);
    for format in ["json", "text"] {
        let ask = |how: &str, what: &str| {
            let args = ["eval", how, what, "-e", events, "--format", format];
            hookset(directory, &args, None)
        };
        let (files, image) =
            (ask("--policy", policy), ask("--image", "p.hsi"));
        assert_eq!(files.stdout, image.stdout, "{policy} {format}");
        assert_eq!(files.code, image.code);
        assert_ne!(files.stdout, "");
        if format == "json" {
            assert_eq!(image.stderr, "", "{policy}");
        }
    }
}

#[test]
fn an_image_answers_as_its_files() {
    for pack in ["example-team", "example-broken"] {
        let events = root().join("rules/example-team/events.jsonl");
        let from = root().join("rules").join(pack).join("settings.json");
        let dir = Scratch::new(&format!("same-{pack}"))
            .with("settings.json", fs::read(from).unwrap())
            .with("events.jsonl", fs::read(events).unwrap());
        same(&dir.0, "settings.json", "events.jsonl");
    }
}

/// The rows of a suite file as one policy and one event for each row.
fn suite(file: &Path) -> Option<(Value, String)> {
    let mut rules = json!({"allow": [], "ask": [], "deny": []});
    let mut events = String::new();
    for line in fs::read_to_string(file).unwrap().lines() {
        let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
        let (Some(effect), Some(rule), Some(tool)) = (
            row["effect"].as_str(),
            row["rule"].as_str(),
            row["tool"].as_str(),
        ) else {
            continue;
        };
        let Some(list) = rules.get_mut(effect) else { continue };
        list.as_array_mut().unwrap().push(rule.into());
        let event = json!({
            "hook_event_name": "PreToolUse", "tool_name": tool,
            "tool_input": row["input"], "cwd": row["context"]["cwd"],
        });
        events.push_str(&format!("{event}\n"));
    }
    let policy = json!({
        "permissions": rules,
        "hooks": {"PreToolUse": [{"matcher": "Bash|Edit", "hooks": [
            {"type": "command", "command": "check", "if": "Bash(git *)"},
            {"type": "decision", "permissionDecision": "ask",
             "permissionDecisionReason": "look", "if": "Edit(*.sql)"}]}]},
    });
    (!events.is_empty()).then_some((policy, events))
}

#[test]
fn an_image_answers_as_its_files_on_the_suite() {
    let mut seen = 0;
    for entry in fs::read_dir(root().join("tests/suite/match")).unwrap() {
        let path = entry.unwrap().path();
        let Some((policy, events)) = suite(&path) else { continue };
        seen += 1;
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let dir = Scratch::new(&format!("suite-{name}"))
            .with("settings.json", policy.to_string())
            .with("events.jsonl", events);
        same(&dir.0, "settings.json", "events.jsonl");
    }
    assert!(seen > 0, "no suite file was used");
}

const POLICY: &str = r#"{"permissions":{"deny":["Bash(rm *)"],
    "allow":["Bash(ls *)","Edit(/src/**)","WebFetch(domain:a.example)"]}}"#;
const EVENT: &str = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm x"},"cwd":"/"}"#;

fn scratch(name: &str) -> Scratch {
    let dir = Scratch::new(name)
        .with("settings.json", POLICY)
        .with("event.json", EVENT);
    compile(&dir.0, "settings.json");
    dir
}

fn eval(directory: &Path) -> Ran {
    let args = ["eval", "--image", "p.hsi", "-e", "event.json"];
    hookset(directory, &args, None)
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let dir = scratch("bytes");
    let first = fs::read(dir.0.join("p.hsi")).unwrap();
    compile(&dir.0, "settings.json");
    assert_eq!(fs::read(dir.0.join("p.hsi")).unwrap(), first);
    // Nothing is left behind.
    assert_eq!(fs::read_dir(&dir.0).unwrap().count(), 3);
}

#[test]
fn a_stale_image_says_so_and_answers() {
    let dir = scratch("stale");
    assert_eq!(eval(&dir.0).stderr, "");
    let verify = ["compile", "--verify", "p.hsi"];
    assert_eq!(hookset(&dir.0, &verify, None).code, 0);
    fs::write(dir.0.join("settings.json"), "{}").unwrap();
    let ran = eval(&dir.0);
    assert!(ran.stderr.contains("stale"), "{ran:?}");
    assert!(ran.stdout.contains("deny"), "{ran:?}");
    assert_eq!((ran.code, hookset(&dir.0, &verify, None).code), (0, 1));
    let args = ["compile", "--verify", "p.hsi", "--policy", "settings.json"];
    assert_eq!(hookset(&dir.0, &args, None).code, 1);
    // Where its sources are not, nothing is known.
    fs::remove_file(dir.0.join("settings.json")).unwrap();
    assert_eq!(eval(&dir.0).stderr, "");
}

/// The sources are not read when the time of the image says that nobody
/// touched them: then every touch must show.
#[test]
fn a_source_of_the_same_size_and_time_is_another_one() {
    let dir = scratch("touched");
    let source = dir.0.join("settings.json");
    let image = dir.0.join("p.hsi");
    let args = ["compile", "--policy", "settings.json", "-o", "p.hsi"];
    for wait in [0, 60] {
        std::thread::sleep(std::time::Duration::from_millis(wait));
        assert_eq!(hookset(&dir.0, &args, None).code, 0);
        assert_eq!(eval(&dir.0).stderr, "");
        let before = fs::metadata(&source).unwrap().modified().unwrap();
        fs::write(&source, POLICY.replace("rm", "mr")).unwrap();
        let file = fs::File::options().write(true).open(&source).unwrap();
        file.set_modified(before).unwrap();
        assert!(eval(&dir.0).stderr.contains("stale"));
        // Nor does the time of the image alone say anything.
        let time = fs::metadata(&image).unwrap().modified().unwrap();
        fs::copy(&image, dir.0.join("q.hsi")).unwrap();
        fs::rename(dir.0.join("q.hsi"), &image).unwrap();
        let file = fs::File::options().write(true).open(&image).unwrap();
        file.set_modified(time).unwrap();
        assert!(eval(&dir.0).stderr.contains("stale"));
        fs::write(&source, POLICY).unwrap();
        assert_eq!(eval(&dir.0).stderr, "");
    }
}

#[test]
fn only_images_are_overwritten() {
    let dir = scratch("over");
    for target in ["settings.json", ".", "none/p.hsi", "/dev/null"] {
        let args = ["compile", "--policy", "settings.json", "-o", target];
        let ran = hookset(&dir.0, &args, None);
        assert_eq!(ran.code, 3, "{target} {ran:?}");
    }
    let kept = fs::read_to_string(dir.0.join("settings.json")).unwrap();
    assert_eq!(kept, POLICY);
}

fn refused(directory: &Path, say: &str) {
    let ran = eval(directory);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert_eq!(ran.stdout, "");
    // Long lines are drawn on two.
    let said = ran.stderr.replace("│ ", "");
    let said: Vec<&str> = said.split_whitespace().collect();
    assert!(said.join(" ").contains(say), "{ran:?}");
    assert!(!ran.stderr.contains("internal error"), "{ran:?}");
    for args in [&["compile", "--verify", "p.hsi"][..], &["check", "p.hsi"]] {
        assert_eq!(hookset(directory, args, None).code, 3, "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_image_that_others_can_write_to_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let dir = scratch("mode");
    for mode in [0o666, 0o664, 0o646] {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(dir.0.join("p.hsi"), permissions).unwrap();
        refused(&dir.0, "others may write to it");
    }
    // Compiling again mends it.
    compile(&dir.0, "settings.json");
    assert_eq!(eval(&dir.0).code, 0);
}

#[test]
fn damaged_images_are_refused() {
    let dir = scratch("damaged");
    let path = dir.0.join("p.hsi");
    let whole = fs::read(&path).unwrap();
    for len in [0, 1, 7, 8, 12, 63, 64, 100, 167, 168, whole.len() - 1] {
        fs::write(&path, &whole[..len]).unwrap();
        refused(&dir.0, "cannot be used");
    }
    let mut longer = whole.clone();
    longer.push(0);
    fs::write(&path, longer).unwrap();
    refused(&dir.0, "damaged");
    let changed = |at: usize, bytes: &[u8]| {
        let mut image = whole.clone();
        image[at..at + bytes.len()].copy_from_slice(bytes);
        image
    };
    let later = whole[8] + 1;
    fs::write(&path, changed(8, &[later, 0, 0, 0])).unwrap();
    refused(&dir.0, &format!("format {later}"));
    fs::write(&path, changed(12, &[1, 2, 3, 4])).unwrap();
    refused(&dir.0, "byte order");
}

#[test]
fn flipped_bytes_are_found_when_all_is_checked() {
    let dir = scratch("flipped");
    let path = dir.0.join("p.hsi");
    let whole = fs::read(&path).unwrap();
    let step = whole.len() / 40;
    for at in (0..whole.len()).step_by(step) {
        let mut image = whole.clone();
        image[at] ^= 0x41;
        fs::write(&path, image).unwrap();
        let ran = hookset(&dir.0, &["compile", "--verify", "p.hsi"], None);
        assert_eq!(ran.code, 3, "byte {at}: {ran:?}");
        // A daily start looks at less, but never falls over.
        let ran = eval(&dir.0);
        assert!([0, 3].contains(&ran.code), "byte {at}: {ran:?}");
        assert!(!ran.stderr.contains("internal error"), "{ran:?}");
    }
}

const GUARDED: &str = r#"{"permissions":{"deny":["Read(/secret/**)"]}}"#;

/// A project in a directory of its own, with its image in it.
fn project(name: &str) -> Scratch {
    let dir = Scratch::new(name);
    for below in ["p/.claude", "p/out", "p/sub", "q/.claude"] {
        fs::create_dir_all(dir.0.join(below)).unwrap();
    }
    let dir = dir.with("p/.claude/settings.json", GUARDED);
    let dir = dir.with("q/.claude/settings.json", "{}");
    compile(&dir.0.join("p"), ".claude/settings.json");
    dir
}

/// What `hook` says in `from` of a file of the project that is guarded.
fn hook(dir: &Scratch, from: &str, image: &str) -> Ran {
    let root = dir.0.join("p");
    let event = json!({
        "hook_event_name": "PreToolUse", "tool_name": "Read",
        "tool_input": {"file_path": root.join("secret/x")},
        "cwd": root.join("sub"),
    });
    let args = ["hook", "--image", image];
    let event = event.to_string();
    hookset(&dir.0.join(from), &args, Some(event.as_bytes()))
}

#[test]
fn an_image_finds_its_sources_wherever_the_command_stands() {
    let dir = project("found");
    let denies = |ran: &Ran, place: &str| {
        assert!(ran.stdout.contains(r#"Decision":"deny""#), "{ran:?}");
        assert!(ran.stdout.contains(&format!("({place}:1:")), "{ran:?}");
    };
    for (from, image, place) in [
        ("p", "p.hsi", ".claude/settings.json"),
        ("p/sub", "../p.hsi", "../.claude/settings.json"),
        ("q", "../p/p.hsi", "../p/.claude/settings.json"),
    ] {
        let ran = hook(&dir, from, image);
        denies(&ran, place);
        assert!(!ran.stderr.contains("stale"), "{ran:?}");
    }
    // What stands below is called as if it were named.
    let whole = dir.0.join("p/p.hsi");
    let whole = fs::canonicalize(whole).unwrap();
    denies(&hook(&dir, "p", whole.to_str().unwrap()), ".claude/settings.json");
    // Made from elsewhere, it is the same.
    let first = fs::read(dir.0.join("p/p.hsi")).unwrap();
    let args = ["compile", "-p", "../.claude/settings.json", "-o", "../p.hsi"];
    assert_eq!(hookset(&dir.0.join("p/sub"), &args, None).code, 0);
    assert_eq!(fs::read(dir.0.join("p/p.hsi")).unwrap(), first);
    let with = |text: &str| {
        fs::write(dir.0.join("p/.claude/settings.json"), text).unwrap();
    };
    with("{}");
    assert!(hook(&dir, "q", "../p/p.hsi").stderr.contains("stale"));
    with(GUARDED);
    let args = ["compile", "--verify", "../p/p.hsi"];
    assert_eq!(hookset(&dir.0.join("q"), &args, None).code, 0);
}

#[test]
fn an_image_without_its_sources_is_in_doubt_of_the_project() {
    let dir = project("lost");
    fs::rename(dir.0.join("p/p.hsi"), dir.0.join("p/out/p.hsi")).unwrap();
    let ran = hook(&dir, "p/sub", "../out/p.hsi");
    assert!(ran.stdout.contains(r#"Decision":"ask""#), "{ran:?}");
    let root = fs::canonicalize(dir.0.join("p")).unwrap();
    let context = json!({"project_root": root}).to_string();
    fs::write(dir.0.join("p/context.json"), context).unwrap();
    let args = ["eval", "--image", "out/p.hsi", "Read(secret/x)"];
    let asked = hookset(&dir.0.join("p"), &args, None);
    assert!(asked.stdout.contains("ask"), "{asked:?}");
    // Nor does it help that others are where they were.
    let own = dir.0.join("q/own.json");
    fs::write(&own, "{}").unwrap();
    let own = own.to_str().unwrap();
    let both = ["compile", "-p", own, ".claude/settings.json", "-o", "b.hsi"];
    assert_eq!(hookset(&dir.0.join("p"), &both, None).code, 0);
    fs::rename(dir.0.join("p/b.hsi"), dir.0.join("p/out/b.hsi")).unwrap();
    let ran = hook(&dir, "p/sub", "../out/b.hsi");
    assert!(ran.stdout.contains(r#"Decision":"ask""#), "{ran:?}");
    let told = [&args[..], &["--context", "context.json"]].concat();
    let told = hookset(&dir.0.join("p"), &told, None);
    assert!(told.stdout.contains("deny"), "{told:?}");
}

#[cfg(unix)]
#[test]
fn a_link_to_an_image_stays_one() {
    let dir = project("link");
    let link = dir.0.join("q/p.hsi");
    std::os::unix::fs::symlink("../p/out/p.hsi", &link).unwrap();
    let args = ["compile", "-p", "../p/.claude/settings.json", "-o", "p.hsi"];
    assert_eq!(hookset(&dir.0.join("q"), &args, None).code, 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let ran = hook(&dir, "q", "p.hsi");
    assert!(ran.stdout.contains(r#"Decision":"deny""#), "{ran:?}");
}

/// Where settings come from was settled when the image was made of them.
#[test]
fn an_image_refuses_another_source_of_settings() {
    let policy = r#"{"permissions":{"deny":["Read(/src/**)"]}}"#;
    let event = r#"{"tool_name":"Read","tool_input":{
        "file_path":"/home/u/.claude/src/a"}}"#;
    let context = |source: &str| {
        format!(
            r#"{{"cwd":"/home/u/proj","project_root":"/home/u/proj",
                "home":"/home/u","settings_source":"{source}"}}"#
        )
    };
    let dir = Scratch::new("image-source")
        .with("p.json", policy)
        .with("e.json", event.replace('\n', ""))
        .with("user.json", context("user"))
        .with("project.json", context("project"));
    let args = ["compile", "-p", "p.json", "-o", "p.hsi", "--dialect"];
    let ran = hookset(&dir.0, &[&args[..], &["claude"]].concat(), None);
    assert_eq!(ran.code, 0, "{ran:?}");
    let ask = |context: &str, how: &[&str]| {
        let args = ["eval", "-e", "e.json", "--context", context];
        hookset(&dir.0, &[&args[..], how].concat(), None)
    };
    let files = ["-p", "p.json", "--dialect", "claude"];
    let said = ask("user.json", &files);
    assert!(said.stdout.contains("deny rule"), "{said:?}");
    let ran = ask("user.json", &["--image", "p.hsi"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains("settings_source"), "{ran:?}");
    let ran = ask("project.json", &["--image", "p.hsi"]);
    assert_eq!(ran.stdout, ask("project.json", &files).stdout);
}
