//! Which handlers do the same.

use crate::dialect::Dedup;
use crate::json::{Tape, compact};
use crate::load::{Action, Document, Handler};
use crate::source::Decoded;

/// What two handlers on the same event have in common when one of them is
/// enough.
pub(super) fn key(
    handler: &Handler,
    document: &Document,
    by: Dedup,
) -> Vec<String> {
    let mut key = vec![handler.kind().as_str().to_owned()];
    let whole = by == Dedup::Handler;
    let mut put = |text: &Decoded| key.push(text.as_str().to_owned());
    match &handler.action {
        Action::Command { command, args, .. } => {
            put(command);
            args.iter().flatten().for_each(put);
        }
        Action::Http { url, .. } => put(url),
        Action::McpTool { server, tool, .. } => {
            put(server);
            put(tool);
        }
        Action::Prompt { prompt, .. } | Action::Agent { prompt, .. } => {
            put(prompt);
        }
        Action::Inject { .. } if handler.text.is_some() => {
            key.extend(declared(&handler.action, document));
        }
        Action::Decision { .. } | Action::Inject { .. } => {
            key.push(json(document.raw(handler.span)));
        }
    }
    if let Action::McpTool { input: Some(span), .. } = &handler.action {
        key.push(json(document.raw(*span)));
    }
    if !whole {
        return key;
    }
    if let Action::Command { shell: Some(shell), .. } = &handler.action {
        key.push(format!("shell {shell:?}"));
    }
    match &handler.action {
        Action::Http { headers, env, .. } => {
            for (name, value) in headers {
                key.push(format!("{}: {}", name.as_str(), value.as_str()));
            }
            key.extend(env.iter().map(|name| name.as_str().to_owned()));
        }
        Action::Prompt { model, continue_on_block, .. } => {
            key.push(format!("{:?}", model.as_ref().map(Decoded::as_str)));
            key.push(format!("goes on {continue_on_block}"));
        }
        Action::Agent { model, .. } => {
            key.push(format!("{:?}", model.as_ref().map(Decoded::as_str)));
        }
        _ => {}
    }
    // What tells a handler from its twin by what it leads to.
    let flags = (handler.is_async(), handler.failure_blocks, handler.once);
    key.push(format!("{flags:?}"));
    let condition = handler.condition.as_ref().map(Decoded::as_str);
    key.push(condition.map_or(String::new(), |text| format!("if {text}")));
    key
}

/// What a declaration says; its event and matcher are those of its group.
fn declared(action: &Action, document: &Document) -> Vec<String> {
    let Action::Inject { server, level, text, tool } = action else {
        return Vec::new();
    };
    let own = |text: &Decoded| text.as_str().to_owned();
    let has = (text.is_some(), tool.is_some());
    let mut key = vec![own(server), format!("{level:?} {has:?}")];
    key.extend(text.as_ref().map(own));
    key.extend(tool.as_ref().map(|(tool, _)| own(tool)));
    let args = tool.as_ref().and_then(|(_, args)| *args);
    key.extend(args.map(|span| json(document.raw(span))));
    key
}

/// JSON without blanks outside of its texts.
fn json(text: &str) -> String {
    let tape = Tape::of(text);
    let mut out = String::new();
    match tape.root(text) {
        Some(root) => compact(root, &mut out),
        None => out.push_str(text),
    }
    out
}
