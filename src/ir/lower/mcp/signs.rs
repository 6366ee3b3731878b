//! Signs in the names of MCP tools that no name has: several names in one
//! text, where one belongs, and names as other programs write them.

use crate::diagnostic::Code;
use crate::event::tools;
use crate::ir::lower::{Lowerer, is_name, may_name_a_tool};
use crate::source::{Span, Spanned};
use crate::syntax::ToolPattern;

/// What parts the names of a list.
const PARTS: [char; 4] = ['|', ',', ';', '&'];

/// A list of names that is read as one: where it is parted first, and the
/// names, each in full.
pub(crate) struct Several<'a> {
    pub(crate) sign: Span,
    pub(crate) names: Vec<String>,
    text: &'a str,
}

/// The names in a text without brackets that holds several, parted as in
/// matchers, or by blanks alone.
pub(crate) fn several(text: &str) -> Option<Several<'_>> {
    let brackets = ['(', '[', '{', '<'];
    if text.contains(brackets) || !(starts_name(text) || starts_names(text)) {
        return None;
    }
    let is_part = |at: usize, c: char| {
        let next = text.get(at + 1..).unwrap_or("").trim_start();
        PARTS.contains(&c) || (c == ' ' && starts_name(next))
    };
    let mut parts = text.char_indices().filter(|&(at, c)| is_part(at, c));
    let (at, c) = parts.next()?;
    let mut names: Vec<String> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let mut signs = rest.char_indices();
        let end = signs.find(|&(at, c)| is_part(start + at, c));
        let end = end.map_or(rest.len(), |(at, _)| at);
        let name = rest.get(..end).unwrap_or("").trim();
        if !name.is_empty() {
            names.push(in_full(name, names.last()));
        }
        rest = rest.get(end + 1..).unwrap_or("");
    }
    let sign = Span::new(at, at + c.len_utf8());
    (names.len() > 1).then_some(Several { sign, names, text })
}

/// Whether a text starts with a name that is surely meant as one.
fn starts_name(text: &str) -> bool {
    let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let name = text.get(..end).unwrap_or("");
    name.starts_with("mcp__") || tools::find(name).is_some()
}

/// Whether a text starts with a name with a star that tools may have.
fn starts_names(text: &str) -> bool {
    let end = text.find('*').map_or(0, |at| at + 1);
    let name = text.get(..end).unwrap_or("");
    let plain = |c| is_name(c) || c == '*';
    end > 0 && name.chars().all(plain) && may_name_a_tool(name)
}

/// A name of a list: behind a tool of a server, another one of it may stand
/// without the server.
fn in_full(name: &str, before: Option<&String>) -> String {
    let server = before.filter(|_| !starts_name(name)).and_then(|before| {
        let body = before.strip_prefix("mcp__")?;
        let (server, _) = body.split_once("__")?;
        Some(format!("mcp__{server}__"))
    });
    format!("{}{name}", server.unwrap_or_default())
}

/// The first sign of a name that names of tools have not, and that no other
/// finding is about: what stands for `_` in the name of a server has one.
fn odd_sign(name: &str) -> Option<(usize, char)> {
    let body = name.strip_prefix("mcp__")?;
    let server = body.find("__").unwrap_or(0);
    let in_server = |at: usize| at < "mcp__".len() + server;
    let renamed = |c: char| matches!(c, ' ' | '/' | '@' | '+' | '~');
    name.char_indices().find(|&(at, c)| {
        let plain = is_name(c) || c == '*' || !c.is_ascii();
        !(plain || in_server(at) && renamed(c))
    })
}

/// The name that is meant by one with such signs.
fn meant(name: &str) -> Option<String> {
    let opening = |c: char| !is_name(c) && c != '*';
    let body = name.strip_prefix("mcp__")?.replace('?', "*");
    let body = body.trim_end_matches(opening);
    let body = body.strip_suffix(":*").unwrap_or(body);
    let body = match body.split_once("__") {
        Some((server, tool)) => {
            let server = server.replace([':', ' ', '/', '@'], "_");
            let tool = tool.trim_start_matches(opening);
            format!("{server}__{}", if tool.is_empty() { "*" } else { tool })
        }
        None => body.replacen(['.', ':', '/', ' '], "__", 1),
    };
    let plain = |c: char| is_name(c) || c == '*';
    let whole = body.chars().all(plain) && !body.starts_with("__");
    whole.then(|| format!("mcp__{}", body.trim_end_matches('.')))
}

impl Lowerer {
    /// A name with signs that no name of a tool has: several names in one
    /// text, or one that is written otherwise. None where something was said.
    pub(super) fn check_signs(&mut self, pattern: &ToolPattern) -> Option<()> {
        let name = &pattern.name;
        if let Some(several) = several(&name.value) {
            self.several_names(name, &several);
            return None;
        }
        let Some((at, c)) = odd_sign(&name.value) else { return Some(()) };
        let start = name.span.start as usize + at;
        let span = Span::new(start, start + c.len_utf8());
        let help = match meant(&name.value) {
            _ if "[{<".contains(c) => {
                "name each tool in a rule of its own; only `*` stands for \
                 other signs"
                    .to_owned()
            }
            Some(meant) => format!("write `{meant}`"),
            None => "write `mcp__<server>__<tool>`".to_owned(),
        };
        self.note(
            Code::INVALID_RULE,
            format!("no name of a tool holds `{c}`; this rule never matches"),
            span,
            help,
        );
        if at + c.len_utf8() == name.value.len() && PARTS.contains(&c) {
            self.fix_last(span, "", false);
        }
        None
    }

    fn several_names(
        &mut self,
        name: &Spanned<String>,
        several: &Several<'_>,
    ) {
        let sign = several.sign.of(several.text);
        let with = match sign {
            " " => "with two names".to_owned(),
            sign => format!("with `{sign}`"),
        };
        let names = several.names.iter().map(|name| format!("`{name}`"));
        let names: Vec<_> = names.collect();
        self.note(
            Code::JOINED_RULES,
            format!(
                "one entry holds one rule; {with} this is read as a single \
                 name, which no tool has, so this rule never matches"
            ),
            several.sign.shifted(name.span.start as usize),
            format!("write an entry for each: {}", names.join(", ")),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_taken_apart() {
        let names = |text| several(text).map(|several| several.names);
        let two = ["mcp__a__b", "mcp__a__c"].map(str::to_owned).to_vec();
        for text in ["mcp__a__b|c", "mcp__a__b, mcp__a__c", "mcp__a__b|c|"] {
            assert_eq!(names(text).as_ref(), Some(&two), "{text}");
        }
        assert_eq!(names("mcp__a__b mcp__a__c"), Some(two));
        assert_eq!(
            names("Web*|Bash"),
            Some(vec!["Web*".into(), "Bash".into()])
        );
        for text in ["mcp__a__b;", "rm x|Bash", "not Bash", "Bash(a|b)"] {
            assert_eq!(names(text), None, "{text}");
        }
    }

    #[test]
    fn names_that_are_written_otherwise() {
        let rows = [
            ("mcp__github:create_issue", "mcp__github__create_issue"),
            ("mcp__github/create_issue", "mcp__github__create_issue"),
            ("mcp__github__get_?", "mcp__github__get_*"),
            ("mcp__github__ *", "mcp__github__*"),
            ("mcp__github__:*", "mcp__github__*"),
            ("mcp__github:*", "mcp__github"),
            ("mcp__plugin:foo:bar__x", "mcp__plugin_foo_bar__x"),
        ];
        for (text, wanted) in rows {
            assert_eq!(meant(text).as_deref(), Some(wanted), "{text}");
        }
    }
}
