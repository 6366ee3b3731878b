//! The matchers of hooks that a server declares.

use super::build::Builder;
use crate::event::tools;
use crate::ir::{Atom, NameTest, Predicate};
use crate::load::Declared;
use crate::shell::Effects;
use crate::subject::server_in_tools;
use crate::syntax::{TextGlob, glob_regex};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_beyond_stars() {
        let regex = "^mcp__(?:a|b)__x.$".to_owned();
        assert_eq!(tool_name("mcp__{a,b}__x?"), NameTest::Regex(regex));
        assert_eq!(
            tool_name("Bash"),
            NameTest::OneOf(vec!["Bash".to_owned()])
        );
    }
}
