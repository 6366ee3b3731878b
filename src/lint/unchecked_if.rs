use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::{self, Governs};
use crate::syntax::parse_rule;

/// A hook that blocks whatever it is run for, behind an `if` that the runner
/// does not hold to; a decision behind one that says less than a rule.
pub(super) struct UncheckedIf;

impl Lint for UncheckedIf {
    fn code(&self) -> Code {
        Code::UNCHECKED_IF
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        if cx.dialect.shell.strict {
            return in_doubt(cx, out);
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

/// Decisions that stop a call behind an `if` on files: of what may be a file,
/// and of files that are known only when a line runs, rules ask, and an `if`
/// says nothing.
fn in_doubt(cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for site in cx.hooks().filter(|site| site.hook.guards()) {
        let Some(text) = &site.hook.condition else { continue };
        let rule = text.as_str().trim();
        let Ok(pattern) = parse_rule(rule) else { continue };
        let tool = tools::find(&pattern.name.value);
        let files = tool.is_some_and(|tool| {
            matches!(tool.governs, Governs::Read | Governs::Edit)
        });
        // Other tools name the file they use.
        let matcher = site.group.matcher.as_ref().map_or("", |m| m.as_str());
        let commands = matches!(matcher, "" | "*") || matcher.contains("Bash");
        if !files || !commands || pattern.content.is_none() {
            continue;
        }
        let message = "this decision counts for files that a command surely \
                       uses; a rule asks about those that it may use, too";
        let found = site.found(Code::UNCHECKED_IF, message, text.span());
        out.push(
            found
                .help(format!("write `{rule}` as a rule that denies or asks")),
        );
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
