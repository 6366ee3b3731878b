//! Links that a line makes, and may go through afterwards.

use crate::shell::cd::Cd;
use crate::shell::data::files::Handler;
use crate::shell::paths::known_start;
use crate::shell::scene::Scene;
use crate::shell::split::{Simple, WordFlags};
use crate::shell::words::Words;
use crate::shell::{About, Link, Reason};
use crate::source::Span;

/// How many links a line may make before nobody knows where its paths lead.
const LINKS: usize = 16;

impl Scene<'_> {
    /// What `ln -s` makes: `TARGET… NAME`, where the name may be that of a
    /// directory which the links are put into.
    pub(crate) fn links(&mut self, row: &Handler, words: Words) {
        let soft = |at: usize| {
            let text = self.text_at(at);
            match text.strip_prefix("--") {
                Some(long) => long.len() > 1 && "symbolic".starts_with(long),
                None => text.starts_with('-') && text.contains('s'),
            }
        };
        if row.name != "ln" || !words.iter().any(soft) {
            return;
        }
        if self.links_relative(words) {
            // Where they lead is said from here, not from where they lie.
            return self.too_many_links(words);
        }
        let mut into = None;
        let mut operands = [0; LINKS];
        let mut count = 0;
        let mut at = words.start;
        while at < words.end {
            let text = self.text_at(at);
            if let Some(cut) = target_directory(text) {
                at += usize::from(cut == text.len());
                into = Some((at, if cut == text.len() { 0 } else { cut }));
            } else if !text.starts_with('-') {
                if let Some(slot) = operands.get_mut(count) {
                    *slot = at;
                }
                count += 1;
            }
            at += 1;
        }
        if count > LINKS {
            self.too_many_links(words);
            return;
        }
        let operands = operands.get(..count).unwrap_or(&[]);
        match (into, operands) {
            (None, [target]) => self.link(*target, None, true),
            (None, [targets @ .., name]) => {
                for &target in targets {
                    self.link(target, Some((*name, 0)), false);
                }
            }
            (into, targets) => {
                for &target in targets {
                    self.link(target, into, true);
                }
            }
        }
    }

    /// `ln -sr a/b c`: whether a path that is relative is so from here.
    fn links_relative(&self, words: Words) -> bool {
        let relative = |at: usize| {
            let text = self.text_at(at);
            match text.strip_prefix("--") {
                Some(long) => !long.is_empty() && "relative".starts_with(long),
                None => text.strip_prefix('-').is_some_and(|letters| {
                    let letters = letters.split(['t', 'S']).next();
                    letters.is_some_and(|letters| letters.contains('r'))
                }),
            }
        };
        words.iter().any(relative)
    }

    /// One link: by the name that is given, unless that is sure to be one of
    /// a directory, and in the directory of that name.
    fn link(
        &mut self,
        target: usize,
        into: Option<(usize, usize)>,
        into_directory: bool,
    ) {
        if self.out.links.len() + 2 > LINKS {
            let end = target + 1;
            self.too_many_links(Words { start: target, end });
            return;
        }
        // What is not literal is in doubt already.
        let named = into.is_none_or(|(at, _)| self.literal_at(at));
        let Some(word) = self.word(target).filter(|_| named) else { return };
        let line = self.line;
        let text = crate::shell::words::cooked_at(line, target);
        if text.contains("{}") {
            // not known
            return;
        }
        let tilde = word.flags.any(WordFlags::TILDE);
        let home = self.places.home.filter(|_| tilde);
        let place = known_start(word, text).filter(|_| !word.flags.literal());
        let (base, rest) = match (home, text.strip_prefix('~'), place) {
            (Some(home), Some(rest), _) => (home, rest),
            (_, _, Some(("~", rest))) => {
                (self.places.home.unwrap_or(""), rest)
            }
            (_, _, Some((_, rest))) => (self.places.cwd.unwrap_or(""), rest),
            _ if word.flags.literal() => ("", text),
            _ => return,
        };
        let start = self.out.text.len();
        self.out.text.push_str(base);
        self.out.text.push_str(rest);
        let to = Span::new(start, self.out.text.len());
        let base = text.trim_end_matches('/').rsplit('/').next();
        let base = base.unwrap_or(text);
        // In a directory there are these already: `ln -s .. x`.
        let is_new = !matches!(base, "." | "..");
        let Some((at, cut)) = into else {
            if is_new {
                self.linked(to, &[base]);
            }
            return;
        };
        let name = crate::shell::words::cooked_at(line, at);
        let name = name.get(cut..).unwrap_or(name).trim_end_matches('/');
        // First this one, which the other would hide.
        if is_new {
            self.linked(to, &[name, "/", base]);
        }
        if !into_directory {
            self.linked(to, &[name]);
        }
    }

    /// Notes that the path made of these parts leads to a target.
    fn linked(&mut self, to: Span, name: &[&str]) {
        let start = self.out.text.len();
        let first = name.first().copied().unwrap_or("");
        if let Cd::To(directory) = self.cd
            && !first.starts_with(['/', '~'])
        {
            if !self.roomy(directory) {
                let Simple { words, .. } = *self.own;
                let (start, end) = (words.0 as usize, words.1 as usize);
                return self.too_many_links(Words { start, end });
            }
            self.out.text.extend_from_within(directory.range());
            self.out.text.push('/');
        }
        name.iter().for_each(|part| self.out.text.push_str(part));
        let name = Span::new(start, self.out.text.len());
        self.out.links.push(Link { name, to });
    }

    fn too_many_links(&mut self, words: Words) {
        let span = self.span_of(words);
        let (reason, effects) = (Reason::StateChange, super::uses::FILES);
        self.doubt_about(reason, span, effects, About::Reads);
        self.doubt_about(reason, span, effects, About::Writes);
    }
}

/// Where the value starts in an option of `ln` that names a directory: at the
/// end, where it is the next word. `None` for other words.
fn target_directory(text: &str) -> Option<usize> {
    if let Some(long) = text.strip_prefix("--") {
        let name = long.split('=').next().unwrap_or(long);
        let cut = (text.len() - long.len() + name.len() + 1).min(text.len());
        let named = !name.is_empty() && "target-directory".starts_with(name);
        return named.then_some(cut);
    }
    let letters = text.strip_prefix('-')?;
    let at = letters.find(['t', 'S'])?;
    letters.get(at..)?.starts_with('t').then_some(at + "-t".len())
}
