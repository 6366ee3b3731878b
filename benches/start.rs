//! Starting cold: from the bytes of an image to the first answer, and whole
//! processes beside an empty one.
//!
//! `cargo bench --bench start`; whole processes are measured when
//! `target/release/hookset` is there (`cargo build --release` makes it).

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
    let program = std::path::Path::new("target/release/hookset");
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
    let mut commands = vec![("true".to_owned(), vec!["/bin/true".into()])];
    for size in [100, 10_000] {
        let deny: Vec<_> = rules[..size].iter().map(set::text).collect();
        let text = serde_json::json!({ "permissions": { "deny": deny } });
        let policy = dir.join(format!("policy-{size}.json"));
        let image = dir.join(format!("policy-{size}.hsi"));
        std::fs::write(&policy, text.to_string()).unwrap();
        let made = Command::new(program)
            .arg("compile")
            .args(["--policy".as_ref(), policy.as_os_str()])
            .args(["-o".as_ref(), image.as_os_str()])
            .output();
        let hook = |with: &str, file: &std::path::Path| {
            let file = file.to_string_lossy().into_owned();
            let program = program.to_string_lossy().into_owned();
            vec![program, "hook".into(), with.into(), file]
        };
        if made.is_ok_and(|made| made.status.success()) {
            let name = format!("hook, image of {size}");
            commands.push((name, hook("--image", &image)));
        } else {
            println!("no image of {size}: `hookset compile` failed");
        }
        let name = format!("hook, text of {size}");
        commands.push((name, hook("--policy", &policy)));
    }
    measure_processes(&commands, &event);
}

/// Starts each command in turn, many times, and prints how long it took.
fn measure_processes(commands: &[(String, Vec<String>)], event: &str) {
    let mut times = vec![Vec::new(); commands.len()];
    for _ in 0..60 {
        for ((_, command), times) in commands.iter().zip(&mut times) {
            let start = Instant::now();
            let mut child = Command::new(&command[0])
                .args(&command[1..])
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let mut input = child.stdin.take().unwrap();
            // `true` does not read.
            let _ = input.write_all(event.as_bytes());
            drop(input);
            child.wait().unwrap();
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let base = median(times[0].clone()).0;
    println!("\n{:<24}{:>10}{:>12}", "process", "ms", "x of true");
    for ((name, _), times) in commands.iter().zip(times) {
        let time = median(times).0;
        println!("{name:<24}{time:>10.3}{:>12.2}", time / base);
    }
}
