//! Events made to be slow, from 1 kB to 10 MB, the whole way: reading,
//! splitting, matching, verdict. What counts is how the time of the processor
//! grows when the event doubles: linear is 2, and no step may be over 2.3.
//!
//! `cargo bench --bench hostile -- [--quick] [name]`, or `--random [seed]`, or
//! `--suite [name]`

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a bench may fail loudly"
)]

mod corpora;
#[path = "corpora/processor.rs"]
mod processor;
#[path = "hostile/random.rs"]
mod random;
#[path = "hostile/suite.rs"]
mod suite;

use corpora::set;
use hookset::event::{Context, Event};
use hookset::json::Tape;
use hookset::plan::{Engine, Scratch};
use processor::now;

const LIMIT: f64 = 2.3;

/// The bytes that a kind starts with.
const SMALLEST: usize = 1280;

/// A text of about so many bytes.
type Make = fn(usize) -> String;

/// What stands in a command line: a start, a text again and again, an end
/// again and again.
const COMMANDS: &[(&str, &str, &str, &str)] = &[
    ("one word", "echo ", "a", ""),
    ("words", "echo", " a", ""),
    ("long words", "echo", " abcdefghijklmnopqrstuvwxyz0123456789", ""),
    ("blanks", "echo", " ", ""),
    ("flags", "git push", " --force", ""),
    ("short flags", "rm", " -rf", ""),
    ("star text", "", "abcabc ", ""),
    ("commands ;", "", "a;", ""),
    ("commands &&", "true", " && git push", ""),
    ("pipes", "cat x", " | grep y", ""),
    ("newlines", "", "ls\n", ""),
    ("same command", "", "rm -rf /tmp/x; ", ""),
    ("days", "F=y; cat $F", "; mkdir a/$(date +%F)", ""),
    ("chained variables", "F=y; cat $F", " && a=$b", ""),
    ("places", "", "cd a || cd b; touch x; ", ""),
    ("substitutions", "echo", " $(ls)", ""),
    ("open substitutions", "", "$(", ""),
    ("bare substitutions", "", "$(", ")"),
    ("quoted substitutions", "", "\"$(<<< 'a b'", ""),
    ("searches that search", "", "fd -x ", ""),
    ("nested tests", "groups ", "<([[ volta [a] ", "]])"),
    ("nested arithmetic", "", "$((ss|&", ")))"),
    ("nested defaults", "", "${x:->(x) ", ""),
    ("nested arrays", "", "${xx=(a b) ", "}"),
    ("nested code", "", "$(perl -e '", ""),
    ("here-strings of groups", "", "<<< a) ", ""),
    ("nested substitutions", "echo ", "$(echo ", ")"),
    ("nested shells", "", "bash $(", ")"),
    ("nested shells of Windows", "", "cmd $(", ")"),
    ("nested programs of awk", "", "awk $(", ")"),
    ("nested variables", "", "x=$(cmd $x ", ")"),
    ("backquotes", "echo", " `ls`", ""),
    ("nested parentheses", "", "(", ")"),
    ("open parentheses", "", "(", ""),
    ("nested braces", "echo ", "{a,", "}"),
    ("braces", "echo ", "{a,b}", ""),
    ("groups", "", "{ ls; ", "}"),
    ("single quotes", "echo", " 'a'", ""),
    ("double quotes", "echo", " \"a\"", ""),
    ("joined quotes", "echo ", "'a'\"b\"", ""),
    ("open quote", "echo '", "a b ", ""),
    ("backslashes", "echo ", "\\", ""),
    ("escaped blanks", "echo ", "a\\ ", ""),
    ("variables", "echo", " $A", ""),
    ("assignments", "", "A=1 ", ""),
    ("named variables", "", "A=1 x y; ", ""),
    ("named variables alone", "", "A=1; ", ""),
    ("code behind a named variable", "A=1 make", " X='rm z'", ""),
    ("functions behind a named variable", "f() { x; }; ", "A=1 f; ", ""),
    ("variables before a place", "", "a=1; cat $(which x); ", ""),
    ("files in an unknown place", "cd \"$D\"; rm", " x", ""),
    ("commands in an unknown place", "cd \"$D\"; ", "rm x; ", ""),
    ("files behind an unknown option", "grep $o x", " src", ""),
    ("globs behind an option", "rm -f", " */a", ""),
    ("groups in globs", "foo", " .@(a|b)", ""),
    ("what is found and removed", "", "find src -exec rm -f {} +; ", ""),
    ("redirections", "cat", " >a", ""),
    ("here-documents", "", "cat <<E\nx\nE\n", ""),
    ("open here-documents", "", "cat <<E\n", ""),
    ("sudo", "", "sudo ", ""),
    ("env", "", "env A=1 ", ""),
    ("nice", "", "nice -n 1 ", ""),
    ("xargs", "", "xargs ", ""),
    ("bash -c", "", "bash -c ", ""),
    ("bash -c lines", "", "bash -c 'rm -rf x'; ", ""),
    ("find -exec", "find .", " -exec rm {} \\;", ""),
    ("find -exec cat", "find .", " -exec cat {} +", ""),
    ("find -exec sh", "find .", " -exec sh -c 'rm x' \\;", ""),
    ("find -delete", "find .", " -name a -delete", ""),
    ("finds of xargs", "", "find . -print0 | xargs -0 rm; ", ""),
    ("cd", "", "cd a && ", ""),
    ("cd up", "", "cd ..; ", ""),
    ("reads", "", "cat a/b.txt; ", ""),
    ("files", "cat", " /a/b/c.txt", ""),
    ("deep file", "cat ", "/a", ""),
    ("dots", "cat ", "../", ""),
    ("globs", "rm ", "*a", ""),
    ("globs that find", "cat", " .e*", ""),
    ("removed globs", "", "rm -rf a/*; ", ""),
    ("programs at home", "", "$HOME/bin/x y; ", ""),
    ("whole directories", "", "rm -r a b; ", ""),
    ("loops of globs", "", "for f in *.go; do cat $f; done; ", ""),
    ("loops that read", LOOP, "read x; ", ""),
    ("names beside a loop", LOOP, "export ", ""),
    ("dollars beside globs", "cat *.env *.go; echo", " $x", ""),
    ("lists of find", "", "find a | xargs cat; ", ""),
    ("lists of git", "", "git ls-files '*.a' | xargs cat; ", ""),
    ("code that is found", "", "echo > a.py; pytest; ", ""),
    ("if", "", "if a; then ", "fi; "),
    ("for", "", "for a in b; do ", "done; "),
    ("case", "", "case a in b) ", ";; esac "),
    ("functions", "", "f() { ls; }; ", ""),
    ("comments", "", "# a\n", ""),
    ("git -c", "git", " -c a=b", ""),
    ("find", "find", " -name a", ""),
    ("sed", "", "sed -i s/a/b/ x; ", ""),
    ("awk", "", "awk '{print}' x; ", ""),
    ("arithmetic", "echo ", "$((1+", "))"),
    ("process substitution", "diff", " <(ls)", ""),
    ("letters of two bytes", "echo ", "é", ""),
    ("control characters", "echo ", "\u{1}", ""),
    ("tildes", "cat", " ~/a", ""),
    ("equals", "echo", " a=b", ""),
    ("cmd", "", "cmd /c ", ""),
    ("cmd blanks", "cmd /c \"", " ", "@"),
    ("cmd carets", "cmd /c ", "^a", ""),
    ("cmd conditions", "cmd /c ", "if a==b ", ""),
    ("cmd lines", "", "cmd /c del a & ", ""),
    ("cmd variables", "cmd /c ", "%A%", ""),
    ("pwsh", "", "pwsh -c ", ""),
    ("pwsh calls", "pwsh -c \"", "[IO.File]::Delete(a);", ""),
    ("pwsh encoded", "pwsh -e ", "cgBtACAAeAA7", ""),
    ("pwsh members", "pwsh -c \"", "(gi a).", "Delete()"),
    ("pwsh pipes", "pwsh -c \"gci", " | % Delete", ""),
    ("pwsh values", "pwsh -c \"", "$a=b;", ""),
    ("nested in quotes", "mytool ", "\"$(a ", ")\""),
    ("words of a tool", "mytool", " a", ""),
    ("parts of words", "mytool", " a=b,c,d,e,f", ""),
    ("brace groups", "mytool", " {a,b}{c,d}{e,f}", ""),
    ("brace ranges", "mytool", " {1..99}", ""),
    ("lists of words", "mytool '", "[\"a\"]", ""),
    ("options of docker", "docker run", " -a", ""),
    ("mounts", "docker run", " -v /a:/b", ""),
    ("targets", "make", " a", ""),
    ("sources", "cp", " a/b", ""),
];

