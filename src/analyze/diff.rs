//! What changes from one policy to another, shown by events that both
//! engines have answered.

use super::fired::{self, HookName};
use super::fuel;
use super::hooked::seen_by_hooks;
use super::hunt::{Explored, Hunt, Unexplored};
use super::named::{Named, Which};
use super::sample::{Sample, sample_context};
use super::samples::Samples;
use super::settings::{self, SettingChange};
use super::sides::{Files, Known, Sides, timed};
use super::survey::Survey;
use crate::dialect::{Dialect, Strategy};
use crate::event::{Context, Event};
use crate::hook_set::{CompileError, Limits};
use crate::ir::{Anchors, RuleId, Rules, Uses, guarded};
use crate::json::Tape;
use crate::plan::{Behavior, Considered, Engine, Scratch};
use crate::policy::Policy;
use crate::shell::Guarded;

/// Two policies, ready to be compared.
#[derive(Debug)]
pub struct Differ {
    pair: Pair,
    /// The rules of both.
    rules: Rules,
    /// How many sources are the old policy's.
    sources: u32,
    /// The hooks of both.
    hooks: Vec<Known>,
    dialect: Dialect,
}

/// Two engines that answer the same events.
#[derive(Debug)]
pub(super) struct Pair {
    old: Engine,
    new: Engine,
    scratch: (Scratch, Scratch),
    tape: Tape,
    named: Named,
}

/// What one policy says about an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What is decided.
    pub behavior: Behavior,
    /// What the permission rules alone decide: a protected path asks in the
    /// runner without any rule.
    pub of_rules: Behavior,
    /// The rule that decided, as it is written.
    pub rule: Option<String>,
    /// Where that rule stands.
    pub place: Option<String>,
}

/// An event about which two policies say different things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What the old one says.
    pub old: Side,
    /// What the new one says.
    pub new: Side,
    /// Hooks that only the new one fires.
    pub starts: Vec<HookName>,
    /// Hooks that only the old one fires.
    pub stops: Vec<HookName>,
}

impl Change {
    /// Whether the decision differs.
    pub fn decides(&self) -> bool {
        self.old.behavior != self.new.behavior
            || self.old.of_rules != self.new.of_rules
    }

    /// Whether the rules decide less than before.
    pub fn weakens(&self) -> bool {
        strength(self.new.of_rules) < strength(self.old.of_rules)
    }

    /// Whether more may happen because a hook fires that did not: it can
    /// approve, and the rules leave it something to approve.
    pub fn lets_in(&self, hook: &HookName) -> bool {
        let open = [Behavior::None, Behavior::Ask];
        hook.approves && open.contains(&self.new.behavior)
    }

    /// Whether more may happen than before: a weaker decision, a hook that
    /// could stop the call and no longer runs, or one that can approve it
    /// and did not run before.
    pub fn widens(&self) -> bool {
        self.weakens()
            || self.stops.iter().any(|hook| hook.stops)
            || self.starts.iter().any(|hook| self.lets_in(hook))
    }
}

/// How much a decision holds back. Where no rule speaks the runner's mode
/// decides, which asks or is more lenient.
fn strength(behavior: Behavior) -> u8 {
    match behavior {
        Behavior::Allow => 0,
        Behavior::None => 1,
        Behavior::Ask => 2,
        Behavior::Deny => 3,
    }
}

impl Differ {
    /// Makes two policies ready; the new one is read by the dialect of the
    /// old one.
    ///
    /// # Errors
    ///
    /// Names the limit that one of them goes over.
    pub fn new(old: Policy, new: Policy) -> Result<Differ, CompileError> {
        let new = match new.dialect() == old.dialect() {
            true => new,
            false => Policy::from_sources(new.inputs(), old.dialect()),
        };
        let rules = joined(&old, &new);
        let sources = u32::try_from(old.sources().len()).unwrap_or(u32::MAX);
        let hooks = [&old, &new].into_iter().flat_map(Known::of).collect();
        let dialect = old.dialect().clone();
        let limits = Limits::default();
        let pair = Pair {
            old: old.compile(&limits)?,
            new: new.compile(&limits)?,
            scratch: (Scratch::default(), Scratch::default()),
            tape: Tape::new(),
            named: Named::default(),
        };
        Ok(Differ { pair, rules, sources, hooks, dialect })
    }

