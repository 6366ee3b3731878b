//! deny over ask over allow; doubt; coverage.

use super::{Behavior, Permission, Why};
use crate::dialect::{Dialect, OnDoubt};
use crate::hook_set::{Match, Place};
use crate::ir::{Effect, Family, Guards, Lost, RuleId, Uses};
use crate::shell::{About, Doubt, Effects, Reason};
use crate::subject::Subjects;

/// What permission needs to know of the rules besides their matches.
pub(super) struct RulesInBrief<'a> {
    /// The effect of a rule.
    pub(super) effect: &'a dyn Fn(RuleId) -> Option<Effect>,
    /// The first guard of each family.
    pub(super) guards: &'a Guards,
    /// What guards that could not be read may have been about.
    pub(super) lost: &'a [Lost],
}

impl std::fmt::Debug for RulesInBrief<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = out.debug_struct("RulesInBrief");
        out.field("guards", self.guards).field("lost", &self.lost);
        out.finish_non_exhaustive()
    }
}

/// The parts of a call that allow rules cover; memory to be reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Coverage {
    call: bool,
    units: Vec<u64>,
    paths: Vec<u64>,
}

impl Coverage {
    fn clear(&mut self) {
        self.call = false;
        self.units.clear();
        self.paths.clear();
    }

    fn add(&mut self, place: Place) {
        let (bits, at) = match place {
            Place::Call => {
                self.call = true;
                return;
            }
            Place::Unit(at) => (&mut self.units, at as usize),
            Place::Path(at) => (&mut self.paths, at as usize),
        };
        if bits.len() <= at / 64 {
            bits.resize(at / 64 + 1, 0);
        }
        if let Some(word) = bits.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    fn has(&self, place: Place) -> bool {
        let (bits, at) = match place {
            Place::Call => return self.call,
            Place::Unit(at) => (&self.units, at as usize),
            Place::Path(at) => (&self.paths, at as usize),
        };
        bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

/// What the permission rules say about a call.
///
/// `matches` must be those of the rules on `subjects`, from either
/// evaluator, and these must have been read with what the engine needs: doubts
/// about directories and what settings block stand among them. Linear in the
/// matches, the units and the doubts; no allocation once `coverage` has grown
/// to the size of the events.
pub(super) fn permission(
    rules: &RulesInBrief<'_>,
    matches: &[Match],
    subjects: &Subjects,
    dialect: &Dialect,
    coverage: &mut Coverage,
) -> Permission {
    let said = Said::by(rules, matches, subjects, coverage);
    if let Some(rule) = said.deny {
        return decided(Behavior::Deny, rule);
    }
    let may = |found: Option<Match>| may(found?, subjects);
    let doubtful = undecided(rules, subjects, Effect::Deny);
    if let Some((rule, doubt)) = doubtful.or_else(|| may(said.may_deny)) {
        let behavior = match dialect.on_doubt {
            OnDoubt::Ask if !faulty(&doubt) => Behavior::Ask,
            _ => Behavior::Deny,
        };
        let why = Why::Undecided(doubt);
        return Permission { behavior, rule: Some(rule), why };
    }
    if let Some(rule) = rules.guards.listed().filter(|_| is_cd(subjects)) {
        let on_list = allowed(said.allow, subjects, dialect, coverage);
        if on_list.behavior != Behavior::Allow {
            let (behavior, why) = (Behavior::Deny, Why::NotListed);
            return Permission { behavior, rule: Some(rule), why };
        }
    }
    if let Some(rule) = said.ask {
        return decided(Behavior::Ask, rule);
    }
    let doubtful = undecided(rules, subjects, Effect::Ask);
    if let Some((rule, doubt)) = doubtful.or_else(|| may(said.may_ask)) {
        let (behavior, why) = (Behavior::Ask, Why::Undecided(doubt));
        return Permission { behavior, rule: Some(rule), why };
    }
    if let Some(lost) = degraded(rules, subjects) {
        let (behavior, why) = (Behavior::Ask, Why::Degraded(lost));
        return Permission { behavior, rule: None, why };
    }
    if let Some(doubt) = stands(Reason::OutsideDirectory, subjects) {
        let (behavior, why) = (Behavior::Ask, Why::Outside(doubt));
        return Permission { behavior, rule: None, why };
    }
    allowed(said.allow, subjects, dialect, coverage)
}

/// Whether it is the person who changes the directory.
fn is_cd(subjects: &Subjects) -> bool {
    subjects.str(subjects.tool) == "Cd"
}

/// What the matches say: the first rule of each effect.
#[derive(Clone, Copy, Debug, Default)]
struct Said {
    deny: Option<RuleId>,
    may_deny: Option<Match>,
    ask: Option<RuleId>,
    may_ask: Option<Match>,
    allow: Option<RuleId>,
}

impl Said {
    /// Goes through the matches once, up to the first deny rule, behind
    /// which nothing counts; notes in `coverage` what allow rules cover.
    fn by(
        rules: &RulesInBrief<'_>,
        matches: &[Match],
        subjects: &Subjects,
        coverage: &mut Coverage,
    ) -> Said {
        let mut said = Said::default();
        coverage.clear();
        for &found in matches {
            // A guard that matches words which may not be run is not sure.
            let is_maybe = || found.place.is_maybe(subjects);
            match (rules.effect)(found.rule) {
                Some(Effect::Deny) if !is_maybe() => {
                    said.deny = Some(found.rule);
                    break;
                }
                Some(Effect::Deny | Effect::MayDeny) => {
                    said.may_deny.get_or_insert(found);
                }
                Some(Effect::Ask) if !is_maybe() => {
                    said.ask.get_or_insert(found.rule);
                }
                Some(Effect::Ask | Effect::MayAsk) => {
                    said.may_ask.get_or_insert(found);
                }
                Some(Effect::Allow) => {
                    said.allow.get_or_insert(found.rule);
                    coverage.add(found.place);
                }
                Some(Effect::Fire(_)) | None => {}
            }
        }
        said
    }
}

/// A matching rule decides.
pub(super) fn decided(behavior: Behavior, rule: RuleId) -> Permission {
    Permission { behavior, rule: Some(rule), why: Why::Matched }
}

/// The first rule of an effect that a doubt bears on. A faulty event weighs
/// more than any other doubt, whichever stands first: one rule more, which
/// another doubt bears on, must not make the answer milder.
fn undecided(
    rules: &RulesInBrief<'_>,
    subjects: &Subjects,
    effect: Effect,
) -> Option<(RuleId, Doubt)> {
    let find = |is_faulty: bool| {
        subjects
            .doubts()
            .filter(|doubt| faulty(doubt) == is_faulty)
            .filter(|doubt| doubt.effects.meets(effect.bit()))
            .find_map(|doubt| {
                let fits = |family| bears(doubt, family, subjects);
                Some((rules.guards.first(effect, fits)?, *doubt))
            })
    };
    find(true).or_else(|| find(false))
}

/// Whether the event itself is at fault.
fn faulty(doubt: &Doubt) -> bool {
    matches!(doubt.reason, Reason::DuplicateKey | Reason::MalformedEvent)
}

/// The guard that could match what a word turns out to be, or that matches
/// words which may not be run, and why.
fn may(found: Match, subjects: &Subjects) -> Option<(RuleId, Doubt)> {
    Some((found.rule, open_doubt(found.place, subjects)?))
}

/// Why a guard could match at a place.
pub(super) fn open_doubt(place: Place, subjects: &Subjects) -> Option<Doubt> {
    let effects = Effects::GUARD;
    match place {
        Place::Unit(at) => {
            let mut said = subjects.commands.doubts.iter();
            let open = |doubt: &&Doubt| {
                doubt.unit == Some(at) && doubt.effects == Effects::OPEN
            };
            if let Some(&doubt) = said.find(open) {
                return Some(Doubt { effects, ..doubt });
            }
            let unit = subjects.commands.units.get(at as usize)?;
            let reason = unit.maybe.unwrap_or(Reason::DynamicArgument);
            let (span, about) = (unit.span, About::Commands);
            Some(Doubt { reason, span, unit: Some(at), effects, about })
        }
        Place::Path(at) => {
            let used = subjects.paths.get(at as usize)?;
            let reason = match used.kind.meets(Uses::BELOW) {
                true => Reason::GuardedBelow,
                false => Reason::FileWord,
            };
            let about = About::Reads;
            let (span, unit) = (used.span, used.unit);
            Some(Doubt { reason, span, unit, effects, about })
        }
        Place::Call => None,
    }
}

/// Whether a doubt bears on rules of a family.
pub(super) fn bears(
    doubt: &Doubt,
    family: Family,
    subjects: &Subjects,
) -> bool {
    match (doubt.about, family) {
        (_, Family::Never) => false,
        (About::Event, _) => true,
        (About::Commands, Family::Commands) => !subjects.powershell,
        (About::Commands, Family::PowerShell) => subjects.powershell,
        (About::Reads, Family::Reads) => true,
        (About::Writes, Family::Writes) => true,
        (About::Hosts, Family::Hosts) => true,
        _ => false,
    }
}

/// The first guard that could not be read and may have been about the call.
fn degraded(rules: &RulesInBrief<'_>, subjects: &Subjects) -> Option<u32> {
    let tool = subjects.str(subjects.tool);
    let files = &subjects.paths;
    let found = rules.lost.iter().position(|lost| match lost {
        Lost::Tool(name) => name == tool,
        Lost::Tools(start) => tool.starts_with(start.as_str()),
        Lost::Files(uses) => files.iter().any(|file| file.kind.meets(*uses)),
    });
    found.and_then(|at| u32::try_from(at).ok())
}

/// Whether allow rules, of which `first` is the first that matches, cover
/// every part of the call.
fn allowed(
    first: Option<RuleId>,
    subjects: &Subjects,
    dialect: &Dialect,
    coverage: &Coverage,
) -> Permission {
    let no = |why| Permission { behavior: Behavior::None, rule: None, why };
    let Some(first) = first else {
        return no(Why::NoRule);
    };
    let call = coverage.call;
    if let Some(place) = uncovered(subjects, coverage) {
        return no(Why::NotCovered(place));
    }
    // No allow rule is for a critical path, nor one for the whole tool.
    let counts = |doubt: &&Doubt| {
        let all = dialect.doubts_count || !call;
        // Nor, as documented, for a line that is too long (spec 2.8).
        let long = doubt.reason == Reason::Size
            && doubt.about == About::Commands
            && !dialect.shell.strict;
        let always = long || doubt.reason == Reason::CriticalPath;
        let own = doubt.effects.meets(Effects::ALLOW) && !asks(doubt.reason);
        own && (all || always)
    };
    if let Some(doubt) = subjects.doubts().find(counts) {
        return no(Why::InDoubt(*doubt));
    }
    match stands(Reason::ProtectedPath, subjects) {
        Some(doubt) => {
            let (behavior, why) = (Behavior::Ask, Why::Protected(doubt));
            Permission { behavior, rule: None, why }
        }
        None => decided(Behavior::Allow, first),
    }
}

/// Whether a doubt of this reason is a question for itself.
fn asks(reason: Reason) -> bool {
    matches!(reason, Reason::ProtectedPath | Reason::OutsideDirectory)
}

/// What keeps the rules from letting a file be used, if it is by a command,
/// not by words that may be none.
fn stands(reason: Reason, subjects: &Subjects) -> Option<Doubt> {
    let is_words = |at: u32| {
        let unit = subjects.commands.units.get(at as usize);
        unit.is_some_and(|unit| unit.maybe == Some(Reason::ProgramWord))
    };
    let is_sure = |doubt: &&Doubt| !doubt.unit.is_some_and(is_words);
    let mut doubts = subjects.doubts().filter(is_sure);
    doubts.find(|doubt| doubt.reason == reason).copied()
}

/// The first part of the call that no allow rule covers.
fn uncovered(subjects: &Subjects, coverage: &Coverage) -> Option<Place> {
    let call = coverage.call;
    let index = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let units = &subjects.commands.units;
    for (at, unit) in units.iter().enumerate() {
        let place = Place::Unit(index(at));
        let safe = unit.covered && !unit.doubt;
        if !call && !safe && (unit.doubt || !coverage.has(place)) {
            return Some(place);
        }
    }
    for (at, used) in subjects.paths.iter().enumerate() {
        let place = Place::Path(index(at));
        let by_call = call && used.unit.is_none();
        if used.needs_cover && !by_call && !coverage.has(place) {
            return Some(place);
        }
    }
    let parts = !units.is_empty() || !subjects.paths.is_empty();
    (!call && !parts).then_some(Place::Call)
}

#[cfg(test)]
mod tests;
