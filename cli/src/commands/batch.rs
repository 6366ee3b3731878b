//! `hookset eval --batch`: every line stands alone.

use std::collections::BTreeMap;

use hookset::diagnostic::{Code, suggest};
use hookset::dialect::Dialect;
use hookset::event::Context;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::Exit;
use crate::answer::{Answer, Finding};
use crate::args::EvalArgs;
use crate::context;
use crate::discover;
use crate::engine::{self, Engine, Input};
use crate::events::Lines;
use crate::fault::Fault;
use crate::input::{Above, EVENT_LIMIT, POLICY_LIMIT};
use crate::ready;
use crate::terminal;

/// One line. The parts that are judged stay raw, so that what is wrong in
/// them (a key twice, half a character) reaches the library as written.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(default)]
    id: Value,
    #[serde(borrow)]
    policy: Option<&'a RawValue>,
    #[serde(borrow)]
    event: Option<&'a RawValue>,
    event_text: Option<String>,
    #[serde(borrow)]
    context: Option<&'a RawValue>,
    dialect: Option<String>,
}

/// Answers every line with a line, at once.
pub(super) fn run(args: &EvalArgs, path: &str) -> Exit {
    let lines = Lines::open(path, POLICY_LIMIT + 2 * EVENT_LIMIT);
    let mut lines = match lines {
        Ok(lines) => lines,
        Err(fault) => return ready::refuse(true, vec![fault]),
    };
    let mut cache = None;
    while let Some((number, line)) = lines.next() {
        let answer = match line {
            Ok(line) => one(
                &line,
                number,
                args.dialect.as_deref().unwrap_or(ready::STRICT),
                &mut cache,
            ),
            Err(fault) => Answer::failed(Value::from(number), fault),
        };
        if !terminal::write_line(&answer.line()) {
            return Exit::Clean;
        }
    }
    Exit::Clean
}

/// The policy compiled last: batches often ask many things of one.
type Cache = Option<(String, String, String, Engine)>;

fn one(text: &str, number: usize, dialect: &str, cache: &mut Cache) -> Answer {
    let line: Line = match serde_json::from_str(text) {
        Ok(line) => line,
        Err(_) => {
            let id = id_of(text).unwrap_or(Value::from(number));
            return Answer::failed(id, invalid(&engine::why_no_line(text)));
        }
    };
    let id = match &line.id {
        Value::Null => Value::from(number),
        id => id.clone(),
    };
    let answer = unknown(text).and_then(|unknown| {
        let mut answer = answer(&line, id.clone(), dialect, cache)?;
        answer.diagnostics.extend(unknown);
        Ok(answer)
    });
    answer.unwrap_or_else(|fault| Answer::failed(id, fault))
}

/// The keys of a line that are read.
const KEYS: &[&str] =
    &["context", "dialect", "event", "event_text", "id", "policy"];

/// What there is to say of the other keys. One that is almost a key that is
/// read is no answer: whoever wrote it meant it to count.
fn unknown(text: &str) -> Result<Vec<Finding>, Fault> {
    let keys: BTreeMap<String, IgnoredAny> =
        serde_json::from_str(text).unwrap_or_default();
    let mut found = Vec::new();
    for key in keys.keys().filter(|key| !KEYS.contains(&key.as_str())) {
        if let Some(near) = suggest::nearest(key, KEYS.iter().copied()) {
            let why =
                format!("`{key}` is no key of a line; did you mean `{near}`?");
            return Err(invalid(&why));
        }
        found.push(Finding {
            code: Code::UNKNOWN_KEY.name(),
            severity: Code::UNKNOWN_KEY.severity().as_str(),
            message: format!("`{key}` is no key of a line and is not read"),
            source: None,
        });
    }
    Ok(found)
}

/// The id of a line that is otherwise in error, where it can be told.
fn id_of(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    value.get("id").cloned()
}

fn invalid(why: &str) -> Fault {
    let message = format!("the line cannot be read: {why}");
    Fault::new(Code::INVALID_LINE, "batch", message).help(
        "a line looks like `{\"id\": \"1\", \"policy\": {\"permissions\": \
         {\"deny\": [\"Bash(rm *)\"]}}, \"event\": {\"tool_name\": \"Bash\", \
         \"tool_input\": {\"command\": \"ls\"}}}`",
    )
}

fn answer(
    line: &Line,
    id: Value,
    dialect: &str,
    cache: &mut Cache,
) -> Result<Answer, Fault> {
    let policy = line.policy.ok_or_else(|| invalid("no `policy`"))?;
    let event = event(line)?;
    let (context, findings) = context_of(line)?;
    let name = line.dialect.as_deref().unwrap_or(dialect);
    let scope = context.settings_source.clone().unwrap_or_default();
    let engine = compiled(policy.get(), name, &scope, cache)?;
    let mut answer = engine.answer(id, &event, &context);
    answer.diagnostics.extend(findings);
    answer.diagnostics.extend(engine.findings().iter().cloned());
    if let Some(fault) =
        engine::unreadable_event("event", Above::default(), &event)
    {
        answer.fail(fault);
    }
    Ok(answer)
}

fn event(line: &Line) -> Result<String, Fault> {
    match (line.event, &line.event_text) {
        (Some(event), None) => Ok(event.get().to_owned()),
        (None, Some(text)) => Ok(text.clone()),
        (None, None) => Err(invalid("no `event` and no `event_text`")),
        (Some(_), Some(_)) => {
            Err(invalid("`event` and `event_text`; only one may be given"))
        }
    }
}

fn context_of(line: &Line) -> Result<(Context, Vec<Finding>), Fault> {
    match line.context.map(RawValue::get) {
        None | Some("null") => Ok((Context::default(), Vec::new())),
        Some(text) => context::read("context", text),
    }
}

/// The compiled policy of a line: an object, or a string that holds the
/// text of a file.
fn compiled<'a>(
    raw: &str,
    dialect_name: &str,
    scope: &str,
    cache: &'a mut Cache,
) -> Result<&'a mut Engine, Fault> {
    let known = cache.as_ref().is_some_and(|(text, dialect, at, _)| {
        text == raw && dialect == dialect_name && at == scope
    });
    if !known {
        let dialect: Dialect = engine::dialect(dialect_name)?;
        let text = match serde_json::from_str::<String>(raw) {
            Ok(text) => text,
            Err(_) => raw.to_owned(),
        };
        let place = discover::inline("policy", scope);
        let input = Input { place, text };
        let engine = Engine::new(vec![input], &dialect)?;
        let name = dialect_name.to_owned();
        *cache = Some((raw.to_owned(), name, scope.to_owned(), engine));
    }
    match cache {
        Some((_, _, _, engine)) => Ok(engine),
        None => Err(invalid("no `policy`")),
    }
}
