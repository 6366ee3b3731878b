use super::Role;
use super::unknown_matcher_tool::items;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::MatcherField;
use crate::event::tools::{self, Governs};
use crate::syntax::stars_match;

/// An `if` for a tool that the matcher leaves out, where something is wrong
/// with it besides; of all others the analysis finds out.
pub(super) struct UnreachableIf;

impl Lint for UnreachableIf {
    fn code(&self) -> Code {
        Code::UNREACHABLE_IF
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for site in cx.sites.iter().filter(|site| site.role == Role::If) {
            let Some(pattern) = &site.pattern else { continue };
            let whole = pattern.to_string();
            // What is said of capitals in a host keeps the analysis away.
            let host = whole.split_once("domain:");
            let capitals = host.is_some_and(|(_, host)| {
                host.contains(|c: char| c.is_ascii_uppercase())
            });
            if !site.reported && !capitals {
                continue;
            }
            let group = site.document.groups.iter().find(|group| {
                let place = site.text.span();
                group.span.start <= place.start && place.end <= group.span.end
            });
            let Some(group) = group else { continue };
            let field = group.kind.map(|kind| kind.row().matcher);
            let Some(matcher) = &group.matcher else { continue };
            let names: Vec<_> =
                items(matcher.as_str()).iter().map(|item| item.1).collect();
            let name = tools::canonical(&pattern.name.value);
            let joined = site.text.as_str() != whole;
            // What becomes of a name that no tool has is said with that.
            let is_glob = name.contains('*');
            let unknown = tools::find(name).is_none()
                && !name.starts_with("mcp__")
                && !is_glob;
            if field != Some(MatcherField::Field("tool_name"))
                || names.is_empty()
                || unknown
                // No tool is called so, which is said with that.
                || name == "Cd"
                || joined
                || cx.is_unread(site)
                || names.iter().any(|item| covers(name, item))
            {
                continue;
            }
            let message = format!(
                "the matcher is for `{}` and this condition for `{name}`; the \
                 hook never runs",
                names.join("`, `")
            );
            let found = site.found_whole(self.code(), message);
            let source = site.document.source;
            out.push(
                found
                    .also(source, matcher.span(), "the matcher")
                    .help("make both name the same tool"),
            );
        }
    }
}

/// Whether a condition on one tool can hold for a call of another.
pub(super) fn covers(condition: &str, item: &str) -> bool {
    let item = tools::canonical(item);
    let server = item.starts_with(condition) && item.starts_with("mcp__");
    // The tool whose rules are about the calls of the others like it.
    let speaks_for = tools::find(item).and_then(|tool| match tool.governs {
        Governs::Bash => Some("Bash"),
        Governs::Read => Some("Read"),
        Governs::Edit => Some("Edit"),
        _ => None,
    });
    item == condition
        || server
        || speaks_for == Some(condition)
        || stars_match(condition, item)
}
