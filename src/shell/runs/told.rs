//! Code that a program is fed, as its option: `python3 <<< 'x'` does what
//! `python3 -c 'x'` does.

use std::iter::once;

use crate::shell::data::interpreters::{SHELLS_OPTION, without_version};
use crate::shell::scene::Scene;
use crate::shell::words::Words;
use crate::shell::{Effects, Reason};

impl Scene<'_> {
    /// Views of a program that reads its code, with that code behind each of
    /// its options that take some: who guards these means the code. What comes
    /// through a pipe is known by few of its ways, and asks.
    pub(super) fn told_as_option(
        &mut self,
        words: Words,
        code: Option<&str>,
        own: bool,
    ) {
        let Some(code) = code.map(str::trim) else { return };
        let (line, first) = (self.line, self.out.views.len());
        let program = self.program(words, false);
        let (letters, long) = match program.known.interpreter() {
            _ if program.known.is_shell() => SHELLS_OPTION,
            Some(row) if row.stdin => (row.code, row.long),
            _ => return,
        };
        let written = program.base.of(&line.text);
        let plain = without_version(written);
        let python = if plain == "python" { "python3" } else { plain };
        let others = [program.name, plain, python];
        let others = others.iter().enumerate().filter(|(n, name)| {
            **name != written && !others.iter().take(*n).any(|o| o == *name)
        });
        let names = once(written).chain(others.map(|(_, name)| *name));
        let count = 4 * (letters.len() + long.len());
        if self.out.text.len() + count * code.len() > self.room(64) {
            let span = self.span_of(words);
            return self.doubt(Reason::Size, span, Effects::GUARD);
        }
        for name in names {
            for at in 0..letters.len() {
                let letter = letters.get(at..=at).unwrap_or("");
                self.view_of_code([name, " -", letter], code);
            }
            for option in long {
                self.view_of_code([name, " --", option], code);
            }
        }
        if !own {
            let span = self.span_of(words);
            self.unsure(first, span, Reason::StdinProgram);
        }
    }

    fn view_of_code(&mut self, option: [&str; 3], code: &str) {
        let start = self.out.text.len();
        self.out.text.extend(option);
        self.out.text.extend([" ", code]);
        self.push_view(start, Effects::GUARD);
    }
}
