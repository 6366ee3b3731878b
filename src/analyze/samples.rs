//! Examples of what policies are asked, as many as can be answered.

use std::collections::HashSet;

use super::fuel::Fuel;
use super::sample::Sample;
use super::survey::Survey;
use crate::event::tools;
use crate::ir::{Lost, RuleId, Uses};

/// The most examples that are made up.
const MAX_SAMPLES: usize = 50_000;

/// Examples, each once.
pub(super) struct Samples {
    pub(super) all: Vec<Sample>,
    seen: HashSet<String>,
    /// What it costs to compare two policies on one, and what there is for
    /// that: hooks times examples would grow with the square of the policy.
    price: usize,
    fuel: Fuel,
}

impl Samples {
    /// None yet; each of them has this price.
    pub(super) fn at(price: usize) -> Samples {
        let (all, seen) = (Vec::new(), HashSet::new());
        Samples { all, seen, price, fuel: Fuel::default() }
    }

    /// Examples of every rule.
    pub(super) fn all_of(&mut self, survey: &mut Survey<'_>) {
        for at in 0..survey.rules.rules.len() {
            let Ok(at) = u32::try_from(at) else { break };
            self.extend(with_filled(survey.samples(RuleId(at))));
        }
    }

    pub(super) fn extend(
        &mut self,
        samples: impl IntoIterator<Item = Sample>,
    ) {
        for sample in samples {
            if !self.add(sample) {
                return;
            }
        }
    }

    /// Takes one more; whether it is among them.
    pub(super) fn add(&mut self, sample: Sample) -> bool {
        if self.seen.contains(sample.json()) {
            return true;
        }
        let room = self.all.len() < MAX_SAMPLES;
        if !room || !self.fuel.spend(self.price) {
            return false;
        }
        self.seen.insert(sample.json().to_owned());
        self.all.push(sample);
        true
    }

    /// Calls of what guards that cannot be read may have been about.
    pub(super) fn of_lost(&mut self, lost: &[Lost]) {
        for lost in lost {
            match lost {
                Lost::Tool(name) => {
                    self.extend([Sample::call(name, &[])]);
                    self.extend(Sample::of_primary(name));
                }
                Lost::Tools(start) if start.is_empty() => {
                    // Of several kinds: others may be guarded anyway.
                    self.extend([Sample::command("x")]);
                    for name in ["Bash", "WebSearch", "mcp__x__x", "Read"] {
                        self.extend([Sample::call(name, &[])]);
                        self.extend(Sample::of_primary(name));
                    }
                }
                Lost::Tools(start) => {
                    self.extend([Sample::call(&format!("{start}x"), &[])]);
                }
                Lost::Files(uses) => self.of_uses(*uses),
            }
        }
    }

    /// Calls that use a file in one of these ways.
    pub(super) fn of_uses(&mut self, uses: Uses) {
        const TOOLS: [(Uses, &str, &str); 7] = [
            (Uses::READ_TOOL, "Read", ""),
            (Uses::EDIT_TOOL, "Edit", ""),
            (Uses::WRITE_TOOL, "Write", ""),
            (Uses::NOTEBOOK_TOOL, "NotebookEdit", ""),
            (Uses::CD, "Cd", ""),
            (Uses::SHELL_READ, "Bash", "cat "),
            (Uses::SHELL_WRITE, "Bash", "echo x > "),
        ];
        // Those of the project may be guarded anyway.
        for file in ["x", "/hookset-x"] {
            let fits = TOOLS.iter().filter(|row| uses.meets(row.0));
            self.extend(fits.filter_map(|(_, name, line)| {
                let key = tools::find_canonical(name)?.primary?;
                let text = format!("{line}{file}");
                Some(Sample::call(name, &[(key, &text)]))
            }));
        }
    }
}

/// Examples, and those that say nothing with something to say.
pub(super) fn with_filled(mut samples: Vec<Sample>) -> Vec<Sample> {
    let filled: Vec<_> = samples.iter().filter_map(Sample::filled).collect();
    samples.extend(filled);
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where many hooks wait for each example, there are fewer of them.
    #[test]
    fn examples_that_cost_much_are_few() {
        let numbers = 0..100_u32;
        let lines = || numbers.clone().map(|number| format!("x {number}"));
        let samples = || lines().map(|line| Sample::command(&line));
        let taken = |price| {
            let mut out = Samples::at(price);
            out.extend(samples());
            // What is among them already is no further one.
            assert!(out.add(Sample::command("x 0")));
            out.all.len()
        };
        assert_eq!(taken(0), 100);
        assert_eq!(taken(1_000), 100);
        assert_eq!(taken(4_000_000), 14);
    }
}
