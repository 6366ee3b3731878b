//! Why something about a command, a file or an event is in doubt.

/// Why something cannot be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum Reason {
    /// The program's name is known only when it runs (`$X`, `$(…)`).
    DynamicCommand,
    /// An argument is known only when it runs.
    DynamicArgument,
    /// A command substitution stands in the line.
    Substitution,
    /// The text is not a command this shell would accept, or one that is
    /// not understood.
    Unparsed,
    /// Code in another language (`python -c`, an awk program).
    ForeignCode,
    /// An interpreter reads its program from a pipe or here-document.
    StdinProgram,
    /// A script file is run; what it does is not visible.
    ScriptFile,
    /// The line changes what later words mean (alias, function, `PATH=`).
    StateChange,
    /// A glob or brace in a place where the files matter.
    Glob,
    /// An option that makes a harmless program run another one.
    ExecFlag,
    /// A NUL or another control character.
    ControlCharacter,
    /// Letters that look like others; a hint, never a doubt by itself.
    Confusable,
    /// Nested deeper than the limit.
    Depth,
    /// Longer than the limit.
    Size,
    /// Links that lead in a circle, or more of them than the limit.
    SymlinkLoop,
    /// A tool name that could belong to two servers.
    AmbiguousMcp,
    /// A key twice in the event.
    DuplicateKey,
    /// A rule of this policy that could not be read.
    DegradedPolicy,
    /// A value of the event has the wrong type or cannot be read.
    MalformedEvent,
    /// The root, a top directory, the home or the current directory would
    /// be removed; no allow rule covers that.
    CriticalPath,
    /// A word names a file that a rule guards, and what the program does
    /// with it is not known.
    FileWord,
    /// A host that programs read in two ways, or that stands for another.
    AmbiguousHost,
    /// A file name whose other forms are not known to this build, on a file
    /// system that takes them for one.
    OtherForms,
    /// Words that a rule guards stand behind a program that is not known:
    /// it may run them.
    ProgramWord,
    /// An option that a guard names right behind the program stands elsewhere,
    /// or is written in one word with others.
    OptionPlace,
    /// Whether an option takes the word behind it decides whether a guard is
    /// about the command, and only its program knows.
    OptionValue,
    /// A directory of which everything is used, in which a file that a rule
    /// guards may lie.
    GuardedBelow,
    /// A rule or a file starts at a directory that neither the event nor what
    /// is told beside it names.
    UnknownDirectory,
    /// A path is written that only a person approves, whatever allow rules
    /// say.
    ProtectedPath,
    /// A file outside of the working directories, where settings block these.
    OutsideDirectory,
    /// A push of the branch that is checked out, by no name.
    CurrentBranch,
}

impl Reason {
    /// Every reason.
    pub const ALL: &[Reason] = &[
        Reason::DynamicCommand,
        Reason::DynamicArgument,
        Reason::Substitution,
        Reason::Unparsed,
        Reason::ForeignCode,
        Reason::StdinProgram,
        Reason::ScriptFile,
        Reason::StateChange,
        Reason::Glob,
        Reason::ExecFlag,
        Reason::ControlCharacter,
        Reason::Confusable,
        Reason::Depth,
        Reason::Size,
        Reason::SymlinkLoop,
        Reason::AmbiguousMcp,
        Reason::DuplicateKey,
        Reason::DegradedPolicy,
        Reason::MalformedEvent,
        Reason::CriticalPath,
        Reason::FileWord,
        Reason::AmbiguousHost,
        Reason::OtherForms,
        Reason::ProgramWord,
        Reason::OptionPlace,
        Reason::OptionValue,
        Reason::GuardedBelow,
        Reason::UnknownDirectory,
        Reason::ProtectedPath,
        Reason::OutsideDirectory,
        Reason::CurrentBranch,
    ];

