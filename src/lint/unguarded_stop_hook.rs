use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::load::{Action, Document, Handler, List};
use crate::source::Span;

/// A hook that may keep the agent from ever stopping.
pub(super) struct UnguardedStopHook;

/// The field that says that the agent goes on because of a hook already.
const FIELD: &str = "stop_hook_active";

impl Lint for UnguardedStopHook {
    fn code(&self) -> Code {
        Code::UNGUARDED_STOP_HOOK
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let stops = [EventKind::STOP, EventKind::SUBAGENT_STOP];
        for (site, kind) in cx.hooks_of_events() {
            if !stops.contains(&kind) {
                continue;
            }
            let Some((span, why)) = loops(site.hook, site.document) else {
                continue;
            };
            let found = site.found(self.code(), why, span);
            out.push(
                found.help(format!(
                    "let the agent stop where `{FIELD}` is true"
                )),
            );
        }
    }
}

/// Where a script for the end of a turn keeps the agent going without a look
/// at whether it goes on because of a hook already.
pub fn keeps_going(script: &str) -> Option<Span> {
    if script.contains(FIELD) {
        return None;
    }
    let blocks = script.contains("decision") && script.contains("block");
    let words = ["exit 2", "exit(2)", "block"];
    let words = words.iter().filter(|word| **word != "block" || blocks);
    words.into_iter().find_map(|word| {
        let at = script.find(word)?;
        Some(Span::new(at, at + word.len()))
    })
}

/// Where a handler keeps the agent going without a look at the field.
fn loops(hook: &Handler, document: &Document) -> Option<(Span, String)> {
    let looks = |text: &str| text.contains(FIELD);
    if hook.condition.as_ref().is_some_and(|text| looks(text.as_str())) {
        return None;
    }
    match &hook.action {
        Action::Command { command, args: None, is_async: false, .. } => {
            let at = keeps_going(command.as_str())?;
            let why = format!(
                "this keeps the agent going without a look at `{FIELD}`: it \
                 may do so each time the agent wants to stop"
            );
            Some((command.place(at), why))
        }
        Action::McpTool { tool, input, .. } => {
            let told = input.is_some_and(|at| looks(document.raw(at)));
            let why = format!(
                "`{}` is not told `{FIELD}`: it cannot know that the agent \
                 goes on because of its last answer",
                tool.as_str()
            );
            (!told).then(|| (tool.span(), why))
        }
        Action::Decision { decision: Some(decision), .. }
            if decision.value == List::Deny =>
        {
            let why = "this keeps the agent going each time it wants to stop";
            Some((decision.span, why.to_owned()))
        }
        _ => None,
    }
}
