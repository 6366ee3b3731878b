use super::{Context, Lint, Role, Site};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;
use crate::syntax::TextGlob;

/// A rule that another one makes superfluous or keeps from counting.
pub(super) struct ShadowedRule;

impl Lint for ShadowedRule {
    fn code(&self) -> Code {
        Code::SHADOWED_RULE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let sites: Vec<_> =
            cx.open().filter(|site| site.role != Role::If).collect();
        let wide: Vec<_> =
            sites.iter().filter(|site| Cover::of(site).is_some()).collect();
        for site in &sites {
            let by = wide.iter().find(|other| {
                rank(other.role) > rank(site.role) && covers(other, site)
            });
            if let Some(by) = by {
                out.push(self.shadowed(site, by));
                continue;
            }
            let by = wide.iter().find(|other| {
                let same = other.whole == site.whole
                    && other.document.source == site.document.source;
                other.role == site.role
                    && !same
                    && text(other) != text(site)
                    && covers(other, site)
            });
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

fn rank(role: Role) -> u8 {
    match role {
        Role::Deny => 3,
        Role::Ask => 2,
        Role::Allow => 1,
        Role::If => 0,
    }
}

fn text<'s>(site: &'s Site<'_>) -> &'s str {
    site.text.as_str().trim()
}

/// What a rule surely covers. Only plain shapes are compared here; whether
/// any two patterns overlap is for the analysis of automata.
enum Cover<'s> {
    Tool,
    Commands(&'s str),
    Server(&'s str),
    Exactly,
}

impl<'s> Cover<'s> {
    fn of(site: &'s Site<'_>) -> Option<Cover<'s>> {
        let pattern = site.pattern.as_ref()?;
        let name = pattern.name.value.as_str();
        if let Some(server) = name.strip_prefix("mcp__") {
            let server = server.strip_suffix("__*").unwrap_or(server);
            let all = !server.contains("__") && !server.contains('*');
            return Some(if all {
                Cover::Server(server)
            } else {
                Cover::Exactly
            });
        }
        let tool = site.tool?;
        let Some(content) = &pattern.content else { return Some(Cover::Tool) };
        let shell =
            matches!(tool.governs, Governs::Bash | Governs::PowerShell);
        let text = content.value.as_str();
        if !shell {
            return Some(Cover::Exactly);
        }
        let glob = TextGlob::command(text);
        let prefix = glob.parts.first().filter(|part| !part.is_empty());
        match (prefix, glob.boundary, glob.parts.len()) {
            (Some(_), true, 2) => {
                let short = text.strip_suffix(":*");
                short.or(text.strip_suffix(" *")).map(Cover::Commands)
            }
            _ => Some(Cover::Exactly),
        }
    }
}

/// Whether every call that `site` matches is surely matched by `other`.
fn covers(other: &Site<'_>, site: &Site<'_>) -> bool {
    let (Some(wide), Some(narrow)) = (&other.pattern, &site.pattern) else {
        return false;
    };
    let same_tool = match (other.tool, site.tool) {
        (Some(a), Some(b)) => a.name == b.name,
        _ => wide.name.value == narrow.name.value,
    };
    let content = narrow.content.as_ref().map(|c| c.value.as_str());
    match Cover::of(other) {
        Some(Cover::Tool) => same_tool && same_place(other, site),
        Some(Cover::Commands(prefix)) => {
            same_tool
                && content.is_some_and(|text| {
                    let head = text.split('*').next().unwrap_or("");
                    let head = match head.len() == text.len() {
                        true => head,
                        false => head.trim_end_matches([':', ' ']),
                    };
                    head.strip_prefix(prefix).is_some_and(|rest| {
                        rest.is_empty() || rest.starts_with(' ')
                    }) && ends_word(text, head)
                })
        }
        Some(Cover::Server(server)) => {
            let prefix = format!("mcp__{server}__");
            let own = format!("mcp__{server}");
            let name = narrow.name.value.as_str();
            name.starts_with(&prefix) || name == own
        }
        Some(Cover::Exactly) => {
            wide.name.value == narrow.name.value
                && wide.content.as_ref().map(|c| &c.value)
                    == narrow.content.as_ref().map(|c| &c.value)
                && same_base(other, site)
        }
        None => false,
    }
}

/// Whether the literal head of a pattern ends with its word.
fn ends_word(text: &str, head: &str) -> bool {
    let rest = text.get(head.len()..).unwrap_or("");
    rest.is_empty() || rest.starts_with([' ', ':'])
}

/// Paths may start elsewhere in another file.
fn same_base(other: &Site<'_>, site: &Site<'_>) -> bool {
    let path = site.tool.is_some_and(|tool| tool.uses_file);
    !path || other.document.scope == site.document.scope
}

/// An edit rule covers more than one tool; the bare name of one does not.
fn same_place(other: &Site<'_>, site: &Site<'_>) -> bool {
    let whole = other.tool.map(|tool| tool.name);
    let path = site.content().is_some()
        && site.tool.is_some_and(|tool| tool.uses_file);
    !path || whole.is_none()
}
