//! What a policy comes to on one event when nothing is run: rules and the
//! decisions that stand in the policy itself.

use hookset::dialect::Word;
use hookset::event::{Context, Event, EventKind, Searched, Trouble, What};
use hookset::guide::{Entry, Words};
use hookset::json::Value;
use hookset::plan::answers::{self, Decision, Outcome};
use hookset::plan::steps::Work;
use hookset::plan::{self, Behavior, Plan, State, Why};
use hookset::shell::Sought;
use hookset::source::Decoded;
use hookset::subject::Subjects;
use hookset::subject::path::MAX_PATH_BYTES;

use serde_json::json;

use super::Engine;
use crate::links::Search;
use crate::searched::Guarded;

/// What is said to a host about one event.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judged {
    /// The event.
    pub(crate) kind: Option<EventKind>,
    /// Its name as sent.
    pub(crate) name: Option<String>,
    /// What is decided, where a decision is asked for.
    pub(crate) decision: Decision,
    /// Whether another event is stopped.
    pub(crate) blocks: bool,
    /// Whether it is about a call, or may be, as far as can be told.
    pub(crate) is_call: bool,
    /// What it lacks, where that leaves no rule anything to look at.
    pub(crate) lacks: Option<&'static str>,
    /// Where a guard stands that could not be read, where the event can be
    /// stopped but is none to ask about.
    pub(crate) unread: Option<String>,
    /// Whether a rule decides that matches whatever is in doubt.
    pub(crate) is_sure: bool,
    /// Whether nothing but a protected path asks, which no rule is about.
    pub(crate) is_protected: bool,
    /// Why, with the rule, its place and what to do instead.
    pub(crate) reason: String,
    /// Text for the model.
    pub(crate) context: Vec<String>,
    /// The permission mode.
    pub(crate) mode: Option<String>,
    /// Where it happened.
    pub(crate) cwd: Option<String>,
    /// Where the event happens, and the files it is about, to look for links
    /// on the way there: absolute, with the `..` that they are written with.
    pub(crate) files: Vec<String>,
    /// Where it searches for files, to look for links there.
    pub(crate) searches: Vec<Search>,
    /// Searches that may meet files which guards are about.
    pub(crate) guarded: Vec<Guarded>,
    /// Whether there are more of these than are told.
    pub(crate) unlisted: bool,
}

impl Engine {
    /// Whether some guard may be about a file of this path.
    pub(crate) fn may_guard(&self, path: &str, writes: bool) -> bool {
        self.engine.may_guard(path, writes)
    }

    /// Whether a rule stops or asks about a file of this path, whatever hooks
    /// decide.
    pub(crate) fn guards(
        &mut self,
        path: &str,
        writes: bool,
        context: &Context,
    ) -> bool {
        let tool = if writes { "Edit" } else { "Read" };
        let call = json!({"hook_event_name": "PreToolUse",
            "tool_name": tool, "tool_input": {"file_path": path}});
        let call = call.to_string();
        let event = Event::read(&call, &mut self.tape);
        let answer = self.engine.answer(&event, context, &mut self.scratch);
        answer.permission.behavior.stops()
    }

    /// The paths that guards on files which are read name, for an event.
    pub(crate) fn guarded_places(
        &mut self,
        text: &str,
        context: &Context,
    ) -> Vec<String> {
        let event = Event::read(text, &mut self.tape);
        self.engine.guarded_places(&event, context)
    }

    /// The paths that guards on files start with; see
    /// [`hookset::plan::Engine::guard_starts`].
    pub(crate) fn guard_starts(
        &mut self,
        text: &str,
        context: &Context,
    ) -> Vec<String> {
        let event = Event::read(text, &mut self.tape);
        self.engine.guard_starts(&event, context)
    }

