//! Agents: which calls a rule on one is about.

use super::faults::usual_agent;
use super::{Lowered, Lowerer, Scene};
use crate::event::tools::Tool;
use crate::ir::{Atom, Family, Predicate};
use crate::shell::Effects;
use crate::source::Spanned;
use crate::syntax::{TextGlob, stars_match};

/// The agents that a call without a type is for.
const USUAL_AGENTS: &[&str] = &["fork", "general-purpose"];

/// The field under which guards find the agent of a call in each way that
/// runners read its name.
pub(crate) const AGENT_CALL: &str = "tool_input.subagent_type+read";

impl Lowerer {
    pub(super) fn agent(
        &mut self,
        tool: &Tool,
        content: &Spanned<String>,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        if content.value == "*" {
            return Some(self.whole_tool(tool, effects));
        }
        if let Some(lowered) = self.param(tool, content, effects, scene) {
            return lowered;
        }
        let name = content.value.as_str();
        let guards = effects != Effects::ALLOW && scene.dialect.doubts_count;
        let open = guards && name.contains('*');
        if !open {
            self.check_agent(tool, content);
        }
        let mut typed = |pattern| {
            let path = "tool_input.subagent_type".to_owned();
            self.atoms.test(Atom::Field { path, pattern: Some(pattern) })
        };
        let mut field = match open {
            true => Predicate::any_of(
                [TextGlob::command(name), TextGlob::stars(name)]
                    .map(&mut typed),
            ),
            false => typed(TextGlob::exact(name)),
        };
        let usual = usual_agent(name).filter(|_| guards);
        let usual = usual.unwrap_or(name);
        if guards && USUAL_AGENTS.iter().any(|one| stars_match(usual, one)) {
            // Neither left out nor null nor empty.
            let named = typed(TextGlob::stars("*"));
            let empty = typed(TextGlob::exact(""));
            field = Predicate::any_of([field, named.negated(), empty]);
        }
        if guards {
            let read = match open {
                true => TextGlob::stars(&agent_read(name, "-")),
                false => TextGlob::exact(agent_read(name, "")),
            };
            let (path, pattern) = (AGENT_CALL.to_owned(), Some(read));
            let read = self.atoms.test(Atom::Field { path, pattern });
            field = Predicate::any_of([field, read]);
        }
        let tool = self.tool_is(vec![tool.name.to_owned()]);
        let predicate = Predicate::all_of([tool, field]);
        Some(Lowered { predicate, family: Family::Other })
    }
}

/// Appends the name of an agent as runners read it, for which letter case does
/// not count, nor which signs stand between its words: here `between`.
pub(crate) fn read_agent(name: &str, between: &str, out: &mut String) {
    let divides = |c: char| {
        matches!(c, '-' | '_') || c.is_whitespace() || c.is_control()
    };
    let words = name.split(divides).filter(|word| !word.is_empty());
    for (at, word) in words.enumerate() {
        if at > 0 {
            out.push_str(between);
        }
        out.extend(word.chars().flat_map(char::to_lowercase));
    }
}

/// The same as a text.
pub(super) fn agent_read(name: &str, between: &str) -> String {
    let mut out = String::new();
    read_agent(name, between, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::agent_read;

    #[test]
    fn an_agent_has_one_name_in_all_its_spellings() {
        for name in [
            "code-reviewer",
            "Code Reviewer",
            " CODE__reviewer\n",
            "code - reviewer",
        ] {
            assert_eq!(agent_read(name, "-"), "code-reviewer");
            assert_eq!(agent_read(name, ""), "codereviewer");
        }
        assert_eq!(agent_read("p:Review-*", "-"), "p:review-*");
    }
}
