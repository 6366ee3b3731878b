//! Addresses as they are usually written.

use super::names;

/// How an address is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The scheme and the host in small letters, without the name of a user,
    /// the usual port or the dot at the end, with a path.
    Usual,
    /// With the name of the user.
    User,
    /// With the letters that names in ASCII stand for.
    Letters,
    /// Without the slash that is all of its path.
    Bare,
}

pub(super) const FORMS: [Form; 4] =
    [Form::Usual, Form::User, Form::Letters, Form::Bare];

/// Writes an address as it usually is. With `host` a word without a scheme
/// is one, too, as `ssh` takes it. Whether that is anything else than the
/// text.
pub(crate) fn write(text: &str, host: bool, out: &mut String) -> bool {
    write_as(text, host, Form::Usual, out)
}

/// Whether a text may have another form than the usual one.
pub(super) fn has_form(text: &str, form: Form) -> bool {
    match form {
        Form::Usual => true,
        Form::User => text.contains('@'),
        Form::Letters => {
            let coded = |at: &[u8]| at.eq_ignore_ascii_case(b"xn--");
            !text.is_ascii()
                || text.contains('%')
                || text.as_bytes().windows(4).any(coded)
        }
        Form::Bare => split(text).is_some_and(|(_, rest)| {
            matches!(cut(rest).1, "" | "/") && !rest.is_empty()
        }),
    }
}

/// Writes an address in one of its forms.
pub(super) fn write_as(
    text: &str,
    host: bool,
    form: Form,
    out: &mut String,
) -> bool {
    let from = out.len();
    let whole = text;
    let text = text.strip_prefix("--url=").unwrap_or(text);
    match split(text) {
        Some((scheme, rest)) => {
            let names = ["ssh", "sftp", "scp"];
            let is_one = |name: &&str| name.eq_ignore_ascii_case(scheme);
            if !host || !names.iter().any(is_one) {
                out.push_str(scheme);
                lower(out, from);
                out.push_str("://");
            }
            authority(scheme, rest, form, out);
        }
        None if host => {
            let end = text.find(['/', ':']).unwrap_or(text.len());
            let (authority, path) =
                text.split_at_checked(end).unwrap_or((text, ""));
            // A file of this machine has no host.
            if path.starts_with('/') {
                return false;
            }
            name("", authority, form, out);
            out.push_str(path);
        }
        None => return false,
    }
    out.get(from..) != Some(whole)
}

/// An address that stands without its scheme.
pub(super) fn with_scheme(
    scheme: &str,
    text: &str,
    form: Form,
    out: &mut String,
) {
    out.extend([scheme, "://"]);
    authority(scheme, text, form, out);
}

/// What stands behind the scheme.
fn authority(scheme: &str, rest: &str, form: Form, out: &mut String) {
    let (authority, path) = cut(rest);
    name(scheme, authority, form, out);
    let bare = form == Form::Bare && matches!(path, "" | "/");
    // `http://x` is `http://x/`.
    if is_web(scheme) && !path.starts_with('/') && !bare {
        out.push('/');
    }
    out.push_str(if bare { "" } else { path });
}

/// The scheme of an address and what follows; `curl` takes one slash and
/// three for two.
pub(crate) fn split(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(":/")?;
    if !is_scheme(scheme) {
        return None;
    }
    let more = rest.strip_prefix('/');
    let rest = match is_web(scheme) {
        true => {
            let rest = more.unwrap_or(rest);
            rest.strip_prefix('/').unwrap_or(rest)
        }
        false => more?,
    };
    Some((scheme, rest))
}

/// The name of a host and what follows.
pub(crate) fn cut(text: &str) -> (&str, &str) {
    let end = text.find(['/', '?', '#']).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Writes the name of a host.
fn name(scheme: &str, authority: &str, form: Form, out: &mut String) {
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    if form == Form::User && !user.is_empty() {
        out.extend([user, "@"]);
    }
    // The colons of `[::1]` are of its name.
    let end = host.find(']').map_or(0, |end| end + 1);
    let port = host.get(end..).and_then(|rest| rest.rfind(':'));
    let (host, port) = match port {
        Some(at) => host.split_at_checked(end + at).unwrap_or((host, "")),
        None => (host, ""),
    };
    let usual = match port {
        ":80" => starts(scheme, "http") && scheme.len() == 4,
        ":443" => starts(scheme, "https"),
        ":22" => starts(scheme, "ssh"),
        port => matches!(port, "" | ":"),
    };
    names::write(host, !scheme.is_empty(), form == Form::Letters, out);
    out.push_str(if usual { "" } else { port });
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

/// Whether the paths of addresses of a scheme start with a slash.
fn is_web(scheme: &str) -> bool {
    matches!(scheme.len(), 4 | 5) && starts(scheme, "http")
}

/// Whether a text starts so, in any letter case.
fn starts(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|s| s.eq_ignore_ascii_case(start))
}
