//! What may give a variable another value than the line that sets it says
//! (manuals of bash, dash and zsh).

/// Builtins that run text, read on elsewhere, or change what words mean:
/// behind one of these nothing is known of variables.
pub(crate) const RUNS: &[&str] = &[
    ".",
    "alias",
    "autoload",
    "bind",
    "compadd",
    "compgen",
    "complete",
    "coproc",
    "emulate",
    "enable",
    "eval",
    "fc",
    "float",
    "foreach",
    "function",
    "getln",
    "integer",
    "let",
    "pcre_match",
    "private",
    "repeat",
    "source",
    "strftime",
    "sysopen",
    "sysread",
    "trap",
    "vared",
    "zcurses",
    "zformat",
    "zle",
    "zmodload",
    "zparseopts",
    "zpty",
    "zregexparse",
    "zselect",
    "zstat",
    "zstyle",
    "zsystem",
    "ztie",
];

/// Builtins that set the variables which their words name.
pub(crate) const NAMED: &[&str] = &[
    "declare",
    "export",
    "getopts",
    "local",
    "mapfile",
    "print",
    "printf",
    "read",
    "readarray",
    "readonly",
    "set",
    "setopt",
    "shift",
    "shopt",
    "typeset",
    "unset",
    "unsetopt",
    "wait",
];

/// Those of them whose words say the name before the value.
pub(crate) const ASSIGN: &[&str] =
    &["declare", "export", "local", "readonly", "typeset"];

/// Those that may say that a variable stands for another, or takes what it is
/// given for a sum, which may set others.
pub(crate) const DECLARE: &[&str] = &["declare", "local", "typeset"];

/// The letters that say so.
pub(crate) const COUNTS: [char; 4] = ['E', 'F', 'i', 'n'];

/// Those that name a variable only behind an option.
pub(crate) const PRINT: &[&str] = &["print", "printf"];

/// Words before a builtin.
pub(crate) const BEFORE: &[&str] =
    &["!", "builtin", "command", "exec", "nocorrect", "noglob", "time"];

/// Tests that take numbers: what they compare may be a sum that sets
/// something, and what `-v` looks at an element with such a sum.
pub(crate) const SUMS: &[&str] =
    &["-eq", "-ge", "-gt", "-le", "-lt", "-ne", "-v"];

/// Words of the grammar: a variable that holds one does not stand for it.
pub(crate) const GRAMMAR: &[&str] = &[
    "case",
    "coproc",
    "do",
    "done",
    "elif",
    "else",
    "end",
    "esac",
    "fi",
    "for",
    "foreach",
    "function",
    "if",
    "in",
    "nocorrect",
    "noglob",
    "repeat",
    "select",
    "then",
    "time",
    "until",
    "while",
];

/// Variables that shells set by themselves, or that hold something else than
/// they are given.
pub(crate) const OWN: &[&str] = &[
    "_",
    "aliases",
    "ARGC",
    "argv",
    "builtins",
    "cdpath",
    "CDPATH",
    "COLUMNS",
    "commands",
    "COPROC",
    "CPUTYPE",
    "dirstack",
    "DIRSTACK",
    "EGID",
    "ENV",
    "ERRNO",
    "EUID",
    "fignore",
    "FIGNORE",
    "fpath",
    "FPATH",
    "FUNCNAME",
    "functions",
    "FUNCNEST",
    "GID",
    "GLOBIGNORE",
    "GROUPS",
    "HISTCMD",
    "histchars",
    "history",
    "historywords",
    "HOME",
    "HOSTNAME",
    "HOSTTYPE",
    "IFS",
    "jobdirs",
    "jobstates",
    "jobtexts",
    "keymaps",
    "LINENO",
    "LINES",
    "LOGNAME",
    "MACHTYPE",
    "mailpath",
    "MAILPATH",
    "manpath",
    "MANPATH",
    "MAPFILE",
    "MATCH",
    "match",
    "MBEGIN",
    "mbegin",
    "MEND",
    "mend",
    "modules",
    "module_path",
    "MODULE_PATH",
    "nameddirs",
    "NULLCMD",
    "OLDPWD",
    "OPTARG",
    "OPTERR",
    "OPTIND",
    "options",
    "OSTYPE",
    "parameters",
    "path",
    "PATH",
    "patchars",
    "PIPESTATUS",
    "pipestatus",
    "POSIXLY_CORRECT",
    "PPID",
    "prompt",
    "PROMPT",
    "psvar",
    "PSVAR",
    "PWD",
    "RANDOM",
    "READNULLCMD",
    "REPLY",
    "reply",
    "reswords",
    "SAVEHIST",
    "SECONDS",
    "SHELL",
    "SHELLOPTS",
    "SHLVL",
    "signals",
    "SRANDOM",
    "status",
    "termcap",
    "terminfo",
    "TMOUT",
    "TTY",
    "TTYIDLE",
    "UID",
    "userdirs",
    "usergroups",
    "USERNAME",
    "VENDOR",
    "watch",
    "WATCH",
    "widgets",
    "WORDCHARS",
    "zsh_eval_context",
];

/// How such names start.
pub(crate) const OWN_STARTS: &[&str] = &[
    "BASH",
    "COMP_",
    "COMPREPLY",
    "EPOCH",
    "HIST",
    "LC_",
    "PS",
    "READLINE_",
    "ZSH",
    "zsh_",
];

/// Variables in capital letters that no program asks the environment for.
pub(crate) const FOR_THE_LINE: &[&str] = &[
    "A", "B", "D", "DEST", "DIR", "DST", "F", "FILE", "FN", "IN", "LOG",
    "OUT", "P", "SRC", "T", "TARGET", "TEST", "TMP", "X", "Y",
];

/// What a builtin gives to variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    /// What its words say: `export x=a`.
    Assigned,
    /// What it would print: `printf -v x a`.
    Printed,
    /// The lines that it reads, to one: `mapfile x`.
    Lines,
    /// The words that it reads, one to each: `read x y`.
    Words,
    /// Its words, by their numbers: `set -- a b`.
    Arguments,
}

/// What the builtin of this name gives to variables.
pub(crate) fn gives(name: &str) -> Option<Gives> {
    let at = GIVES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    GIVES.get(at).map(|(_, gives)| *gives)
}

const GIVES: &[(&str, Gives)] = &[
    ("declare", Gives::Assigned),
    ("export", Gives::Assigned),
    ("local", Gives::Assigned),
    ("mapfile", Gives::Lines),
    ("printf", Gives::Printed),
    ("read", Gives::Words),
    ("readarray", Gives::Lines),
    ("readonly", Gives::Assigned),
    ("set", Gives::Arguments),
    ("typeset", Gives::Assigned),
];
