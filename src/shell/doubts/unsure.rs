//! Words that may be files of which a part is known only when the line runs,
//! or is written in another way: `$DIR/.env`, `.e*`, `-f.env`,
//! `file:///x%2Fy`.

use crate::shell::braces::without_groups;
use crate::shell::cd::Cd;
use crate::shell::data::files::Role;
use crate::shell::data::variables;
use crate::shell::files::uses::FILES;
use crate::shell::paths::known_start;
use crate::shell::paths::{MAX_WORD, is_path};
use crate::shell::scene::Scene;
use crate::shell::split::{RedirectKind, Simple, Word, WordBytes, WordFlags};
use crate::shell::values::NEAR;
use crate::shell::words::assigned_name;
use crate::shell::words::{Words, base_name, cooked_at};
use crate::shell::{About, Access, Reason, Shell, braces};
use crate::source::{Span, Spare};

/// What stands before a path in a word.
const CUTS: [char; 4] = ['=', ':', '@', ','];

/// What of a word is known only when the line runs.
const OPEN: u16 =
    WordFlags::PARAMETER | WordFlags::SUBSTITUTION | WordFlags::ARITHMETIC;

/// Programs that run none of their words, whatever these are.
const TAKES_WORDS: &[&str] = &[
    ":", "[", "[[", "basename", "cat", "cd", "dirname", "echo", "exit",
    "false", "head", "kill", "ls", "mkdir", "printf", "return", "sleep",
    "tail", "test", "touch", "true", "wc",
];

