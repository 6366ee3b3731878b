use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity, suggest};
use crate::event::table::COMMON_FIELDS;
use crate::event::{EventKind, tools};
use crate::source::Span;
use crate::syntax::{
    Comparison, Condition, FieldTest, ToolPattern, parse_condition,
};

/// A condition with a part that never holds: a field or a tool that its event
/// does not have, or parts that exclude each other.
pub(super) struct UnknownField;

/// What was found: where in the condition, why it never holds, what to do.
type Found = (Code, Span, String, String);

impl Lint for UnknownField {
    fn code(&self) -> Code {
        Code::UNKNOWN_FIELD
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        if !cx.dialect.boolean_conditions {
            return;
        }
        for (site, kind) in cx.hooks_of_events() {
            let Some(text) = &site.hook.condition else { continue };
            let (source, whole) = (site.document.source, text.span());
            if cx.was_reported(source, site.document.quoted(text)) {
                continue;
            }
            let all = text.as_str();
            let start = all.len() - all.trim_start_matches([' ', '\t']).len();
            let trimmed = all.trim_matches([' ', '\t']);
            let Ok(condition) = parse_condition(trimmed) else { continue };
            let mut parts = Vec::new();
            let never = leaves(&condition, trimmed, &mut parts);
            let found = parts.iter().find_map(|part| match part {
                Leaf::Field(test) => field(test, kind),
                Leaf::Tool(pattern) => tool(pattern, trimmed, kind),
            });
            if let Some((code, span, message, help)) = found {
                let place = text.place(span.shifted(start));
                let found = site.found(code, message, place);
                out.push(found.severity(Severity::Warning).help(help));
            } else if never {
                // What is in doubt may be one of them and not the other.
                let message = "two parts of this condition exclude each \
                               other; it holds at most where a call is in \
                               doubt";
                let found = site.found(Code::NEVER_MATCHES, message, whole);
                out.push(found.help("remove one of them, or write `||`"));
            }
        }
    }
}

/// What a condition is made of.
enum Leaf<'a> {
    Field(&'a FieldTest),
    Tool(&'a ToolPattern),
}

/// Adds the tests of a condition; whether some of them, which must hold
/// together, exclude each other.
fn leaves<'a>(
    condition: &'a Condition,
    text: &str,
    out: &mut Vec<Leaf<'a>>,
) -> bool {
    let mut never = false;
    let mut open = vec![condition];
    while let Some(next) = open.pop() {
        match next {
            Condition::Tool(pattern) => out.push(Leaf::Tool(pattern)),
            Condition::Field(test) => out.push(Leaf::Field(test)),
            Condition::Not(inner) => open.push(inner),
            Condition::Or(all) => open.extend(all.iter().rev()),
            Condition::And(all) => {
                // What is part of something else need not hold.
                let is_whole = std::ptr::eq(next, condition);
                never |= is_whole && exclude(all, text);
                open.extend(all.iter().rev());
            }
        }
    }
    never
}

/// Whether of several tests two cannot hold together.
fn exclude(all: &[Condition], text: &str) -> bool {
    let shown = |condition: &Condition| match condition {
        Condition::Tool(pattern) => Some(pattern.span),
        Condition::Field(test) => Some(test.span),
        _ => None,
    };
    let equals = |condition: &Condition| match condition {
        Condition::Field(test) => match &test.test {
            Comparison::Equals(value) => {
                Some((test.path.value.clone(), value.value.clone()))
            }
            _ => None,
        },
        _ => None,
    };
    let no = all.iter().filter_map(|condition| match condition {
        Condition::Not(inner) => shown(inner),
        _ => None,
    });
    let no: Vec<_> = no.map(|span| span.of(text).trim()).collect();
    let mut yes = all.iter().filter_map(shown);
    let values: Vec<_> = all.iter().filter_map(equals).collect();
    let differ = values.iter().enumerate().any(|(at, (path, value))| {
        let mut later = values.iter().skip(at + 1);
        later.any(|other| other.0 == *path && other.1 != *value)
    });
    differ || yes.any(|span| no.contains(&span.of(text).trim()))
}

/// A field that the event does not have, or a value that it never has.
fn field(test: &FieldTest, kind: EventKind) -> Option<Found> {
    let path = test.path.value.as_str();
    let first = path.split('.').next().unwrap_or("");
    let own = kind.row().fields.iter().chain(COMMON_FIELDS).copied();
    let fields: Vec<&str> = own.collect();
    if !fields.contains(&first) {
        let span = test.path.span;
        let span = Span { end: span.start + first.len() as u32, ..span };
        let message = format!(
            "`{}` has no field `{first}`; this test never holds",
            kind.name()
        );
        let help = instead(path, first, &fields);
        return Some((Code::UNKNOWN_FIELD, span, message, help));
    }
    let Comparison::Equals(value) = &test.test else { return None };
    let name = value.value.as_str();
    let known = tools::find(name).is_some() || name.starts_with("mcp__");
    if path != "tool_name" || known {
        return None;
    }
    let near = suggest::nearest(name, tools::names())?;
    let message = format!("no tool is called `{name}`; this test never holds");
    let help = format!("did you mean `{near}`?");
    Some((Code::UNKNOWN_TOOL, value.span, message, help))
}

/// What to write for a field that there is not.
fn instead(path: &str, first: &str, fields: &[&str]) -> String {
    let rest = path.get(first.len()..).unwrap_or("");
    let calls = fields.contains(&"tool_input");
    let of_input =
        tools::TOOLS.iter().any(|tool| tool.params.contains(&first));
    let has = |kind: &EventKind| kind.row().fields.contains(&first);
    let near = suggest::nearest(first, fields.iter().copied());
    let event = EventKind::all().find(has).map(EventKind::name);
    match (near, event) {
        (Some(near), _) => format!("did you mean `{near}{rest}`?"),
        _ if calls && first == "tool" => "write `tool_name`".to_owned(),
        (_, Some(event)) if of_input && calls => {
            format!("write `tool_input.{path}`, or move the hook to `{event}`")
        }
        _ if calls && (of_input || first == "command") => {
            format!("write `tool_input.{path}`")
        }
        (_, Some(event)) => format!("it is a field of `{event}`"),
        _ => format!("its fields are {}", fields.join(", ")),
    }
}

/// A rule on an event that is about no call of a tool.
fn tool(pattern: &ToolPattern, text: &str, kind: EventKind) -> Option<Found> {
    if kind.row().fields.contains(&"tool_name") {
        return None;
    }
    let message = format!(
        "`{}` is about no call of a tool; `{}` never holds",
        kind.name(),
        pattern.span.of(text)
    );
    let help = "test a field of the event, or move the hook to `PreToolUse`";
    let code = Code::IF_ON_NON_TOOL_EVENT;
    Some((code, pattern.span, message, help.to_owned()))
}
