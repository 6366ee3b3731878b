//! Command patterns: Bash, Monitor, PowerShell (spec 2).

use std::borrow::Cow;

use super::quotes::{without_any_quotes, without_quotes};
use super::scripts::by_other_names;
use super::spelled::{by_usual_names, run_otherwise};
use super::{Lowered, Lowerer, Scene, trim_blanks};
use crate::diagnostic::Code;
use crate::event::tools::{self, Tool};
use crate::ir::{Atom, CommandShell, Family, Predicate};
use crate::shell::{Effects, by_usual_words, cmdlet, sorted_patterns};
use crate::source::{Span, Spanned};
use crate::syntax::operators::is_of_several;
use crate::syntax::{TextGlob, is_evenly_spaced, parse_rule};

/// Whether a pattern names more than the command word: `git push *` and
/// `git * push`, not `git *`, `git:*` or `rm*`.
pub(super) fn names_more(text: &str) -> bool {
    let text = text.strip_suffix(":*").unwrap_or(text).trim_start();
    let mut behind = text.split(|c: char| c == '*' || c.is_whitespace());
    behind.next();
    behind.any(|part| !part.is_empty())
}

/// Whether a pattern starts with a program and an option.
fn names_option(glob: &TextGlob) -> bool {
    let head = glob.parts.first().map_or("", String::as_str);
    head.split_whitespace().nth(1).is_some_and(|word| word.starts_with('-'))
}

/// Whether a number may be a part of what a pattern says, or the sign of
/// one.
fn holds_number(glob: &TextGlob) -> bool {
    glob.parts.iter().any(|part| {
        part.ends_with('-') || part.contains(|c: char| c.is_ascii_digit())
    })
}

/// Whether `:*` at the end makes it a prefix: not in a guard where a
/// parameter stands before it that is no program.
fn is_prefix(
    tool: &Tool,
    content: &Spanned<String>,
    effects: Effects,
    scene: &Scene<'_>,
) -> bool {
    let Some(name) = content.value.strip_suffix(":*") else { return false };
    let guards = scene.dialect.doubts_count && effects != Effects::ALLOW;
    let program = "timeout";
    !guards || name == program || !tool.params.contains(&name)
}

/// The texts of commands that such a pattern could match if their unknown
/// words were known, and the views that these are about.
fn open_globs(
    written: &TextGlob,
    shell: CommandShell,
) -> Vec<(TextGlob, Effects)> {
    let powershell = shell == CommandShell::PowerShell;
    let glob = match powershell {
        true => Cow::Owned(written.lowered()),
        false => Cow::Borrowed(written),
    };
    let head = glob.parts.first().map_or("", String::as_str);
    let rest = glob.parts.get(1..).unwrap_or_default();
    // `rm * *` needs a word, `rm *` none.
    let another = glob.boundary && head.ends_with(' ');
    let goes_on = another || rest.iter().any(|part| !part.is_empty());
    let found = Effects::OPEN.and(Effects::FOUND);
    let mut globs: Vec<(TextGlob, Effects)> = Vec::new();
    let all = match head.is_ascii() && is_evenly_spaced(head) {
        true => Cow::Borrowed(head.trim()),
        false => {
            let words: Vec<&str> = head.split_whitespace().collect();
            Cow::Owned(words.join(" "))
        }
    };
    for (end, _) in all.match_indices(' ') {
        let known = all.get(..end).unwrap_or("");
        let next = all.get(end + 1..).unwrap_or("");
        let option = next.starts_with('-');
        if option {
            // An option stands at any place.
            let text = [known, " -"].concat();
            globs.push((TextGlob::exact(text), Effects::OPEN));
        }
        let effects = if option { Effects::OPEN } else { found };
        globs.push((TextGlob::exact(known), effects));
    }
    if goes_on {
        // A star within a word leaves open how that word goes on.
        let boundary = head.ends_with(' ');
        let any = all.is_empty() && !holds_number(&glob);
        let parts = vec![all.into_owned(), String::new()];
        let effects = if any { Effects::OPEN } else { found };
        globs.push((TextGlob { boundary, parts }, effects));
    }
    if names_option(&glob) {
        globs.push((glob.clone().into_owned(), Effects::TURNED));
    }
    // Letters of options are told apart before all are small.
    let sorted = sorted_patterns(written).into_iter();
    globs.extend(sorted.map(|glob| match powershell {
        true => (glob.lowered(), Effects::SORTED),
        false => (glob, Effects::SORTED),
    }));
    globs
}

