//! The lines in what a tool is given that it may run.

use super::names::{
    ARGUMENTS, CODE, PROGRAMS, SENT, TYPED, is_one_of, names_receiver, opened,
    says_little, says_run,
};
use super::{DEPTH, GUARDS, Subjects};
use crate::dialect::Dialect;
use crate::event::{Context, Event};
use crate::json::Value;
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
struct Lines {
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
        let mut lines = Lines::default();
        lines.below(input, DEPTH);
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

impl Lines {
    /// Appends the lines that the fields of a value hold.
    fn below(&mut self, value: Value<'_>, depth: usize) {
        let mut arguments = None;
        let sends = names_receiver(value);
        for entry in value.entries() {
            let name = entry.name();
            let told = says_run(name);
            let starts = told || is_one_of(PROGRAMS, name);
            let code = is_one_of(CODE, name);
            let typed = || is_one_of(TYPED, name);
            let sent = || sends && is_one_of(SENT, name);
            if !starts && !code && !typed() && !sent() {
                continue;
            }
            let bytes = self.told.len() + self.other.len();
            if self.count >= RUNS || bytes > LINES {
                self.more = true;
                return;
            }
            self.count += 1;
            let out = if told { &mut self.told } else { &mut self.other };
            put(entry.value, out);
            if starts {
                // They are the same for all, and gone through once.
                let own = || arguments_of(value);
                out.push_str(arguments.get_or_insert_with(own));
            }
            out.push('\n');
            // A list is one line, or one of lines.
            let items = entry.value.items().filter_map(Value::str);
            for line in items.filter(|item| item.contains(' ')) {
                out.push_str(line);
                out.push('\n');
            }
            if let Some(text) = entry.value.str().filter(|_| code) {
                put_code(text, &mut self.other);
            }
        }
        // What lies deeper is in doubt with its files.
        let Some(depth) = depth.checked_sub(1) else { return };
        for entry in value.entries() {
            self.below(entry.value, depth);
            if says_little(entry.name()) {
                opened(entry.value, |inner| self.below(inner, depth));
            }
        }
        for item in value.items() {
            self.below(item, depth);
        }
    }
}

/// What follows the program in a line of an object, each behind a blank.
fn arguments_of(object: Value<'_>) -> String {
    let mut out = String::new();
    let entries = object.entries();
    for entry in entries.filter(|entry| is_one_of(ARGUMENTS, entry.name())) {
        put(entry.value, &mut out);
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

/// Appends code as a line that runs it. In which language it is makes no
/// difference for what its strings name.
fn put_code(code: &str, out: &mut String) {
    out.push_str("lua -e '");
    out.push_str(&code.replace('\'', "'\\''"));
    out.push_str("'\n");
}
