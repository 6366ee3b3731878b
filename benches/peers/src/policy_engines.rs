//! Engines that take events as JSON: one policy, program or pattern for each
//! rule, put to an engine the cheapest way it knows; every match is listed.
//!
//! Two tables. With the JSON counted, each engine starts at the bytes of the
//! event, as a runner sends them (290 bytes and the command), and does what
//! its documents say: ours reads the event onto a tape it keeps; `quamina`
//! takes the bytes; for `cedar-policy` they become a context, then a request;
//! for `cel-interpreter` a value, then a variable; for `regorus` its input.
//! Without, all of that was done before the clock started, and only the
//! question is asked; `quamina` cannot be asked that way.
//!
//! In both, every engine looks at the command as one text: none but ours
//! splits it. What our whole answer takes, splitting and verdict included,
//! is printed beside them, in parts.

use hookset::event::{Event, EventKind};
use hookset::hook_set::{HookSet, Limits};
use hookset::json::Tape;
use hookset::shell::{Effects, Unit, View};
use hookset::source::Span;
use hookset::subject::Subjects;

use crate::corpora::{BenchRule, set};
use crate::engines::{Engine, Prepared, engine, timed};

/// From the bytes of an event on: ours, then those that were built in.
pub fn with_json(rules: &[BenchRule]) -> Vec<Engine> {
    let again = |rules: &[BenchRule]| Engine {
        name: "hookset again, JSON",
        ..ours(rules)
    };
    #[allow(unused_mut, reason = "without features there is nothing to add")]
    let mut engines = vec![timed(rules, ours), timed(rules, again)];
    #[cfg(feature = "quamina")]
    engines.push(timed(rules, quamina));
    #[cfg(feature = "cedar")]
    engines.push(timed(rules, |rules| cedar(rules, true)));
    #[cfg(feature = "cel")]
    engines.push(timed(rules, |rules| cel(rules, true)));
    #[cfg(feature = "regorus")]
    engines.push(timed(rules, |rules| rego(rules, true)));
    engines
}

/// The question alone, of an event that was read before.
pub fn without_json(rules: &[BenchRule]) -> Vec<Engine> {
    let ready = crate::engines::ours;
    let again =
        |rules: &[BenchRule]| Engine { name: "hookset again", ..ready(rules) };
    #[allow(unused_mut, reason = "without features there is nothing to add")]
    let mut engines = vec![timed(rules, ready), timed(rules, again)];
    #[cfg(feature = "cedar")]
    engines.push(timed(rules, |rules| cedar(rules, false)));
    #[cfg(feature = "cel")]
    engines.push(timed(rules, |rules| cel(rules, false)));
    #[cfg(feature = "regorus")]
    engines.push(timed(rules, |rules| rego(rules, false)));
    engines
}

/// The event read from JSON; its command is matched as it stands, as the
/// others do, so without being split.
fn ours(rules: &[BenchRule]) -> Engine {
    let set = HookSet::compile(&set::lowered(rules), &Limits::default());
    let set = set.unwrap();
    let kind = EventKind::named("PreToolUse").unwrap();
    let mut scratch = set.scratch();
    let mut tape = Tape::new();
    let mut subjects = Subjects { is_tool: true, ..Subjects::default() };
    let run = Box::new(move |prepared: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        let event = Event::read(&prepared.json, &mut tape);
        assert_eq!(event.kind, Some(kind));
        let command = event.input("command").and_then(|c| c.str()).unwrap();
        let text = Span::new(0, command.len());
        let commands = &mut subjects.commands;
        commands.text.clear();
        commands.text.push_str(command);
        commands.units.clear();
        commands.units.push(Unit {
            span: text,
            covered: false,
            doubt: false,
            maybe: None,
        });
        commands.views.clear();
        commands.views.push(View {
            unit: 0,
            effects: Effects::ALL,
            text,
            exact_only: false,
        });
        let found = set.matches(&subjects, kind, &mut scratch);
        out.extend(found.iter().map(|m| m.rule.0));
    });
    engine("hookset, JSON", 15, run)
}

/// What was made of each event before the clock started, by its JSON.
#[cfg(any(feature = "cedar", feature = "cel", feature = "regorus"))]
struct Ready<T>(std::collections::HashMap<String, T>);

