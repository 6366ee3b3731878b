use crate::diagnostic::Code;

/// What `hookset explain` prints: what is found, why it matters, an example
/// that is bad and one that is good, how to fix it.
pub fn page(code: Code) -> Option<&'static str> {
    let name = code.name();
    let found = PAGES.iter().find(|(page, _)| *page == name);
    found.map(|(_, text)| *text)
}

/// Turns names into pairs of the name and the page of that name.
macro_rules! pages {
    ($($name:literal)*) => {
        const PAGES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!($name, ".md")))),*];
    };
}

// Sorted; one per row of the table of codes.
pages! {
    "empty-file"
    "file-too-large"
    "invalid-context"
    "invalid-event"
    "invalid-line"
    "invalid-utf8"
    "no-rule-files"
    "policy-too-large"
    "unknown-context-key"
    "unknown-dialect"
    "unknown-file-kind"
    "unreadable-file"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_a_code_and_all_its_parts() {
        for (name, text) in PAGES {
            assert!(Code::named(name).is_some(), "{name}");
            assert!(text.starts_with(&format!("# {name}\n")), "{name}");
            for part in [
                "## What it finds",
                "## Why it matters",
                "## Bad",
                "## Good",
                "## How to fix",
            ] {
                assert!(text.contains(part), "{name}: {part}");
            }
        }
    }
}
