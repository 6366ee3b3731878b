//! Laws between a case of the suite and the same case said in another way:
//! what is stopped stays stopped when the command is put into a compound one
//! or spelled otherwise, more guards never let more run, and rules that mean
//! the same answer the same. The cases are the seeds.

mod lists;
mod places;
mod shells;
mod texts;
mod unknown;

use std::collections::HashMap;
use std::sync::LazyLock;

use hookset::dialect::Dialect;
use hookset::event::{Context, Event};
use hookset::json::Tape;
use hookset::load::Scope;
use hookset::plan::{Behavior, Engine, Scratch};
use serde_json::{Value, json};

use crate::laws::strictness;
use crate::suite::cases;
use crate::suite::engine::{call, compiled, context, policy, settings};

/// A call and the rules beside it.
#[derive(Clone)]
struct Seed {
    name: String,
    lists: Value,
    tool: String,
    input: Value,
    context: Value,
    /// What is said to it as it stands.
    said: Said,
}

/// What matters of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    behavior: Behavior,
    /// Whether the line was not understood, or is larger than is looked at.
    lost: bool,
}

/// Engines by their settings: most seeds share a few.
#[derive(Default)]
struct Asking {
    engines: HashMap<String, Engine>,
    scratch: Scratch,
}

impl Asking {
    fn ask(
        &mut self,
        lists: &Value,
        tool: &str,
        input: &Value,
        at: &Value,
    ) -> Said {
        let text = settings(lists, None, None);
        let engine = self.engines.entry(text.clone()).or_insert_with(|| {
            let dialect = Dialect::named("hookset").unwrap();
            compiled(policy(&text, Scope::Project, &dialect))
        });
        let usual = json!({
            "cwd": "/srv/proj",
            "home": "/home/u",
            "project_root": "/srv/proj",
        });
        let context: Context = context(&usual, at);
        let payload = call(tool, input);
        let mut tape = Tape::new();
        let event = Event::read(&payload, &mut tape);
        let answer = engine.answer(&event, &context, &mut self.scratch);
        let lost = answer.subjects.doubts().any(|doubt| {
            matches!(doubt.reason.as_str(), "unparsed" | "size" | "depth")
        });
        Said { behavior: answer.permission.of_rules(), lost }
    }
}

/// The cases that can be said in another way.
static SEEDS: LazyLock<Vec<Seed>> = LazyLock::new(|| {
    let mut asking = Asking::default();
    let usable = |case: &cases::Case| {
        let rules = &case.row["rules"];
        // What a search was seen to meet is told of it as it stands there.
        let seen = !case.row["context"]["met"].is_null();
        let plain =
            rules["if"].is_null() && rules["matcher"].is_null() && !seen;
        let text = case.row["input"].to_string();
        plain && text.len() < 2000 && case.row["input"]["raw_event"].is_null()
    };
    let cases = cases::of("bypass").into_iter().filter(usable);
    cases
        .map(|case| {
            let mut lists = json!({"allow": [], "deny": [], "ask": []});
            for list in ["allow", "deny", "ask"] {
                if case.row["rules"][list].is_array() {
                    lists[list] = case.row["rules"][list].clone();
                }
            }
            let tool = case.text("tool").to_owned();
            let input = case.row["input"].clone();
            let context = match &case.row["context"] {
                Value::Null => json!({}),
                context => context.clone(),
            };
            let said = asking.ask(&lists, &tool, &input, &context);
            Seed { name: case.name, lists, tool, input, context, said }
        })
        .collect()
});

/// The command of a seed for bash.
fn command(seed: &Seed) -> Option<&str> {
    let bash = seed.tool == "Bash" && seed.context["shell"].is_null();
    seed.input["command"].as_str().filter(|_| bash)
}

/// Whether what was stopped stays stopped.
fn keeps(before: &Said, after: &Said) -> bool {
    let (was, is) = (strictness(before.behavior), strictness(after.behavior));
    match was {
        // What is not understood need not be told apart as well.
        3 if !before.lost => is == 3,
        2 | 3 => is >= 2,
        was => is >= was,
    }
}

