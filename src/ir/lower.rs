//! From syntax to rules: the only place that knows what a pattern means for
//! a tool.
//!
//! A text that cannot become an active rule gives a diagnostic that says
//! why; nothing is dropped silently. Spans in diagnostics made here are
//! bytes of the rule's own text; [`crate::policy`] moves them to the file.

mod command;
mod host;
mod matcher;
mod mcp;
mod name;
mod param;
mod path;

pub(crate) use mcp::splits;
pub(crate) use name::SKILL_CALL;

use super::{Atom, Atoms, BaseId, Effect, Family, Predicate};
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::dialect::Dialect;
use crate::event::tools::{self, Governs};
use crate::shell::{Effects, Reason};
use crate::source::{SourceId, Span};
use crate::syntax::{
    Comparison, Condition, FieldTest, SyntaxError, SyntaxErrorKind, TextGlob,
    ToolPattern, parse_condition, parse_rule,
};

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
        match parse_rule(trimmed) {
            Ok(pattern) => {
                let before = self.findings.len();
                let lowered = self.pattern(&pattern, effect.bit(), scene);
                self.shift_findings(before, start);
                lowered
            }
            Err(error) => {
                self.syntax(text, error, start);
                None
            }
        }
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
        match parsed {
            Ok(condition) => {
                let predicate = self.combine(&condition, scene, true);
                self.shift_findings(before, start);
                let family = Family::Other;
                predicate.map(|predicate| Lowered { predicate, family })
            }
            Err(error) => {
                self.syntax(text, error, start);
                None
            }
        }
    }

    /// Lowers a condition. Doubt fires a hook: under an even number of
    /// negations a doubtful test counts as true, under an odd one as false.
    fn combine(
        &mut self,
        condition: &Condition,
        scene: &Scene<'_>,
        positive: bool,
    ) -> Option<Predicate> {
        match condition {
            Condition::Tool(pattern) => {
                let lowered = self.pattern(pattern, Effects::IF, scene)?;
                let doubt = self.doubt(pattern, &lowered, scene);
                Some(if positive {
                    Predicate::any_of([lowered.predicate, doubt])
                } else {
                    let sure = doubt.negated();
                    Predicate::all_of([lowered.predicate, sure])
                })
            }
            Condition::Field(test) => Some(self.field(test)),
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

    fn field(&mut self, test: &FieldTest) -> Predicate {
        let path = test.path.value.clone();
        let pattern = match &test.test {
            Comparison::Exists => None,
            Comparison::Equals(value) => Some(TextGlob::exact(&value.value)),
            Comparison::Like(glob) => Some(glob.clone()),
        };
        self.atoms.test(Atom::Field { path, pattern })
    }

    /// The doubts that fire an `if` of this pattern.
    fn doubt(
        &mut self,
        pattern: &ToolPattern,
        lowered: &Lowered,
        scene: &Scene<'_>,
    ) -> Predicate {
        let hints = bit(Reason::Confusable);
        let expansions =
            bit(Reason::Substitution) | bit(Reason::DynamicArgument);
        let mut reasons = !hints;
        let content = pattern.content.as_ref().map(|c| c.value.as_str());
        let long = content.is_some_and(|c| command::words(c) > 1);
        if scene.dialect.if_fires_on_expansion && !long {
            reasons &= !expansions;
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
    fn pattern(
        &mut self,
        pattern: &ToolPattern,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let name = &pattern.name.value;
        self.check_name(pattern)?;
        if name.starts_with("mcp__") && !name.contains(':') {
            return self.mcp(pattern, effects, scene);
        }
        if name.contains('*') {
            return self.glob_name(pattern, effects, scene);
        }
        let known = if scene.dialect.aliases {
            tools::find(name)
        } else {
            tools::find_canonical(name)
        };
        let Some(tool) = known else {
            return self.unknown_tool(pattern, effects);
        };
        let content = pattern.content.as_ref();
        match content {
            None => Some(self.whole_tool(tool, effects)),
            Some(_) => self.with_content(tool, pattern, effects, scene),
        }
    }

    fn syntax(&mut self, text: &str, error: SyntaxError, start: usize) {
        let span = error.span.shifted(start);
        use SyntaxErrorKind as Kind;
        let (code, message, help) = match error.kind {
            Kind::Empty => (
                Code::EMPTY_RULE,
                "this rule is empty and never matches".to_owned(),
                "delete it, or write a rule such as `Bash(git status *)`",
            ),
            Kind::NoName => (
                Code::INVALID_RULE,
                "a tool name is missing before `(`".to_owned(),
                "write `Tool` or `Tool(content)`",
            ),
            Kind::Unclosed => (
                Code::UNCLOSED_PARENTHESIS,
                "this `(` is never closed; the rule is skipped".to_owned(),
                "end the rule with `)`",
            ),
            Kind::StrayClose => (
                Code::INVALID_RULE,
                "this `)` was never opened; the rule is skipped".to_owned(),
                "write `Tool` or `Tool(content)`",
            ),
            Kind::EmptyContent => (
                Code::EMPTY_PARENTHESES,
                "the brackets are empty; the rule is skipped".to_owned(),
                "name the tool alone to cover every call, or write a pattern",
            ),
            Kind::TextAfter => self.text_after(text, span),
            Kind::Condition => (
                Code::INVALID_RULE,
                format!("`{}` is not a condition", text.trim()),
                "join rules with `&&`, `||`, `!` and brackets",
            ),
            Kind::TooLong => (
                Code::RULE_TOO_LONG,
                format!(
                    "this rule has {} bytes; at most {} are read",
                    text.len(),
                    crate::syntax::MAX_RULE_BYTES
                ),
                "split it into several rules",
            ),
            Kind::TooDeep => (
                Code::RULE_TOO_LONG,
                "brackets are nested too deep".to_owned(),
                "split it into several rules",
            ),
        };
        self.note(code, message, span, help);
    }

    fn text_after(
        &self,
        text: &str,
        span: Span,
    ) -> (Code, String, &'static str) {
        let after = span.of(text);
        (
            Code::TEXT_AFTER_PARENTHESIS,
            format!(
                "`{after}` stands after the closing bracket; the rule is skipped"
            ),
            "a rule ends with its `)`; move the text inside or delete it",
        )
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

    fn shift_findings(&mut self, from: usize, by: usize) {
        for finding in self.findings.iter_mut().skip(from) {
            for label in &mut finding.labels {
                label.span = label.span.shifted(by);
            }
        }
    }

    /// Names that are not names at all.
    fn check_name(&mut self, pattern: &ToolPattern) -> Option<()> {
        let name = &pattern.name.value;
        let bad = name.char_indices().find(|(_, c)| {
            c.is_control() || matches!(c, '[' | ']' | '{' | '}' | '<' | '>')
        });
        if let Some((at, c)) = bad {
            let start = pattern.name.span.start as usize + at;
            let span = Span::new(start, start + c.len_utf8());
            let message = if c.is_control() {
                "a control character stands in the tool name; the rule is skipped"
            } else {
                "only round brackets hold a pattern; the rule is skipped"
            };
            self.note(
                Code::INVALID_RULE,
                message,
                span,
                "write `Tool(content)`",
            );
            return None;
        }
        Some(())
    }

    fn unknown_tool(
        &mut self,
        pattern: &ToolPattern,
        effects: Effects,
    ) -> Option<Lowered> {
        let name = &pattern.name.value;
        let span = pattern.name.span;
        if let Some(at) = name.trim_end().find(':') {
            let place = Span::new(at, at + 1).shifted(span.start as usize);
            self.note(
                Code::INVALID_RULE,
                "a `:` in a tool name; this rule never matches",
                place,
                "write `Tool(content)`, for example `Bash(rm *)`",
            );
            return None;
        }
        if name.ends_with([' ', '\t']) && pattern.content.is_some() {
            let end = name.trim_end().len();
            let place = Span::new(end, name.len());
            self.note(
                Code::INVALID_RULE,
                "a blank before `(`; the rule is skipped",
                place.shifted(span.start as usize),
                "write the bracket right behind the tool name",
            );
            return None;
        }
        let near = suggest::nearest(name, tools::names());
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "see `hookset help syntax` for the tool names".into(),
        };
        self.note(
            Code::UNKNOWN_TOOL,
            format!("no tool is called `{name}`; this rule never matches"),
            span,
            help,
        );
        // A guard on a name nobody knows yet costs nothing and keeps its
        // promise when such a tool appears; an allow rule would widen.
        if effects == Effects::ALLOW || pattern.content.is_some() {
            return None;
        }
        let predicate = self.tool_is(vec![name.clone()]);
        Some(Lowered { predicate, family: Family::Other })
    }

    fn joined_condition(&mut self, text: &str, at: usize) {
        let rest = text.get(at..).unwrap_or("");
        let operator: String = rest
            .chars()
            .take_while(|c| matches!(c, '|' | '&' | ',' | ' '))
            .collect();
        let trimmed = operator.trim();
        let from = at + operator.find(trimmed).unwrap_or(0);
        let span = Span::new(from, from + trimmed.len());
        self.note(
            Code::IF_ALTERNATION,
            format!(
                "`if` holds one rule; with `{trimmed}` the hook never runs"
            ),
            span,
            "write one hook entry for each rule",
        );
    }
}

/// A doubt's bit in [`Atom::Doubt`].
pub(crate) fn bit(reason: Reason) -> u32 {
    1u32 << (reason as u8)
}

/// The text without blanks around it, and where it starts.
fn trim_blanks(text: &str) -> (&str, usize) {
    let blanks = [' ', '\t'];
    let start = text.len() - text.trim_start_matches(blanks).len();
    (text.trim_matches(blanks), start)
}

/// Where two rules are joined in one text: the byte behind the bracket that
/// closes the first, if an operator follows there.
pub(crate) fn joined(text: &str) -> Option<usize> {
    let mut level = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => level += 1,
            b')' => {
                level = level.saturating_sub(1);
                let rest = text.get(at + 1..).unwrap_or("");
                let next = rest.trim_start().as_bytes().first();
                if level == 0 && matches!(next, Some(b'|' | b'&' | b',')) {
                    return Some(at + 1);
                }
            }
            b'|' | b'&' if level == 0 => return Some(at),
            _ => {}
        }
    }
    None
}
