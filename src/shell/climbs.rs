//! Words that go up again, out of the directory that they start with.

/// Whether a word of a view may go up again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Climbs {
    /// None does, or nobody asks.
    #[default]
    Not,
    /// One that says so: `a/../b`, `a/.?/b`.
    Written,
    /// Also one whose variable the line may have given such a path.
    Given,
}

/// Where the rest of a word, which starts at `from` behind a slash, has gone
/// above the directory that it starts in: the end of the name that leads
/// there. `None` where it stays below, whatever its globs, braces and
/// variables stand for. Linear in what it goes through.
pub(crate) fn climbs_out(
    text: &[u8],
    from: usize,
    climbs: Climbs,
    windows: bool,
) -> Option<usize> {
    if climbs == Climbs::Not {
        return None;
    }
    let mut names = Names { climbs, windows, ..Names::default() };
    let mut start = from;
    for at in from..=text.len() {
        let byte = text.get(at).copied();
        let ends = byte.is_none_or(|b| b.is_ascii_whitespace() && !names.odd);
        let slash = byte.is_some_and(|b| names.is_slash(b));
        if ends || slash {
            let name = text.get(start..at).unwrap_or(&[]);
            if names.goes_above(name) {
                return Some(at);
            }
            start = at + 1;
        } else if let Some(b) = byte {
            names.see(b, start == at);
        }
        if ends {
            break;
        }
    }
    None
}

/// The same for a star further behind: where the last name of the rest of a
/// word ends that may be `..`, wherever it leads. What starts before that
/// holds it as well, so that a search goes on behind it.
pub(crate) fn last_up(
    text: &[u8],
    from: usize,
    climbs: Climbs,
    windows: bool,
) -> Option<usize> {
    if climbs == Climbs::Not {
        return None;
    }
    let rest = text.get(from..).unwrap_or(&[]);
    let end = rest.iter().position(u8::is_ascii_whitespace);
    let rest = rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest);
    let names = Names { climbs, windows, ..Names::default() };
    let mut end = rest.len();
    for name in rest.rsplit(|&byte| names.is_slash(byte)) {
        let odd = name.iter().any(|&byte| is_odd(byte) || byte == b'}');
        if is_up(name) || odd && names.may_go_up(name) {
            return Some(from + end);
        }
        end = end.saturating_sub(name.len() + 1);
    }
    None
}

/// The names of a path, as far as they were read.
#[derive(Default)]
struct Names {
    climbs: Climbs,
    windows: bool,
    depth: u32,
    /// Whether something stands in the word that is not what it says.
    odd: bool,
    braces: u32,
    /// Whether the name at hand starts within braces, or with what may be a
    /// dot.
    open: bool,
}

impl Names {
    fn is_slash(&self, byte: u8) -> bool {
        byte == b'/' || self.windows && byte == b'\\'
    }

