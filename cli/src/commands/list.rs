//! `hookset list`: what is in force, and where it was written.

mod idle;
mod status;
mod text;

use std::collections::BTreeMap;

use hookset::diagnostic::{Diagnostic, Severity, render};
use hookset::ir::Origin;
use hookset::load::{self, Declared, List, RuleRef};
use hookset::policy::{Hook, Policy};
use hookset::source::{Decoded, Source};
use serde::Serialize;
use serde_json::Value;

use crate::Exit;
use crate::args::{Format, ListArgs};
use crate::config;
use crate::engine;
use crate::fault::Fault;
use crate::here;
use crate::ready;
use crate::report;
use crate::terminal::{self, Look, Stream};
use crate::text::count;

use self::idle::Idle;
pub(super) use self::status::NO_TOOL;
use self::status::Status;

/// Everything that is in force.
#[derive(Debug, Serialize)]
struct Listing {
    schema: &'static str,
    files: Vec<File>,
    default_mode: Option<Setting>,
    permissions: Vec<Permission>,
    hooks: Vec<Entry>,
    /// What could not be read, as `check` prints it.
    diagnostics: Value,
}

#[derive(Debug, Serialize)]
struct File {
    name: String,
    scope: &'static str,
}

#[derive(Debug, Serialize)]
struct Setting {
    value: String,
    scope: &'static str,
    source: String,
}

#[derive(Debug, Serialize)]
struct Permission {
    effect: &'static str,
    rule: String,
    scope: &'static str,
    source: String,
    active: bool,
    /// Why not, where it is not active.
    reason: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Entry {
    event: String,
    matcher: Option<String>,
    /// What a server's declaration asks of the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    declared: Option<Demands>,
    #[serde(rename = "if")]
    condition: Option<String>,
    #[serde(rename = "type")]
    kind: &'static str,
    action: serde_json::Map<String, serde_json::Value>,
    scope: &'static str,
    source: String,
    active: bool,
    reason: Option<&'static str>,
}

/// The matcher of a declaration; all that is there must match.
#[derive(Debug, Serialize)]
struct Demands {
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input_contains: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_server: Option<String>,
}

impl Demands {
    fn of(declared: &Declared) -> Demands {
        let text = |text: &Option<Decoded>| {
            text.as_ref().map(|text| text.as_str().to_owned())
        };
        Demands {
            tool_name: text(&declared.tool),
            input_contains: text(&declared.input),
            tool_server: text(&declared.server),
        }
    }

