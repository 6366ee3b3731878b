//! Variables that a line sets, before a command or by one: which of them
//! change what later words mean.

use crate::shell::data::programs::Known;
use crate::shell::data::usual::{STAGES, usual};
use crate::shell::data::variables;
use crate::shell::scene::{Allow, Scene};
use crate::shell::split::{Word, WordFlags};
use crate::shell::words::{
    Words, assigned_name, cooked_at, is_assignment, raw,
};
use crate::shell::{About, Effects, Reason};

/// For whom a variable counts that only says where else programs are looked
/// for.
pub(super) const LED_ON: Effects = Effects::ALLOW.and(Effects::IF);

impl Scene<'_> {
    /// The assignments before a command: how far allow rules may look at
    /// what follows. Emits the view of the whole.
    pub(crate) fn assignments(&mut self, all: Words, command: Words) -> Allow {
        let leading = Words { start: all.start, end: command.start };
        if leading.is_empty() {
            return Allow::Full;
        }
        self.guess_values(leading);
        let (mut safe, mut powerful, mut led) = (true, None, true);
        let reader = self.text_at(command.start) == "read";
        for index in leading.iter() {
            safe &= self.is_safe(index);
            let blanks = reader && self.text_at(index).starts_with("IFS=");
            if self.changes_meaning(index) && !blanks {
                powerful = self.word(index).map(|word| word.span);
                led &= self.leads_on(index);
                self.set_command(index);
            }
        }
        let strict = self.profile.strict;
        let bare = command.is_empty();
        if let (true, Some(span)) = (strict, powerful) {
            let effects = match (bare, led) {
                (true, true) => LED_ON,
                (true, false) => Effects::ALL,
                (false, true) => Effects::IF,
                (false, false) => Effects::GUARD,
            };
            self.doubt(Reason::StateChange, span, effects);
        }
        if bare {
            self.plain_view(all, Effects::ALL, false);
            if safe || !strict && powerful.is_none() {
                self.cover();
            }
            return Allow::No;
        }
        self.plain_view(all, Effects::ALL, powerful.is_some());
        self.hold_stars(all, command);
        if safe { Allow::Full } else { Allow::No }
    }

    /// Whether a variable before a command cannot matter to it.
    fn is_safe(&self, index: usize) -> bool {
        let name = assigned_name(self.text_at(index));
        variables::SAFE.contains(&name) && !self.dynamic_at(index)
    }

    /// Whether an assignment makes later words mean something else.
    pub(super) fn changes_meaning(&self, index: usize) -> bool {
        let text = self.text_at(index);
        let name = assigned_name(text);
        let value = text.get(name.len()..).and_then(|t| t.strip_prefix('='));
        let usual = value.is_some_and(|value| {
            usual(name, value)
                || name == "ENV"
                    && STAGES.contains(&value)
                    && !self.names_shell()
        });
        // `aliases[ls]=rm` of zsh
        let table = text.as_bytes().get(name.len()) == Some(&b'[')
            && variables::TABLES.contains(&name);
        table
            || variables::powerful(name) && (!usual || self.dynamic_at(index))
    }

    /// Whether some word of the line holds the name of a shell, which may
    /// read the file that `ENV` names: `sh`, `eval "sh -i"`.
    fn names_shell(&self) -> bool {
        let ends = |c: char| !c.is_ascii_alphanumeric() && !"._-".contains(c);
        *self.asked.names_shell.get_or_init(|| {
            let simples = self.line.simples.iter();
            let words = simples.flat_map(|one| Words::of(one).iter());
            let mut parts = words.flat_map(|at| self.text_at(at).split(ends));
            parts.any(|part| Known::of(part).is_shell())
        })
    }

    /// How far allow rules may look at what a wrapper runs: not behind words
    /// that may become others (`timeout $T npm test`).
    pub(crate) fn behind_open_options(
        &mut self,
        allow: Allow,
        words: Words,
        end: usize,
    ) -> Allow {
        const SPLITS: u16 = WordFlags::PARAMETER | WordFlags::SUBSTITUTION;
        let options =
            Words { start: words.start + 1, end: end.min(words.end) };
        let is_open = |at: &usize| {
            self.word(*at).is_some_and(|word| {
                let has = |flags| word.flags.any(flags);
                has(WordFlags::BRACE | WordFlags::GLOB)
                    || has(WordFlags::UNQUOTED_EXPANSION) && has(SPLITS)
                    || has(SPLITS) && self.text_at(*at).contains('@')
            })
        };
        if allow == Allow::No || options.iter().find(is_open).is_none() {
            return allow;
        }
        let span = self.span_of(options);
        let (allow, about) = (self.looked(Effects::ALLOW), About::Commands);
        self.raise(Reason::DynamicArgument, span, allow, about);
        Allow::No
    }

    /// How far allow rules may look at what a wrapper runs: not behind a
    /// variable that may matter to it (`time PATH=/x git status`).
    pub(crate) fn behind_assignments(
        &mut self,
        allow: Allow,
        words: Words,
        end: usize,
    ) -> Allow {
        let mut allow = allow;
        for index in words.start + 1..end.min(words.end) {
            let text = self.text_at(index);
            if !is_assignment(text) && !text.starts_with("BASH_FUNC_") {
                continue;
            }
            if !self.is_safe(index) {
                allow = Allow::No;
            }
            if self.profile.strict && self.text_at(index).contains(' ') {
                // `env x='h rm x' sh -c 'ssh $x'`
                self.value_may_be_run(index);
            }
            if self.profile.strict
                && self.changes_meaning(index)
                && let Some(word) = self.word(index)
            {
                let led = self.leads_on(index);
                let effects = if led { Effects::IF } else { Effects::GUARD };
                self.doubt(Reason::StateChange, word.span, effects);
            }
        }
        allow
    }

    /// Whether a variable only says where else programs or modules of Python
    /// are looked for: `PATH=$PWD/bin:$PATH`, `PYTHONPATH=src`. What lies
    /// there is run as it is by its path, unless the line itself may put it
    /// there: `bin/x` and `python x.py` are no doubt for guards.
    pub(super) fn leads_on(&self, index: usize) -> bool {
        let text = self.text_at(index);
        let Some((name, value)) = text.split_once('=') else { return false };
        let own = match name {
            "PATH" => ["$PATH", "${PATH}"],
            "PYTHONPATH" => ["$PYTHONPATH", "${PYTHONPATH}"],
            _ => return false,
        };
        let mut parts = value.split(':');
        let goes_on = parts.clone().any(|part| own.contains(&part));
        let known = parts.all(|part| own.contains(&part) || is_place(part));
        known && (goes_on || name == "PYTHONPATH") && !self.is_author()
    }
}

