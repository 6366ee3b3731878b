use super::Role;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A host pattern that is every host.
pub(super) struct AnyHost;

impl Lint for AnyHost {
    fn code(&self) -> Code {
        Code::ANY_HOST
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, host) in cx.hosts() {
            let every = matches!(host.value, "*" | "*.");
            if site.role == Role::If {
                continue;
            }
            if site.role != Role::Allow && is_of_stars(host.value) {
                let message = format!(
                    "`domain:{}` is every host with so many parts in its \
                     name; others, such as `localhost`, are left out",
                    host.value
                );
                let found = site.found(self.code(), message, host.span);
                let name = site.tool.map_or("WebFetch", |tool| tool.name);
                let help = format!("write `{name}` alone for every host");
                out.push(found.help(help));
            }
            if !every {
                continue;
            }
            let span =
                Span::new(host.span.start as usize, host.span.end as usize);
            let message = "`domain:*` is every host";
            let found = site.found(self.code(), message, span);
            let name = site.tool.map_or("WebFetch", |tool| tool.name);
            out.push(
                found
                    .help(format!("write `{name}` alone if that is meant"))
                    // An address that cannot be read has no host with a dot.
                    .fix(site.rewrite(name, host.value == "*")),
            );
        }
    }
}

/// Whether a host is several stars: that guards all, it seems.
fn is_of_stars(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    host.contains('.') && host.split('.').all(|label| label == "*")
}
