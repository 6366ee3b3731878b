//! Rules and events that are made up.

use std::collections::BTreeMap;

use hookset::analyze::{Sample, sample_context};
use hookset::dialect::Dialect;
use hookset::event::{Context, Platform};
use hookset::load::{Family, Scope};
use hookset::policy::{Input, Policy};
use serde_json::{Value, json};

use super::BATCH;

/// Small, fast, and the same on every run.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(super) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

pub(super) const WORDS: &[&str] = &[
    "git", "push", "--force", "main", "rm", "-rf", "x", "npm", "run", "test",
    "find", ".", "-delete", "watch", "ls", "a.txt", "*", "*", "\"x y\"",
];

pub(super) fn words(r: &mut Random, most: usize) -> String {
    let count = 1 + r.below(most);
    let words: Vec<&str> = (0..count).map(|_| *r.pick(WORDS)).collect();
    words.join(" ")
}

pub(super) fn pattern(r: &mut Random) -> String {
    let text = words(r, 3);
    match r.below(5) {
        0 => format!("{text}:*"),
        1 => format!("{text} *"),
        2 => format!("{text}*"),
        3 => format!("* {text}"),
        _ => text,
    }
}

pub(super) fn path(r: &mut Random) -> String {
    let names = [
        "src", "a", "*", "**", "*.ts", "a.ts", ".env", "[ab]", "[!a]", "?",
        "A",
    ];
    let anchor = *r.pick(&["", "", "./", "/", "//", "~/", "../"]);
    let count = 1 + r.below(3);
    let parts: Vec<&str> = (0..count).map(|_| *r.pick(&names)).collect();
    let end = if r.below(8) == 0 { "/" } else { "" };
    format!("{anchor}{}{end}", parts.join("/"))
}

pub(super) fn rule(r: &mut Random) -> String {
    match r.below(16) {
        0..=5 => format!("Bash({})", pattern(r)),
        6 => r.pick(&["Bash", "Read", "Edit", "WebFetch", "*"]).to_string(),
        7..=8 => format!("Read({})", path(r)),
        9..=10 => format!("Edit({})", path(r)),
        11 => format!("{}({})", r.pick(&["Write", "Grep"]), path(r)),
        12 => {
            let hosts = ["example.com", "*.example.com", "*", "a.*.com"];
            format!("WebFetch(domain:{})", r.pick(&hosts))
        }
        13 => {
            let names = [
                "mcp__s",
                "mcp__s__*",
                "mcp__s__get",
                "mcp__s__get*",
                "mcp__s__a__b",
                "mcp__*",
                "Web*",
            ];
            r.pick(&names).to_string()
        }
        14 => {
            let texts = [
                "Agent(x)",
                "Agent",
                "Agent(model:op*)",
                "Agent(model:opus)",
                "Skill(a *)",
                "Skill(a b)",
                "Bash(timeout:*)",
            ];
            r.pick(&texts).to_string()
        }
        _ => format!("PowerShell({})", pattern(r)),
    }
}

pub(super) const TOOLS: &[&str] = &[
    "Bash",
    "Edit",
    "Write",
    "Read",
    "Grep",
    "WebFetch",
    "Agent",
    "Skill",
    "NotebookEdit",
    "PowerShell",
    "Monitor",
    "mcp__s__get",
    "mcp__s__a__b",
    "WebSearch",
];

/// A rule of any kind there is.
pub(super) fn any_rule(r: &mut Random) -> String {
    match r.below(24) {
        0 => format!("Edit({}|{})", path(r), path(r)),
        1 => format!("Cd({})", path(r)),
        2 => format!("Read(!{})", path(r)),
        3 => r.pick(TOOLS).to_string(),
        4 => r.pick(&["Task", "mcp__s__get__x", "Agent(*)"]).to_string(),
        5 => r.pick(&["mcp__s__a", "mcp__s__*", "*_s__*"]).to_string(),
        6 => format!("NotebookEdit({})", path(r)),
        _ => rule(r),
    }
}

/// A rule that is somewhat narrower or wider.
pub(super) fn near(r: &mut Random, rule: &str) -> String {
    let Some((tool, rest)) = rule.split_once('(') else {
        return rule.to_owned();
    };
    let text = rest.trim_end_matches(')');
    let text = match (tool, r.below(4)) {
        (_, 0) => return tool.to_owned(),
        ("Bash" | "PowerShell", 1) => {
            let text = text.trim_end_matches(['*', ':', ' ']);
            format!("{text} {} *", r.pick(WORDS))
        }
        ("Bash" | "PowerShell", 2) => text.replace(" *", "*"),
        ("Bash" | "PowerShell", _) => {
            let word = text.split([' ', ':']).next().unwrap_or("");
            format!("{word} *")
        }
        ("Read" | "Edit", 1) => format!("{text}/a.ts"),
        ("Read" | "Edit", 2) => text.replace("a", "*"),
        ("Read" | "Edit", _) => {
            let up = text.rsplit_once('/').map_or("", |(up, _)| up);
            format!("{up}/**")
        }
        _ => text.to_owned(),
    };
    format!("{tool}({text})")
}

