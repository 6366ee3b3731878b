//! `hookset test`: unit tests of policies.

mod cases;
mod coverage;
mod json;
mod judge;
mod junit;
mod told;

use std::collections::BTreeSet;

use clap::{Args, ValueEnum};
use hookset::diagnostic::Code;
use hookset::event::Context;
use hookset::lint::failing_example;
use serde_json::Value;

use self::cases::Policies;
use self::coverage::Coverage;
use self::judge::{Engines, Ran};
use crate::Exit;
use crate::config;
use crate::context;
use crate::discover;
use crate::events::Events;
use crate::fault::Fault;
use crate::input;
use crate::ready;
use crate::terminal::{self, Look, Stream};

/// Test policies with cases that are written down.
///
/// Reads every `cases.toml` under each PATH, or under the directory you
/// stand in, and asks the policies what they decide. Examples beside rules
/// (`match`, `no_match`) are tried as well.
#[derive(Debug, Args)]
#[command(after_help = "\
A file of cases:
  policy = \"rules.json\"               # relative to this file
  dialect = \"claude\"                  # else as `hookset.toml` says, or `hookset`

  [[case]]
  call = \"Bash(git push --force)\"     # or calls = […], event = {…}
  expect = \"deny\"                     # allow, ask, deny, none
  rule = \"Bash(git push *)\"           # the rule that decides
  fires = [\"scripts/check.sh\"]        # what the hooks that fire run
  doubt = false                       # or a reason, such as \"dynamic-command\"

Examples:
  hookset test
  hookset test rules --coverage
  hookset test --format junit > results.xml
  hookset test --coverage --policy .claude/settings.json \\
    --events log.jsonl                which rules a log never needed

Calls happen in `/project` of the user `/home/user`, whatever the machine;
a table `[context]` says otherwise.

Exit codes: 0 all passed, 1 some failed, 3 cases or policies that cannot be
read.")]
pub(crate) struct TestArgs {
    /// Files of cases, policies with examples, or directories to look in.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// How to print the results.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TestFormat,
    /// Tell which rules and hooks never spoke.
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Count coverage over this policy and the events of a log instead of
    /// cases.
    #[arg(
        long,
        short,
        num_args = 1..,
        value_name = "FILE",
        requires = "events"
    )]
    pub(crate) policy: Vec<String>,
    /// The log: one event per line.
    #[arg(
        long,
        short,
        value_name = "FILE",
        requires_all = ["policy", "coverage"]
    )]
    pub(crate) events: Option<String>,
    /// How to read the policy of `--policy` [default: as `hookset.toml` says
    /// for it, else `hookset`]; cases name their own.
    #[arg(long, value_name = "NAME[@VERSION]")]
    pub(crate) dialect: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestFormat {
    /// For people.
    #[default]
    Text,
    /// One object, schema `hookset.test/1`.
    Json,
    /// JUnit XML.
    Junit,
}

/// Everything that was run.
#[derive(Default)]
struct Results {
    ran: Vec<Ran>,
    examples: Vec<ExampleRan>,
    faults: Vec<Fault>,
    coverage: Option<Vec<Coverage>>,
}

/// An example beside a rule.
struct ExampleRan {
    file: String,
    place: String,
    name: String,
    /// Why it does not hold, if so.
    why: Option<String>,
}

pub(crate) fn run(args: &TestArgs) -> Exit {
    let mut engines = Engines::default();
    let mut results = Results::default();
    match &args.events {
        Some(log) => over_log(args, log, &mut engines, &mut results),
        None => over_cases(&args.paths, &mut engines, &mut results),
    }
    if args.coverage {
        let all = engines.all.iter().map(|tried| tried.coverage.clone());
        results.coverage = Some(all.collect());
    }
    let text = match args.format {
        TestFormat::Text => {
            let look = Look::of(Stream::Out);
            told::text(&results, &engines, look)
        }
        TestFormat::Json => json::text(&results),
        TestFormat::Junit => junit::xml(&results),
    };
    terminal::write(Stream::Out, &text);
    let exit = results.exit();
    if args.format != TestFormat::Json {
        ready::print(results.faults);
    }
    exit
}

