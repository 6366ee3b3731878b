use super::unknown_matcher_tool::items;
use super::{Context, HookSite, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::event::table::Facets;
use crate::event::tools;
use crate::load::{Action, Group, Handler};
use crate::source::Span;

/// Two hooks that both change what one call is given.
pub(super) struct CompetingRewrites;

const FIELD: &str = "updatedInput";

/// One that changes the input.
struct Writer<'a> {
    kind: EventKind,
    site: HookSite<'a>,
    span: Span,
}

impl Lint for CompetingRewrites {
    fn code(&self) -> Code {
        Code::COMPETING_REWRITES
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let mut writers: Vec<Writer<'_>> = Vec::new();
        for (site, kind) in cx.hooks_of_events() {
            if !kind.row().facets.has(Facets::REWRITE) {
                continue;
            }
            let Some(span) = written(site.hook) else { continue };
            let next = Writer { kind, site, span };
            let other = writers.iter().find(|w| both(w, &next));
            out.extend(other.map(|other| self.found(&next, other)));
            if writers.len() < MAX_WRITERS {
                writers.push(next);
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
        one.site
            .found(self.code(), message, one.span)
            .also(other.site.document.source, other.span, "the other one")
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
    let (one_site, other_site) = (one.site, other.site);
    let (a, b) = (&one_site.hook.condition, &other_site.hook.condition);
    let condition = match (a, b) {
        (Some(a), Some(b)) => a.as_str().trim() == b.as_str().trim(),
        _ => true,
    };
    one.kind == other.kind
        && condition
        && meet(one_site.group, other_site.group)
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
