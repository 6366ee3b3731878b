use super::Role;
use super::programs::{EXEC_WRAPPERS, WRAPPERS, runs};
use super::scan::{Word, is_assignment, stem, takes_apart, words};
use super::{Context, Lint, Site};
use crate::diagnostic::Severity;
use crate::diagnostic::{Code, Diagnostic};
use crate::event::Shell;
use crate::event::tools::Governs;
use crate::shell::{Commands, Effects, Places, Profile, analyze};
use crate::source::Spanned;

/// A program that only starts another one.
pub(super) struct WrapperInRule;

impl Lint for WrapperInRule {
    fn code(&self) -> Code {
        Code::WRAPPER_IN_RULE
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        for (site, content) in cx.commands() {
            if let Some(found) = self.alone(site, content) {
                out.push(found);
                continue;
            }
            let words = words(&content.value, content.span.start);
            let (Some(first), Some(second)) = (words.first(), words.get(1))
            else {
                continue;
            };
            let guards = site.role.guards();
            let names = if guards { EXEC_WRAPPERS } else { WRAPPERS };
            let inner = second.text.trim_end_matches([':', '*']);
            let plain = !inner.is_empty() && !inner.starts_with(['-', '/']);
            if takes_apart(&content.value) {
                continue;
            }
            if !names.contains(&first.text) || !plain {
                out.extend(self.unheard(cx, site, content));
                continue;
            }
            let (message, severity) = if guards {
                let message = format!(
                    "`{}` is looked through, so a rule on the program after \
                     it is enough",
                    first.text
                );
                (message, Severity::Info)
            } else {
                let message = format!(
                    "`{}` is taken off before the comparison, so this rule \
                     never matches",
                    first.text
                );
                (message, Severity::Warning)
            };
            if site.role == Role::If {
                continue;
            }
            let found = site.found(self.code(), message, first.span);
            out.push(
                found.severity(severity).help(without(site, content, &words)),
            );
        }
    }
}

/// What to write instead of a pattern with a wrapper in front: what stands
/// behind its options, variables and numbers.
fn without(
    site: &Site<'_>,
    content: &Spanned<String>,
    words: &[Word<'_>],
) -> String {
    let own = |word: &&Word<'_>| {
        word.text.contains('=')
            || word.text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
    };
    let program = words.iter().skip(1).find(|word| !own(word));
    let rest = program.and_then(|word| {
        let at = word.span.start.checked_sub(content.span.start)?;
        content.value.get(at as usize..)
    });
    match rest {
        Some(rest) => {
            let tool = site.tool.map_or("Bash", |tool| tool.name);
            format!("write `{tool}({rest})`")
        }
        None => "write the rule without it".to_owned(),
    }
}

impl WrapperInRule {
    /// An allow rule for whatever such a program starts: `timeout *`,
    /// `nice -n 5 *`.
    fn alone(
        &self,
        site: &Site<'_>,
        content: &Spanned<String>,
    ) -> Option<Diagnostic> {
        let start = stem(&content.value);
        let words = words(start, content.span.start);
        let (first, rest) = words.split_first()?;
        let told = |c: char| c == '-' || c.is_ascii_digit();
        let bash = site.tool.is_some_and(|t| t.governs == Governs::Bash);
        let ours = bash
            && site.role == Role::Allow
            && start.len() < content.value.len()
            && WRAPPERS.contains(&first.text)
            && rest.iter().all(|word| word.text.starts_with(told));
        let message = format!(
            "`{}` is taken off before the comparison: no command that it \
             starts is covered by this rule",
            first.text
        );
        ours.then(|| {
            let found = site.found(self.code(), message, first.span);
            found.help("write rules for the programs that it may start")
        })
    }

    /// An allow rule with a star for what starts another program: only the
    /// whole command, written out, would be covered.
    fn unheard(
        &self,
        cx: &Context<'_>,
        site: &Site<'_>,
        content: &Spanned<String>,
    ) -> Option<Diagnostic> {
        let bash = site.tool.is_some_and(|t| t.governs == Governs::Bash);
        let text = content.value.as_str();
        let words = words(text, content.span.start);
        let first = words.first().filter(|word| !word.text.contains('*'))?;
        let told = is_assignment(first.text)
            || runs(first.text).is_some() && stem(text) == first.text;
        let allow = bash && site.role == Role::Allow;
        let ours = allow && text.contains('*') && !told;
        if !ours
            || ["", "x", "x y"].iter().any(|star| {
                may_hear(text, star, first.text, &cx.dialect.shell)
            })
        {
            return None;
        }
        let message = format!(
            "`{}` starts another program, and no rule with a star covers \
             that; this rule never matches",
            first.text
        );
        let found = site.found(self.code(), message, first.span);
        let whole = text.replace(":*", " *").replace('*', "x");
        Some(found.help(format!(
            "write each command in full, such as `{}`",
            whole.trim_end()
        )))
    }
}

/// Whether a rule with a star can cover the command that it is with this in
/// the place of the star; so it is where that command is in doubt.
fn may_hear(text: &str, star: &str, first: &str, profile: &Profile) -> bool {
    let line = text.replace(":*", " *").replace('*', star);
    let mut commands = Commands::default();
    let places = Places::default();
    analyze(line.trim(), Shell::Bash, profile, &places, &mut commands);
    !commands.doubts.is_empty()
        || commands.units.is_empty()
        || commands.views.iter().any(|view| {
            let text = view.text.of(&commands.text);
            let own = text.split(' ').next() == Some(first);
            own && !view.exact_only && view.effects.meets(Effects::ALLOW)
        })
}
