//! The texts under which rules look at a command.

use smallvec::SmallVec;

use super::writing::Style;
use crate::shell::scene::{Allow, Level, More, Scene};
use crate::shell::split::{Word, WordBytes, WordFlags};
use crate::shell::words::{Program, Words};
use crate::shell::{Effects, Reason, Shell, View};
use crate::source::Span;

impl Scene<'_> {
    /// The views of a command: for allow rules one, for guard rules every
    /// spelling that means the same.
    pub(crate) fn views(
        &mut self,
        level: Level,
        exact: bool,
        program: Program<'_>,
    ) {
        let words = level.words;
        let allow = level.allow;
        let first = (self.out.views.len(), self.tails.len());
        let exact = exact || allow == Allow::Exact;
        let allowed = match allow {
            Allow::No => Effects::default(),
            Allow::Exact | Allow::Full => Effects::ALLOW,
        };
        self.plain_view(words, allowed.and(level.guard), exact);
        self.hold_stars(words, words);
        if self.cooked_differs(words) {
            self.view(words, level.guard, false, Style::Cooked, "");
        }
        if !self.profile.strict {
            return;
        }
        let Program { base, renamed, .. } = program;
        if renamed {
            let rest = words.from(words.start + 1);
            self.named_view(base, rest, level.guard);
            if let Some(whole) = self.with_ending(words.start, base) {
                self.named_view(whole, rest, level.guard);
            }
        }
        self.other_names(program, level);
        self.other_paths(level, program);
        if let More::Files(find) = level.more
            && !find.is_empty()
        {
            self.found_views(level, find, program);
        }
        let subcommand = self.subcommand_views(program, level);
        if level.guard != Effects::default() {
            let place = (base, renamed, subcommand);
            if let Some(open) = self.open_views(level, place) {
                self.before_open(first, open);
            }
            if self.drops_globs() {
                self.without_globs(level, base);
            }
        }
    }

    /// `/mnt/c/x/cmd.exe`: the name of a program with the ending that was
    /// taken off, behind the directory that was.
    fn with_ending(&self, at: usize, base: Span) -> Option<Span> {
        let written = self.word(at)?.cooked;
        let both = written.start < base.start && base.end < written.end;
        both.then_some(Span { start: base.start, ..written })
    }

    /// `shopt -s nullglob; npm publish *.tgz` as `npm publish`.
    fn without_globs(&mut self, level: Level, base: Span) {
        let rest = level.words.from(level.words.start + 1);
        let globs = |at: &usize| {
            let word = self.word(*at);
            word.is_some_and(|word| word.flags.any(WordFlags::GLOB))
        };
        if !rest.iter().any(|at| globs(&at)) {
            return;
        }
        let kept: SmallVec<[usize; 8]> =
            rest.iter().filter(|at| !globs(at)).collect();
        let (start, first) = (self.out.text.len(), self.out.views.len());
        let line = self.line;
        self.out.text.push_str(base.of(&line.text));
        for at in kept {
            self.cooked_words(at..at + 1);
        }
        self.push_view(start, level.guard);
        self.unsure(first, self.span_of(level.words), Reason::Glob);
    }

    /// Whether a word may become something that a rule names: an expansion,
    /// braces, or a glob that could match a name that looks like an option.
    pub(crate) fn unknown_at(&self, index: usize) -> bool {
        let Some(word) = self.word(index) else { return false };
        let globs = WordFlags::GLOB;
        if word.flags.literal() {
            return false;
        }
        let only_globs = WordFlags(word.flags.0 & !globs).literal();
        let cooked = self.cooked(word);
        if self.shell == Shell::PowerShell && is_switch(cooked) {
            return false;
        }
        !only_globs
            || cooked.starts_with(['*', '?', '[', '-'])
            || self.drops_globs()
    }

    /// Whether the line names what leaves out a glob that finds nothing.
    pub(super) fn drops_globs(&self) -> bool {
        const OPTIONS: [&str; 3] = ["nullglob", "null_glob", "NULL_GLOB"];
        let names = || OPTIONS.iter().any(|o| self.outermost.contains(o));
        *self.whole.drops_globs.get_or_init(names)
    }

    /// The view of words as they stand, for the promise at hand.
    pub(crate) fn plain_view(
        &mut self,
        words: Words,
        effects: Effects,
        exact: bool,
    ) {
        let style = if self.profile.strict {
            Style::Canonical
        } else {
            Style::AsWritten
        };
        self.view(words, effects, exact, style, "");
    }

    /// A view of the program's name and some of its words, for guard rules.
    pub(crate) fn named_view(
        &mut self,
        name: Span,
        rest: Words,
        effects: Effects,
    ) {
        let line = self.line;
        self.view(rest, effects, false, Style::Cooked, name.of(&line.text));
    }

    /// The same with a name that does not stand in the line.
    pub(crate) fn text_view(
        &mut self,
        name: &str,
        rest: Words,
        effects: Effects,
    ) {
        self.view(rest, effects, false, Style::Cooked, name);
    }

    /// Writes `first` and the words as one view.
    pub(super) fn view(
        &mut self,
        words: Words,
        effects: Effects,
        exact_only: bool,
        style: Style,
        first: &str,
    ) {
        let effects = self.looked(effects);
        if effects == Effects::default() {
            return;
        }
        let start = self.out.text.len();
        if !first.is_empty() {
            self.out.text.push_str(first);
        }
        let line = self.line;
        let end = words.end.min(line.words.len());
        let mut list = line.words.get(words.start..end).unwrap_or(&[]);
        let mut follows = !first.is_empty();
        if !self.profile.joins_blanks && first.is_empty() {
            self.spaced(list, style);
            list = &[];
        } else if let Some(run) = self.even_run(list) {
            if first.is_empty() {
                return self.even_view(run, effects, exact_only);
            }
            follows |= self.copy(run, follows);
            list = &[];
        }
        // Words that are written as they stand in the line, one blank apart,
        // are copied at once.
        let mut run = Span::default();
        for word in list {
            let long = word.cooked.len() > self.long();
            let copied = !long && !word.bytes.any(WordBytes::CHANGED);
            if copied && joined(run, word.cooked, &line.text) {
                run.end = word.cooked.end;
                continue;
            }
            follows |= self.copy(run, follows);
            run = Span::default();
            if copied {
                run = word.cooked;
                continue;
            }
            if follows {
                self.out.text.push(' ');
            }
            follows = true;
            self.write_word(*word, style);
        }
        self.copy(run, follows);
        let text = Span::new(start, self.out.text.len());
        self.out.views.push(View {
            unit: self.unit,
            effects,
            text,
            exact_only,
        });
    }

    /// Adds words with the blanks that stand between them.
    fn spaced(&mut self, words: &[Word], style: Style) {
        let mut end: Option<u32> = None;
        for word in words {
            let gap = end.map_or(Span::default(), |end| Span {
                start: end,
                end: word.span.start.max(end),
            });
            let gap = gap.of(self.text);
            let blank = |c: char| matches!(c, ' ' | '\t');
            if end.is_some() && !gap.is_empty() && gap.chars().all(blank) {
                self.out.text.push_str(gap);
            } else if end.is_some() {
                self.out.text.push(' ');
            }
            end = Some(word.span.end);
            self.write_word(*word, style);
        }
    }

    /// Adds words that are no options to the view, so many at most.
    pub(crate) fn cooked_operands(&mut self, words: Words, most: usize) {
        let mut count = 0;
        for at in words.iter() {
            if count < most && !self.is_option(at) {
                self.cooked_words(at..at + 1);
                count += 1;
            }
        }
    }

    /// Adds words without quotes to the view, each behind a blank.
    pub(crate) fn cooked_words(&mut self, range: std::ops::Range<usize>) {
        let line = self.line;
        let mut list = line.words.get(range).unwrap_or(&[]);
        if let Some(run) = self.even_run(list) {
            self.copy(run, true);
            list = &[];
        }
        let mut run = Span::default();
        for word in list {
            let long = word.cooked.len() > self.long();
            if !long && joined(run, word.cooked, &line.text) {
                run.end = word.cooked.end;
                continue;
            }
            self.copy(run, true);
            run = word.cooked;
            if run.is_empty() {
                self.out.text.push(' ');
            } else if long {
                run = Span::default();
                self.out.text.push(' ');
                self.write_word(*word, Style::Cooked);
            }
        }
        self.copy(run, true);
    }

    /// A run of words as a view. Where the run is within the last one, as
    /// what `sudo` runs is within the words of `sudo`, so is its text.
    fn even_view(&mut self, run: Span, effects: Effects, exact_only: bool) {
        let (known, at) = self.even;
        let start = match known.start <= run.start && run.end <= known.end {
            true => at + (run.start - known.start) as usize,
            false => {
                let at = self.out.text.len();
                self.copy(run, false);
                self.even = (run, at);
                at
            }
        };
        self.out.views.push(View {
            unit: self.unit,
            effects,
            text: Span::new(start, start + run.len()),
            exact_only,
        });
    }

    /// Words that stand in the line as a view shows them.
    fn even_run(&self, words: &[Word]) -> Option<Span> {
        let (first, last) = (words.first()?, words.last()?);
        (self.own.even && self.own.longest as usize <= self.long())
            .then(|| first.cooked.to(last.cooked))
    }

    /// Adds a run of words to the view; whether there are any.
    fn copy(&mut self, run: Span, follows: bool) -> bool {
        if run.is_empty() {
            return false;
        }
        if follows {
            self.out.text.push(' ');
        }
        let line = self.line;
        self.out.text.push_str(run.of(&line.text));
        true
    }

    /// The text from `start` as a view.
    pub(crate) fn push_view(&mut self, start: usize, effects: Effects) {
        self.out.views.push(View {
            unit: self.unit,
            effects,
            text: Span::new(start, self.out.text.len()),
            exact_only: false,
        });
    }
}

