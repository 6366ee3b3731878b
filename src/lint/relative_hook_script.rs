use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::{Action, Family, Scope};
use crate::source::Span;

/// A script named by a path that depends on where the agent is.
pub(super) struct RelativeHookScript;

impl Lint for RelativeHookScript {
    fn code(&self) -> Code {
        Code::RELATIVE_HOOK_SCRIPT
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.hooks() {
            let Action::Command { command, .. } = &site.hook.action else {
                continue;
            };
            let text = command.as_str();
            let mut words = text.split_whitespace();
            let mut word = words.next().unwrap_or("");
            if INTERPRETERS.contains(&word) {
                word = words.next().unwrap_or("");
            }
            if !STARTS.iter().any(|start| word.starts_with(start)) {
                continue;
            }
            let start = text.find(word).unwrap_or(0);
            let place = command.place(Span::new(start, start + word.len()));
            let message = format!(
                "`{word}` is looked for where the agent is at that moment; \
                 after a `cd` the hook fails and nothing is stopped"
            );
            let found = site.found(self.code(), message, place);
            let bare = word.trim_start_matches("./");
            let root = match (site.document.scope, site.document.family) {
                (Scope::Plugin, _) => "${CLAUDE_PLUGIN_ROOT}",
                (_, Family::Agent) => "$AGENT_PROJECT_DIR",
                _ => "$CLAUDE_PROJECT_DIR",
            };
            out.push(found.help(format!("write `\"{root}\"/{bare}`")));
        }
    }
}

/// How paths begin that depend on where the agent is.
const STARTS: &[&str] = &["../", "./", ".claude/"];

/// Programs whose first argument is a script.
const INTERPRETERS: &[&str] =
    &["bash", "bun", "node", "perl", "python", "python3", "ruby", "sh", "zsh"];
