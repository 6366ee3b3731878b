//! Hooks that never fire, and conditions that say nothing.

use super::cell::{Cell, Tools, cells};
use super::relate::Language;
use super::survey::Survey;
use super::witness::Sample;
use crate::event::EventKind;
use crate::event::table::MatcherField;
use crate::event::tools;
use crate::ir::{Effect, NameTest, Predicate, RuleId};
use crate::syntax::TextGlob;

/// What names are made of.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz\
                       ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";

/// What is known about the matcher and the condition of a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HookClaim {
    /// The condition never holds where the matcher does; where it holds
    /// elsewhere, an event that shows it.
    Unreachable(Option<Sample>),
    /// The matcher matches no name that its event can have.
    NeverMatches,
    /// The matcher matches every name.
    MatcherAlways,
    /// The condition holds wherever the matcher does.
    ConditionAlways(Sample),
}

impl Survey<'_> {
    /// What there is to say about a hook; `None` where there is nothing or
    /// it is not decided.
    pub fn hook(&mut self, id: RuleId) -> Option<HookClaim> {
        let rules = self.rules;
        let rule = rules.rule(id)?;
        let Effect::Fire(_) = rule.effect else { return None };
        let kind = EventKind::all().find(|kind| rule.events.has(*kind))?;
        if let Some(claim) = self.matcher(&rule.matcher, kind) {
            return Some(claim);
        }
        if !kind.is_tool() || rule.predicate == Predicate::Always {
            return None;
        }
        let own = cells(rules, &rule.predicate)?;
        let both = self.cells(id)?;
        let possible =
            own.iter().any(|cell| exists(&cell.tools) != Some(false));
        if !possible {
            return None;
        }
        let mut impossible = true;
        for cell in both.iter() {
            impossible &= !exists(&cell.tools)?;
        }
        if impossible {
            return self.unreachable(id);
        }
        self.superfluous(id, &own)
    }

    /// Shows that the condition holds for something else.
    fn unreachable(&mut self, id: RuleId) -> Option<HookClaim> {
        let rules = self.rules;
        let mut alone = rules.clone();
        let rule = alone.rules.get_mut(id.0 as usize)?;
        rule.matcher = Predicate::Always;
        let mut survey = Survey::new(&alone, self.dialect);
        let samples = survey.samples(id);
        if samples.iter().any(|sample| self.matches(id, sample)) {
            return None;
        }
        Some(HookClaim::Unreachable(samples.into_iter().next()))
    }

    fn superfluous(&mut self, id: RuleId, own: &[Cell]) -> Option<HookClaim> {
        let rules = self.rules;
        let rule = rules.rule(id)?;
        let matcher = cells(rules, &rule.matcher)?;
        for cell in &matcher {
            let plain = |wide: &&Cell| {
                wide.content.is_none()
                    && wide.fields.is_empty()
                    && !wide.doubtful
            };
            let mut inside = false;
            for wide in own.iter().filter(plain) {
                inside |= cell.tools.within(&wide.tools)?;
            }
            if !inside {
                return None;
            }
        }
        let shown = self.samples(id).into_iter().next()?;
        Some(HookClaim::ConditionAlways(shown))
    }

    fn matcher(
        &mut self,
        matcher: &Predicate,
        kind: EventKind,
    ) -> Option<HookClaim> {
        let Predicate::Atom(id) = matcher else { return None };
        let language = self.language(*id)?;
        let every = Language::words(LETTERS, '_', true)?;
        let all = Tools { inside: vec![every], ..Tools::default() };
        if all.none(&[], &[&language])? {
            return Some(HookClaim::MatcherAlways);
        }
        let row = kind.row();
        let never = match row.matcher {
            MatcherField::Field("tool_name") => {
                let any = TextGlob::stars("mcp__*__*");
                let any = Language::name(&NameTest::Glob(any))?;
                let own = Tools {
                    inside: vec![language.clone()],
                    ..Tools::default()
                };
                !tools::names().any(|name| language.has(name))
                    && own.none(&[&any], &[])?
            }
            MatcherField::None => false,
            _ => {
                !row.values.is_empty()
                    && !row.values.iter().any(|value| language.has(value))
            }
        };
        never.then_some(HookClaim::NeverMatches)
    }

    /// Whether a permission rule can match nothing at all.
    pub fn is_empty(&mut self, id: RuleId) -> bool {
        let Some(own) = self.cells(id) else { return false };
        own.iter().all(|cell| {
            let Some(content) = cell.content else {
                return exists(&cell.tools) == Some(false);
            };
            let language = self.language(content);
            language.is_some_and(|language| {
                language.is_empty() == super::Relation::Holds
            })
        })
    }
}

/// Whether there is a name of a tool in a set; `None` where it is not
/// decided.
fn exists(tools: &Tools) -> Option<bool> {
    Some(!tools.none(&[], &[])?)
}
