//! PowerShell: what runs code or changes what later words mean.

/// Commands whose words are, or hold, code that is not taken apart.
pub(in crate::shell) const RUNS_CODE: &[&str] = &[
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
pub(in crate::shell) const STATE: &[&str] =
    &["set-alias", "new-alias", "import-alias", "import-module", "set-item"];

/// Programs that run code given in their words.
pub(in crate::shell) const SHELLS: &[&str] =
    &["powershell", "pwsh", "cmd", "bash", "sh", "wsl"];

/// How the names of methods start that change something or run code.
pub(in crate::shell) const ACTS: &[&str] = &[
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
pub(in crate::shell) enum Use {
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
pub(in crate::shell) const USES: &[(&str, Use)] = &[
    ("add-content", Use::Writes),
    ("clear-content", Use::Writes),
    ("clear-item", Use::Writes),
    ("compare-object", Use::Reads),
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
    ("set-location", Use::None),
    ("sort-object", Use::None),
    ("split-path", Use::None),
    ("start-transcript", Use::Writes),
    ("tee-object", Use::Writes),
    ("test-path", Use::None),
    ("where-object", Use::None),
    ("write-error", Use::None),
    ("write-host", Use::None),
    ("write-output", Use::None),
    ("write-warning", Use::None),
];

/// What is known about a cmdlet's words.
pub(in crate::shell) fn uses(cmdlet: &str) -> Option<Use> {
    let row = USES.iter().find(|row| row.0.eq_ignore_ascii_case(cmdlet));
    row.map(|row| row.1)
}

/// Cmdlets that give files to those behind the pipe.
pub(in crate::shell) const LISTS: &[&str] = &[
    "convert-path",
    "get-childitem",
    "get-item",
    "join-path",
    "resolve-path",
];
