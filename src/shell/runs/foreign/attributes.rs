//! The attributes that Python code takes of values: all of a list, so that no
//! way leads from one module to another that it has loaded.

use crate::shell::data::python_attributes::PLAIN_ATTRIBUTES;

/// Whether all attributes stand in the list, and where texts end is sure.
/// Texts are left out, but for those that hold code (`f'{x.y}'`). Linear.
pub(super) fn are_plain(code: &str) -> bool {
    let bytes = code.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let next = match byte {
            b'#' => {
                let rest = bytes.get(at..).unwrap_or(&[]);
                memchr::memchr2(b'\n', b'\r', rest).map(|len| at + len)
            }
            b'\'' | b'"' => match behind_text(code, at) {
                Some(end) => Some(end),
                None => return false,
            },
            b'.' if !attribute(code, at + 1).is_none_or(is_plain) => {
                return false;
            }
            _ => Some(at + 1),
        };
        at = next.unwrap_or(bytes.len());
    }
    true
}

/// Whether a place in code whose attributes are plain stands in a text that
/// holds no code. Linear.
pub(super) fn is_in_text(code: &str, place: usize) -> bool {
    let bytes = code.as_bytes();
    let mut at = 0;
    while at < place {
        let next = match bytes.get(at) {
            Some(b'#') => {
                let rest = bytes.get(at..).unwrap_or(&[]);
                memchr::memchr2(b'\n', b'\r', rest).map(|len| at + len)
            }
            Some(b'\'' | b'"') => behind_text(code, at),
            Some(_) => Some(at + 1),
            None => None,
        };
        let Some(next) = next else { return false };
        if place < next {
            let text = code.get(at..place).unwrap_or("#");
            return match holds_code(prefix(code, at)) {
                true => is_beside_code(text),
                false => !text.starts_with('#'),
            };
        }
        at = next;
    }
    false
}

/// Whether the text of an `f'…'` up to some place has no code around that,
/// and no text in its code.
fn is_beside_code(text: &str) -> bool {
    let mut signs = text.chars().peekable();
    let mut depth = 0_usize;
    while let Some(sign) = signs.next() {
        match sign {
            // `{{` is a sign of the text.
            '{' if depth == 0 && signs.next_if_eq(&'{').is_some() => {}
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let inner = text.trim_start_matches(['\'', '"']);
    depth == 0 && !inner.contains(['\'', '"', '\\']) && !text.starts_with('#')
}

fn is_plain(name: &str) -> bool {
    PLAIN_ATTRIBUTES.contains(&name)
}

/// The name that stands behind a dot, if one does: an empty one where a
/// remark stands between.
fn attribute(code: &str, from: usize) -> Option<&str> {
    let rest = code.get(from..)?.trim_start();
    if rest.starts_with(['#', '\\']) {
        return Some("");
    }
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
    let name = rest.get(..end)?;
    // `1.5`, `1.e5`, `f'{x:.1f}'`
    let before = code.get(..from - 1).unwrap_or("");
    let number = name.starts_with(|c: char| c.is_ascii_digit())
        || before.ends_with(|c: char| c.is_ascii_digit())
            && name.starts_with('e');
    (!name.is_empty() && !number).then_some(name)
}

/// Where what stands behind the text that opens at `open` starts; `None`
/// where that is not sure, or code in it takes an attribute that is not
/// plain.
fn behind_text(code: &str, open: usize) -> Option<usize> {
    let text = code.get(open..)?;
    let quote = text.get(..1)?;
    let start = text.get(..3).filter(|start| start.split(quote).count() > 3);
    let mark = start.unwrap_or(quote);
    let holds_code = holds_code(prefix(code, open));
    let start = open + mark.len();
    let bytes = code.as_bytes();
    let (mut at, mut depth) = (start, 0_usize);
    loop {
        match bytes.get(at)? {
            b'\\' => at += 1,
            b'\n' | b'\r' if mark.len() == 1 => return None,
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b'.' if holds_code
                && !attribute(code, at + 1).is_none_or(is_plain) =>
            {
                return None;
            }
            _ if code.get(at..).is_some_and(|r| r.starts_with(mark)) => {
                break;
            }
            _ => {}
        }
        at += 1;
    }
    // Code in it may hold such marks, in some versions.
    (!holds_code || depth == 0).then_some(at + mark.len())
}

/// What stands right before the text that opens at `open`: `f` of `f'{x}'`.
fn prefix(code: &str, open: usize) -> &str {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let before = code.get(..open).unwrap_or("");
    before.get(before.trim_end_matches(part).len()..).unwrap_or("")
}

fn holds_code(prefix: &str) -> bool {
    !prefix.trim_matches(['r', 'R', 'b', 'B', 'u', 'U']).is_empty()
}

#[cfg(test)]
mod tests {
    use super::are_plain;

    #[test]
    fn attributes_are_told_from_texts() {
        for code in [
            "print(json.load(open('a.unlink.json')))",
            "x = 1.5 + 1.e5; y = ...",
            "print(f'{x:.1f} {y:8.2f}')",
            "'a'.join(x) # x.unlink",
            "f'{x.get(1)} {d[\"a.b\"]}'.strip()".replace("a.b", "ab").as_str(),
            "\"\"\"a\n x.unlink '\"\"\".strip()",
            r"'\'.unlink'.strip()",
        ] {
            assert!(are_plain(code), "{code}");
        }
        for code in [
            "x.unlink()",
            "x . unlink()",
            "(x.\n unlink)()",
            "(x. # y\n unlink)()",
            "f'{x.unlink()}'",
            "rf'{x.unlink()}'",
            "f'{d['a']}' + x.unlink() + 'b'",
            "f'{d['a']}x.unlink()'",
            r"'\\'.unlink()",
            "'a\n'.unlink()",
            "''.unlink",
            "''''a'''.unlink",
            "1..unlink",
            "x.ünlink",
        ] {
            assert!(!are_plain(code), "{code}");
        }
    }
}
