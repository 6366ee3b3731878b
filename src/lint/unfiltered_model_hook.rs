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
        for (site, kind) in cx.hooks_of_events() {
            let (Action::Prompt { prompt, .. } | Action::Agent { prompt, .. }) =
                &site.hook.action
            else {
                continue;
            };
            let all = kind.is_tool()
                && takes_all(site.group)
                && site.hook.condition.is_none();
            if !all || !is_said(prompt.as_str()) {
                continue;
            }
            let message = format!(
                "a model is asked on every `{}`, whatever the tool and its \
                 input",
                kind.name()
            );
            let found = site.found(self.code(), message, prompt.span());
            out.push(found.help(
                "name the tools in `matcher`, and what about them in `if`: \
                 where these do not hold nothing is run",
            ));
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
