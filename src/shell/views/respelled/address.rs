//! Addresses as they are usually written.

/// Writes an address: the scheme and the host in small letters, without the
/// name of a user, the usual port or the dot at the end, with a path. With
/// `host` a word without a scheme is one, too, as `ssh` takes it. Whether
/// that is anything else than the text.
pub(crate) fn write(text: &str, host: bool, out: &mut String) -> bool {
    let from = out.len();
    let whole = text;
    let text = text.strip_prefix("--url=").unwrap_or(text);
    match text.split_once("://") {
        Some((scheme, rest)) if is_scheme(scheme) => {
            let name_only = host && scheme.eq_ignore_ascii_case("ssh");
            if !name_only {
                out.push_str(scheme);
                lower(out, from);
                out.push_str("://");
            }
            let (authority, path) = cut(rest);
            name(scheme, authority, out);
            // `http://x` is `http://x/`.
            let web = matches!(scheme.len(), 4 | 5) && starts(scheme, "http");
            if web && !path.starts_with('/') {
                out.push('/');
            }
            out.push_str(path);
        }
        _ if host => {
            let end = text.find(['/', ':']).unwrap_or(text.len());
            let (authority, path) =
                text.split_at_checked(end).unwrap_or((text, ""));
            // A file of this machine has no host.
            if path.starts_with('/') {
                return false;
            }
            name("", authority, out);
            out.push_str(path);
        }
        _ => return false,
    }
    out.get(from..) != Some(whole)
}

/// An address that stands without its scheme.
pub(super) fn with_scheme(scheme: &str, text: &str, out: &mut String) {
    out.push_str(scheme);
    let (authority, path) = cut(text);
    name(scheme, authority, out);
    if !path.starts_with('/') {
        out.push('/');
    }
    out.push_str(path);
}

/// The name of a host and what follows.
fn cut(text: &str) -> (&str, &str) {
    let end = text.find(['/', '?', '#']).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Writes the name of a host.
fn name(scheme: &str, authority: &str, out: &mut String) {
    let host = match authority.rsplit_once('@') {
        Some((_, host)) => host,
        None => authority,
    };
    let (host, port) = match host.rsplit_once(':') {
        Some((host, port)) => (host, port),
        None => (host, ""),
    };
    let usual = match port {
        "80" => starts(scheme, "http") && scheme.len() == 4,
        "443" => starts(scheme, "https"),
        "22" => starts(scheme, "ssh"),
        _ => port.is_empty(),
    };
    let from = out.len();
    out.push_str(host.strip_suffix('.').unwrap_or(host));
    lower(out, from);
    if !usual {
        out.push(':');
        out.push_str(port);
    }
}

fn lower(out: &mut str, from: usize) {
    if let Some(text) = out.get_mut(from..) {
        text.make_ascii_lowercase();
    }
}

fn is_scheme(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
}

/// Whether a text starts so, in any letter case.
fn starts(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|s| s.eq_ignore_ascii_case(start))
}
