//! Where a command line parts from a command pattern.

use super::ask::Case;
use super::condition::Leaf;
use super::spot;
use super::text::{Stop, Stuck, Written, stop};
use super::{Cause, Gap, quoted};
use crate::hook_set::reference::text as glob;
use crate::ir::CommandShell;
use crate::shell::{Effects, View};
use crate::source::Span;
use crate::syntax::TextGlob;

/// How many views are looked at for words that stand in the line.
const MOST_AGAIN: usize = 64;

/// A command pattern that matches none of the views it looks at.
struct Missed<'a> {
    case: &'a Case<'a>,
    leaf: &'a Leaf<'a>,
    pattern: &'a TextGlob,
    effects: Effects,
}

/// Why no command matches.
pub(super) fn gap(
    case: &Case<'_>,
    leaf: &Leaf<'_>,
    shell: CommandShell,
    effects: Effects,
    pattern: &TextGlob,
) -> Gap {
    let powershell = shell == CommandShell::PowerShell;
    let commands = &case.subjects.commands;
    let other_shell = powershell != case.subjects.powershell;
    let called = case.governs_tool(leaf);
    if !called || other_shell {
        return case.tool_gap(leaf);
    }
    let missed = Missed { case, leaf, pattern, effects };
    if commands.units.is_empty() {
        return missed.nothing();
    }
    if let Some(gap) = missed.not_looked_at() {
        return gap;
    }
    missed.nearest()
}

