use super::Role;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::lower::joint;

/// Two rules in one text.
pub(super) struct JoinedRules;

impl Lint for JoinedRules {
    fn code(&self) -> Code {
        Code::JOINED_RULES
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.open().filter(|site| site.role != Role::If) {
            let text = site.text.as_str();
            let Some(span) = joint(text) else { continue };
            let message = match span.of(text).trim() {
                "" | ")" => {
                    "one entry holds one rule; two are read as a single \
                       pattern and never match"
                        .to_owned()
                }
                operator => format!(
                    "one entry holds one rule; with `{operator}` this is read \
                     as a single pattern and never matches"
                ),
            };
            let found = site.found(self.code(), message, span);
            out.push(found.help("write an entry for each rule"));
        }
    }
}
