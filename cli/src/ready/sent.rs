//! The events, one after the other.

use super::{Read, Ready, cannot};
use crate::Exit;
use crate::commands::hook::translated;
use crate::engine;

impl Ready {
    /// The next event. One of a host may stand for several, as a patch of
    /// several files does.
    pub(crate) fn next(&mut self) -> Option<Read> {
        if let Some(text) = self.more.pop_front() {
            return Some(Read { number: self.number, text, fault: None });
        }
        let mut read = self.sent()?;
        if let (Some(host), None) = (self.host, &read.fault) {
            let all = translated(host, &read.text, &self.engine);
            self.more = all.into();
            self.number = read.number;
            read.text = self.more.pop_front().unwrap_or(read.text);
        }
        Some(read)
    }

    /// The next event, as it was sent.
    fn sent(&mut self) -> Option<Read> {
        let (number, line) = self.events.next()?;
        let (name, above) = (self.events.name(), self.events.above());
        Some(match line {
            Ok(text) => {
                let fault = engine::unreadable_event(name, above, &text);
                Read { number, text, fault }
            }
            Err(fault) => {
                Read { number, text: String::new(), fault: Some(fault) }
            }
        })
    }

    /// The next event that can be read, with its number; of the others it
    /// is told why not.
    pub(crate) fn readable(
        &mut self,
        json: bool,
        exit: &mut Exit,
    ) -> Option<(usize, String)> {
        loop {
            let read = self.next()?;
            let Some(fault) = read.fault else {
                return Some((read.number, read.text));
            };
            *exit = cannot(json, vec![fault]);
        }
    }
}
