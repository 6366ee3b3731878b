//! Short names of cmdlets.
//!
//! The aliases that PowerShell 7 and Windows PowerShell 5.1 define
//! themselves (`Get-Alias`), and the functions `cd..`, `cd\\`, `mkdir` that
//! stand for a cmdlet. On Linux and macOS PowerShell leaves out those that
//! hide a program (`ls`, `rm`, `cat`); a rule means the same there.

/// Alias and cmdlet, by alias.
const ALIASES: [(&str, &str); 149] = [
    ("%", "ForEach-Object"),
    ("?", "Where-Object"),
    ("ac", "Add-Content"),
    ("cat", "Get-Content"),
    ("cd", "Set-Location"),
    ("cd..", "Set-Location"),
    ("cd\\", "Set-Location"),
    ("cd~", "Set-Location"),
    ("chdir", "Set-Location"),
    ("clc", "Clear-Content"),
    ("clear", "Clear-Host"),
    ("clhy", "Clear-History"),
    ("cli", "Clear-Item"),
    ("clp", "Clear-ItemProperty"),
    ("cls", "Clear-Host"),
    ("clv", "Clear-Variable"),
    ("cnsn", "Connect-PSSession"),
    ("compare", "Compare-Object"),
    ("copy", "Copy-Item"),
    ("cp", "Copy-Item"),
    ("cpi", "Copy-Item"),
    ("cpp", "Copy-ItemProperty"),
    ("curl", "Invoke-WebRequest"),
    ("cvpa", "Convert-Path"),
    ("dbp", "Disable-PSBreakpoint"),
    ("del", "Remove-Item"),
    ("diff", "Compare-Object"),
    ("dir", "Get-ChildItem"),
    ("dnsn", "Disconnect-PSSession"),
    ("ebp", "Enable-PSBreakpoint"),
    ("echo", "Write-Output"),
    ("epal", "Export-Alias"),
    ("epcsv", "Export-Csv"),
    ("erase", "Remove-Item"),
    ("etsn", "Enter-PSSession"),
    ("exsn", "Exit-PSSession"),
    ("fc", "Format-Custom"),
    ("fhx", "Format-Hex"),
    ("fl", "Format-List"),
    ("foreach", "ForEach-Object"),
    ("ft", "Format-Table"),
    ("fw", "Format-Wide"),
    ("gal", "Get-Alias"),
    ("gbp", "Get-PSBreakpoint"),
    ("gc", "Get-Content"),
    ("gcb", "Get-Clipboard"),
    ("gci", "Get-ChildItem"),
    ("gcm", "Get-Command"),
    ("gcs", "Get-PSCallStack"),
    ("gdr", "Get-PSDrive"),
    ("gerr", "Get-Error"),
    ("ghy", "Get-History"),
    ("gi", "Get-Item"),
    ("gin", "Get-ComputerInfo"),
    ("gjb", "Get-Job"),
    ("gl", "Get-Location"),
    ("gm", "Get-Member"),
    ("gmo", "Get-Module"),
    ("gp", "Get-ItemProperty"),
    ("gps", "Get-Process"),
    ("gpv", "Get-ItemPropertyValue"),
    ("group", "Group-Object"),
    ("gsn", "Get-PSSession"),
    ("gsv", "Get-Service"),
    ("gtz", "Get-TimeZone"),
    ("gu", "Get-Unique"),
    ("gv", "Get-Variable"),
    ("gwmi", "Get-WmiObject"),
    ("h", "Get-History"),
    ("history", "Get-History"),
    ("icm", "Invoke-Command"),
    ("iex", "Invoke-Expression"),
    ("ihy", "Invoke-History"),
    ("ii", "Invoke-Item"),
    ("ipal", "Import-Alias"),
    ("ipcsv", "Import-Csv"),
    ("ipmo", "Import-Module"),
    ("irm", "Invoke-RestMethod"),
    ("iwmi", "Invoke-WmiMethod"),
    ("iwr", "Invoke-WebRequest"),
    ("kill", "Stop-Process"),
    ("ls", "Get-ChildItem"),
    ("man", "Get-Help"),
    ("md", "New-Item"),
    ("measure", "Measure-Object"),
    ("mi", "Move-Item"),
    ("mkdir", "New-Item"),
    ("mount", "New-PSDrive"),
    ("move", "Move-Item"),
    ("mp", "Move-ItemProperty"),
    ("mv", "Move-Item"),
    ("nal", "New-Alias"),
    ("ndr", "New-PSDrive"),
    ("ni", "New-Item"),
    ("nmo", "New-Module"),
    ("nsn", "New-PSSession"),
    ("nv", "New-Variable"),
    ("ogv", "Out-GridView"),
    ("oh", "Out-Host"),
    ("popd", "Pop-Location"),
    ("ps", "Get-Process"),
    ("pushd", "Push-Location"),
    ("pwd", "Get-Location"),
    ("r", "Invoke-History"),
    ("rbp", "Remove-PSBreakpoint"),
    ("rcjb", "Receive-Job"),
    ("rcsn", "Receive-PSSession"),
    ("rd", "Remove-Item"),
    ("rdr", "Remove-PSDrive"),
    ("ren", "Rename-Item"),
    ("ri", "Remove-Item"),
    ("rjb", "Remove-Job"),
    ("rm", "Remove-Item"),
    ("rmdir", "Remove-Item"),
    ("rmo", "Remove-Module"),
    ("rni", "Rename-Item"),
    ("rnp", "Rename-ItemProperty"),
    ("rp", "Remove-ItemProperty"),
    ("rsn", "Remove-PSSession"),
    ("rv", "Remove-Variable"),
    ("rvpa", "Resolve-Path"),
    ("sajb", "Start-Job"),
    ("sal", "Set-Alias"),
    ("saps", "Start-Process"),
    ("sasv", "Start-Service"),
    ("sbp", "Set-PSBreakpoint"),
    ("sc", "Set-Content"),
    ("scb", "Set-Clipboard"),
    ("select", "Select-Object"),
    ("set", "Set-Variable"),
    ("shcm", "Show-Command"),
    ("si", "Set-Item"),
    ("sl", "Set-Location"),
    ("sleep", "Start-Sleep"),
    ("sls", "Select-String"),
    ("sort", "Sort-Object"),
    ("sp", "Set-ItemProperty"),
    ("spjb", "Stop-Job"),
    ("spps", "Stop-Process"),
    ("spsv", "Stop-Service"),
    ("start", "Start-Process"),
    ("stz", "Set-TimeZone"),
    ("sv", "Set-Variable"),
    ("tee", "Tee-Object"),
    ("type", "Get-Content"),
    ("wget", "Invoke-WebRequest"),
    ("where", "Where-Object"),
    ("wjb", "Wait-Job"),
    ("write", "Write-Output"),
];

