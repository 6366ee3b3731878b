//! Settings besides rules and hooks by which more or less may happen.

use std::collections::{BTreeMap, BTreeSet};

use super::definitions;
use crate::ir::Effect;
use crate::json;
use crate::load::{Document, Mode, Scope, Within, merge};
use crate::plan::is_broad;
use crate::policy::Policy;
use crate::source::Decoded;

/// A setting that two policies do not share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingChange {
    /// Its name in the file.
    pub name: &'static str,
    /// What the old policy says.
    pub old: String,
    /// What the new one says.
    pub new: String,
    /// Whether more may happen than before.
    pub widens: bool,
}

/// Whether more may happen in a mode than in another one. Where nobody is
/// asked, what would ask is denied; where a classifier decides, allow rules
/// that let any code run do not count, which `broad` says there are.
fn is_freer(is: Mode, was: Mode, broad: bool) -> bool {
    match was {
        Mode::DontAsk => true,
        Mode::Auto if broad => true,
        _ => freedom(is) > freedom(was),
    }
}

/// How much may happen in a mode without anybody being asked.
fn freedom(mode: Mode) -> u8 {
    match mode {
        Mode::Plan => 0,
        Mode::DontAsk => 1,
        Mode::Default => 2,
        Mode::AcceptEdits => 3,
        Mode::Auto => 4,
        Mode::BypassPermissions => 5,
    }
}

/// The settings in which two policies differ.
pub(super) fn changes(old: &Policy, new: &Policy) -> Vec<SettingChange> {
    let mut out = Vec::new();
    out.extend(mode(old, new));
    let (old, new) = (old.documents(), new.documents());
    out.extend(modes_of_agents(old, new));
    out.extend(definitions::changes(old, new));
    out.extend(directories(old, new));
    for (name, switch) in SWITCHES {
        let (was, is) = (switch(old), switch(new));
        if was != is {
            let word = |is| if is { "on" } else { "off" }.to_owned();
            let (old, new) = (word(was), word(is));
            out.push(SettingChange { name, old, new, widens: was });
        }
    }
    for Value { name, opens, usual } in VALUES {
        let of = |all| switched(all, name).unwrap_or(*usual);
        let (was, is) = (of(old), of(new));
        if was != is {
            let word = |is| if is { "on" } else { "off" }.to_owned();
            let (old, new) = (word(was), word(is));
            out.push(SettingChange { name, old, new, widens: is == *opens });
        }
    }
    out.extend(NAMES.iter().filter_map(|names| named(names, old, new)));
    out.extend(EITHER.iter().filter_map(|name| either(name, old, new)));
    for (name, list) in LISTS {
        out.extend(limited(name, list(old), list(new)));
    }
    out
}

fn mode(old: &Policy, new: &Policy) -> Option<SettingChange> {
    let of = |policy: &Policy| {
        let mode = merge(policy.documents()).default_mode;
        mode.map_or(Mode::Default, |(_, mode)| mode.value)
    };
    let mut rules = new.rules().rules.iter();
    let broad =
        rules.any(|rule| rule.effect == Effect::Allow && is_broad(&rule.text));
    let (was, is): (Mode, Mode) = (of(old), of(new));
    (was != is).then(|| SettingChange {
        name: "defaultMode",
        old: was.as_str().to_owned(),
        new: is.as_str().to_owned(),
        widens: is_freer(is, was, broad),
    })
}

/// The modes that agents run in, where they say one.
fn modes_of_agents(old: &[Document], new: &[Document]) -> Vec<SettingChange> {
    let of = |documents: &[Document]| -> BTreeMap<String, Mode> {
        let said = documents.iter().filter_map(|document| {
            let Some(Within::Agent(name)) = &document.within else {
                return None;
            };
            let mode = field(document, "permissionMode")?.str()?;
            Some((name.clone(), Mode::named(mode)?))
        });
        said.collect()
    };
    let (was, is) = (of(old), of(new));
    let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let changed = names.into_iter().filter_map(|name| {
        let (was, is) = (was.get(name), is.get(name));
        let told = |mode: Option<&Mode>| {
            let mode = mode.map_or("none", |mode| mode.as_str());
            format!("{name}: {mode}")
        };
        let mode = |mode: Option<&Mode>| *mode.unwrap_or(&Mode::Default);
        (was != is).then(|| SettingChange {
            name: "permissionMode",
            old: told(was),
            new: told(is),
            widens: is_freer(mode(is), mode(was), false),
        })
    });
    changed.collect()
}

