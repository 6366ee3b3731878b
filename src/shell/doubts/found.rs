//! What a program does with the files that a glob finds for it.

use crate::shell::Shell;
use crate::shell::asked::Takes;
use crate::shell::data::cmdlets::cmdlet;
use crate::shell::data::sifted::OPEN_FOUND;
use crate::shell::scene::Scene;
use crate::shell::words::{Program, Words};

impl Scene<'_> {
    /// Whether files are found in a directory that is named, to be removed, or
    /// to be opened and no more: links that a glob finds are known then.
    pub(super) fn takes_found(&self, paths: [&str; 2]) -> bool {
        let wild = ['*', '?', '['];
        let [into, path] = paths;
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        if name.is_empty() || directory.contains(wild) || into.contains(wild) {
            return false;
        }
        self.own_takes().found
    }

    /// Whether the program at hand may be told to look below directories.
    pub(super) fn looks_below(&self) -> bool {
        self.own_takes().below
    }

    /// What the program at hand does: each of its words may ask.
    fn own_takes(&self) -> Takes {
        let all = &self.asked.takes;
        let known = all.get().filter(|(at, _)| *at == self.simple);
        let takes = known.map_or_else(
            || {
                let below = self.words_look_below();
                Takes { found: self.program_takes_found(below), below }
            },
            |known| known.1,
        );
        all.set(Some((self.simple, takes)));
        takes
    }

    /// Whether the program at hand removes what it is given, renames it in
    /// its directory, or only opens it and looks below no directory.
    fn program_takes_found(&self, below: bool) -> bool {
        let program = self.program(Words::of(self.own), false);
        let Program { name, known, .. } = program;
        let removes = ["rm", "rmdir", "unlink"];
        let power = self.shell == Shell::PowerShell;
        let opens = |name: &str| {
            let mut known = OPEN_FOUND.iter();
            known.any(|other| other.eq_ignore_ascii_case(name))
        };
        match power {
            true => opens(cmdlet(name)) && !below,
            false if removes.contains(&name) || known.renames() => true,
            false => OPEN_FOUND.contains(&name) && !below,
        }
    }

    /// The same, or to take files that another one names (`md5sum -c x`), or
    /// that are called alike in a directory (`diff --to-file=d x`).
    fn words_look_below(&self) -> bool {
        const LONG: &[&str] =
            &["check", "files0-from", "from-file", "to-file"];
        let power = self.shell == Shell::PowerShell;
        let words = Words::of(self.own);
        let sums = self.program(words, false).name.ends_with("sum");
        let below = |text: &str| match text.strip_prefix('-') {
            // `findstr /s`
            None => power && text.starts_with('/'),
            Some(option) if power => {
                let start = "recurse".get(..option.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(option))
            }
            // `--rec`, `--directories=recurse`
            Some(option) if option.starts_with('-') => {
                let long = option.get(1..).unwrap_or("");
                let name = long.split('=').next().unwrap_or("");
                let led = LONG.iter().any(|own| own.starts_with(name));
                long.starts_with(['d', 'r']) || led && !name.is_empty()
            }
            Some(letters) => {
                letters.contains(['d', 'r', 'R'])
                    || sums && letters.contains('c')
            }
        };
        words.iter().any(|at| below(self.text_at(at)))
    }
}
