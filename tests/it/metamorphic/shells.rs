//! What is stopped stays so within other lines of PowerShell, in zsh, beside
//! other fields, and where a path is written in another way.

use serde_json::{Value, json};

use super::{Asking, SEEDS, Seed, command, settle, strictness};

/// Lines of PowerShell that run the line `@`.
const POWER: &[&str] = &[
    "& { @ }",
    ". { @ }",
    "if ($true) { @ }",
    "if (@) { }",
    "Get-Date; @",
    "Get-Date\n@\nGet-Date",
    "$x = @",
    "$x = $( @ )",
    "(@)",
    "\"$( @ )\"",
    "try { throw } catch { @ }",
    "try { } finally { @ }",
    "foreach ($i in 1) { @ }",
    "do { @ } while ($false)",
    "switch (1) { 1 { @ } }",
    "1 | % { @ }",
    "1 | where { @ }",
    "Start-Job { @ }",
    "icm { @ }",
    "function f { @ }; f",
    "Get-Date && @",
    "@ | Out-Null",
    "[void](@)",
    "@ > $null",
    "return @",
    "{ @ }.Invoke()",
    "$f = { @ }; & $f",
    "Register-EngineEvent x -Action { @ }",
    "Write-Host \"a $( @ ) b\"",
    "Write-Host (@)",
    "ForEach-Object -Parallel { @ }",
    "$x.Where({ @ })",
];

/// Lines of PowerShell that run what stands in the string `@`.
const STRINGS: &[&str] = &[
    "iex @",
    "powershell -Command @",
    "pwsh -NoProfile -c @ | Out-Null",
    "Start-Process pwsh @",
];

/// Other calls that do the same.
fn same_calls(
    law: &str,
    mut say: impl FnMut(&Seed) -> Option<(Value, Value)>,
) {
    let mut asking = Asking::default();
    let mut wrong = Vec::new();
    let guarded = |seed: &&Seed| strictness(seed.said.behavior) >= 2;
    for seed in SEEDS.iter().filter(guarded) {
        let Some((input, context)) = say(seed) else { continue };
        let said = asking.ask(&seed.lists, &seed.tool, &input, &context);
        if strictness(said.behavior) < 2 {
            let (was, is) = (seed.said.behavior, said.behavior);
            wrong.push(format!("{} {was:?} -> {is:?}: {input}", seed.name));
        }
    }
    settle(law, &wrong);
}

/// Each line of PowerShell as another one.
fn power_lines(law: &str, say: impl Fn(&str) -> Option<String>) {
    same_calls(law, |seed| {
        let power = seed.tool == "PowerShell";
        let text = seed.input["command"].as_str().filter(|_| power)?;
        let mut input = seed.input.clone();
        input["command"] = say(text)?.into();
        Some((input, seed.context.clone()))
    });
}

#[test]
fn what_is_stopped_stays_so_within_other_lines_of_powershell() {
    for form in POWER {
        power_lines(form, |text| {
            // What would swallow the rest of the line.
            let open = ["#", "@'", "--%"].iter().any(|o| text.contains(o));
            let open = open || text.ends_with(['`', '\\']);
            let quoted = form.contains('"') && text.contains('"');
            (!open && !quoted).then(|| form.replace('@', text))
        });
    }
    for form in STRINGS {
        power_lines(form, |text| {
            let string = format!("'{}'", text.replace('\'', "''"));
            Some(form.replace('@', &string))
        });
    }
}

#[test]
fn what_is_stopped_stays_so_in_zsh_and_beside_other_fields() {
    same_calls("zsh", |seed| {
        command(seed)?;
        let mut context = seed.context.clone();
        context["shell"] = "zsh".into();
        Some((seed.input.clone(), context))
    });
    same_calls("other fields", |seed| {
        let mut input = seed.input.clone();
        input["zz"] = json!({ "a": [1, 2] });
        Some((input, seed.context.clone()))
    });
}

/// Other ways to write a path; the first is for those that start at the
/// current directory.
type Spelling = (bool, fn(&str) -> String);
const SPELLINGS: &[Spelling] = &[
    (true, |path| format!("./{path}")),
    (true, |path| format!("zz/../{path}")),
    (true, |path| format!("/srv/proj/{path}")),
    (true, |path| format!("/proc/self/cwd/{path}")),
    (false, |path| path.replace('/', "//")),
    (false, |path| path.replace('/', "/./")),
    (false, |path| path.replace('/', "/x/../")),
    (false, |path| format!("{path}/")),
    (false, |path| format!(" {path}\n")),
];

#[test]
fn what_is_stopped_stays_so_by_other_spellings_of_a_path() {
    for (at, (relative, spelled)) in SPELLINGS.iter().enumerate() {
        same_calls(&format!("spelling {at}"), |seed| {
            let usual = ["cwd", "platform", "links"];
            if usual.iter().any(|key| !seed.context[key].is_null()) {
                return None;
            }
            let key = ["file_path", "notebook_path", "path"]
                .into_iter()
                .find(|key| seed.input[key].is_string())?;
            let path = seed.input[key].as_str()?;
            // Beside these a path may start elsewhere.
            if ["cwd", "root"].iter().any(|at| !seed.input[at].is_null()) {
                return None;
            }
            let rooted = path.starts_with(['/', '~', '$', '\\']);
            // Of these, some are taken away where a path starts or ends.
            let odd = path.trim().len() < path.len().max(1)
                || path.contains(['\0', ':', '"', '\'', '\u{feff}']);
            if odd || *relative && rooted {
                return None;
            }
            let mut input = seed.input.clone();
            input[key] = spelled(path).into();
            Some((input, seed.context.clone()))
        });
    }
}
