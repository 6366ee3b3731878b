//! What was asked of a line, so that it is asked once, however many of its
//! commands and of the texts in it want to know.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::shell::noted::Written;
use crate::shell::noted::{PrintsHere, Settings, Values};
use crate::source::Span;

/// Names in the text of the line in their order, each with the number of a
/// simple command.
pub(super) type LastUses = SmallVec<[(Span, usize); 8]>;

/// What was asked of the outermost text.
#[derive(Default)]
pub(super) struct Whole {
    /// Whether it may let stars stand for names with a dot.
    pub(super) shows_dots: OnceCell<bool>,
    /// Whether it names what leaves out globs that find nothing.
    pub(super) drops_globs: OnceCell<bool>,
    /// Whether it names open files by their descriptors.
    pub(super) names_descriptors: OnceCell<bool>,
    /// Whether it may search from a place that is not below.
    pub(super) searches_far: OnceCell<bool>,
    /// Whether two dots may come together in what it gives a variable.
    pub(super) gives_two_dots: OnceCell<bool>,
    /// Whether it may say where words are cut.
    pub(super) cuts_otherwise: OnceCell<bool>,
    /// Whether it may say what the name of a program stands for.
    pub(super) defines: OnceCell<bool>,
    /// Whether it may tell programs that pack files more by a variable.
    pub(super) packs_otherwise: OnceCell<bool>,
    /// Whether it may tell git where its files are.
    pub(super) moves_tree: OnceCell<bool>,
    /// Whether it may tell git of a directory that new repositories copy.
    pub(super) templates: OnceCell<bool>,
    /// Whether it may tell Python to read on.
    pub(super) inspects: OnceCell<bool>,
    /// Whether it may tell Python or Node where else modules are.
    pub(super) leads_on: OnceCell<bool>,
    /// Whether it may give the home or the current directory another value.
    pub(super) sets_places: OnceCell<bool>,
    /// Whether `pwd` prints where it is.
    pub(super) prints_here: OnceCell<PrintsHere>,
    /// Whether it names the variables of these otherwise than to look.
    pub(super) names_places: OnceCell<bool>,
    /// Whether `cd` may look in other directories.
    pub(super) searches_elsewhere: OnceCell<bool>,
    /// Whether a part of it may run again in another directory.
    pub(super) goes_round: OnceCell<bool>,
    /// Whether it may read on in a file.
    pub(super) sources_files: OnceCell<bool>,
    /// Whether it asks git where its own files are.
    pub(super) asks_git: OnceCell<bool>,
    /// The values that it and the texts in it give their variables.
    pub(super) carried: RefCell<Values>,
    /// Whether it says a protected path.
    pub(super) says_protected: OnceCell<bool>,
    /// The variables that it may give a path which nothing approves the
    /// removal of.
    pub(super) critical: OnceCell<BTreeSet<String>>,
    /// How many variables with what is removed were looked for.
    pub(super) removed: Cell<usize>,
    /// How many links in directories were followed.
    pub(super) followed: Cell<usize>,
    /// How many bytes of code were found in it, also those that were found
    /// before.
    pub(super) tried: Cell<usize>,
    /// Whether it may give `exit` another meaning.
    pub(super) stays: OnceCell<bool>,
    /// Whether it may run substitutions in its own shell: `${ cd x; }`.
    pub(super) keeps_shell: OnceCell<bool>,
    /// Whether it may send itself a signal.
    pub(super) sends_signals: OnceCell<bool>,
    /// Whether some name that guards look for would be cut in two.
    pub(super) odd_names: OnceCell<bool>,
    /// From how many places parts of it are read once more.
    pub(super) detours: Cell<usize>,
}

/// What a command does with what a glob finds for it.
#[derive(Clone, Copy)]
pub(super) struct Takes {
    /// Whether it removes that, or only opens it.
    pub(super) found: bool,
    /// Whether it may be told to look below directories.
    pub(super) below: bool,
}

/// What was asked of one of the texts.
#[derive(Default)]
pub(super) struct Asked {
    /// What the command of this number does with what a glob finds.
    pub(super) takes: Cell<Option<(usize, Takes)>>,
    /// Whether the current directory has one of the names that guards look
    /// for.
    pub(super) around: Option<bool>,
    /// Whether guards name what lies in the current directory by its path.
    pub(super) outer: Option<bool>,
    /// Whether the directories that paths start at may be guarded.
    pub(super) near: OnceCell<bool>,
    /// Whether the environment may change what options mean.
    pub(super) told: OnceCell<bool>,
    /// Whether some loop of the line goes through options.
    pub(super) gives_options: OnceCell<bool>,
    /// The last word with a variable that another shell or language may
    /// expand.
    pub(super) code: OnceCell<Option<usize>>,
    /// The files that the line writes.
    pub(super) written: OnceCell<Written>,
    /// Whether it may give the home or the current directory another value.
    pub(super) sets_places: OnceCell<bool>,
    /// The first simple command that may make links which nobody sees.
    pub(super) links: OnceCell<usize>,
    /// Whether the line gives a variable a protected path.
    pub(super) gives_protected: OnceCell<bool>,
    /// The first word that may name one.
    pub(super) protected: OnceCell<Option<usize>>,
    /// The variables that may become several words, and where they do.
    pub(super) last_uses: OnceCell<LastUses>,
    /// The words that name what guards do.
    pub(super) named: OnceCell<Vec<usize>>,
    /// Whether some variable of the line may become several words.
    pub(super) splits: OnceCell<bool>,
    /// How many commands read what the line gives to others.
    pub(super) inherited: Cell<usize>,
    /// Whether all its commands keep the branch that is checked out.
    pub(super) keeps_branch: OnceCell<bool>,
    /// Whether `date` is the program of that name.
    pub(super) dates: OnceCell<bool>,
    /// The first of its commands that may make files.
    pub(super) makes_files: OnceCell<usize>,
    /// Whether some command of it goes to another directory.
    pub(super) goes: OnceCell<bool>,
    /// Whether some word of it holds the name of a shell.
    pub(super) names_shell: OnceCell<bool>,
    /// Whether it looks at a variable by its name.
    pub(super) expands: OnceCell<bool>,
    /// The words that set variables which stand for options.
    pub(super) settings: OnceCell<Settings>,
    /// The words that set variables for the programs behind them.
    pub(super) exports: OnceCell<Settings>,
    /// Whether some word of it sets a variable that guards name before a
    /// command.
    pub(super) sets_named: OnceCell<bool>,
    /// The words that set such variables for the commands behind them.
    pub(super) given: OnceCell<Settings>,
    /// The same for what the simple command with these words says.
    pub(super) within: Cell<Option<((u32, u32), Settings)>>,
    /// Of the simple command with these words, the first that is `sudo`, or
    /// their end.
    pub(super) sudo: Cell<Option<((u32, u32), usize)>>,
}
