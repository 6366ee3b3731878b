//! What is remembered between events: a value that is passed in and comes
//! back changed, never a clock or a file.

mod read;
mod skills;

pub use read::StateFault;
pub use skills::{MAX_SKILLS, Skill};

use super::steps::{Plan, Work};
use crate::event::EventKind;
use crate::json::quote;
use std::fmt::Write as _;

/// How many sessions that have started are remembered.
pub const MAX_SESSIONS: usize = 64;

/// In how many sessions it is remembered that the same hook has fired.
pub const MAX_FIRED: usize = 256;

/// What is remembered between events, and what a person has settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The time, in seconds from any start that does not change.
    pub now: u64,
    /// Whether the person trusts the project the hooks come from.
    pub trusted: bool,
    /// What is known of servers that declare hooks.
    pub servers: Vec<Server>,
    /// The hooks that have fired, oldest first; of each not more than the
    /// last [`MAX_FIRED`] sessions.
    pub fired: Vec<Fired>,
    /// The sessions that have started, oldest first; not more than
    /// [`MAX_SESSIONS`].
    pub sessions: Vec<String>,
    /// The skills that sessions use, oldest first; not more than
    /// [`MAX_SKILLS`].
    pub skills: Vec<Skill>,
    /// How often in a row hooks have kept the agent from stopping.
    pub stop_blocks: u32,
    /// Whether hooks are left out when the agent goes on because of one.
    pub guard_stops: bool,
    /// The hooks that are switched off, by their id.
    pub disabled: Vec<String>,
    /// The limits on what servers may say.
    pub caps: Caps,
}

/// What is known of a server that declares hooks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Server {
    /// Its name.
    pub name: String,
    /// Whether the person trusts it.
    pub trusted: bool,
    /// Whether `required` is taken as `important`.
    pub downgrade: bool,
    /// What was approved of it, `None` where nobody asks for approval. A
    /// plan says of each text what must stand here ([`Step::pin`],
    /// [`Skipped::pin`]): the declaration with its event and its matcher, so
    /// that another one of these is another text.
    ///
    /// [`Step::pin`]: super::Step::pin
    /// [`Skipped::pin`]: super::steps::Skipped::pin
    pub approved: Option<Vec<String>>,
}

/// A hook that has fired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fired {
    /// The hook's id.
    pub hook: String,
    /// The session it fired in.
    pub session: Option<String>,
    /// When it last fired.
    pub at: u64,
}

/// The limits on what servers may say about one event. They never keep a
/// hook that could stop something from running.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caps {
    /// The hooks.
    pub hooks: Option<usize>,
    /// The characters of their texts together.
    pub characters: Option<usize>,
    /// The seconds between two texts of the same hook.
    pub cooldown: Option<u64>,
    /// Whether servers nobody trusts may say nothing at all.
    pub only_trusted: bool,
}

impl Default for State {
    /// A first event in a project that is trusted.
    fn default() -> State {
        State {
            now: 0,
            trusted: true,
            servers: Vec::new(),
            fired: Vec::new(),
            sessions: Vec::new(),
            skills: Vec::new(),
            stop_blocks: 0,
            guard_stops: false,
            disabled: Vec::new(),
            caps: Caps::default(),
        }
    }
}

impl State {
    /// What is known of a server. Of several entries the strictest counts:
    /// each must trust it, one is enough to lower it, and all that ask for
    /// approval must have it. Linear in the entries.
    pub fn server(&self, name: &str) -> Option<Server> {
        let mut all = self.servers.iter().filter(|it| it.name == name);
        let first = all.next()?.clone();
        Some(all.fold(first, |mut known, other| {
            known.trusted &= other.trusted;
            known.downgrade |= other.downgrade;
            known.approved = match (known.approved, &other.approved) {
                (Some(mut pins), Some(others)) => {
                    pins.retain(|pin| others.contains(pin));
                    Some(pins)
                }
                (pins, others) => pins.or_else(|| others.clone()),
            };
            known
        }))
    }

    /// Whether a hook has fired, in this session or in any.
    pub fn has_fired(&self, hook: &str, session: Option<&str>) -> bool {
        self.fired.iter().any(|fired| {
            fired.hook == hook
                && (session.is_none() || fired.session.as_deref() == session)
        })
    }

    /// When a hook last fired.
    pub fn last_fired(&self, hook: &str) -> Option<u64> {
        let times = self.fired.iter().filter(|fired| fired.hook == hook);
        times.map(|fired| fired.at).max()
    }

