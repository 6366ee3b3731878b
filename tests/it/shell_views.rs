//! What rules would say about command lines, by a naive matcher over the
//! views: a score per class of the shared cases.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests may panic"
)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use hookset::event::Shell;
use hookset::shell::{
    About, Access, Commands, Effects, Places, Profile, Reason, analyze,
};
use serde_json::Value;

fn shared(file: &str) -> Option<Vec<Value>> {
    let dir = std::env::var_os("HOOKSET_SHARED")
        .map_or_else(|| PathBuf::from("../shared"), PathBuf::from);
    let path = dir.join("cases").join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: no {}", path.display());
        return None;
    };
    let rows = text.lines().map(|l| serde_json::from_str(l).unwrap());
    Some(rows.collect())
}

/// `*` is any run; a trailing ` *` may be missing with its blank.
fn star(pattern: &str, text: &str) -> bool {
    if let Some(head) = pattern.strip_suffix(" *")
        && glob(head.as_bytes(), text.as_bytes())
    {
        return true;
    }
    glob(pattern.as_bytes(), text.as_bytes())
}

fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    loop {
        if p < pattern.len() && pattern[p] == b'*' {
            back = Some((p, t));
            p += 1;
        } else if t < text.len() && p < pattern.len() && pattern[p] == text[t]
        {
            p += 1;
            t += 1;
        } else if t == text.len() && p == pattern.len() {
            return true;
        } else if let Some((bp, bt)) = back {
            if bt == text.len() {
                return false;
            }
            back = Some((bp, bt + 1));
            p = bp + 1;
            t = bt + 1;
        } else {
            return false;
        }
    }
}

struct Rule {
    tool: String,
    content: Option<String>,
}

fn rule(text: &str) -> Rule {
    let (tool, content) = match text.split_once('(') {
        Some((tool, rest)) => {
            (tool, Some(rest.strip_suffix(')').unwrap_or(rest)))
        }
        None => (text, None),
    };
    let content = content.filter(|c| *c != "*").map(|c| {
        c.strip_suffix(":*").map_or(c.to_owned(), |c| format!("{c} *"))
    });
    Rule { tool: tool.to_owned(), content }
}

struct Scene<'a> {
    commands: Commands,
    tool: &'a str,
    cwd: &'a str,
    home: &'a str,
}

fn absolute(base: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let joined = if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("{base}/{path}")
    };
    for part in joined.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

