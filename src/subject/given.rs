//! What a tool is given that nobody knows, such as one of an MCP server: a
//! text in it may be a file that the tool uses, or a line that it runs. Only
//! guards look at these, and what one of them matches is in doubt.

use super::path::{self, Directories, MAX_PATH_BYTES};
use super::{Needs, PathUse, Subjects, search};
use crate::dialect::Dialect;
use crate::event::{Context, Event};
use crate::ir::Uses;
use crate::json::{Kind, Value};
use crate::shell::{
    Access, Effects, NamedOptions, Places, Reason, Shell, analyze,
    is_directory,
};
use crate::source::Span;

/// How many files of one call are looked at; behind them, all is in doubt.
const TEXTS: usize = 1024;
/// How many bytes of lines are looked at.
const LINES: usize = 1 << 20;
/// How many fields that hold a line are looked at.
const RUNS: usize = 1024;
/// How deep they may lie.
const DEPTH: usize = 16;

const GUARDS: Effects = Effects(Effects::DENY.0 | Effects::ASK.0);

/// Names of fields that hold a line to run, in small letters without the
/// signs between their words.
const RUN: &[&str] = &[
    "bash",
    "cmd",
    "cmdline",
    "command",
    "commandline",
    "commands",
    "exec",
    "run",
    "script",
    "shell",
    "shellcommand",
];
/// What the names of fields have in them that hold files, in small letters.
const FILES: &[&str] = &[
    "attach", "dest", "dir", "file", "folder", "path", "root", "source",
    "target", "uri",
];
/// Names of fields that hold what follows the program's name.
const ARGUMENTS: &[&str] = &["args", "arguments", "argv"];

/// What is taken of a call.
struct Taken {
    /// Whether what looks like a file is one, whatever its field is called.
    any: bool,
    /// How many there were.
    count: usize,
    /// Whether there may be more.
    more: bool,
}

/// What of a call may be run.
#[derive(Default)]
struct Lines {
    /// Each with a line break behind it.
    text: String,
    /// How many fields held one.
    count: usize,
    /// Whether there may be more.
    more: bool,
}

impl Subjects {
    /// Lists what a tool of no table is given.
    pub(super) fn given(
        &mut self,
        event: &Event<'_>,
        context: &Context,
        dialect: &Dialect,
        needs: Needs<'_>,
    ) {
        let Some(input) = event.tool_input else { return };
        let directories = Directories::of(event, context, self.moved);
        let directories = needs.guesses.then_some(&directories);
        let mut taken = Taken { any: true, count: 0, more: false };
        self.given_files(input, (false, DEPTH), directories, &mut taken);
        if taken.more {
            self.event_doubt(Reason::Size);
        }
        let mut lines = Lines::default();
        given_lines(input, DEPTH, &mut lines);
        if lines.more || lines.text.len() > LINES {
            self.event_doubt(Reason::Size);
        }
        if !lines.text.is_empty() {
            let options = needs.options;
            self.may_be_run(&lines.text, event, context, dialect, options);
        }
    }

    /// Lists the files that a tool is given which no rule about files names:
    /// what it shows, sends or fetches stands in fields that say so.
    pub(super) fn given_by_name(
        &mut self,
        event: &Event<'_>,
        context: &Context,
        needs: Needs<'_>,
    ) {
        let Some(input) = event.tool_input.filter(|_| needs.guesses) else {
            return;
        };
        let directories = Directories::of(event, context, self.moved);
        let mut taken = Taken { any: false, count: 0, more: false };
        let directories = Some(&directories);
        self.given_files(input, (false, DEPTH), directories, &mut taken);
        if taken.more {
            self.event_doubt(Reason::Size);
        }
    }

    /// Takes texts of a value that may be files for such, in the order they
    /// stand: all of a field whose name `says` so, of others what looks like
    /// one.
    fn given_files(
        &mut self,
        value: Value<'_>,
        (says, depth): (bool, usize),
        directories: Option<&Directories<'_>>,
        taken: &mut Taken,
    ) {
        if taken.count >= TEXTS || depth == 0 {
            taken.more |= holds_text(value);
            return;
        }
        if let Some(text) = value.str()
            && (says || taken.any && looks_like_file(text))
        {
            taken.count += 1;
            if let Some(directories) = directories {
                self.may_be_file(text, directories);
            }
        }
        for item in value.items() {
            self.given_files(item, (says, depth - 1), directories, taken);
        }
        for entry in value.entries() {
            let below = (says_file(entry.name()), depth - 1);
            self.given_files(entry.value, below, directories, taken);
        }
    }

    fn may_be_file(&mut self, text: &str, directories: &Directories<'_>) {
        let text = text.trim();
        if text.is_empty()
            || text.len() > MAX_PATH_BYTES
            || text.contains(char::is_control)
            || search::is_no_file(text)
        {
            return;
        }
        self.named_file(text, Uses::SHELL_MAYBE, directories);
        // It may be a directory, and used with what lies in it.
        let path = text.trim_end_matches(['/', '\\']);
        if text.contains(['/', '\\', '~']) && is_directory(path) {
            let mut below = std::mem::take(&mut self.commands.text);
            let start = below.len();
            below.extend([path, "/*"]);
            let name = below.get(start..).unwrap_or("");
            self.named_file(name, Uses::SHELL_LOOKS, directories);
            below.truncate(start);
            self.commands.text = below;
        }
    }

