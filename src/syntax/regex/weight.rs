//! How much a regular expression is once its repetitions are written out.

use super::{Kind, Node};

impl Node {
    /// At least as many as the instructions of the machine that runs any of
    /// them.
    pub(super) fn weight(&self) -> u64 {
        let sum = |all: &[Node]| {
            all.iter().map(Node::weight).fold(1, u64::saturating_add)
        };
        match &self.kind {
            Kind::Look { body, .. } | Kind::Group { body, .. } => {
                body.weight().saturating_add(2)
            }
            Kind::Repeat { min, max, body, .. } => {
                let times = max.unwrap_or(min + 1).max(*min);
                let one = body.weight().saturating_add(4);
                one.saturating_mul(u64::from(times)).saturating_add(1)
            }
            Kind::Either(all) => sum(all).saturating_add(2 * all.len() as u64),
            Kind::Sequence(all) => sum(all),
            _ => 1,
        }
    }
}
