//! Variables as they stand in words: `$x`, `${x:-a b}`.

/// A variable as it stands in a word.
pub(super) struct Variable<'t> {
    pub(super) name: &'t str,
    /// Whether it says which other one is meant: `${!x}`.
    pub(super) points: bool,
    /// What is done with its value: `#a` of `${x#a}`, `[@]` of `${x[@]}`.
    pub(super) change: &'t str,
}

impl<'t> Variable<'t> {
    /// The variable behind a `$`, and how long that is.
    pub(super) fn behind(text: &'t str) -> Option<(Variable<'t>, usize)> {
        let Some(inner) = text.strip_prefix('{') else {
            let end = match text.chars().next()? {
                c if c.is_ascii_digit() || c == '@' || c == '*' => 1,
                _ => text.find(|c| !is_letter(c)).unwrap_or(text.len()),
            };
            let name = text.get(..end).filter(|name| !name.is_empty())?;
            return Some((Variable { name, points: false, change: "" }, end));
        };
        let end = closes(inner)?;
        let whole = inner.get(..end)?;
        let (points, rest) = match whole.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, whole),
        };
        let cut = match rest.starts_with(['@', '*']) {
            true => 1,
            false => rest.find(|c| !is_letter(c)).unwrap_or(rest.len()),
        };
        let (name, change) = rest.split_at_checked(cut)?;
        let variable = Variable { name, points, change };
        (!name.is_empty()).then_some((variable, end + "{}".len()))
    }

    /// What stands for it where it is not set, `a b` of `${x:-a b}`; with
    /// whether it does so where it is set, as that of `${x:+a b}`.
    pub(super) fn other(&self) -> Option<(&'t str, bool)> {
        let other = self.change.strip_prefix(':').unwrap_or(self.change);
        let text = other.strip_prefix(['-', '=', '+'])?;
        Some((text, other.starts_with('+')))
    }

    /// Whether it stands for its value as that is, or for such a text.
    pub(super) fn is_kept(&self) -> bool {
        let whole = matches!(self.change, "" | "[@]" | "[*]");
        !self.points && (whole || self.other().is_some())
    }
}

/// Where the bracket is that closes what a text starts in, if it is near.
fn closes(text: &str) -> Option<usize> {
    const NEAR: usize = 1 << 12;
    let mut depth = 1;
    for (at, byte) in text.bytes().enumerate().take(NEAR) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'`' => return None,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Where a variable at the start of a text ends; what starts with something
/// else goes on to the end.
pub(super) fn variable_end(text: &str) -> usize {
    let behind = text.strip_prefix('$').and_then(Variable::behind);
    behind.map_or(text.len(), |(_, len)| len + "$".len())
}

pub(super) fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
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