    /// What the policy comes to on an event.
    pub(crate) fn judge(&mut self, text: &str, context: &Context) -> Judged {
        let event = Event::read(text, &mut self.tape);
        let Engine { engine, scratch, .. } = self;
        let answer = engine.told(&event, context, scratch);
        let state = State::default();
        let plan = engine.plan_of(&event, context, &state, &answer);
        // The runner runs the other hooks itself.
        let verdict = answers::beforehand(&plan);
        let rules = answer.permission.behavior;
        let mut judged = Judged {
            kind: event.kind,
            name: event.name.map(str::to_owned),
            is_call: is_call(&event),
            lacks: lacks(&event),
            is_sure: answer.permission.why == Why::Matched,
            is_protected: rules == Behavior::Ask
                && answer.permission.of_rules() != rules
                && verdict.hooks <= Decision::Allow,
            mode: event.permission_mode.map(str::to_owned),
            cwd: event.cwd.map(str::to_owned),
            context: contexts(&plan),
            files: files(&event, context, answer.subjects),
            searches: searches(&event, context, answer.subjects),
            guarded: guarded(&event, context, answer.subjects),
            unlisted: answer.subjects.commands.unlisted,
            ..Judged::default()
        };
        if !event.kind.is_none_or(EventKind::is_decided) {
            judged.unread = engine.unread_guard().filter(|_| plan.stoppable);
            return stopped(judged, &plan);
        }
        // Of what may be no call at all whoever installed the hook says what
        // happens, unless a hook stops it.
        let is_call = judged.lacks.is_none() || judged.is_call;
        if is_call || verdict.hooks > Decision::Allow {
            judged.decision = verdict.decision;
        }
        if judged.decision == Decision::None {
            return judged;
        }
        let mut reasons = Vec::new();
        if rules.stops() {
            let command = event.input("command").and_then(Value::decoded);
            let command = command.as_ref().map_or("", Decoded::as_str);
            reasons.push(rule_reason(engine, &answer, command));
        } else if rules == Behavior::Allow
            && judged.decision == Decision::Allow
        {
            reasons.push(engine.reason(&answer, ""));
        }
        let hook = hook_reason(&plan, |_, outcome| {
            outcome.decision == judged.decision
        });
        if !hook.is_empty() {
            reasons.push(hook);
        }
        if reasons.is_empty() {
            reasons.extend(verdict.reasons);
        }
        judged.reason = reasons.join("; ");
        judged
    }
}

/// What the policy itself says of an event that is no call. Where nothing can
/// be stopped, that somebody says no is told.
fn stopped(judged: Judged, plan: &Plan) -> Judged {
    let refuses =
        |at: usize| plan.steps.get(at).is_some_and(|step| refuses(&step.work));
    let known = plan.foregone();
    let blocks = plan.stoppable && known.iter().any(|(at, _)| refuses(*at));
    let reason = hook_reason(plan, |at, _| refuses(at));
    Judged { blocks, reason, ..judged }
}

/// The texts for the model; it is to see which of them a server says.
fn contexts(plan: &Plan) -> Vec<String> {
    let words = Words::default();
    let texts = plan.foregone().iter().filter_map(|(at, outcome)| {
        let text = outcome.context.as_deref()?;
        let entry = Entry::of_step(plan.steps.get(*at)?, Some(text))?;
        Some(entry.quoted(&words))
    });
    texts.collect()
}

/// Whether a step of the policy itself says no.
fn refuses(work: &Work) -> bool {
    matches!(work, Work::Decision { decision: Some(Word::Deny), .. })
}

