//! What sets variables behind a loop's back (manuals of bash and zsh).

/// Builtins that run or define what may set any variable.
pub(crate) const ACT: &[&str] =
    &["coproc", "enable", "eval", "function", "shopt", "source", "trap"];

/// Builtins that set the variables that they are given the names of.
pub(crate) const SET_NAMED: &[&str] = &[
    "alias",
    "compgen",
    "declare",
    "export",
    "float",
    "foreach",
    "getopts",
    "integer",
    "let",
    "local",
    "mapfile",
    "print",
    "printf",
    "read",
    "readarray",
    "readonly",
    "select",
    "set",
    "strftime",
    "sysread",
    "typeset",
    "unset",
    "vared",
    "wait",
    "zformat",
    "zparseopts",
    "zstat",
];

/// Names of zsh that it sets by itself; bash has none in small letters.
pub(crate) const OWN: &[&str] = &[
    "argv",
    "dirstack",
    "match",
    "mbegin",
    "mend",
    "options",
    "path",
    "pipestatus",
    "reply",
    "status",
];
