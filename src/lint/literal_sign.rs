mod paths;

use super::scan::bare;
use super::{Context, Lint, Role, Site};
use crate::diagnostic::{Code, Diagnostic};
use crate::event::tools::{Governs, Tool};
use crate::source::{Span, Spanned};

/// A sign that people write around patterns, and that stands for itself.
pub(super) struct LiteralSign;

/// What was found: where in the pattern, why it is wrong, what to write.
type Found = (Span, String, String);

impl Lint for LiteralSign {
    fn code(&self) -> Code {
        Code::LITERAL_SIGN
    }

    fn check(&self, cx: &Context<'_>, out: &mut Vec<Diagnostic>) {
        let mut tell = |site: &Site<'_>, start: u32, found: Option<Found>| {
            let Some((span, message, help)) = found else { return };
            let span = span.shifted(start as usize);
            let found = site.found(self.code(), message, span);
            out.push(found.help(help));
        };
        for (site, content) in cx.commands() {
            let found = command(&content.value);
            tell(site, content.span.start, found);
        }
        for (site, content) in cx.paths() {
            let found = paths::path(site.tool, &content.value);
            tell(site, content.span.start, found);
        }
        for (site, host) in cx.hosts() {
            tell(site, host.span.start, address(host.value));
        }
        for site in cx.open() {
            let Some(pattern) = &site.pattern else { continue };
            let name = &pattern.name;
            tell(site, name.span.start, expression(name));
            let Some((tool, content)) = site.tool.zip(site.content()) else {
                continue;
            };
            let found = match site.role {
                _ if tool.governs == Governs::Skill => skill(&content.value),
                Role::Allow => parameter(tool, &content.value),
                role if role.guards() => joined(tool, &content.value)
                    .or_else(|| switch(tool, &content.value)),
                _ => None,
            };
            tell(site, content.span.start, found);
        }
    }
}

/// `/deploy`: as people type it, and as no call names it.
fn skill(text: &str) -> Option<Found> {
    let name = text.split(' ').next().unwrap_or("");
    if let Some(at) = name.find([',', '|']) {
        let sign = name.get(at..at + 1).unwrap_or("");
        let message = format!(
            "a rule is for one skill; `{sign}` is part of its name here"
        );
        let help = "write a rule for each skill".to_owned();
        return Some((Span::new(at, at + 1), message, help));
    }
    if let Some(plugin) = text.strip_suffix(":*").filter(|t| !t.is_empty()) {
        let message = format!(
            "`:*` stands for arguments: this is the skill `{plugin}`, and not \
             surely those of the plugin `{plugin}`"
        );
        let help = format!("write `Skill({plugin} *)`, or name each skill");
        let span = Span::new(plugin.len(), text.len());
        return Some((span, message, help));
    }
    let name = text.strip_prefix('/').filter(|name| !name.is_empty())?;
    let message = "a skill's name has no `/` in front; runners may compare it \
                   as it stands";
    let help = format!("write `Skill({name})`");
    Some((Span::new(0, 1), message.to_owned(), help))
}

/// Signs in command patterns.
fn command(text: &str) -> Option<Found> {
    if let Some(inner) = quoted(text) {
        return Some((
            Span::new(0, text.len()),
            "the quotes are part of the pattern; no command looks like this"
                .to_owned(),
            format!("write `{inner}` without them"),
        ));
    }
    if let Some(rest) = text.strip_prefix('!').filter(|t| !t.is_empty()) {
        return Some((
            Span::new(0, 1),
            "`!` does not turn a rule round; it is part of the command"
                .to_owned(),
            format!("write `{rest}` in the list that is meant"),
        ));
    }
    if let Some(opening) = ["$(", "`"].iter().find(|s| text.starts_with(**s)) {
        let message = "a substitution is taken apart first; what stands in it \
                       is compared as a command of its own";
        let help = "write the command alone";
        let span = Span::new(0, opening.len());
        return Some((span, message.to_owned(), help.to_owned()));
    }
    if let Some(at) = text.find('\r') {
        let message = "a carriage return is part of the pattern; no command \
                       holds one here";
        let span = Span::new(at, at + 1);
        return Some((span, message.to_owned(), "remove it".to_owned()));
    }
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let plain = |inner: &&str| !inner.contains(['(', ')', '|', '*']);
    if let Some(inner) = inner.filter(plain).filter(|t| !t.trim().is_empty()) {
        let message = "a command in brackets is taken apart; what stands in \
                       them is compared alone, and never with the brackets";
        let span = Span::new(0, text.len());
        let help = format!("write `{inner}` without them");
        return Some((span, message.to_owned(), help));
    }
    let first = text.split([' ', '\t']).next().unwrap_or("");
    let braced = first.starts_with('{') && first.contains(',');
    if braced && first.ends_with('}') {
        let message = "braces are not special in patterns; they stand for \
                       themselves";
        let help = "write a rule for each program";
        let span = Span::new(0, first.len());
        return Some((span, message.to_owned(), help.to_owned()));
    }
    kind(text)
        .or_else(|| colon(text, first))
        .or_else(|| comma(text))
        .or_else(|| backslash(text))
}

/// `regex:rm.*`: as other tools say what kind of pattern it is.
fn kind(text: &str) -> Option<Found> {
    const KINDS: &[&str] =
        &["cmd", "exact", "glob", "prefix", "re", "regex", "regexp"];
    let (name, rest) = text.split_once(':')?;
    if !KINDS.contains(&name) || matches!(rest, "" | "*") {
        return None;
    }
    let message = format!(
        "`{name}:` is part of the command; there is one kind of pattern"
    );
    let help = format!("write `{}` alone", rest.trim_start());
    Some((Span::new(0, name.len() + 1), message, help))
}

