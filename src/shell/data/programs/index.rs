//! The index of program names, made when hookset is compiled.

use super::super::alters;
use super::super::changes;
use super::super::elsewhere;
use super::super::exec_flags;
use super::super::fetches;
use super::super::files;
use super::super::flags::{self, FLAGS};
use super::super::globals;
use super::super::handed::HANDS_ON;
use super::super::interpreters;
use super::super::known;
use super::super::manifests;
use super::super::mixed::{mixed, same};
use super::super::modes;
use super::super::outputs;
use super::super::places;
use super::super::puts;
use super::super::read_only;
use super::super::respell;
use super::super::runners::{self, RUNNERS};
use super::super::sent;
use super::super::sources;
use super::super::synonyms::ONE_DASH;
use super::super::variables;
use super::super::wrappers::{self, WRAPPERS};
use super::super::written;
use super::Known;

/// How many places there are for names; more than twice the names.
const SLOTS: usize = 1 << 13;

/// How many names there may be.
const NAMES: usize = 1 << 11;

/// The index of all tables.
pub(super) struct Index {
    /// For each value of the hash the number of a name, counted from one;
    /// names of the same value stand behind each other.
    slots: [u16; SLOTS],
    names: [(&'static str, Known); NAMES],
    count: usize,
    /// For each row the number of the next row about the same program.
    pub(super) more_wrappers: [u16; WRAPPERS.len() + RUNNERS.len()],
    /// The same, and the traces of the row and all behind it.
    pub(super) more_flags: [(u16, u64); exec_flags::ROWS.len()],
    /// For each name in the rows about options the row, and the number of
    /// the next entry about the same program.
    pub(super) options: [(u16, u16); flags::NAMES],
}

pub(super) static INDEX: Index = Index::new();

impl Index {
    pub(super) fn find(&self, name: &str) -> Known {
        let mut slot = hash(name.as_bytes());
        loop {
            let number = self.slots.get(slot).copied().unwrap_or(0);
            let Some(number) = usize::from(number).checked_sub(1) else {
                return Known::NONE;
            };
            match self.names.get(number) {
                Some((known, row)) if *known == name => return *row,
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }
}

#[allow(
    clippy::indexing_slicing,
    reason = "runs when hookset is compiled; a wrong index stops that"
)]
impl Index {
    const fn new() -> Index {
        let mut index = Index {
            slots: [0; SLOTS],
            names: [("", Known::NONE); NAMES],
            count: 0,
            more_wrappers: [0; WRAPPERS.len() + RUNNERS.len()],
            more_flags: [(0, 0); exec_flags::ROWS.len()],
            options: [(0, 0); flags::NAMES],
        };
        // From the last row to the first, so that the first one stays.
        let mut row = index.more_wrappers.len();
        while row > 0 {
            row -= 1;
            let wrapper = match row.checked_sub(WRAPPERS.len()) {
                Some(at) => &RUNNERS[at],
                None => &WRAPPERS[row],
            };
            let known = index.entry(wrapper.name);
            let next = known.wrapper;
            known.wrapper = row as u16 + 1;
            index.more_wrappers[row] = next;
        }
        let mut row = exec_flags::ROWS.len();
        while row > 0 {
            row -= 1;
            let known = index.entry(exec_flags::ROWS[row].program);
            let next = known.flags;
            known.flags = row as u16 + 1;
            let mut all = exec_flags::ROWS[row].trace;
            if next > 0 {
                all |= index.more_flags[next as usize - 1].1;
            }
            index.more_flags[row] = (next, all);
        }
        index.option_rows();
        index.spellings();
        index.output_groups();
        index.single_rows();
        index.lists();
        index.tables();
        index
    }

    /// The table whose rows are about several programs each.
    const fn option_rows(&mut self) {
        let (mut row, mut number) = (FLAGS.len(), 0);
        while row > 0 {
            row -= 1;
            let mut rest = FLAGS[row].programs;
            while let [program, behind @ ..] = rest {
                let known = self.entry(program);
                let next = known.options;
                known.options = number as u16 + 1;
                self.options[number] = (row as u16, next);
                number += 1;
                rest = behind;
            }
        }
    }

    /// The table of programs that take several spellings.
    const fn spellings(&mut self) {
        let mut row = respell::SPELLINGS.len();
        while row > 0 {
            let mut rest = respell::SPELLINGS[row - 1].1;
            while let [program, behind @ ..] = rest {
                self.entry(program).spelled = row as u16;
                rest = behind;
            }
            row -= 1;
        }
    }

    /// The tables with one row per program.
    const fn single_rows(&mut self) {
        let mut row = files::HANDLERS.len();
        while row > 0 {
            self.entry(files::HANDLERS[row - 1].name).handler = row as u16;
            row -= 1;
        }
        let mut row = interpreters::INTERPRETERS.len();
        while row > 0 {
            let name = interpreters::INTERPRETERS[row - 1].name;
            self.entry(name).interpreter = row as u16;
            row -= 1;
        }
        let mut row = globals::GLOBALS.len();
        while row > 0 {
            self.entry(globals::GLOBALS[row - 1].name).globals = row as u16;
            row -= 1;
        }
        let mut row = written::WRITTEN.len();
        while row > 0 {
            let name = written::WRITTEN[row - 1].program;
            self.entry(name).outputs = row as u16;
            row -= 1;
        }
    }

    /// The table whose rows are about programs with the same options for what
    /// they write; a row of the program alone comes first.
    const fn output_groups(&mut self) {
        let mut row = outputs::GROUPS.len();
        while row > 0 {
            let mut rest = outputs::GROUPS[row - 1].1;
            while let [program, behind @ ..] = rest {
                let number = written::WRITTEN.len() + row;
                self.entry(program).outputs = number as u16;
                rest = behind;
            }
            row -= 1;
        }
    }

    /// The tables that are lists of names.
    const fn lists(&mut self) {
        self.list(interpreters::SHELLS, Known::SHELL);
        self.list(interpreters::AWKS, Known::AWK);
        self.list(files::NO_FILES, Known::NO_FILES);
        self.list(variables::NAMING, Known::NAMING);
        self.list(exec_flags::GLOB_SENSITIVE, Known::GLOB_SENSITIVE);
        self.list(read_only::PROGRAMS, Known::READS);
        self.list(known::RUNS_NOTHING, Known::RUNS_NOTHING);
        self.list(known::SETS, Known::SETS);
        self.list(wrappers::GNU, Known::GNU);
        self.list(sources::SETTERS, Known::SETTER);
        self.list(sources::PRINTS_NAMES, Known::PRINTS_NAMES);
        self.list(sources::CODED, Known::CODED);
        self.list(sources::OPENS, Known::OPENS);
        self.list(fetches::UNPACKS, Known::FETCHES);
        self.list(changes::CHANGES, Known::CHANGES);
        self.list(runners::TOOLS, Known::TOOLED);
        self.list(ONE_DASH, Known::ONE_DASH);
        self.list(alters::RENAMERS, Known::RENAMES);
        self.list(alters::RENAME_ANY, Known::RENAMES_ANY);
    }

    /// Those that have rows of their own in some table.
    const fn tables(&mut self) {
        let mut row = 0;
        while row < fetches::FETCHES.len() {
            let program = fetches::FETCHES[row].program;
            self.entry(program).is |= Known::FETCHES;
            row += 1;
        }
        let mut row = 0;
        while row < puts::PUTS.len() {
            self.entry(puts::PUTS[row].program).is |= Known::PUTS;
            row += 1;
        }
        let mut row = 0;
        while row < puts::PACKS.len() {
            self.entry(puts::PACKS[row].0).is |= Known::PUTS;
            row += 1;
        }
        let mut row = 0;
        while row < alters::ALTERS.len() {
            self.entry(alters::ALTERS[row].program).is |= Known::PUTS;
            row += 1;
        }
        let mut row = 0;
        while row < modes::ROWS.len() {
            self.list(modes::ROWS[row].programs, Known::MODES);
            row += 1;
        }
        self.rows(elsewhere::ROWS, Known::ELSEWHERE);
        self.rows(sources::LISTED, Known::LISTED);
        self.rows(sources::READ, Known::READ);
        let mut row = 0;
        while row < places::ROWS.len() {
            self.entry(places::ROWS[row].program).is |= Known::MOVES;
            row += 1;
        }
        let mut row = 0;
        while row < manifests::OWN.len() {
            self.entry(manifests::OWN[row].program).is |= Known::OWNS;
            row += 1;
        }
        let mut row = 0;
        while row < sent::SENDS.len() {
            self.entry(sent::SENDS[row].0).is |= Known::SENDS;
            row += 1;
        }
        let mut row = 0;
        while row < sent::TOLD.len() {
            self.entry(sent::TOLD[row].program).is |= Known::TOLD;
            row += 1;
        }
        let mut row = 0;
        while row < HANDS_ON.len() {
            self.entry(HANDS_ON[row].0).is |= Known::HANDS_ON;
            row += 1;
        }
    }

    const fn list(&mut self, names: &[&'static str], bit: u32) {
        let mut at = 0;
        while at < names.len() {
            self.entry(names[at]).is |= bit;
            at += 1;
        }
    }

    const fn rows(&mut self, rows: &[sources::Row], bit: u32) {
        let mut at = 0;
        while at < rows.len() {
            self.entry(rows[at].program).is |= bit;
            at += 1;
        }
    }

    /// What is said about a name, to be added to.
    const fn entry(&mut self, name: &'static str) -> &mut Known {
        let mut slot = hash(name.as_bytes());
        while self.slots[slot] != 0 {
            let number = self.slots[slot] as usize - 1;
            if same(self.names[number].0.as_bytes(), name.as_bytes()) {
                return &mut self.names[number].1;
            }
            slot = (slot + 1) % SLOTS;
        }
        let number = self.count;
        self.count += 1;
        self.slots[slot] = number as u16 + 1;
        self.names[number] = (name, Known::NONE);
        &mut self.names[number].1
    }
}

const fn hash(name: &[u8]) -> usize {
    (mixed(name) >> (64 - SLOTS.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::super::super::wrappers::Wrapper;
    use super::super::{behind_triple, usual};
    use super::*;

    fn wrappers() -> Vec<&'static Wrapper> {
        WRAPPERS.iter().chain(RUNNERS).collect()
    }

    /// What a walk through the tables says.
    fn slowly(name: &str) -> Vec<Vec<usize>> {
        fn all<T>(table: &[T], fits: impl Fn(&T) -> bool) -> Vec<usize> {
            (0..table.len()).filter(|&at| fits(&table[at])).collect()
        }
        let loader = name.starts_with("ld-") && name.contains(".so");
        let gnu = wrappers::GNU.contains(&name);
        let wrapper = match (loader, gnu) {
            (true, _) => "ld-linux",
            (_, true) => usual(name),
            _ => name,
        };
        let short = interpreters::without_version(name);
        let other = behind_triple(short).unwrap_or(short);
        let flags = |name| all(exec_flags::ROWS, |row| row.program == name);
        let written = |name| {
            let rows = all(written::WRITTEN, |row| row.program == name);
            let groups = all(outputs::GROUPS, |group| group.1.contains(&name));
            let first = written::WRITTEN.len();
            let groups = groups.into_iter().map(|group| first + group);
            rows.into_iter().chain(groups).collect()
        };
        let borrows = flags(name).is_empty();
        let first = |mut rows: Vec<usize>| {
            rows.truncate(1);
            rows
        };
        let own = |rows: Vec<usize>, other: &dyn Fn() -> Vec<usize>| {
            first(if rows.is_empty() { other() } else { rows })
        };
        vec![
            all(&wrappers(), |row| row.name == wrapper),
            flags(if borrows { other } else { name }),
            first(all(files::HANDLERS, |row| row.name == name)),
            first(all(interpreters::INTERPRETERS, |row| {
                row.name == name || row.name == short
            })),
            own(all(globals::GLOBALS, |row| row.name == name), &|| {
                all(globals::GLOBALS, |row| row.name == short)
            }),
            own(written(name), &|| match borrows {
                true => written(other),
                false => Vec::new(),
            }),
            all(FLAGS, |row| row.programs.contains(&name)),
            first(all(respell::SPELLINGS, |row| row.1.contains(&name))),
        ]
    }

    fn options(known: Known) -> Vec<usize> {
        let mut list = Vec::new();
        let mut number = usize::from(known.options);
        while number > 0 {
            let (row, next) = INDEX.options[number - 1];
            list.push(usize::from(row));
            number = usize::from(next);
        }
        list
    }

    fn quickly(name: &str) -> Vec<Vec<usize>> {
        let known = Known::of(name);
        let many = |first: u16, more: &[u16]| {
            let mut list = Vec::new();
            let mut number = usize::from(first);
            while number > 0 {
                list.push(number - 1);
                number = usize::from(more[number - 1]);
            }
            list
        };
        let forms = many(known.wrapper, &INDEX.more_wrappers);
        let rows: Vec<_> = known.wrappers().map(|row| row.name).collect();
        let listed = wrappers();
        let names: Vec<_> = forms.iter().map(|&at| listed[at].name).collect();
        assert_eq!(rows, names);
        let one = |number: u16| -> Vec<usize> {
            usize::from(number).checked_sub(1).into_iter().collect()
        };
        vec![
            forms,
            many(known.flags, &INDEX.more_flags.map(|more| more.0)),
            one(known.handler),
            one(known.interpreter),
            one(known.globals),
            one(known.outputs),
            options(known),
            one(known.spelled),
        ]
    }

    #[test]
    fn one_look_finds_what_a_walk_through_the_tables_does() {
        let names = INDEX.names[..INDEX.count].iter().map(|name| name.0);
        let mut count = 0;
        for name in names {
            let odd = [
                name.to_owned(),
                format!("{name}3.12"),
                format!("{name}x"),
                format!("x{name}"),
                name.to_uppercase(),
                name.chars().rev().collect(),
            ];
            for name in odd {
                assert_eq!(quickly(&name), slowly(&name), "{name}");
                let known = Known::of(&name);
                let has = |list: &[&str]| list.contains(&name.as_str());
                assert_eq!(known.is_shell(), has(interpreters::SHELLS));
                assert_eq!(known.is_awk(), has(interpreters::AWKS));
                assert_eq!(known.touches_none(), has(files::NO_FILES));
                assert_eq!(
                    known.is_glob_sensitive(),
                    has(exec_flags::GLOB_SENSITIVE)
                );
                assert_eq!(known.only_reads(), has(read_only::PROGRAMS));
                let mut rows = slowly(&name);
                rows[4].retain(|&at| !globals::GLOBALS[at].runs);
                let rows = rows.iter().take(5).any(|r| !r.is_empty());
                let listed = has(known::RUNS_NOTHING)
                    || has(files::NO_FILES)
                    || has(interpreters::SHELLS)
                    || has(interpreters::AWKS)
                    || has(read_only::PROGRAMS);
                assert_eq!(known.is_known(), rows || listed, "{name}");
                count += 1;
            }
        }
        assert!(count > 1000);
        for name in ["", "ld-linux-x86-64.so.2", "ld-musl.so", "-", "é"] {
            assert_eq!(quickly(name), slowly(name), "{name}");
        }
    }

    #[test]
    fn most_names_stand_where_their_hash_says() {
        assert!(INDEX.count * 3 < SLOTS);
        let names = &INDEX.names[..INDEX.count];
        let apart = |(number, row): (usize, &(&str, Known))| {
            INDEX.slots[hash(row.0.as_bytes())] as usize != number + 1
        };
        let moved = names.iter().enumerate().filter(|n| apart(*n)).count();
        assert!(moved * 5 < INDEX.count, "{moved} of {}", INDEX.count);
    }
}
