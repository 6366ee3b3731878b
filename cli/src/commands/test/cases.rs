//! Reading `cases.toml`.

use std::path::Path;

use hookset::diagnostic::Code;
use hookset::event::short;
use hookset::source::Span;
use serde_json::{Map, Value, json};

use crate::config;
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
use crate::tables::{Field, Node, Reader, Toml};

/// One case: an event for a policy, and what is expected.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) file: String,
    /// `file:line:column`.
    pub(super) place: String,
    pub(super) name: String,
    pub(super) policy: Policies,
    /// The dialect that the file, or the project's configuration, names.
    pub(super) dialect: Option<String>,
    /// The payload.
    pub(super) event: String,
    /// The context, as JSON.
    pub(super) context: String,
    pub(super) want: Want,
}

/// Where the rules of a case stand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Policies {
    /// In files.
    Files(Vec<String>),
    /// In the case itself: settings as JSON.
    Inline { name: String, text: String },
}

/// What is expected; nothing is said about what is left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Want {
    pub(super) behavior: Option<String>,
    pub(super) rule: Option<String>,
    pub(super) fires: Option<Vec<String>>,
    pub(super) doubt: Option<Doubt>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    Any(bool),
    Reason(String),
}

const TOP: &[&str] = &["case", "context", "dialect", "policy"];
const CASE: &[&str] = &[
    "call",
    "calls",
    "context",
    "dialect",
    "doubt",
    "event",
    "event_text",
    "expect",
    "fires",
    "name",
    "policy",
    "rule",
    "rules",
];
const BEHAVIORS: &[&str] = &["allow", "ask", "deny", "none"];

/// What counts for all cases of a file.
struct Shared {
    directory: String,
    policy: Vec<String>,
    dialect: Option<String>,
    context: Map<String, Value>,
}

/// The cases of a file, or everything that is wrong with it.
pub(super) fn read(path: &str) -> Result<Vec<Case>, Vec<Fault>> {
    let text = input::read_text(path, POLICY_LIMIT).map_err(|f| vec![f])?;
    let (mut reader, root) = Reader::open(path, &text);
    let Some(root) = root else { return Err(reader.faults) };
    let parent = Path::new(path).parent().unwrap_or(Path::new(""));
    let mut shared = Shared {
        directory: parent.to_string_lossy().into_owned(),
        policy: Vec::new(),
        dialect: config::wish(path)?.as_ref().map(config::spelled),
        context: usual(),
    };
    let mut tables: Vec<&Node> = Vec::new();
    for field in root.table() {
        match field.key.as_str() {
            "policy" => shared.policy = reader.texts(field),
            "dialect" => {
                let text = reader.text(field);
                shared.dialect = text.or(shared.dialect);
            }
            "context" => merge(&mut shared.context, field),
            "case" => match &field.value.value {
                Toml::List(items) => tables.extend(items),
                _ => reader.wrong(field, "a list of tables, `[[case]]`"),
            },
            _ => reader.unknown(field, TOP),
        }
    }
    let mut cases = Vec::new();
    for table in tables {
        one(&mut reader, table, path, &shared, &mut cases);
    }
    if cases.is_empty() && reader.faults.is_empty() {
        let help = "write one as `[[case]]` with `call` and `expect`";
        reader.found(
            Code::EMPTY_FILE,
            "there is no case in the file",
            Span::default(),
            help,
        );
    }
    match reader.faults.is_empty() {
        true => Ok(cases),
        false => Err(reader.faults),
    }
}

/// The same surroundings on every machine.
pub(super) fn usual() -> Map<String, Value> {
    let context = json!({
        "cwd": "/project",
        "home": "/home/user",
        "project_root": "/project",
    });
    context.as_object().cloned().unwrap_or_default()
}

fn merge(context: &mut Map<String, Value>, field: &Field) {
    if let Value::Object(more) = field.value.json() {
        context.extend(more);
    }
}

/// A case as it is put together.
struct Draft {
    name: Option<String>,
    events: Vec<(String, String)>,
    case: Case,
}