    /// The state behind the events of a plan. Only hooks that something is
    /// asked of later are remembered: those with `once` and those of
    /// servers.
    #[must_use]
    pub fn after(&self, plan: &Plan) -> State {
        let mut next = self.clone();
        if let Some(session) = &plan.session
            && plan.event == Some(EventKind::SESSION_START)
            && !self.sessions.contains(session)
        {
            let over = (next.sessions.len() + 1).saturating_sub(MAX_SESSIONS);
            next.sessions.drain(..over);
            next.sessions.push(session.clone());
        }
        if let Some(skill) = &plan.skill {
            next.uses(skill);
        }
        for step in &plan.steps {
            let said = matches!(step.work, Work::Inject { .. });
            if !step.once && !said {
                continue;
            }
            next.fire(&step.id, plan.session.clone());
        }
        next
    }

    /// Remembers that a hook fires now, behind all that did before.
    fn fire(&mut self, hook: &str, session: Option<String>) {
        self.fired
            .retain(|fired| fired.hook != hook || fired.session != session);
        self.forget(hook);
        let (hook, at) = (hook.to_owned(), self.now);
        self.fired.push(Fired { hook, session, at });
    }

    /// Makes room for a hook's next session.
    fn forget(&mut self, hook: &str) {
        let own = |fired: &&Fired| fired.hook == hook;
        let mut over = (self.fired.iter().filter(own).count() + 1)
            .saturating_sub(MAX_FIRED);
        self.fired.retain(|fired| {
            let goes = over > 0 && fired.hook == hook;
            over -= usize::from(goes);
            !goes
        });
    }

    /// The state behind a verdict on the agent's stopping.
    #[must_use]
    pub fn after_stop(&self, was_kept: bool) -> State {
        let stop_blocks =
            if was_kept { self.stop_blocks.saturating_add(1) } else { 0 };
        State { stop_blocks, ..self.clone() }
    }

    /// The state as JSON that [`State::read`] reads.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        let _ = write!(
            out,
            "{{\"now\":{},\"trusted\":{},\"stop_blocks\":{},\
             \"guard_stops\":{},\"fired\":",
            self.now, self.trusted, self.stop_blocks, self.guard_stops
        );
        list(&mut out, &self.fired, |out, fired| {
            out.push_str("{\"hook\":");
            quote(&fired.hook, out);
            if let Some(session) = &fired.session {
                out.push_str(",\"session\":");
                quote(session, out);
            }
            let _ = write!(out, ",\"at\":{}}}", fired.at);
        });
        out.push_str(",\"sessions\":");
        list(&mut out, &self.sessions, |out, id| quote(id, out));
        out.push_str(",\"skills\":");
        list(&mut out, &self.skills, |out, skill| {
            out.push_str("{\"name\":");
            quote(&skill.name, out);
            if let Some(session) = &skill.session {
                out.push_str(",\"session\":");
                quote(session, out);
            }
            out.push('}');
        });
        out.push_str(",\"servers\":");
        list(&mut out, &self.servers, |out, server| {
            out.push_str("{\"name\":");
            quote(&server.name, out);
            let (trusted, downgrade) = (server.trusted, server.downgrade);
            let _ = write!(
                out,
                ",\"trusted\":{trusted},\"downgrade\":{downgrade}"
            );
            if let Some(approved) = &server.approved {
                out.push_str(",\"approved\":");
                list(out, approved, |out, id| quote(id, out));
            }
            out.push('}');
        });
        out.push_str(",\"disabled\":");
        list(&mut out, &self.disabled, |out, id| quote(id, out));
        out.push_str(",\"caps\":");
        self.caps.write(&mut out);
        out.push('}');
        out
    }
}

impl Caps {
    fn write(&self, out: &mut String) {
        let _ = write!(out, "{{\"only_trusted\":{}", self.only_trusted);
        let hooks = self.hooks.map(|n| n as u64);
        let characters = self.characters.map(|n| n as u64);
        for (name, value) in [
            ("hooks", hooks),
            ("characters", characters),
            ("cooldown", self.cooldown),
        ] {
            if let Some(value) = value {
                let _ = write!(out, ",\"{name}\":{value}");
            }
        }
        out.push('}');
    }
}

