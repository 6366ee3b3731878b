//! Texts at the start of names, at their end and somewhere in them, whatever
//! letter case says.

/// How many letters of a name say something of it.
const LEAST: usize = 3;
/// How many letters are compared; where there are more, they may be the same.
const MOST: usize = 64;

/// Whether a glob says a part of what a name holds: a piece of it lies in
/// that, or around it, or some letters at a star go on there.
pub(super) fn says_of(glob: &str, inner: &str) -> bool {
    let says = |part: &str| holds(inner, part) || holds(part, inner);
    glob.split(is_wild).any(|part| !part.is_empty() && says(part))
        || goes_on(glob, inner)
}

/// Whether some letters at a star of a glob are those that a text starts or
/// ends with, where the star may be the rest of it: `k.pe*` of `.pem`.
pub(super) fn goes_on(glob: &str, text: &str) -> bool {
    let (last, mut at) = (glob.split(is_wild).count(), 0);
    glob.split(is_wild).any(|part| {
        at += 1;
        let most = text.len().min(part.len() + 1);
        most > MOST
            || (LEAST..most).any(|n| {
                let cut = text.len() - n;
                at < last && ends(part, text.get(..n).unwrap_or(part))
                    || at > 1 && starts(part, text.get(cut..).unwrap_or(part))
            })
    })
}

/// Whether a sign of a glob stands for others.
pub(super) fn is_wild(c: char) -> bool {
    matches!(c, '*' | '?' | '[' | ']')
}

/// Whether a text has another in it. The length of one times that of the
/// other.
pub(super) fn holds(text: &str, part: &str) -> bool {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    let mut all = text.windows(part.len().max(1));
    part.is_empty() || all.any(|own| own.eq_ignore_ascii_case(part))
}

pub(super) fn starts(text: &str, start: &str) -> bool {
    let head = text.as_bytes().get(..start.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
}

pub(super) fn ends(text: &str, end: &str) -> bool {
    let at = text.len().checked_sub(end.len());
    let tail = at.and_then(|at| text.as_bytes().get(at..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::super::needed::Needed;

    #[test]
    fn names_that_hold_a_text_are_known() {
        let needed =
            Needed { inner: "secret".to_owned(), ..Needed::default() };
        for (segment, meets, named) in [
            ("my_Secrets.txt", true, true),
            ("secret", true, true),
            ("main.rs", false, false),
            ("secre", false, false),
            ("*.rs", true, false),
            ("a*", true, false),
            ("*", true, false),
            ("?????", false, false),
            ("??????", true, false),
            ("*secret*", true, true),
            ("my-secret.*", true, true),
            ("*cre*", true, true),
            ("se*", true, true),
            ("misec*", true, true),
            ("license*", true, false),
            ("s?cret", true, true),
            ("*et.txt", true, false),
            ("*ret.txt", true, true),
            ("*.etc", true, false),
            ("tests*", true, false),
        ] {
            assert_eq!(needed.meets(segment), meets, "{segment}");
            assert_eq!(needed.is_named_by(segment), named, "{segment}");
        }
    }

    #[test]
    fn names_may_go_on_at_a_star() {
        let needed = |start: &str, end: &str| Needed {
            start: start.to_owned(),
            end: end.to_owned(),
            ..Needed::default()
        };
        for (start, end, segment, named) in [
            ("", ".pem", "k.pe*", true),
            ("", ".pem", "*.pe?", true),
            ("", ".pem", "k.p*", false),
            ("", ".pem", "*.py", false),
            ("id_rsa", "", "*_rsa.pub", true),
            ("id_rsa", "", "*.md", false),
            ("id_rsa", "", "*sa", false),
        ] {
            let found = needed(start, end).is_named_by(segment);
            assert_eq!(found, named, "{start}*{end} {segment}");
        }
    }
}
