//! One look at the name of a program for all the tables.
//!
//! Every command asks a dozen tables about its program. The index is made
//! when hookset is compiled: a name leads to the rows that each table has
//! about it, at the cost of one hash and one comparison.

use super::exec_flags::{self, Row};
use super::files::{self, Handler};
use super::globals::{self, Globals};
use super::interpreters::{self, Interpreter};
use super::known;
use super::runners::RUNNERS;
use super::wrappers::{self, WRAPPERS, Wrapper};
use super::{files::Outputs, read_only};

/// What the tables say about one program: for each the number of its first
/// row, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shell) struct Known {
    wrapper: u16,
    flags: u16,
    handler: u16,
    interpreter: u16,
    globals: u16,
    outputs: u16,
    is: u16,
}

/// What a program is, as bits.
impl Known {
    /// A shell whose code is taken apart.
    const SHELL: u16 = 1;
    /// Some awk.
    const AWK: u16 = 2;
    /// It opens no file that its words name.
    const NO_FILES: u16 = 4;
    /// It evaluates subscripts in the names of variables.
    const NAMING: u16 = 8;
    /// A bare glob among its words may become an option.
    const GLOB_SENSITIVE: u16 = 16;
    /// It only reads, whatever its words.
    const READS: u16 = 32;
    /// It runs none of the programs that its words name.
    const RUNS_NOTHING: u16 = 64;
    /// It is a GNU program under the name that it has beside others.
    const GNU: u16 = 128;

    const NONE: Known = Known {
        wrapper: 0,
        flags: 0,
        handler: 0,
        interpreter: 0,
        globals: 0,
        outputs: 0,
        is: 0,
    };

    /// What is known about `name`.
    pub(in crate::shell) fn of(name: &str) -> Known {
        let mut known = INDEX.find(name);
        if matches!(name.as_bytes(), [b'l', b'd', b'-', ..])
            && name.contains(".so")
        {
            known.wrapper = INDEX.find(wrappers::LOADER).wrapper;
        }
        if known.is & Known::GNU != 0 {
            known.wrapper = INDEX.find(usual(name)).wrapper;
        }
        let versioned =
            name.bytes().next_back().is_some_and(interpreters::of_version);
        if versioned {
            let short = interpreters::without_version(name);
            let Known { interpreter: other, globals, .. } = INDEX.find(short);
            if known.globals == 0 {
                known.globals = globals;
            }
            // The first row of the table counts.
            known.interpreter = match (known.interpreter, other) {
                (0, only) | (only, 0) => only,
                (own, other) => own.min(other),
            };
        }
        known
    }

    /// The usual name of a program, `timeout` of `gtimeout`, and what is
    /// known about that.
    pub(in crate::shell) fn usually(name: &str) -> (&str, Known) {
        let known = Known::of(name);
        if known.is & Known::GNU == 0 {
            return (name, known);
        }
        let name = usual(name);
        (name, Known::of(name))
    }

    /// Its rows among the wrappers and runners, one per form.
    pub(in crate::shell) fn wrappers(
        self,
    ) -> impl Iterator<Item = &'static Wrapper> {
        let mut number = self.wrapper;
        std::iter::from_fn(move || {
            let beyond = usize::from(number).checked_sub(WRAPPERS.len() + 1);
            let found = match beyond {
                Some(at) => RUNNERS.get(at)?,
                None => row(WRAPPERS, number)?,
            };
            let next = row(&INDEX.more_wrappers, number);
            number = next.copied().unwrap_or(0);
            Some(found)
        })
    }

    /// Its rows among the words that make programs run others, but for those
    /// whose subcommand is none of the words with these traces.
    pub(in crate::shell) fn exec_flags(
        self,
        traces: u64,
    ) -> impl Iterator<Item = &'static Row> {
        let mut number = self.flags;
        let rows = std::iter::from_fn(move || {
            let &(next, all) = row(&INDEX.more_flags, number)?;
            if all & traces == 0 {
                return None;
            }
            let found = row(exec_flags::ROWS, number)?;
            number = next;
            Some(found)
        });
        rows.filter(move |row| row.trace & traces != 0)
    }

    /// Whether it has such rows.
    pub(in crate::shell) fn has_exec_flags(self) -> bool {
        self.flags != 0
    }

    /// What it does with the files among its words.
    pub(in crate::shell) fn handler(self) -> Option<&'static Handler> {
        row(files::HANDLERS, self.handler)
    }

    /// The language of the code it runs.
    pub(in crate::shell) fn interpreter(self) -> Option<&'static Interpreter> {
        row(interpreters::INTERPRETERS, self.interpreter)
    }

    /// The options before its subcommands.
    pub(in crate::shell) fn globals(self) -> Option<&'static Globals> {
        row(globals::GLOBALS, self.globals)
    }

    /// The options that name a file it writes.
    pub(in crate::shell) fn outputs(self) -> Option<&'static Outputs> {
        row(files::OUTPUTS, self.outputs)
    }

    /// Whether it is a shell whose code is taken apart.
    pub(in crate::shell) fn is_shell(self) -> bool {
        self.is & Known::SHELL != 0
    }

    /// Whether it is some awk.
    pub(in crate::shell) fn is_awk(self) -> bool {
        self.is & Known::AWK != 0
    }

    /// Whether it opens no file that its words name.
    pub(in crate::shell) fn touches_none(self) -> bool {
        self.is & Known::NO_FILES != 0
    }

    /// Whether it evaluates subscripts in the names of variables.
    pub(in crate::shell) fn names_variables(self) -> bool {
        self.is & Known::NAMING != 0
    }

    /// Whether a bare glob among its words may become an option.
    pub(in crate::shell) fn is_glob_sensitive(self) -> bool {
        self.is & Known::GLOB_SENSITIVE != 0
    }

    /// Whether it only reads, whatever its words.
    pub(in crate::shell) fn only_reads(self) -> bool {
        self.is & Known::READS != 0
    }

    /// Whether a table says what it does with its words.
    pub(in crate::shell) fn is_known(self) -> bool {
        const SAID: u16 = Known::RUNS_NOTHING
            | Known::NO_FILES
            | Known::SHELL
            | Known::AWK
            | Known::READS;
        self.is & SAID != 0
            || (self.handler, self.interpreter) != (0, 0)
            || (self.flags, self.wrapper) != (0, 0)
            || self.globals().is_some_and(|row| !row.runs)
    }
}

