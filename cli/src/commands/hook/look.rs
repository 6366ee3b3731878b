//! What a policy comes to on an event where the hook runs: with the links
//! that are there, and where the session started.

use std::path::Path;

use hookset::event::Context;
use hookset::json::Tape;
use hookset::plan::answers::Decision;

use super::hosts::{Host, Servers};
use super::{late, translate};
use crate::absent::absent;
use crate::args::HostName;
use crate::engine::{Engine, Judged};
use crate::searched::{Seen, seen};
use crate::{here, links, repository};

/// What the policy comes to. A guard without an anchor also starts where the
/// session did: whoever went into a directory below has not left the project
/// (`cd src`, then `cat ../.env`).
pub(super) fn judge(
    engine: &mut Engine,
    text: &str,
    context: &Context,
) -> Result<Judged, String> {
    let judged = look(engine, text, context)?;
    let start =
        context.settings_dir.as_ref().or(context.project_root.as_ref());
    let elsewhere = |start: &&String| {
        let cwd = judged.cwd.as_deref().map(|cwd| cwd.trim_end_matches('/'));
        cwd.is_some_and(|cwd| cwd != start.trim_end_matches('/'))
    };
    let start = start.filter(elsewhere).filter(|_| engine.is_strict());
    let Some(start) = start.filter(|_| judged.decision != Decision::Deny)
    else {
        return Ok(judged);
    };
    let context = Context { start: Some(start.clone()), ..context.clone() };
    let other = look(engine, text, &context)?;
    // What rules allow starts where the event happens.
    let guards = matches!(other.decision, Decision::Ask | Decision::Deny);
    Ok(match guards || other.blocks {
        true => joined(judged, other),
        false => judged,
    })
}

/// What it comes to with the links that the event's files lead through, with
/// names as the place it happens in tells them apart, and, before somebody is
/// asked, without what guards name and is not there.
fn look(
    engine: &mut Engine,
    text: &str,
    context: &Context,
) -> Result<Judged, String> {
    let context = Context { seeks_links: true, ..context.clone() };
    let judged = engine.judge(text, &context);
    let starts = match engine.is_strict() && !judged.files.is_empty() {
        true => engine.guard_starts(text, &context),
        false => Vec::new(),
    };
    if !judged.searches.is_empty() {
        late::begin();
    }
    let found = links::links(&judged.files, &judged.searches, &starts);
    let found = found.ok_or("the call names too many files to look at")?;
    let links::Links { links, unseen } = found;
    let place = judged.files.first().map(Path::new);
    let folds = place.is_some_and(here::folds_case);
    let asks = judged.decision == Decision::Ask && text.contains("git");
    let cwd = judged.cwd.as_deref().filter(|_| asks);
    let repository = cwd.and_then(repository::around);
    let branch = repository.as_deref().and_then(repository::branch);
    let searched = judged.guarded.clone();
    let same = links.is_empty() && !unseen && !folds && repository.is_none();
    let case_sensitive = folds.then_some(false);
    // What is not listed stays in doubt.
    let seeks_links = judged.unlisted;
    let context = Context {
        links,
        case_sensitive,
        seeks_links,
        unseen,
        repository,
        branch,
        ..context
    };
    let judged = match same {
        true => judged,
        false => engine.judge(text, &context),
    };
    if judged.decision == Decision::Deny {
        return Ok(judged);
    }
    let asks = judged.decision == Decision::Ask;
    let absent = match asks {
        true => absent(engine.guarded_places(text, &context)),
        false => Vec::new(),
    };
    let searched = searched.iter().filter(|search| asks || search.deep);
    let mut searched = searched.peekable();
    if searched.peek().is_some() {
        late::begin();
    }
    let cwd = judged.cwd.clone().or_else(|| context.cwd.clone());
    let found = seen(engine, &Context { cwd, ..context.clone() }, searched);
    if absent.is_empty() && found.is_empty() {
        return Ok(judged);
    }
    let Seen { unmet, met } = found;
    let context = Context { absent, unmet, met, ..context };
    Ok(engine.judge(text, &context))
}

/// Two events that are one call: what is decided about any of them is
/// decided about it, but it is allowed only where each of them is.
pub(super) fn joined(one: Judged, other: Judged) -> Judged {
    let ranks = [Decision::Allow, Decision::None];
    let rank = |judged: &Judged| {
        let at = ranks.iter().position(|each| *each == judged.decision);
        at.map_or(judged.decision as usize + ranks.len(), |at| at)
    };
    let blocks = one.blocks || other.blocks;
    let mut context = one.context.clone();
    let new = |text: &&String| !one.context.contains(text);
    context.extend(other.context.iter().filter(new).cloned());
    let mut joined = if rank(&other) > rank(&one) { other } else { one };
    joined.blocks = blocks;
    joined.context = context;
    joined
}

/// The events in the words of policies that an event of a host stands for.
pub(crate) fn translated(
    host: HostName,
    event: &str,
    engine: &Engine,
) -> Vec<String> {
    payloads(event, &Tape::of(event), Host::of(host), engine)
}

/// The same, where the event is on a tape.
pub(super) fn payloads(
    event: &str,
    tape: &Tape,
    host: &Host,
    engine: &Engine,
) -> Vec<String> {
    let servers = match host.servers {
        Servers::Hidden => engine.servers(),
        _ => Vec::new(),
    };
    translate::payloads(event, tape, host, &servers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strictest_of_several_counts_and_allow_needs_all() {
        let of = |decision| Judged { decision, ..Judged::default() };
        let both = |a, b| {
            let (one, other) = (joined(of(a), of(b)), joined(of(b), of(a)));
            assert_eq!(one.decision, other.decision);
            one.decision
        };
        use Decision::*;
        assert_eq!(both(Allow, None), None);
        assert_eq!(both(Allow, Allow), Allow);
        assert_eq!(both(Allow, Deny), Deny);
        assert_eq!(both(Ask, Deny), Deny);
        assert_eq!(both(None, Ask), Ask);
    }
}
