//! The tools that a declaration waits for: a name, or a glob over names.

use super::check::Checker;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::event::tools;
use crate::source::{Decoded, Span};
use crate::syntax::regex::MAX_REGEX_BYTES;
use crate::syntax::{GlobPart, NameGlob, glob_regex};

/// A glob with the signs that it has in its text.
struct Written<'t> {
    tool: &'t Decoded,
    glob: NameGlob<'t>,
}

impl Checker<'_> {
    /// A glob that matches no tool, and one that is too long: it would keep
    /// all else of a policy from being compiled.
    pub(super) fn tool(&mut self, tool: &Decoded, server: Option<&Decoded>) {
        let text = tool.as_str();
        if text.is_empty() {
            let message = "no tool is called so; this never fires";
            let found = self.never(message, tool.span());
            return self
                .notes
                .push(found.help("name a tool, or leave it out"));
        }
        // Beyond stars it becomes a regular expression.
        let length = match text.contains(['?', '[', '{']) {
            true => text.len().max(glob_regex(text).len()),
            false => text.len(),
        };
        if self.is_too_long(tool, length, MAX_REGEX_BYTES) {
            return;
        }
        if server.is_some() && tools::find(text).is_some() {
            let message = format!(
                "`{text}` is a tool of the runner and of no server; with \
                 `tool_server` this never fires"
            );
            let found = self.never(message, tool.span());
            return self.notes.push(found.help("remove one of the two"));
        }
        let written = Written { tool, glob: NameGlob::of(text) };
        let told = self.notes.found.len();
        match written.sign() {
            Some((span, in_braces)) => self.sign(tool, span, in_braces),
            None => self.names(&written),
        }
        if let Some(server) = server
            && told == self.notes.found.len()
        {
            self.other_server(&written, server);
        }
    }

    fn never(&self, message: impl Into<String>, span: Span) -> Diagnostic {
        let (code, source) = (Code::NEVER_MATCHES, self.notes.source);
        Diagnostic::new(code, message, source, span)
    }

    /// Whether a text of a matcher is longer than any that can be compiled;
    /// its declaration is then an error.
    pub(super) fn is_too_long(
        &mut self,
        text: &Decoded,
        length: usize,
        most: usize,
    ) -> bool {
        if length <= most {
            return false;
        }
        let message = format!(
            "this matcher comes to {length} bytes, more than the {most} that \
             are read; the declaration is left out"
        );
        let (code, source) = (Code::RULE_TOO_LONG, self.notes.source);
        let found = Diagnostic::new(code, message, source, text.span());
        let help = "write a shorter one, or several declarations";
        self.notes.push(found.help(help));
        true
    }

    /// A character that no name has: the glob is written as a list or a
    /// regular expression, or not closed.
    fn sign(&mut self, tool: &Decoded, span: Span, in_braces: bool) {
        let text = tool.as_str();
        let sign = match span.of(text) {
            " " => "a blank".to_owned(),
            sign => format!("`{sign}`"),
        };
        let what = match in_braces {
            true => "what it stands in matches nothing",
            false => "this never fires",
        };
        let message = format!("{sign} stands in no tool's name; {what}");
        let names: Vec<_> = text.split(['|', ',']).map(str::trim).collect();
        let plain = |name: &&str| {
            let fine = |c: char| c.is_alphanumeric() || "_-*?".contains(c);
            !name.is_empty() && name.chars().all(fine)
        };
        let are_plain = names.iter().all(plain);
        let help = match (names.as_slice(), span.of(text)) {
            ([name], _) if are_plain => format!("write `{name}`"),
            (names, _) if are_plain => {
                format!("write `{{{}}}`", names.join(","))
            }
            (_, "{" | "}") => "write `{a,b}` for one of two names".to_owned(),
            (_, "[" | "]") => "write letters alone between `[` and `]`, \
                               such as `[A-Z]`"
                .to_owned(),
            _ => "write a name or a glob: `*` is any characters, `{a,b}` \
                  either"
                .to_owned(),
        };
        let found = self.never(message, tool.place(span));
        self.notes.push(found.help(help));
    }

    fn names(&mut self, written: &Written<'_>) {
        let items = written.items();
        let text = written.tool.as_str();
        let is_known = |span: &Span| tools::find(span.of(text)).is_some();
        let any = items.iter().any(is_known);
        for span in items {
            let item = span.of(text);
            let glob = NameGlob::of(item);
            let is_plain = |part: &(Span, GlobPart<'_>)| {
                matches!(part.1, GlobPart::Plain(_))
            };
            let found = match glob.parts().iter().all(is_plain) {
                true => self.name(item, any),
                false => self.glob(item, &glob),
            };
            let Some((code, message, help, severity)) = found else {
                continue;
            };
            let (place, source) =
                (written.tool.place(span), self.notes.source);
            let found = Diagnostic::new(code, message, source, place);
            self.notes.push(found.severity(severity).help(help));
        }
    }

    /// What is wrong with the name of one tool.
    fn name(&self, name: &str, any: bool) -> Option<Found> {
        if tools::find(name).is_some() {
            return None;
        }
        if let Some(server) = name.strip_prefix("mcp__") {
            let server = server.trim_end_matches('_');
            if server.contains("__") {
                return None;
            }
            let message = format!(
                "no tool is called `{name}`; whole names are compared, and \
                 this one never fires"
            );
            let help = match server {
                "" => "write `mcp__*`".to_owned(),
                server => format!("write `mcp__{server}__*`"),
            };
            let code = Code::LITERAL_MCP_PREFIX;
            return Some((code, message, help, code.severity()));
        }
        let code = Code::UNKNOWN_MATCHER_TOOL;
        let elsewhere = tools::foreign(name).map(|(now, _)| now);
        let near = nearest(name, tools::names());
        let severity = match near.or(elsewhere) {
            None if any => Severity::Info,
            _ => code.severity(),
        };
        let message = format!("no tool is called `{name}`; it never matches");
        let help = match (elsewhere, near) {
            (Some(now), _) => format!("the tool here is `{now}`"),
            (_, Some(near)) => format!("did you mean `{near}`?"),
            _ => "remove it, or check the name".to_owned(),
        };
        Some((code, message, help, severity))
    }

    /// What is wrong with a glob: servers may have tools of any name, and
    /// names with a `_` are those of tools that no table knows.
    fn glob(&self, text: &str, glob: &NameGlob<'_>) -> Option<Found> {
        let matches = |name: &str| glob.matches(name).whole;
        let former = tools::ALIASES.iter().map(|(old, _)| *old);
        let mut known = tools::names().chain(former);
        if text.contains('_')
            || glob.matches("mcp__").longer
            || known.any(matches)
            || tools::foreign_names().any(matches)
        {
            return None;
        }
        let lower = text.to_lowercase();
        let lower = NameGlob::of(&lower);
        let mut names = tools::names();
        let meant = names.find(|n| lower.matches(&n.to_lowercase()).whole);
        let help = match meant {
            Some(name) => format!("letter case counts: a tool is `{name}`"),
            None => "remove it, or check the name".to_owned(),
        };
        let code = Code::UNKNOWN_MATCHER_TOOL;
        let message = format!("`{text}` is the name of no tool");
        let message = format!("{message}; it never matches");
        Some((code, message, help, code.severity()))
    }

    /// A glob that no tool of the server has a name for.
    fn other_server(&mut self, written: &Written<'_>, server: &Decoded) {
        let (text, server) = (written.tool.as_str(), server.as_str().trim());
        let part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let named = server.chars().map(|c| if part(c) { c } else { '_' });
        let start = format!("mcp__{}__", named.collect::<String>());
        // Of a plugin's server two names are in use.
        let is_open = server.is_empty()
            || server.starts_with("mcp__")
            || text.contains("plugin_")
            || server.contains(['*', '?', '|', '{']);
        if is_open || written.glob.matches(&start).longer {
            return;
        }
        let message = format!(
            "`{text}` is no tool of the server `{server}`; with both this \
             never fires"
        );
        let found = self.never(message, written.tool.span());
        self.notes.push(found.help("remove one of the two"));
    }
}

