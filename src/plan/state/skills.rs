//! Skills that a session uses: what stands in them counts from then on.

use std::borrow::Cow;

use super::State;
use crate::event::{Context, Event, EventKind};

/// How many uses of skills are remembered.
pub const MAX_SKILLS: usize = 256;

/// A skill, or a command of a person, that a session uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    /// Its name, as calls have it.
    pub name: String,
    /// The session.
    pub session: Option<String>,
}

impl Skill {
    /// The skill that an event begins to use: a call of the tool `Skill`, or
    /// a command that a person sends. Whether the call is let run nobody
    /// knows yet.
    pub(in crate::plan) fn of(event: &Event<'_>) -> Option<Skill> {
        let name = match event.kind? {
            EventKind::USER_PROMPT_EXPANSION => event.field("command_name")?,
            kind if kind.is_tool() && event.tool_name == Some("Skill") => {
                event.input("skill")?
            }
            _ => return None,
        };
        let name = name.str()?.split_whitespace().next()?;
        let name = name.strip_prefix('/').unwrap_or(name).to_owned();
        let session = event.session_id.map(str::to_owned);
        Some(Skill { name, session })
    }
}

impl State {
    /// The context of an event with the skills that its session uses, as
    /// [`Engine::plan`](crate::plan::Engine::plan) takes it: for whoever asks
    /// [`Engine::answer`](crate::plan::Engine::answer) first. Linear in the
    /// skills.
    pub fn context<'c>(
        &self,
        event: &Event<'_>,
        context: &'c Context,
    ) -> Cow<'c, Context> {
        let session = event.session_id;
        let own = self.skills.iter();
        let own = own.filter(|skill| skill.session.as_deref() == session);
        let names: Vec<_> = own.map(|skill| skill.name.clone()).collect();
        if names.is_empty() {
            return Cow::Borrowed(context);
        }
        let mut context = context.clone();
        context.active_skills.extend(names);
        Cow::Owned(context)
    }

    /// Remembers that a session uses a skill.
    pub(super) fn uses(&mut self, skill: &Skill) {
        self.skills.retain(|known| known != skill);
        let over = (self.skills.len() + 1).saturating_sub(MAX_SKILLS);
        self.skills.drain(..over);
        self.skills.push(skill.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    fn of(text: &str) -> Option<String> {
        let mut tape = Tape::new();
        let event = Event::read(text, &mut tape);
        Skill::of(&event).map(|skill| skill.name)
    }

    #[test]
    fn a_skill_is_used_by_calls_and_commands() {
        let call = |kind: &str, tool: &str, skill: &str| {
            of(&format!(
                r#"{{"hook_event_name":"{kind}","tool_name":"{tool}",
                    "tool_input":{{"skill":"{skill}"}}}}"#
            ))
        };
        let name = |text: &str| Some(text.to_owned());
        assert_eq!(call("PreToolUse", "Skill", "a"), name("a"));
        assert_eq!(call("PostToolUse", "Skill", "/p:a now"), name("p:a"));
        assert_eq!(call("PreToolUse", "Read", "a"), None);
        assert_eq!(call("Stop", "Skill", "a"), None);
        assert_eq!(call("PreToolUse", "Skill", ""), None);
        let sent = r#"{"hook_event_name":"UserPromptExpansion",
            "command_name":"deploy"}"#;
        assert_eq!(of(sent), name("deploy"));
    }

    #[test]
    fn a_state_does_not_grow_with_every_skill() {
        let mut state = State::default();
        for at in 0..MAX_SKILLS + 5 {
            let skill =
                |at: usize| Skill { name: format!("s{at}"), session: None };
            state.uses(&skill(at));
            state.uses(&skill(at));
        }
        assert_eq!(state.skills.len(), MAX_SKILLS);
        assert_eq!(state.skills.first().unwrap().name, "s5");
    }
}
