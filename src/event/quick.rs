//! The fields of a payload that is plain JSON, found while it is read.

use std::ops::Range;

use super::read::{FIELDS, field_of, may_be_field};
use super::tools::Tool;
use crate::json::{Members, Names, Search, Tape, Value};

/// What payloads hold: the names of [`super::read::FIELDS`], the server, what
/// tools work on, then keys that are no fields.
const NAMES: &[&str] = &[
    "agent_id",
    "agent_type",
    "cwd",
    "hook_event_name",
    "permission_mode",
    "session_id",
    "tool_input",
    "tool_name",
    "mcp_server",
    "command",
    "file_path",
    "notebook_path",
    "path",
    "url",
    "skill",
    "content",
    "description",
    "duration_ms",
    "effort",
    "limit",
    "model",
    "name",
    "new_string",
    "offset",
    "old_string",
    "pattern",
    "prompt",
    "prompt_id",
    "replace_all",
    "timeout",
    "tool_response",
    "tool_use_id",
    "transcript_path",
];

static TABLE: Names = Names::of(NAMES);

/// The input, among the names.
const INPUT: u8 = 6;
/// The server, among the names.
pub(super) const SERVER: usize = 8;
/// What tools work on, among the names.
const PRIMARY: Range<usize> = 9..15;

/// Room for what is found of a payload.
#[inline]
pub(super) fn search() -> Search<'static> {
    Search::of(&TABLE, INPUT)
}

/// Reads a payload onto the tape; whether nothing about it needs more care.
/// If it does, what is on the tape counts for nothing.
#[inline]
pub(super) fn read(
    text: &str,
    tape: &mut Tape,
    search: &mut Search<'_>,
) -> bool {
    tape.read_quickly(text, search)
        && !(search.root.others && has_odd_key(tape.value(text, 0)))
}

/// Whether a key is a field in another spelling, or the server's name, which
/// counts where there is no server.
fn has_odd_key(root: Value<'_>) -> bool {
    let mut keys = root.entries().map(|entry| entry.name());
    keys.any(|key| {
        key == "mcp_server_name"
            || may_be_field(key)
                && field_of(key)
                    .and_then(|field| FIELDS.get(field))
                    .is_some_and(|(name, _)| *name != key)
    })
}

/// Whether nothing is wrong with the input of `tool`: it has what the tool
/// works on, and no key that is almost one of its names. False where that is
/// not known.
#[inline]
pub(super) fn is_fine<'a>(
    tool: &Tool,
    inner: &Members,
    value: impl Fn(u32) -> Value<'a>,
) -> bool {
    if inner.others {
        return false;
    }
    // None of the names is almost, but not quite, a name of these tools.
    let names = NAMES.get(PRIMARY).unwrap_or(&[]);
    let at = names.iter().position(|name| Some(*name) == tool.primary);
    let node = at.map_or(0, |at| inner.node(PRIMARY.start + at));
    node != 0 && value(node).plain().is_some_and(|text| !text.is_empty())
}

#[cfg(test)]
mod tests;
