//! From syntax to rules: the only place that knows what a pattern means for
//! a tool.
//!
//! A text that cannot become an active rule gives a diagnostic that says
//! why; nothing is dropped silently. Spans in diagnostics made here are
//! bytes of the rule's own text; [`crate::policy`] moves them to the file.

mod agent;
mod command;
mod faults;
mod host;
mod joined;
mod matcher;
mod mcp;
mod meant;
mod name;
mod param;
mod path;
mod quotes;
mod scripts;
mod spelled;
mod unread;

pub(crate) use agent::{AGENT_CALL, read_agent};
pub(crate) use faults::is_name;
pub(crate) use joined::{joined, joint};
pub(crate) use mcp::{several, splits};
pub(crate) use name::{SKILL_CALL, may_name_a_tool};
pub(crate) use path::uses;

use self::joined::operator_within;
use super::{Atom, Atoms, BaseId, Effect, Family, MAX_FIELD_DEPTH, Predicate};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Severity};
use crate::dialect::Dialect;
use crate::event::tools::{self, Governs};
use crate::shell::{Effects, Reason};
use crate::source::{SourceId, Span};
use crate::syntax::{
    Comparison, Condition, FieldTest, TextGlob, ToolPattern, parse_condition,
    parse_rule,
};

/// What becomes of a hook whose `if` cannot be read.
pub(crate) const RUNS: &str = "the hook runs whatever its `if` says";

/// What lowering needs to know besides the text.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// How the runner reads it.
    pub dialect: &'a Dialect,
    /// Where patterns that start with `/` are anchored.
    pub source_base: BaseId,
}

/// A lowered text: when it matches, and what it looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowered {
    /// When it matches.
    pub predicate: Predicate,
    /// What it looks at.
    pub family: Family,
}

impl Lowered {
    /// What holds for nothing, whatever is in doubt.
    const NEVER: Lowered =
        Lowered { predicate: Predicate::Never, family: Family::Never };
}

/// One run of lowering: atoms are interned over all of it.
#[derive(Debug, Default)]
pub struct Lowerer {
    /// The atoms so far.
    pub atoms: Atoms,
    /// What was found wrong since this was last taken.
    pub findings: Vec<Diagnostic>,
}

impl Lowerer {
    /// Lowers a permission rule. `None` means that it cannot be active; then
    /// at least one finding says why.
    pub fn rule(
        &mut self,
        text: &str,
        effect: Effect,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let (trimmed, start) = trim_blanks(text);
        let before = self.findings.len();
        let lowered = match parse_rule(trimmed) {
            Ok(pattern) => {
                let lowered = self.pattern(&pattern, effect.bit(), scene);
                self.shift_findings(before, start);
                lowered
            }
            Err(mut error) => {
                use crate::syntax::SyntaxErrorKind::Unclosed;
                let guards = matches!(effect, Effect::Deny | Effect::Ask);
                if error.kind == Unclosed && guards {
                    // All that it should stop now runs: show all of it.
                    error.span = Span::new(0, trimmed.len());
                }
                self.syntax(text, error, start);
                None
            }
        };
        if effect == Effect::Allow {
            self.keep_narrow(before, text);
            // Nothing is lost that stops a call.
            let found = self.findings.iter_mut().skip(before);
            let empty =
                found.filter(|found| found.code == Code::EMPTY_PARENTHESES);
            empty.for_each(|found| found.severity = Severity::Warning);
        }
        lowered
    }

    /// Lowers a hook's `if`. `None` means the text is broken; the hook then
    /// runs whenever its matcher does, and a finding says so.
    pub fn condition(
        &mut self,
        text: &str,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let (trimmed, start) = trim_blanks(text);
        let before = self.findings.len();
        if let Some(at) = joined(trimmed)
            && !scene.dialect.boolean_conditions
        {
            self.joined_condition(trimmed, at);
            self.shift_findings(before, start);
            let predicate = Predicate::Never;
            return Some(Lowered { predicate, family: Family::Other });
        }
        let parsed = if scene.dialect.boolean_conditions {
            parse_condition(trimmed)
        } else {
            parse_rule(trimmed).map(Condition::Tool)
        };
        let predicate = match parsed {
            Ok(condition) => {
                let predicate = self.combine(&condition, scene, true);
                self.shift_findings(before, start);
                predicate
            }
            Err(error) => {
                self.syntax(text, error, start);
                None
            }
        };
        self.say_of_condition(before, predicate.is_some());
        let family = Family::Other;
        predicate.map(|predicate| Lowered { predicate, family })
    }

