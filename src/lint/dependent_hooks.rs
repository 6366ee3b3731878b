use std::collections::HashMap;

use super::competing_rewrites::meet;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::{EventKind, Shell};
use crate::load::{Action, Group};
use crate::shell::{Access, Commands, Places, Profile, analyze};
use crate::source::{SourceId, Span};

/// A hook that reads what another one of the same event writes.
pub(super) struct DependentHooks;

/// A file that a hook names.
struct Use<'a> {
    hook: usize,
    group: &'a Group,
    source: SourceId,
    span: Span,
}

/// The most uses of one file that are looked at.
const MAX_USES: usize = 100;

type Uses<'a> = HashMap<(EventKind, String), Vec<Use<'a>>>;

impl Lint for DependentHooks {
    fn code(&self) -> Code {
        Code::DEPENDENT_HOOKS
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        if !cx.dialect.running.parallel {
            return;
        }
        let (reads, writes) = uses(cx);
        for ((kind, file), readers) in &reads {
            let Some(writers) = writes.get(&(*kind, file.clone())) else {
                continue;
            };
            for reader in readers {
                let writer = writers.iter().find(|writer| {
                    writer.hook != reader.hook
                        && meet(writer.group, reader.group)
                });
                out.extend(writer.map(|w| self.found(file, reader, w)));
            }
        }
    }
}

impl DependentHooks {
    fn found(
        &self,
        file: &str,
        reader: &Use<'_>,
        writer: &Use<'_>,
    ) -> Diagnostic {
        let message = format!(
            "another hook on the same event writes `{file}`; both run at the \
             same time, so what is read here changes from time to time"
        );
        Diagnostic::new(self.code(), message, reader.source, reader.span)
            .also(writer.source, writer.span, "it is written here")
            .help("do both in one hook")
    }
}

/// The files that hooks read and write, by event.
fn uses<'a>(cx: &Context<'a>) -> (Uses<'a>, Uses<'a>) {
    let (mut reads, mut writes) = (Uses::new(), Uses::new());
    let mut commands = Commands::default();
    let mut number = 0;
    let groups = cx.documents.iter();
    let groups = groups.flat_map(|d| d.groups.iter().map(move |g| (d, g)));
    for (document, group) in groups {
        let Some(kind) = group.kind else { continue };
        for hook in &group.hooks {
            number += 1;
            let Action::Command { command, args: None, shell, .. } =
                &hook.action
            else {
                continue;
            };
            let text = command.as_str();
            let shell = shell.unwrap_or(Shell::Bash);
            let (profile, places) = (Profile::STRICT, Places::default());
            analyze(text, shell, &profile, &places, &mut commands);
            for used in &commands.uses {
                let file = used.path.of(&commands.text);
                if file.starts_with("/dev/") || file.is_empty() {
                    continue;
                }
                let all = match used.access {
                    Access::Read => &mut reads,
                    Access::Write => &mut writes,
                    _ => continue,
                };
                let all = all.entry((kind, file.to_owned())).or_default();
                if all.len() < MAX_USES {
                    let span = command.place(used.span);
                    let source = document.source;
                    all.push(Use { hook: number, group, source, span });
                }
            }
        }
    }
    (reads, writes)
}
