//! `hookset lsp`: findings, fixes and help while a file is written.

mod complete;
mod hover;
mod places;
mod wire;

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use clap::Args;
use hookset::diagnostic::{Diagnostic, Severity};
use hookset::dialect::Dialect;
use hookset::event::table::MatcherField;
use hookset::event::{Context, EventKind, tools};
use hookset::lint;
use hookset::policy::Policy;
use hookset::source::{SourceId, Span};
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use serde_json::{Value, json};

use self::places::Places;
use super::check;
use crate::Exit;
use crate::config::{self, Config, Wanted};
use crate::discover;
use crate::engine::{self, Engine, Input};
use crate::fault::Fault;
use crate::input::{self, POLICY_LIMIT};
use crate::terminal::{self, Stream};

/// Help an editor with rule files: a language server on standard input and
/// output.
///
/// Findings are told while you type, fixes are offered, rules explained
/// under the pointer, names of tools and events completed.
#[derive(Debug, Args)]
#[command(after_help = "\
Example, for an editor that is configured with a command line:
  hookset lsp

Exit codes: 0 the editor said goodbye, 1 it left without `shutdown`, 4 the
connection broke.")]
pub(crate) struct LspArgs {
    /// What is done in any case; editors add it.
    #[arg(long)]
    stdio: bool,
}

/// The open files: their text by address.
type Open = BTreeMap<String, String>;

pub(crate) fn run(_: &LspArgs) -> Exit {
    match serve(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(exit) => exit,
        Err(why) => {
            let why = format!("hookset: the connection broke: {why}\n");
            terminal::write(Stream::Err, &why);
            Exit::Internal
        }
    }
}

/// How far a conversation has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Before,
    Open,
    /// Only the last word is missing.
    Closing,
}

