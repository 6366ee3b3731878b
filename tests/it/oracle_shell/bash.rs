//! bash itself: what it refuses, and which programs it runs.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use hookset::dialect::Dialect;
use hookset::plan::{Behavior, Scratch};
use hookset::shell::split::{Limits, Line, split};
use hookset::shell::{Reason, Shell};

use super::super::generate::{Choices, Happening, Rules, command};
use super::super::suite::cases;
use super::super::targets;
use super::{bytes, real_lines, suite_lines};

const BASH: &str = "/usr/bin/bash";

/// How many texts are shown to `bash -n`, a process each.
const BASH_SAMPLE: usize = 1_200;

/// What `bash -n` says to a text: nothing when it accepts it.
fn bash_refuses(text: &str) -> Option<String> {
    let mut child = Command::new(BASH)
        .args(["--norc", "--noprofile", "-n"])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // It may end before all is read.
    let _ = stdin.write_all(text.as_bytes());
    let _ = stdin.write_all(b"\n");
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let fine = output.status.success() && !said.contains("syntax error");
    (!fine).then_some(said)
}

pub(super) fn has_bash() -> bool {
    let there = Path::new(BASH).exists();
    if !there {
        println!("skipped: `{BASH}` is not there");
    }
    there
}

#[test]
fn what_bash_refuses_is_marked() {
    if !has_bash() {
        return;
    }
    let mut lines = suite_lines();
    let real = real_lines();
    lines.truncate(BASH_SAMPLE / 2);
    let step = (real.len() / (BASH_SAMPLE / 2)).max(1);
    lines.extend(real.into_iter().step_by(step));
    let mut line = Line::default();
    let (mut same, mut marked_only) = (0, 0);
    let mut missed = Vec::new();
    for text in &lines {
        split(text, Shell::Bash, &Limits::default(), &mut line);
        let marked = line.marks.iter().any(|m| {
            matches!(
                m.reason,
                Reason::Unparsed | Reason::Depth | Reason::ControlCharacter
            )
        });
        match (bash_refuses(text), marked) {
            (Some(_), true) | (None, false) => same += 1,
            (None, true) => marked_only += 1,
            (Some(said), false) => missed.push(format!("{text:?}: {said}")),
        }
    }
    println!(
        "{} lines: {same} the same, {marked_only} marked though bash takes \
         them, {} refused but not marked",
        lines.len(),
        missed.len()
    );
    for text in &missed {
        println!("  {text}");
    }
    assert!(missed.len() * 100 <= lines.len());
}

#[test]
fn what_bash_calls_incomplete_is_never_allowed() {
    if !has_bash() {
        return;
    }
    let mut rules = Rules::default();
    rules.allow.extend(["Bash(*)".to_owned(), "Bash(echo *)".to_owned()]);
    let engine = targets::engine(&rules, &Dialect::default());
    let mut scratch = Scratch::default();
    let (mut asked, mut incomplete) = (0, 0);
    let mut lines = suite_lines();
    for seed in 0..40_u32 {
        let bytes = bytes(seed, 60);
        lines.push(command(&mut Choices::new(&bytes), &[]));
    }
    for (at, line) in lines.iter().enumerate().step_by(2) {
        let cuts: Vec<usize> =
            line.char_indices().map(|(at, _)| at).skip(1).collect();
        let Some(&cut) = cuts.get(at % cuts.len().max(1)) else { continue };
        let prefix = &line[..cut];
        let happening = Happening::bash(prefix);
        let allowed = happening.with(|event| {
            let context = &happening.context;
            let answer = engine.answer(event, context, &mut scratch);
            answer.permission.behavior == Behavior::Allow
        });
        asked += 1;
        // Only what we would let through needs a process.
        let Some(said) = bash_refuses(prefix) else { continue };
        if said.contains("unexpected EOF") || said.contains("end of file") {
            incomplete += 1;
            assert!(!allowed, "{prefix:?} is allowed; bash says {said}");
        }
    }
    println!("{asked} beginnings, {incomplete} incomplete");
}

/// A directory that is gone when this is.
pub(super) struct Place(pub(super) PathBuf);

