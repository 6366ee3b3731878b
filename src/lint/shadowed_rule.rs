use std::collections::HashMap;

use super::{Context, Lint, Role, Site};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;
use crate::load::Scope;
use crate::syntax::TextGlob;

/// A rule that another one makes superfluous or keeps from counting.
///
/// Only plain shapes are compared: equal rules, a tool with all its calls,
/// a prefix of words, a server with all its tools. Whether any two patterns
/// overlap is for the analysis of automata.
pub(super) struct ShadowedRule;

impl Lint for ShadowedRule {
    fn code(&self) -> Code {
        Code::SHADOWED_RULE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let sites: Vec<_> =
            cx.open().filter(|site| site.role != Role::If).collect();
        let mut wide: HashMap<Key<'_>, &Site<'_>> = HashMap::new();
        for site in sites.iter().copied() {
            if let Some(shape) = Shape::of(site) {
                wide.entry((site.role as u8, shape)).or_insert(site);
            }
        }
        for site in sites.iter().copied() {
            let shapes = covering(site);
            let find = |role: Role| {
                shapes.iter().find_map(|shape| {
                    wide.get(&(role as u8, shape.clone())).copied()
                })
            };
            let stronger = match site.role {
                Role::Allow => find(Role::Deny).or_else(|| find(Role::Ask)),
                Role::Ask => find(Role::Deny),
                Role::Deny | Role::If => None,
            };
            if let Some(by) = stronger {
                out.push(self.shadowed(site, by));
                continue;
            }
            let own = Shape::of(site);
            let by = shapes
                .iter()
                .filter(|shape| Some(*shape) != own.as_ref())
                .find_map(|shape| wide.get(&(site.role as u8, shape.clone())));
            if let Some(by) = by {
                out.push(redundant(site, by));
            }
        }
    }
}

impl ShadowedRule {
    fn shadowed(&self, site: &Site<'_>, by: &Site<'_>) -> Diagnostic {
        let list = match by.role {
            Role::Deny => "deny",
            _ => "ask",
        };
        let message = format!(
            "the {list} rule `{}` covers all of this and is looked at first; \
             this rule never counts",
            by.text.as_str()
        );
        let found = site.found_whole(self.code(), message);
        found.also(by.document.source, by.whole, "this one").help(
            "make the other rule narrower; being more exact does not help",
        )
    }
}

fn redundant(site: &Site<'_>, by: &Site<'_>) -> Diagnostic {
    let message = format!("`{}` covers this already", by.text.as_str());
    let found = site.found_whole(Code::REDUNDANT_RULE, message);
    found.also(by.document.source, by.whole, "this one").help("remove it")
}

type Key<'s> = (u8, Shape<'s>);

/// What a rule surely covers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Shape<'s> {
    /// Every call of a tool.
    Tool(&'s str),
    /// Every command that starts with these words.
    Words(&'s str, &'s str),
    /// Every tool of an MCP server.
    Server(&'s str),
    /// What this very text covers; paths may start elsewhere in other files.
    Text(&'s str, &'s str, Option<Scope>),
}

impl<'s> Shape<'s> {
    fn of(site: &'s Site<'_>) -> Option<Shape<'s>> {
        let pattern = site.pattern.as_ref()?;
        let name = pattern.name.value.as_str();
        if let Some(body) = name.strip_prefix("mcp__") {
            let server = body.strip_suffix("__*").unwrap_or(body);
            return Some(
                match server.contains("__") || server.contains('*') {
                    true => Shape::Text(name, "", None),
                    false => Shape::Server(server),
                },
            );
        }
        let tool = site.tool?;
        let Some(content) = site.content() else {
            return Some(Shape::Tool(tool.name));
        };
        let text = content.value.as_str();
        Some(match words(site, text) {
            Some(words) => Shape::Words(tool.name, words),
            None => {
                let scope = tool.uses_file.then_some(site.document.scope);
                Shape::Text(tool.name, text, scope)
            }
        })
    }
}

/// The words before a trailing ` *` or `:*` that is the only star.
fn words<'s>(site: &Site<'_>, text: &'s str) -> Option<&'s str> {
    let governs = site.tool?.governs;
    let shell = matches!(governs, Governs::Bash | Governs::PowerShell);
    let glob = TextGlob::command(text);
    let plain = glob.boundary && glob.parts.len() == 2;
    let short = text.strip_suffix(":*").or(text.strip_suffix(" *"))?;
    (shell && plain && !short.trim().is_empty()).then_some(short)
}

/// Every shape that surely covers a rule, its own included.
fn covering<'s>(site: &'s Site<'_>) -> Vec<Shape<'s>> {
    let own = Shape::of(site);
    let mut shapes: Vec<_> = own.clone().into_iter().collect();
    let Some(pattern) = &site.pattern else { return shapes };
    let name = pattern.name.value.as_str();
    if let Some(body) = name.strip_prefix("mcp__") {
        let server = body.split("__").next().unwrap_or(body);
        if !server.contains('*') {
            shapes.push(Shape::Server(server));
        }
        return shapes;
    }
    let (Some(tool), Some(content)) = (site.tool, site.content()) else {
        return shapes;
    };
    if tool.uses_file {
        // A path rule reaches further than the tool it names.
        return shapes;
    }
    shapes.push(Shape::Tool(tool.name));
    let shell = matches!(tool.governs, Governs::Bash | Governs::PowerShell);
    let text = content.value.as_str();
    let head = match words(site, text) {
        Some(words) => words,
        // What stands before the first star, up to the last whole word.
        None => match text.split_once('*') {
            None => text,
            Some((head, _)) => {
                head.rfind(' ').and_then(|at| head.get(..at)).unwrap_or("")
            }
        },
    };
    let ends = head.match_indices(' ').map(|(at, _)| at).chain([head.len()]);
    for end in ends.take(MAX_WORDS).filter(|_| shell) {
        if let Some(prefix) = head.get(..end).filter(|p| !p.is_empty()) {
            shapes.push(Shape::Words(tool.name, prefix));
        }
    }
    shapes
}

/// The most words of a pattern that are compared.
const MAX_WORDS: usize = 32;
