//! Counting right and wrong, against the list of known gaps.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::cases::{self, Case};

/// What came of the cases of one suite.
#[derive(Default)]
pub(crate) struct Score {
    suite: &'static str,
    by_area: BTreeMap<String, (usize, usize)>,
    wrong: BTreeMap<String, String>,
    seen: BTreeSet<String>,
}

impl Score {
    pub(crate) fn new(suite: &'static str) -> Score {
        Score { suite, ..Score::default() }
    }

    /// Notes one case; `Err` says what was wrong.
    pub(crate) fn note(&mut self, case: &Case, result: Result<(), String>) {
        let row = self.by_area.entry(case.area.clone()).or_default();
        row.1 += 1;
        self.seen.insert(case.name.clone());
        match result {
            Ok(()) => row.0 += 1,
            Err(why) => {
                self.wrong.entry(case.name.clone()).or_insert(why);
            }
        }
    }

    /// Prints the score and fails when it is not what the list of known gaps
    /// says. With `HOOKSET_GAPS` set, prints the lines the list should have.
    pub(crate) fn settle(self) {
        let (mut right, mut all) = (0, 0);
        for (area, (good, total)) in &self.by_area {
            println!("{:>12} {area:<14} {good:>4} of {total}", self.suite);
            right += good;
            all += total;
        }
        println!("{:>12} {:<14} {right:>4} of {all}", self.suite, "all");
        if std::env::var_os("HOOKSET_GAPS").is_some() {
            for (name, why) in &self.wrong {
                println!("GAP {name} # {why}");
            }
            return;
        }
        let gaps = known_gaps();
        let news: Vec<_> =
            self.wrong.iter().filter(|(n, _)| !gaps.contains(*n)).collect();
        let mended: Vec<_> = gaps
            .iter()
            .filter(|n| self.seen.contains(*n) && !self.wrong.contains_key(*n))
            .collect();
        assert!(news.is_empty(), "cases that are wrong: {news:#?}");
        assert!(
            mended.is_empty(),
            "right now, delete them from known-gaps.txt: {mended:#?}"
        );
    }
}

/// The names in the list of known gaps.
pub(crate) fn known_gaps() -> BTreeSet<String> {
    let path = cases::directory().join("known-gaps.txt");
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    lines.map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect()
}
