use std::collections::BTreeSet;

use super::{NONE, VERSION};
use crate::diagnostic::{Diagnostic, Severity};
use crate::dialect::Dialect;
use crate::event::EventKind;
use crate::ir::{
    Anchors, BaseId, Effect, Lost, Origin, Place, RuleId, Rules, Uses,
    guarded, named_options, names, places, starts,
};
use crate::load::{Family, Inactive, Scope, Switches};
use crate::policy::Policy;
use crate::shell::{Names, Needed};
use crate::source::{Decoded, SourceId, Span};

/// How many of the places are kept that guards start at.
const STARTS: usize = 1 << 7;

/// The values that stand as numbers in a record, in order.
const SCOPES: &[Scope] = &[
    Scope::Plugin,
    Scope::Skill,
    Scope::Agent,
    Scope::User,
    Scope::Project,
    Scope::Local,
    Scope::Session,
    Scope::Cli,
    Scope::Managed,
    Scope::Server,
];
const FAMILIES: &[Family] = &[
    Family::Claude,
    Family::Agent,
    Family::Plugin,
    Family::Hookset,
    Family::Sep2282,
    Family::Toolkit,
    Family::Definition,
    Family::Pattern,
    Family::Gemini,
    Family::Codex,
];
const INACTIVE: &[Inactive] = &[
    Inactive::HooksDisabled,
    Inactive::ManagedHooksOnly,
    Inactive::ManagedRulesOnly,
    Inactive::Duplicate,
    Inactive::Refused,
    Inactive::Event,
    Inactive::HandlerType,
    Inactive::Address,
    Inactive::PrivateAddress,
];

/// Of others nobody looks whether something is there.
const BASES: &[BaseId] = &[
    BaseId::Root,
    BaseId::Home,
    BaseId::Cwd,
    BaseId::Project,
    BaseId::Session,
    BaseId::UserConfig,
];

const SEVERITIES: &[Severity] =
    &[Severity::Error, Severity::Warning, Severity::Info];

pub(super) fn severity(number: u8) -> Option<Severity> {
    SEVERITIES.get(usize::from(number)).copied()
}

pub(super) fn base(number: u8) -> Option<BaseId> {
    BASES.get(usize::from(number)).cloned()
}

pub(super) fn scope(number: u8) -> Option<Scope> {
    SCOPES.get(usize::from(number)).copied()
}

pub(super) fn family(number: u8) -> Option<Family> {
    FAMILIES.get(usize::from(number)).copied()
}

pub(super) fn inactive(number: u8) -> Option<Inactive> {
    INACTIVE.get(usize::from(number)).copied()
}

/// A guard that could not be read, of its kind and what stands behind it.
pub(super) fn lost(kind: u8, about: &str) -> Option<Lost> {
    Some(match kind {
        0 => Lost::Tool(about.to_owned()),
        1 => Lost::Tools(about.to_owned()),
        2 => Lost::Files(Uses(about.parse().ok()?)),
        _ => return None,
    })
}

fn number<T: PartialEq>(all: &[T], value: &T) -> u8 {
    let at = all.iter().position(|each| each == value);
    at.and_then(|at| u8::try_from(at).ok()).unwrap_or(u8::MAX)
}

