//! Placeholders filled in: once, from the event, never from what was filled
//! in before.

use crate::dialect::{Slot, SlotRule, Unknown};
use crate::event::{Context, Event, EventKind, tools};
use crate::json::{Kind, Value, compact, plain, quote};
use crate::syntax::{
    Placeholder, Template, TemplatePart, TemplateSyntax, parse_template,
};

/// A text that was filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// The text.
    pub text: String,
    /// The placeholders that nothing fills, as they are written.
    pub unknown: Vec<String>,
    /// The placeholders that stay because the text is too long by then.
    pub left: Vec<String>,
}

/// Behind so many bytes nothing more is filled in.
const MAX_FILLED: usize = 1 << 24;

/// What an event fills placeholders with.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    event: &'a Event<'a>,
    project: Option<&'a str>,
}

/// The variables of a server's declaration: their names, and the events
/// that have them; `None` for all.
pub const SERVER_VARIABLES: &[(&str, Option<&[EventKind]>)] = &[
    ("project_name", None),
    ("session_id", None),
    ("tool_name", Some(&[EventKind::PRE_TOOL_USE, EventKind::POST_TOOL_USE])),
    ("tool_input", Some(&[EventKind::PRE_TOOL_USE, EventKind::POST_TOOL_USE])),
    ("tool_output", Some(&[EventKind::POST_TOOL_USE])),
];

