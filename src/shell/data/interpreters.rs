//! Programs that run code.

use super::programs::Known;

/// Shells whose code is taken apart like the line itself.
pub(crate) const SHELLS: &[&str] = &[
    "sh", "bash", "rbash", "dash", "zsh", "ksh", "mksh", "ash", "yash",
    "posh", "ksh93", "lksh", "oksh", "pdksh", "hush",
];

/// Their option whose value is code, as a letter, and longer ones.
pub(crate) const SHELLS_OPTION: (&str, &[&str]) = ("c", &[]);

/// Shells of another grammar in which simple commands look the same.
pub(crate) const NEAR_SHELLS: &[&str] =
    &["fish", "csh", "tcsh", "nu", "xonsh", "elvish"];

/// An interpreter of another language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interpreter {
    /// Its name; a version number may follow.
    pub(crate) name: &'static str,
    /// Letters of options whose value is code.
    pub(crate) code: &'static str,
    /// Long options whose value is code, without dashes.
    pub(crate) long: &'static [&'static str],
    /// Whether it reads its program from standard input when it is given
    /// none.
    pub(crate) stdin: bool,
    /// Whether its operands are no scripts: options may stand behind them.
    pub(crate) opens: bool,
}

const fn row(
    name: &'static str,
    code: &'static str,
    long: &'static [&'static str],
    stdin: bool,
) -> Interpreter {
    Interpreter { name, code, long, stdin, opens: false }
}

/// A program that opens what its operands name: an editor, a debugger, a
/// database.
const fn opens(
    name: &'static str,
    code: &'static str,
    long: &'static [&'static str],
    stdin: bool,
) -> Interpreter {
    Interpreter { opens: true, ..row(name, code, long, stdin) }
}

/// Options of gdb that name commands or a file with such.
const GDB: &[&str] = &[
    "command",
    "early-init-command",
    "early-init-eval-command",
    "eval-command",
    "ex",
    "iex",
    "init-command",
    "init-eval-command",
    "ix",
];

/// Options of php whose value is code.
const PHP: &[&str] = &["process-begin", "process-code", "process-end", "run"];

/// Those of lldb.
const LLDB: &[&str] = &[
    "one-line",
    "one-line-before-file",
    "one-line-on-crash",
    "source",
    "source-before-file",
    "source-on-crash",
];

