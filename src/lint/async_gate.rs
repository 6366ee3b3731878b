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
        for document in cx.documents {
            for group in &document.groups {
                let Some(kind) = group.kind else { continue };
                if !kind.row().facets.has(Facets::VETO) {
                    continue;
                }
                for hook in &group.hooks {
                    let gate = match &hook.action {
                        Action::Command { command, .. } => {
                            means_to_stop(command.as_str())
                        }
                        _ => true,
                    };
                    if !hook.is_async() || !gate {
                        continue;
                    }
                    if report(hook, kind).is_some() {
                        continue;
                    }
                    let message = format!(
                        "nobody waits for this handler, so it cannot stop \
                         what `{}` is about",
                        kind.name()
                    );
                    let source = document.source;
                    let found = Diagnostic::new(
                        self.code(),
                        message,
                        source,
                        hook.span,
                    );
                    out.push(
                        found.help(
                            "remove `async` if it must be able to stop it",
                        ),
                    );
                }
            }
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
