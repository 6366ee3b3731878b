//! Where the name of an MCP tool parts from a rule.

use super::ask::Case;
use super::condition::Leaf;
use super::text::{Written, stop};
use super::{Cause, Gap, command, quoted};
use crate::shell::Effects;
use crate::source::Span;
use crate::subject::McpName;
use crate::syntax::TextGlob;

/// Why an MCP rule does not match. `server` and `tool` are one way to read
/// the rule's name.
pub(super) fn gap(
    case: &Case<'_>,
    leaf: &Leaf<'_>,
    server: &str,
    tool: Option<&TextGlob>,
    effects: Effects,
) -> Gap {
    let name = &leaf.pattern.name;
    let own = case.tool();
    if !own.starts_with("mcp__") {
        return case.tool_gap(leaf);
    }
    let subjects = case.subjects;
    let readings = &subjects.mcp;
    let sure = readings.iter().find(|name| name.sure);
    let Some(read) = sure.or(readings.first()) else {
        let message = format!(
            "no server that is known has a tool called {}",
            quoted(own)
        );
        return Gap::new(Cause::Server, message, name.span)
            .at(case.tool_spot())
            .reached(0, 1);
    };
    let allows = effects == Effects::ALLOW;
    if allows && sure.is_none() {
        let message = format!(
            "{} can be read as a tool of several servers; an allow rule \
             covers no such name",
            quoted(own)
        );
        return Gap::new(Cause::Ambiguous, message, name.span)
            .at(case.tool_spot())
            .reached(3, 4);
    }
    let counts = |name: &&McpName| name.sure || !allows;
    let mut counting = readings.iter().filter(counts);
    let same = counting.find(|name| subjects.str(name.server) == server);
    let start = name.span.start as usize + "mcp__".len();
    match same {
        Some(found) => {
            let start = start + server.len() + "__".len();
            tool_gap(case, leaf, subjects.str(found.tool), tool, start)
        }
        None => {
            let found = subjects.str(read.server);
            let rule = Span::new(start, start + server.len());
            server_gap(case, found, server, rule)
        }
    }
}

fn server_gap(case: &Case<'_>, found: &str, server: &str, rule: Span) -> Gap {
    let (own, wanted) = (quoted(found), quoted(server));
    let close = found.starts_with(server) || server.starts_with(found);
    let cased = found.eq_ignore_ascii_case(server);
    let message = if cased {
        format!("the server is {own}, not {wanted}: letter case counts")
    } else if close {
        format!(
            "the server is {own}; names are compared whole, and {wanted} \
             is another"
        )
    } else {
        format!("the server is {own}, this rule is for {wanted}")
    };
    let start = "mcp__".len();
    let span = Span::new(start, start + found.len());
    let event = case.tool_spot().map(|spot| spot.narrowed(span));
    Gap::new(Cause::Server, message, rule)
        .at(event)
        .reached(usize::from(close || cased), 2)
}

fn tool_gap(
    case: &Case<'_>,
    leaf: &Leaf<'_>,
    found: &str,
    tool: Option<&TextGlob>,
    start: usize,
) -> Gap {
    let name = leaf.pattern.name.span;
    let event = case.tool_spot();
    let Some(tool) = tool else {
        let message = "the rule does not match this tool";
        return Gap::new(Cause::Tool, message, name).at(event);
    };
    let rule = Span::new(start, (name.end as usize).max(start));
    let written = rule.of(leaf.text);
    let stop = stop(tool, written, Written::Value, found);
    let (cause, message) = command::words(&stop, written, found);
    let event = event.map(|spot| {
        let at = spot.text.len().saturating_sub(found.len());
        spot.narrowed(stop.text.shifted(at))
    });
    Gap::new(cause, message, stop.pattern.shifted(start))
        .at(event)
        .reached(stop.found + stop.whole, stop.whole * 2)
}
