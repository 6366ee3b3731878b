//! What a piece of guidance must be like.

use super::{Guidance, Phase};
use crate::diagnostic::{Code, Diagnostic, Severity};

/// The longest tag: it becomes part of a file's name.
const MAX_TAG: usize = 100;

/// What is wrong with a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The finding it is.
    pub code: Code,
    /// The field, as it is called in files.
    pub field: &'static str,
    /// What was found and what will happen.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// Whether the definition cannot be used.
    pub refuses: bool,
}

impl std::error::Error for Fault {}

impl std::fmt::Display for Fault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message)
    }
}

impl Fault {
    pub(super) fn new(
        code: Code,
        field: &'static str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Fault {
        let (message, help) = (message.into(), Some(help.into()));
        Fault { code, field, message, help, refuses: true }
    }

    /// What was found in a file or message, without its place.
    pub(super) fn of(field: &'static str, found: Diagnostic) -> Fault {
        let Diagnostic { code, message, help, severity, .. } = found;
        let refuses = severity == Severity::Error;
        Fault { code, field, message, help, refuses }
    }
}

/// Everything that is wrong with `guidance`.
pub(super) fn faults(guidance: &Guidance) -> Vec<Fault> {
    let mut found = Vec::new();
    if let Some(wrong) = tag(&guidance.tag) {
        found.push(wrong);
    }
    if let Some(app) = guidance.app.as_deref().and_then(app) {
        found.push(app);
    }
    found.extend(name(&guidance.name));
    if guidance.request.is_some() && !is_of_requests(guidance.phase) {
        let phase = guidance.phase.as_str();
        let mut fault = Fault::new(
            Code::MISPLACED_FIELD,
            "requestId",
            format!(
                "`requestId` on lifecycle `{phase}` ties this text to one \
                 request, but no request is under way then"
            ),
            "use it with `running`, `progress` or `cancel`",
        );
        fault.refuses = false;
        found.push(fault);
    }
    found
}

/// Whether requests are under way in a phase.
fn is_of_requests(phase: Phase) -> bool {
    matches!(phase, Phase::Running | Phase::Progress | Phase::Cancel)
}

fn tag(tag: &str) -> Option<Fault> {
    let is_safe =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let help = "use small letters, digits and hyphens, such as `my-tag-1`";
    let message = if tag.is_empty() {
        "`tag` is empty; the text has no id and no file".to_owned()
    } else if tag.len() > MAX_TAG {
        format!("`tag` is longer than {MAX_TAG} characters")
    } else if let Some(c) = tag.chars().find(|&c| !is_safe(c)) {
        let c = c.escape_debug();
        format!("`{c}` cannot stand in a `tag`, which names a file")
    } else {
        return None;
    };
    Some(Fault::new(Code::INVALID_VALUE, "tag", message, help))
}

/// What is wrong with the name of an application.
pub(super) fn app(app: &str) -> Option<Fault> {
    let message = if app.is_empty() {
        "`app` is empty; ids would begin with a colon"
    } else if app.contains(':') {
        "`app` holds a colon; its ids could not be read back"
    } else if app.chars().any(char::is_control) {
        "`app` holds a control character"
    } else {
        return None;
    };
    let help = "name the application, such as `my-server`";
    Some(Fault::new(Code::INVALID_VALUE, "app", message, help))
}

fn name(name: &str) -> Option<Fault> {
    let message = if name.trim().is_empty() {
        "`name` is empty; the text would have no heading"
    } else if name.chars().any(char::is_control) {
        "`name` goes over more than one line; it is a heading"
    } else {
        return None;
    };
    let help = "write what people should read above the text";
    Some(Fault::new(Code::INVALID_VALUE, "name", message, help))
}
