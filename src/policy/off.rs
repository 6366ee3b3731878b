//! What the runner that a dialect describes leaves out: files that it refuses,
//! hooks that it never runs.

use super::build::Builder;
use super::{Hook, covers_url};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::dialect::Dialect;
use crate::ir::{Lost, Origin};
use crate::load::{
    Action, Document, Family, Group, Handler, HandlerKind, Inactive, List,
    Place, RuleEntry, Switches, place_of,
};
use crate::source::{Decoded, Span};

/// Whether all of a file is refused.
pub(super) fn is_refused(document: &Document, dialect: &Dialect) -> bool {
    let all = document.drops_rules && document.drops_hooks;
    !dialect.doubts_count && (document.refused || all)
}

/// What a refused file switches on or off does not count either, nor do the
/// directories that it adds.
pub(super) fn forget_switches(document: &mut Document) {
    document.switches = Switches::default();
    document.default_mode = None;
    document.directories.clear();
}

/// What every object of JavaScript has: a rule on a tool of such a name once
/// had its file refused.
const OF_OBJECTS: &[&str] = &[
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
];

/// Has a file refused that holds a rule which the dialect cannot read.
pub(super) fn refuse(
    document: &mut Document,
    dialect: &Dialect,
) -> Option<Diagnostic> {
    if dialect.object_names {
        return None;
    }
    let name = |rule: &RuleEntry| {
        let text = rule.text.as_str().trim();
        text.split('(').next().unwrap_or(text).trim_end().to_owned()
    };
    let is_odd = |rule: &&RuleEntry| OF_OBJECTS.contains(&name(rule).as_str());
    let rule = document.rules.iter().find(is_odd)?;
    let message = format!(
        "this version cannot read a rule on `{}`; the whole file is refused",
        name(rule)
    );
    let code = Code::INVALID_RULE;
    let found = Diagnostic::new(code, message, document.source, rule.span);
    document.refused = true;
    Some(found.help("remove it: no tool is called so"))
}

/// The hooks, of which none runs that calls an address which the files let no
/// hook call, or which the dialect refuses, unless what fails stops the call.
/// The lists of files add up; where there is none, all may be called. To which
/// of them an address with a variable belongs is known only when it is called.
pub(super) fn called(
    mut hooks: Vec<Hook>,
    documents: &[Document],
    dialect: &Dialect,
) -> Vec<Hook> {
    let lists = documents.iter().filter_map(|d| d.switches.http_urls.as_ref());
    let lists: Vec<_> = lists.collect();
    let allowed = lists.iter().copied().flatten().map(Decoded::as_str);
    let allowed: Vec<&str> = allowed.collect();
    let may = |url: &str| {
        lists.is_empty()
            || url.contains('$')
            || allowed.iter().any(|one| covers_url(one, url))
    };
    for hook in hooks.iter_mut().filter(|hook| hook.inactive.is_none()) {
        let Action::Http { url, .. } = &hook.handler.action else { continue };
        let url = url.as_str();
        let blocks = hook
            .event
            .is_some_and(|kind| dialect.failure_blocks(&hook.handler, kind));
        hook.inactive = match () {
            () if blocks => None,
            () if !may(url) => Some(Inactive::Address),
            () if refused(url, dialect).is_some() => {
                Some(Inactive::PrivateAddress)
            }
            () => None,
        };
    }
    hooks
}

/// Where an address leads to which the dialect posts nothing.
fn refused(url: &str, dialect: &Dialect) -> Option<Place> {
    let guard = dialect.running.address_guard;
    place_of(url).filter(|place| guard.refuses(*place))
}

