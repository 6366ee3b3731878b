//! PowerShell: what runs code or changes what later words mean.

/// Commands whose words are, or hold, code that is not taken apart.
pub(crate) const RUNS_CODE: &[&str] = &[
    "invoke-expression",
    "invoke-command",
    "invoke-history",
    "invoke-item",
    "start-process",
    "start-job",
    "add-type",
    "new-object",
    "invoke-cimmethod",
    "invoke-wmimethod",
    "new-scheduledtaskaction",
    "new-service",
    "register-engineevent",
    "register-objectevent",
    "register-scheduledjob",
    "register-scheduledtask",
    "register-wmievent",
    "set-scheduledtask",
    "set-service",
    "start-scheduledtask",
    "start-threadjob",
    // programs of Windows that run others, or load what runs
    "cscript",
    "forfiles",
    "installutil",
    "mshta",
    "msiexec",
    "psexec",
    "psexec64",
    "pcalua",
    "conhost",
    "regsvr32",
    "rundll32",
    "runas",
    "schtasks",
    "winrs",
    "wmic",
    "wscript",
];

/// Commands that change what later words mean.
pub(crate) const STATE: &[&str] =
    &["set-alias", "new-alias", "import-alias", "import-module", "set-item"];

/// Programs that run code given in their words.
pub(crate) const SHELLS: &[&str] = &[
    "powershell",
    "powershell_ise",
    "pwsh",
    "pwsh-preview",
    "cmd",
    "bash",
    "sh",
    "wsl",
];

/// How the names of methods start that change something or run code.
pub(crate) const ACTS: &[&str] = &[
    "append",
    "clear",
    "close",
    "copyto",
    "create",
    "decrypt",
    "delete",
    "drop",
    "encrypt",
    "exec",
    "format",
    "install",
    "invoke",
    "kill",
    "move",
    "put",
    "remove",
    "rename",
    "replace",
    "restart",
    "run",
    "save",
    "set",
    "shutdown",
    "start",
    "stop",
    "terminate",
    "truncate",
    "uninstall",
    "write",
];

/// What a cmdlet does with the files that its words name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Reads them.
    Reads,
    /// Writes, moves or removes them.
    Writes,
    /// Reads some, writes others.
    Both,
    /// Reads what `-InFile` names, writes what `-OutFile` names.
    Options,
    /// Takes no files.
    None,
}

/// Cmdlets, in lower case.
pub(crate) const USES: &[(&str, Use)] = &[
    ("add-content", Use::Writes),
    ("clear-content", Use::Writes),
    ("clear-item", Use::Writes),
    ("compare-object", Use::None),
    ("compress-archive", Use::Both),
    ("copy-item", Use::Both),
    ("expand-archive", Use::Both),
    ("export-clixml", Use::Writes),
    ("export-csv", Use::Writes),
    ("foreach-object", Use::None),
    ("format-hex", Use::Reads),
    ("format-list", Use::None),
    ("format-table", Use::None),
    ("get-childitem", Use::None),
    ("get-command", Use::None),
    ("get-content", Use::Reads),
    ("get-date", Use::None),
    ("get-filehash", Use::Reads),
    ("get-help", Use::None),
    ("get-item", Use::None),
    ("get-location", Use::None),
    ("get-process", Use::None),
    ("group-object", Use::None),
    ("import-clixml", Use::Reads),
    ("import-csv", Use::Reads),
    ("import-powershelldatafile", Use::Reads),
    ("invoke-item", Use::Reads),
    ("invoke-restmethod", Use::Options),
    ("invoke-webrequest", Use::Options),
    ("measure-object", Use::None),
    ("move-item", Use::Both),
    ("new-item", Use::Writes),
    ("out-file", Use::Writes),
    ("out-null", Use::None),
    ("pop-location", Use::None),
    ("push-location", Use::None),
    ("remove-item", Use::Writes),
    ("rename-item", Use::Both),
    ("resolve-path", Use::None),
    ("select-object", Use::None),
    ("select-string", Use::Reads),
    ("set-acl", Use::Writes),
    ("set-content", Use::Writes),
    ("set-itemproperty", Use::Writes),
    ("set-location", Use::None),
    ("sort-object", Use::None),
    ("split-path", Use::None),
    ("start-transcript", Use::Writes),
    ("tee-object", Use::Writes),
    ("test-path", Use::None),
    ("unblock-file", Use::Writes),
    ("where-object", Use::None),
    ("write-error", Use::None),
    ("write-host", Use::None),
    ("write-output", Use::None),
    ("write-warning", Use::None),
];

/// What is known about a cmdlet's words.
pub(crate) fn uses(cmdlet: &str) -> Option<Use> {
    let row = USES.iter().find(|row| row.0.eq_ignore_ascii_case(cmdlet));
    row.map(|row| row.1)
}

