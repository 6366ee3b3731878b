//! Starting cold: from the bytes of an image to the first answer, and whole
//! processes beside an empty one.
//!
//! `cargo bench --bench start`; whole processes are measured when
//! `target/release/hookset` is there (`cargo build --release` makes it), or
//! the program that `HOOKSET_PROGRAM` names.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a bench may fail loudly"
)]

mod corpora;

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use corpora::{BenchRule, set, timing::median};
use hookset::event::EventKind;
use hookset::hook_set::{Bytes, HookSet, Limits};

fn main() {
    let bench = std::env::args().any(|arg| arg == "--bench");
    let sizes: &[usize] = if bench { &[100, 10_000, 100_000] } else { &[100] };
    let texts = corpora::texts();
    let all = corpora::rules(&texts, sizes[sizes.len() - 1]);
    let events = corpora::events(&texts, &all[..100], 201, 5);
    println!("{:<10}{:>24}{:>12}", "rules", "header + answer us", "p99");
    for &size in sizes {
        first_answers(&all[..size], &events);
    }
    if bench {
        processes(&all);
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

fn processes(rules: &[BenchRule]) {
    let named = std::env::var_os("HOOKSET_PROGRAM");
    let named = named.unwrap_or_else(|| "target/release/hookset".into());
    let program = std::path::Path::new(&named);
    if !program.exists() {
        println!("processes skipped: no {}", program.display());
        return;
    }
    let dir = std::env::temp_dir().join("hookset-start-bench");
    std::fs::create_dir_all(&dir).unwrap();
    let event = serde_json::json!({
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "cwd": "/srv",
        "tool_input": { "command": "git push origin main" },
    });
    let event = event.to_string();
    let mut commands = vec![match empty(&dir) {
        Ok(empty) => ("empty, static".to_owned(), vec![empty]),
        Err(why) => {
            println!("`/bin/true` stands for an empty program: {why}");
            ("/bin/true".to_owned(), vec!["/bin/true".into()])
        }
    }];
    for size in [100, 10_000, 100_000] {
        let image = dir.join(format!("policy-{size}.hsi"));
        let image = image.to_string_lossy().into_owned();
        let mut args = vec!["compile".to_owned(), "-o".into(), image.clone()];
        args.push("--policy".into());
        // A file may have 2 MiB.
        for (part, rules) in rules[..size].chunks(20_000).enumerate() {
            let deny: Vec<_> = rules.iter().map(set::text).collect();
            let text = serde_json::json!({ "permissions": { "deny": deny } });
            let policy = dir.join(format!("policy-{size}-{part}.json"));
            std::fs::write(&policy, text.to_string()).unwrap();
            args.push(policy.to_string_lossy().into_owned());
        }
        // What was written this moment may change in the same moment, and is
        // read again at every start.
        std::thread::sleep(std::time::Duration::from_millis(50));
        let made = Command::new(program).args(&args).output();
        if !made.is_ok_and(|made| made.status.success()) {
            println!("no image of {size}: `hookset compile` failed");
            continue;
        }
        let program = program.to_string_lossy().into_owned();
        let hook = |how: &str, file: String| {
            vec![program.clone(), "hook".into(), how.into(), file]
        };
        if size == 100 {
            let policy = args[4].clone();
            let name = format!("hook, text of {size}");
            commands.push((name, hook("--policy", policy)));
        }
        let name = format!("hook, image of {size}");
        commands.push((name, hook("--image", image)));
    }
    measure_processes(&commands, &event);
}

/// The least that a process costs: a program that does nothing, linked so
/// that nothing has to be loaded for it.
fn empty(dir: &std::path::Path) -> Result<String, String> {
    let (source, program) = (dir.join("empty.rs"), dir.join("empty"));
    std::fs::write(&source, "fn main() {}\n").unwrap();
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let made = Command::new(&rustc)
        .args(["-Copt-level=3", "-Cpanic=abort", "-Cstrip=symbols"])
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

/// How often each command is started.
const ROUNDS: usize = 300;

/// Starts each command in turn, many times; prints how long it took, and the
/// median of its ratios to the first command of the same round.
fn measure_processes(commands: &[(String, Vec<String>)], event: &str) {
    let mut times = vec![Vec::with_capacity(ROUNDS); commands.len()];
    for round in 0..ROUNDS {
        // Whoever comes first after another is not always the same.
        for at in 0..commands.len() {
            let at = (at + round) % commands.len();
            times[at].push(one_process(&commands[at].1, event));
        }
    }
    println!(
        "\n{:<24}{:>10}{:>10}{:>14}",
        "process", "best ms", "median", "x of the first"
    );
    for ((name, _), each) in commands.iter().zip(&times) {
        let ratios = each.iter().zip(&times[0]).map(|(a, b)| a / b);
        let (middle, best, _) = median(each.clone());
        let ratio = median(ratios.collect()).0;
        println!("{name:<24}{best:>10.3}{middle:>10.3}{ratio:>14.2}");
    }
}

fn one_process(command: &[String], event: &str) -> f64 {
    let start = Instant::now();
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // An empty program does not read.
    let _ = input.write_all(event.as_bytes());
    drop(input);
    child.wait().unwrap();
    start.elapsed().as_secs_f64() * 1e3
}
