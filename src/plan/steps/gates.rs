//! Why a hook that fires is left out all the same.

use super::super::EngineHook;
use super::super::state::{Server, State};
use super::build::{Scene, waits_for_trust};
use super::{Body, Plan, Reason, Skipped, Step, Work};
use crate::dialect::{Dialect, Once};
use crate::event::EventKind;
use crate::load::{Action, Handler, HandlerKind, List, Scope};
use crate::plan::address;
use crate::policy::covers_url;

/// The first reason to leave a hook out.
pub(super) fn reason(scene: &Scene<'_>, found: &EngineHook) -> Option<Reason> {
    let checks: &[fn(&Scene<'_>, &EngineHook) -> Option<Reason>] =
        &[switched_off, once, cooldown, trust, server, loops, http];
    checks.iter().find_map(|check| check(scene, found))
}

fn switched_off(scene: &Scene<'_>, found: &EngineHook) -> Option<Reason> {
    // Whoever works under a managed hook cannot switch it off.
    let stays = found.scope == Scope::Managed || guards(&found.handler);
    let off = !stays && scene.state.disabled.contains(&found.id);
    off.then_some(Reason::SwitchedOff)
}

/// Whether a handler stops or asks by itself: nothing that is remembered
/// leaves such a one out.
fn guards(handler: &Handler) -> bool {
    let Action::Decision { decision, .. } = &handler.action else {
        return false;
    };
    decision.as_ref().is_some_and(|d| d.value != List::Allow)
}

/// Whether `once` counts for a handler.
pub(super) fn is_once(
    handler: &Handler,
    scope: Scope,
    dialect: &Dialect,
) -> bool {
    handler.once
        && (dialect.running.once != Once::Skills || scope == Scope::Skill)
}

fn once(scene: &Scene<'_>, found: &EngineHook) -> Option<Reason> {
    if !is_once(&found.handler, found.scope, scene.dialect) {
        return None;
    }
    let session = match scene.dialect.running.once {
        Once::Store => None,
        Once::Session | Once::Skills => {
            Some(scene.event.session_id.unwrap_or(""))
        }
    };
    let fired = scene.state.fired.iter().any(|fired| {
        let same = session.is_none_or(|session| {
            fired.session.as_deref().unwrap_or("") == session
        });
        fired.hook == found.id && same
    });
    fired.then_some(Reason::Once)
}

fn cooldown(scene: &Scene<'_>, found: &EngineHook) -> Option<Reason> {
    let wait = scene.state.caps.cooldown?;
    if found.handler.kind() != HandlerKind::Inject {
        return None;
    }
    let last = scene.state.last_fired(&found.id)?;
    let is_early = scene.state.now < last.saturating_add(wait);
    is_early.then_some(Reason::Cooldown)
}

fn trust(scene: &Scene<'_>, found: &EngineHook) -> Option<Reason> {
    let waits = waits_for_trust(found.scope) && !guards(&found.handler);
    (waits && !scene.state.trusted).then_some(Reason::Untrusted)
}

/// What holds for the hooks that servers declare.
fn server(scene: &Scene<'_>, found: &EngineHook) -> Option<Reason> {
    let Action::Inject { server, tool, .. } = &found.handler.action else {
        return None;
    };
    let known = scene.state.server(server.as_str());
    let trusted = known.as_ref().is_some_and(|server| server.trusted);
    if !trusted && scene.state.caps.only_trusted {
        return Some(Reason::Untrusted);
    }
    let approved = known.and_then(|server| server.approved);
    let pin = found.pin();
    let is_pinned = |pins: &Vec<String>| {
        pin.as_ref().is_some_and(|pin| pins.contains(pin))
    };
    if approved.is_some_and(|pins| !is_pinned(&pins)) {
        return Some(Reason::NotApproved);
    }
    (!trusted && tool.is_some()).then_some(Reason::LeakGuard)
}

fn loops(scene: &Scene<'_>, _: &EngineHook) -> Option<Reason> {
    let stops = [EventKind::STOP, EventKind::SUBAGENT_STOP];
    if !stops.contains(&scene.kind) {
        return None;
    }
    let flag = scene.event.root?.get("stop_hook_active")?;
    if flag.bool() != Some(true) && flag.str() != Some("true") {
        return None;
    }
    let cap = scene.dialect.running.stop_cap;
    let is_over = cap > 0 && scene.state.stop_blocks >= cap;
    (is_over || scene.state.guard_stops).then_some(Reason::LoopGuard)
}

fn http(scene: &Scene<'_>, found: &EngineHook) -> Option<Reason> {
    let Action::Http { url, .. } = &found.handler.action else { return None };
    let url = url.as_str();
    if let Some(allowed) = scene.urls
        && !allowed.iter().any(|pattern| covers_url(pattern, url))
    {
        return Some(Reason::Url);
    }
    let guard = scene.dialect.running.address_guard;
    address::refused(url, guard).then_some(Reason::PrivateAddress)
}

/// Leaves out texts of servers over the caps, the least important
/// first; of equals, the later. From the first text that does not fit on
/// all go, so that none stays that matters less than one that went.
pub(super) fn caps(plan: &mut Plan, state: &State) {
    let mut order: Vec<usize> = (0..plan.steps.len()).collect();
    let level = |at: &usize| match plan.steps.get(*at).map(|s| &s.work) {
        Some(Work::Inject { level, .. }) => Some(*level),
        _ => None,
    };
    order.retain(|at| level(at).is_some());
    order.sort_by_key(|at| std::cmp::Reverse(level(at)));
    let (mut hooks, mut characters, mut is_full) = (0, 0, false);
    let mut out: Vec<(usize, Reason)> = Vec::new();
    for at in order {
        let Some(step) = plan.steps.get(at) else { continue };
        let length = said(step);
        let caps = &state.caps;
        if caps.hooks.is_some_and(|most| hooks + 1 > most) {
            out.push((at, Reason::CapHooks));
        } else if is_full && length > 0
            || caps.characters.is_some_and(|m| characters + length > m)
        {
            is_full = true;
            out.push((at, Reason::CapCharacters));
        } else {
            hooks += 1;
            characters += length;
        }
    }
    out.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    for (at, reason) in out {
        let step = plan.steps.remove(at);
        let origin = step.origins.into_iter().next().unwrap_or_default();
        let (hook, id, pin) = (step.hook, step.id, step.pin);
        plan.skipped.push(Skipped { hook, id, pin, origin, reason });
    }
    plan.skipped.sort_by_key(|skipped| skipped.hook);
}

/// The characters a step says.
fn said(step: &Step) -> usize {
    match &step.work {
        Work::Inject { body: Body::Text(text), .. } => text.chars().count(),
        _ => 0,
    }
}

/// How much a server's text is to be heeded, after what is known of it.
pub(super) fn level(
    level: crate::load::Level,
    server: Option<&Server>,
) -> crate::load::Level {
    let trusted = server.is_some_and(|server| server.trusted);
    let downgrade = server.is_some_and(|server| server.downgrade);
    if trusted && !downgrade {
        return level;
    }
    level.min(crate::load::Level::Important)
}
