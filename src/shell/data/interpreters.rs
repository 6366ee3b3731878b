//! Programs that run code.

/// Shells whose code is taken apart like the line itself.
pub(in crate::shell) const SHELLS: &[&str] = &[
    "sh", "bash", "rbash", "dash", "zsh", "ksh", "mksh", "ash", "yash", "posh",
];

/// Shells of another grammar in which simple commands look the same.
pub(in crate::shell) const NEAR_SHELLS: &[&str] =
    &["fish", "csh", "tcsh", "nu", "xonsh", "elvish"];

/// An interpreter of another language.
#[derive(Clone, Copy, Debug)]
pub(in crate::shell) struct Interpreter {
    /// Its name; a version number may follow.
    pub(in crate::shell) name: &'static str,
    /// Letters of options whose value is code.
    pub(in crate::shell) code: &'static str,
    /// Long options whose value is code, without dashes.
    pub(in crate::shell) long: &'static [&'static str],
    /// Whether it reads its program from standard input when it is given
    /// none.
    pub(in crate::shell) stdin: bool,
}

const fn row(
    name: &'static str,
    code: &'static str,
    long: &'static [&'static str],
    stdin: bool,
) -> Interpreter {
    Interpreter { name, code, long, stdin }
}

/// Interpreters of other languages; options from their manuals.
pub(in crate::shell) const INTERPRETERS: &[Interpreter] = &[
    row("python", "c", &[], true),
    row("pypy", "c", &[], true),
    row("perl", "eE", &[], true),
    row("ruby", "e", &[], true),
    row("node", "ep", &["eval", "print"], true),
    row("nodejs", "ep", &["eval", "print"], true),
    row("deno", "", &["eval"], false),
    row("bun", "ep", &["eval", "print"], false),
    row("php", "rRBE", &["run"], true),
    row("lua", "e", &[], true),
    row("luajit", "e", &[], true),
    row("tclsh", "", &[], true),
    row("expect", "c", &[], true),
    row("osascript", "e", &[], true),
    row("pwsh", "ceC", &["command", "encodedcommand"], true),
    row("powershell", "ceC", &["command", "encodedcommand"], true),
    row("cmd", "", &[], false),
    row("fish", "cC", &["command", "init-command"], true),
    row("nu", "c", &["commands"], true),
    row("elvish", "c", &[], true),
    row("xonsh", "c", &[], true),
    row("csh", "c", &[], true),
    row("tcsh", "c", &[], true),
    row("R", "e", &[], true),
    row("Rscript", "e", &[], false),
    row("julia", "eE", &["eval", "print"], true),
    row("ghc", "e", &[], false),
    row("scala", "e", &[], false),
    row("groovy", "e", &[], false),
    row("elixir", "e", &["eval", "rpc-eval"], false),
    row("erl", "", &["eval"], false),
    row("swift", "e", &[], false),
    row("guile", "c", &[], true),
    row("emacs", "", &["eval", "execute", "batch"], false),
    row("vim", "cS", &["cmd"], false),
    row("vi", "cS", &["cmd"], false),
    row("nvim", "clS", &["cmd"], false),
    row("ex", "cS", &["cmd"], false),
    row("ed", "", &[], true),
    row("gdb", "x", &["ex", "eval-command", "command"], false),
    row("lldb", "oOsS", &["one-line"], false),
    row("sqlite3", "", &["cmd"], false),
    row("psql", "c", &["command"], false),
    row("mysql", "e", &["execute"], false),
    row("m4", "", &[], true),
    row("bc", "", &[], false),
];

/// The row of a program; `python3.12` finds `python`.
pub(in crate::shell) fn find(name: &str) -> Option<&'static Interpreter> {
    let versioned = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let short = name.trim_end_matches(versioned);
    INTERPRETERS.iter().find(|row| row.name == name || row.name == short)
}

/// Programs named like awk.
pub(in crate::shell) const AWKS: &[&str] =
    &["awk", "gawk", "mawk", "nawk", "original-awk", "igawk"];