    /// The word used in JSON and at the terminal.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::DynamicCommand => "dynamic-command",
            Reason::DynamicArgument => "dynamic-argument",
            Reason::Substitution => "substitution",
            Reason::Unparsed => "unparsed",
            Reason::ForeignCode => "foreign-code",
            Reason::StdinProgram => "stdin-program",
            Reason::ScriptFile => "script-file",
            Reason::StateChange => "state-change",
            Reason::Glob => "glob",
            Reason::ExecFlag => "exec-flag",
            Reason::ControlCharacter => "control-character",
            Reason::Confusable => "confusable",
            Reason::Depth => "depth",
            Reason::Size => "size",
            Reason::SymlinkLoop => "symlink-loop",
            Reason::AmbiguousMcp => "ambiguous-mcp",
            Reason::DuplicateKey => "duplicate-key",
            Reason::DegradedPolicy => "degraded-policy",
            Reason::MalformedEvent => "malformed-event",
            Reason::CriticalPath => "critical-path",
            Reason::FileWord => "file-word",
            Reason::AmbiguousHost => "ambiguous-host",
            Reason::OtherForms => "other-forms",
            Reason::ProgramWord => "program-word",
            Reason::OptionPlace => "option-place",
            Reason::OptionValue => "option-value",
            Reason::GuardedBelow => "guarded-below",
            Reason::UnknownDirectory => "unknown-directory",
            Reason::ProtectedPath => "protected-path",
            Reason::OutsideDirectory => "outside-directory",
            Reason::CurrentBranch => "current-branch",
        }
    }

    /// Whether a guard matches words here of which nobody knows what is done
    /// with them.
    pub fn is_about_words(self) -> bool {
        matches!(
            self,
            Reason::FileWord
                | Reason::ProgramWord
                | Reason::OptionPlace
                | Reason::OptionValue
                | Reason::GuardedBelow
        )
    }

    /// The same in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Reason::DynamicCommand => "the program is known only when it runs",
            Reason::DynamicArgument => {
                "an argument is known only when it runs"
            }
            Reason::Substitution => {
                "what the substitution prints is not known"
            }
            Reason::Unparsed => "not a command that is understood",
            Reason::ForeignCode => "code in another language",
            Reason::StdinProgram => "the program is read from the input",
            Reason::ScriptFile => "what the script does is not visible",
            Reason::StateChange => "changes what later words mean",
            Reason::Glob => "which files it names is known only when it runs",
            Reason::ExecFlag => "this option runs another program",
            Reason::ControlCharacter => "holds a control character",
            Reason::Confusable => "holds letters that look like others",
            Reason::Depth => "nested too deeply",
            Reason::Size => "longer than is looked at",
            Reason::SymlinkLoop => {
                "links lead in a circle, or there are too many"
            }
            Reason::AmbiguousMcp => "the tool could belong to two servers",
            Reason::DuplicateKey => "the event holds a key twice",
            Reason::DegradedPolicy => "a rule of the policy could not be read",
            Reason::MalformedEvent => "a part of the event cannot be read",
            Reason::CriticalPath => {
                "would remove the root, the home or the current directory"
            }
            Reason::FileWord => {
                "names a guarded file; what is done with it is not known"
            }
            Reason::AmbiguousHost => "programs take the host for another one",
            Reason::OtherForms => {
                "the file system takes other forms of this name for the same"
            }
            Reason::ProgramWord => {
                "names a guarded command; whether it is run is not known"
            }
            Reason::OptionPlace => {
                "an option that the rule names may be written otherwise"
            }
            Reason::OptionValue => {
                "whether an option takes the word behind it is not known"
            }
            Reason::GuardedBelow => {
                "a guarded file may lie in a directory that is used as a whole"
            }
            Reason::UnknownDirectory => {
                "starts at a directory that is not known"
            }
            Reason::ProtectedPath => {
                "no allow rule approves writing to a protected path"
            }
            Reason::OutsideDirectory => {
                "the settings block files outside of the working directories"
            }
            Reason::CurrentBranch => "pushes the branch that is checked out",
        }
    }

    /// The reason of this word.
    pub fn named(word: &str) -> Option<Reason> {
        Reason::ALL.iter().copied().find(|reason| reason.as_str() == word)
    }
}
