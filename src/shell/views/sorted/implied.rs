//! Options that a command is given by other words: by variables
//! (`AWS_PROFILE=prod aws …`), by other options (`curl -d x` is a POST), by an
//! address (`psql postgresql://admin@prod/db`).

use super::Takes;
use super::reading::Part;
use super::{All, Found, MOST, Table, Value};
use crate::shell::NamedOptions;
use crate::shell::data::implied::{
    APT, IMPLIED, POSTGRES, SSH, UNASKED, VARIABLES,
};
use crate::shell::noted::Settings;
use crate::shell::scene::Scene;
use crate::shell::split::{Simple, WordBytes};
use crate::shell::words::{Words, base_name, cooked_at};

/// What options and operands of a command say besides.
pub(super) struct Said<'a, 'n> {
    table: Table<'n>,
    named: Option<NamedOptions<'n>>,
    found: [Option<(usize, Found<'a>)>; MOST],
    count: usize,
    /// A word of the command says that it changes something.
    mutates: bool,
    /// It is told to be quiet, once at least.
    quiet: bool,
    more: bool,
}

impl<'a, 'n> Said<'a, 'n> {
    pub(super) fn new(
        table: Table<'n>,
        named: Option<NamedOptions<'n>>,
    ) -> Said<'a, 'n> {
        let found = [None; MOST];
        Said {
            table,
            named,
            found,
            count: 0,
            mutates: false,
            quiet: false,
            more: false,
        }
    }

    fn is(&self, programs: &[&str]) -> bool {
        programs.contains(&self.table.program)
    }

    fn push(&mut self, rank: usize, found: Found<'a>) {
        if !is_meant(self.named, self.table, found.name) {
            return;
        }
        match self.found.get_mut(self.count) {
            Some(place) => {
                *place = Some((rank, found));
                self.count += 1;
            }
            None => self.more = true,
        }
    }

    fn text(&mut self, name: &'static str, value: &'a str, at: usize) {
        if !value.is_empty() {
            let value = Value::Here(value);
            self.push(IMPLIED.len(), Found { name, value, at });
        }
    }

    /// What an option and its value say.
    pub(super) fn option(&mut self, part: Part<'a>, next: &'a str, at: usize) {
        let value = part.value.unwrap_or(match part.takes {
            Takes::Yes | Takes::Maybe => next,
            Takes::No | Takes::Joined => "",
        });
        // Letters that are not known have all that follows for a value: of
        // those, none is read to its end.
        if matches!(part.name, "field" | "raw-field") {
            self.mutates |= value.contains("mutation");
        }
        for (rank, row) in IMPLIED.iter().enumerate() {
            let is_it = row.option == part.name
                && self.is(row.programs)
                && starts(value, row.starts)
                && self.table.is_sub(row.sub);
            if is_it {
                let value = match row.value {
                    "" => Value::No,
                    value => Value::Here(value),
                };
                self.push(rank, Found { name: row.means, value, at });
            }
        }
        match part.name {
            "o" if self.is(&["ssh", "autossh", "mosh"]) => {
                let (key, value) = setting(value);
                let is_key =
                    |row: &&(&str, &str)| row.0.eq_ignore_ascii_case(key);
                if let Some((_, name)) = SSH.iter().find(is_key) {
                    self.text(name, value, at);
                }
            }
            "mount" if self.is(&["docker", "podman", "nerdctl"]) => {
                let value = Value::Mount(value);
                let found = Found { name: "volume", value, at };
                self.push(IMPLIED.len(), found);
            }
            "dbname" if self.is(POSTGRES) => {
                self.address(value, at);
            }
            "u" if self.is(&["redis-cli"]) => {
                self.address(value, at);
            }
            // `-qq` asks nothing.
            "quiet"
                if self.is(APT)
                    && std::mem::replace(&mut self.quiet, true) =>
            {
                let found = Found { name: "yes", value: Value::No, at };
                self.push(IMPLIED.len(), found);
            }
            _ => {}
        }
    }

    /// What a word that is no option says, the so many-th.
    pub(super) fn operand(&mut self, nth: usize, word: &'a str, at: usize) {
        if self.address(word, at) {
            return;
        }
        let name = match (self.table.program, nth) {
            ("psql" | "pg_dump", 0) => "dbname",
            ("psql", 1) => "username",
            ("mysql" | "mariadb" | "mysqldump" | "mariadb-dump", 0) => {
                "database"
            }
            _ => return,
        };
        self.text(name, word, at);
    }

    /// The parts of the address of a database; whether it is one.
    fn address(&mut self, word: &'a str, at: usize) -> bool {
        let postgres = self.is(POSTGRES);
        let [user, host, port, base] = match self.table.program {
            _ if postgres => ["username", "host", "port", "dbname"],
            "mongosh" | "mongo" => ["username", "host", "port", ""],
            "redis-cli" => ["user", "h", "p", "n"],
            _ => return false,
        };
        if let Some((_, rest)) = word.split_once("://") {
            let end = rest.find(['/', '?']).unwrap_or(rest.len());
            let (authority, path) =
                rest.split_at_checked(end).unwrap_or((rest, ""));
            let (login, place) =
                authority.rsplit_once('@').unwrap_or(("", authority));
            let (name, number) = place.rsplit_once(':').unwrap_or((place, ""));
            let path = path.split('?').next().unwrap_or("");
            self.text(user, login.split(':').next().unwrap_or(""), at);
            self.text(host, name, at);
            self.text(port, number, at);
            self.text(base, path.trim_start_matches('/'), at);
            return true;
        }
        if !postgres || !word.contains('=') {
            return false;
        }
        for (key, value) in
            word.split_whitespace().filter_map(|pair| pair.split_once('='))
        {
            let name = match key {
                "host" | "hostaddr" => host,
                "port" => port,
                "user" => user,
                "dbname" => base,
                _ => continue,
            };
            self.text(name, value, at);
        }
        true
    }
}

impl<'a> Scene<'a> {
    /// `echo yes | x`, `yes | x`, `x <<< yes`.
    fn is_told_yes(&self) -> bool {
        let line = self.line;
        let yes = |text: &str| {
            text.get(..1).is_some_and(|y| y.eq_ignore_ascii_case("y"))
        };
        let fed = self.feeder().is_some_and(|simple| {
            let words = Words::of(simple);
            let name = |at: usize| base_name(cooked_at(line, at));
            let program = self.behind_wrappers(words);
            let says =
                |&at: &usize| matches!(name(at), "yes" | "echo" | "printf");
            // What it runs is its first word of that name.
            let run = match name(program) {
                "xargs" => words.from(program).iter().find(says),
                _ => None,
            };
            let program = run.unwrap_or(program);
            let mut rest = words.from(program + 1).iter();
            match name(program) {
                "yes" => rest.all(|at| yes(cooked_at(line, at))),
                "echo" | "printf" => rest.any(|at| yes(cooked_at(line, at))),
                _ => false,
            }
        });
        let (from, to) = self.own.redirects;
        let own = line.redirects.get(from as usize..to as usize);
        fed || own.unwrap_or(&[]).iter().any(|redirect| {
            redirect.kind.is_text()
                && yes(redirect.target.cooked.of(&line.text))
        })
    }

    /// The words of the line that set variables for what follows.
    pub(super) fn settings(&self) -> &Settings {
        self.asked.settings.get_or_init(|| {
            let mut all = Settings::default();
            let line = self.line;
            for simple in &line.simples {
                let (start, end) = simple.words;
                let words = start as usize..end as usize;
                let mut set = words.filter(|&at| row_of(self, at)).peekable();
                if set.peek().is_none() {
                    continue;
                }
                let command = self.behind_wrappers(Words::of(simple));
                // `time x=y`
                let timed = self.timed(Words::of(simple));
                let kept = command >= end as usize
                    || timed.is_some_and(|(_, rest)| rest.is_empty())
                    || matches!(
                        cooked_at(line, command),
                        "export" | "declare" | "typeset" | "local"
                    );
                set.filter(|_| kept).for_each(|at| all.push(at));
            }
            all
        })
    }

    /// Adds what a command is told besides its own options, which count
    /// first: by these words, and by variables.
    pub(super) fn told_besides(
        &self,
        said: Said<'a, '_>,
        program: usize,
        all: &mut All<'a>,
    ) {
        let Said { table, named, mut found, mutates, more, .. } = said;
        found.sort_unstable_by_key(|found| {
            found.map_or((usize::MAX, 0), |(rank, found)| (rank, found.at))
        });
        // What a query of GraphQL asks for is no change.
        let asks = table.sub_at(1) == "graphql" && !mutates;
        let found = found.into_iter().flatten().map(|found| found.1);
        for found in found.filter(|found| !asks || found.name != "method") {
            // A container has several of these.
            match found.name {
                "volume" => all.push(found),
                _ => all.push_other(found),
            }
        }
        all.more |= more;
        let unasked = if self.is_told_yes() { UNASKED } else { &[] };
        for &name in unasked {
            if table.find(name).is_some() && is_meant(named, table, name) {
                let (value, at) = (Value::No, program);
                all.push_other(Found { name, value, at });
            }
        }
        let Simple { words: (start, _), .. } = *self.own;
        let own = (start as usize..program).rev();
        let settings = self.settings();
        all.more |= settings.more;
        let before = settings.all();
        let before = before.iter().rev().copied().filter(|&at| at < program);
        for at in own.chain(before) {
            let text = cooked_at(self.line, at);
            let Some((name, value)) = text.split_once('=') else { continue };
            for row in VARIABLES {
                let is_it = row.name == name
                    && row.programs.contains(&table.program)
                    && table.is_sub(row.sub)
                    && is_only(row.only, value)
                    && is_meant(named, table, row.option);
                if !is_it || value.is_empty() {
                    continue;
                }
                let takes = table.find(row.option).map(|flag| flag.takes);
                let value = match takes {
                    Some(Takes::No) => Value::No,
                    _ => Value::Here(value),
                };
                all.push_other(Found { name: row.option, value, at });
            }
        }
    }
}

/// Whether this is the value of a variable that counts.
fn is_only(only: &str, value: &str) -> bool {
    match only.starts_with('-') {
        true => value.contains(only),
        false => only.is_empty() || only == value,
    }
}

/// Whether a word sets such a variable.
fn row_of(scene: &Scene<'_>, at: usize) -> bool {
    const EQUALS: u16 = WordBytes::EQUALS | WordBytes::CHANGED;
    if !scene.word(at).is_some_and(|word| word.bytes.any(EQUALS)) {
        return false;
    }
    let text = cooked_at(scene.line, at);
    text.split_once('=').is_some_and(|(name, _)| {
        VARIABLES.iter().any(|variable| variable.name == name)
    })
}

/// The key and the value of a setting of ssh.
pub(crate) fn setting(text: &str) -> (&str, &str) {
    let (key, value) = text.split_once(['=', ' ']).unwrap_or((text, ""));
    (key.trim(), value.trim_start_matches(['=', ' ']))
}

/// Writes the value of `--mount` as that of `--volume`.
pub(super) fn write_mount(text: &str, out: &mut String) {
    let value = |names: &[&str]| {
        let mut pairs = text.split(',').filter_map(|p| p.split_once('='));
        pairs.find(|pair| names.contains(&pair.0)).map_or("", |pair| pair.1)
    };
    out.push_str(value(&["source", "src"]));
    out.push(':');
    out.push_str(value(&["target", "destination", "dst"]));
    let read_only = |part: &str| {
        matches!(part, "readonly" | "ro" | "readonly=true" | "ro=true")
    };
    if text.split(',').any(read_only) {
        out.push_str(":ro");
    }
}

/// Whether a text starts so, in any letter case.
fn starts(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|s| s.eq_ignore_ascii_case(start))
}

/// Whether a program's operands may say what options do.
pub(super) fn says(program: &str) -> bool {
    POSTGRES.contains(&program)
        || matches!(program, "mysql" | "mariadb" | "mysqldump")
        || matches!(program, "mongosh" | "mongo" | "mariadb-dump")
}

/// Whether guards name an option of a program, alone or among others.
pub(super) fn is_meant(
    named: Option<NamedOptions<'_>>,
    table: Table<'_>,
    name: &str,
) -> bool {
    named.is_none_or(|named| {
        named.has_sorted_set(table.program, [name].into_iter())
            || named.has_sorted_name(table.program, name)
    })
}

/// The value of `--volume` without what stands behind the directories.
pub(super) fn usual_volume(value: &str) -> &str {
    let second = value.match_indices(':').nth(1).map(|found| found.0);
    let both = second.and_then(|at| value.get(..at)).unwrap_or(value);
    let end = both.strip_suffix('/').filter(|rest| !rest.ends_with(':'));
    end.unwrap_or(both)
}
