//! Hooks that never fire, and conditions that say nothing.

use std::sync::LazyLock;

use super::cell::{Cell, Tools};
use super::fuel::Fuel;
use super::relate::{Language, Sought, search};
use super::sample::Sample;
use super::survey::Survey;
use crate::event::EventKind;
use crate::event::table::MatcherField;
use crate::event::tools;
use crate::ir::{Atom, AtomId, Effect, NameTest, Predicate, RuleId, Uses};

/// All that the name of a tool may be, of tools of servers as well.
static EVERY: LazyLock<Option<Language>> = LazyLock::new(|| {
    let name = "^[A-Za-z0-9-][A-Za-z0-9_-]*$";
    Language::name(&NameTest::Regex(name.to_owned()))
});

/// All that another value may be: a file's name, a kind of agent.
static VALUES: LazyLock<Option<Language>> =
    LazyLock::new(|| Language::name(&NameTest::Regex("^.+$".to_owned())));

static SERVED: LazyLock<Option<Language>> = LazyLock::new(|| {
    // What runners let names of tools hold.
    let name = "^mcp__[A-Za-z0-9_-]+__[A-Za-z0-9_-]+$";
    Language::name(&NameTest::Regex(name.to_owned()))
});

/// The names of tools of servers.
pub(super) fn served() -> Option<Language> {
    SERVED.clone()
}

/// What is known about the matcher and the condition of a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HookClaim {
    /// The condition never holds where the matcher does; where it holds
    /// elsewhere, an event that shows it.
    Unreachable(Option<Sample>),
    /// Of the calls that the matcher is for, the condition holds only for
    /// shell commands that use a file, though it is about files: an event
    /// that both fit, if it shows.
    OnlyShell(Option<Sample>),
    /// Of the calls that the matcher is for, the condition holds only for
    /// those of which it is not known what they are about; one, if it shows.
    OnlyInDoubt(Option<Sample>),
    /// The matcher matches no name that its event can have.
    NeverMatches,
    /// The matcher matches every name.
    MatcherAlways,
    /// The condition holds wherever the matcher does.
    ConditionAlways(Sample),
}

