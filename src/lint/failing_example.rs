//! Examples beside rules: `match` and `no_match` of our own dialect.

use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Dialect;
use crate::event::{self, Event, short, tools};
use crate::hook_set::Limits;
use crate::ir::Effect;
use crate::json::Tape;
use crate::load::{Document, Example, Family, List, RuleEntry};
use crate::plan::{Behavior, Scratch};
use crate::policy::{Input, Policy};
use crate::syntax::parse_rule;

/// A rule that its own examples refute.
pub struct FailingExample;

impl Lint for FailingExample {
    fn code(&self) -> Code {
        Code::FAILING_EXAMPLE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        out.extend(refuted(cx.documents, cx.dialect));
    }
}

/// Every example that does not hold, as a finding.
pub fn refuted(documents: &[Document], dialect: &Dialect) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for document in documents {
        for (example, why) in failing(document, dialect) {
            let source = document.source;
            let code = Code::FAILING_EXAMPLE;
            let found = Diagnostic::new(code, why, source, example.span);
            let rule = document.rules.get(example.rule);
            let found = match rule {
                Some(rule) => found.also(source, rule.span, "the rule"),
                None => found,
            };
            let help = "`hookset why` shows where the two part; change the \
                        rule, or move the example to the other list";
            out.push(found.help(help));
        }
    }
    out
}

/// The examples of a document that do not hold, and what is wrong.
pub fn failing<'a>(
    document: &'a Document,
    dialect: &Dialect,
) -> Vec<(&'a Example, String)> {
    let mut out = Vec::new();
    let mut judge: Option<(usize, Judge)> = None;
    for example in &document.examples {
        let Some(rule) = document.rules.get(example.rule) else { continue };
        if judge.as_ref().is_none_or(|(at, _)| *at != example.rule) {
            let made = Judge::of(document, rule, dialect);
            judge = made.map(|judge| (example.rule, judge));
        }
        let Some((_, judge)) = &mut judge else { continue };
        let text = example.call.as_str();
        let why = match judge.matches(text) {
            Err(why) => why,
            Ok(matches) if matches == example.matches => continue,
            Ok(true) => format!("the rule matches `{text}`, but must not"),
            Ok(false) => format!("the rule does not match `{text}`"),
        };
        out.push((example, why));
    }
    out
}

/// One rule, alone.
struct Judge {
    engine: crate::plan::Engine,
    scratch: Scratch,
    context: event::Context,
    list: List,
    /// The tool that examples without one are about.
    tool: String,
}

impl Judge {
    fn of(
        document: &Document,
        rule: &RuleEntry,
        dialect: &Dialect,
    ) -> Option<Judge> {
        let list = rule.list.as_str();
        let raw = document.raw(rule.span);
        let input = Input {
            name: String::new(),
            text: format!("{{\"permissions\":{{\"{list}\":[{raw}]}}}}"),
            family: Family::Hookset,
            scope: document.scope,
            directory: Some(PROJECT.to_owned()),
        };
        let policy = Policy::from_sources([input], dialect);
        let engine = policy.compile(&Limits::default()).ok()?;
        let pattern = parse_rule(rule.text.as_str().trim()).ok();
        let tool = pattern.map(|pattern| pattern.name.value);
        let (scratch, context) = (Scratch::default(), context());
        let tool = tool.unwrap_or_default();
        Some(Judge { engine, scratch, context, list: rule.list, tool })
    }

    /// Whether the rule matches a call: one that allows must cover all of
    /// it.
    fn matches(&mut self, call: &str) -> Result<bool, String> {
        // A bare word is a command, unless it is the name of a tool.
        let name = call.split('(').next().unwrap_or(call).trim();
        let whole = tools::find(name).is_some() || name.starts_with("mcp__");
        let own = || short::call(&self.tool, call);
        let payload = match own().filter(|_| !whole) {
            Some(payload) => payload,
            None => short::payload(call).map_err(|wrong| wrong.to_string())?,
        };
        let mut tape = Tape::new();
        let event = Event::read(&payload, &mut tape);
        let engine = &self.engine;
        let answer = engine.answer(&event, &self.context, &mut self.scratch);
        if self.list == List::Allow {
            return Ok(answer.permission.behavior == Behavior::Allow);
        }
        let is_it = |effect: Effect| match self.list {
            List::Deny => matches!(effect, Effect::Deny),
            _ => matches!(effect, Effect::Ask),
        };
        let mut effects =
            answer.matches.iter().filter_map(|each| engine.rule(each.rule));
        Ok(effects.any(|rule| is_it(rule.effect)))
    }
}

const PROJECT: &str = "/project";

/// Where examples happen, the same on every machine.
pub fn context() -> event::Context {
    event::Context {
        cwd: Some(PROJECT.to_owned()),
        home: Some("/home/user".to_owned()),
        project_root: Some(PROJECT.to_owned()),
        ..event::Context::default()
    }
}
