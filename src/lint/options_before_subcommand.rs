use super::Role;
use super::programs::SUBCOMMANDS;
use super::scan::{plain, stem, words};
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
        let twins: HashSet<_> = cx
            .commands()
            .filter_map(|(site, content)| {
                let text = stem(&content.value);
                let parts = text.split_once(" * ");
                let (name, rest) =
                    parts.or_else(|| text.split_once(" -* "))?;
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
            let Some(way) = ways(&content.value).into_iter().next() else {
                continue;
            };
            let name = first.text;
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
            let sub = second.text.split('*').next().unwrap_or("");
            let rest = others(&content.value);
            let message = format!(
                "`{way}` is not covered: options may stand before `{sub}`"
            );
            let span = first.span.to(second.span);
            let found = site.found(self.code(), message, span);
            out.push(found.help(format!(
                "add `{name} -* {rest}` for the other spellings"
            )));
        }
    }
}

/// What a pattern holds behind its program, for behind options: as it stands,
/// but for `:*`, which is `*` behind a blank. A star alone in the place of the
/// options would take other subcommands in, such as `git stash push`.
fn others(text: &str) -> String {
    let rest = text.split_once(' ').map_or("", |(_, rest)| rest);
    match rest.strip_suffix(":*") {
        Some(rest) => format!("{rest} *"),
        None => rest.to_owned(),
    }
}

/// Commands of a pattern with an option before the subcommand.
pub(super) fn ways(text: &str) -> Vec<String> {
    let mut words = stem(text).split_whitespace();
    let row = words
        .next()
        .and_then(|first| SUBCOMMANDS.iter().find(|row| row.0 == first));
    let Some((name, option)) = row else { return Vec::new() };
    let words: Vec<_> = words.filter_map(plain).collect();
    let line = format!("{name} {option} {}", words.join(" "));
    let longer = format!("{line} x");
    vec![line, longer]
}
