//! The texts of a command of PowerShell that rules are compared with.

use crate::shell::data::programs::Known;
use crate::shell::guards::named::{SEED, hash};
use crate::shell::paths::word_by_word;
use crate::shell::scene::{Allow, Level, Scene};
use crate::shell::words::{Program, Words, cooked_at, raw};
use crate::shell::{Effects, View};
use crate::source::Span;

/// How many options of a cmdlet are moved before its other words.
const MOST: usize = 8;

impl Scene<'_> {
    /// The views of a command, by its name as it is written, without a path,
    /// and as a cmdlet.
    pub(super) fn power_views(
        &mut self,
        level: Level,
        names: [&str; 3],
        exact: bool,
    ) {
        let [written, base, full] = names;
        let guard = Level { allow: Allow::No, ..level };
        let by_path = base.len() < written.len();
        if full == base || by_path {
            self.lower_view(level, written, exact);
        }
        if full != base {
            // An alias has no path: `./gci` is a program of that name.
            let level = if by_path { guard } else { level };
            self.lower_view(level, full, exact);
        }
        if full != base || by_path {
            self.lower_view(guard, base, exact);
        }
    }

    /// A view in lower case, with another name for the program.
    pub(super) fn lower_view(
        &mut self,
        level: Level,
        name: &str,
        exact_only: bool,
    ) {
        let allow = match level.allow {
            Allow::No => Effects::default(),
            Allow::Exact | Allow::Full => Effects::ALLOW,
        };
        let effects = self.looked(allow.and(level.guard));
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
            let text = self.bounded(text, word.span);
            self.out.text.push(' ');
            self.out.text.extend(text.chars().map(lower));
        }
        let text = Span::new(start, self.out.text.len());
        let unit = self.unit;
        self.out.views.push(View { unit, effects, text, exact_only });
        if self.profile.strict && effects.meets(Effects::ALLOW) {
            self.hold_last(level.words, level.words, name.len());
        }
    }

    /// `./x.ps1 -Force:$true a/b` as `.\x.ps1 -Force a\b`: the command once
    /// more, as it is mostly written.
    pub(super) fn written_usually(&mut self, words: Words) {
        let (line, text) = (self.line, self.text);
        let usual =
            |at: usize| usual_word(raw(line, text, at), at == words.start);
        if words.iter().any(|at| usual(at).is_some()) {
            let texts = words.iter().map(|at| {
                usual(at).unwrap_or_else(|| raw(line, text, at).to_owned())
            });
            self.code(texts, self.span_of(words), true);
        }
    }

    /// `curl.exe` is no alias, but the program of that name, whose options
    /// are its own.
    pub(super) fn of_file(
        &mut self,
        file: &str,
        base: &str,
        full: &str,
        level: Level,
    ) {
        let (known, span) = (Known::of(base), self.base_of(level.words, base));
        let alias = full != base;
        for name in [file, base] {
            if alias || name != base {
                let (base, renamed) = (span, true);
                let program = Program { name, known, base, renamed };
                self.subcommand_views(program, level);
            }
        }
    }

    /// `irm x -Method:Delete` as `Invoke-RestMethod -Method Delete x`: what
    /// a guard names right behind the cmdlet stands anywhere.
    pub(super) fn power_options(&mut self, level: Level, full: &str) {
        let words = level.words.from(level.words.start + 1);
        let cmdlet = hash(SEED, full);
        if !level.guards() || !self.is_named(cmdlet, "") {
            return;
        }
        let mut count = 0;
        for at in words.iter() {
            let text = cooked_at(self.line, at);
            let Some(option) = text.strip_prefix('-') else { continue };
            let (name, value) = option.split_once(':').unwrap_or((option, ""));
            let first = at == words.start && value.is_empty();
            if name.is_empty() || first || !self.is_named(cmdlet, name) {
                continue;
            }
            count += 1;
            if count > MOST || self.out.text.len() > self.room(64) {
                return self.open_option(full);
            }
            let start = self.out.text.len();
            self.out.text.extend([full, " -", name]);
            if !value.is_empty() {
                self.out.text.extend([" ", value]);
            }
            self.cooked_words(at + 1..words.end);
            self.cooked_words(words.start..at);
            self.push_view(start, level.guard);
        }
    }
}

/// A word as it is mostly written, where it is written otherwise: `a\b` of
/// `./a/b`, of a program `.\a` of `./a`, `-Force` of `-Force:$true`. Options
/// of programs are no paths (`/r`), nor are addresses.
fn usual_word(word: &str, program: bool) -> Option<String> {
    if word.starts_with('-') {
        let (name, value) = word.split_once(':')?;
        let on = value.eq_ignore_ascii_case("$true");
        return on.then(|| name.to_owned());
    }
    // In code a slash divides.
    let code = word.contains(['{', '}', '(', ')', '@', ';', '|', '&']);
    if code || word.starts_with('/') || word.contains("://") {
        return None;
    }
    let path = word.replace('/', "\\");
    let named = |rest: &&str| rest.starts_with(|c: char| c.is_alphanumeric());
    let here = path.strip_prefix(".\\").filter(|_| !program).filter(named);
    let path = here.unwrap_or(&path);
    (path != word).then(|| path.to_owned())
}

/// A pattern with its words as they are mostly written; `None` where they
/// are.
pub(crate) fn by_usual_words(pattern: &str) -> Option<String> {
    word_by_word(pattern, |n, word| usual_word(word, n == 0))
}
