//! Why rules and hooks that stand in files are not in force.

use std::collections::{BTreeMap, HashMap};

use hookset::diagnostic::{Code, Severity};
use hookset::ir::{Effect, Family, Origin, Predicate, Rule};
use hookset::load::{Effective, Inactive, RuleRef};
use hookset::policy::{Hook, Policy};
use hookset::source::SourceId;

use super::idle::Idle;

/// The findings on a name that no tool has. A rule on the name alone would
/// still hold for a tool that came to be called so.
pub(in crate::commands) const NO_TOOL: &[Code] =
    &[Code::FOREIGN_TOOL_NAME, Code::REMOVED_TOOL, Code::UNKNOWN_TOOL];

pub(super) struct Status<'a> {
    policy: &'a Policy,
    off: HashMap<RuleRef, &'static str>,
    /// The rules that were understood, and whether they can match.
    families: HashMap<Origin, Family>,
    /// What hooks are compiled to, by their number.
    hooks: HashMap<u32, &'a Rule>,
    /// Findings by the start of their place.
    findings: BTreeMap<(SourceId, u32), (Code, Severity)>,
    idle: &'a Idle,
}

impl<'a> Status<'a> {
    pub(super) fn new(
        policy: &'a Policy,
        effective: &Effective,
        idle: &'a Idle,
    ) -> Status<'a> {
        let off = effective.inactive_rules.iter();
        let all = policy.rules().rules.iter();
        let rules = all.clone().filter(|rule| rule.effect.is_permission());
        let hooks = all.filter_map(|rule| match rule.effect {
            Effect::Fire(hook) => Some((hook, rule)),
            _ => None,
        });
        let found = policy.diagnostics().iter();
        let found = found.filter(|found| found.severity > Severity::Info);
        let labels = found.filter_map(|found| {
            let label = found.primary()?;
            let place = (label.source, label.span.start);
            Some((place, (found.code, found.severity)))
        });
        Status {
            policy,
            off: off.map(|(place, why)| (*place, why.as_str())).collect(),
            families: rules.map(|rule| (rule.origin, rule.family)).collect(),
            hooks: hooks.collect(),
            findings: labels.collect(),
            idle,
        }
    }

    /// The finding on a rule.
    fn found(&self, origin: Origin) -> Option<(Code, Severity)> {
        let Origin { source, span } = origin;
        let range = (source, span.start)..=(source, span.end);
        let mut found = self.findings.range(range);
        found.next().map(|(_, found)| *found)
    }

    /// Whether the runner skips the file that a rule stands in.
    fn is_refused(&self, place: RuleRef) -> bool {
        let document = self.policy.documents().get(place.document);
        !self.policy.dialect().doubts_count
            && document.is_some_and(|d| d.refused || d.drops_rules)
    }

    /// Why a rule does not count, if so.
    pub(super) fn inactive(
        &self,
        place: RuleRef,
        origin: Origin,
    ) -> Option<&'static str> {
        if self.idle.has_file(place.document) {
            return Some(Code::MISPLACED_FILE.name());
        }
        if self.is_refused(place) {
            return Some(Inactive::Refused.as_str());
        }
        if let Some(why) = self.off.get(&place) {
            return Some(why);
        }
        let found = self.found(origin);
        match self.families.get(&origin) {
            Some(family) if *family != Family::Never => found
                .filter(|(_, severity)| *severity == Severity::Error)
                .map(|(code, _)| code)
                .filter(|code| NO_TOOL.contains(code))
                .or_else(|| self.idle.never(origin.source, origin.span))
                .map(Code::name),
            _ => Some(found.map_or("never-matches", |(code, _)| code.name())),
        }
    }

    /// Why a hook never runs, whatever happens.
    pub(super) fn never(
        &self,
        number: usize,
        hook: &Hook,
    ) -> Option<&'static str> {
        if let Some(code) = self.idle.code(hook) {
            return Some(code.name());
        }
        match hook.inactive {
            // The names of the findings that say so.
            Some(Inactive::Event) => return Some("unknown-event"),
            Some(Inactive::HandlerType) => return Some("unsupported-handler"),
            Some(why) => return Some(why.as_str()),
            None => {}
        }
        let never = |rule: &&Rule| {
            rule.matcher == Predicate::Never
                || rule.predicate == Predicate::Never
        };
        let number = u32::try_from(number).ok();
        let rule = number.and_then(|number| self.hooks.get(&number));
        if rule.is_none_or(never) {
            return Some("never-matches");
        }
        self.idle.condition(self.policy, hook).map(Code::name)
    }
}
