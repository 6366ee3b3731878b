//! One event, and what is asked about it of every rule.

use std::collections::HashSet;
use std::sync::Arc;

use super::condition::{self, Leaf};
use super::{
    Cause, Explained, Gap, MATCHES, Miss, Part, Spot, Verdict, hook, matched,
    quoted, scope, skipped, spot,
};
use crate::event::tools::{self, Governs, Tool};
use crate::event::{Event, EventKind};
use crate::hook_set::{Match, reference};
use crate::ir::lower::Scene;
use crate::ir::{Effect, Predicate, Rule, RuleId, Rules};
use crate::plan::Answer;
use crate::plan::alone::Alone;
use crate::plan::permission::{bears, open_doubt};
use crate::policy::Policy;
use crate::shell::Doubt;
use crate::source::{Decoded, Span};
use crate::subject::Subjects;

/// An event and everything that is known about it.
pub(super) struct Case<'a> {
    pub(super) policy: &'a Policy,
    pub(super) event: &'a Event<'a>,
    pub(super) answer: &'a Answer<'a>,
    pub(super) subjects: &'a Subjects,
    pub(super) kind: EventKind,
    /// Which doubts come from which guard.
    alone: &'a Alone,
    /// The command line, where there is one.
    command: Option<Spot>,
}

/// What there is to say about every rule, hook, and entry that is neither,
/// in configuration order.
pub(super) fn all(
    policy: &Policy,
    event: &Event<'_>,
    answer: &Answer<'_>,
    alone: &Alone,
) -> Vec<Explained> {
    let case = Case {
        policy,
        event,
        answer,
        subjects: answer.subjects,
        kind: event.kind.unwrap_or(EventKind::PRE_TOOL_USE),
        alone,
        command: spot::input(event, "command"),
    };
    let mut out = Vec::new();
    let mut known = HashSet::new();
    for (at, rule) in policy.rules().rules.iter().enumerate() {
        // What could match stands beside the rule that does.
        if matches!(rule.effect, Effect::MayDeny | Effect::MayAsk) {
            continue;
        }
        let id = RuleId(u32::try_from(at).unwrap_or(u32::MAX));
        known.insert((rule.origin.source, rule.origin.span));
        out.push(case.explain(id, rule));
    }
    skipped::rules(&case, &known, &mut out);
    skipped::hooks(&case, &known, &mut out);
    out
}

