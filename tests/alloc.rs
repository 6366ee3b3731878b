//! Once the memory of a thread has grown to the size of its events, an
//! answer takes no more: reading the event, matching and the verdict of the
//! permission rules.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

#[path = "../benches/corpora/mod.rs"]
mod corpora;

use allocation_counter::measure;
use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::load::{Family, Scope};
use hookset::plan::{Engine, Scratch};
use hookset::policy::{Input, Policy};
use hookset::subject::Subjects;

fn policy(text: String, dialect: &Dialect) -> Policy {
    let input = Input {
        name: "settings.json".into(),
        text,
        family: Family::Hookset,
        scope: Scope::Project,
        directory: None,
    };
    Policy::from_sources([input], dialect)
}

fn engine(dialect: &Dialect) -> Engine {
    let mut deny =
        vec!["Bash(rm -rf *)".to_owned(), "Bash(* --force *)".into()];
    let mut allow = vec!["Bash(git *)".to_owned(), "Read(src/**)".into()];
    for n in 0..300 {
        deny.push(format!("Bash(tool{n} run * --flag{n})"));
        allow.push(format!("Bash(npm run task{n} *)"));
        allow.push(format!("Edit(src/part{n}/**/*.rs)"));
    }
    let text = serde_json::json!({
        "permissions": { "allow": allow, "deny": deny, "ask": ["WebFetch"] },
        "hooks": { "PostToolUse": [
            { "matcher": "mcp__.*", "hooks": [
                { "type": "command", "command": "check" } ] },
        ]},
    });
    let policy = policy(text.to_string(), dialect);
    policy.compile(&Limits::default()).unwrap()
}

/// 10,000 rules of a person, which are 19,000 for the strict dialect.
#[test]
fn compiling_ten_thousand_rules_takes_little_memory() {
    let texts = corpora::texts();
    let deny = corpora::rules(&texts, 10_000);
    let deny: Vec<_> = deny.iter().map(corpora::set::text).collect();
    let text = serde_json::json!({ "permissions": { "deny": deny } });
    let text = text.to_string();
    let dialect = Dialect::named("hookset").unwrap();
    let limits = Limits::default();
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let mut read = None;
    let used = measure(|| read = Some(policy(text, &dialect)));
    let (policy, read) = (read.unwrap(), mebibytes(used.bytes_max));
    let rules = policy.rules().rules.len();
    assert!(rules >= 15_000);
    let mut engine = None;
    let used = measure(|| engine = policy.compile(&limits).ok());
    let compiled = mebibytes(used.bytes_max);
    let image = engine.unwrap().set().image().len();
    println!(
        "{read:.1} MiB to read {rules} rules, {compiled:.1} MiB to compile \
         them to an image of {image} bytes"
    );
    assert!(compiled <= 16.0, "{compiled:.1} MiB");
    assert!(image <= 110 * rules, "{image} bytes");
}

/// Each target of `make` is a view; a thousand guards that could mean any of
/// them are found once, not once for each.
#[test]
fn one_text_again_and_again_takes_little_memory() {
    let deny: Vec<_> = (0..1000).map(|n| format!("Bash(*x{n}y*)")).collect();
    let text = serde_json::json!({ "permissions": { "deny": deny } });
    let dialect = Dialect::named("hookset").unwrap();
    let policy = policy(text.to_string(), &dialect);
    let engine = policy.compile(&Limits::default()).unwrap();
    let event = serde_json::json!({
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": { "command": format!("make {}", "a ".repeat(10_000)) },
    });
    let (text, mut tape) = (event.to_string(), Tape::default());
    let event = Event::read(&text, &mut tape);
    let mut scratch = Scratch::default();
    let mut found = 0;
    let used = measure(|| {
        let context = Context::default();
        let answer = engine.answer(&event, &context, &mut scratch);
        found = answer.matches.len();
    });
    let mebibytes = used.bytes_max as f64 / f64::from(1 << 20);
    println!("{mebibytes:.1} MiB for {found} matches");
    assert_eq!(found, 1000);
    assert!(mebibytes <= 8.0, "{mebibytes:.1} MiB");
}

