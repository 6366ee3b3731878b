//! Starting cold: from the bytes of an image to the first answer, and whole
//! processes beside an empty one.
//!
//! `cargo bench --bench start -- [--quick]`; whole processes are measured when
//! `target/release/hookset` is there (`cargo build --release` makes it), or
//! the program that `HOOKSET_PROGRAM` names.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a bench may fail loudly"
)]

mod corpora;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use corpora::{BenchRule, set, timing::median};
use hookset::event::EventKind;
use hookset::hook_set::{Bytes, HookSet, Limits};

fn main() {
    let has = |name: &str| std::env::args().any(|arg| arg == name);
    let (sizes, rounds): (&[usize], _) = match (has("--bench"), has("--quick"))
    {
        (false, _) => (&[100], 0),
        (true, true) => (&[100, 10_000], 100),
        (true, false) => (&[100, 10_000, 100_000], 400),
    };
    let texts = corpora::texts();
    let all = corpora::rules(&texts, sizes[sizes.len() - 1]);
    let events = corpora::events(&texts, &all[..100], 201, 5);
    println!("{:<10}{:>24}{:>12}", "rules", "header + answer us", "p99");
    for &size in sizes {
        first_answers(&all[..size], &events);
    }
    if rounds > 0 {
        processes(&all, sizes, rounds);
    }
}