impl Scene<'_> {
    fn path_matches(&self, rule: &Rule, path: &str) -> bool {
        let Some(content) = &rule.content else { return true };
        let path = match path.strip_prefix('~') {
            Some(rest) => format!("{}{rest}", self.home),
            None => absolute(self.cwd, path),
        };
        let pattern = if let Some(rest) = content.strip_prefix("//") {
            format!("/{rest}")
        } else if let Some(rest) = content.strip_prefix("~/") {
            format!("{}/{rest}", self.home)
        } else {
            absolute(self.cwd, content.trim_start_matches('/'))
        };
        glob(pattern.replace("**", "*").as_bytes(), path.as_bytes())
    }

    fn matches(&self, text: &str, effect: Effects) -> bool {
        let rule = rule(text);
        if rule.tool == "*"
            || (rule.tool == self.tool && rule.content.is_none())
        {
            return true;
        }
        let access = match rule.tool.as_str() {
            "Read" => Access::Read,
            "Edit" => Access::Write,
            _ => {
                return rule.tool == self.tool
                    && (0..self.commands.units.len())
                        .any(|u| self.covers(&rule, u as u32, effect));
            }
        };
        self.commands.uses.iter().any(|used| {
            used.access == access
                && used.effects.meets(effect)
                && self.path_matches(&rule, used.path.of(&self.commands.text))
        })
    }

    fn covers(&self, rule: &Rule, unit: u32, effect: Effects) -> bool {
        let Some(pattern) = &rule.content else { return true };
        let power = self.tool == "PowerShell";
        let pattern =
            if power { pattern.to_lowercase() } else { pattern.clone() };
        // Views stand in the order of their units.
        let views = &self.commands.views;
        let first = views.partition_point(|view| view.unit < unit);
        views[first..].iter().take_while(|v| v.unit == unit).any(|view| {
            view.effects.meets(effect)
                && !(view.exact_only
                    && effect == Effects::ALLOW
                    && pattern.contains('*'))
                && star(&pattern, view.text.of(&self.commands.text))
        })
    }

    fn fires(&self, text: &str) -> bool {
        let rule = rule(text);
        if rule.tool != self.tool {
            return false;
        }
        if self.matches(text, Effects::IF) {
            return true;
        }
        let pattern = rule.content.unwrap_or_default();
        let word = pattern.strip_suffix(" *").unwrap_or(&pattern);
        let more = word.contains([' ', '*']) || word == pattern;
        self.commands.doubts.iter().any(|doubt| {
            doubt.effects.meets(Effects::IF)
                && (more
                    || !matches!(
                        doubt.reason,
                        Reason::Substitution | Reason::DynamicArgument
                    ))
        })
    }

    fn doubtful(&self, effect: Effects, rules: &[String]) -> bool {
        self.commands.doubts.iter().any(|doubt| {
            doubt.effects.meets(effect)
                && rules.iter().any(|text| match doubt.about {
                    About::Commands => text.starts_with(self.tool),
                    About::Reads => text.starts_with("Read"),
                    About::Writes => text.starts_with("Edit"),
                    About::Event => true,
                })
        })
    }

    fn verdict(&self, rules: &Value) -> &'static str {
        let list = |name: &str| -> Vec<String> {
            rules[name]
                .as_array()
                .map(|l| {
                    l.iter().map(|r| r.as_str().unwrap().to_owned()).collect()
                })
                .unwrap_or_default()
        };
        let (deny, ask, allow) = (list("deny"), list("ask"), list("allow"));
        if deny.iter().any(|r| self.matches(r, Effects::DENY)) {
            return "deny";
        }
        if ask.iter().any(|r| self.matches(r, Effects::ASK))
            || self.doubtful(Effects::DENY, &deny)
            || self.doubtful(Effects::ASK, &ask)
        {
            return "ask";
        }
        let allow: Vec<Rule> = allow.iter().map(|r| rule(r)).collect();
        let units =
            self.commands.units.iter().enumerate().all(|(at, unit)| {
                unit.covered
                    || allow.iter().any(|r| {
                        r.tool == self.tool
                            && self.covers(r, at as u32, Effects::ALLOW)
                    })
            });
        let files = self.commands.uses.iter().all(|used| {
            !used.needs_cover
                || allow.iter().any(|r| {
                    r.tool == "Edit"
                        && self
                            .path_matches(r, used.path.of(&self.commands.text))
                })
        });
        let sure = !self
            .commands
            .doubts
            .iter()
            .any(|doubt| doubt.effects.meets(Effects::ALLOW));
        if !self.commands.units.is_empty() && units && files && sure {
            "allow"
        } else {
            "none"
        }
    }
}

fn scene<'a>(
    command: &str,
    tool: &'a str,
    shell: Shell,
    profile: &Profile,
    cwd: &'a str,
    home: &'a str,
) -> Scene<'a> {
    let mut commands = Commands::default();
    let places = Places {
        cwd: Some(cwd),
        home: Some(home),
        fold: false,
        guesses: true,
    };
    analyze(command, shell, profile, &places, &mut commands);
    Scene { commands, tool, cwd, home }
}

fn show(scene: &Scene<'_>) {
    let c = &scene.commands;
    for view in &c.views {
        println!(
            "      view {} {:04b}{} `{}`",
            view.unit,
            view.effects.0,
            if view.exact_only { "!" } else { "" },
            view.text.of(&c.text).chars().take(120).collect::<String>()
        );
    }
    for used in &c.uses {
        println!("      {:?} `{}`", used.access, used.path.of(&c.text));
    }
    for doubt in c.doubts.iter().take(8) {
        println!("      doubt {:?} {:04b}", doubt.reason, doubt.effects.0);
    }
}

#[derive(Default)]
struct Score {
    good: usize,
    all: usize,
    failed: Vec<String>,
}

