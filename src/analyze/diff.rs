//! What changes from one policy to another, shown by events that both
//! engines have answered.

use std::collections::{BTreeSet, HashSet};

use super::sample::{Sample, sample_context};
use super::settings::{self, SettingChange};
use super::sides::{Explored, Samples, Sides};
use super::survey::Survey;
use crate::dialect::Strategy;
use crate::event::{Context, Event, EventKind};
use crate::hook_set::{CompileError, Limits};
use crate::ir::{Rules, guarded};
use crate::json::Tape;
use crate::load::{Action, List};
use crate::plan::{Behavior, Engine, Scratch};
use crate::policy::Policy;

/// Two policies, ready to be compared.
#[derive(Debug)]
pub struct Differ {
    pair: Pair,
    both: Policy,
    /// How many sources of `both` are the old policy's.
    sources: usize,
}

/// Two engines that answer the same events.
#[derive(Debug)]
struct Pair {
    old: Engine,
    new: Engine,
    scratch: (Scratch, Scratch),
    tape: Tape,
}

/// What one policy says about an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What the permission rules decide.
    pub behavior: Behavior,
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

/// A hook, known by what it does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HookName {
    /// The event it waits for.
    pub event: String,
    /// What it runs.
    pub runs: String,
    /// Whether its answer can stop the operation.
    pub stops: bool,
    /// Whether its answer can let a call run that nobody has agreed to.
    pub approves: bool,
}

impl Change {
    /// Whether the decision differs.
    pub fn decides(&self) -> bool {
        self.old.behavior != self.new.behavior
    }

