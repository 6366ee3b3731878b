//! Hooks that fire → steps.

use std::collections::HashMap;

use super::super::expand::Values;
use super::super::fire::strength;
use super::super::mode::mode;
use super::super::state::{Skill, State};
use super::super::{Answer, Engine, EngineHook};
use super::super::{Behavior, Considered, Permission, Skip};
use super::gates;
use super::{Bearing, Cost, Joining, Plan, Reason, Skipped, Step, Work, work};
use crate::dialect::{Dialect, Word};
use crate::event::{Context, Event, EventKind, tools};
use crate::json::compact;
use crate::load::Scope;
use crate::shell::{self, Effects};
use crate::source::Decoded;
use crate::subject::Subjects;

/// Everything a step is built from.
pub(super) struct Scene<'a> {
    pub(super) event: &'a Event<'a>,
    pub(super) kind: EventKind,
    pub(super) context: &'a Context,
    pub(super) state: &'a State,
    pub(super) dialect: &'a Dialect,
    pub(super) urls: Option<&'a [String]>,
    pub(super) env: Option<&'a [String]>,
    pub(super) values: Values<'a>,
}

/// What is to be done about an event, of which `answer` is said. Linear in
/// the hooks and in the texts that are filled in.
pub(in crate::plan) fn plan(
    engine: &Engine,
    event: &Event<'_>,
    context: &Context,
    state: &State,
    answer: &Answer<'_>,
) -> Plan {
    let dialect = engine.dialect();
    let mut plan = frame(engine, event, context, state);
    if event.kind.is_none_or(EventKind::is_decided) {
        let command = event.input("command").and_then(|v| v.decoded());
        let command = command.as_ref().map_or("", Decoded::as_str);
        plan.rules = answer.permission.behavior;
        plan.reason = engine.reason(answer, command);
        plan.rule = answer.permission.rule.map(|id| engine.rule_place(id));
        if !state.trusted && is_of_project(engine, &answer.permission) {
            plan.rules = Behavior::None;
            plan.reason = UNTRUSTED.to_owned();
        }
    }
    let Some(kind) = event.kind else {
        let notice = "it is not known which event this is, so no hook runs";
        plan.notices.push(notice.to_owned());
        return plan;
    };
    plan.critical =
        kind == EventKind::PRE_TOOL_USE && removes_critical(answer.subjects);
    let (urls, env) = engine.http_limits();
    let values = Values::new(event, context);
    let scene =
        Scene { event, kind, context, state, dialect, urls, env, values };
    let chosen = chosen(engine, answer, &scene);
    // Where the others stand, by what they do.
    let mut copies: HashMap<usize, Vec<String>> = HashMap::new();
    // The times that stand in a file, by step, and the longest in settings.
    let (mut written, mut longest) = (Vec::new(), None);
    let mut same = Vec::new();
    for &Considered { hook, skipped } in &answer.hooks {
        let Some(found) = engine.hook(hook) else { continue };
        let one = chosen.get(&found.same_as).copied();
        let (reason, refused) = fate(&scene, &found, (hook, skipped), one);
        if let Some(reason) = reason {
            if reason == Reason::Skip(Skip::Duplicate) {
                let places = copies.entry(found.same_as).or_default();
                places.push(found.place.clone());
            }
            plan.skipped.push(skip(hook, found, reason));
            continue;
        }
        same.push(found.same_as);
        let time = found.handler.timeout;
        written.push(time);
        if found.scope != Scope::Plugin {
            longest = longest.max(time);
        }
        plan.steps.push(step(hook, found, refused, &scene));
    }
    for (step, same) in plan.steps.iter_mut().zip(same) {
        step.origins.extend(copies.remove(&same).into_iter().flatten());
    }
    bearings(&mut plan, engine, &scene, answer.subjects);
    budget(&mut plan, (&written, longest), kind, dialect);
    gates::caps(&mut plan, state);
    plan.foresee(kind, dialect);
    plan
}

/// Whether a critical path is removed, so that no allow rule holds.
fn removes_critical(subjects: &Subjects) -> bool {
    subjects.doubts().any(|doubt| {
        doubt.reason == shell::Reason::CriticalPath
            && doubt.effects.meets(Effects::ALLOW)
    })
}

