use super::flag_spelling::anywhere;
use super::scan::{open_quote, program, takes_apart};
use super::{Context, Lint, shell_fragment};
use crate::diagnostic::{Code, Diagnostic};

/// A deny or ask rule without a star.
pub(super) struct ExactGuard;

impl Lint for ExactGuard {
    fn code(&self) -> Code {
        Code::EXACT_GUARD
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            // What is taken apart is never compared as a whole.
            let whole = !text.contains('*') && !takes_apart(text);
            // Of what no command looks like more is said than that.
            let is_command = shell_fragment::place(content).is_none()
                && open_quote(site, text).is_none();
            if !site.role.guards() || !whole || !is_command {
                continue;
            }
            if text.trim().is_empty() {
                let message = "nothing but blanks stands in the brackets; \
                               this stops hardly any command";
                let found = site.found(self.code(), message, content.span);
                let name = site.tool.map_or("Bash", |tool| tool.name);
                out.push(found.help(format!("write `{name}` alone for all")));
                continue;
            }
            if text.chars().all(|c| matches!(c, '(' | ')' | ' '))
                || text.starts_with('(')
                || text.ends_with(':')
                || text.contains('\r')
            {
                // `extra-parenthesis` and `literal-sign` say more.
                continue;
            }
            let name = program(text);
            let message = format!("this {} exactly `{text}`", site.does());
            let found = site.found(self.code(), message, content.span);
            let flag = text
                .rsplit_once(' ')
                .filter(|(_, last)| last.len() > 1 && last.starts_with('-'));
            let strict = cx.dialect.shell.strict;
            let help = match flag.filter(|_| !strict) {
                None if name == text => {
                    format!("write `{name} *` to cover them all")
                }
                // With a star behind it the flag would still have to stand
                // where it stands here.
                Some((head, flag)) => format!(
                    "write {} to find `{flag}` wherever it stands, or \
                     `{name} *` for all of `{name}`",
                    anywhere(head, flag)
                ),
                None => format!(
                    "write `{text} *`, or `{name} *` for all of `{name}`"
                ),
            };
            out.push(found.help(help));
        }
    }
}

/// Commands with one more word than the pattern.
pub(super) fn ways(text: &str) -> Vec<String> {
    match text.trim() {
        "" => Vec::new(),
        text => vec![format!("{text} x"), format!("{text} --x")],
    }
}