#[cfg(any(feature = "cedar", feature = "cel", feature = "regorus"))]
impl<T> Ready<T> {
    fn new() -> Ready<T> {
        Ready(std::collections::HashMap::new())
    }

    /// Made when first asked for, which is when the answers are checked.
    fn of(&mut self, event: &Prepared, make: impl Fn(&str) -> T) -> &T {
        let Ready(made) = self;
        if !made.contains_key(&event.json) {
            made.insert(event.json.clone(), make(&event.json));
        }
        &made[&event.json]
    }
}

/// What a rule asks of a command.
#[cfg(any(feature = "cedar", feature = "cel", feature = "regorus"))]
enum Asks<'a> {
    /// To be this.
    Text(&'a str),
    /// To be this, or to go on behind it with a blank.
    Words(&'a str),
    /// More.
    Other,
}

#[cfg(any(feature = "cedar", feature = "cel", feature = "regorus"))]
fn asks(rule: &BenchRule) -> Asks<'_> {
    let (body, boundary) = split(rule);
    match (body.contains('*'), boundary) {
        (true, _) => Asks::Other,
        (false, true) => Asks::Words(body),
        (false, false) => Asks::Text(body),
    }
}

/// The pattern, and whether it ends at a word boundary.
#[cfg(any(
    feature = "cedar",
    feature = "cel",
    feature = "regorus",
    feature = "quamina"
))]
fn split(rule: &BenchRule) -> (&str, bool) {
    let body = rule.pattern.strip_suffix(" *");
    match body.or_else(|| rule.pattern.strip_suffix(":*")) {
        Some(body) => (body, true),
        None => (&rule.pattern, false),
    }
}

/// A text in quotes; what JSON writes, all of these languages read.
#[cfg(any(feature = "cedar", feature = "cel", feature = "regorus"))]
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(feature = "quamina")]
fn quamina(rules: &[BenchRule]) -> Engine {
    let mut engine_of = quamina::Quamina::<u32>::new();
    for (number, rule) in rules.iter().enumerate() {
        let (body, boundary) = split(rule);
        let one = |text: &str| match text.contains('*') {
            true => serde_json::json!({
                "wildcard": text.replace('\\', "\\\\")
            }),
            false => text.into(),
        };
        let mut values = vec![one(body)];
        if boundary {
            values.push(match body.contains('*') {
                true => one(&format!("{body} *")),
                false => serde_json::json!({ "prefix": format!("{body} ") }),
            });
        }
        let pattern =
            serde_json::json!({ "tool_input": { "command": values } });
        engine_of.add_pattern(number as u32, &pattern.to_string()).unwrap();
    }
    let run = Box::new(move |event: &Prepared, out: &mut Vec<u32>| {
        out.clear();
        let found = engine_of.matches_for_event(event.json.as_bytes());
        out.extend(found.unwrap());
    });
    engine("quamina, JSON", 5, run)
}

#[cfg(feature = "cedar")]
fn cedar(rules: &[BenchRule], with_json: bool) -> Engine {
    use cedar_policy::*;

    let mut policies = PolicySet::new();
    let command = "context.tool_input.command";
    for (number, rule) in rules.iter().enumerate() {
        // In a pattern of `like`, `*` is any text.
        let test = match asks(rule) {
            Asks::Text(text) => format!("{command} == {}", quoted(text)),
            Asks::Words(text) => format!(
                "{command} == {} || {command} like {}",
                quoted(text),
                quoted(&format!("{text} *")),
            ),
            Asks::Other => match split(rule) {
                (body, false) => format!("{command} like {}", quoted(body)),
                (body, true) => format!(
                    "{command} like {} || {command} like {}",
                    quoted(body),
                    quoted(&format!("{body} *")),
                ),
            },
        };
        let text =
            format!("permit(principal, action, resource) when {{ {test} }};");
        let id = PolicyId::new(number.to_string());
        policies.add(Policy::parse(Some(id), text).unwrap()).unwrap();
    }
    let authorizer = Authorizer::new();
    let entities = Entities::empty();
    let uid = |text: &str| -> EntityUid { text.parse().unwrap() };
    let (principal, action, resource) =
        (uid("U::\"a\""), uid("Action::\"b\""), uid("R::\"c\""));
    let request = move |json: &str| {
        let context = Context::from_json_str(json, None).unwrap();
        let (p, a, r) = (principal.clone(), action.clone(), resource.clone());
        Request::new(p, a, r, context, None).unwrap()
    };
    let ask = move |request: &Request, out: &mut Vec<u32>| {
        out.clear();
        let answer = authorizer.is_authorized(request, &policies, &entities);
        let reasons = answer.diagnostics().reason();
        out.extend(reasons.map(|id| id.to_string().parse::<u32>().unwrap()));
    };
    if with_json {
        let run = move |event: &Prepared, out: &mut Vec<u32>| {
            ask(&request(&event.json), out);
        };
        return engine("cedar-policy, JSON", 3, Box::new(run));
    }
    let mut ready = Ready::new();
    let run = move |event: &Prepared, out: &mut Vec<u32>| {
        ask(ready.of(event, &request), out);
    };
    engine("cedar-policy", 3, Box::new(run))
}