impl Lowerer {
    /// When a guard on bash commands could match what is known only when it
    /// runs: a command whose known words, up to the first unknown one, are
    /// the start of the pattern, or of a text that it matches. `None` for a
    /// pattern that needs no more than one word, that is about several
    /// commands, or that is no command pattern.
    pub(crate) fn open_guard(
        &mut self,
        text: &str,
        family: Family,
    ) -> Option<Predicate> {
        let (trimmed, _) = trim_blanks(text);
        let pattern = parse_rule(trimmed).ok()?;
        let content = pattern.content?.value;
        if is_of_several(&content) {
            return None;
        }
        let escapes = family != Family::PowerShell;
        let bare = without_quotes(&content, escapes);
        let text = bare.as_ref().unwrap_or(&content);
        let (shell, other, scripts) = match family {
            Family::PowerShell => {
                let usual = by_usual_words(text);
                (CommandShell::PowerShell, usual, Vec::new())
            }
            _ => {
                let other = run_otherwise(text);
                (CommandShell::Posix, other, by_other_names(text))
            }
        };
        let texts = [Some(text), other.as_ref()].into_iter().flatten();
        let texts = texts.chain(&scripts);
        let globs =
            texts.flat_map(|t| open_globs(&TextGlob::command(t), shell));
        let atoms = globs.map(|(pattern, effects)| {
            self.atoms.test(Atom::Command { shell, effects, pattern })
        });
        match Predicate::any_of(atoms.collect::<Vec<_>>()) {
            Predicate::Never => None,
            predicate => Some(predicate),
        }
    }

    pub(super) fn bash(
        &mut self,
        content: &Spanned<String>,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let tool = tools::find_canonical("Bash")?;
        if content.value == "*" {
            return Some(self.whole_tool(tool, effects));
        }
        if !is_prefix(tool, content, effects, scene)
            && let Some(lowered) = self.param(tool, content, effects, scene)
        {
            return lowered;
        }
        self.check_command(content, true)?;
        let strict = scene.dialect.shell.strict;
        let shell = CommandShell::Posix;
        let mut test = |effects, pattern| {
            self.atoms.test(Atom::Command { shell, effects, pattern })
        };
        let bare = without_quotes(&content.value, true).filter(|_| strict);
        let written = bare.as_ref().map(|_| &content.value);
        let written = written.map(|t| test(effects, TextGlob::command(t)));
        let text = bare.as_ref().unwrap_or(&content.value);
        let pattern = TextGlob::command(text);
        let condition = effects == Effects::IF && strict;
        let turned = (condition && names_option(&pattern))
            .then(|| test(Effects::TURNED, pattern.clone()));
        let sorted = match condition {
            true => sorted_patterns(&pattern),
            false => Vec::new(),
        };
        let guards = strict && effects != Effects::ALLOW;
        let usual = guards.then(|| by_usual_names(text)).flatten();
        let cooked = guards.then(|| without_any_quotes(text, true)).flatten();
        let cooked = cooked.map(|t| test(effects, TextGlob::command(&t)));
        let other = guards.then(|| run_otherwise(text)).flatten();
        let scripts = match guards {
            true => by_other_names(text),
            false => Vec::new(),
        };
        let scripts: Vec<_> = scripts
            .iter()
            .map(|t| test(effects, TextGlob::command(t)))
            .collect();
        let usual = usual.map(|t| test(effects, TextGlob::command(&t)));
        let other = other.map(|t| test(effects, TextGlob::command(&t)));
        let own = test(effects, pattern);
        let sorted = sorted.into_iter();
        let sorted = sorted.map(|pattern| test(Effects::SORTED, pattern));
        let all = [Some(own), written, cooked, usual, other, turned];
        let all = all.into_iter().flatten().chain(scripts);
        let predicate = Predicate::any_of(all.chain(sorted));
        Some(Lowered { predicate, family: Family::Commands })
    }

