//! Everything `check` says about large policies, proofs included: whole time,
//! findings, and for how many rules proofs were given up.
//!
//! `cargo bench --bench analyze -- [--quick]`

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a bench may fail loudly"
)]

use std::time::Instant;

use hookset::analyze::Survey;
use hookset::diagnostic::{Code, Diagnostic};
use hookset::dialect::Dialect;
use hookset::lint;
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};
use serde_json::json;

/// Small, fast, and the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn word(&mut self, letters: &str, length: usize) -> String {
        let letters = letters.as_bytes();
        let word = (0..length).map(|_| letters[self.below(letters.len())]);
        word.map(char::from).collect()
    }

    fn parts(&mut self, parts: &[&str], count: usize, by: &str) -> String {
        let parts: Vec<_> = (0..count).map(|_| self.pick(parts)).collect();
        parts.join(by)
    }
}

const LETTERS: &str = "abcdefghij";
const PROGRAMS: &[&str] = &[
    "git",
    "npm",
    "cargo",
    "docker",
    "kubectl",
    "rm",
    "ls",
    "python",
    "go",
    "make",
    "aws",
    "gh",
    "find",
    "sed",
    "curl",
    "terraform",
    "yarn",
];
const VERBS: &[&str] = &[
    "push", "run", "test", "build", "apply", "get", "delete", "log", "status",
    "install", "exec", "list",
];

/// Kinds of rules: as people write them, then what is hardest to compare.
const KINDS: &[&str] =
    &["commands", "paths", "hosts", "servers", "mixed", "stars", "classes"];

/// A rule that another one hides, wherever there are rules.
const HIDDEN: &str = "Bash(hides me *)";

fn rule(kind: &str, r: &mut Random) -> String {
    let (one, two) = (r.word(LETTERS, 3), r.word(LETTERS, 4));
    match kind {
        "commands" => {
            let (program, verb) = (r.pick(PROGRAMS), r.pick(VERBS));
            let text = match r.below(5) {
                0 => format!("{program} {verb} {two}:*"),
                1 => format!("{program} {verb} {two} *"),
                2 => format!("{program} {verb} {two}"),
                3 => format!("{program} * {two}"),
                _ => format!("{program} {verb} --{two}=*"),
            };
            format!("Bash({text})")
        }
        "paths" => {
            let path = match r.below(8) {
                0 => format!("src/{one}/**"),
                1 => format!("{one}/{two}.ts"),
                2 => format!("**/{one}.*"),
                3 => format!("//etc/{one}/{two}"),
                4 => format!("~/{one}/**"),
                5 => format!("{one}/**/{two}/*"),
                6 => format!("**/*.{one}"),
                _ => format!("{one}/*/{two}"),
            };
            format!("{}({path})", r.pick(&["Read", "Edit"]))
        }
        "hosts" => {
            let host = match r.below(3) {
                0 => format!("{two}.example.com"),
                1 => format!("*.{two}.com"),
                _ => format!("{one}.{two}.org"),
            };
            format!("WebFetch(domain:{host})")
        }
        "servers" => {
            let star = r.pick(&["", "*"]);
            format!("mcp__s{}__{two}{star}", r.below(30))
        }
        "mixed" => {
            let kind = KINDS[r.below(4)];
            rule(kind, r)
        }
        "stars" => {
            let count = 2 + r.below(7);
            let parts = r.parts(&["a", "b", "ab", "ba", "aa"], count, "*");
            format!("Bash(*{parts}*)")
        }
        _ => {
            let parts = ["[a-f]", "[!b]", "?", "*"];
            format!("Read({}/**)", r.parts(&parts, 24, ""))
        }
    }
}

fn settings(kind: &str, count: usize) -> String {
    let mut r = Random(0x9E37_79B9_7F4A_7C15);
    if kind == "hooks" {
        let groups: Vec<_> = (0..count).map(|_| group(&mut r)).collect();
        return json!({"hooks": {"PreToolUse": groups}}).to_string();
    }
    let mut lists = [const { Vec::new() }; 3];
    let mut seen = std::collections::HashSet::new();
    for _ in 0..50 * count {
        let rule = rule(kind, &mut r);
        if seen.len() < count && seen.insert(rule.clone()) {
            lists[[0, 0, 0, 1, 2][r.below(5)]].push(rule);
        }
    }
    let [mut allow, ask, mut deny] = lists;
    // What must be found among them.
    allow.push(HIDDEN.to_owned());
    deny.push("Bash(hides *)".to_owned());
    let lists = json!({"allow": allow, "ask": ask, "deny": deny});
    json!({ "permissions": lists }).to_string()
}

/// A matcher that takes work, and a condition.
fn group(r: &mut Random) -> serde_json::Value {
    let mut part = || {
        let words: Vec<_> = (0..3).map(|_| r.word("ab", 2)).collect();
        words.join(".*")
    };
    let parts = [part(), part(), part()].join("|");
    let condition = rule("commands", r);
    let command = r.word(LETTERS, 8);
    let hook = json!({"type": "command", "command": command, "if": condition});
    json!({"matcher": format!("^.*({parts}).*[ab]$"), "hooks": [hook]})
}

fn main() {
    let has = |name: &str| std::env::args().any(|arg| arg == name);
    let sizes: &[usize] = match (has("--bench"), has("--quick")) {
        (false, _) => &[100],
        (true, true) => &[1_000],
        (true, false) => &[1_000, 10_000, 60_000],
    };
    println!(
        "{:<10}{:>8}{:>10}{:>10}{:>14}",
        "kind", "rules", "check ms", "findings", "not decided"
    );
    for &size in sizes {
        for kind in KINDS.iter().chain(&["hooks"]) {
            let text = settings(kind, size);
            let input = Input {
                name: "settings.json".into(),
                text,
                family: Family::Claude,
                scope: Scope::Project,
                directory: None,
            };
            let dialect = Dialect::named("claude").unwrap();
            let start = Instant::now();
            let policy = Policy::from_sources([input], &dialect);
            let found = lint::check(&policy);
            let time = start.elapsed().as_secs_f64() * 1e3;
            let hidden = found.iter().any(|f| is_of_hidden(&policy, f));
            assert!(hidden || *kind == "hooks", "{kind}: {HIDDEN}");
            let given_up = found.iter().any(|f| f.code == Code::NOT_DECIDED);
            let number = if given_up { undecided(&policy) } else { 0 };
            println!(
                "{kind:<10}{:>8}{time:>10.0}{:>10}{number:>14}",
                policy.rules().rules.len(),
                found.len()
            );
        }
    }
}

/// Whether a finding says that the hidden rule is shadowed.
fn is_of_hidden(policy: &Policy, found: &Diagnostic) -> bool {
    let label = &found.labels[0];
    let source = policy.source(label.source).unwrap();
    found.code == Code::SHADOWED_RULE
        && label.span.of(source.text()).contains(HIDDEN)
}

/// For how many rules some proof was given up.
fn undecided(policy: &Policy) -> usize {
    let mut survey = Survey::new(policy.rules(), policy.dialect());
    survey.covered();
    survey.overlaps();
    survey.hooks();
    survey.undecided().len()
}
