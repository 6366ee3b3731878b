use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::EventKind;
use crate::load::Group;
use crate::source::{Decoded, Span};

/// Hooks on changes of files that no runner looks out for.
pub(super) struct WatchesNothing;

impl Lint for WatchesNothing {
    fn code(&self) -> Code {
        Code::WATCHES_NOTHING
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for document in cx.documents {
            // Another hook may name the files while it runs.
            let hooks = document.groups.iter().flat_map(|g| &g.hooks);
            let told = hooks
                .filter_map(|hook| hook.action.main())
                .any(|text| text.as_str().contains("watchPaths"));
            for group in &document.groups {
                if group.kind != Some(EventKind::FILE_CHANGED)
                    || group.declared.is_some()
                {
                    continue;
                }
                let named = |matcher: &&Decoded| !matcher.as_str().is_empty();
                let found = match group.matcher.as_ref().filter(named) {
                    Some(matcher) => {
                        let place = document.quoted(matcher);
                        match cx.was_reported(document.source, place) {
                            true => None,
                            false => pattern(matcher, told),
                        }
                    }
                    None if told => continue,
                    None => Some(no_name(group)),
                };
                let Some((message, span, help)) = found else { continue };
                let source = document.source;
                let found =
                    Diagnostic::new(self.code(), message, source, span);
                out.push(found.help(help));
            }
        }
    }
}

/// Signs within which others stand for something else.
const CLASSES: [char; 3] = ['[', '(', '{'];

const HELP: &str = "write the names of the files, such as `.env|.envrc`";

fn no_name(group: &Group) -> (String, Span, &'static str) {
    let message = "without a matcher no file is watched; this fires only for \
                   files that another hook names in `watchPaths`";
    (message.to_owned(), group.event.span, HELP)
}

/// A name that is meant as a pattern: each item is first taken as the name
/// of a file to watch.
fn pattern(
    matcher: &Decoded,
    told: bool,
) -> Option<(String, Span, &'static str)> {
    let text = matcher.as_str();
    if let Some(at) = text.find(',').filter(|_| !text.contains(CLASSES)) {
        let message = "only `|` stands between names here; with a comma this \
                       is one expression, which no file's name matches";
        let place = matcher.place(Span::new(at, at + 1));
        return Some((message.to_owned(), place, HELP));
    }
    let mut start = 0;
    for item in text.split('|') {
        let span = Span::new(start, start + item.len());
        start = span.end as usize + 1;
        let signs = ['*', '?', '+', '\\', '^', '$', '(', '[', '{'];
        if item.contains(signs) && !told {
            let message = format!(
                "`{item}` is taken as the name of a file to watch; a file \
                 that is called so will hardly change"
            );
            return Some((message, matcher.place(span), HELP));
        }
        if item.contains('/') && !item.contains(CLASSES) {
            let message = format!(
                "`{item}` is compared with the name of a file, without its \
                 directory; it never matches"
            );
            let help = "write the name alone; for files elsewhere let a hook \
                        answer with `watchPaths`";
            return Some((message, matcher.place(span), help));
        }
    }
    None
}
