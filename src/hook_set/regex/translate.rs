//! Tree → automata: the regular part as `Hir`, look-aheads at the start as
//! boolean combinations.

use regex_syntax::hir::{
    Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange, Hir,
    Look, Repetition,
};

use super::dense::Dense;
use super::{Formula, RegexLimits, case};
use crate::syntax::regex::{
    ClassEscape, ClassItem, Kind, Node, Regex, Shorthand, starts_ahead,
};

/// Ranges of units, both ends included.
pub(crate) type Ranges = Vec<(u16, u16)>;

/// What a translation needs to know.
#[derive(Clone, Copy)]
struct With<'l> {
    limits: &'l RegexLimits,
    /// Whether letter case does not count.
    fold: bool,
}

/// The automata for a regular expression; `None` where it is not that simple, or over a
/// limit.
pub(super) fn formula(regex: &Regex, limits: &RegexLimits) -> Option<Formula> {
    let node = &regex.root;
    let with = With { limits, fold: regex.ignores_case };
    let alternatives = node.rows();
    if alternatives.iter().any(|parts| starts_ahead(parts)) {
        let any = alternatives.iter().map(|parts| combine(parts, with));
        return Some(Formula::Any(any.collect::<Option<_>>()?));
    }
    dense(&hir(node, with.fold)?, limits)
}

fn dense(hir: &Hir, limits: &RegexLimits) -> Option<Formula> {
    Dense::new(hir, limits).map(Box::new).map(Formula::Dense)
}

/// `^(?!A)(?=B)C` holds where `^C` and `^B` are found and `^A` is not: all
/// three can only match at the start, so they can be asked one by one.
fn combine(parts: &[&Node], with: With<'_>) -> Option<Formula> {
    if !starts_ahead(parts) {
        let row = parts.iter().map(|part| hir(part, with.fold));
        return dense(&Hir::concat(row.collect::<Option<_>>()?), with.limits);
    }
    let mut all = Vec::new();
    let mut rest = vec![Hir::look(Look::Start)];
    let mut leading = true;
    for part in parts {
        leading &= part.kind == Kind::Start || part.look_ahead().is_some();
        match part.look_ahead() {
            Some((negated, body)) if leading => {
                let found = anchored(body, with)?;
                all.push(match negated {
                    true => Formula::Not(Box::new(found)),
                    false => found,
                });
            }
            _ => rest.push(hir(part, with.fold)?),
        }
    }
    all.push(dense(&Hir::concat(rest), with.limits)?);
    Some(Formula::All(all))
}

fn anchored(body: &Node, with: With<'_>) -> Option<Formula> {
    let body = hir(body, with.fold)?;
    dense(&Hir::concat(vec![Hir::look(Look::Start), body]), with.limits)
}

/// `node` without look-around and back-references; `None` with them.
fn hir(node: &Node, fold: bool) -> Option<Hir> {
    let one = |node: &Node| hir(node, fold);
    Some(match &node.kind {
        Kind::Start => Hir::look(Look::Start),
        Kind::End => Hir::look(Look::End),
        Kind::Boundary { negated: false } => Hir::look(Look::WordAscii),
        Kind::Boundary { negated: true } => Hir::look(Look::WordAsciiNegate),
        Kind::Look { .. } | Kind::Back(_) => return None,
        Kind::Group { body, .. } => hir(body, fold)?,
        Kind::Repeat { min, max, greedy, body, .. } => {
            Hir::repetition(Repetition {
                min: *min,
                max: *max,
                greedy: *greedy,
                sub: Box::new(hir(body, fold)?),
            })
        }
        Kind::Either(all) => {
            Hir::alternation(all.iter().map(one).collect::<Option<_>>()?)
        }
        Kind::Sequence(all) => {
            Hir::concat(all.iter().map(one).collect::<Option<_>>()?)
        }
        kind => class(&units(kind, fold)?),
    })
}

