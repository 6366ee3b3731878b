//! Tools that wait: until the session is set up, until blocking guidance is
//! done.

use super::requests::error_answer;
use super::text::{fill, one_line};
use super::write::string;
use super::{Choices, Guidance, Registry, Session, State, Words};

/// Which tools may be called when, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    /// Tools that may always be called, and that set a session up.
    pub init: Vec<String>,
    /// The tools that wait for it.
    pub requires: RequiresInit,
    /// The state that a call of a tool leads to.
    pub moves: Vec<(String, State)>,
    /// Guidance that tools wait for.
    pub blocking: Vec<Blocking>,
    /// The sentences.
    pub words: Words,
    /// Document or code.
    pub choices: Choices,
}

/// The tools that wait until a session is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequiresInit {
    /// All but those that set it up.
    All,
    /// These.
    Only(Vec<String>),
}

/// Guidance that tools wait for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocking {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// The tools that wait: all whose names begin like this, or the one.
    pub holds: Holds,
    /// The tool that belongs to it.
    pub own_tool: String,
}

/// Which tools wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// All whose names begin like this.
    Prefix(String),
    /// The one with this name.
    Tool(String),
}

/// Why a tool has to wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// What the model is told to do.
    pub message: String,
    /// The id of the guidance that must be done first, where it is that.
    pub by: Option<String>,
    /// What would help, where it is that.
    pub hint: Option<String>,
}

/// What a call did to the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The state before.
    pub before: State,
    /// The state now.
    pub after: State,
    /// What the model is told.
    pub guidance: Option<String>,
}

impl Recorded {
    /// Whether the state changed.
    pub fn moved(&self) -> bool {
        self.before != self.after
    }
}

impl Gate {
    /// The gate of the document: every tool waits for `session_init`.
    pub fn document() -> Gate {
        Gate {
            init: vec!["session_init".to_owned()],
            requires: RequiresInit::All,
            moves: vec![("session_init".to_owned(), State::Initialized)],
            blocking: Vec::new(),
            words: Words::default(),
            choices: Choices::DOCUMENT,
        }
    }

    /// The gate of the code: the tools that are listed wait, `server_info`
    /// never does.
    pub fn code(requires: impl IntoIterator<Item = String>) -> Gate {
        let init = ["session_init", "server_info"];
        Gate {
            init: init.map(str::to_owned).to_vec(),
            requires: RequiresInit::Only(requires.into_iter().collect()),
            choices: Choices::CODE,
            ..Gate::document()
        }
    }

    /// With what the guidance of a registry holds back: the tools of an
    /// application (`app:…`) wait for its blocking guidance, and the tool of
    /// a piece of guidance (`app:tag`) waits for what that depends on;
    /// where nothing registered is called so, until the name itself, as it
    /// is written, is [done](Session::complete).
    #[must_use]
    pub fn with(mut self, registry: &Registry) -> Gate {
        for one in registry.all() {
            let app = one.app();
            if one.blocking {
                let prefix = Holds::Prefix(format!("{app}:"));
                self.blocking.push(Blocking::of(one, prefix));
            }
            for name in &one.dependencies {
                let named = |other: &&Guidance| {
                    (other.app() == app && other.tag == *name)
                        || (name.ends_with(&other.tag) && other.id() == *name)
                };
                let own = Holds::Tool(format!("{app}:{}", one.tag));
                let before = registry.all().iter().find(named);
                self.blocking.push(match before {
                    Some(before) => Blocking::of(before, own),
                    None => Blocking {
                        id: name.clone(),
                        name: name.clone(),
                        holds: own,
                        own_tool: String::new(),
                    },
                });
            }
        }
        self
    }

