//! The library as the commands use it.

use hookset::diagnostic::{Code, Diagnostic, suggest};
use hookset::dialect::{self, Dialect};
use hookset::event::Context;
use hookset::json::{self, Host, Tape};
use hookset::source::{Source, SourceId};
use serde_json::Value;

use crate::answer::Answer;
use crate::discover::Place;
use crate::fault::Fault;

/// The reference of the rule language.
pub(crate) const SYNTAX: &str = "";

/// The dialect of a name such as `claude@2.1.118`.
pub(crate) fn dialect(name: &str) -> Result<Dialect, Fault> {
    if let Some(dialect) = Dialect::named(name) {
        return Ok(dialect);
    }
    let (family, version) = match name.split_once('@') {
        Some((family, version)) => (family, Some(version)),
        None => (name, None),
    };
    let names = dialect::names();
    let message = match version {
        Some(version) if names.contains(&family) => {
            format!("`{version}` is not a version of the dialect `{family}`")
        }
        _ => format!("there is no dialect `{family}`"),
    };
    let known = format!("dialects are `{}`", names.join("`, `"));
    let near = suggest::nearest(family, names.iter().copied());
    let help = match near.filter(|near| *near != family) {
        Some(near) => format!("did you mean `{near}`? {known}"),
        None => format!("{known}; versions look like `claude@2.1.118`"),
    };
    Err(Fault::new(Code::UNKNOWN_DIALECT, "--dialect", message).help(help))
}

/// One policy text.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(crate) place: Place,
    pub(crate) text: String,
}

/// What is wrong with one file, by the dialect of its place unless another
/// is given.
pub(crate) fn check(
    input: Input,
    _dialect: Option<&Dialect>,
) -> (Source, Vec<Diagnostic>) {
    let source = Source::new(input.place.path, input.text);
    let tape = Tape::of(source.text());
    let found =
        json::diagnose(&tape, source.text(), SourceId(0), Host::Strict);
    (source, found)
}

/// A compiled policy.
pub(crate) struct Engine {}

impl Engine {
    /// Compiles the files of one policy.
    pub(crate) fn new(
        inputs: Vec<Input>,
        _dialect: &Dialect,
    ) -> Result<Engine, Fault> {
        for input in &inputs {
            let name = &input.place.path;
            if let Some(fault) = unreadable_policy(name, &input.text) {
                return Err(fault);
            }
        }
        Ok(Engine {})
    }

    /// What was found while reading the policy.
    pub(crate) fn findings(&self) -> (&[Diagnostic], &[Source]) {
        (&[], &[])
    }

    /// What the policy says about an event.
    pub(crate) fn answer(
        &mut self,
        id: Value,
        _event: &str,
        _context: &Context,
    ) -> Answer {
        let message = "nothing is evaluated yet";
        Answer::failed(id, Fault::new(Code::INVALID_EVENT, "", message))
    }
}

/// What keeps a policy from being read as one JSON object at all; anything
/// less is the library's to judge.
fn unreadable_policy(name: &str, text: &str) -> Option<Fault> {
    let found = unreadable(text, Code::INVALID_JSON, "policy", POLICY_HELP)?;
    Some(Fault::of(Source::new(name, text), found))
}

/// The same for the event that starts at `line` of a file.
pub(crate) fn unreadable_event(
    name: &str,
    line: usize,
    text: &str,
) -> Option<Fault> {
    let code = Code::INVALID_EVENT;
    let mut found = unreadable(text, code, "event", EVENT_HELP)?;
    // Empty lines in front make its places those of the file.
    let above = line.saturating_sub(1);
    let text = format!("{}{text}", "\n".repeat(above));
    for label in &mut found.labels {
        label.span = label.span.shifted(above);
    }
    Some(Fault::of(Source::new(name, text), found))
}

fn unreadable(
    text: &str,
    code: Code,
    what: &str,
    help: &str,
) -> Option<Diagnostic> {
    let tape = Tape::of(text);
    let found = json::diagnose(&tape, text, SourceId(0), Host::Lenient);
    let fatal = [Code::EMPTY_FILE, Code::INVALID_JSON, Code::NESTED_TOO_DEEP];
    let worst = found.into_iter().find(|found| fatal.contains(&found.code));
    if worst.is_some() {
        return worst;
    }
    let root = tape.root(text)?;
    if root.is_object() {
        return None;
    }
    let words = root.kind().words();
    let message = format!("the {what} is {words}, not an object");
    let span = root.span();
    Some(Diagnostic::new(code, message, SourceId(0), span).help(help))
}

const EVENT_HELP: &str = "an event is what a runner sends its hooks, such \
    as `{\"hook_event_name\": \"PreToolUse\", \"tool_name\": \"Bash\", \
    \"tool_input\": {\"command\": \"ls\"}}`; several stand one per line";
const POLICY_HELP: &str = "a policy looks like `{\"permissions\": {\"deny\": \
    [\"Bash(rm *)\"]}}`";
