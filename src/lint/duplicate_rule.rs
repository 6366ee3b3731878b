use super::{Context, Lint, Role};
use crate::diagnostic::{Code, Diagnostic};
use std::collections::{HashMap, HashSet};

/// The same rule twice in one list.
pub(super) struct DuplicateRule;

impl Lint for DuplicateRule {
    fn code(&self) -> Code {
        Code::DUPLICATE_RULE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let mut seen = HashMap::new();
        for site in cx.open() {
            let Some(pattern) = &site.pattern else { continue };
            if site.role == Role::If {
                continue;
            }
            let source = site.document.source;
            let key = (source, site.role as u8, pattern.to_string());
            let first = *seen.entry(key).or_insert(site.whole);
            if first == site.whole {
                continue;
            }
            let message = format!("`{pattern}` stands in this list already");
            let found = site.found_whole(self.code(), message);
            out.push(
                found.also(source, first, "first here").help("remove it"),
            );
        }
    }
}

/// Where a tool is to be written by its new name, and stands in the list so
/// already: then it is not written twice.
pub(super) fn leave_out(cx: &Context<'_>, found: &mut [Diagnostic]) {
    let renamed = [Code::REMOVED_TOOL, Code::FOREIGN_TOOL_NAME];
    let mut lists = HashSet::new();
    let mut roles = HashMap::new();
    for site in cx.sites.iter().filter(|site| site.role != Role::If) {
        let (source, role) = (site.document.source, site.role);
        if site.content().is_none() {
            roles.insert((source, site.text.span().start), role);
            lists.insert((source, role, site.text.as_str()));
        }
    }
    let renamed = found.iter_mut().filter(|f| renamed.contains(&f.code));
    for found in renamed {
        let Some(at) = found.primary() else { continue };
        let role = roles.get(&(at.source, at.span.start));
        let help = found.help.as_deref().unwrap_or("");
        let now = help.strip_prefix("write `");
        let now = now.and_then(|now| now.strip_suffix('`'));
        let (Some(&role), Some(now)) = (role, now) else { continue };
        if lists.contains(&(at.source, role, now)) {
            let help =
                format!("remove it: `{now}` stands in this list already");
            found.help = Some(help);
            found.fix = None;
        }
    }
}
