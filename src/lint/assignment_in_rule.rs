use super::Role;
use super::scan::{is_assignment, takes_apart, words};
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::event::Shell;
use crate::event::tools::Governs;
use crate::shell::{Commands, Effects, Places, Profile, analyze};

/// A variable set before the program.
pub(super) struct AssignmentInRule;

impl Lint for AssignmentInRule {
    fn code(&self) -> Code {
        Code::ASSIGNMENT_IN_RULE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            // To PowerShell it is the name of a program.
            if site.tool.is_none_or(|tool| tool.governs != Governs::Bash) {
                continue;
            }
            let text = content.value.as_str();
            let words = words(text, content.span.start);
            let Some(first) = words.first() else { continue };
            if !is_assignment(first.text) || words.len() < 2 {
                continue;
            }
            let without = "write the rule without the variable";
            let (severity, message, help) = match site.role {
                Role::Allow => {
                    let profile = &cx.dialect.shell;
                    match allowed(text, first.text, profile) {
                        Allowed::AsWritten => continue,
                        Allowed::Without => (
                            Severity::Info,
                            format!(
                                "`{}` is looked through, so this rule covers \
                                 less than one without it",
                                first.text
                            ),
                            without,
                        ),
                        Allowed::Never => (
                            self.code().severity(),
                            format!(
                                "`{}` may change what runs, and no rule with \
                                 a star covers that; this rule never matches",
                                first.text
                            ),
                            "write each command in full, without a star",
                        ),
                    }
                }
                // A guard sees the command with what stands before it, too.
                _ => (
                    self.code().severity(),
                    format!(
                        "this holds only where `{}` alone stands in front of \
                         the program: set by `env` or `export`, or beside \
                         another variable, it is not seen",
                        first.text
                    ),
                    without,
                ),
            };
            let found = site.found(self.code(), message, first.span);
            out.push(found.severity(severity).help(help));
        }
    }
}

/// What an allow rule with a variable in front does.
enum Allowed {
    /// It covers the commands that it shows, and none without it would.
    AsWritten,
    /// One without the variable covers them, too.
    Without,
    /// It covers none.
    Never,
}

fn allowed(text: &str, variable: &str, profile: &Profile) -> Allowed {
    let line = text.replace(":*", " *").replace('*', "x");
    let mut commands = Commands::default();
    let places = Places::default();
    analyze(line.trim(), Shell::Bash, profile, &places, &mut commands);
    if takes_apart(text) || !commands.doubts.is_empty() {
        return Allowed::AsWritten;
    }
    let own = variable.replace('*', "x");
    let star = text.contains('*');
    let (mut with, mut without) = (false, false);
    for view in &commands.views {
        let covered = view.effects.meets(Effects::ALLOW);
        if covered && !(star && view.exact_only) {
            let text = view.text.of(&commands.text);
            match text.starts_with(&own) {
                true => with = true,
                false => without = true,
            }
        }
    }
    match (with, without) {
        (_, true) => Allowed::Without,
        (true, false) => Allowed::AsWritten,
        (false, false) => Allowed::Never,
    }
}
