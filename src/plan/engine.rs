//! A policy ready to answer events.

mod answer;
mod compile;
mod said;

pub use answer::Answer;

use super::alone::Alone;
use super::brief::{Brief, Finding};
use super::fire::{Matchers, fire};
use super::mode::mode;
use super::permission::{Coverage, decided};
use super::state::State;
use super::steps::{self, Plan};
use super::{Behavior, Permission, Why};
use crate::dialect::{Dialect, Strategy};
use crate::event::{Context, Event, EventKind};
use crate::hook_set::{
    self, Bytes, HookSet, ImageError, Listed, Match, reference,
};
use crate::ir::RuleId;
use crate::load::{Mode, Scope};
use crate::policy::Policy;
use crate::shell::{Access, Effects, Unit};
use crate::subject::{Needs, Subjects};

/// What the rules say about what is no call of a tool.
const NOTHING_SAID: Permission =
    Permission { behavior: Behavior::None, rule: None, why: Why::NoRule };

/// A policy ready to answer events. Share it between threads in an
/// [`Arc`](std::sync::Arc); each thread has its own [`Scratch`]. A clone is a
/// second policy with all its texts, only the compiled rules are shared.
///
/// All that an answer needs stands in the image of the compiled set, so an
/// engine loaded from an image gives the same answers as the one that was
/// compiled. When a policy changes, [`Policy::with`] and [`Policy::compile`]
/// make the next engine.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(super) set: HookSet,
    pub(super) brief: Brief,
    matchers: Matchers,
    policy: Option<Policy>,
}

/// Memory of one thread, reused from event to event. It may serve several
/// engines, one event after the other: nothing of an answer depends on what
/// was asked before. It grows to the size of the events and stays so.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    subjects: Subjects,
    coverage: Coverage,
    set: hook_set::Scratch,
    matches: Vec<Match>,
    /// The matches that count where the first source decides.
    first: Vec<Match>,
}

impl Scratch {
    /// How many patterns were tested for the last event; see
    /// [`hook_set::Scratch::tested`].
    pub fn tested(&self) -> usize {
        self.set.tested()
    }
}

impl Engine {
    /// The engine of an image, which is what [`HookSet::image`] gives of
    /// [`Engine::set`]. Checks the header, the table of sections and the
    /// small parts that every answer needs, in time that does not depend on
    /// its size. An image that is damaged elsewhere gives wrong answers, and
    /// never a panic: where nobody vouches for the bytes, ask
    /// `engine.set().verify()` first, which reads all of them.
    ///
    /// Such an engine has no [`Engine::policy`], so that nothing is explained
    /// ([`Engine::explain`]) and nothing can be compared with it.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the image: no image, one of another version,
    /// one of rules without a policy, one in a dialect that is not shipped.
    pub fn from_image(image: Bytes) -> Result<Engine, ImageError> {
        let set = HookSet::from_image(image)?;
        if set.brief().is_empty() {
            return Err(ImageError::NoPolicy);
        }
        let brief = Brief::read(set.brief(), None);
        let brief = brief.ok_or_else(|| {
            match Brief::has_own_dialect(set.brief()) {
                true => ImageError::Dialect,
                false => ImageError::Damaged,
            }
        })?;
        let matchers = Matchers::new(&brief);
        Ok(Engine { set, brief, matchers, policy: None })
    }

    /// The policy; `None` for an engine that was loaded from an image.
    pub fn policy(&self) -> Option<&Policy> {
        self.policy.as_ref()
    }

    /// The compiled rules; its image is the engine's image.
    pub fn set(&self) -> &HookSet {
        &self.set
    }

    /// The names of the texts that the policy was read from.
    pub fn source_names(&self) -> &[String] {
        self.brief.sources()
    }

    /// Calls these texts otherwise from now on, wherever a place is said:
    /// whoever loads an image may stand elsewhere than who made it. The image
    /// stays as it is.
    pub fn rename_sources(&mut self, name: impl FnMut(&str) -> String) {
        self.brief.rename_sources(name);
    }

    /// What was found wrong while the policy was read.
    pub fn findings(&self) -> Vec<Finding> {
        self.brief.findings(self.set.brief())
    }

    /// How the runner reads the policy.
    pub fn dialect(&self) -> &Dialect {
        &self.brief.dialect
    }

