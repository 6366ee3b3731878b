use super::unknown_matcher_tool::items;
use super::unreachable_if::covers;
use super::{Context, Lint, Role};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::MatcherField;
use crate::event::tools::{self, Governs};
use crate::load::{Document, Group};

/// A tool of the matcher that no condition is for.
pub(super) struct IdleMatcherTool;

impl Lint for IdleMatcherTool {
    fn code(&self) -> Code {
        Code::IDLE_MATCHER_TOOL
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let field = group.kind.map(|kind| kind.row().matcher);
            let about = field == Some(MatcherField::Field("tool_name"));
            let items = items(matcher.as_str());
            let known = |name: &str| {
                tools::find(name).is_some() || name.starts_with("mcp__")
            };
            let named = items.iter().all(|item| known(item.1));
            if !about || items.len() < 2 || !named {
                continue;
            }
            let Some(conditions) = conditions(cx, document, group) else {
                continue;
            };
            let has =
                |item: &str| conditions.iter().any(|name| covers(name, item));
            // Where none is met the conditions are told about.
            if !items.iter().any(|item| has(item.1)) {
                continue;
            }
            let files = conditions.iter().any(|name| {
                let tool = tools::find(name);
                tool.is_some_and(|t| {
                    matches!(t.governs, Governs::Read | Governs::Edit)
                })
            });
            // A command may use the files of a condition.
            let idle = |item: &str| {
                let shell = |t: &tools::Tool| t.governs.is_shell();
                let looked = files && tools::find(item).is_some_and(shell);
                !looked && !has(item)
            };
            for (span, item) in items.iter().filter(|item| idle(item.1)) {
                let message = format!(
                    "no hook here has a condition for `{item}`; none ever \
                     runs for it"
                );
                let place = matcher.place(*span);
                let source = document.source;
                let found =
                    Diagnostic::new(self.code(), message, source, place);
                out.push(found.help(format!(
                    "remove `{item}`, or add a hook with a condition for it"
                )));
            }
        }
    }
}

/// The tools that the conditions of a group are for; none where a handler
/// has no condition, or one that is not a plain rule.
fn conditions(
    cx: &Context<'_>,
    document: &Document,
    group: &Group,
) -> Option<Vec<String>> {
    let mut out = Vec::new();
    for hook in &group.hooks {
        let text = hook.condition.as_ref()?;
        let mut sites = cx.sites.iter().filter(|site| {
            site.role == Role::If
                && site.document.source == document.source
                && site.text.span() == text.span()
        });
        let (site, more) = (sites.next()?, sites.next());
        let pattern = site.pattern.as_ref()?;
        let name = tools::canonical(&pattern.name.value);
        let plain = text.as_str().trim() == pattern.to_string();
        let unread = cx.is_unread(site);
        if more.is_some() || !plain || unread || name.contains('*') {
            return None;
        }
        out.push(name.to_owned());
    }
    Some(out)
}