impl<'a> Values<'a> {
    /// The values of an event.
    pub fn new(event: &'a Event<'a>, context: &'a Context) -> Values<'a> {
        let root = context.project_root.as_deref().or(context.cwd.as_deref());
        let root = root.or(event.cwd);
        let project = root.and_then(|path| {
            let parts = path.rsplit(['/', '\\']);
            parts.into_iter().find(|part| !part.is_empty())
        });
        Values { event, project }
    }

    /// The whole event, as JSON without blanks and needless escapes.
    pub fn arguments(&self) -> String {
        let mut out = String::new();
        if let Some(root) = self.event.root {
            plain(root, &mut out);
        }
        out
    }

    /// What a placeholder stands for under a syntax.
    pub fn get(&self, syntax: Slot, at: &Placeholder) -> Option<String> {
        match syntax {
            Slot::Plain | Slot::Environment => None,
            Slot::Braces => self.variable(&at.name()),
            Slot::Fields => self.field(&at.path),
            Slot::Arguments => Some(self.arguments()),
            Slot::Exported => self.flat(&at.name()),
        }
    }

    /// A variable of a server's declaration.
    fn variable(&self, name: &str) -> Option<String> {
        let event = self.event;
        let row = SERVER_VARIABLES.iter().find(|row| row.0 == name)?;
        if let Some(kinds) = row.1
            && !event.kind.is_some_and(|kind| kinds.contains(&kind))
        {
            return None;
        }
        match name {
            "project_name" => self.project.map(str::to_owned),
            "session_id" => event.session_id.map(str::to_owned),
            "tool_name" => event.tool_name.map(str::to_owned),
            "tool_input" => event.tool_input.map(text_of),
            _ => event.root?.get("tool_response").map(text_of),
        }
    }

    /// A field of the event by the path to it.
    pub fn field(&self, path: &[String]) -> Option<String> {
        let mut value = self.event.root?;
        for name in path {
            value = match value.kind() {
                Kind::Array => value.items().nth(name.parse().ok()?)?,
                _ => value.get(name)?,
            };
        }
        Some(text_of(value))
    }

    /// A field by its path joined with `_`, as in `tool_input_file_path`;
    /// `tool_input_path` is the file a tool works on, whatever it calls it.
    fn flat(&self, name: &str) -> Option<String> {
        if let Some(found) = flat(self.event.root?, name) {
            return Some(found);
        }
        if name != "tool_input_path" {
            return None;
        }
        let tool = self.event.tool_name.and_then(tools::find)?;
        self.event.tool_input?.get(tool.primary?).map(text_of)
    }
}

/// Looks for a value by a name that joins the keys on the way to it.
fn flat(root: Value<'_>, name: &str) -> Option<String> {
    let (mut value, mut rest) = (root, name);
    loop {
        if let Some(found) = value.get(rest) {
            return Some(text_of(found));
        }
        let step = value.entries().find_map(|entry| {
            let rest = rest.strip_prefix(entry.name())?;
            let rest = rest.strip_prefix('_')?;
            entry.value.is_object().then_some((entry.value, rest))
        });
        (value, rest) = step?;
    }
}

/// A value as a text: a text as it is, anything else as JSON, written as what
/// `input_contains` is compared with.
fn text_of(value: Value<'_>) -> String {
    if let Some(text) = value.str() {
        return text.to_owned();
    }
    let mut out = String::new();
    plain(value, &mut out);
    out
}

/// The syntax of a slot.
pub fn syntax(slot: Slot) -> TemplateSyntax {
    match slot {
        Slot::Plain => TemplateSyntax::Plain,
        Slot::Braces => TemplateSyntax::Braces,
        Slot::Fields => TemplateSyntax::Fields,
        Slot::Arguments => TemplateSyntax::Arguments,
        Slot::Environment | Slot::Exported => TemplateSyntax::Variables,
    }
}

/// Fills a text in. Linear in the text and what it is filled with.
pub fn fill(text: &str, rule: SlotRule, values: &Values<'_>) -> Filled {
    fill_behind(0, text, rule, values)
}

/// Fills in a text that stands behind so many bytes of the same whole.
fn fill_behind(
    bytes: usize,
    text: &str,
    rule: SlotRule,
    values: &Values<'_>,
) -> Filled {
    let template = parse_template(text, syntax(rule.syntax));
    let get = |at: &Placeholder| values.get(rule.syntax, at);
    fill_template(bytes, &template, rule.unknown, get)
}

/// Fills a template in with what `get` finds.
pub fn fill_with(
    template: &Template,
    unknown: Unknown,
    get: impl FnMut(&Placeholder) -> Option<String>,
) -> Filled {
    fill_template(0, template, unknown, get)
}

fn fill_template(
    bytes: usize,
    template: &Template,
    unknown: Unknown,
    mut get: impl FnMut(&Placeholder) -> Option<String>,
) -> Filled {
    let mut out = Filled::default();
    for part in &template.parts {
        match part {
            TemplatePart::Text(text) => out.text.push_str(text),
            // The same field may be named a thousand times.
            TemplatePart::Placeholder(at)
                if bytes + out.text.len() > MAX_FILLED =>
            {
                out.text.push_str(&at.written);
                out.left.push(at.written.clone());
            }
            TemplatePart::Placeholder(at) => match get(at) {
                Some(value) => out.text.push_str(&value),
                None => {
                    if unknown == Unknown::Keep {
                        out.text.push_str(&at.written);
                    }
                    out.unknown.push(at.written.clone());
                }
            },
        }
    }
    out
}

/// What a model is asked: the event stands behind a question that has no
/// place for it.
pub fn prompt(text: &str, rule: SlotRule, values: &Values<'_>) -> Filled {
    let mut filled = fill(text, rule, values);
    let template = parse_template(text, syntax(rule.syntax));
    if template.placeholders().next().is_none() {
        filled.text.push_str("\n\n");
        filled.text.push_str(&values.arguments());
    }
    filled
}

/// Fills in the texts of a JSON value, at any depth; keys and what is no
/// text stay. The result is JSON without blanks.
pub fn fill_json(
    value: Value<'_>,
    rule: SlotRule,
    values: &Values<'_>,
) -> Filled {
    let mut out = Filled::default();
    fill_value(value, rule, values, &mut out);
    out
}

/// The tape holds no more than [`crate::json::Limits::depth`] levels, which
/// bounds the recursion.
fn fill_value(
    value: Value<'_>,
    rule: SlotRule,
    values: &Values<'_>,
    out: &mut Filled,
) {
    if let Some(text) = value.str() {
        let filled = fill_behind(out.text.len(), text, rule, values);
        quote(&filled.text, &mut out.text);
        out.unknown.extend(filled.unknown);
        out.left.extend(filled.left);
        return;
    }
    match value.kind() {
        Kind::Array => {
            out.text.push('[');
            for (at, item) in value.items().enumerate() {
                if at > 0 {
                    out.text.push(',');
                }
                fill_value(item, rule, values, out);
            }
            out.text.push(']');
        }
        Kind::Object => {
            out.text.push('{');
            for (at, entry) in value.entries().enumerate() {
                if at > 0 {
                    out.text.push(',');
                }
                quote(entry.name(), &mut out.text);
                out.text.push(':');
                fill_value(entry.value, rule, values, out);
            }
            out.text.push('}');
        }
        _ => compact(value, &mut out.text),
    }
}

/// The variables a command line names that the event can fill, with their
/// values: they go into the environment of the program, the command line
/// itself is never changed.
pub fn exported(
    command: &str,
    rule: SlotRule,
    values: &Values<'_>,
) -> Vec<(String, String)> {
    if rule.syntax != Slot::Exported {
        return Vec::new();
    }
    let template = parse_template(command, syntax(rule.syntax));
    let mut out: Vec<(String, String)> = Vec::new();
    for at in template.placeholders() {
        let name = at.name();
        // Fields have small letters; `PATH` is what it was.
        let own = !name.starts_with(|c: char| c.is_ascii_uppercase());
        if !own || out.iter().any(|(known, _)| *known == name) {
            continue;
        }
        if let Some(value) = values.get(rule.syntax, at) {
            out.push((name, value));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    const RULE: SlotRule =
        SlotRule { syntax: Slot::Fields, unknown: Unknown::Empty };
    const SERVER: SlotRule =
        SlotRule { syntax: Slot::Braces, unknown: Unknown::Keep };
    const EVENT: &str = r#"{"hook_event_name": "PostToolUse",
        "session_id": "s1", "cwd": "/srv/hookset", "duration_ms": 12, "HOME": "/x",
        "tool_name": "Write", "stop_hook_active": true,
        "tool_input": {"file_path": "/a \"b\".ts", "content": "{session_id}"},
        "tool_response": "{session_id} ${cwd}", "list": [1, {"x": "y"}]}"#;

    fn with<T>(run: impl Fn(&Values<'_>) -> T) -> T {
        let mut tape = Tape::new();
        let event = Event::read(EVENT, &mut tape);
        let context = Context::default();
        run(&Values::new(&event, &context))
    }

    fn filled(text: &str, rule: SlotRule) -> Filled {
        with(|values| fill(text, rule, values))
    }

    #[test]
    fn fields_of_the_event_are_filled_in() {
        let text = |text| filled(text, RULE).text;
        assert_eq!(text("f=${tool_input.file_path}!"), "f=/a \"b\".ts!");
        assert_eq!(text("${duration_ms}"), "12");
        assert_eq!(text("${stop_hook_active}"), "true");
        assert_eq!(text("${list}"), r#"[1,{"x":"y"}]"#);
        assert_eq!(text("${list[1].x}"), "y");
        let gone = filled("a${nope.x}b", RULE);
        assert_eq!(gone.text, "ab");
        assert_eq!(gone.unknown, ["${nope.x}"]);
    }

    /// Who says a thing about an input shows what was looked for in it.
    #[test]
    fn what_is_filled_in_is_written_as_it_is_matched() {
        let event = r#"{"hook_event_name": "PostToolUse", "tool_name": "x",
            "tool_input": {"b": "\u00e9\/\n", "a": [1, "\u0022"]}}"#;
        let mut tape = Tape::new();
        let event = Event::read(event, &mut tape);
        let context = Context::default();
        let values = Values::new(&event, &context);
        let written = r#"{"b":"é/\n","a":[1,"\""]}"#;
        assert_eq!(fill("{tool_input}", SERVER, &values).text, written);
        assert!(values.arguments().contains(written));
        let inner = fill("${tool_input.a}", RULE, &values).text;
        assert_eq!(inner, r#"[1,"\""]"#);
    }

    #[test]
    fn what_is_filled_in_is_not_read_again() {
        let text = |text| filled(text, SERVER).text;
        assert_eq!(text("{tool_output}"), "{session_id} ${cwd}");
        assert_eq!(text("{branch} {session_id}"), "{branch} s1");
        assert_eq!(text("in {project_name}"), "in hookset");
    }

    #[test]
    fn texts_in_json_are_filled_in_and_stay_json() {
        let text = r#"{"q": {"p": "${tool_input.file_path}"},
            "${cwd}": [3, "${cwd}", null]}"#;
        let tape = Tape::of(text);
        let filled =
            with(|values| fill_json(tape.root(text).unwrap(), RULE, values));
        assert_eq!(
            filled.text,
            r#"{"q":{"p":"/a \"b\".ts"},"${cwd}":[3,"/srv/hookset",null]}"#
        );
        let again = Tape::of(&filled.text);
        assert!(again.problems().is_empty());
    }

    /// A thousand times the same large field is not a thousand times it.
    #[test]
    fn what_is_filled_in_has_an_end() {
        let text = "${x}".repeat(1000);
        let template = parse_template(&text, TemplateSyntax::Fields);
        let get = |_: &Placeholder| Some("x".repeat(1 << 20));
        let filled = fill_with(&template, Unknown::Empty, get);
        assert!(filled.text.len() < MAX_FILLED + (2 << 20));
        assert_eq!((filled.left.len(), filled.unknown.len()), (983, 0));
    }

    #[test]
    fn commands_get_variables_not_text() {
        let rule = SlotRule { syntax: Slot::Exported, unknown: Unknown::Keep };
        let command = "check $tool_input_path ${tool_input_content} $HOME";
        let found = with(|values| exported(command, rule, values));
        let names: Vec<_> = found.iter().map(|row| row.0.as_str()).collect();
        assert_eq!(names, ["tool_input_path", "tool_input_content"]);
        assert_eq!(found[0].1, "/a \"b\".ts");
        assert!(with(|values| exported(command, RULE, values)).is_empty());
    }

    #[test]
    fn a_question_without_a_place_gets_the_event_behind_it() {
        let rule =
            SlotRule { syntax: Slot::Arguments, unknown: Unknown::Keep };
        let text = |text: &str| with(|values| prompt(text, rule, values).text);
        assert!(text("safe? $ARGUMENTS").starts_with("safe? {\"hook_event"));
        assert!(text("safe?").starts_with("safe?\n\n{\"hook_event_name\""));
        assert!(text(r"\$ARGUMENTS").starts_with("$ARGUMENTS\n\n{"));
    }
}
