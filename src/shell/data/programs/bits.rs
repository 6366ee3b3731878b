//! What a program is, as bits: the tables that are lists of names.

use super::Known;

impl Known {
    /// A shell whose code is taken apart.
    pub(super) const SHELL: u32 = 1;
    /// Some awk.
    pub(super) const AWK: u32 = 2;
    /// It opens no file that its words name.
    pub(super) const NO_FILES: u32 = 4;
    /// It evaluates subscripts in the names of variables.
    pub(super) const NAMING: u32 = 8;
    /// A bare glob among its words may become an option.
    pub(super) const GLOB_SENSITIVE: u32 = 16;
    /// It only reads, whatever its words.
    pub(super) const READS: u32 = 32;
    /// It runs none of the programs that its words name.
    pub(super) const RUNS_NOTHING: u32 = 64;
    /// It is a GNU program under the name that it has beside others, or one
    /// of zsh's own.
    pub(super) const GNU: u32 = 128;
    /// It runs, or keeps for later, what its words set.
    pub(super) const SETS: u32 = 256;
    /// An option tells it to work in another directory.
    pub(super) const MOVES: u32 = 512;
    /// It reads files whose names come from elsewhere.
    pub(super) const LISTED: u32 = 1 << 10;
    /// It reads files that options name.
    pub(super) const READ: u32 = 1 << 11;
    /// Its words set variables, whose values may be files.
    pub(super) const SETTER: u32 = 1 << 12;
    /// It prints the names of files.
    pub(super) const PRINTS_NAMES: u32 = 1 << 13;
    /// Code among its words may name files.
    pub(super) const CODED: u32 = 1 << 14;
    /// It sends files elsewhere.
    pub(super) const SENDS: u32 = 1 << 15;
    /// It hands its words to another program.
    pub(super) const HANDS_ON: u32 = 1 << 16;
    /// It opens its words.
    pub(super) const OPENS: u32 = 1 << 17;
    /// It puts files where the line says, or unpacks them.
    pub(super) const FETCHES: u32 = 1 << 18;
    /// It changes the file that its first word names.
    pub(super) const CHANGES: u32 = 1 << 19;
    /// It writes files of other names or among its words, or packs some.
    pub(super) const PUTS: u32 = 1 << 20;
    /// It reads with some options and writes with others.
    pub(super) const MODES: u32 = 1 << 21;
    /// An option tells it where the code of a project is.
    pub(super) const ELSEWHERE: u32 = 1 << 22;
    /// It starts the tools of a project.
    pub(super) const TOOLED: u32 = 1 << 23;
    /// Its long options have one dash.
    pub(super) const ONE_DASH: u32 = 1 << 24;
    /// A subcommand of it is about a file that no word names.
    pub(super) const OWNS: u32 = 1 << 25;
    /// It sends or shows what lies in the directories it is told.
    pub(super) const TOLD: u32 = 1 << 26;
    /// It renames files by an expression.
    pub(super) const RENAMES: u32 = 1 << 27;
    /// It renames files that no word has to name.
    pub(super) const RENAMES_ANY: u32 = 1 << 28;

    /// Whether it is a shell whose code is taken apart.
    pub(crate) fn is_shell(self) -> bool {
        self.is & Known::SHELL != 0
    }

    /// Whether it is some awk.
    pub(crate) fn is_awk(self) -> bool {
        self.is & Known::AWK != 0
    }

    /// Whether it opens no file that its words name.
    pub(crate) fn touches_none(self) -> bool {
        self.is & Known::NO_FILES != 0
    }

    /// Whether it evaluates subscripts in the names of variables.
    pub(crate) fn names_variables(self) -> bool {
        self.is & Known::NAMING != 0
    }

    /// Whether a bare glob among its words may become an option.
    pub(crate) fn is_glob_sensitive(self) -> bool {
        self.is & Known::GLOB_SENSITIVE != 0
    }

    /// Whether it only reads, whatever its words.
    pub(crate) fn only_reads(self) -> bool {
        self.is & Known::READS != 0
    }

    /// Whether it runs, or keeps for later, what its words set.
    pub(crate) fn sets(self) -> bool {
        self.is & Known::SETS != 0
    }

    /// Whether an option tells it to work in another directory.
    pub(crate) fn moves(self) -> bool {
        self.is & Known::MOVES != 0
    }

    /// Whether its words set variables.
    pub(crate) fn is_setter(self) -> bool {
        self.is & Known::SETTER != 0
    }

    /// Whether it prints the names of files.
    pub(crate) fn prints_names(self) -> bool {
        self.is & Known::PRINTS_NAMES != 0
    }

    /// Whether code among its words may name files.
    pub(crate) fn is_coded(self) -> bool {
        self.is & Known::CODED != 0
    }

    /// Whether it sends or shows what lies in the directories it is told.
    pub(crate) fn is_told(self) -> bool {
        self.is & Known::TOLD != 0
    }

    /// Whether it sends files elsewhere.
    pub(crate) fn sends(self) -> bool {
        self.is & Known::SENDS != 0
    }

    /// Whether it opens its words.
    pub(crate) fn opens(self) -> bool {
        self.is & Known::OPENS != 0
    }

    /// Whether it puts files where the line says, or unpacks them.
    pub(crate) fn fetches(self) -> bool {
        self.is & Known::FETCHES != 0
    }

    /// Whether it writes what is named otherwise than behind an option.
    pub(crate) fn puts(self) -> bool {
        self.is & Known::PUTS != 0
    }

    /// Whether it changes the file that its first word names.
    pub(crate) fn changes(self) -> bool {
        self.is & Known::CHANGES != 0
    }

    /// Whether it starts the tools of a project.
    pub(crate) fn is_tooled(self) -> bool {
        self.is & Known::TOOLED != 0
    }

    /// Whether a subcommand of it is about a file that no word names.
    pub(crate) fn owns(self) -> bool {
        self.is & Known::OWNS != 0
    }

    /// Whether its long options have one dash.
    pub(crate) fn one_dash(self) -> bool {
        self.is & Known::ONE_DASH != 0
    }

    /// Whether it renames the files it is given by an expression.
    pub(crate) fn renames(self) -> bool {
        self.is & Known::RENAMES != 0
    }

    /// Whether it renames what its patterns find, or what somebody says.
    pub(crate) fn renames_any(self) -> bool {
        self.is & Known::RENAMES_ANY != 0
    }

    /// Whether it hands its words to another program.
    pub(crate) fn hands_on(self) -> bool {
        self.is & Known::HANDS_ON != 0
    }
}
