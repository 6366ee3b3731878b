//! How much work is spent on questions: counted, not timed, so that the same
//! policy always gets the same answer.

use std::cell::Cell;

/// Steps for one kind of question about a whole policy. A step is about one
/// move of an automaton.
const STEPS: u64 = 60_000_000;

/// What it costs to look an example up in a compiled set, in steps.
const LOOKED_UP: usize = 200;

/// What each pattern costs that is tested for it.
const TESTED: usize = 10;

/// The price of looking an example up for which so many patterns were tested.
pub(super) fn lookup(tested: usize) -> usize {
    LOOKED_UP + TESTED.saturating_mul(tested)
}

/// What each hook costs that an answer goes over.
const FIRED: usize = 2;

/// The price of an answer for which so many hooks are gone over.
pub(super) fn fired(hooks: usize) -> usize {
    FIRED.saturating_mul(hooks)
}

/// What is left to be spent.
#[derive(Debug)]
pub(super) struct Fuel {
    left: Cell<u64>,
}

impl Default for Fuel {
    fn default() -> Fuel {
        Fuel { left: Cell::new(STEPS) }
    }
}

impl Fuel {
    /// Takes some; whether there was enough.
    pub(super) fn spend(&self, steps: usize) -> bool {
        let steps = u64::try_from(steps).unwrap_or(u64::MAX);
        let left = self.left.get();
        self.left.set(left.saturating_sub(steps));
        left > steps
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left.get() == 0
    }

    pub(super) fn refill(&self) {
        self.left.set(STEPS);
    }
}