fn settle(law: &str, wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{law}: {} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Whether a command sets a variable that it asks for.
fn sets_some(text: &str) -> bool {
    let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    text.split('$').skip(1).any(|rest| {
        let rest = rest.trim_start_matches('{');
        let name = rest.split(ends).next().unwrap_or("");
        !name.is_empty() && text.contains(&format!("{name}="))
    })
}

/// Another command for each seed that has one.
fn rewritten(
    law: &str,
    seeds: &[Seed],
    asking: &mut Asking,
    say: impl Fn(&str) -> Option<String>,
) {
    let mut wrong = Vec::new();
    for seed in seeds {
        let Some(text) = command(seed).and_then(&say) else { continue };
        let mut input = seed.input.clone();
        input["command"] = text.as_str().into();
        let said = asking.ask(&seed.lists, &seed.tool, &input, &seed.context);
        // What a variable holds may be known in one line and not in another.
        let told = command(seed).is_some_and(sets_some);
        let lost = seed.said.lost || told;
        if !keeps(&Said { lost, ..seed.said }, &said) {
            let (was, is) = (seed.said.behavior, said.behavior);
            wrong.push(format!("{} {was:?} -> {is:?}: {text:?}", seed.name));
        }
    }
    settle(law, &wrong);
}

#[test]
fn what_is_stopped_stays_so_within_other_commands() {
    const WITHIN: &[(&str, &str)] = &[
        ("( ", "\n)"),
        ("{ ", "\n}"),
        ("if true; then ", "\nfi"),
        ("if ", "\nthen :; fi"),
        ("if false; then :; else ", "\nfi"),
        ("true && ", ""),
        ("true || ", ""),
        ("true; ", "\n"),
        ("true &\n", ""),
        ("", "\ntrue"),
        ("for i in 1; do ", "\ndone"),
        ("while ", "\ndo break; done"),
        ("until ", "\ndo break; done"),
        ("case x in x) ", "\n;; esac"),
        ("! ", ""),
        ("time ", ""),
        ("f() { ", "\n}; f"),
        ("echo $(", "\n)"),
        ("echo \"$(", "\n)\""),
        ("cat <(", "\n)"),
        ("x=$(", "\n)"),
        ("[[ -n $(", "\n) ]]"),
        ("{ ( ", "\n) ; }"),
        ("\n\n\t", ""),
        ("# a remark\n", ""),
        ("echo $(echo $(", "\n))"),
        ("(echo \"$(ls; (", "\n) )\")"),
        ("(cd /tmp && ls); ", ""),
        ("x=$(cd /tmp; (ls); pwd); ", ""),
        ("cat <(cd /tmp; ls \"$(ls)\") | head; ", ""),
        ("if (cd /tmp && ls); then ", "\nfi"),
    ];
    let mut asking = Asking::default();
    let seeds = &*SEEDS;
    for (before, after) in WITHIN {
        let law = format!("{before}…{after}");
        rewritten(&law, seeds, &mut asking, |text| {
            // What a variable holds is looked for less far where a line goes
            // elsewhere, and what `$PWD` is not at all.
            let told = text.contains(['$', '`']) && before.contains("cd ");
            (!told).then(|| format!("{before}{text}{after}"))
        });
    }
}

/// The program and the rest of a command that is plain words; words of the
/// shell itself cannot be written otherwise.
fn plain(text: &str) -> Option<(&str, &str)> {
    const OWN: &[&str] = &[
        "if",
        "for",
        "while",
        "until",
        "case",
        "select",
        "function",
        "time",
        "coproc",
        "eval",
        "exec",
        "command",
        "builtin",
        "source",
        "trap",
        "alias",
        "export",
        "declare",
        "typeset",
        "local",
        "readonly",
        "hash",
        "set",
        "mapfile",
        "readarray",
        "read",
        "printf",
        "test",
        "let",
        "enable",
        "bind",
        "complete",
        "compgen",
        "cd",
        "pushd",
        "popd",
        "type",
        "unset",
        "noglob",
        "nocorrect",
    ];
    let (program, rest) = text.split_once(' ')?;
    let letters = |c: char| c.is_ascii_lowercase();
    let word = |c: char| c.is_ascii_alphanumeric() || " ./=_-'|\\".contains(c);
    let name = !program.is_empty() && program.chars().all(letters);
    let plain = name && rest.chars().all(word) && !OWN.contains(&program);
    plain.then_some((program, rest))
}

#[test]
fn what_is_stopped_stays_so_in_other_spellings() {
    let mut asking = Asking::default();
    let seeds: Vec<Seed> = SEEDS
        .iter()
        .filter(|seed| command(seed).and_then(plain).is_some())
        .cloned()
        .collect();
    let mut law = |law: &str, say: &dyn Fn(&str, &str) -> String| {
        rewritten(law, &seeds, &mut asking, |text| {
            plain(text).map(|(p, rest)| say(p, rest))
        });
    };
    law("in quotes", &|p, rest| format!("'{p}' {rest}"));
    law("escaped", &|p, rest| format!("\\{p} {rest}"));
    law("half in quotes", &|p, rest| {
        format!("{}\"\"{} {rest}", &p[..1], &p[1..])
    });
    law("over two lines", &|p, rest| {
        format!("{}\\\n{} {rest}", &p[..1], &p[1..])
    });
    law("in numbers", &|p, rest| {
        let code: String = p.bytes().map(|b| format!("\\x{b:02x}")).collect();
        format!("$'{code}' {rest}")
    });
    law("by its path", &|p, rest| format!("/usr/bin/{p} {rest}"));
    law("by another path", &|p, rest| format!("../x/{p} {rest}"));
    law("with a tab", &|p, rest| format!("{p}\t{rest}"));
    for before in [
        "FOO=1",
        "A[1]=x",
        "</dev/null",
        "2>&1",
        "command",
        "env",
        "nohup",
        "sudo",
        "timeout 5",
        "nice",
        "stdbuf -oL",
        "exec",
        "time -p",
        "time FOO=1",
        "setsid",
        "ionice -c3",
        "sudo -u x env A=1 timeout 3",
        "xargs",
        "strace -f",
        "flock f",
        "docker exec c",
        "npx",
        "uv run",
    ] {
        law(before, &|p, rest| format!("{before} {p} {rest}"));
    }
    let simple = |rest: &str| !rest.contains('|');
    rewritten("found", &seeds, &mut asking, |text| {
        let (p, rest) = plain(text).filter(|(_, rest)| simple(rest))?;
        Some(format!("find . -exec {p} {rest} \\;"))
    });
}
