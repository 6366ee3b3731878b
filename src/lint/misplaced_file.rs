use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::load::{Family, Scope};
use crate::source::Span;

/// Rules and hooks in a file that the runner does not read them from.
pub(super) struct MisplacedFile;

impl Lint for MisplacedFile {
    fn code(&self) -> Code {
        Code::MISPLACED_FILE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let documents = cx.documents.iter();
        for (source, document) in cx.sources.iter().zip(documents) {
            let holds =
                !document.groups.is_empty() || !document.rules.is_empty();
            let read = |name: &str| place(name, document.scope);
            let Some(instead) = read(source.name()).filter(|_| holds) else {
                continue;
            };
            let root = document.root().map_or(Span::default(), |r| r.span());
            let start = Span { end: root.start + 1, ..root };
            let found = Diagnostic::new(
                self.code(),
                "the runner reads no rules or hooks from this file; none of \
                 them is in force",
                document.source,
                start,
            );
            out.push(found.help(instead));
        }
    }
}

/// Where the content of a file belongs that is not read.
fn place(name: &str, scope: Scope) -> Option<&'static str> {
    let name = name.replace('\\', "/");
    let mut parts = name.rsplit('/');
    let (file, directory) = (parts.next()?, parts.next());
    let below = parts.next() == Some(".claude");
    match (file, directory) {
        ("hooks.json", Some("hooks")) if below => {
            Some("move the hooks to `hooks` in `.claude/settings.json`")
        }
        ("hooks.json", Some(".claude")) if scope != Scope::Plugin => {
            Some("move the hooks to `hooks` in `.claude/settings.json`")
        }
        _ if Family::is_beside_settings(&name) => Some(match directory {
            Some(".agent") => "move them to `.agent/settings.json`",
            _ => "move them to `.claude/settings.json`",
        }),
        (".claude.json", _) => Some("move them to `~/.claude/settings.json`"),
        _ => None,
    }
}
