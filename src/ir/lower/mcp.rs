//! MCP tool names (spec 1.4, 4.3).

mod signs;

pub(crate) use signs::several;

use super::{Lowered, Lowerer, Scene, is_name};
use crate::diagnostic::Code;
use crate::event::tools::ANSWERED;
use crate::ir::{Atom, Family, Predicate};
use crate::shell::Effects;
use crate::source::Span;
use crate::syntax::{TextGlob, ToolPattern};

/// Every way to read what stands behind `mcp__` as a server and a tool, both
/// not empty: one for each `__` that can part them.
pub(crate) fn splits(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let body = name.strip_prefix("mcp__").unwrap_or("");
    let places = (1..body.len().saturating_sub(2)).filter(move |&at| {
        body.as_bytes().get(at..at + 2) == Some(b"__".as_slice())
    });
    places.filter_map(move |at| Some((body.get(..at)?, body.get(at + 2..)?)))
}

impl Lowerer {
    pub(super) fn mcp(
        &mut self,
        pattern: &ToolPattern,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        if self.check_signs(pattern).is_none() {
            // Whether a condition that no name fits runs the hook is the
            // dialect's to say.
            let sure = effects == Effects::IF && !scene.dialect.doubts_count;
            let family = Family::Other;
            let never = Lowered { predicate: Predicate::Never, family };
            return sure.then_some(never);
        }
        let content = self.mcp_content(pattern, effects, scene)?;
        let name = &pattern.name.value;
        let body = name.strip_prefix("mcp__").unwrap_or("");
        let (server, tool) = match body.find("__") {
            Some(at) => (body.get(..at)?, body.get(at + 2..)),
            None => (body, None),
        };
        if server.contains('*') || (server.is_empty() && body != "*") {
            return self.mcp_wide(pattern, server, effects, scene, content);
        }
        if effects == Effects::IF && tool.is_none() && !scene.dialect.if_server
        {
            self.note(
                Code::LITERAL_MCP_PREFIX,
                format!("an `if` of `{name}` alone never runs the hook"),
                pattern.name.span,
                format!("name a tool, or write `{name}__*`"),
            );
            let family = Family::Other;
            return Some(Lowered { predicate: Predicate::Never, family });
        }
        let named = match tool {
            Some(tool) if tool.contains('*') => self.starred(name, effects),
            None => self.server(server, None, effects),
            Some("") => {
                self.note(
                    Code::INVALID_RULE,
                    "the tool's name is missing behind `__`; the rule is \
                     skipped",
                    pattern.name.span,
                    format!("write `mcp__{server}` for every tool of it"),
                );
                return None;
            }
            Some(_) => self.full_name(name, effects),
        };
        let predicate = Predicate::all_of([named, content]);
        Some(Lowered { predicate, family: Family::Other })
    }

    fn server(
        &mut self,
        server: &str,
        tool: Option<TextGlob>,
        effects: Effects,
    ) -> Predicate {
        let server = server.to_owned();
        self.atoms.test(Atom::Mcp { server, tool, effects })
    }

    /// A star behind a server. Guard rules need one reading, for all of a
    /// call's name are tried; of an allow rule any may be the only one that
    /// a call has.
    fn starred(&mut self, name: &str, effects: Effects) -> Predicate {
        let named = |server: &str| !server.contains('*');
        let readings = splits(name).filter(|(server, _)| named(server));
        let count = match effects {
            Effects::ALLOW => usize::MAX,
            _ => 1,
        };
        let members = readings.take(count).map(|(server, tool)| {
            let tool = (tool != "*").then(|| TextGlob::stars(tool));
            self.server(server, tool, effects)
        });
        Predicate::any_of(members.collect::<Vec<_>>())
    }

    /// A full name. It may be read as several pairs of server and tool, or
    /// as a server whose own name holds `__`. Guard rules take any reading,
    /// all of which a call's name has in it; allow rules match only a name
    /// that has one.
    fn full_name(&mut self, name: &str, effects: Effects) -> Predicate {
        let mut readings = splits(name);
        if effects != Effects::ALLOW {
            let Some((server, tool)) = readings.next() else {
                return Predicate::Never;
            };
            let below = TextGlob::stars(&format!("{tool}__*"));
            let globs = [TextGlob::exact(tool), below];
            let all = globs.map(|g| self.server(server, Some(g), effects));
            return Predicate::any_of(all);
        }
        let members = readings.map(|(server, tool)| {
            self.server(server, Some(TextGlob::exact(tool)), effects)
        });
        Predicate::any_of(members.collect::<Vec<_>>())
    }

