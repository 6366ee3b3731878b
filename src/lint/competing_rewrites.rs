use super::unknown_matcher_tool::items;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::event::table::Facets;
use crate::event::tools;
use crate::load::{Action, Group, Handler};
use crate::source::{SourceId, Span};

/// Two hooks that both change what one call is given.
pub(super) struct CompetingRewrites;

const FIELD: &str = "updatedInput";

/// One that changes the input.
struct Writer<'a> {
    kind: EventKind,
    group: &'a Group,
    hook: &'a Handler,
    source: SourceId,
    span: Span,
}

impl Lint for CompetingRewrites {
    fn code(&self) -> Code {
        Code::COMPETING_REWRITES
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let mut writers: Vec<Writer<'_>> = Vec::new();
        for document in cx.documents {
            for group in &document.groups {
                let Some(kind) = group.kind else { continue };
                if !kind.row().facets.has(Facets::REWRITE) {
                    continue;
                }
                for hook in &group.hooks {
                    let Some(span) = written(hook) else { continue };
                    let source = document.source;
                    let next = Writer { kind, group, hook, source, span };
                    let other = writers.iter().find(|w| both(w, &next));
                    out.extend(other.map(|other| self.found(&next, other)));
                    if writers.len() < MAX_WRITERS {
                        writers.push(next);
                    }
                }
            }
        }
    }
}

/// The most of them that are compared with each other.
const MAX_WRITERS: usize = 100;

impl CompetingRewrites {
    fn found(&self, one: &Writer<'_>, other: &Writer<'_>) -> Diagnostic {
        let message = format!(
            "another hook on `{}` also writes `{FIELD}` for the same calls; \
             the last one to finish wins, and which that is changes",
            one.kind.name()
        );
        Diagnostic::new(self.code(), message, one.source, one.span)
            .also(other.source, other.span, "the other one")
            .help("make both changes in one hook")
    }
}

/// Where a handler writes the input anew.
fn written(hook: &Handler) -> Option<Span> {
    let Action::Command { command, args: None, is_async: false, .. } =
        &hook.action
    else {
        return None;
    };
    let at = command.as_str().find(FIELD)?;
    Some(command.place(Span::new(at, at + FIELD.len())))
}

/// Whether both can answer one call: the same event, and a name of a tool
/// that both matchers list. Regular expressions are left alone.
fn both(one: &Writer<'_>, other: &Writer<'_>) -> bool {
    let (a, b) = (&one.hook.condition, &other.hook.condition);
    let condition = match (a, b) {
        (Some(a), Some(b)) => a.as_str().trim() == b.as_str().trim(),
        _ => true,
    };
    one.kind == other.kind && condition && meet(one.group, other.group)
}

/// Whether a call can be one for both groups.
pub(super) fn meet(one: &Group, other: &Group) -> bool {
    let names = |group: &Group| -> Option<Vec<String>> {
        let matcher = group.matcher.as_ref()?.as_str();
        if matches!(matcher, "" | "*" | ".*") {
            return None;
        }
        let items = items(matcher);
        Some(items.iter().map(|i| tools::canonical(i.1).to_owned()).collect())
    };
    match (names(one), names(other)) {
        (Some(a), Some(b)) => a.iter().any(|name| b.contains(name)),
        _ => true,
    }
}
