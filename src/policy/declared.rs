//! The matchers of hooks that a server declares.

use super::build::Builder;
use crate::event::tools;
use crate::ir::{Atom, NameTest, Predicate};
use crate::load::Declared;
use crate::shell::Effects;
use crate::subject::server_in_tools;
use crate::syntax::TextGlob;

impl Builder<'_> {
    /// All fields of a matcher must match.
    pub(super) fn declared(&mut self, declared: &Declared) -> Predicate {
        let atoms = &mut self.lowerer.atoms;
        let tool = declared.tool.as_ref().map(|tool| {
            let test = tool_name(tool.as_str());
            atoms.test(Atom::Tool(test))
        });
        let server = declared.server.as_ref().map(|server| {
            let server = server_in_tools(server.as_str()).collect();
            let effects = Effects::IF;
            atoms.test(Atom::Mcp { server, tool: None, effects })
        });
        let input = declared.input.as_ref().map(|input| {
            let bytes = input.as_str().as_bytes().to_vec();
            atoms.test(Atom::InputContains(bytes))
        });
        Predicate::all_of([tool, server, input].into_iter().flatten())
    }
}

/// A tool's whole name, or a glob over it.
fn tool_name(text: &str) -> NameTest {
    if !text.contains(['*', '?', '[', '{']) {
        return NameTest::OneOf(vec![tools::canonical(text).to_owned()]);
    }
    if !text.contains(['?', '[', '{', '\\']) {
        return NameTest::Glob(TextGlob::stars(text));
    }
    NameTest::Regex(glob_regex(text))
}

/// A glob over the names of tools, as a server declares it, as a regular
/// expression for whole names. What cannot be a part of one stands for
/// itself. Linear in the glob.
pub fn glob_regex(glob: &str) -> String {
    let mut out = String::from("^");
    let mut chars = glob.char_indices();
    let mut braces = 0usize;
    while let Some((at, c)) = chars.next() {
        let rest = glob.get(at + c.len_utf8()..).unwrap_or("");
        match c {
            '*' => out.push_str(".*"),
            '?' => out.push('.'),
            '[' if class(rest).is_some() => {
                let inner = class(rest).unwrap_or("");
                let (no, inner) = match inner.strip_prefix(['!', '^']) {
                    Some(inner) => ("^", inner),
                    None => ("", inner),
                };
                out.push('[');
                out.push_str(no);
                inner.chars().for_each(|c| {
                    if matches!(c, '\\' | '^' | '[') {
                        out.push('\\');
                    }
                    out.push(c);
                });
                out.push(']');
                while chars.next().is_some_and(|(_, c)| c != ']') {}
            }
            '{' if rest.contains('}') && !in_brace(rest) => {
                braces += 1;
                out.push_str("(?:");
            }
            '}' if braces > 0 => {
                braces -= 1;
                out.push(')');
            }
            ',' if braces > 0 => out.push('|'),
            c => {
                if !c.is_alphanumeric() && c.is_ascii() && c != '_' {
                    out.push('\\');
                }
                out.push(c);
            }
        }
    }
    out.push('$');
    out
}

/// What stands in a class up to its `]`: names only, so that it means the
/// same in both languages.
fn class(rest: &str) -> Option<&str> {
    let (inner, _) = rest.split_once(']')?;
    let names = inner.trim_start_matches(['!', '^']);
    let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let ends = names.starts_with('-') || names.ends_with('-');
    let ranges = names.as_bytes().windows(3).all(|three| match three {
        [from, b'-', to] => from <= to,
        _ => true,
    });
    (!names.is_empty() && names.chars().all(fine) && !ends && ranges)
        .then_some(inner)
}

/// Whether another brace opens before this one closes.
fn in_brace(rest: &str) -> bool {
    let inner = rest.split('}').next().unwrap_or("");
    inner.contains('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_beyond_stars() {
        assert_eq!(glob_regex("mcp__{a,b}__x?"), "^mcp__(?:a|b)__x.$");
        assert_eq!(glob_regex("[!A-Z]x["), "^[^A-Z]x\\[$");
        assert_eq!(glob_regex("a.b?"), "^a\\.b.$");
        assert_eq!(
            tool_name("Bash"),
            NameTest::OneOf(vec!["Bash".to_owned()])
        );
    }
}