fn over_cases(paths: &[String], engines: &mut Engines, results: &mut Results) {
    let here = [".".to_owned()];
    let paths = if paths.is_empty() { &here[..] } else { paths };
    let (files, policies) = discover::cases(paths);
    if files.is_empty() && policies.is_empty() {
        let under = paths.join("`, `");
        let message = format!("no `cases.toml` found under `{under}`");
        let fault = Fault::new(Code::NO_RULE_FILES, under, message);
        let help = "`hookset help test` shows how to write one";
        results.faults.push(fault.help(help));
    }
    for file in files {
        match cases::read(&file) {
            Err(faults) => results.faults.extend(faults),
            Ok(cases) => {
                for case in cases {
                    match engines.run(case) {
                        Ok(ran) => results.ran.push(ran),
                        Err(fault) => results.fault(fault),
                    }
                }
            }
        }
    }
    for path in policies {
        let paths = vec![path];
        let dialect = match config::said(None, &paths) {
            Ok(dialect) => dialect.as_ref().map(config::spelled),
            Err(faults) => {
                results.faults.extend(faults);
                continue;
            }
        };
        if let Err(fault) =
            engines.of(&Policies::Files(paths), dialect.as_deref())
        {
            results.fault(fault);
        }
    }
    examples(engines, results);
    // No test is not the same as a test that passed.
    if results.tests() == 0 && results.faults.is_empty() {
        let under = paths.join("`, `");
        let message = format!("nothing in `{under}` is tested");
        let fault = Fault::new(Code::NO_RULE_FILES, under, message);
        results.faults.push(fault.help(
            "a policy has examples beside its rules (`match`, `no_match`), or \
             a `cases.toml` that names it; `hookset help test` shows both",
        ));
    }
}

/// The examples of every policy that was read, each place once.
fn examples(engines: &Engines, results: &mut Results) {
    let mut seen = BTreeSet::new();
    for tried in &engines.all {
        let Some(policy) = tried.engine.policy() else { continue };
        for document in policy.documents() {
            let bad = failing_example::failing(document, policy.dialect());
            let Some(source) = policy.source(document.source) else {
                continue;
            };
            for example in &document.examples {
                let place = source.place(example.span);
                if !seen.insert(place.clone()) {
                    continue;
                }
                let rule = document.rules.get(example.rule);
                let rule = rule.map_or("", |rule| rule.text.as_str());
                let call = example.call.as_str();
                let verb = match example.matches {
                    true => "matches",
                    false => "leaves alone",
                };
                let same = |(other, _): &&(&_, String)| *other == example;
                let why = bad.iter().find(same);
                results.examples.push(ExampleRan {
                    file: source.name().to_owned(),
                    place,
                    name: format!("`{rule}` {verb} `{call}`"),
                    why: why.map(|(_, why)| why.clone()),
                });
            }
        }
    }
}

/// Coverage over a log of events.
fn over_log(
    args: &TestArgs,
    log: &str,
    engines: &mut Engines,
    results: &mut Results,
) {
    let policies = args.policy.iter().map(|path| ("--policy", &**path));
    if let Err(fault) = input::once(policies.chain([("--events", log)])) {
        return results.fault(fault);
    }
    let policy = Policies::Files(args.policy.clone());
    let dialect = args.dialect.as_deref();
    let dialect = match config::said(dialect, &args.policy) {
        Ok(dialect) => dialect.as_ref().map(config::spelled),
        Err(faults) => return results.faults.extend(faults),
    };
    let at = match engines.of(&policy, dialect.as_deref()) {
        Ok(at) => at,
        Err(fault) => return results.fault(fault),
    };
    let Some(tried) = engines.all.get_mut(at) else { return };
    let mut events = match Events::open(log) {
        Ok(events) => events,
        Err(fault) => return results.fault(fault),
    };
    let usual = Value::Object(cases::usual()).to_string();
    let context = context::read("context", &usual);
    let context = context.map_or(Context::default(), |(context, _)| context);
    while let Some((number, line)) = events.next() {
        let read = line.and_then(|text| {
            let (name, above) = (events.name(), events.above());
            match crate::engine::unreadable_event(name, above, &text) {
                Some(fault) => Err(fault),
                None => Ok(text),
            }
        });
        match read {
            Err(fault) => results.fault(fault),
            Ok(text) => {
                let id = Value::from(number);
                let answer = tried.engine.answer(id, &text, &context);
                tried.coverage.add(&answer);
            }
        }
    }
}

impl Results {
    /// Many cases fail in the same way where a policy cannot be read.
    fn fault(&mut self, fault: Fault) {
        let same = |other: &Fault| {
            other.name == fault.name && other.message == fault.message
        };
        if !self.faults.iter().any(same) {
            self.faults.push(fault);
        }
    }

    fn tests(&self) -> usize {
        self.ran.len() + self.examples.len()
    }

    fn failures(&self) -> usize {
        let cases = self.ran.iter().filter(|r| !r.differences.is_empty());
        let examples = self.examples.iter().filter(|e| e.why.is_some());
        cases.count() + examples.count()
    }

    /// The files with tests, each once, in order.
    fn files(&self) -> Vec<&str> {
        let cases = self.ran.iter().map(|ran| ran.case.file.as_str());
        let examples = self.examples.iter().map(|each| each.file.as_str());
        let mut seen = BTreeSet::new();
        cases.chain(examples).filter(|file| seen.insert(*file)).collect()
    }

    fn exit(&self) -> Exit {
        if !self.faults.is_empty() {
            Exit::Unusable
        } else if self.failures() > 0 {
            Exit::Findings
        } else {
            Exit::Clean
        }
    }
}