    fn see(&mut self, byte: u8, first: bool) {
        if first {
            self.open = self.braces > 0 || is_open(byte);
        }
        match byte {
            b'{' => self.braces += 1,
            // `*(..)`
            b'(' => self.open = true,
            b'}' => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        self.odd |= is_odd(byte);
    }

    /// Whether this name leads above the start.
    fn goes_above(&mut self, name: &[u8]) -> bool {
        let open = std::mem::take(&mut self.open);
        if self.odd {
            // Of what such a word becomes nobody knows how deep it is.
            return open && self.may_go_up(name);
        }
        if matches!(name, b"" | b".") {
            return false;
        }
        if !is_up(name) {
            self.depth += 1;
            return false;
        }
        let up = self.depth.checked_sub(1);
        self.depth = up.unwrap_or(0);
        up.is_none()
    }

    /// The same of a name in an odd word: whether it may be `..`.
    fn may_go_up(&self, name: &[u8]) -> bool {
        let (mut dots, mut given) = (0, 0);
        let (mut first, mut last) = (0, 0);
        let (mut special, mut globs, mut pair) = (false, false, false);
        let mut rest = name;
        while let [byte, behind @ ..] = rest {
            rest = behind;
            let byte = *byte;
            match byte {
                b'"' | b'\'' | b'\\' => continue,
                b'$' => rest = behind_variable(behind),
                _ => {}
            }
            pair |= byte == b'.' && last == b'.';
            dots += u32::from(byte == b'.');
            given += u32::from(matches!(byte, b'$' | b'`'));
            special |= matches!(byte, b'{' | b'}' | b',' | b'(' | b'|');
            globs |= is_glob(byte);
            first = if first == 0 { byte } else { first };
            last = byte;
        }
        let edge = first == b'.' || last == b'.';
        let is_given =
            given > 0 && (self.climbs == Climbs::Given || given > 1 || edge);
        let is_glob = globs && first == b'.';
        pair || is_glob || is_given || special && dots > 0
    }
}

/// Whether a name without anything odd is `..`, or a glob that may find it.
fn is_up(name: &[u8]) -> bool {
    let [b'.', rest @ ..] = name else { return false };
    let mut plain = rest.iter().take_while(|&&byte| byte != b'[');
    rest == b"."
        || rest.iter().any(|&byte| is_glob(byte))
            && plain.all(|byte| matches!(byte, b'.' | b'*' | b'?'))
}

/// What stands behind `${name}`, where that says no more than a name.
fn behind_variable(behind: &[u8]) -> &[u8] {
    let Some(braced) = behind.strip_prefix(b"{") else { return behind };
    let named = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
    let len = braced.iter().take_while(named).count();
    let rest = braced.get(len..).unwrap_or(&[]);
    rest.strip_prefix(b"}").unwrap_or(behind)
}

/// Whether a name that starts so may be two dots, whatever follows.
fn is_open(byte: u8) -> bool {
    !byte.is_ascii_alphanumeric()
        && !matches!(byte, b'_' | b'-' | b'%' | b'*' | b'?' | b'[')
}

fn is_glob(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[')
}

fn is_odd(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'\\' | b'`' | b'$' | b'{' | b'(' | b'<')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn out(text: &str, climbs: Climbs) -> bool {
        climbs_out(text.as_bytes(), 0, climbs, false).is_some()
    }

    #[test]
    fn words_that_leave_the_directory() {
        for text in [
            "..",
            "../x",
            "./../x",
            "a/../../x",
            "a//../../x",
            "a/b/../../../x y",
            ".?/x",
            ".*/x",
            ".[.]/x",
            "'..'/x",
            "\\.\\./x",
            "\".\".",
            "{a,../../x}",
            "{.,x}./y",
            "a{/../..,b}",
            "{a/b,c}/../../x",
            "${x:-../y}",
            "$x$x/y",
            ".$x/y",
            "$x./y",
            "@(..)/y",
            "*(..)/y",
        ] {
            assert!(out(text, Climbs::Written), "{text}");
            assert!(!out(text, Climbs::Not), "{text}");
        }
        assert!(out("$x", Climbs::Given));
    }

    #[test]
    fn words_that_stay() {
        for text in [
            "",
            "x",
            "x ../y",
            "a/../b",
            "a/b/../../c",
            "...",
            "main..dev",
            "..x",
            "*.ts",
            "**/*.{ts,tsx}",
            "$x",
            "$x.ts",
            "${x}.ts",
            ".env*",
            "*.{test.ts,spec.ts}",
            "'a b'",
            ".env",
            "*/x",
        ] {
            assert!(!out(text, Climbs::Written), "{text}");
        }
    }

    #[test]
    fn the_last_name_that_goes_up() {
        let last =
            |text: &str| last_up(text.as_bytes(), 0, Climbs::Written, false);
        assert_eq!(last("a/../b/.?/c d/.."), Some(9));
        assert_eq!(last("a/'..'/b"), Some(6));
        assert_eq!(last("a/b/*.{ts,tsx}"), Some(14));
        assert_eq!(last("a/b/...  .."), None);
    }

    #[test]
    fn of_windows() {
        let text = br"a\..\..\x";
        assert!(climbs_out(text, 0, Climbs::Written, true).is_some());
        assert_eq!(climbs_out(b"a/../..", 0, Climbs::Written, false), Some(7));
    }
}
