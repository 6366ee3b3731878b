//! Running cases: what a policy answers, and where that differs.

use std::collections::HashMap;

use hookset::event::Context;
use hookset::plan::answers::Decision;
use hookset::plan::why::Explained;
use serde_json::Value;

use super::cases::{Case, Doubt, Policies, Want};
use super::coverage::Coverage;
use crate::answer::{Answer, Hook};
use crate::context;
use crate::discover;
use crate::engine::{self, Engine, Input};
use crate::fault::Fault;
use crate::input::Above;
use crate::input::{self, POLICY_LIMIT};
use crate::ready::STRICT;

/// A case that was run.
pub(super) struct Ran {
    pub(super) case: Case,
    pub(super) answer: Answer,
    /// What differs; empty where it passed.
    pub(super) differences: Vec<Difference>,
    /// Why each rule matches or not, for cases that failed.
    pub(super) explained: Vec<Explained>,
    /// Which of the engines answered.
    pub(super) engine: usize,
}

/// Something that is not as expected.
pub(super) struct Difference {
    pub(super) what: &'static str,
    pub(super) want: String,
    pub(super) got: String,
}

/// An engine, and which of its rules have spoken.
pub(super) struct Tried {
    pub(super) engine: Engine,
    pub(super) coverage: Coverage,
}

/// Engines by policy and dialect: compiled once for all cases.
#[derive(Default)]
pub(super) struct Engines {
    known: HashMap<(Policies, Option<String>), usize>,
    pub(super) all: Vec<Tried>,
}

impl Engines {
    /// The engine of a policy, in the dialect that somebody names; settings
    /// are then those of that dialect, wherever they stand.
    pub(super) fn of(
        &mut self,
        policy: &Policies,
        dialect: Option<&str>,
    ) -> Result<usize, Fault> {
        let key = (policy.clone(), dialect.map(str::to_owned));
        if let Some(at) = self.known.get(&key) {
            return Ok(*at);
        }
        let said = dialect.map(engine::dialect).transpose()?;
        let inputs = match policy {
            Policies::Inline { name, text } => {
                let place = discover::inline(name, "project");
                vec![Input { place, text: text.clone() }]
            }
            Policies::Files(files) => {
                let mut inputs = Vec::new();
                for path in files {
                    let text = input::read_text(path, POLICY_LIMIT)?;
                    let place = discover::place(path);
                    inputs.push(Input { place, text });
                }
                inputs
            }
        };
        let inputs = engine::told(inputs, said.as_ref());
        let read = said.map_or_else(|| engine::dialect(STRICT), Ok)?;
        let engine = Engine::new(inputs, &read)?;
        let name = match policy {
            Policies::Inline { name, .. } => name.clone(),
            Policies::Files(files) => files.join(", "),
        };
        let coverage = Coverage::of(name, &engine);
        let at = self.all.len();
        self.all.push(Tried { engine, coverage });
        self.known.insert(key, at);
        Ok(at)
    }

    /// Runs one case.
    pub(super) fn run(&mut self, case: Case) -> Result<Ran, Fault> {
        let at = self.of(&case.policy, case.dialect.as_deref())?;
        let (context, slips) = context::read(&case.place, &case.context)?;
        if let Some(slip) = slips.first() {
            let code = hookset::diagnostic::Code::UNKNOWN_CONTEXT_KEY;
            return Err(Fault::new(code, &case.place, &slip.message).stops());
        }
        let id = Value::from(case.name.as_str());
        let Some(tried) = self.all.get_mut(at) else {
            let code = hookset::diagnostic::Code::POLICY_TOO_LARGE;
            return Err(Fault::new(code, &case.place, "too many policies"));
        };
        let told = tried.engine.explain(id, &case.event, &context);
        let (mut answer, mut explained) = told;
        let name = &case.place;
        match engine::unreadable_event(name, Above::default(), &case.event) {
            Some(fault) => answer.fail(fault),
            None => decided(&mut tried.engine, &case, &context, &mut answer),
        }
        tried.coverage.add(&answer);
        let differences = compare(&case.want, &answer);
        if differences.is_empty() {
            explained.clear();
        }
        Ok(Ran { case, answer, differences, explained, engine: at })
    }
}

/// What hooks of the policy decide counts, too.
fn decided(
    engine: &mut Engine,
    case: &Case,
    context: &Context,
    answer: &mut Answer,
) {
    let judged = engine.judge(&case.event, context);
    let word = judged.decision.as_str();
    if judged.decision != Decision::None && word != answer.permission.behavior
    {
        answer.permission.behavior = word;
        answer.permission.reason = judged.reason;
    }
}

fn compare(want: &Want, answer: &Answer) -> Vec<Difference> {
    let mut out = Vec::new();
    let mut differs = |what, want: String, got: String| {
        if want != got {
            out.push(Difference { what, want, got });
        }
    };
    if let Some(want) = &want.behavior {
        let got = answer.permission.behavior;
        // An event that cannot be read is never answered with less.
        let got = if got.is_empty() { "none" } else { got };
        differs("verdict", want.clone(), got.to_owned());
    }
    if let Some(want) = &want.rule {
        let got = answer.permission.rule.clone();
        let got = got.unwrap_or_else(|| "no rule".to_owned());
        differs("rule", want.clone(), got);
    }
    if let Some(want) = &want.fires {
        let got: Vec<_> = answer.hooks.iter().map(action).collect();
        differs("hooks", list(want), list(&got));
    }
    let reasons: Vec<String> =
        answer.doubt.iter().map(|doubt| doubt.reason.clone()).collect();
    match &want.doubt {
        None => {}
        Some(Doubt::Any(want)) => {
            let word = |is| if is { "some" } else { "none" };
            let got = match reasons.is_empty() {
                true => "none".to_owned(),
                false if *want => "some".to_owned(),
                false => list(&reasons),
            };
            differs("doubt", word(*want).to_owned(), got);
        }
        Some(Doubt::Reason(want)) => {
            let got = match reasons.contains(want) {
                true => want.clone(),
                false => list(&reasons),
            };
            differs("doubt", want.clone(), got);
        }
    }
    out
}

fn list(texts: &[String]) -> String {
    match texts {
        [] => "none".to_owned(),
        texts => format!("`{}`", texts.join("`, `")),
    }
}

/// What a hook runs, by which a case names it: the first text of its
/// settings (`command`, `url`, `tool`, `prompt`, the decision).
pub(super) fn action(hook: &Hook) -> String {
    let first = hook.action.values().next();
    let text = first.and_then(Value::as_str);
    text.unwrap_or(&hook.kind).to_owned()
}
