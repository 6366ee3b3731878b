use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::Facets;

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
                    if !hook.is_async() {
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
