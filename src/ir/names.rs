use super::{Atom, BaseId, Effect, Family, Predicate, Rule, Rules, Uses};
use crate::shell::{Guarded, NamePart, NamedOptions, Needed};
use crate::syntax::{PathGlob, Piece, Segment};
use std::collections::BTreeSet;

/// How many different ones are kept; beyond, any file may be guarded.
const MOST: usize = 256;

/// How much of a path is kept at which a guard starts.
const LONG: usize = 250;

/// In how many places one may stand; beyond, in any.
const PLACES: usize = 16;

/// What the guards of a policy look for in the paths of files.
pub fn guarded(rules: &Rules) -> Guarded {
    guarded_by(rules, &rules.rules)
}

/// What the guards among some rules look for.
pub fn guarded_by<'r>(
    rules: &Rules,
    some: impl IntoIterator<Item = &'r Rule> + Copy,
) -> Guarded {
    let of = |family| {
        let list = needed_by(rules, some, family)?;
        Some(list.into_iter().map(|(needed, _)| needed).collect())
    };
    Guarded { reads: of(Family::Reads), writes: of(Family::Writes) }
}

/// Where a name stands: below a base, with a star in the place of what is
/// not known of it.
pub type Place = (BaseId, String);

/// Where the names stand that guards on what is read look for, those of
/// [`Guarded::reads`] one by one; none for one that may stand anywhere.
pub fn places(rules: &Rules) -> Vec<Vec<Place>> {
    let list = needed_by(rules, &rules.rules, Family::Reads);
    let list = list.unwrap_or_default().into_iter();
    list.map(|(_, places)| places.unwrap_or_default()).collect()
}

/// Where the guards on files start that start at one of these bases, as far
/// as that is written out: links may lie on the way there. The first of
/// many, in order.
pub fn starts(
    rules: &Rules,
    bases: &[BaseId],
    most: usize,
) -> BTreeSet<Place> {
    let is_guard =
        |rule: &&Rule| matches!(rule.effect, Effect::Deny | Effect::Ask);
    let mut found = BTreeSet::new();
    for atom in atoms_of(rules, rules.rules.iter().filter(is_guard)) {
        if let Atom::Path { pattern, anchor, .. } = atom {
            let start = start(pattern, anchor);
            found.extend(start.filter(|one| bases.contains(&one.0)));
            if found.len() > most {
                found.pop_last();
            }
        }
    }
    found
}

/// The first names of a pattern, some 250 bytes at most; one that may stand
/// at any depth may stand right there.
fn start(glob: &PathGlob, anchor: &BaseId) -> Option<Place> {
    let deep = |segment: &&Segment| matches!(segment, Segment::Deep);
    let names = glob.segments.iter().skip_while(deep);
    let names = names.map_while(|segment| match segment {
        Segment::Name(pieces) => {
            let name = part(pieces);
            name.whole.then_some(name.start)
        }
        Segment::Deep => None,
    });
    let (base, mut path) = match anchor {
        BaseId::Fixed(place) => (BaseId::Root, place.clone()),
        other => (other.clone(), String::new()),
    };
    let before = path.len();
    for name in names {
        if path.len() + name.len() >= LONG {
            break;
        }
        path.extend(["/", name]);
    }
    (before < path.len()).then_some((base, path))
}

/// The names, and where each stands, if that is known.
type Found = Vec<(Needed, Option<Vec<Place>>)>;

fn needed_by<'r>(
    rules: &Rules,
    some: impl IntoIterator<Item = &'r Rule>,
    family: Family,
) -> Option<Found> {
    let mut list = Found::new();
    let guards = some.into_iter().filter(|rule| {
        let guard = matches!(rule.effect, Effect::Deny | Effect::Ask);
        guard && rule.family == family
    });
    for rule in guards {
        collect(rules, &rule.predicate, &mut list)?;
    }
    Some(list)
}