    fn text(&self) -> String {
        let mut all = Vec::new();
        all.extend(self.tool_name.clone());
        let server = self.tool_server.as_ref();
        all.extend(server.map(|name| format!("server `{name}`")));
        let input = self.input_contains.as_ref();
        all.extend(input.map(|part| format!("input with `{part}`")));
        all.join(", ")
    }
}

pub(crate) fn run(args: &ListArgs) -> Exit {
    match listing(args) {
        Ok(listing) => {
            let text = match args.format {
                Format::Json => json(&listing),
                Format::Text => text::text(&listing, Look::of(Stream::Out)),
            };
            terminal::write(Stream::Out, &text);
            Exit::Clean
        }
        Err(faults) => ready::cannot(args.format == Format::Json, faults),
    }
}

/// The errors about what is in no list: rules and hooks that are not
/// understood say so where they stand. Of what servers declare also what is
/// left out with less than an error.
fn unlisted(policy: &Policy) -> Vec<Diagnostic> {
    let documents = policy.documents().iter();
    let rules = documents.clone().flat_map(|document| {
        document.rules.iter().map(|rule| (document.source, rule.span))
    });
    // Hooks of an event that is none are listed, too.
    let hooks = documents.flat_map(|document| {
        let groups = document.groups.iter();
        groups.flat_map(|group| {
            let hooks = group.hooks.iter().map(|hook| hook.span);
            let spans = hooks.chain([group.event.span]);
            spans.map(|span| (document.source, span))
        })
    });
    let listed = rules.chain(hooks);
    let listed: BTreeMap<_, _> =
        listed.map(|(at, span)| ((at, span.start), span.end)).collect();
    let is_listed = |found: &Diagnostic| {
        found.primary().is_some_and(|label| {
            let (source, span) = (label.source, label.span);
            let mut before = listed.range(..=(source, span.start));
            before.next_back().is_some_and(|((whose, _), end)| {
                *whose == source && span.end <= *end
            })
        })
    };
    let found = policy.diagnostics().iter();
    let is_declared = |found: &Diagnostic| {
        let source = found.primary().map(|label| label.source);
        let mut documents = policy.documents().iter();
        let document = documents.find(|d| Some(d.source) == source);
        document.is_some_and(|d| d.family == load::Family::Sep2282)
    };
    let bad = found.filter(|found| match found.severity {
        Severity::Error => true,
        Severity::Warning => is_declared(found),
        Severity::Info => false,
    });
    bad.filter(|found| !is_listed(found)).cloned().collect()
}

/// The findings of what `check` prints.
fn printed(found: &[Diagnostic], sources: &[Source]) -> Value {
    let text = render::json(found, sources);
    let printed = serde_json::from_str::<Value>(&text);
    let list = printed
        .ok()
        .and_then(|mut all| all.get_mut("diagnostics").map(Value::take));
    list.unwrap_or_else(|| Value::Array(Vec::new()))
}

fn json(listing: &Listing) -> String {
    // Cannot fail: no map has keys that are not strings.
    let mut text = serde_json::to_string(listing).unwrap_or_default();
    text.push('\n');
    text
}

/// How files are read that nobody says anything about, to show what is in
/// force for the runner.
const USUAL: &str = "claude";

/// What is said of files that are none of this project for its runner.
fn not_listed(left: usize) -> String {
    let files = count(left, "file");
    format!(
        "not in force here: {files} of other runners or of projects within \
         this one; `hookset list PATH` shows them\n"
    )
}

fn listing(args: &ListArgs) -> Result<Listing, Vec<Fault>> {
    let inputs = match args.paths.is_empty() {
        true => {
            let (places, left) = here::in_force()?;
            if left > 0 && args.format == Format::Text {
                terminal::write(Stream::Err, &not_listed(left));
            }
            ready::read_places(places, Vec::new())?
        }
        false => ready::read_under(&args.paths)?,
    };
    let named = args.dialect.as_deref();
    let (inputs, dialect) = config::read_in(inputs, named, USUAL)?;
    let policy = engine::policy(inputs, &dialect).map_err(|f| vec![f])?;
    let bad = unlisted(&policy);
    if args.format == Format::Text {
        let look = Look::of(Stream::Err);
        let text = report::draw(&bad, policy.sources(), look);
        terminal::write(Stream::Err, &text);
    }
    Ok(effective(&policy, &bad))
}

fn effective(policy: &Policy, bad: &[Diagnostic]) -> Listing {
    let any = policy.dialect().running.any_file_disables;
    let effective = load::merge_with(policy.documents(), any);
    let files = policy.documents().iter().zip(policy.sources());
    let idle = Idle::of(policy);
    let status = Status::new(policy, &effective, &idle);
    let default_mode = effective.default_mode.as_ref();
    let default_mode = default_mode.filter(|(at, _)| !idle.has_file(*at));
    Listing {
        schema: "hookset.list/1",
        files: files
            .map(|(document, source)| File {
                name: source.name().to_owned(),
                scope: document.scope.as_str(),
            })
            .collect(),
        default_mode: default_mode.and_then(|(at, mode)| {
            let document = policy.documents().get(*at)?;
            let (source, span) = (document.source, mode.span);
            Some(Setting {
                value: mode.value.as_str().to_owned(),
                scope: document.scope.as_str(),
                source: policy.place(Origin { source, span }),
            })
        }),
        permissions: permissions(policy, &status),
        hooks: hooks(policy, &status),
        diagnostics: printed(bad, policy.sources()),
    }
}

/// The rules in the order in which they are asked: deny, ask, allow.
fn permissions(policy: &Policy, status: &Status<'_>) -> Vec<Permission> {
    let mut out = Vec::new();
    for list in [List::Deny, List::Ask, List::Allow] {
        for (at, document) in policy.documents().iter().enumerate() {
            for (number, entry) in document.rules.iter().enumerate() {
                if entry.list != list {
                    continue;
                }
                let span = entry.span;
                let origin = Origin { source: document.source, span };
                let place = RuleRef { document: at, rule: number };
                let reason = status.inactive(place, origin);
                out.push(Permission {
                    effect: list.as_str(),
                    rule: entry.text.as_str().to_owned(),
                    scope: document.scope.as_str(),
                    source: policy.place(origin),
                    active: reason.is_none(),
                    reason,
                });
            }
        }
    }
    out
}

fn hooks(policy: &Policy, status: &Status<'_>) -> Vec<Entry> {
    let entry = |(number, hook): (usize, &Hook)| {
        let document = policy.documents().get(hook.place.document)?;
        let group = document.groups.get(hook.place.group)?;
        let text = |text: &Decoded| text.as_str().to_owned();
        let reason = status.never(number, hook);
        Some(Entry {
            // An agent's `Stop` waits for the end of the agent.
            event: match hook.event {
                Some(kind) => kind.name().to_owned(),
                None => group.event.value.clone(),
            },
            matcher: group.matcher.as_ref().map(text),
            declared: group.declared.as_ref().map(Demands::of),
            condition: hook.handler.condition.as_ref().map(text),
            kind: hook.handler.kind().as_str(),
            action: engine::action(&hook.handler.action),
            scope: document.scope.as_str(),
            source: policy.place(hook.origin),
            active: reason.is_none(),
            reason,
        })
    };
    policy.hooks().iter().enumerate().filter_map(entry).collect()
}
