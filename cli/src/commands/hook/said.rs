//! What is answered, in the shape the host reads.

use hookset::event::EventKind;
use hookset::plan::answers::Decision;
use serde_json::{Map, Value, json};

use super::hosts::{Host, Shape};
use super::stops::{self, Stop, is_camel};
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

/// Modes in which nobody sees a question.
const UNASKED: &[&str] = &["bypassPermissions", "dontAsk"];

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
        let is_request = self.kind == EventKind::PERMISSION_REQUEST;
        let decision = match self.judged.decision {
            Decision::Allow if !allow || self.is_unknown() => Decision::None,
            Decision::Ask => match self.nobody() {
                // The question is being asked already.
                _ if is_request => Decision::None,
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
            Shape::Specific | Shape::Flat if is_request => {
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
        let mut inner = json!({ "behavior": decision.as_str() });
        if decision == Decision::Deny {
            inner = json!({ "behavior": "deny", "message": reason });
        }
        if self.shape() == Shape::Flat {
            return inner;
        }
        let mut own = Map::new();
        own.insert("decision".into(), inner);
        self.wrapped(own)
    }

    /// The shape for whoever sends a name like this one.
    fn shape(&self) -> Shape {
        match self.host.shape {
            Shape::Flat if !is_camel(self.event) => Shape::Specific,
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

    /// The text for the model, where an answer may hold it.
    fn context(&self) -> Option<String> {
        self.told(None).filter(|_| self.tells())
    }

    /// What the model is told, behind the reason of a no.
    fn told(&self, reason: Option<&str>) -> Option<String> {
        let texts = self.judged.context.iter().map(String::as_str);
        let texts: Vec<&str> = reason.into_iter().chain(texts).collect();
        (!texts.is_empty()).then(|| texts.join("\n\n"))
    }

    /// Whether an answer to this event may hold text for the model.
    fn tells(&self) -> bool {
        stops::tells(self.kind, self.event, self.host)
    }

    fn stop(&self) -> Stop {
        stops::stop(self.kind, self.event, self.host)
    }

    /// That a guard may be missing, where one could stop the event.
    fn unread(&self) -> Option<String> {
        let place = self.judged.unread.as_ref()?;
        let goes_on = !self.judged.blocks;
        let can_stop = self.stop() != Stop::Never;
        let note = format!(
            "a guard that could not be read may be about `{}` ({place}); it \
             goes on; run `hookset check` on the policy",
            self.event
        );
        (goes_on && can_stop).then_some(note)
    }

    fn other(&self) -> Said {
        let mut said = Said::default();
        // What is said for every event, and for this one.
        let (mut answer, mut own) = (Map::new(), Map::new());
        let stop = self.stop();
        let mut context = self.context();
        if self.judged.blocks {
            let reason = self.judged.reason.as_str();
            said.guards = stop != Stop::Never;
            said.blocks = stop == Stop::Exit;
            if said.guards {
                said.notes.push(format!("blocked: {reason}"));
            } else {
                said.notes.push(format!("{}: {reason}", self.goes_on()));
                context = self.told(Some(reason)).filter(|_| self.tells());
            }
            self.stopped(stop, &mut answer, &mut own);
        }
        if let Some(context) = context {
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

    /// That a no stops nothing.
    fn goes_on(&self) -> String {
        let event = self.event;
        let told = match self.tells() {
            true => ", the model is told",
            false => "",
        };
        format!("nothing stops `{event}`{told}")
    }

    /// The fields that stop an event.
    fn stopped(
        &self,
        stop: Stop,
        answer: &mut Map<String, Value>,
        own: &mut Map<String, Value>,
    ) {
        // Where no field is for the model, the reason is what it reads.
        let reason = Some(self.judged.reason.as_str());
        let reason = match self.tells() {
            true => reason.map(str::to_owned),
            false => self.told(reason),
        };
        let reason = Value::from(reason.unwrap_or_default());
        let mut put = |key: &str, value: Value| {
            answer.insert(key.to_owned(), value);
        };
        match stop {
            Stop::Decision | Stop::Both => {
                let word = match self.host.shape {
                    Shape::Decision => "deny",
                    _ => "block",
                };
                if stop == Stop::Both {
                    own.insert("decision".into(), word.into());
                    own.insert("reason".into(), reason.clone());
                }
                put("decision", word.into());
                put("reason", reason);
            }
            Stop::Halt => {
                put("continue", false.into());
                put("stopReason", reason);
            }
            Stop::Prompt => {
                put("continue", false.into());
                put("user_message", reason);
            }
            Stop::Next => put("followup_message", reason),
            Stop::Action => {
                own.insert("action".into(), "decline".into());
            }
            Stop::Exit | Stop::Never => {}
        }
    }
}
