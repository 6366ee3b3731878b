//! Why there is no answer, in words.

use crate::fault::Fault;

/// What is wrong with an event, said so that nobody looks into the policy.
pub(super) fn of_event(message: String) -> String {
    match message.contains("event") {
        true => message,
        false => format!("the event cannot be read: {message}"),
    }
}

/// What is wrong with a policy, where, and what to do about it.
pub(super) fn in_words(faults: &[Fault]) -> String {
    let words = faults.iter().map(|fault| {
        let (name, message) = (&fault.name, &fault.message);
        if name == "<stdin>" {
            let words = "standard input is the event; name a file for the";
            return format!("{words} policy");
        }
        let path = name.rsplitn(3, ':').last().unwrap_or(name);
        let mut words = message.clone();
        if !message.contains(path) {
            words.push_str(&format!(" ({name})"));
        }
        if let Some(help) = &fault.help {
            words.push_str(&format!("; {help}"));
        }
        words
    });
    words.collect::<Vec<_>>().join("; ")
}