impl Place {
    pub(super) fn new(name: &str) -> Place {
        let base = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let path = base.join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Place(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Programs whose stub goes on to the program among its arguments.
const WRAPPERS: &[&str] = &[
    "chroot", "command", "doas", "env", "flock", "ionice", "nice", "nohup",
    "setsid", "stdbuf", "sudo", "time", "timeout", "xargs", "exec", "find",
    "parallel", "strace", "unshare", "watch", "busybox", "chrt", "taskset",
];

/// Logs its name; a wrapper then runs the first stub among its arguments, a
/// shell its program, still restricted.
const STUB: &str = r#"#!/usr/bin/bash
name=${0##*/}
echo "$name" >> "$HOOKSET_LOG"
case $name in
bash | sh | dash)
    exec /usr/bin/bash --norc --noprofile -r "$@" ;;
esac
[[ " $HOOKSET_WRAPPERS " == *" $name "* ]] || exit 0
while (($#)); do
    if [[ $1 != */* && -n $1 && -e ${0%/*}/$1 ]]; then
        program=$1
        shift
        exec "${0%/*}/$program" "$@"
    fi
    shift
done
"#;

/// Writes a stub for each name.
pub(super) fn stubs(place: &Path, names: &BTreeSet<String>) {
    let stub = place.join("stub");
    fs::write(&stub, STUB).unwrap();
    fs::set_permissions(&stub, fs::Permissions::from_mode(0o755)).unwrap();
    let bin = place.join("bin");
    fs::create_dir_all(&bin).unwrap();
    for name in names {
        let _ = symlink(&stub, bin.join(name));
    }
}

/// What bash runs of a line, with nothing but stubs to be found.
pub(super) fn programs_run(place: &Path, text: &str) -> BTreeSet<String> {
    let log = place.join("log");
    let work = place.join("work");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work).unwrap();
    fs::write(&log, "").unwrap();
    // The shell that runs the line is limited before it reads it.
    let limited = "ulimit -u 4096 -t 2 -f 1000 -v 1000000 2>/dev/null; \
                   eval \"$HOOKSET_LINE\"";
    let child = Command::new(BASH)
        .args(["--norc", "--noprofile", "-r", "-c", limited])
        .current_dir(&work)
        .env_clear()
        .env("PATH", place.join("bin"))
        .env("HOME", &work)
        .env("HOOKSET_LOG", &log)
        .env("HOOKSET_WRAPPERS", WRAPPERS.join(" "))
        .env("HOOKSET_LINE", text)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return BTreeSet::new() };
    let (done, wait) = mpsc::channel::<()>();
    let id = child.id();
    let watch = std::thread::spawn(move || {
        if wait.recv_timeout(Duration::from_secs(2)).is_err() {
            let _ = Command::new("/bin/kill")
                .args(["-9", &id.to_string()])
                .stderr(Stdio::null())
                .status();
        }
    });
    let _ = child.wait();
    let _ = done.send(());
    watch.join().unwrap();
    let text = fs::read_to_string(&log).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Whether a line could do more than a restricted shell should be asked for.
/// Such a shell runs no program by its path and redirects nothing.
fn needs_more(text: &str) -> bool {
    let parts = ["kill", "ulimit", ":(", "HOOKSET", "+r", "yes", "sleep"];
    text.len() > 400 || parts.iter().any(|part| text.contains(part))
}

#[test]
fn programs_that_bash_runs_are_not_missed() {
    if !has_bash() {
        return;
    }
    let place = Place::new("stubs");
    let cases: Vec<_> = cases::of("bypass")
        .into_iter()
        .filter(|case| case.text("tool") == "Bash")
        .filter(|case| !case.texts("oracle_runs").is_empty())
        .filter(|case| case.row["context"]["shell"].is_null())
        .collect();
    let mut names: BTreeSet<String> =
        WRAPPERS.iter().map(|name| (*name).to_owned()).collect();
    for case in &cases {
        let runs = case.texts("oracle_runs").into_iter();
        let not = case.texts("oracle_not_runs").into_iter();
        names.extend(runs.chain(not).map(str::to_owned));
    }
    names.extend(["bash", "sh", "dash"].map(str::to_owned));
    names.retain(|name| !name.contains('/') && !name.is_empty());
    stubs(&place.0, &names);
    let (mut ran, mut skipped, mut seen) = (0, 0, 0);
    let mut expected_and_seen = 0;
    let mut missed = Vec::new();
    for case in &cases {
        let text = case.row["input"]["command"].as_str().unwrap_or("");
        if needs_more(text) || text.is_empty() {
            skipped += 1;
            continue;
        }
        let programs = programs_run(&place.0, text);
        ran += 1;
        for program in programs {
            seen += 1;
            let mut rules = Rules::default();
            rules.deny.push(format!("Bash({program} *)"));
            let engine = targets::engine(&rules, &Dialect::default());
            let happening = Happening::bash(text);
            let behavior = happening.with(|event| {
                let mut scratch = Scratch::default();
                let context = &happening.context;
                let answer = engine.answer(event, context, &mut scratch);
                answer.permission.behavior
            });
            expected_and_seen +=
                usize::from(case.texts("oracle_runs").contains(&&*program));
            if !matches!(behavior, Behavior::Deny | Behavior::Ask) {
                missed.push(format!("{}: {program} in {text:?}", case.name));
            }
        }
    }
    println!(
        "{ran} lines run with stubs, {skipped} need more, {seen} programs \
         ran ({expected_and_seen} that cases name), {} missed",
        missed.len()
    );
    assert!(missed.is_empty(), "{missed:#?}");
}
