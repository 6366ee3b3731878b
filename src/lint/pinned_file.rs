use super::programs::{CHANGE_FILES, READ_FILES};
use super::scan::{Word, program, stem, takes_apart, words};
use super::{Context, Lint, Role};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::Governs;

/// A command rule that means to hold a program to some files.
pub(super) struct PinnedFile;

impl Lint for PinnedFile {
    fn code(&self) -> Code {
        Code::PINNED_FILE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let guarded = cx.paths().any(|(site, _)| {
            let read = site.tool.is_some_and(|t| t.governs == Governs::Read);
            site.role == Role::Deny && read
        });
        for (site, content) in cx.commands() {
            let text = content.value.as_str();
            let name = program(text);
            let reads = READ_FILES.contains(&name);
            let known = reads || CHANGE_FILES.contains(&name);
            if !known || takes_apart(text) || site.role == Role::If {
                continue;
            }
            let words = words(stem(text), content.span.start);
            let Some(word) = pinned(&words) else { continue };
            let file = word.text;
            let (message, help) = match site.role {
                Role::Allow => (
                    format!(
                        "the star takes blanks, too: `{name}` may be given \
                         any other files beside `{}`",
                        file.replace('*', "x")
                    ),
                    match reads {
                        true => "allow `Read(…)` for the directory instead",
                        false => "name the whole command, or let it ask",
                    },
                ),
                _ if reads && !guarded => (
                    format!(
                        "`{file}` can be read under another spelling and by \
                         another program all the same"
                    ),
                    "deny `Read(…)` for these files; it also covers commands",
                ),
                _ => continue,
            };
            let found = site.found(self.code(), message, word.span);
            out.push(found.help(help));
        }
    }
}

/// The word that names files, where a star in it or before it can take
/// others as well.
fn pinned<'a, 'w>(words: &'a [Word<'w>]) -> Option<&'a Word<'w>> {
    let mut open = false;
    for word in words.iter().skip(1) {
        open |= word.text.contains('*');
        let path = word.text.contains('/') || word.text.starts_with('~');
        if open && path && !word.text.starts_with('-') {
            return Some(word);
        }
    }
    None
}
