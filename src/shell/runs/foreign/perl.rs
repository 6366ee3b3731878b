//! Code of Perl that only replaces and prints what it reads: `s/a/b/g`,
//! `print if /x/`.

/// Whether code does no more than that: all of it is of the few forms that
/// are known here, and what stands in its expressions runs nothing.
pub(in crate::shell::runs) fn runs_nothing(code: &str) -> bool {
    let mut rest = code.trim();
    while !rest.is_empty() {
        let Some(behind) = statement(rest) else { return false };
        rest = behind.trim_start();
        match rest.strip_prefix(';') {
            Some(behind) => rest = behind.trim_start(),
            None if rest.is_empty() => {}
            None => return false,
        }
    }
    true
}

/// What follows the first statement.
fn statement(text: &str) -> Option<&str> {
    let words = ["print", "next", "last"].into_iter();
    let mut words = words.filter_map(|word| text.strip_prefix(word));
    let rest = match words.next() {
        Some(rest) => rest,
        None => replacement(text)?,
    };
    let trimmed = rest.trim_start();
    let starts = ["if", "unless"].into_iter();
    let mut tests = starts.filter_map(|word| trimmed.strip_prefix(word));
    let Some(test) = tests.next().filter(|_| trimmed.len() < rest.len())
    else {
        return Some(rest);
    };
    let test = test.trim_start();
    let test = test.strip_prefix('!').unwrap_or(test);
    let (expression, rest) = section(test.strip_prefix('/')?, '/')?;
    is_plain(expression).then(|| flags(rest)).flatten()
}

/// What follows `s/…/…/` or `tr/…/…/`.
fn replacement(text: &str) -> Option<&str> {
    const SIGNS: [char; 6] = ['/', '|', ',', '!', ':', '#'];
    let mut kinds = ["s", "tr", "y"].into_iter();
    let rest = kinds.find_map(|kind| {
        text.strip_prefix(kind).filter(|rest| rest.starts_with(SIGNS))
    })?;
    let sign = rest.chars().next()?;
    let (first, rest) = section(rest.get(1..)?, sign)?;
    let (second, rest) = section(rest, sign)?;
    (is_plain(first) && is_plain(second)).then(|| flags(rest)).flatten()
}

/// What follows the letters behind an expression; none of them may say that
/// the replacement is code.
fn flags(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches(['g', 'i', 'm', 's', 'x', 'r', 'd']);
    let more = |c: char| c.is_alphanumeric() || c == '_';
    (!rest.starts_with(more)).then_some(rest)
}

/// The text up to a sign that has no backslash before it, and what follows.
fn section(text: &str, sign: char) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == sign => {
                return text.get(..at).zip(text.get(at + c.len_utf8()..));
            }
            _ => {}
        }
    }
    None
}

/// Whether nothing in an expression is code: variables are groups that were
/// found, and stand for themselves.
fn is_plain(text: &str) -> bool {
    let group = |rest: &str| {
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let ends = rest.is_empty() || rest.starts_with([')', '|']);
        let found =
            behind.len() < rest.len() && !behind.starts_with(['[', '{', '-']);
        ends || found
    };
    let mut variables = text.split('$').skip(1);
    !text.contains(['@', '`'])
        && !["(?{", "(??", "(?p", "(*{", "(**", "\\$"]
            .iter()
            .any(|sign| text.contains(sign))
        && variables.all(group)
}

#[cfg(test)]
mod tests {
    use super::runs_nothing;

    #[test]
    fn code_that_only_replaces_is_known() {
        for code in [
            "s/a/b/",
            "s/a/b/g; s|x|y|gi",
            "print if /x$/",
            "print unless /a|b/i;",
            "s/(a)(b)/$2$1/g",
            "tr/a-z/A-Z/",
            "s/\\s+$//",
            "next if /^#/; print",
            "s/a/b/ if /c/",
        ] {
            assert!(runs_nothing(code), "{code}");
        }
        for code in [
            "s/a/system(1)/e",
            "s/a/b/ge",
            "s/a/b/ee",
            "system('x')",
            "print `x`",
            "s/a/@{[system(1)]}/",
            "s/a/${\\ system(1)}/",
            "s/(?{system(1)})//",
            "s/(*{system(1)})//",
            "s/(**{system(1)})//",
            "s/(a)/$1[system(1)]/",
            "s/(a)/$1{x}/",
            "s/a/$h{system(1)}/",
            "s/a/$x/",
            "print if /x/ and system(1)",
            "print if /x/; unlink $_",
            "print if open(F, $_)",
            "print F",
            "print STDERR 1",
            "s/a/b/ for glob('*')",
            "s{a}{b}",
            "s'a'b'",
            "s/a/b/x; do 'x'",
            "BEGIN{unlink 'x'} s/a/b/",
            "prints/a/b/",
            "s/a/b",
        ] {
            assert!(!runs_nothing(code), "{code}");
        }
    }
}
