//! What MCP messages ask of guidance, and the messages that go out.

use super::write::{Object, string};
use super::{Composed, Phase, Query};
use crate::json::{Kind, Value};

/// How bad a record is, in the words of MCP logging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLevel {
    /// What is worth knowing.
    Notice,
    /// What went wrong.
    Error,
}

/// Something for the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// How bad it is.
    pub level: LogLevel,
    /// What is to be said.
    pub text: String,
}

impl Record {
    /// The record as an MCP logging notification.
    pub fn message(&self) -> String {
        let level = match self.level {
            LogLevel::Notice => "notice",
            LogLevel::Error => "error",
        };
        let params = Object::default()
            .text("level", level)
            .text("logger", "hookset")
            .text("data", &self.text)
            .end();
        Object::default()
            .text("jsonrpc", "2.0")
            .text("method", "notifications/message")
            .raw("params", &params)
            .end()
    }
}

impl Composed {
    /// What is to be logged: each failure as an error, then the notices.
    pub fn log(&self) -> Vec<Record> {
        let errors = self.failed.iter().map(|one| {
            let why = one.reason.as_deref().unwrap_or("");
            let text = format!("`{}` has no text: {why}", one.id);
            Record { level: LogLevel::Error, text }
        });
        let notices = self.notices.iter().map(|text| Record {
            level: LogLevel::Notice,
            text: text.clone(),
        });
        errors.chain(notices).collect()
    }
}

/// Requests that are under way: by the token they want progress under.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requests(Vec<(String, String)>);

/// Requests that are remembered; the oldest is forgotten first.
const MAX_REQUESTS: usize = 1024;

impl Requests {
    /// Remembers the token of a request, where it has one.
    pub fn note(&mut self, request: Value<'_>) {
        let own = request.get("id").and_then(id);
        let meta = request.get("params").and_then(|it| it.get("_meta"));
        let token = meta.and_then(|it| it.get("progressToken")).and_then(id);
        let (Some(own), Some(token)) = (own, token) else { return };
        self.0.retain(|known| known.0 != token);
        if self.0.len() >= MAX_REQUESTS {
            self.0.remove(0);
        }
        self.0.push((token, own));
    }

    /// What a notification asks for: the guidance of the request that is
    /// called off or reports progress. Other messages ask for nothing, nor
    /// does progress that no request is known for.
    pub fn query(&self, notification: Value<'_>) -> Option<Query> {
        let params = notification.get("params")?;
        let (phase, request) = match notification.get("method")?.str()? {
            "notifications/cancelled" => {
                (Phase::Cancel, id(params.get("requestId")?)?)
            }
            "notifications/progress" => {
                let token = id(params.get("progressToken")?)?;
                let known = self.0.iter().find(|known| known.0 == token)?;
                (Phase::Progress, known.1.clone())
            }
            _ => return None,
        };
        let request = Some(request);
        Some(Query { phase: Some(phase), request, ..Query::default() })
    }
}

/// An id of JSON-RPC as text.
fn id(value: Value<'_>) -> Option<String> {
    match value.kind() {
        Kind::String => value.str().map(str::to_owned),
        Kind::Number => super::canonical(value),
        _ => None,
    }
}

/// A blocked call as MCP wants it: an error with one text.
pub(super) fn error_answer(text: &str) -> String {
    let part =
        Object::default().text("type", "text").raw("text", &string(text));
    let content = format!("[{}]", part.end());
    Object::default().raw("isError", "true").raw("content", &content).end()
}
