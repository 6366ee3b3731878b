//! What stands before a command, for guards that name both: `sudo`, and each
//! of the variables that it is given (`A=1 B=2 npm start` and
//! `export B=2; npm start` beside `B=2 npm *`).

use crate::shell::noted::Settings;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::{Simple, Word, WordBytes};
use crate::shell::words::{Words, assigned_name, cooked_at, is_assignment};
use crate::shell::{Effects, Reason, Shell, View};
use crate::source::{Span, Spare};

impl Scene<'_> {
    /// The views of a command, from these on, again behind what stands before
    /// it.
    pub(super) fn behind_leads(
        &mut self,
        level: Level,
        (views, tails): (usize, usize),
    ) {
        if !level.guards() {
            return;
        }
        let first = (views, tails);
        let last = (self.out.views.len(), self.tails.len());
        if self.is_behind_sudo(level.words.start) {
            self.again_behind("sudo ", level, (first, last));
        }
        if let Some(own) = self.job.variable {
            let lead = Spare::of(&[own.of(self.arena), " "]);
            self.again_behind(&lead, level, (first, last));
        }
        if !self.sets_named() {
            return;
        }
        let (line, given) = (self.line, self.variables(level.words.start));
        for &at in given.all() {
            // `A+=x` adds to what is not known.
            if self.dynamic_at(at) || self.text_at(at).contains("+=") {
                let span = self.span_of(Words { start: at, end: at + 1 });
                self.doubt(Reason::DynamicArgument, span, Effects::GUARD);
            }
            let lead = Spare::of(&[cooked_at(line, at), " "]);
            self.again_behind(&lead, level, (first, last));
        }
        if given.more {
            let span = self.span_of(level.words);
            self.doubt(Reason::Size, span, Effects::GUARD);
        }
    }

    /// The words that set variables for the command that starts at a word, of
    /// those that guards name.
    fn variables(&self, at: usize) -> Settings {
        let given = self.given_before();
        let before = |word: &usize| *word < at || self.defines_programs();
        let own = self.own.words.0 as usize..at;
        let own = own.filter(|&word| self.sets_a_named(word));
        let others = given.all().iter().copied().filter(before);
        let mut found = Settings::default();
        found.more = given.more;
        for word in own.chain(others) {
            if found.more {
                break;
            }
            if !found.all().contains(&word) {
                found.push(word);
            }
        }
        found
    }

    /// The words that set such variables for the commands behind them. What
    /// is exported already stays so; where the line defines programs, these
    /// may be given what any of its commands is.
    fn given_before(&self) -> &Settings {
        self.asked.given.get_or_init(|| {
            let simples = || self.line.simples.iter();
            let all = |simple: &Simple| {
                simple.words.0 as usize..simple.words.1 as usize
            };
            // `time A=1` sets it, too.
            let sets = |word: usize| {
                let text = self.text_at(word);
                is_assignment(text)
                    || matches!(text, "!" | "--" | "-p" | "time")
            };
            let set = simples().map(all);
            let set = set.filter(|words| words.clone().all(sets)).flatten();
            let defines = self.defines_programs();
            let heads = simples().filter(|_| defines).flat_map(|simple| {
                all(simple).take(simple.assignments as usize)
            });
            let exports = self.exports();
            let words = exports.all().iter().copied().chain(set).chain(heads);
            let mut found = Settings::default();
            found.more = exports.more;
            for word in words.filter(|&word| self.sets_a_named(word)) {
                if !found.more && !found.all().contains(&word) {
                    found.push(word);
                }
            }
            found
        })
    }

    /// The variable that what a word of this command says is given, too:
    /// `A=1 bash -c 'npm start'`.
    pub(crate) fn variable_within(&mut self) -> Option<Span> {
        if !self.sets_named() {
            return self.job.variable;
        }
        let own = self.own.words;
        let known = self.asked.within.get().filter(|known| known.0 == own);
        let given = match known {
            Some((_, given)) => given,
            None => self.variables(own.1 as usize),
        };
        self.asked.within.set(Some((own, given)));
        let Some(&at) = given.all().first() else { return self.job.variable };
        let start = self.arena.len();
        let fits = self.write(cooked_at(self.line, at));
        let one = given.all().len() == 1 && self.job.variable.is_none();
        if !fits || !one || given.more {
            // One goes on.
            let span = self.span_of(Words { start: at, end: at + 1 });
            self.doubt(Reason::Size, span, Effects::GUARD);
        }
        if !fits {
            self.arena.truncate(start);
            return None;
        }
        Some(Span::new(start, self.arena.len()))
    }

    /// Whether a word sets a variable that guards name.
    fn sets_a_named(&self, word: usize) -> bool {
        let text = self.text_at(word);
        is_assignment(text) && self.names_variable(assigned_name(text))
    }

    /// Whether some word of the line sets a variable that guards name.
    fn sets_named(&self) -> bool {
        *self.asked.sets_named.get_or_init(|| {
            const EQUALS: u16 = WordBytes::EQUALS | WordBytes::CHANGED;
            let sets = |word: &Word| {
                let text = self.cooked(*word);
                word.bytes.any(EQUALS)
                    && is_assignment(text)
                    && self.names_variable(assigned_name(text))
            };
            self.names_variable("") && self.line.words.iter().any(sets)
        })
    }

    /// Whether a guard may set a variable before a command; without a name,
    /// any.
    fn names_variable(&self, name: &str) -> bool {
        self.profile.strict
            && self.shell != Shell::PowerShell
            && self.places.options.is_none_or(|n| n.has_variable(name))
    }

    /// Views and tails again, behind a text.
    fn again_behind(
        &mut self,
        lead: &str,
        level: Level,
        ((views, tails), (end, last)): ((usize, usize), (usize, usize)),
    ) {
        for at in views..end {
            let Some(&view) = self.out.views.get(at) else { break };
            let effects = Effects(view.effects.0 & !Effects::ALLOW.0);
            if view.text.of(&self.out.text).starts_with(lead) {
                continue;
            }
            let Some(text) = self.with_lead(lead, view.text) else {
                let span = self.span_of(level.words);
                return self.doubt(Reason::Size, span, Effects::GUARD);
            };
            self.out.views.push(View { text, effects, ..view });
        }
        for at in tails..last {
            let Some(&tail) = self.tails.get(at) else { break };
            // What an unknown program may run is far from what such a guard
            // names.
            if tail.reason == Reason::ProgramWord {
                continue;
            }
            if let Some(text) = self.with_lead(lead, tail.text) {
                self.tails.push(tail.with_text(text));
            }
        }
    }

    /// Writes a text again, behind another.
    fn with_lead(&mut self, lead: &str, text: Span) -> Option<Span> {
        let start = self.out.text.len();
        if start > self.room(64) {
            return None;
        }
        self.out.text.push_str(lead);
        self.out.text.extend_from_within(text.range());
        Some(Span::new(start, self.out.text.len()))
    }
}