/// A policy of rules that are all active; their lists are drawn.
pub(super) fn policy(r: &mut Random, dialect: &Dialect) -> Policy {
    let mut lists = BTreeMap::<&str, Vec<String>>::new();
    let mut last = rule(r);
    for _ in 0..BATCH {
        // Half of the rules are narrower or wider than the one before.
        last = match r.below(2) {
            0 => near(r, &last),
            _ => any_rule(r),
        };
        let list = *r.pick(&["allow", "ask", "deny"]);
        lists.entry(list).or_default().push(last.clone());
    }
    let text = json!({ "permissions": lists }).to_string();
    read("settings.json", text, dialect)
}

pub(super) fn read(name: &str, text: String, dialect: &Dialect) -> Policy {
    let input = Input {
        name: name.into(),
        text,
        family: Family::Claude,
        scope: Scope::Project,
        directory: None,
    };
    Policy::from_sources([input], dialect)
}

/// Where the examples take place, and places that are unlike it.
pub(super) fn contexts() -> Vec<Context> {
    let usual = sample_context();
    let folded = Context {
        platform: Platform::MacOs,
        case_sensitive: Some(false),
        ..usual.clone()
    };
    let links = vec![
        ("/home/user/project/a".to_owned(), "/home/user/src".to_owned()),
        ("/home/user/project/src".to_owned(), "/etc".to_owned()),
    ];
    let linked = Context { links, ..usual.clone() };
    let mut bare = Context { cwd: Some("/a/b".to_owned()), ..usual.clone() };
    bare.home = None;
    vec![usual, folded, linked, bare]
}

/// The sample and events like it.
pub(super) fn variants(sample: &Sample) -> Vec<String> {
    let event: Value = serde_json::from_str(sample.json()).unwrap();
    let mut out = vec![event.to_string()];
    let Some(input) = event["tool_input"].as_object() else { return out };
    for (key, value) in input {
        let Some(text) = value.as_str() else { continue };
        for changed in changed(key, text) {
            let mut event = event.clone();
            event["tool_input"][key] = Value::from(changed);
            out.push(event.to_string());
        }
    }
    out
}

pub(super) fn changed(key: &str, text: &str) -> Vec<String> {
    if key != "command" {
        let up = text.rsplit_once('/').map_or("", |(up, _)| up);
        return vec![
            format!("{text}/x"),
            format!("{text}x"),
            format!("{up}/src/a.ts"),
            up.to_owned(),
            text.to_uppercase(),
            text.replace('a', "src"),
        ];
    }
    let head = text.rsplit_once(' ').map_or(text, |(head, _)| head);
    let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
    vec![
        format!("{text} x"),
        format!("{text}x"),
        format!("{text} main"),
        head.to_owned(),
        format!("NODE_ENV=x {text}"),
        format!("FOO=1 {text}"),
        format!("PATH=. {text}"),
        format!("sudo {text}"),
        format!("timeout 5 {text}"),
        format!("watch {text}"),
        format!("xargs {text}"),
        format!("bash -c '{text}'"),
        format!("find . -exec {text} ;"),
        format!("echo $({text})"),
        format!("cd src && {text}; ls"),
        format!("{text} > a/x"),
        format!("cat src/a.ts | {text}"),
        format!("\"{}\" {rest}", text.split(' ').next().unwrap_or("")),
        text.replace(' ', "  "),
        format!("git -C . {rest}"),
    ]
}

pub(super) fn random_event(r: &mut Random) -> String {
    let (tool, key, value) = match r.below(6) {
        0..=2 => ("Bash", "command", words(r, 4)),
        3 => {
            let path = path(r).replace("//", "/").replace('~', "/home/user");
            ("Read", "file_path", path)
        }
        4 => ("Edit", "file_path", path(r).replace("//", "/")),
        _ => ("PowerShell", "command", words(r, 4)),
    };
    call(tool, key, &value)
}

pub(super) fn call(tool: &str, key: &str, value: &str) -> String {
    let mut event =
        json!({"hook_event_name": "PreToolUse", "tool_name": tool});
    event["tool_input"] = json!({ key: value });
    event.to_string()
}

/// A command line of which something is not known before it runs.
pub(super) fn pick_doubtful(r: &mut Random) -> String {
    let word = *r.pick(&[
        "cat",
        "rm -rf",
        "git push",
        "cp x",
        "echo x >",
        "ls",
        "cd src &&",
    ]);
    let place = *r.pick(&["", "", "src/", "a/", "~/", "/", "./", "../", "*/"]);
    let end = *r.pick(&[
        "*", "$x", "*.ts", "a*", "s*", "?", ".e*", "$(ls)", "[ab]",
        "{a,b}.ts", "a.t?", "src/*", "S*", "`x`/a.ts", "$HOME/a", "$x.ts",
        "*a", "**/a.ts",
    ]);
    match r.below(6) {
        0 => format!("{word} {place}{end}; {}", words(r, 3)),
        1 => format!("$x {}", words(r, 3)),
        2 => format!("{} {end}", words(r, 2)),
        3 => format!("eval \"{} {end}\"", words(r, 2)),
        _ => format!("{word} {place}{end}"),
    }
}