/// Interpreters of other languages; options from their manuals.
pub(crate) const INTERPRETERS: &[Interpreter] = &[
    row("python", "c", &[], true),
    row("pypy", "c", &[], true),
    // the launcher of Windows
    row("py", "c", &[], true),
    row("pyw", "c", &[], true),
    row("pythonw", "c", &[], true),
    row("python3-dbg", "c", &[], true),
    row("micropython", "c", &[], true),
    row("graalpy", "c", &[], true),
    row("jython", "c", &[], true),
    row("perl", "eE", &[], true),
    row("ruby", "e", &[], true),
    row("jruby", "e", &[], true),
    row("mruby", "e", &[], true),
    row("truffleruby", "e", &[], true),
    row("electron", "ep", &["eval", "print"], false),
    row("node", "ep", &["eval", "print"], true),
    row("nodejs", "ep", &["eval", "print"], true),
    row("deno", "", &["eval"], false),
    row("bun", "ep", &["eval", "print"], false),
    row("php", "rRBE", PHP, true),
    row("php-cgi", "", &[], true),
    row("lua", "e", &[], true),
    row("luajit", "e", &[], true),
    row("tclsh", "", &[], true),
    row("expect", "c", &[], true),
    row("osascript", "e", &[], true),
    row("pwsh", "ceC", &["command", "encodedcommand"], true),
    row("powershell", "ceC", &["command", "encodedcommand"], true),
    row("pwsh-preview", "ceC", &["command", "encodedcommand"], true),
    row("powershell_ise", "c", &["command"], true),
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
    opens("erl", "", &["eval"], false),
    row("swift", "e", &[], false),
    row("guile", "c", &[], true),
    opens("emacs", "", &["eval", "execute", "batch"], false),
    opens("vim", "cS", &["cmd", "remote-send", "remote-expr"], false),
    opens("vi", "cS", &["cmd"], false),
    opens("nvim", "clS", &["cmd", "remote-send", "remote-expr"], false),
    opens("nvr", "c", &["remote-send", "remote-expr"], false),
    opens("vifm", "c", &[], false),
    opens("lf", "", &["command"], false),
    opens("ranger", "", &["cmd"], false),
    opens("hive", "e", &[], false),
    opens("beeline", "e", &[], false),
    opens("pig", "e", &["execute"], false),
    opens("usql", "c", &["command"], false),
    opens("mycli", "e", &["execute"], false),
    opens("litecli", "e", &["execute"], false),
    opens("rvim", "cS", &["cmd"], false),
    opens("gvim", "cS", &["cmd"], false),
    opens("view", "cS", &["cmd"], false),
    opens("rview", "cS", &["cmd"], false),
    opens("vimdiff", "cS", &["cmd"], false),
    opens("emacsclient", "e", &["eval"], false),
    row("jrunscript", "e", &[], true),
    row("jshell", "", &[], true),
    row("kotlin", "e", &[], false),
    row("irb", "e", &[], true),
    row("pry", "e", &["exec"], true),
    row("rackup", "eb", &["builder", "eval"], false),
    row("rake", "epE", &["execute", "execute-print"], false),
    row("slsh", "e", &[], false),
    row("raku", "e", &[], true),
    row("crystal", "", &["eval"], false),
    opens("mongosh", "", &["eval"], true),
    opens("mongo", "", &["eval"], true),
    opens("duckdb", "", &["c", "cmd", "s"], false),
    opens("gnuplot", "e", &[], true),
    row("octave", "", &["eval"], true),
    row("octave-cli", "", &["eval"], true),
    row("maxima", "", &["batch-string", "run-string"], true),
    row("ipython", "c", &[], true),
    row("ghci", "e", &[], true),
    row("swipl", "gt", &["goal"], true),
    row("gprolog", "", &["query-goal", "entry-goal", "init-goal"], true),
    row("clisp", "x", &[], true),
    row("sbcl", "", &["eval"], true),
    row("racket", "e", &["eval"], true),
    row("csi", "epP", &["eval", "pretty-print", "print"], true),
    row("clojure", "e", &["eval"], true),
    row("clj", "e", &["eval"], true),
    row("bb", "e", &["eval"], true),
    row("iex", "e", &["eval", "rpc-eval"], true),
    row("ts-node", "ep", &["eval", "print"], true),
    row("tsx", "ep", &["eval", "print"], true),
    row("dc", "e", &["expression"], true),
    row("chef-apply", "e", &[], false),
    opens("mariadb", "e", &["execute", "init-command"], false),
    opens("ex", "cS", &["cmd"], false),
    row("ed", "", &[], true),
    opens("gdb", "x", GDB, false),
    opens("lldb", "oOkKsS", LLDB, false),
    opens("sqlite3", "", &["cmd"], false),
    opens("psql", "c", &["command"], false),
    opens("sqlplus", "", &[], true),
    opens("mysql", "e", &["execute", "init-command"], false),
    opens("lftp", "ec", &[], true),
    opens("gs", "c", &[], true),
    opens("ghostscript", "c", &[], true),
    opens("blender", "P", &["python", "python-expr"], false),
    opens("gimp", "b", &["batch"], false),
    opens("latexmk", "e", &[], false),
    row("scala-cli", "e", &[], false),
    row("amm", "c", &["code"], false),
    row("bpftrace", "e", &[], false),
    row("sage", "c", &[], true),
    row("gap", "c", &[], true),
    row("m4", "", &[], true),
    row("bpython", "c", &[], true),
    row("ptpython", "c", &[], true),
    row("wish", "", &[], true),
    row("runghc", "", &[], true),
    row("runhaskell", "", &[], true),
    row("ocaml", "e", &[], true),
    row("utop", "e", &[], true),
    row("coffee", "ep", &["eval", "print"], true),
    row("livescript", "ep", &["eval", "print"], true),
    row("lsc", "ep", &["eval", "print"], true),
    row("babel-node", "ep", &["eval", "print"], true),
    row("csharp", "e", &[], true),
    row("ecl", "", &["eval"], true),
    row("gosh", "eE", &[], true),
    row("chicken-csi", "epP", &["eval", "pretty-print", "print"], true),
    row("janet", "e", &[], true),
    row("fennel", "e", &["eval"], true),
    row("hy", "c", &[], true),
    row("nim", "", &["eval"], false),
    row("rust-script", "e", &["expr", "expression"], false),
    row("evcxr", "", &[], true),
    row("wolframscript", "", &["c", "code"], false),
    row("zx", "e", &["eval"], true),
    opens("kak", "e", &[], false),
    row("bc", "", &[], false),
];

/// Those of Python, under all its names.
pub(crate) const PYTHONS: &[&str] = &[
    "python",
    "pypy",
    "py",
    "pyw",
    "pythonw",
    "python3-dbg",
    "micropython",
    "graalpy",
    "jython",
];

