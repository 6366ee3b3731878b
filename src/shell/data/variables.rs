//! Environment variables that matter when they stand before a command.

/// Setting these before a command cannot change which program runs or what
/// it loads. The runner's own list is not published; these are the names
/// that public text gives, and locale variables of the same kind.
pub(in crate::shell) const SAFE: &[&str] = &[
    "NODE_ENV",
    "LANG",
    "LANGUAGE",
    "TZ",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "LINES",
    "TERM",
    "COLORTERM",
    "CI",
    "LC_ALL",
    "LC_COLLATE",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LC_MONETARY",
    "LC_NUMERIC",
    "LC_TIME",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "PYTHONUNBUFFERED",
    "PYTHONDONTWRITEBYTECODE",
];

/// Setting one of these changes what later words mean: where programs and
/// libraries are found, what shells read at start, how words are cut
/// (manuals of bash, ld.so, git, python, node, perl, ruby, java).
pub(in crate::shell) const POWERFUL: &[&str] = &[
    "PATH",
    "IFS",
    "ENV",
    "BASH_ENV",
    "SHELL",
    "SHELLOPTS",
    "BASHOPTS",
    "PS4",
    "PROMPT_COMMAND",
    "CDPATH",
    "HOME",
    "GLOBIGNORE",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "MANPAGER",
    "LESSOPEN",
    "LESSCLOSE",
    "BROWSER",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "PYTHONHOME",
    "PERL5LIB",
    "PERL5OPT",
    "RUBYLIB",
    "RUBYOPT",
    "JAVA_TOOL_OPTIONS",
    "CLASSPATH",
    "RUSTC_WRAPPER",
    "RUSTC",
    "CC",
    "CXX",
    "MAKEFLAGS",
    "ZDOTDIR",
    "FPATH",
    "BASH_ARGV0",
    "PSDefaultParameterValues",
];

/// The same for families of names.
pub(in crate::shell) const POWERFUL_PREFIXES: &[&str] =
    &["LD_", "DYLD_", "GIT_", "BASH_FUNC_", "npm_config_"];

/// Whether setting `name` changes what later words mean.
pub(in crate::shell) fn powerful(name: &str) -> bool {
    POWERFUL.contains(&name)
        || POWERFUL_PREFIXES.iter().any(|p| name.starts_with(p))
}
