//! Where a host parts from a host pattern, label by label from the right.

use super::ask::Case;
use super::condition::Leaf;
use super::{Cause, Gap, Spot, quoted, spot};
use crate::hook_set::reference::host;
use crate::source::Span;
use crate::syntax::{HostGlob, host_glob};

/// Why the host of the URL does not match.
pub(super) fn gap(case: &Case<'_>, leaf: &Leaf<'_>, glob: &HostGlob) -> Gap {
    if !case.governs_tool(leaf) {
        return case.tool_gap(leaf);
    }
    let content = leaf.content();
    let written = content.of(leaf.text);
    let start = match written.starts_with("domain:") {
        true => "domain:".len(),
        false => 0,
    };
    let pattern = written.get(start..).unwrap_or("");
    let place = content.start as usize + start;
    let Some(host) = case.subjects.host else {
        let message = "the URL has no host that rules can be compared with";
        return Gap::new(Cause::Missing, message, content)
            .at(case.primary())
            .reached(0, 1);
    };
    let host = case.subjects.str(host);
    let url = case.primary();
    let part = |span: Span| {
        let url = url.clone()?;
        let at = spot::find(&url.text, host);
        Some(match at {
            Some(at) => url.narrowed(span.shifted(at)),
            None => url,
        })
    };
    let labels = Labels { glob, pattern, place, host };
    let gap = labels.gap(&part);
    let wider = format!("*.{pattern}");
    let works =
        host_glob::parse(&wider).is_ok_and(|glob| host::matches(&glob, host));
    let rule = leaf.with_content(&format!("domain:{wider}"));
    match gap.cause == Cause::Host && works {
        true => gap.help(Some(format!("write `{rule}`"))),
        false => gap,
    }
}

struct Labels<'a> {
    glob: &'a HostGlob,
    pattern: &'a str,
    /// Where the pattern starts in the rule.
    place: usize,
    host: &'a str,
}

impl Labels<'_> {
    fn gap(&self, part: &dyn Fn(Span) -> Option<Spot>) -> Gap {
        let hosts = spans(self.host);
        let patterns = self.patterns();
        let labels = self.glob.labels.iter().rev();
        let mut right = hosts.iter().rev();
        for (number, label) in labels.enumerate() {
            let star = label.parts.len() > 1;
            let own = label.parts.concat();
            let written = patterns.iter().rev().nth(number).copied();
            let rule = self.in_rule(written);
            let Some(&span) = right.next() else {
                let message = format!(
                    "nothing stands where the rule has {}",
                    quoted(&own)
                );
                return self.end(message, rule, number).at(part(self.all()));
            };
            let found = span.of(self.host);
            if !star && found != own {
                let message = format!(
                    "{} stands where the rule has {}",
                    quoted(found),
                    quoted(&own)
                );
                return self.end(message, rule, number).at(part(span));
            }
        }
        let number = self.glob.labels.len();
        let rest = right.len();
        if self.glob.any_prefix {
            let message = "the star stands for at least one more name in \
                           front, and there is none";
            let rule = self.in_rule(patterns.first().copied());
            return self
                .end(message.to_owned(), rule, number)
                .at(part(self.all()));
        }
        let end = hosts.get(rest).map_or(0, |span| span.start as usize);
        let front = Span::new(0, end);
        let message = format!(
            "{} stands in front, and the rule is for {} alone",
            quoted(front.of(self.host)),
            quoted(self.pattern)
        );
        let rule = Span::new(0, self.pattern.len()).shifted(self.place);
        self.end(message, rule, number).at(part(front))
    }

    fn all(&self) -> Span {
        Span::new(0, self.host.len())
    }

    fn end(&self, message: String, rule: Span, number: usize) -> Gap {
        let whole = self.glob.labels.len() + 1;
        Gap::new(Cause::Host, message, rule).reached(number, whole)
    }

    /// The labels as they are written, where there are as many.
    fn patterns(&self) -> Vec<Span> {
        let spans = spans(self.pattern);
        let stars = usize::from(self.glob.any_prefix);
        match spans.len() == self.glob.labels.len() + stars {
            true => spans,
            false => Vec::new(),
        }
    }

    fn in_rule(&self, label: Option<Span>) -> Span {
        let whole = Span::new(0, self.pattern.len());
        label.unwrap_or(whole).shifted(self.place)
    }
}

/// The labels of a host.
fn spans(host: &str) -> Vec<Span> {
    let mut at = 0;
    let labels = host.split('.').map(|label| {
        let start = at;
        at += label.len() + 1;
        Span::new(start, start + label.len())
    });
    labels.collect()
}
