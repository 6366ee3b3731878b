//! `Tool(param:value)` (spec 1.6).

use super::{Lowered, Lowerer, Scene};
use crate::diagnostic::{Code, suggest};
use crate::event::tools::Tool;
use crate::ir::{Atom, Family, Predicate};
use crate::shell::Effects;
use crate::source::{Span, Spanned};
use crate::syntax::TextGlob;

/// A content that has the shape of a parameter rule.
struct Param<'a> {
    name: &'a str,
    name_span: Span,
    value: &'a str,
    colon: Span,
}

fn read(content: &Spanned<String>) -> Option<Param<'_>> {
    let (name, value) = content.value.split_once(':')?;
    let start = content.span.start as usize;
    let lead = name.len() - name.trim_start().len();
    let trimmed = name.trim();
    let is_name = !trimmed.starts_with(|c: char| c.is_ascii_digit())
        && trimmed
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    let colon = Span::new(start + name.len(), start + name.len() + 1);
    is_name.then(|| Param {
        name: trimmed,
        name_span: Span::new(start + lead, start + lead + trimmed.len()),
        value: value.trim(),
        colon,
    })
}

impl Lowerer {
    /// Lowers a parameter rule. The outer `None` means that the content is
    /// none and must be read as the tool's own pattern; the inner, that it
    /// is one that can never match.
    pub(super) fn param(
        &mut self,
        tool: &Tool,
        content: &Spanned<String>,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Option<Lowered>> {
        let param = read(content)?;
        if tool.primary == Some(param.name) {
            self.primary_param(tool, &param);
            return Some(None);
        }
        let dialect = scene.dialect;
        // Whether an `if` may name one is not documented; that it may runs
        // the hook. An allow rule would cover the call, whatever it does.
        let understood = dialect.params && effects != Effects::ALLOW;
        let known = tool.params.contains(&param.name);
        let own_pattern = tool.governs != crate::event::tools::Governs::Name;
        if own_pattern && !known {
            return self.maybe_param(tool, &param);
        }
        if param.value.is_empty() && (known || understood) {
            self.note(
                Code::EMPTY_PARAMETER,
                "the parameter has no value; this rule never matches",
                param.colon,
                "write a value behind the colon, or `*` for any",
            );
            return Some(None);
        }
        if !understood {
            return None;
        }
        if !known && !tool.params.is_empty() {
            let known = tool.params.iter().copied();
            let help = match suggest::nearest(param.name, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it has {}", tool.params.join(", ")),
            };
            self.note(
                Code::UNKNOWN_PARAMETER,
                format!(
                    "`{}` is no parameter of `{}`; this rule will hardly \
                     match",
                    param.name, tool.name
                ),
                param.name_span,
                help,
            );
        }
        let path = format!("tool_input.{}", param.name);
        let pattern = Some(TextGlob::stars(param.value));
        let field = self.atoms.test(Atom::Field { path, pattern });
        let name = self.tool_is(vec![tool.name.to_owned()]);
        let predicate = Predicate::all_of([name, field]);
        Some(Some(Lowered { predicate, family: Family::Other }))
    }

    /// A name that is no known parameter of a tool with a pattern of its
    /// own: its pattern, unless that is empty on one side.
    fn maybe_param(
        &mut self,
        tool: &Tool,
        param: &Param<'_>,
    ) -> Option<Option<Lowered>> {
        let agent = tool.governs == crate::event::tools::Governs::Agent;
        if !agent {
            return None;
        }
        if param.name.is_empty() || param.value.is_empty() {
            let what = if param.name.is_empty() { "name" } else { "value" };
            self.note(
                Code::EMPTY_PARAMETER,
                format!(
                    "the {what} beside `:` is empty; this rule never matches"
                ),
                param.colon,
                "write `Agent(type)` or `Agent(param:value)`",
            );
            return Some(None);
        }
        let known = tool.params.iter().copied();
        if let Some(near) = suggest::nearest(param.name, known) {
            self.note(
                Code::UNKNOWN_PARAMETER,
                format!(
                    "`{}` is no parameter of `{}`; the text is read as a \
                     name and will hardly match",
                    param.name, tool.name
                ),
                param.name_span,
                format!("did you mean `{near}`?"),
            );
        }
        None
    }

    fn primary_param(&mut self, tool: &Tool, param: &Param<'_>) {
        let span = param.name_span.to(param.colon);
        self.note(
            Code::PARAMETER_ON_CONTENT,
            format!(
                "`{}` is what `{}` patterns match anyway; as a parameter \
                 it is ignored and this rule never matches",
                param.name, tool.name
            ),
            span,
            format!("write the pattern alone: `{}(…)`", tool.name),
        );
    }
}