/// The name of a GNU program without the letter in front.
fn usual(name: &str) -> &str {
    name.get(1..).unwrap_or(name)
}

/// The row of a number that counts from one.
fn row<T>(table: &'static [T], number: u16) -> Option<&'static T> {
    table.get(usize::from(number).wrapping_sub(1))
}

/// How many places there are for names; more than twice the names.
const SLOTS: usize = 1 << 12;

/// How many names there may be.
const NAMES: usize = 1 << 10;

/// The index of all tables.
struct Index {
    /// For each value of the hash the number of a name, counted from one;
    /// names of the same value stand behind each other.
    slots: [u16; SLOTS],
    names: [(&'static str, Known); NAMES],
    count: usize,
    /// For each row the number of the next row about the same program.
    more_wrappers: [u16; WRAPPERS.len() + RUNNERS.len()],
    /// The same, and the traces of the row and all behind it.
    more_flags: [(u16, u64); exec_flags::ROWS.len()],
}

static INDEX: Index = Index::new();

impl Index {
    fn find(&self, name: &str) -> Known {
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
        index.single_rows();
        index.lists();
        index
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
        let mut row = files::OUTPUTS.len();
        while row > 0 {
            self.entry(files::OUTPUTS[row - 1].0).outputs = row as u16;
            row -= 1;
        }
    }

    /// The tables that are lists of names.
    const fn lists(&mut self) {
        self.list(interpreters::SHELLS, Known::SHELL);
        self.list(interpreters::AWKS, Known::AWK);
        self.list(files::NO_FILES, Known::NO_FILES);
        self.list(super::variables::NAMING, Known::NAMING);
        self.list(exec_flags::GLOB_SENSITIVE, Known::GLOB_SENSITIVE);
        self.list(read_only::PROGRAMS, Known::READS);
        self.list(known::RUNS_NOTHING, Known::RUNS_NOTHING);
        self.list(wrappers::GNU, Known::GNU);
    }

    const fn list(&mut self, names: &[&'static str], bit: u16) {
        let mut at = 0;
        while at < names.len() {
            self.entry(names[at]).is |= bit;
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

/// Of a name the length, its first bytes and its last.
const fn hash(name: &[u8]) -> usize {
    let (first, last) = if let (Some(first), Some(last)) =
        (name.first_chunk(), name.last_chunk())
    {
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
    } else if let (Some(first), Some(last)) =
        (name.first_chunk(), name.last_chunk())
    {
        let first: u32 = u32::from_le_bytes(*first);
        (first as u64, u32::from_le_bytes(*last) as u64)
    } else if let (Some(first), Some(last)) =
        (name.first_chunk(), name.last_chunk())
    {
        let first: u16 = u16::from_le_bytes(*first);
        (first as u64, u16::from_le_bytes(*last) as u64)
    } else if let [only] = name {
        (*only as u64, 0)
    } else {
        (0, 0)
    };
    let mixed = first ^ last.rotate_left(23) ^ ((name.len() as u64) << 56);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> (64 - SLOTS.trailing_zeros())) as usize
}

#[allow(
    clippy::indexing_slicing,
    reason = "runs when hookset is compiled; both are as long"
)]
const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
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
        let first = |mut rows: Vec<usize>| {
            rows.truncate(1);
            rows
        };
        let own = |rows: Vec<usize>, other: &dyn Fn() -> Vec<usize>| {
            first(if rows.is_empty() { other() } else { rows })
        };
        vec![
            all(&wrappers(), |row| row.name == wrapper),
            all(exec_flags::ROWS, |row| row.program == name),
            first(all(files::HANDLERS, |row| row.name == name)),
            first(all(interpreters::INTERPRETERS, |row| {
                row.name == name || row.name == short
            })),
            own(all(globals::GLOBALS, |row| row.name == name), &|| {
                all(globals::GLOBALS, |row| row.name == short)
            }),
            first(all(files::OUTPUTS, |row| row.0 == name)),
        ]
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