impl Survey<'_> {
    /// What there is to say about each hook.
    pub fn hooks(&mut self) -> Vec<(RuleId, HookClaim)> {
        self.fuel.refill();
        let mut found = Vec::new();
        for (at, rule) in self.rules.rules.iter().enumerate() {
            let Ok(at) = u32::try_from(at) else { break };
            let id = RuleId(at);
            match self.hook(id) {
                Some(claim) => found.push((id, claim)),
                None if !matches!(rule.effect, Effect::Fire(_)) => {}
                None if self.fuel.is_empty() => self.undecided.push(id),
                None => {}
            }
        }
        found
    }

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
        let own = self.cells_of(&rule.predicate)?;
        let both = self.cells(id)?;
        let exists = |cell: &Cell| exists(&cell.tools, &self.fuel);
        let possible = own.iter().any(|cell| exists(cell) != Some(false));
        if !possible {
            return None;
        }
        let mut impossible = true;
        for cell in both.iter() {
            impossible &= !exists(cell)?;
        }
        if impossible {
            return self.unreachable(id, &own);
        }
        if let Some(claim) = self.hardly(id, &own, &both) {
            return Some(claim);
        }
        self.superfluous(id, &own)
    }

    /// What there is to say of a hook that runs, but hardly ever.
    fn hardly(
        &mut self,
        id: RuleId,
        own: &[Cell],
        both: &[Cell],
    ) -> Option<HookClaim> {
        let is_sure = |cell: &&Cell| !cell.is_doubtful();
        let sure: Vec<Cell> = both.iter().filter(is_sure).cloned().collect();
        let mut is_reached = !own.iter().any(|cell| is_sure(&cell));
        for cell in &sure {
            is_reached |= exists(&cell.tools, &self.fuel)?;
        }
        if !is_reached {
            let shown = self.sample_outside(id, &[]);
            return Some(HookClaim::OnlyInDoubt(shown));
        }
        let only = self.is_only_shell(own, both);
        only.then(|| self.by_shell(id, &sure))
    }

    /// Shows that the condition holds for something else.
    fn unreachable(&mut self, id: RuleId, own: &[Cell]) -> Option<HookClaim> {
        let samples =
            self.examples(id, own, (&[], None), 3, |survey, sample| {
                survey.condition_holds(id, sample)
            });
        if samples.iter().any(|sample| self.matches(id, sample)) {
            return None;
        }
        Some(HookClaim::Unreachable(samples.into_iter().next()))
    }

    /// What there is to say where only shell commands are left: whether any
    /// does it for a file that is known.
    fn by_shell(&mut self, id: RuleId, sure: &[Cell]) -> HookClaim {
        let right =
            |survey: &mut Self, sample: &Sample| survey.matches(id, sample);
        let found = self.examples(id, sure, (&[], None), 1, right).pop();
        let writes = sure.iter().any(|cell| {
            let path = cell.content.and_then(|id| self.rules.atom(id));
            matches!(path, Some(Atom::Path { uses, .. })
                if uses.meets(Uses::SHELL_WRITE))
        });
        // Elsewhere conditions do not look at the files that commands read.
        if found.is_some() || writes || self.dialect.shell.strict {
            return HookClaim::OnlyShell(found);
        }
        HookClaim::OnlyInDoubt(self.sample_outside(id, &[]))
    }

    /// Whether the matcher leaves out every tool whose files the condition is
    /// about, but for shells.
    fn is_only_shell(&self, own: &[Cell], both: &[Cell]) -> bool {
        let shell = |name: &String| {
            let tool = tools::find_canonical(name);
            tool.is_some_and(|tool| tool.governs.is_shell())
        };
        let all = |cell: &Cell, shown: bool| {
            let path = cell.content.and_then(|id| self.rules.atom(id));
            let names = cell.tools.names.as_ref();
            matches!(path, Some(Atom::Path { .. }))
                && names.is_some_and(|n| n.iter().all(shell) == shown)
        };
        let sure = |cell: &&Cell| !cell.is_doubtful();
        let open = both.iter().filter(sure);
        let open = open.filter(|c| c.tools.names != Some(Vec::new()));
        let mut open = open.peekable();
        // What is in doubt may make it run for the other tools, too.
        let doubtful = both.iter().filter(|cell| cell.is_doubtful());
        let mut names = doubtful.map(|cell| cell.tools.names.as_ref());
        open.peek().is_some()
            && open.all(|cell| all(cell, true))
            && names.all(|n| n.is_some_and(|n| n.iter().all(shell)))
            && own.iter().filter(sure).all(|cell| all(cell, false))
    }

    fn superfluous(&mut self, id: RuleId, own: &[Cell]) -> Option<HookClaim> {
        let rules = self.rules;
        let rule = rules.rule(id)?;
        let matcher = self.cells_of(&rule.matcher)?;
        for cell in &matcher {
            let mut inside = false;
            for wide in own.iter().filter(|wide| wide.is_whole()) {
                inside |= cell.tools.within(&wide.tools, &self.fuel)?;
            }
            if !inside {
                return None;
            }
        }
        let shown = self.sample_outside(id, &[])?;
        Some(HookClaim::ConditionAlways(shown))
    }

    fn matcher(
        &mut self,
        matcher: &Predicate,
        kind: EventKind,
    ) -> Option<HookClaim> {
        let language = self.language(self.own_part(matcher)?)?;
        let every = if kind.is_tool() { &EVERY } else { &VALUES };
        let every = (**every).clone()?;
        let all = Tools { inside: vec![every], ..Tools::default() };
        if all.none(&[], &[&language], &self.fuel)? {
            return Some(HookClaim::MatcherAlways);
        }
        let row = kind.row();
        let never = match row.matcher {
            MatcherField::Field("tool_name") => {
                let any = served()?;
                let own = Tools {
                    inside: vec![language.clone()],
                    ..Tools::default()
                };
                !tools::names().any(|name| language.has(name))
                    && own.none(&[&any], &[], &self.fuel)?
            }
            MatcherField::None => false,
            _ => {
                !row.values.is_empty()
                    && !row.values.iter().any(|value| language.has(value))
            }
        };
        never.then_some(HookClaim::NeverMatches)
    }

    /// The test of a group's matcher, without what keeps it to the time in
    /// which its agent or skill counts.
    fn own_part(&self, matcher: &Predicate) -> Option<AtomId> {
        let members = match matcher {
            Predicate::Atom(id) => return Some(*id),
            Predicate::And(members) => members,
            _ => return None,
        };
        let kept = |member: &&Predicate| match member {
            Predicate::Atom(id) => {
                !matches!(self.rules.atom(*id), Some(Atom::Field { .. }))
            }
            _ => true,
        };
        let mut parts = members.iter().filter(kept);
        match (parts.next(), parts.next()) {
            (Some(Predicate::Atom(id)), None) => Some(*id),
            _ => None,
        }
    }

    /// Whether it is certain that a rule matches nothing at all.
    pub(super) fn is_empty(&mut self, id: RuleId) -> bool {
        let Some(own) = self.cells(id) else { return false };
        own.iter().all(|cell| {
            if exists(&cell.tools, &self.fuel) == Some(false) {
                return true;
            }
            let Some(content) = cell.content else { return false };
            let language = self.language(content);
            language.is_some_and(|language| {
                let all = search(&[&language.dfa], &[], &self.fuel);
                all == Sought::Nothing
            })
        })
    }
}

/// Whether there is a name of a tool in a set; `None` where it is not
/// decided.
fn exists(tools: &Tools, fuel: &Fuel) -> Option<bool> {
    Some(!tools.none(&[], &[], fuel)?)
}