/// The brief of a policy, whose texts `name_of` gives other names; equal
/// policies give equal bytes.
pub(in crate::plan) fn write(
    policy: &Policy,
    name_of: &dyn Fn(&str) -> String,
) -> Vec<u8> {
    let mut out = vec![VERSION];
    let dialect = policy.dialect();
    let version = dialect.version.map(|version| format!("@{version}"));
    let mut name = format!("{}{}", dialect.name, version.unwrap_or_default());
    if Dialect::named(&name).as_ref() != Some(dialect) {
        // No reader of the image could know it; it is refused there.
        name.push('+');
    }
    text(&mut out, &name);
    for guard in policy.rules().guards.numbers() {
        u32(&mut out, guard.map_or(NONE, |RuleId(number)| number));
    }
    size(&mut out, policy.rules().lost.len());
    let rules = policy.rules();
    let findings_by_place = by_place(policy.diagnostics());
    for (lost, at) in rules.lost.iter().zip(&rules.lost_at) {
        let (kind, about) = match lost {
            Lost::Tool(name) => (0, name.clone()),
            Lost::Tools(start) => (1, start.clone()),
            Lost::Files(Uses(bits)) => (2, bits.to_string()),
        };
        out.push(kind);
        text(&mut out, &about);
        let (line, column) = line_column(policy, *at);
        u32(&mut out, at.source.0);
        u32(&mut out, line);
        u32(&mut out, column);
        u32(&mut out, finding_at(&findings_by_place, *at).unwrap_or(NONE));
    }
    files(&mut out, policy.rules());
    out.push(u8::from(policy.denies_asking()));
    let outside = policy.outside();
    out.extend([outside.reads, outside.writes].map(u8::from));
    size(&mut out, outside.directories.len());
    for directory in &outside.directories {
        text(&mut out, directory);
    }
    let http = |of: fn(&Switches) -> Option<&Vec<Decoded>>| {
        let documents = policy.documents().iter();
        let mut said = documents.filter_map(|d| of(&d.switches)).peekable();
        let is_there = said.peek().is_some();
        (is_there, said.flatten().collect::<Vec<_>>())
    };
    // Lists of several files add up; where none has one, all is allowed.
    for (is_there, list) in
        [http(|s| s.http_urls.as_ref()), http(|s| s.http_env.as_ref())]
    {
        out.push(u8::from(is_there));
        size(&mut out, list.len());
        for each in list {
            text(&mut out, each.as_str());
        }
    }
    sources(&mut out, policy, name_of);
    let found = findings(policy);
    size(&mut out, found.len());
    out.extend(found);
    hooks(&mut out, policy);
    out
}

/// The names of the sources, then whose settings each is.
fn sources(
    out: &mut Vec<u8>,
    policy: &Policy,
    name_of: &dyn Fn(&str) -> String,
) {
    size(out, policy.sources().len());
    for source in policy.sources() {
        text(out, &name_of(source.name()));
    }
    let mut scopes = vec![u8::MAX; policy.sources().len()];
    for document in policy.documents() {
        if let Some(own) = scopes.get_mut(document.source.0 as usize) {
            *own = number(SCOPES, &document.scope);
        }
    }
    out.extend(scopes);
}

/// Where findings lie, in order, and their numbers.
type ByPlace = Vec<(SourceId, Span, u32)>;

fn by_place(found: &[Diagnostic]) -> ByPlace {
    let places = (0..).zip(found).filter_map(|(number, found)| {
        let label = found.primary()?;
        Some((label.source, label.span, number))
    });
    let mut places: ByPlace = places.collect();
    places.sort_unstable();
    places
}

/// The number of the first finding that lies in a place.
fn finding_at(found: &ByPlace, at: Origin) -> Option<u32> {
    let start = (at.source, at.span.start);
    let first = found
        .partition_point(|(source, span, _)| (*source, span.start) < start);
    let (source, span, number) = found.get(first)?;
    let lies_in = *source == at.source && span.end <= at.span.end;
    lies_in.then_some(*number)
}

/// What is known of a name.
fn name(out: &mut Vec<u8>, needed: &Needed) {
    out.push(u8::from(needed.whole));
    text(out, &needed.start);
    text(out, &needed.end);
    text(out, &needed.inner);
}

fn places_of(out: &mut Vec<u8>, places: &[Place]) {
    size(out, places.len());
    for (base, path) in places {
        out.push(number(BASES, base));
        text(out, path);
    }
}

/// Places in their order: of each its base, how many bytes of the path before
/// it starts with, and those behind them.
fn in_order(places: &BTreeSet<Place>) -> Vec<u8> {
    let (mut out, mut before) = (Vec::new(), "");
    let mut all = places.iter().peekable();
    while let Some((base, path)) = all.next() {
        let next = all.peek().filter(|next| next.0 == *base);
        let further = next.and_then(|next| next.1.strip_prefix(&**path));
        if further.is_some_and(|rest| rest.starts_with('/')) {
            // Who goes on further comes by here.
            continue;
        }
        let both = path.bytes().zip(before.bytes());
        let shared = both.take_while(|(a, b)| a == b).count();
        let rest = path.as_bytes().get(shared..).unwrap_or_default();
        out.push(number(BASES, base));
        let short = |len: usize| u8::try_from(len).unwrap_or(u8::MAX);
        out.extend([shared, rest.len()].map(short));
        out.extend(rest);
        before = path;
    }
    out
}

