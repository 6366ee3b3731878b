//! The shells of Windows.

/// How PowerShell is called.
const POWERSHELL: [&str; 4] =
    ["powershell", "powershell_ise", "pwsh", "pwsh-preview"];

/// Whether a program runs lines of PowerShell or of `cmd`.
pub(crate) fn is_shell(name: &str) -> bool {
    name == "cmd" || POWERSHELL.contains(&name)
}

/// Whether a word of `cmd` says that a command line follows: `/c`, `/k`,
/// `//c` where paths are rewritten, `/q/c`.
pub(crate) fn runs_line(text: &str) -> bool {
    text.starts_with('/')
        && text
            .split('/')
            .any(|option| matches!(option, "c" | "C" | "k" | "K" | "r" | "R"))
}