    /// Says of a condition what findings say of a rule: what becomes of it.
    fn say_of_condition(&mut self, from: usize, is_read: bool) {
        let instead = if is_read { "it never holds" } else { RUNS };
        for finding in self.findings.iter_mut().skip(from) {
            if finding.code == Code::COMMENT_AS_RULE {
                let what = "this is a remark and no rule";
                finding.message = format!("{what}; {instead}");
                finding.severity = Severity::Error;
                finding.help = Some("write one rule, or remove it".to_owned());
            }
            for ending in ["this rule never matches", "the rule is skipped"] {
                finding.message = finding.message.replace(ending, instead);
            }
        }
    }

    /// Puts other words into what was found since this was last taken.
    pub(crate) fn say_of_findings(&mut self, words: &str, instead: &str) {
        for finding in &mut self.findings {
            finding.message = finding.message.replace(words, instead);
        }
    }

    /// Lowers a condition. Doubt fires a hook: under an even number of
    /// negations a doubtful test counts as true, under an odd one as false.
    pub(crate) fn combine(
        &mut self,
        condition: &Condition,
        scene: &Scene<'_>,
        positive: bool,
    ) -> Option<Predicate> {
        match condition {
            Condition::Tool(pattern) => {
                let lowered = self.pattern(pattern, Effects::IF, scene)?;
                let doubt = self.doubt(pattern, &lowered);
                Some(if positive {
                    Predicate::any_of([lowered.predicate, doubt])
                } else {
                    let sure = doubt.negated();
                    Predicate::all_of([lowered.predicate, sure])
                })
            }
            Condition::Field(test) => self.field(test, positive),
            Condition::Not(inner) => {
                Some(self.combine(inner, scene, !positive)?.negated())
            }
            Condition::And(members) => {
                let members = self.members(members, scene, positive)?;
                Some(Predicate::all_of(members))
            }
            Condition::Or(members) => {
                let members = self.members(members, scene, positive)?;
                Some(Predicate::any_of(members))
            }
        }
    }

    fn members(
        &mut self,
        members: &[Condition],
        scene: &Scene<'_>,
        positive: bool,
    ) -> Option<Vec<Predicate>> {
        members.iter().map(|m| self.combine(m, scene, positive)).collect()
    }

    /// A test of a field; where there are more fields than are listed, it
    /// may hold.
    fn field(
        &mut self,
        test: &FieldTest,
        positive: bool,
    ) -> Option<Predicate> {
        let path = test.path.value.clone();
        if path.split('.').count() > MAX_FIELD_DEPTH {
            self.note(
                Code::INVALID_RULE,
                "no field that lies so deep is looked at; the rule is skipped",
                test.path.span,
                format!("name one of at most {MAX_FIELD_DEPTH} parts"),
            );
            return None;
        }
        let pattern = match &test.test {
            Comparison::Exists => None,
            Comparison::Equals(value) => Some(TextGlob::exact(&value.value)),
            Comparison::Like(glob) => Some(glob.clone()),
        };
        let field = self.atoms.test(Atom::Field { path, pattern });
        let (reasons, effects) = (bit(Reason::Size), Effects::IF);
        let doubt = self.atoms.test(Atom::Doubt { reasons, effects });
        Some(match positive {
            true => Predicate::any_of([field, doubt]),
            false => Predicate::all_of([field, doubt.negated()]),
        })
    }

