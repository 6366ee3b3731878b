use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::{Action, variables_of};

/// A variable in a header that the handler lists, and the file does not.
pub(super) struct UnlistedVariable;

impl Lint for UnlistedVariable {
    fn code(&self) -> Code {
        Code::UNLISTED_VARIABLE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.hooks() {
            let Some(listed) = &site.document.switches.http_env else {
                continue;
            };
            let Action::Http { headers, env, .. } = &site.hook.action else {
                continue;
            };
            for (_, value) in headers {
                for (span, name) in variables_of(value.as_str()) {
                    let own = env.iter().any(|each| each.as_str() == name);
                    let both = listed.iter().any(|each| each.as_str() == name);
                    if !own || both {
                        continue;
                    }
                    let message = format!(
                        "`{name}` is not in `httpHookAllowedEnvVars`; it \
                         becomes empty"
                    );
                    let place = value.place(span);
                    let found = site.found(self.code(), message, place);
                    out.push(found.help(format!(
                        "add `\"{name}\"` to `httpHookAllowedEnvVars`"
                    )));
                }
            }
        }
    }
}
