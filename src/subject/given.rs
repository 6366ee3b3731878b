//! What a tool is given that nobody knows, such as one of an MCP server: a
//! text in it may be a file that the tool uses, or a line that it runs. Only
//! guards look at these, and what one of them matches is in doubt.

mod lines;
mod names;

use super::path::{self, Directories};
use super::{Needs, PathUse, Subjects, search};
use crate::dialect::Dialect;
use crate::event::{Context, Event, Platform};
use crate::ir::Uses;
use crate::json::Value;
use crate::shell::{Access, Effects, Guarded, Reason, is_directory};
use crate::source::Span;
use names::{
    as_file, bases, looks_like_file, patched, says_file, says_little,
};

/// How many files of one call are looked at; behind them, all is in doubt.
const TEXTS: usize = 1024;
/// How deep they may lie.
const DEPTH: usize = 16;

const GUARDS: Effects = Effects(Effects::DENY.0 | Effects::ASK.0);

/// What is taken of a call.
struct Taken<'l> {
    /// Whether what looks like a file is one, whatever its field is called.
    any: bool,
    /// How many there were.
    count: usize,
    /// Whether there may be more.
    more: bool,
    /// Where files lie; none where nobody asks for them.
    directories: Option<&'l Directories<'l>>,
    /// What guards look for, where that is known.
    guarded: Option<&'l Guarded>,
}

/// Where a value of a call stands.
#[derive(Clone, Copy)]
struct Place<'b> {
    /// Whether the name of its field says that it holds files.
    says: bool,
    /// Whether its text may be a call or a patch.
    opens: bool,
    /// How many levels may lie below it.
    depth: usize,
    /// The directories that are named beside it.
    bases: &'b [&'b str],
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
        self.all_given_files(input, true, &directories, needs);
        let bases = bases(input).unwrap_or_default();
        let (call, options) = ((event, input), needs.options);
        self.given_lines(call, context, dialect, options, &bases);
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
        self.all_given_files(input, false, &directories, needs);
    }

    fn all_given_files(
        &mut self,
        input: Value<'_>,
        any: bool,
        directories: &Directories<'_>,
        needs: Needs<'_>,
    ) {
        let mut taken = Taken {
            any,
            count: 0,
            more: false,
            directories: Some(directories).filter(|_| needs.guesses),
            guarded: needs.guarded,
        };
        let place =
            Place { says: false, opens: true, depth: DEPTH, bases: &[] };
        self.given_files(input, place, &mut taken);
        if taken.more {
            self.event_doubt(Reason::Size);
        }
    }

    /// Takes texts of a value that may be files for such, in the order they
    /// stand: all of a field whose name says so, of others what looks like
    /// one.
    fn given_files(
        &mut self,
        value: Value<'_>,
        place: Place<'_>,
        taken: &mut Taken<'_>,
    ) {
        if taken.count >= TEXTS || place.depth == 0 {
            taken.more |= names::holds_text(value);
            return;
        }
        let depth = place.depth - 1;
        if let Some(text) = value.str() {
            self.given_text(text, place, taken);
            if taken.any && place.opens {
                let place = Place { depth, ..place };
                names::opened(value, |inner| {
                    self.given_files(inner, place, taken);
                });
            }
        }
        for item in value.items() {
            self.given_files(item, Place { depth, ..place }, taken);
        }
        let own = bases(value);
        taken.more |= own.is_none();
        let own = own.unwrap_or_default();
        let bases = if own.is_empty() { place.bases } else { &own };
        for entry in value.entries() {
            // A file may be the name of what is to be in it.
            let name = entry.name();
            let is_file = place.says || looks_like_file(name);
            if taken.any && is_file {
                let place = Place { says: true, opens: false, depth, bases };
                self.given_text(name, place, taken);
            }
            let (says, opens) = (says_file(name), says_little(name));
            let place = Place { says, opens, depth, bases };
            self.given_files(entry.value, place, taken);
        }
    }

    /// Takes a text for a file, and what it says of files otherwise.
    fn given_text(
        &mut self,
        text: &str,
        place: Place<'_>,
        taken: &mut Taken<'_>,
    ) {
        let (says, bases) = (place.says, place.bases);
        if says || taken.any && looks_like_file(text) {
            taken.count += 1;
            if let Some(directories) = taken.directories {
                self.may_be_file(text, says, bases, directories);
            }
            let windows = taken
                .directories
                .is_some_and(|d| d.platform == Platform::Windows);
            let divided = windows.then(|| text.replace('\\', "/"));
            let text = divided.as_deref().unwrap_or(text);
            let hints = |access| {
                let guarded = taken.guarded.filter(|_| says);
                guarded.is_some_and(|all| search::hints(text, all, access))
            };
            let uses = [
                (Access::Read, Uses::SHELL_READ),
                (Access::Write, Uses::SHELL_WRITE),
            ];
            for (_, kind) in uses.into_iter().filter(|use_| hints(use_.0)) {
                let (span, effects) = (Span::default(), Effects::GUARD);
                self.path_doubt(Reason::Glob, kind, span, effects);
            }
        }
        // `HEAD:.env`
        let behind = text.split_once(':').map(|(_, path)| path);
        let behind = behind.filter(|path| !path.starts_with('/'));
        if let Some(path) = behind.filter(|path| looks_like_file(path))
            && (says || taken.any)
            && let Some(directories) = taken.directories
        {
            taken.count += 1;
            self.may_be_file(path, false, bases, directories);
        }
        let opens = taken.any && place.opens;
        for file in patched(text).filter(|_| opens) {
            taken.count += 1;
            if let Some(directories) = taken.directories {
                self.may_be_file(file, false, bases, directories);
            }
        }
    }

    /// A text that may be a file, also in one of some directories; whether
    /// the name of its field says so.
    fn may_be_file(
        &mut self,
        text: &str,
        says: bool,
        bases: &[&str],
        directories: &Directories<'_>,
    ) {
        let Some(text) = as_file(text) else { return };
        self.file_or_directory(text, says, directories);
        if names::is_absolute(text) {
            return;
        }
        for base in bases.iter().filter_map(|base| as_file(base)) {
            if base != text {
                let path = format!("{base}/{text}");
                self.file_or_directory(&path, says, directories);
            }
        }
    }

    fn file_or_directory(
        &mut self,
        text: &str,
        says: bool,
        directories: &Directories<'_>,
    ) {
        self.named_file(text, Uses::SHELL_MAYBE, directories);
        // It may be a directory, and used with what lies in it.
        let path = text.trim_end_matches(['/', '\\']);
        let may_be = says || text.contains(['/', '\\', '~']);
        if may_be && is_directory(path) {
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
        let doubt = match fault {
            // `~other/x`, not `~1.2`.
            Some(Reason::DynamicArgument) => {
                fault.filter(|_| text.contains('/'))
            }
            Some(Reason::OtherForms | Reason::SymlinkLoop) => fault,
            _ => None,
        };
        if let Some(reason) = doubt {
            self.path_doubt(reason, kind, Span::default(), Effects::GUARD);
        }
    }
}