/// What the paths of files have that some word of a command may be, if a
/// guard is about them; `None` where that may be any file.
pub fn names(rules: &Rules) -> Option<Vec<NamePart<'_>>> {
    let paths = rules.atoms.iter().filter_map(|atom| match atom {
        Atom::Path { uses, pattern, .. } if uses.meets(Uses::UNSURE) => {
            Some(pattern)
        }
        _ => None,
    });
    let names = paths.map(|pattern| {
        let len = |part: &NamePart<'_>| {
            (part.whole, part.start.len() + part.end.len())
        };
        let longest = all_needed(pattern).map(|(part, _)| part);
        let longest = longest.reduce(|best, part| {
            if len(&part) > len(&best) { part } else { best }
        })?;
        // A star in a path stands for whatever lies in a directory.
        let star = longest.start.contains('*') || longest.end.contains('*');
        (!star).then_some(longest)
    });
    names.collect()
}

/// The options and words that guards and conditions on commands name behind
/// a program, as a filter.
pub fn named_options(rules: &Rules) -> Vec<u8> {
    NamedOptions::write(rules.atoms.iter().filter_map(|atom| match atom {
        Atom::Command { effects, pattern, .. } => Some((*effects, pattern)),
        _ => None,
    }))
}

/// The hashes of what some rules have in that filter, in order.
pub fn named_by<'r>(
    rules: &'r Rules,
    some: impl Iterator<Item = &'r Rule>,
) -> Vec<u64> {
    let patterns = atoms_of(rules, some).filter_map(|atom| match atom {
        Atom::Command { effects, pattern, .. } => Some((*effects, pattern)),
        _ => None,
    });
    NamedOptions::hashes(patterns)
}

/// The atoms in the predicates of some rules, those that must not match among
/// them.
pub(super) fn atoms_of<'r>(
    rules: &'r Rules,
    some: impl Iterator<Item = &'r Rule>,
) -> impl Iterator<Item = &'r Atom> {
    let mut open: Vec<_> = some.map(|rule| &rule.predicate).collect();
    std::iter::from_fn(move || {
        while let Some(next) = open.pop() {
            match next {
                Predicate::Never | Predicate::Always => {}
                Predicate::Not(inner) => open.push(inner),
                Predicate::And(parts) | Predicate::Or(parts) => {
                    open.extend(parts);
                }
                Predicate::Atom(id) => {
                    if let Some(atom) = rules.atoms.get(id.0 as usize) {
                        return Some(atom);
                    }
                }
            }
        }
        None
    })
}

/// Adds what the path atoms of a predicate need; `None` where a file may
/// match without any of it.
fn collect(
    rules: &Rules,
    predicate: &Predicate,
    list: &mut Found,
) -> Option<()> {
    let mut open = vec![predicate];
    let mut paths = false;
    while let Some(next) = open.pop() {
        match next {
            Predicate::Never => {}
            Predicate::Always | Predicate::Not(_) => return None,
            Predicate::And(parts) | Predicate::Or(parts) => {
                open.extend(parts);
            }
            Predicate::Atom(id) => {
                let atom = rules.atoms.get(id.0 as usize);
                let Some(Atom::Path { pattern, anchor, .. }) = atom else {
                    continue;
                };
                paths = true;
                let mut needed = needed(pattern)?;
                if matches!(anchor, BaseId::Home | BaseId::Root) {
                    needed.under = first_name(pattern);
                } else if matches!(
                    anchor,
                    BaseId::Cwd | BaseId::Project | BaseId::Session
                ) {
                    needed.first = first_name(pattern);
                }
                let place = place(pattern, anchor);
                let known = list.iter_mut().find(|one| one.0 == needed);
                match (known, place) {
                    (None, place) => {
                        list.push((needed, place.map(|place| vec![place])));
                    }
                    (Some((_, Some(places))), Some(place))
                        if places.len() < PLACES =>
                    {
                        places.push(place);
                    }
                    (Some((_, places)), _) => *places = None,
                }
            }
        }
    }
    let never = *predicate == Predicate::Never;
    ((paths || never) && list.len() <= MOST).then_some(())
}

