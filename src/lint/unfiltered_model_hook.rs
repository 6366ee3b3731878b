use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::{Action, Group};

/// A model that is asked about every call.
pub(super) struct UnfilteredModelHook;

impl Lint for UnfilteredModelHook {
    fn code(&self) -> Code {
        Code::UNFILTERED_MODEL_HOOK
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for document in cx.documents {
            for group in &document.groups {
                let Some(kind) = group.kind.filter(|kind| kind.is_tool())
                else {
                    continue;
                };
                if !takes_all(group) {
                    continue;
                }
                for hook in &group.hooks {
                    let (Action::Prompt { prompt, .. }
                    | Action::Agent { prompt, .. }) = &hook.action
                    else {
                        continue;
                    };
                    if hook.condition.is_some() || !is_said(prompt.as_str()) {
                        continue;
                    }
                    let message = format!(
                        "a model is asked on every `{}`, whatever the tool \
                         and its input",
                        kind.name()
                    );
                    let source = document.source;
                    let span = prompt.span();
                    let found =
                        Diagnostic::new(self.code(), message, source, span);
                    out.push(found.help(
                        "name the tools in `matcher`, and what about them in \
                         `if`: where these do not hold nothing is run",
                    ));
                }
            }
        }
    }
}

/// Whether something is asked at all: a word or two are a place to fill in.
pub(super) fn is_said(prompt: &str) -> bool {
    prompt.split_whitespace().nth(2).is_some()
}

/// Whether a group's matcher leaves nothing out.
fn takes_all(group: &Group) -> bool {
    let text = group.matcher.as_ref().map_or("", |text| text.as_str());
    matches!(text, "" | "*" | ".*")
}
