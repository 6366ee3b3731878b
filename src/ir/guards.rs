use super::{Effect, Family, Rule, RuleId};

/// The families that have guard rules, in order of their numbers.
const FAMILIES: [Family; 6] = [
    Family::Commands,
    Family::PowerShell,
    Family::Reads,
    Family::Writes,
    Family::Hosts,
    Family::Other,
];

/// The first deny and the first ask rule of each family: which rule a doubt
/// bears on, without going through the rules; and the first that says where
/// `/cd` may lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guards {
    deny: [Option<RuleId>; FAMILIES.len()],
    ask: [Option<RuleId>; FAMILIES.len()],
    /// The first allow rule on `Cd`: where there is one, these rules are a
    /// list, and what is not on it is refused (spec 4.6).
    listed: Option<RuleId>,
}

impl Guards {
    /// The guards of rules in configuration order.
    pub fn of(rules: &[Rule]) -> Guards {
        let mut guards = Guards::default();
        for (rule, number) in rules.iter().zip(0..) {
            let row = match rule.effect {
                Effect::Deny => &mut guards.deny,
                Effect::Ask => &mut guards.ask,
                Effect::Allow if is_about_cd(&rule.text) => {
                    guards.listed.get_or_insert(RuleId(number));
                    continue;
                }
                _ => continue,
            };
            let mut places = FAMILIES.iter().zip(row);
            if let Some((_, first)) =
                places.find(|(family, _)| **family == rule.family)
            {
                first.get_or_insert(RuleId(number));
            }
        }
        guards
    }

    /// The rules as numbers, in a fixed order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = Option<RuleId>> {
        self.deny.into_iter().chain(self.ask).chain([self.listed])
    }

    /// The first of the rules that list where `/cd` may lead.
    pub fn listed(&self) -> Option<RuleId> {
        self.listed
    }

    /// The guards that [`Guards::numbers`] gave; `None` where `next` ends.
    pub(crate) fn from_numbers(
        mut next: impl FnMut() -> Option<Option<RuleId>>,
    ) -> Option<Guards> {
        let mut guards = Guards::default();
        let slots = guards.deny.iter_mut().chain(&mut guards.ask);
        for slot in slots.chain([&mut guards.listed]) {
            *slot = next()?;
        }
        Some(guards)
    }

    /// The first rule of an effect whose family satisfies a condition.
    pub fn first(
        &self,
        effect: Effect,
        fits: impl Fn(Family) -> bool,
    ) -> Option<RuleId> {
        let row = match effect {
            Effect::Deny => &self.deny,
            Effect::Ask => &self.ask,
            _ => return None,
        };
        let fitting = FAMILIES.iter().zip(row).filter(|(f, _)| fits(**f));
        fitting.filter_map(|(_, rule)| *rule).min()
    }
}

/// Whether a rule is one on `Cd`.
pub(crate) fn is_about_cd(text: &str) -> bool {
    text.split('(').next().is_some_and(|name| name.trim() == "Cd")
}
