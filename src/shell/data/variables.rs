//! Environment variables that matter when they stand before a command.

/// Setting these before a command cannot change which program runs or what
/// it loads. The runner's own list is not published; these are the names
/// that public text gives, and locale variables of the same kind.
pub(crate) const SAFE: &[&str] = &[
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
pub(crate) const POWERFUL: &[&str] = &[
    "PATH",
    "IFS",
    "ENV",
    "BASH_ENV",
    "SHELL",
    "SHELLOPTS",
    "BASHOPTS",
    "PS0",
    "PS1",
    "PS2",
    "PS4",
    "PROMPT_COMMAND",
    "CDPATH",
    "HOME",
    "GLOBIGNORE",
    "EDITOR",
    "FCEDIT",
    "VISUAL",
    "VIMINIT",
    "GVIMINIT",
    "EXINIT",
    "PAGER",
    "MANPAGER",
    "LESS",
    "LESSKEYIN",
    "MANOPT",
    "FZF_DEFAULT_OPTS",
    "RIPGREP_CONFIG_PATH",
    "BAT_CONFIG_PATH",
    "WGETRC",
    "CURL_HOME",
    "XDG_CONFIG_HOME",
    "CARGO_HOME",
    "RUSTDOC",
    "AR",
    "LD",
    "MAKE",
    "MAKEFILES",
    "PKG_CONFIG",
    "ANSIBLE_CONFIG",
    "ANSIBLE_SCP_EXTRA_ARGS",
    "ANSIBLE_SSH_ARGS",
    "ANSIBLE_SSH_COMMON_ARGS",
    "ANSIBLE_SSH_EXTRA_ARGS",
    "TF_CLI_CONFIG_FILE",
    "OPENSSL_MODULES",
    "PYTHONUSERBASE",
    "JAVA_OPTS",
    "ERL_AFLAGS",
    "ERL_FLAGS",
    "ERL_ZFLAGS",
    "ELIXIR_ERL_OPTIONS",
    "PHPRC",
    "PHP_INI_SCAN_DIR",
    "LUA_PATH",
    "LUA_CPATH",
    "JULIA_LOAD_PATH",
    "GTK_MODULES",
    "GOENV",
    "GOROOT",
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
    "BASH_ALIASES",
    "BASH_ARGV0",
    "BASH_CMDS",
    "PSDefaultParameterValues",
    "RSYNC_RSH",
    "RSYNC_CONNECT_PROG",
    "CVS_RSH",
    "SVN_SSH",
    "SVN_EDITOR",
    "HGEDITOR",
    "HGMERGE",
    "SSH_ASKPASS",
    "SUDO_ASKPASS",
    "SUDO_EDITOR",
    "TAR_OPTIONS",
    "BASH_LOADABLES_PATH",
    "PERL5DB",
    "PYTHONBREAKPOINT",
    "PYTHONWARNINGS",
    "RUSTFLAGS",
    "RUSTC_WORKSPACE_WRAPPER",
    "GOFLAGS",
    "_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "MAVEN_OPTS",
    "GRADLE_OPTS",
    "LUA_INIT",
    "R_PROFILE",
    "OPENSSL_CONF",
    "GCONV_PATH",
    "KUBE_EDITOR",
    "KUBECTL_EXTERNAL_DIFF",
    "SYSTEMD_EDITOR",
    "SYSTEMD_PAGER",
    "PSQL_PAGER",
    "PSQL_EDITOR",
    "AWS_PAGER",
    "GH_PAGER",
    "GH_EDITOR",
    "GH_BROWSER",
    "BAT_PAGER",
    "DELTA_PAGER",
];

/// The same for families of names.
pub(crate) const POWERFUL_PREFIXES: &[&str] = &[
    "LD_",
    "DYLD_",
    "GIT_",
    "BASH_FUNC_",
    "npm_config_",
    "NPM_CONFIG_",
    "LUA_INIT",
];

/// How names of variables end that hold a program or a command line.
const POWERFUL_ENDS: &[&str] = &[
    "_ASKPASS",
    "_BROWSER",
    "_COMMAND",
    "_EDITOR",
    "_LAUNCHER",
    "_LINKER",
    "PASSCOMMAND",
    "_PAGER",
    "_RSH",
    "_RUNNER",
    "_RUSTC",
    "_WRAPPER",
];

/// Variables of those families that name no program and no file.
const HARMLESS: &[&str] = &[
    "GIT_AUTHOR_DATE",
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_NAME",
    "GIT_COMMITTER_DATE",
    "GIT_COMMITTER_EMAIL",
    "GIT_COMMITTER_NAME",
    "GIT_CURL_VERBOSE",
    "GIT_LFS_SKIP_SMUDGE",
    "GIT_MERGE_AUTOEDIT",
    "GIT_OPTIONAL_LOCKS",
    "GIT_TERMINAL_PROMPT",
];

/// Tables of zsh that say what words mean.
pub(crate) const TABLES: &[&str] = &[
    "aliases",
    "commands",
    "dis_aliases",
    "dis_functions",
    "functions",
    "galiases",
    "saliases",
];

/// Whether setting `name` changes what later words mean.
pub(crate) fn powerful(name: &str) -> bool {
    POWERFUL.contains(&name)
        || POWERFUL_ENDS.iter().any(|end| name.ends_with(end))
        || POWERFUL_PREFIXES.iter().any(|p| name.starts_with(p))
            && !HARMLESS.contains(&name)
}

/// Whether a value names no program, or one that does nothing.
pub(crate) fn runs_nothing(value: &str) -> bool {
    matches!(
        value,
        "" | ":"
            | "0"
            | "1"
            | "cat"
            | "true"
            | "false"
            | "less"
            | "more"
            | "none"
    )
}

/// Whether a variable that names a program is set to a harmless one:
/// `PAGER=cat`, `GIT_EDITOR=true`, `CC=clang`.
pub(crate) fn usual(name: &str, value: &str) -> bool {
    let program = ["PAGER", "EDITOR", "BROWSER", "COMMAND", "RUNNER"]
        .iter()
        .any(|end| name.ends_with(end))
        || name == "VISUAL";
    let compiler =
        matches!(value, "cc" | "gcc" | "clang" | "c++" | "g++" | "clang++");
    let prompt = matches!(name, "PS0" | "PS1" | "PS2");
    let shown = matches!(name, "LESS" | "FZF_DEFAULT_OPTS");
    let acts = ["+", "-k", "bind", "preview", "become", "execute"];
    let tool = match name {
        "AR" => value.ends_with("ar"),
        "LD" => value.starts_with("ld") || value.ends_with("ld"),
        "MAKE" => value.ends_with("make"),
        "PKG_CONFIG" => value.ends_with("pkg-config"),
        _ => false,
    };
    tool && !value.contains(['/', ' '])
        || shown && !acts.iter().any(|act| value.contains(act))
        || is_java(name) && value.split(' ').all(of_machine)
        || prompt && !value.contains("$(") && !value.contains('`')
        || program && runs_nothing(value)
        || name == "NODE_OPTIONS" && value.split(' ').all(sizes)
        || matches!(name, "CC" | "CXX") && compiler
}

/// Whether a variable holds options of Java.
fn is_java(name: &str) -> bool {
    matches!(
        name,
        "JAVA_OPTS"
            | "MAVEN_OPTS"
            | "GRADLE_OPTS"
            | "JAVA_TOOL_OPTIONS"
            | "JDK_JAVA_OPTIONS"
            | "_JAVA_OPTIONS"
    )
}

/// Whether an option of Java sets a size or a property.
fn of_machine(option: &str) -> bool {
    let option = option.trim_matches(['"', '\'']);
    let starts = ["-Xm", "-Xs", "-XX:Max", "-Dfile.encoding", "-Duser."];
    option.is_empty() || starts.iter().any(|start| option.starts_with(start))
}

/// Whether an option of node loads nothing.
fn sizes(option: &str) -> bool {
    let option = option.trim_matches(['"', '\'']);
    let name = option.split('=').next().unwrap_or("");
    matches!(
        name,
        "" | "--max-old-space-size"
            | "--max_old_space_size"
            | "--no-warnings"
            | "--no-deprecation"
            | "--trace-warnings"
            | "--trace-deprecation"
            | "--enable-source-maps"
            | "--openssl-legacy-provider"
            | "--experimental-vm-modules"
            | "--throw-deprecation"
            | "--preserve-symlinks"
    )
}

/// Variables whose value is a file that a program reads: what it cannot
/// make sense of it prints.
pub(crate) const READ: &[&str] = &[
    "BASH_ENV",
    "ENV",
    "GIT_CONFIG",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "HISTFILE",
    "INPUTRC",
];

/// Builtins that run the substitutions in the name of a variable.
pub(super) const NAMING: &[&str] = &[
    "[[",
    "[",
    "test",
    "printf",
    "read",
    "unset",
    "let",
    "((",
    "declare",
    "typeset",
    "local",
    "export",
    "readonly",
    "mapfile",
    "readarray",
    "getopts",
    "wait",
];