/// Answers until the editor says goodbye; the error says why it did not.
fn serve(
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<Exit, String> {
    let mut open = Open::new();
    let mut stage = Stage::Before;
    while let Some(message) = wire::read(input)? {
        let message = match message {
            Ok(message) => message,
            Err(refusal) => {
                let sent = wire::write(output, &refusal);
                sent.map_err(|error| error.to_string())?;
                continue;
            }
        };
        let sent = match message {
            Message::Request(request) => {
                let response = respond(&open, &mut stage, request);
                Message::Response(response).write(output)
            }
            Message::Notification(note) if note.method == "exit" => {
                // The protocol says how to end where `shutdown` is missing.
                return match stage {
                    Stage::Closing => Ok(Exit::Clean),
                    _ => {
                        let why = "hookset: `exit` before `shutdown`\n";
                        terminal::write(Stream::Err, why);
                        Ok(Exit::Findings)
                    }
                };
            }
            Message::Notification(note) if stage == Stage::Open => {
                match noted(&mut open, &note) {
                    Some(told) => {
                        let method = "textDocument/publishDiagnostics";
                        let note = Notification::new(method.to_owned(), told);
                        Message::Notification(note).write(output)
                    }
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        };
        sent.map_err(|error| error.to_string())?;
    }
    Err("the input ends before `exit`".to_owned())
}

/// The answer to a request where it may be asked now.
fn respond(open: &Open, stage: &mut Stage, request: Request) -> Response {
    let refuse = |code: ErrorCode, why: &str| {
        let message = format!("`{}` {why}", request.method);
        Response::new_err(request.id.clone(), code as i32, message)
    };
    match (*stage, request.method.as_str()) {
        (Stage::Before, "initialize") => {
            *stage = Stage::Open;
            let able = json!({
                "textDocumentSync": 1,
                "hoverProvider": true,
                "codeActionProvider": { "codeActionKinds": ["quickfix"] },
                "completionProvider": {
                    "triggerCharacters": ["\"", "(", "{", "."],
                },
            });
            Response::new_ok(request.id, json!({ "capabilities": able }))
        }
        (Stage::Before, _) => refuse(
            ErrorCode::ServerNotInitialized,
            "comes before `initialize`",
        ),
        (Stage::Open, "initialize") => {
            refuse(ErrorCode::InvalidRequest, "comes a second time")
        }
        (Stage::Open, "shutdown") => {
            *stage = Stage::Closing;
            Response::new_ok(request.id, Value::Null)
        }
        (Stage::Open, method) if !METHODS.contains(&method) => {
            refuse(ErrorCode::MethodNotFound, "is not understood")
        }
        (Stage::Open, _) => {
            let result = answer(open, &request.method, &request.params);
            Response::new_ok(request.id, result)
        }
        (Stage::Closing, _) => {
            refuse(ErrorCode::InvalidRequest, "comes after `shutdown`")
        }
    }
}

/// Keeps up with a file; its findings, where they are to be told.
fn noted(open: &mut Open, note: &Notification) -> Option<Value> {
    let params = &note.params;
    let uri = params.pointer("/textDocument/uri")?.as_str()?;
    let text = match note.method.as_str() {
        "textDocument/didOpen" => params.pointer("/textDocument/text"),
        "textDocument/didChange" => {
            let changes = params.get("contentChanges")?.as_array()?;
            changes.last().and_then(|change| change.get("text"))
        }
        "textDocument/didClose" => {
            open.remove(uri);
            return Some(json!({ "uri": uri, "diagnostics": [] }));
        }
        _ => return None,
    };
    let text = text?.as_str()?.to_owned();
    let told = findings(uri, &text);
    open.insert(uri.to_owned(), text);
    Some(json!({ "uri": uri, "diagnostics": told }))
}

/// What is answered about files.
const METHODS: [&str; 3] = [
    "textDocument/codeAction",
    "textDocument/completion",
    "textDocument/hover",
];

fn answer(open: &Open, method: &str, params: &Value) -> Value {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
    let uri = uri.unwrap_or_default();
    let Some(text) = open.get(uri) else { return Value::Null };
    let places = Places::new(text);
    let at = params.get("position");
    match (method, at) {
        ("textDocument/codeAction", _) => actions(uri, text, params),
        ("textDocument/completion", Some(at)) => {
            let types = complete::types(policy(uri, text).as_ref());
            complete::at(text, places.offset(at), &types)
        }
        ("textDocument/hover", Some(at)) if places.has(at) => {
            let Some(policy) = policy(uri, text) else { return Value::Null };
            let here = hover::Here { policy: &policy, root: project(uri) };
            hover::at(&here, &places, places.offset(at))
        }
        _ => Value::Null,
    }
}

/// The file as its place says it is read; none for one that is not read.
fn read(uri: &str, text: &str) -> Option<Result<Policy, Fault>> {
    let path = places::path(uri);
    let place = discover::place(&path);
    if !place.is_known || config::is_config(&path) {
        return None;
    }
    let size = text.len() as u64;
    if size > POLICY_LIMIT {
        return Some(Err(input::too_large(&path, Some(size), POLICY_LIMIT)));
    }
    let dialect = wanted(uri)?.unwrap_or_default().dialect;
    let text = text.to_owned();
    Some(engine::read(Input { place, text }, dialect.as_ref()))
}

/// The same, where it can be.
fn policy(uri: &str, text: &str) -> Option<Policy> {
    read(uri, text)?.ok()
}

/// The root of the project whose settings a file is.
fn project(uri: &str) -> Option<String> {
    let path = places::path(uri);
    let (root, rest) = path.rsplit_once("/.")?;
    let own = rest.starts_with("claude/") || rest.starts_with("agent/");
    own.then(|| root.to_owned())
}

/// Stands for the tools of all MCP servers.
const SOME_SERVER: &str = "mcp__server__tool";

/// The names that a matcher is for, each tried; none for an event that has
/// no known ones.
fn matched(dialect: &Dialect, event: &str, text: &str) -> Option<Vec<String>> {
    let row = EventKind::named(event)?.row();
    let MatcherField::Field(field) = row.matcher else { return None };
    let names: Vec<&str> = match field {
        "tool_name" => tools::names().chain([SOME_SERVER]).collect(),
        _ => row.values.to_vec(),
    };
    let hook = json!({ "type": "command", "command": "x" });
    let group = json!({ "matcher": text, "hooks": [hook] });
    let policy = json!({ "hooks": { event: [group] } });
    let place = discover::inline("matcher", "project");
    let input = Input { place, text: policy.to_string() };
    let mut engine = Engine::new(vec![input], dialect).ok()?;
    let fires = |name: &&str| {
        let payload = json!({
            "hook_event_name": event, field: name, "tool_input": {},
        });
        let payload = payload.to_string();
        let context = Context::default();
        let answer = engine.answer(Value::Null, &payload, &context);
        !answer.hooks.is_empty()
    };
    let fire = names.into_iter().filter(fires);
    Some(fire.map(str::to_owned).collect())
}

/// What the project's configuration says; of one that cannot be read, what
/// is wrong with it. None where the file is not to be looked at.
fn wanted(uri: &str) -> Option<Result<Wanted, Vec<Fault>>> {
    let path = places::path(uri);
    match Config::find(None, std::slice::from_ref(&path)) {
        Ok(mut config) => config.of(&path).map(Ok),
        Err(faults) => Some(Err(faults)),
    }
}

fn found(uri: &str, text: &str) -> Vec<Diagnostic> {
    let path = places::path(uri);
    if config::is_config(&path) {
        return config::findings(&path, text).1;
    }
    let (wanted, mut found) = match wanted(uri) {
        None => return Vec::new(),
        Some(Ok(wanted)) => (wanted, Vec::new()),
        Some(Err(faults)) => {
            let first = faults.into_iter().take(1);
            (Wanted::default(), first.map(unconfigured).collect())
        }
    };
    match read(uri, text) {
        None => return Vec::new(),
        Some(Ok(policy)) => {
            found.extend(wanted.apply(lint::check(&policy), &policy));
            found.extend(beside(&path, text, &found));
        }
        Some(Err(fault)) => found.push(fault.into_finding(SourceId(0)).1),
    }
    found
}

/// What settings that count with the file add.
fn beside(path: &str, text: &str, found: &[Diagnostic]) -> Vec<Diagnostic> {
    let config = Config::find(None, &[path.to_owned()]);
    let mut config = config.unwrap_or_default();
    let mut more = check::beside(path, text, &mut config, found);
    for one in &mut more {
        // What is to be changed in another file is not offered here.
        one.fix.take_if(|fix| fix.edits.iter().any(|e| e.source.0 != 0));
    }
    more
}

/// What is told at the start of a file whose configuration cannot be read:
/// it is looked at as if there were none.
fn unconfigured(fault: Fault) -> Diagnostic {
    let message = format!(
        "the configuration of this project is not used ({}): {}",
        fault.name, fault.message
    );
    let (source, span) = (SourceId(0), Span::default());
    Diagnostic::new(fault.code, message, source, span)
        .severity(Severity::Error)
        .help(
            "put it right; until then files are read as if it were not there",
        )
}

fn findings(uri: &str, text: &str) -> Vec<Value> {
    let places = Places::new(text);
    let found = found(uri, text).into_iter();
    found.map(|found| told(&found, &places)).collect()
}

fn told(found: &Diagnostic, places: &Places<'_>) -> Value {
    let span = found.primary().map_or(Span::default(), |label| label.span);
    let severity = match found.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
        Severity::Info => 3,
    };
    let message = match &found.help {
        Some(help) => format!("{}\n{help}", found.message),
        None => found.message.clone(),
    };
    json!({
        "range": places.range(span),
        "severity": severity,
        "code": found.code.name(),
        "source": "hookset",
        "message": message,
    })
}

/// The fixes of findings in a range.
fn actions(uri: &str, text: &str, params: &Value) -> Value {
    let places = Places::new(text);
    let end = |name: &str| {
        let at = params.pointer(&format!("/range/{name}"));
        at.map_or(0, |at| places.offset(at))
    };
    let (start, end) = (end("start"), end("end"));
    let mut out = Vec::new();
    for found in found(uri, text) {
        let Some(fix) = &found.fix else { continue };
        let label = found.primary().map(|label| label.span);
        let meets = |span: Span| span.start <= end && start <= span.end;
        if !label.is_some_and(meets) {
            continue;
        }
        let edits = fix.edits.iter().map(|edit| {
            json!({
                "range": places.range(edit.span),
                "newText": edit.text,
            })
        });
        let edits: Vec<_> = edits.collect();
        let mut changes = serde_json::Map::new();
        changes.insert(uri.to_owned(), Value::Array(edits));
        out.push(json!({
            "title": fix.title,
            "kind": "quickfix",
            "isPreferred": fix.safe,
            "diagnostics": [told(&found, &places)],
            "edit": { "changes": changes },
        }));
    }
    Value::Array(out)
}