/// Why a hook does not run, or why it runs and fails. `one` is the one that
/// runs of those that do the same: where the first of them is left out,
/// another one takes its place.
fn fate(
    scene: &Scene<'_>,
    found: &EngineHook,
    (hook, skipped): (usize, Option<Skip>),
    one: Option<usize>,
) -> (Option<Reason>, Option<Reason>) {
    match (skipped, one) {
        (None | Some(Skip::Duplicate), Some(one)) if one != hook => {
            let own = (hook < one).then(|| left_out(scene, found).0);
            let same = Reason::Skip(Skip::Duplicate);
            (Some(own.flatten().unwrap_or(same)), None)
        }
        (None | Some(Skip::Duplicate), _) => left_out(scene, found),
        (Some(other), _) => (Some(Reason::Skip(other)), None),
    }
}

/// Why a hook that fires does not run, or why it runs and fails.
fn left_out(
    scene: &Scene<'_>,
    found: &EngineHook,
) -> (Option<Reason>, Option<Reason>) {
    let reason = gates::reason(scene, found);
    let is_refused = reason.is_some_and(Reason::is_failure)
        && scene.dialect.failure_blocks(&found.handler, scene.kind);
    if is_refused { (None, reason) } else { (reason, None) }
}

/// Of hooks that do the same, the one that runs, by what they do: of those
/// that nothing leaves out, the first that can stop most.
fn chosen(
    engine: &Engine,
    answer: &Answer<'_>,
    scene: &Scene<'_>,
) -> HashMap<usize, usize> {
    let is_copy = |it: &Considered| it.skipped == Some(Skip::Duplicate);
    if !answer.hooks.iter().any(is_copy) {
        return HashMap::new();
    }
    let fires = |it: &&Considered| it.skipped.is_none() || is_copy(it);
    let mut best: HashMap<usize, ((bool, bool), usize)> = HashMap::new();
    for Considered { hook, .. } in answer.hooks.iter().filter(fires) {
        let Some(found) = engine.hook(*hook) else { continue };
        if left_out(scene, &found).0.is_some() {
            continue;
        }
        let own = strength(&found.handler, scene.kind, scene.dialect);
        let known = best.entry(found.same_as).or_insert((own, *hook));
        if own > known.0 {
            *known = (own, *hook);
        }
    }
    best.into_iter().map(|(same, (_, hook))| (same, hook)).collect()
}

/// A plan of nothing, for an event.
fn frame(
    engine: &Engine,
    event: &Event<'_>,
    context: &Context,
    state: &State,
) -> Plan {
    let dialect = engine.dialect();
    let mode = mode(event, context);
    Plan {
        event: event.kind,
        session: event.session_id.map(str::to_owned),
        rules: Behavior::None,
        reason: "rules are asked before a call only".to_owned(),
        rule: None,
        parallel: dialect.running.parallel,
        steps: Vec::new(),
        skipped: Vec::new(),
        notices: started_again(event, state),
        skill: Skill::of(event),
        stoppable: !is_of_organisation(event),
        questions: event.kind == Some(EventKind::PRE_TOOL_USE)
            && event.tool_name.is_some_and(tools::is_question),
        critical: false,
        input: event.tool_input.map(|input| {
            let mut out = String::new();
            compact(input, &mut out);
            out
        }),
        joining: Joining {
            merge: dialect.answers.input_merge,
            conflict: dialect.answers.input_conflict,
            fallback: dialect.fallback,
            suppresses: dialect.answers.suppresses,
            denies_asking: engine.denies_asking(mode),
        },
        foregone: Vec::new(),
    }
}

/// A session starts once: what resumes or shortens one says so.
fn started_again(event: &Event<'_>, state: &State) -> Vec<String> {
    let starts = event.kind == Some(EventKind::SESSION_START)
        && matches!(event.matcher_value, None | Some("startup"));
    let session = event.session_id.filter(|_| starts);
    let known = session.filter(|id| state.sessions.iter().any(|s| s == id));
    let notice = |id| format!("the session `{id}` has started before");
    known.map(notice).into_iter().collect()
}

/// Whether settings change that an organisation gives: whoever works under
/// them cannot keep them from changing.
fn is_of_organisation(event: &Event<'_>) -> bool {
    event.kind == Some(EventKind::CONFIG_CHANGE)
        && event.matcher_value == Some("policy_settings")
}

fn skip(hook: usize, found: EngineHook, reason: Reason) -> Skipped {
    let asks = reason == Reason::NotApproved;
    let pin = asks.then(|| found.pin()).flatten();
    Skipped { hook, id: found.id, pin, origin: found.place, reason }
}

