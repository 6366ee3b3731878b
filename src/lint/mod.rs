//! Checks on policies that can be read, and a page for every finding.
//!
//! A lint looks at what stands in the documents and never changes what a
//! policy means. A text that the reader or lowering has already said
//! something about is left alone, so one fault gives one finding.

mod analysis;
mod context;
mod definitions;
mod hook_site;
mod list;
mod pages;
mod programs;
mod scan;
mod stepped_over;

mod allow_every_command;
mod allow_every_edit;
mod ambiguous_mcp_name;
mod any_host;
mod assignment_in_rule;
mod async_gate;
mod awaited_audit;
mod bash_only_syntax;
mod blank_before_colon_star;
mod blank_in_matcher;
mod broad_allow;
mod catch_all_regex;
mod colon_star_in_path;
mod competing_rewrites;
mod decision_on_non_blocking_event;
mod dependent_hooks;
mod duplicate_rule;
mod early_wildcard;
mod empty_matcher_item;
mod exact_guard;
mod exit_code_one;
mod extra_parenthesis;
pub mod failing_example;
mod fetch_deny_stepped_over;
mod fit;
mod flag_spelling;
mod glob_in_matcher;
mod glob_in_server_name;
mod guard_at_any_depth;
mod guard_on_one_tool;
mod idle_matcher_tool;
mod idn_domain;
mod ignored_once;
mod impossible_variable;
mod inline_flag;
mod invisible_character;
mod joined_rules;
mod leading_wildcard;
mod literal_mcp_prefix;
mod literal_sign;
mod literal_wildcard;
mod lookalike_character;
mod matcher_expression;
mod mcp_server_case;
mod mcp_server_characters;
mod misplaced_file;
mod missing_powershell_twin;
mod no_word_boundary;
mod odd_value;
mod open_ended_agent;
mod open_quote;
mod operator_in_rule;
mod options_before_subcommand;
mod padded_rule;
mod path_alternation;
mod path_pattern;
mod permission_rule_as_matcher;
mod pinned_file;
mod pinned_url;
mod program_path_in_guard;
mod project_reenables_hooks;
mod protected_path;
mod proxy_before_hooks;
mod public_suffix;
mod read_deny_stepped_over;
mod redirection_in_rule;
mod refused_answer;
mod regex_look_around;
mod relative_hook_script;
mod renamed_tool;
mod saved_script;
mod script_family;
mod server_at_start;
mod shell_fragment;
mod skill_guard;
mod star_before_program;
mod timeout_over_budget;
mod unanchored_matcher;
mod unchecked_if;
mod unfiltered_model_hook;
mod unfinished_word;
mod unguarded_stop_hook;
mod unheard_context;
mod unheard_field;
mod unknown_field;
mod unknown_hook_variable;
mod unknown_matcher_tool;
mod unknown_server;
mod unlisted_address;
mod unlisted_variable;
mod unquoted_project_dir;
mod unreachable_if;
mod uppercase_domain;
mod watches_nothing;
mod wrapper_in_rule;
mod wrong_event_name;

pub use context::{Context, Role, Site};
pub use hook_site::HookSite;
pub use list::LINTS;
pub use pages::page;
pub use stepped_over::stepped_over;
pub use unguarded_stop_hook::keeps_going;

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::Policy;

/// A check on a policy.
pub trait Lint: Sync {
    /// The finding it makes.
    fn code(&self) -> Code;

    /// Looks at the documents and adds what it finds.
    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>);
}

/// Everything there is to say about a policy, in the order of the places:
/// what was found while it was read, and what the lints find.
pub fn check(policy: &Policy) -> Vec<Diagnostic> {
    check_with(policy, &[])
}

/// The same, where MCP servers are known to be configured.
pub fn check_with(policy: &Policy, servers: &[String]) -> Vec<Diagnostic> {
    let mut out = policy.diagnostics().to_vec();
    let mut cx = Context::new(policy, &out);
    cx.servers = servers;
    for lint in LINTS {
        lint.check(&cx, &mut out);
    }
    analysis::check(policy, &cx, &mut out);
    definitions::check(policy, &mut out);
    duplicate_rule::leave_out(&cx, &mut out);
    out.retain(|found| {
        let source = found.primary().map(|label| label.source.0 as usize);
        let document = source.and_then(|at| policy.documents().get(at));
        let foreign = document.is_some_and(|d| d.family.is_of_another());
        !foreign || !OF_LISTS.contains(&found.code)
    });
    for found in &mut out {
        found.message = shortened(&found.message);
        found.help = found.help.take().map(|help| shortened(&help));
    }
    let mut left = MAX_FITTED;
    for found in out.iter_mut().filter(|found| found.fix.is_some()) {
        let at = found.primary().map_or(0, |label| label.source.0 as usize);
        let document = policy.documents().get(at);
        let foreign = document.filter(|d| d.family.is_foreign());
        let (Some(document), Some(source)) =
            (foreign, policy.sources().get(at))
        else {
            continue;
        };
        let fix = found.fix.take().filter(|_| left > 0);
        found.fix = fix.and_then(|fix| fit::fit(document, source, &fix));
        left -= usize::from(found.fix.is_some());
    }
    out.sort_by_key(|found| {
        found.primary().map(|at| (at.source, at.span, found.code))
    });
    out
}

/// What the files of a policy that is read from several say about each
/// other, and no file alone shows: rules that those of another file keep from
/// counting. The second label lies in the other file.
pub fn across(policy: &Policy) -> Vec<Diagnostic> {
    let mut found = analysis::across(policy);
    for found in &mut found {
        found.message = shortened(&found.message);
    }
    found
}

/// Codes of what is said about rules beside each other. In the files of other
/// agents priorities decide, and the lists that are made of them are not the
/// file.
pub const OF_LISTS: &[Code] = &[
    Code::ALLOW_UNDOES_DENY,
    Code::DUPLICATE_RULE,
    Code::OPTIONS_BEFORE_SUBCOMMAND,
    Code::OVERLAPPING_ALLOW_ASK,
    Code::REDUNDANT_RULE,
    Code::SHADOWED_RULE,
];

/// The most fixes that are fitted into files that are not JSON; more are
/// found when these are applied.
const MAX_FITTED: usize = 200;

/// The longest user text that is quoted in a message, in characters.
const MAX_QUOTED: usize = 80;

/// A message in which quoted texts are cut to a length that can be read.
fn shortened(message: &str) -> String {
    if message.len() <= 2 * MAX_QUOTED {
        return message.to_owned();
    }
    let mut out = String::with_capacity(message.len());
    for (at, part) in message.split('`').enumerate() {
        if at > 0 {
            out.push('`');
        }
        let long = at % 2 == 1 && part.chars().nth(MAX_QUOTED).is_some();
        if long {
            out.extend(part.chars().take(MAX_QUOTED - 1));
            out.push('…');
        } else {
            out.push_str(part);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_in_messages() {
        let long = format!("`{}` and `b`", "x".repeat(500));
        let short = shortened(&long);
        assert!(short.ends_with("…` and `b`"), "{short}");
        assert!(short.chars().count() < 100);
        assert_eq!(shortened("`a` is short"), "`a` is short");
    }
}
