use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::{self, Governs};
use crate::syntax::parse_rule;

/// A hook that blocks whatever it is run for, behind an `if` that the runner
/// does not hold to.
pub(super) struct UncheckedIf;

impl Lint for UncheckedIf {
    fn code(&self) -> Code {
        Code::UNCHECKED_IF
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        if cx.dialect.shell.strict {
            return;
        }
        for site in cx.hooks() {
            let Some(command) = site.script() else { continue };
            let Some(text) = &site.hook.condition else { continue };
            let Ok(pattern) = parse_rule(text.as_str().trim()) else {
                continue;
            };
            let tool = tools::find(&pattern.name.value);
            let shell = tool.is_some_and(|t| t.governs == Governs::Bash);
            let narrow = pattern.content.is_some();
            if !shell || !narrow || !blocks_blindly(command.as_str()) {
                continue;
            }
            let message = "this hook blocks whatever it is run for, and the \
                           runner also runs it for commands that it cannot \
                           take apart (`$(…)`, loops)";
            let found = site.found(self.code(), message, text.span());
            out.push(found.help(
                "look at the event on standard input before blocking, or \
                 write a deny rule",
            ));
        }
    }
}

/// Whether a command line stops the call without looking at the event.
fn blocks_blindly(text: &str) -> bool {
    let stops = text.contains("exit 2")
        || text.contains("permissionDecision") && text.contains("deny");
    let looks =
        ["jq", "read", "stdin", "cat", "grep", "python", "node", "sed"];
    let apart = |c: char| !c.is_ascii_alphanumeric();
    stops && !text.split(apart).any(|word| looks.contains(&word))
}
