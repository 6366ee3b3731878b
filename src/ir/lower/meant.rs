//! The rule that is meant by a text that is none: other brackets, or no
//! brackets at all.

use super::faults::{is_name, takes};
use crate::event::tools;
use crate::shell::{has_commands, is_program};
use crate::syntax::ToolPattern;

/// What to write instead of a text that names no tool; none where that is not
/// sure.
pub(super) fn instead(pattern: &ToolPattern) -> Option<String> {
    if pattern.content.is_some() {
        return None;
    }
    let text = pattern.name.value.trim();
    let at = text.find(|c| !is_name(c))?;
    let (name, rest) = text.split_at_checked(at)?;
    let mut signs = rest.chars();
    let (sign, content) = (signs.next()?, signs.as_str());
    let content = match sign {
        '[' => content.strip_suffix(']')?,
        '{' => content.strip_suffix('}')?,
        '<' => content.strip_suffix('>')?,
        ':' | ' ' => content,
        _ => return None,
    };
    let content = content.trim();
    let rule = match tool(name, sign) {
        _ if content.is_empty() || content.contains(['(', ')']) => None,
        Some(tool) if content == "*" => Some(tool.to_owned()),
        Some(tool) => {
            let row = tools::find(tool)?;
            let is_name = |word: &str| tools::find(word).is_some();
            let names_more = content.split_whitespace().any(is_name);
            (takes(row, content) && !names_more)
                .then(|| format!("{tool}({content})"))
        }
        None => {
            is_command(name, sign, content).then(|| format!("Bash({text})"))
        }
    };
    rule.map(|rule| format!("write `{rule}`"))
}

/// The tool that is called so. Before a blank the case counts: `bash x` may be
/// a command.
fn tool(name: &str, sign: char) -> Option<&str> {
    if tools::find(name).is_some() {
        return Some(name);
    }
    let mut names = tools::names();
    let same = names.find(|tool| tool.eq_ignore_ascii_case(name));
    same.filter(|_| sign != ' ')
}

/// Whether a text is a command, and no words that start like one.
fn is_command(name: &str, sign: char, rest: &str) -> bool {
    let mut names = tools::names();
    let is_tool = names.any(|tool| tool.eq_ignore_ascii_case(name));
    if sign != ' ' || is_tool || !is_program(name) {
        return false;
    }
    let first = rest.split_whitespace().next().unwrap_or("");
    first.starts_with(['-', '.', '/', '~', '*'])
        || rest.ends_with('*')
        || has_commands(name)
}
