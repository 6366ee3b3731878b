//! Options that guards name, wherever they stand and however they are
//! written: `gh api x --method=DELETE` is what a guard on
//! `gh api -X DELETE *` means. Both are written in one way: the words that
//! are no options, then the options by their usual names, each behind a mark
//! that no command starts a word with.

mod environment;
mod implied;
mod pattern;
mod reading;
mod spread;
mod table;
mod values;
mod write;

pub(crate) use crate::shell::data::flags::Takes;
use crate::shell::data::interpreters::GIVES_CODE;
use crate::shell::guards::named::NamedOptions;
use crate::shell::scene::{Level, Scene};
use crate::shell::split::WordFlags;
use crate::shell::words::{Words, cooked_at};
use crate::shell::{Effects, Reason};
pub(crate) use implied::setting;
use implied::{Said, is_meant, says, usual_volume};
pub(crate) use pattern::sorted_patterns;
pub(crate) use reading::read;
use reading::{Part, assigns, bundles, sub_of};
pub(crate) use table::Table;

/// The value of an option that is known only when it runs.
const ANY: &str = "\u{2}";

/// How many options of a command that guards name are looked at, and how
/// many of a guard.
const MOST: usize = 6;
pub(super) const TOGETHER: usize = 4;

/// An option of a command that some guard names.
#[derive(Clone, Copy)]
struct Found<'a> {
    name: &'a str,
    value: Value<'a>,
    /// The word it stands in.
    at: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value<'a> {
    No,
    /// In one word with it.
    Here(&'a str),
    /// The next word.
    Next,
    /// What this text of another form says.
    Mount(&'a str),
}

/// The options that were found.
#[derive(Clone, Copy, Default)]
struct All<'a> {
    found: [Option<Found<'a>>; MOST],
    count: usize,
    /// Whether some option may take the word behind it.
    open: bool,
    more: bool,
}

impl<'a> All<'a> {
    fn push(&mut self, found: Found<'a>) {
        match self.found.get_mut(self.count) {
            Some(place) => {
                *place = Some(found);
                self.count += 1;
            }
            None => self.more = true,
        }
    }

    /// Adds what an option of this name would say, if there is none.
    fn push_other(&mut self, found: Found<'a>) {
        let given = self.found.iter().flatten();
        if !given.map(|other| other.name).any(|name| name == found.name) {
            self.push(found);
        }
    }

    /// The options of some bits, by name; `None` where two are of one.
    fn chosen(&self, bits: usize) -> Option<[Option<Found<'a>>; TOGETHER]> {
        let mut out = [None; TOGETHER];
        let is_in = |at: &usize| bits >> at & 1 == 1;
        let places = (0..self.count).filter(is_in);
        for (place, at) in out.iter_mut().zip(places) {
            *place = self.found.get(at).copied().flatten();
        }
        let name = |f: &Option<Found<'a>>| f.map_or("~~", |f| f.name);
        out.sort_unstable_by(|a, b| name(a).cmp(name(b)));
        let twice = out.windows(2).any(|two| match two {
            [Some(a), Some(b)] => a.name == b.name,
            _ => false,
        });
        (!twice).then_some(out)
    }
}

/// A command whose options are looked at.
#[derive(Clone, Copy)]
struct Sorted<'n> {
    table: Table<'n>,
    /// The words behind the program.
    words: Words,
    /// Whether options that may take words do.
    greedy: bool,
}

impl<'a> Scene<'a> {
    /// Views of a command by its options, for guards that name some; the
    /// program has each of these names.
    pub(crate) fn sorted(&mut self, names: [&str; 3], level: Level) {
        let known = self.literal_at(level.words.start);
        if !level.guards() || !known {
            return;
        }
        let words = level.words.from(level.words.start + 1);
        let dashed = words.iter().any(|at| self.first_byte(at) == b'-');
        for (n, name) in names.into_iter().enumerate() {
            let again = names.iter().take(n).any(|other| *other == name);
            if again || name.is_empty() {
                continue;
            }
            let named = self.places.options;
            let program = name.split(' ').next().unwrap_or(name);
            if named.is_none_or(|named| named.has_sorted(program)) {
                let table = Table::new(name);
                let told = self.fed()
                    || words.start > self.own.words.0 as usize + 1
                    || !self.settings().is_empty()
                    || self.is_exported_for(program);
                let plain = bundles(name) || assigns(name) || says(name);
                if dashed || told || plain {
                    self.sorted_as(table, words);
                }
                self.open_options(table, words, level.any_words());
            }
        }
    }

    /// The same for guards that name the program by its path.
    pub(super) fn sorted_by_path(&mut self, level: Level) {
        let path = cooked_at(self.line, level.words.start);
        if path.contains('/') && !path.contains(' ') {
            let below = path.strip_prefix("./").unwrap_or("");
            self.sorted([path, below, ""], level);
        }
    }

