//! The client's side: what it takes of what a server declares.

use super::declaration::{in_words, read};
use super::{
    Carrier, Declaration, Moment, Priority, carried, server_capabilities,
};
use crate::diagnostic::Code;
use crate::guide::check::Fault;
use crate::guide::text::one_line;
use crate::guide::write::strings;
use crate::json::{Value, compact};
use crate::load::pin;

/// What a client lets one server do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The moments the client supports.
    pub supported: Vec<Moment>,
    /// Whether the person trusts the server.
    pub trusted: bool,
    /// Whether servers nobody trusts may say anything at all.
    pub only_trusted: bool,
    /// What becomes of `required` where nobody trusts the server.
    pub on_required: OnRequired,
    /// Whether `required` is taken as `important` all the same.
    pub downgrade: bool,
    /// Whether a server nobody trusts may have its tools called, and so
    /// learn that the event happened.
    pub untrusted_tools: bool,
    /// How many declarations are looked at.
    pub most: Option<usize>,
    /// How many characters the texts of one moment may have together.
    pub characters: Option<usize>,
    /// The pins of what the person approved; none where nobody is asked.
    pub approved: Option<Vec<String>>,
}

/// What becomes of `required` where nobody trusts the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnRequired {
    /// It is taken as `important`.
    Downgrade,
    /// The declaration is left out.
    Refuse,
}

impl Default for Policy {
    /// All moments, a server that is not trusted, and careful limits.
    fn default() -> Policy {
        Policy {
            supported: Moment::ALL.to_vec(),
            trusted: false,
            only_trusted: false,
            on_required: OnRequired::Downgrade,
            downgrade: false,
            untrusted_tools: false,
            most: Some(64),
            characters: Some(10_000),
            approved: None,
        }
    }
}

/// What a client takes of a server's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Where the declarations stood; none where there were none.
    pub carrier: Option<Carrier>,
    /// The server's instructions, which hooks do not touch.
    pub instructions: Option<String>,
    /// What is taken, in the order of the server.
    pub kept: Vec<Kept>,
    /// What is not.
    pub left_out: Vec<LeftOut>,
    /// What the person is told.
    pub notices: Vec<String>,
}

/// A declaration that is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its number in the server's list.
    pub at: usize,
    /// When its text is given.
    pub moment: Moment,
    /// How much weight it is given.
    pub priority: Priority,
    /// How much it asked for.
    pub asked: Priority,
    /// The tool that gives the text, where one does.
    pub tool: Option<String>,
    /// The declaration, as JSON without blanks, as the server wrote it.
    pub json: String,
    /// What an approval of it is pinned to.
    pub pin: String,
    /// What it does, for people.
    pub in_words: String,
}

/// A declaration that is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its number in the server's list.
    pub at: usize,
    /// Why: `cap:declarations`, `cap:context`, `unreadable`, `invalid`,
    /// `unsupported-event`, `untrusted`, `leak-guard`, `required`,
    /// `not-approved`.
    pub reason: &'static str,
    /// More about it.
    pub detail: String,
    /// What an approval of it would be pinned to.
    pub pin: Option<String>,
}

/// What a client takes of the answer of the server called `name` to
/// `initialize` or `server/discover`. A server without hooks, or with
/// something else in their place, is a server without hooks.
pub fn accept(name: &str, answer: Value<'_>, policy: &Policy) -> Accepted {
    let mut accepted = Accepted::default();
    let result = answer.get("result").unwrap_or(answer);
    let instructions = result.get("instructions").and_then(Value::str);
    accepted.instructions = instructions.map(str::to_owned);
    let Some((carrier, hooks)) = server_capabilities(answer).and_then(carried)
    else {
        return accepted;
    };
    accepted.carrier = Some(carrier);
    let name = one_line(name);
    let list = hooks.get("declarations").filter(|list| list.is_array());
    let Some(list) = list else {
        accepted.notices.push(format!(
            "`{name}` declares hooks without a list `declarations`; it has \
             none"
        ));
        return accepted;
    };
    for entry in hooks.entries().filter(|e| e.name() != "declarations") {
        let key = one_line(entry.name());
        accepted.notices.push(format!(
            "`{name}` has `{key}` in its hooks, which means nothing"
        ));
    }
    let mut over = 0;
    for (at, value) in list.items().enumerate() {
        if policy.most.is_some_and(|most| at >= most) {
            over += 1;
            accepted.leave(at, "cap:declarations", String::new(), None);
            continue;
        }
        accepted.take(at, &name, value, policy);
    }
    if over > 0 {
        let most = policy.most.unwrap_or(0);
        accepted.notices.push(format!(
            "`{name}` declares {} hooks; the first {most} are looked at",
            over + most
        ));
    }
    accepted.within(policy);
    accepted
}

impl Accepted {
    fn leave(
        &mut self,
        at: usize,
        reason: &'static str,
        detail: String,
        pin: Option<String>,
    ) {
        self.left_out.push(LeftOut { at, reason, detail, pin });
    }