/// Of an interpreter the options before its script that take the next word:
/// letters of short ones, and longer ones without dashes.
pub(crate) type Takes =
    (&'static [&'static str], &'static str, &'static [&'static str]);

const TAKES: &[Takes] = &[
    (PYTHONS, "WX", &["check-hash-based-pycs"]),
    (
        &["node", "nodejs", "ts-node", "tsx", "babel-node", "coffee", "zx"],
        "rCPO",
        &[
            "require",
            "import",
            "loader",
            "experimental-loader",
            "conditions",
            "env-file",
            "input-type",
            "title",
            "project",
            "compiler-options",
            "cwd",
            "tsconfig",
            "shell",
            "prefix",
        ],
    ),
    (
        &["bun", "deno"],
        "rc",
        &["cwd", "preload", "require", "import", "env-file", "config"],
    ),
    (
        &["ruby", "irb", "pry", "jruby", "mruby", "truffleruby"],
        "rIEC",
        &["encoding", "external-encoding"],
    ),
    (&["perl", "raku"], "I", &[]),
    (&["php"], "dczS", &["define", "php-ini", "zend-extension"]),
    (&["lua", "luajit"], "lj", &[]),
    (&["osascript"], "ls", &[]),
    (
        &["julia"],
        "LptCJH",
        &["load", "project", "threads", "procs", "sysimage"],
    ),
    (&["R", "Rscript"], "fg", &["file", "gui"]),
    (
        &["groovy", "scala", "kotlin", "jrunscript", "scala-cli"],
        "flDdJ",
        &["cp", "classpath", "class-path", "dep", "jar"],
    ),
    (&["elixir", "iex"], "rS", &["pa", "pz", "cookie", "sname", "name"]),
    (&["swift"], "IFLDl", &["sdk", "target"]),
    (&["racket"], "ltrkNISXCG", &["lib", "require", "collects"]),
    (&["guile"], "lLCx", &[]),
    (&["sbcl"], "", &["load", "core", "userinit", "sysinit"]),
    (&["ecl"], "", &["load", "norc"]),
    (&["clisp"], "iKMEmpB", &[]),
    (&["swipl", "gprolog"], "fsxlp", &[]),
    (&["clojure", "clj", "bb"], "", &["Sdeps", "cp", "classpath", "i"]),
    (&["rust-script"], "dx", &["dep", "extern", "toolchain-version"]),
    (&["csi", "chicken-csi", "gosh"], "RDIl", &["require-extension"]),
    (&["nim"], "", &["path"]),
    (&["octave", "octave-cli"], "p", &["path"]),
];

/// The options of this interpreter that take the next word.
pub(crate) fn takes(name: &str) -> Takes {
    let row = TAKES.iter().find(|row| row.0.contains(&name));
    row.copied().unwrap_or((&[], "", &[]))
}

/// Options with which an interpreter looks at a script and does not run it.
const CHECKS: &[(&str, &[&str])] = &[
    ("node", &["--check", "-c"]),
    ("nodejs", &["--check", "-c"]),
    ("perl", &["-c", "-wc", "-cw"]),
    ("php", &["--syntax-check", "-l"]),
    ("ruby", &["-c", "-wc", "-cw"]),
];

/// Whether an interpreter with this option only looks at a script.
pub(crate) fn only_checks(name: &str, option: &str) -> bool {
    CHECKS.iter().any(|row| row.0 == name && row.1.contains(&option))
}

/// Whether a byte may end the name of a program with a version.
pub(super) fn of_version(b: u8) -> bool {
    b.is_ascii_digit() || b == b'.' || b == b'-'
}

/// The name of a program without the version at its end: `python` of
/// `python3.12`.
pub(crate) fn without_version(name: &str) -> &str {
    let bytes = name.as_bytes();
    let last = bytes.iter().rposition(|&b| !of_version(b));
    name.get(..last.map_or(0, |last| last + 1)).unwrap_or(name)
}

/// Whether a program is given a script, whose own options stand behind it.
pub(crate) fn runs_scripts(program: &str) -> bool {
    let known = Known::of(program);
    let plain = without_version(program);
    (known.is_shell() || known.interpreter().is_some())
        && SCRIPTED.iter().any(|(name, _)| [program, plain].contains(name))
}

/// Interpreters that are given a script, whose own options stand behind it,
/// and the letters of theirs that take no word.
pub(crate) const SCRIPTED: &[(&str, &str)] = &[
    ("bash", "abefhiklmnprstuvxBCEHPT"),
    ("dash", "abefilmnsuvxCV"),
    ("ksh", "abefhiklmnprstuvxBCEGPX"),
    ("lua", "iE"),
    ("node", "c"),
    ("nodejs", "c"),
    ("perl", "acnpstuwTUWX"),
    ("php", "nq"),
    ("python", "bBdEhiIOPqRsSuvx"),
    ("ruby", "acnpsvw"),
    ("sh", "abefhiklmnprstuvxBCEHPT"),
    ("zsh", "abefhiklmnprstuvxBCEHPT"),
];

/// Options of these with which they are given code instead.
pub(crate) const GIVES_CODE: &[&str] = &["E", "c", "e", "eval", "r"];

/// Programs whose code is SQL, with commands of their own in it.
pub(crate) const SQL: &[&str] = &["psql", "mysql", "mariadb", "duckdb"];

/// What makes SQL do more than ask a database: the clients' own commands,
/// and those that run programs or use files.
pub(crate) const REACHES: &[&str] = &[
    "\\",
    "!",
    "`",
    "\n.",
    "system",
    "program",
    "copy",
    "load",
    "outfile",
    "dumpfile",
    "exec",
    "source",
    "tee",
    "pager",
    "edit",
    "extension",
    "language",
    "pg_read",
    "pg_write",
    "lo_import",
    "lo_export",
    "install",
    "attach",
    "import",
    "export",
];

/// Modules of Python that run the code among their words.
pub(crate) const CODE_MODULES: &[&str] =
    &["timeit", "pdb", "IPython", "ptpython", "ptipython", "bpython"];

/// Programs named like awk.
pub(crate) const AWKS: &[&str] =
    &["awk", "gawk", "mawk", "nawk", "original-awk", "igawk", "goawk"];
