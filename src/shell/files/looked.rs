//! Words that a program reads by what it is, though it may write others: the
//! script of `node x.js`, the archive of `java -jar x.jar`.

use crate::shell::data::asks::{ASKS, Asks};
use crate::shell::data::compilers::is_compiler;
use crate::shell::data::interpreters::without_version;
use crate::shell::data::looked::{
    COMPILES, LOOKED, Looked, ONLY_READ, ONLY_READ_WITH, READ_BESIDE, SOURCES,
    TOLD_BY,
};
use crate::shell::data::programs::Known;
use crate::shell::scene::Scene;
use crate::shell::split::WordFlags;
use crate::shell::words::{Program, Words, cooked_at};

/// Which words of a command are only read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reads {
    /// All of them.
    every: bool,
    /// This one.
    one: Option<usize>,
    /// Those from here on that stand behind no option.
    from: Option<usize>,
    /// Those behind these options.
    told: &'static [&'static str],
    /// The sources of a compiler.
    sources: bool,
    /// The words of a subcommand that asks, or all, and whether options are
    /// left open.
    asked: Option<(Words, bool)>,
}

impl Scene<'_> {
    /// Which words a program only reads.
    pub(crate) fn reads_of(&self, program: Program<'_>, rest: Words) -> Reads {
        let name = program.name;
        let told = TOLD_BY.iter().find(|row| row.0 == name);
        let mut reads = Reads {
            every: self.is_read_by(name, rest),
            told: told.map_or(&[], |row| row.1),
            sources: is_compiler(name),
            asked: self.asked_by(name, rest),
            ..Reads::default()
        };
        let beside = READ_BESIDE.iter().find(|row| row.0 == name);
        let says =
            |at| beside.is_some_and(|b| b.1.contains(&self.text_at(at)));
        if rest.iter().any(says) {
            reads.one = Some(rest.start);
            reads.from = Some(rest.start);
        }
        let short = without_version(name);
        let own = |row: &&Looked| row.program == short || row.program == name;
        for row in LOOKED.iter().filter(own) {
            let Some(first) = self.behind_lead(row, rest) else { continue };
            reads.one = Some(first);
            let has = |at| row.unless.contains(&self.text_at(at));
            if row.all && !rest.iter().any(has) {
                reads.from = Some(first);
            }
        }
        reads
    }

    /// Whether this word is one of them.
    pub(crate) fn is_read(
        &self,
        reads: &Reads,
        rest: Words,
        at: usize,
    ) -> bool {
        let (text, before) = (self.text_at(at), self.text_at(at - 1));
        let flags = self.word(at).map_or(0, |word| word.flags.0);
        let glob = flags & WordFlags::GLOB != 0;
        let known = WordFlags(flags & !WordFlags::GLOB).literal();
        let open =
            text.starts_with('-') || before.starts_with('-') && before != "--";
        let is_in = |(words, plain): (Words, bool)| {
            at >= words.start && at < words.end && !(plain && open)
        };
        if known && reads.asked.is_some_and(is_in) {
            return true;
        }
        // `--env-file=x`
        let name = text.split_once('=').map_or("", |(name, _)| name);
        if reads.told.contains(&name) && WordFlags(flags).literal() {
            return true;
        }
        if text.starts_with('-')
            || !known
            // What it finds may be written, where no other word is.
            || glob && at + 1 >= rest.end && reads.from.is_none()
        {
            return false;
        }
        reads.every
            || reads.one == Some(at)
            || reads.from.is_some_and(|from| at > from)
                && (!before.starts_with('-') || before.contains('='))
            || at > rest.start && reads.told.contains(&before)
            || reads.sources && is_source(text, before)
    }

    /// The words of a subcommand that changes no file which they name.
    fn asked_by(&self, name: &str, rest: Words) -> Option<(Words, bool)> {
        if !ASKS.iter().any(|row| row.program == name) {
            return None;
        }
        let behind = |name: &str, start: usize| {
            let all = Words { start, ..rest };
            let globals = Known::of(name).globals();
            globals.map_or(start + 1, |row| self.behind_globals(row, all).0)
        };
        let first = behind(name, rest.start - 1);
        let (name, first) = match self.text_at(first) {
            "compose" if name == "docker" => {
                ("docker-compose", behind("docker-compose", first))
            }
            _ => (name, first),
        };
        let plain = rest.from(first).iter();
        let plain = plain.filter(|&at| self.first_byte(at) != b'-');
        let texts = plain.clone().map(|at| self.text_at(at));
        let has = |list: &[&str]| {
            let name = |at| self.text_at(at).split('=').next().unwrap_or("");
            rest.iter().any(|at| list.contains(&name(at)))
        };
        let fits = |row: &Asks| {
            let count = row.leads(texts.clone())?;
            let may = row.needs.is_empty() || has(row.needs);
            let end = plain.clone().nth(count - 1)? + 1;
            let words = match row.all {
                true => rest,
                false => Words { start: first, end },
            };
            // `npm --prefix x run y`
            let may = may && (row.all || first == rest.start);
            (may && !has(row.unless)).then_some((words, row.plain))
        };
        ASKS.iter().filter(|row| row.program == name).find_map(fits)
    }

    /// Where a word stands behind those that a row says come first.
    fn behind_lead(&self, row: &Looked, rest: Words) -> Option<usize> {
        let first = rest.start + row.lead.len();
        let mut lead = row.lead.iter().zip(rest.iter());
        let leads =
            first < rest.end && lead.all(|(word, at)| self.is_at(at, word));
        leads.then_some(first)
    }

    /// Whether a program writes none of these words.
    fn is_read_by(&self, name: &str, rest: Words) -> bool {
        let mut texts = rest.iter().map(|at| cooked_at(self.line, at));
        if let Some((_, unless)) = ONLY_READ.iter().find(|r| r.0 == name) {
            return !texts.any(|text| unless.contains(&text));
        }
        let row = ONLY_READ_WITH.iter().find(|row| row.0 == name);
        row.is_some_and(|(_, word, known)| {
            let plain =
                |text: &str| !text.starts_with('-') || known.contains(&text);
            texts.clone().any(|text| text == *word) && texts.all(plain)
        })
    }

    /// Whether an operand names something on another machine, where what is
    /// copied comes to lie: `scp -r x h:/y`.
    pub(super) fn is_far_away(&self, name: &str, at: usize) -> bool {
        let host = self.text_at(at).split(':').next().unwrap_or("");
        // `c:/x` may be a drive.
        let drive = host.len() == 1 && self.places.fold;
        let machine = host.rsplit('@').next().unwrap_or("");
        let own = machine.eq_ignore_ascii_case("localhost")
            || machine.starts_with(['0', '1', '['])
            || !machine.is_ascii();
        matches!(name, "rsync" | "scp")
            && self.literal_at(at)
            && host.len() < self.text_at(at).len()
            && !host.is_empty()
            && !host.contains('/')
            && !drive
            && !own
    }
}

/// Whether a compiler reads a word as a source.
fn is_source(text: &str, before: &str) -> bool {
    let takes_none = COMPILES.contains(&before)
        || ["-O", "-f", "-m", "-std="].iter().any(|o| before.starts_with(o))
        || before.starts_with("-W") && !before.contains(',')
        || !before.starts_with('-');
    takes_none && SOURCES.iter().any(|end| text.ends_with(end))
}
