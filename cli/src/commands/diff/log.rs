//! The answers of two policies to the events of a log.

use hookset::analyze::Differ;
use hookset::event::{Context, Event};
use hookset::json::Tape;

use super::collected::Collected;
use super::report::Log;
use crate::args::DiffArgs;
use crate::engine;
use crate::events::Events;
use crate::fault::Fault;
use crate::ready;

/// Compares the answers to the events of a log.
pub(super) fn over(
    (path, tells): (&str, bool),
    args: &DiffArgs,
    differ: &mut Differ,
    collected: &mut Collected,
) -> Result<Log, Vec<Fault>> {
    let context = ready::context(args.context.as_deref());
    let (context, _): (Context, _) = context.map_err(|fault| vec![fault])?;
    let mut events = Events::open(path).map_err(|fault| vec![fault])?;
    let name = events.name().to_owned();
    let mut log = Log { name, events: 0, changed: 0, unreadable: 0 };
    while let Some((number, line)) = events.next() {
        log.events += 1;
        let (name, above) = (&log.name, events.above());
        let event = line.and_then(|event| {
            match engine::unreadable_event(name, above, &event) {
                Some(fault) => Err(fault),
                None => Ok(event),
            }
        });
        let event = match event {
            Ok(event) => event,
            Err(fault) => {
                log.unreadable += 1;
                ready::print(tells.then_some(fault));
                continue;
            }
        };
        if let Some(change) = differ.compare(&event, &context) {
            log.changed += 1;
            let shown = shown(&event);
            collected.add(&shown, &event, Some(number), &change);
        }
    }
    Ok(log)
}

/// An event of a log, in words.
fn shown(text: &str) -> String {
    let mut tape = Tape::new();
    let event = Event::read(text, &mut tape);
    let tool = event.tool_name.or(event.name).unwrap_or("event");
    let keys = ["command", "file_path", "notebook_path", "path", "url"];
    let main = keys.iter().find_map(|key| event.input(key)?.str());
    match main {
        Some(command) if tool == "Bash" => format!("`{command}`"),
        Some(text) => format!("`{tool}` of `{text}`"),
        None => format!("`{tool}`"),
    }
}
