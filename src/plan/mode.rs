//! What the permission mode makes of what the rules say.

use super::data::broad::{INTERPRETERS, PACKAGES, RUN, TOOLS};
use super::{Behavior, Permission, Why};
use crate::event::{Context, Event, tools};
use crate::hook_set::{Listed, Place};
use crate::ir::{Effect, Uses};
use crate::load::Mode;
use crate::subject::Subjects;

/// Allow rules match and do not count.
pub(super) const SET_ASIDE: Permission =
    Permission { behavior: Behavior::None, rule: None, why: Why::SetAside };

/// The permission mode an event happens in.
pub(super) fn mode(event: &Event<'_>, context: &Context) -> Option<Mode> {
    match event.permission_mode {
        // Where nobody is asked, a mode that is not known changes nothing.
        Some(name) => Mode::named(name)
            .or(context.mode.filter(|mode| *mode == Mode::DontAsk)),
        None => context.mode,
    }
}

/// What is said in a permission mode. In two modes nobody is asked about
/// protected paths: a classifier decides, or everything runs. Where nobody is
/// asked at all, what would ask is denied (spec 5).
pub(super) fn in_mode(
    said: Permission,
    mode: Option<Mode>,
    denies_asking: bool,
) -> Permission {
    let behavior = match (said.behavior, said.why) {
        (Behavior::Ask, Why::Protected(_)) => match mode {
            Some(Mode::Auto | Mode::BypassPermissions) => Behavior::None,
            _ if denies_asking => Behavior::Deny,
            _ => Behavior::Ask,
        },
        (Behavior::Ask, _) if denies_asking => Behavior::Deny,
        (behavior, _) => behavior,
    };
    Permission { behavior, ..said }
}

/// Whether a call is sure to write a file.
pub(super) fn writes(subjects: &Subjects) -> bool {
    let maybe = |at| Place::Unit(at).is_maybe(subjects);
    let mut paths = subjects.paths.iter();
    paths.any(|used| {
        used.kind.meets(Uses::SURE_WRITE) && !used.unit.is_some_and(maybe)
    })
}

/// Whether a rule of this effect counts where a classifier decides.
pub(super) fn counts(rule: Option<Listed<'_>>, effect: Effect) -> bool {
    let broad = |rule: Listed<'_>| is_broad(&rule.text);
    effect != Effect::Allow || !rule.is_some_and(broad)
}

/// Whether an allow rule lets any code run, so that the mode with a
/// classifier does not heed it.
pub(crate) fn is_broad(rule: &str) -> bool {
    let rule = rule.trim();
    let (tool, content) = rule.split_once('(').unwrap_or((rule, ""));
    match tools::canonical(tool) {
        "Bash" | "PowerShell" => {
            is_broad_command(content.strip_suffix(')').unwrap_or(content))
        }
        tool => TOOLS.contains(&tool),
    }
}

fn is_broad_command(pattern: &str) -> bool {
    let Some((before, _)) = pattern.split_once('*') else {
        return pattern.trim().is_empty();
    };
    // The star goes on with the last word, or stands for others.
    let glued = !before.ends_with([':', ' ', '\t']);
    let mut words = before.trim_end_matches(':').split_whitespace();
    let Some(program) = words.next() else { return true };
    let (directory, program) = match program.rsplit_once('/') {
        Some((directory, program)) => (Some(directory), program),
        None => (None, program),
    };
    let version = |c: char| c.is_ascii_digit() || c == '.';
    let program = program.trim_end_matches(version);
    let is = |all: &[&str]| all.contains(&program);
    match words.next() {
        // `./scripts/*`, but `/bin/*`
        None if glued && program.is_empty() => directory
            .is_none_or(|text| text.is_empty() || text.ends_with("bin")),
        None if glued => {
            let mut all = INTERPRETERS.iter().chain(PACKAGES);
            all.any(|name| name.starts_with(program))
        }
        None => is(INTERPRETERS) || is(PACKAGES),
        Some(word) if RUN.contains(&word) && is(PACKAGES) => {
            words.next().is_none()
        }
        Some(word) => {
            let option = |word: &str| word.starts_with('-');
            is(INTERPRETERS) && option(word) && words.all(option)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_broad;

    #[test]
    fn broad_rules_are_those_that_run_any_code() {
        for (rule, broad) in [
            ("Bash", true),
            ("Bash(*)", true),
            ("PowerShell(*)", true),
            ("Bash(:*)", true),
            ("Bash(* --version)", true),
            ("Bash(python*)", true),
            ("Bash(python3.11 *)", true),
            ("Bash(/usr/bin/python:*)", true),
            ("Bash(pyth*)", true),
            ("Bash(bash -c *)", true),
            ("Bash(node -e:*)", true),
            ("Bash(npm run *)", true),
            ("Bash(npm *)", true),
            ("Bash(yarn run:*)", true),
            ("Bash(npx *)", true),
            ("Agent", true),
            ("Task(Explore)", true),
            ("Monitor", true),
            ("Bash(python x.py)", false),
            ("Bash(python scripts/x.py *)", false),
            ("Bash(npm test)", false),
            ("Bash(npm test *)", false),
            ("Bash(npm run build)", false),
            ("Bash(npm run test:*)", false),
            ("Bash(git *)", false),
            ("Bash(ls:*)", false),
            ("Edit(**)", false),
            ("mcp__x", false),
        ] {
            assert_eq!(is_broad(rule), broad, "{rule}");
        }
    }
}