/// A loop of which the variable must stay known.
const LOOP: &str = "for f in *.go; do cat $f; done; ";

/// What stands in a path.
const PATHS: &[(&str, &str)] = &[
    ("path: segments", "/a"),
    ("path: dots", "/../a"),
    ("path: extensions", ".a"),
    ("path: one name", "a"),
    ("path: proc", "/proc/self/root"),
    ("path: names and proc", "../a/proc/self/root/b"),
    ("path: blanks", " "),
];

/// Events that are no command line and no path.
const OTHERS: &[(&str, Make)] = &[
    ("url", |n| {
        let url = format!("https://{}example.com/", "a.".repeat(n / 2));
        payload("WebFetch", "url", &url)
    }),
    ("tool name", |n| payload(&"mcp__a__".repeat(n / 8), "x", "y")),
    ("fields", |n| {
        let fields = "{\"a\":1},".repeat(n / 8);
        format!(
            "{{\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\
                 \"tool_input\":{{\"command\":\"ls\",\"x\":[{fields}0]}}}}"
        )
    }),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let (most, patience) = match (has("--bench"), has("--quick")) {
        (false, _) => (4 << 10, 0.0),
        (true, true) => (80 << 10, 0.005),
        (true, false) => (10_240 << 10, 0.03),
    };
    let effort = Effort { most, patience };
    let named = args.iter().find(|arg| !arg.starts_with("--"));
    let wanted = |name: &str| named.is_none_or(|w| name.contains(w.as_str()));
    if has("--suite") {
        return suite::run(named.map_or("", String::as_str));
    }
    let engine = engine();
    println!("{} rules", engine.set().len());
    if has("--random") {
        let seed = args.iter().find_map(|arg| arg.parse().ok());
        return random::run(&engine, seed.unwrap_or(1));
    }
    println!(
        "{:<22}{:>10}{:>10}{:>12}{:>10}  worst",
        "event", "1 kB us", "80 kB us", "largest us", "ns/byte"
    );
    let mut slow = 0;
    for &(name, start, again, end) in COMMANDS {
        if wanted(name) {
            let make = |n: usize| {
                let size = again.len() + end.len();
                let count = n / size;
                let text = again.repeat(count) + &end.repeat(count);
                payload("Bash", "command", &format!("{start}{text}"))
            };
            slow += usize::from(!grows(&engine, name, effort, &make));
        }
    }
    for &(name, again) in PATHS {
        if wanted(name) {
            let make = |n: usize| {
                let path = format!("/srv/{}", again.repeat(n / again.len()));
                payload("Read", "file_path", &path)
            };
            slow += usize::from(!grows(&engine, name, effort, &make));
        }
    }
    for &(name, make) in OTHERS {
        if wanted(name) {
            slow += usize::from(!grows(&engine, name, effort, &make));
        }
    }
    println!("{slow} grow faster than {LIMIT} for twice the bytes");
}