#[test]
fn strict_promise_on_the_shared_cases() {
    let Some(rows) = shared("bypass.jsonl") else { return };
    let mut scores: BTreeMap<(String, String), Score> = BTreeMap::new();
    for row in &rows {
        let tool = row["tool"].as_str().unwrap();
        let Some(command) = text_of(row) else { continue };
        if !matches!(tool, "Bash" | "PowerShell") {
            continue;
        }
        if ELSEWHERE.contains(&row["id"].as_str().unwrap()) {
            continue;
        }
        let shell = match (tool, row["ctx"]["shell"].as_str()) {
            ("PowerShell", _) => Shell::PowerShell,
            (_, Some("zsh")) => Shell::Zsh,
            _ => Shell::Bash,
        };
        let s = scene(
            &command,
            tool,
            shell,
            &Profile::STRICT,
            "/srv/proj",
            "/home/u",
        );
        let rules = &row["rules"];
        let (ok, got) = if let Some(condition) = rules["if"].as_str() {
            let fires = s.fires(condition);
            (
                row["fires"].as_bool() == Some(fires),
                if fires { "fires" } else { "silent" },
            )
        } else {
            let got = s.verdict(rules);
            (accepted(row, got), got)
        };
        let class = row["class"].as_str().unwrap().to_owned();
        let tier = row["tier"].as_str().unwrap().to_owned();
        let score = scores.entry((tier, class)).or_default();
        score.all += 1;
        score.good += usize::from(ok);
        if !ok {
            let id = row["id"].as_str().unwrap();
            println!(
                "{id} {rules} `{}` => {got}, wanted {} {}",
                command.chars().take(150).collect::<String>(),
                row["ideal"],
                row["accept"]
            );
            if command.len() < 500 {
                show(&s);
            }
            score.failed.push(id.to_owned());
        }
    }
    let tiers = report(&scores);
    least(&tiers, "core", 100);
    least(&tiers, "extended", 97);
    least(&tiers, "stretch", 60);
}

fn text_of(row: &Value) -> Option<String> {
    let input = &row["input"];
    if let Some(command) = input["command"].as_str() {
        return Some(command.to_owned());
    }
    let built = &input["gen"];
    let unit = built["unit"].as_str()?;
    let count = built["count"].as_u64()? as usize;
    Some(unit.repeat(count) + built["tail"].as_str()?)
}

fn accepted(row: &Value, got: &str) -> bool {
    let fits = |wanted: &str| match wanted {
        "not-allow" => got != "allow",
        other => other == got,
    };
    let forbidden = row["must_not"]
        .as_array()
        .is_some_and(|l| l.iter().any(|v| v.as_str() == Some(got)));
    let accepted = row["accept"]
        .as_array()
        .is_some_and(|l| l.iter().any(|v| fits(v.as_str().unwrap())));
    !forbidden && (accepted || fits(row["ideal"].as_str().unwrap()))
}

/// Prints the score; gives good and all rows of each tier.
fn report(
    scores: &BTreeMap<(String, String), Score>,
) -> BTreeMap<&str, (usize, usize)> {
    let mut tiers: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for ((tier, class), score) in scores {
        println!(
            "{tier:9} {class:14} {:3}/{:3} {}",
            score.good,
            score.all,
            score.failed.join(" ")
        );
        let sum = tiers.entry(tier).or_default();
        sum.0 += score.good;
        sum.1 += score.all;
    }
    println!("{tiers:?}");
    tiers
}

/// Rows that are not about command lines: an empty condition.
const ELSEWHERE: &[&str] = &["hookif-023"];

/// `echo (a)` is no command bash accepts, so it cannot be allowed.
const ARGUED: &[&str] = &["grammar-010"];

fn least(tiers: &BTreeMap<&str, (usize, usize)>, tier: &str, percent: usize) {
    let (good, all) = tiers.get(tier).copied().unwrap_or_default();
    assert!(good * 100 >= all * percent, "{tier}: {good} of {all}");
}

