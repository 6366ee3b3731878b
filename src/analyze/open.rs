//! What a guard could match in doubt, beside what another one could.

use std::collections::HashMap;

use super::pairs::rank;
use super::survey::Survey;
use crate::event::tools::{self, Governs};
use crate::ir::{Effect, Family, Origin, Rule, RuleId, Rules, named_by};
use crate::syntax::{TextGlob, parse_rule};

impl Survey<'_> {
    /// Whether nothing that a guard on commands or files asks about in doubt
    /// goes unasked without it, though others match what it does: they could
    /// match all that this one could, or take every command that starts so. A
    /// guard that starts with a star names no program, and so sees fewer of
    /// the words that may be run, and of the spellings of an option. One on
    /// files that may lie anywhere looks below no directory that is named.
    pub(super) fn keeps_open(&mut self, rule: RuleId, by: &[RuleId]) -> bool {
        let rules = self.rules;
        let Some(own) = rules.rule(rule) else { return false };
        let of_family = |id: &RuleId| {
            rules.rule(*id).is_some_and(|other| other.family == own.family)
        };
        if rank(own.effect) > rank(Effect::Allow)
            && !by.iter().any(of_family)
            && !self.leaves_nothing(own.family, by)
        {
            return false;
        }
        let commands = [Family::Commands, Family::PowerShell];
        let is_command = commands.contains(&own.family);
        let is_file = [Family::Reads, Family::Writes].contains(&own.family);
        if !self.dialect.shell.strict
            || rank(own.effect) <= rank(Effect::Allow)
            || !(is_command || is_file)
        {
            return true;
        }
        let of_any = by.iter().filter_map(|id| Some((*id, rules.rule(*id)?)));
        let same = |other: &Rule| {
            other.text == own.text && other.family == own.family
        };
        let whole: Vec<RuleId> = of_any
            .clone()
            .filter(|(_, other)| {
                let all = || is_command && takes_all_behind(other);
                same(other) || all() && !self.is_seen_by_more(other)
            })
            .map(|(id, _)| id)
            .collect();
        if self.is_within_any(rule, &whole) == Some(true) {
            return true;
        }
        if is_command
            && !self.sees_no_more(own, of_any.clone())
            && !self.leaves_nothing(own.family, by)
        {
            return false;
        }
        let could = of_any.flat_map(|(_, other)| self.could(other));
        let others: Vec<_> = could.chain(by.iter().copied()).collect();
        let mut could = self.could(own).into_iter();
        could.all(|id| self.is_within_any(id, &others) == Some(true))
    }

    /// Whether a guard that stops more than this one names no program, so that
    /// it may match in views which are made for other guards alone.
    fn is_seen_by_more(&self, guard: &Rule) -> bool {
        if guard.effect == Effect::Deny {
            return false;
        }
        let rules = self.rules.rules.iter();
        let mut more = rules.filter(|rule| {
            rank(rule.effect) > rank(guard.effect)
                && rule.family == guard.family
        });
        more.any(|rule| {
            let content = rule.text.split_once('(').map_or("", |(_, c)| c);
            content.trim_start().starts_with('*')
        })
    }

    /// Whether every view of a command that is made for a guard is made for
    /// one of the others, too: what a policy names says which there are.
    fn sees_no_more<'r>(
        &self,
        own: &'r Rule,
        by: impl Iterator<Item = (RuleId, &'r Rule)>,
    ) -> bool {
        let with_open = |guard: &Rule| {
            let open = self.could(guard).into_iter();
            open.filter_map(|id| self.rules.rule(id)).collect::<Vec<_>>()
        };
        let own = with_open(own).into_iter().chain([own]);
        let by = by.flat_map(|(_, by)| {
            with_open(by).into_iter().chain([by]).collect::<Vec<_>>()
        });
        let by = named_by(self.rules, by);
        let own = named_by(self.rules, own);
        own.iter().all(|hash| by.binary_search(hash).is_ok())
    }

    /// Whether rules stop every call about which a guard of a family asks in
    /// doubt.
    pub(super) fn leaves_nothing(
        &mut self,
        family: Family,
        by: &[RuleId],
    ) -> bool {
        let mut whole = |name: &str| {
            by.iter().any(|by| {
                let cells = self.cells(*by);
                cells.is_some_and(|cells| {
                    cells.iter().any(|c| c.is_whole() && c.tools.has(name))
                })
            })
        };
        match family {
            Family::Commands => {
                tools::governed_by(Governs::Bash).all(&mut whole)
            }
            Family::PowerShell => {
                tools::governed_by(Governs::PowerShell).all(&mut whole)
            }
            Family::Reads | Family::Writes => {
                tools::with_files().all(&mut whole)
            }
            Family::Hosts | Family::Other | Family::Never => true,
        }
    }

    /// The rules that tell where a guard could match.
    fn could(&self, guard: &Rule) -> Vec<RuleId> {
        let rules = self.rules;
        let all = self.open.get_or_init(|| open(rules));
        let at_place = all.get(&guard.origin).into_iter().flatten();
        let of_guard = at_place.filter(|id| {
            rules.rule(**id).is_some_and(|rule| rule.text == guard.text)
        });
        of_guard.copied().collect()
    }
}

fn open(rules: &Rules) -> HashMap<Origin, Vec<RuleId>> {
    let mut open: HashMap<Origin, Vec<RuleId>> = HashMap::new();
    for (id, rule) in (0..).map(RuleId).zip(&rules.rules) {
        if matches!(rule.effect, Effect::MayDeny | Effect::MayAsk) {
            open.entry(rule.origin).or_default().push(id);
        }
    }
    open
}

/// Whether a pattern is plain words without options and one star behind them,
/// and not about what `sudo` runs, which is looked for behind odd words, too.
fn takes_all_behind(guard: &Rule) -> bool {
    let parsed = parse_rule(guard.text.trim()).ok();
    let Some(content) = parsed.and_then(|rule| rule.content) else {
        return false;
    };
    let glob = TextGlob::command(&content.value);
    let [head, rest] = glob.parts.as_slice() else { return false };
    let mut words = head.split_whitespace().peekable();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    rest.is_empty()
        && words.peek().is_some_and(|program| *program != "sudo")
        && words.all(|word| !word.starts_with('-') && word.chars().all(plain))
}
