//! The JSON that `eval` prints, one object per event.

use hookset::plan::Skip;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::fault::Fault;

/// What the policy says about one event.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Answer {
    pub(crate) id: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<Error>,
    pub(crate) permission: Permission,
    pub(crate) matched: Vec<Matched>,
    pub(crate) hooks: Vec<Hook>,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) doubt: Vec<Doubt>,
    pub(crate) diagnostics: Vec<Finding>,
}

/// Why there is no answer.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Error {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// What the rules decide.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Permission {
    pub(crate) behavior: &'static str,
    pub(crate) rule: Option<String>,
    pub(crate) effect: Option<&'static str>,
    pub(crate) source: Option<String>,
    pub(crate) reason: String,
    /// That it decides nothing, where that is so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<&'static str>,
}

/// A rule that matches.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Matched {
    pub(crate) rule: String,
    pub(crate) effect: &'static str,
    pub(crate) source: String,
}

/// A handler that fires.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Hook {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) event: String,
    /// What it runs; the key is named by `kind`.
    #[serde(flatten)]
    pub(crate) action: serde_json::Map<String, Value>,
    pub(crate) source: String,
    pub(crate) timeout: Value,
    pub(crate) once: bool,
    #[serde(rename = "async")]
    pub(crate) is_async: bool,
}

/// A handler that does not fire, and why.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Skipped {
    pub(crate) source: String,
    #[serde(rename = "reason", serialize_with = "word")]
    pub(crate) why: Skip,
}

/// Something that cannot be known.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Doubt {
    pub(crate) reason: String,
    pub(crate) text: String,
}

/// A finding about the policy or the event.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Finding {
    pub(crate) code: &'static str,
    pub(crate) severity: &'static str,
    pub(crate) message: String,
    pub(crate) source: Option<String>,
}

fn word<S: Serializer>(why: &Skip, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(why.as_str())
}

impl Answer {
    /// The answer to what cannot be read: a person must be asked, for
    /// nobody knows what it would do.
    pub(crate) fn failed(id: Value, fault: Fault) -> Answer {
        let mut answer = Answer { id, ..Answer::default() };
        answer.fail(fault);
        answer
    }

    /// Adds that the event could not be read. An answer that would let it
    /// pass becomes a question.
    pub(crate) fn fail(&mut self, fault: Fault) {
        if !matches!(self.permission.behavior, "deny" | "ask") {
            let reason = format!("cannot be decided: {}", fault.message);
            let permission = Permission { reason, ..Permission::default() };
            self.permission = Permission { behavior: "ask", ..permission };
        }
        let (code, message) = (fault.code.name(), fault.message);
        self.error = Some(Error { code, message, help: fault.help });
    }

    /// One line of JSON.
    pub(crate) fn line(&self) -> String {
        let mut text = serde_json::to_string(self).unwrap_or_else(|_| {
            // Cannot happen: no map has keys that are not strings.
            "{\"permission\":{\"behavior\":\"ask\"}}".to_owned()
        });
        text.push('\n');
        text
    }
}
