use super::{Document, Mode, Scope, Switches};
use crate::source::Spanned;

/// A permission rule: its document and its place among that one's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleRef {
    /// The document.
    pub document: usize,
    /// Its position in [`Document::rules`].
    pub rule: usize,
}

/// A handler: its document, group and place in the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HandlerRef {
    /// The document.
    pub document: usize,
    /// Its position in [`Document::groups`].
    pub group: usize,
    /// Its position in the group.
    pub hook: usize,
}

/// Why something that was read does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Inactive {
    /// `disableAllHooks`
    HooksDisabled,
    /// `allowManagedHooksOnly`
    ManagedHooksOnly,
    /// `allowManagedPermissionRulesOnly`
    ManagedRulesOnly,
    /// The same rule stands in the same list before. In another file the
    /// same text may mean other places.
    Duplicate,
    /// The runner refuses the file, or all hooks of it.
    Refused,
    /// The dialect has no such event.
    Event,
    /// The dialect, or the event, runs no handlers of this type.
    HandlerType,
    /// `allowedHttpHookUrls` does not cover its address.
    Address,
    /// Nothing is posted to its address.
    PrivateAddress,
}

impl Inactive {
    /// The word for it in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Inactive::HooksDisabled => "disabled",
            Inactive::ManagedHooksOnly | Inactive::ManagedRulesOnly => {
                "managed_only"
            }
            Inactive::Duplicate => "duplicate",
            Inactive::Refused => "refused",
            Inactive::Event => "dialect:event",
            Inactive::HandlerType => "dialect:handler",
            Inactive::Address => "url-not-allowed",
            Inactive::PrivateAddress => "private-address",
        }
    }

    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Inactive::HooksDisabled => "hooks are turned off",
            Inactive::ManagedHooksOnly => "only managed hooks run",
            Inactive::ManagedRulesOnly => "only managed rules count",
            Inactive::Duplicate => "the same stands there before",
            Inactive::Refused => "the runner refuses the file",
            Inactive::Event => "the dialect has no such event",
            Inactive::HandlerType => {
                "handlers of this type do not run on this event"
            }
            Inactive::Address => "its address is not in `allowedHttpHookUrls`",
            Inactive::PrivateAddress => "its address is not public",
        }
    }
}

/// What several files say together.
#[derive(Clone, Debug, Default)]
pub struct Effective {
    /// The rules that count, in order.
    pub rules: Vec<RuleRef>,
    /// The rules that do not, and why.
    pub inactive_rules: Vec<(RuleRef, Inactive)>,
    /// The handlers that count, in order.
    pub handlers: Vec<HandlerRef>,
    /// The handlers that do not, and why.
    pub inactive_handlers: Vec<(HandlerRef, Inactive)>,
    /// The mode sessions start in, and the document that says so.
    pub default_mode: Option<(usize, Spanned<Mode>)>,
    /// Whether some deny or ask rule may have been lost.
    pub degraded: bool,
    /// Whether what would ask is denied instead.
    pub deny_instead_of_prompting: bool,
    /// Whether files outside of the working directories are not to be read.
    pub block_reads_outside: bool,
    /// Whether they are not to be written.
    pub block_writes_outside: bool,
    /// Whether hooks of managed settings alone count.
    pub managed_hooks_only: bool,
    /// Whether rules of managed settings alone count.
    pub managed_rules_only: bool,
    /// Whether the mode that asks nothing is forbidden.
    pub disable_bypass: bool,
    /// Whether the mode with a classifier is forbidden.
    pub disable_auto: bool,
}

/// Whether a file switches something on: one is enough, whatever the others
/// say.
fn any(documents: &[Document], of: fn(&Switches) -> Option<bool>) -> bool {
    documents.iter().any(|document| of(&document.switches) == Some(true))
}

/// Whether managed settings do.
fn any_managed(
    documents: &[Document],
    of: fn(&Switches) -> Option<bool>,
) -> bool {
    let mut all = documents.iter();
    all.any(|d| d.scope == Scope::Managed && of(&d.switches) == Some(true))
}

/// What the switches and values of files come to.
fn switched(documents: &[Document]) -> Effective {
    let deny = |d: &Document| d.switches.deny_instead_of_prompting;
    Effective {
        default_mode: strongest(documents, |d| d.default_mode.clone()),
        degraded: documents.iter().any(|d| d.degraded),
        deny_instead_of_prompting: strongest(documents, deny)
            .is_some_and(|(_, on)| on),
        block_reads_outside: any(documents, |s| s.block_reads_outside),
        block_writes_outside: any(documents, |s| s.block_writes_outside),
        managed_hooks_only: any_managed(documents, |s| s.managed_hooks_only),
        managed_rules_only: any_managed(documents, |s| s.managed_rules_only),
        disable_bypass: documents.iter().any(|d| d.switches.disable_bypass),
        disable_auto: documents.iter().any(|d| d.switches.disable_auto),
        ..Effective::default()
    }
}

/// Puts files together: rules and handlers add up in the order given; of
/// values, the one in the scope with the highest precedence counts.
pub fn merge(documents: &[Document]) -> Effective {
    merge_with(documents, false)
}

/// The same; with `any_file_disables`, one file is enough to turn hooks off.
pub fn merge_with(
    documents: &[Document],
    any_file_disables: bool,
) -> Effective {
    let mut merged = switched(documents);
    let rules_only = merged.managed_rules_only;
    let hooks_only = merged.managed_hooks_only;
    let none_at_all = any_managed(documents, |s| s.disable_all_hooks);
    let no_hooks = strongest(documents, |d| d.switches.disable_all_hooks)
        .is_some_and(|(_, off)| off)
        || any_file_disables && any(documents, |s| s.disable_all_hooks);
    let rules = documents.iter().map(|file| file.rules.len()).sum();
    let mut seen = std::collections::HashSet::with_capacity(rules);
    for (document, file) in documents.iter().enumerate() {
        let managed = file.scope == Scope::Managed;
        for (rule, entry) in file.rules.iter().enumerate() {
            let key = (document, entry.list, entry.text.as_str());
            let rule = RuleRef { document, rule };
            if rules_only && !managed {
                let why = Inactive::ManagedRulesOnly;
                merged.inactive_rules.push((rule, why));
            } else if seen.insert(key) {
                merged.rules.push(rule);
            } else {
                merged.inactive_rules.push((rule, Inactive::Duplicate));
            }
        }
        let off = if none_at_all || (no_hooks && !managed) {
            Some(Inactive::HooksDisabled)
        } else if hooks_only && !managed {
            Some(Inactive::ManagedHooksOnly)
        } else {
            None
        };
        for (group, entry) in file.groups.iter().enumerate() {
            for hook in 0..entry.hooks.len() {
                let handler = HandlerRef { document, group, hook };
                match off {
                    Some(why) => {
                        merged.inactive_handlers.push((handler, why));
                    }
                    None => merged.handlers.push(handler),
                }
            }
        }
    }
    merged
}

/// The value of the scope with the highest precedence; of equal scopes, the
/// one given last.
fn strongest<T>(
    documents: &[Document],
    value: impl Fn(&Document) -> Option<T>,
) -> Option<(usize, T)> {
    let indexed = documents.iter().enumerate();
    let set = indexed.filter_map(|(at, d)| Some((d.scope, at, value(d)?)));
    let best = set.max_by_key(|(scope, at, _)| (*scope, *at));
    best.map(|(_, at, value)| (at, value))
}
