//! What rules mean, written down as plainly as possible.

use crate::event::EventKind;
use crate::hook_set::reference;
use crate::hook_set::{Match, Place};
use crate::ir::*;
use crate::shell::Effects;
use crate::subject::Subjects;
use crate::syntax::*;

pub(super) fn matches(
    rules: &Rules,
    subjects: &Subjects,
    kind: EventKind,
) -> Vec<Match> {
    let places: Vec<Vec<Place>> =
        rules.atoms.iter().map(|atom| atom_places(atom, subjects)).collect();
    let mut out = Vec::new();
    for (number, rule) in rules.rules.iter().enumerate() {
        if !rule.events.has(kind) {
            continue;
        }
        if predicate_places(&rule.matcher, &places).is_none() {
            continue;
        }
        let Some(mut places) = predicate_places(&rule.predicate, &places)
        else {
            continue;
        };
        places.sort();
        places.dedup();
        if rule.effect != Effect::Allow {
            places.truncate(1);
        }
        let rule = RuleId(number as u32);
        out.extend(places.into_iter().map(|place| Match { rule, place }));
    }
    out
}

pub(super) fn atoms_of(predicate: &Predicate, out: &mut Vec<AtomId>) {
    match predicate {
        Predicate::Atom(id) => out.push(*id),
        Predicate::And(many) | Predicate::Or(many) => {
            many.iter().for_each(|p| atoms_of(p, out));
        }
        Predicate::Not(inner) => atoms_of(inner, out),
        _ => {}
    }
}

fn predicate_places(
    predicate: &Predicate,
    atoms: &[Vec<Place>],
) -> Option<Vec<Place>> {
    match predicate {
        Predicate::Always => Some(vec![Place::Call]),
        Predicate::Never => None,
        Predicate::Atom(id) => {
            let places = &atoms[id.0 as usize];
            (!places.is_empty()).then(|| places.clone())
        }
        Predicate::Or(any) => {
            let places: Vec<_> = any
                .iter()
                .filter_map(|p| predicate_places(p, atoms))
                .collect();
            (!places.is_empty()).then(|| places.concat())
        }
        Predicate::And(all) => {
            let places: Option<Vec<_>> =
                all.iter().map(|p| predicate_places(p, atoms)).collect();
            let mut places = places?.concat();
            places.retain(|place| *place != Place::Call);
            if places.is_empty() {
                places.push(Place::Call);
            }
            Some(places)
        }
        Predicate::Not(inner) => {
            let inner = predicate_places(inner, atoms);
            inner.is_none().then(|| vec![Place::Call])
        }
    }
}

fn atom_places(atom: &Atom, s: &Subjects) -> Vec<Place> {
    let call = |holds: bool| match holds {
        true => vec![Place::Call],
        false => vec![],
    };
    match atom {
        Atom::Tool(test) => call(s.is_tool && name(test, s.str(s.tool))),
        Atom::MatcherField(test) => {
            call(s.matcher_field.is_some_and(|f| name(test, s.str(f))))
        }
        Atom::Command { shell, effects, pattern } => {
            if s.powershell != (*shell == CommandShell::PowerShell) {
                return vec![];
            }
            let fits = |view: &&crate::shell::View| {
                let mut shared = view.effects.0 & effects.0;
                if view.exact_only && !pattern.is_exact() {
                    shared &= !Effects::ALLOW.0;
                }
                shared != 0 && glob(pattern, view.text.of(&s.commands.text))
            };
            let views = s.commands.views.iter().filter(fits);
            views.map(|view| Place::Unit(view.unit)).collect()
        }
        Atom::Path { uses, effects, anchor, pattern } => {
            path(*uses, *effects, anchor, pattern, s)
        }
        Atom::Host(pattern) => {
            call(s.host.is_some_and(|h| host(pattern, s.str(h))))
        }
        Atom::Mcp { server, tool, effects } => {
            let known = s.mcp.len() == 1 || effects.meets(Effects::GUARD);
            call(
                known
                    && s.mcp.iter().any(|&(its_server, its_tool)| {
                        s.str(its_server) == server
                            && tool
                                .as_ref()
                                .is_none_or(|t| glob(t, s.str(its_tool)))
                    }),
            )
        }
        Atom::Field { path, pattern } => {
            call(s.fields.iter().any(|&(its_path, value)| {
                s.str(its_path) == path
                    && pattern.as_ref().is_none_or(|p| glob(p, s.str(value)))
            }))
        }
        Atom::InputContains(bytes) => call(s.input_json.is_some_and(|i| {
            let json = s.str(i).as_bytes();
            bytes.is_empty() || json.windows(bytes.len()).any(|w| w == bytes)
        })),
        Atom::Doubt { reasons, effects } => {
            call(s.commands.doubts.iter().any(|doubt| {
                reasons >> (doubt.reason as u8) & 1 == 1
                    && doubt.effects.meets(*effects)
            }))
        }
    }
}

