use super::awaited_audit::report;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::Facets;
use crate::load::Action;

/// A handler that could stop an operation and that nobody waits for.
pub(super) struct AsyncGate;

impl Lint for AsyncGate {
    fn code(&self) -> Code {
        Code::ASYNC_GATE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, kind) in cx.hooks_of_events() {
            let hook = site.hook;
            let gate = match &hook.action {
                Action::Command { command, .. } => {
                    means_to_stop(command.as_str())
                }
                _ => true,
            };
            let stops = kind.row().facets.has(Facets::VETO);
            if !stops || !hook.is_async() || !gate {
                continue;
            }
            if report(hook, kind).is_some() {
                continue;
            }
            let message = format!(
                "nobody waits for this handler, so it cannot stop what `{}` \
                 is about",
                kind.name()
            );
            let found = site.found(self.code(), message, hook.span);
            out.push(
                found.help("remove `async` if it must be able to stop it"),
            );
        }
    }
}

/// Whether a command reads like one that stops something. Most that nobody
/// waits for only take notes, on purpose.
fn means_to_stop(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    lower.contains("exit 2")
        || words
            .into_iter()
            .any(|word| STOPS.iter().any(|stop| word.starts_with(stop)))
}

/// How words begin that say so.
const STOPS: &[&str] = &[
    "block",
    "deny",
    "enforce",
    "forbid",
    "gate",
    "guard",
    "permission",
    "prevent",
    "protect",
    "refuse",
    "reject",
    "restrict",
    "validat",
];
