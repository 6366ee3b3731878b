use super::Role;
use super::programs::SUBCOMMANDS;
use super::scan::{stem, words};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use std::collections::HashSet;

/// A guard that an option before the subcommand steps over.
pub(super) struct OptionsBeforeSubcommand;

impl Lint for OptionsBeforeSubcommand {
    fn code(&self) -> Code {
        Code::OPTIONS_BEFORE_SUBCOMMAND
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        // A strict reading looks through such options.
        if cx.dialect.shell.strict {
            return;
        }
        // One for each program and file: there are many such rules.
        let mut seen = HashSet::new();
        let twins: HashSet<_> = cx
            .commands()
            .filter_map(|(site, content)| {
                let (name, rest) = stem(&content.value).split_once(" * ")?;
                Some((site.document.source, site.role, name, rest))
            })
            .collect();
        for (site, content) in cx.commands() {
            if site.role == Role::Allow {
                continue;
            }
            let words = words(stem(&content.value), content.span.start);
            let (Some(first), Some(second)) = (words.first(), words.get(1))
            else {
                continue;
            };
            let row = SUBCOMMANDS.iter().find(|row| row.0 == first.text);
            let Some((name, option)) = row else { continue };
            let plain =
                second.text.starts_with(|c: char| c.is_ascii_lowercase());
            let flags = words.iter().any(|word| word.text.starts_with('-'));
            if !plain || flags || !content.value.contains('*') {
                continue;
            }
            let source = site.document.source;
            let rest = stem(&content.value).split_once(' ');
            let rest = rest.map_or("", |(_, rest)| rest);
            if twins.contains(&(source, site.role, name, rest)) {
                continue;
            }
            let first_one = seen.insert((site.document.source, *name));
            if !first_one && site.role != Role::If {
                continue;
            }
            let sub = second.text.trim_end_matches('*');
            let message = format!(
                "`{name} {option} {sub}` is not covered: options may stand \
                 before `{sub}`, here and in all rules of this kind"
            );
            let span = first.span.to(second.span);
            let found = site.found(self.code(), message, span);
            out.push(found.help(format!(
                "add `{name} * {sub} *` for the other spellings"
            )));
        }
    }
}
