use super::{Atom, BaseId, Effect, Family, Predicate, Rule, Rules, Uses};
use crate::shell::{Effects, Guarded, NamedOptions, Needed};
use crate::syntax::{PathGlob, Piece, Segment};

/// How many different ones are kept; beyond, any file may be guarded.
const MOST: usize = 64;

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
        let mut list = Vec::new();
        let guards = some.into_iter().filter(|rule| {
            let guard = matches!(rule.effect, Effect::Deny | Effect::Ask);
            guard && rule.family == family
        });
        for rule in guards {
            collect(rules, &rule.predicate, &mut list)?;
        }
        Some(list)
    };
    Guarded { reads: of(Family::Reads), writes: of(Family::Writes) }
}

/// What the paths of files have that some word of a command may be, if a
/// guard is about them; `None` where that may be any file.
pub fn names(rules: &Rules) -> Option<Vec<Needed>> {
    let mut out = Vec::new();
    for atom in &rules.atoms {
        if let Atom::Path { uses, pattern, .. } = atom
            && uses.meets(Uses::UNSURE)
        {
            let all = all_needed(pattern);
            let len = |needed: &&Needed| {
                (needed.whole, needed.start.len() + needed.end.len())
            };
            let longest = all.iter().rev().max_by_key(len)?;
            // A star in a path stands for whatever lies in a directory.
            if longest.start.contains('*') || longest.end.contains('*') {
                return None;
            }
            let (start, end) = (longest.start.clone(), longest.end.clone());
            let whole = longest.whole;
            out.push(Needed { start, end, whole, ..Needed::default() });
        }
    }
    out.sort();
    out.dedup();
    Some(out)
}

/// The options and words that guards and conditions on commands name behind
/// a program, as a filter.
pub fn named_options(rules: &Rules) -> Vec<u8> {
    let of = |which: Effects| {
        rules.atoms.iter().filter_map(move |atom| match atom {
            Atom::Command { effects, pattern, .. } if effects.meets(which) => {
                Some(pattern)
            }
            _ => None,
        })
    };
    let options = of(Effects::OPEN.and(Effects::TURNED));
    NamedOptions::write(options, of(Effects::GUARD), of(Effects::SORTED))
}

/// Adds what the path atoms of a predicate need; `None` where a file may
/// match without any of it.
fn collect(
    rules: &Rules,
    predicate: &Predicate,
    list: &mut Vec<Needed>,
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
                if *anchor == BaseId::Home {
                    needed.under = first_name(pattern);
                }
                if !list.contains(&needed) {
                    list.push(needed);
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
    let all = all_needed(glob);
    let whole = all.iter().find(|needed| needed.whole);
    let found = whole.or(all.first())?;
    is_plain(found).then(|| found.clone())
}

/// The first segment, where that is written out.
fn first_name(glob: &PathGlob) -> String {
    match glob.segments.first() {
        Some(Segment::Name(pieces)) => match pieces.as_slice() {
            [Piece::Text(text)] if text.is_ascii() => text.clone(),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// All such segments of which a part is written out, from the last on.
fn all_needed(glob: &PathGlob) -> Vec<Needed> {
    let back = glob.segments.iter().rev().enumerate();
    let names = back.filter_map(|(behind, segment)| {
        let Segment::Name(pieces) = segment else { return None };
        let last = behind == 0 && !glob.directory;
        let text = |piece: Option<&Piece>| match piece {
            Some(Piece::Text(text)) => text.clone(),
            _ => String::new(),
        };
        let start = text(pieces.first());
        let end = text(pieces.last());
        let whole = pieces.len() == 1 && !start.is_empty();
        let some = !(start.is_empty() && end.is_empty());
        let under = String::new();
        some.then_some(Needed { start, end, whole, last, under })
    });
    names.collect()
}

fn is_plain(needed: &Needed) -> bool {
    needed.start.is_ascii() && needed.end.is_ascii()
}