    /// A star in the server's name, or no server at all.
    fn mcp_wide(
        &mut self,
        pattern: &ToolPattern,
        server: &str,
        effects: Effects,
        scene: &Scene<'_>,
        content: Predicate,
    ) -> Option<Lowered> {
        let name = &pattern.name;
        if server.is_empty() {
            let body = name.value.strip_prefix("mcp__").unwrap_or("");
            let start = if body.is_empty() { 0 } else { 3 };
            let end = if body.is_empty() { 5 } else { 7 };
            let span = Span::new(start, end.min(name.value.len()));
            self.note(
                Code::INVALID_RULE,
                "the server's name is missing; the rule is skipped",
                span.shifted(name.span.start as usize),
                "write `mcp__<server>` or `mcp__<server>__<tool>`",
            );
            return None;
        }
        if effects == Effects::ALLOW || !scene.dialect.guard_globs {
            self.allow_glob(name);
            return None;
        }
        let named = self.any_name(&name.value, scene).predicate;
        let named = match scene.dialect.shell.strict {
            true => Predicate::any_of([named, self.asked(&name.value)]),
            false => named,
        };
        let predicate = Predicate::all_of([named, content]);
        Some(Lowered { predicate, family: Family::Other })
    }

    /// Calls of the runner's own tools that a server answers whose name fits
    /// a rule for all of its tools. Signs of it that names of tools do not
    /// have are `_` in the rule.
    fn asked(&mut self, name: &str) -> Predicate {
        let body = name.strip_prefix("mcp__").unwrap_or("");
        let (server, tool) = body.split_once("__").unwrap_or((body, "*"));
        if tool != "*" {
            return Predicate::Never;
        }
        let path = "tool_input.server".to_owned();
        let pattern = Some(TextGlob::stars(&server.replace('_', "*")));
        let server = self.atoms.test(Atom::Field { path, pattern });
        let tools = ANSWERED.iter().map(|tool| (*tool).to_owned());
        let tools = self.tool_is(tools.collect());
        Predicate::all_of([tools, server])
    }

    /// The predicate of what stands in brackets behind an MCP name.
    fn mcp_content(
        &mut self,
        pattern: &ToolPattern,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Predicate> {
        let Some(content) = &pattern.content else {
            return Some(Predicate::Always);
        };
        let reads = scene.dialect.mcp_params && effects != Effects::ALLOW;
        if reads && content.value == "*" {
            return Some(Predicate::Always);
        }
        if reads && let Some((param, value)) = content.value.split_once(':') {
            let path = format!("tool_input.{}", param.trim());
            let pattern = Some(TextGlob::stars(value.trim()));
            return Some(self.atoms.test(Atom::Field { path, pattern }));
        }
        let open = content.span.start.saturating_sub(1) as usize;
        let span = Span::new(open, content.span.end as usize + 1);
        let tools = tools_within(&pattern.name.value, &content.value);
        self.note(
            Code::MCP_ARGUMENTS,
            "an MCP rule takes no pattern; the rule is skipped",
            span,
            match &tools {
                Some(tools) => format!("write {tools}"),
                None => format!("write `{}` alone", pattern.name.value),
            },
        );
        if tools.is_none() {
            self.fix_last(span, "", false);
        }
        None
    }
}

/// Rules for the tools of a server that stand in brackets behind its name.
fn tools_within(name: &str, content: &str) -> Option<String> {
    let server = name.strip_prefix("mcp__")?;
    let server = server.strip_suffix("__").unwrap_or(server);
    let mut tools = content.split(['|', ',']).map(str::trim);
    let plain = |tool: &str| !tool.is_empty() && tool.chars().all(is_name);
    if server.contains("__") || !tools.clone().all(plain) {
        return None;
    }
    let first = tools.next()?;
    Some(tools.fold(format!("`mcp__{server}__{first}`"), |all, tool| {
        format!("{all} and `mcp__{server}__{tool}`")
    }))
}
