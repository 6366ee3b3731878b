//! Which addresses a pattern of settings lets hooks call.

use crate::syntax::TextGlob;

/// Whether a pattern of `allowedHttpHookUrls` covers an address: `*` is any
/// run of characters, the rest is compared as it stands. A star in the place
/// of a host covers nothing beyond the host.
pub(crate) fn covers_url(pattern: &str, url: &str) -> bool {
    let glob = |text: &str| TextGlob::stars(text);
    if !has_scheme(url) {
        // Readers may find another host in it than stands behind `//`.
        return pattern == "*" || pattern == url;
    }
    let (Some((start, path)), Some((host, rest))) =
        (past_host(pattern), past_host(url))
    else {
        // A star in front of a host stands for the scheme, too.
        return pattern.split_once('*').is_some_and(|(before, behind)| {
            let scheme = match before.ends_with(':') {
                true => format!("{before}//*"),
                false => format!("{before}*://*"),
            };
            covers_url(&format!("{scheme}{behind}"), url)
        });
    };
    let user = !start.contains('@') && host.contains('@');
    let open = path.is_empty() && start.ends_with('*');
    let any = open || path == "/*" || pattern == url;
    !user
        && (any || !climbs(rest))
        && matches_text(&glob(start), host)
        && (open || matches_text(&glob(path), rest))
}

/// Whether an address begins with a plain scheme and `//` behind it, and with
/// its host behind that.
fn has_scheme(url: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    url.split_once("://").is_some_and(|(scheme, rest)| {
        scheme.chars().all(plain) && !rest.starts_with(['/', '\\'])
    })
}

/// The text up to the end of the host, and the rest; `None` without a scheme.
fn past_host(text: &str) -> Option<(&str, &str)> {
    let start = text.find("://")? + "://".len();
    let rest = text.get(start..)?;
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    text.split_at_checked(start + end)
}

/// Whether a path has segments that whoever sends the request takes away:
/// `/hooks/../admin` is `/admin` (spec of URLs, which reads `%2e` as `.`).
fn climbs(path: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or("");
    path.split(['/', '\\']).any(|segment| {
        // Tabs and line ends are left out before.
        let seen = segment.replace(['\t', '\n', '\r'], "");
        let seen = seen.to_ascii_lowercase().replace("%2e", ".");
        matches!(seen.as_str(), "." | "..")
    })
}

fn matches_text(pattern: &TextGlob, text: &str) -> bool {
    let [first, middle @ .., last] = pattern.parts.as_slice() else {
        let only = pattern.parts.first();
        return only.is_some_and(|part| part == text);
    };
    let Some(rest) = text.strip_prefix(first.as_str()) else { return false };
    let Some(mut rest) = rest.strip_suffix(last.as_str()) else {
        return false;
    };
    for part in middle {
        let found = rest.split_once(part.as_str());
        match found {
            Some((_, behind)) => rest = behind,
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::covers_url;

    #[test]
    fn a_star_for_a_host_ends_where_the_host_does() {
        for (pattern, url, covers) in [
            ("https://a.example/*", "https://a.example/x?y", true),
            ("https://a.example/*", "https://a.example.evil/x", false),
            ("https://*.example/*", "https://a.b.example/x", true),
            ("https://*.example/*", "https://evil/x.example/y", false),
            ("https://*.example/*", "https://evil?x.example/y", false),
            ("https://*.example/*", "https://evil\\x.example/y", false),
            ("https://a.example*", "https://a.example:80/x", true),
            ("https://a.example*", "https://a.example@evil/x", false),
            ("https://*", "https://a.example/x", true),
            ("*", "https://a.example/x", true),
            ("http*://a.example/*", "https://a.example/x", true),
            ("*.example/*", "https://a.b.example/x", true),
            ("*.example/*", "https://evil/.example/x", false),
            ("*.example/*", "https://evil/?.example/", false),
            ("*.example/*", "https://evil#.example/", false),
            ("*.example/*", "https://a.example:p@evil/.example/", false),
            ("*.example/h/*", "https://a.example/h/../y", false),
            ("https:*", "https://a.example/x", true),
            ("https:*", "http://a.example/x", false),
            ("http*", "https://a.example/x", true),
            ("a.example/x", "https://a.example/x", false),
            ("https://a.example/x", "https://a.example/x", true),
            ("https://a.example/x", "https://a.example/xy", false),
            ("https://a.example/?*", "https://a.example/x", false),
            ("http*://a.example/*", "https:evil/://a.example/x", false),
            ("*://a.example/*", "https:\\\\evil/://a.example/x", false),
            ("https://*/x.example/*", "https:///evil/x.example/", false),
            ("https://a.example/x/*", "https://a.example/x/../y", false),
            ("https://a.example/x/*", "https://a.example/x\\..\\y", false),
            ("https://a.example/x/*", "https://a.example/x/%2E./y", false),
            ("https://a.example/x/*", "https://a.example/x/.\t./y", false),
            ("https://a.example/x/*", "https://a.example/x/./y", false),
            ("https://a.example/x/*", "https://a.example/x/y..z/.w", true),
            ("https://a.example/x/*", "https://a.example/x/y?z=/../", true),
            ("https://a.example/*", "https://a.example/x/../y", true),
            ("https://a.example*", "https://a.example/x/../y", true),
            ("https://a.example/x/../y", "https://a.example/x/../y", true),
        ] {
            assert_eq!(covers_url(pattern, url), covers, "{pattern} {url}");
        }
    }
}
