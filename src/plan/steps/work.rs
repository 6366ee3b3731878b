//! What a handler does, with placeholders filled in.

use super::super::expand::{self, Filled};
use super::build::Scene;
use super::{Body, Reason, Work, gates};
use crate::dialect::{Slot, SlotRule, Word};
use crate::event::Shell;
use crate::json::{Tape, compact};
use crate::load::{Action, Handler, Level, List};
use crate::source::Decoded;
use crate::syntax::{Template, TemplatePart, parse_template};

/// What a step does, and what is to be known about how it was filled in.
pub(super) struct Resolved {
    pub(super) work: Work,
    pub(super) notices: Vec<String>,
}

pub(super) fn resolve(
    handler: &Handler,
    input: Option<&str>,
    scene: &Scene<'_>,
) -> Resolved {
    let mut notices = Vec::new();
    let slots = &scene.dialect.slots;
    let work = match &handler.action {
        Action::Command { command, args, shell, rewake, .. } => {
            let (environment, command, args) =
                program(command, args.as_deref(), scene, &mut notices);
            let (shell, rewake) = (shell.unwrap_or(Shell::Bash), *rewake);
            Work::Command { command, args, shell, environment, rewake }
        }
        Action::Http { url, headers, env, .. } => {
            let headers = all_headers(headers, env, scene, &mut notices);
            Work::Http { url: owned(url), headers }
        }
        Action::McpTool { server, tool, .. } => Work::McpTool {
            server: owned(server),
            tool: owned(tool),
            input: take(&mut notices, json(input, slots.input, scene)),
        },
        Action::Decision { decision, reason, context } => Work::Decision {
            decision: decision.as_ref().map(|d| word(d.value)),
            reason: reason.as_ref().map(owned),
            context: context.as_ref().map(owned),
        },
        Action::Prompt { prompt, model, continue_on_block } => Work::Prompt {
            prompt: take(&mut notices, question(prompt, scene)),
            model: model.as_ref().map(owned),
            continue_on_block: *continue_on_block,
        },
        Action::Agent { prompt, model } => Work::Agent {
            prompt: take(&mut notices, question(prompt, scene)),
            model: model.as_ref().map(owned),
            tools: scene.dialect.running.agent_tools,
            turns: scene.dialect.running.agent_turns,
        },
        Action::Inject { tool, text, .. } => {
            let rule = slots.context;
            let body = match tool {
                Some((tool, _)) => Body::Tool {
                    tool: owned(tool),
                    input: take(&mut notices, json(input, rule, scene)),
                },
                None => {
                    let text = text.as_ref().map_or("", Decoded::as_str);
                    let text = expand::fill(text, rule, &scene.values);
                    Body::Text(take(&mut notices, text))
                }
            };
            inject(&handler.action, body, scene)
        }
    };
    Resolved { work, notices }
}

/// A request that is not sent.
pub(super) fn refused(handler: &Handler, reason: Reason) -> Resolved {
    let url = handler.action.main();
    let url = url.map_or_else(String::new, owned);
    let notices = vec![format!("it cannot run: {}", reason.words())];
    Resolved { work: Work::Refused { url, reason }, notices }
}

/// A text of a server, as far as the server is trusted.
fn inject(action: &Action, body: Body, scene: &Scene<'_>) -> Work {
    let (server, level) = match action {
        Action::Inject { server, level, .. } => (server.as_str(), *level),
        _ => ("", Level::Suggestion),
    };
    let declared = level;
    let known = scene.state.server(server);
    let level = gates::level(declared, known.as_ref());
    let lowered = (level != declared).then_some(declared);
    Work::Inject { server: server.to_owned(), level, lowered, body }
}

fn owned(text: &Decoded) -> String {
    text.as_str().to_owned()
}

fn word(list: List) -> Word {
    match list {
        List::Allow => Word::Allow,
        List::Ask => Word::Ask,
        List::Deny => Word::Deny,
    }
}

fn question(text: &Decoded, scene: &Scene<'_>) -> Filled {
    let rule = scene.dialect.slots.prompt;
    expand::prompt(text.as_str(), rule, &scene.values)
}

/// The object a tool is called with.
fn json(input: Option<&str>, rule: SlotRule, scene: &Scene<'_>) -> Filled {
    let text = input.unwrap_or("{}");
    let tape = Tape::of(text);
    match tape.root(text) {
        Some(root) if tape.problems().is_empty() => {
            expand::fill_json(root, rule, &scene.values)
        }
        Some(root) => {
            // What the file's reader reported already.
            let mut out = Filled::default();
            compact(root, &mut out.text);
            out
        }
        None => Filled { text: "{}".to_owned(), ..Filled::default() },
    }
}

