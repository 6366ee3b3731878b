//! Substitutions in the brackets behind names, which are run once the name
//! is computed with.

use crate::shell::scene::Scene;
use crate::shell::split::{Redirect, RedirectKind, Word, WordFlags};
use crate::shell::words::{Program, Words, is_assignment};
use crate::shell::{Effects, Reason};

impl Scene<'_> {
    /// Quoted substitutions in a subscript, wherever these stand: once a
    /// variable holds them, `((x))` and `[[ x -eq 1 ]]` run them.
    pub(crate) fn hidden_subscripts(&mut self) {
        let line = self.line;
        let runs = |text: &str| text.contains("$(") || text.contains('`');
        if !self.profile.strict
            || !line.text.contains('[')
            || !runs(&line.text)
        {
            return;
        }
        let here = |r: &&Redirect| {
            let (string, document) =
                (RedirectKind::HereString, RedirectKind::HereDocument);
            r.kind == string || r.kind == document
        };
        let texts = line.redirects.iter().filter(here).map(|r| &r.target);
        for word in line.words.iter().chain(&line.heads).chain(texts) {
            if word.flags.any(WordFlags::SUBSTITUTION) {
                // It is taken apart as what it is.
                continue;
            }
            if whole_subscripts(word.cooked.of(&line.text)).any(runs) {
                self.doubt(Reason::Substitution, word.span, Effects::ALL);
            }
        }
        // `c='$(x)'; n="b[$c]"; ((n))`
        let hidden = |word: &Word| {
            !word.flags.any(WordFlags::SUBSTITUTION)
                && runs(word.cooked.of(&line.text))
        };
        let opens = |word: &&Word| {
            let text = word.cooked.of(&line.text);
            is_assignment(text) && leaves_open(text)
        };
        if let Some(word) = line.words.iter().find(opens)
            && line.words.iter().any(hidden)
        {
            self.doubt(Reason::Substitution, word.span, Effects::ALL);
        }
    }

    /// Builtins that run the substitutions in the name of a variable.
    pub(crate) fn subscripts(&mut self, program: Program<'_>, words: Words) {
        if !program.known.names_variables() {
            return;
        }
        for index in words.iter() {
            // What a key holds is run, too: `printf -v "m[$k]"`.
            let runs = |key: &str| key.contains(['$', '`']);
            let opens = subscripts(self.text_at(index)).any(runs);
            if opens && let Some(word) = self.word(index) {
                self.doubt(Reason::DynamicArgument, word.span, Effects::ALL);
            }
        }
    }
}

/// Whether a value has a bracket behind a name of which the line does not say
/// what stands in it.
fn leaves_open(text: &str) -> bool {
    let value = text.split_once('=').map_or("", |(_, value)| value);
    keys(value).any(|key| {
        let end = key.find(']');
        end.is_none_or(|end| key.get(..end).is_some_and(|k| k.contains('$')))
    })
}

/// What stands in the brackets behind names: `$i` of `a[$i]`, nothing of
/// `${a[$i]}`.
fn subscripts(text: &str) -> impl Iterator<Item = &str> {
    keys(text).map(|key| {
        let end = key.find(['[', ']', '\n']).unwrap_or(key.len());
        key.get(..end).unwrap_or("")
    })
}

/// The same up to the bracket that ends it, with those that stand in it:
/// `b[0]+1` of `a[b[0]+1]`.
fn whole_subscripts(text: &str) -> impl Iterator<Item = &str> {
    /// Of how many bytes of each; none that anybody writes is as long.
    const LONGEST: usize = 256;
    keys(text).map(|key| {
        let mut open = 0usize;
        let ends = |c: char| {
            match c {
                '[' => open += 1,
                ']' if open == 0 => return true,
                ']' => open -= 1,
                _ => {}
            }
            c == '\n'
        };
        let mut lengths = (0..=LONGEST.min(key.len())).rev();
        let near = lengths.find_map(|len| key.get(..len)).unwrap_or("");
        let end = near.find(ends).unwrap_or(near.len());
        near.get(..end).unwrap_or("")
    })
}

/// What stands behind each bracket right behind a name.
fn keys(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('[').filter_map(|(at, _)| {
        let (before, key) = (text.get(..at)?, text.get(at + 1..)?);
        let name = |c: char| c.is_alphanumeric() || c == '_';
        let start = before.trim_end_matches(name);
        let named = start.len() < at && !start.ends_with(['$', '{', '!', '#']);
        Some(key).filter(|_| named)
    })
}
