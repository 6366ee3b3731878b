//! What cannot be known before the line runs.

use super::assignments::LED_ON;
use crate::shell::data::variables;
use crate::shell::files::uses::FILES;
use crate::shell::runs::code::has_letter;
use crate::shell::scene::Scene;
use crate::shell::split::{Mark, WordBytes, WordFlags};
use crate::shell::words::is_assignment;
use crate::shell::words::{Words, assigned_name};
use crate::shell::{About, Doubt, Effects, Reason, Shell};
use crate::source::Span;

impl Scene<'_> {
    /// Raises a doubt about the current unit.
    pub(crate) fn doubt(
        &mut self,
        reason: Reason,
        span: Span,
        effects: Effects,
    ) {
        self.doubt_about(reason, span, effects, About::Commands);
        if effects.meets(Effects::ALLOW) && self.runs_unknown(reason) {
            // What no allow rule should cover may use any file.
            self.doubt_about(reason, span, FILES, About::Reads);
            self.doubt_about(reason, span, FILES, About::Writes);
            if self.job.guard_only && self.job.at.is_some() {
                self.protected_later(span);
            }
        }
    }

    /// Whether a reason means that something is run which is not known. What
    /// a name means from now on is no code yet.
    fn runs_unknown(&self, reason: Reason) -> bool {
        let within = self.job.guard_only && self.job.at.is_some();
        let changes = reason == Reason::StateChange && !within;
        self.profile.strict && !changes
    }

    /// Raises a doubt about the current unit that bears on some rules only.
    pub(crate) fn doubt_about(
        &mut self,
        reason: Reason,
        span: Span,
        effects: Effects,
        about: About,
    ) {
        self.raise(reason, span, self.looked(effects), about);
    }

    /// The same, whoever looks at this text.
    pub(crate) fn raise(
        &mut self,
        reason: Reason,
        span: Span,
        effects: Effects,
        about: About,
    ) {
        if self.may_be_no_line() && !is_limit(reason) {
            return;
        }
        if effects.meets(Effects::ALLOW)
            && let Some(unit) = self.out.units.get_mut(self.unit as usize)
        {
            unit.doubt = true;
        }
        let doubt = Doubt {
            reason,
            span: self.place(span),
            unit: Some(self.unit),
            effects,
            about,
        };
        if self.out.doubts.last() != Some(&doubt) {
            self.out.doubts.push(doubt);
        }
    }

    /// Whether the text at hand is one that may be no line at all: what in it
    /// is unclear is no doubt of its own.
    pub(crate) fn may_be_no_line(&self) -> bool {
        self.job.maybe == Some(Reason::ProgramWord)
    }

    /// Turns the splitter's marks into doubts; `first` is the unit of the
    /// first simple command.
    pub(crate) fn marks(&mut self, first: u32) {
        for index in 0..self.line.marks.len() {
            let Some(&mark) = self.line.marks.get(index) else { return };
            let strict = self.profile.strict;
            if self.may_be_no_line() && !is_limit(mark.reason) {
                continue;
            }
            if strict
                && (self.defines(mark)
                    || self.names_function(mark)
                    || self.is_known(mark))
            {
                continue;
            }
            let effects = match mark.reason {
                Reason::Confusable => Effects::default(),
                Reason::Unparsed | Reason::Depth | Reason::Size => {
                    Effects::ALL
                }
                _ if strict => Effects::ALL,
                _ => Effects::ALLOW.and(Effects::IF),
            };
            let abouts = match mark.reason {
                Reason::Confusable => &[About::Commands] as &[_],
                reason if self.runs_unknown(reason) => {
                    &[About::Commands, About::Reads, About::Writes]
                }
                _ => &[About::Commands],
            };
            for &about in abouts {
                self.marked(mark, effects, about, first);
            }
        }
    }

    /// Whether a command of PowerShell that runs code names all of it.
    fn is_known(&self, mark: Mark) -> bool {
        let runs = matches!(
            mark.reason,
            Reason::ForeignCode | Reason::DynamicCommand
        );
        let simple = mark.simple.filter(|_| runs);
        let simple = simple.and_then(|at| self.line.simples.get(at as usize));
        simple.is_some_and(|simple| {
            !simple.piped && self.runs_known(Words::of(simple))
        })
    }

    /// `function x {…}`: its commands are looked at where they stand.
    fn defines(&self, mark: Mark) -> bool {
        let word = mark.span.of(self.text);
        mark.reason == Reason::StateChange
            && ["filter", "function"]
                .iter()
                .any(|name| name.eq_ignore_ascii_case(word))
    }

    fn marked(
        &mut self,
        mark: Mark,
        effects: Effects,
        about: About,
        first: u32,
    ) {
        if let Some(simple) = mark.simple {
            self.unit = first + simple;
            self.doubt_about(mark.reason, mark.span, effects, about);
            return;
        }
        let span = self.place(mark.span);
        self.out.doubts.push(Doubt {
            reason: mark.reason,
            span,
            unit: None,
            effects: self.looked(effects),
            about,
        });
    }

    /// Substitutions, variables and compound commands, as far as they count
    /// by themselves: an `if` that names more than the program cannot know.
    pub(crate) fn expansions(&mut self, words: Words, compound: bool) {
        let strict = self.profile.strict;
        if compound && !strict {
            let span = self.span_of(words);
            let effects = Effects::ALLOW.and(Effects::IF);
            self.doubt(Reason::Unparsed, span, effects);
        }
        let (line, own) = (self.line, self.own);
        let targets =
            line.redirects_of(own).iter().map(|redirect| redirect.target);
        let open = WordFlags::SUBSTITUTION | WordFlags::PARAMETER;
        let words = match own.flags.any(open) {
            true => line.words.get(words.start..words.end).unwrap_or(&[]),
            false => &[],
        };
        for word in words.iter().copied().chain(targets) {
            if word.flags.any(WordFlags::SUBSTITUTION) {
                let effects = if strict {
                    Effects::IF
                } else {
                    Effects::ALLOW.and(Effects::IF)
                };
                self.doubt(Reason::Substitution, word.span, effects);
            } else if word.flags.any(WordFlags::PARAMETER) {
                self.doubt(Reason::DynamicArgument, word.span, Effects::IF);
            }
        }
    }

    /// `GIT_EDITOR='cat x' git commit`, `alias z='cat x'`: a name that holds
    /// a command.
    pub(super) fn set_command(&mut self, index: usize) {
        let text = self.text_at(index);
        if self.profile.strict && text.contains([' ', '\t', '\n', '<', '>']) {
            let name = text.split_once('=').map(|(name, _)| name);
            let name = name.filter(|name| !name.contains([' ', '\'', '"']));
            let cut = name.map_or(0, |name| name.len() + 1);
            let word = Words { start: index, end: index + 1 };
            if text.get(cut..).is_some_and(|value| value.starts_with("<(")) {
                // `BASH_ENV=<(echo 'cat x') bash y`
                return self.printed_code(self.span_of(word));
            }
            self.inner_from(word, cut, true);
        }
    }

    /// The words behind `time` where they set variables, and the command
    /// among them: `time` is a word of the grammar, so they set them here.
    pub(crate) fn timed(&self, command: Words) -> Option<(Words, Words)> {
        let word = self.word(command.start)?;
        let bare = self.shell != Shell::PowerShell
            && !word.bytes.any(WordBytes::CHANGED)
            && self.profile.strict;
        if !bare || self.cooked(word) != "time" {
            return None;
        }
        let mut start = command.start + 1;
        while self.is_at(start, "-p") || self.is_at(start, "--") {
            start += 1;
        }
        let sets = |&at: &usize| {
            let text = self.text_at(at);
            is_assignment(text) || is_element(text)
        };
        let words = command.from(start);
        let end = words.iter().take_while(sets).last()? + 1;
        Some((words, words.from(end)))
    }

    /// A builtin that changes what later words mean.
    pub(crate) fn state_change(&mut self, name: &str, words: Words) {
        let rest = words.from(words.start + 1);
        let mut effects = Effects::ALL;
        let changes = match name {
            "alias" => rest.iter().any(|at| self.text_at(at).contains('=')),
            "hash" => rest.iter().any(|at| {
                let text = self.text_at(at);
                text == "-p" || text.contains('=')
            }),
            "enable" | "zmodload" | "sysopen" | "autoload" | "zle" => {
                !rest.is_empty()
            }
            "export" | "declare" | "typeset" | "local" | "readonly"
            | "unset" => {
                self.quoted_arrays(rest);
                let some = |at: &usize| self.sets_meaning(name, *at);
                let mut changing = rest.iter().filter(some);
                if changing.clone().all(|at| self.leads_on(at)) {
                    effects = LED_ON;
                }
                changing.next().is_some()
            }
            "printf" | "read" | "mapfile" | "readarray" | "getopts"
            | "print" => rest.iter().any(|at| names_meaning(self.text_at(at))),
            "let" => rest.iter().any(|at| self.changes_meaning(at)),
            // words that are expanded once more
            "compgen" | "complete"
                if rest.iter().any(|at| {
                    let text = self.text_at(at);
                    text.contains("$(") || text.contains('`')
                }) =>
            {
                true
            }
            "bind" | "complete" | "compgen" => {
                rest.iter().any(|at| self.completes_by_code(at))
            }
            // Assignments anywhere among the words are none of the words.
            "set" => {
                let mut options =
                    rest.iter().take_while(|&at| !self.is_at(at, "--"));
                options.any(|at| {
                    let text = self.text_at(at);
                    let short = text.len() < 8;
                    text == "keyword" || short && has_letter(text, "k")
                })
            }
            // What it runs once more may come from a file.
            "fc" => !rest.iter().any(|at| has_letter(self.text_at(at), "l")),
            "shopt" => {
                rest.iter().any(|at| self.text_at(at) == "expand_aliases")
            }
            _ => false,
        };
        if changes {
            let span = self.span_of(words);
            self.doubt(Reason::StateChange, span, effects);
            for at in rest.iter() {
                self.set_command(at);
            }
        }
    }

    /// Whether a word of `complete`, `compgen` or `bind` names code, or words
    /// that are expanded once more and that nobody knows.
    fn completes_by_code(&self, at: usize) -> bool {
        let text = self.text_at(at);
        let words = text.starts_with("-W") || self.is_at(at - 1, "-W");
        ["-x", "-C", "-F"].iter().any(|option| text.starts_with(option))
            || words && self.dynamic_at(at)
    }

    /// Whether a word of `export`, `declare` or `unset` does that.
    fn sets_meaning(&self, name: &str, at: usize) -> bool {
        if name != "unset" && self.names_any(at) {
            return true;
        }
        match self.text_at(at).split_once('=') {
            // `declare -n r=PATH`
            Some((_, other)) => {
                self.changes_meaning(at)
                    || name != "unset" && names_meaning(other)
            }
            // Without one, programs are looked for here.
            None => name == "unset" && self.is_at(at, "PATH"),
        }
    }
}

/// Whether a word names a variable, or an entry of a table, that says what
/// words mean.
fn names_meaning(text: &str) -> bool {
    let table = text.split('[').next().unwrap_or("");
    let entry = table.len() < text.len();
    variables::powerful(text) || entry && variables::TABLES.contains(&table)
}

/// Whether a word sets an element of a variable: `a[0]=1`.
fn is_element(text: &str) -> bool {
    let rest = text.get(assigned_name(text).len()..).unwrap_or("");
    let named = rest.len() < text.len() && rest.starts_with('[');
    named
        && rest.split_once(']').is_some_and(|(_, rest)| {
            rest.starts_with('=') || rest.starts_with("+=")
        })
}

/// Whether a reason says that something was not looked at.
fn is_limit(reason: Reason) -> bool {
    matches!(reason, Reason::Depth | Reason::Size | Reason::ProgramWord)
}