/// A step; one that is `refused` fails before anything runs.
fn step(
    number: usize,
    found: EngineHook,
    refused: Option<Reason>,
    scene: &Scene<'_>,
) -> Step {
    let dialect = scene.dialect;
    let handler = &found.handler;
    let kind = handler.kind();
    let work = match refused {
        Some(reason) => work::refused(handler, reason),
        None => work::resolve(handler, found.input.as_deref(), scene),
    };
    let work::Resolved { work, mut notices } = work;
    let may_detach = dialect.surface.async_handlers.has(kind);
    if handler.is_async() && !may_detach {
        notices.push("`async` does not count here".to_owned());
    }
    Step {
        hook: number,
        pin: found.pin(),
        id: found.id,
        origins: vec![found.place],
        kind,
        cost: match &work {
            Work::Inject { body: super::Body::Tool { .. }, .. } => Cost::Call,
            Work::Refused { .. } => Cost::Nothing,
            _ => Cost::of(kind),
        },
        status: handler.status_message.as_ref().map(|s| s.as_str().into()),
        timeout: dialect.timeout(handler, scene.kind),
        is_async: handler.is_async() && may_detach,
        failure_blocks: scene.dialect.failure_blocks(handler, scene.kind),
        // It has not run.
        once: refused.is_none()
            && gates::is_once(handler, found.scope, dialect),
        bearing: Bearing::Whole,
        work,
        notices,
    }
}

/// Finds out how far the answers that stand in the policy bear on the call.
/// The `if` of a hook holds when any part of a call fits, and in doubt; to
/// let a call run, all of it would have to fit for sure.
fn bearings(
    plan: &mut Plan,
    engine: &Engine,
    scene: &Scene<'_>,
    subjects: &Subjects,
) {
    let decides = |step: &&mut Step| {
        matches!(step.work, Work::Decision { decision: Some(_), .. })
    };
    let mut steps = plan.steps.iter_mut().filter(decides).peekable();
    if steps.peek().is_none() {
        return;
    }
    let faulty = scene.event.is_doubtful();
    let sure = engine.sure_rules(subjects, scene.kind);
    let in_part = faulty || !is_plain(subjects);
    for step in steps {
        let rule = engine.hook_rule(step.hook);
        let holds = |sure: &Vec<_>| rule.is_some_and(|r| sure.contains(&r));
        step.bearing = if !faulty && !sure.as_ref().is_none_or(holds) {
            Bearing::Doubtful
        } else if in_part {
            Bearing::Part
        } else {
            Bearing::Whole
        };
        let allows = matches!(
            step.work,
            Work::Decision { decision: Some(Word::Allow), .. }
        );
        let notice = match step.bearing {
            Bearing::Doubtful if !allows => {
                "whether its condition holds cannot be decided"
            }
            Bearing::Doubtful | Bearing::Part if allows => {
                "it is not sure to be about all of the call, so it lets \
                 nothing run"
            }
            _ => continue,
        };
        step.notices.push(notice.to_owned());
    }
}

/// Whether the call is one thing with nothing in doubt, so that a condition
/// on it is about all of it.
fn is_plain(subjects: &Subjects) -> bool {
    let mut doubts = subjects.doubts();
    let in_doubt = doubts.any(|doubt| doubt.effects.meets(Effects::ALLOW));
    let mut paths = subjects.paths.iter();
    let touches = paths.any(|path| path.needs_cover && path.unit.is_some());
    subjects.commands.units.len() <= 1 && !in_doubt && !touches
}

/// Some events give all hooks one time together, which the longest time in
/// settings raises; those of plugins do not.
fn budget(
    plan: &mut Plan,
    (written, longest): (&[Option<u64>], Option<u64>),
    kind: EventKind,
    dialect: &Dialect,
) {
    let Some(budget) = dialect.shared_time(kind, longest) else { return };
    for (step, own) in plan.steps.iter_mut().zip(written) {
        step.timeout = own.unwrap_or(budget).min(budget);
    }
}

/// Why an allow rule of a project is none yet (spec 1.5).
const UNTRUSTED: &str =
    "allow rules of a project wait until a person has trusted it";

/// Whether a rule of the project allows, or one of nobody knows whom. Where
/// another rule would, too, it is the one that decides that counts.
fn is_of_project(engine: &Engine, permission: &Permission) -> bool {
    let waits = |scope| matches!(scope, Scope::Project | Scope::Local);
    permission.behavior == Behavior::Allow
        && permission
            .rule
            .is_some_and(|rule| engine.rule_scope(rule).is_none_or(waits))
}

/// Whether hooks of a scope wait until the person trusts the project.
pub(super) fn waits_for_trust(scope: Scope) -> bool {
    !matches!(scope, Scope::Managed | Scope::Cli | Scope::Session)
}
