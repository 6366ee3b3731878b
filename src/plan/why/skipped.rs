//! What stands in a file but is not in force, and why.

use std::collections::HashSet;

use super::ask::Case;
use super::{Cause, Explained, Gap, Miss, Part, Verdict, hook};
use crate::diagnostic::{Diagnostic, suggest};
use crate::event::{EventKind, tools};
use crate::ir::Origin;
use crate::load::{self, Inactive, RuleEntry, RuleRef};
use crate::source::{Decoded, SourceId, Span};

/// Where the rules in force stand.
pub(super) type Known = HashSet<(SourceId, Span)>;

/// The near of an entry that is not in force but was meant for this call.
pub(super) const MEANT: u16 = 60;

/// Permission rules that are not in force.
pub(super) fn rules(case: &Case<'_>, known: &Known, out: &mut Vec<Explained>) {
    let documents = case.policy.documents();
    let merged = load::merge(documents).inactive_rules;
    for (at, document) in documents.iter().enumerate() {
        for (number, entry) in document.rules.iter().enumerate() {
            let origin = Origin { source: document.source, span: entry.span };
            if known.contains(&(origin.source, origin.span)) {
                continue;
            }
            let place = RuleRef { document: at, rule: number };
            let off = merged.iter().find(|(other, _)| *other == place);
            let off = off.map(|(_, why)| *why);
            out.push(rule(case, entry, origin, off));
        }
    }
}

fn rule(
    case: &Case<'_>,
    entry: &RuleEntry,
    origin: Origin,
    off: Option<Inactive>,
) -> Explained {
    let text = entry.text.as_str();
    let whole = Span::new(0, text.len());
    let miss = match off {
        Some(why) => {
            let part = entry_part(&entry.text, origin.source, whole);
            miss(hook::off(why), None, part)
        }
        None => found_wrong(case, origin, &entry.text),
    };
    let effect = entry.list.as_str();
    let near = if meant(case, text) { MEANT } else { 0 };
    let text = text.to_owned();
    let verdict = Verdict::Missed(Box::new(miss));
    Explained { rule: None, effect, text, origin, verdict, near }
}

/// Hooks on events that nobody knows.
pub(super) fn hooks(case: &Case<'_>, known: &Known, out: &mut Vec<Explained>) {
    for found in case.policy.hooks() {
        let origin = found.origin;
        if known.contains(&(origin.source, origin.span)) {
            continue;
        }
        let event = hook::group(case.policy, found).map(|g| &g.event);
        let name = event.map_or("", |event| event.value.as_str());
        let near = EventKind::suggest(name) == Some(case.kind.name());
        let message = format!("no runner sends an event called `{name}`");
        let help = EventKind::suggest(name);
        let help = help.map(|near| format!("did you mean `{near}`?"));
        let span = event.map_or(origin.span, |event| event.span);
        let (source, text) = (origin.source, name.to_owned());
        let part = Part { source, span, text };
        let verdict = Verdict::Missed(Box::new(Miss {
            help,
            ..miss(&message, None, part)
        }));
        out.push(Explained {
            rule: None,
            effect: "hook",
            text: hook::name(case.policy, found),
            origin,
            verdict,
            near: if near { MEANT } else { 0 },
        });
    }
}

fn miss(message: &str, help: Option<String>, part: Part) -> Miss {
    Miss {
        cause: Cause::NotInForce,
        message: message.to_owned(),
        help,
        rule: Some(part),
        event: None,
        doubt: None,
    }
}

fn entry_part(text: &Decoded, source: SourceId, span: Span) -> Part {
    let place = text.place(span);
    let text = span.of(text.as_str()).to_owned();
    Part { source, span: place, text }
}

/// A rule that was skipped for what a finding says.
fn found_wrong(case: &Case<'_>, origin: Origin, text: &Decoded) -> Miss {
    let whole = Span::new(0, text.as_str().len());
    let part = entry_part(text, origin.source, whole);
    let Some(found) = finding(case, origin) else {
        return miss("the file it stands in is not read", None, part);
    };
    let span = found.primary().map_or(origin.span, |label| label.span);
    let source = case.policy.source(origin.source);
    let words = source.map_or("", |source| span.of(source.text()));
    let part = Part { source: origin.source, span, text: words.to_owned() };
    miss(&found.message, found.help.clone(), part)
}

/// The worst finding on what stands at a place.
fn finding<'a>(case: &'a Case<'_>, origin: Origin) -> Option<&'a Diagnostic> {
    let inside = |found: &&Diagnostic| {
        found.primary().is_some_and(|label| {
            label.source == origin.source
                && origin.span.start <= label.span.start
                && label.span.end <= origin.span.end
        })
    };
    let all = case.policy.diagnostics().iter().filter(inside);
    all.max_by_key(|found| found.severity)
}

/// A rule or matcher in force that matches nothing at all; a finding may say
/// why.
pub(super) fn never(case: &Case<'_>, origin: Origin, whole: Span) -> Gap {
    let found = finding(case, origin);
    let message = found.map_or("this never matches", |f| &f.message);
    let help = found.and_then(|found| found.help.clone());
    Gap::new(Cause::Never, message, whole).help(help)
}

/// Whether a rule that is not in force was meant for calls of this tool.
fn meant(case: &Case<'_>, text: &str) -> bool {
    let name = text.split('(').next().unwrap_or("").trim();
    let own = case.tool();
    let rule = tools::find(name);
    let called = tools::find_canonical(own);
    let same_kind = rule.zip(called).is_some_and(|(rule, called)| {
        rule.governs == called.governs && rule.governs != tools::Governs::Name
    });
    let server = |name: &str| name.split("__").nth(1).map(str::to_owned);
    name == own
        || same_kind
        || rule.is_none() && suggest::nearest(name, [own]).is_some()
        || own.starts_with("mcp__") && server(name) == server(own)
}
