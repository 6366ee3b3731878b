//! Commands that are written out in code, whatever there runs them:
//! `"rm x".execute()` of Groovy, `spawn rm x` of Tcl, `shell rm x` of gdb.

use smallvec::SmallVec;

use super::calls::{Literal, list, next, plain, quoted};
use crate::shell::Reason;
use crate::shell::data::programs::Known;
use crate::shell::data::starters::LEADS;
use crate::shell::scene::Scene;
use crate::shell::words::{Words, base_name, cooked_at};
use crate::source::{Span, Spare};

/// What stands before a command in a string: `:!rm x`, `open(F, "|rm x")`.
const SIGNS: [char; 4] = [':', '!', '|', ' '];

/// Keys of JSON whose values are for people.
const SAYS: &[&str] =
    &["\"description\"", "\"label\"", "\"name\"", "\"title\""];

const BLANKS: [char; 2] = [' ', '\t'];
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// How many commands of one line are looked at.
const MOST: usize = 8;

impl Scene<'_> {
    /// What code may run, as far as it is written out, for guards. Linear in
    /// the code.
    pub(crate) fn commands_in_code(&mut self, code: &str, span: Span) {
        if !self.profile.strict || self.plain_code {
            return;
        }
        self.maybe(Reason::ForeignCode, |scene| {
            let mut at = 0;
            while let Some(string) = next(code, at) {
                let items = list(code, string, true);
                at = items.last().map_or(code.len(), |item| item.end);
                scene.maybe_started(&items, span);
            }
            scene.led_commands(code, span);
            scene.in_long_brackets(code, span);
        });
    }

    /// The lines that a configuration names, in strings and behind the names
    /// of its entries: `"x": "git push"`, `- run: git push`, `cmd = git push`.
    pub(crate) fn lines_in_terms(&mut self, text: &str, span: Span) {
        let json = text.trim_start().starts_with('{');
        let mut at = 0;
        while let Some(string) = next(text, at) {
            let before = text.get(at..string.start).unwrap_or("");
            let key = text.get(..at).unwrap_or("");
            at = string.end;
            let is_value = before.trim() == ":"
                && !SAYS.iter().any(|name| key.ends_with(name));
            if string.text.contains(BLANKS) && (is_value || !json) {
                self.line_may_be_run(&plain(string.text), span);
            }
        }
        for line in text.lines() {
            let entry = line.trim().trim_start_matches(['-', '@', '+', ' ']);
            let ends = [": ", "=", ":"];
            let cut = ends.iter().find_map(|end| entry.split_once(end));
            let value = cut.map(|(_, value)| value.trim());
            for text in [Some(entry), value].into_iter().flatten() {
                if text.contains(BLANKS) {
                    self.line_may_be_run(text, span);
                }
            }
        }
    }

    /// A list of strings that starts with the name of a program, or strings
    /// that do.
    fn maybe_started(&mut self, items: &[Literal<'_>], span: Span) {
        let is_name = |item: &Literal<'_>| {
            let name = base_name(item.text);
            !name.contains(BLANKS) && Known::of(name).is_known()
        };
        if items.len() > 1 && items.first().is_some_and(is_name) {
            let words: SmallVec<[Spare; 8]> =
                items.iter().map(quoted).collect();
            self.code(words.iter().map(|word| &**word), span, true);
            return;
        }
        for item in items {
            let text = plain(item.text);
            let text = text.trim_start_matches(SIGNS);
            if names_program(text) && text.trim_end().contains(BLANKS) {
                self.code([text.trim_end_matches(['|', ' '])], span, true);
            }
        }
    }

    /// `:!command` and `!command` of editors.
    pub(crate) fn bangs(&mut self, words: Words) {
        for at in words.iter() {
            let line = self.line;
            let text = cooked_at(line, at).trim_start_matches([':', '+']);
            if let Some(code) = text.strip_prefix('!') {
                self.code([code], self.span_of(words), true);
            }
        }
    }

    /// What stands in no quotes behind words that run it, up to the end of
    /// its line or of the bracket around both.
    fn led_commands(&mut self, code: &str, span: Span) {
        for line in code.lines() {
            let (mut left, mut count) = (line, 0);
            while let Some((before, command)) = led(left) {
                count += 1;
                if count > MOST {
                    return self.any_code(Reason::ForeignCode, span);
                }
                let close = match before.chars().next_back() {
                    Some('[') => Some(']'),
                    Some('{') => Some('}'),
                    Some('(') => Some(')'),
                    _ => None,
                };
                let end = close.and_then(|close| command.find(close));
                let text = command.get(..end.unwrap_or(command.len()));
                let text = text.unwrap_or("").trim_matches(QUOTES);
                self.code([text], span, true);
                // A word of Tcl: `exec sh -c {rm x}`.
                let braces = text.split_once('{');
                let inner = braces.and_then(|(_, t)| t.rsplit_once('}'));
                self.code(inner.map(|(inner, _)| inner), span, true);
                let name = command.find(BLANKS).unwrap_or(command.len());
                left = command.get(name..).unwrap_or("");
            }
        }
    }
}

