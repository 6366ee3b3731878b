//! Variables as they stand in words: `$x`, `${x:-a b}`.

/// A variable in a word.
pub(super) struct Variable<'t> {
    pub(super) name: &'t str,
    /// What stands for it if it is not set: `${x:-a b}`.
    pub(super) default: Option<&'t str>,
    /// Whether that stands for it if it is set: `${x:+a b}`.
    pub(super) instead: bool,
}

/// The variable of `$x`, `${x}`, `${x[@]}`, `${x:-a b}`.
pub(super) fn variable(text: &str) -> Option<Variable<'_>> {
    let rest = text.strip_prefix('$')?;
    let Some(inner) = rest.strip_prefix('{') else {
        let (default, instead) = (None, false);
        let name = Variable { name: rest, default, instead };
        return is_name(rest).then_some(name);
    };
    let inner = inner.strip_suffix('}')?;
    let end = inner.find(['[', ':', '-', '=', '+']).unwrap_or(inner.len());
    let (name, more) = inner.split_at_checked(end)?;
    let default = more.trim_start_matches(':');
    let instead = default.starts_with('+');
    let default = default.strip_prefix(['-', '=', '+']);
    let known = matches!(more, "" | "[@]" | "[*]") || default.is_some();
    let variable = Variable { name, default, instead };
    (is_name(name) && known).then_some(variable)
}

/// Where a variable at the start of a text ends; what starts with something
/// else goes on to the end.
pub(super) fn variable_end(text: &str) -> usize {
    let rest = text.strip_prefix('$').unwrap_or("");
    let end = match rest.strip_prefix('{') {
        Some(inner) => {
            let end = inner.find(['}', '$', '`', '{']);
            let end = end.filter(|&at| inner.get(at..at + 1) == Some("}"));
            end.map(|at| at + "${}".len())
        }
        None if rest.starts_with(['@', '*']) => Some("$@".len()),
        None => {
            let end = rest.find(|c| !is_letter(c)).filter(|&at| at > 0);
            end.map(|at| at + "$".len())
        }
    };
    end.unwrap_or(text.len())
}

pub(super) fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_name(text: &str) -> bool {
    matches!(text, "@" | "*")
        || !text.is_empty() && text.chars().all(is_letter)
}

/// What a value becomes where it is cut, replaced or written in another case:
/// `//-/ }` of `${x//-/ }`. What stands behind the bracket is no matter.
pub(super) fn changed(value: &str, change: &str) -> Option<String> {
    let change = change.split('}').next()?;
    let signs = |c| matches!(c, '*' | '?' | '[' | '$' | '\\' | '\'' | '"');
    if let Some(change) = change.strip_prefix('/') {
        let change = change.trim_start_matches('/');
        let (from, to) = change.split_once('/').unwrap_or((change, ""));
        if from.is_empty() {
            return None;
        }
        // Where what is replaced is not known, it may be any sign.
        let sign = |c: char| !(c.is_alphanumeric() || "./ ".contains(c));
        return Some(match from.contains(signs) {
            true => value.replace(sign, to),
            false => value.replace(from, to),
        });
    }
    if let Some(start) = change.strip_prefix('#') {
        let start = start.trim_start_matches('#');
        let behind = match start.strip_prefix('*') {
            Some(sign) if !sign.contains(signs) => {
                let at = value.find(sign)?;
                value.get(at + sign.len()..)
            }
            _ => value.strip_prefix(start),
        };
        return behind.map(str::to_owned);
    }
    if let Some(end) = change.strip_prefix('%') {
        let end = end.trim_start_matches('%');
        return value.strip_suffix(end).map(str::to_owned);
    }
    if let Some(start) = change.strip_prefix(':') {
        let start = start.split(':').next()?.trim().parse().ok()?;
        return value
            .get::<std::ops::RangeFrom<usize>>(start..)
            .map(str::to_owned);
    }
    match change.as_bytes().first()? {
        b',' | b'@' => Some(value.to_lowercase()),
        b'^' => Some(value.to_uppercase()),
        _ => None,
    }
}
