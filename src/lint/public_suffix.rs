use super::Role;
use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};

/// A star below a domain that everyone can register in.
pub(super) struct PublicSuffix;

impl Lint for PublicSuffix {
    fn code(&self) -> Code {
        Code::PUBLIC_SUFFIX
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, host) in cx.hosts() {
            let Some(rest) = host.value.strip_prefix("*.") else { continue };
            let rest = rest.strip_suffix('.').unwrap_or(rest);
            let lower = rest.to_ascii_lowercase();
            let stars = lower.split('.').all(|label| label == "*");
            let shared = !lower.contains('.') || SHARED.contains(&&*lower);
            let local = matches!(&*lower, "localhost" | "local" | "internal");
            if site.role != Role::Allow || !(shared || stars) || local {
                continue;
            }
            let message = match stars {
                true => format!(
                    "`{}` is every host with so many parts in its name",
                    host.value
                ),
                false => format!(
                    "anyone can have a host below `{rest}`, so this is nearly \
                     every host"
                ),
            };
            let found = site.found(self.code(), message, host.span);
            out.push(found.help("name the domain, such as `*.example.com`"));
        }
    }
}

/// Domains of more than one label below which anyone can have a host.
const SHARED: &[&str] = &[
    "amazonaws.com",
    "azurewebsites.net",
    "blogspot.com",
    "co.jp",
    "co.nz",
    "co.uk",
    "com.au",
    "com.br",
    "com.cn",
    "github.io",
    "gitlab.io",
    "herokuapp.com",
    "netlify.app",
    "ngrok.io",
    "org.uk",
    "pages.dev",
    "vercel.app",
    "web.app",
    "workers.dev",
];
