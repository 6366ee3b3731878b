//! `WebFetch(domain:…)` (spec 4.1).

use super::{Lowered, Lowerer, Scene};
use crate::diagnostic::Code;
use crate::event::tools::Tool;
use crate::ir::{Atom, Family};
use crate::shell::Effects;
use crate::source::{Span, Spanned};
use crate::syntax::host_glob;

impl Lowerer {
    pub(super) fn host(
        &mut self,
        tool: &Tool,
        content: &Spanned<String>,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let Some(host) = content.value.strip_prefix("domain:") else {
            if let Some(lowered) = self.param(tool, content, effects, scene) {
                return lowered;
            }
            self.note(
                Code::INVALID_DOMAIN,
                format!(
                    "`{}` has no `domain:` before it; the rule is skipped",
                    content.value
                ),
                content.span,
                match content.value.as_str() {
                    "*" => "write `WebFetch` alone to cover every host",
                    _ => "write `WebFetch(domain:example.com)`",
                },
            );
            return None;
        };
        let family = Family::Hosts;
        if host == "*" {
            return Some(self.whole_tool(tool, effects));
        }
        let start = content.span.start as usize;
        let offset = start + "domain:".len();
        if host.is_empty() {
            self.note(
                Code::INVALID_DOMAIN,
                "no domain stands behind `domain:`; the rule is skipped",
                Span::new(start, offset),
                "write `WebFetch(domain:example.com)`",
            );
            return None;
        }
        match host_glob::parse(host) {
            Ok(glob) => {
                let predicate = self.atoms.test(Atom::Host(glob));
                Some(Lowered { predicate, family })
            }
            Err(fault) => {
                let message =
                    format!("{}; the rule is skipped", fault.words());
                let span = fault.span.shifted(offset);
                self.note(Code::INVALID_DOMAIN, message, span, fault.help());
                None
            }
        }
    }
}
