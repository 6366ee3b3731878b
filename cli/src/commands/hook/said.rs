//! What is answered, in the shape the host reads.

use hookset::event::EventKind;
use hookset::plan::answers::Decision;
use serde_json::{Map, Value, json};

use super::hosts::{Host, Shape};
use crate::engine::Judged;

/// What a hook leaves behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Said {
    /// The one object on standard output.
    pub(super) answer: Option<Value>,
    /// Lines for standard error.
    pub(super) notes: Vec<String>,
    /// Whether it ends with exit code 2, the only way this event is stopped.
    pub(super) blocks: bool,
    /// Whether the answer stops the call or asks, so that it must arrive.
    pub(super) guards: bool,
}

/// How an event is stopped, apart from calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// By `decision: "block"`.
    Decision,
    /// By `action: "decline"`.
    Action,
    /// By exit code 2.
    Exit,
    /// Not at all.
    Never,
}

const STOPS: &[(EventKind, Stop)] = &[
    (EventKind::USER_PROMPT_SUBMIT, Stop::Decision),
    (EventKind::USER_PROMPT_EXPANSION, Stop::Decision),
    (EventKind::POST_TOOL_USE, Stop::Decision),
    (EventKind::POST_TOOL_USE_FAILURE, Stop::Decision),
    (EventKind::POST_TOOL_BATCH, Stop::Decision),
    (EventKind::SUBAGENT_STOP, Stop::Decision),
    (EventKind::TASK_CREATED, Stop::Decision),
    (EventKind::STOP, Stop::Decision),
    (EventKind::CONFIG_CHANGE, Stop::Decision),
    (EventKind::PRE_COMPACT, Stop::Decision),
    (EventKind::TASK_COMPLETED, Stop::Exit),
    (EventKind::TEAMMATE_IDLE, Stop::Exit),
    (EventKind::WORKTREE_CREATE, Stop::Exit),
    (EventKind::ELICITATION, Stop::Action),
    (EventKind::ELICITATION_RESULT, Stop::Action),
];

/// Events whose answer may hold text for the model.
const TELLS: &[EventKind] = &[
    EventKind::SESSION_START,
    EventKind::SETUP,
    EventKind::USER_PROMPT_SUBMIT,
    EventKind::USER_PROMPT_EXPANSION,
    EventKind::PRE_TOOL_USE,
    EventKind::POST_TOOL_USE,
    EventKind::POST_TOOL_USE_FAILURE,
    EventKind::POST_TOOL_BATCH,
    EventKind::SUBAGENT_START,
    EventKind::SUBAGENT_STOP,
    EventKind::STOP,
    EventKind::POST_MODEL_SWITCH,
];

/// Modes in which nobody sees a question.
const UNASKED: &[&str] = &["bypassPermissions", "dontAsk"];

/// How an event other than a call is stopped.
pub(super) fn stop(kind: EventKind, host: &Host) -> Stop {
    let row = STOPS.iter().find(|row| row.0 == kind);
    let stop = row.map_or(Stop::Never, |row| row.1);
    let prompt = kind == EventKind::USER_PROMPT_SUBMIT;
    match host.shape {
        // It knows no other way there.
        Shape::Permission if !prompt => Stop::Never,
        _ => stop,
    }
}

/// The answer to an event.
pub(super) fn said(judged: &Judged, host: &Host, allow: bool) -> Said {
    let kind = judged.kind.unwrap_or(EventKind::PRE_TOOL_USE);
    let event = judged.name.as_deref().filter(|name| !name.is_empty());
    let event = event.unwrap_or(host.before);
    let speaker = Speaker { judged, host, kind, event };
    if kind.is_decided() {
        return speaker.call(allow);
    }
    let mut said = speaker.other();
    said.notes.extend(speaker.unread());
    said
}

struct Speaker<'a> {
    judged: &'a Judged,
    host: &'a Host,
    kind: EventKind,
    event: &'a str,
}

