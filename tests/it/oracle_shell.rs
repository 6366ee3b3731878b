//! The splitter against other readers of bash: bash itself, which accepts or
//! refuses a text and runs programs, and two parsers in a process of their
//! own. Every command that one of them sees is seen by us or marked.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use hookset::dialect::Dialect;
use hookset::plan::{Behavior, Scratch};
use hookset::shell::split::{Limits, Line, split};
use hookset::shell::{Reason, Shell};
use serde_json::{Value, json};

use super::generate::{Choices, Happening, Rules, command};
use super::shared;
use super::suite::cases;
use super::targets;

const BASH: &str = "/usr/bin/bash";

/// The longest text that the other parsers are given.
const MAX_ORACLE_BYTES: usize = 2_000;

/// How many texts are shown to `bash -n`, a process each.
const BASH_SAMPLE: usize = 1_200;

/// Command lines of real sessions, where they are present.
fn real_lines() -> Vec<String> {
    let text = shared::text("corpus/events/bash_commands.txt");
    text.unwrap_or_default().lines().map(str::to_owned).collect()
}

/// The command lines of the suite that bash would read.
fn suite_lines() -> Vec<String> {
    let all = cases::of("bypass").into_iter().chain(cases::of("match"));
    all.filter(|case| case.text("tool") == "Bash")
        .filter(|case| case.row["context"]["shell"].is_null())
        .filter_map(|case| {
            Some(case.row["input"]["command"].as_str()?.to_owned())
        })
        .collect()
}

/// What we see: whether anything is marked, and the first word of every
/// command as it is written.
fn ours(text: &str, line: &mut Line) -> (bool, BTreeSet<String>) {
    split(text, Shell::Bash, &Limits::default(), line);
    let marked = line.marks.iter().any(|m| m.reason != Reason::Confusable);
    let mut firsts = BTreeSet::new();
    for simple in &line.simples {
        let words = line.words_of(simple);
        for word in words.iter().skip(simple.assignments as usize) {
            let raw = plain(word.span.of(text));
            let cooked = line.cooked(word);
            // For others `time` is a keyword, for us it is a word in front.
            let passed = matches!(cooked, "time" | "-p") || raw.contains('=');
            // Within backticks there is no place of its own.
            firsts.insert(cooked.to_owned());
            firsts.insert(raw);
            if !passed {
                break;
            }
        }
    }
    (marked, firsts)
}

/// A word without the ends of lines that bash leaves out.
fn plain(word: &str) -> String {
    word.replace("\\\n", "")
}

/// The other parsers, started anew when they abort.
struct Parsers {
    program: PathBuf,
    child: Option<(Child, ChildStdin, BufReader<std::process::ChildStdout>)>,
    aborts: usize,
}

impl Parsers {
    fn find() -> Option<Parsers> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let program = root.join("tests/oracles/target/release");
        let program = program.join("hookset-oracles");
        if !program.exists() {
            println!(
                "skipped: the other parsers are not built (`cargo build \
                 --release` in `tests/oracles`)"
            );
            return None;
        }
        Some(Parsers { program, child: None, aborts: 0 })
    }

    fn ask(&mut self, text: &str) -> Option<Value> {
        if self.child.is_none() {
            let mut child = Command::new(&self.program)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let to = child.stdin.take().unwrap();
            let from = child.stdout.take().unwrap();
            self.child = Some((child, to, BufReader::new(from)));
        }
        let (_, to, from) = self.child.as_mut()?;
        let mut answer = String::new();
        let sent = writeln!(to, "{}", json!(text));
        let read = sent.and_then(|()| from.read_line(&mut answer));
        if !matches!(read, Ok(length) if length > 0) {
            self.aborts += 1;
            if let Some((mut child, ..)) = self.child.take() {
                let _ = child.kill();
                let _ = child.wait();
            }
            return None;
        }
        serde_json::from_str(&answer).ok()
    }
}

impl Drop for Parsers {
    fn drop(&mut self) {
        if let Some((mut child, to, _)) = self.child.take() {
            drop(to);
            let _ = child.wait();
        }
    }
}

/// Lines that another parser takes for something else than bash does.
const WRONG: &[&str] = &[
    // An assignment to an element is no command.
    "declare -A m; m[$(rm -rf ./probe-dir; echo k)]=1",
    // A backslash at the very end stands for itself.
    "find . -name *.txt -exec ls {} ;\\",
];

/// How far we agree with one parser.
#[derive(Default)]
struct Agreement {
    refused: usize,
    seen: usize,
    more: usize,
    wrong: usize,
    marked: usize,
    missing: Vec<String>,
}

impl Agreement {
    fn note(&mut self, text: &str, theirs: &Value, line: &mut Line) {
        let Some(theirs) = theirs.as_array() else {
            self.refused += 1;
            return;
        };
        let count = theirs.len();
        let theirs: BTreeSet<String> = theirs
            .iter()
            .filter_map(|word| word.as_str().map(plain))
            .collect();
        let (marked, ours) = ours(text, line);
        let commands = line.simples.iter().filter(|simple| {
            simple.words.1 - simple.words.0 > simple.assignments
        });
        if theirs.is_subset(&ours) {
            self.seen += 1;
            self.more += usize::from(commands.count() > count);
        } else if WRONG.contains(&text) {
            self.wrong += 1;
        } else if marked {
            self.marked += 1;
        } else {
            let missing: Vec<_> = theirs.difference(&ours).collect();
            self.missing.push(format!("{text:?}: {missing:?}"));
        }
    }

    fn print(&self, name: &str) {
        println!(
            "{name}: all commands seen in {} ({} with more of ours), {} \
             marked, {} refused by it, {} known to be wrong, {} missing",
            self.seen,
            self.more,
            self.marked,
            self.refused,
            self.wrong,
            self.missing.len()
        );
        for text in self.missing.iter().take(40) {
            println!("  {text}");
        }
    }
}

#[test]
fn what_other_parsers_see_is_seen_or_marked() {
    let Some(mut parsers) = Parsers::find() else { return };
    let (mut rable, mut tree) = (Agreement::default(), Agreement::default());
    let mut line = Line::default();
    let mut lines = suite_lines();
    lines.extend(real_lines());
    for text in lines.iter().filter(|text| text.len() <= MAX_ORACLE_BYTES) {
        let Some(answer) = parsers.ask(text) else { continue };
        rable.note(text, &answer["rable"], &mut line);
        tree.note(text, &answer["tree_sitter"], &mut line);
    }
    println!("{} lines, {} aborts", lines.len(), parsers.aborts);
    rable.print("rable");
    tree.print("tree-sitter-bash");
    assert!(rable.missing.is_empty(), "rable sees commands that we miss");
    assert!(tree.missing.len() * 1000 < lines.len());
}

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

fn has_bash() -> bool {
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
        let bytes = (0..60_u32).map(|n| {
            let mixed = (seed * 60 + n).wrapping_mul(0x9E37_79B9);
            (mixed >> 11 ^ mixed >> 21) as u8
        });
        let bytes: Vec<u8> = bytes.collect();
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
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
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
fn stubs(place: &Path, names: &BTreeSet<String>) {
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
fn programs_run(place: &Path, text: &str) -> BTreeSet<String> {
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
