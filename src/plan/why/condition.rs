//! Through the syntax tree of a rule to the part that does not hold.

use super::ask::Case;
use super::{Cause, Gap, command, host, mcp, name, path, quoted};
use crate::ir::lower::{Lowerer, Scene, joined, trim_blanks};
use crate::ir::{Atom, Effect, NameTest, Predicate, Rules};
use crate::shell::Effects;
use crate::source::Span;
use crate::syntax::{Condition, ToolPattern, parse_condition, parse_rule};

/// `Tool` or `Tool(content)` in a rule's text.
pub(super) struct Leaf<'a> {
    pub(super) pattern: &'a ToolPattern,
    /// The text that its spans are of.
    pub(super) text: &'a str,
    /// Where patterns start and how they are read.
    pub(super) scene: &'a Scene<'a>,
    pub(super) effects: Effects,
}

impl Leaf<'_> {
    /// The bytes of what stands in the brackets.
    pub(super) fn content(&self) -> Span {
        let content = self.pattern.content.as_ref();
        content.map_or(self.pattern.span, |content| content.span)
    }

    /// The same rule with another content.
    pub(super) fn with_content(&self, content: &str) -> String {
        format!("{}({content})", self.pattern.name.value)
    }

    /// Rules of its kind, as a word.
    pub(super) fn rules(&self) -> &'static str {
        match self.effects {
            Effects::ALLOW => "allow rules",
            Effects::DENY => "deny rules",
            Effects::ASK => "ask rules",
            _ => "conditions",
        }
    }
}

/// Why a rule or condition of this text does not hold. The evaluators say
/// that it does not.
pub(super) fn gap(
    case: &Case<'_>,
    text: &str,
    effect: Effect,
    scene: &Scene<'_>,
) -> Option<Gap> {
    let (trimmed, start) = trim_blanks(text);
    let is_if = matches!(effect, Effect::Fire(_));
    let combined = is_if && scene.dialect.boolean_conditions;
    if is_if && !combined && joined(trimmed).is_some() {
        return None;
    }
    let condition = match combined {
        true => parse_condition(trimmed).ok()?,
        false => Condition::Tool(parse_rule(trimmed).ok()?),
    };
    let effects = effect.bit();
    let lowerer = Lowerer::default();
    let mut walk = Walk { case, text: trimmed, scene, effects, lowerer };
    let mut gap = walk.condition(&condition, true)?;
    gap.rule = gap.rule.shifted(start);
    Some(gap)
}

struct Walk<'a> {
    case: &'a Case<'a>,
    text: &'a str,
    scene: &'a Scene<'a>,
    effects: Effects,
    lowerer: Lowerer,
}

