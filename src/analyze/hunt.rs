//! Events that may tell two policies apart.

use super::diff::Pair;
use super::fuel::Fuel;
use super::guess;
use super::sample::Sample;
use super::samples::{Samples, with_filled};
use super::sides::Sides;
use super::survey::Survey;
use crate::ir::{Atom, Effect, Family, Predicate, Rule, RuleId, guarded_by};
use crate::load::Mode;
use crate::plan::is_broad;
use crate::syntax::TextGlob;

/// The most rules that one changed rule is held against.
const MAX_RELATED: usize = 40;

/// How often examples are looked for beside what hid the last ones.
const MAX_TURNS: usize = 8;

/// The most words of a command that globs are put for.
const MAX_WORDS: usize = 8;

/// What a pattern is about, each time with a glob for another word.
fn globbed(pattern: &TextGlob) -> Vec<String> {
    let line = guess::text(pattern);
    let words: Vec<&str> = line.split(' ').take(MAX_WORDS).collect();
    let long = words.iter().enumerate().skip(1);
    let long = long.filter(|(_, word)| word.chars().count() > 1);
    let lines = long.map(|(at, word)| {
        let start: String = word.chars().take(2).collect();
        let glob = format!("{start}*");
        let mut words = words.clone();
        if let Some(word) = words.get_mut(at) {
            *word = &glob;
        }
        words.join(" ")
    });
    lines.collect()
}

/// What there is to compare two policies on.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// Events that may tell them apart.
    pub samples: Vec<Sample>,
    /// Rules that only one has and of which it is not known what they change.
    pub unexplored: Vec<Unexplored>,
}

/// A rule that only one of two policies has, of which it is not known what
/// it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unexplored {
    /// The rule, as it is written; what a hook without `if` runs.
    pub rule: String,
    /// Where it stands.
    pub place: String,
    /// Whether the new policy has it.
    pub is_new: bool,
    /// Whether more may happen because of it.
    pub may_widen: bool,
}

/// What came of looking for what a changed rule changes.
pub(super) struct Hunted {
    id: RuleId,
    /// Whether an example shows it.
    shown: bool,
    /// The rules that hid it.
    met: Vec<RuleId>,
}

impl Survey<'_> {
    /// Rules of some kind that match examples of a rule: together they match
    /// all that were found, or one more is needed that is not there. All of
    /// the kind where there is no example.
    pub(super) fn met(
        &mut self,
        id: RuleId,
        fits: &dyn Fn(&Rule) -> bool,
    ) -> Vec<RuleId> {
        let rules = self.rules;
        let fits = |id: &RuleId| rules.rule(*id).is_some_and(fits);
        let mut met: Vec<RuleId> = Vec::new();
        for _ in 0..MAX_TURNS {
            let sample = self.sample_outside(id, &met);
            let Some(sample) = sample else { break };
            let all = self.matching(&sample).unwrap_or_default();
            let before = met.len();
            met.extend(all.iter().filter(|id| fits(id)));
            if met.len() == before {
                return met;
            }
        }
        if met.is_empty() && self.fuel.spend(rules.rules.len()) {
            let all = (0..rules.rules.len())
                .map_while(|at| u32::try_from(at).ok().map(RuleId));
            met.extend(all.filter(fits));
        }
        met
    }
}

/// Two policies whose differences are looked for.
pub(super) struct Hunt<'h, 'a> {
    pub(super) sides: &'h Sides<'a>,
    pub(super) survey: &'h mut Survey<'a>,
    pub(super) pair: &'h mut Pair,
    /// For answers to examples.
    fuel: Fuel,
}

impl<'h, 'a> Hunt<'h, 'a> {
    pub(super) fn new(
        sides: &'h Sides<'a>,
        survey: &'h mut Survey<'a>,
        pair: &'h mut Pair,
    ) -> Hunt<'h, 'a> {
        Hunt { sides, survey, pair, fuel: Fuel::default() }
    }

    /// Looks for an event that shows what a changed rule changes: alone, and
    /// then beside the rules that hid it.
    pub(super) fn hunt(&mut self, id: RuleId, out: &mut Samples) -> Hunted {
        let mut found = Hunted { id, shown: false, met: Vec::new() };
        for _ in 0..MAX_TURNS {
            let samples = self.survey.samples_outside(id, &found.met);
            let samples = with_filled(samples);
            found.shown = self.shows(id, &samples, out);
            let hiding = self.hiding(id, &samples, &found.met);
            out.extend(samples);
            if found.shown || hiding.is_empty() {
                break;
            }
            found.met.extend(hiding);
        }
        let mut more = self.globs(id);
        if !found.shown {
            more.extend(self.not_covered(id));
            more.extend(self.doubted(id));
            more.extend(self.classified(id));
            more.extend(self.raised(id));
        }
        found.shown |= self.shows(id, &more, out);
        out.extend(more);
        let weaker = self.sides.weaker(id, &self.survey.fuel);
        for other in weaker.into_iter().take(MAX_RELATED) {
            out.extend(self.survey.shared(id, other));
        }
        found
    }

    /// Whether one of these events shows what a rule changes, and is kept.
    fn shows(
        &mut self,
        id: RuleId,
        samples: &[Sample],
        out: &mut Samples,
    ) -> bool {
        let shown = samples.iter().find(|sample| self.tells(id, sample));
        shown.is_some_and(|sample| out.add(sample.clone()))
    }