    /// A rule, as it was written.
    pub fn rule(&self, id: RuleId) -> Option<Listed<'_>> {
        self.set.rule(id)
    }

    /// `name:line:column` of a rule; empty for one that this engine does not
    /// have.
    pub fn rule_place(&self, id: RuleId) -> String {
        let Some(rule) = self.set.standing(id) else { return String::new() };
        let (line, column) = rule.place;
        self.brief.place(rule.origin.source, line, column)
    }

    /// Whose settings a rule stands in, if that is known.
    pub(super) fn rule_scope(&self, id: RuleId) -> Option<Scope> {
        let rule = self.set.standing(id)?;
        self.brief.scope(rule.origin.source)
    }

    /// The only addresses hooks may post to, and the only variables they
    /// may send; `None` where no file says.
    pub(super) fn http_limits(
        &self,
    ) -> (Option<&[String]>, Option<&[String]>) {
        (self.brief.http_urls.as_deref(), self.brief.http_env.as_deref())
    }

    /// What is to be done about an event: which hooks run, in order, with
    /// everything filled in, and why the others do not. Nothing is run.
    pub fn plan(
        &self,
        event: &Event<'_>,
        context: &Context,
        state: &State,
        scratch: &mut Scratch,
    ) -> Plan {
        let context = &state.context(event, context);
        let answer = self.answer(event, context, scratch);
        steps::plan(self, event, context, state, &answer)
    }

    /// The same, where [`Engine::answer`] has been asked about the event in
    /// this context, which is [`State::context`] where skills are used.
    pub fn plan_of(
        &self,
        event: &Event<'_>,
        context: &Context,
        state: &State,
        answer: &Answer<'_>,
    ) -> Plan {
        steps::plan(self, event, context, state, answer)
    }

    /// What of an event the policy looks at: what [`Engine::answer`] takes
    /// for [`Subjects::read`].
    pub fn needs(&self) -> Needs<'_> {
        self.needs_of(self.set.needs())
    }

    fn needs_of<'a>(&'a self, needs: Needs<'a>) -> Needs<'a> {
        Needs {
            guarded: Some(&self.brief.files.guarded),
            places: &self.brief.files.places,
            names: self.brief.names(self.set.brief()),
            options: self.brief.options(self.set.brief()),
            anchors: self.brief.anchors,
            outside: self.brief.outside.as_ref(),
            ..needs
        }
    }

    /// The paths that guards on what is read name as a whole, such as
    /// `/srv/shop/.env` or `/srv/shop/.env.*`. Who can look puts those that
    /// nothing is there of into [`Context::absent`].
    pub fn guarded_places(
        &self,
        event: &Event<'_>,
        context: &Context,
    ) -> Vec<String> {
        let places = self.brief.files.places.iter().flatten();
        Subjects::paths_of(event, context, &self.brief.dialect, places)
    }

    /// The paths that guards on files start with, as far as they are written
    /// out. Who can look puts the links on the way into [`Context::links`]:
    /// a guard on the name of a link is one on where it leads.
    pub fn guard_starts(
        &self,
        event: &Event<'_>,
        context: &Context,
    ) -> Vec<String> {
        let starts = self.brief.files.starts(self.set.brief());
        let dialect = &self.brief.dialect;
        Subjects::paths_of(event, context, dialect, starts.iter())
    }

    /// Whether some guard may be about a file of this path that is read, or
    /// written: who goes through what a line searches tells so which searches
    /// meet none ([`Context::unmet`]). Takes more files for guarded ones than
    /// there are. Linear in the guards and the path.
    pub fn may_guard(&self, path: &str, writes: bool) -> bool {
        let access = if writes { Access::Write } else { Access::Read };
        let parts = path.split('/').filter(|part| !part.is_empty());
        self.brief.files.guarded.may_be(access, parts)
    }

    /// What the policy says about an event. Never fails: what cannot be
    /// known is in doubt, and an event that cannot be read is not allowed.
    /// [`Behavior::None`](super::Behavior::None) is left as it is: what a
    /// dialect does then is put in by [`fold`](super::answers::fold). Linear in
    /// the event and in the hooks of its kind.
    pub fn answer<'a>(
        &'a self,
        event: &Event<'_>,
        context: &Context,
        scratch: &'a mut Scratch,
    ) -> Answer<'a> {
        let Scratch { subjects, coverage, set, first, .. } = scratch;
        let needs = self.needs();
        subjects.read(event, context, &self.brief.dialect, needs);
        let matches = self.set.matches(subjects, kind(event), set);
        let mode = mode(event, context);
        let memory = (coverage, first);
        self.conclude(event, mode, subjects, matches, memory)
    }

    /// What the permission rules say about an event, and no more: the
    /// permission of [`Engine::answer`], found sooner where a deny rule
    /// decides, because the first that is come upon is enough. Only in that
    /// case the rule it names may be another one that denies.
    pub fn decide(
        &self,
        event: &Event<'_>,
        context: &Context,
        scratch: &mut Scratch,
    ) -> Permission {
        let Scratch { subjects, coverage, set, first, .. } = scratch;
        let needs = self.needs();
        let dialect = &self.brief.dialect;
        subjects.read(event, context, dialect, needs);
        if !subjects.is_tool {
            return NOTHING_SAID;
        }
        // Where the first source decides, another one's deny may not count.
        let until = match dialect.strategy {
            Strategy::DenyOverrides => Effects::DENY,
            Strategy::FirstSource => Effects::default(),
        };
        let kind = kind(event);
        let matches = match self.set.matches_until(subjects, kind, until, set)
        {
            Ok(matches) => matches,
            // Words that may not be run leave it open.
            Err(enough) if enough.place.is_maybe(subjects) => {
                self.set.matches(subjects, kind, set)
            }
            Err(enough) => return decided(Behavior::Deny, enough.rule),
        };
        let mode = mode(event, context);
        self.permission(mode, subjects, matches, (coverage, first))
    }

    /// Whether nobody is asked: the permission mode says so, or a file.
    pub(super) fn denies_asking(&self, mode: Option<Mode>) -> bool {
        mode == Some(Mode::DontAsk) || self.brief.denies_asking
    }

    /// The rule of a hook.
    pub(super) fn hook_rule(&self, hook: usize) -> Option<RuleId> {
        self.brief.hook(self.set.brief(), hook)?.rule
    }

    /// The rules that would match if nothing about the event were in doubt,
    /// and nothing were run that may not be: either makes an `if` hold, but
    /// it does not make it true. `None` where there is neither.
    pub(super) fn sure_rules(
        &self,
        subjects: &Subjects,
        kind: EventKind,
    ) -> Option<Vec<RuleId>> {
        let units = &subjects.commands.units;
        let is_maybe = |unit: &Unit| unit.maybe.is_some();
        if !units.iter().any(is_maybe) {
            subjects.doubts().next()?;
        }
        let mut subjects = subjects.clone();
        subjects.doubts.clear();
        let commands = &mut subjects.commands;
        commands.doubts.clear();
        for view in &mut commands.views {
            let unit = commands.units.get(view.unit as usize);
            if unit.is_some_and(is_maybe) {
                view.effects = Effects::default();
            }
        }
        let mut scratch = self.set.scratch();
        let matches = self.set.matches(&subjects, kind, &mut scratch);
        Some(matches.iter().map(|found| found.rule).collect())
    }

    /// The same, by the reference evaluator: slow, for tests. `None` for an
    /// engine that was loaded from an image.
    pub fn answer_by_reference<'a>(
        &self,
        event: &Event<'_>,
        context: &Context,
        scratch: &'a mut Scratch,
    ) -> Option<Answer<'a>> {
        let Scratch { subjects, coverage, matches, first, .. } = scratch;
        let rules = self.policy.as_ref()?.rules();
        let needs = Needs {
            guesses: rules.guess_files(),
            ..self.needs_of(Needs::ALL)
        };
        subjects.read(event, context, &self.brief.dialect, needs);
        *matches = reference::matches(rules, subjects, kind(event));
        Some(self.conclude(
            event,
            mode(event, context),
            subjects,
            matches,
            (coverage, first),
        ))
    }

    fn conclude<'a>(
        &self,
        event: &Event<'_>,
        mode: Option<Mode>,
        subjects: &'a Subjects,
        matches: &'a [Match],
        (coverage, first): (&mut Coverage, &mut Vec<Match>),
    ) -> Answer<'a> {
        let permission =
            self.permission(mode, subjects, matches, (coverage, first));
        let hooks = event.kind.map(|kind| {
            let ready = (&self.brief, &self.matchers);
            let strict = self.brief.dialect.shell.strict;
            let open = event.tool_is_open() || event.value_is_open();
            let open = strict && open;
            fire(ready, &self.set, matches, subjects, (kind, open))
        });
        let hooks = hooks.unwrap_or_default();
        let alone = Alone::default();
        Answer { permission, matches, hooks, subjects, alone }
    }
}

/// The kind of an event; a call of a tool where it does not say.
fn kind(event: &Event<'_>) -> EventKind {
    event.kind.unwrap_or(EventKind::PRE_TOOL_USE)
}
