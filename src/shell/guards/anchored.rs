//! Guards that start in the project: files elsewhere are none of theirs,
//! whatever they are called.

use super::needed::Needed;

/// The directories that guards of a project start in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Starts<'a> {
    /// All that are known.
    pub known: [&'a str; 3],
}

impl Starts<'_> {
    /// Whether no file below a directory, which is absolute and without links
    /// on the way, is one that is meant: where the guard starts, another name
    /// is written out.
    pub(crate) fn are_apart(&self, needed: &Needed, directory: &str) -> bool {
        let plain = directory.is_ascii() && directory.starts_with('/');
        let mut parts = directory.split('/').skip(1);
        if needed.first.is_empty()
            || !plain
            || parts.any(|part| matches!(part, "" | "." | ".."))
        {
            return false;
        }
        self.known.iter().all(|start| {
            let start = start.trim_end_matches('/');
            let below = directory.get(start.len() + 1..);
            let first = below.and_then(|below| below.split('/').next());
            start.starts_with('/')
                && start.is_ascii()
                && !holds(directory, start)
                && !(holds(start, directory)
                    && first.is_some_and(|first| {
                        first.eq_ignore_ascii_case(&needed.first)
                    }))
        })
    }
}

/// Whether a directory is another or lies above it, whatever letter case
/// means.
pub(crate) fn holds(directory: &str, other: &str) -> bool {
    let directory = directory.trim_end_matches('/');
    let start = other.get(..directory.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(directory))
        && matches!(other.as_bytes().get(directory.len()), None | Some(b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beside_a_guarded_directory_is_apart() {
        let known = ["/p", "/p/", "/p/a"];
        let starts = Starts { known };
        let first = "secrets".to_owned();
        let needed = Needed { first, ..Needed::default() };
        for (directory, apart) in [
            ("/p/packages", true),
            ("/p/secrets2", true),
            ("/p/b/secrets", true),
            ("/p/secrets", false),
            ("/p/SECRETS/x", false),
            ("/p/a/secrets", false),
            ("/p/a", false),
            ("/p", false),
            ("/", false),
            ("p/packages", false),
            ("/p/packages/../secrets", false),
            ("/p/päckages", false),
        ] {
            let found = starts.are_apart(&needed, directory);
            assert_eq!(found, apart, "{directory}");
        }
        assert!(!starts.are_apart(&Needed::default(), "/q"));
        let unknown = Starts { known: ["/p", "", "/p"] };
        assert!(!unknown.are_apart(&needed, "/q"));
    }
}
