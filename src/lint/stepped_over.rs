//! Deny rules that the documented runner does not see through, each shown
//! with a command.

use crate::analyze::{Judge, Sample, Survey};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Dialect;
use crate::ir::{Atom, Effect, Family, Predicate, Rule, RuleId};
use crate::plan::Behavior;
use crate::policy::Policy;

use super::programs::SUBCOMMANDS;

/// The most deny rules that are tried.
const MAX_RULES: usize = 2_000;

/// Commands that deny rules of a policy are meant to stop and that its
/// runner lets pass, though the strict reading stops them. One finding per
/// rule; both engines confirm each command. Nothing for a dialect that is
/// strict itself.
pub fn stepped_over(policy: &Policy) -> Vec<Diagnostic> {
    if policy.dialect().shell.strict {
        return Vec::new();
    }
    let rules = policy.rules();
    let mut survey = Survey::new(rules, policy.dialect());
    let strict = Policy::from_sources(policy.inputs(), &Dialect::default());
    let mut both =
        Both { documented: Judge::new(policy), strict: Judge::new(&strict) };
    let mut out = Vec::new();
    for (at, rule) in rules.rules.iter().enumerate().take(MAX_RULES) {
        let Ok(at) = u32::try_from(at) else { break };
        if !is_command_guard(policy, rule) {
            continue;
        }
        let samples = survey.samples(RuleId(at));
        let Some(line) = samples.first().and_then(command) else { continue };
        let ways = disguises(&line);
        let found = ways.into_iter().find(|line| both.part(line));
        if let Some(line) = found {
            out.push(finding(rule, &line));
        }
    }
    out
}

fn is_command_guard(policy: &Policy, rule: &Rule) -> bool {
    let Predicate::Atom(id) = rule.predicate else { return false };
    let atom = policy.rules().atom(id);
    rule.effect == Effect::Deny
        && rule.family == Family::Commands
        && matches!(atom, Some(Atom::Command { .. }))
}

fn finding(rule: &Rule, line: &str) -> Diagnostic {
    let message = format!(
        "`{}` does not stop `{line}`: this runner compares the words as they \
         are written",
        rule.text.trim()
    );
    let at = rule.origin;
    let code = Code::DENY_STEPPED_OVER;
    Diagnostic::new(code, message, at.source, at.span).help(
        "run `hookset hook` before each call, or deny the other forms as well",
    )
}

/// The command line of a sample.
fn command(sample: &Sample) -> Option<String> {
    let shown = sample.shown();
    let line = shown.strip_prefix('`')?.strip_suffix('`')?;
    (sample.tool() == "Bash").then(|| line.to_owned())
}

/// The same command in other forms, the plainest first.
fn disguises(line: &str) -> Vec<String> {
    let (name, rest) = match line.split_once(' ') {
        Some((name, rest)) => (name, format!(" {rest}")),
        None => (line, String::new()),
    };
    let mut ways = Vec::new();
    let options = SUBCOMMANDS.iter().find(|row| row.0 == name);
    if let Some((_, option)) = options
        && !rest.is_empty()
    {
        ways.push(format!("{name} {option}{rest}"));
    }
    if !name.contains('/') && !name.is_empty() {
        ways.push(format!("/bin/{name}{rest}"));
        ways.push(format!("/usr/bin/{name}{rest}"));
    }
    let plain = !line.contains(['\'', '"', '\\', '$', '`']);
    if plain {
        ways.push(format!("bash -c '{line}'"));
        ways.push(format!("eval '{line}'"));
        ways.push(format!("find . -exec {line} ;"));
    }
    ways.push(format!("env -S {line}"));
    ways
}

/// The policy as its runner reads it, and as the strict dialect does.
struct Both<'a> {
    documented: Judge<'a>,
    strict: Judge<'a>,
}

impl Both<'_> {
    /// Whether the strict reading denies a command that the documented one
    /// neither denies nor asks about.
    fn part(&mut self, line: &str) -> bool {
        let sample = Sample::command(line);
        let documented = self.documented.behavior(&sample);
        self.strict.behavior(&sample) == Some(Behavior::Deny)
            && documented.is_some_and(|documented| !documented.stops())
    }
}
