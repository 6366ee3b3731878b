//! Whether one rule covers another.

use std::rc::Rc;

use super::cell::Cell;
use super::fuel::Fuel;
use super::relate::{Language, Sought, search};
use super::sample::Sample;
use super::survey::Survey;
use super::unnamed::reaches_unnamed;
use crate::event::tools;
use crate::hook_set::reference::text as glob;
use crate::ir::{Atom, AtomId, BaseId, Effect, Rule, RuleId};
use crate::shell::{self, Commands, Effects, Places, Shell};
use crate::syntax::{PathGlob, Piece, Segment, TextGlob};

/// The most tools of an alternative that are looked at one by one.
const MAX_TOOLS: usize = 32;

/// What is known about two rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Every event that the one matches, the other does, too. Where both
    /// are allow rules, also every part of the call that the one covers.
    Holds,
    /// This event shows that it is not so.
    Fails(Sample),
    /// It is not known.
    NotDecided,
}

impl Survey<'_> {
    /// Whether every event that `narrow` matches is matched by `wide`.
    pub fn covers(&mut self, wide: RuleId, narrow: RuleId) -> Cover {
        self.fuel.refill();
        match self.is_within(narrow, wide) {
            Some(true) => Cover::Holds,
            _ => {
                let shown = self.sample_outside(narrow, &[wide]);
                shown.map_or(Cover::NotDecided, Cover::Fails)
            }
        }
    }

    /// `None` where it is not decided.
    pub(super) fn is_within(
        &mut self,
        narrow: RuleId,
        wide: RuleId,
    ) -> Option<bool> {
        self.is_within_any(narrow, &[wide])
    }

    /// Whether a rule matches nothing that none of the others does: each of
    /// its alternatives is covered by one of theirs. `None` where it is not
    /// decided.
    pub(super) fn is_within_any(
        &mut self,
        narrow: RuleId,
        others: &[RuleId],
    ) -> Option<bool> {
        let rules = self.rules;
        let own = rules.rule(narrow)?;
        let fits = others.iter().filter_map(|&id| Some((id, rules.rule(id)?)));
        let fits = fits.filter(|(_, other)| {
            own.events.0 & !other.events.0 == 0
                && reaches_unnamed(rules, own, other)
        });
        let fits: Vec<_> = fits.collect();
        let same = |other: &Rule| {
            other.matcher == own.matcher && other.predicate == own.predicate
        };
        if fits.iter().any(|(_, other)| same(other)) {
            return Some(true);
        }
        if fits.is_empty() {
            return Some(false);
        }
        let cells = self.cells(narrow)?;
        let (mut wide, mut unknown) = (Vec::new(), false);
        for (id, other) in fits {
            let parts =
                own.effect == Effect::Allow && other.effect == Effect::Allow;
            match self.cells(id) {
                Some(cells) => wide.push((cells, parts)),
                None => unknown = true,
            }
        }
        let mut all = true;
        for cell in cells.iter() {
            match self.cell_within_any(cell, &wide) {
                Some(false) if unknown => return None,
                inside => all &= inside?,
            }
        }
        Some(all)
    }

    /// Whether an alternative is covered by one of others, or for each tool
    /// by one. With each of the others, whether parts of a call count.
    fn cell_within_any(
        &mut self,
        cell: &Cell,
        wide: &[(Rc<Vec<Cell>>, bool)],
    ) -> Option<bool> {
        let inside = self.cell_within_one(cell, wide);
        let names = cell.tools.names.as_deref().unwrap_or_default();
        let several = 2..=MAX_TOOLS;
        if inside == Some(true) || !several.contains(&names.len()) {
            return inside;
        }
        let mut apart = names.iter().map(|name| cell.of_tool(name));
        let each =
            |part: Cell| self.cell_within_one(&part, wide) == Some(true);
        if apart.all(each) { Some(true) } else { inside }
    }

    fn cell_within_one(
        &mut self,
        cell: &Cell,
        wide: &[(Rc<Vec<Cell>>, bool)],
    ) -> Option<bool> {
        let mut inside = Some(false);
        for (wider, parts) in wide {
            for wider in wider.iter() {
                if !self.fuel.spend(1) {
                    return None;
                }
                match self.cell_within(cell, wider) {
                    // A rule on a whole shell call covers none of its files.
                    Some(true) if *parts && self.is_of_files(cell, wider) => {}
                    Some(true) => return Some(true),
                    None => inside = None,
                    Some(false) => {}
                }
            }
        }
        inside
    }

    /// Whether the one alternative covers files that shell commands use, and
    /// the other calls as a whole.
    fn is_of_files(&self, cell: &Cell, wide: &Cell) -> bool {
        let path = cell.content.and_then(|id| self.rules.atom(id));
        let names = cell.tools.names.iter().flatten();
        let mut shells = names.filter(|name| {
            let tool = tools::find_canonical(name);
            tool.is_some_and(|tool| tool.governs.is_shell())
        });
        wide.content.is_none()
            && matches!(path, Some(Atom::Path { .. }))
            && shells.next().is_some()
    }

    fn cell_within(&mut self, cell: &Cell, wide: &Cell) -> Option<bool> {
        match self.all_within(cell, wide) {
            // What it leaves out may be what the other does not cover.
            Some(false) if !cell.without.is_empty() => None,
            known => known,
        }
    }

    fn all_within(&mut self, cell: &Cell, wide: &Cell) -> Option<bool> {
        // What parts most pairs comes first.
        let content = match (cell.content, wide.content) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(own), Some(wide)) => {
                own == wide || self.atom_within(own, wide)?
            }
        };
        if !content || !self.doubts_within(cell, wide)? {
            return Some(false);
        }
        let fuel = &self.fuel;
        for (path, wanted) in &wide.fields {
            let mut held = Some(false);
            let own = cell.fields.iter().filter(|field| field.0 == *path);
            for (_, pattern) in own {
                match field_within(pattern.as_ref(), wanted.as_ref(), fuel) {
                    Some(true) => held = Some(true),
                    None if held != Some(true) => held = None,
                    _ => {}
                }
            }
            if !held? {
                return Some(false);
            }
        }
        let tools = cell.tools.within(&wide.tools, fuel)?;
        Some(tools && self.leaves_out(cell, wide)?)
    }

    fn doubts_within(&mut self, cell: &Cell, wide: &Cell) -> Option<bool> {
        for &doubt in &wide.doubts {
            let mut raised = false;
            for &own in &cell.doubts {
                raised |= self.atom_within(own, doubt)?;
            }
            if !raised {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether the one leaves out all that the other does; never a no.
    fn leaves_out(&mut self, cell: &Cell, wide: &Cell) -> Option<bool> {
        for &gone in &wide.without {
            let mut out = cell.without.contains(&gone);
            for &own in &cell.without {
                out = out || self.atom_within(gone, own) == Some(true);
            }
            if !out {
                return None;
            }
        }
        Some(true)
    }

    fn atom_within(&mut self, narrow: AtomId, wide: AtomId) -> Option<bool> {
        let rules = self.rules;
        match (rules.atom(narrow)?, rules.atom(wide)?) {
            (
                Atom::Command { shell, effects, pattern },
                Atom::Command { shell: s, effects: e, pattern: wider },
            ) => {
                if shell != s || !follows(*effects, *e) {
                    return Some(false);
                }
                let mut inside = self.subset(narrow, wide)?;
                if !inside && effects != e && *effects == Effects::ALLOW {
                    inside = self.seen_within(*shell, pattern, wide)?;
                }
                let starred = *effects == Effects::ALLOW
                    && *e == Effects::ALLOW
                    && !wider.is_exact();
                Some(inside && !(starred && self.held(pattern, wider)))
            }
            (
                Atom::Path { uses, effects, anchor, pattern },
                Atom::Path { uses: u, effects: e, anchor: a, pattern: p },
            ) => {
                if uses.0 & !u.0 != 0 || !follows(*effects, *e) {
                    return Some(false);
                }
                if anchor == a {
                    let inside = self.subset(narrow, wide)?;
                    let apart = inside && (uneven(pattern) || uneven(p));
                    return match apart {
                        true => folded_within(pattern, p, &self.fuel),
                        false => Some(inside),
                    };
                }
                if *a != BaseId::Root {
                    return None;
                }
                self.below_root(narrow, wide)
            }
            (
                Atom::Doubt { reasons, effects },
                Atom::Doubt { reasons: r, effects: e },
            ) => Some(reasons & !r == 0 && effects == e),
            (Atom::Host(_), Atom::Host(_)) => self.subset(narrow, wide),
            (
                Atom::Mcp { server, tool, effects },
                Atom::Mcp { server: s, tool: t, effects: e },
            ) => match (tool, t) {
                _ if server != s || !follows(*effects, *e) => Some(false),
                (_, None) => Some(true),
                _ => self.subset(narrow, wide),
            },
            _ => Some(false),
        }
    }

    /// Whether everything that one atom's text matches is matched by the
    /// other's.
    fn subset(&mut self, narrow: AtomId, wide: AtomId) -> Option<bool> {
        let own = self.language(narrow)?;
        let other = self.language(wide)?;
        // Most pairs part at the first text that comes to mind.
        let probe = self.probe(narrow, &own);
        if probe.is_some_and(|probe| !other.dfa.takes(&probe)) {
            return Some(false);
        }
        within(&own, &other, &self.fuel)
    }

    /// Whether a pattern from the root matches everything that another one
    /// with another base can: it must match every path but the root itself.
    fn below_root(&mut self, narrow: AtomId, wide: AtomId) -> Option<bool> {
        let every = PathGlob {
            segments: vec![Segment::Deep],
            whole: false,
            directory: false,
        };
        let every = Language::path_in(&every, &self.fuel)?;
        let wide = self.language(wide)?;
        let own = self.language(narrow)?;
        let all = within(&every, &wide, &self.fuel)? && !own.has("");
        all.then_some(true)
    }

    /// Whether the stars of the wider of two patterns of allow rules do not
    /// stand for what the other one says: a command that is allowed by its
    /// full text only (also because of what it is fed), an option to write
    /// with, the way out of a directory.
    fn held(&self, pattern: &TextGlob, wider: &TextGlob) -> bool {
        let text = pattern.parts.concat();
        // The same may be fed something, which is no part of its text.
        let fed = ["", " <<<x", " <x"].map(|fed| format!("{text}{fed}"));
        let fed = fed.iter().map(|line| (Shell::Bash, line.as_str()));
        let mut commands = Commands::default();
        let places = Places::default();
        let profile = &self.dialect.shell;
        fed.chain([(Shell::PowerShell, &*text)]).any(|(shell, line)| {
            shell::analyze(line, shell, profile, &places, &mut commands);
            let windows = shell == Shell::PowerShell;
            commands.views.iter().enumerate().any(|(number, view)| {
                let own = view.text.of(&commands.text);
                let held = commands.held_in(number);
                let held = held.is_some_and(|held| {
                    glob::matches(wider, own)
                        && !glob::covers(wider, own, held, windows)
                });
                own == text
                    && view.effects.meets(Effects::ALLOW)
                    && (held || view.exact_only && pattern.is_exact())
            })
        })
    }
}

pub(super) fn within(
    narrow: &Language,
    wide: &Language,
    fuel: &Fuel,
) -> Option<bool> {
    match search(&[&narrow.dfa], &[&wide.dfa], fuel) {
        Sought::Nothing => Some(true),
        Sought::Text(_) => Some(false),
        Sought::NotDecided => None,
    }
}

/// Whether rules of the one effect look at no more than those of the other:
/// what allow rules look at, ask and deny rules see, too.
fn follows(narrow: Effects, wide: Effects) -> bool {
    let guard = |e| e == Effects::DENY || e == Effects::ASK;
    narrow == wide
        || (narrow == Effects::ALLOW && guard(wide))
        || (guard(narrow) && guard(wide))
}

fn field_within(
    narrow: Option<&TextGlob>,
    wide: Option<&TextGlob>,
    fuel: &Fuel,
) -> Option<bool> {
    let Some(wide) = wide else { return Some(true) };
    let Some(narrow) = narrow else { return Some(wide.is_any()) };
    if narrow == wide {
        return Some(true);
    }
    let own = Language::text_in(narrow, fuel)?;
    within(&own, &Language::text_in(wide, fuel)?, fuel)
}

/// Whether a pattern may relate to others differently where the file system
/// ignores case.
fn uneven(glob: &PathGlob) -> bool {
    glob.segments.iter().any(|segment| {
        let Segment::Name(pieces) = segment else { return false };
        pieces.iter().any(|piece| match piece {
            Piece::Text(text) => !text.is_ascii(),
            Piece::Class { negated, ranges } => {
                *negated || ranges.iter().any(|r| !r.1.is_ascii())
            }
            Piece::Star | Piece::One => false,
        })
    })
}

fn folded_within(
    narrow: &PathGlob,
    wide: &PathGlob,
    fuel: &Fuel,
) -> Option<bool> {
    let own = Language::path_in(&narrow.folded(), fuel)?;
    let other = Language::path_in(&wide.folded(), fuel)?;
    within(&own, &other, fuel)
}
