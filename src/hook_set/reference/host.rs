//! Host patterns, slowly: label by label.

use crate::syntax::HostGlob;

/// Whether a host (lower case, ASCII, no trailing dot) matches.
pub fn matches(glob: &HostGlob, host: &str) -> bool {
    let literal = glob.labels.iter().map(|label| label.parts.concat());
    let literal: Vec<String> = literal.collect();
    let stars = glob.labels.iter().any(|label| label.parts.len() > 1);
    if !glob.any_prefix && !stars {
        return literal.join(".") == host;
    }
    let labels: Vec<&str> = host.split('.').collect();
    let wanted = glob.labels.len();
    let front = labels.len().checked_sub(wanted);
    let Some(front) = front else { return false };
    let enough = if glob.any_prefix { front >= 1 } else { front == 0 };
    enough
        && glob.labels.iter().zip(labels.iter().skip(front)).all(
            |(glob, label)| {
                glob.parts.len() > 1 || glob.parts.concat() == *label
            },
        )
}