fn name(test: &NameTest, text: &str) -> bool {
    match test {
        NameTest::OneOf(names) => names.iter().any(|n| n == text),
        NameTest::Glob(pattern) => glob(pattern, text),
        NameTest::Regex(source) => {
            regex_automata::meta::Regex::new(source).unwrap().is_match(text)
        }
    }
}

pub(super) fn glob(glob: &TextGlob, text: &str) -> bool {
    if !glob.boundary {
        return parts(&glob.parts, text);
    }
    let mut body = glob.parts.clone();
    body.pop();
    let mut longer = body.clone();
    longer.last_mut().unwrap().push(' ');
    longer.push(String::new());
    parts(&body, text) || parts(&longer, text)
}

fn parts(parts_left: &[String], text: &str) -> bool {
    let Some((first, rest)) = parts_left.split_first() else { return false };
    if rest.is_empty() {
        return text == first;
    }
    let Some(after) = text.strip_prefix(first.as_str()) else { return false };
    let mut cuts = (0..=after.len()).filter(|&i| after.is_char_boundary(i));
    cuts.any(|cut| parts(rest, &after[cut..]))
}

fn host(pattern: &HostGlob, host: &str) -> bool {
    let labels: Vec<&str> = host.split('.').collect();
    let extra = labels.len().checked_sub(pattern.labels.len());
    let skip = match (extra, pattern.any_prefix) {
        (Some(0), false) => 0,
        (Some(n), true) if n > 0 => n,
        _ => return false,
    };
    pattern.labels.iter().zip(&labels[skip..]).all(|(p, l)| glob(p, l))
}

fn path(
    uses: Uses,
    effects: Effects,
    anchor: &BaseId,
    pattern: &PathGlob,
    s: &Subjects,
) -> Vec<Place> {
    let fold = |text: &str| match s.fold_case {
        true => crate::syntax::fold(text),
        false => text.to_owned(),
    };
    let base = match anchor {
        BaseId::Fixed(path) => Some(fold(path)),
        other => s.base(other).map(str::to_owned),
    };
    let Some(base) = base else { return vec![] };
    let base = base.trim_end_matches('/');
    let fits = |spelling: &str| {
        let Some(rest) = spelling.strip_prefix(base) else { return false };
        let rest = match rest.strip_prefix('/') {
            Some(rest) => rest,
            None if rest.is_empty() => rest,
            None => return false,
        };
        reference::path::matches(pattern, rest, s.fold_case)
    };
    let mut places = vec![];
    for (at, path) in s.paths.iter().enumerate() {
        if !path.kind.meets(uses) || !path.effects.meets(effects) {
            continue;
        }
        let (from, to) = path.spellings;
        let spellings = &s.spellings[from as usize..to as usize];
        let mut spellings = spellings.iter().map(|&span| fits(s.str(span)));
        let holds = match effects.meets(Effects::ALLOW) {
            true => to > from && spellings.all(|fits| fits),
            false => spellings.any(|fits| fits),
        };
        if holds {
            places.push(Place::Path(at as u32));
        }
    }
    places
}
