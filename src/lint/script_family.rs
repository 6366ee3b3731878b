use super::Role;
use super::scan::words;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Version;
use crate::shell::is_family;

/// `npm run test:*`, which reads like all scripts of a family.
pub(super) struct ScriptFamily;

impl Lint for ScriptFamily {
    fn code(&self) -> Code {
        Code::SCRIPT_FAMILY
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            if site.role == Role::If || !is_family(text) {
                continue;
            }
            let words = words(text, content.span.start);
            let Some(last) = words.last() else { continue };
            let script = last.text.trim_end_matches(":*");
            let message = format!(
                "`:*` means any arguments: `{script}` is covered and \
                 `{script}:x` is not"
            );
            let found = site.found(self.code(), message, last.span);
            let head = text.trim_end_matches(":*");
            let is_old = cx.dialect.is_before(Version::STARS);
            out.push(found.help(match site.role.guards() {
                _ if is_old => "name each script in a rule".to_owned(),
                true => format!("write `{head}*` to cover all that start so"),
                false => format!(
                    "write `{head} *` for arguments, or `{head}:x *` for \
                     another script"
                ),
            }));
        }
    }
}
