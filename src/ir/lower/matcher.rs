//! A group's matcher (spec 6.3).

use super::Lowerer;
use crate::diagnostic::Code;
use crate::dialect::{Dialect, ToolMatch};
use crate::event::table::MatcherField;
use crate::event::{EventKind, tools};
use crate::ir::{Atom, NameTest, Predicate};
use crate::syntax::matcher::MatcherProblem;
use crate::syntax::{Matcher, TextGlob};

impl Lowerer {
    /// Lowers the matcher of a group of hooks. A matcher that cannot be read
    /// matches nothing, and a finding says so.
    pub fn matcher(
        &mut self,
        text: &str,
        kind: EventKind,
        dialect: &Dialect,
    ) -> Predicate {
        let row = kind.row();
        if row.matcher == MatcherField::None {
            return Predicate::Always;
        }
        if dialect.surface.tool_match == ToolMatch::Glob {
            let test = NameTest::Glob(TextGlob::stars(text));
            return self.atoms.test(Atom::MatcherField(test));
        }
        let parsed = dialect.read_matcher(text, kind);
        let is_rule = |problem: &MatcherProblem| {
            matches!(problem, MatcherProblem::PermissionRule { .. })
        };
        // What is wrong with a rule as an expression tells nothing more.
        let rule = parsed.problems.iter().any(is_rule);
        for problem in parsed.problems.iter().filter(|_| !rule) {
            if let MatcherProblem::Regex(error) = problem {
                let message = format!(
                    "{}; the group matches nothing",
                    error.kind.message()
                );
                let help = match text.strip_prefix("*.") {
                    Some(_) if kind == EventKind::FILE_CHANGED => {
                        "write the names of the files, such as `.env|.envrc`"
                            .to_owned()
                    }
                    // A list of files, where names of tools are compared.
                    Some(rest) if is_extension(rest) => format!(
                        "write names of tools, such as `Edit|Write`; for \
                         files write `\"if\": \"Edit({text})\"` on the \
                         handler"
                    ),
                    _ => error.kind.help().to_owned(),
                };
                self.note(Code::INVALID_REGEX, message, error.span, help);
            }
        }
        match parsed.matcher {
            Matcher::All => Predicate::Always,
            Matcher::Exact(items) => {
                let is_tool = row.matcher == MatcherField::Field("tool_name");
                let aliases = is_tool && dialect.aliases;
                let mut names: Vec<String> = items
                    .into_iter()
                    .map(|item| match aliases {
                        true => tools::canonical(&item.value).to_owned(),
                        false => item.value,
                    })
                    .collect();
                names.sort();
                names.dedup();
                self.atoms.test(Atom::MatcherField(NameTest::OneOf(names)))
            }
            Matcher::Regex(regex) if parsed.regex.is_some() => {
                let test = NameTest::Regex(regex.value);
                self.atoms.test(Atom::MatcherField(test))
            }
            Matcher::Regex(_) => Predicate::Never,
        }
    }
}

/// Whether a text is what stands behind the dot in the name of a file.
fn is_extension(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric())
}