/// A segment that every path has which a pattern matches: the last one that
/// is written out, or else the last of which a part is.
fn needed(glob: &PathGlob) -> Option<Needed> {
    let Some((part, behind)) = chosen(glob) else { return held(glob) };
    let front = glob.segments.len().checked_sub(behind + 1)?;
    Some(Needed {
        last: behind == 0 && !glob.directory,
        above: above(glob.segments.get(..front)?),
        ..one(part)?
    })
}

/// The last segment of which no more is known than a text in it: `*key*`.
fn held(glob: &PathGlob) -> Option<Needed> {
    let names = glob.segments.iter().rev().enumerate();
    let (behind, inner) = names
        .filter_map(|(behind, segment)| {
            let Segment::Name(pieces) = segment else { return None };
            let texts = pieces.iter().map(|piece| text(Some(piece)));
            let longest = texts.filter(|text| text.is_ascii());
            let longest = longest.max_by_key(|text| text.len())?;
            (!longest.is_empty()).then_some((behind, longest))
        })
        .next()?;
    let front = glob.segments.len().checked_sub(behind + 1)?;
    Some(Needed {
        inner: inner.to_owned(),
        last: behind == 0 && !glob.directory,
        above: above(glob.segments.get(..front)?),
        ..Needed::default()
    })
}

/// That segment, and how many stand behind it.
fn chosen(glob: &PathGlob) -> Option<(NamePart<'_>, usize)> {
    let whole = all_needed(glob).find(|(part, _)| part.whole);
    whole.or_else(|| all_needed(glob).next())
}

/// Where it stands, if all in front of it is written out.
fn place(glob: &PathGlob, anchor: &BaseId) -> Option<Place> {
    let (name, behind) = chosen(glob)?;
    let front = glob.segments.len().checked_sub(behind + 1)?;
    let mut path = String::new();
    for segment in glob.segments.get(..front)? {
        let Segment::Name(pieces) = segment else { return None };
        let part = part(pieces);
        part.whole.then_some(())?;
        path.extend(["/", part.start]);
    }
    path.extend(["/", name.start]);
    // A star stands for what is not known, and for nothing else.
    let plain = ![&path, name.end].iter().any(|text| text.contains('*'));
    if !name.whole {
        path.extend(["*", name.end]);
    }
    plain.then(|| (anchor.clone(), path))
}

/// The directories above a segment, from the first of which something is
/// known; where there may be some more stands a name that may be any.
fn above(segments: &[Segment]) -> Vec<Needed> {
    let names = segments.iter().rev().map_while(|segment| match segment {
        Segment::Name(pieces) => one(part(pieces)),
        _ => Some(Needed::default()),
    });
    let mut above: Vec<_> = names.collect();
    while above.last().is_some_and(|one| *one == Needed::default()) {
        above.pop();
    }
    above.reverse();
    above
}

fn one(part: NamePart<'_>) -> Option<Needed> {
    let NamePart { start, end, whole } = part;
    (start.is_ascii() && end.is_ascii()).then(|| Needed {
        start: start.to_owned(),
        end: end.to_owned(),
        whole,
        ..Needed::default()
    })
}

/// The first segment, where that is written out.
fn first_name(glob: &PathGlob) -> String {
    match glob.segments.first() {
        Some(Segment::Name(pieces)) => match &**pieces {
            [Piece::Text(text)] if text.is_ascii() => text.clone(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// All such segments of which a part is written out, from the last on, and
/// how many stand behind.
fn all_needed(glob: &PathGlob) -> impl Iterator<Item = (NamePart<'_>, usize)> {
    let back = glob.segments.iter().rev().enumerate();
    back.filter_map(|(behind, segment)| {
        let Segment::Name(pieces) = segment else { return None };
        let part = part(pieces);
        let some = !(part.start.is_empty() && part.end.is_empty());
        some.then_some((part, behind))
    })
}

/// What is written out of a name.
fn part(pieces: &[Piece]) -> NamePart<'_> {
    let (start, end) = (text(pieces.first()), text(pieces.last()));
    let whole = pieces.len() == 1 && !start.is_empty();
    NamePart { start, end, whole }
}

/// What a piece says, where that is written out.
fn text(piece: Option<&Piece>) -> &str {
    match piece {
        Some(Piece::Text(text)) => text,
        _ => "",
    }
}
