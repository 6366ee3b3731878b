//! Variables that a line sets once to a plain text, before it uses them:
//! `F=src/a.ts; cat "$F"`; and the directories that it names, `$HOME` and
//! `$PWD`. Guards look at the line with the texts in their place, as if it had
//! been written so; what it becomes is sure only where nothing in it may set
//! such a variable otherwise (`keeps`).

mod keeps;
mod loops;
mod values;

use super::parameters::Variable;
use super::paths::HOME;
use super::scene::Places;
use super::split::{Limits, Line, RedirectKind, Word, WordFlags, split};
use super::{About, Commands, Doubt, Effects, Reason, Shell};
use crate::source::Span;
use loops::{Unrolled, unrolled};
use values::{HERE, Value, directories, values};

/// A longer line is looked at as it stands.
const LONGEST: usize = 1 << 16;

/// How many bytes more the line may have with the texts in their place.
const MORE: usize = 4096;

/// How many redirections are looked at.
const TARGETS: usize = 32;

/// What of a word stands for itself once its variables are known.
const OPEN: u16 = WordFlags::SUBSTITUTION | WordFlags::ARITHMETIC;

/// The kinds of rule that look at the line as it is written.
const WRITTEN: Effects = Effects(Effects::ALLOW.0 | Effects::IF.0);

/// Where what was put in stands now, and what stood there.
type Cuts = Vec<(Span, Span)>;

/// A line with texts in the place of variables.
pub(super) struct Settled {
    pub(super) text: String,
    /// What was put in, step by step.
    layers: Vec<Cuts>,
    /// The targets of redirections that were put in, where they stood.
    targets: Vec<Span>,
    /// Whether it is directories that were put in, and nothing else: which
    /// files these name is known of the line as it is written.
    places: bool,
    /// The words with a directory and nothing else that was put in.
    directories: Vec<Span>,
}

/// The line with what it sets in the place of its variables, if it sets some
/// that nothing changes, with its loops over plain words written out, and with
/// the directories of `places`. Linear in the line.
pub(super) fn settled(
    text: &str,
    shell: Shell,
    places: &Places<'_>,
    line: &mut Line,
) -> Option<Settled> {
    let fits = text.len() <= LONGEST && shell != Shell::PowerShell;
    let named = || HOME.iter().chain(HERE).any(|name| text.contains(name));
    let sets = || text.contains('=') || text.contains("for ") || named();
    if !fits || !text.contains('$') || !sets() {
        return None;
    }
    split(text, shell, &Limits::default(), line);
    if !line.loops.is_empty()
        && let Some(unrolled) = unrolled(text, shell, line)
    {
        let known = without_loops(unrolled, shell, places, line);
        if known.is_some() {
            return known;
        }
        split(text, shell, &Limits::default(), line);
    }
    let (values, known) = put(text, places, line);
    let known = known?;
    split(&known.text, shell, &Limits::default(), line);
    keeps::keeps(&known.text, shell, line, &values).then_some(known)
}

/// The values of a line, and the line with them in the place of variables, if
/// it has some.
fn put(
    text: &str,
    places: &Places<'_>,
    line: &Line,
) -> (Vec<Value>, Option<Settled>) {
    let links = places.moved.iter().any(|(link, _)| *link == "/tmp");
    let given = directories(text, places);
    let Some(mut values) = values(text, line, links, given) else {
        return (Vec::new(), None);
    };
    let known = filled(text, line, &values).and_then(|settled| {
        // What nothing else in the line asks for is no file that it may name.
        values.iter_mut().for_each(|value| value.spend(&settled.text));
        let spent = values.iter().any(|value| value.spent);
        if spent { filled(text, line, &values) } else { Some(settled) }
    });
    (values, known)
}

/// The same of a line whose loops are written out.
fn without_loops(
    base: Unrolled,
    shell: Shell,
    places: &Places<'_>,
    line: &mut Line,
) -> Option<Settled> {
    let Unrolled { text, mut layers, mut targets, values: looped } = base;
    let (mut values, known) = put(&text, places, line);
    // A loop leaves its last word in its variable.
    let again = |one: &Value| values.iter().any(|v| v.name == one.name);
    if looped.iter().any(again) {
        return None;
    }
    let mut directories = Vec::new();
    let text = match known {
        Some(known) => {
            let there = |span: &Span| place(&layers, *span);
            targets.extend(known.targets.iter().map(there));
            directories.extend(known.directories.iter().map(there));
            layers.extend(known.layers);
            known.text
        }
        None => text,
    };
    targets.sort_unstable();
    split(&text, shell, &Limits::default(), line);
    values.extend(looped);
    let keeps = keeps::keeps(&text, shell, line, &values);
    let places = false;
    keeps.then_some(Settled { text, layers, targets, places, directories })
}

