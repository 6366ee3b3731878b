//! `Tool(param:value)` (spec 1.6).

use super::{Lowered, Lowerer, Scene};
use crate::diagnostic::{Code, suggest};
use crate::event::tools::Tool;
use crate::ir::{Atom, Family, Predicate};
use crate::shell::Effects;
use crate::source::{Span, Spanned};
use crate::syntax::{TextGlob, ToolPattern};

/// A content that has the shape of a parameter rule.
struct Param<'a> {
    name: &'a str,
    name_span: Span,
    value: &'a str,
    colon: Span,
    /// The bytes behind the colon.
    written: usize,
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
        written: value.len(),
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
            self.primary_param(tool, &param, scene);
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
        self.several_values(&param);
        Some(Some(self.of_field(tool.name, &param)))
    }

    /// `Foo(bar:baz)` in a guard: any tool may have parameters, and nobody
    /// knows all tools (spec 1.2, 1.3). Where doubts count, the rule may be
    /// about another tool whose name is misspelt, and is broken.
    pub(super) fn param_of_unknown(
        &mut self,
        pattern: &ToolPattern,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let dialect = scene.dialect;
        if !dialect.params || dialect.doubts_count || effects == Effects::IF {
            return None;
        }
        let param = read(pattern.content.as_ref()?)?;
        let is_whole = !param.name.is_empty() && !param.value.is_empty();
        is_whole.then(|| self.of_field(&pattern.name.value, &param))
    }

    /// The calls of a tool whose parameter is what the rule says.
    fn of_field(&mut self, tool: &str, param: &Param<'_>) -> Lowered {
        let path = format!("tool_input.{}", param.name);
        let pattern = Some(TextGlob::stars(param.value));
        let field = self.atoms.test(Atom::Field { path, pattern });
        let name = self.tool_is(vec![tool.to_owned()]);
        let predicate = Predicate::all_of([name, field]);
        Lowered { predicate, family: Family::Other }
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

    fn primary_param(
        &mut self,
        tool: &Tool,
        param: &Param<'_>,
        scene: &Scene<'_>,
    ) {
        let span = param.name_span.to(param.colon);
        let own = scene.dialect.own_path_rules;
        let instead = match tool.name {
            "Monitor" => "Bash(…)".to_owned(),
            "WebFetch" => "WebFetch(domain:…)".to_owned(),
            "Grep" | "Glob" if !own => "Read(…)".to_owned(),
            "Write" | "NotebookEdit" if !own => "Edit(…)".to_owned(),
            name => format!("{name}(…)"),
        };
        self.note(
            Code::PARAMETER_ON_CONTENT,
            format!(
                "`{}` is what the patterns of `{}` match anyway; as a \
                 parameter it is ignored and this rule never matches",
                param.name, tool.name
            ),
            span,
            format!("write the pattern alone: `{instead}`"),
        );
    }

    /// A value that is written as several ones, or in quotes: it is compared
    /// as a whole with what is one word.
    fn several_values(&mut self, param: &Param<'_>) {
        let Some(at) = param.value.find(['"', '\'', ',', '|', ' ']) else {
            return;
        };
        if !OF_ONE_WORD.contains(&param.name) || param.value.contains('*') {
            return;
        }
        // Of several parameters `literal-sign` says more.
        if param.value.contains(',') && param.value.contains(':') {
            return;
        }
        let help = match param.value.get(at..at + 1) {
            Some("\"" | "'") => "leave the quotes out",
            _ => "write a rule for each",
        };
        let start = param.colon.end as usize;
        self.note(
            Code::NEVER_MATCHES,
            format!(
                "the whole text behind the colon is compared with `{}`, \
                 which is never `{}`",
                param.name, param.value
            ),
            Span::new(start, start + param.written),
            help,
        );
    }
}

/// Parameters whose values are single words.
const OF_ONE_WORD: &[&str] =
    &["isolation", "mode", "model", "run_in_background", "subagent_type"];