#[cfg(feature = "cel")]
fn cel(rules: &[BenchRule], with_json: bool) -> Engine {
    use cel_interpreter::{Context, Program, Value};

    use crate::engines::regex;

    let program = |rule: &BenchRule| {
        let command = "event.tool_input.command";
        let text = match asks(rule) {
            Asks::Text(text) => format!("{command} == {}", quoted(text)),
            Asks::Words(text) => format!(
                "{command} == {} || {command}.startsWith({})",
                quoted(text),
                quoted(&format!("{text} ")),
            ),
            Asks::Other => {
                format!("{command}.matches({})", quoted(&regex(rule)))
            }
        };
        Program::compile(&text).unwrap()
    };
    let programs: Vec<Program> = rules.iter().map(program).collect();
    let context = |json: &str| {
        let json: serde_json::Value = serde_json::from_str(json).unwrap();
        let mut context = Context::default();
        context.add_variable("event", json).unwrap();
        context
    };
    let ask = move |context: &Context<'_>, out: &mut Vec<u32>| {
        out.clear();
        let holds = |(_, program): &(u32, &Program)| {
            matches!(program.execute(context), Ok(Value::Bool(true)))
        };
        let numbered = (0..).zip(&programs);
        out.extend(numbered.filter(holds).map(|(number, _)| number));
    };
    if with_json {
        let run = move |event: &Prepared, out: &mut Vec<u32>| {
            ask(&context(&event.json), out);
        };
        return engine("cel-interpreter, JSON", 1, Box::new(run));
    }
    let mut ready = Ready::new();
    let run = move |event: &Prepared, out: &mut Vec<u32>| {
        ask(ready.of(event, context), out);
    };
    engine("cel-interpreter", 1, Box::new(run))
}

#[cfg(feature = "regorus")]
fn rego(rules: &[BenchRule], with_json: bool) -> Engine {
    use crate::engines::regex;

    let mut text = String::from("package p\nimport rego.v1\n");
    let mut say = |number: usize, test: String| {
        text.push_str(&format!("m contains {number} if {test}\n"));
    };
    let command = "input.tool_input.command";
    for (number, rule) in rules.iter().enumerate() {
        match asks(rule) {
            Asks::Text(text) => {
                say(number, format!("{command} == {}", quoted(text)));
            }
            Asks::Words(text) => {
                let open = quoted(&format!("{text} "));
                say(number, format!("{command} == {}", quoted(text)));
                say(number, format!("startswith({command}, {open})"));
            }
            Asks::Other => {
                let pattern = quoted(&regex(rule));
                say(number, format!("regex.match({pattern}, {command})"));
            }
        }
    }
    let mut rego = regorus::Engine::new();
    rego.add_policy("p.rego".into(), text).unwrap();
    let input = |json: &str| regorus::Value::from_json_str(json).unwrap();
    let mut ask = move |input: regorus::Value, out: &mut Vec<u32>| {
        out.clear();
        rego.set_input(input);
        let found = rego.eval_rule("data.p.m".into()).unwrap();
        for value in found.as_set().unwrap() {
            out.push(value.as_u32().unwrap());
        }
    };
    if with_json {
        let run = move |event: &Prepared, out: &mut Vec<u32>| {
            ask(input(&event.json), out);
        };
        return engine("regorus, JSON", 1, Box::new(run));
    }
    let mut ready = Ready::new();
    let run = move |event: &Prepared, out: &mut Vec<u32>| {
        ask(ready.of(event, input).clone(), out);
    };
    engine("regorus", 1, Box::new(run))
}
