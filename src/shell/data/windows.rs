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

/// The name of the program: behind the last slash, before `.exe`.
pub(crate) fn power_base(name: &str) -> &str {
    let start = name.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let base = name.get(start..).unwrap_or(name);
    let base = if base.is_empty() { name } else { base };
    let cut = base.len().saturating_sub(4);
    match (base.get(..cut), base.get(cut..)) {
        (Some(stem), Some(end))
            if !stem.is_empty()
                && [".exe", ".com", ".cmd", ".bat"]
                    .iter()
                    .any(|ending| end.eq_ignore_ascii_case(ending)) =>
        {
            stem
        }
        _ => base,
    }
}