    /// What differs for an event, if anything does.
    pub fn compare(
        &mut self,
        event: &str,
        context: &Context,
    ) -> Option<Change> {
        self.pair.compare(event, context)
    }

    /// Events that may tell the two apart: made from the rules that only one
    /// of them has, alone and beside others, and from all others; and the
    /// rules of which it is not known what they change.
    pub fn explored(&mut self) -> Explored {
        let files = self.other_files();
        let mut out = Samples::at(self.pair.price());
        for policy in self.policies().into_iter().flatten() {
            let rules = policy.rules();
            out.of_lost(&rules.lost);
            // What is on no list of directories is refused.
            if rules.guards.listed().is_some() {
                out.of_uses(Uses::CD);
            }
        }
        let Differ { pair, rules, sources, hooks, dialect } = self;
        let sides = Sides::of(rules, *sources, hooks, files);
        let mut survey = Survey::new(rules, dialect);
        let mut hunt = Hunt::new(&sides, &mut survey, pair);
        let changed = sides.changed.iter();
        let hunted: Vec<_> =
            changed.map(|&id| hunt.hunt(id, &mut out)).collect();
        hunt.survey.fuel.refill();
        out.all_of(hunt.survey);
        hunt.survey.fuel.refill();
        let open = hunt.unknown(&hunted);
        let policies = (pair.old.policy(), pair.new.policy());
        let unexplored = open.into_iter().filter_map(|id| {
            let rule = rules.rule(id)?;
            let is_old = sides.is_old(rule);
            let policy = if is_old { policies.0? } else { policies.1? };
            Some(Unexplored {
                rule: sides.told(rule).to_owned(),
                place: policy.place(sides.own_origin(rule)),
                is_new: !is_old,
                may_widen: sides.may_widen(id),
            })
        });
        let mut unexplored: Vec<Unexplored> = unexplored.collect();
        let samples = out.all;
        for more in self.seen_by_hooks() {
            if !unexplored.contains(&more) {
                unexplored.push(more);
            }
        }
        Explored { samples, unexplored }
    }

    /// The hooks that only one policy has, by whose conditions its guards see
    /// what those of the other do not.
    fn seen_by_hooks(&self) -> Vec<Unexplored> {
        let Some([old, new]) = self.policies() else { return Vec::new() };
        if !self.dialect.shell.strict {
            return Vec::new();
        }
        let sides = [(false, old, new), (true, new, old)];
        let hooks = sides.into_iter().flat_map(|(is_new, from, to)| {
            let hooks = seen_by_hooks(from.rules(), to.rules());
            hooks.into_iter().map(move |hook| Unexplored {
                rule: hook.text.clone(),
                place: from.place(hook.origin),
                is_new,
                may_widen: !is_new,
            })
        });
        hooks.collect()
    }

    /// The settings in which the two differ.
    pub fn settings(&self) -> Vec<SettingChange> {
        match self.policies() {
            Some([old, new]) => settings::changes(old, new),
            None => Vec::new(),
        }
    }

    /// Whether it is certain that the rules decide the same and the same
    /// hooks fire: no setting differs, each rule that only one policy has is covered by some of
    /// the same list of the other, and the same files are taken for guarded
    /// where some are not known.
    pub fn is_proven_same(&self) -> bool {
        let Some([old, new]) = self.policies() else { return false };
        let files = self.files();
        let alike = files.0.is_within(&files.1) && files.1.is_within(&files.0);
        self.settings().is_empty()
            && self.seen_by_hooks().is_empty()
            && Anchors::of(old.rules()) == Anchors::of(new.rules())
            && old.rules().lost == new.rules().lost
            && fired::as_patient(&timed(old), &timed(new), false)
            && (alike || !self.dialect.shell.strict)
            && self.is_proven(Files::default(), |sides, id, survey| {
                sides.stands_for(id, survey)
            })
    }