/// The line with these values in their places; `None` where none has one.
fn filled(text: &str, line: &Line, values: &[Value]) -> Option<Settled> {
    let (mut cuts, mut new, mut done) = (Vec::new(), String::new(), 0);
    let mut found = false;
    let spent = values.iter().filter(|value| value.spent);
    let spent = spent.map(|value| (value.word, None));
    let open = places(line).into_iter().map(|word| (word.span, Some(word)));
    let mut all: Vec<_> = spent.chain(open).collect();
    // What is set to nothing comes before the same word.
    all.sort_by_key(|(span, word)| (*span, word.is_some()));
    for (span, word) in all {
        let start = span.range().start;
        if start < done {
            continue;
        }
        let written = span.of(text);
        let other = match word {
            Some(word) => put_in(written, word, values, behind(text, word)),
            None => written
                .find('=')
                .and_then(|at| Some(written.get(..=at)?.to_owned())),
        };
        let Some(other) = other else { continue };
        found |= word.is_some();
        new.push_str(text.get(done..start)?);
        let from = new.len();
        new.push_str(&other);
        cuts.push((Span::new(from, new.len()), span));
        done = span.range().end;
        if new.len() > 2 * text.len() + MORE {
            return None;
        }
    }
    new.push_str(text.get(done..)?);
    let targets = line.redirects.iter().map(|r| r.target.span);
    let put = |span: &Span| cuts.iter().any(|(_, then)| then == span);
    let mut targets: Vec<_> = targets.take(TARGETS).filter(put).collect();
    targets.sort_unstable();
    let places = values.iter().all(|value| value.times == 0);
    let set =
        |name: &str| values.iter().any(|v| v.times > 0 && v.name == name);
    let names = |span: &Span| {
        let written = span.of(text);
        let mut places = HOME.iter().chain(HERE);
        places.any(|name| written.contains(name))
            && !names(written).any(|(_, name)| set(name))
    };
    let directories = cuts.iter().map(|cut| cut.1).filter(names);
    let directories = directories.take(TARGETS).collect();
    let (text, layers) = (new, vec![cuts]);
    found.then_some(Settled { text, layers, targets, places, directories })
}

/// The words in which variables may stand.
fn places(line: &Line) -> Vec<Word> {
    let here = |kind| kind == RedirectKind::HereDocument;
    let targets = line.redirects.iter().filter(|r| !here(r.kind));
    let words = line.words.iter().chain(&line.heads).copied();
    let words = words.chain(targets.map(|redirect| redirect.target));
    let open = |word: &Word| word.flags.any(WordFlags::PARAMETER);
    words.filter(open).collect()
}

/// The words of letters, digits and `_` in a text, with where they stand.
fn names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let other = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let mut at = 0;
    text.split(other).filter_map(move |name| {
        let start = at;
        let next = start + name.len();
        let sign = text.get(next..).and_then(|rest| rest.chars().next());
        at = next + sign.map_or(0, char::len_utf8);
        (!name.is_empty()).then_some((start, name))
    })
}

/// What stands right behind a word.
fn behind(text: &str, word: Word) -> Option<u8> {
    text.as_bytes().get(word.span.range().end).copied()
}

/// A word as it is written with the values of its variables; `None` where it
/// has none of these, or what it says depends on more.
fn put_in(
    written: &str,
    word: Word,
    values: &[Value],
    behind: Option<u8>,
) -> Option<String> {
    let odd = ['\'', '\\', '`', '(', '~'];
    let sure = !word.flags.any(OPEN)
        && !written.contains(odd)
        // `$n>x` is no `2>x`.
        && !matches!(behind, Some(b'<' | b'>'));
    if !sure {
        return None;
    }
    let start = word.span.range().start;
    let open = word.flags.any(WordFlags::UNQUOTED_EXPANSION);
    let (mut new, mut rest, mut found) = (String::new(), written, false);
    while let Some((before, inner)) = rest.split_once('$') {
        new.push_str(before);
        let at = start + (written.len() - inner.len());
        let (name, whole, behind) = variable(inner)?;
        let value = values.iter().find(|value| {
            value.name == name
                && value.from <= at
                && at < value.to
                && !(open && value.is_cut())
        });
        match value {
            Some(value) => {
                new.push_str(&value.text);
                found = true;
            }
            None => {
                new.push('$');
                new.push_str(whole);
            }
        }
        rest = behind;
    }
    new.push_str(rest);
    found.then_some(new)
}

