use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};

/// A timeout beyond what its event lets handlers take.
pub(super) struct TimeoutOverBudget;

impl Lint for TimeoutOverBudget {
    fn code(&self) -> Code {
        Code::TIMEOUT_OVER_BUDGET
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for document in cx.documents {
            for group in &document.groups {
                let budget = group.kind.and_then(|kind| kind.row().budget);
                let Some((_, most)) = budget else { continue };
                for hook in &group.hooks {
                    let over = hook.timeout.filter(|t| *t > u64::from(most));
                    let Some(timeout) = over else { continue };
                    // Milliseconds, most likely.
                    if cx.was_reported(document.source, hook.span) {
                        continue;
                    }
                    let message = format!(
                        "all handlers of `{}` together get at most {} \
                         seconds; {} is never reached",
                        group.event.value,
                        most / 1_000,
                        timeout / 1_000
                    );
                    let source = document.source;
                    let found = Diagnostic::new(
                        self.code(),
                        message,
                        source,
                        hook.span,
                    );
                    out.push(
                        found
                            .help(format!("write at most `{}`", most / 1_000)),
                    );
                }
            }
        }
    }
}