    /// Whether it is certain that no event is decided less strictly than
    /// before: no setting lets more happen, each guard that is gone is covered by some of the new policy,
    /// each allow rule that is new by some of the old or by guards, and so
    /// with hooks that can stop a call or approve it.
    pub fn is_proven_tighter(&self) -> bool {
        let Some([old, new]) = self.policies() else { return false };
        let mut lost = old.rules().lost.iter();
        !self.settings().iter().any(|setting| setting.widens)
            && self.seen_by_hooks().iter().all(|hook| hook.is_new)
            && Anchors::of(old.rules()).is_within(Anchors::of(new.rules()))
            && lost.all(|lost| new.rules().lost.contains(lost))
            && fired::as_patient(&timed(old), &timed(new), true)
            && self.is_proven(self.other_files(), |sides, id, survey| {
                !sides.may_widen(id) || sides.is_idle(id, &[], survey)
            })
    }

    /// Whether something is certain of each changed rule.
    fn is_proven(
        &self,
        files: Files,
        holds: impl Fn(&Sides<'_>, RuleId, &mut Survey<'_>) -> bool,
    ) -> bool {
        // Where the first source decides, it counts where a rule stands.
        if self.dialect.strategy != Strategy::DenyOverrides {
            return false;
        }
        let mut survey = Survey::new(&self.rules, &self.dialect);
        let (sources, hooks) = (self.sources, &self.hooks);
        let sides = Sides::of(&self.rules, sources, hooks, files);
        sides.changed.iter().all(|&id| holds(&sides, id, &mut survey))
    }

    fn policies(&self) -> Option<[&Policy; 2]> {
        Some([self.pair.old.policy()?, self.pair.new.policy()?])
    }

    /// What is looked for where it is not known which files are meant.
    fn files(&self) -> (Guarded, Guarded) {
        let of = |engine: &Engine| {
            let policy = engine.policy();
            policy.map(|policy| guarded(policy.rules())).unwrap_or_default()
        };
        (of(&self.pair.old), of(&self.pair.new))
    }

    /// Which files only one of the two guards.
    fn other_files(&self) -> Files {
        let (old, new) = self.files();
        let strict = self.dialect.shell.strict;
        let is_less =
            |one: &Guarded, two: &Guarded| strict && !one.is_within(two);
        let (lost, added) = (is_less(&old, &new), is_less(&new, &old));
        Files { kept: lost.then_some(new), before: added.then_some(old) }
    }
}

/// The rules of both policies as each counts alone; those of the new one
/// have sources and hooks behind those of the old one.
fn joined(old: &Policy, new: &Policy) -> Rules {
    let after = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let sources = after(old.sources().len());
    let hooks = after(old.hooks().len());
    let added = new.rules().clone().behind(sources, hooks);
    old.rules().clone().joined(&added, &[])
}

impl Pair {
    fn compare(&mut self, event: &str, context: &Context) -> Option<Change> {
        let event = Event::read(event, &mut self.tape);
        let (one, two) = &mut self.scratch;
        let (old, was) = answer(&self.old, &event, context, one);
        let (new, is) = answer(&self.new, &event, context, two);
        let was = self.named.fired((Which::Old, &self.old), &was);
        let is = self.named.fired((Which::New, &self.new), &is);
        let mut starts = self.named.only(&is, &was);
        let mut stops = self.named.only(&was, &is);
        fired::told(&mut stops, &mut starts);
        let change = Change { old, new, starts, stops };
        let same = !change.decides()
            && change.starts.is_empty()
            && change.stops.is_empty();
        (!same).then_some(change)
    }

    /// What it costs to answer an event, in steps: hooks may wait for it.
    pub(super) fn price(&self) -> usize {
        let engines = [&self.old, &self.new];
        let policies = engines.into_iter().filter_map(|one| one.policy());
        fuel::fired(policies.map(|policy| policy.hooks().len()).sum())
    }

    /// What differs for an example.
    pub(super) fn tell(&mut self, sample: &Sample) -> Option<Change> {
        self.compare(sample.json(), &sample_context())
    }
}

/// What a policy says about an event, and the hooks that wait for it.
fn answer(
    engine: &Engine,
    event: &Event<'_>,
    context: &Context,
    scratch: &mut Scratch,
) -> (Side, Vec<Considered>) {
    let answer = engine.answer(event, context, scratch);
    let rule = answer.permission.rule;
    let side = Side {
        behavior: answer.permission.behavior,
        of_rules: answer.permission.of_rules(),
        rule: rule.and_then(|id| Some(engine.rule(id)?.text.into_owned())),
        place: rule.map(|id| engine.rule_place(id)),
    };
    (side, answer.hooks)
}
