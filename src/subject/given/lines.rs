//! The lines in what a tool is given that it may run.

use super::names::{
    ARGUMENTS, PROGRAMS, SENT, STARTED, SUBCOMMANDS, TYPED, is_one_of,
    may_hold_line, names_receiver, opened, says_code, says_little, says_run,
};
use super::{DEPTH, GUARDS, Subjects};
use crate::dialect::Dialect;
use crate::event::{Context, Event};
use crate::ir::lower::is_name;
use crate::json::{Entry, Value};
use crate::shell::{
    Access, Doubt, Effects, NamedOptions, Places, Reason, Shell, analyze,
};
use crate::source::Span;
use crate::subject::path::{self, Directories};

/// How many bytes of lines are looked at.
const LINES: usize = 1 << 20;
/// How many fields that hold a line are looked at.
const RUNS: usize = 1024;

/// What of a call may be run, each with a line break behind it.
#[derive(Default)]
struct Lines<'t> {
    /// The name of the tool on its server.
    program: &'t str,
    /// What fields hold that say so.
    told: String,
    /// What others may hold: it is compared with what guards name, but that
    /// nothing is known of it is no doubt.
    other: String,
    /// How many fields held one.
    count: usize,
    /// Whether there may be more.
    more: bool,
}

impl Subjects {
    /// Takes apart what a tool of no table may run. Files in it may lie in
    /// one of `bases`.
    pub(super) fn given_lines(
        &mut self,
        (event, input): (&Event<'_>, Value<'_>),
        context: &Context,
        dialect: &Dialect,
        options: Option<NamedOptions<'_>>,
        bases: &[&str],
    ) {
        let program = event.tool_name.unwrap_or("").rsplit("__").next();
        let program = program.filter(|name| name.chars().all(is_name));
        let program = program.unwrap_or("");
        let mut lines = Lines { program, ..Lines::default() };
        lines.below(input, DEPTH, false);
        let Lines { told, other, .. } = &lines;
        if lines.more || told.len() + other.len() > LINES {
            self.event_doubt(Reason::Size);
        }
        let all = format!("{told}{other}");
        if all.is_empty() {
            return;
        }
        let places = Places {
            cwd: path::current(event, context),
            home: path::home(context),
            repository: None,
            branch: None,
            fold: self.fold_case,
            guesses: false,
            guarded: None,
            there: None,
            names: None,
            options,
            moved: self.moved,
            ways: &self.ways,
            links: &[],
            seeks: false,
            searches: false,
            starts: None,
            unseen: true,
            unmet: &[],
            met: &[],
        };
        let commands = &mut self.commands;
        analyze(&all, Shell::Bash, &dialect.shell, &places, commands);
        self.may_be_run(told.len());
        let directories = Directories::of(event, context, self.moved);
        for at in 0..self.commands.uses.len() {
            let Some(&used) = self.commands.uses.get(at) else { break };
            if used.access == Access::MayWrite {
                continue;
            }
            let file = used.path.of(&self.commands.text).to_owned();
            self.may_be_file(&file, false, bases, &directories);
        }
        self.commands.uses.clear();
        self.commands.links.clear();
    }

    /// That commands which were taken apart may be run. What in them is
    /// unclear is no doubt of its own: it may be no line at all.
    fn may_be_run(&mut self, told: usize) {
        let commands = &mut self.commands;
        // Commands that were not looked at may be any.
        let unseen = |doubt: &Doubt| match doubt.reason {
            Reason::Depth | Reason::Size => true,
            Reason::ProgramWord => (doubt.span.start as usize) < told,
            _ => false,
        };
        let unseen = commands.doubts.iter().any(unseen);
        commands.doubts.clear();
        // Guards that name options look at views of their own.
        let kept = GUARDS.and(Effects::TURNED).and(Effects::SORTED);
        for view in &mut commands.views {
            view.effects = Effects(view.effects.0 & kept.0);
        }
        for unit in &mut commands.units {
            unit.maybe = Some(Reason::ProgramWord);
            unit.covered = true;
            unit.doubt = false;
            unit.span = Span::default();
        }
        if unseen {
            self.event_doubt(Reason::Size);
        }
    }
}