impl Missed<'_> {
    fn views(&self) -> impl Iterator<Item = &View> {
        self.case.subjects.commands.views.iter()
    }

    fn text(&self, view: &View) -> &str {
        view.text.of(&self.case.subjects.commands.text)
    }

    /// The bytes of the command line that a view is of.
    fn unit(&self, view: &View) -> Span {
        let units = &self.case.subjects.commands.units;
        let unit = units.get(view.unit as usize);
        unit.map_or(Span::default(), |unit| unit.span)
    }

    fn content(&self) -> Span {
        self.leaf.content()
    }

    fn nothing(&self) -> Gap {
        let message = match self.case.command() {
            Some(_) => "the command line holds no command to look at",
            None => "the call has no `command`",
        };
        Gap::new(Cause::Missing, message, self.content())
            .at(self.case.command())
            .reached(0, 1)
    }

    /// A view that matches, but is not for rules of this kind.
    fn not_looked_at(&self) -> Option<Gap> {
        let first = self.pattern.parts.first().map_or("", String::as_str);
        let (number, view) = self.views().enumerate().find(|(_, view)| {
            let text = self.text(view);
            text.starts_with(first) && glob::matches(self.pattern, text)
        })?;
        let word = self.leaf.rules();
        let unit = self.unit(view);
        let command = self.case.command()?;
        let text = self.text(view);
        if view.effects.meets(self.effects) {
            let message = self.held(number, view);
            let gap = Gap::new(Cause::FullText, message, self.content());
            return Some(gap.at(Some(command.narrowed(unit))).reached(9, 10));
        }
        let found = spot::part_of_view(
            &command.text,
            unit,
            text,
            Span::new(0, text.len()),
        );
        let front = Span::new(unit.start as usize, found.start as usize);
        let before = front.of(&command.text).trim_end();
        let (message, span) = if before.is_empty() {
            let message = format!(
                "{} is one way to write this command, but not one that \
                 {word} look at",
                quoted(text)
            );
            (message, unit)
        } else {
            let message = format!(
                "{} stands in front, which {word} do not look through",
                quoted(before)
            );
            let start = front.start as usize;
            (message, Span::new(start, start + before.len()))
        };
        let gap = Gap::new(Cause::Front, message, self.content());
        Some(gap.at(Some(command.narrowed(span))).reached(9, 10))
    }

    /// Why the star of an allow rule does not stand for what it would have
    /// to in a view.
    fn held(&self, number: usize, view: &View) -> String {
        let text = self.text(view);
        let first = self.pattern.parts.first().map_or(0, String::len);
        let word = self.leaf.rules();
        if view.exact_only {
            return format!(
                "{} may run other commands or write files: {word} match it \
                 only by its full text, without a star",
                quoted(text)
            );
        }
        let held = self.case.subjects.commands.held_in(number);
        let closed = held.map_or(0..0, |held| held.closed.range());
        if closed.contains(&first) {
            let named = text.get(..closed.end).unwrap_or(text);
            let option = named.rsplit(' ').next().unwrap_or(named);
            return format!(
                "{} writes: the star of an allow rule that names an option \
                 to read with does not stand for it",
                quoted(option)
            );
        }
        format!(
            "{} leads out of the directory that stands in front of the \
             star: the star of an allow rule does not stand for that",
            quoted(text)
        )
    }

    /// The view that the pattern came furthest on.
    fn nearest(&self) -> Gap {
        let content = self.content();
        let written = content.of(self.leaf.text);
        let mut best: Option<(Stop, &View)> = None;
        let looked_at = self.views().filter(|v| v.effects.meets(self.effects));
        for view in looked_at {
            let text = self.text(view);
            if best.is_some_and(|(kept, _)| self.is_behind(text, &kept)) {
                continue;
            }
            let stop = stop(self.pattern, written, Written::Command, text);
            if best.is_none_or(|(kept, _)| stop.found > kept.found) {
                best = Some((stop, view));
            }
        }
        let best = best.map(|(stop, view)| {
            let other = self.as_written(&stop, view, written);
            other.unwrap_or((stop, view))
        });
        let Some((stop, view)) = best else {
            let message = format!(
                "{} look at no command of this line",
                self.leaf.rules()
            );
            return Gap::new(Cause::Missing, message, content)
                .at(self.case.command())
                .reached(0, 1);
        };
        let text = self.text(view);
        let unit = self.unit(view);
        let event = self.case.command().map(|command| {
            let span =
                spot::part_of_view(&command.text, unit, text, stop.text);
            command.narrowed(span)
        });
        let (cause, message) = words(&stop, written, text);
        // No star of an allow rule stands for such words.
        let starred = !(view.exact_only && self.effects == Effects::ALLOW);
        let help = starred.then(|| self.help(&stop, written, text)).flatten();
        Gap::new(cause, message, stop.pattern.shifted(content.start as usize))
            .at(event)
            .help(help)
            .reached(stop.found, stop.whole)
    }

    /// A view on which the pattern came as far, where it stops at words that
    /// the line does not hold: what a program makes of its words is not what
    /// somebody wrote.
    fn as_written(
        &self,
        kept: &Stop,
        view: &View,
        written: &str,
    ) -> Option<(Stop, &View)> {
        let command = self.case.command()?;
        let holds = |stop: &Stop, view: &View| {
            command.text.contains(stop.text.of(self.text(view)))
        };
        if holds(kept, view) {
            return None;
        }
        let looked_at = self.views().filter(|v| v.effects.meets(self.effects));
        let stops = looked_at.take(MOST_AGAIN).map(|view| {
            let text = self.text(view);
            (stop(self.pattern, written, Written::Command, text), view)
        });
        let mut fit = stops.filter(|(stop, _)| stop.found == kept.found);
        fit.find(|(stop, view)| holds(stop, view))
    }

    /// Whether a text parts from the pattern no later than another did; a
    /// quick look, for lines of many commands.
    fn is_behind(&self, text: &str, kept: &Stop) -> bool {
        let first = self.pattern.parts.first().map_or("", String::as_str);
        let start = kept.found + 1;
        match first.as_bytes().get(..start) {
            Some(more) => !text.as_bytes().starts_with(more),
            None => !text.starts_with(first),
        }
    }

    /// What to write; each advice was tried on the command.
    fn help(&self, stop: &Stop, written: &str, text: &str) -> Option<String> {
        match stop.stuck {
            Stuck::GoesOn => {
                let wider = format!("{written} *");
                let glob = self.glob(&wider);
                let works = glob::matches(&glob, text);
                let rule = self.leaf.with_content(&wider);
                works.then(|| format!("add ` *`: `{rule}`"))
            }
            Stuck::Boundary => {
                let wider = written.strip_suffix(":*");
                let wider = wider.or_else(|| written.strip_suffix(" *"))?;
                let wider = format!("{wider}*");
                let glob = self.glob(&wider);
                let works = glob::matches(&glob, text);
                let rule = self.leaf.with_content(&wider);
                works.then(|| {
                    format!("`{rule}` would cover longer words as well")
                })
            }
            _ => None,
        }
    }

    fn glob(&self, text: &str) -> TextGlob {
        let glob = TextGlob::command(text);
        match self.case.subjects.powershell {
            true => glob.lowered(),
            false => glob,
        }
    }
}

/// What a stop says, of a text that was compared with what the rule says.
pub(super) fn words(
    stop: &Stop,
    written: &str,
    text: &str,
) -> (Cause, String) {
    let pattern = stop.pattern.of(written).trim();
    let found = stop.text.of(text).trim();
    let (pattern, found) = (quoted(pattern), quoted(found));
    match stop.stuck {
        Stuck::Word => (
            Cause::Word,
            format!("{found} stands where the rule has {pattern}"),
        ),
        Stuck::Ends => (
            Cause::Ends,
            format!("nothing stands where the rule has {pattern}"),
        ),
        Stuck::GoesOn => {
            (Cause::GoesOn, format!("{found} follows, where the rule ends"))
        }
        Stuck::Boundary => (
            Cause::Boundary,
            format!(
                "{pattern} ends at a word boundary, and {found} is another \
                 word"
            ),
        ),
        Stuck::NotFound => {
            // A blank belongs to it: ` main` is not `main`.
            let pattern = quoted(stop.pattern.of(written));
            let message = match stop.text.is_empty() {
                true => format!("nothing stands where the rule has {pattern}"),
                false => format!("{pattern} does not stand in {found}"),
            };
            (Cause::NotFound, message)
        }
    }
}
