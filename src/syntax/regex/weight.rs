//! How much a regular expression is once its repetitions are written out.

use std::ops::Add;

use super::{Kind, MAX_REGEX_WEIGHT, Node};

/// What the machine that runs any of them takes.
#[derive(Clone, Copy, Default)]
struct Weight {
    /// Its instructions.
    size: u64,
    /// The parts that are gone through to make them, those of nothing, too.
    work: u64,
}

impl Weight {
    fn times(self, count: u64) -> Weight {
        Weight {
            size: self.size.saturating_mul(count),
            work: self.work.saturating_mul(count),
        }
    }

    fn more(self, size: u64) -> Weight {
        Weight { size: self.size.saturating_add(size), ..self }
    }
}

impl Add for Weight {
    type Output = Weight;

    fn add(self, other: Weight) -> Weight {
        Weight {
            size: self.size.saturating_add(other.size),
            work: self.work.saturating_add(other.work),
        }
    }
}

impl Node {
    /// Whether it is more than is compiled.
    pub(super) fn is_too_large(&self) -> bool {
        let all = self.weight(u64::from(self.refers_back()));
        all.size >= MAX_REGEX_WEIGHT || all.work > MAX_REGEX_WEIGHT * 4
    }

    /// Whether captures matter in it.
    pub(crate) fn refers_back(&self) -> bool {
        match &self.kind {
            Kind::Back(_) => true,
            Kind::Look { body, .. }
            | Kind::Group { body, .. }
            | Kind::Repeat { body, .. } => body.refers_back(),
            Kind::Either(all) | Kind::Sequence(all) => {
                all.iter().any(Node::refers_back)
            }
            _ => false,
        }
    }

    /// `back` is 1 where captures matter, which takes more.
    fn weight(&self, back: u64) -> Weight {
        let sum = |all: &[Node]| {
            all.iter()
                .map(|one| one.weight(back))
                .fold(Weight::default(), Add::add)
        };
        let own = Weight { size: 0, work: 1 };
        own + match &self.kind {
            Kind::Look { body, .. } => body.weight(back).more(2),
            Kind::Group { body, .. } => body.weight(back).more(2 * back),
            Kind::Repeat { min, max, body, .. } => {
                let most = max.unwrap_or(min + 1).max(*min);
                let (must, may) = (u64::from(*min), u64::from(most - min));
                let body = body.weight(back);
                let may = body.more(1 + 3 * back).times(may);
                body.more(back).times(must) + may.more(1)
            }
            Kind::Either(all) => sum(all).more(2 * all.len() as u64),
            Kind::Sequence(all) => sum(all),
            _ => Weight { size: 1, work: 0 },
        }
    }
}
