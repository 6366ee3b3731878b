use super::unknown_matcher_tool::{alternatives, items};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::event::table::MatcherField;
use crate::json::escaped;
use crate::source::{Decoded, SourceId, Span};

/// A matcher that names a server and no tool.
pub(super) struct LiteralMcpPrefix;

impl Lint for LiteralMcpPrefix {
    fn code(&self) -> Code {
        Code::LITERAL_MCP_PREFIX
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (document, group, matcher) in cx.matchers() {
            let text = matcher.as_str();
            let field = group.kind.map(|kind| kind.row().matcher);
            let tools = field == Some(MatcherField::Field("tool_name"));
            if !tools {
                continue;
            }
            let exact = items(text);
            let mut first = !exact.is_empty();
            let names = if first { exact } else { alternatives(text) };
            for (span, item) in names {
                let Some(tools) = tools_of(item) else { continue };
                let message = format!(
                    "no tool is called `{item}`; the matcher compares whole \
                     names and this one never fires"
                );
                let (place, source) = (matcher.place(span), document.source);
                let found =
                    Diagnostic::new(self.code(), message, source, place);
                // What mends all of them is said once: it is as long as they
                // are together.
                out.push(match std::mem::replace(&mut first, false) {
                    true => mended(found, source, matcher),
                    false => found.help(format!(
                        "write `{tools}`, in one expression with the others"
                    )),
                });
            }
        }
    }
}

/// A finding with the matcher that mends all of its names.
fn mended(
    found: Diagnostic,
    source: SourceId,
    matcher: &Decoded,
) -> Diagnostic {
    let with = instead(matcher.as_str());
    let title = format!("write `{with}`");
    let whole = Span::new(0, matcher.as_str().len());
    let edit =
        Edit { source, span: matcher.place(whole), text: escaped(&with) };
    let fix = Fix { title: title.clone(), edits: vec![edit], safe: false };
    found.help(title).fix(fix)
}

/// What stands between the names of a matcher.
const SEPARATORS: [char; 2] = ['|', ','];

/// The expression for all tools of a server that stands alone.
fn tools_of(item: &str) -> Option<String> {
    let server = item.strip_prefix("mcp__")?.trim_end_matches('_');
    let alone = !server.is_empty() && !server.contains("__");
    alone.then(|| format!("mcp__{server}__.*"))
}

/// The same matcher as an expression: beside other names it must say where
/// these begin and end.
fn instead(text: &str) -> String {
    let items = text.split(SEPARATORS).map(str::trim);
    let items = items.filter(|item| !item.is_empty());
    let items = items.map(|item| {
        let tools = tools_of(item);
        tools.unwrap_or_else(|| item.to_owned())
    });
    let items: Vec<String> = items.collect();
    match items.as_slice() {
        [only] => only.clone(),
        many => format!("^({})$", many.join("|")),
    }
}
