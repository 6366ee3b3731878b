//! Asking which guidance is due, and why the rest is not.

use super::choices::{ConfigTest, Features, Included};
use super::{
    Choices, Config, Feature, Guidance, Kind, Phase, Registry, canonical,
};
use crate::json::Value;

/// What is asked for, and what is known about the moment. A field that is
/// left empty asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Only this kind.
    pub kind: Option<Kind>,
    /// Only this phase.
    pub phase: Option<Phase>,
    /// Only guidance with one of these words.
    pub tags: Vec<String>,
    /// Only what belongs to this request or to none.
    pub request: Option<String>,
    /// Only what belongs to this session or to none.
    pub session: Option<String>,
    /// The places where data is kept.
    pub storage: Vec<String>,
    /// The features that are there.
    pub features: Vec<Feature>,
    /// The configuration; none where it is not known.
    pub config: Option<Config>,
}

/// The answer to a [`Query`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selected<'a> {
    /// What is due, larger priorities first, equal ones as registered.
    pub chosen: Vec<&'a Guidance>,
    /// What was asked for and is not due.
    pub skipped: Vec<Skipped<'a>>,
}

/// Guidance that was asked for and is not due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped<'a> {
    /// Which one.
    pub guidance: &'a Guidance,
    /// Why: `requires storage: …`, `requires features: …`,
    /// `requires config: …`.
    pub reason: String,
}

/// The configuration in a JSON object; `None` where it is no object or two
/// readers could read it in two ways.
pub fn config(value: Value<'_>) -> Option<Config> {
    canonical(value).filter(|_| value.is_object())?;
    let entries = value.entries();
    entries.map(|e| Some((e.name().to_owned(), canonical(e.value)?))).collect()
}

impl Registry {
    /// Which guidance is due, and what was asked for and is not.
    pub fn query(&self, query: &Query) -> Selected<'_> {
        let mut selected = Selected::default();
        for guidance in &self.all {
            if !query.asks_for(guidance) {
                continue;
            }
            match query.missing(guidance, &self.choices) {
                None => selected.chosen.push(guidance),
                Some(reason) => {
                    selected.skipped.push(Skipped { guidance, reason });
                }
            }
        }
        // The sort is stable: equal ones stay as they were registered.
        selected.chosen.sort_by_key(|one| std::cmp::Reverse(one.priority));
        selected
    }
}

impl Query {
    fn asks_for(&self, guidance: &Guidance) -> bool {
        let same = |asked: &Option<String>, own: &Option<String>| {
            asked.is_none() || own.is_none() || asked == own
        };
        self.kind.is_none_or(|kind| kind == guidance.kind)
            && self.phase.is_none_or(|phase| phase == guidance.phase)
            && (self.tags.is_empty()
                || guidance.tags.iter().any(|tag| self.tags.contains(tag)))
            && same(&self.request, &guidance.request)
            && same(&self.session, &guidance.session)
    }

    /// The conditions that do not hold, in words; none where all hold.
    fn missing(
        &self,
        guidance: &Guidance,
        choices: &Choices,
    ) -> Option<String> {
        let mut missing = Vec::new();
        let wanted = &guidance.conditions;
        let stores = &wanted.storage;
        let has_store = stores.iter().any(|one| self.storage.contains(one));
        if !stores.is_empty() && !has_store {
            missing.push(format!("requires storage: {}", stores.join(" or ")));
        }
        let lacking = lacking(&wanted.features, &self.features, choices);
        if !lacking.is_empty() {
            let between = match choices.features {
                Features::All => ", ",
                Features::Any => " or ",
            };
            missing
                .push(format!("requires features: {}", lacking.join(between)));
        }
        let unequal = self.unequal(&wanted.config, choices);
        if !unequal.is_empty() {
            missing.push(format!("requires config: {}", unequal.join(", ")));
        }
        (!missing.is_empty()).then(|| missing.join("; "))
    }

    /// The values of the configuration that are not as wanted.
    fn unequal(&self, wanted: &Config, choices: &Choices) -> Vec<String> {
        if self.config.is_none() && choices.without_config == Included::In {
            return Vec::new();
        }
        let is_equal = |(key, value): &(&String, &String)| {
            let own = self.config.as_ref().and_then(|c| c.get(*key));
            let is_deep = value.starts_with(['[', '{']);
            own == Some(*value)
                && (choices.config == ConfigTest::Deep || !is_deep)
        };
        let unequal = wanted.iter().filter(|entry| !is_equal(entry));
        unequal.map(|(key, value)| format!("{key} = {value}")).collect()
    }
}

/// The features that would have to be there, and are not.
fn lacking(
    wanted: &[Feature],
    there: &[Feature],
    choices: &Choices,
) -> Vec<&'static str> {
    let missing = wanted.iter().filter(|one| !there.contains(one));
    let missing: Vec<_> = missing.map(|one| one.as_str()).collect();
    let one_is_enough = choices.features == Features::Any;
    if one_is_enough && missing.len() < wanted.len() {
        return Vec::new();
    }
    missing
}
