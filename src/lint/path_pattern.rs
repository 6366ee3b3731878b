use super::{Context, Lint, Role, Site};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::load::Scope;
use crate::source::{Span, Spanned};
use crate::syntax::{PathNote, PathNoteKind, parse_path, split_alternatives};

/// What the reader of path patterns has to say, one code for some kinds of
/// note.
pub(super) struct PathPattern {
    pub(super) code: Code,
    pub(super) kinds: &'static [PathNoteKind],
}

impl Lint for PathPattern {
    fn code(&self) -> Code {
        self.code
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.paths() {
            let mut own = Vec::new();
            for (note, part) in notes(cx, content) {
                if self.kinds.contains(&note.kind) {
                    own.extend(self.found(site, content, note, part));
                }
            }
            // Three slashes in a row are two empty segments in one place.
            own.dedup();
            out.append(&mut own);
            if self.kinds.contains(&PathNoteKind::LooksAbsolute) {
                out.extend(self.anywhere(site, content));
            }
            if self.kinds.contains(&PathNoteKind::Drive) {
                out.extend(self.no_home(site, content));
            }
        }
    }
}

/// The notes on each alternative, and which part of the text that one is.
fn notes(
    cx: &Context<'_>,
    content: &Spanned<String>,
) -> Vec<(PathNote, Span)> {
    let parts = match cx.dialect.path_alternation {
        true => split_alternatives(&content.value),
        false => vec![Span::new(0, content.value.len())],
    };
    let mut all = Vec::new();
    for part in parts {
        let parsed = parse_path(part.of(&content.value), false);
        all.extend(parsed.notes.into_iter().map(|note| (note, part)));
    }
    all
}

impl PathPattern {
    /// `/**` in a person's own settings is meant for the whole disk.
    fn anywhere(
        &self,
        site: &Site<'_>,
        content: &Spanned<String>,
    ) -> Option<Diagnostic> {
        let user = site.document.scope == Scope::User;
        if !user || !content.value.starts_with("/**") {
            return None;
        }
        let start = content.span.start as usize;
        let message = "in a person's own settings one leading `/` is the \
                       directory of the settings; nothing else is below it";
        let span = Span::new(start, start + 1);
        let found = site.found(self.code, message, span);
        let with = site.replace(Span::new(start, start), "/", false);
        Some(found.help("write `//**` for the whole disk").fix(with))
    }

    /// `\~/.ssh`, as it is written in a shell to mean something else.
    fn no_home(
        &self,
        site: &Site<'_>,
        content: &Spanned<String>,
    ) -> Option<Diagnostic> {
        content.value.strip_prefix("\\~/")?;
        let start = content.span.start as usize;
        let message = "with a backslash before it `~` is the name of a \
                       directory, not the home directory";
        let found =
            site.found(self.code, message, Span::new(start, start + 2));
        let backslash = Span::new(start, start + 1);
        let fix = site.replace(backslash, "", false);
        Some(found.help("write `~/` for the home directory").fix(fix))
    }

    fn found(
        &self,
        site: &Site<'_>,
        content: &Spanned<String>,
        note: PathNote,
        part: Span,
    ) -> Option<Diagnostic> {
        let text = part.of(&content.value);
        let start = (content.span.start + part.start) as usize;
        let mut span = note.span;
        let mut severity = self.code.severity();
        match note.kind {
            PathNoteKind::Negation => {
                let rooted = text.get(1..)?.starts_with(['/', '~']);
                span = Span::new(0, 1 + usize::from(rooted));
            }
            PathNoteKind::Brace => {
                let part = text.get(span.start as usize..)?;
                let alone = part.starts_with('}')
                    || !part.get(..span.len())?.ends_with('}');
                if alone {
                    severity = Severity::Error;
                }
            }
            PathNoteKind::EmptySegment | PathNoteKind::DotSegment => {
                span = with_slash(text, span);
            }
            PathNoteKind::Drive => {
                let at = text.find('\\')?;
                let next = text.get(at + 1..)?.chars().next();
                span = Span::new(at, at + 1 + next.map_or(0, char::len_utf8));
            }
            PathNoteKind::TrailingSlash if site.role == Role::If => {
                return None;
            }
            _ => {}
        }
        let span = span.shifted(start);
        let (words, help) = match note.kind {
            PathNoteKind::Brace if severity == Severity::Error => (
                "this brace has no other one",
                "remove it, or write `\\` before it",
            ),
            kind => (kind.words(), kind.help()),
        };
        let found = site.found(self.code, words, span);
        let found = found.severity(severity).help(help);
        if note.kind == PathNoteKind::Variable {
            let name = span.of(site.text.as_str());
            return Some(match instead_of(name, site) {
                Some(help) => found.help(help),
                None => found,
            });
        }
        Some(match note.kind {
            PathNoteKind::LooksAbsolute => {
                let at = Span::new(start, start);
                let with = site.replace(at, "/", false);
                found.fix(with)
            }
            PathNoteKind::DriveColon => {
                let letter = note.span.of(text).trim_matches(['/', ':']);
                let with = format!("//{}", letter.to_ascii_lowercase());
                found.fix(site.replace(span, &with, false))
            }
            _ => found,
        })
    }
}

/// What to write for a variable that is not the home directory.
fn instead_of(variable: &str, site: &Site<'_>) -> Option<&'static str> {
    let name = variable.trim_matches(['$', '{', '}', '%']);
    match name {
        "CLAUDE_PROJECT_DIR" if site.document.scope == Scope::Project => {
            Some("write `/` for the directory of the project")
        }
        "HOME" | "USERPROFILE" => None,
        "PWD" => Some("write `./` for the current directory"),
        _ => Some(
            "write the path itself, with `//` for the root or `~/` for the \
             home directory before it",
        ),
    }
}

/// A span with the slashes around it.
fn with_slash(text: &str, span: Span) -> Span {
    let head = text.get(..span.start as usize).unwrap_or("");
    let start = head.trim_end_matches('/').len();
    let rest = text.get(span.end as usize..).unwrap_or("");
    let behind = match span.is_empty() {
        true => rest.len() - rest.trim_start_matches('/').len(),
        false => 0,
    };
    Span::new(start, span.end as usize + behind)
}