/// A new set, a new scratch and the caches full of something else for every
/// event.
fn first_answers(rules: &[BenchRule], events: &[corpora::BenchEvent]) {
    let kind = EventKind::named("PreToolUse").unwrap();
    let limits = Limits::default();
    let set = HookSet::compile(&set::lowered(rules), &limits).unwrap();
    let image: Bytes = Arc::new(set.image().to_vec());
    let mut scratch = set.scratch();
    let mut other = vec![1u8; 32 << 20];
    let mut times: Vec<f64> = events
        .iter()
        .map(|event| {
            let subjects = set::subjects(event);
            let expected = set.matches(&subjects, kind, &mut scratch).to_vec();
            other.iter_mut().step_by(64).for_each(|b| *b = b.wrapping_add(1));
            let start = Instant::now();
            let loaded = HookSet::from_image(image.clone()).unwrap();
            let mut fresh = loaded.scratch();
            let found = loaded.matches(&subjects, kind, &mut fresh);
            let time = start.elapsed().as_secs_f64() * 1e6;
            assert_eq!(found, expected);
            time
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let p99 = times[times.len() * 99 / 100];
    println!("{:<10}{:>24.1}{p99:>12.1}", rules.len(), median(times).0);
}

fn processes(rules: &[BenchRule], sizes: &[usize], rounds: usize) {
    let named = std::env::var_os("HOOKSET_PROGRAM");
    let named = named.unwrap_or_else(|| "target/release/hookset".into());
    let named = Path::new(&named);
    if !named.exists() {
        println!("processes skipped: no {}", named.display());
        return;
    }
    let dir = std::env::temp_dir().join("hookset-start-bench");
    std::fs::create_dir_all(&dir).unwrap();
    let program = dir.join("hookset");
    std::fs::copy(named, &program).unwrap();
    let program = program.to_string_lossy().into_owned();
    let mut commands = vec![match empty(&dir, None) {
        Ok(empty) => ("empty, static".to_owned(), vec![empty]),
        Err(why) => {
            println!("`/bin/true` stands for an empty program: {why}");
            ("/bin/true".to_owned(), vec!["/bin/true".into()])
        }
    }];
    if let Ok(empty) = empty(&dir, Some(MUSL)) {
        commands.push(("empty, with musl".to_owned(), vec![empty]));
    }
    let hook = |how: &str, file: String| {
        vec![program.clone(), "hook".into(), how.into(), file]
    };
    for &size in sizes {
        let Some((image, policy)) = image(&program, &dir, &rules[..size])
        else {
            println!("no image of {size}: `hookset compile` failed");
            continue;
        };
        if size == 100 {
            let name = format!("hook, text of {size}");
            commands.push((name, hook("--policy", policy)));
        }
        let name = format!("hook, image of {size}");
        commands.push((name, hook("--image", image)));
    }
    for file in commands.iter().flat_map(|(_, command)| command) {
        // Words and the programs of others are left alone.
        if Path::new(file).starts_with(&dir) {
            forget(file);
        }
    }
    for (what, command) in [("nothing fits", "zzqq qqzz"), ("denied", GUARDED)]
    {
        println!("\n{what}: `{command}`");
        let event = serde_json::json!({
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "cwd": "/srv",
            "tool_input": { "command": command },
        });
        let event = event.to_string();
        let hooks = commands.iter().filter(|(_, words)| words.len() > 1);
        for (name, words) in hooks {
            let said = one_process(words, &event).1;
            assert_eq!(said > 0, command == GUARDED, "{name}");
        }
        measure_processes(&commands, &event, rounds);
    }
}

/// What one rule of every policy denies here.
const GUARDED: &str = "drop the-table";

/// An image of the rules, and the first text it is made of.
fn image(
    program: &str,
    dir: &Path,
    rules: &[BenchRule],
) -> Option<(String, String)> {
    let size = rules.len();
    let image = dir.join(format!("policy-{size}.hsi"));
    let image = image.to_string_lossy().into_owned();
    let mut args = vec!["compile".to_owned(), "-o".into(), image.clone()];
    args.push("--policy".into());
    // A file may have 2 MiB.
    for (part, rules) in rules.chunks(20_000).enumerate() {
        let mut deny: Vec<_> = rules.iter().map(set::text).collect();
        if part == 0 {
            // In the place of another: there may be no more than 100,000.
            deny[0] = format!("Bash({GUARDED})");
        }
        let text = serde_json::json!({ "permissions": { "deny": deny } });
        let policy = dir.join(format!("policy-{size}-{part}.json"));
        std::fs::write(&policy, text.to_string()).unwrap();
        args.push(policy.to_string_lossy().into_owned());
    }
    // What was written this moment may change in the same moment, and is
    // read again at every start.
    std::thread::sleep(std::time::Duration::from_millis(50));
    let made = Command::new(program).args(&args).output();
    let policy = args[4].clone();
    made.is_ok_and(|made| made.status.success()).then_some((image, policy))
}

/// Makes the system forget what it holds of a file, so that it brings it in
/// as after the machine has started: page by page, as a program is run. What
/// was just written lies in larger pieces, and is reached with less effort.
fn forget(file: &str) {
    let args = ["oflag=nocache", "conv=notrunc,fdatasync", "count=0"];
    let done = Command::new("dd")
        .arg(format!("of={file}"))
        .args(args)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !done.is_ok_and(|status| status.success()) {
        println!("{file} lies in memory as it was written: no `dd`");
    }
}

/// The C library that `.ci/release` links, which does less before `main` than
/// the one that programs have here otherwise.
#[cfg(target_arch = "x86_64")]
const MUSL: &str = "x86_64-unknown-linux-musl";
#[cfg(not(target_arch = "x86_64"))]
const MUSL: &str = "aarch64-unknown-linux-musl";

/// The least that a process costs: a program that does nothing, linked so
/// that nothing has to be loaded for it.
fn empty(dir: &Path, target: Option<&str>) -> Result<String, String> {
    let source = dir.join("empty.rs");
    let program = dir.join(format!("empty-{}", target.unwrap_or("host")));
    std::fs::write(&source, "fn main() {}\n").unwrap();
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let made = Command::new(&rustc)
        .args(["-Copt-level=3", "-Cpanic=abort", "-Cstrip=symbols"])
        .args(target.iter().flat_map(|target| ["--target", target]))
        .args(["-Ctarget-feature=+crt-static", "-o"])
        .args([program.as_os_str(), source.as_os_str()])
        .output();
    match made {
        Ok(made) if made.status.success() => {
            Ok(program.to_string_lossy().into_owned())
        }
        Ok(made) => {
            let said = String::from_utf8_lossy(&made.stderr);
            Err(said.lines().next().unwrap_or("it fails").to_owned())
        }
        Err(error) => Err(format!("`{rustc}`: {error}")),
    }
}

/// Starts each command in turn, many times; prints how long it took, and the
/// median of its ratios to the first command of the same round.
fn measure_processes(
    commands: &[(String, Vec<String>)],
    event: &str,
    rounds: usize,
) {
    let mut times = vec![Vec::with_capacity(rounds); commands.len()];
    for round in 0..rounds {
        // Whoever comes first after another is not always the same.
        for at in 0..commands.len() {
            let at = (at + round) % commands.len();
            times[at].push(one_process(&commands[at].1, event).0);
        }
    }
    println!(
        "{:<24}{:>10}{:>10}{:>14}",
        "process", "best ms", "median", "x of the first"
    );
    for ((name, _), each) in commands.iter().zip(&times) {
        let ratios = each.iter().zip(&times[0]).map(|(a, b)| a / b);
        let (middle, best, _) = median(each.clone());
        let ratio = median(ratios.collect()).0;
        println!("{name:<24}{best:>10.3}{middle:>10.3}{ratio:>14.2}");
    }
}

/// How long a process takes, and how much it says.
fn one_process(command: &[String], event: &str) -> (f64, usize) {
    let start = Instant::now();
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // An empty program does not read.
    let _ = input.write_all(event.as_bytes());
    drop(input);
    let mut said = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut said).unwrap();
    child.wait().unwrap();
    (start.elapsed().as_secs_f64() * 1e3, said.len())
}