impl Scene<'_> {
    /// A word that is no plain text.
    pub(crate) fn guess_open(&mut self, word: Word, text: &str) {
        if text.len() > MAX_WORD {
            return self.guess_long(word, text);
        }
        if self.shell == Shell::PowerShell {
            self.names_in(text, word.span);
        }
        if word.flags.any(OPEN) {
            self.around_expansions(word, text);
        } else if word.flags.any(WordFlags::BRACE) {
            self.alternatives(word, text);
        } else {
            self.guess_glob(text, word.span, false);
        }
    }

    /// What stands behind the last expansion may lie below any directory,
    /// and what stands before the first is one that is looked into.
    fn around_expansions(&mut self, word: Word, text: &str) {
        let first = text.find(['$', '`']).unwrap_or(0);
        let before = text.get(..first).unwrap_or("");
        let cut = before.rfind(CUTS).map_or(0, |at| at + 1);
        let cut = cut.max(option_end(before));
        let path = text.get(cut..).unwrap_or("");
        // `$HOME/x:/y`, `src=$HOME/x,dst=/y`
        let path = path.split([':', ',']).next().unwrap_or(path);
        if let Some((place, rest)) = known_start(word, path) {
            return self.may_be(&Spare::of(&[place, rest]), word.span);
        }
        let before = before.get(cut..).unwrap_or("");
        if let Some((directory, _)) = before.rsplit_once('/') {
            self.may_hold(directory, word.span);
        }
        let ends = |c| matches!(c, '$' | '`' | '}' | ')');
        let last = text.rfind(ends).map_or(0, |at| at + 1);
        let rest = text.get(last..).unwrap_or("");
        // `$DIR/x`, `$REVISION:x`
        if let Some((_, below)) = rest.split_once(['/', ':', '=']) {
            self.below_places(below, word.span);
        }
    }

    /// A path below the current directory, or the home.
    pub(crate) fn below_places(&mut self, below: &str, span: Span) {
        let below = below.trim_start_matches('/');
        if below.is_empty() {
            return;
        }
        self.may_be(below, span);
        self.may_be(&Spare::of(&["~/", below]), span);
    }

    /// A long word: what stands around its expansions. Words within words
    /// are as many as they are deep, and a line that is too deep is in doubt.
    fn guess_long(&mut self, word: Word, text: &str) {
        if self.deep {
            return;
        }
        let (mut first, mut last) = (text.len(), text.len());
        if word.flags.any(WordFlags::BRACE)
            && self.may_match(&braces::starred(text))
        {
            return self.any_file(Role::Edits, word.span);
        }
        if word.flags.any(OPEN) {
            first = text.find(['$', '`']).unwrap_or(0);
            last = text.rfind(['$', '`', '}', ')']).unwrap_or(0);
        }
        for piece in [text.get(..first), text.get(last..)] {
            self.unseen_names(piece.unwrap_or(""), word.span);
        }
    }

    /// `.{env,x}`: each of the alternatives.
    fn alternatives(&mut self, word: Word, text: &str) {
        let flags = WordFlags(word.flags.0 & !WordFlags::BRACE);
        match braces::ways(text) {
            Some(ways) => {
                for way in &ways {
                    let bytes = WordBytes::of(way);
                    self.guess(Word { flags, bytes, ..word }, way, true);
                }
            }
            None if self.may_match(&braces::starred(text)) => {
                self.any_file(Role::Edits, word.span);
            }
            None => {}
        }
    }

    /// A glob that says a part of the name it looks for, or the directory.
    pub(crate) fn guess_glob(&mut self, text: &str, span: Span, quoted: bool) {
        let groups = if quoted { None } else { without_groups(text) };
        let text = groups.as_ref().map_or(text, |g| g.as_str());
        let cut = text.rfind(CUTS).map_or(0, |at| at + 1);
        let text = text.get(cut..).unwrap_or("");
        let Some(first) = text.find(['*', '?', '[']) else { return };
        let before = text.get(..first).unwrap_or("");
        if let Some((directory, _)) = before.rsplit_once('/') {
            self.may_hold(directory, span);
        } else if text == "*" && self.cd != Cd::Here {
            self.may_use(Access::Looks, text, span);
        }
        // A dot alone is a part of any expression.
        let says = |part: &str| {
            !quoted || part.split(['*', '?']).any(|piece| piece.len() > 1)
        };
        self.may_link(text);
        let leads = self.may_lead(text);
        let named = leads
            || self.places.guarded.is_some_and(|guarded| {
                let mut parts = text.split('/').filter(|part| says(part));
                parts.any(|part| guarded.is_named_by(Access::Read, part))
                    || !quoted
                        && guarded.may_lie_behind(Access::Read, text, false)
            });
        if named {
            self.doubt_about(Reason::Glob, span, FILES, About::Reads);
        }
    }

    /// `-f.env`, `-xf/etc/passwd`: a path behind the letters of an option.
    pub(super) fn guess_glued(&mut self, word: Word, text: &str) {
        /// How many letters there may be; hardly a program has more options
        /// that say yes or no.
        const LETTERS: usize = 12;
        if text.starts_with("--") || !word.flags.literal() {
            return;
        }
        let sign = text.find(['.', '/', '~']).unwrap_or(text.len());
        let path = text.get(sign..).unwrap_or("");
        if text.len() > MAX_WORD {
            return self.unseen_names(path, word.span);
        }
        for start in 2..=sign.min(LETTERS + 1) {
            self.may_be(text.get(start..).unwrap_or(""), word.span);
        }
        if sign > LETTERS + 1 && is_path(path) {
            self.may_be(path, word.span);
        }
    }

    /// The path of an address of a file, `%2e` for a dot.
    pub(crate) fn address(&mut self, path: &str, span: Span) {
        if !path.contains('%') {
            return self.may_be(path, span);
        }
        let mut plain = String::with_capacity(path.len());
        let mut rest = path;
        while let Some((before, after)) = rest.split_once('%') {
            plain.push_str(before);
            let code = after.get(..2);
            let code = code.and_then(|hex| u8::from_str_radix(hex, 16).ok());
            match code.filter(u8::is_ascii) {
                Some(byte) => {
                    plain.push(char::from(byte));
                    rest = after.get(2..).unwrap_or("");
                }
                None => {
                    plain.push('%');
                    rest = after;
                }
            }
        }
        plain.push_str(rest);
        self.may_be(&plain, span);
    }

    /// What variables are set to may be files that later words name, or
    /// several words: `x='-f a'; date $x`.
    pub(crate) fn guess_values(&mut self, words: Words) {
        if !self.profile.strict {
            return;
        }
        let line = self.line;
        for at in words.iter() {
            let Some(&word) = line.words.get(at) else { return };
            let text = cooked_at(line, at);
            let several = text.contains([' ', '\n']);
            let splits = several && self.value_may_be_run(at);
            if splits && self.is_beyond(at, text) {
                self.unseen_names(text, word.span);
            }
            if variables::READ.contains(&assigned_name(text))
                && self.dynamic_at(at)
            {
                self.any_file(Role::Reads, word.span);
            }
            let name = assigned_name(text);
            if !self.places.guesses {
                continue;
            } else if !several {
                if let Some(into) = text.get(name.len() + 1..)
                    && variables::WRITTEN.contains(&name)
                {
                    self.all_below(Role::Writes, into, word.span);
                }
                self.guess(word, text, false);
            } else if splits || holds_options(text) {
                self.names_in(text, word.span);
            }
        }
    }

    /// What a word of several words sets may be run, if it is cut at blanks
    /// somewhere. Whether it is.
    pub(super) fn value_may_be_run(&mut self, at: usize) -> bool {
        let line = self.line;
        let Some(&word) = line.words.get(at) else { return false };
        let text = word.cooked.of(&line.text);
        let (_, value) = text.split_once('=').unwrap_or_default();
        let array = value.strip_prefix('(');
        let array = array.map(|words| words.trim_end_matches(')'));
        let elsewhere = self.expands_elsewhere(at);
        if elsewhere || self.runs_later(array.is_some()) {
            self.text_may_be_run(array.unwrap_or(value), word.span);
        }
        elsewhere || self.splits_later(array.is_some())
    }

    /// Whether a variable behind this command may become several words of
    /// one that could run them: `echo $x` does not.
    fn runs_later(&self, array: bool) -> bool {
        self.several_later(array, |scene, simple| {
            let first = Words::of(simple).start;
            let known = scene.literal_at(first);
            !known || !TAKES_WORDS.contains(&scene.text_at(first))
        })
    }

    /// Whether a variable behind this command may become several words.
    pub(crate) fn splits_later(&self, array: bool) -> bool {
        self.several_later(array, |_, _| true)
    }

    /// The same, of those behind it that count.
    fn several_later(
        &self,
        array: bool,
        counts: impl Fn(&Self, &Simple) -> bool,
    ) -> bool {
        let later = self.line.simples.get(self.simple + 1..).unwrap_or(&[]);
        let flag = match array {
            true => WordFlags::PARAMETER,
            false => WordFlags::UNQUOTED_EXPANSION,
        };
        later.len() > NEAR
            || later.iter().any(|simple| {
                simple.flags.any(flag) && counts(self, simple)
                    || self.cuts(simple)
            })
    }

    /// `echo "$x" | xargs ssh`: whether a command cuts what it is given at
    /// blanks, whatever stood in quotes.
    fn cuts(&self, simple: &Simple) -> bool {
        const CUT: &[&str] =
            &["mapfile", "parallel", "read", "readarray", "xargs"];
        let first = Words::of(simple).start;
        CUT.contains(&base_name(self.text_at(first)))
    }

    /// Whether some variable of the line may become several words.
    pub(crate) fn splits(&self) -> bool {
        let splits = |s: &Simple| s.flags.any(WordFlags::UNQUOTED_EXPANSION);
        *self.asked.splits.get_or_init(|| self.line.simples.iter().any(splits))
    }

    /// `while read x; do ssh $x; done <<< 'h rm x'`: what a group is given
    /// to read.
    pub(crate) fn read_by_group(&mut self, redirects: (u32, u32)) {
        let line = self.line;
        let (from, to) = (redirects.0 as usize, redirects.1 as usize);
        let texts = line.redirects.get(from..to).unwrap_or(&[]);
        if texts.is_empty() || !self.profile.strict || !self.splits() {
            return;
        }
        for redirect in texts {
            self.words_of_redirect(redirect);
        }
    }

    /// Whether code behind a word may expand variables:
    /// `x='h rm x' bash -c 'ssh $x'`.
    fn expands_elsewhere(&self, at: usize) -> bool {
        let line = self.line;
        let last = self.asked.code.get_or_init(|| {
            let mut words = line.words.iter();
            words.rposition(|word| {
                word.flags.literal()
                    && word.cooked.of(&line.text).contains('$')
            })
        });
        last.is_some_and(|last| last > at)
    }

    /// The words that `for` goes through, and those of a here-string.
    pub(crate) fn guess_heads(&mut self) {
        if !self.profile.strict {
            return;
        }
        let line = self.line;
        let splits = self.splits();
        for &word in &line.heads {
            let text = word.cooked.of(&line.text);
            let whole = word.flags.any(WordFlags::QUOTED)
                || !word.flags.any(WordFlags::SUBSTITUTION);
            if splits && whole && text.contains([' ', '\n']) {
                // `for x in 'h rm x'; do ssh $x; done`
                self.words_of_text(text, word.span);
            }
            if self.places.guesses {
                self.guess(word, text, true);
            }
        }
        if !self.places.guesses {
            return;
        }
        for redirect in &line.redirects {
            let target = redirect.target;
            let text = target.cooked.of(&line.text);
            let here = redirect.kind == RedirectKind::HereString;
            if here && !text.contains([' ', '\n']) {
                self.guess(target, text, false);
            }
        }
    }
}

/// Whether a variable is set to options: `NODE_OPTIONS='-r ./x.js'`.
fn holds_options(text: &str) -> bool {
    let name = text.split('=').next().unwrap_or("");
    ["OPTIONS", "OPTS", "FLAGS"].iter().any(|end| name.ends_with(end))
}

/// Where the value of a short option starts: `-i$HOME/x`.
fn option_end(text: &str) -> usize {
    let glued = text.starts_with('-') && !text.starts_with("--");
    if glued { text.len().min(2) } else { 0 }
}