/// The units that a node of one unit stands for, in both cases with `fold`;
/// `None` for other nodes.
pub(crate) fn units(kind: &Kind, fold: bool) -> Option<Ranges> {
    let cased = |low, high| match fold {
        true => case::both(low, high),
        false => vec![(low, high)],
    };
    Some(match kind {
        Kind::Unit(unit) => cased(*unit, *unit),
        Kind::Dot => {
            others(vec![(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)])
        }
        Kind::Escape(escape) => shorthand(*escape),
        Kind::Class { negated, items } => {
            let listed = items.iter().flat_map(|item| match item {
                ClassItem::Range(low, high) => cased(*low, *high),
                // What has a letter of its own holds both cases, or none.
                ClassItem::Escape(escape) => shorthand(*escape),
            });
            let listed = listed.collect();
            if *negated { others(listed) } else { listed }
        }
        _ => return None,
    })
}

fn shorthand(escape: ClassEscape) -> Ranges {
    let listed: &[(u16, u16)] = match escape.shorthand {
        Shorthand::Digit => &[(0x30, 0x39)],
        Shorthand::Word => {
            &[(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)]
        }
        // ECMA-262 WhiteSpace (with every Zs) and LineTerminator.
        Shorthand::Space => &[
            (0x09, 0x0D),
            (0x20, 0x20),
            (0xA0, 0xA0),
            (0x1680, 0x1680),
            (0x2000, 0x200A),
            (0x2028, 0x2029),
            (0x202F, 0x202F),
            (0x205F, 0x205F),
            (0x3000, 0x3000),
            (0xFEFF, 0xFEFF),
        ],
    };
    let listed = listed.to_vec();
    if escape.negated { others(listed) } else { listed }
}

/// All units that are not listed.
fn others(mut listed: Ranges) -> Ranges {
    listed.sort_unstable();
    let mut all = Vec::new();
    let mut next = 0u32;
    for (low, high) in listed {
        if u32::from(low) > next {
            all.push((next as u16, low - 1));
        }
        next = next.max(u32::from(high) + 1);
    }
    if next <= 0xFFFF {
        all.push((next as u16, 0xFFFF));
    }
    all
}

/// One unit of `ranges`: characters as they are, surrogates as the three
/// bytes that UTF-8 would give them.
fn class(ranges: &[(u16, u16)]) -> Hir {
    let mut plain = Vec::new();
    let mut all = Vec::new();
    for &(low, high) in ranges {
        let mut chars = |low: u16, high: u16| {
            let ends =
                (char::from_u32(low.into()), char::from_u32(high.into()));
            if let (true, (Some(low), Some(high))) = (low <= high, ends) {
                plain.push(ClassUnicodeRange::new(low, high));
            }
        };
        chars(low, high.min(0xD7FF));
        chars(low.max(0xE000), high);
        let (low, high) = (low.max(0xD800), high.min(0xDFFF));
        if low <= high {
            surrogates(low, high, &mut all);
        }
    }
    if !plain.is_empty() || all.is_empty() {
        let class = Class::Unicode(ClassUnicode::new(plain));
        all.push(Hir::class(class));
    }
    Hir::alternation(all)
}

/// The bytes of the surrogates from `low` to `high`, one row for each of
/// the blocks of 64 that differ in their second byte.
fn surrogates(low: u16, high: u16, into: &mut Vec<Hir>) {
    if (low, high) == (0xD800, 0xDFFF) {
        into.push(Hir::concat(vec![
            Hir::literal([0xED]),
            bytes(0xA0, 0xBF),
            bytes(0x80, 0xBF),
        ]));
        return;
    }
    for block in low >> 6..=high >> 6 {
        let first = low.max(block << 6);
        let last = high.min((block << 6) + 63);
        let low_bits = |unit: u16| 0x80 | (unit & 0x3F) as u8;
        into.push(Hir::concat(vec![
            Hir::literal([0xED]),
            bytes(low_bits(block), low_bits(block)),
            bytes(low_bits(first), low_bits(last)),
        ]));
    }
}

fn bytes(low: u8, high: u8) -> Hir {
    let range = ClassBytesRange::new(low, high);
    Hir::class(Class::Bytes(ClassBytes::new([range])))
}
