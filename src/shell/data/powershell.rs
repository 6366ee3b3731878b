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
];

/// Commands that change what later words mean.
pub(in crate::shell) const STATE: &[&str] =
    &["set-alias", "new-alias", "import-alias", "import-module", "set-item"];

/// Programs that run code given in their words.
pub(in crate::shell) const SHELLS: &[&str] =
    &["powershell", "pwsh", "cmd", "bash", "sh", "wsl", "python", "node"];
