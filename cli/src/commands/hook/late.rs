//! That an answer comes in time: a host that has waited long enough lets the
//! call run.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// What hosts wait at least before they go on is 30 s.
const LATE: Duration = Duration::from_secs(20);

/// An answer that is there is written in less.
const LEFT: Duration = Duration::from_secs(2);

/// An event of so many bytes may take long.
const LONG: usize = 4 << 10;

/// What is done instead of an answer that does not come; it ends the process.
static INSTEAD: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();
/// Whether somebody gives the answer already.
static GIVEN: AtomicBool = AtomicBool::new(false);
/// Whether the time is looked at.
static LOOKED_AT: AtomicBool = AtomicBool::new(false);

/// Says what is done instead of an answer that does not come.
pub(super) fn set(instead: impl Fn() + Send + Sync + 'static) {
    let _ = INSTEAD.set(Box::new(instead));
}

/// Looks at the time from now on where an event may take long. To begin
/// takes longer than a short one does.
pub(super) fn look_at(event: &str) {
    if event.len() > LONG {
        begin();
    }
}

/// Looks at the time from now on.
pub(super) fn begin() {
    if LOOKED_AT.swap(true, Ordering::SeqCst) {
        return;
    }
    // Without a thread there is no time to look at.
    let _ = thread::Builder::new().spawn(|| {
        thread::sleep(LATE);
        if let Some(instead) = INSTEAD.get()
            && !GIVEN.swap(true, Ordering::SeqCst)
        {
            instead();
        }
    });
}

/// Whoever comes here first gives the answer and ends the process. The other
/// waits for that, and goes on where it does not come.
pub(super) fn give() {
    if GIVEN.swap(true, Ordering::SeqCst) {
        thread::sleep(LEFT);
    }
}
