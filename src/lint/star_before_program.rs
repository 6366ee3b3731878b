use super::programs::is_known;
use super::scan::{program, stem, takes_apart};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A guard that a command passes when nothing stands before its program.
pub(super) struct StarBeforeProgram;

impl Lint for StarBeforeProgram {
    fn code(&self) -> Code {
        Code::STAR_BEFORE_PROGRAM
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let starts: Vec<_> = cx
            .commands()
            .filter(|(site, _)| site.role.guards())
            .map(|(_, content)| stem(&content.value))
            .collect();
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            let Some(rest) = text.strip_prefix("* ") else { continue };
            let rest = rest.trim_start();
            let name = program(rest);
            // What another rule of the policy stops at its start.
            let covered = |start: &&str| rest.starts_with(*start);
            if !site.role.guards()
                || !is_known(name)
                || takes_apart(text)
                || starts.iter().any(covered)
            {
                continue;
            }
            let start = content.span.start as usize;
            let span = Span::new(start, start + text.len() - rest.len());
            let plain = stem(rest);
            let message = format!(
                "something must stand before `{name}`: `{plain}` alone is \
                 not stopped"
            );
            let found = site.found(self.code(), message, span);
            out.push(found.help(format!("add a rule for `{rest}`, too")));
        }
    }
}