/// The text, and a notice for each placeholder that nothing fills.
fn take(notices: &mut Vec<String>, filled: Filled) -> String {
    let unknown = filled.unknown.into_iter();
    notices.extend(unknown.map(|at| format!("nothing fills `{at}`")));
    if let Some(at) = filled.left.first() {
        notices.push(format!("the text is too long: `{at}` stays in it"));
    }
    filled.text
}

fn all_headers(
    headers: &[(Decoded, Decoded)],
    own: &[Decoded],
    scene: &Scene<'_>,
    notices: &mut Vec<String>,
) -> Vec<(String, Template)> {
    let sent = headers.iter().filter(|(name, value)| {
        let control =
            |text: &Decoded| text.as_str().contains(char::is_control);
        !name.as_str().is_empty() && !control(name) && !control(value)
    });
    let lost = headers.len() - sent.clone().count();
    if lost > 0 {
        // A line break in a header would be a header of its own.
        notices.push(format!("{lost} of its headers cannot be sent"));
    }
    let filled = sent.map(|(name, value)| {
        let (value, empty) = header(value.as_str(), own, scene);
        let empty = empty.into_iter();
        notices.extend(empty.map(|at| format!("`{at}` may not be sent")));
        (owned(name), value)
    });
    filled.collect()
}

/// A header's value: variables that may not be sent are gone, the others
/// are left to whoever holds the environment.
fn header(
    text: &str,
    own: &[Decoded],
    scene: &Scene<'_>,
) -> (Template, Vec<String>) {
    let rule = scene.dialect.slots.header;
    let mut empty = Vec::new();
    if rule.syntax != Slot::Environment {
        return (parse_template(text, expand::syntax(Slot::Plain)), empty);
    }
    let mut template = parse_template(text, expand::syntax(rule.syntax));
    template.parts.retain(|part| {
        let TemplatePart::Placeholder(at) = part else { return true };
        let name = at.name();
        let listed = own.iter().any(|known| known.as_str() == name);
        let allowed = scene.env.is_none_or(|names| names.contains(&name));
        if listed && allowed {
            return true;
        }
        empty.push(at.written.clone());
        false
    });
    (template, empty)
}

/// Variables for the environment of a program.
type Variables = Vec<(String, String)>;

/// A command line, or a program and its words, with its environment.
fn program(
    command: &Decoded,
    args: Option<&[Decoded]>,
    scene: &Scene<'_>,
    notices: &mut Vec<String>,
) -> (Variables, String, Option<Vec<String>>) {
    let environment = environment(command.as_str(), scene);
    let Some(args) = args else { return (environment, owned(command), None) };
    let mut word =
        |text: &Decoded| word_of_program(text, &environment, scene, notices);
    let command = word(command);
    let args = args.iter().map(word).collect();
    (environment, command, Some(args))
}

/// A word of a program that no shell starts: what a shell would put in is
/// filled in, as far as it is known (spec 6.5).
fn word_of_program(
    text: &Decoded,
    environment: &[(String, String)],
    scene: &Scene<'_>,
    notices: &mut Vec<String>,
) -> String {
    let mut out = owned(text);
    for (name, value) in environment {
        let written = format!("${{{name}}}");
        if out.contains(&written) {
            out = out.replace(&written, value);
        }
    }
    let start = format!("${{{}_", scene.dialect.env_prefix);
    if let Some(at) = out.find(&start) {
        let rest = out.get(at..).unwrap_or("");
        let name = rest.split_inclusive('}').next().unwrap_or(rest);
        notices.push(format!(
            "what `{name}` stands for is for who runs it to fill in: no \
             shell does"
        ));
    }
    out
}

/// What a program finds in its environment besides what is there anyway.
fn environment(command: &str, scene: &Scene<'_>) -> Variables {
    let mut out = Vec::new();
    let prefix = scene.dialect.env_prefix;
    let root = scene.context.project_root.as_deref();
    let root = root.or(scene.context.cwd.as_deref());
    if let Some(root) = root.or(scene.event.cwd) {
        out.push((format!("{prefix}_PROJECT_DIR"), root.to_owned()));
    }
    let rule = scene.dialect.slots.command;
    out.extend(expand::exported(command, rule, &scene.values));
    out
}
