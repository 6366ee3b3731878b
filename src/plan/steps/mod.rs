//! What is to be done about an event: ordered steps, and what is left out
//! with the reason.

mod build;
mod gates;
#[cfg(test)]
mod tests;
mod work;

pub(super) use build::plan;

use super::answers::{Ended, Outcome, outcome};
use super::state::Skill;
use super::{Behavior, Skip};
use crate::dialect::{Dialect, Fallback, InputConflict, InputMerge, Word};
use crate::event::{EventKind, Shell};
use crate::load::{HandlerKind, Level};
use crate::syntax::Template;

/// What is to be done about one event. Equal inputs give equal plans.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The event.
    pub event: Option<EventKind>,
    /// The session it belongs to.
    pub session: Option<String>,
    /// What the permission rules say; nothing on events that ask for no
    /// decision.
    pub rules: Behavior,
    /// Why they say so.
    pub reason: String,
    /// Where the rule stands that decides.
    pub rule: Option<String>,
    /// Whether the steps run at the same time.
    pub parallel: bool,
    /// The steps, in configuration order.
    pub steps: Vec<Step>,
    /// The hooks that wait for this event and do not run.
    pub skipped: Vec<Skipped>,
    /// What is to be known about the event.
    pub notices: Vec<String>,
    /// The skill that the event begins to use.
    pub skill: Option<Skill>,
    /// What the tool is called with, as JSON without blanks.
    pub input: Option<String>,
    /// Whether an answer can stop what happens: a change of the settings of
    /// an organisation it cannot.
    pub stoppable: bool,
    /// Whether the call is a question to the person, which a hook answers by
    /// what it puts into the input, and not by letting it run.
    pub questions: bool,
    /// Whether the call removes a critical path, which no hook lets run
    /// (spec 2.8): somebody is asked.
    pub critical: bool,
    /// How answers are put together.
    pub joining: Joining,
    /// The outcomes of the steps that cost nothing.
    foregone: Vec<(usize, Outcome)>,
}

impl Plan {
    /// The outcomes that are known before anything is run: decisions and
    /// texts that stand in the policy itself, and what cannot be run. Each
    /// with its step. [`fold`](super::answers::fold) adds them by itself.
    pub fn foregone(&self) -> &[(usize, Outcome)] {
        &self.foregone
    }

    /// Finds out what the steps that cost nothing lead to.
    fn foresee(&mut self, kind: EventKind, dialect: &Dialect) {
        let steps = self.steps.iter().enumerate();
        let given = steps.filter(|(_, step)| step.cost == Cost::Nothing);
        let read = |step| outcome(step, kind, &Ended::Nothing, dialect);
        self.foregone = given.map(|(at, step)| (at, read(step))).collect();
    }
}

/// How the answers of a plan's steps are put together: the part of the
/// dialect that [`super::answers::fold`] needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Joining {
    /// How several changes of the input are put together.
    pub merge: InputMerge,
    /// What two changes of the same key lead to.
    pub conflict: InputConflict,
    /// What happens to a call that nothing decides.
    pub fallback: Fallback,
    /// Whether `suppressOutput` hides anything.
    pub suppresses: bool,
    /// Whether nobody is asked: what would ask is denied.
    pub denies_asking: bool,
}

/// One hook that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// Its position in the policy.
    pub hook: usize,
    /// What it is known by from event to event.
    pub id: String,
    /// What an approval of it is pinned to, where a server tells something.
    pub pin: Option<String>,
    /// Where it stands; more than one place where the same hook stands
    /// several times.
    pub origins: Vec<String>,
    /// The type of handler.
    pub kind: HandlerKind,
    /// What is done.
    pub work: Work,
    /// What is shown while it runs.
    pub status: Option<String>,
    /// What it costs.
    pub cost: Cost,
    /// The time it may take, in milliseconds.
    pub timeout: u64,
    /// Whether nobody waits for it.
    pub is_async: bool,
    /// Whether its failure blocks.
    pub failure_blocks: bool,
    /// Whether it runs once.
    pub once: bool,
    /// How far it bears on the call, where it is an answer already.
    pub bearing: Bearing,
    /// What is to be known about it.
    pub notices: Vec<String>,
}

/// How far an answer that stands in the policy bears on a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bearing {
    /// On all of it.
    #[default]
    Whole,
    /// On a part of it: it may stop the call, but lets nothing run.
    Part,
    /// On it only if what is in doubt turns out so: it asks, where it would
    /// stop.
    Doubtful,
}

