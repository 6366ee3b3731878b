//! Many files at once, and how far that is.

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::terminal::{self, Stream};
use crate::text::count;

/// Nobody waits for less than this.
const PATIENCE: Duration = Duration::from_secs(1);
/// Between two looks at the progress.
const STEP: Duration = Duration::from_millis(100);
/// The characters of the bar.
const CELLS: usize = 20;

/// Calls `work` on every item with a few threads; results in order. Who
/// waits at a terminal for more than a second sees how far it is.
pub(super) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut done = Vec::with_capacity(items.len());
    let mut progress = Progress::of(items.len());
    thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            let (next, work, sender) = (&next, &work, sender.clone());
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    if sender.send((at, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(STEP) {
                Ok(result) => done.push(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            progress.show(done.len());
        }
    });
    progress.clear();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// A line on a terminal that is drawn over and over.
struct Progress {
    all: usize,
    since: Instant,
    drawn: Option<Instant>,
    wanted: bool,
}

impl Progress {
    fn of(all: usize) -> Progress {
        let wanted = io::stderr().is_terminal();
        Progress { all, since: Instant::now(), drawn: None, wanted }
    }

    fn show(&mut self, done: usize) {
        let soon = self.drawn.is_some_and(|at| at.elapsed() < STEP);
        if !self.wanted || soon || self.since.elapsed() < PATIENCE {
            return;
        }
        self.drawn = Some(Instant::now());
        let text = format!("\r{}\u{1b}[K", line(done, self.all));
        terminal::write(Stream::Err, &text);
    }

    fn clear(&self) {
        if self.drawn.is_some() {
            terminal::write(Stream::Err, "\r\u{1b}[K");
        }
    }
}

/// What is drawn; fits into the narrowest terminal.
fn line(done: usize, all: usize) -> String {
    let full = (done * CELLS).checked_div(all).unwrap_or(CELLS);
    let bar = "#".repeat(full) + &"-".repeat(CELLS - full.min(CELLS));
    format!("[{bar}] {done}/{}", count(all, "file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order() {
        let items: Vec<usize> = (0..1000).collect();
        let doubled = in_parallel(&items, |at| at * 2);
        assert!(doubled.into_iter().eq((0..1000).map(|at| at * 2)));
        assert!(in_parallel(&[], |(): &()| ()).is_empty());
    }

    #[test]
    fn the_bar_fits() {
        assert_eq!(line(0, 2), "[--------------------] 0/2 files");
        assert_eq!(line(1, 2), "[##########----------] 1/2 files");
        assert_eq!(line(2, 2), "[####################] 2/2 files");
        assert!(line(99_999, 100_000).len() <= 45);
    }
}
