use super::scan::bare;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::Span;

/// A path with a variable that is not quoted.
pub(super) struct UnquotedProjectDir;

impl Lint for UnquotedProjectDir {
    fn code(&self) -> Code {
        Code::UNQUOTED_PROJECT_DIR
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.hooks() {
            let Some(command) = site.script() else { continue };
            let text = command.as_str();
            let variable = bare(text).find_map(|(at, _)| {
                let rest = text.get(at..)?;
                NAMES
                    .iter()
                    .find(|name| rest.starts_with(**name))
                    .map(|name| Span::new(at, at + name.len()))
            });
            let Some(span) = variable else { continue };
            let name = span.of(text);
            let message = format!(
                "`{name}` is not quoted; where the path has a blank, the hook \
                 fails and nothing is stopped"
            );
            let found = site.found(self.code(), message, command.place(span));
            out.push(
                found
                    .severity(Severity::Info)
                    .help(format!("write `\"{name}\"/…`")),
            );
        }
    }
}

const NAMES: &[&str] = &[
    "${AGENT_PROJECT_DIR}",
    "$AGENT_PROJECT_DIR",
    "${CLAUDE_PROJECT_DIR}",
    "$CLAUDE_PROJECT_DIR",
    "${CLAUDE_PLUGIN_ROOT}",
    "$CLAUDE_PLUGIN_ROOT",
];
