use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};

/// A timeout beyond what its event lets handlers take.
pub(super) struct TimeoutOverBudget;

impl Lint for TimeoutOverBudget {
    fn code(&self) -> Code {
        Code::TIMEOUT_OVER_BUDGET
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, kind) in cx.hooks_of_events() {
            let Some((_, most)) = kind.row().budget else { continue };
            let span = site.hook.span;
            let over = site.hook.timeout.filter(|t| *t > u64::from(most));
            let Some(timeout) = over else { continue };
            // Milliseconds, most likely.
            if cx.was_reported(site.document.source, span) {
                continue;
            }
            let message = format!(
                "all handlers of `{}` together get at most {} seconds; {} is \
                 never reached",
                site.group.event.value,
                most / 1_000,
                timeout / 1_000
            );
            let span = site.field("timeout").unwrap_or(span);
            let found = site.found(self.code(), message, span);
            out.push(found.help(format!("write at most `{}`", most / 1_000)));
        }
    }
}