    /// Whether a tool may be called now; the reason where it must wait.
    pub fn check(&self, session: &Session, tool: &str) -> Option<Blocked> {
        if self.init.iter().any(|name| name == tool) {
            return None;
        }
        if session.state == State::Uninitialized && self.waits(tool) {
            return Some(self.not_set_up(tool));
        }
        let holds = |one: &&Blocking| {
            let is_own = one.own_tool == tool && !self.choices.blocks_own_tool;
            !session.done.contains(&one.id) && one.holds(tool) && !is_own
        };
        let blocking = self.blocking.iter().find(holds)?;
        let (name, tool) = (one_line(&blocking.name), one_line(tool));
        let values = [("tool", tool.as_str()), ("name", name.as_str())];
        Some(Blocked {
            message: fill(self.words.get("waits"), &values),
            by: Some(blocking.id.clone()),
            hint: Some(fill(self.words.get("hint"), &values)),
        })
    }

    fn waits(&self, tool: &str) -> bool {
        match &self.requires {
            RequiresInit::All => true,
            RequiresInit::Only(tools) => tools.iter().any(|name| name == tool),
        }
    }

    fn not_set_up(&self, tool: &str) -> Blocked {
        let name = if self.choices.short_message {
            "blocked-short"
        } else {
            "blocked"
        };
        let (tool, init) = (one_line(tool), self.init.join(" or "));
        let values = [("tool", tool.as_str()), ("init", init.as_str())];
        let message = fill(self.words.get(name), &values);
        Blocked { message, by: None, hint: None }
    }

    /// Notes that a tool was called with success, and in which request.
    /// What it was called with plays no part.
    pub fn record(
        &self,
        session: &mut Session,
        tool: &str,
        request: Option<&str>,
    ) -> Recorded {
        if let Some(request) = request {
            session.request = Some(request.to_owned());
        }
        let before = session.state;
        let target = self.moves.iter().find(|one| one.0 == tool);
        let target = target.map(|one| one.1).filter(|&state| {
            state > before || (self.choices.moves_back && state != before)
        });
        let is_init = self.init.iter().any(|name| name == tool);
        let works = matches!(before, State::Initialized | State::Ready);
        session.state = match target {
            Some(state) => state,
            None if works && !is_init && !self.is_a_move(tool) => {
                State::Working
            }
            None => before,
        };
        let is_start = before == State::Uninitialized
            && session.state == State::Initialized;
        let guidance =
            is_start.then(|| self.words.get("initialized").to_owned());
        Recorded { before, after: session.state, guidance }
    }

    /// Whether a tool is one of those that lead to a state, so that calling
    /// it again is no work.
    fn is_a_move(&self, tool: &str) -> bool {
        self.moves.iter().any(|one| one.0 == tool)
    }
}

impl Blocking {
    fn of(guidance: &Guidance, holds: Holds) -> Blocking {
        Blocking {
            id: guidance.id(),
            name: guidance.name.clone(),
            holds,
            own_tool: format!("{}:{}", guidance.app(), guidance.tag),
        }
    }

    fn holds(&self, tool: &str) -> bool {
        match &self.holds {
            Holds::Prefix(prefix) => tool.starts_with(prefix.as_str()),
            Holds::Tool(name) => tool == name,
        }
    }
}

impl Session {
    /// Notes that blocking guidance is done.
    pub fn complete(&mut self, id: impl Into<String>) {
        self.done.insert(id.into());
    }
}

impl Blocked {
    /// The answer to the call, as MCP wants it: `isError` and one text. For
    /// blocking guidance the text is itself JSON.
    pub fn answer(&self) -> String {
        let Some(by) = &self.by else { return error_answer(&self.message) };
        let mut lines = vec![
            "  \"success\": false".to_owned(),
            format!("  \"error\": {}", string(&self.message)),
            "  \"workflowViolation\": true".to_owned(),
            format!("  \"blockedBy\": {}", string(by)),
        ];
        if let Some(hint) = &self.hint {
            lines.push(format!("  \"hint\": {}", string(hint)));
        }
        error_answer(&format!("{{\n{}\n}}", lines.join(",\n")))
    }
}
