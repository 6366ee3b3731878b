//! Variables before a command, or exported earlier in the line, for guards
//! that leave open where a word of theirs stands: a guard on `psql *prod*`
//! means `PGHOST=prod psql`, too. They stand behind the command as the values
//! of one option that no program has.

use super::{ANY, Sorted, TOGETHER};
use crate::shell::data::environment::{has_own, is_told, tells_something};
use crate::shell::data::implied::VARIABLES;
use crate::shell::data::programs::Known;
use crate::shell::guards::named::{MARK, NamedOptions, assigned};
use crate::shell::noted::Settings;
use crate::shell::scene::Scene;
use crate::shell::split::WordBytes;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Effects, Reason};
use crate::syntax::TextGlob;

/// The option that these are values of, and what ends each.
const ENVIRONMENT: &str = "$";
const END: char = '\u{3}';

/// How many words before the first star may say what a guard is about.
const HEAD: usize = 3;

/// How many variables that a line exports by their names alone are looked
/// for.
const NAMES: usize = 16;

/// What a pattern is where its last word stands in a variable.
pub(super) fn patterns(glob: &TextGlob) -> Vec<TextGlob> {
    let found = written(glob);
    let texts = found.into_iter().flatten().flatten();
    let parts = |text: String| text.split('*').map(str::to_owned).collect();
    let glob = |parts| TextGlob { parts, boundary: false };
    texts.map(parts).map(glob).collect()
}

/// The same as texts: where the value is known, and where it is not.
fn written(glob: &TextGlob) -> Option<[Option<String>; 2]> {
    let (head, rest) = glob.parts.split_first()?;
    let at = rest.iter().rposition(|part| !part.trim().is_empty())?;
    let (between, last) = (rest.get(..at)?, rest.get(at)?);
    let word = last.trim();
    // `aws *-prod*` is about the end of a word.
    let ends_one = last.starts_with('-') && !last.starts_with("--");
    let own = (!ends_one || word.len() < 4).then_some(last);
    let all = between.iter().chain([head]).chain(own);
    let mut words = all.flat_map(|part| part.split_ascii_whitespace());
    if words.any(|word| word.starts_with('-')) {
        return None;
    }
    let says = word.contains(|c: char| c.is_alphanumeric());
    let mut words = head.split_ascii_whitespace();
    let program = words.next()?;
    let few = words.count() < HEAD;
    // Behind a blank a guard is about words: `npm * test`.
    let whole = last.starts_with(' ');
    let told = is_told(program) && (!whole || has_own(program));
    if !says || !few || word.contains(' ') || !told {
        return None;
    }
    let mut start = head.trim_end().to_owned();
    // `docker * run *`: options stand there.
    let subs = Known::of(program).globals().is_some();
    let skips = subs && start.len() == program.len();
    for (nth, part) in between.iter().enumerate() {
        let skipped = nth == 0 && skips && part.starts_with(' ');
        start.extend([if skipped { "" } else { "*" }, part]);
    }
    start.push('*');
    start.push(MARK);
    start.push_str(ENVIRONMENT);
    start.push('=');
    let ends = at + 1 == rest.len()
        || glob.boundary && at + 2 == rest.len()
        || last.ends_with(' ');
    let before = if whole { "" } else { "*" };
    let mut known = format!("{start}{before}{word}");
    if ends {
        known.push(END);
    }
    known.push('*');
    // Of no other variables an unknown value asks.
    let mut rows = VARIABLES.iter().map(|row| row.programs);
    let has_rows = rows.any(|programs| programs.contains(&program));
    Some([Some(known), has_rows.then(|| format!("{start}{ANY}*"))])
}