fn payload(tool: &str, field: &str, text: &str) -> String {
    serde_json::json!({
        "hook_event_name": "PreToolUse",
        "tool_name": tool,
        "cwd": "/srv/project",
        "tool_input": { field: text },
    })
    .to_string()
}

/// Guards of every kind, those among them that have no key.
fn guards() -> Vec<String> {
    let mut deny = vec![
        "Bash(rm -rf *)".to_owned(),
        "Bash(rm src/a*)".into(),
        "Bash(git push *)".into(),
        "Bash(A=1 x *)".into(),
        "Bash(* --force *)".into(),
        "Bash(*a*b*c*)".into(),
        "Bash(*sudo*)".into(),
        format!("Bash({}*b)", "*a".repeat(40)),
        format!("Read({}b)", "**/".repeat(100)),
        "Read(/{a,{b,{c,d}}}/**)".into(),
        "Read(**/*.env)".into(),
        "Edit(src/**)".into(),
        "WebFetch(domain:*.example.com)".into(),
        "mcp__a__*".into(),
    ];
    for n in 0..300 {
        deny.push(format!("Bash(tool{n} * --flag{n} *)"));
        deny.push(format!("Bash(*x{n}y*)"));
    }
    deny
}

fn engine() -> Engine {
    let mut allow = vec!["Bash(ls *)".to_owned(), "Read(/srv/**)".into()];
    for n in 0..300 {
        allow.push(format!("Bash(npm run task{n} *)"));
        allow.push(format!("Edit(src/part{n}/**/*.rs)"));
    }
    set::engine([allow, guards(), Vec::new()])
}

