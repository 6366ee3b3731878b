//! Events from a file or standard input: one, or one per line.

use std::io::{self, BufRead, BufReader, Read};

use hookset::diagnostic::{Code, Diagnostic};
use hookset::source::{SourceId, Span};
use serde::de::IgnoredAny;

use crate::fault::Fault;
use crate::input::{self, Above, EVENT_LIMIT};

/// Reads lines and refuses those that are too long without keeping them.
pub(crate) struct Lines {
    name: String,
    reader: Box<dyn BufRead>,
    limit: u64,
    /// What was read already.
    above: Above,
    /// What of it stands above the line that was read last.
    started: Above,
}

/// A line, or why it is none.
pub(crate) type Line = Result<String, Fault>;

impl Lines {
    /// The lines of the file `path`, or of standard input for `-`.
    pub(crate) fn open(path: &str, limit: u64) -> Result<Lines, Fault> {
        let (name, reader): (_, Box<dyn BufRead>) = if path == "-" {
            ("<stdin>", Box::new(BufReader::new(io::stdin())))
        } else {
            let file = input::open(path, u64::MAX)?;
            let file = file.map_err(|e| input::unreadable(path, &e))?;
            (path, Box::new(BufReader::new(file)))
        };
        let (name, above) = (name.to_owned(), Above::default());
        Ok(Lines { name, reader, limit, above, started: above })
    }

    /// The next line with its number, without its end.
    pub(crate) fn next(&mut self) -> Option<(usize, Line)> {
        let mut bytes = Vec::new();
        let mut limited = self.reader.by_ref().take(self.limit + 1);
        let read = limited.read_until(b'\n', &mut bytes);
        let above = self.above;
        self.started = above;
        let number = above.lines + 1;
        self.above = Above { lines: number, bytes: above.bytes + bytes.len() };
        if let Err(error) = read {
            // What cannot be read once never ends by being read again.
            self.reader = Box::new(io::empty());
            let name = format!("{}:{number}", self.name);
            return Some((number, Err(input::unreadable(&name, &error))));
        }
        if bytes.is_empty() {
            return None;
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() as u64 > self.limit {
            // Where the rest cannot be read, reading the next line says so.
            let _ = self.skip();
            bytes.truncate(SHOWN);
            return Some((number, Err(self.too_long(above, &bytes))));
        }
        Some((number, input::decode(&self.name, above, bytes)))
    }

    /// The fault of a line of which this is the start.
    fn too_long(&self, above: Above, start: &[u8]) -> Fault {
        let (name, limit) = (&self.name, self.limit >> 20);
        let number = above.lines + 1;
        let message = format!("line {number} of `{name}` is over {limit} MiB");
        let (code, span) = (Code::FILE_TOO_LARGE, Span::new(0, 1));
        let found = Diagnostic::new(code, message, SourceId(0), span);
        let help = "no runner sends an event of this size";
        above.fault(name, start, found.help(help))
    }

    /// Reads on to the end of the line without keeping it.
    fn skip(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                return Ok(());
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(buffer.len(), |at| at + 1);
            self.reader.consume(used);
            self.above.bytes += used;
            if end.is_some() {
                return Ok(());
            }
        }
    }
}

/// So much of a line that is too long is kept, to show which it is.
const SHOWN: usize = 256;

/// One event after the other: a file is either one event, however many
/// lines it takes, or one event per line.
pub(crate) struct Events {
    lines: Lines,
    ahead: Ahead,
    /// What stands above the event that was handed out last.
    above: Above,
}

/// Events that were read already, each with what stands above it.
type Ahead = std::collections::VecDeque<(Above, Line)>;

impl Events {
    pub(crate) fn open(path: &str) -> Result<Events, Fault> {
        let mut lines = Lines::open(path, EVENT_LIMIT)?;
        let mut ahead = Ahead::new();
        let first = loop {
            match lines.next() {
                Some((_, Ok(line))) if line.trim().is_empty() => {}
                Some((_, line)) => break line,
                None => return Err(empty(&lines.name)),
            }
        };
        let above = lines.started;
        match first {
            Ok(line) if !is_json(&line) => {
                let rest = lines.rest(line)?;
                split(&rest, above, &mut ahead);
            }
            first => ahead.push_back((above, first)),
        }
        Ok(Events { lines, ahead, above })
    }

    /// These, one after the other.
    pub(crate) fn of(name: &str, events: Vec<String>) -> Events {
        let above = (0..).map(|lines| Above { lines, bytes: lines });
        let ahead = above.zip(events.into_iter().map(Ok)).collect();
        let reader: Box<dyn BufRead> = Box::new(io::empty());
        let (name, limit) = (name.to_owned(), EVENT_LIMIT);
        let above = Above::default();
        let lines = Lines { name, reader, limit, above, started: above };
        Events { lines, ahead, above }
    }

    /// The next event's line number and text.
    pub(crate) fn next(&mut self) -> Option<(usize, Line)> {
        loop {
            let (above, line) = match self.ahead.pop_front() {
                Some(next) => next,
                None => {
                    let (_, line) = self.lines.next()?;
                    (self.lines.started, line)
                }
            };
            let blank = line.as_ref().is_ok_and(|line| line.trim().is_empty());
            if !blank {
                self.above = above;
                return Some((above.lines + 1, line));
            }
        }
    }

    /// The events that are known already.
    pub(crate) fn ahead(&self) -> impl Iterator<Item = &str> {
        let ahead = self.ahead.iter();
        ahead.filter_map(|(_, line)| line.as_deref().ok())
    }

    /// What stands above the last event.
    pub(crate) fn above(&self) -> Above {
        self.above
    }

    /// The name of the file.
    pub(crate) fn name(&self) -> &str {
        &self.lines.name
    }
}

impl Lines {
    /// `first` and everything behind it.
    fn rest(&mut self, first: String) -> Result<String, Fault> {
        let mut text = first;
        while let Some((_, line)) = self.next() {
            text.push('\n');
            text.push_str(&line?);
            if text.len() as u64 > self.limit {
                let name = &self.name;
                let limit = self.limit >> 20;
                let message =
                    format!("`{name}` is more than {limit} MiB of one event");
                let fault = Fault::new(Code::FILE_TOO_LARGE, name, message);
                return Err(fault.help("write one event per line"));
            }
        }
        Ok(text)
    }
}

/// A text whose first line is not JSON by itself: one event on many lines,
/// or lines of which the first is damaged.
fn split(text: &str, mut above: Above, ahead: &mut Ahead) {
    let is_object = |line: &str| line.starts_with('{') && is_json(line);
    if is_json(text) || !text.lines().any(is_object) {
        ahead.push_back((above, Ok(text.to_owned())));
        return;
    }
    for whole in text.split_inclusive('\n') {
        let line = whole.lines().next().unwrap_or("");
        ahead.push_back((above, Ok(line.to_owned())));
        let (lines, bytes) = (above.lines + 1, above.bytes + whole.len());
        above = Above { lines, bytes };
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

fn empty(name: &str) -> Fault {
    Fault::new(
        Code::EMPTY_FILE,
        name,
        format!("there is no event in `{name}`"),
    )
    .help(
        "an event is a JSON object such as `{\"hook_event_name\": \
             \"PreToolUse\", \"tool_name\": \"Bash\", \"tool_input\": \
             {\"command\": \"ls\"}}`",
    )
}
