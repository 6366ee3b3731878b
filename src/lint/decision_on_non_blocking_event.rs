use super::exit_code_one::ends_with;
use super::refused_answer::{keys, word};
use super::{Context, HookSite, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::dialect::{Dialect, Word};
use crate::event::EventKind;
use crate::event::table::{Exit, Facets};
use crate::load::{Action, List};
use crate::source::Span;

/// A hook that says no where nothing can be stopped.
pub(super) struct DecisionOnNonBlockingEvent;

impl Lint for DecisionOnNonBlockingEvent {
    fn code(&self) -> Code {
        Code::DECISION_ON_NON_BLOCKING_EVENT
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, kind) in cx.hooks_of_events() {
            out.extend(self.given(site, kind, cx.dialect));
            let Some(command) = site.script() else { continue };
            let text = command.as_str();
            // Scripts that look at the event's name serve several.
            if text.contains("hook_event_name") {
                continue;
            }
            let code = code(text, kind, cx.dialect);
            let found = match code {
                Some(span) => self.exit(site, kind, command.place(span)),
                None => {
                    let Some(span) = decision(text, kind, cx.dialect) else {
                        continue;
                    };
                    let stops = cx.dialect.exit(kind) != Exit::Shown;
                    self.decision(site, kind, command.place(span), stops)
                }
            };
            out.push(found);
        }
    }
}

impl DecisionOnNonBlockingEvent {
    /// A decision that stands in the policy itself.
    fn given(
        &self,
        site: HookSite<'_>,
        kind: EventKind,
        dialect: &Dialect,
    ) -> Option<Diagnostic> {
        let Action::Decision { decision, .. } = &site.hook.action else {
            return None;
        };
        let decision = decision.as_ref()?;
        let facets = dialect.facets(kind);
        let name = kind.name();
        let message = match decision.value {
            List::Deny if facets.has(Facets::VETO) => return None,
            List::Deny if facets.has(Facets::FEEDBACK) => format!(
                "a deny stops nothing on `{name}`: the model is told, and it \
                 goes on"
            ),
            List::Deny => {
                format!("a deny stops nothing on `{name}`: it goes on")
            }
            List::Ask if !kind.is_decided() => {
                format!("nobody is asked on `{name}`: it goes on")
            }
            _ => return None,
        };
        let found = site.found(self.code(), message, decision.span);
        Some(found.help(match decision.value {
            List::Ask => "ask on `PreToolUse`",
            _ => EARLIER,
        }))
    }

    fn exit(
        &self,
        site: HookSite<'_>,
        kind: EventKind,
        place: Span,
    ) -> Diagnostic {
        let message = format!(
            "exit code 2 stops nothing on `{}`: what the hook says is shown, \
             and it goes on",
            kind.name()
        );
        let found = site.found(self.code(), message, place);
        match kind == EventKind::PERMISSION_REQUEST {
            // Here the answer can say no, so that the hook is a gate.
            true => found.severity(Severity::Error).help(ANSWER),
            false => found.help(
                "stop it on an event that can be stopped, such as \
                 `PreToolUse` or `UserPromptSubmit`",
            ),
        }
    }

    fn decision(
        &self,
        site: HookSite<'_>,
        kind: EventKind,
        place: Span,
        stops: bool,
    ) -> Diagnostic {
        let name = kind.name();
        let lost = format!(
            "a `decision` at the top of an answer does not count on `{name}`: \
             it goes on"
        );
        let found = |message| site.found(self.code(), message, place);
        if kind == EventKind::PERMISSION_REQUEST {
            return found(lost).severity(Severity::Error).help(ANSWER);
        }
        if stops {
            return found(lost).help(
                "end with exit code 2, with the reason on standard error",
            );
        }
        let message =
            format!("a decision stops nothing on `{name}`: it goes on");
        found(message).help(EARLIER)
    }
}

/// Where a no counts.
const EARLIER: &str = "decide on an event that can be stopped, such as \
                       `PreToolUse` or `Stop`";

/// How a request for permission is refused.
const ANSWER: &str = "answer with `\"decision\": {\"behavior\": \"deny\"}` in \
                      `hookSpecificOutput`";

/// Where a script ends with the code that stops, on an event that it does
/// not stop. Behind a call its words are for the model.
fn code(text: &str, kind: EventKind, dialect: &Dialect) -> Option<Span> {
    let told = [EventKind::POST_TOOL_USE, EventKind::POST_TOOL_USE_FAILURE];
    let stops = dialect.exit(kind) != Exit::Shown;
    if stops || told.contains(&kind) {
        return None;
    }
    ends_with(text, '2')
}

/// Where a script says no in its answer, on an event where nobody listens.
fn decision(text: &str, kind: EventKind, dialect: &Dialect) -> Option<Span> {
    let facets = dialect.facets(kind);
    let heard = facets.has(Facets::VETO) || facets.has(Facets::FEEDBACK);
    let counts = dialect.answers.decides_on.has(kind);
    // The decision on a request stands there.
    let own = kind == EventKind::PERMISSION_REQUEST
        && text.contains("hookSpecificOutput");
    if heard && counts || own {
        return None;
    }
    let words = dialect.answers.decision_words;
    keys(text, "decision").find_map(|end| {
        let (word, span) = word(text, end)?;
        let no = words.meaning(word) == Some(Word::Deny) || word == "deny";
        no.then_some(span)
    })
}