fn list<T>(
    out: &mut String,
    items: &[T],
    mut each: impl FnMut(&mut String, &T),
) {
    out.push('[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        each(out, item);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Tape;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let state = State {
            now: 70,
            trusted: false,
            servers: vec![Server {
                name: "an\"nal".into(),
                trusted: true,
                downgrade: true,
                approved: Some(vec!["a".into(), "b".into()]),
            }],
            fired: vec![Fired {
                hook: "x".into(),
                session: Some("s".into()),
                at: 10,
            }],
            sessions: vec!["s".into(), "t\"".into()],
            skills: vec![
                Skill { name: "p:a".into(), session: Some("s".into()) },
                Skill { name: "b".into(), session: None },
            ],
            stop_blocks: 3,
            guard_stops: true,
            disabled: vec!["y".into()],
            caps: Caps {
                hooks: Some(2),
                characters: None,
                cooldown: Some(60),
                only_trusted: true,
            },
        };
        for state in [state, State::default()] {
            let text = state.to_json();
            let tape = Tape::of(&text);
            assert!(tape.problems().is_empty(), "{text}");
            let read = State::read(tape.root(&text).unwrap());
            assert_eq!(read, Ok(state));
        }
    }

    #[test]
    fn a_state_does_not_grow_with_every_session() {
        let mut state = State::default();
        for at in 0..MAX_FIRED + 9 {
            state.fire("x", Some(at.to_string()));
        }
        assert_eq!(state.fired.len(), MAX_FIRED);
        assert!(state.has_fired("x", Some(&(MAX_FIRED + 8).to_string())));
        assert!(!state.has_fired("x", Some("8")));
    }

    /// A session that goes on is not the one that is forgotten.
    #[test]
    fn the_oldest_firing_stands_first() {
        let mut state = State::default();
        for (now, session) in ["a", "b", "a"].into_iter().enumerate() {
            state.now = now as u64;
            state.fire("x", Some(session.to_owned()));
        }
        let order = |state: &State| {
            let fired = state.fired.iter();
            let both = fired.map(|one| (one.session.clone(), one.at));
            both.collect::<Vec<_>>()
        };
        let own = |name: &str| Some(name.to_owned());
        assert_eq!(order(&state), [(own("b"), 1), (own("a"), 2)]);
        for at in 0..MAX_FIRED - 1 {
            state.fire("x", Some(at.to_string()));
        }
        assert!(state.has_fired("x", Some("a")));
        assert!(!state.has_fired("x", Some("b")));
    }

    #[test]
    fn of_a_server_that_stands_twice_the_stricter_entry_counts() {
        let entry = |trusted, downgrade, approved: Option<&[&str]>| Server {
            name: "a".into(),
            trusted,
            downgrade,
            approved: approved
                .map(|pins| pins.iter().map(|&pin| pin.into()).collect()),
        };
        let (x, y) = (Some(&["x", "y"][..]), Some(&["y"][..]));
        for (one, other, both) in [
            (
                entry(true, false, None),
                entry(false, true, y),
                entry(false, true, y),
            ),
            (
                entry(true, false, x),
                entry(true, false, y),
                entry(true, false, y),
            ),
        ] {
            for servers in [[one.clone(), other.clone()], [other, one]] {
                let servers = servers.to_vec();
                let state = State { servers, ..State::default() };
                assert_eq!(state.server("a"), Some(both.clone()));
                assert_eq!(state.server("b"), None);
            }
        }
    }

    #[test]
    fn a_restriction_of_the_wrong_type_is_said() {
        for text in [
            r#"{"servers": {"a": {"trusted": false}}}"#,
            r#"{"servers": "cap"}"#,
            r#"{"servers": null}"#,
            r#"{"servers": ["a"]}"#,
            r#"{"servers": [{"trusted": false}]}"#,
            r#"{"servers": [{"name": "", "trusted": false}]}"#,
            r#"{"fired": {"hook": "x"}}"#,
            r#"{"fired": [{"at": 5}]}"#,
        ] {
            let tape = Tape::of(text);
            let faults = State::read(tape.root(text).unwrap()).unwrap_err();
            assert_eq!(faults.len(), 1, "{text}: {faults:?}");
        }
    }

    #[test]
    fn what_is_wrong_in_a_state_is_said() {
        let text = r#"{"now": -1, "trusted": "yes", "fird": [], "caps": {}}"#;
        let tape = Tape::of(text);
        let faults = State::read(tape.root(text).unwrap()).unwrap_err();
        assert_eq!(faults.len(), 3, "{faults:?}");
        assert!(faults[2].message.contains("did you mean `fired`"));
        for (text, must) in [
            (r#"{"trusted": "no"}"#, "`trusted` must be `true` or `false`"),
            (
                r#"{"caps": {"only_trusted": 1}}"#,
                "`only_trusted` must be `true` or `false`",
            ),
            (
                r#"{"stop_blocks": 1e3}"#,
                "`stop_blocks` must be a whole number that is not negative",
            ),
            (r#"{"sessions": [1]}"#, "`sessions` must be a list of texts"),
            (r#"{"servers": {}}"#, "`servers` must be a list"),
            (r#"{"servers": [{"name": 1}]}"#, "`name` must be a text"),
        ] {
            let tape = Tape::of(text);
            let faults = State::read(tape.root(text).unwrap()).unwrap_err();
            let said: Vec<_> = faults.iter().map(|f| &*f.message).collect();
            assert_eq!(said, [must]);
        }
    }
}