impl Walk<'_> {
    /// Why a condition does not hold; `None` where it does.
    fn condition(
        &mut self,
        condition: &Condition,
        positive: bool,
    ) -> Option<Gap> {
        match condition {
            Condition::And(members) => members
                .iter()
                .find_map(|member| self.condition(member, positive)),
            Condition::Or(members) => {
                let mut best: Option<Gap> = None;
                for member in members {
                    let gap = self.condition(member, positive)?;
                    if best.as_ref().is_none_or(|b| b.reach < gap.reach) {
                        best = Some(gap);
                    }
                }
                best
            }
            Condition::Not(inner) => {
                if self.condition(inner, !positive).is_some() {
                    return None;
                }
                let span = span_of(inner);
                let text = span.of(self.text);
                let message =
                    format!("`{text}` holds, and `!` stands before it");
                let gap = Gap::new(Cause::Negated, message, span);
                Some(gap.reached(9, 10))
            }
            Condition::Field(test) => {
                let predicate = self.lowered(condition, positive);
                let held = predicate.is_none_or(|p| self.holds(&p));
                (!held).then(|| name::field_test(self.case, test))
            }
            Condition::Tool(pattern) => self.tool(pattern, positive),
        }
    }

    fn tool(&mut self, pattern: &ToolPattern, positive: bool) -> Option<Gap> {
        let is_if = self.effects == Effects::IF;
        let predicate = if is_if {
            let condition = Condition::Tool(pattern.clone());
            self.lowered(&condition, positive)
        } else {
            let effects = self.effects;
            let lowered = self.lowerer.pattern(pattern, effects, self.scene);
            lowered.map(|lowered| lowered.predicate)
        };
        let leaf = Leaf {
            pattern,
            text: self.text,
            scene: self.scene,
            effects: self.effects,
        };
        let Some(predicate) = predicate else {
            return Some(self.never(&leaf));
        };
        if self.holds(&predicate) {
            return None;
        }
        Some(self.predicate(&leaf, &predicate))
    }

    fn lowered(
        &mut self,
        condition: &Condition,
        positive: bool,
    ) -> Option<Predicate> {
        self.lowerer.combine(condition, self.scene, positive)
    }

    fn holds(&self, predicate: &Predicate) -> bool {
        let atoms = self.lowerer.atoms.as_slice().to_vec();
        let rules = Rules { atoms, ..Rules::default() };
        self.case.holds(&rules, predicate)
    }

    /// Why a predicate that does not hold does not.
    fn predicate(&self, leaf: &Leaf<'_>, predicate: &Predicate) -> Gap {
        match predicate {
            Predicate::And(members) => {
                let failed = members.iter().find(|m| !self.holds(m));
                match failed {
                    Some(member) => self.predicate(leaf, member),
                    None => self.never(leaf),
                }
            }
            Predicate::Or(members) => {
                let gaps = members
                    .iter()
                    .filter(|member| !self.is_doubt(member))
                    .map(|member| self.predicate(leaf, member));
                let best = gaps.reduce(|best, gap| {
                    if gap.reach > best.reach { gap } else { best }
                });
                best.unwrap_or_else(|| self.never(leaf))
            }
            Predicate::Atom(id) => {
                let atom = self.lowerer.atoms.as_slice().get(id.0 as usize);
                match atom {
                    Some(atom) => self.atom(leaf, atom),
                    None => self.never(leaf),
                }
            }
            Predicate::Not(_) => {
                let message = format!(
                    "{} is left to every session: no such rule reaches it",
                    quoted(self.case.tool())
                );
                Gap::new(Cause::Negated, message, leaf.pattern.name.span)
                    .at(self.case.tool_spot())
            }
            Predicate::Always | Predicate::Never => self.never(leaf),
        }
    }

    /// Whether a predicate is the test for doubt that goes with a pattern.
    fn is_doubt(&self, predicate: &Predicate) -> bool {
        let Predicate::And(members) = predicate else { return false };
        let atoms = self.lowerer.atoms.as_slice();
        members.iter().any(|member| match member {
            Predicate::Atom(id) => {
                matches!(atoms.get(id.0 as usize), Some(Atom::Doubt { .. }))
            }
            _ => false,
        })
    }

    fn atom(&self, leaf: &Leaf<'_>, atom: &Atom) -> Gap {
        let case = self.case;
        match atom {
            Atom::Tool(NameTest::OneOf(_)) => case.tool_gap(leaf),
            Atom::Tool(_) => name::glob_gap(case, leaf),
            Atom::Command { shell, effects, pattern } => {
                command::gap(case, leaf, *shell, *effects, pattern)
            }
            Atom::Path { uses, effects, anchor, pattern } => {
                path::gap(case, leaf, *uses, *effects, anchor, pattern)
            }
            Atom::Host(glob) => host::gap(case, leaf, glob),
            Atom::Mcp { server, tool, effects } => {
                mcp::gap(case, leaf, server, tool.as_ref(), *effects)
            }
            Atom::Field { path, pattern } => {
                name::field_gap(case, leaf, path, pattern.as_ref())
            }
            Atom::MatcherField(_)
            | Atom::InputContains(_)
            | Atom::Doubt { .. } => self.never(leaf),
        }
    }

    /// A pattern that matches nothing at all; the finding says why.
    fn never(&self, leaf: &Leaf<'_>) -> Gap {
        let whole = leaf.pattern.span;
        let inside =
            |span: Span| whole.start <= span.start && span.end <= whole.end;
        let found = self.lowerer.findings.iter().rev().find(|found| {
            found.primary().is_some_and(|label| inside(label.span))
        });
        let message = found.map_or_else(
            || "this never matches".to_owned(),
            |found| found.message.clone(),
        );
        let place = found.and_then(|found| found.primary());
        let span = place.map(|label| label.span);
        let span = span.filter(|span| !span.is_empty());
        let help = found.and_then(|found| found.help.clone());
        Gap::new(Cause::Never, message, span.unwrap_or(leaf.pattern.span))
            .help(help)
    }
}

fn span_of(condition: &Condition) -> Span {
    match condition {
        Condition::Tool(pattern) => pattern.span,
        Condition::Field(test) => test.span,
        Condition::Not(inner) => span_of(inner),
        Condition::And(members) | Condition::Or(members) => {
            let spans = members.iter().map(span_of);
            spans.reduce(Span::to).unwrap_or_default()
        }
    }
}