    pub(super) fn powershell(
        &mut self,
        content: &Spanned<String>,
        effects: Effects,
        scene: &Scene<'_>,
    ) -> Option<Lowered> {
        let tool = tools::find_canonical("PowerShell")?;
        if content.value == "*" {
            return Some(self.whole_tool(tool, effects));
        }
        if !is_prefix(tool, content, effects, scene)
            && let Some(lowered) = self.param(tool, content, effects, scene)
        {
            return lowered;
        }
        self.check_command(content, false)?;
        if effects == Effects::IF && !scene.dialect.powershell_ifs {
            self.note(
                Code::NEVER_MATCHES,
                "in this version no pattern on a PowerShell command holds; \
                 the hook never runs",
                content.span,
                "write `PowerShell` alone, and look at the command in the \
                 hook",
            );
            return Some(Lowered::NEVER);
        }
        // A rule may name a cmdlet by an alias, as a command may.
        let text = content.value.as_str();
        let end = text.find([' ', ':', '*']).unwrap_or(text.len());
        let name = text.get(..end).unwrap_or(text);
        let full = cmdlet(name);
        let alias =
            full != name && !text.get(end..).unwrap_or("").starts_with('*');
        let bare = without_quotes(text, false);
        let mut texts = vec![text.to_owned()];
        for text in [Some(text), bare.as_deref()].into_iter().flatten() {
            let rest = text.strip_prefix(name).filter(|_| alias);
            texts.extend(rest.map(|rest| format!("{full}{rest}")));
        }
        texts.extend(bare);
        if scene.dialect.shell.strict && effects != Effects::ALLOW {
            let usual = texts.iter().filter_map(|t| by_usual_words(t));
            let usual: Vec<_> = usual.collect();
            texts.extend(usual);
        }
        let any = texts.into_iter().map(|text| {
            let pattern = TextGlob::command(&text).lowered();
            let shell = CommandShell::PowerShell;
            self.atoms.test(Atom::Command { shell, effects, pattern })
        });
        let predicate = Predicate::any_of(any.collect::<Vec<_>>());
        Some(Lowered { predicate, family: Family::PowerShell })
    }

    /// What makes a command pattern invalid.
    fn check_command(
        &mut self,
        content: &Spanned<String>,
        colon_star_ends: bool,
    ) -> Option<()> {
        let text = &content.value;
        let place = |at: usize, len: usize| {
            Span::new(at, at + len).shifted(content.span.start as usize)
        };
        if let Some(at) = text.find('\0') {
            self.note(
                Code::INVALID_RULE,
                "a NUL cannot stand in a command; the rule is skipped",
                place(at, 1),
                "delete it",
            );
            return None;
        }
        if let Some(prefix) = text.strip_suffix(":*")
            && prefix.trim().is_empty()
        {
            self.note(
                Code::EMPTY_PREFIX,
                "nothing stands before `:*`; the rule is skipped",
                place(prefix.len(), 2),
                "name the tool alone to cover every command",
            );
            return None;
        }
        let body = text.strip_suffix(":*").unwrap_or(text);
        if let Some(at) = body.find(":*")
            && colon_star_ends
        {
            self.note(
                Code::COLON_STAR_NOT_LAST,
                "`:*` works only at the end; this rule never matches",
                place(at, 2),
                "move `:*` to the end, or write ` *` in its place",
            );
            self.fix_last(place(at, 2), " *", false);
            return None;
        }
        if let Some(at) = trailing_backslash(text) {
            self.note(
                Code::INVALID_RULE,
                "the pattern ends with a lone backslash; no command does, \
                 so the rule never matches",
                place(at, 1),
                "delete the backslash",
            );
            return None;
        }
        Some(())
    }
}

fn trailing_backslash(text: &str) -> Option<usize> {
    let body = text.trim_end_matches('\\');
    let count = text.len() - body.len();
    (count % 2 == 1).then(|| text.len() - 1)
}