    fn take(
        &mut self,
        at: usize,
        name: &str,
        value: Value<'_>,
        policy: &Policy,
    ) {
        let Some(pin) = pin(name, value) else {
            let why = "two readers could read it in two ways".to_owned();
            return self.leave(at, "unreadable", why, None);
        };
        let read = match read(value) {
            Ok(read) => read,
            Err(fault) => {
                return self.leave(at, "invalid", fault.message, None);
            }
        };
        let in_words = in_words(&read);
        if let Some(reason) = refusal(&read, &pin, policy) {
            return self.leave(at, reason, in_words, Some(pin));
        }
        let lowered = read.priority == Priority::Required
            && (policy.downgrade || !policy.trusted);
        let priority =
            if lowered { Priority::Important } else { read.priority };
        if lowered {
            self.notices.push(format!(
                "`{name}` asks for `required` {in_words}; it is given as \
                 `important`"
            ));
        }
        let mut json = String::new();
        compact(value, &mut json);
        self.kept.push(Kept {
            at,
            moment: read.moment,
            priority,
            asked: read.priority,
            tool: read.tool.map(|tool| tool.as_str().to_owned()),
            json,
            pin,
            in_words,
        });
    }

    /// Drops texts of a moment that has too many characters: the least
    /// weight first, of equal weight what came last.
    fn within(&mut self, policy: &Policy) {
        let Some(most) = policy.characters else { return };
        for &moment in Moment::ALL {
            let mut order: Vec<(Priority, usize, usize)> = Vec::new();
            for kept in self.kept.iter().filter(|it| it.moment == moment) {
                order.push((kept.priority, kept.at, kept.length()));
            }
            order.sort_by_key(|&(priority, at, _)| {
                (std::cmp::Reverse(priority), at)
            });
            let mut room = most;
            let mut is_full = false;
            for (_, at, length) in order {
                is_full = is_full || length > room;
                if !is_full {
                    room -= length;
                } else if length > 0 {
                    self.drop(at);
                }
            }
        }
    }

    fn drop(&mut self, at: usize) {
        let Some(place) = self.kept.iter().position(|it| it.at == at) else {
            return;
        };
        let kept = self.kept.remove(place);
        self.leave(at, "cap:context", kept.in_words, Some(kept.pin));
    }

    /// What a person is to be asked about: each declaration that is not
    /// approved, with its pin.
    pub fn pending(&self) -> impl Iterator<Item = &LeftOut> {
        self.left_out.iter().filter(|out| out.reason == "not-approved")
    }

    /// The pins of all that is kept, as a JSON list, to be remembered.
    pub fn pins(&self) -> String {
        strings(self.kept.iter().map(|kept| kept.pin.as_str()))
    }
}

impl Kept {
    /// The characters of its text; a tool's text is counted when it comes.
    fn length(&self) -> usize {
        match self.tool {
            Some(_) => 0,
            None => {
                let tape = crate::json::Tape::of(&self.json);
                let root = tape.root(&self.json);
                let text = root.and_then(|root| root.get("context"));
                let text = text.and_then(Value::str).unwrap_or("");
                text.chars().count()
            }
        }
    }
}

/// Why a declaration is not taken, where it is not.
fn refusal(
    read: &Declaration<'_>,
    pin: &String,
    policy: &Policy,
) -> Option<&'static str> {
    if !policy.supported.contains(&read.moment) {
        return Some("unsupported-event");
    }
    if !policy.trusted && policy.only_trusted {
        return Some("untrusted");
    }
    if !policy.trusted && !policy.untrusted_tools && read.tool.is_some() {
        return Some("leak-guard");
    }
    let is_refused = policy.on_required == OnRequired::Refuse;
    if !policy.trusted && is_refused && read.priority == Priority::Required {
        return Some("required");
    }
    match &policy.approved {
        Some(pins) if !pins.contains(pin) => Some("not-approved"),
        _ => None,
    }
}

/// The declarations whose tool is not in the server's answer to
/// `tools/list`.
pub fn missing_tools(accepted: &Accepted, tools: Value<'_>) -> Vec<Fault> {
    let list = tools.get("result").unwrap_or(tools).get("tools");
    let names: Vec<&str> = list
        .into_iter()
        .flat_map(Value::items)
        .filter_map(|tool| tool.get("name")?.str())
        .collect();
    let is_missing = |kept: &&Kept| {
        let tool = kept.tool.as_deref();
        tool.is_some_and(|tool| !names.contains(&tool))
    };
    let fault = |kept: &Kept| {
        let tool = one_line(kept.tool.as_deref().unwrap_or(""));
        let message = format!(
            "the server has no tool `{tool}`; declaration {} gives nothing",
            kept.at + 1
        );
        let near =
            crate::diagnostic::suggest::nearest(&tool, names.iter().copied());
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "name a tool of the same server".to_owned(),
        };
        Fault::new(Code::UNKNOWN_TOOL, "context_tool", message, help)
    };
    accepted.kept.iter().filter(is_missing).map(fault).collect()
}
