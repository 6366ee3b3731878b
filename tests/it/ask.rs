//! One command, asked of a policy.

use hookset::event::{Context, Event};
use hookset::hook_set::Limits;
use hookset::json::Tape;
use hookset::plan::Scratch;
use hookset::policy::Policy;
use serde_json::json;

/// What a policy says about a bash command of `/srv/proj`, and the text of the
/// rule that decides; empty for none.
pub(crate) fn command(policy: Policy, command: &str) -> (String, String) {
    let engine = policy.compile(&Limits::default()).unwrap();
    let event = json!({
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": { "command": command },
    });
    let event = event.to_string();
    let (mut tape, mut scratch) = (Tape::new(), Scratch::default());
    let event = Event::read(&event, &mut tape);
    let context = Context {
        cwd: Some("/srv/proj".to_owned()),
        home: Some("/home/u".to_owned()),
        ..Context::default()
    };
    let answer = engine.answer(&event, &context, &mut scratch);
    let rule = answer.permission.rule.and_then(|id| engine.rule(id));
    let rule = rule.map_or(String::new(), |rule| rule.text.into_owned());
    (answer.permission.behavior.as_str().to_owned(), rule)
}
