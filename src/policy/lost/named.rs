//! The names in guards that do not do what they were written for, and the
//! tools that these may be of.

use crate::diagnostic::suggest;
use crate::event::tools::{self, Governs, Tool};
use crate::ir::{Lost, lower};

/// Whether a rule that is active names a tool there is, a tool of a server,
/// or several tools.
pub(super) fn is_of_a_tool(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or("").trim();
    match name.contains('*') {
        true => lower::may_name_a_tool(name),
        false if name.starts_with("mcp__") => {
            name.chars().all(lower::is_name) && !name.contains(is_odd)
        }
        false => tools::find(name).is_some(),
    }
}

/// The tool that a name stands for: its own, one that it had, the one of
/// another agent that does the same; if nothing but brackets may follow, also
/// one that is almost called so.
pub(super) fn tool(name: &str, is_whole: bool) -> Option<&'static Tool> {
    let foreign = || {
        let (now, _) = tools::foreign(name)?;
        tools::find(now.split('(').next()?)
    };
    let near = || {
        let near = is_whole.then(|| suggest::nearest(name, tools::names()));
        tools::find(near??)
    };
    tools::find(name).or_else(foreign).or_else(near)
}

/// Whether a tool that was removed or belongs to another agent lists files,
/// which commands and another tool do.
pub(super) fn lists_files(name: &str) -> bool {
    tools::find(name).is_none()
        && tools::foreign(name).is_some_and(|(now, _)| now == "Bash(ls *)")
}

/// What a guard on several agents or skills in one is about, which no agent
/// and no skill is called: `Agent(Explore|Plan)`.
pub(super) fn meant_by_list(text: &str) -> Option<Lost> {
    let (name, content) = text.split_once('(')?;
    let tool = tools::find(name.trim())?;
    let content = content.trim_end().strip_suffix(')')?;
    let names = match tool.governs {
        Governs::Agent => content,
        // Arguments of a skill may hold any sign.
        Governs::Skill => {
            content.split_whitespace().next().filter(|name| *name != "*")?
        }
        _ => return None,
    };
    let several = names.contains(['|', ',']);
    several.then(|| Lost::Tool(tool.name.to_owned()))
}

/// What a guard on names that start so, or on a tool of a server, looks at.
pub(super) fn named(name: &str, rest: &str) -> Vec<Lost> {
    if !name.starts_with("mcp__") || !name.contains(is_odd) {
        return named_so(name, rest);
    }
    // Runners write `_` for signs that no name has. A dot may be one of a
    // regular expression.
    let mut lost = named_so(&name.replace(is_odd, "_"), rest);
    if name.contains('.') {
        lost.extend(named_so(name, rest));
    }
    lost
}

/// Whether a sign is one that names of servers may have, and names of tools
/// have not.
fn is_odd(c: char) -> bool {
    !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

/// The same, by the name as it stands.
fn named_so(name: &str, rest: &str) -> Vec<Lost> {
    // One underscore where two belong.
    let server = name.strip_prefix("mcp_").filter(|s| !s.starts_with('_'));
    if let Some(rest) = server {
        let server = rest.split('_').next().unwrap_or("");
        return vec![Lost::Tools(format!("mcp__{server}"))];
    }
    let is_mcp = name.starts_with("mcp__");
    // As in a regular expression.
    let name = match is_mcp && rest.starts_with('*') {
        true => name.trim_end_matches('.'),
        false => name,
    };
    if rest.starts_with('*') && !lower::may_name_a_tool(&format!("{name}*")) {
        return vec![Lost::any()];
    }
    // Signs that no name has may stand for any.
    let odd = is_mcp && !rest.is_empty() && !rest.starts_with('(');
    if rest.starts_with('*') || odd || name.ends_with("__") {
        let former = tools::ALIASES.iter();
        let former = former.filter(|(old, _)| old.starts_with(name));
        let mut lost: Vec<_> =
            former.map(|(_, new)| Lost::Tool((*new).to_owned())).collect();
        lost.push(Lost::Tools(name.to_owned()));
        return lost;
    }
    let (whole, server) = (name.to_owned(), format!("{name}__"));
    vec![Lost::Tool(whole), Lost::Tools(server)]
}
