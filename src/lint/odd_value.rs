use super::unknown_matcher_tool::items;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::event::table::MatcherField;
use crate::load::Document;
use crate::source::{Decoded, Span};

/// A name in a matcher that starts as none of its event does.
pub(super) struct OddValue;

impl Lint for OddValue {
    fn code(&self) -> Code {
        Code::NEVER_MATCHES
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let Some(kind) = group.kind else { continue };
            let mut start = 0;
            for item in matcher.as_str().split('|') {
                let name = item.trim_start_matches(['^', ' ']);
                let at = start + item.len() - name.len();
                start += item.len() + 1;
                let Some((len, message, help)) = odd(kind, name) else {
                    continue;
                };
                let place = matcher.place(Span::new(at, at + len));
                let source = document.source;
                let found =
                    Diagnostic::new(self.code(), message, source, place);
                out.push(found.help(help));
            }
            if kind.row().matcher == MatcherField::Field("to_model") {
                out.extend(self.models(document, matcher));
            }
        }
    }
}

impl OddValue {
    /// Short names of models, where the whole name of one is compared.
    fn models(
        &self,
        document: &Document,
        matcher: &Decoded,
    ) -> Vec<Diagnostic> {
        let items = items(matcher.as_str()).into_iter();
        let short = items.filter(|(_, name)| SHORT_MODELS.contains(name));
        let found = short.map(|(span, name)| {
            let message = format!(
                "the whole name of a model is compared, such as \
                 `claude-opus-5`; `{name}` never matches"
            );
            let place = matcher.place(span);
            let found =
                Diagnostic::new(self.code(), message, document.source, place);
            found.help(match name {
                "default" | "best" | "opusplan" => {
                    "write the name of the model".to_owned()
                }
                _ => format!("write `.*{name}.*`"),
            })
        });
        found.collect()
    }
}

/// What people call models for short, and no model is called.
const SHORT_MODELS: &[&str] =
    &["best", "default", "haiku", "opus", "opusplan", "sonnet"];

/// What is odd at the start of a name: its length, what is said of it, and
/// what to write.
fn odd(kind: EventKind, name: &str) -> Option<(usize, &'static str, String)> {
    const SERVED: &str = "mcp__";
    let asked = [EventKind::ELICITATION, EventKind::ELICITATION_RESULT];
    let start = name.get(..SERVED.len()).unwrap_or("");
    if kind == EventKind::USER_PROMPT_EXPANSION {
        let rest = name.strip_prefix('/')?.trim_end_matches('/');
        let message = "the name of a command is compared, without its `/`; \
                       this never matches";
        return Some((1, message, format!("write `{rest}`")));
    }
    if asked.contains(&kind) && start == SERVED {
        let rest = name.get(SERVED.len()..)?;
        let server = rest.split("__").next().unwrap_or(rest);
        let message = "the name of a server is compared, without `mcp__`; \
                       this never matches";
        return Some((SERVED.len(), message, format!("write `{server}`")));
    }
    let capital = start.eq_ignore_ascii_case(SERVED) && start != SERVED;
    let message = "names of tools of servers start with a small `mcp__`; \
                   this never matches";
    let help = format!("write `{SERVED}` here");
    (kind.is_tool() && capital).then_some((SERVED.len(), message, help))
}