    /// Views of a command some of whose words may become options.
    fn open_options(&mut self, table: Table<'_>, words: Words, open: bool) {
        const SPLITS: u16 = WordFlags::UNQUOTED_EXPANSION;
        let splits = |at: usize| {
            self.word(at).is_some_and(|word| word.flags.any(SPLITS))
                && !self.is_told_path(at)
                && !self.is_plain_output(at)
        };
        let dashes = words.iter().find(|&at| self.is_at(at, "--"));
        let words = Words { end: dashes.unwrap_or(words.end), ..words };
        let open = open && dashes.is_none();
        let splits = open || words.iter().any(splits);
        // Of others, options are looked for right behind the program.
        if table.known.globals().is_none() || !table.group.is_empty() {
            return;
        }
        if !splits && !self.may_be_options(words, open, true) {
            return;
        }
        let line = self.line;
        let texts = words.iter().map(|at| cooked_at(line, at));
        let [first, second] = sub_of(table, texts);
        let both = !second.is_empty() && !first.is_empty();
        for (count, given) in [(0, splits), (1, !first.is_empty()), (2, both)]
        {
            if given {
                let start = self.out.text.len();
                self.out.text.push_str(table.program);
                for sub in [first, second].iter().take(count) {
                    self.out.text.extend([" ", sub]);
                }
                self.out.text.push_str(" -");
                self.push_view(start, Effects::OPEN);
            }
        }
    }

    fn sorted_as(&mut self, table: Table<'_>, words: Words) {
        let line = self.line;
        let texts = words.iter().map(|at| cooked_at(line, at));
        let table = table.below(sub_of(table, texts));
        let sorted = Sorted { table, words, greedy: false };
        let named = self.places.options;
        let all = self.named_by_guards(sorted, named);
        let span = self.span_of(words);
        if all.more {
            return self.doubt(Reason::Size, span, Effects::GUARD);
        }
        let mut any = false;
        for bits in 1_usize..1 << all.count {
            if bits.count_ones() as usize > TOGETHER {
                continue;
            }
            let Some(chosen) = all.chosen(bits) else { continue };
            let names = chosen.iter().flatten().map(|found| found.name);
            if named.is_some_and(|n| !n.has_sorted_set(table.program, names)) {
                continue;
            }
            if self.out.text.len() > self.room(64) {
                return self.doubt(Reason::Size, span, Effects::GUARD);
            }
            any = true;
            self.sorted_view(sorted, &chosen);
            if all.open {
                self.sorted_view(Sorted { greedy: true, ..sorted }, &chosen);
                self.drop_same();
            }
        }
        self.environment(sorted, all.open);
        if any {
            self.doubt(Reason::OptionPlace, span, Effects::OPEN);
        }
    }

    /// Takes the last view back where it is the one before it.
    fn drop_same(&mut self) {
        let out = &mut *self.out;
        let [.., before, last] = out.views.as_slice() else { return };
        let same = before.unit == last.unit && before.effects == last.effects;
        let (before, last) = (before.text, last.text);
        if same && before.of(&out.text) == last.of(&out.text) {
            out.text.truncate(last.start as usize);
            out.views.pop();
        }
    }

    /// The options that guards name.
    fn named_by_guards(
        &self,
        sorted: Sorted<'_>,
        named: Option<NamedOptions<'_>>,
    ) -> All<'a> {
        let Sorted { table, words, .. } = sorted;
        let line = self.line;
        let mut all = All::default();
        let mut said = Said::new(table, named);
        let (mut count, most) = (0, table.own());
        let all_of = Words { start: words.start.saturating_sub(1), ..words };
        let script = self.end_before_script(table.program, all_of);
        let mut at = words.start;
        while at < words.end && (most == 0 || count < most) {
            let word = cooked_at(line, at);
            if word == "--" {
                if is_meant(named, table, word) {
                    all.push(Found { name: word, value: Value::No, at });
                }
                break;
            }
            let next = at + 1 < words.end && !self.is_option(at + 1);
            let mut taken = false;
            let place = at - words.start;
            let own = table.behind(count);
            let is_option = read(own, place, word, |part: Part<'a>| {
                let Part { name, value, takes } = part;
                taken |= takes == Takes::Yes && value.is_none();
                all.open |= takes == Takes::Maybe && value.is_none() && next;
                // `python x.py -c dev` is given no code.
                let is_own = at < script || !GIVES_CODE.contains(&name);
                if is_own && is_meant(named, table, name) {
                    for value in values(part, next).into_iter().flatten() {
                        all.push(Found { name, value, at });
                    }
                }
                said.option(part, cooked_at(line, at + 1), at);
            });
            if !is_option {
                said.operand(count, word, at);
                count += 1;
            }
            at += if is_option && taken { 2 } else { 1 };
        }
        self.told_besides(said, words.start.saturating_sub(1), &mut all);
        all
    }
}

/// What the value of an option may be.
fn values<'a>(part: Part<'a>, next: bool) -> [Option<Value<'a>>; 2] {
    let here = part.value.map(Value::Here);
    let behind = next.then_some(Value::Next);
    match part.takes {
        Takes::Yes => [here.or(behind).or(Some(Value::No)), None],
        Takes::No if part.value.is_some_and(is_no) => [None, None],
        Takes::No => [Some(Value::No), None],
        Takes::Joined => [Some(Value::No), here],
        Takes::Maybe => [Some(Value::No), here.or(behind)],
    }
}

/// `./x/` is `x`.
pub(crate) fn here(word: &str) -> &str {
    if word == "./" {
        return ".";
    }
    let some = |rest: &&str| !rest.is_empty();
    // `.//./x`
    let mut short = word;
    while let Some(rest) = short.strip_prefix("./").filter(some) {
        short = rest.trim_start_matches('/');
    }
    let end = short.strip_suffix('/').filter(some).unwrap_or(short);
    if end.ends_with(['/', ':', '.']) { short } else { end }
}

/// `--force=false` does not.
fn is_no(value: &str) -> bool {
    matches!(value, "false" | "0" | "no")
}
