//! Which handlers do the same.

use crate::dialect::Dedup;
use crate::json::{Tape, compact};
use crate::load::{Action, Document, Handler};
use crate::source::Decoded;

/// What two handlers on the same event have in common when one of them is
/// enough. In front of a list its length stands, and what may be absent has
/// a place in any case, so that no two handlers give one key by chance.
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
            // A list of none still means that no shell reads the command.
            key.push(format!("args {:?}", args.as_ref().map(Vec::len)));
            let args = args.iter().flatten();
            key.extend(args.map(|text| text.as_str().to_owned()));
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
    if let Action::McpTool { input, .. } = &handler.action {
        let input = input.map(|span| json(document.raw(span)));
        key.push(format!("input {input:?}"));
    }
    if !whole {
        return key;
    }
    match &handler.action {
        Action::Command { shell, .. } => key.push(format!("shell {shell:?}")),
        Action::Http { headers, env, .. } => {
            key.push(format!("headers {}", headers.len()));
            for (name, value) in headers {
                key.push(name.as_str().to_owned());
                key.push(value.as_str().to_owned());
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
    key.push(format!("if {condition:?}"));
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
    let args = args.map(|span| json(document.raw(span)));
    key.push(format!("args {args:?}"));
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

#[cfg(test)]
mod tests {
    use crate::Dialect;
    use crate::load::{Family, Scope};
    use crate::policy::{Input, Policy};

    /// Which of these handlers counts as which.
    fn same(handlers: &[&str]) -> Vec<usize> {
        let text = format!(
            r#"{{"hooks": {{"PreToolUse": [{{"hooks": [{}]}}]}}}}"#,
            handlers.join(",")
        );
        let file = Input {
            name: "a.json".to_owned(),
            text,
            family: Family::Hookset,
            scope: Scope::Project,
            directory: None,
        };
        let policy = Policy::from_sources([file], &Dialect::default());
        let hooks = policy.hooks().iter();
        hooks.map(|hook| hook.same_as).collect()
    }

    #[test]
    fn only_what_does_the_same_is_the_same() {
        let command = r#""type": "command", "command": "c""#;
        let all = [
            format!("{{{command}}}"),
            format!(r#"{{{command}, "args": []}}"#),
            format!(r#"{{{command}, "args": ["shell Bash"]}}"#),
            format!(r#"{{{command}, "args": ["x", "args Some(1)"]}}"#),
            format!(r#"{{{command}, "shell": "bash"}}"#),
            format!(r#"{{{command}, "args": ["x"], "shell": "bash"}}"#),
            format!(r#"{{{command}, "args": ["x", "shell Bash"]}}"#),
        ];
        let twice = all.iter().chain(&all).map(String::as_str);
        let twice: Vec<_> = twice.collect();
        let each = (0..all.len()).chain(0..all.len());
        assert_eq!(same(&twice), each.collect::<Vec<_>>());
        let url = r#""type": "http", "url": "https://a.example/""#;
        let header = format!(r#"{{{url}, "headers": {{"A": "x"}}}}"#);
        let env = format!(r#"{{{url}, "allowedEnvVars": ["A: x"]}}"#);
        assert_eq!(same(&[&header, &env, &header]), [0, 1, 0]);
    }
}
