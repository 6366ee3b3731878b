use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::Exit;
use crate::source::Span;

/// A command line that ends with `exit 1` where 2 stops.
pub(super) struct ExitCodeOne;

impl Lint for ExitCodeOne {
    fn code(&self) -> Code {
        Code::EXIT_CODE_ONE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, kind) in cx.hooks_of_events() {
            let Some(command) = site.script() else { continue };
            let text = command.as_str();
            let stops = kind.row().exit == Exit::Blocks;
            if !stops || text.contains("exit 2") || !means_to_stop(text) {
                continue;
            }
            let Some(at) = text.find("exit 1") else { continue };
            let end = at + "exit 1".len();
            let rest = text.get(end..).unwrap_or("");
            if rest.starts_with(|c: char| c.is_ascii_digit()) {
                continue;
            }
            let message = "exit code 1 stops nothing: it is shown as a \
                           failed hook and the operation goes on";
            let place = command.place(Span::new(at, end));
            let found = site.found(self.code(), message, place);
            out.push(found.help("write `exit 2` to stop it"));
        }
    }
}

/// Whether a script says that it stops something; others use the code for
/// failures of their own.
fn means_to_stop(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["block", "den", "forbid", "not allowed", "prevent", "refus", "stop"]
        .iter()
        .any(|word| lower.contains(word))
}