    fn named_file(
        &mut self,
        text: &str,
        kind: Uses,
        directories: &Directories<'_>,
    ) {
        let start = self.spellings.len();
        // That it may mean something else is no doubt of its own; that it
        // has more names than are listed is.
        let fault = path::spell(
            text,
            directories,
            self.fold_case,
            &mut self.text,
            &mut self.spellings,
        );
        let spellings = Span::new(start, self.spellings.len());
        self.push_path(PathUse {
            kind,
            effects: Effects::OPEN,
            unit: None,
            spellings: (spellings.start, spellings.end),
            needs_cover: false,
            span: Span::default(),
        });
        if let Some(reason @ Reason::SymlinkLoop) = fault {
            self.path_doubt(reason, kind, Span::default(), Effects::GUARD);
        }
    }

    /// Takes a line apart whose commands may be run. What in them is unclear
    /// is no doubt of its own: it may be no line at all.
    fn may_be_run(
        &mut self,
        lines: &str,
        event: &Event<'_>,
        context: &Context,
        dialect: &Dialect,
        options: Option<NamedOptions<'_>>,
    ) {
        let places = Places {
            cwd: path::current(event, context),
            home: path::home(context),
            fold: self.fold_case,
            guesses: false,
            guarded: None,
            names: None,
            options,
            moved: self.moved,
            ways: &self.ways,
            links: &[],
            seeks: false,
        };
        let commands = &mut self.commands;
        analyze(lines, Shell::Bash, &dialect.shell, &places, commands);
        // Commands that were not looked at may be any.
        let unseen = |reason| matches!(reason, Reason::Depth | Reason::Size);
        let unseen = commands.doubts.iter().any(|doubt| {
            unseen(doubt.reason) || doubt.reason == Reason::ProgramWord
        });
        commands.doubts.clear();
        for view in &mut commands.views {
            view.effects = Effects(view.effects.0 & GUARDS.0);
        }
        for unit in &mut commands.units {
            unit.maybe = Some(Reason::ProgramWord);
            unit.covered = true;
            unit.doubt = false;
            unit.span = Span::default();
        }
        let directories = Directories::of(event, context, self.moved);
        for at in 0..self.commands.uses.len() {
            let Some(&used) = self.commands.uses.get(at) else { break };
            if used.access == Access::MayWrite {
                continue;
            }
            let file = used.path.of(&self.commands.text).to_owned();
            self.may_be_file(&file, &directories);
        }
        self.commands.uses.clear();
        self.commands.links.clear();
        if unseen {
            self.event_doubt(Reason::Size);
        }
    }
}

/// Whether a value is a text, or has a text somewhere in it.
fn holds_text(value: Value<'_>) -> bool {
    !matches!(
        value.kind(),
        Kind::Null | Kind::True | Kind::False | Kind::Number
    )
}

/// Appends the lines that the fields of a value say are run.
fn given_lines(value: Value<'_>, depth: usize, lines: &mut Lines) {
    let mut arguments = None;
    for entry in value.entries() {
        if !is_one_of(RUN, entry.name()) {
            continue;
        }
        if lines.count >= RUNS || lines.text.len() > LINES {
            lines.more = true;
            return;
        }
        lines.count += 1;
        put(entry.value, &mut lines.text);
        // They are the same for all, and gone through once.
        let arguments = arguments.get_or_insert_with(|| arguments_of(value));
        lines.text.push_str(arguments);
        lines.text.push('\n');
        // A list is one line, or one of lines.
        let items = entry.value.items().filter_map(Value::str);
        for line in items.filter(|item| item.contains(' ')) {
            lines.text.push_str(line);
            lines.text.push('\n');
        }
    }
    let below = value.entries().map(|entry| entry.value);
    for below in below.chain(value.items()) {
        // What lies deeper is in doubt with its files.
        if depth > 0 {
            given_lines(below, depth - 1, lines);
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

/// Whether the name of a field says that it holds a file.
fn says_file(name: &str) -> bool {
    let holds = |word: &str| {
        let mut parts = name.as_bytes().windows(word.len());
        parts.any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    };
    FILES.iter().any(|word| holds(word))
}

fn looks_like_file(text: &str) -> bool {
    let blank = text.contains(char::is_whitespace);
    !blank && text.contains(['/', '\\', '.', '~'])
}

/// Appends a text, or those of a list, each behind a blank.
fn put(value: Value<'_>, out: &mut String) {
    let items = value.items().filter_map(Value::str);
    for text in value.str().into_iter().chain(items) {
        out.push(' ');
        out.push_str(text);
    }
}

/// Whether a name is one of these, however its words are joined.
fn is_one_of(names: &[&str], name: &str) -> bool {
    let letters = || {
        let letters = name.chars().filter(|c| !matches!(c, '_' | '-' | ' '));
        letters.map(|c| c.to_ascii_lowercase())
    };
    names.iter().any(|known| known.chars().eq(letters()))
}
