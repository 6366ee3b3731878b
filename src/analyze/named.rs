//! The names of the hooks that two engines fire, each made once: every
//! example fires many of them again.

use std::collections::HashMap;

use super::fired::{self, Bringer, HookName};
use crate::plan::{Considered, Engine};

/// One of two engines, and the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Which {
    Old,
    New,
}

/// What the hooks of two engines are called, as numbers; equal names share
/// one.
#[derive(Debug, Default)]
pub(super) struct Named {
    numbers: HashMap<HookName, u32>,
    /// The names of each hook that has fired.
    of: HashMap<(Which, usize), Vec<u32>>,
    names: Vec<HookName>,
    /// What brings the hooks of each along.
    with: HashMap<Which, Vec<Option<Bringer>>>,
}

impl Named {
    /// The names of those hooks that fire, sorted, each once.
    pub(super) fn fired(
        &mut self,
        (which, engine): (Which, &Engine),
        hooks: &[Considered],
    ) -> Vec<u32> {
        let mut out = Vec::new();
        for hook in hooks.iter().filter(|hook| hook.skipped.is_none()) {
            let key = (which, hook.hook);
            if let Some(known) = self.of.get(&key) {
                out.extend(known);
                continue;
            }
            let numbers = self.number((which, engine), hook.hook);
            out.extend(&numbers);
            self.of.insert(key, numbers);
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The names that only the first of two lists has, in their order.
    pub(super) fn only(&self, one: &[u32], other: &[u32]) -> Vec<HookName> {
        let only =
            one.iter().filter(|name| other.binary_search(name).is_err());
        let names = only.filter_map(|&name| self.names.get(name as usize));
        let mut names: Vec<_> = names.cloned().collect();
        names.sort();
        names
    }

    fn number(
        &mut self,
        (which, engine): (Which, &Engine),
        number: usize,
    ) -> Vec<u32> {
        let Some(hook) = engine.hook(number) else { return Vec::new() };
        let with = self.with.entry(which).or_insert_with(|| {
            engine.policy().map(fired::bringers).unwrap_or_default()
        });
        let with = with.get(number).copied().flatten();
        let (entry, dialect) = ((&hook.handler, &*hook.raw), engine.dialect());
        let timed = fired::timed(hook.event, entry, dialect, with);
        let names = fired::names(hook.event, entry, dialect, with);
        let numbers = names.into_iter().chain(timed).map(|name| {
            let next = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
            *self.numbers.entry(name).or_insert_with_key(|name| {
                self.names.push(name.clone());
                next
            })
        });
        numbers.collect()
    }
}