/// Cmdlets that give files to those behind the pipe.
pub(crate) const LISTS: &[&str] = &[
    "convert-path",
    "get-childitem",
    "get-item",
    "join-path",
    "resolve-path",
];

/// Cmdlets that what is piped into them are the files for, whatever gives
/// it; those that write what is piped in go by their words alone.
pub(crate) const PIPED: &[&str] = &[
    "clear-item",
    "copy-item",
    "get-filehash",
    "move-item",
    "remove-item",
    "rename-item",
];

/// Cmdlets that take things which are files from the pipe, no texts.
pub(crate) const TAKES_THINGS: &[&str] = &["clear-content", "get-content"];

/// Cmdlets that write what is piped into them, into files that their words
/// name, or else their input.
pub(crate) const SINKS: &[&str] = &[
    "add-content",
    "export-clixml",
    "export-csv",
    "out-file",
    "set-content",
    "start-transcript",
    "tee-object",
];

/// How the names of members start that open or read a file.
pub(crate) const OPENS: &[&str] = &["copyto", "decrypt", "open", "read"];

/// Methods of things that may be files, with whether they change one.
pub(crate) const METHODS: &[(&str, bool)] = &[
    ("appendtext", true),
    ("copyfile", true),
    ("copyto", false),
    ("createtext", true),
    ("decrypt", true),
    ("delete", true),
    ("deletefile", true),
    ("deletefolder", true),
    ("downloadfile", true),
    ("downloadfiletaskasync", true),
    ("encrypt", true),
    ("extracttofile", true),
    ("load", false),
    ("movefile", true),
    ("moveto", true),
    ("open", false),
    ("openread", false),
    ("opentext", false),
    ("opentextfile", false),
    ("openwrite", true),
    ("save", true),
    ("uploadfile", false),
];

/// What the name of a type holds that deals with files.
pub(crate) const FILE_TYPES: &[&str] =
    &["directory", "drive", "file", "io.", "stream", "zip"];

/// The same of types that do not.
pub(crate) const OTHER_TYPES: &[&str] = &[
    "io.path",
    "memorystream",
    "stringreader",
    "stringwriter",
    "compressionl",
    "profile",
];

/// What a line of PowerShell names the home by.
pub(crate) const HOMES: &[&str] = &[
    "$HOME",
    "${HOME}",
    "$env:HOME",
    "${env:HOME}",
    "$env:USERPROFILE",
    "${env:USERPROFILE}",
];

/// What it names the directories of the system by, and where these lie.
pub(crate) const SYSTEM: &[(&str, &str)] = &[
    ("$env:SystemDrive", ""),
    ("$env:HOMEDRIVE", ""),
    ("$env:SystemRoot", "/Windows"),
    ("$env:windir", "/Windows"),
    ("$env:ProgramFiles", "/Program Files"),
    ("$env:ProgramData", "/ProgramData"),
];

/// The drives that hold no files: `Env:X`, `HKCU:\X`.
pub(crate) const NO_FILES: &[&str] = &[
    "alias", "cert", "env", "function", "hkcc", "hkcr", "hkcu", "hklm", "hku",
    "variable", "wsman",
];

/// What prints the current directory, or one above it.
pub(crate) const PRINTS_HERE: &[&str] =
    &["$pwd", "get-location", "gl", "git rev-parse --show-toplevel", "pwd"];

/// What chooses among the files that are listed.
pub(crate) const CHOOSES: &[&str] =
    &["-exclude", "-filter", "-include", "-name"];

/// What stands in front of the name of a variable: where it is known, or
/// what it is.
pub(crate) const SCOPES: &[&str] = &[
    "env", "function", "global", "local", "private", "script", "using",
    "variable", "workflow",
];

/// Words of a line that may go to another directory, or run what may.
pub(crate) const GOES: &[&str] = &[
    "alias",
    "cd",
    "chdir",
    "currentdirectory",
    "executioncontext",
    "icm",
    "iex",
    "ii",
    "invoke",
    "ipmo",
    "location",
    "module",
    "nal",
    "popd",
    "psdrive",
    "pushd",
    "sal",
    "scriptblock",
    "sl",
    "using",
];

/// What makes no links and runs nothing, but in brackets among its words.
pub(crate) const LOOKS: &[&str] = &[
    "findstr",
    "format-list",
    "format-table",
    "get-childitem",
    "get-content",
    "get-date",
    "get-filehash",
    "get-item",
    "get-location",
    "measure-object",
    "out-host",
    "out-null",
    "out-string",
    "pop-location",
    "push-location",
    "remove-item",
    "resolve-path",
    "select-object",
    "select-string",
    "set-location",
    "sort-object",
    "split-path",
    "test-path",
    "write-host",
    "write-output",
];
