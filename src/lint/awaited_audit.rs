use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::event::table::Facets;
use crate::load::{Action, Handler, HandlerKind};
use crate::source::Span;

/// A report over the network that the agent waits for.
pub(super) struct AwaitedAudit;

impl Lint for AwaitedAudit {
    fn code(&self) -> Code {
        Code::AWAITED_AUDIT
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let may_detach = cx.dialect.surface.async_handlers;
        for (site, kind) in cx.hooks_of_events() {
            let hook = site.hook;
            if hook.is_async() || !may_detach.has(hook.kind()) {
                continue;
            }
            let Some(span) = report(hook, kind) else { continue };
            let message = "the agent waits until this report is sent, and \
                           nothing comes of the answer";
            let found = site.found(self.code(), message, span);
            out.push(found.help("add `\"async\": true`"));
        }
    }
}

/// Where a handler sends something off and does nothing with what comes
/// back.
pub(super) fn report(hook: &Handler, kind: EventKind) -> Option<Span> {
    match &hook.action {
        Action::Command { command, args: None, .. } => {
            let text = command.as_str();
            let at = SENDERS.iter().find_map(|word| starts(text, word))?;
            let sends = SENDING.iter().any(|sign| text.contains(sign));
            let answers = ANSWERING.iter().any(|sign| text.contains(sign));
            (sends && !answers).then(|| command.place(at))
        }
        Action::Http { url, .. } => {
            let decides = kind.row().facets.has(Facets::VETO);
            let waits = hook.kind() == HandlerKind::Http && !decides;
            waits.then(|| url.span())
        }
        _ => None,
    }
}

/// Where a program is called in a command line.
fn starts(text: &str, program: &str) -> Option<Span> {
    let before = |c: char| matches!(c, ' ' | ';' | '&' | '|' | '(' | '\n');
    text.match_indices(program).find_map(|(at, _)| {
        let end = at + program.len();
        let free = text.get(..at)?.chars().next_back().is_none_or(before);
        let ends = text.get(end..)?.starts_with([' ', '\n']);
        (free && ends).then(|| Span::new(at, end))
    })
}

/// Programs that send reports.
const SENDERS: &[&str] = &["curl", "wget"];

/// What stands in a command line that sends something.
const SENDING: &[&str] =
    &["-X POST", "-XPOST", " -d ", "--data", "--json", "--post-"];

/// What stands in a command line that makes something of an answer.
const ANSWERING: &[&str] = &[
    "additionalContext",
    "decision",
    "Decision",
    "exit 2",
    "hookSpecificOutput",
    "continue",
    "=$(curl",
    "| jq",
    "if curl",
    "if ! curl",
];