/// The first command of a line behind a word that runs it, and what stands
/// before that word.
fn led(line: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    loop {
        let rest = line.get(at..)?;
        let start = rest.find(|c: char| !BLANKS.contains(&c))?;
        let word = rest.get(start..)?;
        let end = word.find(BLANKS).unwrap_or(word.len());
        let (whole, behind) = word.split_at_checked(end)?;
        let name = whole.trim_start_matches(['[', '{', '(', '"', '\'']);
        let before = whole.len() - name.len();
        let lead = LEADS.iter().find(|lead| name.starts_with(**lead));
        let own = lead.and_then(|lead| name.strip_prefix(*lead));
        let command = match own {
            Some("") => Some(behind.trim_start()),
            // `!rm x`, `esyscmd(rm x)`
            Some(_) => lead
                .filter(|lead| !lead.ends_with(char::is_alphanumeric))
                .and_then(|lead| word.get(before + lead.len()..)),
            None => None,
        };
        let command = command.map(|text| text.trim_start_matches(QUOTES));
        let first = line.get(..at + start).unwrap_or("");
        let first = first.trim_matches(SIGNS);
        let signs = lead.is_some_and(|lead| lead.ends_with('!'));
        let alone = (own == Some("") || signs)
            && matches!(first, "" | "silent" | "sil");
        let runs =
            |text: &&str| names_program(text) || alone && starts_command(text);
        if let Some(command) = command.filter(runs) {
            let opens = lead.is_some_and(|lead| lead.ends_with('('));
            let before = at + start + before;
            let before = match opens {
                true => "(",
                false => line.get(..before)?,
            };
            return Some((before, command));
        }
        at += start + end;
    }
}

/// Whether a text may be a command, no value or call of another language.
fn starts_command(text: &str) -> bool {
    let name = text.split(BLANKS).next().unwrap_or("");
    !name.is_empty() && !name.starts_with(['=', ',', ')', ':', '+', '-'])
}

/// Whether a text starts with the name of a program.
pub(super) fn names_program(text: &str) -> bool {
    const GRAMMAR: &[&str] = &["case", "cd", "for", "if", "until", "while"];
    let name = text.split(BLANKS).next().unwrap_or("");
    Known::of(base_name(name)).is_known()
        || GRAMMAR.contains(&name) && text.contains([';', '&', '\n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_stand_behind_what_runs_them() {
        for (line, found) in [
            ("spawn rm x", Some(("", "rm x"))),
            ("set x [exec rm y]", Some(("set x [", "rm y]"))),
            ("silent !rm x", Some(("silent ", "rm x"))),
            (r"\! rm x", Some(("", "rm x"))),
            ("esyscmd(rm x)dnl", Some(("(", "rm x)dnl"))),
            ("syscmd(`rm x')", Some(("(", "rm x')"))),
            ("shellfish rm x", None),
            ("system = rm", None),
            ("a != rm", None),
            ("", None),
        ] {
            assert_eq!(led(line), found, "{line}");
        }
    }
}