#[test]
fn documented_promise_on_the_shared_cases() {
    let Some(rows) = shared("spec.jsonl") else { return };
    let mut scores: BTreeMap<(String, String), Score> = BTreeMap::new();
    for row in &rows {
        let tool = row["tool"].as_str().unwrap();
        let Some(command) = text_of(row) else { continue };
        if !matches!(tool, "Bash" | "PowerShell")
            || row["expect"] == "invalid"
            || ARGUED.contains(&row["id"].as_str().unwrap())
        {
            continue;
        }
        let shell =
            if tool == "Bash" { Shell::Bash } else { Shell::PowerShell };
        let cwd = row["cwd"].as_str().unwrap_or("/home/u/proj");
        let home = row["home"].as_str().unwrap_or("/home/u");
        let s = scene(&command, tool, shell, &Profile::DOCUMENTED, cwd, home);
        let text = row["rule"].as_str().unwrap();
        let effect = row["effect"].as_str().unwrap();
        let got = match effect {
            "allow" => {
                s.verdict(&serde_json::json!({"allow": [text]})) == "allow"
            }
            "deny" => s.matches(text, Effects::DENY),
            "ask" => s.matches(text, Effects::ASK),
            _ => s.fires(text),
        };
        let area = row["area"].as_str().unwrap().to_owned();
        let score = scores.entry((String::new(), area)).or_default();
        score.all += 1;
        let ok = got == (row["expect"] == "match");
        score.good += usize::from(ok);
        if !ok {
            let id = row["id"].as_str().unwrap();
            println!("{id} {effect} {text} `{command}` => {got}");
            show(&s);
            score.failed.push(id.to_owned());
        }
    }
    least(&report(&scores), "", 100);
}

/// Ways to run a command that is given in words; `@` stands for it.
const WORDS: &[&str] = &[
    "@",
    "A=1 @",
    "env @",
    "env -i A=b @",
    "/usr/bin/env @",
    "sudo @",
    "sudo -u root -- @",
    "timeout -k 1 5 @",
    "nice -n 3 @",
    "nohup @",
    "setsid -w @",
    "stdbuf -oL @",
    "busybox @",
    "xargs @",
    "xargs -n 1 -I {} @",
    "find . -exec @ \\;",
    "docker exec -it c @",
    "npx @",
    "@ > /dev/null 2>&1",
];

/// Ways to run any line.
const LINES: &[&str] = &[
    "true; @",
    "true && @",
    "false || @",
    "true | @",
    "( @ )",
    "{ @; }",
    "if @; then :; fi",
    "while @; do break; done",
    "for i in 1; do @; done",
    "f() { @; }",
    "echo $(@)",
    "echo \"$(@)\"",
    "cat <(@)",
    "A=$(@) true",
    "bash <<'EOF'\n@\nEOF\n",
    "@ # note",
];

/// Ways to run a line that holds no single quotes.
const QUOTED: &[&str] = &[
    "bash -c '@'",
    "sh -ec '@'",
    "eval '@'",
    "echo '@' | sh",
    "bash <<< '@'",
    "trap '@' EXIT",
    "ssh -p 22 host '@'",
    "watch -n 1 '@'",
    "env -S '@'",
    "su -c '@'",
    "sudo sh -c '@'",
    "find . -exec sh -c '@' \\;",
];

/// Every form of `command`, each way within each other.
fn forms(command: &str) -> Vec<String> {
    let fill = |form: &str, inner: &str| form.replace('@', inner);
    let mut words = vec![command.to_owned()];
    for _ in 0..2 {
        let more: Vec<String> = words
            .iter()
            .flat_map(|inner| WORDS.iter().map(|form| fill(form, inner)))
            // Redirections and assignments are no words of a command.
            .filter(|text| !text.contains(" A=1 ") && !text.contains("; \\"))
            .filter(|text| text.matches('>').count() < 3)
            .collect();
        words.extend(more);
    }
    let mut lines = words.clone();
    for _ in 0..2 {
        let simple = |text: &&String| !text.contains(['#', '\n']);
        let more: Vec<String> = lines
            .iter()
            .step_by(7)
            .filter(simple)
            .flat_map(|inner| {
                let quotable = !inner.contains('\'');
                let quoted = QUOTED.iter().filter(move |_| quotable);
                let all = LINES.iter().chain(quoted);
                all.map(|form| fill(form, inner)).collect::<Vec<_>>()
            })
            .collect();
        lines.extend(more);
    }
    lines
}