/// The largest event, and how many seconds runs of one size go on at least.
#[derive(Clone, Copy)]
struct Effort {
    most: usize,
    patience: f64,
}

/// Measures an event from 1 kB on, twice as long each time; whether no step
/// takes more than it may. A step that looks slow is measured again: the
/// machine may have been busy.
fn grows(
    engine: &Engine,
    name: &str,
    effort: Effort,
    make: &dyn Fn(usize) -> String,
) -> bool {
    let mut memory = (Tape::default(), Scratch::default());
    // For a run under callgrind, which is told to count inside of `once`.
    if let Ok(size) = std::env::var("SIZE") {
        let text = make(size.parse().unwrap());
        once(engine, &text, &mut memory);
        return true;
    }
    agrees(engine, &make(SMALLEST));
    let mut sizes = Vec::new();
    let mut size = SMALLEST;
    while size <= effort.most {
        sizes.push(size);
        size *= 2;
    }
    let patience = effort.patience;
    let mut time =
        |size: usize| best(engine, &make(size), patience, &mut memory);
    let mut times: Vec<f64> = Vec::new();
    for &size in &sizes {
        times.push(time(size));
        // Of what takes quadratic time, or 20 s, nobody waits for 10 MB.
        let mut steps = times.windows(2).rev().take(3);
        let steep = times.len() > 3 && steps.all(|s| s[1] > 3.0 * s[0]);
        if steep || times[times.len() - 1] > 20e6 {
            break;
        }
    }
    let mut worst = (0.0, 0);
    for at in 1..times.len() {
        for _ in 0..3 {
            if times[at] / times[at - 1] > LIMIT {
                times[at - 1] = times[at - 1].min(time(sizes[at - 1]));
                times[at] = times[at].min(time(sizes[at]));
            }
        }
        let ratio = times[at] / times[at - 1];
        if ratio > worst.0 {
            worst = (ratio, sizes[at]);
        }
    }
    let last = times[times.len() - 1];
    println!(
        "{name:<22}{:>10.1}{:>10.1}{last:>12.1}{:>10.1}  {:.2} at {} kB{}",
        times[0],
        times.get(6).copied().unwrap_or(f64::NAN),
        last * 1e3 / sizes[times.len() - 1] as f64,
        worst.0,
        worst.1 / SMALLEST,
        if worst.0 > LIMIT { "  <-- too slow" } else { "" },
    );
    worst.0 <= LIMIT
}

/// What is measured is the right answer, with every match.
fn agrees(engine: &Engine, text: &str) {
    let mut tape = Tape::default();
    let (mut one, mut other) = (Scratch::default(), Scratch::default());
    let event = Event::read(text, &mut tape);
    let context = Context::default();
    let said = engine.answer_by_reference(&event, &context, &mut one).unwrap();
    let answer = engine.answer(&event, &context, &mut other);
    assert_eq!(answer.matches, said.matches, "{text}");
    assert_eq!(answer.permission, said.permission, "{text}");
}

type Memory = (Tape, Scratch);

#[inline(never)]
fn once(engine: &Engine, text: &str, (tape, scratch): &mut Memory) {
    let event = Event::read(text, tape);
    let answer = engine.answer(&event, &Context::default(), scratch);
    std::hint::black_box(answer.permission);
}

/// The best of several runs in microseconds.
fn best(
    engine: &Engine,
    text: &str,
    patience: f64,
    memory: &mut Memory,
) -> f64 {
    let (mut best, mut spent, mut runs) = (f64::MAX, 0.0, 0);
    while runs < 3 || spent < patience && runs < 2000 {
        runs += 1;
        let start = now();
        once(engine, text, memory);
        let time = now() - start;
        spent += time;
        best = best.min(time * 1e6);
    }
    best
}