/// The text within quotes around the whole of it.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| "'\"`".contains(*c))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.is_empty() && !inner.contains(quote)).then_some(inner)
}

/// `rm: *`, `rm:`, `git push: *` and `rm*:`.
fn colon(text: &str, first: &str) -> Option<Found> {
    let last = text.strip_suffix(": *").filter(|head| head.contains(' '));
    if let Some(head) = last.filter(|head| !head.contains(['*', ':'])) {
        let message =
            "the colon is part of the command; this rule hardly matches";
        let help = format!("write `{head} *` or `{head}:*`");
        let span = Span::new(head.len(), head.len() + 1);
        return Some((span, message.to_owned(), help));
    }
    let at = if text.ends_with("*:") {
        text.len() - 1
    } else {
        let name = first.strip_suffix(':')?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if name.is_empty() || !name.chars().all(plain) {
            return None;
        }
        name.len()
    };
    let name = first.trim_end_matches([':', '*']);
    let message = "the colon is part of the command; this rule hardly matches";
    let help = format!("write `{name} *` or `{name}:*`");
    Some((Span::new(at, at + 1), message.to_owned(), help))
}

/// Patterns in a row: `rm *, del *`.
fn comma(text: &str) -> Option<Found> {
    let at = bare(text).find_map(|(at, c)| {
        let before = text.get(..at)?.ends_with('*');
        let after = text.get(at + 1..)?.strip_prefix(' ')?;
        let word = after.starts_with(|c: char| c.is_ascii_lowercase());
        (c == ',' && before && word).then_some(at)
    })?;
    let message = "a rule holds one pattern; the comma is part of it";
    let help = "write a rule for each command";
    Some((Span::new(at, at + 1), message.to_owned(), help.to_owned()))
}

/// `rm \*`, `rm\ *`: people escape what no pattern escapes.
fn backslash(text: &str) -> Option<Found> {
    if text.contains(['\'', '"']) {
        return None;
    }
    let star = text.find(" \\*").map(|at| at + 1);
    let at = star.or_else(|| text.find("\\ "))?;
    let message = "a backslash stands for itself; nothing in a pattern can be \
                   escaped";
    let help = "write the pattern without it";
    Some((Span::new(at, at + 1), message.to_owned(), help.to_owned()))
}

/// `192.168.*`: one label stands in the place of a star.
fn address(host: &str) -> Option<Found> {
    let labels: Vec<&str> = host.split('.').collect();
    let number =
        |label: &&str| label.chars().all(|c| c.is_ascii_digit() || c == '*');
    let digits = host.starts_with(|c: char| c.is_ascii_digit());
    let short = labels.len() > 1 && labels.len() < 4;
    if !digits || !short || !labels.iter().all(number) {
        return None;
    }
    if !host.ends_with(".*") {
        return None;
    }
    let full = format!("{host}{}", ".*".repeat(4 - labels.len()));
    Some((
        Span::new(0, host.len()),
        "a star stands for one part of a host; no address has so few"
            .to_owned(),
        format!("write `{full}`"),
    ))
}

/// `.*` in the name of a tool.
fn expression(name: &Spanned<String>) -> Option<Found> {
    let at = name.value.find(".*")?;
    Some((
        Span::new(at, at + 2),
        "a name is no regular expression; the dot stands for itself"
            .to_owned(),
        "write `*` for any text".to_owned(),
    ))
}

/// A parameter in an allow rule.
fn parameter(tool: &Tool, text: &str) -> Option<Found> {
    let (name, value) = text.split_once(':')?;
    if !tool.params.contains(&name.trim()) {
        return None;
    }
    let what = match tool.governs {
        Governs::Agent => "the name of an agent, and none has it",
        // `timeout:*`: the program of this name, with any words.
        Governs::Bash | Governs::PowerShell if value == "*" => return None,
        Governs::Bash | Governs::PowerShell => {
            "a command, and none is called so"
        }
        Governs::Read | Governs::Edit if tool.name != "Write" => {
            "the name of a file, and hardly one has it"
        }
        _ => return None,
    };
    Some((
        Span::new(0, name.len() + 1),
        format!("parameters are for deny and ask rules; here this is {what}"),
        "deny the values that are not wanted".to_owned(),
    ))
}

/// `model:opus,isolation:worktree`: a rule tests one parameter.
fn joined(tool: &Tool, text: &str) -> Option<Found> {
    let known = |part: &str| {
        let name = part.split_once(':').map(|(name, _)| name.trim());
        name.is_some_and(|name| tool.params.contains(&name))
    };
    let at = text.find(',').filter(|_| known(text))?;
    known(text.get(at + 1..)?).then(|| {
        let message = "a rule tests one parameter; the comma is part of its \
                       value";
        let help = "write a rule for each parameter";
        (Span::new(at, at + 1), message.to_owned(), help.to_owned())
    })
}

/// A parameter that is on or off.
fn switch(tool: &Tool, text: &str) -> Option<Found> {
    const SWITCHES: &[&str] = &["run_in_background", "replace_all"];
    let (name, value) = text.split_once(':')?;
    let known = SWITCHES.contains(&name.trim());
    if !known || !tool.params.contains(&name.trim()) {
        return None;
    }
    let inner = value.trim();
    if matches!(inner, "true" | "false" | "") || inner.contains('*') {
        return None;
    }
    let start = text.len() - value.trim_start().len();
    Some((
        Span::new(start, start + inner.len()),
        format!("`{}` is `true` or `false`", name.trim()),
        format!("write `{}:true`", name.trim()),
    ))
}