#[test]
fn what_is_denied_stays_denied_however_it_is_run() {
    let rules = serde_json::json!({"deny": ["Bash(rm *)"]});
    let mut lost = Vec::new();
    let mut count = 0;
    for command in ["rm -rf x", "/bin/rm x", "\\rm x"] {
        for text in forms(command) {
            let s = strict(&text);
            count += 1;
            if s.verdict(&rules) != "deny" {
                lost.push(text);
            }
        }
    }
    println!("{count} commands");
    lost.truncate(20);
    assert!(lost.is_empty(), "{lost:#?}");
}

fn strict(text: &str) -> Scene<'static> {
    let profile = &Profile::STRICT;
    scene(text, "Bash", Shell::Bash, profile, "/srv/proj", "/home/u")
}

#[test]
fn a_part_that_needs_a_rule_is_never_allowed_by_its_neighbours() {
    let allow = [
        "true",
        "false",
        "echo",
        "cat",
        "sh",
        "bash",
        "eval",
        "trap",
        "env",
        "sudo",
        "timeout",
        "nice",
        "nohup",
        "setsid",
        "stdbuf",
        "busybox",
        "xargs",
        "find",
        "watch",
        "break",
        ":",
        "if",
        "while",
        "for",
        "su",
        "/usr/bin/env",
    ]
    .map(|name| format!("Bash({name} *)"));
    let rules = serde_json::json!({ "allow": allow });
    for text in forms("curl x") {
        // What runs elsewhere is the runner's to say.
        if text.contains("docker") || text.contains("npx") {
            continue;
        }
        if text.contains("ssh") {
            continue;
        }
        assert_ne!(strict(&text).verdict(&rules), "allow", "`{text}`");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_taken_apart_for_both_promises(
        words in proptest::collection::vec(
            proptest::sample::select(PIECES), 0..40),
    ) {
        let text = words.concat();
        let mut out = Commands::default();
        let places = Places { cwd: Some("/srv/proj"), home: Some("/home/u"), fold: false, guesses: true };
        for shell in [Shell::Bash, Shell::Zsh, Shell::PowerShell] {
            for profile in [&Profile::STRICT, &Profile::DOCUMENTED] {
                analyze(&text, shell, profile, &places, &mut out);
                for view in &out.views {
                    assert!((view.unit as usize) < out.units.len());
                    assert!(out.text.get(view.text.range()).is_some());
                }
                for used in &out.uses {
                    assert!(out.text.get(used.path.range()).is_some());
                    assert!(text.get(used.span.range()).is_some());
                }
                for doubt in &out.doubts {
                    assert!(text.get(doubt.span.range()).is_some());
                }
                let order = |v: &[hookset::shell::View]| {
                    v.is_sorted_by_key(|view| view.unit)
                };
                assert!(order(&out.views));
            }
        }
    }
}

/// Pieces of command lines.
const PIECES: &[&str] = &[
    " ",
    " ",
    " ",
    ";",
    "|",
    "&&",
    "\n",
    "(",
    ")",
    "{ ",
    "; }",
    "$(",
    "`",
    "'",
    "\"",
    "\\",
    "rm",
    "git",
    "push",
    "-c",
    "--",
    "-",
    "sudo",
    "env",
    "xargs",
    "find",
    "-exec",
    "\\;",
    "bash",
    "eval",
    "sed",
    "awk",
    "s/a/b/e",
    "{print > \"x\"}",
    "w x",
    "tar",
    "-I",
    "cp",
    "-t",
    "ssh",
    "$X",
    "${x}",
    "*",
    "~",
    "/",
    "..",
    "cd",
    "> ",
    "< ",
    "<<E\n",
    "E",
    "<<<",
    "A=1",
    "é",
    "\u{200b}",
    "\0",
    "&",
    "%",
    "iex",
    "nix",
    "docker",
    "exec",
    "run",
    "dd",
    "of=x",
    "-i",
    "if ",
    "then ",
    "fi",
    "echo",
    "printf",
    "source",
    "<(",
];
