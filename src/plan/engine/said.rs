//! What permission rules say, by the matches of an engine.

use super::super::mode::{SET_ASIDE, counts, in_mode, writes};
use super::super::permission::{Coverage, RulesInBrief, permission};
use super::super::{Behavior, Permission};
use super::{Engine, NOTHING_SAID};
use crate::dialect::Strategy;
use crate::event::Mode;
use crate::hook_set::{Match, Place};
use crate::ir::Effect;
use crate::subject::Subjects;

impl Engine {
    /// What the permission rules say, by all matches.
    pub(super) fn permission(
        &self,
        mode: Option<Mode>,
        subjects: &Subjects,
        matches: &[Match],
        (coverage, first): (&mut Coverage, &mut Vec<Match>),
    ) -> Permission {
        if !subjects.is_tool {
            return NOTHING_SAID;
        }
        let brief = &self.brief;
        let effect = self.set.effects();
        let rules = RulesInBrief {
            effect: &effect,
            guards: &brief.guards,
            lost: &brief.lost,
        };
        let counted = match brief.dialect.strategy {
            Strategy::DenyOverrides => matches,
            Strategy::FirstSource => self.first_source(matches, first),
        };
        let dialect = &brief.dialect;
        let said = permission(&rules, counted, subjects, dialect, coverage);
        let said = match said.behavior == Behavior::Ask
            && self.is_unheard(mode, subjects, counted)
        {
            true => {
                let asks =
                    |e: &Effect| matches!(e, Effect::Ask | Effect::MayAsk);
                let effect = |id| effect(id).filter(|e| !asks(e));
                let rules = RulesInBrief { effect: &effect, ..rules };
                permission(&rules, counted, subjects, dialect, coverage)
            }
            false => said,
        };
        let denies_asking = self.denies_asking(mode);
        let said = match (said.behavior, mode) {
            (Behavior::Allow, Some(Mode::Plan)) if writes(subjects) => {
                SET_ASIDE
            }
            (Behavior::Allow, Some(Mode::Auto)) => {
                let effect =
                    |id| effect(id).filter(|&e| counts(self.rule(id), e));
                let rules = RulesInBrief { effect: &effect, ..rules };
                let narrow =
                    permission(&rules, counted, subjects, dialect, coverage);
                match narrow.behavior {
                    Behavior::Allow => narrow,
                    _ => SET_ASIDE,
                }
            }
            _ => said,
        };
        in_mode(said, mode, denies_asking)
    }

    /// Whether ask rules that match do not count: none is for the call as a
    /// whole, and in such a mode an earlier runner heeded those alone.
    fn is_unheard(
        &self,
        mode: Option<Mode>,
        subjects: &Subjects,
        matches: &[Match],
    ) -> bool {
        let effect = self.set.effects();
        let of_call = |found: &Match| {
            let asks = effect(found.rule) == Some(Effect::Ask);
            asks && found.place == Place::Call
        };
        !self.brief.dialect.asks_in_lines
            && matches!(mode, Some(Mode::Auto | Mode::BypassPermissions))
            && subjects.commands.units.len() > 1
            && !matches.iter().any(of_call)
    }

    /// The matches of the first source whose permission rules say anything;
    /// rules, and with them matches, stand in the order of their sources.
    fn first_source<'m>(
        &self,
        matches: &[Match],
        out: &'m mut Vec<Match>,
    ) -> &'m [Match] {
        let source = |found: &Match| {
            let rule = self.set.standing(found.rule)?;
            let speaks = !matches!(rule.effect, Effect::Fire(_));
            speaks.then_some(rule.origin.source)
        };
        let first = matches.iter().find_map(source);
        let counts = |found: &&Match| source(found) == first;
        out.clear();
        out.extend(matches.iter().filter(counts));
        out
    }
}