    /// The doubts that fire an `if` of this pattern.
    fn doubt(
        &mut self,
        pattern: &ToolPattern,
        lowered: &Lowered,
    ) -> Predicate {
        let hints = bit(Reason::Confusable);
        let expansions =
            bit(Reason::Substitution) | bit(Reason::DynamicArgument);
        let mut reasons = !hints;
        let content = pattern.content.as_ref().map(|c| c.value.as_str());
        let long = content.is_some_and(command::names_more);
        // A pattern of one word names the program alone; what its arguments
        // turn out to be does not matter.
        if !long {
            reasons &= !expansions;
        }
        // Commands and hosts start at no directory.
        if !matches!(lowered.family, Family::Reads | Family::Writes) {
            reasons &= !bit(Reason::UnknownDirectory);
        }
        let names = match lowered.family {
            Family::Never | Family::Other => return Predicate::Never,
            Family::Commands => tools::governed_by(Governs::Bash),
            Family::PowerShell => tools::governed_by(Governs::PowerShell),
            Family::Reads | Family::Writes => tools::with_files(),
            Family::Hosts => tools::governed_by(Governs::Host),
        };
        let tool = self.tool_is(names.map(str::to_owned).collect());
        let effects = Effects::IF;
        let doubt = self.atoms.test(Atom::Doubt { reasons, effects });
        Predicate::all_of([tool, doubt])
    }

    /// Lowers `Tool` or `Tool(content)` for rules of one kind.
    pub(crate) fn pattern(
        &mut self,
        pattern: &ToolPattern,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let name = &pattern.name.value;
        self.check_name(pattern)?;
        if effects == Effects::IF
            && let Some(operator) = operator_within(pattern)
        {
            return self.joined_tools(&operator, scene);
        }
        if name.starts_with("mcp__") {
            return self.mcp(pattern, effects, scene);
        }
        if name.contains('*') && !name.contains(": ") {
            return self.glob_name(pattern, effects, scene);
        }
        let known = if scene.dialect.aliases {
            tools::find(name)
        } else {
            tools::find_canonical(name)
        };
        let Some(tool) = known else {
            return self.unknown_tool(pattern, effects, scene);
        };
        let content = pattern.content.as_ref();
        match content {
            None => Some(self.whole_tool(tool, effects)),
            Some(_) => self.with_content(tool, pattern, effects, scene),
        }
    }

    /// Adds a finding with a help line.
    fn note(
        &mut self,
        code: Code,
        message: impl Into<String>,
        span: Span,
        help: impl Into<String>,
    ) {
        let finding = Diagnostic::new(code, message, SourceId(0), span);
        self.findings.push(finding.help(help));
    }

    /// Gives the last finding a fix: `text` in the place of `span`. The text
    /// must need no escapes in a file.
    fn fix_last(&mut self, span: Span, text: &str, safe: bool) {
        let title = match text {
            "" => "remove it".to_owned(),
            _ => format!("write `{text}`"),
        };
        let text = text.to_owned();
        let edit = Edit { source: SourceId(0), span, text };
        if let Some(last) = self.findings.last_mut() {
            last.fix = Some(Fix { title, edits: vec![edit], safe });
        }
    }

    /// Takes back fixes that leave nothing of what is in the brackets: the
    /// tool alone lets more run than was meant.
    fn keep_narrow(&mut self, from: usize, text: &str) {
        for finding in self.findings.iter_mut().skip(from) {
            let edits = finding.fix.iter().flat_map(|fix| &fix.edits);
            let Some(edit) = edits.last() else { continue };
            let head = text.get(..edit.span.start as usize);
            let tail = text.get(edit.span.end as usize..);
            let left = [head.unwrap_or(""), &edit.text, tail.unwrap_or("")];
            if text.contains('(') && !left.concat().contains('(') {
                finding.fix = None;
            }
        }
    }

    fn shift_findings(&mut self, from: usize, by: usize) {
        for finding in self.findings.iter_mut().skip(from) {
            for label in &mut finding.labels {
                label.span = label.span.shifted(by);
            }
            for edit in finding.fix.iter_mut().flat_map(|f| &mut f.edits) {
                edit.span = edit.span.shifted(by);
            }
        }
    }
}

/// A doubt's bit in [`Atom::Doubt`].
pub(crate) fn bit(reason: Reason) -> u32 {
    1u32 << (reason as u8)
}

/// The text without blanks around it, and where it starts.
pub(crate) fn trim_blanks(text: &str) -> (&str, usize) {
    let blanks = [' ', '\t'];
    let start = text.len() - text.trim_start_matches(blanks).len();
    (text.trim_matches(blanks), start)
}
