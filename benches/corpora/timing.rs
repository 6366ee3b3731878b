//! Measuring: every event by itself, then percentiles over events.

use std::time::Instant;

/// What an engine needed, in nanoseconds per event.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    pub p50: f64,
    pub p99: f64,
    pub mean: f64,
}

/// The cost of asking for the time.
fn overhead() -> f64 {
    let mut samples: Vec<u64> = (0..2001)
        .map(|_| {
            let start = Instant::now();
            start.elapsed().as_nanos() as u64
        })
        .collect();
    samples.sort_unstable();
    samples[samples.len() / 2] as f64
}

/// Runs `work` on every event `passes` times; takes the median of the passes
/// for each event.
pub fn warm<E>(
    events: &[E],
    passes: usize,
    mut work: impl FnMut(&E) -> usize,
) -> Times {
    let overhead = overhead();
    let mut samples = vec![Vec::with_capacity(passes); events.len()];
    for _ in 0..passes {
        for (event, samples) in events.iter().zip(&mut samples) {
            let start = Instant::now();
            std::hint::black_box(work(event));
            samples.push(start.elapsed().as_nanos() as u64);
        }
    }
    let medians = samples.iter_mut().map(|samples| {
        samples.sort_unstable();
        (samples[samples.len() / 2] as f64 - overhead).max(1.0)
    });
    summary(medians.collect())
}

/// The very first time an engine sees each event: the second half of the
/// list, after the first half has warmed up everything but the events
/// themselves. Each is a copy made just before the clock starts, as an event
/// that was just read is, so that no engine pays for having its own view of
/// the event in slower memory than another.
pub fn fresh<E: Clone>(
    events: &[E],
    mut work: impl FnMut(&E) -> usize,
) -> Times {
    let overhead = overhead();
    let (first, second) = events.split_at(events.len() / 2);
    for event in first {
        std::hint::black_box(work(event));
    }
    let times = second.iter().map(|event| {
        let event = std::hint::black_box(event.clone());
        let start = Instant::now();
        std::hint::black_box(work(&event));
        (start.elapsed().as_nanos() as f64 - overhead).max(1.0)
    });
    summary(times.collect())
}

fn summary(mut times: Vec<f64>) -> Times {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[(times.len() as f64 * share) as usize];
    Times {
        p50: at(0.5),
        p99: at(0.99),
        mean: times.iter().sum::<f64>() / times.len() as f64,
    }
}

/// The median of a few numbers, with the least and the greatest.
pub fn median(mut numbers: Vec<f64>) -> (f64, f64, f64) {
    numbers.sort_by(f64::total_cmp);
    let last = numbers.len() - 1;
    (numbers[numbers.len() / 2], numbers[0], numbers[last])
}