impl Case<'_> {
    /// The command line, where there is one.
    pub(super) fn command(&self) -> Option<Spot> {
        self.command.clone()
    }

    pub(super) fn tool(&self) -> &str {
        self.subjects.str(self.subjects.tool)
    }

    /// The tool's name in the event.
    pub(super) fn tool_spot(&self) -> Option<Spot> {
        spot::tool_name(self.event)
    }

    /// The parameter that says what the tool works on.
    pub(super) fn primary(&self) -> Option<Spot> {
        let tool = tools::find_canonical(self.tool())?;
        spot::input(self.event, tool.primary?)
    }

    pub(super) fn holds(&self, rules: &Rules, predicate: &Predicate) -> bool {
        reference::holds(rules, predicate, self.subjects).is_some()
    }

    /// The matches of a rule. What may not be run at all is none to a rule
    /// that decides; a hook fires.
    pub(super) fn matches(&self, id: RuleId, fires: bool) -> Vec<Match> {
        let all = self.answer.matches;
        let from = all.partition_point(|found| found.rule < id);
        let rest = all.get(from..).unwrap_or_default().iter();
        rest.take_while(|found| found.rule == id)
            .filter(|found| fires || !found.place.is_maybe(self.subjects))
            .copied()
            .collect()
    }

    fn explain(&self, id: RuleId, rule: &Rule) -> Explained {
        let fire = match rule.effect {
            Effect::Fire(at) => self.policy.hooks().get(at as usize),
            _ => None,
        };
        let (effect, text) = match rule.effect {
            Effect::Allow => ("allow", rule.text.clone()),
            Effect::Ask | Effect::MayAsk => ("ask", rule.text.clone()),
            Effect::Deny | Effect::MayDeny => ("deny", rule.text.clone()),
            Effect::Fire(_) => {
                let name = fire.map(|found| hook::name(self.policy, found));
                ("hook", name.unwrap_or_default())
            }
        };
        let found = self.matches(id, fire.is_some());
        let (verdict, near) = if found.is_empty() {
            let (miss, near) = match fire {
                Some(fire) => hook::missed(self, rule, fire),
                None => self.missed(id, rule),
            };
            (Verdict::Missed(Box::new(miss)), near)
        } else {
            let matched = matched::matched(self, rule, &found, fire);
            (Verdict::Matched(matched), MATCHES)
        };
        let origin = rule.origin;
        Explained { rule: Some(id), effect, text, origin, verdict, near }
    }

    /// A permission rule that does not match.
    fn missed(&self, id: RuleId, rule: &Rule) -> (Miss, u16) {
        let text = self.rule_text(rule);
        let whole = Span::new(0, text.as_str().len());
        let gap = if !rule.events.has(self.kind) || !self.subjects.is_tool {
            self.no_call(whole)
        } else if let Some(off) = scope::off_duty(self, rule, text.as_str()) {
            let reach = self.condition_gap(rule, text.as_str()).reach;
            Gap { reach: reach.max(skipped::MEANT), ..off }
        } else if let Some(of_list) = scope::of_list(self, rule) {
            of_list
        } else {
            self.condition_gap(rule, text.as_str())
        };
        let mut miss = self.placed(gap, rule, &text);
        miss.0.doubt = self.doubt(id, rule);
        // What may match stands right behind what does.
        if let Some(doubt) = miss.0.doubt {
            miss.1 = MATCHES - 1;
            // What bears on a rule may match, whatever else is found.
            let never = miss.0.cause == Cause::Never;
            if never || doubt.reason.is_about_words() {
                miss.0.cause = Cause::InDoubt;
                miss.0.message = doubt.reason.words().to_owned();
                let words = self.command().filter(|_| !doubt.span.is_empty());
                let words = words.map(|line| line.narrowed(doubt.span));
                miss.0.event = words.or(miss.0.event);
            }
        }
        miss
    }

    /// Why a condition does not hold.
    pub(super) fn condition_gap(&self, rule: &Rule, text: &str) -> Gap {
        let source_base = self.policy.source_base(rule.origin.source);
        let dialect = self.policy.dialect();
        let scene = Scene { dialect, source_base };
        let gap = condition::gap(self, text, rule.effect, &scene);
        let whole = Span::new(0, text.len());
        gap.unwrap_or_else(|| skipped::never(self, rule.origin, whole))
    }

    fn no_call(&self, whole: Span) -> Gap {
        let message = match self.event.kind {
            Some(kind) => format!(
                "permission rules look at calls of tools, and `{}` is none",
                kind.name()
            ),
            None => "permission rules look at calls of tools, and this is \
                     none"
                .to_owned(),
        };
        let event = spot::field(self.event, "hook_event_name");
        Gap::new(Cause::Event, message, whole).at(event)
    }

    /// A gap with its places in files.
    pub(super) fn placed(
        &self,
        gap: Gap,
        rule: &Rule,
        text: &Decoded,
    ) -> (Miss, u16) {
        let source = rule.origin.source;
        let part = Part {
            source,
            span: text.place(gap.rule),
            text: gap.rule.of(text.as_str()).to_owned(),
        };
        let miss = Miss {
            cause: gap.cause,
            message: gap.message,
            help: gap.help,
            rule: Some(part),
            event: gap.event,
            doubt: None,
        };
        (miss, gap.reach)
    }

    /// The text of a permission rule with the way to its file.
    pub(super) fn rule_text(&self, rule: &Rule) -> Decoded {
        let at = rule.origin.source.0 as usize;
        let document = self.policy.documents().get(at);
        let rules = document.map_or(&[][..], |document| &document.rules);
        let entry = rules.iter().find(|r| r.span == rule.origin.span);
        match entry {
            Some(entry) => entry.text.clone(),
            None => Decoded::plain(&*rule.text, rule.origin.span),
        }
    }

    /// The doubt that bears on a guard rule.
    fn doubt(&self, id: RuleId, rule: &Rule) -> Option<Doubt> {
        let guard = matches!(rule.effect, Effect::Deny | Effect::Ask);
        let mut doubts = self.subjects.doubts().filter(|doubt| {
            guard
                && doubt.effects.meets(rule.effect.bit())
                && bears(doubt, rule.family, self.subjects)
                && self.alone.doubts(id, doubt) != Some(false)
        });
        doubts.next().copied().or_else(|| self.open_doubt(rule))
    }

    /// The doubt of a guard that could match an unknown word.
    fn open_doubt(&self, rule: &Rule) -> Option<Doubt> {
        let open = match rule.effect {
            Effect::Deny => Effect::MayDeny,
            Effect::Ask => Effect::MayAsk,
            _ => return None,
        };
        let rules = self.policy.rules();
        let found = self.answer.matches.iter().find(|found| {
            rules.rule(found.rule).is_some_and(|other| {
                let maybe = other.effect == rule.effect
                    && found.place.is_maybe(self.subjects);
                (other.effect == open || maybe) && other.origin == rule.origin
            })
        })?;
        open_doubt(found.place, self.subjects)
    }

    /// Whether calls of the event's tool are what a rule looks at.
    pub(super) fn governs_tool(&self, leaf: &Leaf<'_>) -> bool {
        let Some(rule) = self.tool_of(leaf) else { return false };
        let own = tools::find_canonical(self.tool());
        own.is_some_and(|own| own.governs == rule.governs)
    }

    /// Whether a rule on files is not for another tool alone, as `Write(x)`
    /// is where `NotebookEdit` is called.
    pub(super) fn is_of_several(&self, leaf: &Leaf<'_>) -> bool {
        let own = tools::find_canonical(self.tool()).map(|tool| tool.name);
        self.tool_of(leaf).is_none_or(|tool| {
            matches!(tool.name, "Read" | "Edit" | "Cd")
                || own == Some(tool.name)
        })
    }

    /// The tool that a rule names.
    pub(super) fn tool_of(&self, leaf: &Leaf<'_>) -> Option<&'static Tool> {
        let name = &leaf.pattern.name.value;
        match leaf.scene.dialect.aliases {
            true => tools::find(name),
            false => tools::find_canonical(name),
        }
    }

    /// The rule is about another tool.
    pub(super) fn tool_gap(&self, leaf: &Leaf<'_>) -> Gap {
        let name = &leaf.pattern.name;
        let own = self.tool();
        let governed = match self.tool_of(leaf) {
            Some(tool) if tool.governs == Governs::Bash => {
                "`Bash` and `Monitor`".to_owned()
            }
            Some(tool) => quoted(tool.name),
            None => quoted(&name.value),
        };
        if own.is_empty() {
            let message =
                format!("no tool is called; this rule governs {governed}");
            return Gap::new(Cause::Tool, message, name.span);
        }
        let message = format!(
            "the tool is {}, this rule governs {governed}",
            quoted(own)
        );
        let cased = own.eq_ignore_ascii_case(&name.value);
        let cause = if cased { Cause::Case } else { Cause::Tool };
        let gap = Gap::new(cause, message, name.span).at(self.tool_spot());
        match cased {
            true => {
                gap.help(Some("letter case counts".to_owned())).reached(1, 2)
            }
            false => gap,
        }
    }
}

/// A spot in a text that stands in no field.
pub(super) fn loose(field: &str, text: &str) -> Spot {
    let span = Span::new(0, text.len());
    let (field, text) = (field.to_owned(), Arc::from(text));
    Spot { field, is_made: true, text, span }
}