fn directories(old: &[Document], new: &[Document]) -> Option<SettingChange> {
    let of = |documents: &[Document]| -> BTreeSet<String> {
        let all = documents.iter().flat_map(|d| &d.directories);
        all.map(|directory| directory.as_str().to_owned()).collect()
    };
    let (was, is) = (of(old), of(new));
    (was != is).then(|| SettingChange {
        name: "additionalDirectories",
        old: listed(&was),
        new: listed(&is),
        widens: !is.is_subset(&was),
    })
}

/// A switch that holds something back while it is on.
type Switch = fn(&[Document]) -> bool;

const SWITCHES: &[(&str, Switch)] = &[
    ("disableBypassPermissionsMode", |all| merge(all).disable_bypass),
    ("disableAutoMode", |all| merge(all).disable_auto),
    ("denyInsteadOfPrompting", |all| merge(all).deny_instead_of_prompting),
    ("blockReadsOutsideWorkingDirectories", |all| {
        merge(all).block_reads_outside
    }),
    ("blockWritesOutsideWorkingDirectories", |all| {
        merge(all).block_writes_outside
    }),
    ("allowManagedHooksOnly", |all| merge(all).managed_hooks_only),
    ("allowManagedPermissionRulesOnly", |all| merge(all).managed_rules_only),
];

/// A switch that only the file knows.
struct Value {
    /// Its keys, with dots between them.
    name: &'static str,
    /// Whether more may happen while it is on.
    opens: bool,
    /// What it is where no file says so.
    usual: bool,
}

impl Value {
    const fn new(name: &'static str, (opens, usual): (bool, bool)) -> Value {
        Value { name, opens, usual }
    }
}

const VALUES: &[Value] = &[
    // The hooks of other files, too.
    Value::new("disableAllHooks", (true, false)),
    Value::new("allowManagedMcpServersOnly", (false, false)),
    Value::new("sandbox.enabled", (false, false)),
    // Commands in the sandbox are not asked about.
    Value::new("sandbox.autoAllowBashIfSandboxed", (true, true)),
    // A command that fails in the sandbox may be run outside of it.
    Value::new("sandbox.allowUnsandboxedCommands", (true, true)),
    // Without it, commands run where there is no sandbox.
    Value::new("sandbox.failIfUnavailable", (false, false)),
    Value::new("sandbox.enableWeakerNestedSandbox", (true, false)),
    Value::new("sandbox.network.allowAllUnixSockets", (true, false)),
    Value::new("sandbox.enableWeakerNetworkIsolation", (true, false)),
    Value::new("sandbox.network.allowLocalBinding", (true, false)),
    Value::new("sandbox.network.allowManagedDomainsOnly", (false, false)),
    Value::new("sandbox.filesystem.allowManagedReadPathsOnly", (false, false)),
    Value::new("enableAllProjectMcpServers", (true, false)),
    // Where a classifier decides, nobody is asked.
    Value::new("useAutoModeDuringPlan", (true, true)),
    Value::new("skipDangerousModePermissionPrompt", (true, false)),
    // Commands that stand in skills.
    Value::new("disableSkillShellExecution", (false, false)),
];

/// What the file says that counts most, if any says something.
fn switched(documents: &[Document], name: &str) -> Option<bool> {
    let said = documents.iter().filter_map(|document| {
        Some((document.scope, field(document, name)?.bool()?))
    });
    said.max_by_key(|(scope, _)| *scope).map(|(_, is)| is)
}

pub(super) fn field<'d>(
    document: &'d Document,
    name: &str,
) -> Option<json::Value<'d>> {
    let root = document.root()?;
    name.split('.').try_fold(root, |value, key| value.get(key))
}

/// A list of names in all files together.
struct Names {
    /// Its keys, with dots between them.
    name: &'static str,
    /// Whether more may happen because of what stands in it.
    opens: bool,
}

impl Names {
    const fn new(name: &'static str, opens: bool) -> Names {
        Names { name, opens }
    }
}