/// `-Confirm:$false` of PowerShell, which is no variable.
fn is_switch(text: &str) -> bool {
    let value = text.strip_prefix('-').and_then(|text| text.split_once(':'));
    value.is_some_and(|(_, value)| {
        ["$false", "$true"].iter().any(|c| c.eq_ignore_ascii_case(value))
    })
}

/// Whether a word stands one blank behind a run of words.
fn joined(run: Span, word: Span, line: &str) -> bool {
    let gap = line.as_bytes().get(run.end as usize);
    !run.is_empty() && run.end + 1 == word.start && gap == Some(&b' ')
}

#[cfg(test)]
mod tests {
    use crate::shell::{Commands, Places, Profile, Shell, analyze};

    /// Each of thousands of nested commands holds the text of all within it.
    #[test]
    fn nested_commands_fill_no_memory() {
        let mut out = Commands::default();
        let cwd = Some("/srv/shop");
        let places = Places { guesses: true, cwd, ..Places::default() };
        for (start, shell) in [
            ("$(rm -r x -f ", Shell::Bash),
            ("$(rm -r ../x -f ", Shell::Bash),
            ("$(git push x -f ", Shell::Bash),
            ("$(eval ", Shell::Bash),
            ("$(< ", Shell::Bash),
            ("$(Remove-Item -r -fo ", Shell::PowerShell),
            ("$(a b c d ", Shell::Bash),
        ] {
            let levels = 2000;
            let text =
                format!("{}{}", start.repeat(levels), ")".repeat(levels));
            analyze(&text, shell, &Profile::STRICT, &places, &mut out);
            let most = 256 * text.len();
            assert!(out.text.len() < most, "{start} {}", out.text.len());
        }
    }
}
