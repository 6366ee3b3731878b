//! What broad allow rules let through, shown by a command that runs.

use std::collections::HashSet;

use crate::analyze::{Judge, Sample};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::ir::{Effect, Origin};
use crate::lint::programs;
use crate::lint::scan::{plain, stem};
use crate::load::Within;
use crate::plan::Behavior;
use crate::policy::Policy;
use crate::source::{SourceId, Span};

/// The most deny rules that a command is looked for of which is denied.
const MAX_DENIED: usize = 20;

/// Adds to findings on broad allow rules what they let through. Where the
/// engine lets nothing of it through, there is nothing to warn of: the rule
/// does what it is for, or hardly anything, and then a note says so.
pub(super) fn show(
    policy: &Policy,
    judge: &mut Judge<'_>,
    out: &mut Vec<Diagnostic>,
) {
    let broad = [Code::BROAD_ALLOW, Code::ALLOW_UNDOES_DENY];
    if !out.iter().any(|found| broad.contains(&found.code)) {
        return;
    }
    let texts = texts(policy);
    let denied = denied(policy, judge);
    let shadowed: HashSet<_> = out
        .iter()
        .filter(|found| found.code == Code::SHADOWED_RULE)
        .filter_map(|found| found.primary())
        .map(|at| (at.source, at.span))
        .collect();
    out.retain_mut(|found| {
        let at = found.primary().filter(|_| broad.contains(&found.code));
        let Some(at) = at else { return true };
        let Some((span, text)) = text_at(&texts, at.source, at.span) else {
            return true;
        };
        // A rule that never counts lets nothing through.
        if shadowed.contains(&(at.source, span)) {
            return false;
        }
        let document = policy.documents().get(at.source.0 as usize);
        let within = document.and_then(|document| document.within.as_ref());
        let undoes = found.code == Code::ALLOW_UNDOES_DENY;
        let denied = denied.as_deref().filter(|_| undoes);
        let mut tried = let_through(judge, text, within, denied);
        if denied.is_some() && !matches!(tried, Tried::Runs(_)) {
            leave_denied(found, text);
            tried = let_through(judge, text, within, None);
        }
        match tried {
            Tried::Runs(shown) => {
                let help = found.help.take().unwrap_or_default();
                found.help =
                    Some(format!("as it stands, {shown} runs; {help}"));
            }
            Tried::Held(name, shown) => note(found, text, name, &shown),
            Tried::Harmless => return false,
            Tried::Nothing => {}
        }
        true
    });
}

/// Permission rules in the order of their places.
fn texts(policy: &Policy) -> Vec<(Origin, &str)> {
    let rules = policy.rules().rules.iter();
    let rules = rules.filter(|rule| rule.effect.is_permission());
    let texts = rules.map(|rule| (rule.origin, rule.text.trim()));
    let mut texts: Vec<_> = texts.collect();
    texts.sort_by_key(|(at, _)| (at.source, at.span.start));
    texts
}

/// The rule that a finding lies in, wherever in it: what stands in the file
/// may be longer than the text that it says.
fn text_at<'p>(
    texts: &[(Origin, &'p str)],
    source: SourceId,
    span: Span,
) -> Option<(Span, &'p str)> {
    let before = (source, span.start);
    let end =
        texts.partition_point(|(at, _)| (at.source, at.span.start) <= before);
    let (at, text) = texts.get(end.checked_sub(1)?)?;
    let is_within = at.source == source && span.end <= at.span.end;
    is_within.then_some((at.span, text))
}

/// A plain command that a deny rule stops, of the first rules that show one.
fn denied(policy: &Policy, judge: &mut Judge<'_>) -> Option<String> {
    let rules = policy.rules().rules.iter();
    let deny = rules.filter(|rule| rule.effect == Effect::Deny);
    let contents = deny.filter_map(|rule| content(rule.text.trim()));
    let lines = contents.filter(|(tool, _)| *tool == "Bash");
    let lines = lines.map(|(_, text)| {
        let words = stem(text).split_whitespace().filter_map(plain);
        format!("{} x", words.collect::<Vec<_>>().join(" "))
    });
    let is_plain =
        |line: &String| !line.contains(['\'', '"', '\\', '$', '`', '(', '{']);
    lines.filter(is_plain).take(MAX_DENIED).find(|line| {
        judge.behavior(&Sample::command(line)) == Some(Behavior::Deny)
    })
}

/// The shell of a rule on commands, and its pattern.
fn content(rule: &str) -> Option<(&'static str, &str)> {
    ["Bash", "PowerShell"].into_iter().find_map(|tool| {
        let rest = rule.strip_prefix(tool)?.strip_prefix('(')?;
        Some((tool, rest.strip_suffix(')')?))
    })
}

/// What a program runs, in the shell of a rule.
fn runs(tool: &str, name: &str) -> Option<&'static str> {
    let cmdlet = match tool {
        "PowerShell" => programs::cmdlet_runs(name),
        _ => None,
    };
    cmdlet.or_else(|| programs::runs(name))
}

