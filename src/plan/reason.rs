//! Why the permission rules say what they say, for a person.

use std::collections::HashSet;

use super::alone::MAX_NAMED;
use super::engine::{Answer, Engine};
use super::{Behavior, Why};
use crate::hook_set::{Listed, Place};
use crate::ir::{Effect, Lost, RuleId};
use crate::shell::Doubt;
use crate::subject::Subjects;

impl Engine {
    /// Why the permission rules say what they say, in one line. `command` is
    /// the command line of the event, if it has one.
    pub fn reason(&self, answer: &Answer<'_>, command: &str) -> String {
        let rule = answer.permission.rule;
        let rule = rule.and_then(|id| self.set.rule(id));
        let named = rule
            .as_ref()
            .map_or(String::new(), |rule| format!("`{}`", rule.text));
        let about = |doubt: &Doubt| {
            let text = doubt.text(command);
            let what = doubt.reason.words();
            let why = answer.permission.why;
            let of_file = matches!(why, Why::Protected(_) | Why::Outside(_));
            match text {
                // The file of a tool stands in no command line.
                _ if of_file && doubt.unit.is_none() => {
                    let file = part(answer.subjects, Place::Path(0), command);
                    format!("{what}, {file}")
                }
                "" => what.to_owned(),
                text => format!("{what}, `{}`", shortened(text)),
            }
        };
        let said = match answer.permission.why {
            Why::NoRule => "no rule matches".to_owned(),
            Why::Matched => format!("{named} matches"),
            Why::NotListed => format!(
                "`Cd` may lead only where an allow rule says; neither \
                 {named} nor another one covers this directory"
            ),
            Why::Undecided(doubt) => format!(
                "whether {} matches cannot be decided: {}",
                self.in_doubt(rule.as_ref(), answer, &doubt),
                about(&doubt)
            ),
            Why::Outside(doubt) => about(&doubt),
            Why::InDoubt(doubt) | Why::Protected(doubt) => {
                format!("allow rules match, but: {}", about(&doubt))
            }
            Why::SetAside => "allow rules match, but the permission mode \
                              sets them aside"
                .to_owned(),
            Why::NotCovered(place) => format!(
                "allow rules match, but none covers {}",
                part(answer.subjects, place, command)
            ),
            Why::Degraded(lost) => self.degraded(lost),
        };
        let asks = rule.map(|rule| rule.effect) == Some(Effect::Ask)
            || matches!(
                answer.permission.why,
                Why::Degraded(_) | Why::Protected(_) | Why::Outside(_)
            );
        if asks && answer.permission.behavior == Behavior::Deny {
            return format!("{said}, and nobody is asked");
        }
        said
    }

    /// The rules of which a doubt leaves open whether they match: those that
    /// it comes from, as far as that is known and they are few.
    fn in_doubt(
        &self,
        rule: Option<&Listed<'_>>,
        answer: &Answer<'_>,
        doubt: &Doubt,
    ) -> String {
        let Some(rule) = rule else { return String::new() };
        let named = format!("`{}`", rule.text);
        let from = answer.alone.guards(doubt);
        let from = from.iter().filter_map(|id| self.set.rule(*id));
        let mut texts: Vec<String> =
            from.map(|rule| format!("`{}`", rule.text)).collect();
        // The same rule may stand in several files.
        let mut seen = HashSet::new();
        texts.retain(|text| seen.insert(text.clone()));
        match texts.pop() {
            Some(last) if texts.is_empty() => last,
            Some(last) if texts.len() < MAX_NAMED => {
                format!("{} or {last}", texts.join(", "))
            }
            // A doubt about files or commands as such bears on all guards of
            // its kind; the first of them is named.
            _ => match answer.subjects.doubts().any(|one| one == doubt) {
                true => format!("{named}{}", self.others_like(rule)),
                false => named,
            },
        }
    }

    /// That other rules of the same effect and tool may match as well, where
    /// there are such.
    fn others_like(&self, rule: &Listed<'_>) -> String {
        let own = tool_of(&rule.text);
        let count = u32::try_from(self.set.len()).unwrap_or(u32::MAX);
        let mut all = (0..count).filter_map(|at| self.set.rule(RuleId(at)));
        let is_other = |other: Listed<'_>| {
            other.effect == rule.effect
                && other.origin != rule.origin
                && tool_of(&other.text) == own
        };
        match all.any(is_other) {
            true => format!(" or another `{own}` rule"),
            false => String::new(),
        }
    }

    /// Which file puts the answer in doubt, and why.
    fn degraded(&self, lost: u32) -> String {
        let what = match self.brief.dialect.doubts_count {
            true => "a deny or ask rule that could not be read",
            false => "a rule in a file that the runner refuses",
        };
        format!("{what} may be about this call ({})", self.lost_where(lost))
    }

    /// Where a guard stands that could not be read and may be about
    /// anything, and what was found there. On an event that asks for no
    /// decision, no answer says so.
    pub fn unread_guard(&self) -> Option<String> {
        let any = |lost: &Lost| *lost == Lost::any();
        let lost = self.brief.lost.iter().position(any)?;
        Some(self.lost_where(u32::try_from(lost).ok()?))
    }

    fn lost_where(&self, lost: u32) -> String {
        let place = self.lost_place(lost).unwrap_or_default();
        let why = self.lost_because(lost);
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        format!("{place}{why}")
    }

    /// `name:line:column` of a guard that could not be read.
    pub fn lost_place(&self, lost: u32) -> Option<String> {
        let at = self.brief.lost_at.get(lost as usize)?;
        Some(self.brief.place(at.source, at.line, at.column))
    }

    /// What was found there.
    fn lost_because(&self, lost: u32) -> Option<String> {
        let at = self.brief.lost_at.get(lost as usize)?;
        let mut found = self.findings().into_iter();
        found.nth(at.finding? as usize).map(|found| found.message)
    }
}

/// The tool that a rule names.
fn tool_of(text: &str) -> &str {
    text.split('(').next().unwrap_or(text)
}

/// A part of a call, for a person.
fn part(subjects: &Subjects, place: Place, command: &str) -> String {
    let quoted = |text: &str| format!("`{}`", shortened(text));
    match place {
        Place::Call => "the call".to_owned(),
        Place::Unit(at) => {
            let unit = subjects.commands.units.get(at as usize);
            unit.map_or(String::new(), |unit| quoted(unit.span.of(command)))
        }
        Place::Path(at) => {
            let used = subjects.paths.get(at as usize);
            let first = used.and_then(|used| {
                subjects.spellings.get(used.spellings.0 as usize)
            });
            first.map_or(String::new(), |span| {
                format!("the file {}", quoted(subjects.str(*span)))
            })
        }
    }
}

/// At most so many characters of a text in a reason.
const MAX_SHOWN: usize = 80;

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_SHOWN {
        return text.to_owned();
    }
    text.chars().take(MAX_SHOWN - 1).chain(['…']).collect()
}
