//! The servers that a policy speaks of.

use std::borrow::Cow;
use std::collections::BTreeSet;

use hookset::ir::RuleId;

use super::Engine;

impl Engine {
    /// The servers whose tools rules, conditions and matchers name.
    pub(crate) fn servers(&self) -> Vec<String> {
        let rules = (0..self.engine.set().len()).filter_map(|at| {
            let rule = self.engine.rule(RuleId(u32::try_from(at).ok()?))?;
            Some(rule.text)
        });
        let mut found = BTreeSet::new();
        let matchers = self.engine.matchers().map(Cow::Borrowed);
        for text in rules.chain(matchers) {
            for part in text.split("mcp__").skip(1) {
                let ends = |c: char| !c.is_alphanumeric() && !"_-".contains(c);
                let name = part.split(ends).next().unwrap_or("");
                let server = name.split("__").next().unwrap_or("");
                if !server.is_empty() {
                    found.insert(server.to_owned());
                }
            }
        }
        found.into_iter().collect()
    }
}