/// Says no more than that a program runs others, where none of the calls
/// that were tried does what is denied.
fn leave_denied(found: &mut Diagnostic, rule: &str) {
    let Some((tool, text)) = content(rule) else { return };
    let name = programs::head(text);
    let what = runs(tool, name).unwrap_or("anything");
    found.code = Code::BROAD_ALLOW;
    found.message = format!(
        "`{name}` runs {what}; this rule lets all of it run that no deny \
         rule stops"
    );
}

/// Says that a rule does not cover what its program is there for.
fn note(found: &mut Diagnostic, rule: &str, name: &str, shown: &str) {
    let tool = content(rule).map_or("Bash", |(tool, _)| tool);
    let what = runs(tool, name).unwrap_or("anything");
    let narrow = programs::narrow(name);
    let narrow = narrow.unwrap_or_else(|| match tool {
        "PowerShell" => "Get-ChildItem *".to_owned(),
        _ => name.to_owned(),
    });
    found.code = Code::BROAD_ALLOW;
    found.severity = Severity::Info;
    found.message = format!(
        "`{name}` runs {what}, and this rule does not cover that: {shown} is \
         not allowed by it"
    );
    found.help = Some(format!(
        "write each command in full, such as `{tool}({narrow})`"
    ));
}

/// What became of calls that a broad rule could let run.
enum Tried<'a> {
    /// This one runs.
    Runs(String),
    /// None of the program does; this is one of them.
    Held(&'a str, String),
    /// None does, but what the program is mostly used for does.
    Harmless,
    Nothing,
}

/// Tries what a program of an allow rule can be told to run, while that counts
/// which the rule stands in.
fn let_through<'a>(
    judge: &mut Judge<'_>,
    rule: &'a str,
    within: Option<&Within>,
    denied: Option<&str>,
) -> Tried<'a> {
    let Some((tool, content)) = content(rule) else { return Tried::Nothing };
    let name = programs::head(content);
    let mut held = None;
    for line in examples(content, name) {
        let line = match denied {
            Some(denied) => with_denied(&line, programs::kind(name), denied),
            None => Some(line),
        };
        let Some(line) = line else { continue };
        let line = line.replacen("{}", name, 1);
        let sample = Sample::line_within(tool, &line, within);
        match judge.behavior(&sample) {
            Some(Behavior::Allow) => {
                return Tried::Runs(sample.shown().to_owned());
            }
            Some(Behavior::None) => {
                held.get_or_insert_with(|| sample.shown().to_owned());
            }
            // A guard says nothing about what this rule covers.
            Some(Behavior::Ask | Behavior::Deny) => {}
            None => return Tried::Nothing,
        }
    }
    let usual = usual(programs::kind(name));
    let usual = usual.map(|line| line.replacen("{}", name, 1));
    let usual = usual.map(|line| Sample::command_within(&line, within));
    let runs = |usual| judge.behavior(usual) == Some(Behavior::Allow);
    if usual.as_ref().is_some_and(runs) {
        return Tried::Harmless;
    }
    held.map_or(Tried::Nothing, |shown| Tried::Held(name, shown))
}

/// An example that does what is denied, or what a file says; none where it
/// does neither.
fn with_denied(line: &str, program: &str, denied: &str) -> Option<String> {
    for deed in ["rm -rf build", "rm -rf /host/x", "rm -rf x"] {
        if line.contains(deed) {
            return Some(line.replacen(deed, denied, 1));
        }
    }
    let python = "import shutil; shutil.rmtree(\"build\")";
    if line.contains(python) {
        let code = format!("import os; os.system(\"{denied}\")");
        return Some(line.replacen(python, &code, 1));
    }
    if line.contains("'code'") {
        let start = match program {
            "node" | "nodejs" | "bun" | "tsx" | "ts-node" => {
                "require(\"child_process\").execSync"
            }
            "lua" => "os.execute",
            "deno" | "deno eval" | "julia" => return None,
            _ => "system",
        };
        let code = format!("'{start}(\"{denied}\")'");
        return Some(line.replacen("'code'", &code, 1));
    }
    // What is named here runs no other program.
    let direct = programs::runs(program)
        .is_some_and(|what| what.starts_with("a program"));
    let runs_none = line.ends_with("push --force") || direct;
    (!runs_none).then(|| line.to_owned())
}

