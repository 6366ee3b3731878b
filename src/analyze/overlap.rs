//! Allow and ask rules that share a part.

use std::collections::{BTreeMap, HashMap};

use super::cell::Cell;
use super::sample::Sample;
use super::survey::Survey;
use crate::ir::{Atom, BaseId, RuleId};
use crate::syntax::{HostGlob, PathGlob, Piece, Segment, TextGlob};

/// What it costs to look at a pair, in steps.
const LOOKED_AT: usize = 50;

/// How much of the start of a pattern is compared.
const MAX_START: usize = 64;

/// An allow and an ask rule that share a part of what they match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The allow rule.
    pub allow: RuleId,
    /// The ask rule.
    pub ask: RuleId,
    /// An event that both match.
    pub sample: Sample,
}

/// What patterns are about that can share something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Command,
    /// Paths below a base.
    Path(BaseId),
    Host,
    Name,
}

/// Rules by what every text of theirs starts with.
#[derive(Default)]
struct Starts {
    rows: HashMap<Kind, BTreeMap<String, Vec<RuleId>>>,
    /// Those whose start says nothing.
    rest: Vec<RuleId>,
}

impl Starts {
    fn of(survey: &mut Survey<'_>, ids: &[RuleId]) -> Starts {
        let mut found = Starts::default();
        for id in ids {
            let Some(cells) = survey.cells(*id) else { continue };
            for cell in cells.iter() {
                let Some(all) = starts(survey, cell) else {
                    found.rest.push(*id);
                    continue;
                };
                for (kind, text) in all {
                    let row = found.rows.entry(kind).or_default();
                    row.entry(text).or_default().push(*id);
                }
            }
        }
        found
    }

    /// The rules that can share something with a start, in order.
    fn near(&self, kind: &Kind, text: &str) -> Vec<RuleId> {
        let mut found = self.rest.clone();
        if let Some(row) = self.rows.get(kind) {
            let shorter = text.char_indices().map(|(at, _)| text.get(..at));
            for start in shorter.flatten() {
                found.extend(row.get(start).into_iter().flatten());
            }
            let from = text.to_owned()..;
            let longer = row.range(from);
            let longer = longer.take_while(|(own, _)| own.starts_with(text));
            found.extend(longer.flat_map(|(_, ids)| ids));
        }
        found.sort();
        found.dedup();
        found
    }
}

/// What texts of an alternative start with; `None` where fields count.
fn starts(survey: &Survey<'_>, cell: &Cell) -> Option<Vec<(Kind, String)>> {
    if !cell.fields.is_empty() {
        return None;
    }
    let Some(id) = cell.content else {
        let any = [String::new()];
        let names = cell.tools.names.as_deref().unwrap_or(&any);
        let names = names.iter().map(|name| (Kind::Name, cut(name)));
        return Some(names.collect());
    };
    let first =
        |glob: &TextGlob| cut(glob.parts.first().map_or("", String::as_str));
    let start = match survey.rules.atom(id)? {
        Atom::Command { pattern, .. } => (Kind::Command, first(pattern)),
        Atom::Path { anchor, pattern, .. } => {
            (Kind::Path(anchor.clone()), path_start(pattern))
        }
        Atom::Host(glob) => (Kind::Host, host_end(glob)),
        Atom::Mcp { server, tool, .. } => {
            let tool = tool.as_ref().map_or(String::new(), first);
            (Kind::Name, cut(&format!("mcp__{server}__{tool}")))
        }
        _ => return None,
    };
    Some(vec![start])
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_START).collect()
}

/// The plain labels at the end, the last first.
fn host_end(glob: &HostGlob) -> String {
    let labels = glob.labels.iter().rev();
    let plain = labels.take_while(|label| label.parts.len() == 1);
    let plain = plain.map(|label| format!("{}.", label.parts.concat()));
    cut(&plain.collect::<String>())
}

fn path_start(glob: &PathGlob) -> String {
    let mut start = String::new();
    for (at, segment) in glob.segments.iter().enumerate() {
        let Segment::Name(pieces) = segment else { break };
        if at > 0 {
            start.push('/');
        }
        if let Some(Piece::Text(text)) = pieces.first() {
            start.push_str(text);
        }
        if !matches!(**pieces, [Piece::Text(_)]) {
            break;
        }
    }
    cut(&start)
}

/// Whether a pattern is a text, or a text and then anything: two of these
/// share nothing, or one covers the other.
fn is_plain(glob: &TextGlob) -> bool {
    match glob.parts.as_slice() {
        [_] => true,
        [_, last] => last.is_empty(),
        _ => false,
    }
}

impl Survey<'_> {
    /// Allow and ask rules that share a part, while neither covers the
    /// other; one for each allow rule.
    pub fn overlaps(&mut self) -> Vec<Overlap> {
        self.fuel.refill();
        let (mut allows, mut asks) = (Vec::new(), Vec::new());
        for id in self.permission_rules() {
            match self.rank(id) {
                1 => allows.push(id),
                2 => asks.push(id),
                _ => {}
            }
        }
        let starts = Starts::of(self, &asks);
        let mut found = Vec::new();
        for allow in allows {
            if self.fuel.is_empty() && !asks.is_empty() {
                self.undecided.push(allow);
                continue;
            }
            let near = self.may_meet(allow, &starts);
            let shown = near.into_iter().find_map(|ask| {
                let sample = self.crosses(allow, ask)?;
                Some(Overlap { allow, ask, sample })
            });
            if shown.is_none() && self.fuel.is_empty() && !asks.is_empty() {
                self.undecided.push(allow);
            }
            found.extend(shown);
        }
        found
    }

    /// The rules that can share something with another one, as far as the
    /// starts of their patterns tell.
    fn may_meet(&mut self, id: RuleId, starts: &Starts) -> Vec<RuleId> {
        let Some(cells) = self.cells(id) else { return Vec::new() };
        let mut near = Vec::new();
        for cell in cells.iter() {
            match self::starts(self, cell) {
                Some(own) => {
                    for (kind, text) in own {
                        near.extend(starts.near(&kind, &text));
                    }
                }
                None => {
                    near.extend(&starts.rest);
                    let rows = starts.rows.values();
                    near.extend(rows.flat_map(BTreeMap::values).flatten());
                }
            }
        }
        // Putting them in order takes time, too.
        self.fuel.spend(near.len());
        near.sort();
        near.dedup();
        near
    }

    /// An event that two rules match of which neither covers the other.
    fn crosses(&mut self, one: RuleId, other: RuleId) -> Option<Sample> {
        if !self.fuel.spend(LOOKED_AT)
            || self.is_plain(one) && self.is_plain(other)
        {
            return None;
        }
        let apart = self.is_within(one, other) == Some(false)
            && self.is_within(other, one) == Some(false);
        if apart { self.shared(one, other) } else { None }
    }

    fn is_plain(&mut self, id: RuleId) -> bool {
        let Some(cells) = self.cells(id) else { return false };
        let [cell] = cells.as_slice() else { return false };
        let atom = cell.content.and_then(|id| self.rules.atom(id));
        let Some(Atom::Command { pattern, .. }) = atom else { return false };
        cell.fields.is_empty() && cell.without.is_empty() && is_plain(pattern)
    }
}