/// What an event lacks without which it may be a call of any tool.
fn lacks(event: &Event<'_>) -> Option<&'static str> {
    let name = event.name.filter(|name| !name.is_empty());
    match (event.kind, name, event.tool_name) {
        (None, None, _) => Some("the event does not say what happens"),
        (Some(kind), _, None) if kind.is_tool() && kind.is_decided() => {
            Some("the event names no tool")
        }
        _ => None,
    }
}

/// Whether an event is about a call, however little can be told of it: it
/// says so, or has a tool or what one works on, or a name that is no text.
fn is_call(event: &Event<'_>) -> bool {
    let of_call = ["hook_event_name", "tool_name", "tool_input"];
    let odd = |trouble: &Trouble| {
        trouble.what != What::Missing && of_call.contains(&trouble.field)
    };
    event.kind.is_some_and(EventKind::is_decided)
        || event.tool_name.is_some()
        || event.tool_input.is_some()
        || event.troubles.iter().any(odd)
}

/// Where links may stand that have to do with an event: on the way to its
/// files, and to the directories that rules start at.
fn files(
    event: &Event<'_>,
    context: &Context,
    subjects: &Subjects,
) -> Vec<String> {
    let commands = &subjects.commands;
    if subjects.paths.is_empty() && commands.names.is_empty() {
        return Vec::new();
    }
    let absolute = |text: &str| absolute(text, event, context);
    let used = commands.uses.iter().map(|used| used.path);
    let used = used.chain(commands.names.iter().copied());
    let used = used.map(|path| path.of(&commands.text));
    // What a tool is given may be a file, whatever its name.
    let given = event.tool_input.filter(|_| commands.uses.is_empty());
    let given = given.into_iter().flat_map(Value::entries);
    let given = given.filter_map(|entry| entry.value.str());
    let written = used.chain(given);
    let written = written.filter(|text| text.len() <= MAX_PATH_BYTES);
    // The line may make links that lead through others.
    let spelled = subjects.spellings.iter();
    let spelled = spelled.map(|path| subjects.str(*path).to_owned());
    let bases = &subjects.bases;
    let bases = [bases.cwd, bases.home, bases.project, bases.session];
    let bases = bases.into_iter().flatten();
    let bases = bases.map(|base| subjects.str(base).to_owned());
    bases.chain(spelled).chain(written.map(absolute)).collect()
}

/// Where an event searches for files.
fn searches(
    event: &Event<'_>,
    context: &Context,
    subjects: &Subjects,
) -> Vec<Search> {
    let commands = &subjects.commands;
    let searches = commands.searches.iter().filter_map(|search| {
        let links = match search.sought {
            Sought::Links(name) => Some(name.of(&commands.text).to_owned()),
            Sought::Blanks => None,
            Sought::Guarded { .. } => return None,
        };
        let below = absolute(search.below.of(&commands.text), event, context);
        Some(Search { below, links })
    });
    searches.collect()
}

/// Those that may meet files which guards are about.
fn guarded(
    event: &Event<'_>,
    context: &Context,
    subjects: &Subjects,
) -> Vec<Guarded> {
    let commands = &subjects.commands;
    let searches = commands.searches.iter().filter_map(|search| {
        let Sought::Guarded { name, writes, among, deep } = search.sought
        else {
            return None;
        };
        let below = search.below.of(&commands.text).to_owned();
        let at = absolute(&below, event, context);
        let name = name.of(&commands.text).to_owned();
        let search = Searched { below, name, writes, among };
        Some(Guarded { at, search, deep })
    });
    searches.collect()
}

/// A path from the root on, where an event happens.
fn absolute(text: &str, event: &Event<'_>, context: &Context) -> String {
    let cwd = event.cwd.or(context.cwd.as_deref()).unwrap_or("/");
    let home = context.home.as_deref().unwrap_or("/");
    let text = text.strip_prefix("file://").unwrap_or(text);
    let below = ["~", "$HOME", "${HOME}"].iter().find_map(|home| {
        let rest = text.strip_prefix(home)?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest)
    });
    match below {
        Some(rest) => format!("{home}{rest}"),
        None if text.starts_with('/') => text.to_owned(),
        None => format!("{cwd}/{text}"),
    }
}

/// Why the rules stop a call: the rule, where it stands, what to do.
fn rule_reason(
    engine: &plan::Engine,
    answer: &plan::Answer<'_>,
    command: &str,
) -> String {
    let why = engine.reason(answer, command);
    let permission = answer.permission;
    let place = permission.rule.map(|id| engine.rule_place(id));
    let place = place.map_or(String::new(), |at| format!(" ({at})"));
    let advice = match (permission.behavior, permission.why) {
        (_, Why::Undecided(_)) => {
            "write the call so that all of it can be read: plain words, \
             nothing that is known only when it runs"
        }
        (Behavior::Deny, _) => {
            "do not try to reach the same in another way; go on without it, \
             or ask the person to do it or to change the rule"
        }
        (_, Why::Degraded(_)) => "run `hookset check` on the policy",
        _ => "a person must agree to it",
    };
    let verb = match permission.behavior {
        Behavior::Deny => "denied",
        _ => "must be asked",
    };
    format!("{verb}: {why}{place}; {advice}")
}

/// Why the first hook that does it does it, and where it stands.
fn hook_reason(plan: &Plan, does: impl Fn(usize, &Outcome) -> bool) -> String {
    let known = plan.foregone();
    let found = known.iter().find(|(at, outcome)| does(*at, outcome));
    let Some((at, outcome)) = found else { return String::new() };
    let place = plan.steps.get(*at).and_then(|step| step.origins.first());
    let place = place.map_or("", String::as_str);
    match &outcome.reason {
        Some(reason) => format!("{reason} ({place})"),
        None => format!("decided by the hook at {place}"),
    }
}
