//! PowerShell: one command, names in lower case, aliases resolved.

use super::analyze::{Allow, Level, Scene, Words, cooked_at};
use super::data::cmdlets::cmdlet;
use super::data::powershell::{RUNS_CODE, SHELLS, STATE};
use super::split::WordFlags;
use super::{Effects, Reason, View};
use crate::source::Span;

impl Scene<'_> {
    /// Looks at one command of PowerShell.
    pub(super) fn power_level(&mut self, level: Level) {
        let words = level.words;
        let line = self.line;
        let Some(word) = self.word(words.start) else { return };
        let written = cooked_at(line, words.start);
        if matches!(written, "&" | ".") && words.end > words.start + 1 {
            let words = words.from(words.start + 1);
            self.levels.push(Level { words, ..level });
            return;
        }
        let open = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;
        let expression = written.starts_with(['$', '(', '[', '@', '{'])
            && !word.flags.any(WordFlags::QUOTED);
        if word.flags.any(open) || expression {
            self.doubt(Reason::DynamicCommand, word.span, Effects::ALL);
            self.lower_view(level, written, false);
            return;
        }
        let base = power_base(written);
        let full = cmdlet(base);
        let is = |list: &[&str]| {
            list.iter().any(|name| name.eq_ignore_ascii_case(full))
        };
        let (runs, shell, state) = (is(RUNS_CODE), is(SHELLS), is(STATE));
        let exact = self.profile.strict && (runs || shell);
        if self.profile.strict {
            self.power_code(words, runs, shell, state);
        }
        let guard = Level { allow: Allow::No, ..level };
        if full == base {
            self.lower_view(level, written, exact);
            if base.len() < written.len() {
                self.lower_view(guard, base, exact);
            }
        } else {
            self.lower_view(level, full, exact);
            self.lower_view(guard, base, exact);
        }
    }

    /// Code in the words of a command.
    fn power_code(
        &mut self,
        words: Words,
        runs: bool,
        shell: bool,
        state: bool,
    ) {
        let span = self.span_of(words);
        if runs || shell {
            self.doubt(Reason::ForeignCode, span, Effects::GUARD);
            for at in words.from(words.start + 1).iter().take(32) {
                let text = self.text_at(at);
                if self.literal_at(at) && text.contains(' ') {
                    self.inner(Words { start: at, end: at + 1 }, true);
                }
            }
            let rest = words.from(words.start + 1);
            let dash = rest.iter().find(|&at| {
                let option = self.text_at(at);
                let option = option.strip_prefix(['-', '/']);
                option.filter(|o| !o.is_empty()).is_some_and(|option| {
                    "command"
                        .get(..option.len())
                        .is_some_and(|c| c.eq_ignore_ascii_case(option))
                })
            });
            let start = dash.map_or(rest.start, |at| at + 1);
            self.inner(rest.from(start), true);
        }
        if state {
            self.doubt(Reason::StateChange, span, Effects::ALL);
        }
    }

    /// A view in lower case, with another name for the program.
    fn lower_view(&mut self, level: Level, name: &str, exact_only: bool) {
        let allow = match level.allow {
            Allow::No => Effects::default(),
            Allow::Exact | Allow::Full => Effects::ALLOW,
        };
        let mut effects = allow.and(level.guard);
        if self.job.guard_only {
            effects = Effects(effects.0 & Effects::GUARD.0);
        }
        if effects == Effects::default() {
            return;
        }
        let lower = |c: char| c.to_ascii_lowercase();
        let start = self.out.text.len();
        self.out.text.extend(name.chars().map(lower));
        for at in level.words.from(level.words.start + 1).iter() {
            let Some(word) = self.word(at) else { break };
            let line = self.line;
            let cooked = word.cooked.of(&line.text);
            let blank =
                cooked.is_empty() || cooked.contains([' ', '\n', '\t']);
            let text = if blank { word.span.of(self.text) } else { cooked };
            self.out.text.push(' ');
            self.out.text.extend(text.chars().map(lower));
        }
        let text = Span::new(start, self.out.text.len());
        let unit = self.unit;
        self.out.views.push(View { unit, effects, text, exact_only });
    }
}

/// The name of the program: behind the last slash, before `.exe`.
fn power_base(name: &str) -> &str {
    let start = name.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let base = name.get(start..).unwrap_or(name);
    let base = if base.is_empty() { name } else { base };
    let cut = base.len().saturating_sub(4);
    match (base.get(..cut), base.get(cut..)) {
        (Some(stem), Some(end))
            if !stem.is_empty() && end.eq_ignore_ascii_case(".exe") =>
        {
            stem
        }
        _ => base,
    }
}
