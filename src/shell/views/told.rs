//! Words whose text the line gives, although they look as if nobody knew it:
//! `-m "$(cat <<'E' … E)"`, `"$HOME/x"`, `<(sort a)`. Guards look at what
//! they are instead of asking what they might be.

use crate::shell::cd::Cd;
use crate::shell::data::filters::PRINTS;
use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};
use crate::source::Span;

/// Behind how many commands that stand deeper the one of a word is looked
/// for.
const NEAR: usize = 8;

/// Where a pipe to a substitution lies.
const PIPE: &str = "/dev/fd/63";

/// A text in two parts.
type Told<'a> = (&'a str, &'a str);

impl<'a> Scene<'a> {
    /// The text of a word, if the line gives it.
    pub(super) fn told_text(&self, at: usize) -> Option<Told<'a>> {
        if !self.profile.strict || self.out.text.len() > self.room(16) {
            return None;
        }
        let word = self.line.words.get(at)?;
        let text = word.cooked.of(&self.line.text);
        match text.as_bytes() {
            [b'$', b'(', b'c', ..] => self.shown_document(at, text),
            [b'$', ..] => self.below_place(at, text),
            [b'<', b'(', .., b')'] => {
                const OTHER: u16 =
                    !(WordFlags::SUBSTITUTION | WordFlags::UNQUOTED_EXPANSION);
                (!word.flags.any(OTHER)).then_some((PIPE, ""))
            }
            _ => None,
        }
    }

    /// Whether all of a word is known, by the only name that it has: a
    /// directory has others.
    pub(super) fn is_told_whole(&self, at: usize) -> bool {
        let text = self.text_at(at);
        let place = text.starts_with('$') && !text.starts_with("$(cat");
        !place && self.told_text(at).is_some()
    }

    /// Whether a word is sure to be one path, which is no option.
    pub(super) fn is_told_path(&self, at: usize) -> bool {
        self.told_text(at).is_some_and(|told| told.0.starts_with('/'))
    }

    /// `"$(cat <<'E' … E)"`: what `cat` is given as a whole.
    fn shown_document(&self, at: usize, text: &str) -> Option<Told<'a>> {
        const ONE: u16 = WordFlags::SUBSTITUTION | WordFlags::QUOTED;
        let line = self.line;
        let word = line.words.get(at)?;
        let shows = text.starts_with("$(cat <<") && text.ends_with(')');
        if !shows || word.flags.any(!ONE) {
            return None;
        }
        let near = line.simples.iter().skip(self.simple + 1).take(NEAR);
        let mut within = near
            .skip_while(|simple| simple.span.start < word.span.start)
            .take_while(|simple| simple.span.start < word.span.end);
        let only = within.next().filter(|_| within.next().is_none())?;
        let words = Words::of(only);
        let plain = words.len() == 1
            && self.is_at(words.start, "cat")
            && only.assignments == 0
            && !only.piped;
        let [redirect] = line.redirects_of(only) else { return None };
        let target = redirect.target;
        let known = redirect.kind.is_text()
            && redirect.descriptor == Some(0)
            && !target.flags.any(!WordFlags::QUOTED);
        let body = line.cooked(&target);
        (plain && known).then(|| (body.trim_end_matches('\n'), ""))
    }

    /// `"$HOME/x"`, `$PWD`: a known directory, and what stands behind it.
    fn below_place(&self, at: usize, text: &'a str) -> Option<Told<'a>> {
        const KNOWN: u16 = WordFlags::PARAMETER
            | WordFlags::QUOTED
            | WordFlags::UNQUOTED_EXPANSION;
        let word = self.line.words.get(at)?;
        let behind = |names: &[&str]| {
            names.iter().find_map(|name| text.strip_prefix(name))
        };
        let home = behind(&["$HOME", "${HOME}"]);
        let (path, rest) = match home {
            Some(rest) => (self.places.home?, rest),
            None if self.cd != Cd::Here => return None,
            // The last one only where it prints what the others hold.
            None => (self.places.cwd?, behind(&["$PWD", "${PWD}", "$(pwd)"])?),
        };
        let ends = rest.is_empty() || rest.starts_with(['/', ':']);
        let cut = word.flags.any(WordFlags::UNQUOTED_EXPANSION)
            && path.contains(|c: char| c.is_whitespace() || "*?[".contains(c));
        let known = !rest.contains(['$', '`'])
            && !word.flags.any(!KNOWN)
            && !self.names_places();
        (ends && known && !cut).then_some((path, rest))
    }

    /// Views with the texts of such words in their places.
    pub(super) fn told_views(
        &mut self,
        words: Words,
        (base, renamed, subcommand): (Span, bool, usize),
        guard: Effects,
    ) {
        let told = |at: &usize| {
            !self.literal_at(*at) && self.told_text(*at).is_some()
        };
        if !words.from(words.start + 1).iter().any(|at| told(&at)) {
            return;
        }
        let first = self.out.views.len();
        let place = words.iter().any(|at| self.is_told_path(at));
        let name = base.of(&self.line.text);
        self.told_view("", words, guard);
        if renamed {
            self.told_view(name, words.from(words.start + 1), guard);
        }
        if subcommand > words.start + 1 && subcommand < words.end {
            self.told_view(name, words.from(subcommand), guard);
        }
        if place {
            // The directory may have other names.
            let span = self.span_of(words);
            self.unsure(first, span, Reason::DynamicArgument);
        }
    }

    fn told_view(&mut self, name: &str, words: Words, guard: Effects) {
        let start = self.out.text.len();
        self.out.text.push_str(name);
        for at in words.iter() {
            match self.told_text(at).filter(|_| !self.literal_at(at)) {
                Some((path, rest)) => {
                    self.out.text.extend([" ", path, rest]);
                }
                None => self.cooked_words(at..at + 1),
            }
        }
        // Without a name the first word has a blank before it.
        let start = start + usize::from(name.is_empty());
        self.push_view(start, guard);
    }

    /// Whether a program does no more than to print or to compare its words,
    /// whatever they are: for guards that name no program they mean nothing.
    pub(super) fn only_prints(&self, base: Span) -> bool {
        PRINTS.contains(&base.of(&self.line.text))
    }
}
