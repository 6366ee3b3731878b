//! Hooks, known by what they do.

use std::collections::HashMap;

use crate::dialect::Dialect;
use crate::event::EventKind;
use crate::event::table::Facets;
use crate::json::{Tape, Value, canonical};
use crate::load::{Action, Handler, HandlerKind, List, Scope};
use crate::policy::{Hook, Policy};

/// What of an entry tells a hook from another one that runs the same.
const APART: &[&str] = &[
    "allowedEnvVars",
    "args",
    "async",
    "asyncRewake",
    "context_tool_args",
    "continueOnBlock",
    "headers",
    "input",
    "model",
    "once",
    "shell",
];

/// A hook, known by what it does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HookName {
    /// The event it waits for.
    pub event: String,
    /// How it is run.
    pub kind: HandlerKind,
    /// What it runs.
    pub runs: String,
    /// What else of its entry tells it from others, as JSON.
    pub how: String,
    /// Whether its answer can stop the operation.
    pub stops: bool,
    /// Whether its answer can let a call run that nobody has agreed to.
    pub approves: bool,
    /// The milliseconds it is waited for, where the name is about that.
    pub within: Option<u64>,
    /// The plugin or skill that it comes with, where copies there are others.
    pub with: Option<Bringer>,
}

/// What brings a hook along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bringer {
    /// A plugin or a skill.
    pub scope: Scope,
    /// Which of those that bring the same hook, in the order of their files.
    pub number: usize,
}

/// What names of one hook share, whatever time they say.
type Key = (String, HandlerKind, String, String, Option<Bringer>);

impl HookName {
    /// What it runs, and the time where the name is about that.
    pub fn said(&self) -> String {
        let mut said = self.runs.clone();
        if let Some(with) = self.with {
            let one = if with.number > 0 { "another" } else { "a" };
            said.push_str(&format!(", of {one} {}", with.scope.as_str()));
        }
        match self.within {
            None => said,
            Some(time) if time % 1000 == 0 => {
                format!("{said}, waited for {} s", time / 1000)
            }
            Some(time) => format!("{said}, waited for {time} ms"),
        }
    }

    fn key(&self) -> Key {
        let HookName { event, runs, how, with, .. } = self;
        (event.clone(), self.kind, runs.clone(), how.clone(), *with)
    }
}

/// What brings each hook of a policy along: a copy in a plugin or skill is
/// another hook.
pub(super) fn bringers(policy: &Policy) -> Vec<Option<Bringer>> {
    let dialect = policy.dialect();
    let mut known: HashMap<_, Vec<usize>> = HashMap::new();
    let all = policy.hooks().iter().map(|hook| {
        let at = hook.place.document;
        let scope = policy.documents().get(at)?.scope;
        let apart = matches!(scope, Scope::Plugin | Scope::Skill);
        if !apart || !dialect.running.copies_apart {
            return None;
        }
        let entry = entry(policy, hook);
        let names = names(hook.event, entry, dialect, None);
        let files = known.entry((scope, names)).or_default();
        let number = files.iter().position(|file| *file == at);
        let number = number.unwrap_or_else(|| {
            files.push(at);
            files.len() - 1
        });
        Some(Bringer { scope, number })
    });
    all.collect()
}

/// A handler and its entry as it is written.
pub(super) fn entry<'a>(
    policy: &'a Policy,
    hook: &'a Hook,
) -> (&'a Handler, &'a str) {
    let document = policy.documents().get(hook.place.document);
    let raw = document.map_or("", |d| d.raw(hook.handler.span));
    (&hook.handler, hook.handler.text.as_deref().unwrap_or(raw))
}

/// The times of each hook, as they stand.
fn times(names: &[HookName]) -> HashMap<Key, Vec<u64>> {
    let mut out: HashMap<Key, Vec<u64>> = HashMap::new();
    for name in names {
        if let Some(time) = name.within {
            out.entry(name.key()).or_default().push(time);
        }
    }
    out
}

/// Of the differences between the names of two policies, those that are to
/// be told: the time only where the hook is in both, and that one has gone
/// only where the other is shorter.
pub(super) fn told(was: &mut Vec<HookName>, is: &mut Vec<HookName>) {
    let (before, after) = (times(was), times(is));
    was.retain(|name| {
        name.within.is_none_or(|time| {
            let now = after.get(&name.key());
            now.is_some_and(|now| now.iter().any(|now| *now < time))
        })
    });
    is.retain(|name| {
        name.within.is_none() || before.contains_key(&name.key())
    });
}

/// What a hook is known by that is waited for: one that can stop something
/// and takes its time.
pub(super) fn timed(
    kind: Option<EventKind>,
    entry: (&Handler, &str),
    dialect: &Dialect,
    with: Option<Bringer>,
) -> Option<HookName> {
    let name = names(kind, entry, dialect, with).into_iter().next()?;
    let runs = !matches!(entry.0.action, Action::Decision { .. });
    let time = dialect.timeout(entry.0, kind.filter(|_| name.stops && runs)?);
    Some(HookName { approves: false, within: Some(time), ..name })
}