/// Whether a text is a directory that is written out, or one below the home
/// or the current directory.
fn is_place(text: &str) -> bool {
    const STARTS: [&str; 4] = ["$HOME", "${HOME}", "$PWD", "${PWD}"];
    let plain = |c: char| c.is_ascii_alphanumeric() || "._/~@+-".contains(c);
    let behind = STARTS.iter().find_map(|start| text.strip_prefix(start));
    let behind = behind.filter(|b| b.is_empty() || b.starts_with('/'));
    let rest = behind.unwrap_or(text);
    !text.is_empty() && rest.chars().all(plain)
}

impl Scene<'_> {
    /// Whether a word that sets a variable may name any: `export "$x"`,
    /// `declare $x=y`, `export P{S,}4=y`.
    pub(super) fn names_any(&self, at: usize) -> bool {
        const OPEN: u16 =
            WordFlags::PARAMETER | WordFlags::SUBSTITUTION | WordFlags::BRACE;
        let text = self.text_at(at);
        let is_set = |word: Word| word.flags.any(OPEN);
        let name = text.split('=').next().unwrap_or("");
        let name = name.split('[').next().unwrap_or("");
        self.word(at).is_some_and(is_set)
            && !text.starts_with(['-', '+'])
            && name.contains(['$', '`', '{'])
    }

    /// `declare -a x='($(rm y))'`: a text that is read as the words of an
    /// array, and expanded as these are.
    pub(super) fn quoted_arrays(&mut self, rest: Words) {
        let (line, text) = (self.line, self.text);
        let option = |at: usize| {
            let option = self.text_at(at);
            option.starts_with(['-', '+']) && option.contains(['a', 'A'])
        };
        let makes = rest.iter().any(option);
        for at in rest.iter() {
            let word = cooked_at(line, at);
            let Some((name, value)) = word.split_once('=') else { continue };
            let written = raw(line, text, at);
            let behind = written.get(name.len() + 1..).unwrap_or("");
            if written.starts_with(name) && behind.starts_with('(') {
                continue;
            }
            let words = Words { start: at, end: at + 1 };
            if value.starts_with('(') {
                if value.contains(['$', '`', '<', '>']) {
                    let span = self.span_of(words);
                    self.doubt(Reason::Substitution, span, Effects::ALLOW);
                }
                self.inner_line(words, 0);
            } else if makes {
                self.open_code(words);
            }
        }
    }
}
