use super::unfiltered_model_hook::is_said;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::Action;

/// A task for an agent that names nothing to look at.
pub(super) struct OpenEndedAgent;

impl Lint for OpenEndedAgent {
    fn code(&self) -> Code {
        Code::OPEN_ENDED_AGENT
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.hooks() {
            let Action::Agent { prompt, .. } = &site.hook.action else {
                continue;
            };
            let text = prompt.as_str();
            if !is_said(text) || is_concrete(text) {
                continue;
            }
            let message = format!(
                "the task names nothing to look at: the agent may go on until \
                 its {} turns are over, and then says nothing",
                cx.dialect.running.agent_turns
            );
            let found = site.found(self.code(), message, prompt.span());
            out.push(found.help(
                "name the file to read, the command to look at or the \
                 condition to check",
            ));
        }
    }
}

/// So many words say enough, whatever they are.
const WORDS: usize = 15;

/// Whether a task names a file, a command or what the event is about.
fn is_concrete(task: &str) -> bool {
    let signs = |c: char| {
        matches!(c, '/' | '`' | '$' | '"' | '\'' | '(' | '[' | '{' | '=')
            || c.is_ascii_digit()
    };
    let words = task.split_whitespace();
    let names_file = |word: &str| {
        let word = word.trim_end_matches(['.', ',', ':', ';', '!', '?']);
        word.contains(['.', '_', '-'])
    };
    // Languages without blanks between words are not counted.
    !task.is_ascii()
        || task.contains(signs)
        || words.clone().count() >= WORDS
        || words.clone().any(names_file)
}