/// The aliases that are programs of other systems, too.
const PROGRAMS: [&str; 14] = [
    "cat", "cp", "curl", "diff", "kill", "ls", "mkdir", "mv", "ps", "rm",
    "rmdir", "sleep", "tee", "wget",
];

/// The programs of other systems that do what a cmdlet does, as its aliases
/// say.
pub(crate) fn programs(name: &str) -> impl Iterator<Item = &'static str> {
    let fetches = name.eq_ignore_ascii_case("invoke-restmethod");
    let same = move |alias: &&str| {
        cmdlet(alias).eq_ignore_ascii_case(name)
            || fetches && matches!(*alias, "curl" | "wget")
    };
    PROGRAMS.into_iter().filter(same)
}

/// The modules that cmdlets may be named with.
const MODULES: [&str; 2] = ["microsoft.powershell.", "microsoft.wsman."];

/// The cmdlet that the first word of a command or rule stands for; the word
/// itself if it is no alias. Case does not count; a module in front is left
/// out (`Microsoft.PowerShell.Management\\Remove-Item`).
pub fn cmdlet(word: &str) -> &str {
    let word = without_module(word);
    let mut lower = [0u8; 8];
    let Some(lower) = lower.get_mut(..word.len()) else { return word };
    lower.copy_from_slice(word.as_bytes());
    lower.make_ascii_lowercase();
    let row = ALIASES.binary_search_by(|(a, _)| a.as_bytes().cmp(lower));
    let found = row.ok().and_then(|row| ALIASES.get(row));
    found.map_or(word, |&(_, cmdlet)| cmdlet)
}

fn without_module(word: &str) -> &str {
    let Some((module, name)) = word.rsplit_once('\\') else { return word };
    let known = MODULES.iter().any(|known| {
        let start = module.get(..known.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(known))
    });
    if known { name } else { word }
}

#[cfg(test)]
mod tests {
    use super::{ALIASES, cmdlet};

    #[test]
    fn aliases_stand_for_cmdlets() {
        for (word, expected) in [
            ("rm", "Remove-Item"),
            ("RM", "Remove-Item"),
            ("gci", "Get-ChildItem"),
            ("%", "ForEach-Object"),
            ("foreach", "ForEach-Object"),
            ("Remove-Item", "Remove-Item"),
            ("git", "git"),
            ("", ""),
            ("Microsoft.PowerShell.Management\\Remove-Item", "Remove-Item"),
            (".\\rm", ".\\rm"),
        ] {
            assert_eq!(cmdlet(word), expected, "{word}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_short() {
        assert!(ALIASES.is_sorted());
        assert!(ALIASES.iter().all(|(alias, _)| alias.len() <= 8));
    }
}