impl Builder<'_> {
    /// Notes a file that the runner skips. Whether it really does is not
    /// known as surely as that its guards must not be relied on: what they
    /// may be about is asked about.
    pub(super) fn skip(&mut self, document: &Document) {
        let guards = |rule: &RuleEntry| rule.list != List::Allow;
        let guarded = document.refused || document.rules.iter().any(guards);
        let span = self.worst(document);
        match document.within {
            None if guarded => {
                let origin = Origin { source: document.source, span };
                self.lost.push((Lost::any(), origin));
            }
            // Of others what can be read is asked about by itself.
            Some(_) if document.degraded => {
                self.ask_while(Lost::any(), document, span);
            }
            _ => {}
        }
    }

    /// The place of the worst finding in a document.
    pub(super) fn worst(&self, document: &Document) -> Span {
        let found = self.diagnostics.iter().filter_map(|found| {
            let label = found.primary()?;
            let here = label.source == document.source;
            here.then_some((found.severity, label.span))
        });
        let first = found.min_by_key(|(severity, _)| match severity {
            Severity::Error => 0,
            Severity::Warning => 1,
            Severity::Info => 2,
        });
        first.map_or(Span::default(), |(_, span)| span)
    }

    /// Why a handler is left out, if so. That the dialect never runs it is
    /// said; why a file is refused was said while it was read.
    pub(super) fn left_out(
        &mut self,
        handler: &Handler,
        group: &Group,
        document: &Document,
    ) -> Option<Inactive> {
        let why = self.dialect.never_runs(group.kind, handler.kind());
        let why = why.or_else(|| self.is_ours(handler, document));
        match why {
            Some(Inactive::Event) => self.no_event(group, document),
            Some(_) => self.no_handler(handler, group, document),
            None => {}
        }
        self.no_address(handler, document);
        let drops = document.refused || document.drops_hooks;
        let refused = drops && !self.dialect.doubts_count;
        why.or(refused.then_some(Inactive::Refused))
    }

    /// A handler of ours in YAML, where hooks are those of another runner
    /// unless the dialect says that they are ours.
    fn is_ours(
        &self,
        handler: &Handler,
        document: &Document,
    ) -> Option<Inactive> {
        let kind = handler.kind();
        let is_ours = document.family == Family::Pattern
            && HandlerKind::OURS.contains(&kind)
            && !self.dialect.surface.handlers.has(kind);
        is_ours.then_some(Inactive::HandlerType)
    }

    /// An address that is refused.
    fn no_address(&mut self, handler: &Handler, document: &Document) {
        let Action::Http { url, .. } = &handler.action else { return };
        let message = match refused(url.as_str(), self.dialect) {
            Some(Place::Private) => {
                "the address is private; the call will be refused"
            }
            Some(_) => "the address is not public; the call will be refused",
            None => return,
        };
        let (source, span) = (document.source, document.quoted(url));
        let code = Code::PRIVATE_ADDRESS;
        let found = Diagnostic::new(code, message, source, span);
        let help = "use `localhost` or a public address";
        self.diagnostics.push(found.help(help));
    }

    /// An event that other dialects have; of a name that is none the reader
    /// said so.
    fn no_event(&mut self, group: &Group, document: &Document) {
        let Some(kind) = group.kind else { return };
        let message = format!(
            "the dialect `{}` has no event `{}`; these hooks never run",
            self.dialect_name(),
            kind.name()
        );
        let (source, span) = (document.source, group.event.span);
        if self.no_event.replace((source, span)) == Some((source, span)) {
            return;
        }
        let code = Code::UNKNOWN_EVENT;
        let found = Diagnostic::new(code, message, source, span);
        let help = "move them to another event, or remove them";
        self.diagnostics.push(found.help(help));
    }

    /// A type of handler that the dialect does not run, or not on the event.
    fn no_handler(
        &mut self,
        handler: &Handler,
        group: &Group,
        document: &Document,
    ) {
        let Some(event) = group.kind else { return };
        let runs = |kind| self.dialect.never_runs(group.kind, kind).is_none();
        let all = HandlerKind::ALL.iter().map(|row| row.0);
        let all = all.filter(|kind| !HandlerKind::OURS.contains(kind));
        let fit: Vec<_> = all
            .filter(|kind| runs(*kind))
            .map(|kind| format!("`{}`", kind.as_str()))
            .collect();
        let kind = handler.kind();
        let by_event = self.dialect.surface.handlers.has(kind);
        let (who, this) = match by_event {
            true => (format!("`{}`", event.name()), "this event takes"),
            false => {
                let name = self.dialect_name();
                (format!("the dialect `{name}`"), "it has")
            }
        };
        let message = format!(
            "{who} runs no `{}` handlers; it never runs",
            kind.as_str()
        );
        let help = match fit.is_empty() {
            _ if HandlerKind::OURS.contains(&kind) => {
                "it is one with `--dialect hookset`".to_owned()
            }
            true => "remove it".to_owned(),
            false => format!("{this} {}", fit.join(", ")),
        };
        let span = document.field(handler.span, "type");
        let span = span.unwrap_or(handler.span);
        let code = Code::UNSUPPORTED_HANDLER;
        let found = Diagnostic::new(code, message, document.source, span);
        self.diagnostics.push(found.help(help));
    }

    /// An `if` that the dialect does not know: it skips the key, and keeps
    /// the hook.
    pub(super) fn no_condition(
        &mut self,
        text: &Decoded,
        document: &Document,
    ) {
        let message = format!(
            "the dialect `{}` knows no `if`; the hook runs every time",
            self.dialect_name()
        );
        let span = document.quoted(text);
        let code = Code::UNKNOWN_KEY;
        let found = Diagnostic::new(code, message, document.source, span);
        let help = "look at the call in the hook";
        self.diagnostics.push(found.help(help));
    }

    /// The dialect as it is named on the command line.
    fn dialect_name(&self) -> String {
        match self.dialect.version {
            Some(version) => format!("{}@{version}", self.dialect.name),
            None => self.dialect.name.to_owned(),
        }
    }
}