    /// Whether the rules decide less than before.
    pub fn weakens(&self) -> bool {
        strength(self.new.behavior) < strength(self.old.behavior)
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
    /// Makes two policies ready, which are read by the dialect of the old
    /// one.
    ///
    /// # Errors
    ///
    /// Names the limit that one of them goes over.
    pub fn new(old: Policy, new: Policy) -> Result<Differ, CompileError> {
        let mut all = old.inputs();
        let sources = all.len();
        all.extend(new.inputs());
        let both = Policy::from_sources(all, old.dialect());
        let limits = Limits::default();
        let pair = Pair {
            old: old.compile(&limits)?,
            new: new.compile(&limits)?,
            scratch: (Scratch::default(), Scratch::default()),
            tape: Tape::new(),
        };
        Ok(Differ { pair, both, sources })
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
    /// of them has, alone and where they meet others, and from all others;
    /// and the rules of which it is not known what they change.
    pub fn explored(&mut self) -> Explored {
        let Differ { pair, both, sources } = self;
        let mut out = Samples::default();
        let unexplored = {
            let mut survey = Survey::new(both.rules(), both.dialect());
            let sides = Sides::of(both.rules(), *sources);
            let mut shown = HashSet::new();
            for &id in &sides.changed {
                let mut own = Samples::default();
                sides.around(id, &mut survey, &mut own);
                let mut own_samples = own.all.iter();
                if sides.may_widen(id)
                    && own_samples.any(|sample| pair.weakens(sample))
                {
                    shown.insert(id);
                }
                out.extend(own.all);
            }
            survey.fuel.refill();
            out.all_of(&mut survey);
            survey.fuel.refill();
            sides.unexplored(both, &mut survey, &shown)
        };
        // Files together may count for less than each alone.
        for engine in [&pair.old, &pair.new] {
            let Some(policy) = engine.policy() else { continue };
            let rules = policy.rules();
            out.all_of(&mut Survey::new(rules, policy.dialect()));
        }
        Explored { samples: out.all, unexplored }
    }

    /// The settings in which the two differ.
    pub fn settings(&self) -> Vec<SettingChange> {
        let (old, new) = (self.pair.old.policy(), self.pair.new.policy());
        match (old, new) {
            (Some(old), Some(new)) => settings::changes(old, new),
            _ => Vec::new(),
        }
    }

    /// Whether it is certain that the rules decide the same: each rule that
    /// only one policy has is covered by one of the same list of the other,
    /// and the same files are taken for guarded where some are not known.
    /// Says nothing about hooks.
    pub fn is_proven_same(&self) -> bool {
        let Some((old, new)) = self.alone() else { return false };
        let files = (guarded(old), guarded(new));
        if old.lost != new.lost
            || !files.0.is_within(&files.1)
            || !files.1.is_within(&files.0)
        {
            return false;
        }
        let rules = self.both.rules();
        let mut survey = Survey::new(rules, self.both.dialect());
        let sides = Sides::of(rules, self.sources);
        sides.changed.iter().all(|&id| sides.stands_for(id, &mut survey))
    }

    /// Whether it is certain that no event is decided less strictly than
    /// before: each guard that is gone is covered by one of the new policy,
    /// each allow rule that is new by one of the old. Says nothing about what
    /// hooks do.
    pub fn is_proven_tighter(&self) -> bool {
        let Some((old, new)) = self.alone() else { return false };
        if !old.lost.iter().all(|lost| new.lost.contains(lost))
            || !guarded(old).is_within(&guarded(new))
        {
            return false;
        }
        let rules = self.both.rules();
        let mut survey = Survey::new(rules, self.both.dialect());
        let sides = Sides::of(rules, self.sources);
        sides.changed.iter().all(|&id| {
            !sides.may_widen(id) || sides.stands_for(id, &mut survey)
        })
    }

    /// The rules of each policy, unless some count for less beside those of
    /// the other or it counts where they stand, so that nothing can be said
    /// of both together.
    fn alone(&self) -> Option<(&Rules, &Rules)> {
        if self.both.dialect().strategy != Strategy::DenyOverrides {
            return None;
        }
        let old = self.pair.old.policy()?.rules();
        let new = self.pair.new.policy()?.rules();
        let all = old.rules.len() + new.rules.len();
        (all == self.both.rules().rules.len()).then_some((old, new))
    }
}

impl Pair {
    fn compare(&mut self, event: &str, context: &Context) -> Option<Change> {
        let event = Event::read(event, &mut self.tape);
        let (one, two) = &mut self.scratch;
        let (old, was) = answer(&self.old, &event, context, one);
        let (new, is) = answer(&self.new, &event, context, two);
        let starts: Vec<_> = is.difference(&was).cloned().collect();
        let stops: Vec<_> = was.difference(&is).cloned().collect();
        let change = Change { old, new, starts, stops };
        let same = !change.decides()
            && change.starts.is_empty()
            && change.stops.is_empty();
        (!same).then_some(change)
    }

    /// Whether an event is decided less strictly than before.
    fn weakens(&mut self, sample: &Sample) -> bool {
        let change = self.compare(sample.json(), &sample_context());
        change.is_some_and(|change| change.weakens())
    }
}

/// What a policy says about an event, and the hooks it fires.
fn answer(
    engine: &Engine,
    event: &Event<'_>,
    context: &Context,
    scratch: &mut Scratch,
) -> (Side, BTreeSet<HookName>) {
    let answer = engine.answer(event, context, scratch);
    let rule = answer.permission.rule;
    let side = Side {
        behavior: answer.permission.behavior,
        rule: rule.and_then(|id| Some(engine.rule(id)?.text.into_owned())),
        place: rule.map(|id| engine.rule_place(id)),
    };
    let fired = answer.hooks.iter().filter(|hook| hook.skipped.is_none());
    let names = fired.filter_map(|hook| {
        let hook = engine.hook(hook.hook)?;
        let kind = hook.event;
        let facets = kind.map(|kind| kind.row().facets);
        let stops = facets.is_some_and(|facets| {
            facets.has(crate::event::table::Facets::VETO)
        });
        let waits = !hook.handler.is_async();
        let action = &hook.handler.action;
        let name = HookName {
            event: kind.map_or("", |kind| kind.name()).to_owned(),
            runs: runs(action),
            stops: stops && waits && can_stop(action),
            approves: kind.is_some_and(grants) && waits && can_approve(action),
        };
        // A name of its own: it may come and go while the hook stays.
        let shut =
            hook.handler.failure_blocks && engine.dialect().running.on_failure;
        let shut = shut.then(|| HookName {
            runs: format!("{}, blocking where it fails", name.runs),
            approves: false,
            ..name.clone()
        });
        Some(std::iter::once(name).chain(shut))
    });
    let fired = names.flatten();
    (side, fired.collect())
}

/// The events whose hooks may agree to a call in the person's place.
fn grants(kind: EventKind) -> bool {
    [EventKind::PRE_TOOL_USE, EventKind::PERMISSION_REQUEST].contains(&kind)
}

fn can_stop(action: &Action) -> bool {
    match action {
        Action::Inject { .. } => false,
        Action::Decision { decision, .. } => {
            decision.as_ref().is_some_and(|d| d.value != List::Allow)
        }
        _ => true,
    }
}

/// Whether an answer can be an approval: that of a program, a server or a
/// tool can; a model's only says whether to go on.
fn can_approve(action: &Action) -> bool {
    match action {
        Action::Command { .. }
        | Action::Http { .. }
        | Action::McpTool { .. } => true,
        Action::Decision { decision, .. } => {
            decision.as_ref().is_some_and(|d| d.value == List::Allow)
        }
        Action::Prompt { .. }
        | Action::Agent { .. }
        | Action::Inject { .. } => false,
    }
}

/// What a handler does, in one line.
fn runs(action: &Action) -> String {
    let text = match action {
        Action::Command { command, args, .. } => {
            let args = args.iter().flatten().map(|arg| arg.as_str());
            let words = std::iter::once(command.as_str()).chain(args);
            return words.collect::<Vec<_>>().join(" ");
        }
        Action::Http { url, .. } => url.as_str(),
        Action::McpTool { server, tool, .. } => {
            return format!("{} of {}", tool.as_str(), server.as_str());
        }
        Action::Prompt { prompt, .. } | Action::Agent { prompt, .. } => {
            prompt.as_str()
        }
        Action::Inject { server, text, tool, .. } => {
            let text = text.as_ref().map(|text| text.as_str());
            let tool = tool.as_ref().map(|(tool, _)| tool.as_str());
            let what = text.or(tool).unwrap_or("");
            return format!("{} says: {what}", server.as_str());
        }
        Action::Decision { decision, .. } => {
            decision.as_ref().map_or("decision", |list| list.value.as_str())
        }
    };
    text.to_owned()
}
