//! What keeps a text from being read as one JSON object at all; anything
//! less is the library's to judge.

use hookset::diagnostic::{Code, Diagnostic};
use hookset::json::{self, Host, Tape, Value};
use hookset::load::Family;
use hookset::source::{Source, SourceId};

use super::Input;
use crate::discover::Home;
use crate::fault::Fault;
use crate::input::Above;

/// The fault of settings of a program that are not read: what they guard
/// would be lost without a word.
pub(super) fn of_another(input: &Input) -> Option<Fault> {
    if !input.is_of_another() {
        return None;
    }
    let name = &input.place.path;
    let message = match input.place.home {
        Home::Another => format!(
            "`{name}` holds settings of a program that hookset does not \
             read: no rule in it would count"
        ),
        _ => format!("`{name}` has none of the keys of a policy"),
    };
    let help = "name a policy that is read, or say with `--dialect` whose \
                settings these are";
    let fault = Fault::new(Code::UNKNOWN_FILE_KIND, name, message);
    Some(fault.help(help).stops())
}

/// The fault of a policy. Guidance may stand in a list; it has no rules.
pub(super) fn unreadable_policy(input: &Input) -> Option<Fault> {
    let (name, text) = (input.place.path.as_str(), input.text.as_str());
    let tape = Tape::of(text);
    let found = unreadable(&tape, text, POLICY)?;
    let is_list = tape.root(text).is_some_and(Value::is_array);
    let is_whole = tape.problems().is_empty();
    if is_list && is_whole && input.family(None) == Family::Toolkit {
        return None;
    }
    Some(Fault::of(Source::new(name, text), found))
}

/// The fault of the event of which so much stands above in a file.
pub(crate) fn unreadable_event(
    name: &str,
    above: Above,
    text: &str,
) -> Option<Fault> {
    let found = unreadable(&Tape::of(text), text, EVENT)?;
    Some(above.put(name, text, found))
}

/// The fault of an event whose tape there is.
pub(crate) fn unreadable_on(
    tape: &Tape,
    name: &str,
    text: &str,
) -> Option<Fault> {
    let found = unreadable(tape, text, EVENT)?;
    Some(Fault::of(Source::new(name, text), found))
}

/// Why a line of a batch cannot be read, when it cannot.
pub(crate) fn why_no_line(text: &str) -> String {
    // Of a file that would be said, and this is a line of one.
    if text.trim().is_empty() {
        return "it is empty".to_owned();
    }
    let tape = Tape::of(text);
    let found = json::diagnose(&tape, text, SourceId(0), Host::Strict);
    if let Some(found) = found.into_iter().next() {
        return found.message;
    }
    match tape.root(text) {
        Some(root) if root.is_object() => {
            "`event_text` and `dialect` must be texts".to_owned()
        }
        Some(root) => format!("it is {}, not an object", root.kind().words()),
        None => "it is empty".to_owned(),
    }
}

/// What is read, in a word, and how it is spoken of when it cannot be.
type Kind = (&'static str, Code, &'static str);

fn unreadable(tape: &Tape, text: &str, kind: Kind) -> Option<Diagnostic> {
    let (what, code, help) = kind;
    let found = json::diagnose(tape, text, SourceId(0), Host::Lenient);
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

const EVENT: Kind = (
    "event",
    Code::INVALID_EVENT,
    "an event is what a runner sends its hooks, such as \
     `{\"hook_event_name\": \"PreToolUse\", \"tool_name\": \"Bash\", \
     \"tool_input\": {\"command\": \"ls\"}}`; several stand one per line",
);
const POLICY: Kind = (
    "policy",
    Code::INVALID_JSON,
    "a policy looks like `{\"permissions\": {\"deny\": \
     [\"Bash(rm *)\"]}}`",
);
