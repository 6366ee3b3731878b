use super::{Context, Lint};
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::AddressGuard;
use crate::load::{Action, HandlerKind};

/// A proxy that hides the address a hook is posted to.
pub(super) struct ProxyBeforeHooks;

impl Lint for ProxyBeforeHooks {
    fn code(&self) -> Code {
        Code::PROXY_BEFORE_HOOKS
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let guard = cx.dialect.running.address_guard;
        let hooks = cx.documents.iter().flat_map(|d| &d.groups);
        let posts = hooks.flat_map(|group| &group.hooks).any(|hook| {
            matches!(&hook.action, Action::Http { url, .. }
                if hook.kind() == HandlerKind::Http && !is_local(url.as_str()))
        });
        if guard == AddressGuard::Off || !posts {
            return;
        }
        for document in cx.documents {
            let root = document.root();
            let env = root.and_then(|root| root.get("env"));
            for entry in env.into_iter().flat_map(|env| env.entries()) {
                let name = entry.name();
                let is_proxy = NAMES.contains(&&*name.to_uppercase());
                if !is_proxy || entry.value.str().is_none_or(str::is_empty) {
                    continue;
                }
                let message = format!(
                    "`{name}` puts a proxy before the hooks: only its address \
                     is seen, so private addresses behind it are not refused"
                );
                let source = document.source;
                let span = entry.value.span();
                let found =
                    Diagnostic::new(self.code(), message, source, span);
                out.push(found.help(
                    "refuse private addresses in the proxy, or list what may \
                     be reached in `allowedHttpHookUrls`",
                ));
            }
        }
    }
}

/// Variables that programs take a proxy from.
const NAMES: &[&str] = &["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"];

/// Whether an address is one that no proxy is asked for.
fn is_local(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', ':', '?']).next().unwrap_or("");
    matches!(host, "localhost" | "127.0.0.1") || rest.starts_with("[::1]")
}
