//! The library's answers in the words of the contract.

use std::borrow::Cow;
use std::collections::HashSet;

use hookset::diagnostic::{Code, Severity};
use hookset::dialect::Dialect;
use hookset::event::{Event, tools};
use hookset::ir::{Effect, RuleId};
use hookset::load::{Action, Mode, Scope};
use hookset::plan::{self, Behavior, Why};
use hookset::shell::{Effects, Reason};
use hookset::source::Decoded;
use serde_json::{Map, Value};

use crate::answer::{
    Answer, Doubt, Finding, Hook, Matched, Permission, Skipped,
};

/// A finding of the policy.
pub(super) fn finding(found: plan::Finding) -> Finding {
    Finding {
        code: found.code.name(),
        severity: found.severity.as_str(),
        message: found.message,
        source: found.place,
    }
}

/// The answer to one event.
pub(super) fn answer(
    engine: &plan::Engine,
    event: &Event<'_>,
    answer: &plan::Answer<'_>,
    id: Value,
) -> Answer {
    let command = event.input("command").and_then(|value| value.decoded());
    let command = command.as_ref().map_or("", Decoded::as_str);
    let (hooks, skipped) = hooks(engine, event, answer);
    Answer {
        id,
        error: None,
        permission: permission(engine, event, answer, command),
        matched: matched(engine, answer),
        hooks,
        skipped,
        doubt: doubts(engine, answer, command),
        diagnostics: troubles(event),
    }
}

fn permission(
    engine: &plan::Engine,
    event: &Event<'_>,
    answer: &plan::Answer<'_>,
    command: &str,
) -> Permission {
    let decided = answer.permission.rule;
    let found = decided.and_then(|id| engine.rule(id));
    Permission {
        behavior: answer.permission.behavior.as_str(),
        rule: found.as_ref().map(|rule| rule.text.clone().into_owned()),
        effect: found.as_ref().map(|rule| word(rule.effect)),
        source: decided.map(|id| engine.rule_place(id)),
        reason: engine.reason(answer, command),
        note: late(event, answer.permission.behavior),
    }
}

/// What is said where nobody asks the rules: what has happened is not
/// stopped.
fn late(event: &Event<'_>, behavior: Behavior) -> Option<&'static str> {
    let is_late = event.kind.is_some_and(|kind| !kind.is_decided());
    (is_late && behavior != Behavior::None).then_some(
        "rules are asked before a call only: here they decide nothing",
    )
}

/// The list of a permission rule that a person wrote.
pub(super) fn written(effect: Effect) -> Option<&'static str> {
    match effect {
        Effect::Allow | Effect::Deny | Effect::Ask => Some(word(effect)),
        _ => None,
    }
}

fn word(effect: Effect) -> &'static str {
    match effect {
        Effect::Allow => "allow",
        Effect::Deny => "deny",
        Effect::Ask => "ask",
        Effect::Fire(_) => "if",
        Effect::MayDeny => "deny",
        Effect::MayAsk => "ask",
    }
}

/// Every rule once, however many places it matches at, and none that only may
/// match. Hooks without a condition are no rules that a person wrote.
fn matched(engine: &plan::Engine, answer: &plan::Answer<'_>) -> Vec<Matched> {
    let sure = answer.matches.iter().filter(|each| !answer.is_maybe(each));
    let mut ids: Vec<RuleId> = sure.map(|each| each.rule).collect();
    ids.dedup();
    let rules = ids.into_iter().filter_map(|id| Some((id, engine.rule(id)?)));
    let written = rules.filter(|(_, rule)| {
        let could = matches!(rule.effect, Effect::MayDeny | Effect::MayAsk);
        !could && !rule.text.is_empty()
    });
    let matched = written.map(|(id, rule)| Matched {
        rule: rule.text.into_owned(),
        effect: word(rule.effect),
        source: engine.rule_place(id),
    });
    matched.collect()
}

fn hooks(
    engine: &plan::Engine,
    event: &Event<'_>,
    answer: &plan::Answer<'_>,
) -> (Vec<Hook>, Vec<Skipped>) {
    let (mut hooks, mut skipped) = (Vec::new(), Vec::new());
    let fires = answer.hooks.iter().filter(|each| each.skipped.is_none());
    let fires = fires.filter_map(|each| engine.hook(each.hook));
    // Those of plugins raise no time that all have together.
    let ours = fires.filter(|found| found.scope != Scope::Plugin);
    let longest = ours.filter_map(|found| found.handler.timeout).max();
    for each in &answer.hooks {
        let Some(found) = engine.hook(each.hook) else { continue };
        match each.skipped {
            None => hooks.push(hook(&found, event, engine.dialect(), longest)),
            Some(why) => {
                let source = found.place.clone();
                skipped.push(Skipped { source, why });
            }
        }
    }
    (hooks, skipped)
}

fn hook(
    found: &plan::EngineHook,
    event: &Event<'_>,
    dialect: &Dialect,
    longest: Option<u64>,
) -> Hook {
    let handler = &found.handler;
    let milliseconds =
        found.event.map(|kind| match dialect.shared_time(kind, longest) {
            Some(shared) => handler.timeout.unwrap_or(shared).min(shared),
            None => dialect.timeout(handler, kind),
        });
    let known = found.event.map(|kind| kind.name());
    let name = known.or(event.name).unwrap_or_default();
    Hook {
        kind: handler.kind().as_str().to_owned(),
        event: name.to_owned(),
        action: action(&handler.action),
        source: found.place.clone(),
        timeout: milliseconds.map_or(Value::Null, seconds),
        once: handler.once,
        is_async: handler.is_async(),
    }
}