const NAMES: &[Names] = &[
    Names::new("blockedMarketplaces", false),
    Names::new("deniedMcpServers", false),
    Names::new("disabledMcpjsonServers", false),
    Names::new("enabledMcpjsonServers", true),
    Names::new("sandbox.credentials.envVars", false),
    Names::new("sandbox.credentials.files", false),
    Names::new("sandbox.excludedCommands", true),
    Names::new("sandbox.filesystem.denyRead", false),
    Names::new("sandbox.filesystem.denyWrite", false),
    Names::new("sandbox.filesystem.allowRead", true),
    Names::new("sandbox.filesystem.allowWrite", true),
    Names::new("sandbox.network.allowUnixSockets", true),
    Names::new("sandbox.network.allowedDomains", true),
    Names::new("sandbox.network.deniedDomains", false),
];

fn named(
    names: &Names,
    old: &[Document],
    new: &[Document],
) -> Option<SettingChange> {
    let of = |documents: &[Document]| {
        listed_in(documents, names.name).unwrap_or_default()
    };
    let (was, is) = (of(old), of(new));
    let widens = match names.opens {
        true => !is.is_subset(&was),
        false => !was.is_subset(&is),
    };
    (was != is).then(|| SettingChange {
        name: names.name,
        old: listed(&was),
        new: listed(&is),
        widens,
    })
}

/// What stands in a list in any of the files; `None` where none has it.
fn listed_in(documents: &[Document], name: &str) -> Option<BTreeSet<String>> {
    let lists = documents.iter().filter_map(|d| field(d, name));
    lists.fold(None, |all, list| {
        let mut all = all.unwrap_or_default();
        all.extend(list.items().map(spelled));
        Some(all)
    })
}

/// Settings of which nobody knows whether a change lets more happen: the
/// lists of the classifier are in the place of its own, plugins and what
/// plugins alone may bring also hold guards.
const EITHER: &[&str] = &[
    "autoMode.allow",
    "autoMode.environment",
    "autoMode.hard_deny",
    "autoMode.soft_deny",
    "enabledPlugins",
    "sandbox.ignoreViolations",
    "strictPluginOnlyCustomization",
];

fn either(
    name: &'static str,
    old: &[Document],
    new: &[Document],
) -> Option<SettingChange> {
    let of = |documents: &[Document]| -> BTreeSet<(Scope, String)> {
        let said = documents.iter().filter_map(|document| {
            Some((document.scope, spelled(field(document, name)?)))
        });
        said.collect()
    };
    let (was, is) = (of(old), of(new));
    let told = |said: BTreeSet<(Scope, String)>| {
        listed(&said.into_iter().map(|(_, text)| text).collect())
    };
    (was != is).then(|| SettingChange {
        name,
        old: told(was),
        new: told(is),
        widens: true,
    })
}

/// A value as text, equal for equal ones: a text as it is, anything else as
/// JSON.
fn spelled(value: json::Value<'_>) -> String {
    let text = value.str().map(str::to_owned);
    let text = text.or_else(|| json::one_spelling(value));
    text.unwrap_or_else(|| value.raw().to_owned())
}

/// A list that, where it is there, holds all that may be done.
type Listed = fn(&[Document]) -> Option<BTreeSet<String>>;

const LISTS: &[(&str, Listed)] = &[
    ("allowedHttpHookUrls", |all| {
        union(all.iter().filter_map(|d| d.switches.http_urls.as_deref()))
    }),
    ("httpHookAllowedEnvVars", |all| {
        union(all.iter().filter_map(|d| d.switches.http_env.as_deref()))
    }),
    ("allowedMcpServers", |all| listed_in(all, "allowedMcpServers")),
    ("strictKnownMarketplaces", |all| {
        listed_in(all, "strictKnownMarketplaces")
    }),
];

fn union<'a>(
    lists: impl Iterator<Item = &'a [Decoded]>,
) -> Option<BTreeSet<String>> {
    lists.fold(None, |all, list| {
        let mut all = all.unwrap_or_default();
        all.extend(list.iter().map(|text| text.as_str().to_owned()));
        Some(all)
    })
}

fn limited(
    name: &'static str,
    was: Option<BTreeSet<String>>,
    is: Option<BTreeSet<String>>,
) -> Option<SettingChange> {
    if was == is {
        return None;
    }
    let widens = match (&was, &is) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(was), Some(is)) => !is.is_subset(was),
    };
    let told = |list: Option<BTreeSet<String>>| {
        list.map_or("anything".to_owned(), |list| listed(&list))
    };
    Some(SettingChange { name, old: told(was), new: told(is), widens })
}

pub(super) fn listed(all: &BTreeSet<String>) -> String {
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}
