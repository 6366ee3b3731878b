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
            let guards = effects != Effects::ALLOW;
            if content.value == "*" && guards && scene.dialect.doubts_count {
                return Some(self.whole_tool(tool, effects));
            }
            self.no_domain(content);
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
            // It was read, and held for no host.
            Ok(glob)
                if glob.any_prefix
                    && effects != Effects::IF
                    && !scene.dialect.host_stars =>
            {
                Some(Lowered::NEVER)
            }
            Ok(glob) => {
                let predicate = self.atoms.test(Atom::Host(glob));
                Some(Lowered { predicate, family })
            }
            Err(fault) => {
                let message =
                    format!("{}; the rule is skipped", fault.words());
                let span = fault.span.shifted(offset);
                let help = match several(host) {
                    true => "write a rule for each host",
                    false => fault.help(),
                };
                self.note(Code::INVALID_DOMAIN, message, span, help);
                None
            }
        }
    }

    /// A content without `domain:`, perhaps with another word before a colon.
    fn no_domain(&mut self, content: &Spanned<String>) {
        let text = content.value.as_str();
        let other = text.split_once(':').filter(|(word, rest)| {
            let letters = word.chars().all(|c| c.is_ascii_alphabetic());
            letters && !word.is_empty() && !rest.starts_with("//")
        });
        let host = other.map_or(text, |(_, rest)| rest.trim());
        let help = match host {
            _ if text == "*" => {
                "write `WebFetch` alone to cover every host".to_owned()
            }
            _ if host.contains('.') && host_glob::parse(host).is_ok() => {
                format!("write `WebFetch(domain:{host})`")
            }
            _ => "write `WebFetch(domain:example.com)`".to_owned(),
        };
        let (message, span) = match other {
            Some((word, _)) => {
                let start = content.span.start as usize;
                let message = format!(
                    "`{word}:` is nothing that is compared here; the rule is \
                     skipped"
                );
                (message, Span::new(start, start + word.len() + 1))
            }
            None => {
                let message = format!(
                    "`{text}` has no `domain:` before it; the rule is skipped"
                );
                (message, content.span)
            }
        };
        self.note(Code::INVALID_DOMAIN, message, span, help);
    }
}

/// Whether a text is several hosts with blanks or commas between them.
fn several(text: &str) -> bool {
    let parts = text.split([' ', ',', '|']).filter(|part| !part.is_empty());
    let hosts = |part: &str| host_glob::parse(part).is_ok();
    parts.clone().count() > 1 && parts.clone().all(hosts)
}