/// Whole seconds as a whole number.
pub(crate) fn seconds(milliseconds: u64) -> Value {
    if milliseconds.is_multiple_of(1000) {
        Value::from(milliseconds / 1000)
    } else {
        Value::from(milliseconds as f64 / 1000.0)
    }
}

/// What a handler does, under the keys of the settings file; what people
/// want to see comes first.
pub(crate) fn action(action: &Action) -> Map<String, Value> {
    let mut map = Map::new();
    let mut put = |key: &str, text: Option<&Decoded>| {
        if let Some(text) = text {
            map.insert(key.to_owned(), text.as_str().into());
        }
    };
    match action {
        Action::Command { command, args, .. } => {
            put("command", Some(command));
            if let Some(args) = args {
                let args = args.iter().map(Decoded::as_str);
                let args = args.map(Value::from).collect();
                map.insert("args".to_owned(), Value::Array(args));
            }
        }
        Action::Http { url, .. } => put("url", Some(url)),
        Action::McpTool { server, tool, .. } => {
            put("tool", Some(tool));
            put("server", Some(server));
        }
        Action::Prompt { prompt, model, .. }
        | Action::Agent { prompt, model } => {
            put("prompt", Some(prompt));
            put("model", model.as_ref());
        }
        Action::Decision { decision, reason, context } => {
            let word = decision.as_ref().map(|each| each.value.as_str());
            put("reason", reason.as_ref());
            put("additionalContext", context.as_ref());
            if let Some(word) = word {
                let key = "permissionDecision".to_owned();
                map.shift_insert(0, key, word.into());
            }
        }
        Action::Inject { server, level, text, tool } => {
            put("context", text.as_ref());
            put("context_tool", tool.as_ref().map(|(tool, _)| tool));
            put("server", Some(server));
            map.insert("level".to_owned(), level.as_str().into());
        }
    }
    map
}

/// Every doubt once.
fn doubts(
    engine: &plan::Engine,
    answer: &plan::Answer<'_>,
    command: &str,
) -> Vec<Doubt> {
    let mut out: Vec<Doubt> = Vec::new();
    if let Why::Degraded(lost) = answer.permission.why {
        let reason = Reason::DegradedPolicy.as_str().to_owned();
        let text = engine.lost_place(lost).unwrap_or_default();
        out.push(Doubt { reason, text });
    }
    // What bears on conditions alone matters where a hook waits; an answer
    // that lets the call run rests on nothing that is in doubt.
    let hooks = match answer.hooks.is_empty() {
        true => Effects::default(),
        false => Effects::IF,
    };
    let rules = match answer.permission.behavior {
        Behavior::Allow => Effects::default(),
        _ => Effects(Effects::ALL.0 & !Effects::IF.0),
    };
    let relevant = hooks.and(rules);
    let decisive = match answer.permission.why {
        Why::Undecided(doubt) | Why::InDoubt(doubt) => Some(doubt),
        _ => None,
    };
    let doubts = answer.subjects.doubts();
    let allows = answer.permission.behavior == Behavior::Allow;
    let doubts = doubts.filter(|doubt| match doubt.reason {
        _ if doubt.effects.meets(relevant) => true,
        Reason::Confusable => true,
        // An allow rule did not look, and nobody needs to ask.
        Reason::ExecFlag => !allows,
        _ => false,
    });
    let mut seen = HashSet::new();
    for doubt in decisive.iter().chain(doubts) {
        let reason = doubt.reason.as_str();
        let text = excerpt(doubt.text(command));
        if seen.insert((reason, text.clone())) {
            let (reason, text) = (reason.to_owned(), text.into_owned());
            out.push(Doubt { reason, text });
        }
    }
    out
}

/// The start of a text. Commands in commands are each in doubt with all that
/// is within them, so whole texts would be as many as they are long.
fn excerpt(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 1024;
    match text.char_indices().nth(LONGEST) {
        None => Cow::Borrowed(text),
        Some((end, _)) => {
            let start = text.get(..end).unwrap_or(text);
            Cow::Owned(format!("{start}…"))
        }
    }
}

fn troubles(event: &Event<'_>) -> Vec<Finding> {
    let code = Code::INVALID_EVENT;
    let found = event.troubles.iter().map(|trouble| Finding {
        code: code.name(),
        severity: code.severity().as_str(),
        message: trouble.message(),
        source: None,
    });
    let mode = event.permission_mode.and_then(mode);
    found.chain(mode).chain(event.tool_name.and_then(foreign)).collect()
}

/// What is said of a tool that is called so elsewhere: no rule is about it.
fn foreign(name: &str) -> Option<Finding> {
    let (ours, _) = tools::foreign(name)?;
    let message = format!(
        "`{name}` is what another runner calls a tool: rules are about \
         `{ours}`. `hookset eval` and `hookset hook` read events of other \
         runners with `--host <HOST>`"
    );
    let code = Code::UNKNOWN_TOOL.name();
    let severity = Severity::Warning.as_str();
    Some(Finding { code, severity, message, source: None })
}

/// What is said of a mode that is none.
fn mode(name: &str) -> Option<Finding> {
    if Mode::named(name).is_some() {
        return None;
    }
    let modes = Mode::ALL.iter().map(|row| row.1).collect::<Vec<_>>();
    let message = format!(
        "`{}` is no `permission_mode` that is known; the event is answered \
         as in `default`. Modes are `{}`",
        excerpt(name),
        modes.join("`, `")
    );
    let (code, severity) = (Code::UNKNOWN_MODE.name(), Severity::Warning);
    Some(Finding { code, severity: severity.as_str(), message, source: None })
}