fn one(
    reader: &mut Reader,
    table: &Node,
    path: &str,
    shared: &Shared,
    cases: &mut Vec<Case>,
) {
    let fields = table.table();
    let place = reader.place(table.span);
    let mut context = shared.context.clone();
    let files = within(shared, &shared.policy);
    let mut draft = Draft {
        name: None,
        events: Vec::new(),
        case: Case {
            file: path.to_owned(),
            place: place.clone(),
            name: String::new(),
            policy: Policies::Files(files),
            dialect: shared.dialect.clone(),
            event: String::new(),
            context: String::new(),
            want: Want::default(),
        },
    };
    for field in fields {
        match field.key.as_str() {
            "context" => merge(&mut context, field),
            "policy" => {
                let files = reader.texts(field);
                let files = within(shared, &files);
                draft.case.policy = Policies::Files(files);
            }
            _ => draft.field(reader, field, &place),
        }
    }
    draft.case.context = Value::Object(context).to_string();
    complete(reader, table.span, &draft);
    for (name, event) in draft.events {
        let name = match &draft.name {
            Some(given) if given == &name => name,
            Some(given) => format!("{given}: {name}"),
            None => name,
        };
        cases.push(Case { name, event, ..draft.case.clone() });
    }
}

/// Says what a case lacks.
fn complete(reader: &mut Reader, span: Span, draft: &Draft) {
    // One slip is one fault: what lacks may be what was misspelt.
    if !reader.faults.is_empty() {
        return;
    }
    let lacks = |what: &str| format!("the case has no {what}");
    let code = Code::MISSING_FIELD;
    if draft.events.is_empty() {
        let help = "write `call = \"Bash(ls)\"`, `calls`, `event` or \
                    `event_text`";
        reader.found(code, lacks("event"), span, help);
    }
    let want = &draft.case.want;
    let nothing = want.behavior.is_none()
        && want.rule.is_none()
        && want.fires.is_none()
        && want.doubt.is_none();
    if nothing {
        let help = "write `expect = \"deny\"`, `rule`, `fires` or `doubt`";
        reader.found(code, lacks("expectation"), span, help);
    }
    if draft.case.policy == Policies::Files(Vec::new()) {
        let help = "write `policy = \"rules.json\"` at the top, or `rules` \
                    in the case";
        reader.found(code, lacks("policy"), span, help);
    }
}

impl Draft {
    fn field(&mut self, reader: &mut Reader, field: &Field, place: &str) {
        let case = &mut self.case;
        match field.key.as_str() {
            "name" => self.name = reader.text(field),
            "dialect" => {
                if let Some(name) = reader.text(field) {
                    case.dialect = Some(name);
                }
            }
            "rules" => {
                let settings = json!({"permissions": field.value.json()});
                let text = settings.to_string();
                let name = place.to_owned();
                case.policy = Policies::Inline { name, text };
            }
            "call" | "calls" => {
                for call in reader.texts(field) {
                    match short::payload(&call) {
                        Ok(event) => self.events.push((call, event)),
                        Err(why) => reader.found(
                            Code::INVALID_VALUE,
                            why.to_string(),
                            field.value.span,
                            "`event` takes the whole payload",
                        ),
                    }
                }
            }
            "event" => {
                reader.fields(field);
                let text = field.value.json().to_string();
                self.events.push(("event".to_owned(), text));
            }
            "event_text" => {
                if let Some(text) = reader.text(field) {
                    self.events.push(("event".to_owned(), text));
                }
            }
            _ => self.expected(reader, field),
        }
    }

    fn expected(&mut self, reader: &mut Reader, field: &Field) {
        let want = &mut self.case.want;
        match field.key.as_str() {
            "expect" => {
                let word = reader.text(field);
                let known = |word: &String| BEHAVIORS.contains(&&**word);
                if word.as_ref().is_some_and(|word| !known(word)) {
                    reader.wrong(field, "`allow`, `ask`, `deny` or `none`");
                }
                want.behavior = word;
            }
            "rule" => want.rule = reader.text(field),
            "fires" => want.fires = Some(reader.texts(field)),
            "doubt" => {
                want.doubt = match &field.value.value {
                    Toml::Bool(is) => Some(Doubt::Any(*is)),
                    Toml::Text(text) => Some(Doubt::Reason(text.clone())),
                    _ => {
                        reader.wrong(field, "true, false or a reason");
                        None
                    }
                }
            }
            _ => reader.unknown(field, CASE),
        }
    }
}

/// Paths are relative to the file they stand in.
fn within(shared: &Shared, files: &[String]) -> Vec<String> {
    let directory = Path::new(&shared.directory);
    let paths = files.iter().map(|file| directory.join(file));
    paths.map(|path| path.to_string_lossy().into_owned()).collect()
}