/// Whether it is certain that the hooks two policies share are waited for as
/// long as before; `longer` where more is fine, too. It is not where a hook
/// stands there with several times: which counts follows the call.
pub(super) fn as_patient(
    old: &[HookName],
    new: &[HookName],
    longer: bool,
) -> bool {
    let (old, new) = (times(old), times(new));
    old.iter().all(|(key, was)| {
        let Some(is) = new.get(key) else { return true };
        let (least, most) = (is.iter().min(), is.iter().max());
        let same = least == was.iter().max() && most == was.iter().min();
        same || longer && least >= was.iter().max()
    })
}

/// What a hook is known by. That it blocks where it fails is a name of its
/// own: it may come and go while the hook stays. `raw` is its entry.
pub(super) fn names(
    kind: Option<EventKind>,
    (handler, raw): (&Handler, &str),
    dialect: &Dialect,
    bringer: Option<Bringer>,
) -> Vec<HookName> {
    let facets = kind.map(|kind| kind.row().facets);
    let stops = facets.is_some_and(|facets| facets.has(Facets::VETO));
    let waits = !handler.is_async();
    let action = &handler.action;
    let (with, how) = apart(action, raw);
    let name = HookName {
        event: kind.map_or("", |kind| kind.name()).to_owned(),
        kind: handler.kind(),
        runs: format!("{}{with}", runs(action)),
        how,
        stops: stops && waits && can_stop(action),
        approves: kind.is_some_and(grants) && waits && can_approve(action),
        within: None,
        with: bringer,
    };
    let shut = handler.failure_blocks && dialect.running.on_failure;
    let shut = shut.then(|| HookName {
        runs: format!("{}, blocking where it fails", name.runs),
        approves: false,
        ..name.clone()
    });
    std::iter::once(name).chain(shut).collect()
}

/// What tells a hook from another one that runs the same: in words, and to
/// the letter. Values stay out of the words: a header may hold a secret.
fn apart(action: &Action, raw: &str) -> (String, String) {
    let mut words = Vec::new();
    let mut how = String::new();
    let tape = Tape::of(raw);
    let exec = matches!(action, Action::Command { args: Some(_), .. });
    for key in APART {
        let value = tape.root(raw).and_then(|root| root.get(key));
        let usual = |value: &Value<'_>| {
            value.bool() == Some(false)
                || *key == "shell" && (exec || value.str() == Some("bash"))
        };
        let Some(value) = value.filter(|value| !usual(value)) else {
            continue;
        };
        if *key != "args" {
            words.push((*key).to_owned());
        }
        how.push_str(key);
        canonical(value, &mut how);
    }
    let with = if words.is_empty() { "" } else { ", with " };
    (format!("{with}{}", words.join(", ")), how)
}

/// The events whose hooks may agree to a call in the person's place.
fn grants(kind: EventKind) -> bool {
    [EventKind::PRE_TOOL_USE, EventKind::PERMISSION_REQUEST].contains(&kind)
}

fn can_stop(action: &Action) -> bool {
    match action {
        Action::Inject { .. } => false,
        Action::Decision { decision, .. } => {
            decision.as_ref().is_some_and(|d| d.value != List::Allow)
        }
        _ => true,
    }
}

/// Whether an answer can be an approval: that of a program, a server or a
/// tool can; a model's only says whether to go on.
fn can_approve(action: &Action) -> bool {
    match action {
        Action::Command { .. }
        | Action::Http { .. }
        | Action::McpTool { .. } => true,
        Action::Decision { decision, .. } => {
            decision.as_ref().is_some_and(|d| d.value == List::Allow)
        }
        Action::Prompt { .. }
        | Action::Agent { .. }
        | Action::Inject { .. } => false,
    }
}

/// What a handler does, in one line.
fn runs(action: &Action) -> String {
    let text = match action {
        Action::Command { command, args, .. } => {
            let args = args.iter().flatten().map(|arg| arg.as_str());
            let words = std::iter::once(command.as_str()).chain(args);
            return words.collect::<Vec<_>>().join(" ");
        }
        Action::Http { url, .. } => url.as_str(),
        Action::McpTool { server, tool, .. } => {
            return format!("{} of {}", tool.as_str(), server.as_str());
        }
        Action::Prompt { prompt, .. } | Action::Agent { prompt, .. } => {
            prompt.as_str()
        }
        Action::Inject { server, text, tool, .. } => {
            let text = text.as_ref().map(|text| text.as_str());
            let tool = tool.as_ref().map(|(tool, _)| tool.as_str());
            let what = text.or(tool).unwrap_or("");
            return format!("{} says: {what}", server.as_str());
        }
        Action::Decision { decision, .. } => {
            decision.as_ref().map_or("decision", |list| list.value.as_str())
        }
    };
    text.to_owned()
}
