use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::{Slot, SlotRule};
use crate::event::EventKind;
use crate::json::{Tape, Value};
use crate::load::{Action, Document, Family};
use crate::plan::expand::{self, SERVER_VARIABLES};
use crate::source::{SourceId, Span};
use crate::syntax::parse_template;

/// A variable that its event never has, in handlers of our own files; the
/// reader of declarations says it of those.
pub(super) struct ImpossibleVariable;

impl Lint for ImpossibleVariable {
    fn code(&self) -> Code {
        Code::UNKNOWN_PLACEHOLDER
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let slots = &cx.dialect.slots;
        for (site, kind) in cx.hooks_of_events() {
            let document = site.document;
            let Action::Inject { text, tool, .. } = &site.hook.action else {
                continue;
            };
            if document.family == Family::Sep2282 {
                continue;
            }
            let mut found = Vec::new();
            if let Some(text) = text.as_ref().filter(braces(slots.context)) {
                let at = impossible(text.as_str(), kind);
                found.extend(at.map(|(n, s)| (n, text.place(s))));
            }
            let input = tool.as_ref().and_then(|(_, input)| *input);
            if let Some(input) = input.filter(braces(slots.input)) {
                in_json(document, input, kind, &mut found);
            }
            let found = found.into_iter();
            out.extend(found.map(|at| self.found(at, kind, document.source)));
        }
    }
}

/// Whether the variables of servers are filled in here.
fn braces<T>(rule: SlotRule) -> impl Fn(&T) -> bool {
    move |_| rule.syntax == Slot::Braces
}

impl ImpossibleVariable {
    fn found(
        &self,
        (name, span): (String, Span),
        kind: EventKind,
        source: SourceId,
    ) -> Diagnostic {
        let message = format!(
            "`{}` never has `{name}`; it stays as it is written",
            kind.name()
        );
        let row = SERVER_VARIABLES.iter().find(|row| row.0 == name);
        let events = row.and_then(|row| row.1).unwrap_or(&[]);
        let events = events.iter().map(|kind| format!("`{}`", kind.name()));
        let events = events.collect::<Vec<_>>().join(" and ");
        Diagnostic::new(self.code(), message, source, span)
            .help(format!("only {events} have it: leave it out here"))
    }
}

/// The variables in a text that exist and that an event never has.
fn impossible(
    text: &str,
    kind: EventKind,
) -> impl Iterator<Item = (String, Span)> {
    let template = parse_template(text, expand::syntax(Slot::Braces));
    let found: Vec<_> = template
        .placeholders()
        .filter_map(|at| {
            let name = at.name();
            let row = SERVER_VARIABLES.iter().find(|row| row.0 == name)?;
            let events = row.1?;
            (!events.contains(&kind)).then_some((name, at.span))
        })
        .collect();
    found.into_iter()
}

/// The same, of all texts in what a tool is called with.
fn in_json(
    document: &Document,
    input: Span,
    kind: EventKind,
    out: &mut Vec<(String, Span)>,
) {
    let text = document.raw(input);
    let tape = Tape::of(text);
    let mut open: Vec<Value<'_>> = tape.root(text).into_iter().collect();
    while let Some(value) = open.pop() {
        open.extend(value.entries().map(|entry| entry.value));
        open.extend(value.items());
        let Some(text) = value.decoded() else { continue };
        for (name, span) in impossible(text.as_str(), kind) {
            let place = text.place(span).shifted(input.start as usize);
            out.push((name, place));
        }
    }
}
