use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use std::collections::HashMap;

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
            if site.role == super::Role::If {
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