impl Scene<'_> {
    /// Whether guards name what variables may say to a program.
    fn is_environment_named(&self, program: &str) -> bool {
        let is_named = |named: NamedOptions<'_>| {
            named.has_sorted_set(program, [ENVIRONMENT].into_iter())
        };
        self.places.options.is_none_or(is_named)
    }

    /// Whether the line exports something that guards may name behind a
    /// program.
    pub(super) fn is_exported_for(&self, program: &str) -> bool {
        self.is_environment_named(program) && !self.exports().is_empty()
    }

    /// Views of a command with the variables that it is given. Whether it
    /// reads them nobody knows.
    pub(super) fn environment(&mut self, sorted: Sorted<'_>, open: bool) {
        let Sorted { table, words, .. } = sorted;
        if !self.is_environment_named(table.program) {
            return;
        }
        let mut given = Settings::default();
        let fits = self.out.text.len() <= self.room(64);
        if fits {
            let program = words.start.saturating_sub(1);
            self.variables_for(table.program, program, &mut given);
        }
        if given.more || !fits {
            let span = self.span_of(words);
            self.doubt(Reason::Size, span, Effects::GUARD);
        }
        let Some(&first) = given.all().first() else { return };
        for greedy in [false, true] {
            if greedy && !open {
                break;
            }
            let start = self.out.text.len();
            let none = [None; TOGETHER];
            self.sorted_operands(Sorted { greedy, ..sorted }, &none);
            for &at in given.all() {
                self.value_of(table.program, at);
            }
            self.push_view(start, Effects::SORTED);
        }
        let span = self.span_of(Words { start: first, end: first + 1 });
        self.doubt(Reason::OptionPlace, span, Effects::OPEN);
    }

    /// Writes the value of the variable that a word sets.
    fn value_of(&mut self, program: &str, at: usize) {
        let line = self.line;
        let text = cooked_at(line, at);
        let Some((name, value)) = assigned(text) else { return };
        let known = VARIABLES
            .iter()
            .any(|row| row.name == name && row.programs.contains(&program));
        let open = self.unknown_at(at) && value.contains(['$', '`']);
        // Of what others hold nobody says that guards are about it.
        let unknown = (known && open).then_some(ANY);
        for value in [Some(value), unknown].into_iter().flatten() {
            let out = &mut self.out.text;
            out.extend([' ', MARK]);
            out.extend([ENVIRONMENT, "=", value]);
            out.push(END);
        }
    }

    /// The words that set variables for a command, whose program stands at
    /// this word; of those of one name the last.
    fn variables_for(&self, program: &str, at: usize, given: &mut Settings) {
        let line = self.line;
        let own = (self.own.words.0 as usize..at).rev();
        let exports = self.exports();
        given.more = exports.more;
        let before = exports.all().iter().rev().copied();
        for word in own.chain(before.filter(|&word| word < at)) {
            let Some((name, value)) = assigned(cooked_at(line, word)) else {
                continue;
            };
            let mut others = given.all().iter();
            let again = others.any(|&other| {
                assigned(cooked_at(line, other)).is_some_and(|o| o.0 == name)
            });
            let says = tells_something(program, name) && !value.is_empty();
            if says && !again {
                given.push(word);
            }
            if given.more {
                break;
            }
        }
    }

    /// The words of the line that set variables for the programs behind them.
    pub(crate) fn exports(&self) -> &Settings {
        self.asked.exports.get_or_init(|| {
            let mut all = Settings::default();
            let (everything, mut names) = (self.exports_all(), 0);
            for simple in &self.line.simples {
                let start = simple.words.0 as usize;
                let words = Words { start, ..Words::of(simple) };
                if simple.assignments as usize == words.len() {
                    let set = words.iter().filter(|&at| self.sets(at));
                    set.filter(|&at| everything || self.is_row(at))
                        .for_each(|at| all.push(at));
                    continue;
                }
                let command = self.behind_wrappers(Words::of(simple));
                let rest = words.from(command + 1);
                if command >= words.end || !self.is_export(command, rest) {
                    continue;
                }
                for at in rest.iter().filter(|&at| !self.is_option(at)) {
                    let set = self.sets(at);
                    names += usize::from(!set);
                    match set {
                        true => all.push(at),
                        // `X=prod; export X`
                        false if names <= NAMES => {
                            let found = self.set_before(at);
                            found.into_iter().for_each(|at| all.push(at));
                        }
                        false => all.more = true,
                    }
                    if all.more {
                        return all;
                    }
                }
            }
            all
        })
    }

    /// Whether a word sets a variable of which a table says what it means.
    fn is_row(&self, at: usize) -> bool {
        let name = assigned(cooked_at(self.line, at)).map(|pair| pair.0);
        VARIABLES.iter().any(|row| Some(row.name) == name)
    }

    /// Whether a word sets a variable.
    fn sets(&self, at: usize) -> bool {
        const EQUALS: u16 = WordBytes::EQUALS | WordBytes::CHANGED;
        self.word(at).is_some_and(|word| word.bytes.any(EQUALS))
            && assigned(cooked_at(self.line, at)).is_some()
    }

    /// Whether a command gives variables to programs.
    fn is_export(&self, command: usize, rest: Words) -> bool {
        match self.text_at(command) {
            "export" => true,
            "declare" | "typeset" | "local" => rest.iter().any(|at| {
                let letters = self.text_at(at).strip_prefix('-');
                letters.is_some_and(|letters| letters.contains('x'))
            }),
            _ => false,
        }
    }

    /// Whether the line may give all variables to programs.
    fn exports_all(&self) -> bool {
        self.line.simples.iter().any(|simple| {
            let words = Words::of(simple);
            // `time set -a`
            let set = words.iter().find(|&at| self.is_at(at, "set"));
            let all = |at: usize| {
                let text = self.text_at(at);
                let letters = text.strip_prefix('-').unwrap_or("");
                letters.contains('a') || text == "allexport"
            };
            set.is_some_and(|set| {
                set == self.behind_wrappers(words)
                    && words.from(set + 1).iter().any(all)
            })
        })
    }

    /// The word before another that sets the variable of which that is the
    /// name.
    fn set_before(&self, at: usize) -> Option<usize> {
        let line = self.line;
        let name = cooked_at(line, at);
        let mut before = (0..at).rev();
        before.find(|&word| {
            self.sets(word)
                && assigned(cooked_at(line, word))
                    .is_some_and(|pair| pair.0 == name)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_that_leave_a_word_open_are_about_values() {
        for (pattern, value) in [
            ("psql *prod*", "psql*\u{1}$=*prod*"),
            ("psql *prod", "psql*\u{1}$=*prod\u{3}*"),
            ("psql *prod *", "psql*\u{1}$=*prod\u{3}*"),
            ("psql * prod*", "psql*\u{1}$=prod*"),
            ("psql*prod*", "psql*\u{1}$=*prod*"),
            ("docker compose *prod*", "docker compose*\u{1}$=*prod*"),
            ("docker * run *prod*", "docker run *\u{1}$=*prod*"),
            ("kubectl *delete*prod*", "kubectl*delete*\u{1}$=*prod*"),
            ("aws *-prod*", "aws*\u{1}$=*-prod*"),
            ("rails *-e*", ""),
            ("rails *--env*", ""),
            // Words, options, and programs that go by their words alone.
            ("npm * test", ""),
            ("psql prod*", ""),
            ("psql -h *prod*", ""),
            ("psql *-h*prod*", ""),
            ("psql *prod db*", ""),
            ("a b c d *prod*", ""),
            ("rm *prod*", ""),
            ("*prod*", ""),
        ] {
            let found = written(&TextGlob::command(pattern));
            let found = found.and_then(|[known, _]| known);
            let found = found.unwrap_or_default();
            assert_eq!(found, value, "{pattern}");
        }
    }

    #[test]
    fn words_that_set_variables_are_known() {
        assert_eq!(assigned("A_1=x=y"), Some(("A_1", "x=y")));
        assert_eq!(assigned("A+=x"), Some(("A", "x")));
        for text in ["A", "=x", "1=x", "--a=x", "a.b=x", "+=x"] {
            assert_eq!(assigned(text), None, "{text}");
        }
    }
}