/// The name behind a `$`, what is written of the variable, and what follows;
/// without a name where it is something else.
fn variable(inner: &str) -> Option<(&str, &str, &str)> {
    if let Some(behind) = inner.strip_prefix('$') {
        return Some(("", "$", behind));
    }
    let Some((variable, len)) = Variable::behind(inner) else {
        return Some(("", "", inner));
    };
    let (whole, behind) = inner.split_at_checked(len)?;
    // `$x[1]` and `$x:t` of zsh
    let bare = !inner.starts_with('{');
    let more = bare && (behind.starts_with('[') || is_changed(behind));
    let plain = !variable.points && variable.change.is_empty() && !more;
    Some(match plain {
        true => (variable.name, whole, behind),
        false => ("", "", inner),
    })
}

/// `$x:t` of zsh; `$x:/y` is no such.
fn is_changed(behind: &str) -> bool {
    let rest = behind.strip_prefix(':');
    rest.is_some_and(|rest| {
        rest.starts_with(|c: char| !matches!(c, '/' | '.' | '$' | '"' | ' '))
    })
}

/// Where something of a text stands in the line as it is written.
fn place(layers: &[Cuts], span: Span) -> Span {
    layers.iter().rev().fold(span, |span, cuts| {
        let place = |at: u32, ends: bool| {
            let after = |cut: &(Span, Span)| match ends {
                true => cut.0.start < at,
                false => cut.0.start <= at,
            };
            let index = cuts.partition_point(after);
            let cut = index.checked_sub(1).and_then(|i| cuts.get(i));
            match cut {
                None => at,
                Some((now, then)) if at >= now.end => {
                    then.end + (at - now.end)
                }
                Some((_, then)) if ends => then.end,
                Some((_, then)) => then.start,
            }
        };
        Span { start: place(span.start, false), end: place(span.end, true) }
    })
}

impl Settled {
    /// Leaves what was found in the line as it is written to the rules that
    /// look at that, but for which files redirections name.
    pub(super) fn only_written(&self, out: &mut Commands) {
        let only = |effects: Effects| Effects(effects.0 & WRITTEN.0);
        for view in &mut out.views {
            // A guard may name a variable.
            let unit = out.units.get(view.unit as usize);
            let sure = unit.is_some_and(|unit| unit.maybe.is_none());
            let kept = if sure { Effects::ALL } else { WRITTEN };
            view.effects = Effects(view.effects.0 & kept.0);
        }
        let names_directory = |span: Span| {
            let within =
                |at: &Span| at.start <= span.start && span.end <= at.end;
            self.places || self.directories.iter().any(within)
        };
        for used in &mut out.uses {
            if names_directory(used.span) {
                continue;
            }
            used.effects = only(used.effects);
        }
        let known = |doubt: &Doubt| {
            doubt.about == About::Writes
                && doubt.reason == Reason::DynamicArgument
                && self.targets.binary_search(&doubt.span).is_ok()
        };
        out.doubts.retain_mut(|doubt| {
            doubt.effects = only(doubt.effects);
            doubt.effects != Effects::default() && !known(doubt)
        });
        let allow = |doubt: &&Doubt| doubt.effects.meets(Effects::ALLOW);
        let doubts = out.doubts.iter().filter(allow);
        let mut open: Vec<_> = doubts.filter_map(|doubt| doubt.unit).collect();
        open.sort_unstable();
        for (unit, at) in out.units.iter_mut().zip(0..) {
            unit.doubt &= open.binary_search(&at).is_ok();
        }
    }

    /// What was found in this text, from these numbers of units, uses and
    /// doubts on, lies in the line as it is written.
    pub(super) fn in_place(
        &self,
        out: &mut Commands,
        (units, uses, doubts): (usize, usize, usize),
    ) {
        for unit in out.units.iter_mut().skip(units) {
            unit.span = place(&self.layers, unit.span);
        }
        for used in out.uses.iter_mut().skip(uses) {
            used.span = place(&self.layers, used.span);
        }
        for doubt in out.doubts.iter_mut().skip(doubts) {
            doubt.span = place(&self.layers, doubt.span);
        }
    }
}
