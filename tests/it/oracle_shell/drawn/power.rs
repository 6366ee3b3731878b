//! The same for PowerShell, which nobody asks whether the lines do what they
//! should: each way is one of its own documentation.

use super::Ways;

const POWERSHELL: Ways = Ways {
    tool: "PowerShell",
    plain: &["'{w}'", "\"{w}\""],
    words: &[
        ("${v} = {w}", "${v}"),
        ("${v} = {w}", "\"${v}\""),
        ("${v} = {w}", "\"$(${v})\""),
        ("${v} = {w}", "${{v}}"),
        ("${v} = ''; ${v} += {w}", "${v}"),
        ("$q, ${v} = 'q', {w}", "${v}"),
        ("${v} = @('q', {w})", "${v}[1]"),
        ("${v} = @{ k = {w} }", "${v}.k"),
        ("$env:{v} = {w}", "$env:{v}"),
        ("$global:{v} = {w}", "$global:{v}"),
        ("[string]${v} = {w}", "${v}"),
        ("${v} = if ($true) { {w} }", "${v}"),
        ("Set-Variable {v} ({w})", "${v}"),
        ("foreach (${v} in {w}) { }", "${v}"),
        ("function f{v} { {w} }", "(f{v})"),
        ("", "({w})"),
        ("", "$({w})"),
        ("", "({w} + '')"),
        ("", "('{0}' -f {w})"),
        ("", "(-join {w})"),
        ("", "(({w} + 'Q') -replace 'Q')"),
        ("", "(echo ({w}))"),
        ("", "(& { {w} })"),
        ("", "([string]{w})"),
        ("", "@'\n{w}\n'@.Trim([char]39, [char]34)"),
    ],
    places: &[
        "iex {q}",
        "{q} | Invoke-Expression",
        "& { {l} }",
        ". { {l}\n}",
        "if ($true) { {l} }",
        "foreach ($i in 1) { {l} }",
        "while ($true) { {l}; break }",
        "try { {l} } catch { }",
        "switch (1) { 1 { {l} } }",
        "function g { {l} }; g",
        "$c = { {l} }; & $c",
        "{ {l} }.Invoke()",
        "icm { {l} }",
        "Start-Job { {l} }",
        "1 | % { {l} }",
        "(1).ForEach({ {l} })",
        "$x = $({l})",
        "@({l})",
        "echo \"$({l})\"",
        "powershell -c {q}",
        "pwsh -NoProfile -Command { {l} }",
        "& ([scriptblock]::Create({q}))",
        "$s = {q}; iex $s",
        "function h($c) { iex $c }; h {q}",
        "{q} > s.ps1; . ./s.ps1",
        "Set-Content s.ps1 {q}; ./s.ps1",
        "{q} | sc s.ps1; & .\\s.ps1",
    ],
    wrappers: &["& ", ". "],
    quote: "''",
};

#[test]
fn no_way_to_run_a_cmdlet_passes_a_guard_on_it() {
    let deny = "PowerShell(Remove-Item *)";
    let missed = POWERSHELL.missed(deny, "del", "x");
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn no_way_to_read_a_file_passes_a_guard_on_it() {
    let missed = POWERSHELL.missed("Read(.env)", "gc", ".env");
    assert!(missed.is_empty(), "{missed:#?}");
}