/// What programs are mostly used for that run others only on the side.
fn usual(program: &str) -> Option<&'static str> {
    match program {
        "find" => Some("find . -name x"),
        "awk" => Some("awk '{ print $1 }' x"),
        "gawk" => Some("gawk '{ print $1 }' x"),
        "bundle" | "npm" | "pnpm" | "poetry" | "yarn" => Some("{} install"),
        "kubectl" => Some("kubectl get pods"),
        "mise" => Some("mise ls"),
        "uv" => Some("uv sync"),
        "nvim" | "vi" | "vim" => Some("{} x"),
        _ => None,
    }
}

/// What a program can be told within what a pattern fixes, in order; `{}` is
/// its name.
fn examples(content: &str, name: &str) -> Vec<String> {
    let start = programs::opening(content, name);
    let Some(start) = start.filter(|start| *start != name) else {
        let lines = examples_of(programs::kind(name)).iter();
        return lines.map(|&line| line.into()).collect();
    };
    let known = programs::kind(name);
    let told = match programs::runs(known).unwrap_or("a program") {
        _ if known.starts_with("python") => {
            "'import shutil; shutil.rmtree(\"build\")'"
        }
        _ if known == "osascript" => "'do shell script \"rm -rf build\"'",
        "code" => "'code'",
        what if what.starts_with("a command line") => "'rm -rf build'",
        _ => "rm -rf build",
    };
    vec![format!("{start} {told}")]
}

/// What programs that run anything can be told, in order; `{}` is the name.
fn examples_of(program: &str) -> &'static [&'static str] {
    match program.to_ascii_lowercase().as_str() {
        "iex" | "invoke-expression" => &["{} 'Remove-Item x'", "{} x"],
        "icm" | "invoke-command" => &["{} { Remove-Item x }", "{} x"],
        "bash" | "sh" | "zsh" | "dash" | "ksh" | "fish" => {
            &["{} -c 'rm -rf build'", "{} x.sh"]
        }
        name if name.starts_with("python") && name.ends_with(" -m") => {
            &["{} x"]
        }
        name if name.starts_with("python") => {
            &["{} -c 'import shutil; shutil.rmtree(\"build\")'", "{} x.py"]
        }
        "ipython" | "pypy3" => {
            &["{} -c 'import shutil; shutil.rmtree(\"build\")'", "{} x.py"]
        }
        "node" | "nodejs" | "bun" | "deno" | "ruby" | "perl" | "lua"
        | "php" | "rscript" | "julia" | "tsx" | "ts-node" => {
            &["{} -e 'code'", "{} eval 'code'", "{} x"]
        }
        "gstdbuf" => &["{} -oL rm -rf build"],
        "gtimeout" => &["{} 5 rm -rf build"],
        "hyperfine" => &["{} 'rm -rf build'"],
        "git" => &["{} -c core.pager='rm -rf build' log", "{} push --force"],
        "find" => &["{} . -delete", "{} . -exec rm {} +"],
        "awk" | "gawk" => {
            &["{} 'BEGIN { system(\"rm -rf build\") }'", "{} -f x.awk"]
        }
        "make" => &["{} x"],
        "docker" | "podman" => &["{} run -v /:/host image rm -rf /host/x"],
        "docker exec"
        | "docker run"
        | "docker compose exec"
        | "docker compose run"
        | "podman exec"
        | "podman run" => &["{} web rm -rf x"],
        "kubectl exec" => &["{} web -- rm -rf x"],
        "direnv exec" => &["{} . rm -rf build"],
        "deno run" => &["{} x.ts"],
        "deno eval" => &["{} 'code'"],
        "npm" | "mise" => &["{} exec -- rm -rf build"],
        "bundle" | "pnpm" | "yarn" => &["{} exec rm -rf build"],
        "kubectl" => &["{} exec web -- rm -rf x"],
        "poetry" | "uv" => &["{} run rm -rf build"],
        "nvim" | "vi" | "vim" => &["{} -c '!rm -rf build'"],
        "tmux" => &["{} new-session 'rm -rf build'"],
        "gdb" => &["{} -ex 'shell rm -rf build'"],
        "expect" => &["{} -c 'spawn rm -rf build'"],
        "runuser" => &["{} -u build rm -rf build"],
        "ssh" => &["{} host rm -rf x"],
        // An option keeps some runners from looking through it.
        "gxargs" | "xargs" => &["{} rm -rf build", "{} -n1 rm -rf build"],
        // The first word is the file that is run.
        "source" | "." => &["{} x.sh"],
        _ => &["{} rm -rf build", "{} x"],
    }
}
