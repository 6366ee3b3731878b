//! What broad allow rules let through, shown by a command that runs.

use std::collections::HashMap;

use crate::analyze::{Judge, Sample};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::lint::programs;
use crate::load::Within;
use crate::plan::Behavior;
use crate::policy::Policy;

/// Adds to findings on broad allow rules what they let through. Where the
/// engine lets nothing of it through, there is nothing to warn of: the rule
/// does what it is for, or hardly anything, and then a note says so.
pub(super) fn examples(
    policy: &Policy,
    judge: &mut Judge<'_>,
    out: &mut Vec<Diagnostic>,
) {
    let broad = [Code::BROAD_ALLOW, Code::ALLOW_UNDOES_DENY];
    let rules = &policy.rules().rules;
    // A finding is about the rule that ends behind it next.
    let mut texts = HashMap::new();
    for rule in rules.iter().filter(|rule| rule.effect.is_permission()) {
        let (at, text) = (rule.origin, rule.text.trim());
        texts.insert((at.source, at.span.start), (at.span, text));
        let content = text.find('(').map_or(0, |open| open + 1);
        let content = u32::try_from(content).unwrap_or(0);
        let inner = at.span.start.saturating_add(content);
        for start in [inner, inner.saturating_add(1)] {
            texts.entry((at.source, start)).or_insert((at.span, text));
        }
    }
    out.retain_mut(|found| {
        let at = found.primary().filter(|_| broad.contains(&found.code));
        let Some(at) = at else { return true };
        let Some((span, text)) = texts.get(&(at.source, at.span.start)) else {
            return true;
        };
        if at.span.end > span.end {
            return true;
        }
        let document = policy.documents().get(at.source.0 as usize);
        let within = document.and_then(|document| document.within.as_ref());
        match let_through(judge, text, within) {
            Tried::Runs(shown) => {
                let help = found.help.take().unwrap_or_default();
                found.help =
                    Some(format!("as it stands, {shown} runs; {help}"));
            }
            Tried::Held(name, shown) => note(found, name, &shown),
            Tried::Harmless => return false,
            Tried::Nothing => {}
        }
        true
    });
}

/// Says that a rule does not cover what its program is there for.
fn note(found: &mut Diagnostic, name: &str, shown: &str) {
    let what = programs::runs(name).unwrap_or("anything");
    let narrow = programs::narrow(name).unwrap_or(name);
    found.code = Code::BROAD_ALLOW;
    found.severity = Severity::Info;
    found.message = format!(
        "`{name}` runs {what}, and this rule does not cover that: {shown} is \
         not allowed by it"
    );
    found.help =
        Some(format!("write each command in full, such as `Bash({narrow})`"));
}

/// What became of calls that a broad rule could let run.
enum Tried<'a> {
    /// This one runs.
    Runs(String),
    /// None of the program does; this is one of them.
    Held(&'a str, String),
    /// None does, but what the program is mostly used for does.
    Harmless,
    Nothing,
}

/// Tries what a program of an allow rule can be told to run, while that counts
/// which the rule stands in.
fn let_through<'a>(
    judge: &mut Judge<'_>,
    rule: &'a str,
    within: Option<&Within>,
) -> Tried<'a> {
    let content = rule.strip_prefix("Bash(");
    let content = content.and_then(|rest| rest.strip_suffix(')'));
    let Some(content) = content else { return Tried::Nothing };
    let name = programs::head(content);
    let mut held = None;
    for line in examples_of(name) {
        let line = line.replacen("{}", name, 1);
        let sample = Sample::command_within(&line, within);
        match judge.behavior(&sample) {
            Some(Behavior::Allow) => {
                return Tried::Runs(sample.shown().to_owned());
            }
            Some(_) => {
                held.get_or_insert_with(|| sample.shown().to_owned());
            }
            None => return Tried::Nothing,
        }
    }
    let usual = usual(name);
    let usual = usual.map(|line| Sample::command_within(line, within));
    let runs = |usual| judge.behavior(usual) == Some(Behavior::Allow);
    if usual.as_ref().is_some_and(runs) {
        return Tried::Harmless;
    }
    held.map_or(Tried::Nothing, |shown| Tried::Held(name, shown))
}

/// What programs are mostly used for that run others only on the side.
fn usual(program: &str) -> Option<&'static str> {
    match program {
        "find" => Some("find . -name x"),
        "awk" => Some("awk '{ print $1 }' x"),
        "gawk" => Some("gawk '{ print $1 }' x"),
        _ => None,
    }
}

/// What programs that run anything can be told, in order; `{}` is the name.
fn examples_of(program: &str) -> &'static [&'static str] {
    match program {
        "bash" | "sh" | "zsh" | "dash" | "ksh" | "fish" => {
            &["{} -c 'rm -rf build'", "{} x.sh"]
        }
        "python" | "python2" | "python3" => {
            &["{} -c 'import shutil; shutil.rmtree(\"build\")'", "{} x.py"]
        }
        "node" | "bun" | "deno" | "ruby" | "perl" | "lua" | "php" => {
            &["{} -e 'code'", "{} eval 'code'", "{} x"]
        }
        "git" => &["{} -c core.pager='rm -rf build' log", "{} push --force"],
        "find" => &["{} . -delete", "{} . -exec rm {} +"],
        "awk" | "gawk" => {
            &["{} 'BEGIN { system(\"rm -rf build\") }'", "{} -f x.awk"]
        }
        "make" => &["{} x"],
        "docker" | "podman" => &["{} run -v /:/host image rm -rf /host/x"],
        "docker exec" | "docker run" | "podman exec" | "podman run" => {
            &["{} web rm -rf x"]
        }
        "kubectl exec" => &["{} web -- rm -rf x"],
        "direnv exec" => &["{} . rm -rf build"],
        "deno run" => &["{} x.ts"],
        "ssh" => &["{} host rm -rf x"],
        // An option keeps some runners from looking through it.
        "xargs" => &["{} rm -rf build", "{} -n1 rm -rf build"],
        // The first word is the file that is run.
        "source" | "." => &["{} x.sh"],
        _ => &["{} rm -rf build", "{} x"],
    }
}