impl Lines<'_> {
    /// Appends the lines that the fields of a value hold; where `runs`, the
    /// value stands below one that does, and so may be one or a list of them.
    fn below(&mut self, value: Value<'_>, depth: usize, runs: bool) {
        // They are the same for all fields, and gone through once.
        let behind = arguments_of(value);
        let sends = names_receiver(value);
        for entry in value.entries() {
            if !self.entry(entry, runs, sends, &behind) {
                return;
            }
        }
        if runs && value.is_array() {
            put_list(value, &mut self.other);
        }
        // What lies deeper is in doubt with its files.
        let Some(depth) = depth.checked_sub(1) else { return };
        for entry in value.entries() {
            let name = entry.name();
            let own = || says_run(name) || may_hold_line(name);
            // Of a list in a field the texts stand in the line already.
            let runs = runs || own();
            match runs && entry.value.is_array() {
                true => self.items(entry.value, depth, runs),
                false => self.below(entry.value, depth, runs),
            }
            if says_little(name) {
                opened(entry.value, |inner| self.below(inner, depth, runs));
            }
        }
        self.items(value, depth, runs);
    }

    fn items(&mut self, value: Value<'_>, depth: usize, runs: bool) {
        for item in value.items() {
            self.below(item, depth, runs);
        }
    }

    /// Appends what a field of an object may run, also with the arguments that
    /// stand beside it; `false` where no more is looked at.
    fn entry(
        &mut self,
        entry: Entry<'_>,
        runs: bool,
        sends: bool,
        behind: &str,
    ) -> bool {
        let (name, value) = (entry.name(), entry.value);
        let told = says_run(name);
        // It goes on with what else follows the program.
        let first = is_one_of(SUBCOMMANDS, name)
            && (told || value.str() != Some(behind.trim()));
        let starts = !first
            && (told
                || runs
                || is_one_of(PROGRAMS, name)
                || may_hold_line(name)
                || !behind.is_empty() && is_one_of(STARTED, name));
        let code = says_code(name);
        let typed = is_one_of(TYPED, name);
        let sent = sends && is_one_of(SENT, name);
        if !told && !starts && !code && !typed && !sent && !first {
            return true;
        }
        let bytes = self.told.len() + self.other.len();
        if self.count >= RUNS || bytes > LINES {
            self.more = true;
            return false;
        }
        self.count += 1;
        let out = if told { &mut self.told } else { &mut self.other };
        if told || !first {
            put_list(value, out);
        }
        let behind = if starts || first { behind } else { "" };
        if starts && !behind.is_empty() {
            put(value, out);
            out.push_str(behind);
            out.push('\n');
        }
        if told || typed || first {
            // The tool itself may be the program.
            self.other.push_str(self.program);
            if !first {
                put(value, &mut self.other);
            }
            self.other.push_str(behind);
            self.other.push('\n');
        }
        if let Some(text) = value.str().filter(|_| code) {
            put_code(text, &mut self.other);
        }
        true
    }
}

/// What follows the program in a line of an object, each behind a blank.
fn arguments_of(object: Value<'_>) -> String {
    let mut out = String::new();
    for names in [SUBCOMMANDS, ARGUMENTS] {
        let entries = object.entries();
        for entry in entries.filter(|entry| is_one_of(names, entry.name())) {
            put(entry.value, &mut out);
        }
    }
    out
}

/// Appends a text, or those of a list, each behind a blank.
fn put(value: Value<'_>, out: &mut String) {
    let items = value.items().filter_map(Value::str);
    for text in value.str().into_iter().chain(items) {
        out.push(' ');
        out.push_str(text);
    }
}

/// Appends a text as a line; a list is one line, or one of lines.
fn put_list(value: Value<'_>, out: &mut String) {
    put(value, out);
    out.push('\n');
    let items = value.items().filter_map(Value::str);
    for line in items.filter(|item| item.contains(' ')) {
        out.push_str(line);
        out.push('\n');
    }
}

/// Appends code as a line that runs it. In which language it is makes no
/// difference for what its strings name.
fn put_code(code: &str, out: &mut String) {
    out.push_str("lua -e '");
    out.push_str(&code.replace('\'', "'\\''"));
    out.push_str("'\n");
}