/// The code of a finding, what it says, its help, how grave it is.
type Found = (Code, String, String, Severity);

impl Written<'_> {
    /// The first character that stands for itself and in no name, and
    /// whether it stands in braces.
    fn sign(&self) -> Option<(Span, bool)> {
        let parts = self.glob.parts();
        let behind = parts.iter().skip(1).map(|part| Some(part.1));
        let behind = behind.chain([None]);
        let mut in_braces = false;
        for ((span, part), next) in parts.iter().zip(behind) {
            match part {
                GlobPart::Open => in_braces = true,
                GlobPart::Close => in_braces = false,
                // `.*` is meant for any characters.
                GlobPart::Plain('.') if next == Some(GlobPart::Any) => {
                    return Some((*span, in_braces));
                }
                GlobPart::Plain(c) if is_sign(*c) => {
                    return Some((*span, in_braces));
                }
                _ => {}
            }
        }
        None
    }

    /// The items of a list in braces, or all of the glob.
    fn items(&self) -> Vec<Span> {
        let parts = self.glob.parts();
        let is = |at: Option<&(Span, GlobPart<'_>)>, part| {
            at.is_some_and(|own| own.1 == part)
        };
        let opens = parts.iter().filter(|part| part.1 == GlobPart::Open);
        let is_list = is(parts.first(), GlobPart::Open)
            && is(parts.last(), GlobPart::Close)
            && opens.count() == 1;
        let length = self.tool.as_str().len();
        if !is_list {
            return vec![Span::new(0, length)];
        }
        let ors = parts.iter().filter(|part| part.1 == GlobPart::Or);
        let ends = ors.map(|part| part.0.start as usize).chain([length - 1]);
        let mut start = 1;
        let items = ends.map(|end| {
            let item = Span::new(start, end);
            start = end + 1;
            item
        });
        items.filter(|item| !item.is_empty()).collect()
    }
}

/// Whether a character stands in no tool's name.
fn is_sign(c: char) -> bool {
    c.is_ascii() && !c.is_ascii_alphanumeric() && !"_-./".contains(c)
}