impl Speaker<'_> {
    fn call(&self, allow: bool) -> Said {
        let mut said = Said::default();
        let mut reason = self.judged.reason.clone();
        let decision = match self.judged.decision {
            Decision::Allow if !allow || self.is_unknown() => Decision::None,
            Decision::Ask => match self.nobody() {
                // The question is being asked already.
                _ if self.kind == EventKind::PERMISSION_REQUEST => {
                    Decision::None
                }
                // It lets nothing run, and stops nothing.
                Some(_) if self.judged.is_protected => Decision::None,
                Some(why) => {
                    reason.push_str(&format!(
                        "; {why}, so it is stopped: ask the person to do it \
                         or to change the rule"
                    ));
                    Decision::Deny
                }
                None => Decision::Ask,
            },
            other => other,
        };
        said.guards = decision > Decision::Allow;
        if said.guards {
            said.notes.push(format!("{}: {reason}", decision.as_str()));
        }
        let context = self.context();
        if decision == Decision::None && context.is_none() {
            return said;
        }
        let word = decision.as_str();
        let decides = decision != Decision::None;
        let answer = match self.shape() {
            Shape::Specific if self.kind == EventKind::PERMISSION_REQUEST => {
                decides.then(|| self.request(decision, &reason))
            }
            Shape::Specific | Shape::Flat => {
                let mut own = Map::new();
                if decides {
                    own.insert("permissionDecision".into(), word.into());
                    let key = "permissionDecisionReason".to_owned();
                    own.insert(key, reason.into());
                }
                if let Some(context) = context {
                    own.insert("additionalContext".into(), context.into());
                }
                Some(self.wrapped(own))
            }
            Shape::Decision => {
                decides.then(|| json!({ "decision": word, "reason": reason }))
            }
            Shape::Permission => decides.then(|| {
                json!({
                    "permission": word,
                    "user_message": reason,
                    "agent_message": reason,
                })
            }),
        };
        said.answer = answer;
        said
    }

    /// Why a question would be seen by nobody.
    fn nobody(&self) -> Option<String> {
        if !self.host.asks_on(self.event) {
            let name = self.host.name;
            return Some(format!("{name} cannot ask here"));
        }
        let mode = self.judged.mode.as_deref().unwrap_or("");
        let unasked = UNASKED.contains(&mode);
        unasked.then(|| format!("nobody is asked in the mode `{mode}`"))
    }

    fn request(&self, decision: Decision, reason: &str) -> Value {
        let mut own = Map::new();
        let mut inner = json!({ "behavior": decision.as_str() });
        if decision == Decision::Deny {
            inner = json!({ "behavior": "deny", "message": reason });
        }
        own.insert("decision".into(), inner);
        self.wrapped(own)
    }

    /// The shape for whoever sends a name like this one.
    fn shape(&self) -> Shape {
        let camel = self.event.starts_with(char::is_lowercase);
        match self.host.shape {
            Shape::Flat if !camel => Shape::Specific,
            shape => shape,
        }
    }

    /// What is said for this event alone.
    fn wrapped(&self, mut own: Map<String, Value>) -> Value {
        if self.shape() == Shape::Flat {
            return Value::Object(own);
        }
        own.shift_insert(0, "hookEventName".into(), self.told_name().into());
        json!({ "hookSpecificOutput": own })
    }

    /// Whether the host names an event that nobody knows: all that is known
    /// is that it may be about a call.
    fn is_unknown(&self) -> bool {
        let name = self.judged.name.as_deref();
        self.judged.kind.is_none() && name.is_some_and(|name| !name.is_empty())
    }

    /// The name of the event in an answer: as the host calls it. An answer
    /// to another event than the one it sent counts for nothing.
    fn told_name(&self) -> &str {
        match self.host.shape {
            Shape::Decision => self.event,
            _ if self.is_unknown() => self.event,
            _ => self.kind.name(),
        }
    }

    fn context(&self) -> Option<String> {
        self.context_with(None)
    }

    /// The text for the model, behind a no that stops nothing.
    fn context_with(&self, refusal: Option<&str>) -> Option<String> {
        let texts = self.judged.context.iter().map(String::as_str);
        let texts: Vec<&str> = refusal.into_iter().chain(texts).collect();
        let some = !texts.is_empty() && self.tells();
        some.then(|| texts.join("\n\n"))
    }

    /// Whether an answer to this event may hold text for the model.
    fn tells(&self) -> bool {
        let takes = match self.host.shape {
            Shape::Specific | Shape::Flat => true,
            Shape::Decision | Shape::Permission => !self.kind.is_decided(),
        };
        takes && TELLS.contains(&self.kind)
    }

    /// That a guard may be missing, where one could stop the event.
    fn unread(&self) -> Option<String> {
        let place = self.judged.unread.as_ref()?;
        let goes_on = !self.judged.blocks;
        let can_stop = stop(self.kind, self.host) != Stop::Never;
        let note = format!(
            "a guard that could not be read may be about `{}` ({place}); it \
             goes on; run `hookset check` on the policy",
            self.event
        );
        (goes_on && can_stop).then_some(note)
    }

    fn other(&self) -> Said {
        let mut said = Said::default();
        let mut answer = Map::new();
        let mut own = Map::new();
        let mut refusal = None;
        if self.judged.blocks {
            let reason = self.judged.reason.as_str();
            said.notes.push(format!("blocked: {reason}"));
            said.guards = true;
            let prompt = self.kind == EventKind::USER_PROMPT_SUBMIT;
            match stop(self.kind, self.host) {
                Stop::Decision => match self.host.shape {
                    Shape::Permission if prompt => {
                        answer.insert("continue".into(), false.into());
                        answer.insert("user_message".into(), reason.into());
                    }
                    shape => {
                        let word = match shape {
                            Shape::Decision => "deny",
                            _ => "block",
                        };
                        answer.insert("decision".into(), word.into());
                        answer.insert("reason".into(), reason.into());
                    }
                },
                Stop::Action => {
                    own.insert("action".into(), "decline".into());
                }
                Stop::Exit => said.blocks = true,
                Stop::Never => {
                    said.guards = false;
                    refusal = Some(reason);
                    let event = self.event;
                    let told = match self.tells() {
                        true => ": the model is told, and it goes on",
                        false => "; it goes on",
                    };
                    said.notes.push(format!("nothing stops `{event}`{told}"));
                }
            }
        }
        if let Some(context) = self.context_with(refusal) {
            if self.host.shape == Shape::Permission {
                answer.insert("additional_context".into(), context.into());
            } else {
                own.insert("additionalContext".into(), context.into());
            }
        }
        if !own.is_empty()
            && let Value::Object(wrapped) = self.wrapped(own)
        {
            answer.extend(wrapped);
        }
        // With exit code 2 the reason on standard error is the answer.
        if !answer.is_empty() && !said.blocks {
            said.answer = Some(Value::Object(answer));
        }
        said
    }
}