    /// Commands that only one policy asks about, because of a guard on
    /// files.
    fn globs(&self, id: RuleId) -> Vec<Sample> {
        let Sides { rules, files, .. } = self.sides;
        let rule = rules.rule(id);
        let is_old = rule.is_some_and(|rule| self.sides.is_old(rule));
        let other = if is_old { &files.kept } else { &files.before };
        let Some(other) = other else { return Vec::new() };
        Sample::of_files(&guarded_by(rules, rule), other)
    }

    /// Commands that are asked about because of a guard: whatever it says,
    /// and because a glob in them may find a word that it names.
    fn doubted(&self, id: RuleId) -> Vec<Sample> {
        let Some(rule) = self.sides.rules.rule(id) else { return Vec::new() };
        let line = match (rule.effect, rule.family) {
            (Effect::Allow | Effect::Fire(_), _) => None,
            (_, Family::Commands) => Some("$x"),
            (_, Family::Reads) => Some("cat $x"),
            (_, Family::Writes) => Some("echo x > $x"),
            _ => None,
        };
        let shell = matches!(rule.family, Family::Commands);
        let words = match (line, &rule.predicate) {
            (Some(_), Predicate::Atom(id)) if shell => {
                match self.sides.rules.atom(*id) {
                    Some(Atom::Command { pattern, .. }) => globbed(pattern),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        };
        let lines = line.map(str::to_owned).into_iter().chain(words);
        lines.map(|line| Sample::command(&line)).collect()
    }

    /// What an allow rule lets run where a classifier decides, which sets
    /// wider rules aside.
    fn classified(&mut self, id: RuleId) -> Vec<Sample> {
        let rule = self.sides.rules.rule(id);
        let counts = rule.is_some_and(|rule| {
            rule.effect == Effect::Allow && !is_broad(&rule.text)
        });
        let samples = match counts {
            true => self.survey.samples_outside(id, &[]),
            false => Vec::new(),
        };
        samples.iter().filter_map(|one| one.in_mode(Mode::Auto)).collect()
    }

    /// A command that is run as somebody else, which only a rule on all
    /// commands allows: patterns that take every text do not.
    fn raised(&mut self, id: RuleId) -> Option<Sample> {
        let rule = self.sides.rules.rule(id)?;
        let cells = self.survey.cells(id)?;
        let mut whole = cells.iter().filter(|cell| cell.is_whole());
        let counts = rule.effect == Effect::Allow
            && whole.any(|cell| cell.tools.has("Bash"));
        counts.then(|| Sample::command("sudo x"))
    }

    /// Commands that a rule on the tool allows not all of: there is something
    /// left for a new hook to approve.
    fn not_covered(&self, id: RuleId) -> Vec<Sample> {
        let rule = self.sides.rules.rule(id);
        let rule = rule.filter(|rule| !self.sides.is_old(rule));
        let fires =
            rule.is_some_and(|rule| matches!(rule.effect, Effect::Fire(_)));
        let lines = match fires && self.sides.may_widen(id) {
            true => &["echo x > /x", "$x"][..],
            false => &[],
        };
        lines.iter().map(|line| Sample::command(line)).collect()
    }

    /// Whether an event shows what a rule changes; where more may happen
    /// because of it, that more does.
    fn tells(&mut self, id: RuleId, sample: &Sample) -> bool {
        let Some(rule) = self.sides.rules.rule(id) else { return false };
        if !self.fuel.spend(self.pair.price()) {
            return false;
        }
        let Some(change) = self.pair.tell(sample) else { return false };
        match (rule.effect, self.sides.may_widen(id)) {
            (Effect::Fire(_), true) => change.widens(),
            (Effect::Fire(_), false) => {
                !change.starts.is_empty() || !change.stops.is_empty()
            }
            (_, true) => change.weakens(),
            (_, false) => change.decides(),
        }
    }

    /// The rules that hide what a rule does about examples of it.
    fn hiding(
        &mut self,
        id: RuleId,
        samples: &[Sample],
        known: &[RuleId],
    ) -> Vec<RuleId> {
        let Some(own) = self.sides.rules.rule(id) else { return Vec::new() };
        let mut hiding = Vec::new();
        for sample in samples {
            let all = self.survey.matching(sample).unwrap_or_default();
            hiding.extend(all.into_iter().filter(|by| {
                let by_rule = self.sides.rules.rule(*by);
                !known.contains(by)
                    && by_rule.is_some_and(|by| self.sides.hides(own, by))
            }));
        }
        hiding.sort();
        hiding.dedup();
        hiding.truncate(MAX_RELATED);
        hiding
    }

    /// The changed rules of which it is not known what they change: no
    /// example shows it, and nothing proves that it is nothing.
    pub(super) fn unknown(&mut self, hunted: &[Hunted]) -> Vec<RuleId> {
        // What fuel there is goes to what matters most.
        let (first, rest): (Vec<_>, Vec<_>) =
            hunted.iter().partition(|found| self.sides.may_widen(found.id));
        let all = first.into_iter().chain(rest);
        let open = all.filter(|found| !self.is_known(found));
        let mut open: Vec<_> = open.map(|found| found.id).collect();
        open.sort();
        open
    }

    fn is_known(&mut self, found: &Hunted) -> bool {
        let Some(rule) = self.sides.rules.rule(found.id) else { return true };
        let id = found.id;
        if [Effect::MayDeny, Effect::MayAsk].contains(&rule.effect) {
            return true;
        }
        found.shown
            || match self.sides.may_widen(id) {
                true => self.sides.is_idle(id, &found.met, self.survey),
                // One that matches nothing new may name more files.
                false => {
                    self.globs(id).is_empty()
                        && (self.survey.is_empty(id)
                            || self.sides.is_unseen(id, self.survey))
                }
            }
    }
}