fn events() -> Vec<String> {
    let bash = |command: &str| {
        serde_json::json!({
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "cwd": "/srv/proj",
            "tool_input": { "command": command },
        })
    };
    let file = |tool: &str, path: &str| {
        serde_json::json!({
            "hook_event_name": "PreToolUse",
            "tool_name": tool,
            "cwd": "/srv/proj",
            "tool_input": { "file_path": path },
        })
    };
    let events = [
        bash("git push --force origin main"),
        bash("cd src && npm run task7 -- --watch | tee out.log"),
        bash("sudo env A=1 rm -rf /tmp/x; echo done"),
        bash("tool3 run a b c --flag3"),
        file("Read", "src/lib.rs"),
        file("Edit", "/srv/proj/src/part9/deep/er/mod.rs"),
        file("mcp__github__get_issue", "x"),
    ];
    events.iter().map(ToString::to_string).collect()
}

#[test]
fn answers_allocate_nothing_once_warm() {
    for name in hookset::dialect::names() {
        let dialect = &Dialect::named(name).unwrap();
        let engine = engine(dialect);
        let set = engine.set();
        let (mut one, mut two) = (set.scratch(), Scratch::default());
        let mut subjects = Subjects::default();
        let mut tape = Tape::default();
        let context = Context::default();
        let events = events();
        for round in 0..3 {
            for text in &events {
                let mut found = 0;
                let mut event = Event::default();
                let of_event = measure(|| {
                    event = Event::read(text, &mut tape);
                });
                let kind = event.kind.unwrap();
                subjects.read(&event, &context, dialect, set.needs());
                let of_matches = measure(|| {
                    found += set.matches(&subjects, kind, &mut one).len();
                });
                let of_answer = measure(|| {
                    let answer = engine.answer(&event, &context, &mut two);
                    std::hint::black_box(answer.permission);
                });
                if round > 0 {
                    assert_eq!(of_event.count_total, 0, "{text}");
                    assert_eq!(of_matches.count_total, 0, "{text}");
                    assert_eq!(of_answer.count_total, 0, "{name} {text}");
                }
                assert!(found > 0 || text.contains("mcp"), "{text}");
            }
        }
    }
}

/// The command lines that the benches ask, under as many rules.
#[test]
fn no_line_of_the_benches_takes_memory_once_warm() {
    let texts = corpora::texts();
    let rules = corpora::rules(&texts, 10_000);
    let mut lists = [Vec::new(), Vec::new(), Vec::new()];
    for (number, rule) in rules.iter().enumerate() {
        lists[[0, 0, 1, 0, 2][number % 5]].push(corpora::set::text(rule));
    }
    let lines = corpora::lines(&texts, 1_000);
    for dialect in ["hookset", "claude"] {
        let engine = corpora::set::engine_in(dialect, lists.clone());
        let mut scratch = Scratch::default();
        for round in 0..3 {
            for line in &lines {
                let used = memory_of(&engine, line, &mut scratch);
                assert!(round < 2 || used == 0, "{dialect}: {line}");
            }
        }
    }
}

/// Whether the matcher of a hook holds is only for the report where its `if`
/// does not; what that takes is not made again for each event.
#[test]
fn hooks_that_do_not_fire_take_little_memory() {
    let hook = |n: usize| {
        let matcher = match n % 3 {
            0 => format!("^(Bash|x{n})$"),
            1 => format!("Bash|x{n}"),
            _ => format!("^x{n}$"),
        };
        let hook = serde_json::json!({
            "type": "command", "command": "x", "if": "Bash(never *)" });
        serde_json::json!({ "matcher": matcher, "hooks": [hook] })
    };
    let hooks: Vec<_> = (0..300).map(hook).collect();
    let text = serde_json::json!({ "hooks": { "PreToolUse": hooks } });
    for name in hookset::dialect::names() {
        let dialect = Dialect::named(name).unwrap();
        let policy = policy(text.to_string(), &dialect);
        let engine = policy.compile(&Limits::default()).unwrap();
        let image = std::sync::Arc::new(engine.set().image().to_vec());
        let loaded = Engine::from_image(image).unwrap();
        for engine in [engine, loaded] {
            let mut scratch = Scratch::default();
            memory_of(&engine, "ls", &mut scratch);
            // The list of hooks grows a few times, and no more.
            let used = memory_of(&engine, "ls", &mut scratch);
            assert!(used < 20, "{name}: {used}");
        }
    }
}

/// How often an answer to a command line takes memory.
fn memory_of(engine: &Engine, line: &str, scratch: &mut Scratch) -> u64 {
    let event = serde_json::json!({
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "cwd": "/srv/project",
        "tool_input": { "command": line },
    });
    let (text, mut tape) = (event.to_string(), Tape::default());
    let event = Event::read(&text, &mut tape);
    let context = Context::default();
    let used = measure(|| {
        let answer = engine.answer(&event, &context, scratch);
        std::hint::black_box(answer.permission);
    });
    used.count_total
}
