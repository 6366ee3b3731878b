//! What is proved about hooks, in words.

use std::collections::HashSet;

use super::Analysis;
use crate::analyze::HookClaim;
use crate::diagnostic::suggest::nearest;
use crate::diagnostic::{Code, Diagnostic};
use crate::event::table::MatcherField;
use crate::event::tools;
use crate::ir::{Effect, Origin};
use crate::lint::Context;
use crate::load::{Document, Group};
use crate::source::Decoded;

impl Analysis<'_> {
    pub(super) fn hooks(&mut self, cx: &Context<'_>) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        let mut places = HashSet::new();
        for (id, claim) in self.survey.hooks() {
            let rule = self.policy.rules().rule(id);
            let Some(Effect::Fire(hook)) = rule.map(|rule| rule.effect) else {
                continue;
            };
            let Some(found) = self.about(hook, &claim) else { continue };
            let Some(label) = found.primary() else { continue };
            let place = Origin { source: label.source, span: label.span };
            if self.silent(cx, place) && places.insert(place) {
                out.push(found);
            }
        }
        out
    }

    fn about(&self, number: u32, claim: &HookClaim) -> Option<Diagnostic> {
        let hook = self.policy.hooks().get(number as usize)?;
        let document = self.policy.documents().get(hook.place.document)?;
        let group = document.groups.get(hook.place.group)?;
        let condition = hook.handler.condition.as_ref();
        match claim {
            HookClaim::NeverMatches | HookClaim::MatcherAlways => {
                about_matcher(document, group, claim)
            }
            _ => about_condition(document, group, condition?, claim),
        }
    }
}

fn about_matcher(
    document: &Document,
    group: &Group,
    claim: &HookClaim,
) -> Option<Diagnostic> {
    let matcher = group.matcher.as_ref()?;
    let (code, message, help) = if *claim == HookClaim::NeverMatches {
        let message = format!(
            "nothing that `{}` is about matches `{}`; the hooks of this group \
             never run",
            group.event.value,
            matcher.as_str()
        );
        let text = matcher.as_str();
        let help = match (slashes(text), former(group, text)) {
            (Some(inner), _) => {
                format!("write `{inner}`: no slashes stand around it")
            }
            (None, Some((old, new, written))) => format!(
                "`{old}` is called `{new}` now, and a regular expression \
                 sees only that name: write `{written}`"
            ),
            (None, None) => meant(group, text).unwrap_or_else(|| {
                "check the names; letter case counts".to_owned()
            }),
        };
        (Code::NEVER_MATCHES, message, help)
    } else {
        let message = format!("`{}` matches every name", matcher.as_str());
        let help = "write `*`, or leave the matcher out".to_owned();
        (Code::ALWAYS_MATCHES, message, help)
    };
    let found =
        Diagnostic::new(code, message, document.source, matcher.span());
    Some(found.help(help))
}

/// What a matcher that matches nothing may be meant for: names between
/// quotes or other signs than `|`, or one of the few values that there are.
fn meant(group: &Group, matcher: &str) -> Option<String> {
    let row = group.kind?.row();
    let word = matcher.replace('-', "_");
    let values = row.values;
    if !values.is_empty() {
        return Some(match nearest(&word, values.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write one of {}", values.join(", ")),
        });
    }
    if row.matcher != MatcherField::Field("tool_name") {
        return None;
    }
    let quote = |c: char| matches!(c, '"' | '\'' | '`');
    let inner = matcher.trim_matches(quote);
    let parts: Vec<_> = inner.split([';', '/', '&']).map(str::trim).collect();
    let known = parts.iter().all(|name| tools::find(name).is_some());
    known.then(|| match parts.len() {
        1 => format!("write `{inner}` alone"),
        _ => format!("write `{}`", parts.join("|")),
    })
}

/// What stands between slashes, as in code: `/Bash/i`.
fn slashes(matcher: &str) -> Option<&str> {
    let (inner, flags) = matcher.strip_prefix('/')?.rsplit_once('/')?;
    let flagged = flags.chars().all(|c| c.is_ascii_lowercase());
    (flagged && !inner.is_empty()).then_some(inner)
}

/// A former name of a tool in a matcher, the name of today, and the matcher
/// with names of today.
fn former(
    group: &Group,
    matcher: &str,
) -> Option<(String, &'static str, String)> {
    let field = group.kind.map(|kind| kind.row().matcher);
    if field != Some(MatcherField::Field("tool_name")) {
        return None;
    }
    let mut first = None;
    let mut written = String::new();
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = matcher;
    while !rest.is_empty() {
        let length = rest.find(|c| !part(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length);
        let now = tools::ALIASES.iter().find(|row| row.0 == word);
        let now = now.map(|row| row.1);
        first = first.or(now.map(|now| (word.to_owned(), now)));
        written.push_str(now.unwrap_or(word));
        let sign = behind.find(part).unwrap_or(behind.len());
        let (signs, next) = behind.split_at(sign);
        written.push_str(signs);
        rest = next;
    }
    first.map(|(old, new)| (old, new, written))
}

fn about_condition(
    document: &Document,
    group: &Group,
    condition: &Decoded,
    claim: &HookClaim,
) -> Option<Diagnostic> {
    let message = match claim {
        HookClaim::Unreachable(sample) => {
            let shown = match sample {
                Some(sample) => format!(
                    ": {} fits the condition and not the matcher",
                    sample.shown()
                ),
                None => String::new(),
            };
            format!(
                "this condition cannot hold where the matcher does; the hook \
                 never runs{shown}"
            )
        }
        HookClaim::OnlyShell(sample) | HookClaim::OnlyInDoubt(sample) => {
            let when = match claim {
                HookClaim::OnlyShell(_) => {
                    "for shell commands that use such files"
                }
                _ => "where it is not known what a call is about",
            };
            let shown = sample.as_ref().map_or(String::new(), |sample| {
                format!(", for example {}", sample.shown())
            });
            format!(
                "no tool that this condition names fits the matcher: the \
                 hook runs only {when}{shown}"
            )
        }
        HookClaim::ConditionAlways(sample) => format!(
            "this condition holds for all that the matcher lets through, for \
             example {}",
            sample.shown()
        ),
        HookClaim::NeverMatches | HookClaim::MatcherAlways => return None,
    };
    let (source, span) = (document.source, document.quoted(condition));
    if let HookClaim::ConditionAlways(_) = claim {
        let code = Code::ALWAYS_MATCHES;
        let found = Diagnostic::new(code, message, source, span);
        return Some(found.help("remove it, or make it narrower"));
    }
    let code = Code::UNREACHABLE_IF;
    let found = Diagnostic::new(code, message, source, span);
    let found = found.also(source, group.matcher.as_ref()?.span(), THE_OTHER);
    Some(found.help("make both name the same tool"))
}

const THE_OTHER: &str = "the matcher";