/// What a step does, with all that can be filled in filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Work {
    /// Runs a program with the event on its standard input.
    Command {
        /// The command line as it is written; its shell fills in what stands
        /// in the environment. With `args` the program.
        command: String,
        /// The arguments; with them no shell is involved, and what is known
        /// is filled in.
        args: Option<Vec<String>>,
        /// The shell.
        shell: Shell,
        /// Variables for its environment.
        environment: Vec<(String, String)>,
        /// Whether exit code 2 wakes the agent.
        rewake: bool,
    },
    /// Posts the event.
    Http {
        /// The address; [`judge`](super::address::judge) says whether what
        /// its name leads to may be reached.
        url: String,
        /// The headers; placeholders that are left are variables of the
        /// environment that may be sent.
        headers: Vec<(String, Template)>,
    },
    /// Calls a tool of an MCP server.
    McpTool {
        /// The server.
        server: String,
        /// The tool.
        tool: String,
        /// What it is called with, as JSON.
        input: String,
    },
    /// Asks a model.
    Prompt {
        /// The question.
        prompt: String,
        /// The model.
        model: Option<String>,
        /// Whether the agent goes on after a no.
        continue_on_block: bool,
    },
    /// Lets a subagent find out.
    Agent {
        /// The task.
        prompt: String,
        /// The model.
        model: Option<String>,
        /// The tools it may use.
        tools: &'static [&'static str],
        /// The turns it may take.
        turns: u32,
    },
    /// Is an answer already; nothing is run.
    Decision {
        /// The decision.
        decision: Option<Word>,
        /// Why.
        reason: Option<String>,
        /// Text for the model.
        context: Option<String>,
    },
    /// Tells the model what a server wants it to know.
    Inject {
        /// The server.
        server: String,
        /// How much it is to be heeded.
        level: Level,
        /// How much the server wants it to be, where that is more.
        lowered: Option<Level>,
        /// The text, or the tool of that server to ask for it.
        body: Body,
    },
    /// Is refused before anything is sent, which is a failure that blocks.
    Refused {
        /// The address.
        url: String,
        /// Why.
        reason: Reason,
    },
}

/// Where a text for the model comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// It is this.
    Text(String),
    /// A tool of the declaring server answers with it.
    Tool {
        /// The tool.
        tool: String,
        /// What it is called with, as JSON.
        input: String,
    },
}

/// What a step costs, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Cost {
    /// Nothing runs.
    Nothing,
    /// A process.
    Process,
    /// A call of a tool that is connected already.
    Call,
    /// A request over the network.
    Request,
    /// One question to a model.
    Model,
    /// Many questions to a model.
    Turns,
}

impl Cost {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Cost::Nothing => "nothing",
            Cost::Process => "process",
            Cost::Call => "call",
            Cost::Request => "request",
            Cost::Model => "model",
            Cost::Turns => "turns",
        }
    }

    /// The same, in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Cost::Nothing => "nothing is run",
            Cost::Process => "a process",
            Cost::Call => "a call of a server's tool",
            Cost::Request => "a request",
            Cost::Model => "a question to a model",
            Cost::Turns => "an agent",
        }
    }

    /// The cost of a type of handler.
    pub fn of(kind: HandlerKind) -> Cost {
        match kind {
            HandlerKind::Decision | HandlerKind::Inject => Cost::Nothing,
            HandlerKind::Command => Cost::Process,
            HandlerKind::McpTool => Cost::Call,
            HandlerKind::Http => Cost::Request,
            HandlerKind::Prompt => Cost::Model,
            HandlerKind::Agent => Cost::Turns,
        }
    }
}

/// A hook that waits for the event and does not run.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Its position in the policy.
    pub hook: usize,
    /// What it is known by from event to event.
    pub id: String,
    /// What an approval of it would be pinned to, where a server tells
    /// something.
    pub pin: Option<String>,
    /// Where it stands.
    pub origin: String,
    /// Why.
    pub reason: Reason,
}

/// Why a hook does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// What the matches say.
    Skip(Skip),
    /// The person switched this one off.
    SwitchedOff,
    /// It has `once` and has run.
    Once,
    /// It fired a short time ago.
    Cooldown,
    /// Enough other hooks say something.
    CapHooks,
    /// Enough is said.
    CapCharacters,
    /// The project or the server is not trusted.
    Untrusted,
    /// Nobody approved it as it now stands.
    NotApproved,
    /// The server would learn what happened.
    LeakGuard,
    /// The agent goes on because of a hook already.
    LoopGuard,
    /// Its address is not one of those that are allowed.
    Url,
    /// Its address is not public.
    PrivateAddress,
}

impl Reason {
    /// The word used in JSON and at the terminal.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Skip(skip) => skip.as_str(),
            Reason::SwitchedOff => "disabled",
            Reason::Once => "once",
            Reason::Cooldown => "cooldown",
            Reason::CapHooks => "cap:per-event",
            Reason::CapCharacters => "cap:context",
            Reason::Untrusted => "untrusted",
            Reason::NotApproved => "not-approved",
            Reason::LeakGuard => "leak-guard",
            Reason::LoopGuard => "loop-guard",
            Reason::Url => "url-not-allowed",
            Reason::PrivateAddress => "private-address",
        }
    }

    /// Whether the hook was to run and cannot.
    pub(super) fn is_failure(self) -> bool {
        matches!(self, Reason::Url | Reason::PrivateAddress)
    }

    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Reason::Skip(skip) => skip.words(),
            Reason::SwitchedOff => "it is switched off",
            Reason::Once => "it runs once and has run",
            Reason::Cooldown => "it fired a short time ago",
            Reason::CapHooks => "enough other hooks say something",
            Reason::CapCharacters => "enough is said already",
            Reason::Untrusted => "the project or server is not trusted",
            Reason::NotApproved => "it was not approved as it stands",
            Reason::LeakGuard => {
                "the server is not trusted and would learn of the event"
            }
            Reason::LoopGuard => "the agent goes on because of a hook already",
            Reason::Url => "its address is not in `allowedHttpHookUrls`",
            Reason::PrivateAddress => "its address is not public",
        }
    }
}
