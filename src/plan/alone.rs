//! Which guards a doubt comes from. A line is taken apart once for all
//! guards, so that a doubt in it may be there for the sake of any of them.
//! Who explains an answer asks again with each guard alone; who decides does
//! not.

use super::Why;
use super::engine::{Answer, Engine, Scratch};
use super::permission::bears;
use crate::event::tools::{self, Governs};
use crate::event::{Context, Event};
use crate::hook_set::{Limits, Listed};
use crate::ir::{Effect, Family, Rule, RuleId};
use crate::json;
use crate::load;
use crate::policy::{Input, Policy};
use crate::shell::{About, Doubt};
use crate::subject::Subjects;

/// At most so many rules are named for one doubt.
pub(super) const MAX_NAMED: usize = 3;

/// At most so many guards are asked alone; of more nothing is told.
const MAX_GUARDS: usize = 64;

/// At most so many bytes of command lines are read for that, a line counting
/// once for each guard.
const MAX_BYTES: usize = 1 << 18;

/// What is in doubt where each guard is the only rule; nothing where nobody
/// asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Alone(Vec<(RuleId, Vec<Doubt>)>);

impl Alone {
    /// Whether a doubt comes from a guard; `None` where it was not asked.
    pub(super) fn doubts(&self, rule: RuleId, doubt: &Doubt) -> Option<bool> {
        let (_, doubts) = self.0.iter().find(|(id, _)| *id == rule)?;
        Some(doubts.iter().any(|own| is_same(own, doubt)))
    }

    /// The guards that a doubt comes from, in configuration order.
    pub(super) fn guards(&self, doubt: &Doubt) -> Vec<RuleId> {
        let from = self.0.iter().filter(|(_, doubts)| {
            doubts.iter().any(|own| is_same(own, doubt))
        });
        from.map(|(id, _)| *id).collect()
    }
}

/// Units are numbered otherwise where there are other views.
fn is_same(one: &Doubt, other: &Doubt) -> bool {
    (one.reason, one.span, one.about)
        == (other.reason, other.span, other.about)
}

impl Engine {
    /// [`Engine::answer`] for those who tell a person why: where a doubt
    /// decides, the guard is named that it comes from, not the first of its
    /// kind. Asks again with each guard alone, up to a limit on these and on
    /// the line.
    pub fn told<'a>(
        &'a self,
        event: &Event<'_>,
        context: &Context,
        scratch: &'a mut Scratch,
    ) -> Answer<'a> {
        let mut answer = self.answer(event, context, scratch);
        let permission = answer.permission;
        let (Some(rule), Why::Undecided(doubt)) =
            (permission.rule, permission.why)
        else {
            return answer;
        };
        // Where it is a match that is not sure, its rule is named.
        let is_common = answer.subjects.doubts().any(|one| *one == doubt);
        let effect = self.rule(rule).map(|rule| rule.effect);
        let Some(effect) = effect.filter(|_| is_common) else {
            return answer;
        };
        let wanted = Some((effect, doubt));
        let alone = self.alone(event, context, &answer, wanted);
        if let Some(first) = alone.guards(&doubt).first() {
            answer.permission.rule = Some(*first);
            answer.alone = alone;
        }
        answer
    }

    /// What is in doubt for each guard alone; for one doubt and those of one
    /// effect, until more of them have it than are named. Nothing where
    /// there are too many guards, or one is not read alone as it is among the
    /// others.
    pub(super) fn alone(
        &self,
        event: &Event<'_>,
        context: &Context,
        answer: &Answer<'_>,
        wanted: Option<(Effect, Doubt)>,
    ) -> Alone {
        let all = self.concerned(answer.subjects, wanted.map(|(e, _)| e));
        let line = answer.subjects.commands.text.len();
        let bytes = line.saturating_mul(all.len());
        if all.len() > MAX_GUARDS || bytes > MAX_BYTES {
            return Alone::default();
        }
        let mut scratch = Scratch::default();
        let mut alone = Alone::default();
        for (id, rule) in all {
            let Some(engine) = self.with_only(&rule) else {
                return Alone::default();
            };
            let answer = engine.answer(event, context, &mut scratch);
            let rules = engine.policy().map(Policy::rules);
            let own = rules.and_then(|rules| rules.rules.first());
            let family = own.map_or(Family::Never, |own| own.family);
            let doubts = answer.subjects.doubts().filter(|doubt| {
                doubt.effects.meets(rule.effect.bit())
                    && bears(doubt, family, answer.subjects)
            });
            alone.0.push((id, doubts.copied().collect()));
            if let Some((_, doubt)) = wanted
                && alone.guards(&doubt).len() > MAX_NAMED
            {
                break;
            }
        }
        alone
    }

    /// The guards of an effect, or of both, that some doubt may bear on.
    fn concerned(
        &self,
        subjects: &Subjects,
        effect: Option<Effect>,
    ) -> Vec<(RuleId, Listed<'_>)> {
        let asks = |rule: &Listed<'_>| match effect {
            Some(effect) => rule.effect == effect,
            None => matches!(rule.effect, Effect::Deny | Effect::Ask),
        };
        let concerns = |rule: &Listed<'_>| {
            let about = about(&rule.text);
            subjects.doubts().any(|doubt| {
                doubt.effects.meets(rule.effect.bit())
                    && doubt.about != About::Event
                    && about.is_none_or(|about| about == doubt.about)
            })
        };
        let count = u32::try_from(self.set.len()).unwrap_or(u32::MAX);
        let all = (0..count).map(RuleId).filter_map(|id| {
            let rule = self.rule(id)?;
            (asks(&rule) && concerns(&rule)).then_some((id, rule))
        });
        all.take(MAX_GUARDS + 1).collect()
    }

    /// An engine of one of the rules, which stands where it stood.
    fn with_only(&self, rule: &Listed<'_>) -> Option<Engine> {
        let source = rule.origin.source;
        let mut text = "{\"permissions\":{".to_owned();
        text.push_str(match rule.effect {
            Effect::Deny => "\"deny\":[",
            Effect::Ask => "\"ask\":[",
            _ => return None,
        });
        json::quote(&rule.text, &mut text);
        text.push_str("]}}");
        let given = self.policy().and_then(|policy| policy.directory(source));
        let family = match self.brief.dialect.name {
            "hookset" => load::Family::Hookset,
            _ => load::Family::Claude,
        };
        let input = Input {
            name: String::new(),
            text,
            family,
            scope: self.brief.scope(source)?,
            directory: given.map(str::to_owned),
        };
        let policy = Policy::from_sources([input], &self.brief.dialect);
        let is_it =
            |own: &Rule| own.effect == rule.effect && own.text == rule.text;
        if !policy.rules().rules.iter().any(is_it) {
            return None;
        }
        policy.compile(&Limits::default()).ok()
    }
}

/// What the doubts that bear on a rule are about, where its tool tells.
fn about(text: &str) -> Option<About> {
    let name = text.split('(').next().unwrap_or(text);
    match tools::find(name.trim())?.governs {
        Governs::Bash | Governs::PowerShell => Some(About::Commands),
        Governs::Read => Some(About::Reads),
        Governs::Edit => Some(About::Writes),
        Governs::Host => Some(About::Hosts),
        _ => None,
    }
}
