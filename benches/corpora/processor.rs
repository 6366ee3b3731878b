//! Time of the processor, not of the clock.

/// Seconds that this thread has been at work. On a busy machine whatever
/// takes longer than the few milliseconds of a turn waits for others' turns,
/// so that by the clock 1,000 rules seem to take fifty times as long as 100.
#[cfg(unix)]
pub(crate) fn now() -> f64 {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(not(unix))]
pub(crate) fn now() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}