/// What the guards on files look for.
fn files(out: &mut Vec<u8>, rules: &Rules) {
    let guarded = guarded(rules);
    for list in [guarded.reads, guarded.writes] {
        out.push(u8::from(list.is_some()));
        let list = list.unwrap_or_default();
        size(out, list.len());
        for needed in list {
            name(out, &needed);
            out.push(u8::from(needed.last));
            text(out, &needed.under);
            text(out, &needed.first);
            size(out, needed.above.len());
            needed.above.iter().for_each(|above| name(out, above));
        }
    }
    let all = places(rules);
    size(out, all.len());
    for mut places in all {
        if !places.iter().all(|(base, _)| BASES.contains(base)) {
            places.clear();
        }
        places_of(out, &places);
    }
    let starts = in_order(&starts(rules, BASES, STARTS));
    size(out, starts.len());
    out.extend(starts);
    let names = names(rules).map(|names| Names::write(&names));
    let names = names.unwrap_or_default();
    size(out, names.len());
    out.extend(names);
    let options = named_options(rules);
    size(out, options.len());
    out.extend(options);
    for uses in Anchors::of(rules).packed() {
        u32(out, uses);
    }
}

/// What was found wrong, for those who have only the image.
fn findings(policy: &Policy) -> Vec<u8> {
    let mut out = Vec::new();
    for found in policy.diagnostics() {
        text(&mut out, found.code.name());
        out.push(number(SEVERITIES, &found.severity));
        text(&mut out, &found.message);
        let at = found.primary().map(|label| {
            let (source, span) = (label.source, label.span);
            let (line, column) = line_column(policy, Origin { source, span });
            [source.0, line, column]
        });
        for number in at.unwrap_or([NONE; 3]) {
            u32(&mut out, number);
        }
    }
    out
}

fn hooks(out: &mut Vec<u8>, policy: &Policy) {
    let mut rules = vec![NONE; policy.hooks().len()];
    for (at, rule) in policy.rules().rules.iter().enumerate() {
        if let Effect::Fire(hook) = rule.effect
            && let Some(slot) = rules.get_mut(hook as usize)
        {
            *slot = u32::try_from(at).unwrap_or(NONE);
        }
    }
    let mut texts = Vec::new();
    size(out, policy.hooks().len());
    for (hook, rule) in policy.hooks().iter().zip(rules) {
        let document = policy.documents().get(hook.place.document);
        let group = document
            .and_then(|document| document.groups.get(hook.place.group));
        let matcher = group.and_then(|group| group.matcher.as_ref());
        let raw = document.map_or("", |d| d.raw(hook.handler.span));
        let raw = hook.handler.text.as_deref().unwrap_or(raw);
        let events: Vec<EventKind> = EventKind::all().collect();
        out.push(hook.event.map_or(u8::MAX, |kind| number(&events, &kind)));
        out.push(hook.inactive.map_or(u8::MAX, |why| number(INACTIVE, &why)));
        out.push(document.map_or(u8::MAX, |d| number(SCOPES, &d.scope)));
        out.push(document.map_or(u8::MAX, |d| number(FAMILIES, &d.family)));
        out.push(u8::from(hook.handler.condition.is_some()));
        size(out, hook.same_as);
        u32(out, rule);
        let (line, column) = line_column(policy, hook.origin);
        u32(out, hook.origin.source.0);
        u32(out, line);
        u32(out, column);
        size(out, texts.len());
        size(out, raw.len());
        texts.extend_from_slice(raw.as_bytes());
        match matcher {
            Some(matcher) => {
                size(out, texts.len());
                text(&mut texts, matcher.as_str());
            }
            None => u32(out, NONE),
        }
    }
    out.extend(texts);
}

fn line_column(policy: &Policy, origin: Origin) -> (u32, u32) {
    let source = policy.source(origin.source);
    source.map_or((0, 0), |source| source.line_column(origin.span.start))
}

fn u32(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_le_bytes());
}

fn size(out: &mut Vec<u8>, number: usize) {
    u32(out, u32::try_from(number).unwrap_or(NONE));
}

fn text(out: &mut Vec<u8>, text: &str) {
    size(out, text.len());
    out.extend_from_slice(text.as_bytes());
}
