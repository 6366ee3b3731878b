//! What stands where a policy is expected, and is none.

use std::io::{Error, ErrorKind};
use std::path::Path;

use hookset::diagnostic::Code;
use hookset::json::Tape;

use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};

/// What is wrong with policies that were not meant to be any: events, and
/// words that a list of files took in, as nothing is called so.
pub(super) fn look(policy: &[String]) -> Result<(), Vec<Fault>> {
    let mut faults = missing(policy);
    faults.extend(policy.iter().filter_map(|path| event(path)));
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// What is not there, unless it is the first alone, which was named.
fn missing(policy: &[String]) -> Vec<Fault> {
    let is_missing = |word: &&String| {
        *word != "-" && !input::may_be(Path::new(word.as_str()))
    };
    if !policy.iter().skip(1).any(|word| is_missing(&word)) {
        return Vec::new();
    }
    let is_word = |word: &&String| {
        !word.contains('/') && Path::new(word).extension().is_none()
    };
    let (words, files): (Vec<_>, Vec<_>) =
        policy.iter().filter(is_missing).partition(is_word);
    let taken = format!(
        "what stands after `--policy` is taken as files: `{}`",
        policy.join("`, `")
    );
    let no_file = |path: &String| {
        let error = Error::from(ErrorKind::NotFound);
        input::unreadable(path, &error).help(taken.clone())
    };
    let mut faults: Vec<Fault> = files.into_iter().map(no_file).collect();
    let words: Vec<&str> = words.iter().map(|word| word.as_str()).collect();
    if let Some(first) = words.first() {
        let all = words.join("`, `");
        let message = format!("cannot read `{all}`: no file is called so");
        let call = words.join(" ");
        let help = format!("{taken}; a command is written `'Bash({call})'`");
        let fault = Fault::new(Code::UNREADABLE_FILE, *first, message);
        faults.push(fault.help(help));
    }
    faults
}

/// The fault of a policy that is an event: no rule of it would count.
fn event(path: &str) -> Option<Fault> {
    let message = format!("`{path}` looks like an event, and no policy");
    let fault = Fault::new(Code::UNKNOWN_FILE_KIND, path, message).stops();
    is_events(path).then(|| fault.help(format!("write `--event {path}`")))
}

/// Whether a file holds events. What is no plain file is not looked into: it
/// can be read only once.
pub(super) fn is_events(path: &str) -> bool {
    let is_file = Path::new(path).is_file();
    let text = is_file.then(|| input::read_text(path, POLICY_LIMIT));
    text.is_some_and(|text| text.is_ok_and(|text| is_event(&text)))
}

/// Whether a text is an event, or lines of them.
fn is_event(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    [Some(text), first].into_iter().flatten().any(|text| {
        let tape = Tape::of(text);
        let root = tape.root(text).filter(|_| tape.problems().is_empty());
        root.is_some_and(|root| {
            let has = |key| root.get(key).is_some();
            let is_event = has("hook_event_name")
                || has("tool_name") && has("tool_input");
            is_event && !has("permissions") && !has("hooks")
        })
    })
}
